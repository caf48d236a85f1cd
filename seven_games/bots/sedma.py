"""Card sense for Sedma: rules of thumb from the sources' own advice."""

from typing import cast

from seven_games.engine.cards import ONE_RANK, STOP, count, rank_of
from seven_games.engine.game import View
from seven_games.engine.sedma import COUNTERS, SedmaRules, SedmaView, wild_cards


def choose(view: View) -> int:
    """Keep sevens, cover aces and tens, take what has points, feed a partner who takes."""
    deal = cast("SedmaView", view)
    cards = [move for move in deal.moves if move != STOP]
    if deal.asked:
        return _go_on(deal, cards)
    if not deal.trick:
        return min(cards, key=lambda card: (_lead_cost(deal, card), card))
    return min(cards, key=lambda card: (_follow_cost(deal, card), card))


def _wild(deal: SedmaView) -> int:
    return wild_cards(cast("SedmaRules", deal.rules))


def _side(deal: SedmaView, seat: int | None) -> int:
    return -1 if seat is None else seat % len(deal.points)


def _late(deal: SedmaView) -> bool:
    """Whether the last trick is near: a seven is kept for it."""
    return deal.stock == 0


def _keep(deal: SedmaView, card: int) -> float:
    """What it costs to part with a card, whatever the trick brings."""
    if _wild(deal) >> card & 1:
        last_seven = count(deal.hand & _wild(deal)) == 1
        return 9.0 if _late(deal) and last_seven and count(deal.hand) > 1 else 6.0
    alike = count(deal.hand & ONE_RANK << rank_of(card))
    return 0.8 * (alike - 1)


def _lead_cost(deal: SedmaView, card: int) -> float:
    cost = _keep(deal, card)
    if COUNTERS >> card & 1:
        cover = count(deal.hand & (ONE_RANK << rank_of(card) | _wild(deal))) - 1
        cost += 5.0 if cover == 0 else 2.5 if cover == 1 else 1.0
    else:
        # A rank that is mostly gone is beaten by sevens alone.
        cost += 0.4 * count(deal.unseen & ONE_RANK << rank_of(card))
    return cost


def _follow_cost(deal: SedmaView, card: int) -> float:
    counter = 10.0 if COUNTERS >> card & 1 else 0.0
    at_stake = deal.pile + counter
    ours = _side(deal, deal.taking) == _side(deal, deal.seat)
    beats = bool(deal.beaters >> card & 1)
    cost = _keep(deal, card)
    chance = _chance_kept(deal, beats=beats)
    if beats or ours:
        cost -= chance * at_stake * 0.6
        cost += (1 - chance) * counter * 0.6
        if beats and ours:
            cost += 3.0
        if _late(deal) and count(deal.hand) == 1 and cast("SedmaRules", deal.rules).last_trick:
            cost -= 6.0
    else:
        cost += counter * 0.6
    return cost


def _chance_kept(deal: SedmaView, *, beats: bool) -> float:
    """How likely the trick stays with whoever takes it now, by the beaters still unseen."""
    ours = _side(deal, deal.taking) == _side(deal, deal.seat)
    if not beats and not ours:
        return 0.0
    unseen = count(deal.unseen)
    if not unseen:
        return 1.0
    seats = len(deal.counts)
    played = len(deal.trick) % seats
    to_come = [
        (deal.leader + step) % seats
        for step in range(played + 1, seats)
        if _side(deal, (deal.leader + step) % seats) != _side(deal, deal.seat)
    ]
    if _side(deal, deal.leader) != _side(deal, deal.seat):
        to_come.append(deal.leader)
    dangerous = count(deal.unseen & deal.beaters)
    kept = 1.0
    for seat in to_come:
        kept *= (1 - dangerous / unseen) ** deal.counts[seat]
    return kept


def _go_on(deal: SedmaView, cards: list[int]) -> int:
    """Fight for points; let an empty trick go."""
    ours = _side(deal, deal.taking) == _side(deal, deal.seat)
    last = _late(deal) and count(deal.hand) <= 1
    worth = deal.pile + (cast("SedmaRules", deal.rules).last_trick if last else 0)
    card = min(cards, key=lambda card: (_keep(deal, card), card))
    gain = worth * 0.6 * _chance_kept(deal, beats=True)
    return STOP if ours or gain <= _keep(deal, card) - (5.0 if last else 0.0) else card
