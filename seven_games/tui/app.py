"""The application: which screen is up, and how the program is left."""

import asyncio
import contextlib
import gc
import select
import signal
import sys
import time
from dataclasses import replace
from typing import TYPE_CHECKING

from rich.console import RenderableType
from textual import events
from textual._compositor import ChopsUpdate, LayoutUpdate
from textual.app import App
from textual.screen import Screen

from seven_games.i18n import _
from seven_games.store.saves import Saved
from seven_games.store.settings import Settings
from seven_games.table import Desk, Setup, Sitting, Table
from seven_games.tui.draw.cards import Faces
from seven_games.tui.draw.layout import Picture
from seven_games.tui.repaint import CroppedUpdate, WholeUpdate
from seven_games.tui.screens.base import DrawnScreen
from seven_games.tui.screens.help import help_lines
from seven_games.tui.screens.home import HomeScreen
from seven_games.tui.screens.page import PageScreen
from seven_games.tui.screens.root import RootScreen
from seven_games.tui.screens.table import TableScreen
from seven_games.tui.terminal import faces_for
from seven_games.tui.theme import background, depth_of, styles

if TYPE_CHECKING:
    from textual.driver import Driver

GUARD = 0.25
"""For so many seconds after a turn has passed no key plays a card."""
TWICE = 2.0
"""Within so many seconds the second Ctrl+C leaves."""
INTERRUPTED = 130
PATIENCE = 0.2
"""For so many seconds a terminal may make room for the last words."""
_SIGNALS = {
    getattr(signal, name): code
    for name, code in {
        "SIGTERM": 143,
        "SIGHUP": 129,
        "SIGINT": INTERRUPTED,
        "SIGQUIT": 131,
    }.items()
    # Not every system has them all.
    if hasattr(signal, name)
}


