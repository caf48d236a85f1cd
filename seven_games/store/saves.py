"""Saved matches: each a record that grows while the match is played, and is played on from."""

import contextlib
import os
import re
import secrets
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from io import BytesIO
from itertools import chain
from pathlib import Path

from seven_games.engine import GAMES
from seven_games.engine.cards import format_move
from seven_games.engine.game import Game, Rules
from seven_games.engine.match import Match
from seven_games.engine.record import Reader, not_a_record, objects
from seven_games.engine.refusal import N_, RecordError, Refusal
from seven_games.i18n import _
from seven_games.store.files import FileError, hold, open_file, read_whole
from seven_games.store.folders import make_folder
from seven_games.store.records import RecordFile, RecordWriter

KEPT = 100
"""So many finished matches stay when another is begun."""
LARGEST = 8 << 20
"""A larger file, in bytes, is no match that was played here: a deal takes some 3,000."""
PATIENCE = 0.5
"""So many seconds to wait for a file that is only being listed."""

_OWN_NAME = re.compile(r"\d{8}-\d{6}-[a-z]+-[0-9a-f]{4}\.jsonl")
_LATEST = datetime(9999, 1, 1, tzinfo=UTC)


class SaveError(Refusal):
    """A match that cannot be played on; its file is as it was."""


@dataclass(frozen=True)
class Saved:
    """A match on the disk.

    `state` is "open", "over", "busy" (it is being played) or "damaged", of which `problem` says
    why, in a sentence for a person. `when` is the last change. `names` are by seat, as the file
    has them: foreign text. `table` is what `new_save` was given, {} in a record without. `match`
    is None before the first deal.
    """

    path: Path
    when: datetime
    state: str
    problem: str = ""
    game: Game | None = None
    rules: Rules | None = None
    names: tuple[str, ...] = ()
    table: dict[str, object] = field(default_factory=dict)
    match: Match | None = None
    hinted: bool = False
    """Whether a hint was asked for in the deal that is on."""
    hints: int = 0
    """How often one was asked for before the move that is due."""


def new_save(
    folder: Path, game: Game, rules: Rules, names: Sequence[str], table: Mapping[str, object]
) -> RecordFile:
    """Begin to keep a match. Raises OSError where that cannot be done.

    `table` is anything that JSON can hold. Finished matches beyond the newest KEPT are removed.
    """
    make_folder(folder)
    _prune(folder)
    begun = f"{datetime.now().astimezone():%Y%m%d-%H%M%S}-{game.name}"
    while True:
        # No name that somebody has typed comes into it.
        path = folder / f"{begun}-{secrets.token_hex(2)}.jsonl"
        with contextlib.suppress(FileExistsError):
            return RecordFile(path, game, rules, names, table)


def saved_matches(folder: Path) -> Iterator[Saved]:
    """The matches in a folder, the last played first; each is read when it is asked for.

    A file that cannot be read comes as damaged. No file is changed. Of a match of several deals
    only the last one is played through, the standing before it is believed: `resume` finds what
    is wrong before, and `match` has no scores of the deals before.
    """
    try:
        found = _newest_first(folder)
    except (FileNotFoundError, NotADirectoryError):
        return
    except OSError as error:
        yield Saved(folder, datetime.now().astimezone(), "damaged", _unreadable(error))
        return
    for path, when in found:
        with contextlib.suppress(FileNotFoundError):
            yield _saved(path, when)


def resume(path: Path) -> tuple[Saved, RecordWriter]:
    """A match at the point where it was left, and its record, which goes on there.

    A broken last line is cut off. Raises OSError and FileError where the file cannot be read or
    written, RecordError where it is damaged, and SaveError for a match that is over or being
    played; it is unchanged then.
    """
    with contextlib.ExitStack() as closing:
        file = closing.enter_context(open_file(path, "r+b"))
        if not hold(file.fileno(), patience=PATIENCE):
            raise SaveError(N_("this match is open in another window"))
        data = read_whole(file, LARGEST)
        reader, end = _play_all(data)
        saved = _told(path, _when(path.stat()), reader)
        if saved.state == "over":
            raise SaveError(N_("this match is over"))
        if end < len(data):
            file.truncate(end)
        writer = RecordWriter(path, file)
        if data[end - 1 : end] != b"\n":
            writer.end_line()
        closing.pop_all()
    return saved, writer


def delete(path: Path) -> None:
    """Remove a match, with its review. Raises OSError, and SaveError where it is being played."""
    # What cannot be opened is not being played.
    with contextlib.suppress(OSError, FileError), open_file(path, "rb") as file:
        if not hold(file.fileno(), shared=True):
            raise SaveError(N_("this match is open in another window"))
    path.unlink()
    review_file(path).unlink(missing_ok=True)


