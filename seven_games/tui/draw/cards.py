"""Cards as they are drawn: faces, boxes, the hand with its numbers."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace

from seven_games.engine.cards import (
    FIRST_JOKER,
    JOKER_AS,
    RANKS,
    cards_of,
    rank_of,
    suit_of,
)
from seven_games.tui.draw.layout import PLAIN, Line, Sheet, width

SUIT_STYLES = ("spades", "hearts", "diamonds", "clubs")
_BLACK_RED = (0, 1, 3, 2)
"""The order of the suits in a hand, so that the colours alternate: ♠ ♥ ♣ ♦."""
DIGITS = "1234567890"
"""The keys of the things that can be played, in their order."""


# Cards as people type them: jack, queen, king, ace and the suits by their Cyrillic initials.
_CYRILLIC_RANKS = str.maketrans("вдкт", "jqka")
_CYRILLIC_SUITS = str.maketrans("пчбткх", "shdccc")
_GERMAN = {"J": "U", "Q": "O"}
"""Unter and Ober, as the cards that Sedma is played with have them."""
_FROM_GERMAN = {"u": "j", "o": "q"}


@dataclass(frozen=True)
class Faces:
    """How cards and marks look. `signs` translates the signs of drawings, each to one cell.

    `german`: jack and queen are called U and O.
    """

    name: str
    suits: tuple[str, str, str, str]
    joker: str = "Jo"
    dot: str = " · "
    enter: str = "⏎"
    arrows: str = "←→"
    half: str = "½"
    signs: dict[int, str] = field(default_factory=dict)
    german: bool = False

    def with_german(self) -> "Faces":
        """The same faces with German labels."""
        return replace(self, german=True)

    def on_console(self) -> "Faces":
        """The same faces with what the font of a Linux console has."""
        if self.name == "ascii":
            return self
        # It has no outlined suits.
        suits = self.suits if self.name == "letters" else CONSOLE.suits
        return replace(CONSOLE, suits=suits, german=self.german)

    def rank(self, rank: int) -> str:
        """The rank alone: `10`, `J`; with German labels `U`."""
        label = RANKS[rank]
        return _GERMAN.get(label, label) if self.german else label

    def card(self, card: int) -> str:
        """The face of a card: `10♠`; of a joker `Jo`."""
        if card >= FIRST_JOKER:
            return self.joker
        return self.rank(rank_of(card)) + self.suits[suit_of(card)]

    def cards(self, cards: int | Iterable[int]) -> str:
        """Faces of several cards, separated by spaces."""
        listed = cards_of(cards) if isinstance(cards, int) else cards
        return " ".join(self.card(card) for card in listed)

    def read(self, text: str) -> str:
        """What a person has typed, as the engine's notation has it: rank, then suit.

        >>> SYMBOLS.read("7к"), SYMBOLS.read("Дп"), SYMBOLS.with_german().read("U♥")
        ('7c', 'qs', 'j♥')
        """
        word = text.strip().lower().replace("\ufe0f", "").replace("\ufe0e", "")
        rank, suit = word[:-1], word[-1:]
        if self.german:
            rank = _FROM_GERMAN.get(rank, rank)
        return rank.translate(_CYRILLIC_RANKS) + suit.translate(_CYRILLIC_SUITS)

    def join(self, parts: Iterable[str]) -> str:
        """Short statements in one line."""
        return self.dot.join(part for part in parts if part)

    def backs(self, count: int, most: int = 13) -> str:
        """The backs of so many cards, at most so many."""
        return "▒" * min(count, most)


# The console of a Linux kernel has no heavy, double or dashed lines and no triangles.
_CONSOLE = {
    **dict(zip(map(ord, "┏┓┗┛━┃"), "####=#", strict=True)),
    **dict(zip(map(ord, "╔╗╚╝═║"), "++++=|", strict=True)),
    **dict(zip(map(ord, "╭╮╰╯╌╎"), "....·:", strict=True)),
    **dict(zip(map(ord, "▸◂▲★▒…–“”⇧␣⏎−"), '><^*#.-""^_/-', strict=True)),
}
_ASCII = {
    **_CONSOLE,
    **dict(zip(map(ord, "┌┐└┘─│╌"), "++++-|.", strict=True)),
    **dict(zip(map(ord, "·←→↑↓"), ".<>^v", strict=True)),
}

SYMBOLS = Faces("symbols", ("♠", "♥", "♦", "♣"))
OUTLINE = Faces("outline", ("♤", "♡", "♢", "♧"))
LETTERS = Faces("letters", ("S", "H", "D", "C"))
ASCII = Faces(
    "ascii", LETTERS.suits, dot=", ", enter="Enter", arrows="<->", half=".5", signs=_ASCII
)
CONSOLE = Faces("console", SYMBOLS.suits, enter="Enter", arrows="<->", signs=_CONSOLE)
FACES = {faces.name: faces for faces in (SYMBOLS, OUTLINE, LETTERS, ASCII, CONSOLE)}

_FACE = re.compile(r"(?<![\w♠♥♦♣♤♡♢♧])(?:10|[2-9JQKAUO])(?:([♠♤S])|([♥♡H])|([♦♢D])|([♣♧C]))(?!\w)")


def paint(text: str, style: str = PLAIN) -> Line:
    """A sentence with the cards in it in the colours of their suits."""
    line: Line = []
    end = 0
    for found in _FACE.finditer(text):
        if found.start() > end:
            line.append((text[end : found.start()], style))
        suit = next(suit for suit in range(4) if found.group(suit + 1))
        line.append((found.group(), SUIT_STYLES[suit]))
        end = found.end()
    if end < len(text):
        line.append((text[end:], style))
    return line


def suit_style(card: int) -> str:
    """The style of a card's face."""
    return PLAIN if card >= FIRST_JOKER else SUIT_STYLES[suit_of(card)]


