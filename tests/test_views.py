"""A view tells what its seat may know, and no more; what it concludes is true."""

from __future__ import annotations

import dataclasses
from typing import TYPE_CHECKING, Any, cast

import pytest
from engine_tools import spread, swapped, text

from seven_games.bots import LEVELS, make_bot
from seven_games.bots.bot import BUDGETS, Bot, Searching
from seven_games.bots.search import Budget
from seven_games.engine import (
    GAMES,
    DealError,
    Rules,
    Standing,
    View,
    deduce,
    parse_card,
    parse_hand,
    parse_move,
)
from seven_games.engine.cards import cards_of, hand_of
from seven_games.engine.dice import Dice
from seven_games.engine.match import Match
from seven_games.table.table import BotSeat, Event, Person, Table

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


def told(name: str, deal: Deal, seat: int | None) -> list[tuple[Event, View]]:
    """All that a table tells somebody on this seat while the moves of a deal are made."""
    match = Match(GAMES[name], deal.rules, deal.dealer, deal.standing)
    match.next_deal(hands=[cards_of(hand) for hand in deal.dealt], stock=deal.stock)
    people: list[Person | BotSeat] = [Person(str(number)) for number in range(deal.players)]
    table = Table(match, people, Dice(1))
    heard: list[tuple[Event, View]] = []
    table.watch(lambda event, view: heard.append((event, view)), seat)
    for turn, move in deal.log:
        table.play(turn, move)
    return heard


QUICK = [make_bot(level, 5) for level in LEVELS if level not in BUDGETS]
SLOW = [Searching(dict.fromkeys(GAMES, Budget(worlds=2, candidates=2)), 5)]


@pytest.mark.parametrize("name", GAMES)
def test_what_a_seat_cannot_see_changes_nothing_for_it(name: str) -> None:
    """Neither its view, nor what it is told, nor the move of a bot on it: 5,000 views in all."""
    compared = events = moves = searched = 0
    for deal, dice in points(name, 205, seed=1):
        viewers: list[int | None] = [None, *range(deal.players)]
        for seat in viewers:
            view = deal.view(seat)
            chosen: dict[Bot, int] = {}
            for cards in (2, 2, 3, 4):
                other = swapped(name, deal, seat, dice, cards)
                if other is None:
                    continue
                compared += 1
                same = other.view(seat)
                assert same == view
                assert other.view(None) == deal.view(None)
                assert repr(same) == repr(view)
                if compared % 25 == 0:
                    events += 1
                    assert told(name, other, seat) == told(name, deal, seat)
                if seat != deal.turn:
                    continue
                assert other.moves() == deal.moves()
                slow = SLOW if moves % 5 == 0 else []
                moves += 1
                searched += len(slow)
                for bot in [*QUICK, *slow]:
                    if bot not in chosen:
                        chosen[bot] = bot.choose(view)
                    assert bot.choose(same) == chosen[bot]
    assert compared > 1700, "enough other worlds were possible"
    assert min(events, moves, searched) > 60


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
    "dealt",
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
    "sevens": {"next", "table", "loose", "jokers", "passes", "out", "eliminated", "payments"},
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
        "marks",
        "draws",
        "drawn",
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
            # No payment tells who holds what: chips move at the end (1.4).
            assert not getattr(view, "payments", ())
            hidden = [hand for s, hand in enumerate(deal.hands) if s != seat and hand]
            # Plain values and public dataclasses only: no deal, no function, no list to change.
            for part in inside(view):
                assert (
                    part is None
                    or isinstance(part, int | str | tuple | View | Rules | Standing)
                    or dataclasses.is_dataclass(part)
                )
            public: Any = view
            known = public_cards(name, public)
            own = 0 if seat is None else deal.hands[seat]
            assert known & ~own & view.unseen & ~sum_of(view.must) == 0
            for hand in hidden:
                assert hand & ~view.unseen == 0, "another's card is unseen"
            # A whole hand of another seat, as a number, stands nowhere but where it was shown
            # card by card, or is all that is left unseen, or a seat can hold only that.
            concluded = {view.unseen, getattr(view, "next", 0), *view.must, *view.cannot}
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
    return GAMES["sevens"].deal(rules, 1, hands=[first + rest[:missing], second + rest[missing:]])


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


