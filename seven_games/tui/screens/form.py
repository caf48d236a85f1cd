"""A list of things to set: values are changed with the arrows, or typed."""

from collections.abc import Callable
from dataclasses import dataclass

from textual import events

from seven_games.tui import keys
from seven_games.tui.draw.forms import FormRow, draw_form
from seven_games.tui.draw.layout import Picture, Spot
from seven_games.tui.screens.base import DrawnScreen
from seven_games.tui.screens.typed import TypedText


@dataclass(frozen=True)
class Row:
    """Something to set.

    `step` takes the next value (1) or the one before (-1); `typed` takes a text, and `text` is
    what typing begins with; a row with neither does `chosen`.
    """

    label: str
    value: str
    help: str
    step: Callable[[int], None] | None = None
    typed: Callable[[str], None] | None = None
    text: str = ""
    chosen: Callable[[], None] | None = None
    changed: bool = False


class FormScreen(DrawnScreen):
    """Rows with their values. Subclasses give `heading` and `rows`."""

    context = keys.FORM

    def __init__(self) -> None:
        self.cursor = 0
        self._typing: TypedText | None = None

    def heading(self) -> str:
        """The title line."""
        raise NotImplementedError

    def rows(self) -> list[Row]:
        """What can be set."""
        raise NotImplementedError

    def problem(self) -> str:
        """What is wrong with the values as they are; empty where nothing is."""
        return ""

    def leave(self) -> None:
        """What the key to leave does here."""
        self.cards_app.close(self)

    def lines(self, width: int, height: int) -> Picture:
        rows = self.rows()
        self.cursor = min(self.cursor, len(rows) - 1)
        drawn = [FormRow(row.label, row.value, row.help, row.changed) for row in rows]
        if self._typing is not None:
            row = drawn[self.cursor]
            drawn[self.cursor] = FormRow(row.label, f"{self._typing.text}_", row.help)
        faces = self.cards_app.faces
        return draw_form(
            self.heading(),
            drawn,
            self.cursor,
            self.problem(),
            (width, height),
            faces,
            keys.hints(self.context, faces),
            keys.always(self.context),
        )

    def press(self, event: events.Key) -> None:
        if self._typing is None:
            super().press(event)
            return
        went = self._typing.key(event)
        if went != "on":
            text, self._typing = self._typing.text, None
            typed = self.rows()[self.cursor].typed
            if went == "done" and typed is not None:
                typed(text)
        self.paint()

    def paste(self, text: str) -> None:
        if self._typing is not None:
            self._typing.add(text)
            self.paint()

    def do(self, action: str, event: events.Event) -> None:
        rows = self.rows()
        row = rows[self.cursor]
        if action == "form_up":
            self.cursor = (self.cursor - 1) % len(rows)
        elif action == "form_down":
            self.cursor = (self.cursor + 1) % len(rows)
        elif action in {"less", "more"} and row.step is not None:
            row.step(1 if action == "more" else -1)
        elif action == "edit":
            self._edit(row)
        elif action == "quit":
            self.leave()
            return
        self.paint()

    def _edit(self, row: Row) -> None:
        if row.chosen is not None:
            row.chosen()
        elif row.typed is not None:
            self._typing = TypedText(row.text)
        elif row.step is not None:
            row.step(1)

    def click(self, spot: Spot, event: events.MouseDown) -> None:
        if spot.kind != "item" or self._typing is not None:
            return
        place = int(spot.what)
        if place == self.cursor:
            self._edit(self.rows()[place])
        self.cursor = place
        self.paint()
