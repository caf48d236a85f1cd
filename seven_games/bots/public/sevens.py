"""What public programs of Sevens play by."""

from collections.abc import Callable
from typing import cast

from seven_games.engine.cards import FIRST_JOKER, cards_of
from seven_games.engine.game import View
from seven_games.engine.sevens import SevensRules, SevensView, opened_by


def distance(view: View) -> int:
    """Open the way that is longest to a card of one's own.

    Each card that fits is judged by how far behind it, towards the end of its row, the last own
    card lies. Where no own card lies behind any, the card goes that leaves least of its row open.
    It passes only where nothing fits, and lays a joker only then, anywhere.

    >>> from seven_games.engine import GAMES, format_move
    >>> deal = GAMES["sevens"].deal(GAMES["sevens"].rules(), seed=1)
    >>> [format_move(move) for move in deal.moves()], format_move(distance(deal.view(deal.turn)))
    (['7d', '7c'], '7c')
    """
    seen = cast("SevensView", view)
    opens = opened_by(cast("SevensRules", seen.rules))
    cards = [move for move in seen.moves if move < FIRST_JOKER]
    if not cards:
        return seen.moves[0]
    return max(cards, key=lambda card: _ways(opens, card, seen.hand))


def _ways(opens: list[int], card: int, hand: int) -> tuple[int, int]:
    """How far it is to the last own card behind a card; less how long its sides are."""
    farthest, open_cards = 0, 0
    for near in cards_of(opens[card]):
        side, steps = 1 << near, 1
        while side:
            if hand & side:
                farthest = max(farthest, steps)
            open_cards += 1
            side = opens[side.bit_length() - 1]
            steps += 1
    return farthest, -open_cards


STRATEGIES: dict[str, Callable[[View], int]] = {"distance": distance}
