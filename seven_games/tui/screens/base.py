"""What fills the terminal: something that draws lines and turns keys into actions.

These are no screens of the library, which opens and closes its own some time later, while keys
still reach the one that closes. The application keeps its own pile of them (`CardApp.open`,
`close`, `replace`), which has changed when the call returns.
"""

from typing import TYPE_CHECKING

from textual import events

from seven_games.tui import keys
from seven_games.tui.draw.layout import Picture, Spot, pad, seen, wrap

if TYPE_CHECKING:
    from seven_games.tui.app import CardApp


LEFT, RIGHT = 1, 3
"""Buttons of the mouse."""
NOTICE = 4
"""A notice takes at most so many lines."""


class DrawnScreen:
    """Something that fills the terminal. Subclasses give `context`, `lines` and `do`."""

    context: str = keys.PAGE
    notice: str = ""
    """A message that takes the place of the last rule until the next key."""
    cards_app: "CardApp"
    """The application, with what the screens share; set when it is opened."""

    def lines(self, width: int, height: int) -> Picture:
        """The screen in exactly so many cells and lines."""
        raise NotImplementedError

    def do(self, action: str, event: events.Event) -> None:
        """Carry out an action of the key table."""

    def opened(self) -> None:
        """It has been laid on the pile."""

    def closed(self) -> None:
        """It has been taken off the pile."""

    def resumed(self) -> None:
        """What lay over it is gone."""

    def settings_changed(self) -> None:
        """Settings have been changed on another screen."""

    def paste(self, text: str) -> None:
        """A text was pasted."""

    def paint(self) -> None:
        """Draw the screen as things stand, where it is the one that is seen."""
        self.cards_app.paint(self)

    def picture(self, width: int, height: int) -> Picture:
        """The lines with the notice, if there is one."""
        lines = self.lines(width, height)
        if self.notice and lines:
            said = wrap(seen(self.notice), max(width - 2, 1))[: min(NOTICE, len(lines))]
            for line, text in enumerate(said, max(0, height - 1 - len(said))):
                lines[line] = [(pad(f" {text}", width), "message")]
        return lines

    def say(self, text: str) -> None:
        """Show a message until the next key."""
        self.notice = text
        self.paint()

    def key(self, event: events.Key) -> None:
        """A key was pressed while this is seen."""
        if self.notice:
            self.say("")
        self.press(event)

    def press(self, event: events.Key) -> None:
        """Find what a key does here, and do it."""
        action = keys.action(self.context, event.key, event.character)
        if action is not None:
            self.press_action(action, event)

    def press_action(self, action: str, event: events.Event) -> None:
        """Carry out an action, of this screen or of the program."""
        if action == "help":
            self.cards_app.show_help()
        elif action == "suspend":
            self.cards_app.action_suspend_process()
        else:
            self.do(action, event)

    def mouse(self, event: events.MouseDown) -> None:
        """The mouse was pressed: on a key of the hint line it is that key, else `click` decides."""
        if self.notice:
            self.say("")
        spot = self.cards_app.picture.at(event.x, event.y)
        if event.button == RIGHT:
            self.unmark()
        elif event.button == LEFT and spot is not None:
            if spot.kind == "key":
                # A curtain is opened by a key alone.
                if spot.what != "open":
                    self.press_action(str(spot.what), event)
            else:
                self.click(spot, event)

    def click(self, spot: Spot, event: events.MouseDown) -> None:
        """Something was clicked that is no key."""

    def unmark(self) -> None:
        """The right button of the mouse."""

    def wheel(self, step: int) -> None:
        """The wheel was turned, up (-1) or down (1)."""
