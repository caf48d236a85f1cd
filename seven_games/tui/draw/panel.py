"""The side panel of a large screen: log, scores, what is out, and how fast the bots play."""

from dataclasses import replace
from typing import TYPE_CHECKING

from seven_games.engine.semerik import GAME
from seven_games.i18n import _, ngettext
from seven_games.tui.draw.cards import paint
from seven_games.tui.draw.layout import Line, Sheet, cut, width, wrap
from seven_games.tui.draw.scene import Advised, Scene, Section
from seven_games.tui.draw.scores import table_of_scores

if TYPE_CHECKING:
    from seven_games.tui.draw.frame import Drawing

LEAST_LOG = 6
"""The lines of the log that nothing else takes away."""


def draw_panel(scene: Scene, drawing: "Drawing", sheet: Sheet) -> None:
    """The log above, and below it the sections that find room, the most important first."""
    cells = sheet.width
    room = sheet.height - 2 - LEAST_LOG
    kept = _kept([(r, _cut(s, room)) for r, s in _sections(scene, drawing, cells)], room)
    room = sheet.height - sum(_height(section) for section in kept)
    pace = bool(scene.pace) and room - 3 >= 2 + LEAST_LOG
    log = drawing.log(scene, cells)[-(room - 2 - 3 * pace) :]
    code = _("deal {code}").format(code=scene.code) if scene.code else ""
    _draw_section(sheet, 0, Section(_("LOG"), code, tuple(log)))
    y = room - 3 * pace
    for section in kept:
        _draw_section(sheet, y + 1, section)
        y += _height(section)
    if pace:
        _draw_pace(scene, sheet, y + 1)


def _sections(scene: Scene, drawing: "Drawing", cells: int) -> list[tuple[int, Section]]:
    """The sections in their order on the screen, each with its place among the important ones."""
    scores = Section(
        _("MATCH") if scene.deals else _("SCORES"), goal(scene), table_of_scores(scene, cells)
    )
    own = list(enumerate(drawing.panel(scene, cells), 1))
    found = [*own, (0, scores)]
    if scene.advised is not None:
        found.append((-1, _hint(scene.advised, cells)))
    title = _("STILL OUT")
    told = any(section.title == title for _rank, section in own)
    if not told and not scene.strict and scene.view.turn is not None:
        unseen = Section(title, _("unseen by you"), tuple(drawing.unseen(scene, cells)))
        found.append((len(found), unseen))
    return found


def _hint(advised: Advised, cells: int) -> Section:
    """What a hint says, and what every move is worth."""
    lines = [paint(line) for line in wrap(advised.text, cells)]
    if advised.figures:
        lines += [[], *(paint(f"  {figure}") for figure in advised.figures)]
        lines += [[(line, "dim")] for line in wrap(advised.basis, cells)]
    return Section(_("HINT"), advised.more, tuple(lines))


def _cut(section: Section, room: int) -> Section:
    """The section without the lines for which there is no room even alone."""
    if section.title != _("HINT") or _height(section) <= room:
        return section
    return replace(section, lines=(*section.lines[: max(0, room - 4)], [("…", "dim")]))


def _kept(sections: list[tuple[int, Section]], room: int) -> list[Section]:
    """The sections that find room in so many lines."""
    kept = set()
    for rank, section in sorted(sections, key=lambda ranked: ranked[0]):
        if _height(section) <= room:
            kept.add(rank)
            room -= _height(section)
    return [section for rank, section in sections if rank in kept]


def _height(section: Section) -> int:
    """The lines of a section: a blank one, the heading, a rule and its own.

    A heading that says all there is needs no rule.
    """
    return 3 + len(section.lines) if section.lines else 2


def _draw_section(sheet: Sheet, y: int, section: Section) -> None:
    x = sheet.put(0, y, section.title, "name")
    sheet.right(y, [(cut(section.right, sheet.width - x - 1), "dim")])
    if section.lines:
        sheet.rule(y + 1)
    for line in section.lines:
        sheet.write(0, y + 2, line)
        y += 1


def goal(scene: Scene) -> str:
    """What a match is played to."""
    rules = scene.view.rules
    many = getattr(rules, "deals_in_match", None)
    if many is not None:
        return ngettext("{n} deal", "{n} deals", many).format(n=many)
    return _("to {target}").format(target=getattr(rules, "target", GAME))


def _draw_pace(scene: Scene, sheet: Sheet, y: int) -> None:
    """How fast the bots play, and the keys that change it."""
    paces = {
        "slow": _("slow"),
        "normal": _("normal"),
        "fast": _("fast"),
        "instant": _("at once"),
    }
    x = sheet.put(0, y, _("BOTS"), "name")
    x = sheet.put(x + 1, y, paces.get(scene.pace, scene.pace), "text") + 2
    for key, label, action in (("[", _("slower"), "slower"), ("]", _("faster"), "faster")):
        line: Line = [(key, "key"), (f" {label}", "hint")]
        wide = width(f"{key} {label}")
        sheet.spot(x, y, wide, 1, "key", action)
        x = sheet.write(x, y, line) + 2
    space, label = _("space"), _("skip to my turn")
    sheet.write(0, y + 1, [(space, "key"), (f" {label}", "hint")])
    sheet.spot(0, y + 1, width(f"{space} {label}"), 1, "key", "skip")
