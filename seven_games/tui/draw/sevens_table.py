"""The table of Sevens in every size: the seats, and four rows that grow from their sevens."""

from collections.abc import Sequence
from typing import cast

from seven_games.engine.cards import ACE, PASS, SEVEN, rank_of, suit_of
from seven_games.engine.game import Rules, View
from seven_games.engine.sevens import SevensRules, SevensView
from seven_games.i18n import _, ngettext
from seven_games.tui.draw.cards import SUIT_STYLES, box, paint
from seven_games.tui.draw.layout import Line, Sheet, Span, cut, pad, span_width, width
from seven_games.tui.draw.scene import Scene, cards_text, played_card

CONTENT = 80
CELL = 5
"""The cells of one place in a row."""
NARROW_CELL = 4
"""The cells of one place in a row where the screen is narrower than 80."""
TALL_CONTENT = 85
"""The cells in which the large table is laid out."""


def view_of(scene: Scene) -> SevensView:
    """The view, as that of this game."""
    return cast("SevensView", scene.view)


def rules_of(view: View) -> SevensRules:
    """The rules, as those of this game."""
    return cast("SevensRules", view.rules)


def ranks(rules: Rules) -> Sequence[int]:
    """The ranks of a row from low to high."""
    of = cast("SevensRules", rules)
    if of.deck == 32:
        return range(SEVEN, ACE + 1)
    return range(ACE + 1) if of.ace == "high" else (ACE, *range(ACE))


# The seats


def score_text(scene: Scene, seat: int, *, short: bool = False) -> str:
    """How a seat stands in the match.

    In short, chips, which have a sign, need no word, and a single deal has no standing.
    """
    rules = rules_of(scene.view)
    standing, scoring = scene.standing, rules.scoring
    if short and rules.deals_in_match == 1:
        return ""
    if scoring == "none":
        return ngettext("{n} win", "{n} wins", standing.wins[seat]).format(n=standing.wins[seat])
    total = standing.totals[seat]
    if scoring == "chips":
        signed = f"{total:+d}" if total else "0"
        if short:
            return signed
        return ngettext("{n} chip", "{n} chips", abs(total)).format(n=signed)
    return ngettext("{n} pt", "{n} pts", total).format(n=total)


def last_action(scene: Scene, seat: int, cells: int) -> str:
    """What a seat did last, or that it is out, as fully as so many cells allow."""
    forms = _last_forms(scene, seat)
    return next((form for form in forms if width(form) <= cells), cut(forms[-1], cells))


def _last_forms(scene: Scene, seat: int) -> tuple[str, ...]:
    """What a seat did last, from the longest form to the shortest."""
    view = view_of(scene)
    if seat in view.out:
        place = ordinal(view.out.index(seat) + 1)
        return _("out, {place}").format(place=place), place
    if any(gone == seat for gone, _laid in view.eliminated):
        return (_("put out"),)
    moves = [move for mover, move in view.log if mover == seat]
    limit, used = rules_of(view).pass_limit, view.passes[seat]
    passes = "" if limit is None else _("passes {n}/{limit}").format(n=used, limit=limit)
    if not moves:
        return passes, f"{used}/{limit}" if passes else ""
    if moves[-1] == PASS:
        full = scene.faces.join((_("passed"), passes))
        return full, _("pass {n}/{limit}").format(n=used, limit=limit) if passes else full
    card, at = played_card(moves[-1])
    face = scene.faces.card(card)
    if at is not None:
        place = scene.faces.card(at)
        return _("joker as {card}").format(card=place), f"{scene.faces.joker}={place}"
    if not used or not passes:
        return _("played {card}").format(card=face), face
    return scene.faces.join(
        (_("played {card}").format(card=face), passes)
    ), f"{face} {used}/{limit}"


def ordinal(place: int) -> str:
    """A place in the order of going out."""
    return (
        _("1st"),
        _("2nd"),
        _("3rd"),
        _("4th"),
        _("5th"),
        _("6th"),
        _("7th"),
        _("8th"),
    )[place - 1]


def marker(scene: Scene, seat: int) -> str:
    """The sign before the name of the seat that is to move."""
    return "▸" if seat == scene.view.turn else " "


