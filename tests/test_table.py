"""The table: turns, events, people and bots, without a screen."""

from __future__ import annotations

import asyncio
import errno
import json
import logging
import time
from functools import partial
from typing import TYPE_CHECKING

import pytest
from thoughts import Bad, count_to

from seven_games.bots import make_bot
from seven_games.bots.thinker import Thinker
from seven_games.bots.worker import Job, Urgency
from seven_games.engine import GAMES, IllegalMove
from seven_games.engine.match import Match, lots
from seven_games.engine.record import replay
from seven_games.store.records import RecordFile, read_lines
from seven_games.table import BotSeat, Event, Person, Table, clean_name, open_table, set_up
from seven_games.table.setup import SeatError, bot_level, kept, seats_of, setup_from

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from pathlib import Path

    from seven_games.bots import Bot
    from seven_games.engine import Deal, View
    from seven_games.table import Recorder


def table_of(game: str, *seats: str, recorders: Sequence[Recorder] = ()) -> Table:
    return open_table(set_up(GAMES[game], None, {}, seats, 11), recorders)


async def until(holds: Callable[[], bool]) -> None:
    """Let the table play on until something holds; fails after ten seconds."""
    async with asyncio.timeout(10):
        while not holds():  # noqa: ASYNC110 - the table must not know of its tests
            await asyncio.sleep(0)


def waits(table: Table) -> bool:
    """Whether the table waits for a person, or for somebody to go on."""
    return table.match.deal is not None and table.deal.turn in {*table.people, None}


async def let_it_run(table: Table) -> asyncio.Task[None]:
    """Run the table until it waits for a person; one of bots alone until cards are dealt."""
    task = asyncio.create_task(table.run())
    await until(lambda: waits(table) if table.people else table.match.deal is not None)
    return task


async def play_to_the_end(table: Table) -> None:
    """People play their first legal move and go on after each deal."""
    task = await let_it_run(table)
    while not task.done():
        turn = table.deal.turn
        if turn is None:
            table.go_on()
        elif turn in table.people:
            table.play(turn, table.view(turn).moves[0])
        await asyncio.sleep(0)
    await task


@pytest.mark.parametrize("game", GAMES)
def test_a_match_with_a_person_is_recorded_and_replays(game: str, tmp_path: Path) -> None:
    file = tmp_path / "match.jsonl"
    seats = ["Olha", *["bot:easy"] * (GAMES[game].rules().players - 1)]
    setup = set_up(GAMES[game], None, {}, seats, 11)
    names = [seat.name for seat in seats_of(setup)]
    with RecordFile(file, setup.game, setup.rules, names) as recorder:
        table = open_table(setup, [recorder])
        asyncio.run(play_to_the_end(table))
    assert table.standing.over
    steps = list(replay(read_lines(file), GAMES, lambda _line, text: pytest.fail(text)))
    assert steps[-1].match.standing == table.standing
    assert steps[-1].seats == tuple(names)


def test_bots_stop_at_every_person() -> None:
    async def scene() -> None:
        for people in (["A"], ["A", "B"], ["bot", "A", "bot", "B"]):
            table = table_of("semerik", *people)
            task = await let_it_run(table)
            for _ in range(8):
                turn = table.deal.turn
                assert turn in table.people
                before = len(table.deal.log)
                for _idle in range(50):
                    await asyncio.sleep(0)
                assert len(table.deal.log) == before
                table.play(turn, table.view(turn).moves[0])
                await until(partial(waits, table))
            table.leave()
            await task

    asyncio.run(scene())


def test_a_move_out_of_turn_is_dropped_and_an_illegal_one_refused() -> None:
    async def scene() -> None:
        table = table_of("sevens", "A", "B", "C", "D")
        task = await let_it_run(table)
        turn = table.deal.turn
        assert turn is not None
        log = table.deal.log
        table.play((turn + 1) % 4, table.view(turn).moves[0])
        with pytest.raises(IllegalMove):
            table.play(turn, 200)
        assert table.deal.log == log
        table.leave()
        await task

    asyncio.run(scene())


def test_each_watcher_gets_the_view_of_its_seat() -> None:
    async def scene() -> None:
        table = table_of("sedma", "A", "B")
        seen: list[tuple[int | None, View]] = []
        for seat in (0, 1, None):
            table.watch(lambda _event, view, seat=seat: seen.append((seat, view)), seat)  # type: ignore[misc]
        task = await let_it_run(table)
        assert [view.seat for _, view in seen] == [0, 1, None]
        assert seen[2][1].hand == 0
        assert seen[0][1].hand != seen[1][1].hand
        table.leave()
        await task

    asyncio.run(scene())


