"""What is drawn goes out from here: a terminal that is slow, or gone, holds up nothing."""

import os
import select
from collections.abc import Callable
from contextlib import suppress
from threading import Condition, Thread

MOST = 1 << 16
"""So many bytes wait for a terminal that does not read; what is drawn after them is dropped."""
PIECE = 4096
"""So many bytes go out at a time."""


class Writer(Thread):
    """A thread that writes to a terminal.

    Where something was dropped, `again` is called, in this thread, once the terminal has read all
    that waited: the time to draw everything anew. What is written to a terminal that is gone is
    lost without a word.
    """

    def __init__(self, fileno: int, encoding: str, again: Callable[[], None]) -> None:
        super().__init__(name="terminal-output", daemon=True)
        self._fileno = fileno
        self._encoding = encoding
        self._again = again
        self._waiting = bytearray()
        self._behind = False
        self._ended = False
        self._changed = Condition()

    def write(self, text: str) -> None:
        """Send this after what waits."""
        with self._changed:
            if len(self._waiting) >= MOST:
                self._behind = True
            else:
                self._waiting += text.encode(self._encoding, "replace")
                self._changed.notify()

    def forget(self) -> None:
        """Send nothing of what waits: something else is to be seen instead."""
        with self._changed:
            self._waiting.clear()
            self._behind = False

    def stop(self, seconds: float) -> None:
        """Let what waits go out, for so many seconds at the most."""
        with self._changed:
            self._ended = True
            self._changed.notify()
        self.join(seconds)

    def run(self) -> None:
        while piece := self._next():
            # Where the terminal is gone, whoever reads from it will notice.
            with suppress(OSError):
                self._send(piece)
            with self._changed:
                caught_up = self._behind and not self._waiting
                self._behind = self._behind and not caught_up
            if caught_up:
                self._again()

    def _next(self) -> bytes:
        """The next piece, when there is one; empty at the end."""
        with self._changed:
            self._changed.wait_for(lambda: self._waiting or self._ended)
            piece = bytes(self._waiting[:PIECE])
            del self._waiting[:PIECE]
        return piece

    def _send(self, piece: bytes) -> None:
        while piece:
            try:
                piece = piece[os.write(self._fileno, piece) :]
            except BlockingIOError:
                # Another program has left the terminal in this mode.
                select.select([], [self._fileno], [])
