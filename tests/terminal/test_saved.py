"""Every move is safe on the disk before the next: the real program, killed at any moment."""

from __future__ import annotations

import random
import signal
import time
from typing import TYPE_CHECKING

import pytest
from terminal import Terminal

from seven_games.engine import GAMES
from seven_games.engine.record import replay
from seven_games.store.records import read_lines

if TYPE_CHECKING:
    from pathlib import Path

    from seven_games.engine.record import Step


def saved(home: Path) -> list[Path]:
    return sorted((home / "matches").glob("*.jsonl"))


def last_step(file: Path) -> Step:
    *_, last = replay(read_lines(file), GAMES, lambda _line, _text: None)
    return last


def has_played(file: Path) -> bool:
    return any(seat == 0 for seat, _move in last_step(file).deal.log)


def table(home: Path, *arguments: str) -> Terminal:
    return Terminal(*arguments, SEVEN_GAMES_HOME=str(home))


@pytest.mark.parametrize("game", GAMES)
def test_killed_at_any_moment_the_match_goes_on_where_it_was(game: str, tmp_path: Path) -> None:
    dice = random.Random(game)
    (tmp_path / "settings.toml").write_text('pace = "fast"\n', encoding="utf-8")
    terminal = table(tmp_path, "play", game, "--seed", "7")
    terminal.until(lambda text: "Your turn" in text)
    plies = 0
    for _ in range(4):
        for _ in range(dice.randrange(1, 4)):
            terminal.press("\r")
            terminal.read(dice.random() * 0.4)
        terminal.program.kill(signal.SIGKILL)
        terminal.ended()
        (file,) = saved(tmp_path)
        step = last_step(file)
        assert step.match.number == 1
        assert len(step.deal.log) >= plies
        plies = len(step.deal.log)
        shown = terminal.text
        terminal = table(tmp_path)
        terminal.until(lambda text: "Resume" in text)
        terminal.press("4")
        terminal.until(lambda text: "goes on" in text or "GO ON" in text)
        terminal.press("\r")
        text = terminal.until(lambda text: "help  q quit" in text and "GO ON" not in text)
        assert game.upper() in text, shown
        again = last_step(file)
        assert again.deal.log[:plies] == step.deal.log
        terminal.until(lambda text: "Your turn" in text or "is over" in text)
    terminal.press("\x03\x03")
    assert terminal.ended() == 130
    assert terminal.left_clean()


def test_two_programs_at_once_do_not_write_into_each_others_match(tmp_path: Path) -> None:
    first = table(tmp_path, "play", "sedma", "--seed", "7")
    first.until(lambda text: "Your turn" in text)
    second = table(tmp_path, "play", "sedma", "--seed", "8")
    second.until(lambda text: "Your turn" in text)
    assert len(saved(tmp_path)) == 2
    while not all(has_played(file) for file in saved(tmp_path)):
        for terminal in (first, second):
            terminal.press("\r")
            terminal.read(0.3)
    for terminal in (first, second):
        # A bot may still be about to move.
        terminal.quiet(2)
    third = table(tmp_path)
    third.until(lambda text: "Resume" in text)
    third.press("4")
    third.until(lambda text: text.count("open in another window") == 2)
    third.press("\r")
    third.until(lambda text: text.count("another window") == 3)
    before = [file.read_bytes() for file in saved(tmp_path)]
    third.press("\x03\x03")
    assert third.ended() == 130
    assert [file.read_bytes() for file in saved(tmp_path)] == before
    for terminal in (first, second):
        terminal.press("q")
        assert terminal.ended() == 0
        assert b"The match is kept;" in terminal.sent
    assert all(last_step(file).match.number == 1 for file in saved(tmp_path))


def test_a_cut_line_leaves_the_match_on_the_disk(tmp_path: Path) -> None:
    terminal = table(tmp_path, "play", "semerik", "--seed", "7")
    terminal.until(lambda text: "Your turn" in text)
    (file,) = saved(tmp_path)
    while not has_played(file):
        # A key too soon after the turn has come is dropped.
        terminal.press("\r")
        terminal.read(0.3)
    pid = terminal.program.pid
    terminal.program.close(force=False)
    end = time.monotonic() + 5
    while time.monotonic() < end and terminal.program.isalive():
        time.sleep(0.02)
    assert not terminal.program.isalive(), pid
    assert has_played(file)


def test_a_folder_that_cannot_be_written_is_said_and_the_table_goes_on(tmp_path: Path) -> None:
    (tmp_path / "matches").write_text("no folder", encoding="utf-8")
    terminal = table(tmp_path, "play", "sedma", "--seed", "7")
    terminal.until(lambda text: "can no longer be saved" in text)
    terminal.press("\x1b[C")
    terminal.until(lambda text: "Your turn" in text)
    terminal.press("q")
    terminal.until(lambda text: "Do you want to leave it?" in text)
    terminal.press("2")
    assert terminal.ended() == 0
    assert b"could not be saved to its end" in terminal.sent
