"""Deals of the unseen cards that agree with all that a seat knows."""

import random
from collections.abc import Iterable
from math import exp, factorial, inf

from seven_games.bots.senses import SENSES
from seven_games.engine import GAMES, Deal, View, deduce
from seven_games.engine.cards import cards_of, count
from seven_games.engine.dice import Dice
from seven_games.engine.game import LEHMER_PRIME

MOST_STATES = 20_000
"""Beyond so many states the ways to place the cards are no longer counted."""
TRIES = 2_000
"""A world that the play does not refute is found in so many draws."""

SWAPS = 12
"""Swaps tried for each card between two draws, where the ways are not counted."""

_Places = tuple[int, ...]
_State = tuple[int, list[tuple[int, int, _Places]]]
"""How many ways there are on from here, and where the next card may go: ways, place, room left."""


class ImpossibleError(RuntimeError):
    """No deal agrees with this view."""


class _Chance(Dice):
    """Dice for samples: several times faster, and even to within one part in 2**53."""

    def __init__(self, seed: int) -> None:
        super().__init__(seed)
        # Of its methods this one alone is promised to stay the same on every Python.
        self.random = random.Random(seed).random  # noqa: S311 - for samples

    def below(self, end: int) -> int:
        return int(self.random() * end)

    def shuffled(self, cards: Iterable[int]) -> list[int]:
        pile = list(cards)
        chance = self.random
        for last in range(len(pile) - 1, 0, -1):
            other = int(chance() * (last + 1))
            pile[last], pile[other] = pile[other], pile[last]
        return pile


class Worlds:
    """Draws deals that agree with a view: as likely each as it is by the cards alone.

    The same view and seed give the same worlds, whatever the hidden cards are. A world stands
    where the view stands, and whatever was played can be played in it. Raises ImpossibleError, at
    once or at a draw, where no deal agrees with the view.

    >>> from seven_games.engine import GAMES
    >>> view = GAMES["sedma"].deal(GAMES["sedma"].rules(), seed=7).view(0)
    >>> Worlds(view, seed=1).draw().hands[0] == view.hand
    True
    """

    def __init__(self, view: View, seed: int) -> None:
        self.view = view
        self.sense = SENSES[view.game]
        self._game = GAMES[view.game]
        self._dice = _Chance(seed)
        others = sum(view.counts) - count(view.hand)
        self._in_stock = count(view.unseen) - others
        self._must, self._cannot = deduce(view, self._in_stock)
        self._placing = _placing(view, self._must, self._cannot, self._in_stock)

    def draw(self) -> Deal:
        """A world, as likely as any other that the cards allow.

        >>> from seven_games.engine import GAMES
        >>> deal = GAMES["semerik"].deal(GAMES["semerik"].rules(), seed=7)
        >>> world = Worlds(deal.view(deal.turn), seed=1).draw()
        >>> world.moves() == deal.moves(), world.hands == deal.hands
        (True, False)
        """
        return self._draw(explain=False)[0]

    def gather(self, wanted: int, candidates: int) -> list[Deal]:
        """So many worlds out of that many draws: the likelier, the better they explain the play.

        The others are thought to play by the rules of thumb, with slips.

        >>> from seven_games.engine import GAMES
        >>> view = GAMES["sedma"].deal(GAMES["sedma"].rules(), seed=7).view(0)
        >>> len(Worlds(view, seed=1).gather(wanted=4, candidates=8))
        4
        """
        if candidates <= wanted:
            return [self.draw() for _ in range(wanted)]
        settled = self._settle(wanted)
        if settled:
            return settled
        drawn = [self._draw(explain=True) for _ in range(candidates)]
        least = min(surprise for _, surprise in drawn)
        shares = [exp(least - surprise) for _, surprise in drawn]
        step = sum(shares) / wanted
        mark = self._dice.random() * step
        chosen: list[Deal] = []
        reached = 0.0
        for (deal, _), share in zip(drawn, shares, strict=True):
            reached += share
            while mark < reached and len(chosen) < wanted:
                chosen.append(deal)
                mark += step
        return chosen

    def _settle(self, wanted: int) -> list[Deal]:
        """Worlds that the game itself makes out of one; none where it cannot."""
        view = self.view
        hands, rest = self._place()
        start = self._lay_out(hands, rest)
        if start is None:
            return []
        held = 0
        for cards in self._must:
            held |= cards
        cannot = [no | held & ~own for no, own in zip(self._cannot, self._must, strict=True)]
        seed = self._dice.below(LEHMER_PRIME - 1) + 1
        found = []
        for settled in self.sense.settle(start, view, hands, cannot, wanted, seed):
            deal = self._lay_out(settled, rest)
            if deal is None or self.sense.replay(deal, view, explain=False) == inf:
                return []
            deal.must, deal.cannot = view.must, view.cannot
            found.append(deal)
        return found

    def _lay_out(self, hands: list[int], rest: list[int]) -> Deal | None:
        view = self.view
        dealt, stock = self.sense.as_dealt(view, hands, rest, self._dice)
        if not dealt:
            return None
        return self._game.lay_out(view.rules, view.dealer, dealt, stock, view.standing)

    def _draw(self, *, explain: bool) -> tuple[Deal, float]:
        view = self.view
        for _ in range(TRIES):
            hands, rest = self._place()
            deal = self._lay_out(hands, rest)
            if deal is None:
                continue
            surprise = self.sense.replay(deal, view, explain=explain)
            if surprise < inf and (deal.at == view.turn or view.turn is None):
                deal.must, deal.cannot = view.must, view.cannot
                return deal, surprise
        raise ImpossibleError

    def _place(self) -> tuple[list[int], list[int]]:
        """The hands as they could be now, and the closed stock, top card first."""
        hands = list(self._must)
        if self.view.seat is not None:
            hands[self.view.seat] = self.view.hand
        *in_hands, rest = self._placing.draw(self._dice)
        for seat, cards in zip(self._placing.seats, in_hands, strict=True):
            hands[seat] |= cards
        return hands, self._dice.shuffled(cards_of(rest))


