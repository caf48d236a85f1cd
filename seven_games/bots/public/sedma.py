"""What public programs of Sedma play by."""

from collections.abc import Callable

from seven_games.engine.game import View

STRATEGIES: dict[str, Callable[[View], int]] = {}
