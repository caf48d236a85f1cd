"""The process that thinks: jobs in slices, the most urgent one first.

It is a Python of its own which reads orders from its standard input and writes what comes of them
to its standard output; `thinker.py` is who talks to it. It touches no terminal, hears no Ctrl+C,
does nothing while nobody asks, and ends when the program does, however that ends.
"""

import os
import pickle
import signal
import sys
import threading
import traceback
from collections.abc import Callable, Generator
from contextlib import suppress
from dataclasses import dataclass
from enum import IntEnum
from io import RawIOBase
from queue import SimpleQueue
from typing import Generic, TypeVar, cast

T = TypeVar("T")

NICE = 5
"""So much lower is the priority of thinking than that of the screen."""


class Urgency(IntEnum):
    """What goes first where several things are to be thought of.

    >>> min(Urgency.REVIEW, Urgency.MOVE).name
    'MOVE'
    """

    MOVE = 0
    HINT = 1
    REVIEW = 2


@dataclass(frozen=True)
class Job(Generic[T]):
    """Something to think about: `think(*args)` yields after every slice and returns the answer.

    What it yields is told to whoever asked, where it is not None; a slice takes some hundredths
    of a second. Both, and what they give, must be such that pickle takes them: a function at the
    top of a module, or a method of what can be pickled.

    >>> def halves(number):
    ...     for done in range(2):
    ...         yield done / 2
    ...     return number // 2
    >>> job = Job(halves, (14,))
    >>> list(job.think(*job.args))
    [0.0, 0.5]
    """

    think: Callable[..., Generator[object, None, T]]
    args: tuple[object, ...] = ()


Order = tuple[str, int, object]
"""What to do and the number of the job: "think" with urgency and pickled job, "drop", "end"."""
News = tuple[str, int, object]
"""What came of a job: "begun", "told", "done" with the pickled answer, "failed", "dropped".

The first of all is "ready", of no job.
"""


class Mind:
    """The jobs that are on, and what is said of them."""

    def __init__(self, say: Callable[[News], None]) -> None:
        self._say = say
        self._jobs: dict[tuple[int, int], Generator[object, None, object]] = {}
        self._begun: set[int] = set()

    def run(self, orders: "SimpleQueue[Order]") -> None:
        """Think as ordered, until ordered to end."""
        self._say(("ready", 0, None))
        while True:
            while not self._jobs or not orders.empty():
                kind, number, what = orders.get()
                if kind == "end":
                    return
                if kind == "drop":
                    self._drop(number)
                else:
                    self._begin(number, *cast("tuple[int, bytes]", what))
            self._slice()

    def _begin(self, number: int, urgency: int, pickled: bytes) -> None:
        try:
            job: Job[object] = pickle.loads(pickled)  # noqa: S301 - from the program itself
            self._jobs[urgency, number] = job.think(*job.args)
        except Exception:  # noqa: BLE001 - it is told to whoever asked
            self._say(("failed", number, traceback.format_exc()))

    def _drop(self, number: int) -> None:
        for key in [key for key in self._jobs if key[1] == number]:
            job = self._jobs.pop(key)
            with suppress(Exception):
                job.close()
        self._say(("dropped", number, None))

    def _slice(self) -> None:
        """Think of the most urgent job for a while; of the oldest, where several are."""
        key = min(self._jobs)
        number = key[1]
        if number not in self._begun:
            self._begun = {number, *(other for _, other in self._jobs if other in self._begun)}
            self._say(("begun", number, None))
        try:
            told = next(self._jobs[key])
            if told is not None:
                self._say(("told", number, pickle.dumps(told)))
        except StopIteration as end:
            del self._jobs[key]
            self._say(_answer(number, end.value))
        except BaseException:  # noqa: BLE001 - even one that would end the process
            del self._jobs[key]
            self._say(("failed", number, traceback.format_exc()))


def _answer(number: int, answer: object) -> News:
    try:
        return "done", number, pickle.dumps(answer)
    except Exception:  # noqa: BLE001 - it is told to whoever asked
        return "failed", number, traceback.format_exc()


# What is said through a pipe


def write(pipe: RawIOBase, message: tuple[str, int, object]) -> None:
    """Send a message. Raises OSError where nobody reads any more.

    >>> from io import BytesIO
    >>> pipe = BytesIO()
    >>> write(pipe, ("drop", 3, None))
    >>> pipe.seek(0)
    0
    >>> read(pipe)
    ('drop', 3, None)
    """
    data = pickle.dumps(message)
    left = memoryview(len(data).to_bytes(4) + data)
    while left:
        left = left[pipe.write(left) or 0 :]


def read(pipe: RawIOBase) -> tuple[str, int, object]:
    """The next message. Raises EOFError where no more can come."""
    size = int.from_bytes(_exactly(pipe, 4))
    message: tuple[str, int, object] = pickle.loads(_exactly(pipe, size))  # noqa: S301
    return message


def _exactly(pipe: RawIOBase, size: int) -> bytes:
    data = b""
    while len(data) < size:
        piece = pipe.read(size - len(data))
        if not piece:
            raise EOFError
        data += piece
    return data


def main() -> None:
    """Be the process: think as ordered through the pipes, until they are closed."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if hasattr(os, "nice"):
        os.nice(NICE)
    orders_from, news_to = os.fdopen(os.dup(0), "rb", 0), os.fdopen(os.dup(1), "wb", 0)
    # Whatever is printed by accident is neither news nor seen.
    nothing = os.open(os.devnull, os.O_RDWR)
    for stream in (0, 1, 2):
        os.dup2(nothing, stream)
    orders: SimpleQueue[Order] = SimpleQueue()

    def listen() -> None:
        with suppress(EOFError, OSError):
            while True:
                orders.put(read(orders_from))
        # The program is gone: there is nobody to finish a thought for.
        os._exit(0)

    threading.Thread(target=listen, name="orders", daemon=True).start()
    # What the jobs need is there before the first one comes.
    from seven_games.bots import bot

    del bot
    with suppress(OSError):
        Mind(lambda news: write(news_to, news)).run(orders)
    sys.exit(0)
