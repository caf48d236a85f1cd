"""Nothing of a closed hand is ever sent to the terminal: the bytes are the proof."""

from __future__ import annotations

import re
import time
from typing import TYPE_CHECKING

import pytest
from terminal import Terminal

from seven_games.engine import GAMES
from seven_games.engine.cards import JOKER_AS, cards_of
from seven_games.engine.record import replay
from seven_games.store.records import read_lines
from seven_games.tui.draw.cards import SYMBOLS

if TYPE_CHECKING:
    from pathlib import Path

    from seven_games.engine import Deal

_SEQUENCE = re.compile(r"\x1b\[[0-?]*[ -/]*[@-~]|\x1b[=>]")
FRIENDS = {
    "sevens": ["--seat", "Anna", "--seat", "Bohdan", "--seat", "Eva"],
    "sedma": ["--seat", "Anna", "--seat", "Bohdan"],
    "semerik": ["--seat", "Anna", "--seat", "Bohdan", "--seat", "Eva", "--seat", "Pavel"],
}


def deal_of(record: Path) -> Deal:
    *_, last = replay(read_lines(record), GAMES, lambda _line, _text: None)
    return last.deal


def hidden(deal: Deal) -> set[str]:
    """The faces of all cards in hands, which are all closed, and of what was dealt to the stock."""
    hands = {SYMBOLS.card(card) for hand in deal.hands for card in cards_of(hand)}
    return hands | {SYMBOLS.card(card) for card in deal.stock}


def in_cells(sent: bytes) -> str:
    return _SEQUENCE.sub("", sent.decode("utf-8", "replace"))


@pytest.mark.parametrize("game", GAMES)
def test_no_byte_of_a_closed_hand(game: str, tmp_path: Path) -> None:
    record = tmp_path / "match.jsonl"
    terminal = Terminal("play", game, *FRIENDS[game], "--seed", "7", "--record", str(record))
    begun = 0
    for _turn in range(4):
        terminal.until(lambda text: "open your cards" in text)
        deal = deal_of(record)
        # Keys that must not open a curtain, and the pages that can be read before it.
        for keys in ("\r", " ", "1"):
            terminal.press(keys)
            terminal.read(0.1)
        for key in "lc?m":
            terminal.press(key)
            terminal.until(lambda text: "open your cards" not in text)
            terminal.press("q")
            terminal.until(lambda text: "open your cards" in text)
        for lines, columns in ((30, 100), (24, 80)):
            terminal.program.setwinsize(lines, columns)
            terminal.read(0.3)
        # From the first byte, or from where the curtain fell, to this one.
        shown = in_cells(bytes(terminal.sent[begun:]))
        public = {SYMBOLS.card(move) for _seat, move in deal.log if move < JOKER_AS}
        for face in hidden(deal) - public:
            assert not re.search(rf"(?<!\d){face}", shown), (game, face)
        while "your turn" not in terminal.text:
            terminal.press("o")
            terminal.read(0.3)
        mine = {SYMBOLS.card(card) for card in cards_of(deal.hands[deal.turn or 0])}
        # The check sees a hand where there is one.
        terminal.until(lambda text, mine=mine: all(face in text for face in mine))  # type: ignore[misc]
        time.sleep(0.3)
        begun = len(terminal.sent)
        terminal.press("\r")
        terminal.until(lambda text: "open your cards" in text)
        fallen = bytes(terminal.sent).index(b"Hand the keyboard", begun)
        # Until the curtain falls nothing but the mover's own hand may be repainted.
        others = hidden(deal) - mine - public
        between = in_cells(bytes(terminal.sent[begun:fallen]))
        assert not [face for face in others if re.search(rf"(?<!\d){face}", between)], game
        begun = fallen
    terminal.press("\x03\x03")
    assert terminal.ended() == 130
