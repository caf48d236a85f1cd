"""Sends only what changed.

The library begins every repaint where the widget begins, and draws a new screen up to three times.
"""

from functools import lru_cache

from rich.color import Color, ColorSystem
from rich.console import Console
from rich.control import Control
from rich.segment import Segment
from rich.style import Style
from textual._compositor import ChopsUpdate, LayoutUpdate
from textual.geometry import Region


class CroppedUpdate(ChopsUpdate):
    """The same update, cut on the left as well as on the right."""

    @classmethod
    def of(cls, update: ChopsUpdate) -> "CroppedUpdate":
        """The update that writes no more than the changed stretches of this one."""
        return cls(update.chops, update.spans, update.chop_ends)

    def render_segments(self, console: Console) -> str:
        sequences: list[str] = []
        pen = Pen(console)
        for y, left, right in self.spans:
            for end, (x, strip) in zip(self.chop_ends[y], self.chops[y].items(), strict=False):
                first, last = max(x, left), min(end, right)
                if strip is not None and first < last:
                    sequences.append(Control.move_to(first, y).segment.text)
                    sequences += map(pen.written, strip.crop(first - x, last - x))
        return "".join([*sequences, pen.lifted()])


class Pen:
    """Writes in one style after the other, and says of each only what is new in it.

    The library says all of every style, and takes it back after every piece.
    """

    def __init__(self, console: Console) -> None:
        self._system = ColorSystem[SYSTEMS[console.color_system]] if console.color_system else None
        self._now = PLAIN

    def written(self, segment: Segment) -> str:
        """The text of a segment, with what changes before it."""
        if segment.control:
            return segment.text
        parts = _parts(segment.style or Style(), self._system)
        new = ";".join(part for part, now in zip(parts, self._now, strict=True) if part != now)
        self._now = parts
        return f"\x1b[{new}m{segment.text}" if new else segment.text

    def lifted(self) -> str:
        """What ends the writing."""
        return "" if self._now == PLAIN else "\x1b[0m"


PLAIN = ("22", "39", "49")
"""Neither bold nor coloured: what every drawing begins with and ends with."""
SYSTEMS = {
    "standard": "STANDARD",
    "256": "EIGHT_BIT",
    "truecolor": "TRUECOLOR",
    "windows": "WINDOWS",
}
"""What the library calls its colour systems, in two ways."""


@lru_cache(256)
def _parts(style: Style, system: ColorSystem | None) -> tuple[str, str, str]:
    """Weight, colour and background of a style; there is nothing else in the styles here."""
    return (
        "1" if style.bold else PLAIN[0],
        _colour(style.color, system, PLAIN[1], foreground=True),
        _colour(style.bgcolor, system, PLAIN[2], foreground=False),
    )


def _colour(
    colour: Color | None, system: ColorSystem | None, none: str, *, foreground: bool
) -> str:
    if colour is None or system is None:
        return none
    return ";".join(colour.downgrade(system).get_ansi_codes(foreground))


class WholeUpdate(LayoutUpdate):
    """All of the screen, as it is sent."""

    def __init__(self, text: str) -> None:
        super().__init__([], Region())
        self.text = text

    def render_segments(self, console: Console) -> str:
        return self.text
