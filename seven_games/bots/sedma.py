"""Card sense for Sedma."""

from math import exp, inf, log
from typing import Final, cast

from seven_games.bots.sense import CERTAIN_SLIP, Sense
from seven_games.engine.cards import (
    ACE,
    FIRST_JOKER,
    ONE_RANK,
    SEVEN,
    STOP,
    TEN,
    cards_of,
    count,
    hand_of,
)
from seven_games.engine.dice import Dice
from seven_games.engine.game import (
    LEHMER,
    LEHMER_PRIME,
    NOBODY,
    Deal,
    Rules,
    View,
)
from seven_games.engine.refusal import N_
from seven_games.engine.sedma import SedmaDeal, SedmaRules, SedmaView

CARD_POINTS: Final = 1000.0
"""So many card points weigh as much as a game point: they break ties."""
FAR: Final = 9
"""Whoever needs more game points than these is thought to need so many."""

# Where the weights of each kind of move begin, and how many there are for a number of players.
LEAD: Final = 0
BEAT: Final = 9
YIELD: Final = 21
GO_ON: Final = 27
WEIGHTS: Final = 36

_BEATING: Final = 13
_AGAINST: Final = 9


def _none_beats() -> list[float]:
    """The chance that of `unseen` cards none of `against` is one of `beating`."""
    table = []
    for unseen in range(33):
        for beating in range(_BEATING):
            for against in range(_AGAINST):
                chance = 1.0
                for drawn in range(min(against, unseen)):
                    chance *= max(unseen - beating - drawn, 0) / (unseen - drawn)
                table.append(chance)
    return table


NONE_BEATS: Final = _none_beats()

# By players, how many turns of foes come after the place in a round, the leader's going on too.
_FOES_TURNS: Final = [[], [], [1, 1], [2, 2, 1], [2, 2, 1, 1]]

_FOR_TWO: Final = [
    -1.08,
    1.21,
    0.14,
    3.07,
    0.54,
    -0.56,
    1.73,
    0.43,
    0.1,
    -0.56,
    1.02,
    0.7,
    6.61,
    -0.01,
    0.69,
    0.4,
    -3.03,
    0.27,
    -0.3,
    0.0,
    0.0,
    -0.15,
    -0.09,
    0.0,
    0.0,
    -1.05,
    -0.18,
    2.85,
    0.36,
    0.22,
    2.23,
    1.32,
    0.9,
    -1.04,
    0.6,
    -4.74,
]
_FOR_THREE: Final = [
    -2.39,
    1.12,
    -0.06,
    1.11,
    1.37,
    0.34,
    1.81,
    0.33,
    0.06,
    0.55,
    0.23,
    1.56,
    4.26,
    0.01,
    1.75,
    0.01,
    -2.62,
    -0.36,
    -0.58,
    0.0,
    0.0,
    -0.21,
    -0.04,
    0.0,
    0.0,
    -0.61,
    -0.09,
    2.99,
    0.24,
    1.09,
    1.7,
    2.1,
    1.5,
    -1.74,
    1.51,
    -1.92,
]
_FOR_FOUR: Final = [
    -1.49,
    0.1,
    0.56,
    1.51,
    0.61,
    -0.66,
    0.44,
    1.63,
    0.93,
    0.04,
    0.22,
    2.02,
    4.16,
    0.17,
    0.68,
    0.22,
    -2.64,
    -0.29,
    -0.68,
    -2.15,
    -1.13,
    -0.21,
    -0.18,
    0.45,
    0.86,
    -0.93,
    -0.02,
    1.43,
    0.65,
    2.73,
    1.99,
    -0.1,
    0.21,
    -0.73,
    -0.48,
    -2.58,
]


