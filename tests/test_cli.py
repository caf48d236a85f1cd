"""The commands, as a shell meets them (`interfaces.md` 3 and 5)."""

from __future__ import annotations

import contextlib
import json
import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from seven_games import cli
from seven_games.engine import GAMES
from seven_games.engine.cards import COMPILED
from seven_games.levels import ABOUT_LEVELS

PROGRAM = [sys.executable, "-m", "seven_games"]

SEDMA = """\
{"format": "seven-games", "version": 1, "game": "sedma", \
"rules": {"preset": "sedma", "players": 2}, "seats": ["Olha", "Petro"]}
{"deal": 1, "dealer": 1, "hands": ["10h Kc 9s 8d", "7c 8s Qd Ad"], \
"stock": "9h Jc 7d 7h 7s 8c 8h 9c 9d 10c 10d 10s Js Jd Jh Qc Qh Qs Kd Kh Ks Ac Ah As"}
{"seat": 0, "move": "10h"}
{"seat": 1, "move": "7c"}
"""


def run(
    *arguments: str, stdin: str | None = None, encoding: str = "utf-8", **environment: str
) -> tuple[int, str, str]:
    """Exit code, standard output and standard error of the program."""
    done = subprocess.run(
        [*PROGRAM, *arguments],
        capture_output=True,
        check=False,
        encoding=encoding,
        env={**os.environ, **environment},
        input=stdin,
        timeout=60,
    )
    return done.returncode, done.stdout, done.stderr


def one_line(text: str) -> bool:
    return text.count("\n") == 1 and "Traceback" not in text


def test_version_says_which_build_runs() -> None:
    code, out, _ = run("--version")
    assert code == 0
    assert ("compiled rules" if COMPILED else "plain Python rules") in out


def test_the_build_is_the_one_that_was_asked_for() -> None:
    expected = os.environ.get("SEVEN_GAMES_EXPECT", "plain")
    assert (expected == "compiled") == COMPILED


def test_every_module_that_should_be_compiled_is() -> None:
    from seven_games.engine import cards, game, sedma, semerik, sevens

    files = [str(module.__file__) for module in (cards, game, sevens, sedma, semerik)]
    assert [not file.endswith(".py") for file in files] == [COMPILED] * 5


@pytest.mark.parametrize(
    "command",
    [[], ["play"], ["rules"], ["replay"], ["simulate"], ["arena"]],
    ids=" ".join,
)
def test_help_fits_80_columns(command: list[str]) -> None:
    code, out, err = run(*command, "--help", COLUMNS="200")
    assert (code, err) == (0, "")
    assert max(len(line) for line in out.splitlines()) <= 80


def test_help_imports_neither_textual_nor_rich_nor_the_bots() -> None:
    done = subprocess.run(
        [sys.executable, "-X", "importtime", "-m", "seven_games", "--help"],
        capture_output=True,
        check=True,
        encoding="utf-8",
    )
    loaded = {line.rsplit("|", 1)[-1].strip().split(".")[0] for line in done.stderr.splitlines()}
    assert "typer" in loaded
    assert not loaded & {"textual", "rich"}
    assert "seven_games.bots" not in done.stderr


