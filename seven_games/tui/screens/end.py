"""The end of a match: who has won, every deal, and what next."""

from collections.abc import Callable

from seven_games.i18n import _
from seven_games.tui.draw import Scene
from seven_games.tui.draw.frame import game_title
from seven_games.tui.draw.layout import Line, wrap
from seven_games.tui.draw.scores import net_text, score_lines, winner_text
from seven_games.tui.screens.menu import Item, MenuScreen


class EndScreen(MenuScreen):
    """The winner by name, and the table of deals."""

    def __init__(
        self,
        scene: Scene,
        again: Callable[[], None],
        left: Callable[[], None],
        review: Callable[[], None],
    ) -> None:
        super().__init__()
        self._scene = scene
        self._again = again
        self._left = left
        self._review = review

    def heading(self) -> str:
        return _("{game}: the match is over").format(game=game_title(self._scene.view.game))

    def above(self, width: int) -> list[Line]:
        said = f"{winner_text(self._scene)} {net_text(self._scene)}"
        lines: list[Line] = [[(line, "message")] for line in wrap(said, width)]
        return [*lines, [], *shortened(score_lines(self._scene, width))]

    def items(self) -> list[Item]:
        leave = _("Home") if self.cards_app.has_home else _("Quit")
        meaning = _("to the three games") if self.cards_app.has_home else _("leave the program")
        return [
            Item(_("Play again"), _("the same game, new cards"), self._again),
            Item(leave, meaning, self._left),
            Item(_("Review"), _("look back at your decisions"), self._review),
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
