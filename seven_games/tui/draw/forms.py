"""A list of things to set, each with its value, and the help of the marked one."""

from collections.abc import Sequence
from dataclasses import dataclass

from seven_games.tui.draw.cards import Faces, paint
from seven_games.tui.draw.frame import framed
from seven_games.tui.draw.layout import Picture, Sheet, cut, pad, width, wrap
from seven_games.tui.draw.scene import Hint

CONTENT = 80
HELP = 2
"""The lines kept free for the help of the marked row."""


@dataclass(frozen=True)
class FormRow:
    """A row as it is drawn; `value` is empty where there is nothing to set."""

    label: str
    value: str
    help: str
    changed: bool = False
    """Whether the value is not the usual one."""


def draw_form(
    title: str,
    rows: Sequence[FormRow],
    cursor: int,
    problem: str,
    size: tuple[int, int],
    faces: Faces,
    hints: Sequence[Hint],
    always: Sequence[Hint],
) -> Picture:
    """The rows in exactly `size` cells and lines; `problem` takes the place of the help."""
    wide, high = size

    def body(sheet: Sheet) -> None:
        left = max(0, (wide - CONTENT) // 2)
        room = min(wide, CONTENT)
        seen = high - 5 - HELP
        top = max(0, min(cursor - seen // 2, len(rows) - seen))
        labels = min(max(width(row.label) for row in rows), room // 2)
        for y, row in enumerate(rows[top : top + seen], 2):
            place = top + y - 2
            marked = place == cursor
            sheet.put(left + 1, y, "▸" if marked else " ", "selected")
            sheet.put(left + 3, y, pad(row.label, labels), "selected" if marked else "text")
            if row.value:
                x = left + 5 + labels
                value = cut(row.value, room - labels - 10)
                if marked:
                    sheet.put(x, y, "‹", "key")
                    sheet.put(x + 3 + width(value), y, "›", "key")
                sheet.put(x + 2, y, value, "legal" if row.changed or marked else "text")
            sheet.spot(left, y, room, 1, "item", place)
        sheet.rule(high - 3 - HELP)
        if len(rows) > seen:
            where = f" {top + 1}-{min(top + seen, len(rows))}/{len(rows)} "
            sheet.right(high - 3 - HELP, [(where, "dim")], wide - 2)
        said = problem or rows[cursor].help
        for y, line in enumerate(wrap(said, room - 2)[:HELP], high - 2 - HELP):
            sheet.write(left + 1, y, paint(line, "message" if problem else "dim"))
        sheet.rule(high - 2)

    return framed(title, "", size, faces, hints, always, body)