@pytest.mark.parametrize(
    ("arguments", "code", "words"),
    [
        (["play", "sevn"], 2, "sevens"),
        (["play", "semeric"], 2, "semerik"),
        (["play"], 2, "GAME"),
        (["play", "sevens", "--colour"], 2, "--colour"),
        (["ply"], 2, "play"),
        (["play", "sevens", "--rule", "ace"], 2, "NAME=VALUE"),
        (["play", "sevens", "--seed", "-1"], 2, "seed"),
        (["simulate", "sedma", "-n", "0"], 2, "-n"),
        (["arena", "sedma"], 2, "BOT"),
        (["arena", "sedma", "easy"], 2, "two bots"),
        (["arena", "sedma", "easy", "expet"], 1, "nearest is expert"),
        (["arena", "sedma", "easy", "zzz"], 1, "random, beginner"),
        (["arena", "sedma", "easy", "random", "--append", "."], 1, "."),
        (["arena", "sedma", "easy", "random", "--scheduler", "127.0.0.1:1"], 1, "127.0.0.1:1"),
        (["arena", "sedma", "easy", "random", "--scheduler", "tls://127.0.0.1:1"], 1, "tls://"),
        (["arena", "sedma", "easy", "random", "--scheduler", "ucx://127.0.0.1:1"], 1, "ucx://"),
        (["arena", "sedma", "easy", "random", "--scheduler", ""], 2, "address"),
        (["play", "sevens", "--players", "3", "--rule", "players=4"], 2, "twice"),
        (["play", "sevens", "--rule", "ace=middle"], 1, "ace may be high, low"),
        (["play", "sevens", "--rule", "aces=low"], 1, "aces"),
        (["play", "sevens", "--preset", "sedma"], 1, "international"),
        (["play", "sedma", "--players", "5"], 1, "2–4"),
        (["play", "sevens", "--rule", "jokers=1", "--preset", "chips"], 1, "jokers"),
        (["play", "sedma", "--seat", "bot:esy"], 1, "easy"),
        (
            [
                "play",
                "semerik",
                *["--seat", "A", "--seat", "B", "--seat", "C", "--seat", "D", "--seat", "E"],
            ],
            1,
            "4",
        ),
        (["simulate", "sedma", "--seat", "Olha"], 1, "bot"),
        (["rules", "sevens", "sedma"], 1, "international"),
        (["replay", "no-such-file.jsonl"], 1, "no-such-file.jsonl"),
        (["replay", "."], 1, "."),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, list) else str(value),
)
def test_a_mistake_is_one_line(arguments: list[str], code: int, words: str) -> None:
    got, out, err = run(*arguments)
    assert (got, out) == (code, "")
    assert one_line(err)
    assert words in err


@pytest.mark.parametrize("encoding", ["ascii", "latin-1", "cp1251", "koi8-u"])
def test_signs_that_cannot_be_shown_have_near_ones(encoding: str) -> None:
    """A minus that is lost would turn a figure round."""
    code, out, err = run(
        *("arena", "sedma", "random", "easy", "-n", "10", "--seed", "2"),
        encoding=encoding,
        PYTHONIOENCODING=encoding,
        PYTHONUTF8="0",
    )
    assert (code, err) == (0, "")
    assert "?" not in out
    assert re.search(r"^random [-–] easy +10 +\d", out, re.MULTILINE)
    code, out, err = run(
        *("play", "sedma", "--plain", "--players", "2", "--seed", "5"),
        stdin="h\nh\nh\nq\n",
        encoding=encoding,
        PYTHONIOENCODING=encoding,
        PYTHONUTF8="0",
    )
    assert (code, err) == (0, "")
    assert re.search(r"(of|card|clubs|spades|hearts|diamonds) [-+−]\d", out)
    assert not re.search(r"\?\d", out)


@pytest.mark.skipif(sys.platform == "win32", reason="has other signals")
def test_an_interrupted_arena_counts_the_pairs_that_are_judged() -> None:
    err = ""
    # On a slow machine the program may still be beginning.
    for delay in (3, 9, 27):
        if err.startswith("interrupted"):
            break
        with subprocess.Popen(
            [*PROGRAM, "arena", "semerik", "expert", "hard"],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            encoding="utf-8",
        ) as program:
            time.sleep(delay)
            program.send_signal(signal.SIGINT)
            _, err = program.communicate(timeout=30)
    assert (program.returncode, err) == (130, "interrupted after 0 pairs\n")


@pytest.mark.parametrize("arguments", [[], ["play", "sevens"]], ids=["home", "play"])
def test_without_a_terminal_it_says_so(arguments: list[str]) -> None:
    begun = time.monotonic()
    code, out, err = run(*arguments, stdin="x\n")
    assert (code, out) == (2, "")
    assert one_line(err)
    assert "terminal" in err
    assert "\x1b" not in err
    assert time.monotonic() - begun < 20


def test_rules_show_every_option_with_its_values() -> None:
    for name, game in GAMES.items():
        code, out, _ = run("rules", name)
        assert code == 0
        assert max(len(line) for line in out.splitlines()) <= 80
        for word in [*game.presets, *game.rules_type.options(), "players"]:
            assert word in out
    assert "diamonds" in run("rules", "sevens", "diamonds")[1]


