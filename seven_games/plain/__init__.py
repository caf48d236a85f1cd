"""Plain mode: the table as lines of text, for a screen reader or a pipe."""

import sys
from typing import TextIO

from seven_games.plain.console import Console, has_lines
from seven_games.plain.session import Session, choose
from seven_games.table import Table


def run(table: Table, *, read: TextIO | None = None, write: TextIO | None = None) -> int:
    """Play a table to its end, or until it is left; the exit code, 130 where it was interrupted.

    Raises BrokenPipeError where nobody reads what is written any more.
    """
    return Session(table, Console(read or sys.stdin, write or sys.stdout)).run()


def choose_game(*, read: TextIO | None = None, write: TextIO | None = None) -> str | None:
    """The name of the game that a person chooses; None where he leaves."""
    return choose(Console(read or sys.stdin, write or sys.stdout))


__all__ = ["choose_game", "has_lines", "run"]
