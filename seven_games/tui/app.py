"""The application: which screen is up, and how the program is left."""

import asyncio
import contextlib
import gc
import os
import signal
import sys
import time
from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING

from rich.console import RenderableType
from textual import events
from textual._compositor import ChopsUpdate, LayoutUpdate
from textual.app import App
from textual.screen import Screen

from seven_games.i18n import _
from seven_games.table import Recorder, Setup, open_table, seats_of
from seven_games.tui.draw.cards import CONSOLE, LETTERS, SYMBOLS, Faces
from seven_games.tui.repaint import CroppedUpdate, WholeUpdate
from seven_games.tui.screens.base import DrawnScreen
from seven_games.tui.screens.help import help_lines
from seven_games.tui.screens.home import HomeScreen
from seven_games.tui.screens.page import PageScreen
from seven_games.tui.screens.root import RootScreen
from seven_games.tui.screens.table import PACES, TableScreen
from seven_games.tui.theme import BACKGROUND

if TYPE_CHECKING:
    from textual.driver import Driver

RecorderFor = Callable[[Setup, list[str]], Recorder | None]
NewSetup = Callable[[str], Setup]

GUARD = 0.25
"""For so many seconds after a turn has passed no key plays a card."""
TWICE = 2.0
"""Within so many seconds the second Ctrl+C leaves."""
INTERRUPTED = 130
_SIGNALS = {"SIGTERM": 143, "SIGHUP": 129, "SIGINT": INTERRUPTED, "SIGQUIT": 131}


