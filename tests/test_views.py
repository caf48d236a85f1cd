"""A view tells what its seat may know, and no more; what it concludes is true."""

from __future__ import annotations

import dataclasses
from typing import TYPE_CHECKING, Any, cast

import pytest
from engine_tools import spread, text

from seven_games.engine import GAMES, DealError, Rules, Standing, View, deduce, format_move
from seven_games.engine import parse_card, parse_hand, parse_move
from seven_games.engine.cards import cards_of, hand_of
from seven_games.engine.game import Dice

if TYPE_CHECKING:
    from collections.abc import Sequence

    from seven_games.engine import Deal


def bits(cards: str) -> int:
    """A hand from text."""
    return hand_of(parse_hand(cards))


def places(view: Any) -> int:
    """How many of the unseen cards lie in no hand."""
    return int(view.stock) if view.game == "sedma" else 0


def play(deal: Deal, moves: str) -> None:
    """Play moves written with commas between them."""
    for move in moves.split(","):
        deal.play(parse_move(move))


def announced(deal: Deal) -> object:
    """What is said aloud and is not in the list of moves.

    In Semerik the cards of a declaration, in Sedma that the leader is asked to go on.
    """
    view: Any = deal.view(None)
    return getattr(view, "shown", None), getattr(view, "asked", None)


def swapped(name: str, deal: Deal, seat: int | None, dice: Dice, cards: int) -> Deal | None:
    """The same moves over hands and stock in which some cards unseen by a seat change places.

    None where the moves so far would not have been legal, or would have told something else.
    """
    unseen = cards_of(deal.view(seat).unseen)
    chosen = dice.shuffled(unseen)[:cards]
    changed = dict(zip(chosen, dice.shuffled(chosen), strict=True))
    hands = [[changed.get(card, card) for card in cards_of(hand)] for hand in deal.dealt]
    stock = [changed.get(card, card) for card in deal.stock]
    other = GAMES[name].deal(
        deal.rules, deal.dealer, hands=hands, stock=stock, standing=deal.standing
    )
    for turn, move in deal.log:
        if other.turn != turn or move not in other.moves():
            return None
        other.play(move)
    if other.turn != deal.turn or announced(other) != announced(deal):
        return None
    return other if (other.hands, other.stock) != (deal.hands, deal.stock) else None


def points(name: str, deals: int, seed: int) -> list[tuple[Deal, Dice]]:
    """Deals at random points, none of them over."""
    found = []
    for number, deal in enumerate(spread(name, deals, seed)):
        dice = Dice(number * 977 + seed)
        for _ in range(dice.below(60 if name == "sevens" else 36)):
            before = deal.copy()
            moves = deal.moves()
            deal.play(moves[dice.below(len(moves))])
            if deal.turn is None:
                found.append((before, dice))
                break
        else:
            found.append((deal, dice))
    return [(deal, dice) for deal, dice in found if deal.turn is not None]


@pytest.mark.parametrize("name", GAMES)
def test_what_a_seat_cannot_see_changes_nothing_for_it(name: str) -> None:
    compared = 0
    for deal, dice in points(name, 500, seed=1):
        viewers: list[int | None] = [None, *range(deal.players)]
        for seat in viewers:
            for cards in (2, 3, 6, 60):
                other = swapped(name, deal, seat, dice, cards)
                if other is None:
                    continue
                compared += 1
                assert other.view(seat) == deal.view(seat)
                assert other.view(None) == deal.view(None)
                assert repr(other.view(seat)) == repr(deal.view(seat))
                if seat == deal.turn:
                    assert other.moves() == deal.moves()
    assert compared > 2000, "enough other worlds were possible"


@pytest.mark.parametrize("name", GAMES)
def test_whoever_moves_has_the_moves(name: str) -> None:
    for deal, _ in points(name, 150, seed=2):
        for seat in [None, *range(deal.players)]:
            view = deal.view(seat)
            assert view.moves == (tuple(deal.moves()) if seat == deal.turn else ())
            assert view.hand == (0 if seat is None else deal.hands[seat])
            assert view.turn == deal.turn
            assert not view.over
            assert view.counts == tuple(hand.bit_count() for hand in deal.hands)


