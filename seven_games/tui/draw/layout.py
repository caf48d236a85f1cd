"""Lines of styled cells: everything drawn goes through a sheet of exactly so many cells."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple

from rich.cells import cell_len

Span = tuple[str, str]
"""A text and the name of its style."""
Line = list[Span]


class Spot(NamedTuple):
    """A part of a screen that the mouse can click: its cells, and what is there.

    `kind` and `what`: "entry" and its place among the entries, "seat" and its number, "item" and
    its place in a list, "key" and the name of an action.
    """

    x: int
    y: int
    width: int
    height: int
    kind: str
    what: int | str


class Picture(list[Line]):
    """The lines of a screen, and what the mouse finds on it."""

    def __init__(self, lines: Iterable[Line] = (), spots: Iterable[Spot] = ()) -> None:
        super().__init__(lines)
        self.spots = list(spots)

    def at(self, x: int, y: int) -> Spot | None:
        """What is in this cell; what was put there last lies on top."""
        return next(
            (
                spot
                for spot in reversed(self.spots)
                if spot.x <= x < spot.x + spot.width and spot.y <= y < spot.y + spot.height
            ),
            None,
        )


PLAIN = "text"
"""The style of what has no other."""

# Signs whose width depends on their neighbours or on the terminal: selectors that turn a sign
# into a picture, skin tones, the letters that make flags, and what cannot be seen at all.
_UNSTEADY = re.compile(
    "[\ufe00-\ufe0f\U000e0100-\U000e01ef\u200b-\u200f\u2028-\u202e\u2060-\u206f"
    "\U0001f3fb-\U0001f3ff\U0001f1e6-\U0001f1ff\x00-\x1f\x7f-\x9f]"
)


def steady(text: str) -> str:
    """The text without signs that terminals draw in different widths."""
    return _UNSTEADY.sub("", text)


def width(text: str) -> int:
    """How many cells of a line the text takes."""
    return cell_len(text)


def signs(text: str) -> Iterator[tuple[str, int]]:
    """The signs of a text with their widths, combining marks joined to what they sit on."""
    base, wide = "", 0
    for sign in text:
        cells = cell_len(sign)
        if cells == 0 and base:
            base += sign
            continue
        if base:
            yield base, wide
        base, wide = (sign, cells) if cells else ("", 0)
    if base:
        yield base, wide


@lru_cache(4096)
def seen(text: str) -> str:
    """The text without what would move the cursor, or is not seen at all: it may be anybody's."""
    return steady(text)


@lru_cache(4096)
def _all_signs(text: str) -> tuple[tuple[str, ...], int]:
    """The signs of a text, and how many cells they take together."""
    found = list(signs(text))
    return tuple(sign for sign, _wide in found), sum(wide for _sign, wide in found)


def cut(text: str, cells: int) -> str:
    """The text in at most so many cells, with `…` where something is missing.

    >>> cut("Petro", 4)
    'Pet…'
    """
    if width(text) <= cells:
        return text
    kept, used = "", 0
    for sign, wide in signs(text):
        if used + wide > cells - 1:
            break
        kept += sign
        used += wide
    return kept + "…" if cells > 0 else ""


def pad(text: str, cells: int) -> str:
    """The text in exactly so many cells.

    >>> pad("Ira", 5)
    'Ira  '
    """
    text = cut(text, cells)
    return text + " " * (cells - width(text))


def wrap(text: str, cells: int, indent: str = "") -> list[str]:
    """The text in lines of at most so many cells; `indent` begins the second and later ones.

    A word that is wider than a line is broken.

    >>> wrap("one two three", 8)
    ['one two', 'three']
    """
    room = max(cells - width(indent), 1)
    lines = [""]
    for word in (part for whole in text.split() for part in _broken(whole, room)):
        started = lines[-1].strip()
        longer = f"{lines[-1]} {word}" if started else lines[-1] + word
        if started and width(longer) > cells:
            lines.append(cut(indent + word, cells))
        else:
            lines[-1] = cut(longer, cells)
    return lines


def _broken(word: str, cells: int) -> list[str]:
    """A word in parts of at most so many cells."""
    if width(word) <= cells:
        return [word]
    parts = [""]
    for sign, _wide in signs(word):
        if parts[-1] and width(parts[-1] + sign) > cells:
            parts.append("")
        parts[-1] += sign
    return parts


def fold(line: Line, cells: int, indent: int = 2) -> list[Line]:
    """A line of spans in lines of at most so many cells, broken at spaces.

    >>> fold([("one two", "a"), (" three", "b")], 8)
    [[('one two', 'a')], [('  ', 'text'), ('three', 'b')]]
    """
    if span_width(line) <= cells:
        return [line]
    lines: list[Line] = [[]]
    used = 0
    for text, style in line:
        words = re.findall(r" +|[^ ]+", text)
        for word in (part for whole in words for part in _broken(whole, max(cells - indent, 1))):
            wide = width(word)
            if used + wide > cells and lines[-1] and not word.isspace():
                while lines[-1] and lines[-1][-1][0].isspace():
                    lines[-1].pop()
                lines.append([(" " * indent, PLAIN)])
                used = indent
            if word.isspace() and used + wide > cells:
                continue
            piece = cut(word, cells - used)
            last = lines[-1][-1] if lines[-1] else ("", "")
            if last[1] == style:
                lines[-1][-1] = (last[0] + piece, style)
            else:
                lines[-1].append((piece, style))
            used += width(piece)
    return lines


