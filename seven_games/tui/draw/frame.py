"""What all tables have in common: title, prompt, hand, choice line and hint line."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Protocol

from seven_games.engine.cards import FIRST_JOKER, SHOW_BABA, count
from seven_games.engine.game import Rules
from seven_games.i18n import _
from seven_games.tui.draw.cards import (
    Entry,
    Faces,
    in_order,
    moves_of,
    numbered,
    paint,
)
from seven_games.tui.draw.hand import (
    BOXED,
    LARGE,
    TWO_ROWS,
    draw_hand,
    hand_height,
    numbered_chip,
    rows_of,
)
from seven_games.tui.draw.layout import Line, Picture, Sheet, cut, span_width, width, wrap
from seven_games.tui.draw.panel import draw_panel
from seven_games.tui.draw.scene import (
    SHORT,
    Hint,
    Scene,
    Section,
    is_declaration,
    move_label,
    move_text,
)

FULL = (80, 24)
"""From this size on the table is drawn with boxes."""
TALL = (85, 40)
"""From this size on the table and the hand are drawn with large cards."""
MIDDLE = (60, 18)
"""From this size on the table is drawn, with the hand as chips."""
TINY = (40, 12)
"""From this size on the table is written as text."""
MOST = (160, 60)
"""What a larger screen has more than this stays empty around the table."""
BESIDE = 35
"""The cells that a panel takes beside the table, with the line between them."""
MOST_PANEL = 45
"""A wider panel would only be harder to read."""
BODY = 12
"""The lines of the table itself, between the title and the prompt."""
CONTENT = 80
"""The cells in which the table is laid out, in the middle of a wider screen."""
LEAST_TABLE = 6
"""The lines of the smallest table that is drawn."""
LEAST_LOG = 4
"""So many lines are worth a log below the table."""
MOST_HINTS = 6
SHOW_KEY = "d"
"""What marks the word that opens the list of combinations."""


class Drawing(Protocol):
    """The names that the drawing of every game has."""

    GERMAN: bool
    """Whether the game is also played with cards that have German labels."""
    ACTIONS: frozenset[str]
    """The actions of the keys that only some games have."""

    def summary(self) -> str:
        """The game in half a line."""

    def length(self, rules: Rules) -> str:
        """How long a match is, in a sentence."""

    def ranks(self, rules: Rules) -> Sequence[int]:
        """The ranks from low to high."""

    def title(self, scene: Scene) -> tuple[str, str]:
        """The rules in short, and where the match stands."""

    def fits(self, scene: Scene) -> int:
        """The cards of the hand that would fit if it were the viewer's turn now."""

    def body(self, scene: Scene, sheet: Sheet, x: int, y: int) -> None:
        """The table in CONTENT times BODY cells."""

    def tall(self, scene: Scene, sheet: Sheet, width: int, height: int) -> None:
        """The table of a large screen, from line 2 on, in so many cells from the left."""

    def middle(self, scene: Scene, sheet: Sheet, height: int) -> None:
        """The table of a screen below 80x24, from line 1 on, as wide as the sheet."""

    def panel(self, scene: Scene, cells: int) -> list[Section]:
        """What the side panel says of this game, apart from log and scores."""

    def log(self, scene: Scene, cells: int) -> list[Line]:
        """What was played in this deal, by trick or turn, each line in so many cells."""

    def unseen(self, scene: Scene, cells: int) -> list[Line]:
        """Which cards the viewer has not seen, from what was played and the own hand."""

    def prompt(self, scene: Scene) -> str:
        """What the rules want now, in words."""

    def choice(self, scene: Scene, move: int) -> str:
        """What this move does, from public facts and the own hand."""

    def several(self, scene: Scene, moves: Sequence[int]) -> str:
        """What it means to choose an entry that opens a list of these moves."""

    def taken(self, scene: Scene) -> str:
        """Who took the finished trick and for how much; empty where none is finished."""

    def text(self, scene: Scene) -> list[Line]:
        """The table in a few lines of text."""

    def account(self, scene: Scene) -> list[Line]:
        """How the score of a finished deal came about, line by line."""

    def rules_text(self, rules: Rules) -> list[str]:
        """How the game is played, in a few sentences."""

    def in_force(self, rules: Rules, faces: Faces) -> list[str]:
        """What the options of this table mean, a sentence each."""

    def last(self, scene: Scene) -> list[Line]:
        """What was played last: the last trick, or the last move of every seat."""


