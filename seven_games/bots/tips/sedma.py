"""Card sense for Sedma: rules of thumb from the sources' own advice."""

from typing import cast

from seven_games.engine.cards import ONE_RANK, STOP, count, rank_of
from seven_games.engine.game import View
from seven_games.engine.sedma import COUNTERS, SedmaRules, SedmaView, wild_cards


def choose(view: View) -> int:
    """Keep sevens, cover aces and tens, take what has points, feed a partner who takes.

    >>> from seven_games.engine import GAMES, format_move
    >>> deal = GAMES["sedma"].deal(GAMES["sedma"].rules(), seed=7)
    >>> [format_move(move) for move in deal.moves()], format_move(choose(deal.view(deal.turn)))
    (['7h', 'Kh', '10c', 'Jc'], 'Kh')
    """
    seen = cast("SedmaView", view)
    cards = [move for move in seen.moves if move != STOP]
    if seen.asked:
        return _go_on(seen, cards)
    if not seen.trick:
        return min(cards, key=lambda card: (_lead_cost(seen, card), card))
    return min(cards, key=lambda card: (_follow_cost(seen, card), card))


def _wild(seen: SedmaView) -> int:
    return wild_cards(cast("SedmaRules", seen.rules))


def _side(seen: SedmaView, seat: int | None) -> int:
    return -1 if seat is None else seat % len(seen.points)


def _late(seen: SedmaView) -> bool:
    """Whether the last trick is near: a seven is kept for it."""
    return seen.stock == 0


def _keep(seen: SedmaView, card: int) -> float:
    """What it costs to part with a card, whatever the trick brings."""
    if _wild(seen) >> card & 1:
        last_seven = count(seen.hand & _wild(seen)) == 1
        return 9.0 if _late(seen) and last_seven and count(seen.hand) > 1 else 6.0
    alike = count(seen.hand & ONE_RANK << rank_of(card))
    return 0.8 * (alike - 1)


def _lead_cost(seen: SedmaView, card: int) -> float:
    cost = _keep(seen, card)
    if COUNTERS >> card & 1:
        cover = count(seen.hand & (ONE_RANK << rank_of(card) | _wild(seen))) - 1
        cost += 5.0 if cover == 0 else 2.5 if cover == 1 else 1.0
    else:
        # A rank that is mostly gone is beaten by sevens alone.
        cost += 0.4 * count(seen.unseen & ONE_RANK << rank_of(card))
    return cost


def _follow_cost(seen: SedmaView, card: int) -> float:
    counter = 10.0 if COUNTERS >> card & 1 else 0.0
    at_stake = seen.pile + counter
    ours = _side(seen, seen.taking) == _side(seen, seen.seat)
    beats = bool(seen.beaters >> card & 1)
    cost = _keep(seen, card)
    chance = _chance_kept(seen, beats=beats)
    if beats or ours:
        cost -= chance * at_stake * 0.6
        cost += (1 - chance) * counter * 0.6
        if beats and ours:
            cost += 3.0
        if _late(seen) and count(seen.hand) == 1 and cast("SedmaRules", seen.rules).last_trick:
            cost -= 6.0
    else:
        cost += counter * 0.6
    return cost


def _chance_kept(seen: SedmaView, *, beats: bool) -> float:
    """How likely the trick stays with whoever takes it now, by the beaters still unseen."""
    ours = _side(seen, seen.taking) == _side(seen, seen.seat)
    if not beats and not ours:
        return 0.0
    unseen = count(seen.unseen)
    if not unseen:
        return 1.0
    seats = len(seen.counts)
    played = len(seen.trick) % seats
    to_come = [
        (seen.leader + step) % seats
        for step in range(played + 1, seats)
        if _side(seen, (seen.leader + step) % seats) != _side(seen, seen.seat)
    ]
    if _side(seen, seen.leader) != _side(seen, seen.seat):
        to_come.append(seen.leader)
    dangerous = count(seen.unseen & seen.beaters)
    kept = 1.0
    for seat in to_come:
        kept *= (1 - dangerous / unseen) ** seen.counts[seat]
    return kept


def _go_on(seen: SedmaView, cards: list[int]) -> int:
    """Fight for points; let an empty trick go."""
    ours = _side(seen, seen.taking) == _side(seen, seen.seat)
    last = _late(seen) and count(seen.hand) <= 1
    worth = seen.pile + (cast("SedmaRules", seen.rules).last_trick if last else 0)
    card = min(cards, key=lambda card: (_keep(seen, card), card))
    gain = worth * 0.6 * _chance_kept(seen, beats=True)
    return STOP if ours or gain <= _keep(seen, card) - (5.0 if last else 0.0) else card
