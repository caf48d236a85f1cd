"""Pictures of the program, played from fixed seeds: for the README, and to see what has changed."""

import asyncio
import hashlib
import struct
import zlib
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, cast

from textual import events
from textual.pilot import Pilot

from seven_games.bots import make_bot
from seven_games.bots.search import Budget
from seven_games.engine import GAMES, View
from seven_games.engine.sedma import SedmaView
from seven_games.i18n import _
from seven_games.store.settings import Settings
from seven_games.table import Desk, Setup, set_up
from seven_games.table.review import MISTAKE, SLIP
from seven_games.tui.app import CardApp
from seven_games.tui.draw.cards import ASCII, OUTLINE, SYMBOLS, Faces
from seven_games.tui.draw.scene import is_declaration
from seven_games.tui.screens.table import TableScreen
from seven_games.tui.svg import svg
from seven_games.tui.theme import styles

if TYPE_CHECKING:
    from seven_games.tui.screens.review import ReviewScreen

LEVEL = "easy"
PATIENCE = 60.0
"""So many seconds a position is waited for."""
KEYWORD = "Source"
"""Under this word a PNG names the hash of the SVG that it was made from."""
FAMILY = "DejaVu Sans Mono"
SIGNS = "♠♥♦♣♤♡♢♧▸▲★⏎"
"""What a font must have besides letters."""
_HEADER = 33
"""The bytes of a PNG before its second chunk."""


@dataclass(frozen=True)
class Shot:
    """A picture of the program: its name, what it shows, and the SVG."""

    name: str
    svg: str


class Camera:
    """The program without a terminal, played by its own keys and by a bot for the person."""

    def __init__(self, app: CardApp, pilot: Pilot[None]) -> None:
        self.app = app
        self._pilot = pilot
        self._bot = make_bot(LEVEL, 1)

    @property
    def screen(self) -> TableScreen:
        """The table, wherever it lies."""
        return next(screen for screen in self.app.pile if isinstance(screen, TableScreen))

    def shot(
        self,
        name: str,
        size: tuple[int, int] = (80, 24),
        *,
        faces: Faces = SYMBOLS,
        **settings: str,
    ) -> Shot:
        """What is seen, in another size, with other faces or settings if need be."""
        app = self.app
        usual, wanted = app.settings, replace(app.settings, **settings)
        app.desk.settings, app.fixed_faces = wanted, faces
        lines = app.seen.picture(*size)
        app.desk.settings, app.fixed_faces = usual, SYMBOLS
        return Shot(name, svg(lines, styles(wanted.theme, wanted.deck), name))

    async def pause(self) -> None:
        """Wait until the program has nothing to do. Raises KeyboardInterrupt after Ctrl+C."""
        await self._pilot.pause()
        # The program catches the signal itself, and ends.
        if self.app.return_code is not None:
            raise KeyboardInterrupt

    async def press(self, *keys: str) -> None:
        """Press keys."""
        for key in keys:
            self.app.key(events.Key(key, key if len(key) == 1 else None))
            await self.pause()

    async def found(self, until: Callable[[], bool]) -> None:
        """Wait for what is thought of beside. Raises TimeoutError where it does not come."""
        async with asyncio.timeout(PATIENCE):
            while not until():
                await self._pilot.pause(0.02)
        await self.pause()

    async def play(self, until: Callable[[View], bool]) -> None:
        """Play on until the person is to move, or the deal is over, and it is as wanted.

        Raises RuntimeError where the match ends before, TimeoutError where nobody moves.
        """
        async with asyncio.timeout(PATIENCE):
            while True:
                await self._settled()
                seat, table = self.screen.open_seat, self.screen.table
                view = table.view(seat)
                if until(view):
                    await self.pause()
                    return
                if table.standing.over:
                    raise RuntimeError("the match is over, and nothing was as wanted")
                if view.turn is None:
                    table.go_on()
                    await self.pause()
                elif seat is not None:
                    table.play(seat, self._bot.choose(view))

    async def _settled(self) -> None:
        """Wait until nobody but the person has anything to do."""
        while True:
            await self.pause()
            table = self.screen.table
            if table.match.deal is not None and (
                table.deal.turn is None or table.deal.turn in table.people
            ):
                return


@asynccontextmanager
async def _camera(setup: Setup | None) -> AsyncIterator[Camera]:
    desk = Desk()
    desk.settings = Settings(pace="instant")
    # By the number of deals and not by time, so that the pictures are the same everywhere.
    desk.hint = desk.review = Budget(worlds=100, whole=True)
    app = CardApp(setup, desk, 0.0, SYMBOLS)
    async with app.run_test(size=(80, 24)) as pilot:
        camera = Camera(app, pilot)
        await camera.pause()
        yield camera


def _setup_of(game: str, seed: int, *people: str, players: int = 4) -> Setup:
    seats = people or (_("You"),)
    bots = [f"bot:{LEVEL}"] * (players - len(seats))
    return set_up(GAMES[game], None, {"players": players}, [*seats, *bots], seed)


