"""Worlds agree with all that was played, tell nothing of the truth, and are as likely each."""

from __future__ import annotations

import dataclasses
import random
from collections import Counter
from math import exp, sqrt
from typing import TYPE_CHECKING, Any

import pytest
from engine_tools import spread, swapped
from small_deals import Small, assigned, replayed, small_deals

import seven_games.bots.worlds
from seven_games.bots.search import Budget, Search
from seven_games.bots.worlds import ImpossibleError, Worlds
from seven_games.engine import GAMES, deduce
from seven_games.engine.cards import cards_of, hand_of, parse_hand, parse_move
from seven_games.engine.dice import Dice

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from seven_games.engine import Deal, View

Arranged = tuple[tuple[int, ...], tuple[int, ...]]
"""Hands as dealt, and the stock."""


def arranged(deal: Deal) -> Arranged:
    return tuple(deal.dealt), tuple(deal.stock)


def stops(name: str, deals: int, seed: int) -> Iterator[Deal]:
    """Deals of every preset and of any options, each at a random point where somebody moves."""
    for number, deal in enumerate(spread(name, deals, seed)):
        dice = Dice(number * 31 + seed)
        for _ in range(dice.below(70 if name == "sevens" else 40)):
            before = deal.copy()
            moves = deal.moves()
            # A declaration or a joker where there is one.
            rare = moves[-1] > parse_move("stop")
            deal.play(moves[-1] if rare else moves[dice.below(len(moves))])
            if deal.turn is None:
                deal = before  # noqa: PLW2901
                break
        if deal.turn is not None:
            yield deal


# What is known of the hands


@pytest.mark.parametrize("name", GAMES)
def test_what_is_known_is_all_that_can_be_said_card_by_card(name: str) -> None:
    """Against every deal that agrees with the play: what all of them have, and what none has."""
    told = 0
    for one in small_deals(name, {"sevens": 20, "sedma": 6, "semerik": 3}[name]):
        view = one.view
        must, cannot = deduce(view, one.places)
        agreeing = one.agreeing()
        # A leader who was asked holds one card at least of several: no single one is said.
        asked = getattr(view, "asked", False) or parse_move("stop") in [m for _, m in view.log]
        for seat in range(one.deal.players):
            if seat == one.seat:
                continue
            always, ever = view.unseen, 0
            for deal in agreeing:
                always &= deal.hands[seat]
                ever |= deal.hands[seat]
            never = view.unseen & ~ever
            assert must[seat] & ~always == 0, one
            assert view.unseen & cannot[seat] & ~never == 0, one
            if not asked:
                assert must[seat] == always, one
                assert view.unseen & cannot[seat] == never, one
                told += 1
    assert told > 50


def test_counting_sees_what_two_seats_share() -> None:
    """Two seats of one card each that can hold but two cards leave none of these to a third."""
    rules = GAMES["sevens"].rules(players=5)
    view = GAMES["sevens"].deal(rules, seed=1).view(0)
    late = dataclasses.replace(
        view,
        counts=(view.counts[0], 1, 1, 1, 1),
        unseen=known("2s 3s 4s 5s"),
        cannot=(0, known("4s 5s"), known("4s 5s"), 0, known("5s")),
    )
    assert deduce(late) == (
        (0, 0, 0, known("5s"), known("4s")),
        (0, known("4s 5s"), known("4s 5s"), known("2s 3s 4s"), known("2s 3s 5s")),
    )


def sevens(options: dict[str, object], hands: Sequence[str], moves: str) -> Deal:
    """A small deal of Sevens that seat 0 begins, and moves played in it."""
    rules = GAMES["sevens"].rules("international", **options)
    dealt = [hand_of(parse_hand(hand)) for hand in hands]
    start = GAMES["sevens"].start(rules, rules.players - 1)
    deal = GAMES["sevens"].lay_out(rules, rules.players - 1, dealt, [], start)
    for move in moves.split(",") if moves else []:
        deal.play(parse_move(move))
    return deal


def known(cards: str) -> int:
    return hand_of(parse_hand(cards))


def test_whoever_is_to_open_holds_the_card() -> None:
    """The holder of the named seven opens, wherever he sits (1.2)."""
    deal = sevens({"players": 3, "start": "7h"}, ["7s 6s", "7h 6h", "8s 8h"], "")
    assert deal.view(None).must == (0, known("7h"), 0)
    deal.play(parse_move("7h"))
    assert deal.view(None).must == (0, 0, 0)


def test_a_pass_shows_that_no_joker_is_held() -> None:
    """A joker fits wherever a card does, so that whoever must play has none (1.5)."""
    hands = ["7s 7h 7d", "Ks Kh Kd", "9s 9h Jo1"]
    deal = sevens({"players": 3, "jokers": 1}, hands, "7s,pass")
    assert deal.view(None).cannot[1] & known("Jo1 Jo2") == known("Jo1 Jo2")
    assert deduce(Small("sevens", deal, 0).view)[0][2] == known("Jo1")


