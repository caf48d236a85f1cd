"""What simple programs play in Semerik and its relatives: opponents to measure against."""

from collections.abc import Callable
from typing import cast

from seven_games.engine.cards import FIRST_JOKER, count
from seven_games.engine.game import View
from seven_games.engine.semerik import FIGURES, SemerikView, declaration, higher_cards


def highest(view: View) -> int:
    """The highest card that goes over, else the lowest.

    >>> from seven_games.engine import GAMES, format_move
    >>> deal = GAMES["semerik"].deal(GAMES["semerik"].rules(), seed=8)
    >>> format_move(highest(deal.view(deal.turn)))
    '3d'
    """
    seen = cast("SemerikView", view)
    shown = _showing(seen)
    if shown is not None:
        return shown
    winning = _winning(seen)
    return max(winning, key=_strength) if winning else min(_cards(seen), key=_strength)


def partner(view: View) -> int:
    """A counter to a partner who is taking the trick, who is not gone over unless one must.

    Else the lowest card that goes over, else the lowest; the highest is led.

    >>> from seven_games.engine import GAMES, format_move
    >>> deal = GAMES["semerik"].deal(GAMES["semerik"].rules(), seed=4)
    >>> for _ in range(2):
    ...     deal.play(min(deal.moves()))
    >>> format_move(partner(deal.view(deal.turn)))
    'Js'
    """
    seen = cast("SemerikView", view)
    shown = _showing(seen)
    if shown is not None:
        return shown
    cards, winning = _cards(seen), _winning(seen)
    if seen.taking is None:
        return max(cards, key=_strength)
    if seen.taking == (cast("int", seen.seat) + 2) % 4:
        below = [card for card in cards if card not in winning] or cards
        return min(below, key=lambda card: (not FIGURES >> card & 1, _strength(card)))
    return min(winning or cards, key=_strength)


def _showing(seen: SemerikView) -> int | None:
    """The combination that pays best, where one pays."""
    shows = [move for move in seen.moves if move >= FIRST_JOKER]
    paying = [move for move in shows if declaration(seen, move)[1] > 0]
    return max(paying, key=lambda move: declaration(seen, move)[1]) if paying else None


def _cards(seen: SemerikView) -> list[int]:
    return [move for move in seen.moves if move < FIRST_JOKER]


def _winning(seen: SemerikView) -> list[int]:
    """The cards that would take the trick as it lies; all of them where one leads."""
    if seen.must_beat is None:
        return _cards(seen)
    over = higher_cards(seen.must_beat)
    return [card for card in _cards(seen) if over >> card & 1]


def _strength(card: int) -> int:
    """How high a card stands in its suit: 0 for a four, 9 for a three."""
    return 9 - count(higher_cards(card))


STRATEGIES: dict[str, Callable[[View], int]] = {"highest": highest, "partner": partner}
"""By the names that the arena knows them by."""
