"""What the tables of Sedma and Semerik share: the trick, the seats around it, what was played."""

from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple, cast

from seven_games.engine.cards import FIRST_JOKER, count
from seven_games.engine.game import Rules
from seven_games.engine.sedma import SedmaView
from seven_games.engine.semerik import SemerikView
from seven_games.i18n import _
from seven_games.tui.draw.cards import box, in_order, large_face, paint, suit_style
from seven_games.tui.draw.layout import PLAIN, Line, Sheet, fold, pad, span_width, width, wrap
from seven_games.tui.draw.scene import Note, Scene, Section, cards_text, is_declaration

Cards = Sequence[tuple[int, int]]
"""Who played which card, in the order played."""
Best = Callable[[Rules, Cards], int | None]
"""The place of the card that wins among the cards of a trick, none where there are no cards."""
TALL = 81
"""The cells in which the table of a large screen is laid out, in the middle of a larger one."""
SMALL = 60
"""The cells of a table below 80x24."""
LAST_KEY = "t"
"""What opens the page of the last trick."""


class Trick(NamedTuple):
    """The trick on the table, `best` the place of the card that wins it, `taken` when it is."""

    cards: tuple[tuple[int, int], ...]
    best: int | None
    taken: bool

    @property
    def winner(self) -> int | None:
        """The seat that wins it."""
        return None if self.best is None else self.cards[self.best][0]


class Played(NamedTuple):
    """A trick in the log: its number, cards, declarations and stops, and who took it."""

    number: int
    cards: tuple[tuple[int, int], ...]
    words: tuple[Note, ...]
    taker: int | None


def view_of(scene: Scene) -> SedmaView | SemerikView:
    """The view of a game of tricks."""
    return cast("SedmaView | SemerikView", scene.view)


def trick_of(scene: Scene, best: Best) -> Trick:
    """The trick that is on; a finished one stays until the next is led or it was seen."""
    view = view_of(scene)
    taken = not view.trick and bool(view.last_trick) and (view.over or not scene.cleared)
    cards = view.last_trick if taken else view.trick
    return Trick(cards, best(view.rules, cards), taken)


def leader_of(scene: Scene, trick: Trick) -> int:
    """Who led the trick, or leads the next one."""
    return trick.cards[0][0] if trick.cards else view_of(scene).leader


def around(scene: Scene) -> tuple[int, int, int, int]:
    """Four seats as they sit: on the left, across, on the right, and in front.

    The viewer's own seat is in front; a spectator sees the first there.
    """
    left, across, right, front = scene.seats
    return (
        (left, across, right, front)
        if scene.view.seat is not None
        else (across, right, front, left)
    )


# Seats


def marked(scene: Scene, seat: int, name: str) -> Line:
    """A name, with the sign of the seat that is to move."""
    return [("▸ " if seat == scene.view.turn else "  ", "turn"), (name, "name")]


def held(scene: Scene, seat: int, each: int = 0) -> Line:
    """The backs of a seat's cards and their number; apart from each other in so many cells."""
    number = scene.view.counts[seat]
    backs = " ".join([scene.faces.backs(each)] * number) if each else scene.faces.backs(number)
    return [(backs, "back"), (f" {number}" if number else "0", "text")]


def partner_title(scene: Scene, seat: int, cells: int, *, yours: bool = False) -> str:
    """The name of a seat with what is known of it, in so many cells; a partner is called one."""
    if not scene.partner(seat):
        return scene.seat_title(seat, cells)
    said = _("{name}, your partner") if yours else _("{name}, partner")
    return said.format(name=scene.seat_title(seat, cells - width(said.format(name=""))))


