"""What the bots know of playing Sevens: fast ways choose as the slow ones; what a deal is worth."""

from __future__ import annotations

from itertools import combinations
from math import exp, inf
from typing import cast

import pytest
from engine_tools import spread

from seven_games.bots.public.sevens import STRATEGIES
from seven_games.bots.sense import best
from seven_games.bots.sevens import SevensSense
from seven_games.bots.worlds import Worlds
from seven_games.engine import GAMES, Deal, format_move, parse_move
from seven_games.engine.cards import cards_of, hand_of
from seven_games.engine.dice import Dice
from seven_games.engine.game import Standing
from seven_games.engine.sevens import SevensDeal

GAME = GAMES["sevens"]
SENSE = SevensSense()


def played(deal: Deal, plies: int, seed: int) -> Deal:
    dice = Dice(seed)
    for _ in range(plies):
        if deal.turn is not None:
            moves = deal.moves()
            deal.play(moves[dice.below(len(moves))])
    return deal


def test_the_fast_playout_makes_the_moves_of_the_slow_one() -> None:
    for number, deal in enumerate(spread("sevens", 150, seed=3)):
        played(deal, number % 20, number)
        fast, slow = deal.copy(), deal.copy()
        seed = SENSE.play_out(fast, number + 1)
        expected = number + 1
        dealt = cast("SevensDeal", slow)
        while slow.turn is not None:
            expected = one_move(slow, expected)
        assert seed == expected
        assert fast.hands == dealt.hands
        assert fast.result() == dealt.result()


def one_move(deal: Deal, seed: int) -> int:
    """The move that `Sense.play_out` makes next; the next seed."""
    moves, worths = SENSE.weigh(deal)
    chosen = best(worths)
    if len(moves) > 1:
        seed = seed * 295_397_169 % ((1 << 30) - 35)
        if seed * 1000 >> 30 < SENSE.slips:
            seed = seed * 295_397_169 % ((1 << 30) - 35)
            chosen = seed * len(moves) >> 30
    deal.push(moves[chosen])
    return seed


def test_worths_are_those_of_the_cards_behind() -> None:
    """Of the own cards behind, of the others' before and beyond the last own one."""
    sense = SevensSense()
    sense.weights = [
        1.0,
        10.0,
        100.0,
        1000.0,
        0.5,
        0.25,
        0.125,
        0.0,
        0.0,
        0.0,
        0.0,
        0.0,
        0.0,
    ]
    for deck, ace, mine, card, worth in [
        # 9 and 10 follow at once, J and Q are waited for, the ace lies beyond.
        (52, "high", "8s 9s 10s Ks", "8s", 3 + 20 + 200 + 1000),
        (52, "low", "8s 9s 10s Ks", "8s", 3 + 20 + 200),
        (52, "low", "3s As", "3s", 1 + 10 + 0.25),
        (52, "high", "3s As", "3s", 1000 + 0.25 + 0.125),
        (52, "high", "2s", "2s", 0.5),
        (52, "high", "As", "As", 0.5),
        (32, "high", "7s 8s", "7s", 1 + 100 + 6 * 1000),
    ]:
        rules = GAME.rules(players=2, deck=deck, ace=ace)
        form = 2 if deck == 32 else 1 if ace == "low" else 0
        hand = hand_of([parse_move(one) for one in mine.split()])
        sense.weigh(GAME.deal(rules, seed=1))
        assert sense.worth_of(hand, parse_move(card), form) == pytest.approx(worth), (
            ace,
            mine,
        )


def test_changed_weights_are_used_at_once() -> None:
    deal = GAME.deal(GAME.rules(), seed=4)
    while len(deal.moves()) < 2:
        deal.play(deal.moves()[0])
    sense = SevensSense()
    before = sense.weigh(deal)[1]
    sense.weights = [2 * weight for weight in sense.weights]
    assert sense.weigh(deal)[1] == pytest.approx([2 * worth for worth in before])


def test_settled_hands_come_as_often_as_they_explain_the_play() -> None:
    """Against every placing of the closed cards, each weighted by how it explains the play."""
    rules = GAME.rules("short", players=3)
    sense = SevensSense()
    sense.temperature = 0.4
    for seed in (5, 8):
        deal = played(GAME.deal(rules, 0, seed=seed), 19, seed)
        assert deal.turn is not None
        view = deal.view(deal.turn)
        one, other = [seat for seat in range(3) if seat != deal.turn]
        chances: dict[int, float] = {}
        for held in combinations(cards_of(view.unseen), view.counts[one]):
            hands = [0, 0, 0]
            hands[deal.turn], hands[one] = view.hand, hand_of(held)
            hands[other] = view.unseen & ~hands[one]
            dealt, _ = sense.as_dealt(view, hands, [], Dice(1))
            world = GAME.lay_out(rules, 0, dealt, [], view.standing)
            surprise = sense.replay(world, view, explain=True)
            if surprise < inf and not any(view.cannot[s] & hands[s] for s in (one, other)):
                chances[hands[one]] = exp(-surprise)
        whole = sum(chances.values())
        assert len(chances) > 5
        found = dict.fromkeys(chances, 0)
        times = 3_000
        first = Worlds(view, 1).draw()
        start, _ = sense.as_dealt(view, first.hands, [], Dice(1))
        laid = GAME.lay_out(rules, 0, start, [], view.standing)
        for settled in sense.settle(laid, view, first.hands, list(view.cannot), times, 77):
            found[settled[one]] += 1
        for held_there, chance in chances.items():
            assert found[held_there] / times == pytest.approx(chance / whole, abs=0.05)


