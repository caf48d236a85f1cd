"""The help page: the rules in force, the keys, what the marks mean."""

from collections.abc import Iterable

from seven_games.engine import Game, Rules
from seven_games.i18n import _
from seven_games.tui import keys
from seven_games.tui.draw import DRAWINGS
from seven_games.tui.draw.cards import SYMBOLS, Faces, paint
from seven_games.tui.draw.layout import Line, cut, pad, span_width, width, wrap
from seven_games.tui.draw.scene import DEALER

GAME_ACTIONS = frozenset().union(*(drawing.ACTIONS for drawing in DRAWINGS.values()))
"""The actions that only some games have."""


def _heading(text: str) -> list[Line]:
    return [[], [(text, "game")]]


def _paragraph(text: str, cells: int) -> list[Line]:
    return [paint(line) for line in wrap(text, cells, "  ")]


def rules_lines(rules: Rules, game: Game, cells: int, faces: Faces = SYMBOLS) -> list[Line]:
    """How the game is played, and what the options of this table mean."""
    drawing = DRAWINGS[game.name]
    lines: list[Line] = [[(_("How it is played"), "game")]]
    for sentence in drawing.rules_text(rules):
        lines += _paragraph("- " + sentence, cells)
    lines += _heading(_("Rules in force ({preset})").format(preset=rules.preset))
    for sentence in drawing.in_force(rules, faces):
        lines += _paragraph("- " + sentence, cells)
    return lines


def key_lines(
    faces: Faces, contexts: Iterable[str], without: Iterable[str], cells: int
) -> list[Line]:
    """Every key of these contexts with a sentence."""
    lines: list[Line] = []
    for key, sentence in keys.help_lines(faces, contexts, without):
        parts = wrap(sentence, cells - 8)
        lines.append([(pad(key, 7) + " ", "key"), (parts[0], "text")])
        lines += [[(" " * 8 + part, "text")] for part in parts[1:]]
    return lines


def picture_lines(faces: Faces, cells: int) -> list[Line]:
    """A hand as it is drawn, and what everything about it means."""
    eight, nine, king = (faces.card(card) for card in (6, 20, 50))
    drawn: list[tuple[Line, str]] = [
        ([("   1     2", "number")], _("the number that marks a card which fits")),
        ([(" ┌───┐ ", "legal"), ("┏━━━┓", "selected"), (" ╭╌╌╌╮", "dim")], ""),
        (
            [
                *(("", "text"), (" │", "legal"), *paint(f"{eight} "), ("│ ", "legal")),
                *(("┃", "selected"), *paint(f"{nine} "), ("┃ ", "selected")),
                *(("╎", "dim"), *paint(f"{king} "), ("╎", "dim")),
            ],
            _("a card that fits, the marked one, one that does not fit now"),
        ),
        ([(" └───┘ ", "legal"), ("┗━━━┛", "selected"), (" ╰╌╌╌╯", "dim")], ""),
        ([("         ▲", "selected")], _("the marked card")),
        ([(" ▸ …", "turn")], _("what the marked card does, or why it does not fit")),
    ]
    lines = _heading(_("A hand"))
    for sign, meaning in drawn:
        gap = " " * max(1, 22 - span_width(sign))
        parts = wrap(meaning, cells - 22)
        lines.append([*sign, (gap, "text"), (parts[0], "text")])
        lines += [[(" " * 22 + part, "text")] for part in parts[1:]]
    return lines


def legend_lines(faces: Faces, cells: int) -> list[Line]:
    """What the marks of the table mean."""
    signs: list[tuple[Line, str]] = [
        ([("▸", "turn")], _("whose turn it is")),
        ([("★", "turn")], _("the card that is winning the trick")),
        ([(DEALER, "name")], _("who dealt the cards")),
        ([("▒▒▒ 3", "back")], _("cards in a hand, face down")),
    ]
    if faces.german:
        signs.append(([("U O", "name")], _("the jack and the queen")))
    lines = _heading(_("Marks"))
    for sign, meaning in signs:
        text = sign[0][0]
        lines.append([*sign, (" " * (9 - width(text)), "text"), (cut(meaning, cells - 9), "text")])
    return lines


def help_lines(
    rules: Rules | None, game: Game | None, faces: Faces, context: str, cells: int
) -> list[Line]:
    """The keys of where one is, the rules, the keys of the table, its picture and its marks."""
    lines: list[Line] = []
    without = GAME_ACTIONS
    if game is not None:
        without = GAME_ACTIONS - DRAWINGS[game.name].ACTIONS
    if context not in keys.TABLE_CONTEXTS:
        lines += [[(_("Keys here"), "game")], *key_lines(faces, (context,), without, cells)]
    if rules is not None and game is not None:
        lines += [*([[]] if lines else []), *rules_lines(rules, game, cells, faces)]
    lines += [
        *_heading(_("Keys at the table")),
        *key_lines(faces, keys.TABLE_CONTEXTS, without, cells),
        [(_("The keys work on Cyrillic layouts too, in both cases."), "dim")],
    ]
    return lines + picture_lines(faces, cells) + legend_lines(faces, cells)