def in_order(hand: int, ranks: Sequence[int]) -> list[int]:
    """The cards of a hand by suits of alternating colours, by the ranks of the game in each.

    `ranks` are the ranks from low to high; jokers come last.
    """
    return sorted(
        cards_of(hand),
        key=lambda card: (
            (4, card)
            if card >= FIRST_JOKER
            else (_BLACK_RED.index(suit_of(card)), ranks.index(rank_of(card)))
        ),
    )


@dataclass(frozen=True)
class Entry:
    """Something the cursor stands on: a card of the hand, or a word such as `pass`.

    `moves` are what it can do now, none where the card does not fit; `number` is the digit that
    marks it.
    """

    label: str
    moves: tuple[int, ...]
    number: str = ""
    card: int | None = None

    @property
    def fits(self) -> bool:
        """Whether it can be played now."""
        return bool(self.moves)


def moves_of(card: int, moves: Iterable[int]) -> tuple[int, ...]:
    """The moves that play this card; a joker may have several."""
    if card < FIRST_JOKER:
        return tuple(move for move in moves if move == card)
    first = JOKER_AS + 52 * (card - FIRST_JOKER)
    return tuple(move for move in moves if first <= move < first + 52)


def numbered(entries: Iterable[Entry]) -> list[Entry]:
    """The entries with digits for those that can be played, as far as digits go.

    An entry that has a letter of its own keeps it.
    """
    digits = iter(DIGITS)
    return [
        Entry(
            entry.label,
            entry.moves,
            entry.number or (next(digits, "") if entry.fits else ""),
            entry.card,
        )
        for entry in entries
    ]


_BOXES = {"solid": "┌─┐│└┘", "dashed": "╭╌╮╎╰╯", "heavy": "┏━┓┃┗┛", "double": "╔═╗║╚╝"}
BOX_HEIGHT = 3
WORD = 8
"""The cells kept free beside the cards for the box of a word."""


def box(
    sheet: Sheet, x: int, y: int, text: str, kind: str, styles: tuple[str, str] = (PLAIN, PLAIN)
) -> None:
    """A box of one line of text; `styles` are those of the frame and of the text."""
    left_top, across, right_top, down, left_bottom, right_bottom = tuple(_BOXES[kind])
    frame, inside = styles
    wide = width(text)
    sheet.put(x, y, left_top + across * wide + right_top, frame)
    sheet.put(x, y + 1, down, frame)
    sheet.put(x + 1, y + 1, text, inside)
    sheet.put(x + 1 + wide, y + 1, down, frame)
    sheet.put(x, y + 2, left_bottom + across * wide + right_bottom, frame)


def _kind(entry: Entry, *, marked: bool) -> str:
    return "heavy" if marked else "solid" if entry.fits else "dashed"


def _frame(entry: Entry, *, marked: bool) -> str:
    return "selected" if marked else "legal" if entry.fits else "dim"


