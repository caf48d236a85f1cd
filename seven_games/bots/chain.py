"""Hands changed by swaps of closed cards, so that each comes as often as it explains the play."""

from abc import abstractmethod
from math import exp
from typing import Final

from seven_games.engine.cards import cards_of
from seven_games.engine.game import LEHMER, LEHMER_PRIME

SETTLING: Final = 8
"""For each closed card so many swaps are tried before the first hands are taken, …"""
BETWEEN: Final = 1
"""… and so many before the next ones."""


class Chain:
    """Hands of all seats, in a game where each seat's play is explained by its own hand alone.

    A swap then asks for two seats only. `begin` is called once `explain` can answer.
    """

    def __init__(self, hands: list[int], cannot: list[int], own: int) -> None:
        self.hands = hands[:]
        self.cannot = cannot
        self.own = own
        """The seat whose cards are known, -1 for a spectator."""
        pool = [
            (card, seat)
            for seat in range(len(hands))
            if seat != own
            for card in cards_of(hands[seat])
        ]
        self.pool = [card for card, _ in pool]
        self.holder = [seat for _, seat in pool]
        self.surprise = [0.0] * len(hands)

    @abstractmethod
    def explain(self, seat: int, hand: int) -> float:
        """How little a seat that holds this hand now would have played as it did."""

    def begin(self) -> None:
        """Explain the hands as they are before the first swap."""
        for seat in range(len(self.hands)):
            if seat != self.own:
                self.surprise[seat] = self.explain(seat, self.hands[seat])

    def run(self, wanted: int, seed: int) -> list[list[int]]:
        """So many hands of all seats, after enough swaps to forget the first ones."""
        cards = len(self.pool)
        found: list[list[int]] = []
        steps = SETTLING * cards
        while len(found) < wanted:
            for _ in range(steps):
                seed = self.swap(seed)
            found.append(self.hands[:])
            steps = BETWEEN * cards
        return found

    def swap(self, seed: int) -> int:
        """Try to swap two cards; the next seed."""
        pool, holder, hands, surprise = self.pool, self.holder, self.hands, self.surprise
        seed = seed * LEHMER % LEHMER_PRIME
        one = seed * len(pool) >> 30
        seed = seed * LEHMER % LEHMER_PRIME
        other = seed * len(pool) >> 30
        left, right = holder[one], holder[other]
        if left == right:
            return seed
        gone, come = 1 << pool[one], 1 << pool[other]
        if self.cannot[left] & come or self.cannot[right] & gone:
            return seed
        lefts, rights = hands[left] ^ gone ^ come, hands[right] ^ come ^ gone
        now_left, now_right = self.explain(left, lefts), self.explain(right, rights)
        rise = now_left + now_right - surprise[left] - surprise[right]
        if rise > 0.0:
            seed = seed * LEHMER % LEHMER_PRIME
            if seed / LEHMER_PRIME > exp(-rise):
                return seed
        hands[left], hands[right] = lefts, rights
        surprise[left], surprise[right] = now_left, now_right
        holder[one], holder[other] = right, left
        return seed
