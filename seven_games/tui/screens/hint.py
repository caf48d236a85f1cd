"""A hint at the table: asked for press by press, thought of beside."""

import logging
from typing import TYPE_CHECKING

from seven_games.i18n import _
from seven_games.tui.draw import Scene, entries
from seven_games.tui.draw.cards import paint
from seven_games.tui.draw.layout import Line, wrap
from seven_games.tui.draw.scene import Advised, move_name

if TYPE_CHECKING:
    from textual.worker import Worker

    from seven_games.bots.advice import Advice
    from seven_games.tui.screens.table import TableScreen

log = logging.getLogger(__name__)

IDEA, CARD, REASON = 1, 2, 3
"""How many presses tell what."""


class HintOnScreen:
    """The hint for the position that is on: how much of it was asked for, and what is known.

    `fresh`: the key was the last thing that was pressed.
    """

    def __init__(self, screen: "TableScreen") -> None:
        self.fresh = False
        self._screen = screen
        self._presses = 0
        self._advice: Advice | None = None
        self._failed = False
        self._thinking: Worker[None] | None = None

    @property
    def known(self) -> bool:
        """Whether the thinking is done."""
        return self._advice is not None or self._failed

    def drop(self) -> None:
        """The position has moved on: what is known, or still thought of, is of no use."""
        self._presses, self._advice, self._failed, self.fresh = 0, None, False, False
        if self._thinking is not None:
            self._thinking.cancel()
            self._thinking = None

    def asked_for(self) -> None:
        """The open hand is to move and its player wants a hint, or more of one."""
        screen = self._screen
        view, seat = screen.table.view(screen.open_seat), screen.open_seat
        if seat is None:
            return
        if len(view.moves) == 1:
            move = move_name(screen.scene(seat), view.moves[0])
            screen.message = _("There is nothing to choose: {move} is all you can do.").format(
                move=move
            )
            return
        self.fresh = True
        if self._failed:
            # Not one more hint: the same once more.
            self._failed, self._thinking = False, None
        elif self._presses < REASON:
            self._presses += 1
            screen.table.count_hint(seat)
            self._mark()
        elif self._advice is not None:
            screen.open_page(_("Hint"), self._page)
        if self._thinking is None:
            self._thinking = screen.cards_app.run_worker(self._think)

    async def _think(self) -> None:
        from seven_games.table.advice import asked

        screen = self._screen
        view = screen.table.view(screen.open_seat)
        try:
            # Whoever asks again in the same position hears the same.
            self._advice = await asked(view, screen.cards_app.desk.hint, len(view.log))
        except RuntimeError as error:
            log.warning("a hint failed at ply %d: %s", len(view.log), error)
            self._failed = True
        self._mark()
        screen.paint()

    def _mark(self) -> None:
        """Put the cursor on the card, once it was named; it is never played."""
        screen = self._screen
        if self._presses >= CARD and self._advice is not None and self.fresh:
            found = entries(screen.scene(screen.open_seat))
            best = self._advice.best
            screen.cursor = next((n for n, one in enumerate(found) if best in one.moves), None)

    def advised(self, scene: Scene) -> Advised | None:
        """What is shown of it, by presses."""
        if not self._presses or not scene.my_turn:
            return None
        if self._failed:
            return Advised(_("No hint can be given here."), more=_("h again: try once more"))
        if self._advice is None:
            return Advised(_("Thinking of a hint…"))
        from seven_games.table.advice import basis, card_named, said, short_basis, worth

        advice = self._advice

        def face(move: int) -> str:
            return move_name(scene, move)

        idea, why = (
            said(sentence, face, ", ") for sentence in (advice.reason.idea, advice.reason.why)
        )
        if self._presses == IDEA:
            return Advised(idea, more=_("h again: the card"), fresh=self.fresh)
        if self._presses == CARD:
            text = card_named(advice, face, ", ")
            if advice.reason.kind != "equal":
                text += f" {idea}"
            return Advised(text, more=_("h again: the reason"), fresh=self.fresh)
        figures = tuple(worth(one, advice, face) for one in advice.moves)
        more = _("h again: all of it")
        return Advised(why, figures, basis(advice), short_basis(advice), more, self.fresh)

    def _page(self, cells: int) -> list[Line]:
        """All of it on a page."""
        screen, advice = self._screen, self._advice
        if advice is None:
            return []
        from seven_games.table.advice import basis, figure, said, worth

        scene = screen.scene(screen.open_seat)

        def face(move: int) -> str:
            return move_name(scene, move)

        lines: list[Line] = []
        for sentence in (advice.reason.idea, advice.reason.why):
            lines += [*(paint(line) for line in wrap(said(sentence, face, ", "), cells)), []]
        for one in advice.moves:
            line = paint(worth(one, advice, face))
            if one.move != advice.best:
                behind = figure(one.behind, advice.unit, signed=False)
                error = figure(2 * one.error, advice.unit, signed=False)
                line.append((_("   behind by {n} ± {error}").format(n=behind, error=error), "dim"))
            lines.append(line)
        lines += [[], *([(line, "dim")] for line in wrap(basis(advice), cells))]
        return lines
