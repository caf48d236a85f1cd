"""A record on the disk: appended to, flushed and synced once a move."""

import contextlib
import errno
import os
from collections.abc import Iterator, Mapping, Sequence
from io import FileIO
from pathlib import Path
from types import TracebackType
from typing import Self

from seven_games.engine.game import Deal, Game, Rules
from seven_games.engine.record import (
    LONGEST_LINE,
    deal_line,
    header_line,
    hint_line,
    move_line,
    undo_line,
)
from seven_games.i18n import _
from seven_games.store.files import hold, open_file, sync_folder, write_whole


class RecordWriter:
    """Appends to a record that is open for writing.

    A line that cannot be written raises OSError, and what was written of it is taken back.
    """

    def __init__(self, path: Path, file: FileIO) -> None:
        self.path = path
        self._file = file
        self._end = file.seek(0, os.SEEK_END)

    def deal(self, number: int, deal: Deal, seed: int) -> None:
        """A deal has begun."""
        self._write(deal_line(number, deal, seed))

    def move(self, seat: int, move: int, hints: int = 0) -> None:
        """A seat has moved, after so many hints."""
        self._write(move_line(seat, move, hints))

    def hint(self, seat: int, hints: int) -> None:
        """A seat has asked for so many hints, and leaves before its move."""
        self._write(hint_line(seat, hints))

    def undo(self, moves: int) -> None:
        """Moves were taken back."""
        self._write(undo_line(moves))

    def end_line(self) -> None:
        """Write the end of the last line, where it is missing."""
        self._write("\n")

    def _write(self, line: str) -> None:
        # JSON knows half a sign by this escape too; it may stand in what was typed.
        data = line.encode("utf-8", "backslashreplace")
        try:
            write_whole(self._file, data)
            self._is_there()
        except OSError:
            with contextlib.suppress(OSError):
                self._file.truncate(self._end)
                self._file.seek(self._end)
                os.fsync(self._file.fileno())
            raise
        self._end += len(data)

    def _is_there(self) -> None:
        if not os.fstat(self._file.fileno()).st_nlink:
            # What nobody can find again is not kept.
            raise OSError(errno.ENOENT, _("its file has been removed"))

    def close(self) -> None:
        """Let the file go; what was written is safe already."""
        self._file.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()


class RecordFile(RecordWriter):
    """A new record, locked. Raises FileExistsError where the file is there: none is rewritten."""

    def __init__(
        self,
        path: Path,
        game: Game,
        rules: Rules,
        seats: Sequence[str],
        table: Mapping[str, object] | None = None,
    ) -> None:
        super().__init__(path, open_file(path, "xb"))
        try:
            # Whoever lists the folder at this moment has it for an instant.
            hold(self._file.fileno(), patience=1.0)
            self._write(header_line(game, rules, seats, table))
        except BaseException:
            self.close()
            with contextlib.suppress(OSError):
                path.unlink()
            raise
        sync_folder(path.parent)


def read_lines(path: Path) -> Iterator[bytes]:
    """The lines of a file, none longer than a record can have. Raises OSError."""
    with path.open("rb") as file:
        while line := file.readline(LONGEST_LINE + 1):
            yield line
