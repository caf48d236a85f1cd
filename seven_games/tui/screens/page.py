"""A page of text over whatever is below: help, log, scores, last trick."""

from collections.abc import Callable

from textual import events

from seven_games.tui import keys
from seven_games.tui.draw.layout import Line, Picture, fold
from seven_games.tui.draw.pages import draw_page, page_height
from seven_games.tui.screens.base import DrawnScreen


class PageScreen(DrawnScreen):
    """Lines of text that are scrolled; `write` makes them for so many cells."""

    context = keys.PAGE

    def __init__(
        self, title: str, write: Callable[[int], list[Line]], *, at_end: bool = False
    ) -> None:
        self._title = title
        self._write = write
        self._top = 1 << 30 if at_end else 0

    def lines(self, width: int, height: int) -> Picture:
        room = max(width - 4, 1)
        text = [part for line in self._write(room) for part in fold(line, room)]
        self._top = max(0, min(self._top, len(text) - page_height(height)))
        faces = self.cards_app.faces
        without = () if len(text) > page_height(height) else ("up",)
        return draw_page(
            self._title,
            text,
            self._top,
            (width, height),
            faces,
            keys.hints(self.context, faces, without),
            keys.always(self.context),
        )

    def do(self, action: str, event: events.Event) -> None:
        if action == "close":
            self.cards_app.close(self)
            return
        step = scroll_step(action, self.cards_app.size.height)
        self._top += step
        self.paint()

    def wheel(self, step: int) -> None:
        self._top += WHEEL * step
        self.paint()


WHEEL = 3
"""So many lines a turn of the wheel."""


def scroll_step(action: str, height: int) -> int:
    """How many lines an action scrolls on a screen of this height."""
    page = max(1, page_height(height) - 1)
    far = 1 << 20
    steps = {"up": -1, "down": 1, "page_up": -page, "page_down": page, "top": -far, "end": far}
    return steps.get(action, 0)
