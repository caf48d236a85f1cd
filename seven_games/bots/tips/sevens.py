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
    """The move that frees most of one's own cards and fewest of the others'.

    >>> from seven_games.engine import GAMES, format_move
    >>> deal = GAMES["sevens"].deal(GAMES["sevens"].rules(), seed=1)
    >>> [format_move(move) for move in deal.moves()], format_move(choose(deal.view(deal.turn)))
    (['7d', '7c'], '7c')
    """
    seen = cast("SevensView", view)
    cards = [move for move in seen.moves if move < FIRST_JOKER]
    jokers = [move for move in seen.moves if move >= JOKER_AS]
    if not cards and not jokers:
        return PASS
    if not cards:
        return max(jokers, key=lambda move: _joker_worth(seen, move))
    best = max(cards, key=lambda card: _worth(seen, card))
    if _may_wait(seen) and _worth(seen, best) < 0:
        return PASS
    if jokers and _worth(seen, best) < 0:
        return max(jokers, key=lambda move: _joker_worth(seen, move))
    return best


def _worth(seen: SevensView, card: int) -> float:
    """How good it is to lay a card.

    Free your own locked cards first; keep a seven of a long foreign suit; an ace or a two shuts
    its side for everybody and so costs nothing.
    """
    opens = opened_by(cast("SevensRules", seen.rules))
    worth = 0.0
    for neighbour in cards_of(opens[card]):
        behind = _behind(opens, neighbour)
        mine = count(seen.hand & behind)
        others = count(seen.unseen & behind)
        worth += 2 * mine - (1.0 if seen.unseen >> neighbour & 1 else 0.0)
        worth -= 0.3 * others
    if rank_of(card) == SEVEN:
        mine = count(seen.hand & ONE_SUIT << 13 * suit_of(card))
        worth += 1.5 * (mine - 4)
    return worth


def _behind(opens: list[int], card: int) -> int:
    """A card and all that wait behind it in its row, away from the seven."""
    waiting = reached = 1 << card
    while reached:
        reached = opens[reached.bit_length() - 1]
        waiting |= reached
    return waiting


def _may_wait(seen: SevensView) -> bool:
    """Whether a pass is free: it costs nothing and puts nobody out."""
    rules = cast("SevensRules", seen.rules)
    limit, passes = rules.pass_limit, seen.passes[seen.seat or 0]
    return (
        PASS in seen.moves and rules.must_play == "optional" and (limit is None or passes < limit)
    )


def _joker_worth(seen: SevensView, move: int) -> float:
    """A joker goes where another must take it, and where it frees one's own cards."""
    place = (move - JOKER_AS) % 52
    return _worth(seen, place) - (5.0 if seen.hand >> place & 1 else 0.0)
