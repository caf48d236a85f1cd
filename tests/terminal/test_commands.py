"""Commands that play without a table, in a terminal: how they fit into it, and how they end."""

from __future__ import annotations

import signal

import pytest
from terminal import Terminal

ARENA = ("arena", "sedma", "easy", "random", "beginner", "-n", "10", "--seed", "2")
SIMULATION = ("simulate", "semerik", "-n", "10", "--seat", "bot:beginner")


@pytest.mark.parametrize(
    ("command", "words"),
    [
        (ARENA, ("easy – random", "easy – beginner", "deals: 10", "verdict: better")),
        (SIMULATION, ("bot:beginner", "deals won: ", "moves a deal: ")),
    ],
    ids=["arena", "simulate"],
)
def test_a_table_that_does_not_fit_is_said_line_by_line(
    command: tuple[str, ...], words: tuple[str, ...]
) -> None:
    terminal = Terminal(*command, columns=40, lines=60)
    assert terminal.ended(seconds=60) == 0
    for word in words:
        assert word in terminal.text


@pytest.mark.parametrize(
    "command",
    [
        ("arena", "semerik", "expert", "hard", "--workers", "2"),
        ("simulate", "semerik", "-n", "1000000", "--workers", "2"),
    ],
    ids=["arena", "simulate"],
)
def test_a_command_that_is_told_to_end_gives_the_cursor_back(command: tuple[str, ...]) -> None:
    terminal = Terminal(*command)
    terminal.until(lambda _text: b"\x1b[?25l" in terminal.sent)
    terminal.program.kill(signal.SIGTERM)
    assert terminal.ended() == -signal.SIGTERM
    assert terminal.left_behind() == []
    assert b"Traceback" not in terminal.sent
