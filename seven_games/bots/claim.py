"""Whether the rest of a deal is fixed: whatever anybody plays, the result is the same.

Only what a seat knows is asked. The answer is no wherever it is not sure.
"""

from collections.abc import Callable, Iterator
from itertools import combinations
from typing import cast

from seven_games.bots.worlds import ImpossibleError, Worlds
from seven_games.engine import Deal, View, deduce
from seven_games.engine.cards import ACE, ONE_RANK, SHOW_BABA, TWO, cards_of, count, hand_of
from seven_games.engine.sedma import COUNTER, COUNTERS, SedmaRules, SedmaView
from seven_games.engine.semerik import ACES, FIGURES, SemerikRules, SemerikView, higher_cards
from seven_games.engine.sevens import SevensRules, SevensView, opened_by

MOST_NODES = 3_000
"""An end in which more moves would have to be tried is not looked at to its bottom."""
MOST_UNSEEN = 6
"""So many closed cards may lie in the others' hands for an end to be tried out."""


def is_fixed(view: View) -> bool:
    """Whether nobody can change the result of the deal any more, as the seat to move knows.

    The result is the score of every side and the winner. A seat with a single move to make is
    not asked: it has nothing to decide anyhow.
    """
    if view.turn is None or view.turn != view.seat or len(view.moves) < 2:
        return False
    if _SURE[view.game](view):
        return True
    return view.game in _SIMPLE and _SIMPLE[view.game](view) and _tried_out(view)


# What is sure by the rules of a game


def _sevens(view: View) -> bool:
    """Only winning counts, and this hand runs out first: every card of it leads to the next."""
    seen, rules = cast("SevensView", view), cast("SevensRules", view.rules)
    if rules.scoring != "none" or rules.must_play != "enforced" or rules.jokers or seen.out:
        return False
    opens = opened_by(rules)
    left, ends = view.hand, seen.next
    while left & ends:
        for card in cards_of(left & ends):
            left ^= 1 << card
            ends |= opens[card]
    held = count(view.hand)
    others = [many for seat, many in enumerate(view.counts) if seat != view.seat and many]
    return not left and all(many >= held for many in others)


def _sedma(view: View) -> bool:
    """One side cannot be caught, and cannot take everything any more."""
    seen, rules = cast("SedmaView", view), cast("SedmaRules", view.rules)
    left = COUNTER * count(COUNTERS) + rules.last_trick - sum(seen.points)
    ahead = max(seen.points)
    side = seen.points.index(ahead)
    others = [points for other, points in enumerate(seen.points) if other != side]
    return ahead > max(others) + left and any(others)


def _semerik(view: View) -> bool:
    """The rest is this hand's, or nothing is at stake in it, and nothing can be shown."""
    seen, rules = cast("SemerikView", view), cast("SemerikRules", view.rules)
    return not _may_show(seen, rules) and (_all_mine(seen) or _no_stake(seen, rules))


def _may_show(seen: SemerikView, rules: SemerikRules) -> bool:
    """Whether anybody could still show a combination."""
    if any(move >= SHOW_BABA for move in seen.moves):
        return True
    most = max(seen.counts)
    if most < 3 or (rules.declare == "first_turn" and most < 10):
        return False
    babas = [
        seen.unseen >> 13 * suit & 1 << TWO and seen.unseen >> 13 * suit & 1 << ACE
        for suit in range(4)
    ]
    triples = [count(seen.unseen & ONE_RANK << rank) >= 3 for rank in range(13)]
    return any(babas) or any(triples)


def _all_mine(seen: SemerikView) -> bool:
    """The viewer leads, and none of his cards can be beaten."""
    return not seen.trick and not any(
        higher_cards(card) & seen.unseen for card in cards_of(seen.hand)
    )


def _no_stake(seen: SemerikView, rules: SemerikRules) -> bool:
    """Whoever takes the rest, nobody gets a point more or less by it."""
    rest = seen.hand | seen.unseen | hand_of(card for _, card in seen.trick)
    counting = count(rest & (FIGURES | (ACES if rules.ace == "third" else 0)))
    if rules.last_trick or (rules.ace == "full" and rest & ACES):
        return False
    if any((taken + counting) // 3 != taken // 3 for taken in seen.counters):
        return False
    left = 10 - sum(seen.tricks)
    swept = any(seen.tricks[seat] + left >= 9 and not seen.tricks[seat ^ 2] for seat in range(4))
    return not swept and all(seen.tricks[side] + seen.tricks[side + 2] for side in range(2))


def _nobody_is_owed(view: View) -> bool:
    """What chips are owed for passes depends on cards that nobody has seen."""
    return cast("SevensRules", view.rules).scoring != "chips"


def _nothing_is_shown(view: View) -> bool:
    return not _may_show(cast("SemerikView", view), cast("SemerikRules", view.rules))


_Test = Callable[[View], bool]
_SURE: dict[str, _Test] = {"sevens": _sevens, "sedma": _sedma, "semerik": _semerik}
_SIMPLE: dict[str, _Test] = {
    "sevens": _nobody_is_owed,
    "semerik": _nothing_is_shown,
}
"""The games whose ends are tried out, and whether what lies closed matters there for nothing but
who can play which card. In Sedma that would find little more than the points do."""


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
