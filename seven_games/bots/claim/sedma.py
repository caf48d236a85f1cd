"""When the rest of a deal of Sedma is fixed."""

from typing import cast

from seven_games.engine import View
from seven_games.engine.cards import count
from seven_games.engine.sedma import COUNTER, COUNTERS, SedmaRules, SedmaView


def is_sure(view: View) -> bool:
    """One side cannot be caught, and cannot take everything any more.

    >>> from seven_games.engine import GAMES
    >>> deal = GAMES["sedma"].deal(GAMES["sedma"].rules(), seed=7)
    >>> while not is_sure(deal.view(deal.turn)):
    ...     deal.play(deal.moves()[0])
    >>> deal.view(None).points
    (10, 50)
    """
    seen, rules = cast("SedmaView", view), cast("SedmaRules", view.rules)
    left = COUNTER * count(COUNTERS) + rules.last_trick - sum(seen.points)
    ahead = max(seen.points)
    side = seen.points.index(ahead)
    others = [points for other, points in enumerate(seen.points) if other != side]
    return ahead > max(others) + left and any(others)


def may_be_tried(_view: View) -> bool:
    """To try an end out would find little more than the points do."""
    return False
