"""What a bot is, and the levels there are."""

from collections.abc import Callable
from typing import Protocol

from seven_games.bots import sedma, semerik, sevens
from seven_games.engine.dice import Dice
from seven_games.engine.game import View

Choose = Callable[[View], int]

LEVELS = ("random", "easy")
"""From the weakest up: any legal move; the sources' own advice."""
USUAL_LEVEL = "easy"

_BY_GAME: dict[str, Choose] = {
    room.__name__.rpartition(".")[2]: room.choose for room in (sevens, sedma, semerik)
}
"""A game has the same file name in every room."""


class Bot(Protocol):
    """Chooses a move from what its seat may know."""

    def choose(self, view: View) -> int:
        """One of `view.moves`; the view is that of the seat to move."""


class Easy:
    """Plays by the rules of thumb that the sources give."""

    def choose(self, view: View) -> int:
        if len(view.moves) == 1:
            return view.moves[0]
        return _BY_GAME[view.game](view)


class Random:
    """Plays any legal move, the same one for the same seed and position."""

    def __init__(self, seed: int) -> None:
        self.seed = seed

    def choose(self, view: View) -> int:
        dice = Dice(self.seed * 1_000_003 + len(view.log))
        return view.moves[dice.below(len(view.moves))]


def make_bot(level: str, seed: int = 0) -> Bot:
    """A bot of one of the LEVELS; `seed` decides what a bot leaves to chance.

    Raises KeyError for an unknown level.
    """
    bots: dict[str, Bot] = {"easy": Easy(), "random": Random(seed)}
    return bots[level]