class SedmaSense(Sense):
    """Sevens are for points; a counter goes where it is safe."""

    def __init__(self) -> None:
        self.temperature = 2.0
        self.slips = 50
        self.weights = [*_FOR_TWO, *_FOR_THREE, *_FOR_FOUR]
        self._worths = [0.0] * 13
        self._chances: dict[tuple[int, ...], list[float]] = {}

    def weigh(self, deal: Deal) -> tuple[list[int], list[float]]:
        here = cast("SedmaDeal", deal)
        cards = here.cards()
        moves = cards_of(cards) + here.words(cards)
        if len(moves) == 1:
            return moves, [0.0]
        self._rate(here, cards)
        worths = self._worths
        return moves, [0.0 if move == STOP else worths[move % 13] for move in moves]

    def pick(self, deal: Deal) -> int:
        here = cast("SedmaDeal", deal)
        return self._rate(here, here.cards())

    def play_out(self, deal: Deal, seed: int) -> int:
        here = cast("SedmaDeal", deal)
        slips = self.slips
        while here.at != NOBODY:
            cards = here.cards()
            if not here.asked and not cards & (cards - 1):
                here.push(cards.bit_length() - 1)
                continue
            seed = seed * LEHMER % LEHMER_PRIME
            if seed * CERTAIN_SLIP >> 30 < slips:
                seed = seed * LEHMER % LEHMER_PRIME
                choice = seed * (count(cards) + (1 if here.asked else 0)) >> 30
                while choice:
                    cards &= cards - 1
                    choice -= 1
                here.push((cards & -cards).bit_length() - 1 if cards else STOP)
            else:
                here.push(self._rate(here, cards))
        return seed

    def surprise(self, deal: Deal, move: int) -> float:
        here = cast("SedmaDeal", deal)
        cards = here.cards()
        if not here.asked and not cards & (cards - 1):
            return 0.0
        best = self._rate(here, cards)
        worths = self._worths
        top = 0.0 if best == STOP else worths[best % 13]
        moves = 0
        own = total = 0.0
        if here.asked:
            moves = 1
            own = total = exp(-top / self.temperature)
        played = move % 13 if move != STOP else NOBODY
        for rank in range(SEVEN, ACE + 1):
            alike = count(cards >> rank & ONE_RANK)
            if alike:
                share = exp((worths[rank] - top) / self.temperature)
                total += alike * share
                moves += alike
                if rank == played:
                    own = share
        slip = self.slips / CERTAIN_SLIP
        return -log((1 - slip) * own / total + slip / moves)

    def _rate(self, here: SedmaDeal, cards: int) -> int:
        """Find how good each rank among these cards is to play; the best move, first of equals.

        Suits mean nothing, so that cards of a rank are worth the same. To stop is worth nothing.
        """
        weights, worths, beat_table = self.weights, self._worths, here.beat_table
        players, played, seat = here.players, here.played, here.at
        hand = here.hands[seat]
        held = count(hand)
        unseen = here.left ^ hand
        wild = beat_table[SEVEN]
        begin = (players - 2) * WEIGHTS
        closed = len(here.stock) - here.drawn
        late = 0.0 if closed else 1.0
        # Whoever has played in this round holds a card less than those who have not.
        place = 0 if here.asked else played % players
        hidden = (closed + place * (held - 1) + (players - 1 - place) * held) * _BEATING
        against = _FOES_TURNS[players][place] * held
        if place and (players != 4 or place & 1):
            against -= 1
        beaters = here.beaters
        safe = beat = beat_counter = beat_wild = beat_alike = 0.0
        give_alike = give_out = give_counter = 0.0
        if played:
            safe = NONE_BEATS[(hidden + count(unseen & beaters)) * _AGAINST + against]
            mine = here.taking % here.sides == seat % here.sides
            pile = here.pile / 10
            if here.asked:
                begin += GO_ON
                beat_wild = weights[begin + 6] + weights[begin + 7] * late
                if mine:
                    beat = weights[begin + 8]
            else:
                begin += BEAT
                beat = weights[begin + 6] * (count(hand & beaters) - 1)
                beat_wild = weights[begin + 7] + weights[begin + 8] * late
                beat_alike = weights[begin + 9]
                if mine:
                    beat += weights[begin + 10] + weights[begin + 11] * pile
                give_alike = weights[YIELD - BEAT + begin]
                give_out = weights[YIELD - BEAT + begin + 1]
                if mine:
                    give_counter = (
                        weights[YIELD - BEAT + begin + 2] + weights[YIELD - BEAT + begin + 3] * safe
                    )
                else:
                    give_counter = weights[YIELD - BEAT + begin + 4]
                give_counter += weights[YIELD - BEAT + begin + 5] * late
            beat += (
                weights[begin]
                + weights[begin + 1] * pile
                + (weights[begin + 2] * pile + weights[begin + 3]) * safe
            )
            beat_counter = weights[begin + 4] + weights[begin + 5] * safe
        best = STOP
        top = 0.0 if here.asked else -inf
        for rank in range(SEVEN, ACE + 1):
            same = cards >> rank & ONE_RANK
            if not same:
                continue
            alike = count(same)
            counter = rank == TEN or rank == ACE  # noqa: PLR1714 - compiled, a tuple is slow
            if not played:
                if wild >> rank & 1:
                    worth = weights[begin] + weights[begin + 1] * late
                else:
                    beaters = beat_table[rank]
                    safe = NONE_BEATS[(hidden + count(unseen & beaters)) * _AGAINST + against]
                    if counter:
                        worth = (
                            weights[begin + 2]
                            + weights[begin + 3] * safe
                            + weights[begin + 4] * (count(hand & beaters) - 1)
                            + weights[begin + 5] * late
                        )
                    else:
                        worth = (weights[begin + 6] + weights[begin + 8] * late) * safe + weights[
                            begin + 7
                        ] * (alike - 1)
            elif beaters >> rank & 1:
                worth = beat
                if wild >> rank & 1:
                    worth += beat_wild
                else:
                    worth += beat_alike * (alike - 1)
                if counter:
                    worth += beat_counter
            else:
                worth = give_alike * (alike - 1) + give_out * count(unseen >> rank & ONE_RANK)
                if counter:
                    worth += give_counter
            worths[rank] = worth
            if worth < top:
                continue
            move = rank
            if not same & 1:
                move += 13 if same >> 13 & 1 else 26 if same >> 26 & 1 else 39
            if worth > top or move < best:
                top = worth
                best = move
        return best

    def value(self, deal: Deal, seat: int) -> float:
        """In game points: half of what lies between winning and losing one, for the match."""
        here = cast("SedmaDeal", deal)
        side = seat % here.sides
        points = here.points
        rest = -1
        for other in range(here.sides):
            if other != side and points[other] > rest:
                rest = points[other]
        score = here.result()["score"]
        return self._match_worth(here, side, score) + (points[side] - rest) / CARD_POINTS

    def _match_worth(self, here: SedmaDeal, side: int, score: list[int]) -> float:
        target = cast("SedmaRules", here.rules).target
        needs = [max(target - total, 1) for total in here.standing.totals]
        now = self._chance(needs, side)
        won = lost = 0.0
        for other in range(here.sides):
            one_more = needs[:]
            one_more[other] -= 1
            if other == side:
                won = self._chance(one_more, side)
            else:
                lost += self._chance(one_more, side) / (here.sides - 1)
        after = [need - one for need, one in zip(needs, score, strict=True)]
        return 2 * (self._chance(after, side) - now) / (won - lost)

    def _chance(self, needs: list[int], side: int) -> float:
        """How likely a side wins the match that needs so many more points, between equals."""
        return self._chances_of(tuple([min(need, FAR) for need in needs]))[side]

    def _chances_of(self, needs: tuple[int, ...]) -> list[float]:
        known = self._chances.get(needs)
        if known is None:
            least = min(needs)
            if least <= 0:
                first = [1.0 if need == least else 0.0 for need in needs]
                known = [share / sum(first) for share in first]
            else:
                known = [0.0] * len(needs)
                for winner in range(len(needs)):
                    after = (*needs[:winner], needs[winner] - 1, *needs[winner + 1 :])
                    for side, chance in enumerate(self._chances_of(after)):
                        known[side] += chance / len(needs)
            self._chances[needs] = known
        return known

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
