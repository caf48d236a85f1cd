"""Sends only what changed.

The library begins every repaint where the widget begins, and draws a new screen up to three times.
"""

from rich.console import Console
from rich.control import Control
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
        for y, left, right in self.spans:
            for end, (x, strip) in zip(self.chop_ends[y], self.chops[y].items(), strict=False):
                first, last = max(x, left), min(end, right)
                if strip is not None and first < last:
                    sequences.append(Control.move_to(first, y).segment.text)
                    sequences.append(strip.crop(first - x, last - x).render(console))
        return "".join(sequences)


class WholeUpdate(LayoutUpdate):
    """All of the screen, as it is sent."""

    def __init__(self, text: str) -> None:
        super().__init__([], Region())
        self.text = text

    def render_segments(self, console: Console) -> str:
        return self.text
