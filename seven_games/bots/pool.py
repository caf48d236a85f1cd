"""Work that is shared out: done here, in processes of this machine, or on a cluster."""

import asyncio
import logging
import os
import signal
import threading
from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator
from concurrent.futures import CancelledError, Executor, Future, ProcessPoolExecutor
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
    """Where jobs are done: an executor, and how many jobs it does at once."""

    executor: Executor
    at_once: int
    lost: tuple[type[Exception], ...] = ()
    """What the executor raises, besides what the work raises, where whoever did it is gone."""

    def in_order(
        self, work: Callable[[_Job], _Done], jobs: Iterable[_Job]
    ) -> Generator[_Done, None, None]:
        """What `work` makes of each job, in the order of the jobs.

        Jobs are given out a few ahead; what is not begun when the iterator is closed is dropped.
        Raises what the work raised, WorkerError where a worker is gone.
        """
        waiting: deque[Future[_Done]] = deque()
        most = 1 if self.at_once == 1 else AHEAD * self.at_once
        lost: tuple[type[BaseException], ...] = (CancelledError, *self.lost)
        try:
            for job in jobs:
                waiting.append(self.executor.submit(work, job))
                if len(waiting) >= most:
                    yield waiting[0].result()
                    waiting.popleft()
            while waiting:
                yield waiting[0].result()
                waiting.popleft()
        except Refusal:
            raise
        except BrokenProcessPool:
            raise WorkerError(N_("a worker process has died")) from None
        except lost:
            raise WorkerError(N_("the cluster is gone")) from None
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
    """So many processes of this machine; one is this process itself."""
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


@contextmanager
def cluster(address: str) -> Iterator[Pool]:
    """The workers of a Dask cluster, by the address of its scheduler, as tcp://host:8786.

    Raises WorkerError where Dask is not installed, or nobody answers there.
    """
    try:
        from distributed import Client
        from distributed.comm import connect
        from distributed.scheduler import KilledWorker
    except ModuleNotFoundError:
        raise WorkerError(
            N_("a cluster needs Dask: pip install 'seven-games[cluster]' brings it")
        ) from None
    # What goes wrong is said in one line.
    logging.disable(logging.CRITICAL)
    try:
        with _client(Client, connect, address) as client:
            at_once = sum(client.nthreads().values())
            if not at_once:
                raise WorkerError(N_("the scheduler at {address} has no workers"), address=address)
            # Not pure: what was done once may be done anew after the program has changed.
            lost = (ValueError, OSError, RuntimeError, KilledWorker)
            yield Pool(client.get_executor(pure=False), at_once, lost)
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
    except (OSError, TimeoutError, ValueError):
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
    it is blocked here is heard afterwards.
    """
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
