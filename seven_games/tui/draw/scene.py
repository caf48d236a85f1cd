"""What is drawn: one seat's view of the table and all that stands around it."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import NamedTuple, cast

from seven_games.engine import GAMES
from seven_games.engine.cards import (
    FIRST_JOKER,
    JOKER_AS,
    PASS,
    RANKS,
    SHOW_BABA,
    SHOW_TRIPLE,
    STOP,
    count,
)
from seven_games.engine.game import Result, Standing, View
from seven_games.engine.match import DealScore
from seven_games.engine.semerik import SemerikView, declaration
from seven_games.i18n import _, ngettext
from seven_games.tui.draw.cards import SYMBOLS, Faces, paint
from seven_games.tui.draw.layout import Line, cut, steady, width

DEALER = "D"
"""Beside the name of the seat that dealt, where the word has no room."""
SHORT = 60
"""Below so many cells sentences are as short as they can be."""


class Hint(NamedTuple):
    """A key as the hint line shows it, what it does in a word, and the action it stands for."""

    key: str
    label: str
    action: str


@dataclass(frozen=True)
class Section:
    """A part of the side panel: a heading, a word at its right end, and lines below."""

    title: str
    right: str
    lines: tuple[Line, ...]


@dataclass(frozen=True)
class Advised:
    """A hint, as far as it was asked for.

    `text` is one sentence or more; `figures` what the moves are worth, the best first, `basis`
    what they count, and `short_basis` that for one line; `more` is what the key tells next;
    `fresh`: nothing was done since.
    """

    text: str
    figures: tuple[str, ...] = ()
    basis: str = ""
    short_basis: str = ""
    more: str = ""
    fresh: bool = True


@dataclass(frozen=True)
class Note:
    """A line of the log: who made which move as the how manieth, and who took a trick by it."""

    ply: int
    seat: int
    move: int
    taker: int | None


@dataclass(frozen=True)
class Scene:
    """Everything a drawing needs.

    `names` are by seat, `bots` the seats where bots play; `alone` says that one person is at the
    table, who is then called “You”. `standing` is how the match stands, `cursor` the place of the
    marked entry, `choices` the moves of a list that is open in place of the hand, `message` a
    line that stands in for what the marked card does. `cleared`: the finished trick was seen.
    `hints` are the keys of the hint line, `always` those of its right end.

    `notes` are the moves of this deal, `deals` the deals of the match that are over, `code` the
    code of the deal, empty where it has none, `pace` that of the bots, empty where there are none;
    `strict`: nobody is told what is out. `advised` is the hint that is shown.
    """

    view: View
    names: tuple[str, ...]
    bots: frozenset[int]
    standing: Standing
    alone: bool = True
    cursor: int | None = None
    choices: tuple[int, ...] = ()
    faces: Faces = SYMBOLS
    width: int = 80
    height: int = 24
    message: str = ""
    cleared: bool = False
    hints: tuple[Hint, ...] = ()
    always: tuple[Hint, ...] = field(default_factory=tuple)
    notes: tuple[Note, ...] = ()
    deals: tuple[DealScore, ...] = ()
    code: str = ""
    pace: str = ""
    strict: bool = False
    advised: Advised | None = None

    def name(self, seat: int, cells: int = 20) -> str:
        """What a seat is called here, in at most so many cells."""
        return _("You") if self.is_you(seat) else cut(steady(self.names[seat]), cells)

    def is_you(self, seat: int) -> bool:
        """Whether this is the seat of the only person at the table."""
        return self.alone and seat == self.view.seat

    def title(self, seat: int, cells: int = 20) -> str:
        """The name of a seat, and whether a bot plays there, where both find room."""
        if seat not in self.bots:
            return self.name(seat, cells)
        full = _("{name} (bot)").format(name=self.name(seat))
        return full if len(cut(full, cells)) == len(full) else self.name(seat, cells)

    def seat_title(self, seat: int, cells: int = 20) -> str:
        """The name of a seat with what else is known of it, as far as there is room."""
        full = self.title(seat, max(cells, len(self.name(seat))))
        if seat != self.view.dealer:
            return self.title(seat, cells)
        name = self.name(seat)
        forms = (
            _("{name}, dealer").format(name=full),
            _("{name}, dealer").format(name=name),
            f"{full} {DEALER}",
            f"{name} {DEALER}",
        )
        short = f"{self.name(seat, max(cells - 2, 1))} {DEALER}"
        return next((form for form in forms if width(form) <= cells), cut(short, cells))

    def dealt(self, seat: int) -> str:
        """The mark of the seat that dealt, where there is no room for the word."""
        return f" {DEALER}" if seat == self.view.dealer else ""

    @property
    def short(self) -> bool:
        """Whether only the shortest sentences have room."""
        return self.width < SHORT

    @property
    def my_turn(self) -> bool:
        """Whether the seat whose hand is shown is to move."""
        return self.view.turn is not None and self.view.turn == self.view.seat

    @property
    def players(self) -> int:
        """How many sit at the table."""
        return self.view.rules.players

    @property
    def seats(self) -> list[int]:
        """The seats clockwise, the viewer's last; a spectator sees them from the first on."""
        first = 0 if self.view.seat is None else self.view.seat + 1
        return [(first + step) % self.players for step in range(self.players)]

    def side(self, seat: int) -> int:
        """The side that a seat plays for."""
        return GAMES[self.view.game].side(self.view.rules, seat)

    @property
    def sides(self) -> list[list[int]]:
        """The seats of every side, the viewer's own side first."""
        many = GAMES[self.view.game].sides(self.view.rules)
        own = 0 if self.view.seat is None else self.side(self.view.seat)
        order = [(own + step) % many for step in range(many)]
        return [[seat for seat in range(self.players) if self.side(seat) == side] for side in order]

    def side_name(self, seats: Sequence[int], cells: int = 9, between: str = "+") -> str:
        """The names of a side, each in at most so many cells, the viewer's first."""
        ordered = sorted(seats, key=lambda seat: seat != self.view.seat)
        return between.join(self.name(seat, cells) for seat in ordered)

    def partner(self, seat: int) -> bool:
        """Whether this other seat plays for the viewer's side."""
        own = self.view.seat
        return own is not None and seat != own and self.side(seat) == self.side(own)


