"""Thinking beside the table: the worker, and who talks to it."""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
import sys
import time
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

import pytest
import thoughts
from engine_tools import spread

from seven_games.bots import make_bot, thinker
from seven_games.bots.search import Budget
from seven_games.bots.thinker import Thinker, ThinkingError
from seven_games.bots.worker import Job, Urgency
from seven_games.engine import GAMES
from seven_games.table import advice

if TYPE_CHECKING:
    from collections.abc import Callable, Coroutine, Iterator

    from seven_games.engine import View

T = TypeVar("T")

PROC = Path("/proc")
needs_proc = pytest.mark.skipif(not PROC.exists(), reason="needs /proc")


@pytest.fixture
def mind() -> Iterator[Thinker]:
    """A thinker of this test alone."""
    one = Thinker()
    yield one
    one.end()


def now(scene: Coroutine[object, object, T]) -> T:
    return asyncio.run(asyncio.wait_for(scene, 60))


def pid_of(mind: Thinker) -> int:
    assert mind.pid is not None
    return mind.pid


def gone(pid: int) -> bool:
    """Whether a process is no more, or only waits to be reaped by whoever has it now."""
    try:
        state = (PROC / str(pid) / "stat").read_text(encoding="utf-8").rpartition(")")[2].split()
    except (FileNotFoundError, ProcessLookupError):
        return True
    return state[0] == "Z"


async def until(holds: Callable[[], bool]) -> None:
    """Wait until something holds; `now` ends what never does."""
    while not holds():  # noqa: ASYNC110 - what is waited for happens in another process
        await asyncio.sleep(0.005)


def soon(holds: Callable[[], bool], seconds: float) -> bool:
    """Whether something comes to hold within so many seconds."""
    end = time.monotonic() + seconds
    while not holds():
        if time.monotonic() > end:
            return False
        time.sleep(0.01)
    return True


def decisions(game: str, many: int) -> Iterator[View]:
    """Positions with something to choose, of deals of all presets."""
    found = 0
    for deal in spread(game, 40, seed=8):
        bot, ply = make_bot("easy"), 0
        while deal.turn is not None and ply < 6:
            view = deal.view(deal.turn)
            if ply == 5 and len(view.moves) > 1:
                yield view
                found += 1
                if found == many:
                    return
            deal.play(bot.choose(view))
            ply += 1


@pytest.mark.parametrize("game", GAMES)
def test_it_answers_what_the_bot_itself_would(game: str, mind: Thinker) -> None:
    bot = make_bot("hard", 4)
    for view in decisions(game, 3):
        assert now(mind.ask(Job(bot.think, (view,)), Urgency.MOVE)) == bot.choose(view)  # type: ignore[attr-defined]


def test_what_a_job_tells_is_heard_in_its_order(mind: Thinker) -> None:
    told: list[object] = []
    assert now(mind.ask(Job(thoughts.count_to, (5,)), Urgency.REVIEW, told.append)) == "done"
    assert told == [1, 2, 3, 4, 5]


def test_what_is_urgent_goes_first_and_the_rest_goes_on_after_it(
    mind: Thinker, tmp_path: Path
) -> None:
    notes = tmp_path / "notes"

    async def scene() -> None:
        def ask(word: str, slices: int, urgency: Urgency) -> asyncio.Task[None]:
            job = Job(thoughts.note, (notes, word, slices))
            return asyncio.create_task(mind.ask(job, urgency))

        review = ask("review", 30, Urgency.REVIEW)
        await until(notes.exists)
        # The first of these two is asked for first, but can wait.
        hint, move = ask("hint", 5, Urgency.HINT), ask("move", 5, Urgency.MOVE)
        await asyncio.gather(review, hint, move)

    now(scene())
    words = notes.read_text(encoding="utf-8").split()
    last = {word: len(words) - 1 - words[::-1].index(word) for word in set(words)}
    assert last["move"] < last["hint"] < last["review"]
    assert words[words.index("move") :][:5] == ["move"] * 5
    assert words.count("review") == 30


def test_a_cancelled_job_is_dropped_for_the_next(mind: Thinker, tmp_path: Path) -> None:
    notes = tmp_path / "notes"

    async def scene() -> None:
        job = Job(thoughts.note, (notes, "x", 10_000))
        task = asyncio.create_task(mind.ask(job, Urgency.MOVE))
        await until(notes.exists)
        pid = mind.pid
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
        assert await mind.ask(Job(thoughts.count_to, (1,)), Urgency.REVIEW) == "done"
        assert mind.pid == pid
        written = notes.read_text(encoding="utf-8")
        await asyncio.sleep(0.05)
        assert notes.read_text(encoding="utf-8") == written

    now(scene())


