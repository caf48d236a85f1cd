"""The table of a match: hands, curtain, results."""

import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from textual import events

from seven_games.engine import IllegalMove, NotationError, View, parse_move
from seven_games.engine.cards import PASS, STOP
from seven_games.i18n import _
from seven_games.table import Event, Table
from seven_games.tui import keys
from seven_games.tui.draw import DRAWINGS, Drawing, Entry, Scene, draw, entries
from seven_games.tui.draw.cards import DIGITS, paint
from seven_games.tui.draw.frame import game_title
from seven_games.tui.draw.layout import Line, fold, steady, wrap
from seven_games.tui.draw.pages import CURTAIN_TEXT, draw_curtain, draw_page, page_height
from seven_games.tui.draw.scene import Hint, is_declaration, move_text, trick_is_finished
from seven_games.tui.screens.base import DrawnScreen
from seven_games.tui.screens.end import EndScreen
from seven_games.tui.screens.leave import LeaveScreen
from seven_games.tui.screens.page import PageScreen, scroll_step
from seven_games.tui.screens.scores import DealScore, score_lines

PACES = {"slow": 1.2, "normal": 0.6, "fast": 0.2, "instant": 0.0}
"""For how many seconds the move of a bot is kept back at the least, from slow to fast."""
TRICK_TIME = 1.2
"""So long a finished trick stays before a bot leads to the next."""


@dataclass(frozen=True)
class Note:
    """A line of the log: who made which move as the how manieth, and who took a trick by it."""

    ply: int
    seat: int
    move: int
    taker: int | None


