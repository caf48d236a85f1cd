"""Plain mode: the table as lines of text, for a screen reader or a pipe."""

import sys
from collections.abc import Callable, Sequence
from typing import TextIO

from seven_games.plain.console import Console, has_lines
from seven_games.plain.session import Session, choose
from seven_games.table import Table


def run(
    table: Table,
    *,
    strict: bool = False,
    leave: Callable[[Table], None] = Table.leave,
    read: TextIO | None = None,
    write: TextIO | None = None,
) -> int:
    """Play a table to its end, or until it is left; the exit code, 130 where it was interrupted.

    `strict`: nothing is taken back. `leave` is how a table is left. Raises BrokenPipeError where
    nobody reads what is written.
    """
    console = Console(read or sys.stdin, write or sys.stdout)
    return Session(table, console, leave, strict=strict).run()


def choose_game(
    left: Sequence[str] = (), *, read: TextIO | None = None, write: TextIO | None = None
) -> str | int | None:
    """What a person chooses: a game by its name, or a match that was `left` by its place there.

    None where nothing is chosen.
    """
    return choose(Console(read or sys.stdin, write or sys.stdout), left)


__all__ = ["choose_game", "has_lines", "run"]
