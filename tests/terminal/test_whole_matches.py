"""Whole matches played by keys through the real program, as a person plays them."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

import pytest
from terminal import Terminal

from seven_games.engine import GAMES
from seven_games.engine.record import replay
from seven_games.store.records import read_lines

if TYPE_CHECKING:
    from pathlib import Path

SHORT = {
    "sevens": ["--rule", "deals=2"],
    "sedma": ["--rule", "target=2"],
    "semerik": ["--rule", "games=1"],
}


@pytest.mark.parametrize("game", GAMES)
def test_a_whole_match_from_the_first_card_to_the_last(game: str, tmp_path: Path) -> None:
    record = tmp_path / "match.jsonl"
    terminal = Terminal("play", game, *SHORT[game], "--seed", "7", "--record", str(record))
    terminal.until(lambda text: game.upper() in text)
    terminal.press("]]]")
    end = time.monotonic() + 120
    while "the match is over" not in terminal.text:
        assert time.monotonic() < end, terminal.text
        before = terminal.text
        terminal.press("\r")
        # Patient: an Enter more than was needed would begin another match at the end.
        for _ in range(20):
            terminal.read(0.02)
            if terminal.text != before:
                break
    *_, last = replay(read_lines(record), GAMES, lambda _line, text: pytest.fail(text))
    standing, rules = last.match.standing, last.match.rules
    assert standing.over
    for seat, name in enumerate(last.seats):
        if GAMES[game].side(rules, seat) in standing.winners and name != "You":
            assert name in terminal.text
    terminal.press("q")
    time.sleep(0.3)
    terminal.press("\r")
    assert terminal.ended() == 0, terminal.text
    assert terminal.left_clean()
