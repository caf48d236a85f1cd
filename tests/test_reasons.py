"""A reason says what differs between two moves, and nothing that is not so."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any

import pytest
from engine_tools import spread

from seven_games.bots.advice import sedma, semerik, sevens
from seven_games.bots.search import Budget, Judged, Search
from seven_games.engine import GAMES, deduce, format_move
from seven_games.engine.cards import cards_of, format_hand, parse_hand
from seven_games.engine.dice import Dice
from seven_games.engine.refusal import Cards

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

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
    for view, one, other, found in compared(name, 160, seed=2):
        for sentence in (found.idea, found.why):
            for place, value in sentence.places.items():
                if f"{{{place}}}" in sentence.sentence and isinstance(value, Cards):
                    assert value, (view, format_move(one), format_move(other), str(sentence))


# What some kinds promise, read from the view in another way

Claim = tuple[Any, str, str, dict[str, Any]]
"""The view, the two moves in notation, and what the reason names."""


def nearer(claim: Claim, card: int) -> set[int]:
    """The cards of a suit between its seven and a card of it: they come out before."""
    low = claim[0].rules.ace == "low" and claim[0].rules.deck == 52
    row = [*("A23456789" if low else "23456789"), "10", "J", "Q", "K", *("" if low else "A")]
    places = [parse_hand(f"{rank}{'shdc'[card // 13]}")[0] for rank in row]
    seven, place = row.index("7"), places.index(card)
    return set(places[seven:place] if place > seven else places[place + 1 : seven + 1])


def wait_for_the_move(claim: Claim) -> bool:
    view, one, _, named = claim
    first = parse_hand(one.rpartition("=")[2])[0]
    return all(view.hand >> card & 1 and first in nearer(claim, card) for card in named["cards"])


def wait_for_the_others(claim: Claim) -> bool:
    view, _, _, named = claim
    waiting = named.get("card") or named["cards"]
    return all(any(view.unseen >> c & 1 for c in nearer(claim, card)) for card in waiting)


def is_wild(claim: Claim, move: str) -> bool:
    return move[:-1] in {"7_8": {"7", "8"}, "7": {"7"}}[claim[0].rules.wild]


def counts(move: str) -> bool:
    return move[:-1] in {"A", "10"}


def winning(claim: Claim) -> bool:
    view, sides = claim[0], claim[0].rules.sides
    return view.taking is not None and (view.taking - view.seat) % sides == 0


def may_be_beaten(claim: Claim, move: str) -> bool:
    """Whether a foe may hold a card of the rank that was led, or one that beats everything."""
    view = claim[0]
    led = format_hand([view.trick[0][1]]) if view.trick else move
    for seat, held in enumerate(view.counts):
        if held and (seat - view.seat) % view.rules.sides:
            cards = format_hand(cards_of(view.unseen & ~view.cannot[seat])).split()
            if any(card[:-1] == led[:-1] or is_wild(claim, card) for card in cards):
                return True
    return False


ORDER = ["4", "5", "6", "7", "J", "Q", "K", "A", "2", "3"]


def goes_over(card: str, other: str) -> bool:
    return card[-1] == other[-1] and ORDER.index(card[:-1]) > ORDER.index(other[:-1])


def is_ours(claim: Claim) -> bool:
    """Whether the side takes the trick with the first move: no opponent to come goes over."""
    view, one, _, _ = claim
    led = [format_hand([card]) for _, card in view.trick]
    best, seat = one, view.seat
    for (other, _), card in zip(view.trick, led, strict=True):
        if (led[0] if led else one)[-1] == card[-1] and not goes_over(best, card):
            best, seat = card, other
    cannot = deduce(view)[1]
    coming = [(view.leader + step) % 4 for step in range(len(led) + 1, 4)]
    return (seat - view.seat) % 2 == 0 and not any(
        goes_over(card, best)
        for to_come in coming
        if (to_come - view.seat) % 2
        for card in format_hand(cards_of(view.unseen & ~cannot[to_come])).split()
    )


def stays_highest(claim: Claim, move: str) -> bool:
    return not any(goes_over(c, move) for c in format_hand(cards_of(claim[0].unseen)).split())


CLAIMS: dict[str, dict[str, Callable[[Claim], bool]]] = {
    "sevens": {
        "frees_own": wait_for_the_move,
        "seven_opens": wait_for_the_move,
        "run_waits": wait_for_the_others,
        "long_way": wait_for_the_others,
        "seven_fine": lambda claim: not claim[0].passes[claim[0].seat],
        "shuts_side": lambda claim: (
            not any(
                parse_hand(claim[1])[0] in nearer(claim, card)
                for card in cards_of(claim[0].hand | claim[0].unseen)
                if card // 13 == parse_hand(claim[1])[0] // 13
            )
        ),
    },
    "sedma": {
        "sure_take": lambda claim: not may_be_beaten(claim, claim[1]),
        "takes_points": lambda claim: may_be_beaten(claim, claim[1]) and not winning(claim),
        "saves_seven": lambda claim: is_wild(claim, claim[2]) and not is_wild(claim, claim[1]),
        "goes_on": lambda claim: claim[0].pile > 0 and not winning(claim),
        "goes_for_more": winning,
        "takes_now": lambda claim: winning(claim) and may_be_beaten(claim, claim[2]),
        "feeds_partner": lambda claim: winning(claim) and counts(claim[1]) > counts(claim[2]),
        "throws_cheap": lambda claim: not winning(claim) and counts(claim[2]) > counts(claim[1]),
        "protects_counter": lambda claim: counts(claim[2]) and may_be_beaten(claim, claim[2]),
    },
    "semerik": {
        "sure_trick": is_ours,
        "wins_counters": is_ours,
        "all_tricks": is_ours,
        "completes_third": is_ours,
        "last_trick": lambda claim: (
            stays_highest(claim, claim[2]) and not stays_highest(claim, claim[1])
        ),
    },
}


@pytest.mark.parametrize("name", GAMES)
def test_what_a_reason_promises_is_so(name: str) -> None:
    looked_at: Counter[str] = Counter()
    for view, one, other, found in compared(name, 160, seed=3):
        promise = CLAIMS[name].get(found.kind)
        if promise is not None:
            looked_at[found.kind] += 1
            moves = format_move(one), format_move(other)
            assert promise((view, *moves, found.why.places)), (view, *moves, str(found.why))
    assert len(looked_at) >= len(CLAIMS[name]) - 1, looked_at