def seat_centred(
    sheet: Sheet, at: tuple[int, int], cells: int, seat: int, lines: Sequence[Line]
) -> None:
    """The lines of a seat in the middle of so many cells."""
    x, y = at
    wide = max(span_width(line) for line in lines)
    for below, line in enumerate(lines):
        sheet.centre(y + below, line, x, cells)
    sheet.spot(x + (cells - wide) // 2, y, wide, len(lines), "seat", seat)


def draw_beside(
    scene: Scene, sheet: Sheet, at: tuple[int, int], seat: int, cells: int, lines: Sequence[Line]
) -> None:
    """A seat at the side: its name at `at`, and these lines below it."""
    x, y = at
    sheet.write(x - 2, y, marked(scene, seat, scene.seat_title(seat, cells)))
    for below, line in enumerate(lines, 1):
        sheet.write(x, y + below, line)
    sheet.spot(x - 2, y, cells + 2, 1 + len(lines), "seat", seat)


def seats_text(scene: Scene) -> list[Line]:
    """All seats in a line or two of text."""
    lines: list[Line] = [[]]
    for seat in scene.seats:
        item: Line = [
            ("▸" if seat == scene.view.turn else "", "turn"),
            (scene.name(seat, 12), "name"),
            (f" {scene.view.counts[seat]}{scene.dealt(seat)}  ", "text"),
        ]
        if span_width(lines[-1]) + span_width(item) > scene.width + 2:
            lines.append([])
        lines[-1] += item
    return lines


# Cards

BOX_CARD = 3
"""The lines of a card in a box."""
TALL_CARD = 5
"""The lines of a large card."""


def draw_card(
    scene: Scene, sheet: Sheet, at: tuple[int, int], card: int, lines: int, *, wins: bool
) -> None:
    """A card of the trick in so many lines; the one that wins has a heavy frame and a star."""
    x, y = at
    face = f"{scene.faces.card(card):>3}"
    if lines == 1:
        sheet.put(x + 1, y, face, suit_style(card))
    else:
        inside = large_face(scene.faces, card) if lines == TALL_CARD else face
        kind, frame = ("heavy", "turn") if wins else ("solid", "legal")
        box(sheet, x, y, inside, kind, (frame, suit_style(card)))
    if wins:
        sheet.put(x + 5, y + lines // 2, "★", "turn")


def draw_place(sheet: Sheet, at: tuple[int, int], lines: int, sign: str, style: str) -> None:
    """The place of a card that is not played yet, with a sign in the middle."""
    x, y = at
    if lines == 1:
        sheet.put(x + 1, y, f" {sign} ", style)
        return
    inside = f" {sign} "
    empty = ("   ", inside, "   ")
    box(sheet, x, y, empty if lines == TALL_CARD else inside, "dashed", ("dim", style))


def card_items(scene: Scene, cards: Cards, best: int | None, cells: int) -> list[Line]:
    """Each card after the name of its seat in so many cells, the winning one with a star."""
    items: list[Line] = []
    for place, (seat, card) in enumerate(cards):
        item: Line = [(scene.name(seat, cells) + " ", "name"), *paint(scene.faces.card(card))]
        items.append([*item, ("★", "turn")] if place == best else item)
    return items


def flow(items: Iterable[Line], cells: int, between: str = " ", indent: int = 2) -> list[Line]:
    """Items in lines of at most so many cells; later lines begin with an indent."""
    lines: list[Line] = []
    for item in items:
        if lines and span_width([*lines[-1], (between, ""), *item]) <= cells:
            lines[-1] += [(between, "dim"), *item]
        else:
            lines.append([(" " * indent, PLAIN), *item] if lines else list(item))
    return lines


def trick_lines(scene: Scene, trick: Trick) -> list[Line]:
    """The cards of a trick as text, a line for every round."""
    lines: list[Line] = []
    for first in range(0, len(trick.cards), scene.players):
        cards = trick.cards[first : first + scene.players]
        best = None if trick.best is None else trick.best - first
        forms = (
            flow(card_items(scene, cards, best, cells), scene.width, between)
            for cells, between in ((6, "  "), (6, " "), (5, " "), (4, " "), (3, " "), (2, " "))
        )
        lines.append(next((form[0] for form in forms if len(form) == 1), []))
    return lines


# What was played


def played(scene: Scene) -> list[Played]:
    """The tricks of this deal; the last one may be open, or not begun."""
    found: list[tuple[list[tuple[int, int]], list[Note], int | None]] = [([], [], None)]
    for note in scene.notes:
        cards, words, _taker = found[-1]
        if note.move < FIRST_JOKER:
            cards.append((note.seat, note.move))
        else:
            words.append(note)
        if note.taker is not None:
            found[-1] = (cards, words, note.taker)
            found.append(([], [], None))
    first = sum(view_of(scene).tricks) - len(found) + 2
    return [
        Played(number, tuple(cards), tuple(words), taker)
        for number, (cards, words, taker) in enumerate(found, first)
        if cards or words or scene.view.turn is not None
    ]


def log_lines(
    scene: Scene, cells: int, best: Best, word: Callable[[Scene, Note], str]
) -> list[Line]:
    """What was played in this deal, by trick: a line for every round.

    `word` puts a declaration or a stop into words; declarations stand before their trick.
    """
    if not scene.notes:
        return [[(_("Nothing has been played yet."), "dim")]]
    lines: list[Line] = []
    for trick in played(scene):
        before = [note for note in trick.words if is_declaration(note.move)]
        after = [note for note in trick.words if not is_declaration(note.move)]
        lines += [part for note in before for part in fold(paint(word(scene, note)), cells)]
        lines += _round_lines(scene, trick, cells, best)
        lines += [
            part for note in after for part in fold(paint("  " + word(scene, note), "dim"), cells)
        ]
    return lines


def _round_lines(scene: Scene, trick: Played, cells: int, best: Best) -> list[Line]:
    rules, turn, players = scene.view.rules, scene.view.turn, scene.players
    star = None if trick.taker is None else best(rules, trick.cards)
    names = max(8, min(14, cells // players - 6))
    items = card_items(scene, trick.cards, star, names)
    if trick.taker is None and turn is not None:
        items.append([(f"{scene.name(turn, names)} …", "turn")])
    lines: list[Line] = []
    for first in range(0, len(items), players):
        mark = f"{trick.number} " if not first else "+ "
        head: Line = [(mark, "dim"), *items[first]]
        lines += flow([head, *items[first + 1 : first + players]], cells)
    return lines


def last_lines(scene: Scene, best: Best) -> list[Line]:
    """The last trick, a line for every seat: what it played in every round."""
    cards = view_of(scene).last_trick
    star, players = best(scene.view.rules, cards), scene.players
    names = [scene.name(seat, 14) for seat, _card in cards[:players]]
    wide = max((width(name) for name in names), default=0)
    lines: list[Line] = []
    for place, name in enumerate(names):
        line: Line = [(f"  {pad(name, wide)}", "name")]
        for at in range(place, len(cards), players):
            face = scene.faces.card(cards[at][1])
            line += [("  ", PLAIN), (" " * (3 - width(face)), PLAIN), *paint(face)]
            line.append((" ★" if at == star else "  ", "turn"))
        lines.append(line)
    return lines


def last_section(
    scene: Scene, cells: int, best: Best, worth: Callable[[Scene, Cards, int], str]
) -> Section:
    """The last trick for the side panel; `worth` says what it brought its taker."""
    view = view_of(scene)
    lines: list[Line] = [[(_("none yet"), "dim")]]
    if view.last_trick and view.last_taker is not None:
        items = card_items(scene, view.last_trick, best(view.rules, view.last_trick), 9)
        lines = flow(items, cells, scene.faces.dot, 0)
        said = worth(scene, view.last_trick, view.last_taker)
        lines += [[(part, "dim")] for part in wrap(said, cells)]
    return Section(_("LAST TRICK"), LAST_KEY, tuple(lines))


def side_of(scene: Scene, seat: int, cells: int = 9) -> str:
    """The names of the side that a seat plays for."""
    side = next(side for side in scene.sides if seat in side)
    return scene.side_name(side, cells)


# What is known of closed cards


def unseen_title(scene: Scene, cells: int) -> list[Line]:
    """How many cards a list of unseen cards has, and who has not seen them."""
    number, viewer = count(scene.view.unseen), scene.view.seat
    name = "" if viewer is None else scene.name(viewer)
    if not number:
        said = _("Every card has been seen.")
    elif viewer is None:
        said = _("Not played yet: {cards}.")
    elif scene.is_you(viewer):
        said = _("Not seen by you: {cards}.")
    else:
        said = _("Not seen by {name}: {cards}.")
    return fold([(said.format(cards=cards_text(number), name=name), "text")], cells)


def unseen_by(scene: Scene) -> str:
    """By whom the cards of a list were not seen, in a word or two."""
    viewer = scene.view.seat
    if viewer is None:
        return _("not played yet")
    if scene.is_you(viewer):
        return _("unseen by you")
    return _("unseen by {name}").format(name=scene.name(viewer, 9))


def strict_lines(cells: int) -> list[Line]:
    """What stands in place of a list of what is out, where nobody is told."""
    return fold([(_("This table is strict: nobody is told what is out."), "dim")], cells)


def known_lines(
    scene: Scene, cells: int, order: Sequence[int], lacks: Callable[[Scene, int], list[str]]
) -> list[Line]:
    """What the play has shown of the hands of others; `order` are the ranks from low to high.

    `lacks` are the sentences on what a seat cannot hold.
    """
    said: list[str] = []
    for seat in scene.seats:
        if seat == scene.view.seat or not scene.view.counts[seat]:
            continue
        holds = scene.view.must[seat] & scene.view.unseen
        if holds:
            cards = scene.faces.cards(in_order(holds, order))
            said.append(_("{name} holds {cards}.").format(name=scene.name(seat), cards=cards))
        said += lacks(scene, seat)
    if not said:
        said = [_("The play has not shown yet who holds what.")]
    return [part for sentence in said for part in fold(paint(sentence), cells)]


# The account of a deal


def account_table(scene: Scene, rows: Sequence[tuple[str, Sequence[object], str]]) -> list[Line]:
    """Rows of a label and a value for every side, by the number of the side, with their style.

    A label that is too long for its column stands in a line of its own.
    """
    room = max(scene.width - 4, 20)
    sides, many = scene.sides, len(scene.sides)
    label_wide = min(34, room - (11 if many == 2 else 7) * many)
    cells = (room - label_wide) // many - 2
    names = [_side_within(scene, side, cells) for side in sides]
    wide = max(*(width(name) for name in names), 5)
    lines: list[Line] = [[(" " * label_wide, PLAIN)]]
    lines[0] += [(f"{' ' * (wide - width(name))}{name}  ", "name") for name in names]
    for label, values, style in rows:
        columns = "".join(f"{values[scene.side(side[0])]:>{wide}}  " for side in sides).rstrip()
        if width(label) > label_wide:
            lines.append([(label, style)])
            lines.append([(" " * label_wide, style), (columns, style)])
        else:
            lines.append([(pad(label, label_wide), style), (columns, style)])
    return lines


def _side_within(scene: Scene, side: Sequence[int], cells: int) -> str:
    """The names of a side, as long as they can be in so many cells together."""
    names = (scene.side_name(side, most) for most in range(11, 0, -1))
    return next((name for name in names if width(name) <= cells), "")
