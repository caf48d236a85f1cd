"""Bots against each other: the same cards for all, figures that hold, the same with any workers."""

from __future__ import annotations

import json
import os
import pickle
import random
import re
import signal
import subprocess
import sys
import time
from concurrent.futures import Future, ProcessPoolExecutor
from contextlib import ExitStack, contextmanager
from math import exp, inf, pi, sqrt
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

import pytest
import strength

from seven_games import cli
from seven_games.bots import LEVELS, arena, make_bot, pool
from seven_games.bots.pool import HERE, Pool, WorkerError, cluster, processes
from seven_games.bots.sequential import EARLY, LAST, LOOKS, Sample, looks
from seven_games.engine import GAMES, Deal, IllegalMove, RecordError
from seven_games.engine.refusal import Cards, Refusal
from seven_games.levels import ABOUT_STRATEGIES
from seven_games.table import simulate

if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Iterable, Iterator

    from seven_games.bots import Bot
    from seven_games.engine import View

T = TypeVar("T")
Done = TypeVar("Done")

PROGRAM = [sys.executable, "-m", "seven_games"]
TABLES = [
    ("sevens", 4),
    ("sevens", 3),
    ("sedma", 2),
    ("sedma", 3),
    ("sedma", 4),
    ("semerik", 4),
]


def contest(game: str, players: int, *bots: str, seed: int = 1) -> arena.Contest:
    one, other = bots
    return arena.Contest(game, GAMES[game].rules(players=players), (one, other), seed)


def last(pairs: Iterator[arena.Pair]) -> arena.Pair:
    *_, pair = pairs
    return pair


# Figures


def test_an_interval_is_that_of_the_textbooks_but_for_one_more_value() -> None:
    """Mean 3, squares 10 + 1 for the one more value, Student's 2.776 for 1.96 at 4 degrees."""
    found = Sample(1.0, [1.0, 2.0, 3.0, 4.0, 5.0]).interval(1.96)
    half = 2.776 * sqrt(11 / 4 / 5)
    assert found.mean == 3
    assert (found.low, found.high) == pytest.approx((3 - half, 3 + half), abs=0.02)


def test_nothing_is_known_of_one_deal_and_little_of_equal_ones() -> None:
    assert Sample(1.0, [1.0]).interval(2) == (one := Sample(1.0, [1.0]).interval(9))
    assert (one.low, one.high) == (-inf, inf)
    few, many = (Sample(1.0, [1.0] * size).interval(2.0) for size in (4, 400))
    assert 1 - few.low > 0.4
    assert 0 < 1 - many.low < 0.01


def test_equal_bots_are_told_apart_in_five_of_a_hundred_runs() -> None:
    """Integrated over all looks: the chance that the mean of nothing is off at any of them."""
    shares = [look / 1000 for look in LOOKS]
    bounds = [EARLY * sqrt(share) for share in shares[:-1]] + [LAST]
    grid, first = 160, shares[0]
    width = 2 * bounds[0] / grid
    places = [-bounds[0] + (cell + 0.5) * width for cell in range(grid)]
    density = [exp(-place * place / 2 / first) / sqrt(2 * pi * first) for place in places]
    for before, share, bound in zip(shares, shares[1:], bounds[1:], strict=False):
        passed, mass = share - before, [height * width for height in density]
        new_width = 2 * bound / grid
        new = [-bound + (cell + 0.5) * new_width for cell in range(grid)]
        density = [
            sum(
                held * exp(-((place - old) ** 2) / 2 / passed)
                for old, held in zip(places, mass, strict=True)
            )
            / sqrt(2 * pi * passed)
            for place in new
        ]
        places, width = new, new_width
    assert 1 - sum(density) * width == pytest.approx(0.049, abs=0.001)


@pytest.mark.parametrize("true", [0.25, 0.3])
def test_intervals_hold_although_the_test_stops_early(true: float) -> None:
    """Of 600 runs some 29 may miss the truth; more than 45 would be a miscount (3 sigma)."""
    dice, most, missed, told = random.Random(true), 400, 0, 0
    due = looks(most)
    for _ in range(600):
        sample = Sample()
        for size in due:
            while len(sample.values) < size:
                sample.values.append(sum(dice.random() < true for _ in range(4)) / 4)
            found = sample.interval(LAST if size == most else EARLY)
            if not found.low <= 0.25 <= found.high:
                told += found.low > 0.25
                break
        missed += not found.low <= true <= found.high
    assert missed <= 45
    # What is better by 4.6 standard errors at the end is nearly always found, nothing else is.
    assert told > 580 if true > 0.25 else told <= 30


