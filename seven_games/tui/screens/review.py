"""The review of finished deals: every decision, judged beside while one reads."""

import logging
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from textual import events

from seven_games.engine import Deal
from seven_games.engine.match import Match
from seven_games.i18n import _
from seven_games.table import Table
from seven_games.table.advice import asked, basis_known_then, figure, said
from seven_games.table.report import cost_text, report, summary, where
from seven_games.table.review import (
    GOOD,
    Decision,
    Reviews,
    Verdict,
    decisions,
    position,
    seed_of,
)
from seven_games.tui import keys
from seven_games.tui.draw import DRAWINGS, Scene
from seven_games.tui.draw.cards import Faces, in_order
from seven_games.tui.draw.frame import game_title
from seven_games.tui.draw.layout import Picture, Spot, steady
from seven_games.tui.draw.review import ReviewDetails, ReviewPage, ReviewRow, draw_review
from seven_games.tui.draw.scene import is_declaration, move_name
from seven_games.tui.screens.base import DrawnScreen
from seven_games.tui.screens.side import SideTableScreen

if TYPE_CHECKING:
    from textual.worker import Worker

    from seven_games.bots.advice import Advice

log = logging.getLogger(__name__)


@dataclass(frozen=True)
class Part:
    """The decisions of one seat in one deal."""

    deal: Deal
    seat: int
    decisions: tuple[Decision, ...]


def parts_of(match: Match, people: Sequence[int]) -> list[Part]:
    """What there is to look back at: deal by deal, in each seat by seat."""
    seats = people or range(match.rules.players)
    return [
        Part(deal, seat, tuple(decisions(deal, [seat])))
        for deal in match.finished
        for seat in seats
    ]