def _inside(entry: Entry) -> str:
    return PLAIN if entry.card is None else suit_style(entry.card)


def _boxed(entry: Entry) -> str:
    if entry.card is None:
        return f" {entry.label} "
    return entry.label + " " * (3 - width(entry.label))


def draw_hand(
    sheet: Sheet, left: int, y: int, cells: int, entries: Sequence[Entry], cursor: int | None
) -> None:
    """The hand in five lines: boxes where they find room, chips in two lines otherwise."""
    widths = [width(_boxed(entry)) + 2 for entry in entries]
    cards = [wide for wide, entry in zip(widths, entries, strict=True) if entry.card is not None]
    words = sum(widths) - sum(cards)
    if not cards:
        # A list of words.
        cards, words = widths, 0
    for gap in (1, 0):
        taken = sum(cards) + gap * max(len(cards) - 1, 0)
        if taken + (1 + words if words else 0) <= cells - 2:
            # Where there is room for a word such as `pass`, the cards keep their place when it
            # comes and goes.
            room = cells - 2 - max(WORD, words) - taken
            x = (cells - taken) // 2
            if words or room >= 1:
                x = min(x, room)
            _draw_boxes(sheet, left + max(x, 1), y, entries, cursor, gap)
            return
    _draw_chips(sheet, left, y, cells, entries, cursor)


def _draw_boxes(
    sheet: Sheet, x: int, y: int, entries: Sequence[Entry], cursor: int | None, gap: int
) -> None:
    for place, entry in enumerate(entries):
        marked = place == cursor
        text = _boxed(entry)
        if entry.card is None and place and entries[place - 1].card is not None:
            x += not gap
        middle = x + (width(text) + 1) // 2
        sheet.put(middle, y, entry.number, "number")
        box(
            sheet,
            x,
            y + 1,
            text,
            _kind(entry, marked=marked),
            (_frame(entry, marked=marked), _inside(entry)),
        )
        if marked:
            sheet.put(middle, y + 4, "▲", "selected")
        x += width(text) + 2 + gap


def chip(entry: Entry, *, marked: bool) -> Line:
    """An entry in brackets that say whether it fits and whether it is marked."""
    before, after = ("▸", "◂") if marked else ("[", "]") if entry.fits else (" ", " ")
    style = _frame(entry, marked=marked)
    return [(before, style), (entry.label, _inside(entry)), (after, style)]


def chip_rows(entries: Sequence[Entry], cells: int) -> list[list[int]]:
    """Which entries stand in which line, where a line has so many cells."""
    rows: list[list[int]] = [[]]
    taken = 0
    for place, entry in enumerate(entries):
        wide = _chip_width(entry) + 1
        if taken + wide > cells and rows[-1]:
            rows.append([])
            taken = 0
        rows[-1].append(place)
        taken += wide
    return rows


def _chip_width(entry: Entry) -> int:
    """Cards take the same room each, words what they need and their number."""
    return 5 if entry.card is not None else width(entry.label) + 4


def _draw_chips(
    sheet: Sheet, left: int, y: int, cells: int, entries: Sequence[Entry], cursor: int | None
) -> None:
    """Two lines of chips under their numbers, and a third with the numbers in it."""
    rows = chip_rows(entries, cells)
    marked_row = next((line for line, row in enumerate(rows) if cursor in row), 0)
    rows = rows[max(0, marked_row - 2) :][:3]
    marks: list[tuple[int, int]] = []
    for line, row in enumerate(rows):
        taken = sum(_chip_width(entries[place]) + 1 for place in row) - 1
        x = left + max(0, (cells - taken) // 2)
        for place in row:
            entry, marked = entries[place], place == cursor
            spans = chip(entry, marked=marked)
            if entry.card is None or line == 2:
                spans.insert(1, (f"{entry.number} ".lstrip(), "number"))
            else:
                sheet.put(x + 1, y + 2 * line, entry.number, "number")
            sheet.write(x, y + 2 * line + (line < 2), spans)
            if marked and line < 2:
                marks.append((x + 1, y + 2 * line + 2))
            x += _chip_width(entry) + 1
    for at_x, at_y in marks:
        # Beside the number of the row below, where one stands just there; a third row has none.
        if len(rows) < 3 or at_y < y + 4:
            sheet.put(at_x + sheet.taken(at_x, at_y), at_y, "▲", "selected")
