"""A look back at a deal: its decisions, and what is known of the marked one."""

from collections.abc import Sequence
from dataclasses import dataclass

from seven_games.i18n import _
from seven_games.tui.draw.cards import Faces, paint
from seven_games.tui.draw.frame import MIDDLE, framed
from seven_games.tui.draw.layout import Line, Picture, Sheet, cut, pad, span_width, width, wrap
from seven_games.tui.draw.scene import Hint

MARKS = {"good": ("✓", "text"), "slip": ("~", "name"), "mistake": ("✗", "message")}
"""The sign of a verdict, and its style; the sign alone says it."""
PLACE, COST = 9, 6
"""The cells of two columns."""
MOVE = 8, 14
"""The cells of a column of moves: for cards, and at most for what has a longer name."""
CHOICE = 7
"""The cells of a choice and its figures, with the gap."""


@dataclass(frozen=True)
class ReviewRow:
    """A decision: where, the move, its mark, the best move, the cost, why.

    Before it has been judged, `mark` and what follows are empty.
    """

    place: str
    move: str
    mark: str = ""
    best: str = ""
    cost: str = ""
    why: str = ""


@dataclass(frozen=True)
class ReviewDetails:
    """The marked decision: what lay there, what each choice is worth, and how that is meant.

    `choices` are move, worth and two standard errors of its distance to the best; with `hands`
    these lines stand in place of the rest.
    """

    table: str = ""
    choices: tuple[tuple[str, str, str], ...] = ()
    basis: str = ""
    hands: tuple[str, ...] = ()


@dataclass(frozen=True)
class ReviewPage:
    """All that is drawn; `summary` is the last line. `is_own`: it looks at the viewer's moves."""

    title: str
    standing: str
    rows: tuple[ReviewRow, ...]
    details: ReviewDetails
    summary: str
    is_own: bool = True


