"""Whether the rest of a deal is fixed: whatever anybody plays, the result is the same.

Only what a seat knows is asked. The answer is no wherever it is not sure. One file a game:
`is_sure` is what its rules settle, `may_be_tried` whether what lies closed matters at its ends
for nothing but who can play which card.
"""

from collections.abc import Callable, Iterator
from itertools import combinations

from seven_games.bots.claim import sedma, semerik, sevens
from seven_games.bots.worlds import ImpossibleError, Worlds
from seven_games.engine import Deal, View, deduce
from seven_games.engine.cards import cards_of, count, hand_of

_Test = Callable[[View], bool]
_SURE: dict[str, _Test] = {
    "sevens": sevens.is_sure,
    "sedma": sedma.is_sure,
    "semerik": semerik.is_sure,
}
_MAY_BE_TRIED: dict[str, _Test] = {
    "sevens": sevens.may_be_tried,
    "sedma": sedma.may_be_tried,
    "semerik": semerik.may_be_tried,
}

MOST_NODES = 3_000
"""An end in which more moves would have to be tried is not looked at to its bottom."""
MOST_UNSEEN = 6
"""So many closed cards may lie in the others' hands for an end to be tried out."""


def is_fixed(view: View) -> bool:
    """Whether nobody can change the result of the deal any more, as the seat to move knows.

    The result is the score of every side and the winner. A seat with a single move to make is
    not asked: it has nothing to decide anyhow.

    >>> from seven_games.engine import GAMES
    >>> deal = GAMES["sedma"].deal(GAMES["sedma"].rules(), seed=7)
    >>> is_fixed(deal.view(deal.turn))
    False
    """
    if view.turn is None or view.turn != view.seat or len(view.moves) < 2:
        return False
    if _SURE[view.game](view):
        return True
    return _MAY_BE_TRIED[view.game](view) and _tried_out(view)


# Small ends, tried out


class _UndecidedError(Exception):
    """Two results were found, or too many moves."""


def _tried_out(view: View) -> bool:
    """Every way to place the closed cards and to play on gives the same result."""
    others = sum(view.counts) - count(view.hand)
    if count(view.unseen) != others or others > MOST_UNSEEN:
        return False
    try:
        base = Worlds(view, 1).draw()
        end = _End()
        for hands in _placings(view):
            deal = base.copy()
            deal.hands = hands
            end.play_on(deal)
    except (_UndecidedError, ImpossibleError):
        return False
    return True


class _End:
    """Plays a deal on in every way, as long as all ways give the same."""

    def __init__(self) -> None:
        self._result: object = None
        self._nodes = 0

    def play_on(self, deal: Deal) -> None:
        """Raises _UndecidedError at the second result."""
        moves = deal.moves()
        self._nodes += 1
        if self._nodes > MOST_NODES:
            raise _UndecidedError
        if not moves:
            result = (deal.result()["score"], deal.winners())
            if self._result is None:
                self._result = result
            elif self._result != result:
                raise _UndecidedError
        for move in moves:
            after = deal.copy()
            after.push(move)
            self.play_on(after)


def _placings(view: View) -> Iterator[list[int]]:
    """Every way in which the closed cards can lie in the hands, and some more perhaps."""
    must, cannot = deduce(view)
    hands = list(must)
    hands[view.seat or 0] = view.hand
    placed = 0
    for cards in must:
        placed |= cards
    seats = [seat for seat in range(len(hands)) if seat != view.seat]
    yield from _placed(view, hands, seats, view.unseen & ~placed, cannot)


def _placed(
    view: View, hands: list[int], seats: list[int], pool: int, cannot: tuple[int, ...]
) -> Iterator[list[int]]:
    if not seats:
        yield hands[:]
        return
    seat, *rest = seats
    missing = view.counts[seat] - count(hands[seat])
    for cards in combinations(cards_of(pool & ~cannot[seat]), missing):
        given = hand_of(cards)
        placed = hands[:]
        placed[seat] |= given
        yield from _placed(view, placed, rest, pool ^ given, cannot)
