"""The end of a match: who has won, every deal, and what next."""

from collections.abc import Callable, Sequence
from fractions import Fraction

from seven_games.engine import GAMES
from seven_games.engine.match import DealScore
from seven_games.i18n import _
from seven_games.tui.draw import Scene
from seven_games.tui.draw.frame import game_title
from seven_games.tui.draw.layout import Line, wrap
from seven_games.tui.screens.menu import Item, MenuScreen
from seven_games.tui.screens.scores import score_lines


class EndScreen(MenuScreen):
    """The winner by name, and the table of deals."""

    def __init__(
        self,
        scene: Scene,
        deals: Sequence[DealScore],
        again: Callable[[], None],
        left: Callable[[], None],
    ) -> None:
        super().__init__()
        self._scene = scene
        self._deals = deals
        self._again = again
        self._left = left

    def heading(self) -> str:
        return _("{game}: the match is over").format(game=game_title(self._scene.view.game))

    def above(self, width: int) -> list[Line]:
        said = f"{winner_text(self._scene)} {net_text(self._scene)}"
        lines: list[Line] = [[(line, "message")] for line in wrap(said, width)]
        return [*lines, [], *shortened(score_lines(self._scene, self._deals, width))]

    def items(self) -> list[Item]:
        leave = _("Home") if self.cards_app.has_home else _("Quit")
        meaning = _("to the three games") if self.cards_app.has_home else _("leave the program")
        return [
            Item(_("Play again"), _("the same game, new cards"), self._again),
            Item(leave, meaning, self._left),
        ]

    def leave(self) -> None:
        self._left()


MOST_LINES = 12
"""So many lines of scores have room above the list."""


def shortened(table: list[Line]) -> list[Line]:
    """The scores of a long match: its games, or its last deals; the scores page has them all."""
    if len(table) <= MOST_LINES:
        return table
    games = [line for line in table[1:] if line[0][1] == "name"]
    if len(games) > 1:
        return [table[0], *games]
    return [table[0], [("…", "dim")], *table[2 - MOST_LINES :]]


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
        n=mixed(sum((shares[seat] for seat in winners[0]), Fraction(0))),
        won="+" + mixed(shares[winners[0][0]]),
        lost="−" + mixed(-shares[losers[0][0]]),
        winners=_and(scene, winners[0]),
        losers=_and(scene, losers[0]),
    )


def _and(scene: Scene, side: Sequence[int]) -> str:
    first, second = sorted(side, key=lambda seat: seat != scene.view.seat)
    return _("{first} and {second}").format(first=scene.name(first), second=scene.name(second))


def mixed(number: Fraction) -> str:
    """A number of halves as one writes it.

    >>> mixed(Fraction(21, 2)), mixed(Fraction(1, 2)), mixed(Fraction(21))
    ('10½', '½', '21')
    """
    whole, rest = divmod(number.numerator, number.denominator)
    return f"{whole or ''}½" if rest else str(whole)