def deal_text(scene: Scene, many: int | None = None) -> str:
    """The number of the deal, and of how many where that is known."""
    number = scene.view.standing.deal + 1
    if many is None:
        return _("deal {n}").format(n=number)
    return _("deal {n} of {many}").format(n=number, many=many)


def dealt_text(scene: Scene) -> str:
    """That the viewer has dealt."""
    dealer = scene.view.dealer
    if scene.is_you(dealer):
        return _("You dealt.")
    return _("{name} dealt.").format(name=scene.name(dealer, 10))


def cards_text(number: int) -> str:
    """So many cards."""
    return ngettext("{n} card", "{n} cards", number).format(n=number)


def points_text(number: int) -> str:
    """So many points."""
    return ngettext("{n} point", "{n} points", number).format(n=number)


def tricks_text(number: int) -> str:
    """So many tricks."""
    return ngettext("{n} trick", "{n} tricks", number).format(n=number)


def turn_text(scene: Scene) -> str:
    """Whose turn it is."""
    if scene.view.turn is None:
        return _("The deal is over.")
    if not scene.my_turn:
        trick = getattr(scene.view, "trick", None)
        said = _("{name} leads.") if trick == () else _("{name} is to play.")
        return said.format(name=scene.name(scene.view.turn))
    if scene.alone:
        return _("Your turn.")
    return _("{name}, your turn.").format(name=scene.name(scene.view.turn))


def is_declaration(move: int) -> bool:
    """Whether the move shows a combination."""
    return SHOW_BABA <= move < JOKER_AS


def move_text(scene: Scene, seat: int, move: int) -> str:
    """A move of a seat as a sentence."""
    you, face = scene.is_you(seat), scene.faces.card
    if move == PASS:
        sentence = _("You pass.") if you else _("{name} passes.")
        return sentence.format(name=scene.name(seat))
    if move == STOP:
        sentence = _("You let the trick go.") if you else _("{name} lets the trick go.")
        return sentence.format(name=scene.name(seat))
    if is_declaration(move):
        sentence = _("You show {combination}.") if you else _("{name} shows {combination}.")
        return sentence.format(
            name=scene.name(seat), combination=combination_worth(scene, seat, move)
        )
    card, place = played_card(move)
    if place is not None:
        sentence = _("You lay a joker as {card}.") if you else _("{name} lays a joker as {card}.")
        return sentence.format(name=scene.name(seat), card=face(place))
    if took_joker(scene.view, card):
        sentence = (
            _("You play {card} and take the joker.")
            if you
            else _("{name} plays {card} and takes the joker.")
        )
    else:
        sentence = _("You play {card}.") if you else _("{name} plays {card}.")
    return sentence.format(name=scene.name(seat), card=face(card))