def over(rules_changes: dict[str, object], standing: Standing | None = None) -> Deal:
    deal = GAME.deal(GAME.rules(**rules_changes), seed=11, standing=standing)
    return played(deal, 300, 2)


def test_a_deal_is_worth_the_cards_of_the_others_less_the_own() -> None:
    deal = over({})
    left = deal.result()["left"]
    for seat in range(4):
        bonus = SENSE.won_deal if seat == deal.winners()[0] else 0.0
        mean = sum(left[other] for other in range(4) if other != seat) / 3
        assert SENSE.value(deal, seat) == pytest.approx(mean - left[seat] + bonus)


def test_pips_and_chips_are_worth_what_they_pay() -> None:
    deal = over({"unit": "pips"})
    score = deal.result()["score"]
    loser = score.index(max(score))
    assert SENSE.value(deal, loser) == pytest.approx((sum(score) - score[loser]) / 3 - score[loser])
    chips = over({"must_play": "fined", "scoring": "chips"})
    assert [SENSE.value(chips, seat) for seat in range(4)] == chips.result()["score"]


def test_without_scoring_a_deal_won_is_all_and_places_break_ties() -> None:
    deal = over({"scoring": "none", "end": "play_on"})
    order = deal.result()["order"]
    values = [SENSE.value(deal, seat) for seat in order]
    assert values[0] == 100
    assert values == sorted(values, reverse=True)
    assert len(set(values)) == len(order) == 3
    assert max(values[1:]) < 5


def test_a_deal_that_ends_the_match_is_worth_the_match() -> None:
    """V13: somebody reaches the target, and the lowest total wins, whoever won the deal."""
    near = Standing(dealer=0, totals=(0, 60, 60, 99), wins=(0, 0, 0, 0))
    far = Standing(dealer=0, totals=(0, 0, 0, 0), wins=(0, 0, 0, 0))
    ended, plain = over({}, near), over({}, far)
    assert ended.hands[3]
    for seat in range(4):
        more = SENSE.value(ended, seat) - SENSE.value(plain, seat)
        assert more == pytest.approx(25 * ((seat == 0) - 0.25))


def test_nobody_passes_himself_out() -> None:
    """With no pass left, the next one lays all cards (V16): any card is better."""
    rules = GAME.rules("shichinarabe", players=3)
    deal = GAME.deal(rules, seed=1)
    passed = [0, 0, 0]
    while deal.turn is not None:
        seat, moves = deal.turn, deal.moves()
        if passed[seat] == 3 and len(moves) > 1:
            assert format_move(SENSE.pick(deal)) != "pass"
            return
        move = parse_move("pass") if parse_move("pass") in moves else moves[0]
        passed[seat] += move == parse_move("pass")
        deal.play(move)
    pytest.fail("nobody had passed three times")


def test_the_public_strategy_opens_the_longest_way_to_an_own_card() -> None:
    distance = STRATEGIES["distance"]
    for deal in spread("sevens", 60, seed=9):
        while deal.turn is not None:
            view = deal.view(deal.turn)
            move = distance(view)
            assert move in view.moves
            deal.play(move)
    rest = "2h 3h 4h 5h 6h 8h 9h 10h Jh Qh Kh Ah 2d 3d 4d 5d 6d 8d 9d 10d Jd Qd Kd"
    others = "7s 6s 5s 4s 3s 8s 9s 10s Js Qs Ks As 2c 3c 4c 5c 6c 7c 8c 9c 10c Jc Qc Kc Ac Ad"
    deal = GAME.deal(GAME.rules(players=2), 1, hands=[f"7h 7d 2s {rest}", others])
    assert format_move(distance(deal.view(0))) == "7h"


def test_what_an_eliminated_seat_laid_waits_for_nobody() -> None:
    """V15: the row reaches through the cards laid, so that they free no other's card."""
    sense = SevensSense()
    sense.weights = [0.0, 1.0, 0.0, 1.0, 0.0, 0.0, 0.0, *[0.0] * 7]
    looked_at = 0
    for seed in range(40):
        deal = GAME.deal(GAME.rules("shichinarabe", pass_limit=1), 0, seed=seed)
        while deal.turn is not None:
            view = deal.view(deal.turn)
            loose = cast("SevensDeal", deal).loose
            if loose and len(view.moves) > 1:
                opens = cast("SevensDeal", deal).opens
                for move, worth in zip(*sense.weigh(deal), strict=True):
                    behind, card = 0, move
                    while card < 52 and opens[card]:
                        behind |= opens[card]
                        card = opens[card].bit_length() - 1
                    strangers = (behind & view.unseen).bit_count()
                    if move < 52 and not behind & view.hand:
                        assert worth == strangers
                        looked_at += bool(behind & loose)
            moves = deal.moves()
            deal.play(moves[(seed + len(deal.log)) % len(moves)])
    assert looked_at
