"""What public programs play by, as opponents to measure against: one file a game.

A person cannot seat them. Each file has its `STRATEGIES` by name.
"""

from collections.abc import Callable

from seven_games.bots.public import sedma, semerik, sevens
from seven_games.engine.game import View

PUBLIC: dict[str, dict[str, Callable[[View], int]]] = {
    "sevens": sevens.STRATEGIES,
    "sedma": sedma.STRATEGIES,
    "semerik": semerik.STRATEGIES,
}
"""By the name of the game, then of the strategy: what chooses one of `view.moves`."""

__all__ = ["PUBLIC"]
