"""The engine plays by the page: its worked examples, and a referee written straight from it."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING, Any, cast

import pytest
from engine_tools import EngineAdapter, EngineDeal, referee_of, spread
from golden_runner import GAMES as NAMES
from golden_runner import DealLike, Example, check_example, load_all

from seven_games.engine import GAMES, parse_hand
from seven_games.engine.cards import hand_of

if TYPE_CHECKING:
    from seven_games.engine.sevens import SevensDeal


@pytest.mark.parametrize(
    ("game", "example"), load_all(), ids=[f"{game} {e['id']}" for game, e in load_all()]
)
def test_worked_example(game: str, example: Example) -> None:
    check_example(EngineAdapter(), game, example)


def test_net_credit_is_split_between_the_partners() -> None:
    """K19, the last of its words: what each player wins or loses."""
    (example,) = [example for game, example in load_all() if example["id"] == "K19"]
    semerik = GAMES["semerik"]
    standing = semerik.start(semerik.rules(), 0)
    for score in example["scores"]:
        standing = semerik.add(semerik.rules(), standing, score)
    assert list(semerik.shares(standing)) == example["shares"]


@pytest.mark.parametrize("name", NAMES)
def test_agrees_with_the_referee_at_every_move(name: str) -> None:
    dice = random.Random(name)
    for deal in spread(name, 6700):
        referee, played = referee_of(name, deal), EngineDeal(deal)
        where = f"{deal.rules} {played.hands}"
        while deal.turn is not None:
            moves = played.moves()
            assert len(moves) == len(set(moves)), where
            assert set(moves) == referee.moves(), (where, deal.log)
            assert deal.turn == referee.turn, (where, deal.log)
            move = dice.choice(moves)
            played.play(move)
            referee.play(move)
            assert played.hands == [set(hand) for hand in referee.hands], (where, deal.log)
        assert referee.turn is None, (where, deal.log)
        assert played.result() == referee.result(), (where, deal.log)


def test_every_game_is_compared() -> None:
    assert set(NAMES) == set(GAMES)


def test_a_deal_in_which_only_jokers_are_left_ends_level() -> None:
    """A joker may not be the last card (1.5), so nobody could ever play again."""
    rules = GAMES["sevens"].rules(players=2, jokers=2, scoring="chips")
    deal = cast("SevensDeal", GAMES["sevens"].deal(rules, 1, seed=1))
    first, last = parse_hand("Ks Jo1"), parse_hand("Jo2")
    deal.hands[0], deal.hands[1] = hand_of(first), hand_of(last)
    deal.next = deal._survey()
    deal.play(first[0])
    assert deal.turn is None
    assert deal.result() == {"left": [1, 1], "score": [0, 0], "order": []}
    assert deal.winners() == []


def test_the_payments_of_a_deal_are_its_score_line_by_line() -> None:
    """V10: who paid whom how many chips, and why (1.4)."""
    (example,) = [example for game, example in load_all() if example["id"] == "V10"]
    seen = []

    class Adapter(EngineAdapter):
        def sevens_position(self, *position: Any) -> DealLike:
            seen.append(super().sevens_position(*position))
            return seen[-1]

    check_example(Adapter(), "sevens", example)
    (played,) = seen
    view = played.deal.view(None)  # type: ignore[attr-defined]
    paid = {(p.seat, p.to, p.why): p.chips for p in view.payments if p.why != "ante"}
    assert paid == {
        (2, -1, "wrongful pass"): 1,
        (2, 3, "withheld seven"): 5,
        (2, 0, "withheld seven"): 5,
        (-1, 0, "pool"): 5,
        (1, 0, "cards"): 3,
        (2, 0, "cards"): 5,
        (3, 0, "cards"): 2,
    }
