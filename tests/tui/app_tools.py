"""Playing the program by its keys, without a terminal."""

import asyncio
from collections.abc import Awaitable, Callable, Coroutine
from dataclasses import replace
from typing import Any

from textual import events
from textual.pilot import Pilot

from seven_games.bots import LEVELS
from seven_games.engine import GAMES
from seven_games.table import Desk, Setup
from seven_games.table.setup import set_up
from seven_games.tui.app import CardApp
from seven_games.tui.draw import Entry, entries
from seven_games.tui.draw.cards import SYMBOLS
from seven_games.tui.draw.layout import text_of
from seven_games.tui.screens.table import TableScreen

BOT = f"bot:{LEVELS[0]}"


def setup_of(
    game: str,
    *people: str,
    preset: str | None = None,
    seed: int = 5,
    players: int | None = None,
    **options: object,
) -> Setup:
    """A table with these people and the quickest bots."""
    many = players or GAMES[game].rules(preset).players
    seats = [*(people or ("Taras",))]
    seats += [BOT] * (many - len(seats))
    return set_up(GAMES[game], preset, {**options, "players": many}, seats, seed)


class BareDesk(Desk):
    """A desk that keeps nothing, with the quickest bots."""

    def new_setup(self, game: str) -> Setup:
        return setup_of(game, seed=11)


def desk_of(**settings: str) -> Desk:
    """A desk that keeps nothing, with these settings."""
    desk = BareDesk()
    desk.settings = replace(desk.settings, **{"pace": "instant", **settings})
    return desk


def app_of(
    setup: Setup | None, *, guard: float = 0.0, desk: Desk | None = None, **settings: str
) -> CardApp:
    """The program at this table, nothing kept where no desk does it."""
    return CardApp(setup, desk or desk_of(**settings), guard, SYMBOLS)


def played(
    setup: Setup | None,
    play: Callable[[CardApp, Pilot[None]], Awaitable[None]],
    *,
    guard: float = 0.0,
    size: tuple[int, int] = (80, 24),
    desk: Desk | None = None,
    **settings: str,
) -> CardApp:
    """Run the program while `play` presses its keys."""
    app = app_of(setup, guard=guard, desk=desk, **settings)

    async def run() -> None:
        async with app.run_test(size=size) as pilot:
            await pilot.pause()
            await play(app, pilot)

    run_now(run())
    return app


def run_now(work: Coroutine[Any, Any, None]) -> None:
    """Run a coroutine in a loop of its own."""
    asyncio.run(work)


def table_of(app: CardApp) -> TableScreen:
    """The table screen, wherever it lies."""
    return next(screen for screen in app.pile if isinstance(screen, TableScreen))


def picture(app: CardApp) -> str:
    """The text of what is on the screen."""
    lines = [text_of(line) for line in app.seen.picture(*app.size)]
    return "\n".join(lines)


def found(app: CardApp) -> list[Entry]:
    """What the cursor can stand on."""
    screen = table_of(app)
    return entries(screen.scene(screen.open_seat))


async def press(pilot: Pilot[None], *keys: str) -> None:
    """Press keys as quickly as they are dealt with: `pilot.press` waits a while after each."""
    for key in keys:
        pilot.app.screen.post_message(events.Key(key, key if len(key) == 1 else None))
    await pilot.pause()


async def until(pilot: Pilot[None], condition: Callable[[], bool]) -> None:
    """Wait for something that must come soon."""
    for _ in range(500):
        if condition():
            return
        await pilot.pause(0.01)
    raise AssertionError("it did not come")


def my_turn(app: CardApp) -> bool:
    """Whether the open hand is to play."""
    screen = table_of(app)
    return screen.open_seat is not None and screen.table.deal.turn == screen.open_seat


def is_over(app: CardApp) -> bool:
    """Whether the deal is over."""
    return table_of(app).table.deal.turn is None
