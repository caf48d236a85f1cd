"""Card sense for Sedma: the fast paths do as the plain ones, ends are exact, values are right."""

from __future__ import annotations

import random
from dataclasses import replace
from typing import TYPE_CHECKING, cast

import pytest
from small_deals import best_with_open_cards

from seven_games.bots.public.sedma import STRATEGIES
from seven_games.bots.search import Budget, Search
from seven_games.bots.sedma import LAST_CARDS, SedmaSense
from seven_games.bots.sense import Sense
from seven_games.bots.worlds import Worlds
from seven_games.engine import GAMES
from seven_games.engine.cards import STOP, cards_of, count, parse_hand
from seven_games.engine.game import Standing

if TYPE_CHECKING:
    from collections.abc import Iterator

    from seven_games.engine.sedma import SedmaDeal, SedmaView

GAME = GAMES["sedma"]


def spread(deals: int, *, sides: int = 0) -> Iterator[SedmaDeal]:
    """Deals over presets, players, wild ranks and standings; of two sides alone where asked."""
    rng = random.Random(deals)
    for number in range(deals):
        rules = GAME.rules(
            rng.choice(list(GAME.presets)),
            players=rng.choice((2, 4) if sides == 2 else (2, 3, 4)),
            wild=rng.choice(("7", "7_8")),
        )
        totals = tuple(rng.randrange(5) for _ in range(GAME.sides(rules)))
        standing = Standing(dealer=0, totals=totals)
        yield cast("SedmaDeal", GAME.deal(rules, 0, seed=number, standing=standing))


def test_the_fast_paths_do_as_the_plain_ones() -> None:
    sense, rng = SedmaSense(), random.Random(1)
    for number, deal in enumerate(spread(40)):
        fast, plain = deal.copy(), deal.copy()
        assert sense.play_out(fast, number + 5) == Sense.play_out(sense, plain, number + 5)
        assert (fast.points, fast.tricks) == (plain.points, plain.tricks)
        while deal.turn is not None:
            assert sense.pick(deal) == Sense.pick(sense, deal)
            for move in deal.moves():
                plain_surprise = Sense.surprise(sense, deal, move)
                assert sense.surprise(deal, move) == pytest.approx(plain_surprise)
            deal.push(rng.choice(deal.moves()))


def test_a_deal_knows_which_cards_are_left() -> None:
    rng = random.Random(2)
    for deal in spread(20):
        while deal.turn is not None:
            left = sum(deal.hands) + sum(1 << card for card in deal.stock[deal.drawn :])
            assert deal.left == left
            deal.push(rng.choice(deal.moves()))


def test_an_end_is_solved_as_by_brute_force() -> None:
    sense, rng = SedmaSense(), random.Random(3)
    solved = 0
    for deal in spread(120, sides=2):
        while deal.turn is not None:
            cards = sum(count(hand) for hand in deal.hands)
            assert sense.ends(deal) == (cards <= LAST_CARDS and not deal.in_stock())
            if sense.ends(deal) and cards <= 5:
                for seat in (0, 1):
                    expected = best_with_open_cards(deal, seat, sense)
                    assert sense.solve(deal, seat) == pytest.approx(expected), deal.rules
                solved += 1
            deal.push(rng.choice(deal.moves()))
    assert solved > 100


def test_cards_of_a_rank_are_worth_the_same() -> None:
    """Suits mean nothing (2.1), so that one of them is tried for all."""
    sense, rng = SedmaSense(), random.Random(6)
    pairs = 0
    for deal in spread(150, sides=2):
        while deal.turn is not None:
            seat = deal.turn
            worths: dict[int, float] = {}
            small = sum(map(count, deal.hands)) <= 6 and not deal.in_stock()
            for move in deal.moves() if small else ():
                after = deal.copy()
                after.push(move)
                worth = best_with_open_cards(after, seat, sense)
                pairs += sense.alike(move) in worths
                assert worth == pytest.approx(worths.setdefault(sense.alike(move), worth))
            deal.push(rng.choice(deal.moves()))
    assert pairs > 50


def test_a_search_tells_no_difference_between_cards_of_a_rank() -> None:
    alike = nothing_else = 0
    for deal in spread(12):
        while deal.turn is not None:
            view = deal.view(deal.turn)
            found = Search(view, Budget(worlds=4, candidates=1, whole=True)).run().judged()
            figures = {(one.move % 13 if one.move != STOP else STOP): one for one in found}
            for one in found:
                same = figures[one.move % 13 if one.move != STOP else STOP]
                assert replace(one, move=0) == replace(same, move=0)
                alike += one != same
                assert one.worlds or len(found) == 1
            nothing_else += len(figures) == 1 < len(found)
            deal.play(view.moves[0])
    assert alike > 20
    assert nothing_else