def test_few_deals_are_not_looked_at_early() -> None:
    assert looks(20) == [20]
    assert looks(2000) == [50, 100, 200, 400, 800, 1200, 1600, 2000]
    assert looks(1) == [1]


# Duplicate deals


class Witness:
    """Plays at random, and notes what it was dealt."""

    seen: list[tuple[str, int, int, int]]

    def __init__(self, name: str, seed: int) -> None:
        self.name, self.bot, self.dealt = name, make_bot("random", seed), False

    def choose(self, view: View) -> int:
        assert view.seat is not None
        if not self.dealt:
            Witness.seen.append((self.name, view.seat, view.dealt, view.dealer))
            self.dealt = True
        return self.bot.choose(view)


def witness(_game: str, name: str, seed: int) -> Bot:
    return Witness(name, seed)


@pytest.mark.parametrize(("game", "players"), TABLES)
def test_both_bots_get_every_hand_of_a_deal(game: str, players: int) -> None:
    """The same cards from the same dealer; A holds each seat, or side, exactly once."""
    Witness.seen = []
    rules = GAMES[game].rules(players=players)
    two = arena.Contest(game, rules, ("a", "b"), 5, witness)
    _, [one] = arena.play_chunk(two, range(3, 4))
    sides = GAMES[game].sides(rules)
    deal = GAMES[game].deal(rules, 3 % players, seed=two.deal_seed(3))
    hands = list(enumerate(deal.dealt))
    assert sorted(seen[1:3] for seen in Witness.seen if seen[0] == "a") == hands
    assert sorted(seen[1:3] for seen in Witness.seen if seen[0] == "b") == sorted(
        hands * (sides - 1)
    )
    assert {seen[3] for seen in Witness.seen} == {3 % players}
    assert 0 <= one.won <= 1


@pytest.mark.parametrize(("game", "players"), TABLES)
def test_a_bot_against_itself_gets_its_fair_share_exactly(game: str, players: int) -> None:
    pair = last(arena.measure(contest(game, players, "easy", "easy"), 6))
    assert pair.won.values == pytest.approx([pair.fair] * 6)
    assert pair.score.values == pytest.approx([0.0] * 6)
    assert pair.left.values == pytest.approx(pair.others_left.values)
    assert pair.verdict == "open"


@pytest.mark.parametrize(("game", "players"), [("sedma", 2), ("sedma", 4), ("semerik", 4)])
def test_what_one_side_wins_the_other_loses(game: str, players: int) -> None:
    there = last(arena.measure(contest(game, players, "easy", "beginner"), 20))
    back = last(arena.measure(contest(game, players, "beginner", "easy"), 20))
    assert there.won.values == [1 - won for won in back.won.values]
    assert there.score.values == [-score for score in back.score.values]


@pytest.mark.parametrize("preset", ["international", "chips"])
def test_a_score_is_positive_for_who_is_better(preset: str) -> None:
    """Penalty points are bad, chips are good."""
    rules = GAMES["sevens"].rules(preset)
    two = arena.Contest("sevens", rules, ("easy", "random"), 1)
    pair = last(arena.measure(two, 40))
    assert pair.won.interval(2).mean > pair.fair
    assert pair.score.interval(2).mean > 0
    assert pair.left.interval(2).mean < pair.others_left.interval(2).mean


def test_it_stops_as_soon_as_it_is_clear_and_says_which_is_better() -> None:
    better = last(arena.measure(contest("sedma", 2, "easy", "random"), 2000))
    worse = last(arena.measure(contest("sedma", 2, "random", "easy"), 2000))
    assert (better.verdict, worse.verdict) == ("better", "worse")
    assert better.deals == worse.deals == 50
    assert better.bound == EARLY


def test_the_whole_sample_is_played_where_it_is_wanted() -> None:
    pair = last(arena.measure(contest("sedma", 2, "easy", "random"), 100, whole=True))
    assert (pair.deals, pair.verdict, pair.bound) == (100, "better", LAST)


