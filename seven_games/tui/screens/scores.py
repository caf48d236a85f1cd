"""The deals of a match and their scores."""

from collections.abc import Sequence
from dataclasses import dataclass

from seven_games.engine.game import Standing
from seven_games.i18n import _
from seven_games.tui.draw import Scene
from seven_games.tui.draw.layout import Line, pad, width


@dataclass(frozen=True)
class DealScore:
    """What a deal brought each seat or side, and how the match stood after it."""

    number: int
    score: tuple[int, ...]
    after: Standing


def score_lines(scene: Scene, deals: Sequence[DealScore], cells: int) -> list[Line]:
    """A line a deal, a column a seat or side."""
    sides = scene.sides
    room = max(5, (cells - 10) // len(sides) - 2)
    names = [scene.side_name(side, max(2, room // len(side) - 1)) for side in sides]
    wides = [max(width(name), 5) for name in names]
    lines: list[Line] = [[(pad("", 9), "text")]]
    lines[0] += [
        (" " * (wide - width(name)) + name + "  ", "name")
        for name, wide in zip(names, wides, strict=True)
    ]
    numbers = [scene.side(side[0]) for side in sides]
    for deal in deals:
        label = pad(_("deal {n}").format(n=deal.number), 9)
        lines.append([(label, "dim"), (_columns(deal.score, numbers, wides), "text")])
    standing = scene.standing
    if standing.game is not None:
        label = pad(_("game"), 9)
        lines.append([(label, "dim"), (_columns(standing.game, numbers, wides), "text")])
    if standing.wins and not any(standing.totals):
        label = pad(_("wins"), 9)
        lines.append([(label, "dim"), (_columns(standing.wins, numbers, wides), "text")])
    label = pad(_("total"), 9)
    lines.append([(label, "name"), (_columns(standing.totals, numbers, wides), "name")])
    return lines


def _columns(values: Sequence[int], numbers: Sequence[int], wides: Sequence[int]) -> str:
    return "".join(
        f"{values[number]:>{wide}}  " for number, wide in zip(numbers, wides, strict=True)
    )
