"""The real program in a pseudo-terminal, and the screen that a person would see."""

from __future__ import annotations

import contextlib
import os
import signal
import sys
import tempfile
import termios
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pexpect
import pyte

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

PROGRAM = (sys.executable, "-m", "seven_games")
USUAL: dict[str, str | None] = {
    "TERM": "xterm-256color",
    "COLORTERM": None,
    "NO_COLOR": None,
    "PYTHONIOENCODING": None,
    "COLUMNS": None,
    "LINES": None,
}
"""What the program is told about its terminal, whoever runs the tests; None: nothing."""
MODES = {
    "the alternate screen": (b"\x1b[?1049h", b"\x1b[?1049l"),
    "a hidden cursor": (b"\x1b[?25l", b"\x1b[?25h"),
    "lines that do not wrap": (b"\x1b[?7l", b"\x1b[?7h"),
    **{
        f"mode {mode}": (b"\x1b[?%dh" % mode, b"\x1b[?%dl" % mode)
        # Mouse, its four encodings, focus, paste, synchronous output, sizes.
        for mode in (1000, 1002, 1003, 1005, 1006, 1015, 1016, 1004, 2004, 2026, 2048)
    },
}
"""What a program must undo: how it is begun and ended."""


def environment(changes: dict[str, str | None]) -> dict[str, str]:
    """The environment of these tests with the changes; None takes a variable away."""
    together = {**os.environ, **USUAL, **changes}
    return {name: value for name, value in together.items() if value is not None}


class Terminal:
    """A terminal of `columns` by `lines` cells with seven-games, or a command, running in it.

    Keywords are variables of its environment; None takes one away. Whatever it keeps on the disk
    is kept in a folder of its own.
    """

    def __init__(
        self,
        *arguments: str,
        columns: int = 80,
        lines: int = 24,
        command: Sequence[str] = PROGRAM,
        **changes: str | None,
    ) -> None:
        self.screen: Any = pyte.Screen(columns or 80, lines or 24)
        self._stream: Any = pyte.ByteStream(self.screen)
        self.sent = bytearray()
        """Every byte that the program has written."""
        self.home = tempfile.TemporaryDirectory(prefix="seven-games-")
        changes.setdefault("SEVEN_GAMES_HOME", self.home.name)
        first, *rest = (*command, *arguments)
        self.program: Any = pexpect.spawn(
            first,
            rest,
            dimensions=(lines, columns),
            env=environment(changes),
            timeout=20,
        )
        # Somebody who types does not wait before each key.
        self.program.delaybeforesend = None
        self._before = termios.tcgetattr(self.program.child_fd)
        self._after = self._before

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

    def quiet(self, seconds: float = 0.3) -> None:
        """Read until nothing has come for so many seconds."""
        before = -1
        while before != len(self.sent):
            before = len(self.sent)
            self.read(seconds)

    def press(self, keys: str | bytes) -> None:
        self.program.send(keys)

    def resize(self, columns: int, lines: int) -> None:
        """Change the size; nothing of what stood there is left."""
        self.screen.resize(lines, columns)
        self.wipe()
        self.program.setwinsize(lines, columns)

    def wipe(self) -> None:
        """Clear what is seen, so that only what is drawn from now on can be found."""
        self.screen.reset()

    def ended(self, seconds: float = 20) -> int:
        """The exit code, once the program has ended; the negative signal where one ended it."""
        end = time.monotonic() + seconds
        while self.read():
            assert time.monotonic() < end, f"it did not end; the screen was:\n{self.text}"
        self._after = termios.tcgetattr(self.program.child_fd)
        self.program.close()
        if self.program.signalstatus is not None:
            return -int(self.program.signalstatus)
        return int(self.program.exitstatus)

    def hang_up(self, seconds: float = 20) -> tuple[int, float, float]:
        """Take the terminal away. The exit code, and the seconds and processor seconds it took.

        Fails where the program is still there after so many seconds.
        """
        pid, spent = self.program.pid, processor_time(self.program.pid)
        begun = time.monotonic()
        self.program.ptyproc.fileobj.close()
        self.program.ptyproc.closed = self.program.ptyproc.terminated = self.program.closed = True
        last = spent
        while (took := time.monotonic() - begun) < seconds:
            with contextlib.suppress(OSError, IndexError):
                last = processor_time(pid)
            done, status = os.waitpid(pid, os.WNOHANG)
            if done:
                return os.waitstatus_to_exitcode(status), took, last - spent
            time.sleep(0.01)
        os.kill(pid, signal.SIGKILL)
        raise AssertionError("it is still there")

    def left_behind(self) -> list[str]:
        """What the program has done to the terminal and not undone."""
        sent = bytes(self.sent)
        left = [name for name, (on, off) in MODES.items() if sent.rfind(on) > sent.rfind(off)]
        if self._after != self._before:
            left.append("modes of the line, such as no echo")
        if kitty_pushes(sent) > sent.count(b"\x1b[<u"):
            left.append("keyboard reports")
        return left

    def left_clean(self) -> bool:
        """Whether the terminal is as it was."""
        return not self.left_behind()


def processor_time(pid: int) -> float:
    """The seconds of processor time that a process has used."""
    fields = Path(f"/proc/{pid}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def kitty_pushes(sent: bytes) -> int:
    """How often keyboard reports were asked for: `ESC [ > flags u`."""
    return sum(piece.split(b"u")[0].isdigit() for piece in sent.split(b"\x1b[>")[1:])
