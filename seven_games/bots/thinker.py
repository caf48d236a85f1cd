"""Thinking beside the table: asked for here, done by a process of its own (`worker.py`)."""

import asyncio
import atexit
import pickle
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from functools import partial
from itertools import count
from queue import SimpleQueue
from typing import TYPE_CHECKING, Protocol, TypeVar, cast

from seven_games.bots.worker import Job, Mind, News, Order, Urgency, read, write

if TYPE_CHECKING:
    from io import RawIOBase

T = TypeVar("T")

TRIES = 3
"""A job that no worker has begun is given to so many."""
STILLBORN = 2
"""Where so many workers in a row have died before they said anything, there can be none …"""
A_WHILE = 60.0
"""… for so many seconds: then a process is tried once more, when the thread has nothing to do."""
DEAF = 5.0
"""A worker that has not dropped a job so many seconds after it was told to is ended."""
_START = """
import sys
sys.path[:] = sys.argv[1:]
from seven_games.bots.worker import main
main()
"""


class ThinkingError(RuntimeError):
    """No answer came of a job: it failed, or the worker died of it."""


class _Worker(Protocol):
    """Who does the jobs."""

    ready: bool
    """Whether it has said anything yet."""
    gone: bool

    def order(self, order: Order) -> None:
        """Tell it what to do. Raises OSError where it is gone."""

    def end(self) -> None:
        """End it now."""


class _Process:
    """A worker in a process of its own."""

    def __init__(
        self, heard: Callable[["_Worker", News], None], lost: Callable[["_Worker", bool], None]
    ) -> None:
        self.ready = self.gone = False
        # In a session of its own: keys and hang-ups of the terminal are not for it. Nothing that
        # Python has to say about its start, or its end, is for the screen.
        self._process = subprocess.Popen(  # noqa: S603 - this Python, with words of this file
            [sys.executable, "-c", _START, *sys.path],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            bufsize=0,
            start_new_session=True,
        )
        self.pid = self._process.pid
        self._orders = cast("RawIOBase", self._process.stdin)
        self._news = cast("RawIOBase", self._process.stdout)
        self._listener = threading.Thread(
            target=self._listen, args=(heard, lost), name="news", daemon=True
        )
        self._listener.start()
        atexit.register(self.end)

    def _listen(
        self, heard: Callable[["_Worker", News], None], lost: Callable[["_Worker", bool], None]
    ) -> None:
        with suppress(EOFError, OSError, ValueError):
            while True:
                heard(self, read(self._news))
        died, self.gone = not self.gone, True
        self._process.kill()
        self._process.wait()
        lost(self, died)

    def order(self, order: Order) -> None:
        try:
            write(self._orders, order)
        except OSError:
            self._process.kill()
            self._listener.join()
            raise

    def end(self) -> None:
        atexit.unregister(self.end)
        self.gone = True
        self._process.kill()
        self._listener.join()
        self._orders.close()
        self._news.close()


class _Thread:
    """A worker in a thread, where there can be no process: slower, and in the way of the screen."""

    def __init__(self, heard: Callable[["_Worker", News], None]) -> None:
        self.ready = self.gone = False
        self._ordered: SimpleQueue[Order] = SimpleQueue()
        mind = Mind(lambda news: heard(self, news))
        threading.Thread(target=mind.run, args=(self._ordered,), name="worker", daemon=True).start()

    def order(self, order: Order) -> None:
        self._ordered.put(order)

    def end(self) -> None:
        self.gone = True
        self._ordered.put(("end", 0, None))


@dataclass
class _Asked:
    """A job that is not answered yet."""

    urgency: Urgency
    pickled: bytes
    loop: asyncio.AbstractEventLoop
    answer: "asyncio.Future[object]"
    tell: Callable[[object], None] | None
    worker: _Worker | None = None
    begun: bool = False
    tries: int = 0


