"""Positions of Sevens whose right move is known: the search finds it, and says why."""

from __future__ import annotations

from functools import cache
from typing import cast

import pytest

from seven_games.bots.advice.sevens import reason
from seven_games.bots.search import Budget, Search
from seven_games.engine import GAMES, Deal, Rules, format_move
from seven_games.engine.cards import PASS
from seven_games.engine.dice import Dice
from seven_games.engine.sevens import SevensDeal

GAME = GAMES["sevens"]
BUDGET = Budget(worlds=96, whole=True)


def reached(rules: Rules, seed: int, plies: int) -> Deal:
    """A deal after so many moves by chance."""
    deal, dice = GAME.deal(rules, seed % rules.players, seed=seed), Dice(seed)
    while deal.turn is not None and len(deal.log) < plies:
        moves = deal.moves()
        deal.play(moves[dice.below(len(moves))])
    return deal


def gain(deal: Deal, seat: int) -> int:
    """What a finished deal of two brings a seat more than the other."""
    score = deal.result()["score"]
    chips = deal.rules.values()["scoring"] == "chips"
    return (score[seat] - score[1 - seat]) * (1 if chips else -1)


def exact(deal: Deal) -> dict[int, int]:
    """What each move of the seat to move brings when both play their best: no card is hidden."""
    seat = cast("int", deal.turn)

    @cache
    def best(log: tuple[int, ...]) -> int:
        now = positions[log]
        if now.turn is None:
            return gain(now, seat)
        values = []
        for move in now.moves():
            after = now.copy()
            after.push(move)
            here = cast("SevensDeal", after)
            key = (
                after.at,
                *after.hands,
                here.passed,
                here.fined,
                len(here.owed),
                sum(owed.chips * (1 if owed.seat else -1) for owed in here.owed),
                *here.joker_at,
                *here.passes,
            )
            positions.setdefault(key, after)
            values.append(best(key))
        return max(values) if now.turn == seat else min(values)

    positions: dict[tuple[int, ...], Deal] = {}
    values = {}
    for move in deal.moves():
        after = deal.copy()
        after.push(move)
        positions[(move,)] = after
        values[move] = best((move,))
    return values


def judged(deal: Deal, against: int | None = None) -> tuple[str, str]:
    """The search's move, and the kind of its reason against another move (the second best)."""
    view = deal.view(deal.turn)
    search = Search(view, BUDGET, seed=1).run()
    best, *others = search.judged()
    other = next(one for one in others if against in {None, one.move})
    found = reason(view, best, other, search)
    assert format_move(best.move) not in str(found.idea)
    assert str(found.why)
    return format_move(best.move), found.kind
