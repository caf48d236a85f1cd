"""Deals of few cards, where every deal that agrees with a view can be counted out."""

from __future__ import annotations

import dataclasses
import random
from itertools import combinations, permutations
from typing import TYPE_CHECKING, Any

from seven_games.engine import GAMES, Deal, Rules, View
from seven_games.engine.cards import cards_of, hand_of, parse_hand

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from seven_games.bots.sense import Sense

Dealt = tuple[tuple[int, ...], tuple[int, ...]]
"""Hands as dealt, and the stock, top card first."""

SEVENS = "7s 7h 7d 7c"
MIDDLE = f"{SEVENS} 6s 8s 9s 6h 8h 9h 8d 8c"
FOLLOWING: list[tuple[str, dict[str, object]]] = [
    ("semerik", {}),
    ("semerik", {"follow": "follow_and_beat"}),
    ("semerik", {"follow": "follow_suit"}),
    ("classic", {}),
]
SMALL: dict[str, list[tuple[str, dict[str, object], str, list[int], int]]] = {
    # preset, options, cards, sizes of the hands, stock
    "sevens": [
        ("international", {"players": 3}, MIDDLE, [4, 4, 4], 0),
        ("international", {"players": 3, "end": "play_on", "pass_limit": 1}, MIDDLE, [4, 4, 4], 0),
        ("hearts", {"players": 3}, MIDDLE, [4, 4, 4], 0),
        ("chips", {"players": 3}, MIDDLE, [4, 4, 4], 0),
        ("chips_hoyle", {"players": 3, "must_play": "enforced"}, MIDDLE, [4, 4, 4], 0),
        ("shichinarabe", {"players": 3, "start": "7c", "pass_limit": 1}, MIDDLE, [4, 4, 4], 0),
        ("international", {"players": 3, "jokers": 1}, MIDDLE[:-3] + " Jo1", [4, 4, 4], 0),
        ("hearts", {"players": 3, "jokers": 2}, MIDDLE[:-6] + " Jo1 Jo2", [4, 4, 4], 0),
        ("short", {"players": 4, "jokers": 2}, f"{SEVENS} 8s 8h 8d Jo1 Jo2", [3, 2, 2, 2], 0),
    ],
    "sedma": [
        ("sedma", {"players": 2}, f"{SEVENS} 8s 8h 9s 9h 10s 10h", [3, 3], 4),
        ("septica", {"players": 2}, "7s 7h 8s 8h 8d 9s 9h 9d 10s 10h", [3, 3], 4),
        ("sedma", {"players": 2, "wild": "7_8"}, "7s 8s 9s 9h 9d 10s 10h 10d", [3, 3], 2),
        ("sedma", {"players": 3}, "7s 7h 9s 9h 9d 10s 10h 10d 10c", [2, 2, 2], 3),
        ("zsir", {"players": 4}, "7s 9s 9h 9d 10s 10h 10d Js", [2, 2, 2, 2], 0),
        ("sedma_pagat", {"players": 4}, "7s 9s 9h 9d 10s 10h 10d Js", [2, 2, 2, 2], 0),
        ("sedma", {"players": 4}, "7s 7h 9s 9h 9d 10s 10h 10d", [1, 1, 1, 1], 4),
    ],
    "semerik": [
        (preset, options, cards, [3, 3, 3, 3], 0)
        for cards in (
            "7s 2s As Ks Qs 3s 7h 7d 7c 2h Ah 4h",
            "7s 2s As Ks 4s 7h 2h Ah Kh 7d 2d Ad",
            "7s 2s 3s Ks 4s 7h 2h 3h Kh As Ad Ac",
        )
        for preset, options in FOLLOWING
    ],
}
"""Small packs: as few cards as let everything happen that a hand can be known by."""