@dataclass
class Thinker:
    """Has jobs done by one worker for the whole program, which is started at the first need.

    A worker that has died is replaced. Where no process can be started, a thread does the work.
    It belongs to one thread of the program, that of its event loops.

        job = Job(make_bot("expert").think, (view,))
        move = await THINKER.ask(job, Urgency.MOVE)
    """

    _worker: _Worker | None = None
    _asked: dict[int, _Asked] = field(default_factory=dict)
    _dropped: set[int] = field(default_factory=set)
    _numbers: "count[int]" = field(default_factory=lambda: count(1))
    _stillborn: int = 0
    """How many workers in a row have died before they said anything."""
    _thread_since: float = 0.0

    async def ask(
        self, job: Job[T], urgency: Urgency, tell: Callable[[object], None] | None = None
    ) -> T:
        """The answer to a job; `tell` hears what it tells meanwhile.

        To cancel this is to have the job dropped. Raises ThinkingError where there is no answer.
        """
        loop = asyncio.get_running_loop()
        number = next(self._numbers)
        asked = _Asked(urgency, pickle.dumps(job), loop, loop.create_future(), tell)
        self._asked[number] = asked
        try:
            self._hand_over(number, asked)
            return cast("T", await asked.answer)
        except asyncio.CancelledError:
            self._drop(number, asked)
            raise
        finally:
            del self._asked[number]

    def warm_up(self) -> None:
        """Start the worker, where there is none: somebody will soon ask."""
        if self._worker is not None and (self._worker.gone or self._is_old_thread()):
            self.end()
        self._worker = self._worker or self._start()

    def end(self) -> None:
        """End the worker; the next job starts another."""
        if self._worker is not None:
            self._worker.end()
            self._worker = None

    @property
    def pid(self) -> int | None:
        """The process that does the work, if there is one now."""
        worker = self._worker
        return worker.pid if isinstance(worker, _Process) and not worker.gone else None

    def _start(self) -> _Worker:
        if self._stillborn < STILLBORN:
            with suppress(OSError, ValueError):
                return _Process(self._hear, self._lose)
        # One process that dies is then enough for the next thread.
        self._thread_since, self._stillborn = time.monotonic(), STILLBORN - 1
        return _Thread(self._hear)

    def _is_old_thread(self) -> bool:
        """Whether a thread has stood in for a process for a while, and has nothing to do now."""
        worker = self._worker
        return (
            isinstance(worker, _Thread)
            and time.monotonic() > self._thread_since + A_WHILE
            and not any(asked.worker is worker for asked in self._asked.values())
        )

    def _hand_over(self, number: int, asked: _Asked) -> None:
        while asked.tries < TRIES:
            asked.tries += 1
            self.warm_up()
            asked.worker = self._worker
            with suppress(OSError):
                if self._worker is not None:
                    self._worker.order(("think", number, (asked.urgency, asked.pickled)))
                    return
        raise ThinkingError("no worker lives long enough")

    def _drop(self, number: int, asked: _Asked) -> None:
        worker = asked.worker
        if worker is None or worker.gone:
            return
        self._dropped.add(number)
        with suppress(OSError):
            worker.order(("drop", number, None))

        def look() -> None:
            if number in self._dropped:
                self._dropped.discard(number)
                worker.end()

        asked.loop.call_later(DEAF, look)

    # In the threads that listen

    def _hear(self, worker: _Worker, news: News) -> None:
        kind, number, what = news
        if kind == "ready":
            worker.ready = True
            if isinstance(worker, _Process):
                self._stillborn = 0
        if kind == "dropped":
            self._dropped.discard(number)
        asked = self._asked.get(number)
        if asked is None or asked.worker is not worker:
            return
        if kind == "begun":
            asked.begun = True
        elif kind in {"told", "done", "failed"}:
            _call(asked, partial(_take, asked, kind, what))

    def _lose(self, worker: _Worker, died: bool) -> None:  # noqa: FBT001 - a thread calls it
        self._stillborn += died and not worker.ready
        for number, asked in list(self._asked.items()):
            if asked.worker is worker:
                _call(asked, partial(self._mourn, number, asked, worker))

    def _mourn(self, number: int, asked: _Asked, worker: _Worker) -> None:
        """The worker that had this job is gone; another may have it where none has begun it."""
        if asked.answer.done() or asked.worker is not worker:
            return
        if asked.begun:
            asked.answer.set_exception(ThinkingError("the worker died while it was thinking"))
            return
        try:
            self._hand_over(number, asked)
        except ThinkingError as error:
            asked.answer.set_exception(error)


def _call(asked: _Asked, act: Callable[[], object]) -> None:
    """Do something where the asker waits; nothing, where nobody waits any more."""
    with suppress(RuntimeError):
        asked.loop.call_soon_threadsafe(act)


def _take(asked: _Asked, kind: str, what: object) -> None:
    if asked.answer.done():
        return
    if kind == "failed":
        asked.answer.set_exception(ThinkingError(str(what)))
        return
    try:
        value = pickle.loads(cast("bytes", what))  # noqa: S301 - from the worker of this program
    except Exception as error:  # noqa: BLE001 - whoever asked is told
        asked.answer.set_exception(ThinkingError(f"{type(error).__name__}: {error}"))
        return
    if kind == "done":
        asked.answer.set_result(value)
    elif asked.tell is not None:
        asked.tell(value)


THINKER = Thinker()
"""The one of this program."""