def test_a_pass_with_one_card_may_be_a_joker() -> None:
    """A joker may not be a hand's last card (1.5): his last card may well be one."""
    hands = ["7s 8s 9s 10s", "7h Jo1", "Kh Kd"]
    deal = sevens({"players": 3, "jokers": 1}, hands, "7s,7h,pass,8s,pass")
    assert deal.hands[1] == known("Jo1")
    assert deal.view(None).cannot[1] & known("Jo1") == 0


def test_whoever_takes_up_a_joker_holds_it_though_he_had_none() -> None:
    """The joker goes to the seat that lays the real card (1.5)."""
    hands = ["7s Jo1 7h", "9s Kh Kd", "8s Qh Qd"]
    deal = sevens({"players": 3, "jokers": 1}, hands, "7s,pass,8s,Jo1=9s")
    assert deal.view(None).cannot[1] & known("Jo1") == known("Jo1")
    deal.play(parse_move("9s"))
    assert deal.view(None).must == (0, known("Jo1"), 0)
    assert deal.view(None).cannot[1] & known("Jo1") == 0


# Possible


@pytest.mark.parametrize("name", GAMES)
def test_in_every_world_all_could_have_been_played(name: str) -> None:
    for number, deal in enumerate(stops(name, 90, seed=11)):
        seats = [None, *range(deal.players)]
        for seat in (seats[number % len(seats)], deal.turn):
            view = deal.view(seat)
            worlds = Worlds(view, seed=number)
            for world in (worlds.draw(), *worlds.gather(1, 2)):
                again = GAMES[name].deal(
                    deal.rules,
                    deal.dealer,
                    hands=[cards_of(hand) for hand in world.dealt],
                    stock=world.stock,
                    standing=deal.standing,
                )
                for turn, move in deal.log:
                    assert again.turn == turn
                    again.play(move)
                assert again.view(seat) == view
                # The world stands where this leads.
                assert world.turn == view.turn
                assert (world.hands, world.moves()) == (again.hands, again.moves())
                assert (world.must, world.cannot) == (view.must, view.cannot)
                world.playout(1)
                again.playout(1)
                assert world.result() == again.result()


def test_no_world_agrees_with_what_cannot_be() -> None:
    view = GAMES["semerik"].deal(GAMES["semerik"].rules(), seed=4).view(0)
    with pytest.raises(ImpossibleError):
        Worlds(dataclasses.replace(view, cannot=(0, view.unseen, 0, 0)), seed=1)


# Blind


@pytest.mark.parametrize("name", GAMES)
def test_worlds_tell_nothing_of_the_truth(name: str) -> None:
    """The same view and seed give the same worlds, whatever the cards are that nobody shows."""
    compared = 0
    deals = {"sevens": 50, "sedma": 50, "semerik": 20}[name]
    for number, deal in enumerate(stops(name, deals, seed=13)):
        dice = Dice(number)
        for seat in (deal.turn, None):
            others = [swapped(name, deal, seat, dice, cards) for cards in (2, 3, 4)]
            found = {drawn(deal.view(seat), number)}
            found |= {drawn(other.view(seat), number) for other in others if other is not None}
            compared += sum(other is not None for other in others)
            assert len(found) == 1
    assert compared > 40


def drawn(view: View, seed: int) -> tuple[Arranged, ...]:
    worlds = Worlds(view, seed)
    return tuple(arranged(deal) for deal in (worlds.draw(), *worlds.gather(2, 6)))


# Even


def uneven(draws: Iterable[Arranged], outcomes: Sequence[Arranged]) -> float:
    """How far draws are from all outcomes being as likely, in standard deviations (chi square).

    An outcome that is none of them fails.
    """
    times = Counter(draws)
    assert not times.keys() - set(outcomes), "every world is one that agrees with the play"
    expected = sum(times.values()) / len(outcomes)
    square = sum((times[outcome] - expected) ** 2 / expected for outcome in outcomes)
    free = len(outcomes) - 1
    return (square - free) / sqrt(2 * free)


FAR = 5.5
"""An even draw is so many standard deviations off in less than one case of a million or so."""


def check_even(smalls: Iterable[Small], draws: int = 12, most: int = 130) -> None:
    off: list[float] = []
    for one in smalls:
        outcomes = [arranged(deal) for deal in one.agreeing()]
        if 1 < len(outcomes) <= most:
            worlds = Worlds(one.view, seed=len(off))
            count = max(draws * len(outcomes), 60)
            off.append(uneven((arranged(worlds.draw()) for _ in range(count)), outcomes))
            assert off[-1] < FAR, one
    assert len(off) > 10
    assert sum(off) / sqrt(len(off)) < 4


@pytest.mark.parametrize("name", GAMES)
def test_worlds_are_as_likely_each(name: str) -> None:
    """Against every deal that agrees, hands as dealt and the order of the stock included."""
    check_even(small_deals(name, {"sevens": 8, "sedma": 8, "semerik": 4}[name], seed=1))


def test_worlds_of_sedma_are_as_likely_each_in_more_deals() -> None:
    """Who was asked to go on, who was not and who stopped says when a card was drawn."""
    check_even(small_deals("sedma", 6, seed=5))


