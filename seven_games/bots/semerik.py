"""Card sense for Semerik."""

from typing import cast

from seven_games.bots.sense import Sense
from seven_games.engine.cards import ACE, SHOW_BABA, THREE, TWO, cards_of, count
from seven_games.engine.game import Deal, Rules
from seven_games.engine.refusal import N_
from seven_games.engine.semerik import FIGURES, SemerikDeal, higher_cards


class SemerikSense(Sense):
    """Go over cheaply, keep 3-2-A, feed a partner who cannot be beaten."""

    def __init__(self) -> None:
        self.temperature = 1.0
        self.slips = 50
        self.weights = [1.0]

    def weigh(self, deal: Deal) -> tuple[list[int], list[float]]:
        here = cast("SemerikDeal", deal)
        cards = here.cards()
        moves = cards_of(cards) + here.words(cards)
        if len(moves) == 1:
            return moves, [0.0]
        seat = here.at
        unseen = 0
        for held in here.hands:
            unseen |= held
        unseen &= ~here.hands[seat]
        worths = []
        for move in moves:
            if move >= SHOW_BABA:
                worths.append(10.0)
                continue
            rank = move % 13
            keep = 2.2 if rank == THREE else 1.5 if rank == TWO else 1.0 if rank == ACE else 0.0
            figure = 1.0 if FIGURES >> move & 1 else 0.0
            over = count(unseen & higher_cards(move))
            if here.played == 0:
                worths.append(2.0 if not over else -keep - figure * min(1.0, over / 2))
            elif higher_cards(here.best) >> move & 1:
                worths.append(-keep + (here.pile + figure) * (1.0 if not over else 0.3))
            else:
                partner = (here.taking ^ seat) == 2
                worths.append(-keep + (figure if partner else -figure))
        return moves, worths

    def value(self, deal: Deal, seat: int) -> float:
        score = cast("SemerikDeal", deal).result()["score"]
        return float(score[seat & 1] - score[1 - seat & 1])

    def unit(self, rules: Rules) -> str:
        return N_("points")
