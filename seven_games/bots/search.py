"""The worth of every legal move over many worlds."""

from collections.abc import Iterator
from dataclasses import dataclass
from math import sqrt
from time import monotonic

from seven_games.bots.worlds import Worlds
from seven_games.engine import Deal, View
from seven_games.engine.cards import count
from seven_games.engine.game import LEHMER_PRIME

BATCH = 32
"""Worlds that are gathered, and in which every move is played out, at a time."""
SAMPLE = 64
"""So many worlds are kept for whoever asks what they have in common."""
CLEARLY = 3.0
"""A move that is behind by so many standard errors is played out no further."""


@dataclass(frozen=True)
class Budget:
    """How much thinking a decision may cost.

    At most `worlds` worlds, each chosen out of `candidates` draws (both from 1; with one each is
    as likely as the cards make it). At most `seconds` where they are given, but never less than a
    batch of worlds. `whole`: no move is dropped on the way, so that each has its figure.

    >>> Budget(worlds=240, candidates=2)
    Budget(worlds=240, candidates=2, seconds=None, whole=False)
    """

    worlds: int
    candidates: int = 4
    seconds: float | None = None
    whole: bool = False


@dataclass(frozen=True)
class Judged:
    """What a move is worth to the seat to move.

    `mean` over so many `worlds`, in the unit of the game's sense; `behind` is by how much it is
    worse than the best move in the same worlds, with `error`, the standard error of that
    difference. A move of no worlds was not looked at.

    >>> from seven_games.engine import GAMES
    >>> deal = GAMES["sedma"].deal(GAMES["sedma"].rules(), seed=7)
    >>> best, *_ = Search(deal.view(deal.turn), Budget(worlds=4, whole=True)).run().judged()
    >>> best.behind, best.error, best.worlds
    (0.0, 0.0, 4)
    """

    move: int
    mean: float
    behind: float
    error: float
    worlds: int


class Search:
    """Plays every legal move of a view out in the same worlds.

    `step` does a batch of it; what is known so far can be asked at any time. The same view,
    budget and seed give the same figures where the budget is not one of time. Raises ValueError
    for a view of another seat than the one to move.

    >>> from seven_games.engine import GAMES
    >>> deal = GAMES["sedma"].deal(GAMES["sedma"].rules(), seed=7)
    >>> search = Search(deal.view(deal.turn), Budget(worlds=4, whole=True)).run()
    >>> search.best in deal.moves(), len(search.judged()), search.worlds
    (True, 4, 4)
    """

    def __init__(self, view: View, budget: Budget, seed: int = 0) -> None:
        if view.seat is None or view.turn != view.seat:
            raise ValueError("only the seat to move can think of its move")
        self.view = view
        self.budget = budget
        self.worlds = 0
        self.sample: list[Deal] = []
        """The first worlds, as they stand where the view stands."""
        self._seat = view.seat
        self._draws = Worlds(view, seed)
        self._sense = self._draws.sense
        # Moves that are alike have one list of values, and are played out once.
        self._values: dict[int, list[float]] = {}
        self._alive: list[int] = []
        firsts: dict[int, int] = {}
        for move in view.moves:
            first = firsts.setdefault(self._sense.alike(move), move)
            if first == move:
                self._alive.append(move)
                self._values[move] = []
            else:
                self._values[move] = self._values[first]
        self._seed = seed
        others = [held for seat, held in enumerate(view.counts) if held and seat != view.seat]
        self._only_world = others == [count(view.unseen)]
        self._solved = False

    @property
    def done(self) -> bool:
        """Whether there is nothing left to think about."""
        if len(self._values) < 2 or self._solved or self.worlds >= self.budget.worlds:
            return True
        # Where all moves are alike, a batch says what they are worth.
        return len(self._alive) < 2 and self.worlds > 0

    def run(self) -> "Search":
        """Think until it is done or the time is up; at least one batch."""
        for _ in self.slices():
            pass
        return self

    def slices(self) -> Iterator[None]:
        """The same in slices: whoever asks for the next one may do something else before."""
        seconds = self.budget.seconds
        end = None if seconds is None else monotonic() + seconds
        while not self.done:
            self.step()
            yield
            if end is not None and monotonic() > end:
                break

    def step(self) -> None:
        """One more batch of worlds; where one hand holds all that is closed, that one first."""
        if self._only_world:
            self._only_world = False
            self._solved = self._judge(self._draws.draw())
            return
        wanted = min(BATCH, self.budget.worlds - self.worlds)
        for world in self._draws.gather(wanted, wanted * self.budget.candidates):
            self._judge(world)
        if not self.budget.whole and self.worlds >= 2 * BATCH:
            level = {
                one.move
                for one in self.judged()
                if one.worlds == self.worlds and one.behind <= CLEARLY * one.error
            }
            self._alive = [move for move in self._alive if move in level]

    def _judge(self, world: Deal) -> bool:
        """Play a world out after every move; whether each was solved exactly."""
        self.worlds += 1
        if len(self.sample) < SAMPLE:
            self.sample.append(world)
        exact = True
        # The same luck for every move: only the moves differ.
        seed = (self._seed * 7919 + self.worlds * 104_729) % (LEHMER_PRIME - 1) + 1
        for move in self._alive:
            deal = world.copy()
            deal.push(move)
            if self._sense.ends(deal):
                value = self._sense.solve(deal, self._seat)
            else:
                exact = False
                self._sense.play_out(deal, seed)
                value = self._sense.value(deal, self._seat)
            self._values[move].append(value)
        return exact

    def judged(self) -> tuple[Judged, ...]:
        """The moves, the best first."""
        values = self._values
        best = max(self._alive, key=lambda move: sum(values[move])) if self._alive else -1
        found = []
        for move, own in values.items():
            worlds = len(own)
            if not worlds:
                found.append(Judged(move, 0.0, 0.0, 0.0, 0))
                continue
            # Paired: the same worlds, so that what is common to both moves falls out.
            gaps = [a - b for a, b in zip(values[best], own, strict=False)]
            behind = sum(gaps) / worlds
            spread = sum((gap - behind) ** 2 for gap in gaps) / max(worlds - 1, 1)
            found.append(Judged(move, sum(own) / worlds, behind, sqrt(spread / worlds), worlds))
        return tuple(sorted(found, key=lambda one: (one.move != best, one.behind)))

    @property
    def best(self) -> int:
        """The best move as far as is known."""
        return self.judged()[0].move