def entries(scene: Scene, drawing: Drawing) -> list[Entry]:
    """What the cursor can stand on: the open list, or the hand and the words beside it."""
    if scene.choices:
        return numbered(Entry(move_label(scene, move), (move,)) for move in scene.choices)
    view = scene.view
    fits = drawing.fits(scene)
    found = []
    for card in in_order(view.hand, drawing.ranks(view.rules)):
        moves = moves_of(card, view.moves)
        if not scene.my_turn and not view.over and fits >> card & 1:
            moves = (card,)
        found.append(Entry(scene.faces.card(card), moves, card=card))
    shows = tuple(move for move in view.moves if is_declaration(move))
    words = [
        Entry(move_label(scene, move), (move,))
        for move in view.moves
        if FIRST_JOKER + 2 <= move < SHOW_BABA
    ]
    if shows:
        words.append(Entry(_("show"), shows, SHOW_KEY))
    return numbered([*found, *words])


def draw_table(scene: Scene, drawing: Drawing) -> Picture:
    """The table in exactly the lines and cells of the scene."""
    sheet = Sheet(scene.width, scene.height)
    # Beyond a certain size more room would only tear apart what belongs together.
    wide, high = min(sheet.width, MOST[0]), min(sheet.height, MOST[1])
    inner = Sheet(wide, high)
    _draw_sized(replace(scene, width=wide, height=high), drawing, inner)
    sheet.place((sheet.width - wide) // 2, (sheet.height - high) // 2, inner)
    return sheet.lines(scene.faces.signs)


def _draw_sized(scene: Scene, drawing: Drawing, sheet: Sheet) -> None:
    """What the ladder of sizes has for a sheet."""
    wide, high = scene.width, scene.height
    if wide < TINY[0] or high < TINY[1]:
        too_small(sheet)
    elif wide < MIDDLE[0] or high < MIDDLE[1]:
        _draw_text(scene, drawing, sheet)
    elif wide < BESIDE + CONTENT:
        _draw_played(scene, drawing, sheet)
    else:
        least = TALL[0] if wide >= TALL[0] + BESIDE and high >= TALL[1] else CONTENT
        left = max(least, wide - 2 - MOST_PANEL)
        table, panel = Sheet(left, high), Sheet(wide - left - 2, high)
        _draw_played(replace(scene, width=left), drawing, table, beside=True)
        draw_panel(scene, drawing, panel)
        sheet.place(0, 0, table)
        for y in range(high):
            sheet.put(left, y, "│", "rule")
        sheet.place(left + 2, 0, panel)


def framed(
    title: str,
    standing: str,
    size: tuple[int, int],
    faces: Faces,
    hints: Sequence[Hint],
    always: Sequence[Hint],
    body: Callable[[Sheet], None],
) -> Picture:
    """A title, a rule, what `body` draws below them, and the keys in the last line."""
    sheet = Sheet(*size)
    if sheet.width < TINY[0] or sheet.height < TINY[1]:
        too_small(sheet)
    else:
        x = sheet.put(1, 0, cut(title, sheet.width - 2), "game")
        sheet.right(0, [(cut(standing, sheet.width - x - 3), "title")], sheet.width - 1)
        sheet.rule(1)
        body(sheet)
        draw_hints(sheet, sheet.height - 1, hints, always)
    return sheet.lines(faces.signs)


def too_small(sheet: Sheet) -> None:
    """All that is said where nothing else has room."""
    lines = wrap(
        _("Make the window larger, please: 40x12 or more (q leaves)."), max(sheet.width, 1)
    )
    for y, line in enumerate(lines):
        sheet.put(0, y, line, "prompt")


def _draw_played(scene: Scene, drawing: Drawing, sheet: Sheet, *, beside: bool = False) -> None:
    """Table, prompt, hand and what the marked card does; `beside`: a panel says the rest."""
    if sheet.width < FULL[0] or sheet.height < FULL[1]:
        _draw_middle(scene, drawing, sheet, beside=beside)
    else:
        _draw_full(scene, drawing, sheet, beside=beside)


def _draw_full(scene: Scene, drawing: Drawing, sheet: Sheet, *, beside: bool) -> None:
    spare = sheet.height - FULL[1]
    tall = sheet.width >= TALL[0] and sheet.height >= TALL[1]
    content = TALL[0] if tall else CONTENT
    left = (sheet.width - content) // 2
    cards = count(scene.view.hand)
    hand = max(BOXED, min(hand_height(cards, sheet.width, BOXED + spare), BOXED + spare))
    more = min(2, 1 + max(0, spare - (hand - BOXED)))
    rule = sheet.height - 4 - hand - more
    draw_title(scene, drawing, sheet, beside=beside)
    sheet.rule(1)
    if tall:
        drawing.tall(scene, sheet, sheet.width, rule - 2)
    else:
        above = rule - 2 - BODY
        logged = 0 if beside else max(0, above - 1)
        if logged < LEAST_LOG:
            logged = 0
        drawing.body(scene, sheet, left, 2 + (0 if logged else above // 2))
        if logged:
            _draw_recent(scene, drawing, sheet, left, 2 + BODY, logged)
    sheet.rule(rule)
    found = entries(scene, drawing)
    prompt = wrap(prompt_text(scene, drawing, beside=beside), content - 2)
    for line, said in enumerate(_first_lines(prompt, 2)):
        sheet.write(left + 1, rule + 1 + line, paint(said, "prompt"))
    draw_hand(sheet, rule + 3, hand, found, scene.cursor, scene.faces)
    draw_choice(scene, drawing, sheet, left, rule + 3 + hand, found, more, beside=beside)
    draw_hints(sheet, sheet.height - 1, scene.hints, scene.always)


def _draw_recent(
    scene: Scene, drawing: Drawing, sheet: Sheet, left: int, y: int, lines: int
) -> None:
    """Under a rule, the end of the log in two columns."""
    sheet.rule(y)
    room = min(sheet.width, CONTENT) // 2
    recent = drawing.log(scene, room - 2)[-2 * lines :]
    for place, line in enumerate(recent):
        column, down = divmod(place, lines)
        sheet.write(left + 1 + room * column, y + 1 + down, line)


def _draw_middle(scene: Scene, drawing: Drawing, sheet: Sheet, *, beside: bool) -> None:
    wide, high = sheet.width, sheet.height
    found = entries(scene, drawing)
    most = 3 if high < 20 else BOXED if high < 26 else LARGE if high < 30 else TWO_ROWS
    hand = hand_height(count(scene.view.hand), wide, most)
    if scene.choices:
        hand = max(hand, min(len(found) + 1, LARGE))
    prompt = _first_lines(wrap(prompt_text(scene, drawing, beside=beside), wide - 2), 2)
    # Without title, rule and hint line; the marked card has a line, and a second one where the
    # table can do without it.
    room = high - 3 - len(prompt) - hand
    if room < 2 + LEAST_TABLE:
        scene = replace(scene, width=SHORT - 1)
        prompt = _first_lines(wrap(prompt_text(scene, drawing, beside=beside), wide - 2), 2)
        room = high - 3 - len(prompt) - hand
    more = 2 if room >= 2 + LEAST_TABLE else 1
    draw_title(scene, drawing, sheet, beside=beside)
    y = 1 + room - more
    logged = 0 if beside else y - 2 - BODY
    if logged < LEAST_LOG:
        logged = 0
    drawing.middle(scene, sheet, y - 1 if not logged else BODY)
    if logged:
        _draw_recent(scene, drawing, sheet, 0, 1 + BODY, logged)
    sheet.rule(y)
    for said in prompt:
        y += 1
        sheet.write(1, y, paint(said, "prompt"))
    draw_hand(sheet, y + 1, hand, found, scene.cursor, scene.faces)
    draw_choice(scene, drawing, sheet, 0, y + 1 + hand, found, more, beside=beside)
    draw_hints(sheet, high - 1, scene.hints, scene.always)


def draw_title(scene: Scene, drawing: Drawing, sheet: Sheet, *, beside: bool) -> None:
    """The name of the game, its rules in short, and where the match stands.

    The code of the deal comes before that, where no panel beside has it and it finds room.
    """
    rules, standing = drawing.title(scene)
    if scene.code and not beside:
        longer = scene.faces.join((_("code {code}").format(code=scene.code), standing))
        taken = width(game_title(scene.view.game)) + width(rules.split(scene.faces.dot)[0])
        standing = longer if width(longer) + taken + 8 <= sheet.width else standing
    name = game_title(scene.view.game)
    x = sheet.put(1, 0, name, "game")
    right = cut(standing, sheet.width - x - 3)
    room = sheet.width - x - 4 - width(right)
    sheet.write(x + 2, 0, paint(whole_parts(rules, scene.faces.dot, room), "dim"))
    sheet.right(0, [(right, "title")], sheet.width - 1)


def whole_parts(text: str, dot: str, room: int) -> str:
    """As many of the statements as find room, none of them cut."""
    parts = text.split(dot)
    while len(parts) > 1 and width(dot.join(parts)) > room:
        parts.pop()
    return cut(dot.join(parts), room)


def game_title(game: str) -> str:
    """The name of a game in capitals."""
    from seven_games.engine import GAMES

    return _(GAMES[game].title).upper()


def draw_choice(
    scene: Scene,
    drawing: Drawing,
    sheet: Sheet,
    left: int,
    y: int,
    found: Sequence[Entry],
    most: int,
    *,
    beside: bool = False,
) -> None:
    """The one or two lines under the hand: a message, or what the marked entry does."""
    room = sheet.width - left - 4
    text = figures_text(scene, room, most, beside=beside) or choice_text(scene, drawing, found)
    if text:
        style = "message" if scene.message else "choice"
        sheet.put(left + 1, y, "▸", "turn")
        lines = wrap(text, room)
        for below, line in enumerate(_first_lines(lines, most)):
            sheet.write(left + 3, y + below, paint(line, style))


def prompt_text(scene: Scene, drawing: Drawing, *, beside: bool = False) -> str:
    """What the rules want now; or a hint, where no panel has it."""
    if scene.advised is None or beside:
        return drawing.prompt(scene)
    more = scene.advised.more
    return f"{scene.advised.text} ({more})" if more else scene.advised.text


def figures_text(scene: Scene, cells: int, most: int, *, beside: bool = False) -> str:
    """What the moves are worth, as many as find room in so many lines; empty without a hint."""
    advised = scene.advised
    if advised is None or not advised.figures or not advised.fresh or scene.message or beside:
        return ""
    for shown in range(len(advised.figures), 1, -1):
        text = f"{', '.join(advised.figures[:shown])} ({advised.short_basis})"
        if len(wrap(text, cells)) <= most:
            return text
    return ", ".join(advised.figures)


def choice_text(scene: Scene, drawing: Drawing, found: Sequence[Entry]) -> str:
    """What the marked entry does, or the message that stands in for it."""
    if scene.message:
        return scene.message
    if not scene.my_turn or scene.cursor is None or not 0 <= scene.cursor < len(found):
        return ""
    entry = found[scene.cursor]
    if not entry.fits:
        return _("{card} does not fit now.").format(card=entry.label)
    if len(entry.moves) > 1:
        return drawing.several(scene, entry.moves)
    return drawing.choice(scene, entry.moves[0])


def draw_hints(
    sheet: Sheet, y: int, hints: Sequence[Hint], always: Sequence[Hint], margin: int = 1
) -> None:
    """The keys: as many as find room on the left, help and quit always on the right."""
    right = hint_line(always)
    end = sheet.width - (margin if sheet.width >= FULL[0] else 0)
    start = sheet.right(y, right, end)
    x = margin
    for hint in hints[:MOST_HINTS]:
        spans = hint_line([hint])
        if x + span_width(spans) + 2 > start:
            break
        sheet.spot(x, y, span_width(spans), 1, "key", hint.action)
        x = sheet.write(x, y, spans) + 2
    for hint in always:
        wide = span_width(hint_line([hint]))
        sheet.spot(start, y, wide, 1, "key", hint.action)
        start += wide + 2


def hint_line(hints: Sequence[Hint]) -> Line:
    """Keys and what they do."""
    line: Line = []
    for key, label, _action in hints:
        if line:
            line.append(("  ", "hint"))
        line += [(key, "key"), (f" {label}", "hint")]
    return line


# The small form


def _draw_text(scene: Scene, drawing: Drawing, sheet: Sheet) -> None:
    _rules, standing = drawing.title(scene)
    name = game_title(scene.view.game)
    sheet.put(1, 0, name, "game")
    room = sheet.width - width(name) - 3
    parts = standing.split(scene.faces.dot)
    while len(parts) > 1 and width(scene.faces.dot.join(parts)) > room:
        parts.pop(0)
    sheet.right(0, [(cut(scene.faces.dot.join(parts), room), "title")])
    top = drawing.text(scene)
    log = [move_text(scene, seat, move) for seat, move in scene.view.log]
    found = entries(scene, drawing)
    hand = hand_rows(found, sheet.width)
    above = sheet.height - 1
    prompt = wrap(prompt_text(scene, drawing), sheet.width)
    figures = figures_text(scene, sheet.width, 2)
    choice = wrap(figures or choice_text(scene, drawing, found), sheet.width)
    # What cannot be done without first: the hand, the prompt, the table; then whole sentences.
    spare = above - 1 - len(top)
    hand = _window(hand, scene.cursor, max(1, min(len(hand), spare - 2)))
    spare -= len(hand)
    prompt = _first_lines(prompt, max(1, min(len(prompt), spare - 1)))
    spare -= len(prompt)
    choice = _first_lines(choice, max(1, min(len(choice), spare)))
    spare -= len(choice)
    y = 1
    for line in top:
        sheet.write(0, y, line)
        y += 1
    if spare > 0:
        sheet.rule(y)
    if spare > 1:
        recent = log[:-1] if not scene.my_turn else log
        for below, said in enumerate(recent[-(spare - 1) :], 1):
            sheet.write(0, y + below, paint(cut(said, sheet.width), "dim"))
    y = above - len(choice) - len(hand) - len(prompt)
    for text in prompt:
        sheet.write(0, y, paint(text, "prompt"))
        y += 1
    for row in hand:
        x = 0
        for place in row:
            spans = numbered_chip(found[place], marked=place == scene.cursor)
            sheet.spot(x, y, span_width(spans), 1, "entry", place)
            x = sheet.write(x, y, spans) + 1
        y += 1
    for text in choice:
        sheet.write(0, y, paint(text, "message" if scene.message else "choice"))
        y += 1
    draw_hints(sheet, sheet.height - 1, scene.hints, scene.always, 0)


def hand_rows(found: Sequence[Entry], cells: int) -> list[list[int]]:
    """Which chips with their numbers stand in which line of so many cells."""
    return rows_of([span_width(numbered_chip(entry, marked=False)) for entry in found], cells, 1)


def _first_lines(lines: list[str], most: int) -> list[str]:
    """So many of the lines, the last one with `…` where there are more."""
    if len(lines) <= most:
        return lines
    last = lines[most - 1]
    return [*lines[: most - 1], cut(last, width(last) - 1).removesuffix("…") + "…"]


def _window(rows: list[list[int]], cursor: int | None, most: int) -> list[list[int]]:
    """So many of the lines, with the one where the marked entry stands among them."""
    marked = next((number for number, row in enumerate(rows) if cursor in row), 0)
    first = max(0, min(marked, len(rows) - most))
    return rows[first : first + most]
