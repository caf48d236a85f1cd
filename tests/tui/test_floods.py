"""Keys that come faster than screens change: two or three in one read, and floods."""

import random
from collections.abc import Awaitable, Callable
from itertools import product
from typing import Any

import pytest
from textual import events
from textual.pilot import Pilot
from tui.app_tools import app_of, is_over, my_turn, picture, press, run_now, setup_of, until

from seven_games.tui.app import CardApp

CLOSING = ("enter", "space", "escape", "q", "1", "2", "?", "l", "n", "o", "ctrl+q")
FLOOD = (
    *("enter", "space", "escape", "q", "?", "f1", "l", "c", "t", "n", "o", "p", "s", "d", "u"),
    *("right", "left", "up", "down", "tab", "shift+right", "pageup", "home", "end", ":", "7"),
    *("[", "]", *"1234567890", "Й", "д", "ctrl+q", "backspace"),
)
Table = tuple[str, dict[str, Any]]
Go = Callable[[CardApp, Pilot[None]], Awaitable[None]]


async def at_home(_app: CardApp, pilot: Pilot[None]) -> None:
    await pilot.pause()


async def at_game(_app: CardApp, pilot: Pilot[None]) -> None:
    await press(pilot, "enter")


async def at_rules(app: CardApp, pilot: Pilot[None]) -> None:
    await press(pilot, "enter", "up", "up", "enter")
    assert "How it is played" in picture(app)


async def at_table(app: CardApp, pilot: Pilot[None]) -> None:
    await until(pilot, lambda: my_turn(app))


def under(key: str) -> Go:
    async def go(app: CardApp, pilot: Pilot[None]) -> None:
        await at_table(app, pilot)
        await press(pilot, key)

    return go


async def at_curtain(app: CardApp, pilot: Pilot[None]) -> None:
    await until(pilot, lambda: "Hand the keyboard over" in picture(app))


async def at_curtain_log(app: CardApp, pilot: Pilot[None]) -> None:
    await at_curtain(app, pilot)
    await press(pilot, "l")


async def at_result(app: CardApp, pilot: Pilot[None]) -> None:
    for _ in range(80):
        await until(pilot, lambda: my_turn(app) or is_over(app))
        if is_over(app):
            break
        await press(pilot, "enter")
    await until(pilot, lambda: "is over" in picture(app))


async def at_end(app: CardApp, pilot: Pilot[None]) -> None:
    await at_result(app, pilot)
    await press(pilot, "enter")
    await until(pilot, lambda: "the match is over" in picture(app))


SEDMA: Table = ("sedma", {"target": 1})
SCREENS: dict[str, tuple[Table | None, tuple[str, ...], Go]] = {
    "home": (None, (), at_home),
    "game": (None, (), at_game),
    "rules": (None, (), at_rules),
    "table": (SEDMA, ("Taras",), at_table),
    "log": (SEDMA, ("Taras",), under("l")),
    "scores": (SEDMA, ("Taras",), under("c")),
    "help": (SEDMA, ("Taras",), under("?")),
    "leave": (SEDMA, ("Taras",), under("q")),
    "curtain": (SEDMA, ("Taras", "Olha"), at_curtain),
    "curtain log": (SEDMA, ("Taras", "Olha"), at_curtain_log),
    "result": (("sedma", {"target": 9}), ("Taras",), at_result),
    "end": (SEDMA, ("Taras",), at_end),
}


def burst(app: CardApp, *keys: str) -> None:
    """Keys of one read: they are there before the first is dealt with."""
    for key in keys:
        app.screen.post_message(events.Key(key, key if len(key) == 1 else None))


def run_at(name: str, keys: list[tuple[str, ...]], *, rest: bool = False) -> None:
    """Play bursts of keys at a screen, then leave by Ctrl+C twice."""
    table, people, go = SCREENS[name]
    setup = setup_of(table[0], *people, seed=5, **table[1]) if table else None
    app = app_of(setup)

    async def run() -> None:
        async with app.run_test(size=(80, 24)) as pilot:
            await pilot.pause()
            await go(app, pilot)
            for several in keys:
                burst(app, *several)
                if rest:
                    await pilot.pause()
            for _ in range(10):
                # A screen that is closing just now may take them with it: then once more.
                burst(app, "ctrl+c", "ctrl+c")
                for _ in range(20):
                    if app._exit:
                        return
                    await pilot.pause(0.01)

    run_now(run())
    assert app.failure is None
    assert app.return_code in (0, 130)


@pytest.mark.parametrize("name", SCREENS)
def test_keys_in_one_read_kill_no_screen(name: str) -> None:
    several = [*product(CLOSING, repeat=2), *((key, key, key) for key in CLOSING)]
    if name in ("end", "result"):
        several = [pair for pair in several if pair[0] in ("enter", "q", "1", "escape")]
    dice = random.Random(name)
    # A few pairs in a program of their own, all of them one after another in another.
    for pair in (("q", "q"), ("enter", "enter"), dice.choice(several)):
        run_at(name, [pair], rest=True)
    run_at(name, [pair for pair in several if "q" not in pair or name != "home"], rest=True)


@pytest.mark.parametrize("name", SCREENS)
def test_a_flood_of_500_keys_kills_no_screen(name: str) -> None:
    dice = random.Random(name)
    flood = [key for key in FLOOD if name not in ("home", "game") or key not in ("q", "Й")]
    run_at(name, [tuple(dice.choice(flood) for _ in range(50)) for _ in range(10)], rest=True)
    run_at(name, [tuple(dice.choice(FLOOD) for _ in range(500))])


def test_a_key_typed_before_a_page_closed_is_dropped() -> None:
    app = app_of(setup_of("sedma"))

    async def run() -> None:
        async with app.run_test(size=(80, 24)) as pilot:
            await until(pilot, lambda: my_turn(app))
            burst(app, "l", "q", "q", "enter")
            await pilot.pause()
            assert len(app.pile) == 1
            assert my_turn(app)

    run_now(run())


@pytest.mark.parametrize("name", SCREENS)
def test_one_interrupt_says_how_to_leave(name: str) -> None:
    table, people, go = SCREENS[name]
    app = app_of(setup_of(table[0], *people, seed=5, **table[1]) if table else None)

    async def run() -> None:
        async with app.run_test(size=(80, 24)) as pilot:
            await pilot.pause()
            await go(app, pilot)
            burst(app, "ctrl+c")
            await pilot.pause()
            assert "Press Ctrl+C once more" in picture(app)

    run_now(run())
