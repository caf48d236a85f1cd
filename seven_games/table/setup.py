"""Who sits where: from what a person asks for to a table ready to be played at."""

import secrets
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields, replace
from datetime import date
from difflib import get_close_matches
from itertools import count
from typing import TypeGuard

from seven_games.bots import LEVELS, SECONDS, USUAL_LEVEL, make_bot
from seven_games.engine import Deal, Game, Rules
from seven_games.engine.cards import shorten
from seven_games.engine.dice import Dice
from seven_games.engine.match import Match, lots
from seven_games.engine.refusal import N_, Refusal
from seven_games.i18n import _
from seven_games.table.codes import SEEDS, CodeError, deal_code, read_code
from seven_games.table.names import WIDEST, clean_name
from seven_games.table.table import BotSeat, Person, Recorder, Table

BOT_NAMES = ("Olha", "Petro", "Ira", "Taras", "Eva", "Pavel", "Nina", "Bohdan")


class SeatError(Refusal):
    """Seats that a table of this game cannot have."""


@dataclass(frozen=True)
class Setup:
    """A table as it was asked for.

    `seats` are what sits on each: a name, `bot` or `bot:LEVEL`; missing ones are bots. `dealer`
    deals first, by lot where it is None; `deal` is the seed of the first deal where it was asked
    for, by the seed of the match otherwise.
    """

    game: Game
    rules: Rules
    seats: tuple[str, ...]
    seed: int
    dealer: int | None = None
    deal: int | None = None

    def people(self) -> list[int]:
        """The seats where people sit."""
        return [number for number, seat in enumerate(self.seats) if bot_level(seat) is None]


def bot_level(seat: str) -> str | None:
    """The level of a bot seat; None where the text is a person's name.

    Raises SeatError for a level that there is not.

    >>> bot_level("bot:random"), bot_level("Olha")
    ('random', None)
    """
    kind, colon, level = seat.strip().partition(":")
    if kind.lower() != "bot":
        return None
    level = level.strip().lower() if colon else USUAL_LEVEL
    if level not in LEVELS:
        near = get_close_matches(level, LEVELS, 1)
        raise SeatError(
            N_("there is no level {level}; the nearest is {near}")
            if near
            else N_("there is no level {level}; there are {levels}"),
            level=shorten(level),
            near="".join(near),
            levels=", ".join(LEVELS),
        )
    return level


def set_up(
    game: Game,
    preset: str | None,
    options: dict[str, object],
    seats: Sequence[str],
    seed: int,
    code: str | None = None,
) -> Setup:
    """A table of this game. Raises RulesError, SeatError or CodeError where it cannot be.

    `options` are those that differ from the preset. Without `players` among them there are as
    many as the preset has, or as seats are named. `code` is that of the first deal.
    """
    if "players" not in options:
        usual = game.rules(preset).players
        options = {**options, "players": max(usual, len(seats))}
    rules = game.rules_from(preset, options)
    if len(seats) > rules.players:
        raise SeatError(
            N_("seats named: {named}, players: {players}"), named=len(seats), players=rules.players
        )
    filled = [*seats, *["bot"] * (rules.players - len(seats))]
    for seat in filled:
        bot_level(seat)
    setup = Setup(game, rules, tuple(filled), seed)
    return setup if code is None else with_code(setup, code)


def with_code(setup: Setup, code: str) -> Setup:
    """The same table with the first deal of this code, and its dealer.

    Raises CodeError where the text is no code, or its dealer has no seat here.
    """
    seed, dealer = read_code(code)
    if dealer >= setup.rules.players:
        raise CodeError(
            N_("in the deal {code} seat {dealer} deals, but there are {players} players"),
            code=deal_code(seed, dealer),
            dealer=dealer + 1,
            players=setup.rules.players,
        )
    return replace(setup, dealer=dealer, deal=seed)


def todays(setup: Setup, day: date) -> Setup:
    """The same table with the deal of a day: everybody's first deal on that day."""
    dice = Dice(day.toordinal())
    return replace(setup, deal=dice.below(SEEDS), dealer=dice.below(setup.rules.players))


