"""The matches that were left and can be gone on with."""

from datetime import UTC, datetime
from functools import partial

from textual import events

from seven_games.i18n import _, ngettext
from seven_games.store.saves import Saved
from seven_games.table import clean_name
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


def match_title(saved: Saved) -> str:
    """What a saved match is: its game, and which deal is on."""
    if saved.game is None:
        return _("damaged")
    number = saved.match.number if saved.match else 0
    return _("{game}, deal {n}").format(game=_(saved.game.title), n=max(number, 1))


def match_state(saved: Saved) -> str:
    """Who played and how long ago, or why it cannot be gone on with."""
    if saved.state == "damaged":
        return f"{saved.path.name}: {saved.problem}"
    names = ", ".join(clean_name(name, "?") for name in saved.names)
    if saved.state == "busy":
        return _("{names}; open in another window").format(names=names)
    return f"{names}; {ago(saved.when, datetime.now(UTC))}"


def ago(then: datetime, now: datetime) -> str:
    """How long ago something was, roughly."""
    minutes = max(0, int((now - then).total_seconds() // 60))
    if minutes < 1:
        return _("just now")
    if minutes < 60:
        return ngettext("{n} minute ago", "{n} minutes ago", minutes).format(n=minutes)
    hours = minutes // 60
    if hours < 48:
        return ngettext("{n} hour ago", "{n} hours ago", hours).format(n=hours)
    return ngettext("{n} day ago", "{n} days ago", hours // 24).format(n=hours // 24)