class CardApp(App[None], inherit_bindings=False):
    """The program on the whole screen.

    With a setup it goes straight to that table; without, to the home screen.
    """

    TITLE = "Seven Games"
    ENABLE_COMMAND_PALETTE = False
    CSS = """
    Screen { overflow: hidden; }
    Canvas { width: 100%; height: 100%; }
    """

    def __init__(
        self,
        setup: Setup | None,
        desk: Desk,
        guard: float = GUARD,
        faces: Faces | None = None,
    ) -> None:
        # The colours of a theme reach the terminal as they are.
        super().__init__(driver_class=_driver(), ansi_color=True)
        self.setup = setup
        self.has_home = setup is None
        self.desk = desk
        self.guard = guard
        self.fixed_faces = faces
        """The faces that are drawn whatever the settings say, if any."""
        self.failure: Exception | None = None
        self.left: Table | None = None
        """The table that was opened last."""
        self.pile: list[DrawnScreen] = []
        """What is open: the last one is seen and has the keys."""
        self.picture = Picture()
        """What is on the screen now."""
        self._root = RootScreen()
        self._take_colours()
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
        for number, code in _SIGNALS.items():
            # Not in a thread, nor on every system.
            with contextlib.suppress(ValueError, RuntimeError, NotImplementedError):
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

    @property
    def faces(self) -> Faces:
        """How cards and marks are drawn."""
        return self.fixed_faces or faces_for(self.settings.faces)

    def _take_colours(self) -> None:
        depth = depth_of(self.console.color_system)
        theme, deck = self.settings.theme, self.settings.deck
        self._root.styles.background = background(theme, depth)
        self._root.canvas.restyle(styles(theme, deck, depth))

    def paint(self, screen: DrawnScreen | None = None) -> None:
        """Draw what is seen; `screen` asks for it, and is not heard where it is not seen."""
        if self.pile and self._root.is_mounted and screen in (None, self.seen):
            lines = self.picture = self.seen.picture(*self.size)
            # A table has nothing to show before its first deal.
            if lines:
                self._root.canvas.show(lines)

    # Tables

    def begin(self, setup: Setup) -> None:
        """Open a table in place of all but the home screen."""
        self._sit(self.desk.sit_down(setup))

    def resume_match(self, saved: Saved) -> str:
        """Go on with a saved match; a sentence where that cannot be."""
        found = self.desk.go_on(saved)
        if isinstance(found, str):
            return found
        self._sit(found)
        return ""

    def _sit(self, sitting: Sitting) -> None:
        self.setup = sitting.setup
        self._take_off(1 if self.has_home else 0)
        self.left = sitting.table
        self.open(TableScreen(sitting.table))

    def play_again(self) -> None:
        """The same table with new cards."""
        if self.setup is None:
            return
        seed = self.desk.new_setup(self.setup.game.name).seed
        self.begin(replace(self.setup, seed=seed, dealer=None, deal=None))

    # Settings

    @property
    def settings(self) -> Settings:
        """The settings in force."""
        return self.desk.settings

    def set(self, settings: Settings) -> None:
        """Change settings: they hold at once and are kept."""
        self.desk.set(settings)
        take_mouse = getattr(self._driver, "use_mouse", None)
        if take_mouse is not None:
            take_mouse(wanted=settings.mouse == "on")
        self._take_colours()
        for screen in self.pile:
            screen.settings_changed()

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

    def click(self, event: events.MouseDown) -> None:
        """A press of the mouse on what is seen."""
        if self._exit or not self.pile or self.settings.mouse == "off":
            return
        if event.time >= self._closed_at:
            self.seen.mouse(event)

    def scroll(self, event: events.MouseScrollUp | events.MouseScrollDown) -> None:
        """A turn of the wheel over what is seen."""
        if not self._exit and self.pile and self.settings.mouse == "on":
            self.seen.wheel(-1 if isinstance(event, events.MouseScrollUp) else 1)

    def paste(self, text: str) -> None:
        """A text was pasted: only where one is being typed."""
        if not self._exit and self.pile:
            self.seen.paste(text)

    def show_help(self) -> None:
        """The help page, over whatever is seen."""
        if isinstance(self.seen, PageScreen):
            return
        table = next((screen for screen in self.pile if isinstance(screen, TableScreen)), None)
        setup = self.setup if table else None
        rules, game = (setup.rules, setup.game) if setup else (None, None)
        context = self.seen.context
        self.open(
            PageScreen(
                _("Help"),
                lambda width: help_lines(rules, game, (table or self).faces, context, width),
            )
        )

    def last_words(self) -> list[str]:
        """What is said in the shell after the screen has closed."""
        if self.left is None or self.left.standing.over:
            return []
        if self.left.unsaved:
            reason = self.left.unsaved
            return [_("The match could not be saved to its end: {reason}.").format(reason=reason)]
        if self.left.is_saved and not self.has_home:
            return [_("The match is kept; Resume in seven-games goes on with it.")]
        return []

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


def _tell(text: str) -> None:
    """Say something in the shell, where somebody reads: a terminal may be gone, or stopped."""
    with contextlib.suppress(OSError, ValueError):
        if text and select.select([], [sys.stderr], [], PATIENCE)[1]:
            sys.stderr.write(text)
            sys.stderr.flush()


async def _run(app: CardApp) -> None:
    try:
        await app.run_async(mouse=app.desk.settings.mouse == "on")
    finally:
        # The loop that hears signals ends; until it is gone they wait.
        _signals(held=True)


def _signals(*, held: bool) -> None:
    if sys.platform != "win32":
        signal.pthread_sigmask(signal.SIG_BLOCK if held else signal.SIG_UNBLOCK, _SIGNALS)


def run(setup: Setup | None, desk: Desk) -> int:
    """Play on the whole screen; returns the exit code."""
    app = CardApp(setup, desk)
    asyncio.run(_run(app))
    # Nothing is left to interrupt; one Ctrl+C more than it takes is no fault.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    _signals(held=False)
    if app.failure is not None:
        kind = type(app.failure).__name__
        said = [_("seven-games stopped by a fault of its own: {kind}").format(kind=kind)]
    else:
        said = app.last_words()
    _tell("".join(f"{line}\n" for line in said))
    return 1 if app.failure is not None else app.return_code or 0
