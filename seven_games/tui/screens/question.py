"""A question before something is lost: no is the first answer."""

from collections.abc import Callable

from seven_games.i18n import _
from seven_games.tui.draw.layout import Line, wrap
from seven_games.tui.screens.menu import Item, MenuScreen


class QuestionScreen(MenuScreen):
    """Stay as it is, or do it after all. Each answer is a word and what it means."""

    def __init__(
        self,
        heading: str,
        question: str,
        no: tuple[str, str],
        yes: tuple[str, str],
        done: Callable[[], None],
    ) -> None:
        super().__init__()
        self._heading = heading
        self._question = question
        self._no = no
        self._yes = yes
        self._done = done

    def heading(self) -> str:
        return self._heading

    def above(self, width: int) -> list[Line]:
        return [[(line, "prompt")] for line in wrap(self._question, width)]

    def items(self) -> list[Item]:
        return [Item(*self._no, self.leave), Item(*self._yes, self._do_it)]

    def _do_it(self) -> None:
        self.leave()
        self._done()


def leave_question(heading: str, left: Callable[[], None]) -> QuestionScreen:
    """Whether to leave a match that would be lost."""
    return QuestionScreen(
        heading,
        _("The match is not over. Do you want to leave it?"),
        (_("Stay"), _("play on; also Esc")),
        (_("Leave"), _("the match ends here")),
        left,
    )