def test_every_two_of_several_bots_meet() -> None:
    rules = GAMES["sedma"].rules()
    found = arena.arena("sedma", rules, ["easy", "beginner", "random"], 4, 1)
    pairs = [pair.contest.bots for pair in found if pair.verdict]
    assert pairs == [("easy", "beginner"), ("easy", "random"), ("beginner", "random")]


# Whatever does the work


def test_it_is_the_same_in_processes() -> None:
    here, there = (
        contest("sevens", 4, "easy", "beginner"),
        contest("sevens", 4, "easy", "beginner"),
    )
    with processes(2) as pool:
        assert last(arena.measure(here, 30)) == last(arena.measure(there, 30, pool))


@contextmanager
def dask_in_processes() -> Iterator[tuple[str, list[subprocess.Popen[str]]]]:
    """A scheduler and two workers of Dask: its address, and the processes, the scheduler first."""
    pytest.importorskip("distributed")
    with ExitStack() as stack:

        def start(part: str, *options: str) -> subprocess.Popen[str]:
            command = [sys.executable, "-m", f"distributed.cli.dask_{part}", "--no-dashboard"]
            process = subprocess.Popen(
                [*command, "--host", "127.0.0.1", *options],
                stderr=subprocess.PIPE,
                encoding="utf-8",
            )
            stack.enter_context(process)
            stack.callback(process.kill)
            return process

        def told(process: subprocess.Popen[str], pattern: str) -> str:
            assert process.stderr is not None
            found = (re.search(pattern, line) for line in process.stderr)
            return next(match[1] for match in found if match)

        scheduler = start("scheduler", "--port", "0")
        address = told(scheduler, r"Scheduler at: +(tcp://\S+)")
        alone = ["--no-nanny", "--nthreads", "1"]
        workers = [start("worker", address, *alone) for _ in range(2)]
        for worker in workers:
            told(worker, r"(Registered to)")
        yield address, [scheduler, *workers]


def test_it_is_the_same_on_a_cluster() -> None:
    two = contest("sedma", 2, "easy", "beginner", seed=8)
    with dask_in_processes() as (address, _), cluster(address) as pool:
        assert pool.at_once == 2
        assert last(arena.measure(two, 60, pool)) == last(arena.measure(two, 60))
        broken = arena.Contest("sedma", two.rules, ("easy", "none"), 8)
        with pytest.raises(arena.ArenaError, match=str(broken.deal_seed(0))):
            last(arena.measure(broken, 60, pool))


@pytest.mark.parametrize("gone", [slice(1), slice(1, 3)], ids=["scheduler", "workers"])
def test_a_cluster_that_goes_in_the_middle_is_one_line(gone: slice) -> None:
    two = contest("sedma", 2, "easy", "beginner", seed=8)
    with dask_in_processes() as (address, processes), cluster(address) as pool:
        playing = arena.measure(two, 1_000_000, pool)
        next(playing)
        for process in processes[gone]:
            process.kill()
        with pytest.raises(WorkerError, match=r"cluster is gone.*first deal without a result"):
            last(playing)


def test_without_dask_a_cluster_says_what_to_install(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)
    with (
        pytest.raises(WorkerError, match=r"seven-games\[cluster\]"),
        cluster("127.0.0.1:8786"),
    ):
        pass


class Broken:
    """A bot that does what its name says."""

    def __init__(self, what: str) -> None:
        self.what = what

    def choose(self, view: View) -> int:
        if self.what == "raises" and len(view.log) > 3:
            raise RuntimeError("no idea")
        if self.what == "cheats":
            return 99
        return view.moves[0]


def broken(_game: str, name: str, _seed: int) -> Bot:
    return Broken(name)


@pytest.mark.parametrize("what", ["raises", "cheats"])
def test_a_bot_that_fails_is_named_with_its_deal(what: str) -> None:
    two = arena.Contest("sedma", GAMES["sedma"].rules(), ("plays", what), 3, broken)
    with pytest.raises(arena.ArenaError) as failed:
        last(arena.measure(two, 3))
    assert str(two.deal_seed(0)) in str(failed.value)
    assert what in str(failed.value)


def test_a_worker_that_dies_is_told_with_the_deal() -> None:
    two = contest("sedma", 2, "easy", "random")
    with processes(2) as pool:
        playing = arena.measure(two, 1_000_000, pool)
        next(playing)
        for worker in list(pool.executor._processes.values()):  # type: ignore[attr-defined]
            worker.kill()
        with pytest.raises(WorkerError, match="first deal without a result"):
            last(playing)