def log_lines(scene: Scene) -> list[Line]:
    """The moves of this deal, one a line, with who took a trick."""
    lines: list[Line] = []
    for number, note in enumerate(scene.notes, 1):
        line = [(f"{number:>3}  ", "dim"), *paint(move_text(scene, note.seat, note.move))]
        if note.taker is not None:
            took = (
                _("You take the trick.")
                if scene.is_you(note.taker)
                else _("{name} takes the trick.").format(name=scene.name(note.taker))
            )
            line.append((f" ★ {took}", "turn"))
        lines.append(line)
    return lines or [[(_("Nothing has been played yet."), "dim")]]


def combination_worth(scene: Scene, seat: int, move: int) -> str:
    """A combination that was shown, with what it was worth where that is known."""
    name = combination_text(scene, move)
    for shown in getattr(scene.view, "shown", ()):
        if (shown.seat, shown.move) == (seat, move):
            name = combination_text(scene, move, shown.cards)
            return f"{name}: {points_text(shown.worth)}"
    return name


def combination_text(scene: Scene, move: int, cards: int = 0) -> str:
    """The name of a combination: `Baba ♠`, `three aces`, or `four aces` by its cards."""
    if move < SHOW_TRIPLE:
        return _("Baba {suit}").format(suit=scene.faces.suits[move - SHOW_BABA])
    three, four = _sets()[RANKS[move - SHOW_TRIPLE]]
    return four if count(cards) > THREE_OF_A_RANK else three


THREE_OF_A_RANK = 3


def _sets() -> dict[str, tuple[str, str]]:
    """Three and four cards of every rank in words."""
    return {
        "2": (_("three twos"), _("four twos")),
        "3": (_("three threes"), _("four threes")),
        "4": (_("three fours"), _("four fours")),
        "5": (_("three fives"), _("four fives")),
        "6": (_("three sixes"), _("four sixes")),
        "7": (_("three sevens"), _("four sevens")),
        "8": (_("three eights"), _("four eights")),
        "9": (_("three nines"), _("four nines")),
        "10": (_("three tens"), _("four tens")),
        "J": (_("three jacks"), _("four jacks")),
        "Q": (_("three queens"), _("four queens")),
        "K": (_("three kings"), _("four kings")),
        "A": (_("three aces"), _("four aces")),
    }


def took_joker(view: View, card: int) -> bool:
    """Whether this card, when it was played, was laid on the joker that held its place."""
    return any(played_card(move)[1] == card for _seat, move in view.log)


def played_card(move: int) -> tuple[int, int | None]:
    """The card that a move plays; for a joker also the place where it is laid."""
    if move < JOKER_AS:
        return move, None
    joker, place = divmod(move - JOKER_AS, 52)
    return FIRST_JOKER + joker, place


def move_label(scene: Scene, move: int) -> str:
    """A move as an entry of a list."""
    if move == PASS:
        return _("pass")
    if move == STOP:
        return _("stop")
    card, place = played_card(move)
    if place is not None:
        return _("as {card}").format(card=scene.faces.card(place))
    if is_declaration(move):
        cards, worth = declaration(cast("SemerikView", scene.view), move)
        return f"{combination_text(scene, move, cards)}: {points_text(worth)}"
    return scene.faces.card(card)


def move_name(scene: Scene, move: int) -> str:
    """A move as a sentence names it."""
    if is_declaration(move):
        return combination_text(scene, move)
    card, place = played_card(move)
    label = move_label(scene, move)
    return label if place is None else f"{scene.faces.card(card)} {label}"


def pairs(scene: Scene, scores: Sequence[int]) -> str:
    """Both sides with their scores: `You+Petro 1 : 3 Olha+Ira`; three sides one by one."""
    sides = scene.sides
    many = len(sides)
    texts = [scene.side_name(seats, 9 if many == 2 else 12) for seats in sides]
    values = [scores[scene.side(seats[0])] for seats in sides]
    if many == 2:
        return f"{texts[0]} {values[0]} : {values[1]} {texts[1]}"
    return scene.faces.join(f"{t} {v}" for t, v in zip(texts, values, strict=True))


def trick_is_finished(view: View) -> bool:
    """Whether a trick has been taken and no card has been led since."""
    trick: tuple[tuple[int, int], ...] | None = getattr(view, "trick", None)
    return trick == () and bool(getattr(view, "last_trick", ()))


def result_of(view: View) -> Result:
    """The result of a finished deal. Raises ValueError before."""
    if view.result is None:
        raise ValueError("the deal is not over")
    return view.result
