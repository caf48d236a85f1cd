"""A table: it asks the seat whose turn it is, applies the move, records it and tells everybody."""

import asyncio
import contextlib
import logging
import threading
from collections.abc import Callable, Coroutine, Sequence
from dataclasses import dataclass
from typing import Protocol, cast

from seven_games.bots import Bot, Thinking
from seven_games.bots.claim import is_fixed
from seven_games.bots.thinker import THINKER
from seven_games.bots.worker import Job, Urgency
from seven_games.engine.dice import Dice
from seven_games.engine.game import Deal, Standing, View
from seven_games.engine.match import Match
from seven_games.table.codes import SEEDS, deal_code

log = logging.getLogger(__name__)

PATIENCE = 5.0
"""So many seconds a bot may think before the simplest legal player moves in its place."""
PARTS = 5
"""In so many parts they are waited for."""


class Recorder(Protocol):
    """Where a table writes its record; the file is safe when a method returns."""

    def deal(self, number: int, deal: Deal, seed: int) -> None:
        """A deal has begun."""

    def move(self, seat: int, move: int, hints: int = 0) -> None:
        """A seat has moved, after so many hints."""

    def hint(self, seat: int, hints: int) -> None:
        """A seat has asked for so many hints, and leaves before its move."""

    def undo(self, moves: int) -> None:
        """Moves were taken back."""

    def close(self) -> None:
        """The match is over, or was left."""


@dataclass
class Person:
    """A seat where a person sits."""

    name: str


@dataclass
class BotSeat:
    """A seat where a bot plays."""

    name: str
    bot: Bot
    level: str = ""
    """One of the LEVELS, where it plays at one."""


@dataclass(frozen=True)
class Event:
    """What everybody at the table sees happen.

    `kind` is "deal" (cards were dealt), "move" (`seat` made `move`), "undo" (moves were taken
    back), "resumed" (a saved match goes on where it was left) or "stopped" (the match was left).
    """

    kind: str
    seat: int | None = None
    move: int | None = None


class Watcher:
    """Somebody who is told of every event, with the view of one seat (None: a spectator)."""

    def __init__(self, tell: Callable[[Event, View], None], seat: int | None) -> None:
        self.tell = tell
        self.seat = seat


