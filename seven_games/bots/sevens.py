"""Card sense for Sevens: rules of thumb from the sources' own advice."""

from typing import cast

from seven_games.engine.cards import (
    FIRST_JOKER,
    JOKER_AS,
    ONE_SUIT,
    PASS,
    SEVEN,
    cards_of,
    count,
    rank_of,
    suit_of,
)
from seven_games.engine.game import View
from seven_games.engine.sevens import SevensRules, SevensView, opened_by


def choose(view: View) -> int:
    """The move that frees most of one's own cards and fewest of the others'."""
    deal = cast("SevensView", view)
    cards = [move for move in deal.moves if move < FIRST_JOKER]
    jokers = [move for move in deal.moves if move >= JOKER_AS]
    if not cards and not jokers:
        return PASS
    if not cards:
        return max(jokers, key=lambda move: _joker_worth(deal, move))
    best = max(cards, key=lambda card: _worth(deal, card))
    if _may_wait(deal) and _worth(deal, best) < 0:
        return PASS
    if jokers and _worth(deal, best) < 0:
        return max(jokers, key=lambda move: _joker_worth(deal, move))
    return best


def _worth(deal: SevensView, card: int) -> float:
    """How good it is to lay a card.

    Free your own locked cards first; keep a seven of a long foreign suit; an ace or a two shuts
    its side for everybody and so costs nothing.
    """
    suit = 13 * suit_of(card)
    worth = 0.0
    for neighbour in cards_of(opened_by(cast("SevensRules", deal.rules))[card]):
        behind = _behind(card, neighbour)
        mine = count(deal.hand & behind)
        others = count(deal.unseen & behind)
        worth += 2 * mine - (1.0 if deal.unseen >> neighbour & 1 else 0.0)
        worth -= 0.3 * others
    if rank_of(card) == SEVEN:
        mine = count(deal.hand & ONE_SUIT << suit)
        worth += 1.5 * (mine - 4)
    return worth


def _behind(card: int, neighbour: int) -> int:
    """The places that wait behind a card, on the side of one of its neighbours."""
    suit = ONE_SUIT << 13 * suit_of(card)
    upward = rank_of(card) >= SEVEN and neighbour > card
    above = suit & ~((1 << card + 1) - 1)
    return above if upward else suit & ((1 << card) - 1) | (1 << neighbour)


def _may_wait(deal: SevensView) -> bool:
    """Whether a pass is free: it costs nothing and puts nobody out."""
    rules = cast("SevensRules", deal.rules)
    limit, passes = rules.pass_limit, deal.passes[deal.seat or 0]
    return (
        PASS in deal.moves and rules.must_play == "optional" and (limit is None or passes < limit)
    )


def _joker_worth(deal: SevensView, move: int) -> float:
    """A joker goes where another must take it, and where it frees one's own cards."""
    place = (move - JOKER_AS) % 52
    return _worth(deal, place) - (5.0 if deal.hand >> place & 1 else 0.0)
