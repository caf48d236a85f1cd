"""Card sense for Sedma."""

from math import inf
from typing import cast

from seven_games.bots.sense import Sense
from seven_games.engine.cards import FIRST_JOKER, ONE_RANK, STOP, cards_of, count, hand_of
from seven_games.engine.dice import Dice
from seven_games.engine.game import NOBODY, Deal, Rules, View
from seven_games.engine.refusal import N_
from seven_games.engine.sedma import COUNTERS, SedmaDeal, SedmaRules, SedmaView, wild_cards


class SedmaSense(Sense):
    """Sevens are for points; a counter goes where it is safe."""

    def __init__(self) -> None:
        self.temperature = 2.0
        self.slips = 50
        self.weights = [1.0]

    def weigh(self, deal: Deal) -> tuple[list[int], list[float]]:
        here = cast("SedmaDeal", deal)
        cards = here.cards()
        moves = cards_of(cards) + here.words(cards)
        if len(moves) == 1:
            return moves, [0.0]
        seat = here.at
        hand = here.hands[seat]
        wild = wild_cards(cast("SedmaRules", here.rules))
        mine = here.taking != NOBODY and here.taking % here.sides == seat % here.sides
        worths = []
        for move in moves:
            if move == STOP:
                worths.append(0.0 if mine else -0.3 * here.pile)
                continue
            bit = 1 << move
            worth = -6.0 if wild & bit else 0.8 * (1 - count(hand & ONE_RANK << move % 13))
            counter = 10.0 if COUNTERS & bit else 0.0
            if not here.played:
                worth -= 0.4 * counter
            elif here.beaters & bit:
                worth += 0.4 * here.pile - (3.0 if mine else 0.0)
            else:
                worth += (0.4 if mine else -0.6) * counter
            worths.append(worth)
        return moves, worths

    def value(self, deal: Deal, seat: int) -> float:
        here = cast("SedmaDeal", deal)
        side = seat % here.sides
        score = here.result()["score"]
        points = here.points
        most = max([score[other] for other in range(here.sides) if other != side])
        rest = max([points[other] for other in range(here.sides) if other != side])
        # Card points break the tie between ways to the same game points.
        return score[side] - most + (points[side] - rest) / 1000

    def replay(self, deal: Deal, view: View, *, explain: bool) -> float:
        seen = cast("SedmaView", view)
        here = cast("SedmaDeal", deal)
        surprise = 0.0
        begins = set(seen.marks)
        for place, (seat, move) in enumerate(seen.log):
            begun = here.played == 0 and not here.asked
            if here.at != seat or begun != (place in begins) or (move == STOP) > here.asked:
                return inf
            if explain and seat != seen.seat:
                surprise += self.surprise(here, move)
            here.push(move)
        if (here.at == NOBODY) != (seen.turn is None) or here.asked != seen.asked:
            return inf
        return surprise

    def as_dealt(
        self, view: View, hands: list[int], rest: list[int], dice: Dice
    ) -> tuple[list[int], list[int]]:
        """Backwards through the play: cards played come back, cards drawn go.

        Any card of a hand may have been drawn when it drew last; the viewer knows his own.
        """
        seen = cast("SedmaView", view)
        players = len(seen.counts)
        held = hands[:]
        own = list(seen.drawn)
        blocks: list[list[int]] = []
        draws = list(seen.draws)
        for place in range(len(seen.log), -1, -1):
            if draws and draws[-1][0] == place:
                _, first, each = draws.pop()
                block = [0] * (each * players)
                for seat in range(players):
                    if seat == seen.seat:
                        drawn = own[len(own) - each :]
                        del own[len(own) - each :]
                    else:
                        drawn = dice.shuffled(cards_of(held[seat]))[:each]
                    held[seat] &= ~hand_of(drawn)
                    block[(seat - first) % players :: players] = drawn
                blocks.append(block)
            if place:
                seat, move = seen.log[place - 1]
                if move < FIRST_JOKER:
                    held[seat] |= 1 << move
        stock = [card for block in reversed(blocks) for card in block]
        return held, stock + rest

    def unit(self, rules: Rules) -> str:
        return N_("game points")