class Failing:
    def __init__(self, answer: object) -> None:
        self.answer = answer

    def choose(self, view: View) -> int:
        if isinstance(self.answer, int):
            return self.answer
        raise RuntimeError("no idea")


@pytest.mark.parametrize("answer", [-1, 5000, "raises"])
@pytest.mark.parametrize("game", GAMES)
def test_a_failing_bot_is_replaced_and_logged(
    game: str, answer: object, caplog: pytest.LogCaptureFixture
) -> None:
    rules = GAMES[game].rules()
    dealer, dice = lots(3, rules.players)
    seats: list[Person | BotSeat] = [
        BotSeat("Ira", Failing(answer) if seat == 0 else make_bot("random", seat))
        for seat in range(rules.players)
    ]
    table = Table(Match(GAMES[game], rules, dealer), seats, dice)
    with caplog.at_level(logging.ERROR):
        asyncio.run(asyncio.wait_for(table.run(), 60))
    assert table.standing.over
    assert "bot" in caplog.text


def test_a_bot_that_thinks_for_ever_holds_up_nobody(caplog: pytest.LogCaptureFixture) -> None:
    class Slow:
        def choose(self, view: View) -> int:
            time.sleep(1)
            return view.moves[0]

    async def scene() -> None:
        rules = GAMES["sedma"].rules()
        dealer, dice = lots(3, 2)
        seats: list[Person | BotSeat] = [BotSeat("Ira", Slow()), BotSeat("Eva", Slow())]
        table = Table(Match(GAMES["sedma"], rules, dealer), seats, dice)
        table.patience = 0.05
        task = await let_it_run(table)
        ticks = 0
        async with asyncio.timeout(10):
            while len(table.deal.log) < 3:
                await asyncio.sleep(0.005)
                ticks += 1
        assert ticks > 10
        table.leave()
        await task

    with caplog.at_level(logging.WARNING):
        asyncio.run(scene())
    assert "took too long" in caplog.text


@pytest.fixture
def mind() -> Iterator[Thinker]:
    """A thinker of this test alone."""
    one = Thinker()
    yield one
    one.end()


def table_with(mind: Thinker, *bots: Bot, person: bool = False) -> Table:
    """A table of Sedma with these bots, the person first where there is one."""
    rules = GAMES["sedma"].rules()
    seats: list[Person | BotSeat] = [BotSeat(f"Ira {n}", bot) for n, bot in enumerate(bots)]
    dealer, dice = lots(3, 2)
    table = Table(Match(GAMES["sedma"], rules, dealer), [Person("A"), *seats][-2:], dice)
    table.thinker = mind
    assert len(table.people) == person
    return table


@pytest.mark.parametrize(
    ("fault", "said"),
    [
        ("raises", "nothing comes to mind"),
        ("dies", "the worker died"),
        ("answers nonsense", "chose -1"),
        ("thinks for ever", "took too long"),
        ("sleeps", "took too long"),
    ],
)
def test_a_bot_that_fails_in_the_worker_stops_no_table(
    fault: str, said: str, mind: Thinker, caplog: pytest.LogCaptureFixture
) -> None:
    async def scene() -> None:
        table = table_with(mind, Bad(fault), Bad("answers"))
        await mind.ask(Job(count_to, (1,)), Urgency.MOVE)
        table.patience = 0.3 if "too long" in said else 20
        task = await let_it_run(table)
        await until(lambda: len(table.deal.log) >= 4)
        assert table.deal.turn is None or len(table.deal.log) < 32
        table.leave()
        await asyncio.wait_for(task, 5)

    with caplog.at_level(logging.WARNING):
        asyncio.run(scene())
    assert said in caplog.text