def test_replay_of_the_example(tmp_path: Path) -> None:
    file = tmp_path / "match.jsonl"
    file.write_text(SEDMA, encoding="utf-8")
    code, out, err = run("replay", str(file), "--json")
    assert (code, err) == (0, "")
    lines = [json.loads(line) for line in out.splitlines()]
    assert lines[0]["deal"] == 1
    assert (lines[0]["ply"], lines[0]["turn"], lines[0]["over"]) == (0, 0, False)
    assert sorted(lines[0]["moves"]) == ["10h", "8d", "9s", "Kc"]
    assert [line["turn"] for line in lines] == [0, 1, 1]
    # The leader holds no ten and no seven, so the trick is over and its taker leads.
    assert sorted(lines[2]["moves"]) == ["8s", "9h", "Ad", "Qd"]


def test_replay_in_words(tmp_path: Path) -> None:
    file = tmp_path / "match.jsonl"
    file.write_text(SEDMA.replace("Olha", "Ol\\u001b[2Jha"), encoding="utf-8")
    code, out, _ = run("replay", str(file))
    assert code == 0
    assert "Petro: 7c" in out
    assert "\x1b" not in out


def test_an_illegal_record_stops_with_its_line(tmp_path: Path) -> None:
    file = tmp_path / "match.jsonl"
    file.write_text(SEDMA + '{"seat": 1, "move": "9c"}\n', encoding="utf-8")
    code, out, err = run("replay", str(file), "--json")
    assert code == 1
    assert len(out.splitlines()) == 3
    assert err == f"{file}:5: seat 1 may not play 9c: you do not hold 9c\n"


def test_a_broken_last_line_is_dropped_with_a_warning(tmp_path: Path) -> None:
    file = tmp_path / "match.jsonl"
    file.write_text(SEDMA + '{"seat": 1, "mo', encoding="utf-8")
    code, out, err = run("replay", str(file), "--json")
    assert (code, len(out.splitlines())) == (0, 3)
    assert one_line(err)


@pytest.mark.parametrize(
    "content",
    [b"", b"\0" * 1000, b"[]", b"null", b"{}", b"\xff\xfe", b'{"format": "other"}', b"[" * 100000],
    ids=repr,
)
def test_what_is_no_record_is_said_to_be_none(tmp_path: Path, content: bytes) -> None:
    file = tmp_path / "match.jsonl"
    file.write_bytes(content)
    code, out, err = run("replay", str(file), "--json")
    assert (code, out) == (1, "")
    assert one_line(err)
    assert str(file) in err


@pytest.mark.skipif(not os.path.exists("/dev/zero"), reason="there is no such file here")  # noqa: PTH110
def test_a_file_without_end_is_refused() -> None:
    code, out, err = run("replay", "/dev/zero")
    assert (code, out) == (1, "")
    assert one_line(err)


def test_simulate_is_the_same_at_any_time_and_with_any_workers() -> None:
    seen = {
        run("simulate", "sevens", "-n", "120", "--seed", "42", "--json", *more, **environment)
        for more, environment in (
            ((), {"PYTHONHASHSEED": "0"}),
            ((), {"PYTHONHASHSEED": "1"}),
            (("--workers", "2"), {"PYTHONHASHSEED": "random"}),
        )
    }
    assert len(seen) == 1
    code, out, err = seen.pop()
    assert (code, err) == (0, "")
    data = json.loads(out)
    assert data["complete"] is True
    assert sum(data["wins"]) == data["deals"] == 120


@pytest.mark.parametrize("command", ["play", "simulate"])
def test_help_has_every_level_with_what_it_does(command: str) -> None:
    _, out, _ = run(command, "--help")
    words = " ".join(out.split())
    assert all(f"{level} {said}" in words for level, said in ABOUT_LEVELS.items())


