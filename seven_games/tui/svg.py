"""A screen as an SVG picture that looks the same wherever it is shown.

Boxes and rules are drawn as lines, so that they meet whatever the font; only words need one.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from html import escape

from rich.color import Color
from rich.style import Style

from seven_games.tui.draw.layout import Line, signs, width

_SVG = "http://www.w3.org/2000/svg"
CELL, LINE = 9, 19
"""A cell is so many pixels wide and so many high."""
MARGIN = 9
FONT = "'DejaVu Sans Mono',Menlo,Consolas,'Liberation Mono',monospace"
FONT_SIZE = 15
"""At which a letter of these fonts is as wide as a cell."""
BASE = 14
"""From the top of a line to the foot of its letters."""

# The strokes of every sign of a box: where each begins in its cell, and how it goes on.
_THIN: dict[str, list[tuple[float, float, str]]] = {
    "─": [(0, 9.5, "h9")],
    "│": [(4.5, 0, "v19")],
    "┌": [(9, 9.5, "h-4.5v9.5")],
    "┐": [(0, 9.5, "h4.5v9.5")],
    "└": [(9, 9.5, "h-4.5v-9.5")],
    "┘": [(0, 9.5, "h4.5v-9.5")],
    "├": [(4.5, 0, "v19"), (4.5, 9.5, "h4.5")],
    "┤": [(4.5, 0, "v19"), (0, 9.5, "h4.5")],
    "┬": [(0, 9.5, "h9"), (4.5, 9.5, "v9.5")],
    "┴": [(0, 9.5, "h9"), (4.5, 0, "v9.5")],
    "┼": [(0, 9.5, "h9"), (4.5, 0, "v19")],
    "╌": [(0.5, 9.5, "h3"), (5.5, 9.5, "h3")],
    "╎": [(4.5, 1.5, "v6"), (4.5, 11.5, "v6")],
    "╭": [(9, 9.5, "q-4.5 0-4.5 4.5v5")],
    "╮": [(0, 9.5, "q4.5 0 4.5 4.5v5")],
    "╰": [(9, 9.5, "q-4.5 0-4.5-4.5v-5")],
    "╯": [(0, 9.5, "q4.5 0 4.5-4.5v-5")],
    "═": [(0, 8, "h9"), (0, 11, "h9")],
    "║": [(3, 0, "v19"), (6, 0, "v19")],
    "╔": [(9, 8, "h-6v11"), (9, 11, "h-3v8")],
    "╗": [(0, 8, "h6v11"), (0, 11, "h3v8")],
    "╚": [(9, 11, "h-6v-11"), (9, 8, "h-3v-8")],
    "╝": [(0, 11, "h6v-11"), (0, 8, "h3v-8")],
}
_HEAVY = {heavy: _THIN[thin] for thin, heavy in zip("─│┌┐└┘╌╎", "━┃┏┓┗┛╍╏", strict=True)}
_SHADE = "▒"
_PIECES = re.compile(
    f"(?P<across>[─━═])(?P=across)*|(?P<box>[{''.join((*_THIN, *_HEAVY))}])"
    rf"|(?P<shade>{_SHADE})|(?P<word>[^\s{''.join((*_THIN, *_HEAVY, _SHADE))}]+)"
)


def svg(lines: Sequence[Line], styles: Mapping[str, Style], title: str) -> str:
    """The picture of a screen in these styles, each with a background."""
    many = max((sum(width(text) for text, _ in line) for line in lines), default=0)
    wide, high = many * CELL + 2 * MARGIN, len(lines) * LINE + 2 * MARGIN
    size = f'width="{wide}" height="{high}"'
    strokes: dict[str, list[str]] = {}
    words: list[str] = []
    for row, line in enumerate(lines):
        for column, piece, kind, style in _pieces(line):
            x, y = MARGIN + column * CELL, MARGIN + row * LINE
            if kind == "word":
                words.append(_word(x, y, piece, style))
            elif kind == "shade":
                strokes.setdefault(f"{style} shade", []).append(f"M{x} {y + 3}h8v13h-8z")
            else:
                heavy = piece[0] in _HEAVY
                for left, down, rest in (_HEAVY if heavy else _THIN)[piece[0]]:
                    going = f"h{CELL * len(piece)}" if kind == "across" else rest
                    path = f"M{x + left:g} {y + down:g}{going}"
                    strokes.setdefault(f"{style} heavy" if heavy else style, []).append(path)
    used = sorted({name for line in lines for _text, name in line})
    paths = [f'<path class="{name}" d="{"".join(path)}"/>' for name, path in strokes.items()]
    return "\n".join(
        [
            f'<svg xmlns="{_SVG}" viewBox="0 0 {wide} {high}" {size}>',
            f"<title>{escape(title)}</title>",
            "<style>",
            f"text{{font:{FONT_SIZE}px {FONT};fill:currentColor}}",
            "path{fill:none;stroke:currentColor}",
            ".heavy{stroke-width:2.5}",
            ".shade{fill:currentColor;stroke:none;opacity:.5}",
            *[_rule(name, styles[name]) for name in used],
            "</style>",
            f'<rect {size} rx="6" fill="{_hex(styles["text"].bgcolor)}"/>',
            *paths,
            *words,
            "</svg>",
            "",
        ]
    )


def _pieces(line: Line) -> Iterator[tuple[int, str, str, str]]:
    """Where each word and each part of a box begins, what it is, its kind and its style."""
    column = 0
    for text, style in line:
        for found in _PIECES.finditer(text):
            begin = column + width(text[: found.start()])
            yield begin, found.group(), found.lastgroup or "", style
        column += width(text)


def _word(x: int, y: int, text: str, style: str) -> str:
    length = f' textLength="{width(text) * CELL}"' if len(list(signs(text))) > 1 else ""
    return f'<text class="{style}" x="{x}" y="{y + BASE}"{length}>{escape(text)}</text>'


def _rule(name: str, style: Style) -> str:
    bold = ";font-weight:bold" if style.bold else ""
    return f".{name}{{color:{_hex(style.color)}{bold}}}"


def _hex(colour: Color | None) -> str:
    return colour.get_truecolor().hex if colour else "none"