class TableScreen(DrawnScreen):
    """One match, from the first deal to the last result.

    `open_seat` is the seat whose cards may be seen, None when nobody's may; `covered` the seat
    whose player has to ask for them first.
    """

    def __init__(self, table: Table) -> None:
        self.table = table
        self.open_seat: int | None = None
        self.covered: int | None = None
        self.cursor: int | None = None
        self.message = ""
        self.notes: list[Note] = []
        self.deals: list[DealScore] = []
        self._choices: tuple[int, ...] = ()
        self._cleared = False
        self._typed: str | None = None
        self._ready_since = 0.0
        self._showing_result = False
        self._top = 0
        self._unsaved_said = False

    # What happens at the table

    def opened(self) -> None:
        self.table.watch(self._told)
        # Not a coroutine of it: the program may end before the worker begins.
        run: Any = self.table.run
        self.cards_app.run_worker(run)

    def closed(self) -> None:
        self.table.leave()

    def resumed(self) -> None:
        self._ready_since = time.monotonic()

    def _told(self, event: Event, view: View) -> None:
        if event.kind == "stopped":
            return
        self.message, self._choices, self._typed, self._cleared = "", (), None, False
        if event.kind == "deal":
            self._new_deal()
        elif event.kind == "undo":
            self.notes = [note for note in self.notes if note.ply <= len(view.log)]
        elif event.seat is not None and event.move is not None:
            taken = trick_is_finished(view) and not is_declaration(event.move)
            taker: int | None = getattr(view, "last_taker", None) if taken else None
            self.notes.append(Note(len(view.log), event.seat, event.move, taker))
            if event.seat == self.open_seat:
                self._cursor_to_fitting()
        self._settle(view)

    def _new_deal(self) -> None:
        people = self.table.people
        self.open_seat = people[0] if len(people) == 1 else None
        self.covered = None
        self.notes = []
        self.cursor = None
        self._showing_result = False

    def _settle(self, view: View) -> None:
        """After anything has happened: whose cards are open, how fast it goes on, the picture."""
        turn = view.turn
        self.table.pace = self._pace(view)
        if turn is None:
            self._deal_is_over()
        elif turn in self.table.people:
            if turn != self.open_seat:
                # The hand is covered before anything of the next seat can be drawn.
                self.open_seat, self.covered = None, turn
                self.cursor = None
            else:
                self._cursor_to_fitting()
            self._ready_since = time.monotonic()
        if self.table.unsaved and not self._unsaved_said:
            self._unsaved_said = True
            self.notice = _("The match is no longer recorded: {reason}.").format(
                reason=self.table.unsaved
            )
        self.paint()

    def _pace(self, view: View) -> float:
        pace = PACES[self.cards_app.pace]
        people = self.table.people
        if people and not any(view.counts[seat] for seat in people):
            return min(pace, PACES["fast"])
        if pace and trick_is_finished(view):
            return max(pace, TRICK_TIME)
        return pace

    def _deal_is_over(self) -> None:
        self.covered = None
        after = self.table.standing
        self.deals = [deal for deal in self.deals if deal.number < after.deal]
        self.deals.append(DealScore(after.deal, tuple(self.table.deal.result()["score"]), after))
        self._top = 0
        if PACES[self.cards_app.pace]:
            self.cards_app.set_timer(TRICK_TIME, self._show_result)
        else:
            self._show_result()

    def _show_result(self) -> None:
        if self._is_over() and not self._showing_result:
            self._showing_result = True
            self._ready_since = time.monotonic()
            self.paint()

    def _is_over(self) -> bool:
        return self.table.match.deal is not None and self.table.deal.turn is None

    # The picture

    @property
    def context(self) -> str:  # type: ignore[override]  # elsewhere it never changes
        """Where the keys are looked up."""
        if self._is_over():
            return keys.RESULT
        if self.covered is not None:
            return keys.CURTAIN
        return keys.PLAY if self._my_turn() else keys.WATCH

    def _my_turn(self) -> bool:
        turn = self.table.deal.turn if self.table.match.deal else None
        return turn is not None and turn == self.open_seat

    @property
    def _drawing(self) -> Drawing:
        return DRAWINGS[self.table.match.game.name]

    def scene(self, seat: int | None, width: int = 80, height: int = 24) -> Scene:
        """Everything a drawing needs, seen from this seat."""
        table, faces = self.table, self.cards_app.faces
        view = table.view(seat)
        bots = frozenset(range(len(table.names))) - frozenset(table.people)
        undo = self.open_seat is not None and table.can_undo(self.open_seat)
        useless = keys.useless(view, self._drawing.ACTIONS, undo=undo)
        typed = None if self._typed is None else _("Card: {text}_").format(text=self._typed)
        return Scene(
            view,
            tuple(steady(name) for name in table.names),
            bots,
            table.standing,
            alone=len(table.people) == 1,
            cursor=self.cursor,
            choices=self._choices,
            faces=faces,
            width=width,
            height=height,
            message=typed if typed is not None else self.message,
            cleared=self._cleared,
            hints=self._hints(useless),
            always=keys.always(self.context),
        )

    def _hints(self, useless: set[str]) -> tuple[Hint, ...]:
        faces = self.cards_app.faces
        if self._choices:
            return (("esc", _("back")), *keys.hints(keys.MENU, faces))
        return keys.hints(self.context, faces, useless)

    def lines(self, width: int, height: int) -> list[Line]:
        if self.table.match.deal is None:
            return []
        if self._showing_result:
            return self._result_lines(width, height)
        if self.covered is not None:
            return self._curtain_lines(self.covered, width, height)
        return draw(self.scene(self.open_seat, width, height))

    def _curtain_lines(self, seat: int, width: int, height: int) -> list[Line]:
        scene = self.scene(None, width, height)
        name = scene.name(seat)
        said = [
            *wrap(
                _(
                    "Hand the keyboard over. Everybody else looks away. "
                    "No cards are shown until {name} asks."
                ).format(name=name),
                CURTAIN_TEXT,
            ),
            "",
            _("{name}: press  o  to open your cards").format(name=name),
        ]
        below = [paint(move_text(scene, mover, move)) for mover, move in scene.view.log[-2:]]
        taken = self._drawing.taken(scene)
        below += [paint(taken, "message")] if taken else []
        rules, standing = self._drawing.title(scene)
        return draw_curtain(
            (game_title(scene.view.game), rules, standing),
            _("Next: {name}").format(name=name),
            said,
            below,
            (width, height),
            scene.faces,
            scene.hints,
            scene.always,
        )

    def _result_lines(self, width: int, height: int) -> list[Line]:
        scene = self.scene(self.open_seat, width, height)
        text = [
            part for line in self._drawing.account(scene) for part in fold(line, max(width - 4, 1))
        ]
        self._top = max(0, min(self._top, len(text) - page_height(height)))
        title = _("{game} · deal {n} is over").format(
            game=game_title(scene.view.game), n=scene.standing.deal
        )
        _rules, standing = self._drawing.title(scene)
        return draw_page(
            title,
            text,
            self._top,
            (width, height),
            scene.faces,
            scene.hints,
            scene.always,
            standing,
        )

    # The cursor

    def _entries(self) -> list[Entry]:
        return entries(self.scene(self.open_seat))

    def _cursor_to_fitting(self) -> None:
        """Mark the entry that fits and is nearest to where the cursor was."""
        found = self._entries()
        fitting = [place for place, entry in enumerate(found) if entry.fits]
        if not fitting:
            self.cursor = None
            return
        was = self.cursor if self.cursor is not None else 0
        self.cursor = min(fitting, key=lambda place: (abs(place - was), place))

    def _step(self, step: int, *, all_cards: bool) -> None:
        found = self._entries()
        places = [place for place, entry in enumerate(found) if entry.fits or all_cards]
        self.message = ""
        if not places:
            return
        if self.cursor is None:
            self.cursor = places[0 if step > 0 else -1]
        elif step > 0:
            self.cursor = next((p for p in places if p > self.cursor), places[0])
        else:
            self.cursor = next((p for p in reversed(places) if p < self.cursor), places[-1])
        entry = found[self.cursor]
        if not entry.fits and entry.card is not None and self._my_turn():
            self.message = self._refusal(entry.card)

    def _refusal(self, move: int) -> str:
        """Why this move may not be made."""
        try:
            self.table.deal.copy().play(move)
        except IllegalMove as refusal:
            said = refusal.say(_, self.cards_app.faces.card)
            return said[:1].upper() + said[1:] + "."
        return ""

    # What the person does

    def press(self, event: events.Key) -> None:
        if self.table.match.deal is None:
            return
        if self._typed is not None and event.key != "ctrl+q":
            self._type(event)
        elif self._is_over() and not self._showing_result:
            self._show_result()
        elif self._choices and event.key == "escape":
            self._choices = ()
            self._cursor_to_fitting()
            self.paint()
        else:
            super().press(event)

    def do(self, action: str, event: events.Key) -> None:
        if self._too_soon(action, event):
            return
        act = getattr(self, f"_do_{action}", None)
        if act is not None:
            act(event)
        elif action in {"pass", "stop"}:
            if action in self._drawing.ACTIONS:
                self._pass_or_stop(PASS if action == "pass" else STOP)
        else:
            self._top += scroll_step(action, self.cards_app.size.height)
        self.paint()

    def _too_soon(self, action: str, event: events.Key) -> bool:
        """Whether a key was pressed before its presser can have seen what it would do now."""
        guarded = {"play", "digit", "pass", "stop", "open", "go_on", "declare"}
        return action in guarded and event.time < self._ready_since + self.cards_app.guard

    def _do_next(self, _event: events.Key) -> None:
        self._step(1, all_cards=False)

    def _do_previous(self, _event: events.Key) -> None:
        self._step(-1, all_cards=False)

    def _do_walk_next(self, _event: events.Key) -> None:
        self._step(1, all_cards=True)

    def _do_walk_previous(self, _event: events.Key) -> None:
        self._step(-1, all_cards=True)

    def _do_play(self, _event: events.Key) -> None:
        found = self._entries()
        if self.cursor is None or not 0 <= self.cursor < len(found):
            return
        entry = found[self.cursor]
        if len(entry.moves) > 1 or self._opens_list(entry):
            self._choose(entry.moves)
        elif entry.moves:
            self._play(entry.moves[0])
        elif entry.card is not None:
            self.message = self._refusal(entry.card)

    def _do_digit(self, event: events.Key) -> None:
        digit = event.character or ""
        found = self._entries()
        place = next((p for p, entry in enumerate(found) if entry.number == digit), None)
        self.message = ""
        if place is None:
            if digit in DIGITS:
                self.message = _("Nothing has the number {digit} now.").format(digit=digit)
        elif place == self.cursor and self._my_turn():
            self._do_play(event)
        else:
            self.cursor = place

    def _do_declare(self, _event: events.Key) -> None:
        if self._choices:
            return
        shows = tuple(move for move in self._view().moves if is_declaration(move))
        if shows:
            self._choose(shows)
        elif "declare" in self._drawing.ACTIONS:
            self.message = _("You hold no combination that you may show now.")

    def _do_undo(self, _event: events.Key) -> None:
        seat = self.open_seat
        if seat is not None and self.table.can_undo(seat):
            self.table.undo(seat)
            self.message = _("Taken back.")
        elif len(self.table.people) > 1:
            self.message = _("With several people at the table nothing is taken back.")
        else:
            self.message = _("There is no move of yours to take back.")

    def _do_skip(self, _event: events.Key) -> None:
        self._cleared = True
        self.table.skip()

    def _do_clear(self, _event: events.Key) -> None:
        self._cleared = True

    def _do_slower(self, _event: events.Key) -> None:
        self._change_pace(-1)

    def _do_faster(self, _event: events.Key) -> None:
        self._change_pace(1)

    def _do_type(self, _event: events.Key) -> None:
        self._typed = ""

    def _do_open(self, _event: events.Key) -> None:
        self.open_seat, self.covered = self.covered, None
        self._ready_since = time.monotonic()
        self._cursor_to_fitting()

    def _do_go_on(self, _event: events.Key) -> None:
        if self.table.standing.over:
            app = self.cards_app
            scene = self.scene(None if len(self.table.people) != 1 else self.open_seat)
            app.open(EndScreen(scene, self.deals, app.play_again, app.leave_table))
        else:
            self.table.go_on()

    def _do_last(self, _event: events.Key) -> None:
        if "last" not in self._drawing.ACTIONS:
            return
        self._page(_("The last trick"), lambda _width: self._drawing.last(self._public()))

    def _do_log(self, _event: events.Key) -> None:
        self._page(_("Played in this deal"), lambda _width: self._log_lines(), at_end=True)

    def _do_scores(self, _event: events.Key) -> None:
        self._page(
            _("Scores of the match"), lambda width: score_lines(self._public(), self.deals, width)
        )

    def _do_quit(self, _event: events.Key) -> None:
        app = self.cards_app
        if self.table.standing.over:
            app.leave_table()
        else:
            title = game_title(self.table.match.game.name)
            app.open(LeaveScreen(title, app.leave_table))

    def _play(self, move: int) -> None:
        seat = self.open_seat
        if seat is None or not self._my_turn():
            return
        try:
            self.table.play(seat, move)
        except IllegalMove as refusal:
            said = refusal.say(_, self.cards_app.faces.card)
            self.message = said[:1].upper() + said[1:] + "."

    def _pass_or_stop(self, move: int) -> None:
        view = self._view()
        if move == STOP and self._my_turn() and getattr(view, "trick", None) == ():
            self.message = _("There is nothing to stop now: you lead.")
        else:
            self._play(move)

    def _opens_list(self, entry: Entry) -> bool:
        """Whether choosing this opens a list even of one: what is shown is seen before."""
        return bool(entry.moves) and is_declaration(entry.moves[0]) and not self._choices

    def _choose(self, moves: tuple[int, ...]) -> None:
        """Open a list in place of the hand."""
        self._choices = moves
        self.cursor = 0
        self.message = ""

    def _view(self) -> View:
        return self.table.view(self.open_seat)

    def _public(self) -> Scene:
        """The scene without anybody's cards, for pages that may be read by all."""
        seat = self.open_seat if len(self.table.people) == 1 else None
        return self.scene(seat)

    def _log_lines(self) -> list[Line]:
        scene = self._public()
        lines: list[Line] = []
        for number, note in enumerate(self.notes, 1):
            line = [(f"{number:>3}  ", "dim"), *paint(move_text(scene, note.seat, note.move))]
            if note.taker is not None:
                took = (
                    _("You take the trick.")
                    if scene.is_you(note.taker)
                    else _("{name} takes the trick.").format(name=scene.name(note.taker))
                )
                line.append((f" ★ {took}", "turn"))
            lines.append(line)
        return lines or [[(_("Nothing has been played yet."), "dim")]]

    def _page(
        self, title: str, write: Callable[[int], list[Line]], *, at_end: bool = False
    ) -> None:
        self.cards_app.open(PageScreen(title, write, at_end=at_end))

    def _change_pace(self, step: int) -> None:
        names = list(PACES)
        place = max(0, min(names.index(self.cards_app.pace) + step, len(names) - 1))
        self.cards_app.pace = names[place]
        self.table.pace = self._pace(self.table.view(None))
        words = {
            "slow": _("The bots play slowly."),
            "normal": _("The bots play at normal speed."),
            "fast": _("The bots play fast."),
            "instant": _("The bots play at once."),
        }
        self.message = words[names[place]]

    # Typing a card

    def _type(self, event: events.Key) -> None:
        typed = self._typed or ""
        if event.key == "escape":
            self._typed = None
        elif event.key == "enter":
            self._typed = None
            self._play_typed(typed)
        elif event.key == "backspace":
            self._typed = typed[:-1]
        elif event.character and event.is_printable and len(typed) < 20:
            self._typed = typed + event.character
        self.paint()

    def _play_typed(self, text: str) -> None:
        try:
            self._play(parse_move(keys.latin(text)))
        except NotationError as refusal:
            said = refusal.say(_, self.cards_app.faces.card)
            self.message = said[:1].upper() + said[1:] + "."
