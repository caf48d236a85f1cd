"""The matches that were left and can be gone on with."""

from functools import partial

from textual import events

from seven_games.i18n import _
from seven_games.store.saves import Saved
from seven_games.table.words import match_state, match_title
from seven_games.tui.draw.layout import Line, wrap
from seven_games.tui.screens.menu import Item, MenuScreen
from seven_games.tui.screens.question import QuestionScreen


class ResumeScreen(MenuScreen):
    """A saved match a line, the newest first."""

    def __init__(self, saved: list[Saved]) -> None:
        super().__init__()
        self._saved = saved

    def heading(self) -> str:
        return _("MATCHES TO GO ON WITH")

    def above(self, width: int) -> list[Line]:
        said = (
            _("Every match is kept after every move. x removes the marked one.")
            if self._saved
            else _("No match was left unfinished.")
        )
        return [[(line, "text")] for line in wrap(said, width)]

    def items(self) -> list[Item]:
        matches = [
            Item(match_title(saved), match_state(saved), partial(self._go_on, saved))
            for saved in self._saved
        ]
        return [*matches, Item(_("Back"), _("to the three games"), self.leave)]

    def _go_on(self, saved: Saved) -> None:
        if saved.state in {"open", "busy"}:
            problem = self.cards_app.resume_match(saved)
        else:
            problem = saved.problem
        if problem:
            self.say(problem)

    def do(self, action: str, event: events.Event) -> None:
        if action == "delete" and self.cursor < len(self._saved):
            saved = self._saved[self.cursor]
            self.cards_app.open(
                QuestionScreen(
                    match_title(saved),
                    _("Remove this match? It cannot be gone on with afterwards."),
                    (_("Keep it"), _("also Esc")),
                    (_("Remove it"), match_state(saved)),
                    partial(self._remove, saved),
                )
            )
        else:
            super().do(action, event)

    def _remove(self, saved: Saved) -> None:
        problem = self.cards_app.desk.remove(saved)
        self._saved = self.cards_app.desk.unfinished()
        self.cursor = min(self.cursor, len(self._saved))
        self.say(problem)
