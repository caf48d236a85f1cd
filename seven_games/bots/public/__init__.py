"""What public programs play by, as opponents to measure against: one file a game.

A person cannot seat them.
"""

from collections.abc import Callable, Mapping

from seven_games.bots.public import sedma, semerik, sevens
from seven_games.engine import View

PUBLIC: Mapping[str, Mapping[str, Callable[[View], int]]] = {
    "sevens": sevens.STRATEGIES,
    "sedma": sedma.STRATEGIES,
    "semerik": semerik.STRATEGIES,
}
"""By the name of the game: what chooses one of `view.moves`, by the name of the strategy.

>>> list(PUBLIC["sedma"])
['take', 'keep']
"""

__all__ = ["PUBLIC"]