def _draw_seats(scene: Scene, sheet: Sheet, x: int, y: int) -> None:
    """A line for every seat in 80 cells, with the backs of its cards."""
    seats = scene.seats
    names = {seat: scene.seat_title(seat, 26) for seat in seats}
    wide = max(width(name) for name in names.values())
    for at, seat in enumerate(seats, y):
        held = scene.view.counts[seat]
        sheet.put(x + 1, at, marker(scene, seat), "turn")
        sheet.put(x + 3, at, names[seat], "name")
        if seat != scene.view.seat:
            sheet.put(x + 4 + wide, at, scene.faces.backs(held), "back")
        sheet.right(at, [(str(held), "text")], x + 21 + wide)
        sheet.right(at, [(score_text(scene, seat), "text")], x + 31 + wide)
        sheet.write(x + 34 + wide, at, paint(last_action(scene, seat, 45 - wide), "dim"))
        sheet.spot(x + 1, at, CONTENT - 2, 1, "seat", seat)


def _draw_seat_columns(
    scene: Scene, sheet: Sheet, x: int, y: int, cells: int, columns: int
) -> None:
    """A short line for every seat, in so many columns of together so many cells."""
    seats = scene.seats
    lines = -(-len(seats) // columns)
    room = cells // columns
    scores = {seat: score_text(scene, seat, short=room < CONTENT // 2 - 1) for seat in seats}
    score = max(width(text) for text in scores.values())
    # A marker, two figures for the cards, and gaps.
    rest = room - 2 - score - 8
    least = max(width(_last_forms(scene, seat)[-1]) for seat in seats)
    longest = max(width(_last_forms(scene, seat)[0]) for seat in seats)
    titles = {seat: scene.seat_title(seat, 26) for seat in seats}
    name = min(max(width(title) for title in titles.values()), rest - min(longest, least))
    if any(width(title) > name for title in titles.values()):
        # Whether somebody is a bot is said of all or of none.
        titles = {
            seat: scene.name(seat, name - len(scene.dealt(seat))) + scene.dealt(seat)
            for seat in seats
        }
    for place, seat in enumerate(seats):
        column, line = divmod(place, lines)
        at = x + room * column
        held = scene.view.counts[seat]
        sheet.write(
            at,
            y + line,
            [
                (f"{marker(scene, seat)} ", "turn"),
                (pad(titles[seat], name), "name"),
                (f" {held:>2} ", "text"),
                (" " * (score - width(scores[seat])) + scores[seat], "text"),
                ("  ", "text"),
                *paint(last_action(scene, seat, rest - name), "dim"),
            ],
        )
        sheet.spot(at, y + line, room - 2, 1, "seat", seat)


def _draw_seat_boxes(scene: Scene, sheet: Sheet, y: int, seats: Sequence[int], cells: int) -> int:
    """A box for every seat, in one row or two; returns the line after them."""
    across = len(seats) if len(seats) <= 4 else -(-len(seats) // 2)
    wide = min(26, (TALL_CONTENT - 1) // across - 1)
    gap = 2 if across * (wide + 2) <= TALL_CONTENT + 1 else 1
    low = len(seats) > across
    for first in range(0, len(seats), across):
        row = seats[first : first + across]
        x = (cells - len(row) * (wide + gap) + gap) // 2
        for seat in row:
            lines = _seat_lines(scene, seat, wide - 4, low=low)
            box(sheet, x, y, [" " * (wide - 2)] * len(lines), "solid", ("rule", "text"))
            for below, line in enumerate(lines, 1):
                sheet.write(x + 2, y + below, line)
            sheet.spot(x, y, wide, len(lines) + 2, "seat", seat)
            x += wide + gap
        y += 4 if low else 5
    return y


def _seat_lines(scene: Scene, seat: int, cells: int, *, low: bool) -> list[Line]:
    """What the box of a seat says, in three lines or in two."""
    held, score = scene.view.counts[seat], score_text(scene, seat)
    action = last_action(scene, seat, cells - width(score + scene.faces.dot))
    said = scene.faces.join((score, action))
    turn: Line = [("▸ ", "turn")] if seat == scene.view.turn else []
    room = cells - span_width(turn) - (3 if low else 0)
    name = scene.seat_title(seat, room)
    if low:
        return [[*turn, (pad(name, room), "name"), (f"{held:>3}", "text")], paint(said, "dim")]
    backs: Line = [(scene.faces.backs(held), "back"), (f" {held}" if held else "0", "text")]
    return [[*turn, (name, "name")], backs, paint(said, "dim")]


def _draw_own(scene: Scene, sheet: Sheet, x: int, y: int) -> None:
    """The line of the viewer's own seat."""
    seat = scene.view.seat
    if seat is None:
        return
    said = (
        cards_text(scene.view.counts[seat]),
        score_text(scene, seat),
        last_action(scene, seat, 30),
    )
    sheet.put(x + 1, y, marker(scene, seat), "turn")
    after = sheet.put(x + 3, y, scene.seat_title(seat, 26), "name")
    after = sheet.write(after + 2, y, paint(scene.faces.join(said), "dim"))
    sheet.spot(x + 1, y, after - x - 1, 1, "seat", seat)


# The table by size


def body(scene: Scene, sheet: Sheet, x: int, y: int) -> None:
    """The table in 80 times 12 cells."""
    if scene.players <= 4:
        _draw_seats(scene, sheet, x, y)
        lines = scene.players
    else:
        _draw_seat_columns(scene, sheet, x + 1, y, CONTENT - 2, 2)
        lines = (scene.players + 1) // 2
    sheet.put(x, y + lines, "─" * CONTENT, "rule")
    _draw_ranks(scene, sheet, _left(scene, x + 6, CELL), y + 5, CELL)
    for suit in range(4):
        _draw_row(scene, sheet, _left(scene, x + 6, CELL), y + 6 + suit, suit)
    _draw_legend(sheet, legend(scene, CONTENT - 8), x, y + 11, CONTENT)


def middle(scene: Scene, sheet: Sheet, height: int) -> None:
    """The table of a screen below 80x24, from line 1 on, as wide as the sheet.

    The seats and the rows come first; then the ranks above, a rule, and what the signs mean.
    """
    narrow = sheet.width < CONTENT
    cells = 60 if narrow else CONTENT
    x = (sheet.width - cells) // 2
    columns = 1 if scene.players <= 4 and scene.players + 6 <= height else 2
    seats = -(-scene.players // columns)
    if columns == 1 and not narrow:
        _draw_seats(scene, sheet, x, 1)
    else:
        _draw_seat_columns(scene, sheet, x, 1, cells, columns)
    y = 1 + seats
    spare = height - seats - 4
    if spare >= 2:
        sheet.rule(y)
    y += spare >= 2
    cell = NARROW_CELL if narrow else CELL
    left = _left(scene, x + (2 if narrow else 6), cell)
    if spare >= 1:
        _draw_ranks(scene, sheet, left, y, cell)
    y += spare >= 1
    for suit in range(4):
        if narrow:
            _draw_narrow_row(scene, sheet, left, y + suit, suit)
        else:
            _draw_row(scene, sheet, left, y + suit, suit)
    if spare >= 3:
        _draw_legend(sheet, legend(scene, cells - 2), x, y + 4 + (spare >= 4), cells)


def tall(scene: Scene, sheet: Sheet, width: int, height: int) -> None:
    """The table of a large screen, from line 2 on, in so many cells from the left."""
    others = [seat for seat in scene.seats if seat != scene.view.seat]
    seats = 8 if len(others) > 4 else 5
    # The ranks, four rows, what the signs mean, and the own seat.
    spare = max(0, height - seats - 1 - 12 - 1 - 1)
    x = (width - TALL_CONTENT) // 2
    y = 2 + max(0, spare - 2) // 2
    y = _draw_seat_boxes(scene, sheet, y, others, width) + (spare >= 1)
    left = _left(scene, x + 8, CELL)
    _draw_ranks(scene, sheet, left, y, CELL)
    for suit in range(4):
        _draw_tall_row(scene, sheet, left, y + 1 + 3 * suit, suit)
    y += 13
    _draw_legend(sheet, _tall_legend(scene), x, y + (spare >= 3), TALL_CONTENT)
    _draw_own(scene, sheet, x, 1 + height)


def text(scene: Scene) -> list[Line]:
    """The table in a few lines of text."""
    lines = _seats_text(scene)
    for suit in range(4):
        lines.append(_row_text(scene, suit))
    return lines


def _seats_text(scene: Scene) -> list[Line]:
    lines: list[Line] = [[]]
    for seat in scene.seats:
        name = scene.name(seat, 12 if scene.players > 4 else 16)
        item: Line = [
            (marker(scene, seat).strip(), "turn"),
            (name, "name"),
            (f" {scene.view.counts[seat]}{scene.dealt(seat)}  ", "text"),
        ]
        if span_width(lines[-1]) + span_width(item) > scene.width + 2:
            lines.append([])
        lines[-1] += item
    return lines


# The rows


def _left(scene: Scene, x: int, cell: int) -> int:
    """Where the places of the rows begin; those of the short pack stand in the middle."""
    return x + cell * (13 - len(ranks(scene.view.rules))) // 2


def _centred(text: str, cells: int) -> str:
    """A place of a row: ranks stand below each other, whatever is around them."""
    if cells == CELL:
        return f"{text:^{cells}}" if width(text) != 2 else f" {text}  "
    if text.startswith("-") and width(text) == cells:
        # The dashes of neighbours would join.
        text = text[:-1]
    return pad(text if width(text) > 2 else f" {text}", cells)


def _draw_ranks(scene: Scene, sheet: Sheet, left: int, y: int, cell: int) -> None:
    for place, rank in enumerate(ranks(scene.view.rules)):
        label = scene.faces.rank(rank)
        sheet.put(left + cell * place, y, _centred(label, cell), "faint")


def _row(scene: Scene, suit: int) -> list[int]:
    """The cards of a row from low to high."""
    return [13 * suit + rank for rank in ranks(scene.view.rules)]


def _state(scene: Scene, row: Sequence[int]) -> str:
    """How many places of a row are filled."""
    table = view_of(scene).table
    filled = sum(table >> card & 1 for card in row)
    return f"{filled}/{len(row)}" if filled else _("shut")


def _draw_row(scene: Scene, sheet: Sheet, left: int, y: int, suit: int) -> None:
    row = _row(scene, suit)
    end = left + CELL * len(row)
    sheet.put(left - 3, y, scene.faces.suits[suit], SUIT_STYLES[suit])
    sheet.put(left - 1, y, "│", "rule")
    sheet.put(end, y, "│", "rule")
    for place, card in enumerate(row):
        sign, style = _place(scene, card)
        sheet.put(left + CELL * place, y, _centred(sign, CELL), style)
    sheet.put(end + 3, y, _state(scene, row), "dim")


def _draw_narrow_row(scene: Scene, sheet: Sheet, left: int, y: int, suit: int) -> None:
    row = _row(scene, suit)
    sheet.put(left - 2, y, scene.faces.suits[suit], SUIT_STYLES[suit])
    for place, card in enumerate(row):
        sign, style = _place(scene, card)
        sheet.put(left + NARROW_CELL * place, y, _centred(sign, NARROW_CELL), style)
    sheet.right(y, [(_state(scene, row), "dim")], left + NARROW_CELL * len(row) + 6)


def _draw_tall_row(scene: Scene, sheet: Sheet, left: int, y: int, suit: int) -> None:
    """A row in three lines: what lies there and what comes next in boxes."""
    view, faces, row = view_of(scene), scene.faces, _row(scene, suit)
    sheet.put(left - 4, y + 1, faces.suits[suit], SUIT_STYLES[suit])
    for place, card in enumerate(row):
        x = left + CELL * place
        rank = faces.rank(rank_of(card))
        style = SUIT_STYLES[suit]
        if card in view.jokers:
            kind = "double" if view.hand >> card & 1 else "solid"
            box(sheet, x, y, pad(faces.joker, 3), kind, ("joker", "joker"))
        elif view.table >> card & 1 and not view.loose >> card & 1:
            box(sheet, x, y, pad(faces.card(card), 3), "solid", ("rule", style))
        elif view.next >> card & 1:
            mine = view.hand >> card & 1
            frame = ("legal", style) if mine else ("dim", "dim")
            box(sheet, x, y, pad(f" {rank}", 3), "double" if mine else "dashed", frame)
        else:
            sign, style = _place(scene, card)
            sheet.put(x, y + 1, _centred(sign, CELL), style)
    sheet.put(left + CELL * len(row) + 3, y + 1, _state(scene, row), "dim")


def _place(scene: Scene, card: int) -> Span:
    """A place in a row: what lies there, or whether it comes next and for whom."""
    view, rank, suit = view_of(scene), scene.faces.rank(rank_of(card)), SUIT_STYLES[suit_of(card)]
    if card in view.jokers:
        return (f"[{rank}]" if view.hand >> card & 1 else scene.faces.joker), "joker"
    if view.loose >> card & 1:
        return f"-{rank}-", suit
    if view.table >> card & 1:
        return rank, suit
    if view.next >> card & 1:
        return (f"[{rank}]", "legal") if view.hand >> card & 1 else (f"({rank})", "dim")
    return "·", "faint"


def _row_text(scene: Scene, suit: int) -> Line:
    """A row in words: from where to where it lies, and what comes next."""
    view = view_of(scene)
    columns = _row(scene, suit)
    line: Line = [(scene.faces.suits[suit] + " ", SUIT_STYLES[suit])]
    joined = [card for card in columns if (view.table & ~view.loose) >> card & 1]
    if joined:
        low, high = scene.faces.rank(rank_of(joined[0])), scene.faces.rank(rank_of(joined[-1]))
        line.append((low if low == high else f"{low}-{high}", SUIT_STYLES[suit]))
    else:
        line.append((_("shut"), "dim"))
    for card in columns:
        if view.next >> card & 1 or card in view.jokers or view.loose >> card & 1:
            line += [(" ", "text"), _place(scene, card)]
    return line


# What the signs mean

Sign = tuple[str, str, str]
"""A sign, its style, and what it means."""


def _special_signs(scene: Scene) -> list[Sign]:
    """The signs that only some deals have; where there are none, the one of what comes later."""
    view = view_of(scene)
    found = []
    if view.loose:
        found.append(("-9-", "text", _("not joined")))
    if max(view.jokers) >= 0:
        found.append((scene.faces.joker, "joker", _("joker")))
    return found or [("·", "faint", _("later"))]


def _next_signs(scene: Scene, mine: str, other: str) -> list[Sign]:
    """The signs of what comes next; who only watches has no hand for it."""
    if scene.view.seat is None:
        return [(other, "dim", _("next"))]
    return [(mine, "legal", _("next, in your hand")), (other, "dim", _("next, not yours"))]


def legend(scene: Scene, cells: int) -> Line:
    """What the marks in the rows mean, in so many cells: the plainest one has to give way."""
    parts = [
        ("7", "text", _("on the table")),
        *_next_signs(scene, "[8]", "(6)"),
        *_special_signs(scene),
    ]
    return _legend_line(parts if _legend_width(parts) <= cells else parts[1:], cells)


def _tall_legend(scene: Scene) -> Line:
    # Where there are no double lines, only the upper edge tells such a box from a plain one.
    mine = "═8═" if scene.faces.signs else "║8║"
    parts = [
        ("│7│", "rule", _("on the table")),
        *_next_signs(scene, mine, "╎6╎"),
        *_special_signs(scene),
    ]
    return _legend_line(parts, TALL_CONTENT - 2)


def _legend_width(parts: Sequence[Sign]) -> int:
    return sum(width(sign) + width(meaning) + 2 for sign, _style, meaning in parts) - 1


def _legend_line(parts: Sequence[Sign], cells: int) -> Line:
    between = 1 + max(0, min(3, (cells - _legend_width(parts)) // max(1, len(parts) - 1)))
    line: Line = []
    for sign, style, meaning in parts:
        if line:
            line.append((" " * between, "text"))
        line += [(sign, style), (f" {meaning}", "dim")]
    return line


def _draw_legend(sheet: Sheet, line: Line, x: int, y: int, cells: int) -> None:
    sheet.centre(y, line, x, cells)