def _placing(
    view: View, must: tuple[int, ...], cannot: tuple[int, ...], in_stock: int
) -> "_Placing":
    placed = 0
    for cards in must:
        placed |= cards
    pool = cards_of(view.unseen & ~placed)
    seats = [
        seat
        for seat, held in enumerate(view.counts)
        if seat != view.seat and held > count(must[seat])
    ]
    room = [view.counts[seat] - count(must[seat]) for seat in seats]
    allowed = [
        tuple(place for place, seat in enumerate(seats) if not cannot[seat] >> card & 1)
        + (len(seats),) * (in_stock > 0)
        for card in pool
    ]
    return _Placing(seats, (*room, in_stock), pool, allowed)


class _Placing:
    """Cards and the places where each may lie; the last place is the stock.

    The cards that may not lie everywhere are placed one by one, each place weighted by how many
    ways there are to go on; the others fill what is left. Where there are too many states to
    count, a placing is changed by swaps until it is any of them.
    """

    def __init__(
        self, seats: list[int], room: _Places, pool: list[int], allowed: list[_Places]
    ) -> None:
        self.seats = seats
        self._room = room
        everywhere = sum(1 for place in room if place)
        self._free = [c for c, a in zip(pool, allowed, strict=True) if len(a) == everywhere]
        bound = [(c, a) for c, a in zip(pool, allowed, strict=True) if len(a) < everywhere]
        self._bound = sorted(bound, key=lambda one: (len(one[1]), one[1]))
        self._states: list[dict[_Places, _State]] | None = [{} for _ in range(len(bound) + 1)]
        self._left = MOST_STATES
        self._chain: list[tuple[int, _Places, int]] = []
        try:
            if not self._count(0, room):
                raise ImpossibleError
        except OverflowError:
            self._states = None
            self._chain = _any_placing(
                [*self._bound, *((card, tuple(range(len(room)))) for card in self._free)], room
            )

    def _count(self, index: int, room: _Places) -> int:
        """How many ways there are to place the bound cards from this one on, and the free ones."""
        if self._states is None:
            return 0
        known = self._states[index].get(room)
        if known is not None:
            return known[0]
        ways, steps = 0, []
        if index == len(self._bound):
            ways = factorial(len(self._free))
            for left in room:
                ways //= factorial(left)
        else:
            for place in self._bound[index][1]:
                if room[place]:
                    less = _less(room, place)
                    more = self._count(index + 1, less)
                    if more:
                        steps.append((more, place, less))
                        ways += more
        self._left -= 1
        if self._left < 0:
            raise OverflowError
        self._states[index][room] = ways, steps
        return ways

    def draw(self, dice: _Chance) -> list[int]:
        """The cards of each place as bit sets."""
        states = self._states
        if states is None:
            return self._swapped(dice)
        room, placed = self._room, [0] * len(self._room)
        for index, (card, _) in enumerate(self._bound):
            ways, steps = states[index][room]
            mark = dice.random() * ways
            chosen = -1
            for more, chosen, room in steps:  # noqa: B007 - the last is taken where none is before
                mark -= more
                if mark < 0:
                    break
            placed[chosen] |= 1 << card
        cards = dice.shuffled(self._free)
        begin = 0
        for place, left in enumerate(room):
            for card in cards[begin : begin + left]:
                placed[place] |= 1 << card
            begin += left
        return placed

    def _swapped(self, dice: _Chance) -> list[int]:
        """Cards move round rings of two places or more: rings connect all placings."""
        chain = self._chain
        places = len(self._room)
        for _ in range(SWAPS * len(chain)):
            size = 2
            while size < places and not dice.below(4):
                size += 1
            picked = [dice.below(len(chain)) for _ in range(size)]
            if len(set(picked)) < size:
                continue
            goals = [chain[other][2] for other in (*picked[1:], picked[0])]
            if all(goal in chain[one][1] for one, goal in zip(picked, goals, strict=True)):
                for one, goal in zip(picked, goals, strict=True):
                    chain[one] = (*chain[one][:2], goal)
        placed = [0] * places
        for card, _, place in chain:
            placed[place] |= 1 << card
        return placed


def _less(room: _Places, place: int) -> _Places:
    return (*room[:place], room[place] - 1, *room[place + 1 :])


def _any_placing(cards: list[tuple[int, _Places]], room: _Places) -> list[tuple[int, _Places, int]]:
    """Some placing, found by making room: a card moves on where another can only lie there."""
    held: list[list[int]] = [[] for _ in room]
    lies = [-1] * len(cards)

    def put(index: int, tried: set[int]) -> bool:
        for place in cards[index][1]:
            if place in tried or not room[place]:
                continue
            tried.add(place)
            if len(held[place]) < room[place]:
                held[place].append(index)
                lies[index] = place
                return True
            for other in list(held[place]):
                if put(other, tried):
                    held[place].remove(other)
                    held[place].append(index)
                    lies[index] = place
                    return True
        return False

    for index in range(len(cards)):
        if not put(index, set()):
            raise ImpossibleError
    return [(card, places, lies[index]) for index, (card, places) in enumerate(cards)]
