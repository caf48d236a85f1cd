"""The one place where the names of styles become colours."""

import os
from collections.abc import Mapping

from rich.style import Style

BACKGROUND = "#121212"

# All from the palette of 256 colours, so that a terminal without true colour shows the same.
_DARK = {
    "text": "#d0d0d0",
    "dim": "#9e9e9e",
    "faint": "#767676",
    "rule": "#6c6c6c",
    "back": "#8787af",
    "game": "bold #ffffff",
    "title": "#d0d0d0",
    "name": "#ffffff",
    "turn": "bold #ffd75f",
    "prompt": "bold #ffffff",
    "choice": "#d0d0d0",
    "message": "#ffd75f",
    "number": "bold #ffffff",
    "legal": "#ffffff",
    "selected": "bold #ffd75f",
    "joker": "bold #d7afff",
    "key": "bold #ffd75f",
    "hint": "#9e9e9e",
    "spades": "#e4e4e4",
    "hearts": "#ff5f5f",
    "diamonds": "#5fafff",
    "clubs": "#87d75f",
}
# Glyphs carry every meaning; here weight only helps the eye.
_MONOCHROME = {
    name: "bold" if style.startswith("bold") or name in {"name", "legal"} else "none"
    for name, style in _DARK.items()
}


def styles(environment: Mapping[str, str] = os.environ) -> dict[str, Style]:
    """The styles by name: without colours where NO_COLOR is set."""
    if "NO_COLOR" in environment:
        return {name: Style.parse(style) + Style(dim=False) for name, style in _MONOCHROME.items()}
    return {name: Style.parse(f"{style} on {BACKGROUND}") for name, style in _DARK.items()}
