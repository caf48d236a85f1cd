"""A reason says what differs between two moves, and nothing that is not so."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

import pytest
from engine_tools import spread

from seven_games.bots.advice import sedma, semerik, sevens
from seven_games.bots.search import Budget, Judged, Search
from seven_games.engine import GAMES, format_move
from seven_games.engine.dice import Dice
from seven_games.engine.refusal import Cards

if TYPE_CHECKING:
    from collections.abc import Iterator

    from seven_games.bots.advice.reason import Reason
    from seven_games.engine import View

REASONS = {"sevens": sevens.reason, "sedma": sedma.reason, "semerik": semerik.reason}


def choices(name: str, deals: int, seed: int) -> Iterator[View]:
    """Views of all presets and many options, of seats that have something to choose."""
    for number, deal in enumerate(spread(name, deals, seed)):
        dice = Dice(number * 31 + seed)
        while deal.turn is not None:
            moves = deal.moves()
            if len(moves) > 1 and dice.below(8) == 0:
                yield deal.view(deal.turn)
            deal.play(moves[dice.below(len(moves))])


def compared(name: str, deals: int, seed: int) -> Iterator[tuple[View, int, int, Reason]]:
    """Two moves of a view, and why the first would be better than the second."""
    for view in choices(name, deals, seed):
        dice = Dice(len(view.log))
        search = Search(view, Budget(worlds=1))
        for _ in range(3):
            one, other = dice.shuffled(view.moves)[:2]
            found = REASONS[name](view, judged(one, 0.0), judged(other, 1.0), search)
            yield view, one, other, found


def judged(move: int, behind: float) -> Judged:
    return Judged(move, 1.0 - behind, behind, 0.1, 32)


@pytest.mark.parametrize("name", GAMES)
def test_a_reason_holds_for_one_of_two_moves_only(name: str) -> None:
    """What speaks for a move against another does not speak for the other against it."""
    kinds: Counter[str] = Counter()
    for view, one, other, found in compared(name, 90, seed=1):
        search = Search(view, Budget(worlds=1))
        turned = REASONS[name](view, judged(other, 0.0), judged(one, 1.0), search)
        if found.kind != "by_count":
            kinds[found.kind] += 1
            where = (view, format_move(one), format_move(other), str(found.why), str(turned.why))
            assert found.kind != turned.kind, where
    assert len(kinds) > 8


@pytest.mark.parametrize("name", GAMES)
def test_no_reason_names_cards_where_there_are_none(name: str) -> None:
    for view, one, other, found in compared(name, 60, seed=2):
        for sentence in (found.idea, found.why):
            for place, value in sentence.places.items():
                if f"{{{place}}}" in sentence.sentence and isinstance(value, Cards):
                    assert value, (view, format_move(one), format_move(other), str(sentence))