class Table:
    """A match with somebody on every seat.

    `run` plays it to the end. People answer with `play`, and with `go_on` after a deal. `pace` is
    the time in seconds for which a bot's move is kept back at the least; `hurry` ends that for the
    move that is due, `skip` for all until a person is to move.
    """

    def __init__(
        self,
        match: Match,
        seats: list[Person | BotSeat],
        dice: Dice,
        recorders: Sequence[Recorder] = (),
        pace: float = 0.0,
        first_seed: int | None = None,
    ) -> None:
        self.match = match
        self.seats = seats
        self.pace = pace
        self.patience = PATIENCE
        self.thinker = THINKER
        self._dice = dice
        self._first_seed = first_seed
        self._recorders = list(recorders)
        self._watchers: list[Watcher] = []
        self._answer: asyncio.Event = asyncio.Event()
        self._hurry: asyncio.Event = asyncio.Event()
        self._skipping = False
        self._next: asyncio.Event = asyncio.Event()
        self._left = False
        self._thought: asyncio.Task[int] | None = None
        """What the bot to move is thinking of."""
        self.codes: dict[int, str] = {}
        """The codes of the deals, by their numbers; a deal from elsewhere has none."""
        self._asked: dict[tuple[tuple[int, int], ...], int] = {}
        """How often a hint was asked for, by what had been played; an undo forgets nothing."""
        self.hinted = False
        """Whether one was asked for in this deal."""
        self.finishing = False
        """Whether the deal plays itself to its end, since nobody can change its result."""
        self.saved_as: str = ""
        """The file in which the match is kept, where it is."""
        self.unsaved: str | None = None
        """Why a record is no longer written, where one could not be."""

    # Who is there

    @property
    def names(self) -> list[str]:
        """The names by seat."""
        return [seat.name for seat in self.seats]

    @property
    def people(self) -> list[int]:
        """The seats where people sit."""
        return [number for number, seat in enumerate(self.seats) if isinstance(seat, Person)]

    @property
    def levels(self) -> list[str]:
        """The levels of the bots by seat; empty where a person sits."""
        return [seat.level if isinstance(seat, BotSeat) else "" for seat in self.seats]

    @property
    def deal(self) -> Deal:
        """The deal that is on. Raises RuntimeError before the first."""
        if self.match.deal is None:
            raise RuntimeError("no cards have been dealt yet")
        return self.match.deal

    @property
    def standing(self) -> Standing:
        """How the match stands; a finished deal is counted."""
        return self.match.standing

    @property
    def code(self) -> str:
        """The code of the deal that is on, empty where it has none."""
        return self.codes.get(self.match.number, "")

    def view(self, seat: int | None) -> View:
        """What that seat may know of the deal that is on; None: a spectator."""
        return self.deal.view(seat)

    @property
    def is_saved(self) -> bool:
        """Whether every move so far is safe in a file."""
        return bool(self.saved_as) and self.unsaved is None

    @property
    def is_untouched(self) -> bool:
        """Whether no person has made a move yet."""
        people, deal = self.people, self.match.deal
        played = deal is not None and any(seat in people for seat, _move in deal.log)
        return not played and not self.match.scores

    def watch(self, tell: Callable[[Event, View], None], seat: int | None = None) -> Watcher:
        """Tell somebody of every event from now on."""
        watcher = Watcher(tell, seat)
        self._watchers.append(watcher)
        return watcher

    # What people do

    def play(self, seat: int, move: int) -> None:
        """A person's move. Raises IllegalMove, with nothing changed, where it may not be played.

        A move of a seat that is not to move is dropped.
        """
        if self.deal.turn == seat and seat in self.people:
            self._apply(seat, move)
            self._answer.set()

    @property
    def hints(self) -> int:
        """How often a hint was asked for before the move that is due."""
        return self._asked.get(tuple(self.deal.log), 0)

    def remember_hints(self, hints: int, *, hinted: bool) -> None:
        """Hints of before the match was left: for the move that is due, and in its deal."""
        self.hinted = hinted
        if hints:
            self._asked[tuple(self.deal.log)] = hints

    def count_hint(self, seat: int) -> None:
        """A person has asked for a hint, or for more of it."""
        if self.deal.turn == seat and seat in self.people:
            self._asked[tuple(self.deal.log)] = self.hints + 1
            self.hinted = True

    def can_finish(self, seat: int) -> bool:
        """Whether the rest may be left to play itself: one person, and nothing to decide."""
        return self.people == [seat] and self.deal.turn == seat and is_fixed(self.view(seat))

    def finish(self, seat: int) -> None:
        """Let the deal play itself to its end, where its result is fixed."""
        if self.can_finish(seat):
            self.finishing = True
            self._answer.set()

    def can_undo(self, seat: int) -> bool:
        """Whether there is a decision of this seat to go back to: one person against bots."""
        return self.people == [seat] and self.deal.turn is not None and self._since(seat) > 0

    def undo(self, seat: int) -> None:
        """Go back to the last decision of this seat, over the moves of the bots since."""
        if self.can_undo(seat):
            self._take_back(self._since(seat))

    def _take_back(self, moves: int) -> None:
        self.finishing = False
        self.match.undo(moves)
        self._record(lambda recorder: recorder.undo(moves))
        self._tell(Event("undo"))
        self._answer.set()
        self._drop_thought()

    def _drop_thought(self) -> None:
        if self._thought is not None:
            self._thought.cancel()

    def _since(self, seat: int) -> int:
        """How many moves were made since, and with, this seat's last one; 0: it made none."""
        for back, (mover, _) in enumerate(reversed(self.deal.log), 1):
            if mover == seat:
                return back
        return 0

    def go_on(self) -> None:
        """Begin the next deal, once this one is over."""
        if self.match.deal is not None and self.deal.turn is None:
            self._next.set()

    def can_start_again(self, seat: int) -> bool:
        """Whether this seat may have the deal once more from its start: alone against bots."""
        begun = self.match.deal is not None and bool(self.deal.log)
        return self.people == [seat] and begun and not self.standing.over

    def start_again(self, seat: int) -> None:
        """The same cards once more: every move of the deal is taken back."""
        if self.can_start_again(seat):
            over = self.deal.turn is None
            self._take_back(len(self.deal.log))
            if over:
                self._next.set()

    def skip(self) -> None:
        """Do not keep back any bot's move until a person is to move."""
        self._skipping = True
        self._hurry.set()

    def hurry(self) -> None:
        """Do not keep back the next move of a bot any longer."""
        self._hurry.set()

    def leave(self) -> None:
        """Stop: `run` returns, the record ends here and is let go."""
        self._left = True
        if self.match.deal is not None and (turn := self.deal.turn) is not None and self.hints:
            self._record(lambda recorder: recorder.hint(turn, self.hints))
        self._record(lambda recorder: recorder.close())
        self._recorders.clear()
        for waiting in (self._answer, self._hurry, self._next):
            waiting.set()
        self._drop_thought()

    # The match

    async def run(self) -> None:
        """Play the match from here to its end, or until it is left."""
        if any(isinstance(seat, BotSeat) and isinstance(seat.bot, Thinking) for seat in self.seats):
            self.thinker.warm_up()
        if not self._left:
            self._tell(Event("resumed"))
        while not self._left:
            if self.match.deal is None:
                self._begin()
            elif self.deal.turn is not None:
                await self._play_deal()
            elif self.standing.over:
                break
            else:
                await self._between_deals()
        self._record(lambda recorder: recorder.close())
        self._recorders.clear()
        if self._left:
            self._tell(Event("stopped"))

    def _begin(self) -> None:
        drawn = self._dice.below(SEEDS)
        asked_for = self.match.deal is None and self._first_seed is not None
        seed = self._first_seed if asked_for and self._first_seed is not None else drawn
        deal = self.match.next_deal(seed=seed)
        self._asked.clear()
        self.hinted = self.finishing = False
        self.codes[self.match.number] = deal_code(seed, deal.dealer)
        self._record(lambda recorder: recorder.deal(self.match.number, deal, seed))
        self._tell(Event("deal"))

    async def _between_deals(self) -> None:
        if self.people:
            await self._next.wait()
            self._next.clear()
        # The deal that was over may have been taken back instead.
        if not self._left and self.deal.turn is None:
            self._begin()

    async def _play_deal(self) -> None:
        while not self._left and self.deal.turn is not None:
            seat = self.seats[self.deal.turn]
            if isinstance(seat, Person) and self.finishing:
                await self._goes_by_itself(self.deal.turn)
            elif isinstance(seat, Person):
                self._skipping = False
                self._answer.clear()
                await self._answer.wait()
            else:
                await self._bot_moves(self.deal.turn, seat)

    async def _bot_moves(self, turn: int, seat: BotSeat) -> None:
        asked = self.deal
        ply = len(asked.log)
        self._hurry.clear()
        begun = asyncio.get_running_loop().time()
        self._thought = asyncio.create_task(self._ask(seat.bot, asked.view(turn)))
        try:
            await asyncio.wait([self._thought])
        finally:
            self._thought.cancel()
        if self._thought.cancelled():
            return
        move = self._thought.result()
        # Thinking hides behind the pace and is not added to it.
        await self._keep_back(self.pace - (asyncio.get_running_loop().time() - begun))
        # An undo or a new deal may have come meanwhile.
        if not self._left and self.deal is asked and len(asked.log) == ply:
            self._apply(turn, move)

    async def _goes_by_itself(self, turn: int) -> None:
        """A move of a person whom the result leaves nothing to decide: any will do."""
        asked, ply = self.deal, len(self.deal.log)
        self._hurry.clear()
        await self._keep_back(self.pace)
        if not self._left and self.finishing and self.deal is asked and len(asked.log) == ply:
            self._apply(turn, simplest(asked.view(turn)))

    async def _keep_back(self, seconds: float) -> None:
        """Wait so long before a move is made, unless somebody is in a hurry."""
        if not self._skipping and not self._left:
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(self._hurry.wait(), max(seconds, 0))

    async def _ask(self, bot: Bot, view: View) -> int:
        """The bot's move; that of the simplest legal player where the bot fails."""
        where = (len(view.log), self.match.number)
        try:
            move = await self._patiently(self._think(bot, view))
        except TimeoutError:
            log.warning("a bot took too long at ply %d of deal %d", *where)
        except Exception:
            log.exception("a bot failed at ply %d of deal %d", *where)
        else:
            if move in view.moves:
                return move
            log.error("a bot chose %r at ply %d of deal %d", move, *where)
        return simplest(view)

    async def _patiently(self, thinking: Coroutine[None, None, int]) -> int:
        """The answer of a bot. Raises TimeoutError where it takes too long."""
        task = asyncio.create_task(thinking)
        # Whoever has left does not ask any more how it ended.
        task.add_done_callback(lambda done: done.cancelled() or done.exception())
        try:
            # In parts: while a program is stopped the clock runs on, but takes no more than one.
            for _part in range(PARTS):
                if (await asyncio.wait([task], timeout=self.patience / PARTS))[0]:
                    return task.result()
        finally:
            task.cancel()
        raise TimeoutError

    async def _think(self, bot: Bot, view: View) -> int:
        if not isinstance(bot, Thinking):
            return await _in_thread(bot.choose, view)
        if len(view.moves) == 1:
            return view.moves[0]
        return await self.thinker.ask(Job(bot.think, (view,)), Urgency.MOVE)

    def _apply(self, seat: int, move: int) -> None:
        hints = self.hints
        self.deal.play(move)
        self._record(lambda recorder: recorder.move(seat, move, hints))
        self._tell(Event("move", seat, move))

    def _record(self, write: Callable[[Recorder], None]) -> None:
        for recorder in tuple(self._recorders):
            try:
                write(recorder)
            except OSError as error:
                # A full disk must not stop the table; what is written so far stays as it is.
                self._recorders.remove(recorder)
                self.unsaved = error.strerror or str(error)
                log.warning("the record could not be written: %s", self.unsaved)
                with contextlib.suppress(OSError):
                    recorder.close()

    def _tell(self, event: Event) -> None:
        if self.match.deal is None:
            return
        for watcher in self._watchers:
            watcher.tell(event, self.deal.view(watcher.seat))


async def _in_thread(choose: Callable[[View], int], view: View) -> int:
    """What a bot chooses, while everything else goes on.

    The thread holds up nobody who leaves: a bot that never answers ends with the program.
    """
    loop = asyncio.get_running_loop()
    answer: asyncio.Future[int] = loop.create_future()

    def deliver(move: int | None, error: Exception | None) -> None:
        if answer.done():
            return
        if error is not None:
            answer.set_exception(error)
        else:
            answer.set_result(cast("int", move))

    def think() -> None:
        move, failed = None, None
        try:
            move = choose(view)
        except BaseException as error:  # noqa: BLE001 - even one that would end the program
            failed = RuntimeError(f"{type(error).__name__}: {error}")
        with contextlib.suppress(RuntimeError):
            # The loop is closed where the table was left meanwhile.
            loop.call_soon_threadsafe(deliver, move, failed)

    threading.Thread(target=think, name="bot", daemon=True).start()
    return await answer


def simplest(view: View) -> int:
    """The move of the simplest legal player: the first card, else pass or stop."""
    return view.moves[0]
