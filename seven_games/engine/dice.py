"""The generator that shuffles.

It is never compiled: compiled code takes Ctrl+C in a product of 64 bits for a lack of memory and
aborts.
"""

from collections.abc import Iterable
from typing import Final

GOLDEN_STEP: Final = 0x9E3779B97F4A7C15
"""What each draw of `Dice` adds to its state."""


class Dice:
    """The generator that shuffles: SplitMix64, the same on every Python.

    Each draw adds 0x9E3779B97F4A7C15 to the state and mixes it with two multiplications, all
    modulo 2**64. `below` drops the draws that would make small numbers more likely.

    >>> Dice(7).draw()
    7191089600892374487
    """

    def __init__(self, seed: int) -> None:
        self.state = seed % (1 << 64)

    def draw(self) -> int:
        """The next 64 bits."""
        self.state = (self.state + GOLDEN_STEP) % (1 << 64)
        mixed = self.state
        mixed = (mixed ^ mixed >> 30) * 0xBF58476D1CE4E5B9 % (1 << 64)
        mixed = (mixed ^ mixed >> 27) * 0x94D049BB133111EB % (1 << 64)
        return mixed ^ mixed >> 31

    def below(self, end: int) -> int:
        """An even draw of 0 to `end - 1`; `end` is 1 or more."""
        fair = (1 << 64) - (1 << 64) % end
        while True:
            drawn = self.draw()
            if drawn < fair:
                return drawn % end

    def shuffled(self, cards: Iterable[int]) -> list[int]:
        """The cards in an order of which each is as likely (Fisher and Yates, from the end)."""
        pile = list(cards)
        for last in range(len(pile) - 1, 0, -1):
            other = self.below(last + 1)
            pile[last], pile[other] = pile[other], pile[last]
        return pile