# Nothing is in a view that could hold a hidden card

PLAIN = {
    "rules",
    "seat",
    "dealer",
    "turn",
    "hand",
    "counts",
    "moves",
    "log",
    "must",
    "cannot",
    "unseen",
    "standing",
    "hands",
    "result",
}
PUBLIC = {
    "sevens": {"next", "table", "loose", "jokers", "passes", "out", "eliminated"},
    "sedma": {
        "trick",
        "last_trick",
        "last_taker",
        "leader",
        "taking",
        "asked",
        "beaters",
        "points",
        "tricks",
        "pile",
        "stock",
    },
    "semerik": {
        "trick",
        "last_trick",
        "last_taker",
        "leader",
        "taking",
        "must_beat",
        "shown",
        "points",
        "counters",
        "aces",
        "tricks",
    },
}


@pytest.mark.parametrize("name", GAMES)
def test_every_field_is_one_that_was_looked_at(name: str) -> None:
    """A new field of a view must be shown here to be public."""
    view = GAMES[name].deal(GAMES[name].rules(), seed=1).view(0)
    assert {field.name for field in dataclasses.fields(view)} == PLAIN | PUBLIC[name]
    assert set(getattr(view, "__dict__", {})) <= PLAIN | PUBLIC[name]
    with pytest.raises(dataclasses.FrozenInstanceError):
        view.hand = 0  # type: ignore[misc]


def inside(value: object) -> list[object]:
    """A value and all that it is made of."""
    parts: list[object] = [value]
    if isinstance(value, list | tuple):
        for item in value:
            parts += inside(item)
    elif isinstance(value, dict):
        for key, item in value.items():
            parts += inside(key) + inside(item)
    elif dataclasses.is_dataclass(value):
        for field in dataclasses.fields(value):
            parts += inside(getattr(value, field.name))
    return parts


@pytest.mark.parametrize("name", GAMES)
def test_no_hidden_card_before_the_deal_is_over(name: str) -> None:
    for deal, _ in points(name, 150, seed=3):
        for seat in [None, *range(deal.players)]:
            view = deal.view(seat)
            assert view.hands is None
            assert view.result is None
            hidden = [hand for s, hand in enumerate(deal.hands) if s != seat and hand]
            # Plain values and public dataclasses only: no deal, no function, no list to change.
            for part in inside(view):
                assert part is None or isinstance(
                    part, int | str | tuple | View | Rules | Standing
                ) or dataclasses.is_dataclass(part)
            public: Any = view
            known = public_cards(name, public)
            own = 0 if seat is None else deal.hands[seat]
            assert known & ~own & view.unseen & ~sum_of(view.must) == 0
            for hand in hidden:
                assert hand & ~view.unseen == 0, "another's card is unseen"
            # A whole hand of another seat, as a number, stands nowhere but where it was shown
            # card by card, or is all that is left unseen, or a seat can hold only that.
            concluded = {view.unseen, *view.must, *view.cannot}
            numbers = [part for part in inside(dataclasses.astuple(view)) if isinstance(part, int)]
            for hand in hidden:
                if hand.bit_count() > 2 and hand not in concluded:
                    assert hand not in numbers


def public_cards(name: str, view: Any) -> int:
    """Every card that a view names outside the viewer's hand and the conclusions."""
    named = 0
    if name == "sevens":
        places_held = sum(1 << place for place in view.jokers if place >= 0)
        for _, laid in view.eliminated:
            named |= laid
        return named | int(view.table & ~places_held)
    for _, card in (*view.trick, *view.last_trick):
        named |= 1 << card
    if name == "semerik":
        for shown in view.shown:
            named |= shown.cards
    return named