@pytest.mark.parametrize("name", GAMES)
def test_worlds_found_by_swaps_are_as_likely_each(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(seven_games.bots.worlds, "MOST_STATES", 1)
    check_even(small_deals(name, {"sevens": 5, "sedma": 5, "semerik": 2}[name], seed=2), most=70)


def test_swaps_reach_a_placing_that_only_a_ring_of_all_leads_to(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Each of five seats can hold one of two cards: there are two placings, a full ring apart."""
    monkeypatch.setattr(seven_games.bots.worlds, "MOST_STATES", 1)
    rules = GAMES["sevens"].rules(players=6)
    cards = parse_hand("2s 3s 4s 5s 6s")
    ring = [0] + [hand_of(cards) & ~(1 << cards[i] | 1 << cards[i - 1]) for i in range(5)]
    view = GAMES["sevens"].deal(rules, seed=1).view(0)
    view = dataclasses.replace(
        view,
        counts=(view.counts[0], 1, 1, 1, 1, 1),
        unseen=hand_of(cards),
        cannot=tuple(ring),
    )
    worlds = Worlds(view, seed=1)
    seen = Counter(tuple(worlds._place()[0][1:]) for _ in range(400))
    assert len(seen) == 2
    assert min(seen.values()) > 20


def test_a_draw_that_is_not_even_is_noticed() -> None:
    """One world in four twice as likely as the others."""
    dice = random.Random(1)
    outcomes: list[Arranged] = [((number,), ()) for number in range(40)]
    weighted = outcomes + outcomes[::4]
    assert uneven((dice.choice(outcomes) for _ in range(480)), outcomes) < FAR
    assert uneven((dice.choice(weighted) for _ in range(480)), outcomes) > FAR / 2


@pytest.mark.parametrize("players", [3, 4, 8])
def test_worlds_where_the_sevens_lie_before_play_are_as_likely_each(players: int) -> None:
    """The sevens that lay there lie in hands that were dealt so many cards; 7d began."""
    game = GAMES["sevens"]
    rules = game.rules("shichinarabe", players=players)
    off = []
    for seed in range(3):
        deal, dice = game.deal(rules, seed=seed), Dice(seed)
        while deal.turn is not None:
            view: Any = deal.view(deal.turn)
            if 3 <= view.unseen.bit_count() <= 4:
                break
            moves = deal.moves()
            deal.play(moves[dice.below(len(moves))])
        if deal.turn is None:
            continue
        view = deal.view(deal.turn)
        outcomes = [
            arranged(other)
            for dealt in assigned(deal, deal.turn)
            for other in [replayed("sevens", deal, dealt, [])]
            if other is not None and other.view(deal.turn) == view
        ]
        worlds = Worlds(view, seed=seed)
        draws = (arranged(worlds.draw()) for _ in range(12 * len(outcomes)))
        if len(outcomes) > 1:
            off.append(uneven(draws, outcomes))
            assert off[-1] < FAR
    assert off


# Weighted


@pytest.mark.parametrize("name", GAMES)
def test_worlds_that_explain_the_play_are_gathered_more_often(name: str) -> None:
    """As often as a player by the rules of thumb would have played so in them."""
    looked_at = 0
    for one in small_deals(name, 1 if name == "semerik" else 2, seed=4):
        view = one.view
        agreeing = one.agreeing()
        if not 6 <= len(agreeing) <= 40:
            continue
        worlds = Worlds(view, seed=1)
        chance = {}
        for deal in agreeing:
            fresh = GAMES[name].lay_out(
                deal.rules, deal.dealer, deal.dealt, deal.stock, deal.standing
            )
            chance[arranged(deal)] = exp(-worlds.sense.replay(fresh, view, explain=True))
        whole = sum(chance.values())
        # Worlds that settle by swaps come by chance, drawn ones at even steps.
        times = 1500 if name == "sevens" else 500
        gathered = Counter(arranged(deal) for deal in worlds.gather(times, 2 * times))
        assert gathered.total() == times
        away = sum(abs(gathered[o] / times - share / whole) for o, share in chance.items()) / 2
        even = sum(abs(1 / len(chance) - share / whole) for share in chance.values()) / 2
        assert away < 0.14, one
        if even > 0.1:
            looked_at += 1
            assert away < 0.7 * even, one
    assert looked_at


# Whatever happens


@pytest.mark.parametrize("name", GAMES)
def test_a_search_ends_with_a_legal_move_wherever_it_begins(name: str) -> None:
    for number, deal in enumerate(stops(name, 40, seed=12)):
        assert deal.turn is not None
        view = deal.view(deal.turn)
        search = Search(view, Budget(worlds=2, candidates=2, whole=True), seed=number).run()
        assert search.best in view.moves
        assert {one.move for one in search.judged()} == set(view.moves)
        for seat in (None, (deal.turn + 1) % deal.players):
            with pytest.raises(ValueError, match="seat to move"):
                Search(deal.view(seat), Budget(worlds=1))
