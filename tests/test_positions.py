"""Forty positions whose right move is known: hints and reviews name it, and the right reason.

`positions.toml` says what is known of each, and `proofs.py` proves it from the rules.
"""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from proofs import agreeing, helped, is_right, opposed

from seven_games.bots.advice import thought
from seven_games.bots.search import Budget
from seven_games.bots.worlds import Worlds
from seven_games.engine import GAMES, Deal, format_hand, format_move, parse_move
from seven_games.engine.cards import cards_of
from seven_games.table.advice import card_named
from seven_games.table.report import decision_lines
from seven_games.table.review import GOOD, Verdict, decisions, seed_of

KNOWN = {"helped": helped, "opposed": opposed}
BUDGET = Budget(worlds=96, whole=True)
"""Less than a hint or a review may cost at the table."""


@dataclass(frozen=True)
class Position:
    """A position as the file has it; see there."""

    name: str
    game: str
    rules: dict[str, Any]
    dealer: int
    played: str
    hand: str
    out: str
    right: str
    wrong: str
    reason: str
    known: str
    seed: int | None = None
    hands: list[str] | None = None

    def deal(self) -> Deal:
        game, options = GAMES[self.game], dict(self.rules)
        rules = game.rules(options.pop("preset"), **options)
        deal = game.deal(rules, self.dealer, seed=self.seed, hands=self.hands)
        for move in self.played.split(","):
            deal.play(parse_move(move))
        return deal

    @property
    def best(self) -> list[int]:
        """The right move; cards of one rank are the same in Sedma, so there may be more."""
        return [parse_move(move) for move in self.right.split(", ")]


with (Path(__file__).parent / "positions.toml").open("rb") as file:
    POSITIONS = [Position(**one) for one in tomllib.load(file)["position"]]
each_position = pytest.mark.parametrize("position", POSITIONS, ids=lambda one: one.name)


def test_there_are_forty_different_positions_of_all_games() -> None:
    assert len(POSITIONS) == len({one.name for one in POSITIONS}) == 40
    assert {one.game for one in POSITIONS} == set(GAMES)
    assert len({(one.played, one.hand) for one in POSITIONS}) == 40
    assert len({(one.game, one.reason) for one in POSITIONS}) > 20


@each_position
def test_the_position_is_the_one_that_is_described(position: Position) -> None:
    deal = position.deal()
    view = deal.view(deal.turn)
    assert format_hand(cards_of(view.hand)) == position.hand
    assert format_hand(cards_of(view.unseen)) == position.out


@each_position
def test_no_deal_that_may_be_is_left_out(position: Position) -> None:
    """The proofs try every deal; what the bots draw by chance is one of them, as is the truth."""
    deal = position.deal()
    tried = [one.hands for one in agreeing(deal)]
    assert deal.hands in tried
    draws = Worlds(deal.view(deal.turn), 1)
    assert all(draws.draw().hands in tried for _ in range(40))


@each_position
def test_the_right_move_is_right_and_the_wrong_one_is_not(position: Position) -> None:
    deal, rest = position.deal(), KNOWN[position.known]
    others = [move for move in deal.moves() if move not in position.best]
    for right in position.best:
        assert is_right(deal, right, others, rest)
        # No more is known than the file says, either.
        assert is_right(deal, right, others, helped) == (position.known == "helped")
    wrong = parse_move(position.wrong)
    assert wrong in others
    assert not is_right(deal, wrong, [move for move in deal.moves() if move != wrong], rest)


@each_position
def test_the_hint_names_the_right_move_and_the_reason(position: Position) -> None:
    deal = position.deal()
    advice = thought(deal.view(deal.turn), BUDGET, seed=1)
    assert sorted(advice.level) == position.best
    assert card_named(advice, format_move).endswith(f": {position.right.replace(', ', ' ')}.")
    assert advice.reason.kind == position.reason, str(advice.reason.why)


@each_position
def test_the_review_charges_the_wrong_move_and_names_the_right_one(position: Position) -> None:
    deal = position.deal()
    for move in deal.moves():
        verdict = reviewed(deal, move)
        if move in position.best:
            assert (verdict.mark, verdict.cost) == (GOOD, 0)
            continue
        assert verdict.mark != GOOD
        assert verdict.cost > 0
        assert verdict.advice.best in position.best
        head = next(decision_lines(verdict, lambda _, one: format_move(one)))
        assert f"best {format_move(verdict.advice.best)}, cost " in head
        if format_move(move) == position.wrong:
            assert verdict.advice.reason.kind == position.reason, str(verdict.advice.reason.why)


def reviewed(deal: Deal, move: int) -> Verdict:
    """What a review says of a move, once it is made."""
    seat, made = deal.at, deal.copy()
    made.play(move)
    decision = decisions(made, [seat])[-1]
    advice = thought(decision.view, BUDGET, seed_of(decision), decision.move)
    return Verdict(decision, advice)