def sum_of(hands: Sequence[int]) -> int:
    together = 0
    for hand in hands:
        together |= hand
    return together


@pytest.mark.parametrize("name", GAMES)
def test_when_it_is_over_all_is_shown(name: str) -> None:
    for number, deal in enumerate(spread(name, 40, seed=5)):
        dice = Dice(number)
        while deal.turn is not None:
            moves = deal.moves()
            deal.play(moves[dice.below(len(moves))])
        for seat in [None, *range(deal.players)]:
            view = deal.view(seat)
            assert view.over
            assert view.hands == tuple(deal.hands)
            assert view.result == deal.result()
            assert view.moves == ()


@pytest.mark.parametrize("seat", [-1, 4, 10])
def test_no_such_seat(seat: int) -> None:
    deal = GAMES["sevens"].deal(GAMES["sevens"].rules(), seed=1)
    with pytest.raises(DealError):
        deal.view(seat)


# What is concluded is true


@pytest.mark.parametrize("name", GAMES)
def test_conclusions_are_true_of_the_real_deal(name: str) -> None:
    for number, deal in enumerate(spread(name, 450, seed=6)):
        dice = Dice(number)
        while deal.turn is not None:
            for seat in [None, *range(deal.players)]:
                view = deal.view(seat)
                where = (deal.rules, deal.log)
                check_conclusions(deal, view.must, view.cannot, where)
                must, cannot = deduce(view, places(view))
                check_conclusions(deal, must, cannot, where)
                for s in range(deal.players):
                    assert view.must[s] & ~must[s] == 0, "counting forgets nothing"
                    assert view.cannot[s] & ~cannot[s] == 0
            moves = deal.moves()
            deal.play(moves[dice.below(len(moves))])


def check_conclusions(
    deal: Deal, must: Sequence[int], cannot: Sequence[int], where: object
) -> None:
    for seat, hand in enumerate(deal.hands):
        assert must[seat] & ~hand == 0, where
        assert cannot[seat] & hand == 0, where


# By name: Sevens


def sevens_deal(rules: Rules, seat_0: str, seat_1: str) -> Deal:
    """Two seats, seat 0 leads; the rest of the pack goes round."""
    rest = [c for c in range(52) if c not in parse_hand(f"{seat_0} {seat_1}")]
    first, second = parse_hand(seat_0), parse_hand(seat_1)
    missing = 26 - len(first)
    return GAMES["sevens"].deal(
        rules, 1, hands=[first + rest[:missing], second + rest[missing:]]
    )


def test_a_pass_under_enforced_lacks_all_that_fitted() -> None:
    # Seat 1 has none of 6s 8s and no other seven.
    rules = GAMES["sevens"].rules(players=2)
    deal = sevens_deal(rules, "7s 7h 7d 7c 6s 8s", "2c 3c 4c 5c 6c 8c 9c 10c")
    play(deal, "7s,pass")
    assert text(deal.view(0).cannot[1]) == {"7h", "7d", "7c", "6s", "8s"}
    assert deal.view(0).must == (0, 0)
    assert deal.view(1).cannot == deal.view(None).cannot == deal.view(0).cannot
    assert deal.view(0).cannot[0] == 0
    # A card played instead of another says nothing of the other.
    play(deal, "8s")
    assert deal.view(1).cannot[0] == 0


@pytest.mark.parametrize("must_play", ["fined", "optional"])
def test_a_pass_of_free_will_says_nothing(must_play: str) -> None:
    rules = GAMES["sevens"].rules(players=2, must_play=must_play)
    deal = sevens_deal(rules, "7s 6s 8s", "7h 7d 7c")
    play(deal, "7s,pass,pass")
    assert deal.view(None).cannot == (0, 0)
    # The circuit is full: now a pass tells as much as an enforced one.
    with pytest.raises(ValueError, match="in a row"):
        play(deal, "pass")
    play(deal, "7h,pass,pass,8s")
    assert deal.view(None).cannot == (0, 0)


