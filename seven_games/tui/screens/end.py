"""The end of a match: who has won, every deal, and what next."""

from collections.abc import Callable, Sequence

from seven_games.i18n import _
from seven_games.tui.draw import Scene
from seven_games.tui.draw.frame import game_title
from seven_games.tui.draw.layout import Line, wrap
from seven_games.tui.screens.menu import Item, MenuScreen
from seven_games.tui.screens.scores import DealScore, score_lines


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
        lines: list[Line] = [[(line, "message")] for line in wrap(winner_text(self._scene), width)]
        table = score_lines(self._scene, self._deals, width)
        # A long match is shortened in the middle of the screen; the scores page has it whole.
        shown = table if len(table) <= 12 else [table[0], [("…", "dim")], *table[-10:]]
        return [*lines, [], *shown]

    def items(self) -> list[Item]:
        leave = _("Home") if self.cards_app.has_home else _("Quit")
        meaning = _("to the three games") if self.cards_app.has_home else _("leave the program")
        return [
            Item(_("Play again"), _("the same game, new cards"), self._again),
            Item(leave, meaning, self._left),
        ]

    def leave(self) -> None:
        self._left()


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
