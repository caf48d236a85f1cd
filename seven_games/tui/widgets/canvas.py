"""A widget that shows ready lines and repaints only the cells that changed."""

from collections.abc import Mapping, Sequence
from functools import lru_cache

from rich.segment import Segment
from rich.style import Style
from textual.geometry import Region
from textual.strip import Strip
from textual.widget import Widget

from seven_games.tui.draw.layout import Line, Span, signs
from seven_games.tui.theme import styles

NEAR = 3
"""Between two changes so near each other, sending what is the same is cheaper than going there."""


class Canvas(Widget):
    """Lines of styled text, edge to edge."""

    def __init__(self) -> None:
        super().__init__()
        self._lines: list[Line] = []
        self._styles: Mapping[str, Style] = styles()

    def show(self, lines: Sequence[Line]) -> None:
        """Show these lines; what is the same as before is not sent again."""
        before, self._lines = self._lines, list(lines)
        if len(before) != len(self._lines):
            self.refresh()
            return
        changed = [
            Region(first, y, last - first, 1)
            for y, (old, new) in enumerate(zip(before, self._lines, strict=True))
            if old != new
            for first, last in changed_cells(old, new)
        ]
        if changed:
            self.refresh(*changed)

    def restyle(self, styles: Mapping[str, Style]) -> None:
        """Show everything in these styles from now on."""
        self._styles = styles
        self.refresh()

    def render_line(self, y: int) -> Strip:
        line = self._lines[y] if y < len(self._lines) else []
        segments = [Segment(text, self._style(name)) for text, name in line]
        strip = Strip(segments)
        missing = self.size.width - strip.cell_length
        if missing > 0:
            segments.append(Segment(" " * missing, self._style("text")))
            strip = Strip(segments)
        return strip.crop(0, self.size.width)

    def _style(self, name: str) -> Style:
        return self._styles[name]


def _cells(line: Line) -> list[Span]:
    return [cell for text, style in line for cell in _cells_of(text, style)]


# What is on the screen now was looked at when it came, and much of it comes again.
@lru_cache(2048)
def _cells_of(text: str, style: str) -> tuple[Span, ...]:
    found: list[Span] = []
    for sign, wide in signs(text):
        found += [(sign, style), *[("", style)] * (wide - 1)]
    return tuple(found)


def changed_cells(old: Line, new: Line) -> list[tuple[int, int]]:
    """The stretches in which two lines differ: first cell, and the cell after the last.

    >>> changed_cells([("abc", "text")], [("axc", "text")])
    [(1, 2)]
    """
    before, after = _cells(old), _cells(new)
    if len(before) != len(after):
        return [(0, max(len(before), len(after)))]
    stretches: list[tuple[int, int]] = []
    for place, pair in enumerate(zip(before, after, strict=True)):
        if pair[0] == pair[1] or pair[0][0] == pair[1][0] == " ":
            continue
        # A wide sign is repainted as a whole: the cell after it has no sign of its own.
        first = place - ("" in (before[place][0], after[place][0]))
        if stretches and first - stretches[-1][1] < NEAR:
            stretches[-1] = (stretches[-1][0], place + 1)
        else:
            stretches.append((first, place + 1))
    return [(first, _whole(after, before, last)) for first, last in stretches]


def _whole(after: list[Span], before: list[Span], last: int) -> int:
    """The end of a stretch, moved behind a wide sign that it would cut."""
    return last + (last < len(after) and "" in (after[last][0], before[last][0]))
