"""Cards as they are drawn: faces, boxes, and what the cursor stands on."""

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
from seven_games.tui.draw.layout import PLAIN, Line, Sheet, pad, width

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
    **dict(zip(map(ord, "▸◂‹›▲★▒…–“”⇧␣⏎−✓✗"), '><<>^*#.-""^_/-+x', strict=True)),
}
_ASCII = {
    **_CONSOLE,
    **dict(zip(map(ord, "┌┐└┘─│╌"), "++++-|.", strict=True)),
    **dict(zip(map(ord, "·←→↑↓±"), ".<>^v~", strict=True)),
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


def box(
    sheet: Sheet,
    x: int,
    y: int,
    text: str | Sequence[str],
    kind: str,
    styles: tuple[str, str] = (PLAIN, PLAIN),
) -> None:
    """A box of a line of text, or of several of the same width.

    `styles` are those of the frame and of the text.
    """
    left_top, across, right_top, down, left_bottom, right_bottom = tuple(_BOXES[kind])
    frame, inside = styles
    lines = [text] if isinstance(text, str) else text
    wide = width(lines[0])
    sheet.put(x, y, left_top + across * wide + right_top, frame)
    for below, line in enumerate(lines, 1):
        sheet.put(x, y + below, down, frame)
        sheet.put(x + 1, y + below, line, inside)
        sheet.put(x + 1 + wide, y + below, down, frame)
    sheet.put(x, y + 1 + len(lines), left_bottom + across * wide + right_bottom, frame)


def large_face(faces: Faces, card: int) -> tuple[str, str, str]:
    """The three lines of a large card: the rank at the left, the suit, the rank at the right.

    >>> large_face(SYMBOLS, 8)
    ('10 ', ' ♠ ', ' 10')
    """
    label = faces.card(card)
    rank, sign = (label, "★") if card >= FIRST_JOKER else (label[:-1], label[-1])
    return pad(rank, 3), f" {sign} ", " " * (3 - width(rank)) + rank
