"""The application: which screen is up, and how the program is left."""

import asyncio
import contextlib
import os
import signal
import sys
from collections.abc import Callable
from dataclasses import replace

from rich.console import RenderableType
from textual._compositor import ChopsUpdate
from textual.app import App
from textual.screen import Screen

from seven_games.i18n import _
from seven_games.table import Recorder, Setup, open_table, seats_of
from seven_games.tui.draw.cards import CONSOLE, LETTERS, SYMBOLS, Faces
from seven_games.tui.repaint import CroppedUpdate
from seven_games.tui.screens.base import DrawnScreen
from seven_games.tui.screens.help import help_lines
from seven_games.tui.screens.home import HomeScreen
from seven_games.tui.screens.page import PageScreen
from seven_games.tui.screens.table import PACES, TableScreen
from seven_games.tui.theme import BACKGROUND

RecorderFor = Callable[[Setup, list[str]], Recorder | None]
NewSetup = Callable[[str], Setup]

GUARD = 0.25
"""For so many seconds after a turn has passed no key plays a card."""
TWICE = 2.0
"""Within so many seconds the second Ctrl+C leaves."""
INTERRUPTED = 130
_SIGNALS = {"SIGTERM": 143, "SIGHUP": 129, "SIGINT": INTERRUPTED}


class CardApp(App[None], inherit_bindings=False):
    """The program on the whole screen.

    With a setup it goes straight to that table; without, to the home screen, which asks
    `new_setup` for one.
    """

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
        super().__init__()
        self.setup = setup
        self.has_home = setup is None
        self.new_setup = new_setup
        self.pace = pace
        self.guard = guard
        self.faces = faces or usual_faces()
        self.failure: Exception | None = None
        self._recorder_for = recorder_for
        self._interrupted = -TWICE

    def on_mount(self) -> None:
        self._catch_signals()
        if self.setup is None:
            self.push_screen(HomeScreen())
        else:
            self.begin(self.setup)

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

    # Tables

    def begin(self, setup: Setup, *, instead: bool = False) -> None:
        """Open a table, `instead` of the screen that is up or over it."""
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
            self.switch_screen(screen)
        else:
            self.push_screen(screen)

    def play_again(self) -> None:
        """The same table with new cards."""
        if self.setup is None:
            return
        seed = self.new_setup(self.setup.game.name).seed
        setup = replace(self.setup, seed=seed)
        self._pop_to_table()
        self.begin(setup, instead=True)

    def leave_table(self) -> None:
        """Leave the match: home, or out of the program where there is no home."""
        if not self.has_home:
            self.exit(return_code=0)
            return
        self._pop_to_table()
        self.pop_screen()

    def _pop_to_table(self) -> None:
        while not isinstance(self.screen, TableScreen):
            self.pop_screen()

    # Keys that every screen has

    def show_help(self) -> None:
        """The help page, over whatever is up."""
        if isinstance(self.screen, PageScreen):
            return
        setup = self.setup if any(isinstance(s, TableScreen) for s in self.screen_stack) else None
        self.push_screen(
            PageScreen(
                _("Help"),
                lambda width: help_lines(
                    setup.rules if setup else None, setup.game if setup else None, self.faces, width
                ),
            )
        )

    def interrupt(self) -> None:
        """Ctrl+C: the second one within two seconds leaves."""
        now = asyncio.get_running_loop().time()
        if now - self._interrupted < TWICE:
            self.exit(return_code=INTERRUPTED)
            return
        self._interrupted = now
        if isinstance(self.screen, DrawnScreen):
            self.screen.say(_("Press Ctrl+C once more to leave the program."))

    # Faults

    def _handle_exception(self, error: Exception) -> None:
        self.failure = error
        super()._handle_exception(error)

    def _display(self, screen: Screen[object], renderable: RenderableType | None) -> None:
        if isinstance(renderable, ChopsUpdate):
            renderable = CroppedUpdate.of(renderable)
        super()._display(screen, renderable)

    def _fatal_error(self) -> None:
        # Instead of a traceback that would show hands to whoever looks on.
        self._close_messages_no_wait()


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
    if app.failure is not None:
        kind = type(app.failure).__name__
        said = _("seven-games stopped by a fault of its own: {kind}").format(kind=kind)
        sys.stderr.write(f"{said}\n")
        return 1
    return app.return_code or 0
