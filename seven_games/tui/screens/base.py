"""A screen that is one canvas: it draws lines and turns keys into actions."""

from typing import TYPE_CHECKING, cast

from textual import events
from textual.app import ComposeResult
from textual.screen import Screen

from seven_games.tui import keys
from seven_games.tui.draw.layout import Line, pad
from seven_games.tui.widgets import Canvas

if TYPE_CHECKING:
    from seven_games.tui.app import CardApp


class DrawnScreen(Screen[None], inherit_bindings=False):
    """A screen of one canvas. Subclasses give `context`, `lines` and `do`."""

    context: str = keys.PAGE
    notice: str = ""
    """A message that takes the place of the last rule until the next key."""

    def compose(self) -> ComposeResult:
        yield Canvas()

    @property
    def cards_app(self) -> "CardApp":
        """The application, with what the screens share."""
        return cast("CardApp", self.app)

    def lines(self, width: int, height: int) -> list[Line]:
        """The screen in exactly so many cells and lines."""
        raise NotImplementedError

    def do(self, action: str, event: events.Key) -> None:
        """Carry out an action of the key table."""

    def paint(self) -> None:
        """Draw the screen as things stand."""
        if self.is_mounted:
            width, height = self.app.size
            lines = self.lines(width, height)
            if self.notice and height > 1:
                lines[-2] = [(pad(f" {self.notice}", width), "message")]
            self.query_one(Canvas).show(lines)

    def say(self, text: str) -> None:
        """Show a message until the next key."""
        self.notice = text
        self.paint()

    def on_mount(self) -> None:
        self.paint()

    def on_resize(self, _event: events.Resize) -> None:
        self.paint()

    def on_screen_resume(self, _event: events.ScreenResume) -> None:
        self.paint()

    def on_key(self, event: events.Key) -> None:
        event.stop()
        event.prevent_default()
        if self.notice:
            self.say("")
        self.press(event)

    def press(self, event: events.Key) -> None:
        """Find what a key does here, and do it."""
        action = keys.action(self.context, event.key, event.character)
        if action == "interrupt":
            self.cards_app.interrupt()
        elif action == "help":
            self.cards_app.show_help()
        elif action is not None:
            self.do(action, event)