def test_a_worker_that_hears_nothing_is_replaced(
    mind: Thinker, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(thinker, "DEAF", 0.1)

    async def scene() -> None:
        await mind.ask(Job(thoughts.count_to, (1,)), Urgency.MOVE)
        pid = pid_of(mind)
        told: list[object] = []
        stuck = asyncio.create_task(mind.ask(Job(thoughts.get_stuck), Urgency.MOVE, told.append))
        await until(lambda: bool(told))
        stuck.cancel()
        await until(lambda: mind.pid is None)
        assert await mind.ask(Job(thoughts.count_to, (1,)), Urgency.MOVE) == "done"
        assert mind.pid != pid

    now(scene())


@pytest.mark.parametrize(
    ("think", "said"),
    [
        (thoughts.fail, "nothing comes to mind"),
        (thoughts.leave, "SystemExit"),
        (thoughts.answer_with_a_function, "pickle"),
    ],
)
def test_a_job_that_fails_says_so_and_harms_no_other(
    think: Callable[..., object], said: str, mind: Thinker
) -> None:
    async def scene() -> None:
        other = asyncio.create_task(mind.ask(Job(thoughts.count_to, (20, 0.01)), Urgency.REVIEW))
        with pytest.raises(ThinkingError, match=said):
            await mind.ask(Job(think), Urgency.MOVE)  # type: ignore[arg-type]
        assert await other == "done"

    now(scene())


def test_a_worker_killed_while_it_idles_is_replaced_unnoticed(mind: Thinker) -> None:
    async def scene() -> None:
        pids = set()
        for _ in range(3):
            assert await mind.ask(Job(thoughts.count_to, (1,)), Urgency.MOVE) == "done"
            pids.add(pid_of(mind))
            os.kill(pid_of(mind), signal.SIGKILL)
        assert len(pids) == 3

    now(scene())


def test_a_worker_killed_in_mid_thought_fails_that_thought_alone(mind: Thinker) -> None:
    async def scene() -> None:
        for _ in range(2):
            told: list[object] = []
            job = Job(thoughts.count_to, (10_000, 0.01))
            killed = asyncio.create_task(mind.ask(job, Urgency.MOVE, told.append))
            waiting = asyncio.create_task(mind.ask(Job(thoughts.count_to, (3,)), Urgency.REVIEW))
            await until(partial(bool, told))
            os.kill(pid_of(mind), signal.SIGKILL)
            with pytest.raises(ThinkingError, match="died"):
                await killed
            # Nobody had begun this one.
            assert await waiting == "done"

    now(scene())


@needs_proc
def test_advice_from_a_worker_that_stands_still_is_given_up(
    mind: Thinker, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A process that is stopped neither answers nor ends; the next hint has a worker again."""
    monkeypatch.setattr(advice, "THINKER", mind)
    monkeypatch.setattr(thinker, "DEAF", 0.2)
    view = next(decisions("sevens", 1))

    async def scene() -> None:
        mind.warm_up()
        stopped = pid_of(mind)
        os.kill(stopped, signal.SIGSTOP)
        with monkeypatch.context() as short:
            short.setattr(advice, "SILENT", 0.3)
            with pytest.raises(ThinkingError, match="nothing is heard"):
                await advice.asked(view, Budget(worlds=4), 1)
        await until(partial(gone, stopped))
        assert (await advice.asked(view, Budget(worlds=4), 1)).worlds == 4

    now(scene())


def test_advice_that_takes_long_is_waited_for_while_it_gets_on(
    mind: Thinker, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(advice, "THINKER", mind)
    view = next(decisions("sedma", 1))
    told: list[tuple[float, float]] = []

    async def scene() -> None:
        await advice.asked(view, Budget(worlds=4), 1)
        monkeypatch.setattr(advice, "SILENT", 1.0)
        budget = Budget(worlds=100_000, seconds=2.5, whole=True)
        found = await advice.asked(
            view, budget, 1, tell=lambda done: told.append((time.monotonic(), done))
        )
        assert found.worlds > 4

    now(scene())
    assert told[-1][0] - told[0][0] > 1.5
    assert [done for _when, done in told] == sorted(done for _when, done in told)


@pytest.mark.parametrize("why", ["it may not be started", "it ends at once"])
def test_where_there_can_be_no_process_a_thread_thinks(
    why: str, mind: Thinker, monkeypatch: pytest.MonkeyPatch
) -> None:
    def no_process(*_arguments: object, **_options: object) -> None:
        raise BlockingIOError("Resource temporarily unavailable")

    if why == "it ends at once":
        monkeypatch.setattr(sys, "executable", "/bin/false")
    else:
        monkeypatch.setattr(subprocess, "Popen", no_process)

    async def scene() -> None:
        job = Job(thoughts.count_to, (10_000, 0.001))
        long = asyncio.create_task(mind.ask(job, Urgency.REVIEW))
        assert await mind.ask(Job(thoughts.count_to, (5,)), Urgency.MOVE) == "done"
        assert mind.pid is None
        long.cancel()
        with pytest.raises(asyncio.CancelledError):
            await long

    now(scene())


def test_a_process_is_tried_once_more_after_a_while(
    mind: Thinker, monkeypatch: pytest.MonkeyPatch
) -> None:
    python = sys.executable
    job = Job(thoughts.count_to, (1,))

    async def scene() -> None:
        monkeypatch.setattr(sys, "executable", "/bin/false")
        assert await mind.ask(job, Urgency.MOVE) == "done"
        monkeypatch.setattr(sys, "executable", python)
        assert await mind.ask(job, Urgency.MOVE) == "done"
        assert mind.pid is None, "the while is not over"
        monkeypatch.setattr(thinker, "A_WHILE", 0.0)
        assert await mind.ask(job, Urgency.MOVE) == "done"
        assert mind.pid is not None

    now(scene())


def test_it_waits_for_one_loop_after_the_other(mind: Thinker) -> None:
    async def leave() -> None:
        # The loop ends while the job is on.
        asyncio.create_task(mind.ask(Job(thoughts.count_to, (50, 0.01)), Urgency.REVIEW))  # noqa: RUF006
        await asyncio.sleep(0.05)

    now(leave())
    assert now(mind.ask(Job(thoughts.count_to, (1,)), Urgency.MOVE)) == "done"


@needs_proc
def test_it_works_only_while_somebody_asks(mind: Thinker) -> None:
    now(mind.ask(Job(thoughts.count_to, (1,)), Urgency.MOVE))
    stat = PROC / str(pid_of(mind)) / "stat"

    def worked() -> tuple[str, ...]:
        return tuple(stat.read_text(encoding="utf-8").rpartition(")")[2].split()[11:13])

    before = worked()
    time.sleep(0.5)
    assert worked() == before


PROGRAM = """
import asyncio, sys, time
import thoughts
from seven_games.bots.thinker import THINKER
from seven_games.bots.worker import Job, Urgency

async def main():
    terminals = await THINKER.ask(Job(thoughts.chatter), Urgency.MOVE)
    print(THINKER.pid, terminals, flush=True)
    if sys.argv[1] == "ends":
        return
    times = (10_000, 3600 if sys.argv[1] == "stuck" else 0.01)
    await THINKER.ask(Job(thoughts.count_to, times), Urgency.MOVE)

asyncio.run(main())
"""
"""A program with a worker: it says which process that is, and leaves it thinking, or ends."""


def program(how: str) -> tuple[subprocess.Popen[str], int]:
    """The program, and its worker."""
    paths = [str(Path(__file__).parent), *sys.path]
    started = subprocess.Popen(
        [sys.executable, "-c", PROGRAM, how],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, paths))},
        text=True,
        start_new_session=True,
    )
    assert started.stdout is not None
    pid, terminals = started.stdout.readline().split()
    assert terminals == "0"
    return started, int(pid)


@needs_proc
@pytest.mark.parametrize("how", ["ends", "thinks", "stuck"])
def test_it_is_gone_when_the_program_is_and_has_said_nothing(how: str) -> None:
    started, pid = program(how)
    if how != "ends":
        time.sleep(0.1)
        assert not gone(pid)
        started.kill()
    out, err = started.communicate(timeout=20)
    assert soon(lambda: gone(pid), 1)
    assert (out, err) == ("", "")


@needs_proc
def test_it_hears_no_ctrl_c(mind: Thinker) -> None:
    """A terminal sends it to the group of the program; what comes all the same is dropped."""
    now(mind.ask(Job(thoughts.count_to, (1,)), Urgency.MOVE))
    pid = pid_of(mind)
    assert os.getpgid(pid) != os.getpgid(0)
    os.kill(pid, signal.SIGINT)
    assert now(mind.ask(Job(thoughts.count_to, (1,)), Urgency.MOVE)) == "done"
    assert mind.pid == pid