class CardApp(App[None], inherit_bindings=False):
    """The program on the whole screen.

    With a setup it goes straight to that table; without, to the home screen, which asks
    `new_setup` for one.
    """

    TITLE = "Seven Games"
    ENABLE_COMMAND_PALETTE = False
    CSS = f"""
    Screen {{ background: {BACKGROUND}; overflow: hidden; }}
    Canvas {{ width: 100%; height: 100%; }}
    """

    def __init__(
        self,
        setup: Setup | None,
        recorder_for: RecorderFor,
        new_setup: NewSetup,
        pace: str = "normal",
        guard: float = GUARD,
        faces: Faces | None = None,
    ) -> None:
        super().__init__(driver_class=_driver())
        self.setup = setup
        self.has_home = setup is None
        self.new_setup = new_setup
        self.pace = pace
        self.guard = guard
        self.faces = faces or usual_faces()
        self.failure: Exception | None = None
        self._recorder_for = recorder_for
        self.pile: list[DrawnScreen] = []
        """What is open: the last one is seen and has the keys."""
        self._root = RootScreen()
        self._interrupted = -TWICE
        self._closed_at = 0.0
        self._whole = ""
        """What all of the terminal shows, where nothing was drawn on it since."""

    def get_default_screen(self) -> Screen[None]:
        return self._root

    def on_load(self) -> None:
        """Before the terminal is touched: whatever ends the program leaves it as it was."""
        self._catch_signals()

    def start(self) -> None:
        """The terminal is ours: show the first screen."""
        if self.setup is None:
            self.open(HomeScreen())
        else:
            self.begin(self.setup)
        self.call_after_refresh(_look_for_garbage)

    def _catch_signals(self) -> None:
        loop = asyncio.get_running_loop()
        for name, code in _SIGNALS.items():
            number = getattr(signal, name, None)
            # Not in a thread, and not on every system.
            with contextlib.suppress(ValueError, RuntimeError, NotImplementedError):
                if number is not None:
                    loop.add_signal_handler(number, self._end, code)

    def _end(self, code: int) -> None:
        self.exit(return_code=code)

    # The pile of what is open

    @property
    def seen(self) -> DrawnScreen:
        """What is seen and has the keys."""
        return self.pile[-1]

    def open(self, screen: DrawnScreen) -> None:
        """Lay a screen on the pile."""
        screen.cards_app = self
        self.pile.append(screen)
        screen.opened()
        self.paint()

    def close(self, screen: DrawnScreen) -> None:
        """Take a screen off the pile, with what lies on it."""
        if screen in self.pile[1:]:
            self._take_off(self.pile.index(screen))
            self.seen.resumed()
            self.paint()

    def replace(self, screen: DrawnScreen) -> None:
        """Lay a screen on the pile in place of the one that is seen."""
        self._take_off(len(self.pile) - 1)
        self.open(screen)

    def close_all(self) -> None:
        """The program ends."""
        self._take_off(0)

    def _take_off(self, place: int) -> None:
        # What was typed before this is no answer to what is seen after it.
        self._closed_at = time.monotonic()
        while len(self.pile) > place:
            self.pile.pop().closed()

    def paint(self, screen: DrawnScreen | None = None) -> None:
        """Draw what is seen; `screen` asks for it, and is not heard where it is not seen."""
        if self.pile and self._root.is_mounted and screen in (None, self.seen):
            lines = self.seen.picture(*self.size)
            # A table has nothing to show before its first deal.
            if lines:
                self._root.canvas.show(lines)

    # Tables

    def begin(self, setup: Setup, *, instead: bool = False) -> None:
        """Open a table, `instead` of the screen that is seen or over it."""
        self.setup = setup
        names = [seat.name for seat in seats_of(setup)]
        problem = ""
        try:
            recorder = self._recorder_for(setup, names)
        except OSError as error:
            recorder, problem = None, error.strerror or str(error)
        table = open_table(setup, recorder, PACES[self.pace])
        if problem:
            table.unsaved = problem
        screen = TableScreen(table)
        if instead:
            self.replace(screen)
        else:
            self.open(screen)

    def play_again(self) -> None:
        """The same table with new cards."""
        if self.setup is None:
            return
        seed = self.new_setup(self.setup.game.name).seed
        self._take_off(self._place_of_table() + 1)
        self.begin(replace(self.setup, seed=seed), instead=True)

    def leave_table(self) -> None:
        """Leave the match: home, or out of the program where there is no home."""
        if self.has_home:
            self.close(self.pile[self._place_of_table()])
        else:
            self.exit(return_code=0)

    def _place_of_table(self) -> int:
        return next(n for n, screen in enumerate(self.pile) if isinstance(screen, TableScreen))

    # Keys

    def key(self, event: events.Key) -> None:
        """A key for what is seen."""
        if self._exit or not self.pile:
            return
        if event.key == "ctrl+c":
            self.interrupt()
        elif event.key == "ctrl+z":
            self.action_suspend_process()
        elif event.time >= self._closed_at:
            self.seen.key(event)

    def show_help(self) -> None:
        """The help page, over whatever is seen."""
        if isinstance(self.seen, PageScreen):
            return
        setup = self.setup if any(isinstance(s, TableScreen) for s in self.pile) else None
        self.open(
            PageScreen(
                _("Help"),
                lambda width: help_lines(
                    setup.rules if setup else None, setup.game if setup else None, self.faces, width
                ),
            )
        )

    def interrupt(self) -> None:
        """Ctrl+C: the second one within two seconds leaves."""
        now = time.monotonic()
        if now - self._interrupted < TWICE:
            self.exit(return_code=INTERRUPTED)
            return
        self._interrupted = now
        self.seen.say(_("Press Ctrl+C once more to leave the program."))

    # Faults

    def _handle_exception(self, error: Exception) -> None:
        self.failure = error
        super()._handle_exception(error)

    def draw_anew(self) -> None:
        """Draw everything, whatever the terminal shows now."""
        self._whole = ""
        self.refresh(layout=True)

    def _display(self, screen: Screen[object], renderable: RenderableType | None) -> None:
        if isinstance(renderable, LayoutUpdate) and not self._batch_count:
            whole = renderable.render_segments(self.console)
            known, self._whole = self._whole, whole
            if whole == known:
                return
            renderable = WholeUpdate(whole)
        elif isinstance(renderable, ChopsUpdate):
            renderable = CroppedUpdate.of(renderable)
            self._whole = ""
        super()._display(screen, renderable)

    def _set_pointer_shape(self, shape: str) -> None:
        """The pointer of the mouse stays as the terminal has it."""

    def _fatal_error(self) -> None:
        # Instead of a traceback that would show hands to whoever looks on.
        self._close_messages_no_wait()


def _look_for_garbage() -> None:
    """The program is loaded and seen: from now on, in what is made from now on."""
    if not gc.isenabled():
        gc.freeze()
        gc.enable()


def _driver() -> "type[Driver] | None":
    """The driver of this system; the library's own where there is no other."""
    if sys.platform == "win32":
        return None
    from seven_games.tui.driver import TableDriver

    return TableDriver


def usual_faces() -> Faces:
    """The faces that this terminal can show."""
    encoding = (getattr(sys.__stdout__, "encoding", None) or "utf-8").lower()
    if not encoding.startswith("utf"):
        return LETTERS
    return CONSOLE if os.environ.get("TERM") == "linux" else SYMBOLS


def run(
    setup: Setup | None,
    recorder_for: RecorderFor,
    new_setup: NewSetup,
    pace: str = "normal",
) -> int:
    """Play on the whole screen; returns the exit code.

    `recorder_for` makes the recorder of a table from its setup and the names by seat;
    `new_setup` the usual table of a game. `pace` is one of PACES.
    """
    app = CardApp(setup, recorder_for, new_setup, pace)
    app.run(mouse=False)
    # Nothing is left to interrupt; one Ctrl+C more than it takes is no fault.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if app.failure is not None:
        kind = type(app.failure).__name__
        said = _("seven-games stopped by a fault of its own: {kind}").format(kind=kind)
        sys.stderr.write(f"{said}\n")
        return 1
    return app.return_code or 0
