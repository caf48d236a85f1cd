"""Two ways to play Sedma that are often met: to take whatever can be taken, to keep sevens."""

from collections.abc import Callable
from typing import cast

from seven_games.engine.cards import ONE_RANK, STOP, count, rank_of
from seven_games.engine.game import View
from seven_games.engine.sedma import COUNTERS, SedmaRules, SedmaView, wild_cards


def take(view: View) -> int:
    """Beat with the cheapest card that beats, whatever lies there; go on whenever possible.

    >>> from seven_games.engine import GAMES, format_move
    >>> deal = GAMES["sedma"].deal(GAMES["sedma"].rules(), seed=2)
    >>> deal.play(deal.moves()[0])
    >>> [format_move(move) for move in deal.moves()], format_move(take(deal.view(deal.turn)))
    (['Js', '7d', '10d', '9c'], '7d')
    """
    seen = cast("SedmaView", view)
    cards = [move for move in seen.moves if move != STOP]
    beating = [card for card in cards if seen.beaters >> card & 1]
    return min(beating or cards, key=lambda card: _price(seen, card))


def keep(view: View) -> int:
    """Play no seven while there is a stock and anything else to play; else as `take` does.

    >>> from seven_games.engine import GAMES, format_move
    >>> deal = GAMES["sedma"].deal(GAMES["sedma"].rules(), seed=2)
    >>> deal.play(deal.moves()[0])
    >>> [format_move(move) for move in deal.moves()], format_move(keep(deal.view(deal.turn)))
    (['Js', '7d', '10d', '9c'], 'Js')
    """
    seen = cast("SedmaView", view)
    if seen.stock:
        sevens = wild_cards(cast("SedmaRules", seen.rules))
        others = [move for move in seen.moves if move == STOP or not sevens >> move & 1]
        cards = [move for move in others if move != STOP]
        beating = [card for card in cards if seen.beaters >> card & 1]
        if others:
            return min(beating or cards or others, key=lambda card: _price(seen, card))
    return take(view)


def _price(seen: SedmaView, card: int) -> tuple[bool, bool, int, int]:
    """The cheapest first: no seven, no ace or ten, few of its rank in hand."""
    if card == STOP:
        return False, False, 0, card
    sevens = wild_cards(cast("SedmaRules", seen.rules))
    alike = count(seen.hand & ONE_RANK << rank_of(card))
    return bool(sevens >> card & 1), bool(COUNTERS >> card & 1), alike, card


STRATEGIES: dict[str, Callable[[View], int]] = {"take": take, "keep": keep}
"""By name: what chooses one of `view.moves`."""