def test_simulate_takes_seats_of_several_levels() -> None:
    levels = ("beginner", "normal", "hard")
    seats = [word for level in levels for word in ("--seat", f"bot:{level}")]
    code, out, err = run("simulate", "sedma", "-n", "1", "--seed", "3", "--json", *seats)
    assert (code, err) == (0, "")
    data = json.loads(out)
    assert data["seats"] == [f"bot:{level}" for level in levels]
    assert data["deals"] == 1


def test_simulate_in_words_fits_80_columns() -> None:
    code, out, _ = run("simulate", "semerik", "-n", "20", "--seat", "bot:random")
    assert code == 0
    assert max(len(line) for line in out.splitlines()) <= 80
    assert "bot:random" in out


def running_in_group(group: int) -> list[str]:
    """The processes of a group that still run, where the system can tell."""
    found = []
    for stat in Path("/proc").glob("[0-9]*/stat"):
        with contextlib.suppress(OSError):
            state, _parent, of = stat.read_text().rpartition(")")[2].split()[:3]
            if int(of) == group and state != "Z":
                found.append(stat.parent.name)
    return found


@pytest.mark.parametrize("workers", ["1", "2", "4"])
@pytest.mark.parametrize("delay", [0.2, 0.35, 0.6, 2.0])
def test_ctrl_c_in_a_simulation(workers: str, delay: float) -> None:
    while True:
        with subprocess.Popen(
            [*PROGRAM, "simulate", "semerik", "-n", "10000000", "--workers", workers],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            encoding="utf-8",
            start_new_session=True,
        ) as program:
            time.sleep(delay)
            os.killpg(program.pid, signal.SIGINT)
            _, err = program.communicate(timeout=30)
        # On a slow machine Python itself may still be starting, and have read none of the program.
        if "Traceback" not in err or "seven_games" in err:
            break
    # Before the program is loaded the signal itself ends it, without a word.
    assert program.returncode in ({130} if delay >= 1 else {130, -signal.SIGINT})
    assert not err or one_line(err)
    end = time.monotonic() + 10
    while left := running_in_group(program.pid):
        assert time.monotonic() < end, left
        time.sleep(0.1)


INTERRUPTED_AT = """
import os, signal, sys
from seven_games import __main__

left = int(sys.argv.pop(1))

def follow(frame, event, _argument):
    global left
    if frame.f_code.co_name not in {"main", "run"} or "seven_games" not in frame.f_code.co_filename:
        return None
    left -= event == "line"
    if left == 0:
        os.kill(os.getpid(), signal.SIGINT)
    return follow

signal.signal(signal.SIGINT, signal.SIG_DFL)
sys.settrace(follow)
__main__.main()
"""


@pytest.mark.skipif(sys.platform == "win32", reason="has other signals")
@pytest.mark.parametrize(("argument", "code"), [("--version", 0), ("nonsense", 2)])
def test_ctrl_c_at_any_line_between_start_and_end(argument: str, code: int) -> None:
    ends: list[str] = []
    while not ends or ends[-1] == "interrupted":
        done = subprocess.run(
            [sys.executable, "-c", INTERRUPTED_AT, str(len(ends) + 1), argument],
            capture_output=True,
            check=False,
            encoding="utf-8",
        )
        assert "Traceback" not in done.stderr, (len(ends), done.stderr)
        by_signal = done.returncode in {130, -signal.SIGINT}
        ends.append("interrupted" if by_signal else str(done.returncode))
    assert len(ends) > 20
    assert ends[-1] == str(code)


@pytest.mark.skipif(sys.platform == "win32", reason="has other signals")
@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP, signal.SIGKILL])
def test_the_processes_of_a_simulation_end_with_it(number: signal.Signals) -> None:
    with subprocess.Popen(
        [*PROGRAM, "simulate", "sedma", "-n", "1000000000000", "--workers", "3"],
        # Whoever runs the tests may have told its programs to hear no signal.
        preexec_fn=lambda: signal.signal(signal.SIGHUP, signal.SIG_DFL),  # noqa: PLW1509
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
    ) as program:
        end = time.monotonic() + 30
        while len(running_in_group(program.pid)) <= 3 and time.monotonic() < end:
            time.sleep(0.1)
        there = len(running_in_group(program.pid))
        program.send_signal(number)
        program.wait(timeout=10)
    assert there > 3
    end = time.monotonic() + 10
    while left := running_in_group(program.pid):
        assert time.monotonic() < end, left
        time.sleep(0.1)