def test_a_pass_in_a_full_circuit_lacks_all_that_fitted() -> None:
    rules = GAMES["sevens"].rules(players=2, must_play="optional")
    deal = sevens_deal(rules, "7s 7h 7d 7c 6s 8s", "2c 3c 4c 5c 6c 8c 9c 10c")
    play(deal, "pass,pass,7s,pass,pass")
    # Two passes in a row: seat 1 may pass only with nothing.
    play(deal, "pass")
    assert text(deal.view(0).cannot[1]) == {"7h", "7d", "7c", "6s", "8s"}


def test_a_laid_joker_tells_who_does_not_hold_the_card() -> None:
    rules = GAMES["sevens"].rules(players=2, jokers=1)
    pack = [*range(52), parse_card("Jo1")]
    first = [*parse_hand("7s 8h Jo1 6c"), *[c for c in range(52) if c // 13 == 2]]
    first += [c for c in pack if c not in first and c != parse_card("8s")][: 27 - len(first)]
    deal = GAMES["sevens"].deal(rules, 1, hands=[first, [c for c in pack if c not in first]])
    play(deal, "7s")
    seat_1 = format_move(deal.moves()[0])
    play(deal, seat_1)
    play(deal, "Jo1=8s")
    assert deal.turn == 1
    assert deal.moves() == [parse_card("8s")], "the real card must be laid at once"
    play(deal, "8s")
    assert deal.view(0).must[1] == bits("Jo1"), "he has taken the joker up before all"


# By name: Sedma


def test_a_leader_who_was_not_asked_holds_nothing_to_go_on_with() -> None:
    # The stock is gone when the last four cards are played.
    rules = GAMES["sedma"].rules(players=4)
    hands = ["9s Ks Kh 8c", "9h Qs Qh Qd", "9d Js Jh Jd", "9c 8s 8h 8d"]
    stock = "10s 10h 10d 10c As Ah Ad Ac Kd Kc Qc Jc 7s 7h 7d 7c"
    deal = GAMES["sedma"].deal(rules, 3, hands=hands, stock=stock)
    play(deal, "Ks,Qs,Js,8s")
    assert cast("Any", deal.view(None)).stock == 12
    play(deal, "Kh,Qh,Jh,8h,8c,Qd,Jd,8d")
    # Seat 3 beat with the 8d? Kings were led, so only kings and sevens beat.
    assert deal.view(None).log[-1][0] == 3


def test_not_asked_with_the_stock_gone() -> None:
    rules = GAMES["sedma"].rules(players=2)
    deal = last_tricks(rules)
    assert cast("Any", deal.view(None)).stock == 0
    leader = deal.turn
    assert leader is not None
    view = deal.view(None)
    assert view.cannot == (0, 0), "what was drawn is unknown"
    # He leads a card that the other beats, and holds nothing for it.
    hand, other = text(deal.hands[leader]), text(deal.hands[1 - leader])
    assert (hand, other) == ({"Kc", "Ks", "8h", "8d"}, {"Kh", "Kd", "Qc", "7h"})
    play(deal, "8h,7h")
    assert text(deal.view(None).cannot[leader]) == set() or deal.turn == leader


def last_tricks(rules: Rules) -> Deal:
    """Two seats with four cards each and no stock; seat 0 leads."""
    hands = ["9s 9h 10s 10h", "As Ah Js Jh"]
    stock = "9d Ad 9c Ac 10d Jd 10c Jc Qs Qh 8s 8c Qd 7s 7d 7c Kc Kh Ks Kd 8h Qc 8d 7h"
    deal = GAMES["sedma"].deal(rules, 1, hands=hands, stock=stock)
    while cast("Any", deal.view(None)).stock:
        moves = [format_move(move) for move in deal.moves()]
        late = {"Kc", "Ks", "8h", "8d", "Kh", "Kd", "Qc", "7h"}
        early = [move for move in moves if move not in late]
        play(deal, "stop" if "stop" in early else early[0])
    return deal
