"""Why a move of Semerik is the best."""

from seven_games.bots.advice.reason import Reason
from seven_games.bots.search import Judged, Search
from seven_games.engine import View
from seven_games.engine.refusal import N_, Cards, Sentence


def reason(view: View, best: Judged, other: Judged | None, search: Search) -> Reason:
    """The feature that makes the difference between the best move and the next one."""
    del view, other, search
    idea = Sentence(N_("one of your moves is clearly better than the others"))
    why = Sentence(N_("{move} comes out best"), move=Cards((best.move,)))
    return Reason("figures", idea, why)
