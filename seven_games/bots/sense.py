"""Card sense: what the bots know of playing a game, at the speed that search needs.

A sense plays deals that were made up from a view (`worlds.py`), never the deal of a table. It
decides for each seat by that seat's own hand and by what everybody sees.
"""

from abc import abstractmethod
from collections.abc import Sequence
from math import exp, inf, log

from seven_games.engine.cards import FIRST_JOKER, hand_of
from seven_games.engine.dice import Dice
from seven_games.engine.game import LEHMER, LEHMER_PRIME, NOBODY, Deal, Rules, View

CERTAIN_SLIP = 1000
"""Slips are counted in so many: a player of 50 slips errs in one decision of twenty."""


class Sense:
    """The rules of thumb of one game, and what a deal of it is played for.

    >>> from seven_games.bots.senses import SENSES
    >>> from seven_games.engine import GAMES
    >>> sense, deal = SENSES["sedma"], GAMES["sedma"].deal(GAMES["sedma"].rules(), seed=7)
    >>> sense.pick(deal) in deal.moves(), sense.unit(deal.rules)
    (True, 'game points')
    >>> _ = sense.play_out(deal, seed=1)
    >>> deal.turn is None, sense.value(deal, 0) == -sense.value(deal, 1)
    (True, True)
    """

    temperature: float
    """By so much a move must be better for a player to choose it e times as often."""
    weights: list[float]
    """How much each rule of thumb counts; tuned on duplicate deals."""
    slips: int
    """How many decisions in CERTAIN_SLIP a player is thought to make anyhow."""

    @abstractmethod
    def weigh(self, deal: Deal) -> tuple[list[int], list[float]]:
        """Every legal move of the seat to move, and how good the rules of thumb think it is."""

    @abstractmethod
    def value(self, deal: Deal, seat: int) -> float:
        """What a finished deal is worth to a seat under the rules and the standing of its match."""

    def pick(self, deal: Deal) -> int:
        """The move that the rules of thumb choose; the first of equals."""
        moves, worths = self.weigh(deal)
        return moves[best(worths)]

    def play_out(self, deal: Deal, seed: int) -> int:
        """Play to the end by the rules of thumb, with slips; the next seed (1 to 2**30 - 36)."""
        slips = self.slips
        while deal.at != NOBODY:
            moves, worths = self.weigh(deal)
            chosen = 0
            if len(moves) > 1:
                seed = seed * LEHMER % LEHMER_PRIME
                if seed * CERTAIN_SLIP >> 30 < slips:
                    seed = seed * LEHMER % LEHMER_PRIME
                    chosen = seed * len(moves) >> 30
                else:
                    chosen = best(worths)
            deal.push(moves[chosen])
        return seed

    def surprise(self, deal: Deal, move: int) -> float:
        """How little a player by these rules of thumb would make this move: minus log chance.

        >>> from seven_games.bots.senses import SENSES
        >>> from seven_games.engine import GAMES
        >>> sense, deal = SENSES["sedma"], GAMES["sedma"].deal(GAMES["sedma"].rules(), seed=7)
        >>> chances = [exp(-sense.surprise(deal, move)) for move in deal.moves()]
        >>> round(sum(chances), 6), deal.moves()[best(chances)] == sense.pick(deal)
        (1.0, True)
        """
        moves, worths = self.weigh(deal)
        if len(moves) < 2:
            return 0.0
        top = worths[best(worths)]
        total = 0.0
        own = 0.0
        for one, worth in zip(moves, worths, strict=True):
            share = exp((worth - top) / self.temperature)
            total += share
            if one == move:
                own = share
        slip = self.slips / CERTAIN_SLIP
        return -log((1 - slip) * own / total + slip / len(moves))

    def replay(self, deal: Deal, view: View, *, explain: bool) -> float:
        """Make all moves of the view's log in a deal; how surprising those of the others are.

        Infinity where they could not have been made in it. Without `explain` nothing is asked
        but whether they could: 0.
        """
        surprise = 0.0
        for seat, move in view.log:
            if deal.at != seat:
                return inf
            if explain and seat != view.seat:
                surprise += self.surprise(deal, move)
            deal.push(move)
        return surprise

    def settle(
        self, start: Deal, view: View, hands: list[int], cannot: list[int], wanted: int, seed: int
    ) -> list[list[int]]:
        """So many hands of all seats, each as likely as it explains the play.

        They are made from `hands`, which agree with the view, by swaps that leave what a seat
        `cannot` hold to others. `start` is such a deal with nothing played; it is used up. Seed:
        1 to 2**30 - 36. Empty where the game knows no such way.
        """
        return []

    def as_dealt(
        self, view: View, hands: list[int], rest: list[int], dice: Dice
    ) -> tuple[list[int], list[int]]:
        """The hands and the stock at the start, where `hands` are held and `rest` lies closed now.

        What the view leaves open is drawn by the dice. No hands where another world is to be tried.
        """
        dealt = hands[:]
        for seat, move in view.log:
            if move < FIRST_JOKER:
                dealt[seat] |= 1 << move
        return dealt, rest

    def alike(self, move: int) -> int:
        """The same number for moves that are worth the same wherever both are legal."""
        return move

    def ends(self, deal: Deal) -> bool:
        """Whether `solve` can play this deal to its end without error, and soon."""
        return False

    def solve(self, deal: Deal, seat: int) -> float:
        """The value to a seat when all play the rest best with open cards; where it `ends`."""
        raise NotImplementedError

    @abstractmethod
    def unit(self, rules: Rules) -> str:
        """What `value` counts, for a person: a plural to be translated, as “cards”."""


def best(worths: Sequence[float]) -> int:
    """The place of the highest; the first of equals.

    >>> best([0.2, 0.7, 0.7])
    1
    """
    place = 0
    for other in range(1, len(worths)):
        if worths[other] > worths[place]:
            place = other
    return place


def unknown(view: View) -> int:
    """The cards that lie closed to the viewer and have not been shown.

    >>> from seven_games.engine import GAMES
    >>> view = GAMES["sedma"].deal(GAMES["sedma"].rules(), seed=7).view(0)
    >>> unknown(view).bit_count()
    28
    """
    shown = hand_of(())
    for cards in view.must:
        shown |= cards
    return view.unseen & ~shown
