"""What lies beside the table: the settings, the saved matches, a record that was asked for."""

import contextlib
import errno
import logging
import os
import secrets
from collections.abc import Callable
from dataclasses import dataclass
from datetime import date, datetime
from itertools import chain, count
from pathlib import Path

from seven_games.bots.search import Budget
from seven_games.engine import GAMES, Refusal
from seven_games.i18n import _
from seven_games.store import saves
from seven_games.store.files import replace_file
from seven_games.store.folders import make_folder
from seven_games.store.saves import Saved
from seven_games.store.settings import Settings, SettingsFile
from seven_games.table.setup import Setup, kept, open_table, seats_of, set_up, setup_from
from seven_games.table.table import Recorder, Table
from seven_games.table.words import sentence

log = logging.getLogger(__name__)

HINT = Budget(worlds=320, seconds=0.8, whole=True)
"""What a hint may cost while its reader waits."""
REVIEW = Budget(worlds=400, whole=True)
"""What a decision may cost that is looked at after the deal."""

RecordFor = Callable[[Setup, list[str]], Recorder | None]


@dataclass(frozen=True)
class Sitting:
    """A table ready to be played at, and how it was set up."""

    setup: Setup
    table: Table


class Desk:
    """Opens tables so that every match is kept, and keeps the settings.

    Without a file or a folder nothing is kept. `record_for` makes the record that a person asked
    for, or none; it may raise OSError.
    """

    def __init__(
        self,
        settings_file: SettingsFile | None = None,
        matches: Path | None = None,
        record_for: RecordFor | None = None,
    ) -> None:
        self.settings = Settings()
        self.problems: list[str] = []
        """What a person should be told once."""
        self.problem = ""
        """Why the settings could not be kept."""
        self.hint, self.review = HINT, REVIEW
        self._settings_file = settings_file
        self._matches = matches
        self._record_for = record_for
        if settings_file is not None:
            self.settings, self.problems = settings_file.load()

    def set(self, settings: Settings) -> None:
        """Take these settings, and keep them."""
        was, self.settings, self.problem = self.settings, settings, ""
        if self._settings_file is None:
            return
        try:
            self._settings_file.save(settings, was)
        except OSError as error:
            self.problem = _("The settings cannot be kept: {reason}.").format(
                reason=error.strerror or error
            )

    def new_setup(self, game: str) -> Setup:
        """The usual table of a game: one person against bots, new cards."""
        return set_up(GAMES[game], None, {}, [_("You")], secrets.randbits(32))

    def today(self) -> date:
        """The day that today's deal is of."""
        return datetime.now().astimezone().date()

    def sit_down(self, setup: Setup) -> Sitting:
        """A new match that is saved after every move."""
        names = [seat.name for seat in seats_of(setup)]
        recorders: list[Recorder] = []
        problem, saved_as = None, ""
        try:
            record = self._record_for(setup, names) if self._record_for else None
            if record is not None:
                recorders.append(record)
        except OSError as error:
            problem = error.strerror or str(error)
        try:
            if self._matches is not None:
                save = saves.new_save(self._matches, setup.game, setup.rules, names, kept(setup))
                recorders.append(save)
                saved_as = str(save.path)
        except OSError as error:
            problem = error.strerror or str(error)
            log.warning("the match is not saved: %s", problem)
        table = open_table(setup, recorders)
        table.unsaved, table.saved_as = problem, saved_as
        return Sitting(setup, table)

    def unfinished(self) -> list[Saved]:
        """The saved matches that are not over, the newest first; damaged ones among them."""
        if self._matches is None:
            return []
        return [saved for saved in saves.saved_matches(self._matches) if saved.state != "over"]

    def go_on(self, saved: Saved) -> Sitting | str:
        """A saved match where it was left; or a sentence that says why not."""
        try:
            found, save = saves.resume(saved.path)
        except Refusal as refusal:
            return sentence(refusal)
        except OSError as error:
            return error.strerror or str(error)
        if found.game is None or found.rules is None:
            return found.problem
        setup = setup_from(found.game, found.rules, found.names, found.table)
        table = open_table(setup, [save], match=found.match, names=found.names)
        table.saved_as = str(saved.path)
        table.remember_hints(found.hints, hinted=found.hinted)
        return Sitting(setup, table)

    def leave(self, table: Table) -> None:
        """Leave a table; a match in which nobody has made a move is not kept."""
        table.leave()
        if table.saved_as and table.people and table.is_untouched:
            with contextlib.suppress(OSError, Refusal):
                saves.delete(Path(table.saved_as))
                table.saved_as = ""

    def export(self, name: str, text: str) -> Path:
        """Write a text beside the saved matches, under a name that is free. Raises OSError."""
        if self._matches is None:
            raise OSError(errno.ENOENT, _("nothing is kept here"))
        folder = self._matches.parent / "reviews"
        make_folder(folder)
        names = chain([""], (f"-{number}" for number in count(2)))
        path = next(
            path for ending in names if not os.path.lexists(path := folder / f"{name}{ending}.txt")
        )
        replace_file(path, text.encode("utf-8", "replace"))
        return path

    def remove(self, saved: Saved) -> str:
        """Remove a saved match; a sentence where that cannot be."""
        try:
            saves.delete(saved.path)
        except Refusal as refusal:
            return sentence(refusal)
        except OSError as error:
            return error.strerror or str(error)
        return ""
