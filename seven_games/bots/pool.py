"""Work that is shared out: done here, in processes of this machine, or on a cluster."""

import asyncio
import logging
import os
import signal
import threading
from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator
from concurrent.futures import Executor, Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from dataclasses import dataclass
from multiprocessing import active_children, get_context, parent_process
from typing import Any, ParamSpec, TypeVar
from warnings import catch_warnings, simplefilter

from seven_games.engine.refusal import N_, Refusal

SECONDS_TO_CONNECT = 4
"""A cluster that does not answer for so long is not there."""
AHEAD = 3
"""So many jobs for each that runs are given out before the first of them is waited for."""

_Job = TypeVar("_Job")
_Done = TypeVar("_Done")
_Given = ParamSpec("_Given")


class WorkerError(Refusal):
    """What shared the work is gone, or cannot be had."""


@dataclass(frozen=True)
class Pool:
    """Where jobs are done: an executor, and how many jobs it does at once.

    >>> list(HERE.in_order(len, ["seven", "of", "hearts"]))
    [5, 2, 6]
    """

    executor: Executor
    at_once: int

    def in_order(
        self, work: Callable[[_Job], _Done], jobs: Iterable[_Job]
    ) -> Generator[_Done, None, None]:
        """What `work` makes of each job, in the order of the jobs.

        Jobs are given out a few ahead; what is not begun when the iterator is closed is dropped.
        Raises what the work raised, WorkerError where a worker is gone.
        """
        waiting: deque[Future[_Done]] = deque()
        most = 1 if self.at_once == 1 else AHEAD * self.at_once
        try:
            for job in jobs:
                waiting.append(self.executor.submit(work, job))
                if len(waiting) >= most:
                    yield waiting[0].result()
                    waiting.popleft()
            while waiting:
                yield waiting[0].result()
                waiting.popleft()
        except BrokenProcessPool:
            raise WorkerError(N_("a worker process has died")) from None
        finally:
            for future in waiting:
                future.cancel()


class _Here(Executor):
    """Does each job at once, in this process."""

    def submit(
        self,
        fn: Callable[_Given, _Done],
        /,
        *args: _Given.args,
        **kwargs: _Given.kwargs,
    ) -> "Future[_Done]":
        future: Future[_Done] = Future()
        future.set_result(fn(*args, **kwargs))
        return future


HERE = Pool(_Here(), 1)


class _Processes(ProcessPoolExecutor):
    """Processes that end with this one, and leave Ctrl+C to it."""

    def __init__(self, workers: int) -> None:
        super().__init__(workers, get_context("spawn"), _end_with_parent)

    def submit(
        self,
        fn: Callable[_Given, _Done],
        /,
        *args: _Given.args,
        **kwargs: _Given.kwargs,
    ) -> "Future[_Done]":
        # It is now that a process is started where one is missing.
        with _deaf_children():
            return super().submit(fn, *args, **kwargs)


@contextmanager
def processes(workers: int) -> Iterator[Pool]:
    """So many processes of this machine; one is this process itself. Raises ValueError for none.

    >>> with processes(1) as pool:
    ...     list(pool.in_order(abs, [-7, 7]))
    [7, 7]
    """
    if workers == 1:
        yield HERE
        return
    others = active_children()
    executor = _Processes(workers)
    try:
        yield Pool(executor, workers)
    finally:
        for child in active_children():
            if child not in others:
                child.terminate()
        executor.shutdown(cancel_futures=True)


class _Cluster(Executor):
    """A Dask client as an executor. Its own leaves us waiting for what it could not fetch."""

    def __init__(self, client: Any) -> None:  # noqa: ANN401 - untyped
        self._client = client

    def submit(
        self,
        fn: Callable[_Given, _Done],
        /,
        *args: _Given.args,
        **kwargs: _Given.kwargs,
    ) -> "Future[_Done]":
        try:
            # Not pure: what was done once may be done anew after the program has changed.
            future = self._client.submit(fn, *args, pure=False, **kwargs)
        except Exception:
            if self._client.status == "running":
                raise
            raise WorkerError(N_("the cluster is gone")) from None
        return _Remote(self._client, future)