def test_a_bot_is_not_blamed_for_the_time_in_which_the_program_was_stopped(
    mind: Thinker, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """Ctrl+Z stops the table and not the worker: the answer is there, and only has to be read."""

    async def stopped(*_given: object) -> int:
        time.sleep(0.6)  # noqa: ASYNC251 - nothing runs meanwhile, as in a stopped process
        await asyncio.sleep(0.01)
        return 24

    async def scene() -> None:
        table = table_with(mind, Bad("answers"), Bad("answers"))
        table.patience = 0.5
        monkeypatch.setattr(table, "_think", stopped)
        deal = GAMES["sedma"].deal(table.match.rules, 1, seed=3)
        await table._ask(Bad("answers"), deal.view(0))

    with caplog.at_level(logging.WARNING):
        asyncio.run(scene())
    assert "too long" not in caplog.text


async def thinking(table: Table, mind: Thinker) -> asyncio.Task[None]:
    """The table with a bot that is thinking, after the person's first move."""
    task = await let_it_run(table)
    if table.deal.turn == 0:
        table.play(0, table.view(0).moves[0])
    await until(lambda: mind.pid is not None and table.deal.turn == 1)
    await asyncio.sleep(0.05)
    return task


def test_a_table_is_left_at_once_while_a_bot_thinks(mind: Thinker) -> None:
    async def scene() -> None:
        table = table_with(mind, Bad("thinks for ever"), person=True)
        task = await thinking(table, mind)
        begun = time.monotonic()
        table.leave()
        await task
        assert time.monotonic() - begun < 0.5
        # The worker has dropped it and is free for others.
        assert await mind.ask(Job(count_to, (1,)), Urgency.REVIEW) == "done"
        assert time.monotonic() - begun < 4

    asyncio.run(scene())


def test_a_move_taken_back_while_a_bot_thinks_of_it(mind: Thinker) -> None:
    async def scene() -> None:
        table = table_with(mind, Bad("thinks for ever"), person=True)
        task = await thinking(table, mind)
        log = table.deal.log
        assert log
        assert log[-1][0] == 0
        table.undo(0)
        assert table.deal.turn == 0
        # It is the person's turn again, and no move of the bot comes of what it was thinking.
        await asyncio.sleep(0.1)
        assert table.deal.log == log[:-1]
        table.play(0, table.view(0).moves[-1])
        assert table.deal.turn == 1
        table.start_again(0)
        await asyncio.sleep(0.1)
        assert table.deal.log == ()
        table.leave()
        await task

    asyncio.run(scene())


def test_the_loop_turns_while_a_bot_thinks(mind: Thinker) -> None:
    async def scene() -> None:
        table = table_with(mind, make_bot("expert", 1), make_bot("expert", 2, 0.2))
        task = await let_it_run(table)
        late = 0.0
        while len(table.deal.log) < 2:
            before = time.monotonic()
            await asyncio.sleep(0.01)
            late = max(late, time.monotonic() - before - 0.01)
        assert late < 0.5
        table.leave()
        await task

    asyncio.run(scene())


def test_undo_goes_back_over_the_bots_to_ones_own_decision(tmp_path: Path) -> None:
    async def scene() -> None:
        file = tmp_path / "match.jsonl"
        setup = set_up(GAMES["semerik"], None, {}, ["A"], 11)
        recorder = RecordFile(file, setup.game, setup.rules, ["A", "B", "C", "D"])
        table = open_table(setup, [recorder])
        events: list[Event] = []
        table.watch(lambda event, _view: events.append(event))
        task = await let_it_run(table)
        assert not table.can_undo(0)
        before = table.view(0)
        table.play(0, before.moves[0])
        await until(lambda: table.deal.turn == 0)
        table.undo(0)
        assert table.view(0) == before
        assert events[-1] == Event("undo")
        table.play(0, before.moves[-1])
        await until(partial(waits, table))
        log = table.deal.log
        table.leave()
        await task
        *_, last = replay(read_lines(file), GAMES, lambda _line, text: pytest.fail(text))
        assert last.deal.log == log

    asyncio.run(scene())


def test_several_people_cannot_undo() -> None:
    async def scene() -> None:
        table = table_of("sedma", "A", "B")
        task = await let_it_run(table)
        turn = table.deal.turn
        assert turn is not None
        table.play(turn, table.view(turn).moves[0])
        assert not table.can_undo(0)
        assert not table.can_undo(1)
        table.leave()
        await task

    asyncio.run(scene())


class Full:
    """A disk on which nothing more fits."""

    def deal(self, number: int, deal: Deal, seed: int) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    def move(self, seat: int, move: int, hints: int = 0) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    def hint(self, seat: int, hints: int) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    def undo(self, moves: int) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    def close(self) -> None:
        pass


def test_a_full_disk_does_not_stop_the_table() -> None:
    table = table_of("sedma", "bot", "bot", recorders=[Full()])
    asyncio.run(table.run())
    assert table.standing.over
    assert table.unsaved == "No space left on device"


def test_a_record_is_never_overwritten(tmp_path: Path) -> None:
    file = tmp_path / "match.jsonl"
    file.write_text("mine")
    with pytest.raises(FileExistsError):
        RecordFile(file, GAMES["sedma"], GAMES["sedma"].rules(), ["A", "B"])
    assert file.read_text() == "mine"


def test_pace_keeps_a_bots_move_back_and_skip_does_not() -> None:
    async def scene() -> None:
        table = table_of("sevens", "bot", "bot", "bot", "bot")
        table.pace = 30.0
        task = await let_it_run(table)
        assert table.deal.log == ()
        table.skip()
        await until(lambda: len(table.deal.log) > 3)
        table.leave()
        await asyncio.wait_for(task, 5)

    asyncio.run(scene())


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("Olha", "Olha"),
        ("", "seat 1"),
        ("   ", "seat 1"),
        ("\x1b[2J", "[2J"),
        ("a\x1b]0;pwned\x07b", "a]0;pwnedb"),
        ("x\r\ny", "x y"),
        ("\x9b31m", "31m"),
        ("\u202eevil\u2066", "evil"),
        ("\u200b\u200d\ufeff", "seat 1"),
        ("\u0301\u0302", "seat 1"),
        ("Їжак", "Їжак"),
        ("e\u0301", "é"),
        ("日" * 30, "日" * 10),
        ("x" * 300, "x" * 20),
        ("♥\ufe0f Ira", "♥ Ira"),
        ("[bold]Ira[/]", "[bold]Ira[/]"),
        ("\ud800", "seat 1"),
        ("\u3164", "seat 1"),
        ("🇺🇦", "seat 1"),
        ("\u0488\u034f\u2800", "seat 1"),
    ],
)
def test_names_are_cleaned(name: str, shown: str) -> None:
    assert clean_name(name, "seat 1") == shown


