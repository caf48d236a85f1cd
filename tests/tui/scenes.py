"""Positions to draw: a deal of a seed, played on by dice, seen from a seat."""

from collections.abc import Callable
from dataclasses import replace

from seven_games.engine import GAMES, Deal
from seven_games.engine.cards import SHOW_BABA
from seven_games.engine.dice import Dice
from seven_games.tui import keys
from seven_games.tui.draw import Scene, entries
from seven_games.tui.draw.cards import FACES

NAMES = ("Taras", "Olha", "Petro", "Ira", "Eva", "Pavel", "Nina", "Bohdan")
HARD_NAMES = (
    "a]b[c[/red]",
    "日本日本日本日本日本",
    "e\u0301a\u0308o\u0302",
    "[bold]X",
    "Ім'я Прізвище Довге",
    "♥♥♥♥♥",
    "x" * 20,
    "👍🏽👍🏽",
)


def play_on(deal: Deal, plies: int, seed: int, until: Callable[[Deal], bool] | None = None) -> None:
    """Play so many moves by dice, then on until the deal is as wanted."""
    dice = Dice(seed)
    while deal.turn is not None and (plies > 0 or (until is not None and not until(deal))):
        moves = deal.moves()
        deal.play(moves[dice.below(len(moves))])
        plies -= 1


def scene_of(
    deal: Deal,
    seat: int | None = 0,
    size: tuple[int, int] = (80, 24),
    *,
    faces: str = "symbols",
    alone: bool = True,
    names: tuple[str, ...] = NAMES,
    message: str = "",
    cursor: int | None = None,
    cleared: bool = False,
) -> Scene:
    """What the table screen would draw, with the first entry that fits marked."""
    players = deal.rules.players
    game = next(game for game in GAMES.values() if isinstance(deal.rules, game.rules_type))
    context = keys.PLAY if deal.turn == seat else keys.WATCH
    if deal.turn is None:
        context = keys.RESULT
    view = deal.view(seat)
    useless = keys.useless(view, undo=alone)
    scene = Scene(
        view,
        names[:players],
        frozenset(range(players)) - {seat} if alone else frozenset(),
        game.after(deal) if deal.turn is None else deal.standing,
        alone=alone,
        faces=FACES[faces],
        width=size[0],
        height=size[1],
        message=message,
        cleared=cleared,
        hints=keys.hints(context, FACES[faces], useless),
        always=keys.always(context),
    )
    if cursor is None:
        cursor = next((n for n, entry in enumerate(entries(scene)) if entry.fits), None)
    return replace(scene, cursor=cursor)


def deal_of(
    game: str, preset: str | None = None, *, seed: int = 7, dealer: int = 0, **options: object
) -> Deal:
    """A deal of a seed."""
    rules = GAMES[game].rules(preset, **options)
    return GAMES[game].deal(rules, dealer % rules.players, seed=seed)


def at_seat(seat: int) -> Callable[[Deal], bool]:
    """Whether it is this seat's turn."""
    return lambda deal: deal.turn == seat


def can_show(deal: Deal) -> bool:
    """Whether seat 0 may show a combination."""
    return deal.turn == 0 and any(move >= SHOW_BABA for move in deal.moves())
