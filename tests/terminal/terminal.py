"""The real program in a pseudo-terminal, and the screen that a person would see."""

from __future__ import annotations

import os
import sys
import time
from typing import TYPE_CHECKING, Any

import pexpect
import pyte

if TYPE_CHECKING:
    from collections.abc import Callable


class Terminal:
    """A terminal of `columns` by `lines` cells with seven-games running in it."""

    def __init__(
        self, *arguments: str, columns: int = 80, lines: int = 24, **environment: str
    ) -> None:
        self.screen: Any = pyte.Screen(columns, lines)
        self._stream: Any = pyte.ByteStream(self.screen)
        self.sent = bytearray()
        """Every byte that the program has written."""
        self.program: Any = pexpect.spawn(
            sys.executable,
            ["-m", "seven_games", *arguments],
            dimensions=(lines, columns),
            env={**os.environ, "TERM": "xterm-256color", **environment},
            timeout=20,
        )

    @property
    def text(self) -> str:
        """What stands on the screen."""
        return "\n".join(self.screen.display)

    def read(self, seconds: float = 0.1) -> bool:
        """Take in what the program writes; whether it is still there."""
        try:
            written = self.program.read_nonblocking(65536, timeout=seconds)
        except pexpect.TIMEOUT:
            return True
        except pexpect.EOF:
            return False
        self.sent += written
        self._stream.feed(written)
        return True

    def until(self, holds: Callable[[str], bool], seconds: float = 30) -> str:
        """Read until the screen is as wanted; the screen. Fails after so many seconds."""
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            there = self.read()
            if holds(self.text):
                return self.text
            if not there:
                break
        raise AssertionError(f"this never came up; the screen was:\n{self.text}")

    def press(self, keys: str | bytes) -> None:
        self.program.send(keys)

    def ended(self, seconds: float = 20) -> int:
        """The exit code, once the program has ended; the negative signal where one ended it."""
        end = time.monotonic() + seconds
        while time.monotonic() < end and self.read():
            pass
        self.program.close()
        if self.program.signalstatus is not None:
            return -int(self.program.signalstatus)
        return int(self.program.exitstatus)

    def left_clean(self) -> bool:
        """Whether the alternate screen, the mouse modes and the hidden cursor were undone."""
        sent = bytes(self.sent)
        return all(
            sent.rfind(on) < sent.rfind(off)
            for on, off in (
                (b"\x1b[?1049h", b"\x1b[?1049l"),
                (b"\x1b[?25l", b"\x1b[?25h"),
            )
        ) and all(
            sent.rfind(b"\x1b[?%dh" % mode) <= sent.rfind(b"\x1b[?%dl" % mode)
            for mode in (1000, 1002, 1003, 1006, 2004)
        )