def seat_names(names: Sequence[str]) -> list[str]:
    """The names as they are shown: cleaned, never empty, and no two alike.

    >>> seat_names(["Olha", "", "Olha"])
    ['Olha', 'Player 2', 'Olha 2']
    """
    shown: list[str] = []
    for number, given in enumerate(names, 1):
        name = clean_name(given, _("Player {number}").format(number=number))
        again = count(2)
        while name.casefold() in (other.casefold() for other in shown):
            ending = f" {next(again)}"
            name = clean_name(given, "", WIDEST - len(ending)) + ending
        shown.append(name)
    return shown


def seats_of(setup: Setup) -> list[Person | BotSeat]:
    """The seats, everybody with a name of his own."""
    seats: list[Person | BotSeat] = []
    spare = iter(BOT_NAMES)
    people = setup.people()
    names = dict(zip(people, seat_names([setup.seats[seat] for seat in people]), strict=True))
    taken = set(names.values())
    for number, seat in enumerate(setup.seats):
        level = bot_level(seat)
        if level is None:
            seats.append(Person(names[number]))
        else:
            name = next(name for name in spare if name not in taken)
            bot = make_bot(level, setup.seed + number, SECONDS)
            seats.append(BotSeat(name, bot, level))
    return seats


def kept(setup: Setup) -> dict[str, object]:
    """What a saved match keeps of its setup beside game and rules, as JSON has it."""
    table = {one.name: getattr(setup, one.name) for one in fields(setup)}
    del table["game"], table["rules"]
    # With their levels, whatever the usual one will be when the match goes on.
    levels = [bot_level(seat) for seat in setup.seats]
    seats = zip(setup.seats, levels, strict=True)
    return table | {"seats": [seat if level is None else f"bot:{level}" for seat, level in seats]}


def setup_from(
    game: Game, rules: Rules, names: Sequence[str], table: Mapping[str, object]
) -> Setup:
    """The setup that was kept in `table`; what makes no sense there is replaced.

    Without seats the first one is a person's, of the recorded name, and bots have the others.
    """
    ends = {"seed": 1 << 64, "deal": SEEDS, "dealer": rules.players}
    numbers: dict[str, int] = {"seed": secrets.randbits(32)}
    for one in fields(Setup):
        value = table.get(one.name)
        if one.name in ends and type(value) is int and 0 <= value < ends[one.name]:
            numbers[one.name] = value
    return Setup(game, rules, _seats_from(names, table.get("seats")), **numbers)


def _seats_from(names: Sequence[str], asked: object) -> tuple[str, ...]:
    if isinstance(asked, list) and len(asked) == len(names):
        return tuple(seat if _is_seat(seat) else "bot" for seat in asked)
    first = names[0] if _is_seat(names[0]) and bot_level(names[0]) is None else _("You")
    return (first, *["bot"] * (len(names) - 1))


def _is_seat(text: object) -> TypeGuard[str]:
    """Whether a person can have asked for this on a seat."""
    if not isinstance(text, str):
        return False
    try:
        bot_level(text)
    except SeatError:
        return False
    return True


def open_table(
    setup: Setup,
    recorders: Sequence[Recorder] = (),
    pace: float = 0.0,
    *,
    match: Match | None = None,
    names: Sequence[str] = (),
) -> Table:
    """A table with a new match, nothing dealt yet.

    A saved `match` goes on where it was left; `names` are those in its record, and the seats keep
    them.
    """
    by_lot, dice = lots(setup.seed, setup.rules.players)
    dealer = by_lot if setup.dealer is None else setup.dealer
    match = match or Match(setup.game, setup.rules, dealer)
    drawn = [dice.below(SEEDS) for _dealt in range(match.number)]
    if drawn and setup.deal is not None:
        drawn[0] = setup.deal
    seats = seats_of(setup)
    for seat, name in zip(seats, seat_names(names), strict=False):
        seat.name = name
    table = Table(match, seats, dice, recorders, pace, setup.deal)
    dealt = match.finished if match.deal in match.finished else (*match.finished, match.deal)
    for deal in dealt:
        if deal is not None and _is_deal_of(match.game, deal, drawn[deal.standing.deal]):
            table.codes[deal.standing.deal + 1] = deal_code(drawn[deal.standing.deal], deal.dealer)
    return table


def _is_deal_of(game: Game, deal: Deal, seed: int) -> bool:
    """Whether this seed gives the deal: a record may come from elsewhere."""
    again = game.deal(deal.rules, deal.dealer, seed=seed, standing=deal.standing)
    return again.dealt == deal.dealt and again.stock == deal.stock
