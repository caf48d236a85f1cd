"""A list to choose from."""

from collections.abc import Callable
from dataclasses import dataclass

from textual import events

from seven_games.tui import keys
from seven_games.tui.draw.cards import DIGITS
from seven_games.tui.draw.layout import Line, Picture, Spot
from seven_games.tui.draw.pages import draw_menu
from seven_games.tui.screens.base import DrawnScreen


@dataclass(frozen=True)
class Item:
    """An entry of a list: a word or two, what it means, and what choosing it does."""

    label: str
    meaning: str
    chosen: Callable[[], None]


class MenuScreen(DrawnScreen):
    """A list of entries under some lines of text."""

    context = keys.MENU

    def __init__(self) -> None:
        self.cursor = 0

    def heading(self) -> str:
        """The title line."""
        raise NotImplementedError

    def above(self, width: int) -> list[Line]:
        """What is said above the list, in so many cells."""
        return []

    def items(self) -> list[Item]:
        """The entries."""
        raise NotImplementedError

    def moved(self) -> None:
        """Another entry has been marked."""

    def leave(self) -> None:
        """What the key to leave does here."""
        self.cards_app.close(self)

    def lines(self, width: int, height: int) -> Picture:
        items = [(item.label, item.meaning) for item in self.items()]
        faces = self.cards_app.faces
        return draw_menu(
            self.heading(),
            self.above(min(width, 80) - 4),
            items,
            self.cursor,
            (width, height),
            faces,
            keys.hints(self.context, faces),
            keys.always(self.context),
        )

    def do(self, action: str, event: events.Event) -> None:
        items = self.items()
        if action == "item_up":
            self.cursor = (self.cursor - 1) % len(items)
        elif action == "item_down":
            self.cursor = (self.cursor + 1) % len(items)
        elif action == "choose":
            items[self.cursor].chosen()
            return
        elif action == "item":
            place = DIGITS.index(getattr(event, "character", None) or "")
            if place < len(items):
                self.cursor = place
                self.moved()
                items[place].chosen()
                return
        elif action == "quit":
            self.leave()
            return
        self.moved()
        self.paint()

    def click(self, spot: Spot, event: events.MouseDown) -> None:
        if spot.kind == "item":
            self.cursor = int(spot.what)
            self.moved()
            self.items()[self.cursor].chosen()

    def wheel(self, step: int) -> None:
        self.cursor = max(0, min(self.cursor + step, len(self.items()) - 1))
        self.moved()
        self.paint()