def test_a_laid_joker_tells_who_holds_the_card() -> None:
    rules = GAMES["sevens"].rules(players=3, jokers=1)
    spades = "2s 3s 4s 5s 6s 9s 10s Js Qs Ks As"
    hands = [
        f"7s Jo1 7d 2d 3d 4d 5d {spades}",
        "7h 2h 3h 4h 5h 6h 8h 9h 10h Jh Qh Kh Ah 6d 8d 9d 10d Jd",
        "8s 7c 2c 3c 4c 5c 6c 8c 9c 10c Jc Qc Kc Ac Qd Kd Ad",
    ]
    deal = GAMES["sevens"].deal(rules, 2, hands=hands)
    play(deal, "7s,7h,7c,Jo1=8s")
    assert deal.view(None).cannot == (0, 0, 0)
    play(deal, "8h")
    assert text(deal.view(0).cannot[1]) == {"8s"}, "whoever holds 8s must lay it at once"
    assert deal.moves() == [parse_card("8s")]
    play(deal, "8s")
    assert deal.view(None).must == (0, 0, bits("Jo1")), "he took the joker up before all"
    play(deal, "6s,6h,Jo1=9s")
    assert deal.view(None).must == (0, 0, 0)


# By name: Sedma


def end_of_the_stock(rules: Rules) -> Deal:
    """Twelve tricks that seat 0 leads and wins; then Ks 8h 8d 9c against Kh 7h Qc Qd."""
    first = parse_hand("7s 7d 7c 10s 10h 10d 10c Js Jh Jd Jc 9s Ks 8h 8d 9c")
    second = parse_hand("As Ah Ad Ac 8s 8c 9h 9d Qs Qh Kd Kc Kh 7h Qc Qd")
    pairs = list(zip(first, second, strict=True))
    stock = [card for pair in pairs[4:] for card in pair]
    deal = GAMES["sedma"].deal(rules, 1, hands=[first[:4], second[:4]], stock=stock)
    for led, answer in pairs[:12]:
        deal.play(led)
        deal.play(answer)
        if deal.turn == 0 and cast("Any", deal.view(0)).asked:
            play(deal, "stop")
    assert text(deal.hands[0]) == {"Ks", "8h", "8d", "9c"}
    assert text(deal.hands[1]) == {"Kh", "7h", "Qc", "Qd"}
    return deal


def test_a_sedma_leader_who_was_not_asked_has_nothing_to_go_on_with() -> None:
    deal = end_of_the_stock(GAMES["sedma"].rules(players=2))
    assert deal.view(None).cannot == (0, 0), "he may have drawn anything"
    play(deal, "Ks,Kh")
    assert deal.turn == 1
    kings_and_sevens = "Ks Kh Kd Kc 7s 7h 7d 7c"
    assert deal.view(1).cannot == (bits(kings_and_sevens), 0)
    assert deal.view(None).cannot == deal.view(0).cannot == deal.view(1).cannot
    play(deal, "Qc,9c")
    # His own side was winning, so he was not asked anyway (2.1).
    assert deal.view(None).cannot == (bits(kings_and_sevens), 0)


def test_stopping_tells_nothing_and_with_always_not_being_asked_tells_more() -> None:
    deal = end_of_the_stock(GAMES["sedma"].rules("septica", players=2))
    play(deal, "Ks,Kh,Qc,9c")
    assert cast("Any", deal.view(None)).asked
    before = deal.view(None).cannot
    play(deal, "stop")
    assert deal.view(None).cannot == before
    play(deal, "Qd,8h")
    # He won his own trick and could have gone on with a queen or a seven: he holds 7h.
    assert deal.moves() == [*parse_hand("7h"), parse_move("stop")]
    play(deal, "stop,7h,8d")
    assert deal.turn is None


