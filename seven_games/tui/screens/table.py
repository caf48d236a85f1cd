"""The table of a match: hands, curtain, results."""

import math
import time
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Any

from textual import events

from seven_games.engine import Deal, Game, IllegalMove, NotationError, View, parse_move
from seven_games.engine.cards import PASS, STOP
from seven_games.i18n import _
from seven_games.levels import ABOUT_LEVELS
from seven_games.table import Event, Table
from seven_games.table.words import sentence
from seven_games.tui import keys
from seven_games.tui.draw import DRAWINGS, Drawing, Entry, Scene, draw, entries
from seven_games.tui.draw.cards import DIGITS, Faces, paint
from seven_games.tui.draw.frame import game_title
from seven_games.tui.draw.layout import Line, Picture, Spot, fold, steady, wrap
from seven_games.tui.draw.pages import CURTAIN_TEXT, draw_curtain, draw_page, page_height
from seven_games.tui.draw.scene import (
    Hint,
    Note,
    is_declaration,
    log_lines,
    move_label,
    move_text,
    trick_is_finished,
)
from seven_games.tui.draw.scores import score_lines
from seven_games.tui.screens.base import DrawnScreen
from seven_games.tui.screens.end import EndScreen
from seven_games.tui.screens.hint import HintOnScreen
from seven_games.tui.screens.menu import Item
from seven_games.tui.screens.page import WHEEL, PageScreen, scroll_step
from seven_games.tui.screens.palette import PaletteScreen
from seven_games.tui.screens.question import QuestionScreen, leave_question
from seven_games.tui.screens.typed import TypedText

if TYPE_CHECKING:
    from seven_games.table.review import Reviews

PACES = {"slow": 1.2, "normal": 0.6, "fast": 0.2, "instant": 0.0}
"""For how many seconds the move of a bot is kept back at the least, from slow to fast."""
TRICK_TIME = 1.2
"""So long a finished trick stays before a bot leads to the next."""

LONG_WAIT = 5.0
"""After so many seconds of waiting a bell may ring."""