def draw_review(
    page: ReviewPage,
    cursor: int,
    size: tuple[int, int],
    faces: Faces,
    hints: Sequence[Hint],
    always: Sequence[Hint],
) -> Picture:
    """The review in exactly `size` cells and lines."""
    wide, high = size

    def body(sheet: Sheet) -> None:
        broad = wide >= MIDDLE[0]
        marked = page.rows[cursor] if page.rows else None
        move = _move_cells(page.rows) if broad else MOVE[0]
        details = _details(page.details, marked, wide - 4, wide - _why_at(move) - 1, broad=broad)
        # Title, headings, rules, summary, keys; then at least so many decisions, one above hands.
        spare = high - 6
        least, half = (3, spare // 2) if broad else (2, spare // 2 - 1)
        listed = 1 if page.details.hands else max(least, min(len(page.rows) + 2, half))
        details = details[: max(1, spare - listed)]
        room = spare - len(details)
        _draw_rows(page, cursor, sheet, room, move, broad=broad)
        sheet.rule(3 + room)
        for y, line in enumerate(details, 4 + room):
            sheet.write(2, y, line)
        sheet.put(2, high - 2, cut(page.summary, wide - 3), "prompt")

    return framed(page.title, page.standing, size, faces, hints, always, body)


def _move_cells(rows: Sequence[ReviewRow]) -> int:
    """The cells of a column of moves: one more than the longest name."""
    longest = max((width(name) for row in rows for name in (row.move, row.best)), default=0)
    return min(max(longest + 1, MOVE[0]), MOVE[1])


def _why_at(move: int) -> int:
    """Where the reason begins."""
    return 3 + PLACE + move + 3 + move + COST + 2


def _draw_rows(
    page: ReviewPage, cursor: int, sheet: Sheet, room: int, move: int, *, broad: bool
) -> None:
    best, cost = 3 + PLACE + move + 3, 3 + PLACE + move + 3 + move
    why = _why_at(move)
    for x, heading in ((3 + PLACE, _("you") if page.is_own else _("played")), (best, _("best"))):
        sheet.put(x, 2, heading, "dim")
    sheet.right(2, [(_("cost"), "dim")], cost + COST)
    if broad:
        sheet.put(why, 2, _("why"), "dim")
    cells = sheet.width - why - 1
    lines = _reasons(page.rows, cursor, cells, room)
    heights = [len(said) if broad else 1 for said in lines]
    first = 0
    while sum(heights[first : cursor + 1]) > room:
        first += 1
    y = 3
    for here in range(first, len(page.rows)):
        row = page.rows[here]
        if y + heights[here] > 3 + room:
            break
        style = "selected" if here == cursor else "text"
        sheet.spot(1, y, sheet.width - 2, heights[here], "item", here)
        sheet.put(1, y, "▸" if here == cursor else " ", "selected")
        sheet.put(3, y, cut(row.place, PLACE - 1), style)
        sheet.write(3 + PLACE, y, paint(cut(row.move, move), style))
        sign, shade = MARKS.get(row.mark, ("", "text"))
        sheet.put(3 + PLACE + move + 1, y, sign, shade)
        sheet.write(best, y, paint(cut(row.best, move - 1), style))
        sheet.right(y, [(row.cost, style)], cost + COST)
        if broad:
            for below, said in enumerate(lines[here]):
                sheet.write(why, y + below, paint(said, "choice"))
        y += heights[here]


def _reasons(rows: Sequence[ReviewRow], cursor: int, cells: int, room: int) -> list[list[str]]:
    """The reason of each row: in two lines the marked one, then as many as find room.

    Those of moves that could have been better come first.
    """
    lines = [_why(row, cells, 1 + (here == cursor)) for here, row in enumerate(rows)]
    spare = room - sum(map(len, lines))
    for here in sorted(range(len(rows)), key=lambda here: rows[here].mark in {"", "good"}):
        whole = _why(rows[here], cells, 2)
        if spare > 0 and len(whole) > len(lines[here]):
            lines[here] = whole
            spare -= 1
    return lines


def _why(row: ReviewRow, cells: int, most: int) -> list[str]:
    """The reason in so many lines at most."""
    lines = wrap(row.why, cells)
    if len(lines) > most:
        lines = [*lines[: most - 1], cut(" ".join(lines[most - 1 :]), cells)]
    return lines


def _details(
    details: ReviewDetails, marked: ReviewRow | None, cells: int, why_cells: int, *, broad: bool
) -> list[Line]:
    if details.hands:
        return [paint(line) for said in details.hands for line in wrap(said, cells, "   ")]
    table = [paint(line) for line in wrap(details.table, cells)] if details.table else []
    choices = _choices(details.choices, cells, broad=broad) if details.choices else []
    basis: list[Line] = [[(line, "dim")] for line in wrap(details.basis, cells)]
    why = [paint(line, "choice") for line in wrap(marked.why, cells)] if marked else []
    if not broad:
        # What has room on a small screen is not in the list: the reason, and what it is worth.
        return [*why, *choices, *table, *basis]
    in_list = marked is None or len(wrap(marked.why, why_cells)) <= 2
    return [*table, *([] if in_list else why), *choices, *basis]


def _choices(choices: Sequence[tuple[str, str, str]], cells: int, *, broad: bool) -> list[Line]:
    """As many choices as find room, each above its worth and the error of that.

    On a small screen they are one line, each before its worth.
    """
    if not broad:
        short: Line = []
        for name, worth, _error in choices:
            gap = "   " if short else ""
            said = f"{name} {worth}"
            if span_width(short) + width(gap + said) <= cells:
                short += [(gap, "text"), *paint(said)]
        return [short]
    heads = _("choice"), _("worth"), "±"
    left = max(width(head) for head in heads) + 2
    lines: list[Line] = [[(pad(head, left), "dim")] for head in heads]
    for choice in choices:
        wide = max(CHOICE, *(width(part) + 2 for part in choice))
        if left + wide > cells:
            break
        left += wide
        for line, part in zip(lines, choice, strict=True):
            line += [*paint(part), (" " * (wide - width(part)), "text")]
    return [line for line in lines if span_width(line)]
