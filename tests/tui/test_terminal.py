"""The program in a terminal of its own: how it ends, and what it leaves behind."""

import os
import pty
import select
import signal
import struct
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import pytest

fcntl = pytest.importorskip("fcntl")
termios = pytest.importorskip("termios")

ROOT = Path(__file__).parents[2]
START = """
import sys
from seven_games.engine import GAMES
from seven_games.table.setup import set_up
from dataclasses import replace
from seven_games.table import Desk
from seven_games.tui.app import run

desk = Desk()
desk.settings = replace(desk.settings, pace="instant")
sedma = set_up(GAMES["sedma"], None, {}, ["Taras"], 5)
FAULT
sys.exit(run(sedma, desk))
"""
FAULT = """
from seven_games.tui.screens.table import TableScreen

def fail(self, _event):
    secret_hand = "10h Kc"
    raise RuntimeError(secret_hand)

TableScreen._do_log = fail
"""
LEFT = "\x1b[?1049l"
"""The alternate screen is left."""


class Running:
    """The program, its terminal and everything it has written."""

    def __init__(self, pid: int, terminal: int) -> None:
        self.pid = pid
        self.terminal = terminal
        self.written = ""

    def read(self, until: Callable[[str], bool], seconds: float = 20) -> None:
        end = time.monotonic() + seconds
        while time.monotonic() < end and not until(self.written):
            if select.select([self.terminal], [], [], 0.1)[0]:
                try:
                    self.written += os.read(self.terminal, 65536).decode("utf-8", "replace")
                except OSError:
                    return

    def code(self) -> int:
        self.read(lambda _written: False, 0)
        end = time.monotonic() + 20
        while time.monotonic() < end:
            self.read(lambda _written: False, 0.2)
            done, status = os.waitpid(self.pid, os.WNOHANG)
            if done:
                self.read(lambda _written: False, 0.2)
                return os.waitstatus_to_exitcode(status)
        os.kill(self.pid, signal.SIGKILL)
        raise AssertionError("it did not end")


@contextmanager
def running(program: str, **environment: str) -> Iterator[Running]:
    """The program in a new terminal of 80 columns and 24 lines."""
    pid, terminal = pty.fork()
    if pid == 0:  # pragma: no cover - the child is another program at once
        os.environ.update(TERM="xterm-256color", PYTHONPATH=str(ROOT), **environment)
        os.execv(sys.executable, [sys.executable, "-c", program])
    fcntl.ioctl(terminal, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 80, 0, 0))
    try:
        yield Running(pid, terminal)
    finally:
        os.close(terminal)


def ready(written: str) -> bool:
    return "quit" in written and "any card" in written


@pytest.mark.parametrize(("number", "code"), [("SIGTERM", 143), ("SIGHUP", 129), ("SIGINT", 130)])
def test_a_signal_ends_it_with_its_code_and_a_clean_terminal(number: str, code: int) -> None:
    with running(START.replace("FAULT", "")) as program:
        program.read(ready)
        assert ready(program.written)
        os.kill(program.pid, getattr(signal, number))
        assert program.code() == code
        assert LEFT in program.written
        assert "Traceback" not in program.written


def test_a_fault_is_one_line_and_shows_no_cards() -> None:
    with running(START.replace("FAULT", FAULT)) as program:
        program.read(ready)
        os.write(program.terminal, b"l")
        assert program.code() == 1
        after = program.written.split(LEFT)[-1]
        assert "stopped by a fault of its own: RuntimeError" in after
        assert "Traceback" not in program.written
        assert "secret" not in program.written


HOME = START.replace("run(sedma", "run(None")
PLACES = {
    "home": (HOME, b""),
    "game": (HOME, b"\r"),
    "rules": (HOME, b"\r\x1b[A\x1b[A\r"),
    "help at home": (HOME, b"?"),
    "table": (START, b""),
    "log": (START, b"l"),
    "help": (START, b"?"),
    "leave": (START, b"q"),
}
PAIRS = (b"\r\r", b"  ", b"11", b"qq", b"\x1b\x1b", b"\rq", b"q\r", b"qqq", b"??", b"lqq")


@pytest.mark.parametrize("place", PLACES)
def test_two_keys_in_one_write_leave_no_dead_screen(place: str) -> None:
    start, way = PLACES[place]
    with running(start.replace("FAULT", "")) as program:
        program.read(lambda written: "quit" in written)
        assert "quit" in program.written
        os.write(program.terminal, way)
        program.read(lambda _written: False, 0.3)
        for pair in PAIRS:
            try:
                os.write(program.terminal, pair)
                program.read(lambda _written: False, 0.15)
            except OSError:
                break
        # Either they have left the program, or Ctrl+C twice still does.
        with suppress(OSError):
            os.write(program.terminal, b"\x03\x03")
        assert program.code() in (0, 130)
        assert LEFT in program.written
        assert "Traceback" not in program.written
        assert "stopped by a fault" not in program.written


def test_without_colours_every_card_can_still_be_read() -> None:
    with running(START.replace("FAULT", ""), NO_COLOR="1") as program:
        program.read(lambda written: ready(written) and "┏━━━┓" in written)
        assert "\x1b[38" not in program.written
        assert "┏━━━┓" in program.written
        os.write(program.terminal, b"\x03\x03")
        assert program.code() == 130