@pytest.mark.parametrize("wild", ["7", "7_8"])
@pytest.mark.parametrize("players", [2, 3, 4])
def test_sedma_tells_just_that(players: int, wild: str) -> None:
    """At every point of random deals the conclusions are those of the moves, and no others."""
    for preset in GAMES["sedma"].presets:
        rules: Any = GAMES["sedma"].rules(preset, players=players, wild=wild)
        for seed in range(25):
            deal, dice = GAMES["sedma"].deal(rules, seed=seed), Dice(seed)
            sides = 3 if players == 3 else 2
            lacks = [0] * players
            while deal.turn is not None:
                before: Any = deal.view(None)
                moves = deal.moves()
                move = moves[dice.below(len(moves))]
                deal.play(move)
                after: Any = deal.view(None)
                if after.stock < before.stock:
                    lacks = [0] * players
                elif not after.trick and move != parse_move("stop") and deal.turn is not None:
                    other = after.last_taker % sides != before.leader % sides
                    if rules.go_on == "always" or other:
                        lacks[before.leader] |= before.beaters
                assert after.cannot == tuple(lacks)
                assert after.must == (0,) * players


# By name: Semerik


def semerik(follow: str, changes: str = "", **options: object) -> Deal:
    """Each seat holds one suit: spades, hearts, diamonds, clubs; pairs of cards may change seats.

    Seat 0 leads.
    """
    ranks = ["4", "5", "6", "7", "J", "Q", "K", "A", "2", "3"]
    hands = [[rank + suit for rank in ranks] for suit in "shdc"]
    for pair in changes.split():
        one, two = pair.split("-")
        a = next(hand for hand in hands if one in hand)
        b = next(hand for hand in hands if two in hand)
        a[a.index(one)], b[b.index(two)] = two, one
    rules = GAMES["semerik"].rules(follow=follow, **options)
    return GAMES["semerik"].deal(rules, 3, hands=[" ".join(hand) for hand in hands])


SPADES = bits("4s 5s 6s 7s Js Qs Ks As 2s 3s")
OVER_SIX = bits("7s Js Qs Ks As 2s 3s")


@pytest.mark.parametrize(
    ("follow", "lacks"),
    [("beat_or_free", OVER_SIX), ("follow_and_beat", SPADES), ("follow_suit", SPADES)],
)
def test_a_card_of_another_suit(follow: str, lacks: int) -> None:
    deal = semerik(follow)
    play(deal, "6s,4h")
    assert deal.view(0).cannot == (0, lacks, 0, 0)
    play(deal, "4d,4c")
    assert deal.view(0).cannot == (0, lacks, lacks, lacks)
    assert deal.view(0).must == (0, 0, 0, 0)


@pytest.mark.parametrize(
    ("follow", "lacks"),
    [("beat_or_free", OVER_SIX), ("follow_and_beat", OVER_SIX), ("follow_suit", 0)],
)
def test_a_lower_card_of_the_suit(follow: str, lacks: int) -> None:
    deal = semerik(follow, "4s-4h")
    play(deal, "6s,4s")
    assert deal.view(0).cannot == (0, lacks, 0, 0)


@pytest.mark.parametrize("follow", ["beat_or_free", "follow_and_beat", "follow_suit"])
def test_a_card_that_beats_tells_nothing(follow: str) -> None:
    deal = semerik(follow, "Js-Jh")
    play(deal, "6s,Js")
    assert deal.view(0).cannot == (0, 0, 0, 0)
    # What is to be beaten now is the knave; a void is a void all the same.
    play(deal, "4d")
    over_knave = bits("Qs Ks As 2s 3s")
    expected = over_knave if follow == "beat_or_free" else SPADES
    assert deal.view(0).cannot == (0, 0, expected, 0)


def test_a_declared_baba_shows_its_cards_and_what_is_not_joined() -> None:
    # Seat 0: 7s 2s As Ks and, not joined, 4s.
    deal = semerik("beat_or_free", "5s-5h 6s-6h Js-Jd Qs-Qc 3s-3d")
    play(deal, "show baba s")
    view: Any = deal.view(2)
    assert text(view.must[0]) == {"7s", "2s", "As", "Ks"}
    assert text(view.cannot[0]) == {"6s", "Js", "Qs", "3s"}
    assert [(s.seat, s.worth) for s in view.shown] == [(0, 4)]
    assert text(view.shown[0].cards) == {"7s", "2s", "As", "Ks"}
    play(deal, "Ks")
    assert text(deal.view(2).must[0]) == {"7s", "2s", "As"}
    assert text(cast("Any", deal.view(2)).shown[0].cards) == {"7s", "2s", "As", "Ks"}


