"""The terminal, handled with care.

What is no key never plays a card and never ends the program; a terminal that is taken away, for a
while or for good, holds up nothing.
"""

import os
import re
import selectors
import signal
import sys
import termios
from codecs import getincrementaldecoder
from collections.abc import Callable
from contextlib import suppress
from typing import TYPE_CHECKING, Any

from textual import events
from textual._xterm_parser import XTermParser
from textual.drivers.linux_driver import LinuxDriver

from seven_games.tui.writer import Writer

if TYPE_CHECKING:
    from seven_games.tui.app import CardApp

WIDEST, TALLEST = 1000, 300
"""A window of more cells than any screen has is drawn as one of so many."""
MOST_KEYS = 256
"""So many keys may wait until they are dealt with; nobody types more, a flood does."""
LONGEST_PASTE = 200
"""So many characters of a paste are taken."""
LAST_WORDS = 0.5
"""For so many seconds a terminal may read what makes it clean again."""
_LEAVE = "\x1b[<u\x1b[?1049l\x1b[?25h\x1b[?1004l"
"""The reports of keys, before the screen that they belong to; the cursor, reports of focus."""
_STOPPED = (
    *(signal.SIGTSTP, signal.SIGCONT),
    *(signal.SIGTERM, signal.SIGHUP, signal.SIGINT, signal.SIGQUIT),
)

# Strings that a terminal answers with: OSC, DCS, SOS, PM, APC.
_STRING = re.compile(r"\x1b[]PX^_]")
_STRING_END = re.compile("\x07|\x1b\\\\|(?=[\r\n\x03])")
# What is pasted is no key, but may be a text for a line that is typed.
_PASTE = re.compile(r"\x1b\[200~")
_PASTE_END = re.compile("\x1b\\[201~|(?=\x03)")
_HALF_AN_END = re.compile(r"\x1b(?:\[(?:2(?:0(?:1)?)?)?)?\Z")
_SEQUENCE = re.compile(r"\x1b\[[0-?]*[ -/]*[@-~]")
_UNFINISHED = re.compile(r"\x1b\[[0-?]*[ -/]*\Z")
# Device attributes, status and size reports, and the answer that would make the library take
# sizes from the input.
_NO_KEY = re.compile(r"\x1b\[(?:[0-?]*[ -/]*[cnt]|\?2048;\d\$y)\Z")
_LONGEST = 32
_KEY = re.compile(r"\x1b(?:\[[0-?]*[ -/]*[@-~]|O.|.)?|.", re.DOTALL)
_INTERRUPT = re.compile(r"\x03|\x1b\[99;5u")


class Answers:
    """Takes the answers of a terminal out of what is typed; a string may come in pieces."""

    def __init__(self) -> None:
        self._end: re.Pattern[str] | None = None
        """What ends the string that has begun."""
        self._held = ""
        self._pasting = ""
        self.pasted: list[str] = []
        """What was pasted, for whoever wants it: no key of it is pressed."""

    def without(self, text: str) -> str:
        r"""The text without answers.

        >>> Answers().without("a\x1b]11;rgb:0/0/0\x07b\x1b[?62;22cc\x1b[A")
        'abc\x1b[A'
        """
        text, self._held = self._held + text, ""
        kept = []
        while text:
            if self._end:
                end = self._end.search(text)
                if end is None:
                    # The rest of what closes the string may be still to come.
                    half = _HALF_AN_END.search(text)
                    self._held = half.group() if half else ""
                    self._paste(text[: len(text) - len(self._held)])
                    break
                self._paste(text[: end.start()])
                if self._end is _PASTE_END and end.group():
                    self.pasted.append(self._pasting)
                self._end, self._pasting = None, ""
                text = text[end.end() :]
                continue
            begin = text.find("\x1b")
            if begin < 0:
                kept.append(text)
                break
            kept.append(text[:begin])
            text = self._after_escape(text[begin:], kept)
        return "".join(kept)

    def _paste(self, text: str) -> None:
        if self._end is _PASTE_END:
            self._pasting = (self._pasting + text)[:LONGEST_PASTE]

    def _after_escape(self, text: str, kept: list[str]) -> str:
        """Deal with the sequence that a text begins with; what comes after it."""
        for begin, end in ((_STRING, _STRING_END), (_PASTE, _PASTE_END)):
            begun = begin.match(text)
            if begun:
                self._end = end
                return text[begun.end() :]
        sequence = _SEQUENCE.match(text)
        if sequence:
            whole = sequence.group()
            if len(whole) <= _LONGEST and not _NO_KEY.match(whole):
                kept.append(whole)
            return text[sequence.end() :]
        if _UNFINISHED.match(text) and len(text) <= _LONGEST:
            self._held = text
            return ""
        kept.append(text[0])
        return text[1:]


