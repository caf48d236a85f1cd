"""A table beside the match: a deal played on from one of its decisions, and kept nowhere."""

from textual import events

from seven_games.engine import Deal, View
from seven_games.engine.cards import cards_of
from seven_games.engine.dice import Dice
from seven_games.engine.match import Match
from seven_games.i18n import _
from seven_games.table import Event, Table
from seven_games.table.review import Decision
from seven_games.tui.screens.table import TableScreen

AT_THE_MATCH = {"new", "again", "review", "go_on"}
"""What is done at the table of the match, and not here."""


def side_table(table: Table, deal: Deal, ply: int) -> Table:
    """The same seats at the same deal after so many moves; nothing is recorded."""
    match = Match(table.match.game, deal.rules, deal.dealer, deal.standing)
    hands = [cards_of(hand) for hand in deal.dealt]
    again = match.next_deal(hands=hands, stock=deal.stock)
    for _seat, move in deal.log[:ply]:
        again.play(move)
    side = Table(match, list(table.seats), Dice(ply))
    side.codes = dict(table.codes)
    return side


class SideTableScreen(TableScreen):
    """Plays a deal on from a decision; leaving it, or its end, leads back."""

    def __init__(self, table: Table, deal: Deal, decision: Decision) -> None:
        super().__init__(side_table(table, deal, decision.ply))

    def _told(self, event: Event, view: View) -> None:
        super()._told(event, view)
        if event.kind == "resumed":
            self.message = _("A table beside the match: nothing counts here, q leads back.")
            self.paint()

    def _useless(self, view: View) -> set[str]:
        return super()._useless(view) | (AT_THE_MATCH - {"go_on"})

    def do(self, action: str, event: events.Event) -> None:
        if action in AT_THE_MATCH:
            if action == "go_on" and not self._too_soon(action, event):
                self.cards_app.close(self)
            return
        super().do(action, event)

    def _do_quit(self, _event: events.Event) -> None:
        self.cards_app.close(self)
