"""A record on the disk: appended to, flushed and synced once a move."""

import os
from collections.abc import Iterator, Sequence
from pathlib import Path
from types import TracebackType
from typing import Self

from seven_games.engine.game import Deal, Game, Rules
from seven_games.engine.record import (
    LONGEST_LINE,
    deal_line,
    header_line,
    move_line,
    undo_line,
)


class RecordFile:
    """A new record. Raises FileExistsError where the file is there already: none is rewritten."""

    def __init__(self, path: Path, game: Game, rules: Rules, seats: Sequence[str]) -> None:
        self._file = path.open("x", encoding="utf-8", newline="\n")
        self._write(header_line(game, rules, seats))

    def deal(self, number: int, deal: Deal, seed: int) -> None:
        """A deal has begun."""
        self._write(deal_line(number, deal, seed))

    def move(self, seat: int, move: int) -> None:
        """A seat has moved."""
        self._write(move_line(seat, move))

    def undo(self, moves: int) -> None:
        """Moves were taken back."""
        self._write(undo_line(moves))

    def _write(self, line: str) -> None:
        self._file.write(line)
        self._file.flush()
        os.fsync(self._file.fileno())

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


def read_lines(path: Path) -> Iterator[bytes]:
    """The lines of a file, none longer than a record can have. Raises OSError."""
    with path.open("rb") as file:
        while line := file.readline(LONGEST_LINE + 1):
            yield line