def test_a_declared_triple_shows_three_and_denies_the_fourth() -> None:
    deal = semerik("beat_or_free", "4s-Qh 5s-Qd")
    play(deal, "show triple Q")
    assert text(deal.view(3).must[0]) == {"Qs", "Qh", "Qd"}
    assert text(deal.view(3).cannot[0]) == {"Qc"}


def test_four_of_a_kind_are_shown_all_four() -> None:
    deal = semerik("beat_or_free", "4s-Qh 5s-Qd 6s-Qc")
    play(deal, "show triple Q")
    assert text(deal.view(3).must[0]) == {"Qs", "Qh", "Qd", "Qc"}
    assert deal.view(3).cannot[0] == 0


# By counting


def test_of_two_seats_each_knows_the_other() -> None:
    deal = GAMES["sevens"].deal(GAMES["sevens"].rules(players=2), seed=5)
    for seat in (0, 1):
        must, cannot = deduce(deal.view(seat))
        assert must[1 - seat] == deal.hands[1 - seat]
        assert must[seat] == 0
        assert cannot[1 - seat] & deal.hands[1 - seat] == 0
    assert deduce(deal.view(None)) == ((0, 0), (0, 0)), "a spectator knows neither"


def test_a_suit_that_only_one_can_hold() -> None:
    deal = semerik("follow_suit")
    play(deal, "6s,4h,4d,4c")
    rest = SPADES ^ bits("6s")
    for seat in (None, 1, 2, 3):
        must, cannot = deduce(deal.view(seat))
        assert must[0] == rest
        # His nine cards are known, so he holds no other.
        assert cannot[0] == deal.view(seat).unseen & ~rest
    assert deduce(deal.view(0))[0] == (0, 0, 0, 0)


def test_a_whole_hand_shown_leaves_no_place() -> None:
    deal = semerik("beat_or_free")
    play(deal, "show baba s")
    must, cannot = deduce(deal.view(1))
    assert must[0] == SPADES
    assert cannot[0] == bits(" ".join(f"{rank}{suit}" for rank in "4567JQKA23" for suit in "dc"))


def test_a_seat_with_as_many_places_as_cards_holds_them_all() -> None:
    """Two seats that lack much, a third that must hold the rest."""
    deal = semerik("follow_suit", "4s-4h")
    play(deal, "6s,4s,4d,4c,7s,5h,5d,5c")
    # Spades: only seat 0 is left with any. Of his nine cards seven are spades, one is 4h.
    must, _ = deduce(deal.view(None))
    assert must[0] == SPADES ^ bits("4s 6s 7s")
    assert text(deal.hands[0]) == {"5s", "Js", "Qs", "Ks", "As", "2s", "3s", "4h"}


def test_with_a_stock_nothing_follows_from_counting_others() -> None:
    deal = GAMES["sedma"].deal(GAMES["sedma"].rules(players=2), seed=5)
    view: Any = deal.view(0)
    assert deduce(view, view.stock) == ((0, 0), (0, 0))
    assert view.stock == 24


def test_what_two_seats_are_known_to_hold_is_not_given_to_a_third() -> None:
    """One conclusion follows from another: seat 1 gets its card, then seat 2 its own."""
    # Seats 1 to 3 hold one card each: 5d, 3c and the 6d that seat 3 has shown.
    deal = GAMES["semerik"].deal(GAMES["semerik"].rules(), 3, seed=0)
    view = deal.view(0)
    unseen = bits("5d 6d 3c")
    late = dataclasses.replace(
        view,
        hand=bits("4s"),
        counts=(1, 1, 1, 1),
        unseen=unseen,
        must=(0, 0, 0, bits("6d")),
        cannot=(0, bits("3c"), 0, bits("5d 3c")),
    )
    must, _ = deduce(late)
    assert [text(hand) for hand in must] == [set(), {"5d"}, {"3c"}, {"6d"}]
