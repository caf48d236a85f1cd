"""The set-up of a table: preset, players, seats, dealer, cards and every option of the rules."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, TypeVar

from textual import events

from seven_games.engine import Game, Option, Refusal
from seven_games.i18n import _
from seven_games.levels import ABOUT_LEVELS, LEVELS, USUAL_LEVEL
from seven_games.table import Setup, bot_level, clean_name, deal_code, seats_of, set_up, with_code
from seven_games.table.words import sentence
from seven_games.tui.screens.form import FormScreen, Row

if TYPE_CHECKING:
    from seven_games.engine.game import Value

T = TypeVar("T")

USUAL = f"bot:{USUAL_LEVEL}"


class SetupScreen(FormScreen):
    """Everything that can be set before the cards are dealt; the first row deals them."""

    def __init__(self, setup: Setup) -> None:
        super().__init__()
        self.game: Game = setup.game
        self._seed = setup.seed
        self._code = ""
        self._dealer = setup.dealer
        self._preset = setup.rules.preset
        self._players = setup.rules.players
        self._seats = list(setup.seats)
        self._options: dict[str, object] = {}
        self._wrong = ""

    def heading(self) -> str:
        return _("{game}: set up a table").format(game=_(self.game.title).upper())

    def problem(self) -> str:
        if self._wrong:
            return self._wrong
        try:
            self._setup()
        except Refusal as refusal:
            return self._say(refusal)
        return ""

    def _say(self, refusal: Refusal) -> str:
        return sentence(refusal, self.cards_app.faces.card)

    def _setup(self) -> Setup:
        """The table as it is set. Raises Refusal where it cannot be."""
        options = {**self._options, "players": self._players}
        setup = set_up(self.game, self._preset, options, self._filled(), self._seed)
        if self._code:
            return with_code(setup, self._code)
        return replace(setup, dealer=self._dealer)

    def _filled(self) -> list[str]:
        seats = self._seats[: self._players]
        return [*seats, *[USUAL] * (self._players - len(seats))]

    # The rows

    def rows(self) -> list[Row]:
        return [
            Row(_("Deal the cards"), "", self._summary(), chosen=self._start),
            self._preset_row(),
            self._players_row(),
            *[self._seat_row(seat) for seat in range(self._players)],
            self._dealer_row(),
            self._cards_row(),
            *[self._option_row(name, option) for name, option in self._rule_options().items()],
        ]

    def _summary(self) -> str:
        people = len([seat for seat in self._filled() if bot_level(seat) is None])
        if not people:
            return _("Bots play alone; you look on.")
        if people > 1:
            return _("Several people at this keyboard: a curtain lies between their turns.")
        return _("You against bots. Enter on a name or a number lets you type it.")

    def _preset_row(self) -> Row:
        presets = list(self.game.presets)
        preset = self.game.presets[self._preset]
        return Row(
            _("Rules"),
            self._preset,
            _(preset.help),
            step=lambda by: self._take_preset(_after(presets, self._preset, by)),
        )

    def _take_preset(self, name: str) -> None:
        preset = self.game.presets[name]
        self._preset, self._options, self._wrong = name, {}, ""
        if not preset.least <= self._players <= preset.most:
            self._seat_players(preset.players)

    def _seat_players(self, players: int) -> None:
        self._players = players
        if self._dealer is not None and self._dealer >= players:
            self._dealer = None

    def _players_row(self) -> Row:
        preset = self.game.presets[self._preset]
        counts = range(preset.least, preset.most + 1)

        def step(by: int) -> None:
            self._seat_players(_after(counts, self._players, by))

        def typed(text: str) -> None:
            if text.strip() in {str(number) for number in counts}:
                self._seat_players(int(text))

        return Row(
            _("Players"),
            str(self._players),
            _("How many sit at the table: {least} to {most}.").format(
                least=preset.least, most=preset.most
            ),
            step=step,
            typed=typed if len(counts) > 1 else None,
        )

    def _seat_row(self, seat: int) -> Row:
        who = self._filled()[seat]
        level = bot_level(who)
        kinds = ["", *(f"bot:{level}" for level in LEVELS)]

        def put(text: str) -> None:
            self._seats = self._filled()
            self._seats[seat] = text

        def step(by: int) -> None:
            kind = _after(kinds, "" if level is None else f"bot:{level}", by)
            put(kind or self._person(seat))

        def typed(text: str) -> None:
            # A person who is called like a bot would be one.
            name = clean_name(text.replace(":", " "), "")
            put(f"{name}." if _is_bot(name) else name or self._person(seat))

        value = who if level is None else _("bot, {level}").format(level=level)
        said = _("Who sits here: a person (Enter: type the name) or a bot of one of the levels.")
        return Row(
            _("Seat {number}").format(number=seat + 1),
            value,
            said if level is None else _(ABOUT_LEVELS[level]),
            step=step,
            typed=typed,
            text=who if level is None else "",
        )

    def _person(self, seat: int) -> str:
        people = [who for who in self._filled() if bot_level(who) is None]
        return _("Player {number}").format(number=seat + 1) if people else _("You")

    def _dealer_row(self) -> Row:
        seats: list[int | None] = [None, *range(self._players)]

        def step(by: int) -> None:
            self._dealer = _after(seats, self._dealer, by)
            self._code = ""

        dealer = self._dealer
        if self._code:
            value = _("as in the deal code")
        elif dealer is None:
            value = _("by lot")
        else:
            value = self._names()[dealer]
        return Row(_("First dealer"), value, _("Who deals first."), step=step)

    def _names(self) -> list[str]:
        try:
            return [seat.name for seat in seats_of(replace(self._setup(), dealer=None))]
        except Refusal:
            return [str(number + 1) for number in range(self._players)]

    def _cards_row(self) -> Row:
        return Row(
            _("Cards"),
            self._code or _("new, seed {seed}").format(seed=self._seed),
            _("Enter: type a deal code, such as 7K3F-QM2, or a number as the seed of the match."),
            typed=self._type_cards,
            text=self._code,
            changed=bool(self._code),
        )

    def _type_cards(self, text: str) -> None:
        text = text.strip()
        self._wrong = ""
        number = text.isascii() and text.isdecimal() and len(text) != len("7K3FQM2")
        if not text or (number and int(text) < 1 << 64):
            self._seed, self._code = int(text or self._seed), ""
            return
        try:
            found = with_code(self._setup(), text)
            self._code = deal_code(found.deal or 0, found.dealer or 0)
        except Refusal as refusal:
            self._wrong = self._say(refusal)

    def _rule_options(self) -> dict[str, Option]:
        return self.game.rules_type.options()

    def _option_row(self, name: str, option: Option) -> Row:
        usual = self.game.rules(self._preset).values()[name]
        now = self._options.get(name, usual)

        def put(value: object) -> None:
            self._options[name] = value
            if value == usual:
                del self._options[name]

        def typed(text: str) -> None:
            try:
                put(option.check(name, text))
                self._wrong = ""
            except Refusal as refusal:
                self._wrong = self._say(refusal)

        return Row(
            option_label(name),
            _("none") if now is None else str(now),
            f"{_(option.help)} ({option.describe()})",
            step=partial(_step_option, option, now, put),
            typed=None if option.values else typed,
            text="" if now is None else str(now),
            changed=now != usual,
        )

    def do(self, action: str, event: events.Event) -> None:
        # What was wrong has been read by whoever goes on.
        self._wrong = ""
        super().do(action, event)

    def _start(self) -> None:
        try:
            setup = self._setup()
        except Refusal:
            return
        self.cards_app.begin(setup)


def option_label(name: str) -> str:
    """What an option is called in the list: its name as the commands have it, as words.

    >>> option_label("must_play")
    'Must play'
    """
    return name.replace("_", " ").capitalize()


def _is_bot(name: str) -> bool:
    try:
        return bot_level(name) is not None
    except Refusal:
        return True


def _after(values: Sequence[T], now: T, by: int) -> T:
    """The value so many places after this one, around the end."""
    place = values.index(now) if now in values else 0
    return values[(place + by) % len(values)]


def _step_option(option: Option, now: object, put: Callable[[object], None], by: int) -> None:
    """Take the next value of an option, or the one before."""
    if option.values:
        values: list[Value] = [*([None] if option.none else []), *option.values]
        put(_after(values, now, by))
        return
    least: Value = None if option.none else option.least
    if not isinstance(now, int):
        put(option.least if by > 0 or option.most is None else option.most)
    elif now + by < option.least or (option.most is not None and now + by > option.most):
        put(least)
    else:
        put(now + by)