def finished(totals: tuple[int, ...], points: list[int], tricks: list[int]) -> SedmaDeal:
    players = 3 if len(totals) == 3 else 2
    rules = GAME.rules(players=players)
    deal = cast("SedmaDeal", GAME.deal(rules, 0, seed=1, standing=Standing(0, totals)))
    deal.points, deal.tricks, deal.at, deal.last_taker = points, tricks, -1, 0
    return deal


def test_far_from_the_target_a_game_point_counts_what_it_is() -> None:
    sense = SedmaSense()
    assert sense.value(finished((0, 0), [50, 40], [4, 4]), 0) == pytest.approx(1, abs=0.1)
    assert sense.value(finished((0, 0), [50, 40], [4, 4]), 1) == pytest.approx(-1, abs=0.1)
    assert sense.value(finished((0, 0), [90, 0], [4, 4]), 0) > 1.5


def test_near_the_target_nothing_is_worth_more_than_winning_the_match() -> None:
    """At 4 of 5 one game point is enough: every trick brings no more than most points do."""
    sense = SedmaSense()
    one = sense.value(finished((4, 3), [50, 40], [4, 4]), 0)
    three = sense.value(finished((4, 3), [90, 0], [8, 0]), 0)
    assert three - one < 0.1
    # The other side wins the match by two game points, and not by one.
    ahead = sense.value(finished((4, 3), [0, 90], [1, 7]), 1)
    level = sense.value(finished((4, 3), [40, 50], [4, 4]), 1)
    assert ahead - level > 0.9


def test_card_points_break_ties() -> None:
    sense = SedmaSense()
    more = sense.value(finished((0, 0), [60, 30], [4, 4]), 0)
    assert 0 < more - sense.value(finished((0, 0), [50, 40], [4, 4]), 0) < 0.1


def test_of_three_who_is_level_with_all_has_won_nothing() -> None:
    sense = SedmaSense()
    assert sense.value(finished((0, 0, 0), [30, 30, 30], [3, 3, 4]), 0) == pytest.approx(0)
    assert sense.value(finished((0, 0, 0), [50, 20, 20], [3, 3, 4]), 0) > 0.9


def test_worlds_are_not_refuted_by_who_was_asked_to_go_on() -> None:
    """One draw in ten at least agrees with the play, over all presets, to the last trick."""
    sense, rng = SedmaSense(), random.Random(4)
    draws = tried = 0
    for deal in spread(24):
        while deal.turn is not None:
            if rng.random() < 0.15:
                worlds = Worlds(deal.view(deal.turn), 1)
                place = worlds._place

                def counted() -> tuple[list[int], list[int]]:
                    nonlocal tried
                    tried += 1
                    return place()  # noqa: B023 - called before the next one is made

                worlds._place = counted  # type: ignore[method-assign]
                for _ in range(4):
                    worlds.draw()
                draws += 4
            rare = rng.random() < 0.15
            deal.play(rng.choice(deal.moves()) if rare else sense.pick(deal))
    assert draws > 300
    assert tried < 10 * draws


def view_of(hands: list[str], moves: str = "") -> SedmaView:
    rules = GAME.rules()
    given = [card for hand in hands for card in parse_hand(hand)]
    stock = [card for card in cards_of(GAME.pack(rules)) if card not in given]
    deal = GAME.deal(rules, 1, hands=hands, stock=stock)
    for card in parse_hand(moves):
        deal.play(card)
    return cast("SedmaView", deal.view(deal.turn))


def test_who_takes_whenever_he_can_beats_an_empty_trick_with_the_cheapest_card() -> None:
    view = view_of(["9s 8s Ks Qs", "7h 9h Jh Ah"], "9s")
    assert STRATEGIES["take"](view) == parse_hand("9h")[0]
    view = view_of(["9s 8s Ks Qs", "7h 8h Jh Ah"], "9s")
    assert STRATEGIES["take"](view) == parse_hand("7h")[0]
    view = view_of(["9s 7s Ks Qs", "7h 8h Jh Ah"], "9s 7h")
    assert STRATEGIES["take"](view) == parse_hand("7s")[0]


def test_who_keeps_sevens_plays_none_while_there_is_a_stock() -> None:
    view = view_of(["9s 8s Ks Qs", "7h 8h Jh Ah"], "9s")
    assert STRATEGIES["keep"](view) in parse_hand("8h Jh")
    view = view_of(["9s 7s Ks Qs", "7h 8h Jh Ah"], "9s 7h")
    assert STRATEGIES["keep"](view) == STOP
    view = view_of(["9s 7s Ks Qs", "7h 9h Jh Ah"], "9s")
    assert STRATEGIES["keep"](view) == parse_hand("9h")[0]
