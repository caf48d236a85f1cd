"""What the program may send and load; `tests/benchmarks/ui.py` has the budgets that are times."""

from __future__ import annotations

import subprocess
import sys

import pytest
from terminal import PROGRAM, Terminal, environment

from seven_games.engine import GAMES

MOVE, CARD, FRAME = 600, 2500, 8000
"""Bytes of a move of the cursor, of a played card, and of a whole screen of 80x24."""


def pressed(terminal: Terminal, key: str) -> int:
    """Press a key; the bytes that come until all is quiet."""
    before = len(terminal.sent)
    terminal.press(key)
    terminal.read(5)
    terminal.quiet(0.25)
    return len(terminal.sent) - before


@pytest.mark.parametrize("game", GAMES)
def test_keys_send_few_bytes(game: str) -> None:
    terminal = Terminal("play", game, "--seed", "5")
    moves, cards = [], []
    for _ in range(2):
        terminal.until(lambda text: "Your turn" in text)
        terminal.quiet(0.4)
        moves += [pressed(terminal, "\x1b[C") for _ in range(3)]
        while "┃ show" in terminal.text:
            moves.append(pressed(terminal, "\x1b[C"))
        cards.append(pressed(terminal, "\r"))
        terminal.until(lambda text: "Your turn" not in text)
    assert max(moves) <= MOVE
    assert max(cards) <= CARD
    terminal.press("\x03\x03")
    assert terminal.ended() == 130


def test_a_screen_is_sent_once() -> None:
    terminal = Terminal("play", "sevens", "--seed", "7")
    terminal.until(lambda text: "quit" in text)
    terminal.quiet(0.2)
    assert len(terminal.sent) <= FRAME
    assert terminal.sent.count(b"SEVENS") == 1


def test_a_window_that_changes_back_is_drawn_again() -> None:
    terminal = Terminal("play", "sevens", "--seed", "7")
    terminal.until(lambda text: "Your turn" in text)
    terminal.quiet(0.5)
    for _ in range(5):
        # So quickly that the program may see nothing of it but that it happened.
        terminal.program.setwinsize(24, 60)
        terminal.resize(80, 24)
        terminal.until(lambda text: "SEVENS" in text and "quit" in text)
        terminal.quiet()


def test_nothing_is_sent_while_a_person_thinks() -> None:
    terminal = Terminal("play", "sevens", "--seed", "7")
    terminal.until(lambda text: "Your turn" in text)
    terminal.quiet(1)
    before = len(terminal.sent)
    terminal.read(3)
    assert len(terminal.sent) == before


@pytest.mark.parametrize("arguments", [["--help"], ["--version"], ["play", "--help"]], ids=" ".join)
def test_help_loads_neither_the_screen_nor_the_bots(arguments: list[str]) -> None:
    done = subprocess.run(
        [sys.executable, "-X", "importtime", *PROGRAM[1:], *arguments],
        capture_output=True,
        check=True,
        encoding="utf-8",
        env=environment({}),
    )
    loaded = {line.rpartition("|")[2].strip() for line in done.stderr.splitlines()}
    assert "seven_games.cli" in loaded
    heavy = ("textual", "rich", "pydantic", "asyncio", "seven_games.bots", "seven_games.tui")
    assert not [name for name in loaded if name.startswith(heavy)]
