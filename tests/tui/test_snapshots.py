"""Screens as the library shows them, cell by cell: `--snapshot-update` keeps new ones."""

from collections.abc import Awaitable, Callable
from dataclasses import replace
from typing import Any

import pytest
from textual.pilot import Pilot
from tui.app_tools import app_of, setup_of

from seven_games.engine import View
from seven_games.table import Setup
from seven_games.tui.app import CardApp
from seven_games.tui.draw.scene import is_declaration
from seven_games.tui.screenshots import Camera

Compare = Callable[..., bool]
Play = Callable[[Camera], Awaitable[None]]


@pytest.fixture(autouse=True)
def _usual_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TERM", "xterm-256color")
    for name in ("COLORTERM", "NO_COLOR"):
        monkeypatch.delenv(name, raising=False)


def moves(many: int) -> Callable[[View], bool]:
    """So many moves have been made, or more."""
    return lambda view: len(view.log) >= many


def keys(*pressed: str, after: Callable[[View], bool] | None = None) -> Play:
    """Play on, then press these keys."""

    async def play(camera: Camera) -> None:
        await camera.play(after or moves(0))
        await camera.press(*pressed)

    return play


async def home(_camera: Camera) -> None:
    pass


async def game_page(camera: Camera) -> None:
    await camera.press("enter")


async def light(camera: Camera) -> None:
    await camera.play(moves(8))
    camera.app.set(replace(camera.app.settings, theme="light", deck="two"))


async def curtain(camera: Camera) -> None:
    await camera.press("o")
    await camera.play(lambda view: view.seat is None and len(view.log) > 0)


SCREENS: dict[str, tuple[Setup | None, Play, tuple[int, int]]] = {
    "home": (None, home, (80, 24)),
    "game": (None, game_page, (80, 24)),
    "sevens": (setup_of("sevens"), keys("right", after=moves(9)), (80, 24)),
    "sedma": (setup_of("sedma"), keys(after=moves(6)), (80, 24)),
    "semerik": (setup_of("semerik"), keys(after=moves(6)), (80, 24)),
    "show": (
        setup_of("semerik"),
        keys("d", after=lambda view: any(is_declaration(move) for move in view.moves)),
        (80, 24),
    ),
    "curtain": (setup_of("semerik", "Olha", "Petro"), curtain, (80, 24)),
    "result": (setup_of("sedma"), keys(after=lambda view: view.turn is None), (80, 24)),
    "help": (setup_of("sedma"), keys("?"), (80, 24)),
    "log": (setup_of("sevens"), keys("l", after=moves(6)), (80, 24)),
    "leave": (setup_of("sevens"), keys("q"), (80, 24)),
    "light": (setup_of("sedma"), light, (80, 24)),
    "small": (setup_of("sevens"), keys(after=moves(9)), (40, 12)),
    "large": (setup_of("sevens"), keys(after=moves(9)), (120, 40)),
}


@pytest.mark.parametrize("name", SCREENS)
def test_screen_is_shown_as_before(name: str, snap_compare: Compare) -> None:
    setup, play, size = SCREENS[name]
    app: CardApp = app_of(setup)

    async def run(pilot: Pilot[Any]) -> None:
        await pilot.pause()
        await play(Camera(app, pilot))
        await pilot.pause()

    assert snap_compare(app, terminal_size=size, run_before=run)