def test_a_signal_to_end_is_not_heard_while_a_process_begins(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A process whose beginner is gone before it has been told everything leaves a traceback."""
    begun: list[str] = []
    heard: list[list[str]] = []

    def submit(*_given: object) -> Future[None]:
        signal.raise_signal(signal.SIGTERM)
        begun.append("begun")
        return Future()

    monkeypatch.setattr(ProcessPoolExecutor, "submit", submit)
    before = signal.signal(signal.SIGTERM, lambda _number, _frame: heard.append([*begun]))
    try:
        with processes(2) as pool:
            pool.executor.submit(abs, -7)
        assert heard == [["begun"]]
    finally:
        signal.signal(signal.SIGTERM, before)


def test_another_version_on_a_worker_is_refused(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    real = arena.play_chunk
    monkeypatch.setattr(arena, "play_chunk", lambda two, some: ("0.0.1", real(two, some)[1]))
    with pytest.raises(WorkerError, match=r"0\.0\.1"):
        last(arena.measure(contest("sedma", 2, "easy", "random"), 3))


@pytest.mark.parametrize(
    "refusal",
    [
        Refusal("{card} is not here", card=Cards((5,))),
        IllegalMove("no {card}", (1, 2), card=Cards((5,))),
        RecordError(4, "seat {seat}", seat=1),
    ],
)
def test_a_refusal_comes_back_from_another_process_whole(refusal: Refusal) -> None:
    back = pickle.loads(pickle.dumps(refusal))
    assert type(back) is type(refusal)
    assert (str(back), vars(back)) == (str(refusal), vars(refusal))


# The command


def test_every_public_strategy_is_told_of() -> None:
    assert {game: list(about) for game, about in ABOUT_STRATEGIES.items()} == {
        game: list(arena.public(game)) for game in GAMES
    }


def run(*arguments: str) -> tuple[int, str, str]:
    done = subprocess.run(
        [*PROGRAM, "arena", *arguments],
        capture_output=True,
        check=False,
        encoding="utf-8",
        timeout=60,
    )
    return done.returncode, done.stdout, done.stderr


def test_its_json_is_the_same_with_any_workers_and_has_all_figures(
    tmp_path: Path,
) -> None:
    file = tmp_path / "results.jsonl"
    file.write_text('{"old": 1}\n', encoding="utf-8")
    asked = ["sevens", "easy", "random", "-n", "60", "--seed", "4", "--json"]
    seen = {run(*asked, "--append", str(file)), run(*asked, "--workers", "2")}
    assert len(seen) == 1
    code, out, err = seen.pop()
    assert (code, err) == (0, "")
    found = json.loads(out)
    assert (found["game"], found["seed"], found["most"], found["complete"]) == (
        "sevens",
        4,
        60,
        True,
    )
    assert found["rules"]["preset"] == "international"
    (pair,) = found["pairs"]
    assert pair["bots"] == ["easy", "random"]
    assert pair["plays"] == 4 * pair["deals"]
    assert pair["verdict"] == "better"
    for figure in ("won", "score", "left", "others_left"):
        mean, low, high = pair[figure]
        assert low < mean < high
    old, line = map(json.loads, file.read_text("utf-8").splitlines())
    assert old == {"old": 1}
    assert pair.items() <= line.items()
    assert {
        "version",
        "python",
        "compiled",
        "rules",
        "seed",
        "budgets",
        "time",
    } <= line.keys()


def test_in_words_it_fits_80_columns() -> None:
    code, out, err = run("semerik", "Beginner", "easy", "RANDOM", "-n", "3")
    assert (code, err) == (0, "")
    assert max(len(line) for line in out.splitlines()) <= 80
    assert "beginner – easy" in out


def test_what_searches_is_told_with_its_budget() -> None:
    rules = GAMES["sedma"].rules()
    told = arena.circumstances("sedma", rules, 1, 10, ["expert", "easy"])
    assert told["budgets"].keys() == {"expert"}  # type: ignore[attr-defined]


@pytest.mark.skipif(sys.platform == "win32", reason="has other signals")
def test_ctrl_c_shows_what_is_known() -> None:
    with subprocess.Popen(
        [
            *PROGRAM,
            "arena",
            "sedma",
            "easy",
            "easy",
            "-n",
            "100000000",
            "--workers",
            "2",
            "--json",
        ],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        encoding="utf-8",
        start_new_session=True,
    ) as program:
        time.sleep(4)
        os.killpg(program.pid, signal.SIGINT)
        out, err = program.communicate(timeout=30)
    assert program.returncode == 130
    assert err.count("\n") == 1
    assert json.loads(out)["complete"] is False


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs a disk that is full")
def test_what_was_measured_is_shown_where_it_cannot_be_kept() -> None:
    code, out, err = run("sedma", "easy", "random", "beginner", "-n", "2", "--append", "/dev/full")
    assert code == 1
    assert err == "/dev/full: No space left on device\n"
    for pair in ("easy – random", "easy – beginner", "random – beginner"):
        assert pair in out


@pytest.mark.parametrize("command", ["arena", "simulate"])
def test_what_was_measured_is_shown_where_a_worker_has_died(
    command: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    class Dying(Pool):
        def in_order(
            self, work: Callable[[T], Done], jobs: Iterable[T]
        ) -> Generator[Done, None, None]:
            yield work(next(iter(jobs)))
            raise WorkerError("a worker process has died")

    @contextmanager
    def dying(_workers: int) -> Iterator[Pool]:
        yield Dying(HERE.executor, 1)

    monkeypatch.setattr(pool, "processes", dying)
    monkeypatch.setattr(simulate, "processes", dying)
    bots = ["easy", "random"] if command == "arena" else ["--seat", "bot:easy"]
    asked = [command, "sedma", *bots, "-n", "5000", "--json"]
    monkeypatch.setattr(sys, "argv", ["seven-games", *asked])
    assert cli.run() == 1
    out, err = capsys.readouterr()
    assert err.startswith("a worker process has died")
    found = json.loads(out)
    assert found["complete"] is False
    assert (found["pairs"][0] if command == "arena" else found)["deals"] > 0


def test_no_figure_is_minus_nothing() -> None:
    _code, out, _err = run("sevens", "easy", "easy", "-n", "2", "--seed", "1088650272")
    assert "-0.00 " not in out


# The table of the README


def test_the_readmes_table_is_what_was_measured() -> None:
    made = "\n" + "\n".join(strength.table(strength.measured())) + "\n\n"
    assert strength.MARK.findall(strength.README.read_text("utf-8"))[0] == made


def test_a_row_of_the_table_has_the_figures_of_the_last_measurement(tmp_path: Path) -> None:
    file = tmp_path / "strength.jsonl"
    row = strength.Row("sedma", 2, "beginner", "random")
    for deals in (2, 8):
        pair = strength.play(row, deals, HERE)
        told = arena.circumstances("sedma", pair.contest.rules, 1, deals, pair.contest.bots)
        with file.open("a", encoding="utf-8") as lines:
            lines.write(json.dumps({"row": row.name, **arena.line(told, pair)}) + "\n")
    won = pair.won_interval()
    *_, line = strength.table(strength.measured(file))
    shown = f"**{100 * won.mean:.1f}** ({100 * won.low:.1f}–{100 * won.high:.1f})"
    assert line.startswith(f"| sedma, 2 | beginner | random | {shown} | 50 |")
    assert line.endswith("| 8 |")


def test_the_table_has_every_level_in_every_game() -> None:
    assert strength.LADDER == LEVELS
    names = [row.name for row in strength.rows()]
    assert len(names) == len(set(names))
    for game in GAMES:
        assert {row.one for row in strength.rows() if row.game == game} >= {
            *LEVELS[1:],
            "open",
        }


@pytest.mark.parametrize("game", GAMES)
def test_who_sees_all_cards_wins(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Only to see that it plays; how much it wins is measured elsewhere."""
    monkeypatch.setattr(strength, "PLAY_OUTS", 2)
    row = strength.Row(game, GAMES[game].rules().players, "open", "random")
    pair = strength.play(row, 6, HERE)
    assert pair.won.interval(2).mean > pair.fair


def test_no_bot_of_the_package_sees_a_deal() -> None:
    bots = [arena.make_player("sedma", name, 1) for name in arena.known("sedma")]
    deal: Deal = GAMES["sedma"].deal(GAMES["sedma"].rules(), seed=1)
    for bot in bots:
        assert not hasattr(bot, "judge")
        assert arena.by_view(bot, deal) in deal.moves()