def span_width(line: Iterable[Span]) -> int:
    """How many cells a line of spans takes."""
    return sum(width(text) for text, _ in line)


class Sheet:
    """Exactly `width` times `height` cells; what is put outside is dropped."""

    def __init__(self, width: int, height: int) -> None:
        self.width = max(width, 0)
        self.height = max(height, 0)
        self.rows: list[list[Span]] = [[(" ", PLAIN)] * self.width for _ in range(self.height)]
        self.spots: list[Spot] = []

    def put(self, x: int, y: int, text: str, style: str = PLAIN) -> int:
        """Write a text from this cell on; returns the cell after it."""
        text = seen(text)
        parts, wide = _all_signs(text)
        if 0 <= y < self.height:
            if wide == len(parts):
                self._set_narrow(x, y, parts, style)
            else:
                at = x
                for sign, cells in signs(text):
                    if cells and at >= 0 and at + cells <= self.width:
                        self._set(at, y, sign, cells, style)
                    at += cells
        return x + wide

    def spot(self, x: int, y: int, width: int, height: int, kind: str, what: int | str) -> None:
        """Note what the mouse finds in these cells."""
        self.spots.append(Spot(x, y, width, height, kind, what))

    def place(self, x: int, y: int, other: "Sheet") -> None:
        """Lay another sheet on this one, with all that the mouse finds on it.

        It must lie within this sheet.
        """
        for line, row in enumerate(other.rows, y):
            self.rows[line][x : x + other.width] = row
        self.spots += [spot._replace(x=x + spot.x, y=y + spot.y) for spot in other.spots]

    def taken(self, x: int, y: int) -> bool:
        """Whether a sign stands in this cell."""
        return 0 <= y < self.height and 0 <= x < self.width and self.rows[y][x][0] != " "

    def write(self, x: int, y: int, line: Iterable[Span]) -> int:
        """Write a line of spans from this cell on; returns the cell after it."""
        for text, style in line:
            x = self.put(x, y, text, style)
        return x

    def centre(self, y: int, line: Line, left: int = 0, cells: int | None = None) -> int:
        """Write a line in the middle of so many cells; returns where it begins."""
        room = self.width - left if cells is None else cells
        x = left + max(0, (room - span_width(line)) // 2)
        self.write(x, y, line)
        return x

    def right(self, y: int, line: Line, end: int | None = None) -> int:
        """Write a line so that it ends before this cell; returns where it begins."""
        x = (self.width if end is None else end) - span_width(line)
        self.write(x, y, line)
        return x

    def rule(self, y: int, sign: str = "─") -> None:
        """A line across the whole width."""
        self.put(0, y, sign * self.width, "rule")

    def _set_narrow(self, x: int, y: int, parts: Sequence[str], style: str) -> None:
        """Write signs of one cell each."""
        row = self.rows[y]
        first, last = max(x, 0), min(x + len(parts), self.width)
        if first >= last:
            return
        self._clear(row, first)
        self._clear(row, last - 1)
        row[first:last] = [(sign, style) for sign in parts[first - x : last - x]]

    def _set(self, x: int, y: int, sign: str, wide: int, style: str) -> None:
        row = self.rows[y]
        for cell in range(x, x + wide):
            self._clear(row, cell)
        row[x] = (sign, style)
        if wide == 2:
            row[x + 1] = ("", style)

    def _clear(self, row: list[Span], x: int) -> None:
        """Blank a cell, and the other half of a wide sign that covers it."""
        if row[x][0] == "" and x > 0:
            row[x - 1] = (" ", row[x - 1][1])
        elif x + 1 < self.width and row[x + 1][0] == "":
            row[x + 1] = (" ", row[x + 1][1])
        row[x] = (" ", row[x][1])

    def lines(self, signs_for: Mapping[int, str] | None = None) -> Picture:
        """The sheet as lines of spans; `signs_for` translates signs, each to one cell."""
        return Picture((_merged(row, signs_for) for row in self.rows), self.spots)


def _merged(row: list[Span], signs_for: Mapping[int, str] | None) -> Line:
    line: Line = []
    text, style = "", ""
    for sign, own in row:
        # Blank cells look the same in every style: changing it for them would only cost bytes.
        if own == style or (sign == " " and text):
            text += sign
            continue
        if text:
            line.append((text, style))
        text, style = sign, own
    if text:
        line.append((text, style))
    if signs_for:
        line = [(text.translate(signs_for), style) for text, style in line]
    return line


def text_of(line: Iterable[Span]) -> str:
    """A line without its styles."""
    return "".join(text for text, _ in line)
