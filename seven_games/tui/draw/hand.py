"""The hand: large cards, boxes or chips, as there is room, with numbers above those that fit."""

from collections.abc import Sequence

from seven_games.tui.draw.cards import Entry, Faces, box, large_face, suit_style
from seven_games.tui.draw.layout import PLAIN, Line, Sheet, width

LARGE = 7
"""The lines of large cards with their numbers and the mark below."""
BOXED = 5
"""The lines of a row of boxes with their numbers and the mark below."""
TWO_ROWS = 9
"""The lines of two rows of boxes; the mark of the first stands between the numbers of the second.
"""
CARD = 5
"""The cells of a card in a box or a chip."""
WORD = 8
"""The cells kept free beside the cards for the box of a word."""


def hand_height(cards: int, cells: int, most: int) -> int:
    """The lines for a hand of so many cards in so many cells; `most` are those there may be.

    A hand that can be shown in no other way is in chips, be they as many lines as they are.
    """
    if CARD * cards <= cells - 2 and most >= BOXED:
        return LARGE if most >= LARGE else BOXED
    if CARD * (cards + 1) // 2 <= cells - 2 and most >= TWO_ROWS:
        return TWO_ROWS
    return 2 * -(-cards // max(cells // CARD, 1)) + 1


def draw_hand(
    sheet: Sheet, y: int, lines: int, entries: Sequence[Entry], cursor: int | None, faces: Faces
) -> None:
    """The hand in so many lines of the sheet: as large as there is room for."""
    cards = sum(entry.card is not None for entry in entries)
    half = (cards + 1) // 2
    row = _place(entries, sheet.width) if lines >= BOXED else None
    if row is not None:
        _draw_boxes(sheet, y, [(row, range(len(entries)))], entries, cursor, faces, lines)
        return
    if cards and lines >= TWO_ROWS:
        rows = [_place(part, sheet.width) for part in (entries[:half], entries[half:])]
        placed = [row for row in rows if row is not None]
        if len(placed) == len(rows):
            left, gap = min(x for x, _gap in placed), min(gap for _x, gap in placed)
            places = [range(half), range(half, len(entries))]
            both = [((left, gap), row) for row in places]
            _draw_boxes(sheet, y, both, entries, cursor, faces, BOXED)
            return
    _draw_chips(sheet, y, lines, entries, cursor)


def _place(entries: Sequence[Entry], cells: int) -> tuple[int, int] | None:
    """Where a row of boxes begins and how many cells part them; None where they have no room."""
    widths = [width(_boxed(entry)) + 2 for entry in entries]
    cards = [wide for wide, entry in zip(widths, entries, strict=True) if entry.card is not None]
    words = sum(widths) - sum(cards)
    if not cards:
        # A list of words.
        cards, words = widths, 0
    for gap in (1, 0):
        taken = sum(cards) + gap * max(len(cards) - 1, 0)
        if taken + (1 + words if words else 0) <= cells - 2:
            # Where there is room for a word such as `pass`, the cards keep their place when it
            # comes and goes.
            room = cells - 2 - max(WORD, words) - taken
            x = (cells - taken) // 2
            if words or room >= 1:
                x = min(x, room)
            return max(x, 1), gap
    return None


def _draw_boxes(
    sheet: Sheet,
    y: int,
    rows: Sequence[tuple[tuple[int, int], range]],
    entries: Sequence[Entry],
    cursor: int | None,
    faces: Faces,
    lines: int,
) -> None:
    """Rows of boxes, four lines apart; large ones where there are lines for them."""
    mark: tuple[int, int] | None = None
    large = lines >= LARGE and any(entry.card is not None for entry in entries)
    for number, ((left, gap), row) in enumerate(rows):
        x, at = left, y + (BOXED - 1) * number
        for place in row:
            entry, marked = entries[place], place == cursor
            text = _large(entry, faces) if large else [_boxed(entry)]
            wide = width(text[0]) + 2
            if entry.card is None and place > row[0] and entries[place - 1].card is not None:
                x += not gap
            middle = x + (wide - 1) // 2
            sheet.put(middle, at, entry.number, "number")
            kind = "heavy" if marked else "solid" if entry.fits else "dashed"
            box(sheet, x, at + 1, text, kind, (_frame(entry, marked=marked), _inside(entry)))
            sheet.spot(x, at + 1, wide, len(text) + 2, "entry", place)
            if marked:
                mark = middle, at + len(text) + 3
            x += wide + gap
    if mark is not None:
        _draw_mark(sheet, *mark)


def _draw_mark(sheet: Sheet, x: int, y: int) -> None:
    """The sign under the marked card: beside the number of the card below, where one is there."""
    sheet.put(x + sheet.taken(x, y), y, "▲", "selected")


def _large(entry: Entry, faces: Faces) -> Sequence[str]:
    if entry.card is not None:
        return large_face(faces, entry.card)
    word = _boxed(entry)
    blank = " " * width(word)
    return blank, word, blank


def _boxed(entry: Entry) -> str:
    if entry.card is None:
        return f" {entry.label} "
    return entry.label + " " * (CARD - 2 - width(entry.label))


def _frame(entry: Entry, *, marked: bool) -> str:
    return "selected" if marked else "legal" if entry.fits else "dim"


def _inside(entry: Entry) -> str:
    return PLAIN if entry.card is None else suit_style(entry.card)


# Chips


def chip(entry: Entry, *, marked: bool) -> Line:
    """An entry in brackets that say whether it fits and whether it is marked."""
    before, after = ("▸", "◂") if marked else ("[", "]") if entry.fits else (" ", " ")
    style = _frame(entry, marked=marked)
    return [(before, style), (entry.label, _inside(entry)), (after, style)]


def numbered_chip(entry: Entry, *, marked: bool) -> Line:
    """A chip with its number before it, a word with its number within."""
    spans = chip(entry, marked=marked)
    if entry.number and entry.card is None:
        spans.insert(1, (f"{entry.number} ", "number"))
    elif entry.number:
        spans.insert(0, (entry.number, "number"))
    return spans


def rows_of(widths: Sequence[int], cells: int, gap: int) -> list[list[int]]:
    """Which entries stand in which line, where a line has so many cells.

    >>> rows_of([5, 5, 5], 11, 1)
    [[0, 1], [2]]
    """
    rows: list[list[int]] = [[]]
    taken = -gap
    for place, wide in enumerate(widths):
        if taken + gap + wide > cells and rows[-1]:
            rows.append([])
            taken = -gap
        rows[-1].append(place)
        taken += gap + wide
    return rows


def _draw_chips(
    sheet: Sheet, y: int, lines: int, entries: Sequence[Entry], cursor: int | None
) -> None:
    """Lines of chips under lines of their numbers; numbers beside them where lines are few."""
    cells = sheet.width
    widths = [CARD if entry.card is not None else width(entry.label) + 4 for entry in entries]
    for gap in (1, 0):
        rows = _even(widths, cells, gap)
        tops = [any(entries[place].card is not None for place in row) for row in rows]
        if len(rows) + sum(tops) + gap * tops[-1] <= lines:
            break
    else:
        gap, tops = 1, []
        widths = [wide + (entries[place].card is not None) for place, wide in enumerate(widths)]
        rows = _even(widths, cells, gap)
        marked_row = next((number for number, row in enumerate(rows) if cursor in row), 0)
        rows = rows[max(0, min(marked_row, len(rows) - lines)) :][:lines]
    mark: tuple[int, int] | None = None
    end = y + lines
    for number, row in enumerate(rows):
        above = bool(tops) and tops[number]
        free = number + 1 == len(rows) or (bool(tops) and tops[number + 1])
        x = max(0, (cells - sum(widths[place] + gap for place in row) + gap) // 2)
        for place in row:
            entry, marked = entries[place], place == cursor
            if above and entry.card is not None:
                sheet.put(x + 1, y, entry.number, "number")
                sheet.write(x, y + 1, chip(entry, marked=marked))
            else:
                spans = numbered_chip(entry, marked=marked)
                before = entry.card is not None and not entry.number
                sheet.write(x + before, y + above, spans)
            sheet.spot(x, y + above, widths[place], 1, "entry", place)
            if marked and above and free:
                mark = x + 1, y + above + 1
            x += widths[place] + gap
        y += 1 + above
    if mark is not None and mark[1] < end:
        _draw_mark(sheet, *mark)


def _even(widths: Sequence[int], cells: int, gap: int) -> list[list[int]]:
    """As few lines as there can be, all of about the same length."""
    rows = rows_of(widths, cells, gap)
    least = (sum(widths) + gap * (len(widths) - len(rows))) // len(rows)
    narrow = (rows_of(widths, room, gap) for room in range(least, cells))
    return next((found for found in narrow if len(found) == len(rows)), rows)
