"""Positions of Sevens early in a deal: the search finds what pays, and says why.

Where the right move is known for certain, `test_positions.py` asks.
"""

from __future__ import annotations

from seven_games.bots.advice.sevens import reason
from seven_games.bots.search import Budget, Search
from seven_games.engine import GAMES, Deal, format_move
from seven_games.engine.cards import PASS

GAME = GAMES["sevens"]
BUDGET = Budget(worlds=96, whole=True)


def judged(deal: Deal, against: int | None = None) -> tuple[str, str]:
    """The search's move, and the kind of its reason against another move (the second best)."""
    view = deal.view(deal.turn)
    search = Search(view, BUDGET, seed=1).run()
    best, *others = search.judged()
    other = next(one for one in others if against in {None, one.move})
    found = reason(view, best, other, search)
    assert format_move(best.move) not in str(found.idea)
    assert str(found.why)
    return format_move(best.move), found.kind


def test_the_pass_too_many_is_never_made() -> None:
    """V16: the pass after the third puts the seat out; with any card it stays in."""
    deal = GAME.deal(GAME.rules("shichinarabe", players=3), 0, seed=4)
    while deal.turn is not None:
        seat = deal.turn
        passes = sum(move == PASS for at, move in deal.log if at == seat)
        if passes == 3 and PASS in deal.moves() and len(deal.moves()) > 1:
            break
        deal.play(PASS if PASS in deal.moves() else deal.moves()[0])
    found, kind = judged(deal, PASS)
    assert found != "pass"
    assert kind == "put_out"


def test_a_seven_is_not_kept_back_for_the_price_of_eleven_chips() -> None:
    """1.4: a chip to the pool and five each to the holders of the six and the eight."""
    hands = [
        "6s 8s 7h 8h 9h 10h Jh Qh 2d 3d 4d 5d 6d 7d 8d 9d 10d",
        "7s 9s 10s Js Qs Ks As 5s 4s 3s 2s 2h 3h 4h 5h 6h Kh Ah",
        "2c 3c 4c 5c 6c 7c 8c 9c 10c Jc Qc Kc Ac Jd Qd Kd Ad",
    ]
    deal = GAME.deal(GAME.rules("chips", players=3), 0, hands=hands)
    assert judged(deal) == ("7s", "seven_fine")