def test_seats_are_filled_with_bots_of_other_names() -> None:
    seats = seats_of(set_up(GAMES["sevens"], None, {"players": 8}, ["Olha", "bot:random"], 1))
    names = [seat.name for seat in seats]
    assert names[0] == "Olha"
    assert len(set(names)) == 8
    assert [type(seat) for seat in seats] == [Person, *[BotSeat] * 7]


def test_people_of_one_name_are_told_apart() -> None:
    seats = seats_of(set_up(GAMES["sevens"], None, {}, ["Olha", "olha", "Olha" * 9, ""], 1))
    names = [seat.name for seat in seats]
    assert names[:2] == ["Olha", "olha 2"]
    assert len({name.casefold() for name in names}) == 4
    assert all(0 < len(name) <= 20 for name in names)


def test_a_table_may_be_left_before_it_has_begun() -> None:
    table = table_of("sedma", "A", "B")
    table.watch(lambda _event, _view: pytest.fail("nothing has happened"))
    table.leave()
    asyncio.run(table.run())


def test_as_many_players_as_seats_are_named() -> None:
    assert set_up(GAMES["sedma"], None, {}, ["A", "B", "C"], 1).rules.players == 3
    with pytest.raises(SeatError):
        set_up(GAMES["semerik"], None, {"players": 4}, list("ABCDE"), 1)


@pytest.mark.parametrize(
    ("seat", "level"),
    [("bot", "normal"), ("BOT", "normal"), ("bot:random", "random"), ("Bot: EASY", "easy")],
)
def test_seats_that_are_bots(seat: str, level: str) -> None:
    assert bot_level(seat) == level


def test_an_unknown_level_names_the_nearest() -> None:
    with pytest.raises(SeatError, match="easy"):
        bot_level("bot:eays")


def test_a_saved_match_keeps_its_levels_whatever_the_usual_one_becomes() -> None:
    game = GAMES["sevens"]
    setup = set_up(game, None, {"players": 5}, ["A", "bot", "bot:EXPERT", "bot: easy"], 1)
    table = json.loads(json.dumps(kept(setup)))
    assert table["seats"] == ["A", "bot:normal", "bot:expert", "bot:easy", "bot:normal"]
    names = [seat.name for seat in seats_of(setup)]
    again = setup_from(game, setup.rules, names, table)
    assert open_table(again).levels == ["", "normal", "expert", "easy", "normal"]


def test_a_match_saved_without_levels_opens_with_the_usual_one() -> None:
    game = GAMES["sedma"]
    rules = game.rules(players=3)
    for table in ({}, {"seats": ["A", "bot", "bot"]}, {"seats": ["A", "bot:master", 7]}):
        setup = setup_from(game, rules, ["A", "Ira", "Eva"], table)
        assert open_table(setup).levels == ["", "normal", "normal"]