def _midway(deals: int, moves: int) -> Callable[[View], bool]:
    """In the deal after so many, so many moves are made and there is something to choose."""

    def reached(view: View) -> bool:
        on_table = getattr(view, "trick", True)
        played = view.standing.deal >= deals and len(view.log) >= moves
        return played and view.turn == view.seat and len(view.moves) > 2 and bool(on_table)

    return reached


def _asked(view: View) -> bool:
    """The person is to go on or to stop, while the other side is winning."""
    if not isinstance(view, SedmaView) or view.turn != view.seat or view.taking is None:
        return False
    return view.asked and (view.taking - view.leader) % 2 == 1


def _can_show(view: View) -> bool:
    """There is more than one combination to show."""
    return len([move for move in view.moves if is_declaration(move)]) > 1


async def shots() -> list[Shot]:
    """All pictures, in the order in which one shows them."""
    found = []
    async with _camera(None) as camera:
        found.append(camera.shot("home"))
    async with _camera(_setup_of("sevens", 49)) as camera:
        await camera.play(_midway(1, 18))
        found += [
            camera.shot("sevens"),
            camera.shot("sevens-120x40", (120, 40)),
            camera.shot("sevens-60x18", (60, 18)),
            camera.shot("sevens-40x12", (40, 12)),
            camera.shot("sevens-light", theme="light"),
            camera.shot("sevens-blind", theme="contrast", deck="blind"),
            camera.shot("sevens-outline", theme="light", deck="two", faces=OUTLINE),
            camera.shot("sevens-ascii", faces=ASCII),
        ]
        await camera.press("?")
        found.append(camera.shot("help"))
        await camera.press("escape", "h", "h", "h")
        await camera.found(lambda: camera.screen.hint.known)
        found.append(camera.shot("hint"))
    async with _camera(_setup_of("sedma", 4)) as camera:
        await camera.play(_asked)
        asked = camera.shot("sedma-asked")
        await camera.play(_midway(1, 6))
        found += [
            camera.shot("sedma"),
            camera.shot("sedma-120x40", (120, 40)),
            camera.shot("sedma-german", theme="light", german="on"),
            asked,
        ]
    async with _camera(_setup_of("semerik", 25)) as camera:
        await camera.play(_can_show)
        await camera.press("d")
        show = camera.shot("semerik-show")
        await camera.press("escape")
        await camera.play(_midway(1, 9))
        found += [
            camera.shot("semerik"),
            camera.shot("semerik-120x40", (120, 40)),
            camera.shot("semerik-light", theme="light"),
            show,
        ]
        await camera.play(lambda view: view.turn is None)
        found.append(camera.shot("result"))
        await camera.press("r")
        review = cast("ReviewScreen", camera.app.seen)
        await camera.found(lambda: review.finished)
        marks = [verdict.mark for verdict in review.verdicts]
        await camera.press(*["down"] * max(map(marks.index, {MISTAKE, SLIP} & {*marks}), default=0))
        found.append(camera.shot("review"))
    async with _camera(_setup_of("semerik", 7, "Olha", "Petro")) as camera:
        await camera.press("o")
        await camera.play(lambda view: view.seat is None and len(view.log) > 0)
        found.append(camera.shot("curtain"))
    return found


# Files


def write(folder: Path) -> tuple[int, str]:
    """Write every picture as SVG and as PNG: how many there are, and why there is no PNG of them.

    Raises OSError where the folder or a file cannot be written.
    """
    folder.mkdir(parents=True, exist_ok=True)
    taken = asyncio.run(shots())
    for shot in taken:
        (folder / f"{shot.name}.svg").write_text(shot.svg, encoding="utf-8", newline="\n")
    problem = _problem()
    if not problem:
        for shot in taken:
            (folder / f"{shot.name}.png").write_bytes(png(shot.svg))
    return len(taken), problem


def _problem() -> str:
    """Why no PNG can be drawn here; empty where nothing is wrong."""
    try:
        nothing, unknown = _rendered(_sign(" ")), _rendered(_sign("\ue0ff"))
    except ImportError:
        return _(
            "No PNG was written: resvg-py is missing (pip install 'seven-games[screenshots]')."
        )
    missing = [sign for sign in SIGNS if _rendered(_sign(sign)) in (nothing, unknown)]
    if missing:
        return _("No PNG was written: no font here has {signs}.").format(signs=" ".join(missing))
    return ""


def _sign(sign: str) -> str:
    return svg([[(sign, "text")]], styles(), "")


def png(picture: str) -> bytes:
    """The SVG as a PNG that names what it was made from. Raises ImportError without resvg."""
    drawn = _rendered(picture)
    chunk = b"tEXt" + _stamp(picture)
    size, check = len(chunk) - 4, zlib.crc32(chunk)
    chunk = struct.pack(">I", size) + chunk + struct.pack(">I", check)
    return drawn[:_HEADER] + chunk + drawn[_HEADER:]


def made_from(image: bytes, picture: str) -> bool:
    """Whether a PNG was made from this SVG."""
    return _stamp(picture) in image


def _stamp(picture: str) -> bytes:
    return KEYWORD.encode() + b"\0" + hashlib.sha256(picture.encode()).hexdigest().encode()


def _rendered(picture: str) -> bytes:
    import resvg_py

    return bytes(resvg_py.svg_to_bytes(svg_string=picture, monospace_family=FAMILY))
