"""Files that several programs may write at once, and that outlive a power cut."""

import contextlib
import os
import secrets
import stat
import sys
import time
from collections.abc import Iterator
from io import FileIO
from pathlib import Path

from seven_games.engine.refusal import N_, Refusal

if sys.platform != "win32":
    import fcntl

PRIVATE = 0o600
"""Cards lie open in a record: it is for its owner alone."""


class FileError(Refusal):
    """What was found is no file that can be read here."""


def open_file(path: Path, mode: str) -> FileIO:
    """Open an ordinary file; a new one is private. Raises OSError, and FileError for a pipe."""

    def opener(name: str, flags: int) -> int:
        # A pipe must not keep the program waiting for its other end.
        return os.open(name, flags | getattr(os, "O_NONBLOCK", 0), PRIVATE)

    file = FileIO(path, mode, opener=opener)
    if not stat.S_ISREG(os.fstat(file.fileno()).st_mode):
        file.close()
        raise FileError(N_("it is not an ordinary file"))
    return file


def read_whole(file: FileIO, most: int) -> bytes:
    """What the file holds. Raises OSError, and FileError for more than `most` bytes."""
    if os.fstat(file.fileno()).st_size > most:
        raise FileError(N_("it is too large: more than {most} MB"), most=most >> 20)
    return file.readall()


def write_whole(file: FileIO, data: bytes) -> None:
    """Write all of it, through to the disk. Raises OSError, and part of it may be there then."""
    written = 0
    while written < len(data):
        written += file.write(data[written:])
    os.fsync(file.fileno())


def read_file(path: Path, most: int) -> bytes:
    """What a file holds. Raises OSError, and FileError as `open_file` and `read_whole` do."""
    with open_file(path, "rb") as file:
        return read_whole(file, most)


def replace_file(path: Path, data: bytes) -> None:
    """Write a file in one step: whoever reads it has the old or the new. Raises OSError."""
    new = path.with_name(f".{path.name}.{secrets.token_hex(4)}.new")
    try:
        with open_file(new, "xb") as file:
            write_whole(file, data)
        new.replace(path)
    except OSError:
        with contextlib.suppress(OSError):
            new.unlink()
        raise
    sync_folder(path.parent)


def hold(descriptor: int, *, shared: bool = False, patience: float = 0.0) -> bool:
    """Lock a file or folder until its descriptor is closed; False where somebody else has it.

    `patience`: how many seconds to wait for it. Where nothing can be locked, everybody gets it.
    """
    if sys.platform == "win32":
        return True
    until = time.monotonic() + patience
    kind = fcntl.LOCK_SH if shared else fcntl.LOCK_EX
    while True:
        try:
            fcntl.flock(descriptor, kind | fcntl.LOCK_NB)
        except BlockingIOError:
            if time.monotonic() >= until:
                return False
            time.sleep(0.005)
        except OSError:
            return True
        else:
            return True


@contextlib.contextmanager
def held(folder: Path, patience: float) -> Iterator[bool]:
    """Have a folder for oneself among the programs that ask; False where it was not to be had."""
    if sys.platform == "win32":
        yield True
        return
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        yield hold(descriptor, patience=patience)
    finally:
        os.close(descriptor)


def sync_folder(folder: Path) -> None:
    """Make the names of new files in a folder outlive a power cut, where the system can."""
    with contextlib.suppress(OSError):
        descriptor = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)
