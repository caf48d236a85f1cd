"""Pages and lists: what is drawn in place of the table, from ready lines."""

from collections.abc import Sequence

from seven_games.tui.draw.cards import Faces
from seven_games.tui.draw.frame import TINY, draw_hints, framed, whole_parts
from seven_games.tui.draw.layout import Line, Picture, Sheet, cut, span_width, width, wrap
from seven_games.tui.draw.scene import Hint

Hints = Sequence[Hint]


def page_height(height: int) -> int:
    """How many lines of a page are seen at once."""
    return max(1, height - 4)


def draw_page(
    title: str,
    lines: Sequence[Line],
    top: int,
    size: tuple[int, int],
    faces: Faces,
    hints: Hints,
    always: Hints,
    standing: str = "",
) -> Picture:
    """A page of text from line `top` on, in exactly `size` cells and lines."""
    wide, high = size

    def body(sheet: Sheet) -> None:
        seen = page_height(high)
        for y, line in enumerate(lines[top : top + seen]):
            sheet.write(2, 2 + y, line)
        sheet.rule(high - 2)
        if len(lines) > seen:
            where = f" {top + 1}-{min(top + seen, len(lines))}/{len(lines)} "
            sheet.right(high - 2, [(where, "dim")], wide - 2)

    return framed(title, standing, size, faces, hints, always, body)


MENU_WITH_HELP = 16
"""From so many lines on the meaning of the marked entry has room in full."""


def draw_menu(
    title: str,
    above: Sequence[Line],
    items: Sequence[tuple[str, str]],
    cursor: int,
    size: tuple[int, int],
    faces: Faces,
    hints: Hints,
    always: Hints,
) -> Picture:
    """A list of numbered entries, each a word and what it means, under some lines of text."""
    wide, high = size

    def body(sheet: Sheet) -> None:
        left = max(2, (wide - 80) // 2 + 2)
        labels = max(width(label) for label, _meaning in items)
        cells = wide - left - 8 - labels
        # A meaning that is cut in its line is read in full at the bottom.
        whole = [wrap(meaning, min(wide, 80) - 4) for _label, meaning in items]
        cut_off = any(width(meaning) > cells for _label, meaning in items)
        below = max(len(lines) for lines in whole) if cut_off and high >= MENU_WITH_HELP else 0
        roomy = high >= 20 and len(above) + 2 * len(items) + 6 + below <= high
        step = 2 if roomy else 1
        room = high - 4 - below
        gap = roomy or len(above) + len(items) + 1 < room
        first, many = _window(len(items), cursor, room // step)
        shown = above[: max(0, room - step * many)]
        y = 2 + (1 if roomy else 0)
        for line in shown:
            sheet.write(left, y, line)
            y += 1
        y += 1 if gap and shown else 0
        for place, (label, meaning) in enumerate(items[first : first + many], first):
            marked = place == cursor
            style = "selected" if marked else "legal"
            at = y + step * (place - first)
            sheet.spot(left, at, max(0, wide - 2 * left), 1, "item", place)
            sheet.put(left, at, "▸" if marked else " ", "selected")
            sheet.put(left + 2, at, f"{place + 1}"[-1] if place < 10 else "", "number")
            sheet.put(left + 4, at, label, style)
            sheet.put(left + 6 + labels, at, cut(meaning, cells), "dim")
        if below:
            for y, text in enumerate(whole[cursor], high - 2 - below):
                sheet.put(left, y, text, "text")
        sheet.rule(high - 2)
        if many < len(items):
            where = f" {first + 1}-{first + many}/{len(items)} "
            sheet.right(high - 2, [(where, "dim")], wide - 2)

    return framed(title, "", size, faces, hints, always, body)


def _window(many: int, cursor: int, room: int) -> tuple[int, int]:
    """Which entries of a list find room: the first, and how many; the marked one is among them."""
    shown = max(1, min(many, room))
    return max(0, min(cursor - shown // 2, many - shown)), shown


CURTAIN_WIDTH = 52
CURTAIN_TEXT = 46
"""The cells of a sentence on the curtain."""


def draw_curtain(
    title: tuple[str, str, str],
    name: str,
    sentences: Sequence[str],
    below: Sequence[Line],
    size: tuple[int, int],
    faces: Faces,
    hints: Hints,
    always: Hints,
) -> Picture:
    """The screen between two people: whose turn comes, and nothing of any hand.

    `title` is the game, its rules and the standing; `below` are public lines.
    """
    sheet = Sheet(*size)
    wide, high = size
    if wide < TINY[0] or high < TINY[1]:
        for y, text in enumerate((name, *sentences[-1:])):
            sheet.put(0, y, cut(text, wide), "prompt")
        return sheet.lines(faces.signs)
    game, rules, standing = title
    x = sheet.put(1, 0, game, "game")
    right = cut(standing, wide - x - 3)
    sheet.right(0, [(right, "title")], wide - 1)
    sheet.put(x + 2, 0, whole_parts(rules, faces.dot, wide - x - 4 - width(right)), "dim")
    sheet.rule(1)
    box_width = min(CURTAIN_WIDTH, wide - 2)
    inside = [f"   {name}", "", *[f"   {sentence}" for sentence in sentences]]
    tall = len(inside) + 4 if high >= 20 else len(inside) + 2
    y = max(2, (high - tall) // 2 - 1)
    left = (wide - box_width) // 2
    sheet.put(left, y, "╔" + "═" * (box_width - 2) + "╗", "turn")
    for down in range(1, tall - 1):
        sheet.put(left, y + down, "║" + " " * (box_width - 2) + "║", "turn")
    sheet.put(left, y + tall - 1, "╚" + "═" * (box_width - 2) + "╝", "turn")
    first = y + (tall - len(inside)) // 2
    for number, text in enumerate(inside):
        style = "prompt" if number in (0, len(inside) - 1) else "text"
        sheet.put(left + 1, first + number, cut(text, box_width - 3), style)
    for number, line in enumerate(below):
        at = high - 1 - len(below) + number
        if at >= y + tall:
            sheet.write(max(0, (wide - span_width(line)) // 2), at, line)
    draw_hints(sheet, high - 1, hints, always)
    return sheet.lines(faces.signs)