@dataclasses.dataclass(frozen=True)
class Small:
    """A deal of few cards that stands at some point, and the seat that looks at it."""

    name: str
    deal: Deal
    seat: int

    @property
    def view(self) -> View:
        """The seat's view, in which the cards that were left out are not missed."""
        view = self.deal.view(self.seat)
        pack = hand_of(self.deal.stock)
        for hand in self.deal.dealt:
            pack |= hand
        return dataclasses.replace(view, unseen=view.unseen & pack)

    @property
    def places(self) -> int:
        """How many cards lie in the stock."""
        return self.deal.in_stock()

    def agreeing(self) -> list[Deal]:
        """Every deal in which the same moves can be made and that looks the same to the seat."""
        view = self.deal.view(self.seat)
        found = []
        for hands, stock in self._arrangements():
            other = replayed(self.name, self.deal, hands, stock)
            if other is not None and other.view(self.seat) == view:
                found.append(other)
        return found

    def _arrangements(self) -> Iterator[Dealt]:
        deal = self.deal
        sizes = [hand.bit_count() for hand in deal.dealt]
        played = [0] * deal.players
        drew = bool(deal.stock)
        for seat, move in deal.log:
            if move < 52:
                played[seat] |= 1 << move
        # What a seat has played it was dealt, where there is no stock to draw from.
        sure = [0 if drew or deal.rules.values().get("jokers") else cards for cards in played]
        for seat in range(deal.players):
            sure[seat] |= getattr(deal, "laid", [0] * deal.players)[seat]
        sure[self.seat] = deal.dealt[self.seat]
        loose = hand_of(deal.stock)
        for seat, hand in enumerate(deal.dealt):
            loose |= hand & ~sure[seat]
        room = [size - held.bit_count() for size, held in zip(sizes, sure, strict=True)]
        fixed = {}
        if drew:
            # The viewer's own cards from the stock lie where he drew them.
            own = set(deal.view(self.seat).drawn)  # type: ignore[attr-defined]
            fixed = {place: card for place, card in enumerate(deal.stock) if card in own}
            loose &= ~hand_of(own)
        for hands, rest in _split(cards_of(loose), room):
            for order in permutations(rest):
                pile = list(order)
                for place in sorted(fixed):
                    pile.insert(place, fixed[place])
                yield (
                    tuple(h | s for h, s in zip(hands, sure, strict=True)),
                    tuple(pile),
                )


def _split(cards: list[int], room: Sequence[int]) -> Iterator[tuple[list[int], list[int]]]:
    if not room:
        yield [], cards
        return
    for chosen in combinations(cards, room[0]):
        rest = [card for card in cards if card not in chosen]
        for hands, left in _split(rest, room[1:]):
            yield [hand_of(chosen), *hands], left


def replayed(name: str, deal: Deal, hands: Sequence[int], stock: Sequence[int]) -> Deal | None:
    """The same moves over other cards; None where the rules refuse one of them."""
    try:
        other = GAMES[name].lay_out(deal.rules, deal.dealer, hands, list(stock), deal.standing)
    except ValueError:
        return None
    for seat, move in deal.log:
        if other.turn != seat or move not in other.moves():
            return None
        other.play(move)
    return other


def small_deals(name: str, each: int, seed: int = 0) -> Iterator[Small]:
    """Small deals at random points; `each` of every kind, seen by a seat at random."""
    for number, (preset, options, cards, sizes, in_stock) in enumerate(SMALL[name]):
        rules: Rules = GAMES[name].rules(preset, **options)
        dice = random.Random(f"{name} {number} {seed}")
        pack = parse_hand(cards)
        assert len(pack) == sum(sizes) + in_stock == len(set(pack)), (preset, options)
        done = 0
        while done < each:
            pile = dice.sample(pack, len(pack))
            hands = []
            for size in sizes:
                hands.append(hand_of(pile[:size]))
                pile = pile[size:]
            deal: Any = GAMES[name].lay_out(rules, 0, hands, pile, GAMES[name].start(rules, 0))
            for _ in range(dice.randrange(2, len(pack))):
                before = deal.copy()
                deal.play(_lively(deal, dice))
                if deal.turn is None:
                    deal = before
                    break
            yield Small(name, deal, dice.randrange(rules.players))
            done += 1


def _lively(deal: Deal, dice: random.Random) -> int:
    """A random move; a declaration or a joker where there is one, more often than not."""
    moves = deal.moves()
    rare = [move for move in moves if move > 54]
    return dice.choice(rare if rare and dice.random() < 0.6 else moves)


def assigned(deal: Deal, viewer: int) -> Iterator[list[int]]:
    """Hands as dealt in which the cards that a seat does not see lie anyhow, and the sevens too.

    For deals in which all sevens lie on the table before play.
    """
    unseen = deal.view(viewer).unseen
    sevens = hand_of(parse_hand(SEVENS))
    others = [seat for seat in range(deal.players) if seat != viewer]
    room = [deal.hands[seat].bit_count() for seat in others]
    owners = [
        seat
        for seven in cards_of(sevens)
        for seat in range(deal.players)
        if deal.dealt[seat] >> seven & 1
    ]
    fixed = [hand & ~sevens & ~unseen for hand in deal.dealt]
    fixed[viewer] = deal.dealt[viewer] & ~sevens
    for holds in sorted(set(permutations(owners))):
        for hands, _ in _split(cards_of(unseen), room):
            dealt = fixed[:]
            for seat, hand in zip(others, hands, strict=True):
                dealt[seat] |= hand
            for seven, seat in zip(cards_of(sevens), holds, strict=True):
                dealt[seat] |= 1 << seven
            yield dealt


def best_with_open_cards(deal: Deal, seat: int, sense: Sense) -> float:
    """What the rest is worth to a seat of two sides when all play it best and see all hands."""
    if deal.turn is None:
        return sense.value(deal, seat)
    worths = []
    for move in deal.moves():
        after = deal.copy()
        after.push(move)
        worths.append(best_with_open_cards(after, seat, sense))
    return max(worths) if deal.turn % 2 == seat % 2 else min(worths)
