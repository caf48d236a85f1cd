"""The question before a match is left."""

from collections.abc import Callable

from seven_games.i18n import _
from seven_games.tui.draw.layout import Line, wrap
from seven_games.tui.screens.menu import Item, MenuScreen


class LeaveScreen(MenuScreen):
    """Stay or leave."""

    def __init__(self, heading: str, left: Callable[[], None]) -> None:
        super().__init__()
        self._heading = heading
        self._left = left

    def heading(self) -> str:
        return self._heading

    def above(self, width: int) -> list[Line]:
        sentence = _("The match is not over. Do you want to leave it?")
        return [[(line, "prompt")] for line in wrap(sentence, width)]

    def items(self) -> list[Item]:
        return [
            Item(_("Stay"), _("play on; also Esc"), self.leave),
            Item(_("Leave"), _("the match ends here"), self._left),
        ]