class ReviewScreen(DrawnScreen):
    """The decisions of one seat in one deal; the arrows lead to the others."""

    context = keys.REVIEW

    def __init__(self, table: Table, reviews: Reviews, faces: Faces) -> None:
        self.table = table
        self.cursor = 0
        self._reviews = reviews
        self._faces = faces
        self._parts = parts_of(table.match, table.people)
        last = self._parts[-1].deal
        self._place = next(n for n, part in enumerate(self._parts) if part.deal is last)
        self._found: dict[int, Advice] = {}
        self._done = 0.0
        self._failed = ""
        self._real = False
        self._thinking: Worker[None] | None = None

    @property
    def part(self) -> Part:
        """What is shown."""
        return self._parts[self._place]

    def opened(self) -> None:
        self._begin()

    def closed(self) -> None:
        self._stop()

    def resumed(self) -> None:
        if self._thinking is None or self._thinking.is_finished:
            self._begin()

    # Judging

    def _begin(self) -> None:
        self._stop()
        self._found = self._reviews.of(self.part.deal)
        self._failed = ""
        if self._missing:
            self._thinking = self.cards_app.run_worker(self._judge)

    def _stop(self) -> None:
        if self._thinking is not None:
            self._thinking.cancel()
            self._thinking = None

    @property
    def _missing(self) -> list[Decision]:
        return [one for one in self.part.decisions if one.ply not in self._found]

    async def _judge(self) -> None:
        """Judge what has not been judged yet, one decision after the other."""
        part, found, budget = self.part, self._found, self.cards_app.desk.review
        for decision in self._missing:
            try:
                advice = await asked(
                    decision.view, budget, seed_of(decision), decision.move, self._told
                )
            except RuntimeError as error:
                log.warning("a review failed at ply %d: %s", decision.ply, error)
                self._failed = _("No more can be found out now; try it again later.")
                break
            found[decision.ply] = advice
            try:
                self._reviews.add(part.deal, decision.ply, advice)
            except OSError as error:
                reason = error.strerror or str(error)
                self.notice = _("The review cannot be kept: {reason}.").format(reason=reason)
            self._done = 0.0
            self.paint()
        self.paint()

    def _told(self, done: float) -> None:
        """So much of the decision that is looked at is done."""
        tenth = int(10 * done) / 10
        if tenth != self._done:
            self._done = tenth
            self.paint()

    @property
    def finished(self) -> bool:
        """Whether all has been judged, or no more can be."""
        return not self._missing or bool(self._failed)

    @property
    def verdicts(self) -> list[Verdict]:
        """What has been judged so far of the decisions that are shown."""
        return [
            Verdict(one, self._found[one.ply])
            for one in self.part.decisions
            if one.ply in self._found
        ]

    # The picture

    def lines(self, width: int, height: int) -> Picture:
        return draw_review(
            self._page(),
            self.cursor,
            (width, height),
            self._faces,
            keys.hints(self.context, self._faces, self._useless()),
            keys.always(self.context),
        )

    def _useless(self) -> set[str]:
        useless = set() if len(self._parts) > 1 else {"earlier"}
        if not self.part.decisions:
            useless |= {"decision_up", "from_here", "hands"}
        return useless if self._code else useless | {"copy"}

    @property
    def _code(self) -> str:
        return self.table.codes.get(self.part.deal.standing.deal + 1, "")

    def _scene(self, decision: Decision) -> Scene:
        """The table as it was seen at a decision."""
        alone = len(self.table.people) == 1
        names = tuple(steady(name) for name in self.table.names)
        standing = self.part.deal.standing
        return Scene(decision.view, names, frozenset(), standing, alone=alone, faces=self._faces)

    def _move_name(self, decision: Decision, move: int) -> str:
        return move_name(self._scene(decision), move)

    def _page(self) -> ReviewPage:
        part = self.part
        match, number = self.table.match, part.deal.standing.deal + 1
        title = _("REVIEW  {game}, deal {n}").format(game=game_title(match.game.name), n=number)
        several = len(self.table.people) != 1
        code = _("code {code}").format(code=self._code) if self._code else ""
        standing = [self.table.names[part.seat] if several else "", code]
        rows = tuple(self._row(one) for one in part.decisions)
        self.cursor = max(0, min(self.cursor, len(rows) - 1))
        return ReviewPage(
            title,
            self._faces.join(steady(word) for word in standing),
            rows,
            self._details(),
            self._summary(),
            is_own=not several,
        )

    def _row(self, decision: Decision) -> ReviewRow:
        scene = self._scene(decision)
        move = move_name(scene, decision.move)
        advice = self._found.get(decision.ply)
        if advice is None:
            return ReviewRow(where(decision.view), move, why=_("not judged yet"))
        verdict = Verdict(decision, advice)
        best = decision.move if verdict.mark == GOOD else advice.best
        return ReviewRow(
            where(decision.view),
            move,
            verdict.mark,
            move_name(scene, best),
            cost_text(verdict),
            said(advice.reason.why, lambda one: move_name(scene, one), ", "),
        )

    def _details(self) -> ReviewDetails:
        decided = self.part.decisions
        if not decided:
            return ReviewDetails(_("There was nothing to decide in this deal."))
        decision = decided[self.cursor]
        scene = self._scene(decision)
        if self._real:
            return ReviewDetails(hands=tuple(self._hands(scene, decision)))
        table = self._on_table(scene, decision)
        advice = self._found.get(decision.ply)
        if advice is None:
            return ReviewDetails(table)
        choices = tuple(
            (
                move_name(scene, one.move),
                figure(one.mean, advice.unit),
                "" if one.move == advice.best else figure(2 * one.error, advice.unit, signed=False),
            )
            for one in advice.moves
        )
        told = _("{basis}; the real cards were not looked at.")
        return ReviewDetails(table, choices, told.format(basis=basis_known_then(advice)))

    def _on_table(self, scene: Scene, decision: Decision) -> str:
        """What was played just before."""
        trick: tuple[tuple[int, int], ...] | None = getattr(scene.view, "trick", None)
        recent = scene.view.log[-(scene.players - 1) :] if trick is None else trick
        played = [
            f"{scene.name(seat)} {move_name(scene, move)}"
            for seat, move in recent
            if not is_declaration(move)
        ]
        if not played:
            played = [_("{name} to lead").format(name=scene.name(decision.seat))]
        return f"{where(decision.view)}: {self._faces.join(played)}"

    def _hands(self, scene: Scene, decision: Decision) -> list[str]:
        """What everybody really held."""
        ranks = DRAWINGS[scene.view.game].ranks(scene.view.rules)
        at = position(self.part.deal, decision.ply)
        return [
            f"{scene.name(seat)}: {self._faces.cards(in_order(at.hands[seat], ranks)) or '–'}"
            for seat in scene.seats
        ]

    def _summary(self) -> str:
        missing, many = len(self._missing), len(self.part.decisions)
        if self._failed:
            return self._failed
        if missing:
            part = f"{self._done:.0%}" if self._done else ""
            return self._faces.join(
                (_("Judged: {n} of {many}").format(n=many - missing, many=many), part)
            )
        return summary(self.verdicts) + "."

    # What the person does

    def do(self, action: str, event: events.Event) -> None:
        act = getattr(self, f"_do_{action}", None)
        if act is not None:
            act()
            self.paint()

    def _do_decision_up(self) -> None:
        self._move(-1)

    def _do_decision_down(self) -> None:
        self._move(1)

    def _move(self, step: int) -> None:
        self.cursor = max(0, min(self.cursor + step, len(self.part.decisions) - 1))

    def _do_earlier(self) -> None:
        self._turn(-1)

    def _do_later(self) -> None:
        self._turn(1)

    def _turn(self, step: int) -> None:
        place = max(0, min(self._place + step, len(self._parts) - 1))
        if place != self._place:
            self._place, self.cursor, self._real = place, 0, False
            self._begin()

    def _do_hands(self) -> None:
        self._real = not self._real and bool(self.part.decisions)

    def _do_copy(self) -> None:
        if self._code:
            self.cards_app.copy_to_clipboard(self._code)
            self.notice = _("{code} is copied, where the terminal lets one copy.").format(
                code=self._code
            )
        else:
            self.notice = _("This deal has no code.")

    def _do_export(self) -> None:
        found = self.verdicts
        game, number = self.table.match.game.name, self.part.deal.standing.deal + 1
        name = f"{game}-{self._code or number}"
        title = [game_title(game)]
        if self._code:
            title.append(_("code {code}").format(code=self._code))
        text = "\n".join([", ".join(title), "", *report(found, self.table.names, self._move_name)])
        try:
            path = self.cards_app.desk.export(name, text)
        except OSError as error:
            reason = error.strerror or str(error)
            self.notice = _("It cannot be written: {reason}.").format(reason=reason)
        else:
            self.notice = _("The review is in {file}.").format(file=path)

    def _do_leave_review(self) -> None:
        self.cards_app.close(self)

    def _do_from_here(self) -> None:
        if self.part.decisions:
            decision = self.part.decisions[self.cursor]
            self._stop()
            self.cards_app.open(SideTableScreen(self.table, self.part.deal, decision))

    def click(self, spot: Spot, event: events.MouseDown) -> None:
        if spot.kind == "item":
            self.cursor = int(spot.what)
            self.paint()

    def wheel(self, step: int) -> None:
        self._move(step)
        self.paint()
