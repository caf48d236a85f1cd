"""Widgets drawn line by line."""

from seven_games.tui.widgets.canvas import Canvas

__all__ = ["Canvas"]