class _Remote(Future[_Done]):
    """What a cluster works at."""

    def __init__(self, client: Any, future: Any) -> None:  # noqa: ANN401 - untyped
        super().__init__()
        self._client, self._future = client, future

    def result(self, timeout: float | None = SECONDS_TO_CONNECT) -> _Done:
        """What came of it, however long it takes; after each time-out the cluster is looked at."""
        while True:
            try:
                done: _Done = self._future.result(timeout)
            except Exception as problem:
                from distributed.scheduler import KilledWorker

                # What the work itself raised is told as it is.
                if self._future.status == "error" and not isinstance(problem, KilledWorker):
                    raise
                if not isinstance(problem, TimeoutError) or not self._works():
                    raise WorkerError(N_("the cluster is gone")) from None
            else:
                return done

    def cancel(self) -> bool:
        """Drop it, where there is still somebody who could be told."""
        if self._client.status == "running":
            self._future.cancel()
        return True

    def _works(self) -> bool:
        """Whether anybody is there to do it."""
        try:
            return self._client.status == "running" and bool(self._client.nthreads())
        except Exception:  # noqa: BLE001 - whatever a client says that has lost its scheduler
            return False


@contextmanager
def cluster(address: str) -> Iterator[Pool]:
    """The workers of a Dask cluster, by the address of its scheduler, as tcp://host:8786.

    Raises WorkerError where Dask is not installed, or nobody answers there.
    """
    try:
        from dask import config
        from distributed import Client
        from distributed.comm import connect
    except ModuleNotFoundError:
        raise WorkerError(
            N_("a cluster needs Dask: pip install 'seven-games[cluster]' brings it")
        ) from None
    # What goes wrong is said in one line.
    logging.disable(logging.CRITICAL)
    try:
        patience = config.set({"distributed.comm.timeouts.connect": SECONDS_TO_CONNECT})
        with patience, _client(Client, connect, address) as client:
            at_once = sum(client.nthreads().values())
            if not at_once:
                raise WorkerError(N_("the scheduler at {address} has no workers"), address=address)
            yield Pool(_Cluster(client), at_once)
    finally:
        logging.disable(logging.NOTSET)


@contextmanager
def _client(kind: Any, connect: Callable[..., Any], address: str) -> Iterator[Any]:  # noqa: ANN401 - untyped
    try:
        # A client does not give up on what listens there and is no scheduler.
        asyncio.run(_knock(connect, address))
        with catch_warnings():
            simplefilter("ignore")
            client = kind(address, timeout=SECONDS_TO_CONNECT, set_as_default=False)
    except Exception:  # noqa: BLE001 - every kind of address fails with an error of its own
        raise WorkerError(N_("no scheduler answers at {address}"), address=address) from None
    try:
        yield client
    finally:
        client.close(SECONDS_TO_CONNECT)


async def _knock(connect: Callable[..., Any], address: str) -> None:
    comm = await asyncio.wait_for(connect(address, SECONDS_TO_CONNECT), SECONDS_TO_CONNECT)
    await comm.close()


def _end_with_parent() -> None:
    """Let this process end when the one that started it is gone, however it went."""

    def watch() -> None:
        parent = parent_process()
        if parent is not None:
            parent.join()
            os._exit(1)

    threading.Thread(target=watch, name="watch", daemon=True).start()


@contextmanager
def _deaf_children() -> Iterator[None]:
    """Start processes that never hear Ctrl+C: it reaches all of a terminal, one answers it.

    A blocked signal is inherited, from the first moment of a process; the one that comes while
    it is blocked here is heard afterwards. So is SIGTERM, which the processes must hear: one that
    is not told all that it has to know ends with a traceback.
    """
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        with _put_off(signal.SIGTERM):
            yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


@contextmanager
def _put_off(number: signal.Signals) -> Iterator[None]:
    """A signal that comes within is heard at the end; other threads than the main one hear none."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    heard: list[int] = []
    before = signal.signal(number, lambda come, _frame: heard.append(come))
    try:
        yield
    finally:
        signal.signal(number, before)
        if heard:
            signal.raise_signal(number)
