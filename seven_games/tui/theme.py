"""The one place where the names of styles become colours."""

import os
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Literal

from rich._palettes import EIGHT_BIT_PALETTE
from rich.color import Color
from rich.style import Style

THEMES = ("dark", "light", "contrast")
DECKS = ("four", "two", "blind")
"""The colours of the suits: four, black and red, or four that colour-blind eyes tell apart."""

Depth = Literal["many", "sixteen", "console", "none"]
"""How many colours there are: 256 or more; sixteen of the terminal's own; the same without
bright backgrounds, as the console of a Linux kernel has them; none."""


@dataclass(frozen=True)
class _Palette:
    background: str
    plain: str
    strong: str
    dim: str
    faint: str
    rule: str
    back: str
    accent: str
    joker: str
    decks: Mapping[str, tuple[str, str, str, str]]
    bold: bool = True


# All from the palette of 256 colours, by whose numbers they are sent: a terminal without true
# colour shows the same.
_MANY = {
    "dark": _Palette(
        background="#121212",
        plain="#d0d0d0",
        strong="#ffffff",
        dim="#9e9e9e",
        faint="#808080",
        rule="#6c6c6c",
        back="#8787af",
        accent="#ffd75f",
        joker="#d7afff",
        decks={
            "four": ("#e4e4e4", "#ff5f5f", "#5fafff", "#87d75f"),
            "two": ("#e4e4e4", "#ff5f5f", "#ff5f5f", "#e4e4e4"),
            "blind": ("#e4e4e4", "#ff875f", "#5fafff", "#ffff5f"),
        },
    ),
    "light": _Palette(
        background="#eeeeee",
        plain="#303030",
        strong="#000000",
        dim="#585858",
        faint="#6c6c6c",
        rule="#808080",
        back="#5f5f87",
        accent="#875f00",
        joker="#8700af",
        decks={
            "four": ("#1c1c1c", "#af0000", "#005faf", "#005f00"),
            "two": ("#1c1c1c", "#af0000", "#af0000", "#1c1c1c"),
            "blind": ("#1c1c1c", "#d70000", "#005fd7", "#870087"),
        },
    ),
    "contrast": _Palette(
        background="#000000",
        plain="#ffffff",
        strong="#ffffff",
        dim="#d0d0d0",
        faint="#bcbcbc",
        rule="#bcbcbc",
        back="#afafff",
        accent="#ffff00",
        joker="#ffafff",
        decks={
            "four": ("#ffffff", "#ff5f5f", "#5fd7ff", "#00ff00"),
            "two": ("#ffffff", "#ff5f5f", "#ff5f5f", "#ffffff"),
            "blind": ("#ffffff", "#ff875f", "#5fafff", "#ffff00"),
        },
    ),
}
# What a terminal makes of its own sixteen colours is not known here: only those that can be read
# in the palettes of VGA and of xterm are used.
_BRIGHT_ON_BLACK = _Palette(
    background="black",
    plain="white",
    strong="bright_white",
    dim="white",
    faint="white",
    rule="white",
    back="cyan",
    accent="bright_yellow",
    joker="bright_magenta",
    decks={
        "four": ("bright_white", "bright_red", "bright_cyan", "bright_green"),
        "two": ("bright_white", "bright_red", "bright_red", "bright_white"),
        "blind": ("bright_white", "bright_red", "bright_magenta", "bright_yellow"),
    },
)
_DARK_ON_WHITE = _Palette(
    background="bright_white",
    plain="black",
    strong="black",
    dim="black",
    faint="black",
    rule="black",
    back="blue",
    accent="bright_blue",
    joker="magenta",
    decks={
        "four": ("black", "red", "blue", "magenta"),
        "two": ("black", "red", "red", "black"),
        "blind": ("black", "red", "blue", "magenta"),
    },
    # Many terminals show bold as the bright colour, which white would swallow.
    bold=False,
)
_SIXTEEN = {"dark": _BRIGHT_ON_BLACK, "light": _DARK_ON_WHITE, "contrast": _BRIGHT_ON_BLACK}

# What of a palette a style takes, and whether it is bold. Glyphs carry every meaning: weight and
# colour only help the eye.
_STYLES = {
    "text": ("plain", False),
    "dim": ("dim", False),
    "faint": ("faint", False),
    "rule": ("rule", False),
    "back": ("back", False),
    "game": ("strong", True),
    "title": ("plain", False),
    "name": ("strong", False),
    "turn": ("accent", True),
    "prompt": ("strong", True),
    "choice": ("plain", False),
    "message": ("accent", False),
    "number": ("strong", True),
    "legal": ("strong", False),
    "selected": ("accent", True),
    "joker": ("joker", True),
    "key": ("accent", True),
    "hint": ("dim", False),
}
_SUITS = ("spades", "hearts", "diamonds", "clubs")


def depth_of(colour_system: str | None, environment: Mapping[str, str] = os.environ) -> Depth:
    """How many colours to use where the library of the screen has found `colour_system`.

    >>> depth_of("256", {}), depth_of("standard", {"TERM": "linux"})
    ('many', 'console')
    """
    if "NO_COLOR" in environment:
        return "none"
    if colour_system in {"standard", "windows"}:
        return "console" if environment.get("TERM") == "linux" else "sixteen"
    return "many"


def _palette(theme: str, depth: Depth) -> _Palette:
    if depth == "console":
        # Its white is grey as a background, on which nothing but black and blue can be read.
        return _BRIGHT_ON_BLACK
    return (_MANY if depth == "many" else _SIXTEEN)[theme]


def styles(theme: str = "dark", deck: str = "four", depth: Depth = "many") -> dict[str, Style]:
    """The styles by name, with the colours of one of THEMES and one of DECKS."""
    if depth == "none":
        bold = {"name", "legal"} | {name for name, (_part, heavy) in _STYLES.items() if heavy}
        # A style that says nothing at all is taken for none by the library, which then fails.
        return {name: Style(bold=name in bold, dim=False) for name in (*_STYLES, *_SUITS)}
    palette = _palette(theme, depth)
    behind = _colour(palette.background)
    found = {
        name: Style(
            color=_colour(getattr(palette, part)), bgcolor=behind, bold=heavy and palette.bold
        )
        for name, (part, heavy) in _STYLES.items()
    }
    for name, colour in zip(_SUITS, palette.decks[deck], strict=True):
        found[name] = Style(color=_colour(colour), bgcolor=behind)
    return found


@cache
def _colour(name: str) -> Color:
    colour = Color.parse(name)
    if colour.triplet is None:
        return colour
    # The first sixteen are the terminal's own.
    palette = EIGHT_BIT_PALETTE
    number = next(number for number in range(16, 256) if palette[number] == colour.triplet)
    return Color.from_ansi(number)


def background(theme: str = "dark", depth: Depth = "many") -> str:
    """The colour behind everything, as the style sheets of the screen name it."""
    if depth == "none":
        return "ansi_default"
    colour = _palette(theme, depth).background
    return colour if depth == "many" else f"ansi_{colour}"
