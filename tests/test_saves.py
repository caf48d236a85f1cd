"""Saved matches: what was played is there again, whatever happened to program, file or disk."""

from __future__ import annotations

import asyncio
import contextlib
import errno
import json
import os
import random
import re
import signal
import subprocess
import time
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from io import FileIO
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from engine_tools import random_rules
from store_tools import as_nobody, in_a_child, names_in, no_room_beyond, start

from seven_games.engine import GAMES, RecordError, Refusal, Rules
from seven_games.engine.cards import PASS, SHOW_BABA, STOP
from seven_games.engine.match import Match
from seven_games.engine.record import header_line
from seven_games.store import saves
from seven_games.store.files import hold
from seven_games.store.records import RecordFile, RecordWriter
from seven_games.store.saves import (
    Saved,
    SaveError,
    delete,
    new_save,
    resume,
    saved_matches,
)
from seven_games.table import (
    BotSeat,
    Event,
    Person,
    Setup,
    Table,
    bot_level,
    kept,
    open_table,
    set_up,
    setup_from,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from seven_games.engine import Deal

TABLE = {"seats": ["Olha", "bot"], "seed": 7}


@pytest.fixture(autouse=True)
def _no_waiting_for_the_disk(monkeypatch: pytest.MonkeyPatch) -> None:
    """A killed program loses nothing that was written; only a power cut asks for more."""
    monkeypatch.setattr(os, "fsync", lambda _descriptor: None)


def names_of(rules: Rules) -> list[str]:
    return [f"Player {seat}" for seat in range(rules.players)]


def position(match: Match) -> tuple[object, ...]:
    """Everything that anybody at the table may see, ask or do, and what is still to come."""
    deal = match.deal
    assert deal is not None
    views = [deal.view(seat) for seat in (None, *range(deal.players))]
    return (match.number, match.standing, match.scores, deal.moves(), views, deal.stock, deal.dealt)


def shown(match: Match) -> tuple[object, ...]:
    """The same without what a list does not tell."""
    number, standing, _scores, *rest = position(match)
    return (number, standing, *rest)


class Play:
    """A match of random legal moves, recorded as a table does it."""

    def __init__(self, recorder: RecordWriter | None, game: str, rules: Rules, seed: int) -> None:
        self.recorder = recorder
        self.dice = random.Random(seed)
        self.match = Match(GAMES[game], rules, self.dice.randrange(rules.players))
        self.lines = 1

    def step(self, *, undo: float = 0.0) -> bool:
        """A deal, a move or an undo; False where the match is over."""
        deal = self.match.deal
        if self.match.standing.over:
            return False
        self.lines += 1
        if deal is None or deal.turn is None:
            seed = self.dice.getrandbits(64)
            deal = self.match.next_deal(seed=seed)
            self._record(lambda recorder: recorder.deal(self.match.number, deal, seed))
        elif deal.log and self.dice.random() < undo:
            back = self.dice.randint(1, len(deal.log))
            self.match.undo(back)
            self._record(lambda recorder: recorder.undo(back))
        else:
            seat, move = deal.turn, self.dice.choice(deal.moves())
            deal.play(move)
            self._record(lambda recorder: recorder.move(seat, move))
        return True

    def _record(self, write: Callable[[RecordWriter], None]) -> None:
        if self.recorder is not None:
            write(self.recorder)

    def until(self, holds: Callable[[Deal], bool]) -> bool:
        """Play until something holds of the deal; False where it never did."""
        while self.step():
            assert self.match.deal is not None
            if holds(self.match.deal):
                return True
        return False


def begin(folder: Path, game: str = "sedma", seed: int = 1, rules: Rules | None = None) -> Play:
    """A new match that is kept."""
    rules = rules or GAMES[game].rules()
    save = new_save(folder, GAMES[game], rules, names_of(rules), TABLE)
    return Play(save, game, rules, seed)


def left(folder: Path, game: str = "sedma", steps: int = 20, seed: int = 1) -> tuple[Path, Match]:
    """A match that was left after some steps: its file, and how it stood."""
    play = begin(folder, game, seed)
    for _ in range(steps):
        play.step()
    assert play.recorder is not None
    play.recorder.close()
    return play.recorder.path, play.match


def finished(folder: Path, game: str = "sedma", seed: int = 1) -> Path:
    play = begin(folder, game, seed)
    while play.step():
        pass
    assert play.recorder is not None
    play.recorder.close()
    return play.recorder.path


def listed(folder: Path) -> list[Saved]:
    """The list; reading it changes nothing."""
    before = {path: path.read_bytes() for path in folder.glob("*.jsonl") if path.is_file()}
    found = list(saved_matches(folder))
    assert {path: path.read_bytes() for path in folder.glob("*.jsonl") if path.is_file()} == before
    return found


def resumed(path: Path) -> Match:
    """The match, its record let go again."""
    saved, recorder = resume(path)
    recorder.close()
    assert saved.match is not None
    return saved.match


def damaged(path: Path) -> str:
    """Why the only file of a folder is damaged; it is not resumed, and stays as it is."""
    (saved,) = listed(path.parent)
    assert saved.state == "damaged"
    assert saved.path == path
    assert saved.match is None
    assert saved.problem.endswith(".")
    assert saved.problem.isprintable()
    before = path.read_bytes() if path.is_file() else None
    with pytest.raises((OSError, Refusal)):
        resume(path)
    assert (path.read_bytes() if path.is_file() else None) == before
    return saved.problem


# A save is a record


def test_a_new_save_is_a_private_record_with_the_table_in_its_header(tmp_path: Path) -> None:
    rules = GAMES["sedma"].rules(players=3)
    folder = tmp_path / "seven-games" / "matches"
    table = {"seats": ["Їжак", "bot:easy", "\udcff"], "seed": 2**64 - 1, "more": [None, {"a": 1.5}]}
    with new_save(folder, GAMES["sedma"], rules, ["Їжак", "Ira", "Eva"], table) as save:
        pass
    (saved,) = listed(folder)
    assert saved.path == save.path
    assert (saved.state, saved.problem, saved.match) == ("open", "", None)
    assert (saved.game, saved.rules) == (GAMES["sedma"], rules)
    assert saved.names == ("Їжак", "Ira", "Eva")
    assert saved.table == table
    assert re.fullmatch(r"\d{8}-\d{6}-sedma-[0-9a-f]{4}\.jsonl", save.path.name)
    assert save.path.stat().st_mode & 0o777 == 0o600
    assert folder.stat().st_mode & 0o777 == 0o700
    assert folder.parent.stat().st_mode & 0o777 == 0o700
    header = json.loads(save.path.read_text())
    del header["table"]
    assert header == json.loads(header_line(GAMES["sedma"], rules, ["Їжак", "Ira", "Eva"]))


def test_a_list_of_nothing_creates_nothing(tmp_path: Path) -> None:
    assert list(saved_matches(tmp_path / "matches")) == []
    (tmp_path / "file").touch()
    assert list(saved_matches(tmp_path / "file")) == []
    assert names_in(tmp_path) == ["file"]


NASTY = [
    "a/b", "../x", "/etc/x", ".", "..", "", "CON", "a:b?*", "x" * 300, "Їжак", "e\u0301", "é",
    ".hidden", "a\nb", "\x00", "\x1b[2J", "\udcff", "}\n{", '"', "bot", "{name}",
]  # fmt: skip


def test_nothing_that_is_typed_gets_into_a_path(tmp_path: Path) -> None:
    folder = tmp_path / "matches"
    rules = GAMES["sedma"].rules(players=2)
    for name in NASTY:
        table = {"seats": [name, name], "seed": 1}
        new_save(folder, GAMES["sedma"], rules, [name, name], table).close()
    assert names_in(tmp_path) == ["matches"]
    for name in names_in(folder):
        assert re.fullmatch(r"\d{8}-\d{6}-sedma-[0-9a-f]{4}\.jsonl", name)
    found = listed(folder)
    assert sorted(saved.names for saved in found) == sorted((name, name) for name in NASTY)
    assert all(saved.table["seats"] == list(saved.names) for saved in found)


def test_equal_names_do_not_overwrite_each_other(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    draws = iter(["aaaa", "aaaa", "aaaa", "bbbb"])
    monkeypatch.setattr(saves.secrets, "token_hex", lambda _bytes: next(draws))  # type: ignore[attr-defined]
    monkeypatch.setattr(saves, "datetime", Clock)
    left(tmp_path, steps=3)
    left(tmp_path, steps=5)
    monkeypatch.undo()
    assert names_in(tmp_path) == [f"20261130-120000-sedma-{end}.jsonl" for end in ("aaaa", "bbbb")]
    assert sorted(len(path.read_text().splitlines()) for path in tmp_path.iterdir()) == [4, 6]


class Clock:
    """A clock that stands still."""

    @staticmethod
    def now() -> Any:
        return datetime(2026, 11, 30, 12, tzinfo=UTC)


# Resuming at every point


@pytest.mark.parametrize("game", GAMES)
def test_a_match_cut_at_any_line_is_resumed_as_it_stood(game: str, tmp_path: Path) -> None:
    dice = random.Random(game)
    cut = tmp_path / "cut.jsonl"
    rules = [random_rules(game, dice) for _ in range(8)]
    for preset, meant in GAMES[game].presets.items():
        rules.append(GAMES[game].rules(preset, players=dice.randint(meant.least, meant.most)))
    for seed, one in enumerate(rules):
        play = begin(tmp_path / "matches", game, seed, one)
        assert play.recorder is not None
        stood: dict[int, tuple[object, ...]] = {}
        listed_as: dict[int, tuple[object, ...]] = {}
        long = dice.choice([30, 250])
        while play.lines < long and play.step(undo=0.02):
            if dice.random() < 6 / long:
                stood[play.lines] = position(play.match)
                listed_as[play.lines] = shown(play.match)
        play.recorder.close()
        lines = play.recorder.path.read_bytes().splitlines(keepends=True)
        assert len(lines) == play.lines
        for number, there in stood.items():
            cut.write_bytes(b"".join(lines[:number]))
            (saved,) = listed(tmp_path)
            assert saved.match is not None
            assert shown(saved.match) == listed_as[number]
            if saved.state == "over":
                with pytest.raises(SaveError, match="over"):
                    resume(cut)
                continue
            assert position(resumed(cut)) == there
            assert cut.read_bytes() == b"".join(lines[:number])


def stops(deal: Deal) -> bool:
    return STOP in deal.moves()


def mid_trick(deal: Deal) -> bool:
    view: Any = deal.view(None)
    return 0 < len(view.trick) < deal.players


def forced_pass(deal: Deal) -> bool:
    return bool(deal.log) and deal.log[-1][1] == PASS and deal.turn is not None


def shown_before_card(deal: Deal) -> bool:
    return bool(deal.log) and deal.log[-1][1] >= SHOW_BABA and deal.log[-1][0] == deal.turn


def deal_is_over(deal: Deal) -> bool:
    return deal.turn is None


@pytest.mark.parametrize(
    ("game", "phase"),
    [
        ("sedma", stops),
        ("sedma", mid_trick),
        ("semerik", mid_trick),
        ("sevens", forced_pass),
        ("semerik", shown_before_card),
        *((game, deal_is_over) for game in GAMES),
    ],
)
def test_the_same_question_is_asked_again(
    game: str, phase: Callable[[Deal], bool], tmp_path: Path
) -> None:
    for seed in range(50):
        play = begin(tmp_path, game, seed)
        assert play.recorder is not None
        reached = play.until(phase)
        play.recorder.close()
        if not reached or play.match.standing.over:
            continue
        match = resumed(play.recorder.path)
        assert position(match) == position(play.match)
        assert match.deal is not None
        assert phase(match.deal)
        return
    pytest.fail("it never came to this")


def test_after_an_undo_the_same_question_is_asked_again(tmp_path: Path) -> None:
    path, match = left(tmp_path, "semerik", steps=15)
    saved, recorder = resume(path)
    assert saved.match is not None
    saved.match.undo(6)
    recorder.undo(6)
    recorder.close()
    match.undo(6)
    assert position(resumed(path)) == position(match)


def test_before_the_first_deal_there_is_no_match_but_all_else(tmp_path: Path) -> None:
    path, _ = left(tmp_path, "semerik", steps=0)
    saved, recorder = resume(path)
    assert saved.match is None
    assert (saved.game, saved.names, saved.table) == (
        GAMES["semerik"],
        ("Player 0", "Player 1", "Player 2", "Player 3"),
        TABLE,
    )
    play = Play(recorder, "semerik", GAMES["semerik"].rules(), 3)
    for _ in range(5):
        play.step()
    recorder.close()
    assert position(resumed(path)) == position(play.match)


def test_scores_of_the_deals_before_are_there_again(tmp_path: Path) -> None:
    play = begin(tmp_path, "semerik")
    expected = []
    while play.match.number < 4 and play.step(undo=0.05):
        deal = play.match.deal
        assert deal is not None
        if deal.turn is None:
            result = tuple(deal.result()["score"])
            expected.append((play.match.number, result, play.match.standing))
    assert play.recorder is not None
    play.recorder.close()
    match = resumed(play.recorder.path)
    assert len(expected) == 3
    assert [(one.number, one.score, one.after) for one in match.scores] == expected


def test_what_is_played_after_resuming_is_appended(tmp_path: Path) -> None:
    path, _ = left(tmp_path, steps=20)
    whole, other = left(tmp_path, steps=25)
    before = path.read_bytes()
    _saved, recorder = resume(path)
    for line in whole.read_text().splitlines()[21:]:
        data = json.loads(line)
        move = next(m for m in range(400) if line in {*written(data["seat"], m)})
        recorder.move(data["seat"], move)
    recorder.close()
    assert path.read_bytes().startswith(before)
    assert position(resumed(path)) == position(other)


def written(seat: int, move: int) -> Iterator[str]:
    from seven_games.engine.record import move_line

    with contextlib.suppress(Exception):
        yield move_line(seat, move).strip()


@pytest.mark.parametrize("rest", [b'{"seat": 1, "mo', b"\x00" * 50, b"{", b'{"seat": 1\n', b"\xff"])
def test_a_broken_last_line_is_cut_off_when_the_match_goes_on(rest: bytes, tmp_path: Path) -> None:
    path, match = left(tmp_path)
    good = path.read_bytes()
    path.write_bytes(good + rest)
    (saved,) = listed(tmp_path)
    assert saved.state == "open"
    assert saved.match is not None
    assert shown(saved.match) == shown(match)
    saved, recorder = resume(path)
    assert path.read_bytes() == good
    recorder.undo(1)
    recorder.close()
    assert path.read_bytes() == good + b'{"undo": 1}\n'


def test_a_missing_last_newline_is_added_when_the_match_goes_on(tmp_path: Path) -> None:
    path, match = left(tmp_path)
    good = path.read_bytes()
    path.write_bytes(good[:-1])
    assert position(resumed(path)) == position(match)
    assert path.read_bytes() == good


def test_a_record_made_elsewhere_is_resumed_too(tmp_path: Path) -> None:
    path = tmp_path / "Їжак's match.jsonl"
    path.write_bytes(
        b"\xef\xbb\xbf"
        b'{"seats":["A","B"],"game":"sedma","rules":{"preset":"sedma","players":2},'
        b'"version":1,"format":"seven-games","table":[1]}\r\n\r\n'
        + MADE_ELSEWHERE.replace("\n", "\r\n").encode()
    )
    (saved,) = listed(tmp_path)
    assert (saved.state, saved.names, saved.table) == ("open", ("A", "B"), {})
    match = resumed(path)
    assert match.deal is not None
    assert (match.number, match.deal.turn, len(match.deal.log)) == (1, 1, 1)
    assert shown(match) == shown(saved.match)  # type: ignore[arg-type]


MADE_ELSEWHERE = """\
{"hands":["10h Kc 9s 8d","7c 8s Qd Ad"],"deal":1,"dealer":1,"stock":"9h Jc 7s 10s Js Qs Ks As 7h \
8h Jh Qh Kh Ah 7d 9d 10d Jd Kd 8c 9c 10c Qc Ac"}
{"seat":0,"move":"10h"}
"""


# The states of a match


def test_a_match_that_is_over_is_not_resumed_and_stays(tmp_path: Path) -> None:
    for game in GAMES:
        path = finished(tmp_path / game, game)
        (saved,) = listed(tmp_path / game)
        assert saved.state == "over"
        assert saved.match is not None
        assert saved.match.standing.over
        before = path.read_bytes()
        with pytest.raises(SaveError, match="over"):
            resume(path)
        assert path.read_bytes() == before


@pytest.mark.parametrize("game", GAMES)
def test_of_a_long_match_the_list_plays_only_the_last_deal(
    game: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    _path, match = left(tmp_path, game, steps=150)
    assert match.number > 1

    def play_all(_data: bytes) -> None:
        raise AssertionError

    monkeypatch.setattr(saves, "_play_all", play_all)
    (saved,) = listed(tmp_path)
    assert saved.match is not None
    assert shown(saved.match) == shown(match)


def test_a_match_that_is_played_is_busy_and_nobody_else_can_append(tmp_path: Path) -> None:
    play = begin(tmp_path)
    for _ in range(5):
        play.step()
    (saved,) = listed(tmp_path)
    assert saved.state == "busy"
    assert saved.match is not None
    assert shown(saved.match) == shown(play.match)
    path = saved.path

    def another_program() -> None:
        assert [one.state for one in saved_matches(tmp_path)] == ["busy"]
        with pytest.raises(SaveError, match="another window"):
            resume(path)
        with pytest.raises(SaveError, match="another window"):
            delete(path)

    assert in_a_child(another_program) == 0
    assert play.recorder is not None
    play.recorder.close()
    _saved, recorder = resume(path)
    assert in_a_child(another_program) == 0
    recorder.close()
    resumed(path)


def test_of_two_programs_that_resume_at_once_one_plays(tmp_path: Path) -> None:
    path, _ = left(tmp_path)
    for _ in range(4):
        done, tell = os.pipe()
        go, let_go = os.pipe()

        def race(tell: int = tell, go: int = go) -> None:
            try:
                _saved, recorder = resume(path)
            except SaveError:
                os.write(tell, b"no ")
            else:
                os.write(tell, b"yes ")
                os.read(go, 1)
                recorder.close()

        children = [start(race), start(race)]
        answers = b""
        while len(answers.split()) < 2:
            answers += os.read(done, 10)
        assert sorted(answers.split()) == [b"no", b"yes"]
        os.write(let_go, b".")
        assert [os.waitpid(child, 0)[1] for child in children] == [0, 0]
        for end in (done, tell, go, let_go):
            os.close(end)


def test_listing_does_not_keep_anybody_from_resuming(tmp_path: Path) -> None:
    path, _ = left(tmp_path)

    def list_for_ever() -> None:
        while True:
            assert all(saved.state in {"open", "busy"} for saved in saved_matches(tmp_path))

    child = start(list_for_ever)
    for _ in range(30):
        resumed(path)
    os.kill(child, signal.SIGKILL)
    assert os.waitpid(child, 0)[1] == signal.SIGKILL


def test_the_newest_comes_first_and_no_time_of_a_file_is_too_odd(tmp_path: Path) -> None:
    paths = [left(tmp_path, steps=n)[0] for n in range(5)]
    for path, when in zip(paths, [2_000_000_000, -1000, 10**11 * 9, 5, 1_000_000_000], strict=True):
        os.utime(path, (when, when))
    found = listed(tmp_path)
    assert [one.path for one in found] == [paths[n] for n in (2, 0, 4, 3, 1)]
    assert all(one.when.tzinfo is not None for one in found)
    assert found[1].when - found[2].when == timedelta(seconds=1_000_000_000)


def test_only_the_oldest_finished_matches_make_room(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    old: dict[str, Path] = {}
    for number in range(5):
        old[f"over {number}"] = finished(tmp_path, seed=number)
    old["open"], _ = left(tmp_path)
    old["nothing dealt"], _ = left(tmp_path, steps=0)
    old["damaged"] = finished(tmp_path, seed=9)
    old["damaged"].write_bytes(b"[]\n" + old["damaged"].read_bytes())
    old["put there"] = finished(tmp_path, seed=10).rename(tmp_path / "mine.jsonl")
    # The last deal alone looks like the end of a match, but what was before it is not so.
    old["damaged before"] = finished(tmp_path, seed=11)
    lines = old["damaged before"].read_text().splitlines(keepends=True)
    lines[2] = lines[2].replace('"seat": 0', '"seat": 9').replace('"seat": 1', '"seat": 8')
    old["damaged before"].write_text("".join(lines))
    # Nor is a match over because its last deal says that it nearly was.
    play = begin(tmp_path)
    while play.match.number < 2 or play.match.deal is None or play.match.deal.turn is not None:
        assert play.step()
    assert play.recorder is not None
    play.recorder.close()
    old["made up"] = play.recorder.path
    totals = f'"totals": {[*play.match.scores[0].after.totals]}'
    old["made up"].write_text(old["made up"].read_text().replace(totals, '"totals": [4, 4]'))
    for age, name in enumerate(sorted(old, key=lambda name: name.startswith("over"))):
        os.utime(old[name], (1000 + age, 1000 + age))
    monkeypatch.setattr(saves, "KEPT", 3)
    # A finished match that is still held counts for nobody.
    busy = finished(tmp_path, seed=12)
    os.utime(busy, (1, 1))
    with busy.open("rb") as file:
        hold(file.fileno())
        new = begin(tmp_path)
    gone = [name for name, path in old.items() if not path.exists()]
    assert gone == ["over 0", "over 1"]
    assert busy.exists()
    assert new.recorder is not None
    assert new.recorder.path.exists()


def test_deleting(tmp_path: Path) -> None:
    path, _ = left(tmp_path)
    delete(path)
    assert names_in(tmp_path) == []
    with pytest.raises(FileNotFoundError):
        delete(path)
    (tmp_path / "folder.jsonl").mkdir()
    with pytest.raises(OSError, match=r"folder\.jsonl"):
        delete(tmp_path / "folder.jsonl")
    kept_file = tmp_path / "kept"
    kept_file.touch()
    (tmp_path / "link.jsonl").symlink_to(kept_file)
    delete(tmp_path / "link.jsonl")
    assert names_in(tmp_path) == ["folder.jsonl", "kept"]


# Damaged files

HEADER: dict[str, Any] = json.loads(
    header_line(GAMES["sedma"], GAMES["sedma"].rules(), ["A", "B"], TABLE)
)

WRONG_HEADERS: list[dict[str, object]] = [
    {"version": 999},
    {"version": "1"},
    {"version": None},
    {"format": "chess"},
    {"game": "chess"},
    {"game": ["sedma"]},
    {"game": None},
    {"seats": "AB"},
    {"seats": [1, 2]},
    {"seats": []},
    {"rules": []},
    {"rules": {"preset": 7}},
    {"rules": {"players": 99}},
    {"rules": {"new_option": 1}},
]


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"\n\n",
        bytes(1000),
        b"[]",
        b"null",
        b"{}",
        b"{}\n",
        b"[]\n[]\n",
        b"\xef\xbb\xbf",
        b"\xff\xfe{\x00}\x00",
        b"SQLite format 3\x00",
        b"x" * (1 << 20) * 2,
        b"[" * 100_000,
        *(json.dumps(HEADER | change).encode() for change in WRONG_HEADERS),
    ],
)
def test_a_file_without_a_header_is_listed_as_damaged_and_stays(
    content: bytes, tmp_path: Path
) -> None:
    path = tmp_path / "save.jsonl"
    path.write_bytes(content)
    assert "Line 1: " in damaged(path)
    assert path.read_bytes() == content


def test_a_newer_file_is_refused_in_words_that_say_so(tmp_path: Path) -> None:
    path, _ = left(tmp_path)
    path.write_bytes(path.read_bytes().replace(b'"version": 1', b'"version": 999'))
    assert "version 999" in damaged(path)


def test_a_wrong_line_is_named_wherever_it_is_in_the_last_deal(tmp_path: Path) -> None:
    path, _ = left(tmp_path, "semerik", steps=60)
    lines = path.read_text().splitlines(keepends=True)
    (deal,) = [number for number, line in enumerate(lines) if line.startswith('{"deal": 2')]
    wrong = [
        '{"seat": 7, "move": "7c"}\n',
        '{"move": []}\n',
        "[]\n",
        "\x00\x00\n",
        '{"undo": 99}\n',
    ]
    for text in wrong:
        for at in (deal + 1, deal + 3):
            path.write_text("".join([*lines[:at], text, *lines[at:]]))
            assert f"Line {at + 1}: " in damaged(path)


def test_a_wrong_line_before_the_last_deal_is_named_when_the_match_is_to_go_on(
    tmp_path: Path,
) -> None:
    path, _ = left(tmp_path, "semerik", steps=60)
    lines = path.read_text().splitlines(keepends=True)
    path.write_text("".join([*lines[:5], '{"seat": 7, "move": "7c"}\n', *lines[5:]]))
    (saved,) = listed(tmp_path)
    assert saved.state == "open"
    before = path.read_bytes()
    with pytest.raises(RecordError, match="seat 7") as refused:
        resume(path)
    assert refused.value.line == 6
    assert path.read_bytes() == before


def test_a_torn_line_is_named_wherever_it_is(tmp_path: Path) -> None:
    path, _ = left(tmp_path, "semerik", steps=120)
    good = path.read_bytes()
    lines = good.splitlines(keepends=True)
    for number in range(0, len(lines) - 1, 7):
        torn = lines[number][:-6] + b"\x00" * 5 + b"\n"
        path.write_bytes(b"".join([*lines[:number], torn, *lines[number + 1 :]]))
        assert f"Line {number + 1}: " in damaged(path)


def test_cut_at_every_tenth_it_is_open_or_damaged(tmp_path: Path) -> None:
    path, match = left(tmp_path, steps=60)
    data = path.read_bytes()
    states = []
    for tenth in range(11):
        path.write_bytes(data[: len(data) * tenth // 10])
        (saved,) = listed(tmp_path)
        states.append(saved.state)
        if saved.state == "damaged":
            damaged(path)
        elif saved.match is None:
            resume(path)[1].close()
        else:
            again = resumed(path)
            assert again.number <= match.number
            assert shown(again) == shown(saved.match)
    assert states[0] == "damaged"
    assert states[-1] == "open"


def test_a_file_that_is_too_large_is_not_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path, _ = left(tmp_path)
    os.truncate(path, 50 << 20)

    def no_reading(_file: FileIO, *_: object) -> bytes:
        raise AssertionError

    class Unread(FileIO):
        read = readall = no_reading

    monkeypatch.setattr("seven_games.store.files.FileIO", Unread)
    (saved,) = saved_matches(tmp_path)
    assert saved.state == "damaged"
    assert "too large" in saved.problem
    with pytest.raises(Refusal, match="too large"):
        resume(path)
    assert path.stat().st_size == 50 << 20


def test_what_is_no_file_is_damaged_and_keeps_nobody_waiting(tmp_path: Path) -> None:
    good, _ = left(tmp_path)
    (tmp_path / "folder.jsonl").mkdir()
    os.mkfifo(tmp_path / "pipe.jsonl")
    (tmp_path / "nowhere.jsonl").symlink_to(tmp_path / "not there")
    (tmp_path / "loop.jsonl").symlink_to("loop.jsonl")
    (tmp_path / "null.jsonl").symlink_to("/dev/null")
    (tmp_path / "zero.jsonl").symlink_to("/dev/zero")
    (tmp_path / "notes.txt").touch()
    found = {saved.path.name: saved for saved in saved_matches(tmp_path)}
    assert found.pop(good.name).state == "open"
    assert len(found) == 6
    for saved in found.values():
        assert saved.state == "damaged"
        assert saved.problem.startswith("It cannot be read: ")
        with pytest.raises((OSError, Refusal)):
            resume(saved.path)


def test_a_link_to_a_match_is_that_match(tmp_path: Path) -> None:
    path, match = left(tmp_path / "elsewhere")
    link = tmp_path / "link.jsonl"
    link.symlink_to(path)
    (saved,) = saved_matches(tmp_path)
    assert (saved.path, saved.state) == (link, "open")
    _saved, recorder = resume(link)
    recorder.undo(1)
    recorder.close()
    match.undo(1)
    assert link.is_symlink()
    assert position(resumed(path)) == position(match)


def test_what_may_not_be_read_or_written_says_so() -> None:
    with as_nobody() as folder:
        path, _ = left(folder)
        path.chmod(0)
        (saved,) = saved_matches(folder)
        assert (saved.state, saved.problem) == ("damaged", "It cannot be read: Permission denied.")
        path.chmod(0o400)
        (saved,) = saved_matches(folder)
        assert saved.state == "open"
        with pytest.raises(PermissionError):
            resume(path)
        folder.chmod(0o500)
        with pytest.raises(PermissionError):
            begin(folder)
        with pytest.raises(PermissionError):
            begin(folder / "new")
        folder.chmod(0)
        (saved,) = saved_matches(folder)
        assert (saved.path, saved.state) == (folder, "damaged")
        folder.chmod(0o700)
        assert names_in(folder) == [path.name]


@pytest.mark.parametrize("game", GAMES)
def test_whatever_happens_to_a_file_the_list_is_there(game: str, tmp_path: Path) -> None:
    """Bytes changed, lost, doubled; what the last deal says of the ones before made up."""
    dice = random.Random(game)
    path, _ = left(tmp_path, game, steps=150)
    good = path.read_bytes()
    odd = [b"0", b"-1", b"999999999999", b"null", b"true", b"[]", b"1.5", b'"x"', b"{}"]
    states = set()
    for number in range(150):
        data = bytearray(good)
        for _ in range(dice.randint(1, 3)):
            at, end = sorted(dice.choices(range(len(data)), k=2))
            end = min(end, at + 40)
            how = dice.randrange(5)
            if how == 0:
                data[at] = dice.randrange(256)
            elif how == 1:
                del data[at:end]
            elif how == 2:
                data[at:at] = data[at:end]
            elif how == 3:
                del data[at:]
            elif b"1" in data:
                numbers = list(re.finditer(rb"\d+", data))
                hit = dice.choice(numbers[-30:] if number % 2 else numbers)
                data[hit.start() : hit.end()] = dice.choice(odd)
        path.write_bytes(data)
        (saved,) = listed(tmp_path)
        states.add(saved.state)
        try:
            again, recorder = resume(path)
        except (OSError, Refusal):
            assert path.read_bytes() == data
        else:
            recorder.close()
            assert saved.state != "damaged"
            assert (again.match is None) == (saved.match is None)
    assert states >= {"open", "damaged"}


@pytest.mark.parametrize("game", GAMES)
def test_made_up_standings_do_not_stop_the_list(game: str, tmp_path: Path) -> None:
    path, _ = left(tmp_path, game, steps=150)
    lines = path.read_text().splitlines()
    at = max(number for number, line in enumerate(lines) if "standing" in line)
    deal = json.loads(lines[at])
    for key in [*deal["standing"], "deal", "dealer", "standing"]:
        value: object
        for value in (0, -1, 10**12, None, True, [], [1], [-5] * 20, [10**12] * 2, "x", {}, 1.5):
            made_up = deal | {"standing": deal["standing"] | {key: value}}
            if key not in deal["standing"]:
                made_up = deal | {key: value}
            path.write_text("\n".join([*lines[:at], json.dumps(made_up), *lines[at + 1 :]]) + "\n")
            (saved,) = listed(tmp_path)
            assert saved.state in {"open", "over", "damaged"}


# Full disks and killed programs


def test_a_full_disk_leaves_what_was_saved_and_says_so(tmp_path: Path) -> None:
    for spare in (0, 1, 10, 25, 26, 60):
        path, match = left(tmp_path / str(spare))
        good = path.read_bytes()
        _saved, recorder = resume(path)
        play = Play(recorder, "sedma", match.rules, 5)
        play.match = match
        sizes = [len(good)]

        def play_on(play: Play = play, path: Path = path, sizes: list[int] = sizes) -> None:
            for _ in range(5):
                play.step()
                sizes.append(path.stat().st_size)

        with no_room_beyond(len(good) + spare), pytest.raises(OSError, match="too large"):
            play_on()
        assert path.read_bytes().startswith(good)
        assert path.stat().st_size == sizes[-1]
        # Once there is room again the line fits where the broken one was.
        assert match.deal is not None
        recorder.move(*match.deal.log[-1])
        recorder.close()
        assert position(resumed(path)) == position(match)


def test_a_header_that_cannot_be_written_leaves_no_file(tmp_path: Path) -> None:
    for size in (0, 50):
        with no_room_beyond(size), pytest.raises(OSError, match="too large"):
            begin(tmp_path)
        assert names_in(tmp_path) == []


class Broken(FileIO):
    """A file on a disk that fails in one way."""

    fails = ""

    def write(self, data: Any, /) -> int:
        if self.fails == "write":
            raise OSError(errno.EIO, "Input/output error")
        return super().write(data[:7] if self.fails == "part" else data)

    def truncate(self, size: int | None = None, /) -> int:
        if self.fails == "part":
            raise OSError(errno.EIO, "Input/output error")
        return super().truncate(size)


@pytest.mark.parametrize("fails", ["write", "fsync", "part"])
def test_a_failing_disk_leaves_a_file_that_can_be_resumed(
    fails: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path, match = left(tmp_path)
    file = Broken(path, "r+")
    recorder = RecordWriter(path, file)
    file.fails = fails

    def no_sync(_descriptor: int) -> None:
        raise OSError(errno.EIO, "Input/output error")

    if fails != "write":
        monkeypatch.setattr(os, "fsync", no_sync)
    with pytest.raises(OSError, match="Input/output"):
        recorder.move(0, 5)
    monkeypatch.undo()
    recorder.close()
    if fails == "part":
        # Nothing could be taken back: what was written then is the move.
        path.write_bytes(path.read_bytes()[:-9])
    assert position(resumed(path)) == position(match)


def test_on_a_disk_that_is_full_the_old_saves_stay_and_the_table_plays_on(tmp_path: Path) -> None:
    disk = tmp_path / "disk"
    disk.mkdir()
    mounted = subprocess.run(
        ["mount", "-t", "tmpfs", "-o", "size=64k", "tmpfs", str(disk)],
        capture_output=True,
        check=False,
    )
    if mounted.returncode:
        pytest.skip("no small disk can be made here")
    try:
        old, match = left(disk / "matches")
        play = begin(disk / "matches", "semerik", seed=2)
        with pytest.raises(OSError, match="No space"):
            (disk / "filler").write_bytes(bytes(1 << 20))
        with pytest.raises(OSError, match="No space"):
            play.until(lambda _deal: False)
        assert play.recorder is not None
        play.recorder.close()
        assert position(resumed(old)) == position(match)
        saved = {one.path: one for one in saved_matches(disk / "matches")}[play.recorder.path]
        again = resumed(saved.path)
        assert again.number == play.match.number
        assert again.deal is not None
        assert play.match.deal is not None
        assert again.deal.log == play.match.deal.log[:-1]
        with pytest.raises(OSError, match="No space"):
            begin(disk / "matches")
        assert len(names_in(disk / "matches")) == 2
    finally:
        subprocess.run(["umount", str(disk)], check=True)


def test_killed_at_any_moment_nothing_that_was_played_is_lost(tmp_path: Path) -> None:
    dice = random.Random(5)
    reached = set()
    for seed in range(100):
        game = list(GAMES)[seed % 3]
        folder = tmp_path / str(seed)
        done, tell = os.pipe()

        def play_for_ever(
            folder: Path = folder, game: str = game, seed: int = seed, tell: int = tell
        ) -> None:
            play = begin(folder, game, seed)
            os.write(tell, b".")
            while play.lines < 200 and play.step(undo=0.02):
                os.write(tell, b".")
            time.sleep(10)

        child = start(play_for_ever)
        told = os.read(done, 1)
        time.sleep(dice.random() / 100)
        os.kill(child, signal.SIGKILL)
        assert os.waitpid(child, 0)[1] == signal.SIGKILL
        os.close(tell)
        told += os.read(done, 1 << 20)
        os.close(done)

        (saved,) = listed(folder)
        assert saved.state in {"open", "over"}
        if saved.state == "over":
            continue
        again, recorder = resume(saved.path)
        recorder.close()
        lines = len(saved.path.read_bytes().splitlines())
        # The last line may have been written and not been told of any more.
        assert lines in {len(told), len(told) + 1}
        reached.add(lines)
        same = Play(None, game, GAMES[game].rules(), seed)
        for _ in range(lines - 1):
            same.step(undo=0.02)
        if again.match is None:
            assert lines == 1
        else:
            assert position(again.match) == position(same.match)
    assert len(reached) > 10


# At the table again


def listing(table: Table) -> list[str]:
    return [f"{type(seat).__name__} {seat.name}" for seat in table.seats]


def sit_down(path: Path) -> tuple[Table, Setup]:
    """The table of a saved match, as the program opens it."""
    saved, recorder = resume(path)
    assert saved.game is not None
    assert saved.rules is not None
    setup = setup_from(saved.game, saved.rules, saved.names, saved.table)
    return open_table(setup, [recorder], match=saved.match, names=saved.names), setup


def sit_down_first(folder: Path, setup: Setup) -> tuple[Table, Path]:
    names = [seat.name for seat in open_table(setup).seats]
    save = new_save(folder, setup.game, setup.rules, names, kept(setup))
    return open_table(setup, [save]), save.path


async def play_on(table: Table, steps: int) -> None:
    """People play their first legal move and go on after each deal; after some steps they leave."""
    task = asyncio.create_task(table.run())
    async with asyncio.timeout(60):
        while not task.done():
            await asyncio.sleep(0)
            if table.match.deal is None or not table.people:
                continue
            turn = table.deal.turn
            if turn is not None and turn not in table.people:
                continue
            if steps == 0:
                table.leave()
                break
            if turn is None:
                table.go_on()
                await asyncio.sleep(0)
            else:
                table.play(turn, table.view(turn).moves[0])
            steps -= 1
    await task


@pytest.mark.parametrize("game", GAMES)
def test_a_match_left_and_resumed_again_and_again_is_the_same_match(
    game: str, tmp_path: Path
) -> None:
    setup = set_up(GAMES[game], None, {}, ["Olha", "bot:random"], 23)
    if game == "sevens":
        setup = set_up(GAMES[game], None, {"target": 30}, ["Olha", "bot:random"], 23)
    table, whole = sit_down_first(tmp_path / "whole", setup)
    asyncio.run(play_on(table, -1))
    assert table.standing.over
    table, path = sit_down_first(tmp_path / "pieces", setup)
    names, dice, sittings = listing(table), random.Random(game), 0
    asyncio.run(play_on(table, 0))
    while not table.standing.over:
        table, again = sit_down(path)
        assert again == with_levels(setup)
        assert listing(table) == names
        asyncio.run(play_on(table, dice.randint(1, 12)))
        sittings += 1
    assert sittings > 3
    assert path.read_bytes() == whole.read_bytes()


def test_between_deals_the_resumed_table_waits_and_the_deal_goes_round(tmp_path: Path) -> None:
    async def scene() -> None:
        setup = set_up(GAMES["sedma"], None, {"players": 3}, ["Olha"], 4)
        table, path = sit_down_first(tmp_path, setup)
        task = asyncio.create_task(table.run())
        async with asyncio.timeout(20):
            while table.match.deal is None or table.deal.turn is not None:
                await asyncio.sleep(0)
                if table.match.deal is not None and table.deal.turn == 0:
                    table.play(0, table.view(0).moves[0])
        dealer = table.deal.dealer
        table.leave()
        await task

        table, _setup = sit_down(path)
        events: list[Event] = []
        table.watch(lambda event, _view: events.append(event))
        task = asyncio.create_task(table.run())
        for _ in range(100):
            await asyncio.sleep(0)
        assert events == [Event("resumed")]
        assert (table.match.number, table.deal.turn) == (1, None)
        assert len(table.match.scores) == 1
        table.go_on()
        for _ in range(5):
            await asyncio.sleep(0)
        assert events[1] == Event("deal")
        assert (table.match.number, table.deal.dealer) == (2, (dealer + 1) % 3)
        table.leave()
        await task

    asyncio.run(scene())


def test_a_table_of_bots_goes_on_by_itself(tmp_path: Path) -> None:
    setup = set_up(GAMES["sedma"], None, {}, ["bot", "bot"], 4)
    table, whole = sit_down_first(tmp_path / "whole", setup)
    asyncio.run(table.run())
    first_deal = whole.read_text().split('{"deal": 2')[0]
    path = tmp_path / "cut.jsonl"
    path.write_text(first_deal)
    table, _ = sit_down(path)
    asyncio.run(table.run())
    assert path.read_text() == whole.read_text()


def test_a_save_without_a_deal_begins_as_it_would_have_begun(tmp_path: Path) -> None:
    setup = set_up(GAMES["semerik"], None, {}, ["Olha"], 9)
    table, path = sit_down_first(tmp_path, setup)
    table.leave()
    asyncio.run(table.run())
    new = open_table(setup)
    for one in (new, table := sit_down(path)[0]):
        asyncio.run(play_on(one, 0))
    assert table.deal.dealt == new.deal.dealt
    assert table.deal.dealer == new.deal.dealer


def test_after_resuming_a_move_can_be_taken_back(tmp_path: Path) -> None:
    setup = set_up(GAMES["semerik"], None, {}, ["Olha"], 9)
    table, path = sit_down_first(tmp_path, setup)
    asyncio.run(play_on(table, 2))
    log = table.deal.log

    async def scene() -> None:
        table, _ = sit_down(path)
        task = asyncio.create_task(table.run())
        await asyncio.sleep(0)
        assert table.deal.log == log
        assert table.can_undo(0)
        table.undo(0)
        back = table.deal.log
        assert len(back) < len(log)
        table.leave()
        await task
        match = resumed(path)
        assert match.deal is not None
        assert match.deal.log == back

    asyncio.run(scene())


def test_one_record_that_fails_does_not_end_the_other(tmp_path: Path) -> None:
    class Full:
        closed = 0

        def deal(self, *_: object) -> None: ...

        def move(self, *_: object) -> None:
            raise OSError(errno.ENOSPC, "No space left on device")

        def hint(self, *_: object) -> None: ...

        def undo(self, *_: object) -> None: ...

        def close(self) -> None:
            self.closed += 1

    setup = set_up(GAMES["sedma"], None, {}, ["bot", "bot"], 4)
    names = ["A", "B"]
    with RecordFile(tmp_path / "a.jsonl", setup.game, setup.rules, names) as record:
        full = Full()
        table = open_table(setup, [full, record])
        assert table.unsaved is None
        asyncio.run(table.run())
    assert table.unsaved == "No space left on device"
    assert full.closed == 1
    (saved,) = listed(tmp_path)
    assert saved.state == "over"


# What is kept of a setup


def test_a_setup_comes_back_from_json() -> None:
    for seats in (["Olha"], ["Olha", "", "bot:random"], ["bot", "bot"], [" Bot: Easy ", "x" * 300]):
        for seed in (0, 7, 2**64 - 1):
            setup = set_up(GAMES["sevens"], "chips", {}, seats, seed)
            table = json.loads(json.dumps(kept(setup)))
            names = ["A"] * setup.rules.players
            assert setup_from(setup.game, setup.rules, names, table) == with_levels(setup)


def with_levels(setup: Setup) -> Setup:
    """The same, where every bot has its level: the usual one may be another when it goes on."""
    levels = [bot_level(seat) for seat in setup.seats]
    seats = zip(setup.seats, levels, strict=True)
    return replace(setup, seats=tuple(f"bot:{level}" if level else seat for seat, level in seats))


@pytest.mark.parametrize(
    "table",
    [
        {},
        {"seats": None, "seed": None},
        {"seats": "Olha", "seed": "7"},
        {"seats": ["Olha"], "seed": -1},
        {"seats": ["a", "b", "c", "d", "e"], "seed": 2**64},
        {"seats": {}, "seed": 1.5},
        {"seats": 4, "seed": True, "game": "sevens", "rules": {}, "people": 3},
    ],
)
def test_from_nonsense_comes_a_table_at_which_the_first_seat_plays(table: dict[str, Any]) -> None:
    rules = GAMES["semerik"].rules()
    for first in ("Olha", "bot", "bot:x", ""):
        setup = setup_from(GAMES["semerik"], rules, [first, "Ira", "Eva", "Petro"], table)
        assert setup.people() == [0]
        assert setup.seats[1:] == ("bot", "bot", "bot")
        assert 0 <= setup.seed < 2**64
        opened = open_table(setup, names=["Olha", "Ira", "Eva", "Petro"])
        assert listing(opened) == ["Person Olha", "BotSeat Ira", "BotSeat Eva", "BotSeat Petro"]


def test_a_seat_that_makes_no_sense_is_a_bots() -> None:
    rules = GAMES["semerik"].rules()
    table = {"seats": ["Olha", 5, "bot:genius", "Petro"], "seed": 3}
    setup = setup_from(GAMES["semerik"], rules, list("ABCD"), table)
    assert setup.seats == ("Olha", "bot", "bot", "Petro")
    assert setup.seed == 3


def test_the_names_of_the_record_are_cleaned_and_win() -> None:
    setup = set_up(GAMES["sedma"], None, {}, ["Olha", "bot"], 3)
    table = open_table(setup, names=["Olha", "Xenia\x1b[2J"])
    assert table.names == ["Olha", "Xenia[2J"]
    assert [type(seat) for seat in table.seats] == [Person, BotSeat]
