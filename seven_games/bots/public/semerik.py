"""What public programs of Semerik play by."""

from collections.abc import Callable

from seven_games.engine.game import View

STRATEGIES: dict[str, Callable[[View], int]] = {}
