"""The only screen of the library: one canvas, and the keys for whatever is seen on it."""

from typing import TYPE_CHECKING, cast

from textual import events
from textual.app import ComposeResult
from textual.screen import Screen

from seven_games.tui.widgets import Canvas

if TYPE_CHECKING:
    from textual.geometry import Size

    from seven_games.tui.app import CardApp


class RootScreen(Screen[None], inherit_bindings=False):
    """Hands keys and sizes to the application, which knows what is seen."""

    def __init__(self) -> None:
        super().__init__()
        self.canvas = Canvas()
        self._drawn: Size | None = None

    def compose(self) -> ComposeResult:
        yield self.canvas

    def on_mount(self) -> None:
        cast("CardApp", self.app).start()

    def on_unmount(self) -> None:
        cast("CardApp", self.app).close_all()

    def on_resize(self, event: events.Resize) -> None:
        # The library says it several times.
        if event.size != self._drawn:
            self._drawn = event.size
            cast("CardApp", self.app).paint()

    def on_key(self, event: events.Key) -> None:
        event.stop()
        event.prevent_default()
        cast("CardApp", self.app).key(event)
