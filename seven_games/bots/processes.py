"""Processes that share the work: they end with the one that started them, and hear no Ctrl+C."""

import os
import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from multiprocessing import parent_process


def end_with_parent() -> None:
    """Let this process end when the one that started it is gone, however it went."""

    def watch() -> None:
        parent = parent_process()
        if parent is not None:
            parent.join()
            os._exit(1)

    threading.Thread(target=watch, name="watch", daemon=True).start()


@contextmanager
def deaf_children() -> Iterator[None]:
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