def test_output_cut_by_its_reader_is_no_fault() -> None:
    done = subprocess.run(
        f"{' '.join(PROGRAM)} rules sevens | true",
        shell=True,
        capture_output=True,
        check=False,
        encoding="utf-8",
    )
    assert "Traceback" not in done.stderr


def test_signs_that_an_encoding_lacks_are_no_fault(tmp_path: Path) -> None:
    file = tmp_path / "match.jsonl"
    file.write_text(SEDMA.replace("Olha", "Їжак"), encoding="utf-8")
    code, out, err = run("replay", str(file), PYTHONIOENCODING="ascii", PYTHONUTF8="0")
    assert (code, err) == (0, "")
    assert "10h" in out


def test_completion_knows_the_games() -> None:
    code, out, _ = run(
        _TYPER_COMPLETE_ARGS="seven-games play se",
        COMP_WORDS="seven-games play se",
        COMP_CWORD="2",
        _SEVEN_GAMES_COMPLETE="complete_bash",
    )
    assert code == 0
    assert {"sevens", "sedma", "semerik"} <= set(out.split())


@pytest.mark.parametrize(
    ("record", "log"),
    [("match.jsonl", "match.log"), ("match", "match.log"), ("match.log", "match.log.log")],
)
def test_what_goes_wrong_is_written_beside_a_record_and_never_into_it(
    record: str, log: str
) -> None:
    assert cli._log_beside(Path(record)) == Path(log)


def test_another_match_is_recorded_under_another_name(tmp_path: Path) -> None:
    from seven_games.cli import _free_name

    file = tmp_path / "evening.jsonl"
    assert _free_name(file) == file
    file.touch()
    (tmp_path / "evening-2.jsonl").touch()
    assert _free_name(file) == tmp_path / "evening-3.jsonl"


def test_completion_offers_what_goes_with_the_game() -> None:
    def offered(line: str) -> set[str]:
        words = line.split(" ")
        _, out, _ = run(
            COMP_WORDS=line, COMP_CWORD=str(len(words) - 1), _SEVEN_GAMES_COMPLETE="complete_bash"
        )
        return set(out.split())

    assert offered("seven-games play sedma --preset ") == set(GAMES["sedma"].presets)
    assert "ace=low" in offered("seven-games play sevens --rule ace=")
    assert "pass_limit=none" in offered("seven-games play sevens --rule pass")


@pytest.mark.parametrize("name", ["no\nsuch\x1b[31mfile", "\x9b31m", "\u202efile"])
def test_a_message_moves_no_cursor_and_is_one_line(name: str) -> None:
    for arguments in (["replay", name], ["play", "sedma", f"--seat=bot:{name}"], ["play", name]):
        code, out, err = run(*arguments)
        assert (code, out) in {(1, ""), (2, "")}
        assert one_line(err)
        assert err.rstrip("\n").isprintable()


@pytest.mark.skipif(sys.platform == "win32", reason="needs a shell")
@pytest.mark.parametrize("command", ["--version", "simulate sedma -n 20", "rules sedma"])
def test_a_closed_output_is_no_fault(command: str) -> None:
    done = subprocess.run(
        f"{' '.join(PROGRAM)} {command} >&-",
        shell=True,
        capture_output=True,
        check=False,
        encoding="utf-8",
    )
    assert done.returncode == 0
    assert "fault" not in done.stderr


def test_an_undo_is_obeyed_and_prints_no_line(tmp_path: Path) -> None:
    """One line after the deal line and one after every move (interfaces.md 3)."""
    file = tmp_path / "match.jsonl"
    file.write_text(
        SEDMA + '{"seat": 1, "move": "8s"}\n{"undo": 1}\n{"seat": 1, "move": "9h"}\n',
        encoding="utf-8",
    )
    code, out, _ = run("replay", str(file), "--json")
    assert code == 0
    assert [json.loads(line)["ply"] for line in out.splitlines()] == [0, 1, 2, 3, 3]
