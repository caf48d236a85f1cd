"""A reason says what differs between two moves, and nothing that is not so."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any

import pytest
from engine_tools import spread

from seven_games.bots.advice import sedma, semerik, sevens
from seven_games.bots.search import Budget, Judged, Search
from seven_games.bots.worlds import Worlds
from seven_games.engine import GAMES, deduce, format_move
from seven_games.engine.cards import cards_of, format_hand, parse_hand
from seven_games.engine.dice import Dice
from seven_games.engine.refusal import Cards

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from seven_games.bots.advice.reason import Reason
    from seven_games.engine import Deal, View

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
        search = asked(view)
        for _ in range(3):
            one, other = dice.shuffled(view.moves)[:2]
            found = REASONS[name](view, judged(one, 0.0), judged(other, 1.0), search)
            yield view, one, other, found


def asked(view: View) -> Search:
    """A search that has found nothing yet, but has seen some worlds."""
    search = Search(view, Budget(worlds=1))
    search.sample = some_worlds(view)
    return search


def some_worlds(view: View) -> list[Deal]:
    return Worlds(view, seed=1).gather(16, 16)


def judged(move: int, behind: float) -> Judged:
    return Judged(move, 1.0 - behind, behind, 0.1, 32)


@pytest.mark.parametrize("name", GAMES)
def test_a_reason_holds_for_one_of_two_moves_only(name: str) -> None:
    """What speaks for a move against another does not speak for the other against it."""
    kinds: Counter[str] = Counter()
    for view, one, other, found in compared(name, 90, seed=1):
        turned = REASONS[name](view, judged(other, 0.0), judged(one, 1.0), asked(view))
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


def texts(cards: int) -> list[str]:
    return format_hand(cards_of(cards)).split()


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


def fits(claim: Claim, card: int, move: str) -> bool:
    """Whether a card can be laid after the move: whatever comes before it lies there."""
    lies = claim[0].table | 1 << parse_hand(move.rpartition("=")[2])[0]
    return all(lies >> near & 1 for near in nearer(claim, card))


def in_worlds(claim: Claim, is_so: Callable[[Claim, list[list[int]], str], bool]) -> bool:
    """Whether a thing is so in as many worlds after either move as the reason says."""
    view, one, other, named = claim
    worlds = [[cards_of(hand) for hand in world.hands] for world in some_worlds(view)]
    found = [sum(is_so(claim, hands, move) for hands in worlds) for move in (one, other)]
    return (*found, len(worlds)) == (named["fewer"], named["more"], named["worlds"])


def a_last_card_fits(claim: Claim, hands: list[list[int]], move: str) -> bool:
    others = [hand for seat, hand in enumerate(hands) if seat != claim[0].seat]
    return any(len(hand) == 1 and fits(claim, hand[0], move) for hand in others)


def the_next_can_play(claim: Claim, hands: list[list[int]], move: str) -> bool:
    """Somebody with a joker can lay it in any place, but not as the last card."""
    after = [*hands[claim[0].seat + 1 :], *hands[: claim[0].seat]]
    cards = next(hand for hand in after if hand)
    jokers = [card for card in cards if card >= 52]
    if jokers and len(cards) > 1 and not move.startswith("Jo"):
        return True
    return any(fits(claim, card, move) for card in cards if card not in jokers)


def somebody_is_nearly_out(claim: Claim) -> bool:
    view, _, other, named = claim
    others = [held for seat, held in enumerate(view.counts) if held and seat != view.seat]
    shortest = min(others)
    return other == "pass" and named == {**named, "fewest": shortest, "held": len(texts(view.hand))}


def is_wild(claim: Claim, move: str) -> bool:
    return move[:-1] in {"7_8": {"7", "8"}, "7": {"7"}}[claim[0].rules.wild]


def counts(move: str) -> bool:
    return move[:-1] in {"A", "10"}


def winning(claim: Claim) -> bool:
    view, sides = claim[0], claim[0].rules.sides
    return view.taking is not None and (view.taking - view.seat) % sides == 0


def beaten_by(claim: Claim, move: str) -> set[str]:
    """What a foe may hold of the rank that was led, or of those that beat everything."""
    view = claim[0]
    led = format_hand([view.trick[0][1]]) if view.trick else move
    return {
        card
        for seat, held in enumerate(view.counts)
        if held and (seat - view.seat) % view.rules.sides
        for card in texts(view.unseen & ~view.cannot[seat])
        if card[:-1] == led[:-1] or is_wild(claim, card)
    }


def may_be_beaten(claim: Claim, move: str) -> bool:
    return bool(beaten_by(claim, move))


def saves_a_seven(claim: Claim) -> bool:
    _, one, other, named = claim
    wild = is_wild(claim, other) and not is_wild(claim, one)
    if "anyway" in named["said"]:
        return wild and winning(claim) and (one == "stop" or not may_be_beaten(claim, one))
    return wild


def leads_a_dead_rank(claim: Claim) -> bool:
    view, one, other, named = claim
    if "few" in named:
        few, many = (len(beaten_by(claim, move)) for move in (one, other))
        return (few, many) == (named["few"], named["many"]) and few < many
    return not any(card[:-1] == one[:-1] for card in texts(view.unseen))


def takes_what_is_empty(claim: Claim) -> bool:
    view, one, _, _ = claim
    led, *others = (format_hand([card]) for _, card in view.trick)
    beats = one[:-1] == led[:-1] or is_wild(claim, one)
    return beats and not winning(claim) and not any(map(counts, [led, *others]))


def keeps_a_pair(claim: Claim) -> bool:
    view, one, other, named = claim
    pair = format_hand(named["cards"]).split()
    alike = {card for card in texts(view.hand) if card[:-1] == other[:-1]}
    return set(pair) == alike and len(pair) > 1 and counts(one) == counts(other)


def keeps_a_rank(claim: Claim) -> bool:
    view, one, other, named = claim
    few, many = (
        sum(card[:-1] == move[:-1] for card in texts(view.unseen)) for move in (one, other)
    )
    led = format_hand([view.trick[0][1]])
    beats = any(move[:-1] == led[:-1] or is_wild(claim, move) for move in (one, other))
    return few == named["few"] < many == named["many"] and not beats


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
        for card in texts(view.unseen & ~cannot[to_come])
    )


def over(claim: Claim, move: str) -> set[str]:
    return {card for card in texts(claim[0].unseen) if goes_over(card, move)}


def stays_highest(claim: Claim, move: str) -> bool:
    return not over(claim, move)


def opponents_over(claim: Claim, move: str) -> set[str]:
    """The cards with which an opponent to come may go over."""
    view, cannot = claim[0], deduce(claim[0])[1]
    coming = [(view.leader + step) % 4 for step in range(len(view.trick) + 1, 4)]
    return {
        card
        for seat in coming
        if (seat - view.seat) % 2
        for card in texts(view.unseen & ~cannot[seat])
        if goes_over(card, move)
    }


def beside(claim: Claim, move: str) -> list[str]:
    """The other cards of its suit in hand."""
    return [card for card in texts(claim[0].hand) if card[-1] == move[-1] and card != move]


def waits_for_a_lead(claim: Claim) -> bool:
    _, one, other, named = claim
    stops = [card for card in beside(claim, other) if stays_highest(claim, card)]
    here = [card for card in beside(claim, one) if stays_highest(claim, card)]
    return texts_of(named["stops"]) == stops and not here and bool(opponents_over(claim, other))


def texts_of(cards: Cards) -> list[str]:
    return format_hand(cards).split()


def spares_the_partner(claim: Claim) -> bool:
    view, one, other, named = claim
    partners = set(texts_of(named["partners"]))
    theirs = any(partners & set(texts(view.unseen & ~no)) for no in foes(deduce(view)[1], view))
    return stays_highest(claim, one) and partners == over(claim, other) and not theirs


def foes(of_seats: tuple[int, ...], view: Any) -> list[int]:
    return [of_seats[(view.seat + step) % 4] for step in (1, 3)]


def little_goes_over(claim: Claim) -> bool:
    _, one, other, named = claim
    few, more = opponents_over(claim, one), opponents_over(claim, other)
    return few == set(texts_of(named["threats"])) and len(few) == 1 < len(more) == named["more"]


def stands_alone(claim: Claim) -> bool:
    _, one, other, named = claim
    sure = stays_highest(claim, one) and stays_highest(claim, other)
    covered = beside(claim, other)
    return (
        sure
        and not beside(claim, one)
        and covered == texts_of(named["cards"])
        and all(goes_over(other, card) and over(claim, card) for card in covered)
    )


def has_twins(claim: Claim) -> bool:
    _, one, _, named = claim
    twins = texts_of(named["twins"])
    return set(twins) <= set(beside(claim, one)) and all(
        over(claim, twin) == over(claim, one) for twin in twins
    )


def counters_of(claim: Claim, cards: list[str]) -> int:
    aces = {"none": 0, "third": 1, "full": 3}[claim[0].rules.ace]
    return sum(
        aces if card[:-1] == "A" else card[:-1] in {"J", "Q", "K", "2", "3"} for card in cards
    )


def taken_by_the_others(claim: Claim) -> list[str]:
    """What the other side has taken, by the log, and what lies in the trick."""
    view = claim[0]
    played = [(seat, format_move(move)) for seat, move in view.log if move < 52]
    taken = [format_move(card) for _, card in view.trick]
    for first in range(0, len(played) - len(view.trick), 4):
        trick = played[first : first + 4]
        taker, best = trick[0]
        for seat, card in trick[1:]:
            if goes_over(card, best):
                taker, best = seat, card
        if (taker - view.seat) % 2:
            taken += [card for _, card in trick]
    return taken


def costs_as_much(claim: Claim) -> bool:
    view, one, other, _ = claim
    figures = [card for card in taken_by_the_others(claim) if card[:-1] != "A"]
    thirds = counters_of(claim, figures) // 3, counters_of(claim, [*figures, other]) // 3
    return view.rules.ace == "full" and one[:-1] == "A" and thirds[1] == thirds[0] + 1


def takes_counters(claim: Claim) -> bool:
    view, one, _, named = claim
    in_trick = [format_move(card) for _, card in view.trick] + [one]
    return (
        goes_over(one, format_move(view.must_beat))
        and counters_of(claim, in_trick) == named["counters"] > 0
        and len(opponents_over(claim, one)) == named["higher"] > 0
    )


def partner_holds(claim: Claim) -> bool:
    """Of the reasons to feed the partner, those that name what he holds."""
    view, one, _, named = claim
    held = texts(deduce(view)[0][(view.seat + 2) % 4])
    cards = texts_of(named.get("partners", Cards()))
    return all(card in held and goes_over(card, one) for card in cards)


def keeps_a_stopper(claim: Claim) -> bool:
    """A card that is thrown into a trick, though another one would take one later."""
    view, one, other, named = claim
    top = one if view.must_beat is None else format_move(view.must_beat)
    if not view.trick or goes_over(one, top) or goes_over(other, top):
        return True
    least = len(over(claim, other))
    return least == len(named.get("out", ())) < len(over(claim, one))


CLAIMS: dict[str, dict[str, Callable[[Claim], bool]]] = {
    "sevens": {
        "frees_own": wait_for_the_move,
        "seven_opens": wait_for_the_move,
        "run_waits": wait_for_the_others,
        "long_way": wait_for_the_others,
        "seven_fine": lambda claim: not claim[0].passes[claim[0].seat],
        "near_end": somebody_is_nearly_out,
        "lets_out": lambda claim: in_worlds(claim, a_last_card_fits),
        "feeds_next": lambda claim: in_worlds(claim, the_next_can_play),
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
        "saves_seven": saves_a_seven,
        "goes_on": lambda claim: claim[0].pile > 0 and not winning(claim),
        "goes_for_more": winning,
        "takes_now": lambda claim: winning(claim) and may_be_beaten(claim, claim[2]),
        "feeds_partner": lambda claim: winning(claim) and counts(claim[1]) > counts(claim[2]),
        "throws_cheap": lambda claim: not winning(claim) and counts(claim[2]) > counts(claim[1]),
        "protects_counter": lambda claim: counts(claim[2]) and may_be_beaten(claim, claim[2]),
        "lead_dead_rank": leads_a_dead_rank,
        "takes_lead": takes_what_is_empty,
        "keeps_pair": keeps_a_pair,
        "keeps_rank": keeps_a_rank,
    },
    "semerik": {
        "sure_trick": is_ours,
        "wins_counters": is_ours,
        "all_tricks": is_ours,
        "completes_third": is_ours,
        "last_trick": lambda claim: (
            stays_highest(claim, claim[2]) and not stays_highest(claim, claim[1])
        ),
        "waits_for_lead": waits_for_a_lead,
        "spares_partner": spares_the_partner,
        "little_over": little_goes_over,
        "stands_alone": stands_alone,
        "twins": has_twins,
        "costs_as_much": costs_as_much,
        "takes_counters": takes_counters,
        "feeds_partner": partner_holds,
        "keeps_stopper": keeps_a_stopper,
        "throws_low": lambda claim: len(over(claim, claim[1])) > len(over(claim, claim[2])),
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
            named = found.why.places | {"said": found.why.sentence}
            assert promise((view, *moves, named)), (view, *moves, str(found.why))
    assert len(looked_at) >= len(CLAIMS[name]) - 1, looked_at