def notes_of(game: Game, deal: Deal) -> tuple[Note, ...]:
    """The moves of a deal with who took a trick by them."""
    again = game.lay_out(deal.rules, deal.dealer, deal.dealt, deal.stock, deal.standing)
    notes = []
    for ply, (seat, move) in enumerate(deal.log, 1):
        again.play(move)
        view = again.view(None)
        taken = trick_is_finished(view) and not is_declaration(move)
        notes.append(Note(ply, seat, move, getattr(view, "last_taker", None) if taken else None))
    return tuple(notes)


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
        self.notes: tuple[Note, ...] = ()
        self._choices: tuple[int, ...] = ()
        self._cleared = False
        self._typed: TypedText | None = None
        self._ready_since = 0.0
        self._waiting_since = 0.0
        self._showing_result = False
        self._top = 0
        self._unsaved_said = ""
        self._fixed = False
        self.hint = HintOnScreen(self)
        self._reviews: Reviews | None = None

    # What happens at the table

    def opened(self) -> None:
        self._waiting_since = time.monotonic()
        self.table.watch(self._told)
        # Not a coroutine of it: the program may end before the worker begins.
        run: Any = self.table.run
        self.cards_app.run_worker(run)

    def closed(self) -> None:
        self.hint.drop()
        self.cards_app.desk.leave(self.table)

    def resumed(self) -> None:
        self._ready_since = time.monotonic()
        self._arm_forced()

    def settings_changed(self) -> None:
        if self.cards_app.settings.strict == "on":
            self.hint.drop()
        if self.table.match.deal is not None:
            view = self.table.view(None)
            self.table.pace = self._pace(view)
            self._whose_cards(view)

    def _told(self, event: Event, view: View) -> None:
        self.hint.drop()
        if event.kind == "stopped":
            return
        self.message, self._choices, self._typed, self._cleared = "", (), None, False
        if event.kind in {"deal", "resumed"}:
            self.open_seat = self.covered = self.cursor = None
        if event.kind != "move":
            self._showing_result = False
        self.notes = notes_of(self.table.match.game, self.table.deal)
        if event.seat is not None and event.seat == self.open_seat:
            self._cursor_to_fitting()
            self._waiting_since = time.monotonic()
        self._settle(view)

    def _settle(self, view: View) -> None:
        """After anything has happened: whose cards are open, how fast it goes on, the picture."""
        self.table.pace = self._pace(view)
        self._whose_cards(view)
        seat = self.open_seat
        self._fixed = seat is not None and self._my_turn() and self.table.can_finish(seat)
        if self._fixed and not self.table.finishing:
            self.message = _("Nobody can change the result any more: f plays the rest.")
        if view.turn is None:
            self._deal_is_over()
        elif view.turn in self.table.people:
            self._ready_since = time.monotonic()
            self._ring()
            self._arm_forced()
        if self.table.unsaved and self.table.unsaved != self._unsaved_said:
            self._unsaved_said = self.table.unsaved
            self.notice = self._unsaved_text()
        self.paint()

    def _unsaved_text(self) -> str:
        return _("The match can no longer be saved: {reason}.").format(reason=self.table.unsaved)

    def _whose_cards(self, view: View) -> None:
        """Cover the hand before anything of the next seat can be drawn."""
        people, turn = self.table.people, view.turn
        curtain = self.cards_app.settings.curtain
        if len(people) == 1:
            self.open_seat, self.covered = people[0], None
        elif turn is None:
            self.covered = None
        elif turn in people and turn not in {self.open_seat, self.covered}:
            self.open_seat, self.covered = (turn, None) if curtain == "off" else (None, turn)
            self.cursor = None
        elif curtain == "always" and turn != self.open_seat:
            self.open_seat = self.cursor = None
        if self._my_turn():
            self._cursor_to_fitting()

    def _ring(self) -> None:
        waited = time.monotonic() - self._waiting_since
        if self.cards_app.settings.bell == "on" and waited >= LONG_WAIT:
            self.cards_app.bell()
        self._waiting_since = time.monotonic()

    def _pace(self, view: View) -> float:
        settings, people = self.cards_app.settings, self.table.people
        pace = PACES[settings.pace]
        if self.table.finishing or (people and not any(view.counts[seat] for seat in people)):
            return min(pace, PACES["fast"])
        if trick_is_finished(view):
            if settings.trick == "key" and people:
                return math.inf
            if settings.trick == "time" and pace:
                return max(pace, TRICK_TIME)
        return pace

    def _deal_is_over(self) -> None:
        settings = self.cards_app.settings
        self._top = 0
        if settings.trick == "none" or not PACES[settings.pace]:
            self._show_result()
        elif settings.trick == "time":
            self.cards_app.set_timer(TRICK_TIME, self._show_result)

    def _show_result(self) -> None:
        if self._is_over() and not self._showing_result:
            self._showing_result = True
            self._ready_since = time.monotonic()
            self.paint()

    def _is_over(self) -> bool:
        return self.table.match.deal is not None and self.table.deal.turn is None

    # The only legal move, played by itself

    def _arm_forced(self) -> None:
        if self._is_forced():
            deal, ply = self.table.deal, len(self.table.deal.log)
            wait = max(PACES[self.cards_app.settings.pace], PACES["fast"])
            self.cards_app.set_timer(wait, lambda: self._play_forced(deal, ply))

    def _is_forced(self) -> bool:
        alone = len(self.table.people) == 1
        wanted = self.cards_app.settings.forced == "on" and alone
        return wanted and self._my_turn() and len(self.table.deal.moves()) == 1

    def _play_forced(self, deal: Deal, ply: int) -> None:
        same = self.table.deal is deal and len(deal.log) == ply
        if same and self._is_forced() and self.cards_app.seen is self:
            move = deal.moves()[0]
            self._play(move)
            self.message = _("{move} was all you could do: it was played by itself.").format(
                move=move_label(self.scene(self.open_seat), move)
            )
            self.paint()

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

    @property
    def faces(self) -> Faces:
        """The faces of this game, with its own labels where they are wanted."""
        faces = self.cards_app.faces
        german = self.cards_app.settings.german == "on" and self._drawing.GERMAN
        return faces.with_german() if german else faces

    def scene(self, seat: int | None, width: int = 80, height: int = 24) -> Scene:
        """Everything a drawing needs, seen from this seat."""
        table, faces = self.table, self.faces
        view = table.view(seat)
        bots = frozenset(range(len(table.names))) - frozenset(table.people)
        useless = self._useless(view)
        settings = self.cards_app.settings
        typed = None if self._typed is None else _("Card: {text}_").format(text=self._typed.text)
        scene = Scene(
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
            notes=self.notes,
            deals=table.match.scores,
            code=table.code,
            pace=settings.pace if bots else "",
            strict=settings.strict == "on",
        )
        return replace(scene, advised=self.hint.advised(scene))

    def _useless(self, view: View) -> set[str]:
        """The actions that do nothing now."""
        table, seat = self.table, self.open_seat
        strict = self.cards_app.settings.strict == "on"
        useless = keys.useless(
            view,
            undo=seat is not None and table.can_undo(seat) and not strict,
            fixed=self._fixed and not table.finishing,
        )
        if strict:
            useless |= {"out", "hint"}
        if not table.match.finished:
            useless.add("review")
        if strict or seat is None or not table.can_start_again(seat):
            useless.add("again")
        return useless

    def _hints(self, useless: set[str]) -> tuple[Hint, ...]:
        faces = self.faces
        if self._choices:
            others = {key.action for key in keys.KEYS} - {"next", "play", "digit"}
            return (Hint("esc", _("back"), "back"), *keys.hints(keys.PLAY, faces, others))
        return keys.hints(self.context, faces, useless)

    def lines(self, width: int, height: int) -> Picture:
        if self.table.match.deal is None:
            return Picture()
        if self._showing_result:
            return self._result_lines(width, height)
        if self.covered is not None:
            return self._curtain_lines(self.covered, width, height)
        return draw(self.scene(self.open_seat, width, height))

    def _curtain_lines(self, seat: int, width: int, height: int) -> Picture:
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

    def _result_lines(self, width: int, height: int) -> Picture:
        scene = self.scene(self.open_seat, width, height)
        account = self._drawing.account(scene)
        if self.table.hinted:
            account = [*account, [], [(_("Played with hints."), "dim")]]
        text = [part for line in account for part in fold(line, max(width - 4, 1))]
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
        self._tell_refusal(found[self.cursor])

    def _tell_refusal(self, entry: Entry) -> None:
        """Say why a card does not fit, where it is one that does not."""
        self.message = ""
        if not entry.fits and entry.card is not None and self._my_turn():
            self.message = self._refusal(entry.card)

    def _refusal(self, move: int) -> str:
        """Why this move may not be made."""
        try:
            self.table.deal.copy().play(move)
        except IllegalMove as refusal:
            return sentence(refusal, self.faces.card)
        return ""

    # What the person does

    def press(self, event: events.Key) -> None:
        if self.table.match.deal is None:
            return
        if self._typed is not None:
            self._type(event)
        elif self._is_over() and not self._showing_result:
            self._show_result()
        elif self._clears_trick(event):
            self.paint()
        elif self._choices and event.key == "escape":
            self._do_back(event)
            self.paint()
        else:
            super().press(event)

    def _clears_trick(self, event: events.Key) -> bool:
        """Any key ends the wait for a finished trick; whether that is all the key does."""
        if self.context != keys.WATCH or not trick_is_finished(self.table.view(None)):
            return False
        self._cleared = True
        self.table.hurry()
        return event.key == "enter"

    def do(self, action: str, event: events.Event) -> None:
        if self._too_soon(action, event):
            return
        self.hint.fresh = False
        act = getattr(self, f"_do_{action}", None)
        if act is not None:
            act(event)
        elif action in {"pass", "stop"}:
            if action in self._drawing.ACTIONS:
                self._pass_or_stop(PASS if action == "pass" else STOP)
        else:
            self._top += scroll_step(action, self.cards_app.size.height)
        self.paint()

    def _too_soon(self, action: str, event: events.Event) -> bool:
        """Whether a key was pressed before its presser can have seen what it would do now."""
        guarded = {"play", "digit", "pass", "stop", "open", "go_on", "declare"}
        return action in guarded and event.time < self._ready_since + self.cards_app.guard

    def _do_next(self, _event: events.Event) -> None:
        self._step(1, all_cards=False)

    def _do_previous(self, _event: events.Event) -> None:
        self._step(-1, all_cards=False)

    def _do_walk_next(self, _event: events.Event) -> None:
        self._step(1, all_cards=True)

    def _do_walk_previous(self, _event: events.Event) -> None:
        self._step(-1, all_cards=True)

    def _do_play(self, _event: events.Event) -> None:
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

    def _do_digit(self, event: events.Event) -> None:
        digit = getattr(event, "character", None) or ""
        if not digit or digit not in DIGITS:
            return
        found = self._entries()
        place = next((p for p, entry in enumerate(found) if entry.number == digit), None)
        self.message = ""
        if place is None:
            self.message = _("Nothing has the number {digit} now.").format(digit=digit)
            return
        pressed_once = self.cards_app.settings.one_press == "on"
        if self._my_turn() and (place == self.cursor or pressed_once):
            self.cursor = place
            self._do_play(event)
        else:
            self.cursor = place

    def _do_declare(self, _event: events.Event) -> None:
        if self._choices:
            return
        shows = tuple(move for move in self._view().moves if is_declaration(move))
        if shows:
            self._choose(shows)
        elif "declare" in self._drawing.ACTIONS:
            self.message = _("You hold no combination that you may show now.")

    def _do_hint(self, _event: events.Event) -> None:
        self._choices = ()
        if self.cards_app.settings.strict == "on":
            self.message = _("No hints are given in strict play (see the settings).")
        elif not self._my_turn():
            self.message = _("A hint is given when it is your turn.")
        else:
            self.message = ""
            self.hint.asked_for()

    def _do_finish(self, _event: events.Event) -> None:
        seat = self.open_seat
        if seat is not None and self._my_turn() and self._fixed:
            self.table.finish(seat)
            self.message = _("The rest plays itself: nobody can change the result.")
        elif self._my_turn():
            self.message = _("The result is not certain yet.")

    def _do_review(self, _event: events.Event) -> None:
        if self.table.match.finished:
            from seven_games.tui.screens.review import ReviewScreen

            self.cards_app.open(ReviewScreen(self.table, self.reviews, self.faces))
        else:
            self.message = _("No deal is over yet.")

    @property
    def reviews(self) -> "Reviews":
        """What was found of the deals of this match."""
        if self._reviews is None:
            from seven_games.table.review import reviews_of

            self._reviews = reviews_of(self.table)
        return self._reviews

    def _do_undo(self, _event: events.Event) -> None:
        seat = self.open_seat
        if self.cards_app.settings.strict == "on":
            self.message = _("Nothing is taken back in strict play (see the settings).")
        elif seat is not None and self.table.can_undo(seat):
            self.table.undo(seat)
            while self._is_forced() and self.table.can_undo(seat):
                # What was played by itself was no decision.
                self.table.undo(seat)
            self.message = _("Taken back.")
        elif len(self.table.people) > 1:
            self.message = _("With several people at the table nothing is taken back.")
        else:
            self.message = _("There is no move of yours to take back.")

    def _do_skip(self, _event: events.Event) -> None:
        self._cleared = True
        self.table.skip()

    def _do_clear(self, _event: events.Event) -> None:
        self._cleared = True

    def _do_slower(self, _event: events.Event) -> None:
        self._change_pace(-1)

    def _do_faster(self, _event: events.Event) -> None:
        self._change_pace(1)

    def _do_back(self, _event: events.Event) -> None:
        self._choices = ()
        self._cursor_to_fitting()

    def _do_type(self, _event: events.Event) -> None:
        self._typed = TypedText()

    def _do_open(self, _event: events.Event) -> None:
        self.open_seat, self.covered = self.covered, None
        self._ready_since = time.monotonic()
        self._cursor_to_fitting()

    def _do_go_on(self, event: events.Event) -> None:
        if self.table.standing.over:
            app = self.cards_app
            scene = self._public()
            review = partial(self._do_review, event)
            app.open(EndScreen(scene, app.play_again, app.leave_table, review))
        else:
            self.table.go_on()

    def _do_last(self, _event: events.Event) -> None:
        if "last" not in self._drawing.ACTIONS:
            return
        self.open_page(_("The last trick"), lambda _width: self._drawing.last(self._public()))

    def _do_log(self, _event: events.Event) -> None:
        self.open_page(
            _("Played in this deal"),
            lambda width: self._drawing.log(self._public(), width),
            at_end=True,
        )

    def _do_scores(self, _event: events.Event) -> None:
        self.open_page(_("Scores of the match"), lambda width: score_lines(self._public(), width))

    def _do_out(self, _event: events.Event) -> None:
        if self.cards_app.settings.strict == "on":
            self.message = _("What is out is not told in strict play (see the settings).")
        elif self.open_seat is None:
            self.message = _("Nobody's cards are open now.")
        else:
            self.open_page(
                _("What is still out"),
                lambda width: self._drawing.unseen(self.scene(self.open_seat), width),
            )

    def _do_new(self, _event: events.Event) -> None:
        app = self.cards_app
        if not self.table.deal.log and not self.table.match.scores:
            app.play_again()
            return
        app.open(
            QuestionScreen(
                game_title(self.table.match.game.name),
                _("Deal new cards? This match stays as it is, and another one begins."),
                (_("Stay"), _("play on; also Esc")),
                (_("New cards"), _("the same table, a new match")),
                app.play_again,
            )
        )

    def _do_again(self, _event: events.Event) -> None:
        seat = self.open_seat
        if self.cards_app.settings.strict == "on":
            self.message = _("No deal is played twice in strict play (see the settings).")
        elif len(self.table.people) > 1:
            self.message = _("With several people at the table no deal is played twice.")
        elif seat is None or not self.table.can_start_again(seat):
            self.message = _("There is nothing to play again.")
        elif self._is_over():
            self._start_again(seat)
        else:
            self.cards_app.open(
                QuestionScreen(
                    game_title(self.table.match.game.name),
                    _("Play the same cards again from the first move?"),
                    (_("Stay"), _("play on; also Esc")),
                    (_("Same cards"), _("every move of this deal is taken back")),
                    lambda: self._start_again(seat),
                )
            )

    def _start_again(self, seat: int) -> None:
        self.table.start_again(seat)
        self.message = _("The same cards once more.")
        self.paint()

    def _do_menu(self, _event: events.Event) -> None:
        view = self.table.view(self.open_seat if self.covered is None else None)
        all_actions = frozenset().union(*(drawing.ACTIONS for drawing in DRAWINGS.values()))
        without = self._useless(view) | (all_actions - self._drawing.ACTIONS)
        code = Item(_("deal code"), self.table.code or _("this deal has none"), self._show_code)
        if self.covered is not None:
            # A curtain is opened by its own key alone.
            without.add("open")
        now = self._now()

        def do(action: str) -> None:
            if self._now() != now:
                self.message = _("The table has moved on.")
                self.paint()
                return
            # Whoever chose has seen what it would do.
            self._ready_since = -math.inf
            self.press_action(action, events.Key("", None))

        self.cards_app.open(PaletteScreen(self.context, without, do, [code]))

    def _now(self) -> tuple[object, ...]:
        """What must be the same for a choice to mean the same."""
        return self.context, self.table.match.number, len(self.table.deal.log), self.cursor

    def _show_code(self) -> None:
        game, code = self.table.match.game.name, self.table.code
        said = [
            _("This deal has the code {code}.").format(code=code or "–"),
            _("With the same rules and players the code gives the same cards to everybody:"),
            f"    seven-games play {game} --deal {code}",
            _("or type it in the set-up of a table, in the line of the cards."),
        ]
        if self.table.saved_as:
            said += ["", _("The match is kept in this file:"), f"    {self.table.saved_as}"]
        self.open_page(_("Deal code"), lambda _width: [paint(line) for line in said])

    def _do_quit(self, _event: events.Event) -> None:
        app = self.cards_app
        if self.table.standing.over or self.table.is_saved:
            app.leave_table()
        else:
            app.open(leave_question(game_title(self.table.match.game.name), app.leave_table))

    def _play(self, move: int) -> None:
        seat = self.open_seat
        if seat is None or not self._my_turn():
            return
        try:
            self.table.play(seat, move)
        except IllegalMove as refusal:
            self.message = sentence(refusal, self.faces.card)

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

    def open_page(
        self, title: str, write: Callable[[int], list[Line]], *, at_end: bool = False
    ) -> None:
        self.cards_app.open(PageScreen(title, write, at_end=at_end))

    def _change_pace(self, step: int) -> None:
        names, settings = list(PACES), self.cards_app.settings
        place = max(0, min(names.index(settings.pace) + step, len(names) - 1))
        self.cards_app.set(replace(settings, pace=names[place]))
        words = {
            "slow": _("The bots play slowly."),
            "normal": _("The bots play at normal speed."),
            "fast": _("The bots play fast."),
            "instant": _("The bots play at once."),
        }
        self.message = self.cards_app.desk.problem or words[names[place]]

    # The mouse

    def mouse(self, event: events.MouseDown) -> None:
        if self._is_over() and not self._showing_result:
            self._show_result()
        elif self._typed is None:
            super().mouse(event)

    def click(self, spot: Spot, event: events.MouseDown) -> None:
        if self.table.match.deal is None:
            return
        if spot.kind == "seat":
            self._show_seat(int(spot.what))
        elif spot.kind == "entry":
            self._click_entry(int(spot.what), event)
        self.paint()

    def _click_entry(self, place: int, event: events.MouseDown) -> None:
        found = self._entries()
        if not 0 <= place < len(found):
            return
        if place == self.cursor and self._my_turn():
            if not self._too_soon("play", event):
                self._do_play(event)
            return
        self.cursor = place
        self._tell_refusal(found[place])

    def unmark(self) -> None:
        if self._choices:
            self._do_back(events.Key("", None))
        else:
            self.cursor = None
            self.message = ""
        self.paint()

    def wheel(self, step: int) -> None:
        if self._showing_result:
            self._top += WHEEL * step
            self.paint()
        elif step < 0 and self.table.match.deal is not None:
            self._do_log(events.Key("", None))

    def _show_seat(self, seat: int) -> None:
        """Who sits there, and what the seat has done in this deal, in the open."""
        scene, level = self._public(), self.table.levels[seat]
        mine = tuple(note for note in self.notes if note.seat == seat)

        def write(width: int) -> list[Line]:
            played = log_lines(replace(scene, notes=mine))
            if level not in ABOUT_LEVELS:
                return played
            said = _("Level {level}: {sentence}").format(
                level=level, sentence=_(ABOUT_LEVELS[level])
            )
            return [*([(line, "dim")] for line in wrap(said, width)), [], *played]

        self.open_page(scene.title(seat), write, at_end=True)

    # Typing a card

    def _type(self, event: events.Key) -> None:
        typed = self._typed or TypedText()
        went = typed.key(event)
        if went != "on":
            self._typed = None
        if went == "done":
            self._play_typed(typed.text)
        self.paint()

    def paste(self, text: str) -> None:
        if self._typed is not None:
            self._typed.add(text)
            self.paint()

    def _play_typed(self, text: str) -> None:
        try:
            self._play(parse_move(self.faces.read(text)))
        except NotationError as refusal:
            self.message = sentence(refusal, self.faces.card)
