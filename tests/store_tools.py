"""What the tests of the store share: disks, rights and processes as they go wrong."""

from __future__ import annotations

import contextlib
import os
import resource
import shutil
import signal
import tempfile
import traceback
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator


def names_in(folder: Path) -> list[str]:
    return sorted(entry.name for entry in folder.iterdir())


@contextlib.contextmanager
def as_nobody() -> Iterator[Path]:
    """A folder in which even a superuser's rights are those of anybody."""
    superuser = os.geteuid() == 0
    if superuser:
        os.seteuid(65534)
    folder = Path(tempfile.mkdtemp())
    try:
        yield folder
    finally:
        if superuser:
            os.seteuid(0)
        for place in (folder, *(p for p in folder.rglob("*") if p.is_dir())):
            place.chmod(0o700)
        shutil.rmtree(folder)


@contextlib.contextmanager
def no_room_beyond(size: int) -> Iterator[None]:
    """No file can grow beyond so many bytes."""
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    assert signal.getsignal(signal.SIGXFSZ) is signal.SIG_IGN
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))


def start(work: Callable[[], None]) -> int:
    """Begin a process that does this; its number."""
    child = os.fork()
    if child:
        return child
    # Whatever goes wrong, it does not outlive the tests.
    signal.alarm(60)
    try:
        work()
        os._exit(0)
    except BaseException:  # noqa: BLE001 - no child may go on as its parent
        traceback.print_exc()
    finally:
        os._exit(1)


def in_a_child(work: Callable[[], None]) -> int:
    """Do this in a process of its own; 0 where nothing was raised."""
    return os.waitpid(start(work), 0)[1]
