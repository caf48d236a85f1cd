"""The deals of a match and their scores."""

from collections.abc import Iterator, Sequence
from fractions import Fraction

from seven_games.engine import GAMES
from seven_games.i18n import _
from seven_games.tui.draw.layout import Line, pad, width
from seven_games.tui.draw.scene import Scene

LABEL = 10
"""The cells of the first column."""


def score_lines(scene: Scene, cells: int) -> list[Line]:
    """A line a deal, a column a seat or side."""
    sides = scene.sides
    room = max(5, (cells - LABEL - 1) // len(sides) - 2)
    names = [scene.side_name(side, max(2, room // len(side) - 1)) for side in sides]
    wides = [max(width(name), 5) for name in names]
    lines: list[Line] = [[(pad("", LABEL), "text")]]
    lines[0] += [
        (" " * (wide - width(name)) + name + "  ", "name")
        for name, wide in zip(names, wides, strict=True)
    ]
    numbers = [scene.side(side[0]) for side in sides]
    for label, style, values in score_rows(scene):
        columns = _columns(values, numbers, wides)
        lines.append([(pad(label, LABEL), style), (columns, "name" if style == "name" else "text")])
    return lines


def table_of_scores(scene: Scene, cells: int) -> tuple[Line, ...]:
    """A line a seat or side: the last deals as far as there is room, and how the match stands."""
    sides = scene.sides
    columns = [(label, values) for label, _style, values in score_rows(scene)]
    wides = [max(width(label), 5) + 1 for label, _values in columns]
    room = cells - min(max(width(_names(scene, side)) for side in sides), cells // 2)
    first = len(columns) - 1
    while first > 0 and sum(wides[first - 1 :]) <= room:
        first -= 1
    shown = list(zip(columns[first:], wides[first:], strict=True))
    left = cells - sum(wide for _column, wide in shown)
    heads = "".join(f"{label:>{wide}}" for (label, _values), wide in shown)
    lines: list[Line] = [[(pad("", left) + heads, "dim")]] if len(shown) > 1 else []
    for side in sides:
        number = scene.side(side[0])
        figures = "".join(f"{values[number]:>{wide}}" for (_label, values), wide in shown)
        lines.append([(pad(_names(scene, side), left), "name"), (figures, "text")])
    return tuple(lines)


def _names(scene: Scene, side: Sequence[int]) -> str:
    return scene.side_name(side, 20 if len(side) == 1 else 9)


def score_rows(scene: Scene) -> Iterator[tuple[str, str, Sequence[int]]]:
    """The label, the style and the values of every line, in the numbers of seats or sides."""
    standing = scene.standing
    counts_wins = getattr(scene.view.rules, "scoring", "") == "none"
    wins: Sequence[int] = (0,) * len(standing.wins)
    game: list[int] = [0] * len(standing.totals)
    games = 0
    for deal in scene.deals:
        score = deal.score
        if counts_wins:
            score = tuple(now - then for now, then in zip(deal.after.wins, wins, strict=True))
            wins = deal.after.wins
        yield _("deal {n}").format(n=deal.number), "dim", score
        game = [so_far + points for so_far, points in zip(game, deal.score, strict=True)]
        if deal.after.games > games:
            games = deal.after.games
            yield _("game {n}").format(n=games), "name", game
            game = [0] * len(game)
    if standing.game is None:
        label = _("deals won") if counts_wins else _("total")
        yield label, "name", standing.wins if counts_wins else standing.totals
        return
    if not standing.over:
        yield _("game {n}").format(n=standing.games + 1), "dim", standing.game
    yield _("credits"), "name", standing.totals


def _columns(values: Sequence[int], numbers: Sequence[int], wides: Sequence[int]) -> str:
    return "".join(
        f"{values[number]:>{wide}}  " for number, wide in zip(numbers, wides, strict=True)
    )


def winner_text(scene: Scene) -> str:
    """Who has won the match."""
    winners = [side for side in scene.sides if scene.side(side[0]) in scene.standing.winners]
    if len(winners) == 1:
        (side,) = winners
        if len(side) == 1:
            if scene.is_you(side[0]):
                return _("You have won the match.")
            return _("{name} has won the match.").format(name=scene.name(side[0]))
        names = scene.side_name(side, 20, " + ")
        return _("{names} have won the match.").format(names=names)
    names = ", ".join(scene.side_name(side, 20, " + ") for side in winners)
    return _("The match is shared by {names}.").format(names=names)


def net_text(scene: Scene) -> str:
    """What every player wins or loses by the match; empty where it is not settled so."""
    shares = GAMES[scene.view.game].shares(scene.standing)
    winners = [side for side in scene.sides if shares and shares[side[0]] > 0]
    losers = [side for side in scene.sides if shares and shares[side[0]] < 0]
    if not winners or not losers:
        return ""
    return _("Net {n}: {won} to {winners} each, {lost} to {losers} each.").format(
        n=mixed(sum((shares[seat] for seat in winners[0]), Fraction(0)), scene.faces.half),
        won="+" + mixed(shares[winners[0][0]], scene.faces.half),
        lost="−" + mixed(-shares[losers[0][0]], scene.faces.half),
        winners=_and(scene, winners[0]),
        losers=_and(scene, losers[0]),
    )


def _and(scene: Scene, side: Sequence[int]) -> str:
    first, second = sorted(side, key=lambda seat: seat != scene.view.seat)
    return _("{first} and {second}").format(first=scene.name(first), second=scene.name(second))


def mixed(number: Fraction, half: str = "½") -> str:
    """A number of halves as one writes it, with a sign for the half.

    >>> mixed(Fraction(21, 2)), mixed(Fraction(1, 2)), mixed(Fraction(21))
    ('10½', '½', '21')
    """
    whole, rest = divmod(number.numerator, number.denominator)
    return f"{whole or ''}{half}" if rest else str(whole)
