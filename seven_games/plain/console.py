"""Two streams of text: a line is said, a line is heard."""

import contextlib
import select
import shutil
import sys
from typing import TYPE_CHECKING, TextIO, cast

if TYPE_CHECKING:
    import io

LONGEST = 1000
"""Of a line that is longer the rest is dropped."""


class Console:
    """What is read and what is written; either may be a terminal, a pipe or a file."""

    def __init__(self, read: TextIO, write: TextIO) -> None:
        self._read = read
        self._write = write

    def say(self, *sentences: str) -> None:
        """Write every sentence on a line of its own, at once."""
        for sentence in sentences:
            self._write.write(f"{sentence}\n")
        self._write.flush()

    def ask(self, question: str) -> str | None:
        """The line that answers a question; None at the end of the input.

        Where nobody types, the question ends its line: there is no echo that would.
        """
        typed = self._read.isatty()
        line = ""
        try:
            self._write.write(f"{question} > " if typed else f"{question} >\n")
            self._write.flush()
            line = more = self._read.readline(LONGEST)
        finally:
            if not line and typed:
                self.say("")
        if not line:
            return None
        while more and not more.endswith("\n"):
            more = self._read.readline(LONGEST)
        return line.strip()

    def clear(self) -> None:
        """Push what was said out of sight, as far as lines can."""
        self.say(*[""] * shutil.get_terminal_size().lines)

    def forget(self) -> None:
        """Drop what was typed ahead on a terminal; the lines of a pipe stay."""
        if self._read.isatty():
            with contextlib.suppress(ImportError, OSError, ValueError):
                import termios

                termios.tcflush(self._read.fileno(), termios.TCIFLUSH)


def has_lines(read: TextIO) -> bool:
    """Whether there is somebody to answer: not where the input is at its end already."""
    if read.isatty() or sys.platform == "win32":
        return True
    try:
        ready, _, _ = select.select([read], [], [], 0)
    except (OSError, ValueError):
        # Not a stream of the system: only reading can tell.
        return True
    return not ready or bool(cast("io.BufferedReader", read.buffer).peek(1))