def review_file(path: Path) -> Path:
    """Where the review of a match is kept: beside its record."""
    return path.with_suffix(".review")


def _newest_first(folder: Path) -> list[tuple[Path, datetime]]:
    found = []
    for path in folder.iterdir():
        if path.suffix == ".jsonl":
            with contextlib.suppress(OSError):
                # A link that leads nowhere is shown as well.
                facts = path.stat() if path.exists() else path.lstat()
                found.append((facts.st_mtime_ns, path, _when(facts)))
    return [(path, when) for _time, path, when in sorted(found, reverse=True)]


def _when(facts: os.stat_result) -> datetime:
    return datetime.fromtimestamp(
        min(max(facts.st_mtime, 0), _LATEST.timestamp()), UTC
    ).astimezone()


def _saved(path: Path, when: datetime) -> Saved:
    """What the file says of its match. Raises FileNotFoundError where it has gone meanwhile."""
    busy = False
    try:
        with open_file(path, "rb") as file:
            busy = not hold(file.fileno(), shared=True)
            data = read_whole(file, LARGEST)
        saved = _told(path, when, _play_last(data) or _play_all(data)[0])
    except RecordError as error:
        reason = error.say(_, format_move)
        problem = _("Line {line}: {reason}.").format(line=error.line, reason=reason)
        saved = Saved(path, when, "damaged", problem)
    except FileError as error:
        reason = error.say(_, format_move)
        saved = Saved(
            path, when, "damaged", _("It cannot be read: {reason}.").format(reason=reason)
        )
    except OSError as error:
        if not os.path.lexists(path):
            raise FileNotFoundError from error
        saved = Saved(path, when, "damaged", _unreadable(error))
    return replace(saved, state="busy") if busy else saved


def _unreadable(error: OSError) -> str:
    return _("It cannot be read: {reason}.").format(reason=error.strerror or error)


def _told(path: Path, when: datetime, reader: Reader) -> Saved:
    over = reader.match is not None and reader.match.standing.over
    return Saved(
        path,
        when,
        "over" if over else "open",
        "",
        reader.game,
        reader.rules,
        reader.seats,
        reader.table,
        reader.match,
        reader.hinted,
        reader.hints,
    )


def _play_all(data: bytes) -> tuple[Reader, int]:
    """The whole match, and where its last whole line ends. Raises RecordError."""
    lines = list(BytesIO(data))
    broken: list[int] = []
    reader: Reader | None = None
    for number, line in objects(lines, lambda number, _why: broken.append(number)):
        if reader is None:
            reader = Reader(GAMES, number, line, _no_warning)
        else:
            reader.read(number, line)
    if reader is None:
        not_a_record(1)
    return reader, sum(map(len, lines[: broken[0] - 1])) if broken else len(data)


def _play_last(data: bytes) -> Reader | None:
    """The header and the last deal; None where that does not do, and all must be played.

    A match of fifty deals takes a tenth of a second to play through, its last deal two
    thousandths.
    """
    start = data.rfind(b'\n{"deal"') + 1
    before = data[:start]
    whole = before.count(b"}\n{") + 1 == before.count(b"\n") and b"\0" not in before
    if not start or not whole:
        return None
    header = before[: before.index(b"\n")]
    reader: Reader | None = None
    try:
        for number, line in objects(chain([header], BytesIO(data[start:])), _no_warning):
            if reader is None:
                reader = Reader(GAMES, number, line, _no_warning)
            elif reader.match is not None or reader.begin_at(line):
                reader.read(number, line)
            else:
                return None
    except RecordError:
        return None
    return reader if reader is not None and reader.match is not None else None


def _no_warning(_line: int, _sentence: str) -> None:
    pass


def _prune(folder: Path) -> None:
    """Remove the oldest finished matches where there are more than are kept."""
    # Records that somebody has put there under other names are not ours to remove.
    own = [path for path in folder.iterdir() if _OWN_NAME.fullmatch(path.name)]
    if len(own) <= KEPT:
        return
    over = [
        saved.path
        for saved in saved_matches(folder)
        if saved.state == "over" and _OWN_NAME.fullmatch(saved.path.name)
    ]
    for path in over[KEPT:]:
        with contextlib.suppress(OSError, Refusal):
            # Nothing is removed on the word of its last deal alone.
            if _told(path, _LATEST, _play_all(path.read_bytes())[0]).state == "over":
                delete(path)