class TableDriver(LinuxDriver):
    """The library's driver with input that cannot break it and sizes that cannot fill memory.

    It draws on standard output, so that errors can be sent elsewhere, and stops for the shell.
    """

    def __init__(
        self,
        app: "CardApp",
        *,
        debug: bool = False,
        mouse: bool = True,
        size: tuple[int, int] | None = None,
    ) -> None:
        super().__init__(app, debug=debug, mouse=mouse, size=size)
        self._cards_app = app
        self._stdout = sys.__stdout__ or sys.stdout
        self._size = size or self._get_terminal_size()
        self._writer: Writer | None = None

    # What is drawn

    def start_application_mode(self) -> None:
        self._writer = Writer(
            self._stdout.fileno(),
            self._stdout.encoding,
            lambda: self._in_loop(self._draw_anew),
        )
        self._writer.start()
        super().start_application_mode()  # type: ignore[no-untyped-call]
        self._tell_size: Any = signal.getsignal(signal.SIGWINCH)
        signal.signal(signal.SIGWINCH, self._window_changed)

    def stop_application_mode(self) -> None:
        """Leave the terminal as it was.

        Its own modes come back last: with them Ctrl+C is a signal again, which throws away what
        the terminal has not read yet.
        """
        if self._writer is not None:
            self._writer.forget()
        self._disable_bracketed_paste()
        self._enable_line_wrap()
        self.write(_LEAVE)
        self.disable_input()
        if self.attrs_before is not None:
            with suppress(termios.error):
                termios.tcsetattr(self.fileno, termios.TCSANOW, self.attrs_before)

    def close(self) -> None:
        super().close()
        if self._writer is not None:
            self._writer.stop(LAST_WORDS)
            self._writer = None

    def write(self, data: str) -> None:
        if self._writer is not None:
            self._writer.write(data)

    def _window_changed(self, *signalled: object) -> None:
        self._tell_size(*signalled)
        # The size may be the old one again, and what was shown gone all the same.
        self._in_loop(self._draw_anew)

    def _draw_anew(self) -> None:
        self._cards_app.call_later(self._cards_app.draw_anew)

    def _in_loop(self, do: Callable[[], None]) -> None:
        # Too late where the loop is closed.
        with suppress(RuntimeError):
            self._loop.call_soon_threadsafe(do)

    # The shell

    @property
    def can_suspend(self) -> bool:
        """Whether there is a shell that would go on: one with jobs gives each a group of its own.

        A program that its session began with, as over SSH, would stop for ever.
        """
        return os.getpgrp() != os.getsid(0)

    def _sigtstp_application(self, *_: object) -> None:
        self._in_loop(self._suspend)

    def _sigcont_application(self, *_: object) -> None:
        self._in_loop(self._resume)

    def _suspend(self) -> None:
        """Give the terminal back to the shell, and stop until it is given again."""
        if self._writer is None or not self.can_suspend:
            return
        self.suspend_application_mode()
        # Whatever ends a program that has stopped finds nothing left to tidy.
        before = {number: signal.signal(number, signal.SIG_DFL) for number in _STOPPED}
        os.kill(0, signal.SIGTSTP)
        # Goes on at once in the foreground; in the background it stops here again.
        with suppress(termios.error):
            termios.tcsetattr(self.fileno, termios.TCSANOW, termios.tcgetattr(self.fileno))
        for number, handler in before.items():
            signal.signal(number, handler)
        self.resume_application_mode()
        self._draw_anew()

    def _resume(self) -> None:
        """The program goes on after a stop that asked nobody, or had not stopped at all."""
        # A terminal that is taken away wakes its programs, too.
        if self._writer is not None and os.isatty(self.fileno):
            self.suspend_application_mode()
            self.resume_application_mode()
            self._draw_anew()

    # What is typed

    def run_input_thread(self) -> None:
        decoder = getincrementaldecoder("utf-8")(errors="ignore")
        answers, parser = Answers(), XTermParser(self._debug)
        with selectors.DefaultSelector() as selector:
            selector.register(self.fileno, selectors.EVENT_READ)
            while not self.exit_event.is_set():
                text = ""
                if selector.select(0.1):
                    data = self._read()
                    if not data:
                        # The terminal is gone; waiting for more of it would spin.
                        return
                    text = answers.without(decoder.decode(data))
                try:
                    if text:
                        text = bounded(text, MOST_KEYS - self._keys_waiting())
                    for event in parser.feed(text) if text else parser.tick():
                        self.process_message(event)
                    while answers.pasted:
                        self.process_message(events.Paste(answers.pasted.pop(0)))
                except Exception:  # noqa: BLE001 - whatever was typed, the next key must work
                    parser = XTermParser(self._debug)

    def use_mouse(self, *, wanted: bool) -> None:
        """Take the mouse, or leave it to the terminal, which then selects text."""
        if wanted != self._mouse:
            self._disable_mouse_support()
            self._mouse = wanted
            self._enable_mouse_support()

    def _enable_mouse_support(self) -> None:
        # Clicks and the wheel alone: no report of every motion, as the library asks for.
        if self._mouse:
            self.write("\x1b[?1000h\x1b[?1006h")
            self.flush()

    def _keys_waiting(self) -> int:
        return sum(screen.message_queue_size for screen in self._app.screen_stack)

    def _read(self) -> bytes:
        try:
            return os.read(self.fileno, 4096)
        except OSError:
            return b""

    def _get_terminal_size(self) -> tuple[int, int]:
        # Not what COLUMNS and LINES say, which were right once.
        width, height = 0, 0
        with suppress(OSError):
            width, height = os.get_terminal_size(self._stdout.fileno())
        return min(width or 80, WIDEST), min(height or 24, TALLEST)


def bounded(text: str, room: int) -> str:
    r"""The first keys of a flood, and the wish to end it.

    >>> bounded("ab\x1b[Ccd\x03e\x1b[99;5u\x03", 3)
    'ab\x1b[C\x03\x1b[99;5u'
    """
    keys = _KEY.findall(text)
    room = max(room, 0)
    return "".join(keys[:room] + [key for key in keys[room:] if _INTERRUPT.match(key)][:2])
