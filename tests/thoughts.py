"""Jobs for the worker, which imports this module by its name."""

from __future__ import annotations

import os
import signal
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Generator

    from seven_games.engine import View


def count_to(end: int, slice_of: float = 0.0) -> Generator[int, None, str]:
    """Tells every number."""
    for number in range(1, end + 1):
        time.sleep(slice_of)
        yield number
    return "done"


def get_stuck() -> Generator[str, None, None]:
    """A slice that does not end."""
    yield "begun"
    time.sleep(3600)


def note(file: Path, word: str, slices: int) -> Generator[None, None, None]:
    """Writes a word into a file in every slice."""
    for _ in range(slices):
        with file.open("a", encoding="utf-8") as notes:
            notes.write(f"{word} ")
        time.sleep(0.01)
        yield


def chatter() -> Generator[None, None, int]:
    """Prints where nothing may be printed; answers what the terminal is to it."""
    print("on standard output", flush=True)
    print("on standard error", file=sys.stderr, flush=True)
    os.write(1, b"on 1")
    os.write(2, b"on 2")
    yield
    return sum(os.isatty(stream) for stream in range(3))


def fail() -> Generator[None, None, int]:
    yield
    raise LookupError("nothing comes to mind")


def leave() -> Generator[None, None, int]:
    yield
    sys.exit(3)


def answer_with_a_function() -> Generator[None, None, object]:
    """An answer that cannot be sent."""
    yield
    return lambda: None


class Bad:
    """A bot that fails in one way or another, while it thinks."""

    def __init__(self, fault: str) -> None:
        self.fault = fault

    def choose(self, view: View) -> int:
        raise NotImplementedError

    def think(self, view: View) -> Generator[None, None, int]:
        yield
        if self.fault == "raises":
            raise LookupError("nothing comes to mind")
        if self.fault == "dies":
            os.kill(os.getpid(), getattr(signal, "SIGKILL", signal.SIGTERM))
        if self.fault == "thinks for ever":
            while True:
                time.sleep(0.01)
                yield
        if self.fault == "sleeps":
            time.sleep(3600)
        return -1 if self.fault == "answers nonsense" else view.moves[0]
