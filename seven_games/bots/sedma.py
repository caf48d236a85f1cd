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
from seven_games.engine.sedma import (
    COUNTERS,
    SedmaDeal,
    SedmaRules,
    SedmaView,
    wild_cards,
)

CARD_POINTS: Final = 1000.0
"""So many card points weigh as much as a game point: they break ties."""
FAR: Final = 9
"""Whoever needs more game points than these is thought to need so many."""

LAST_CARDS: Final = 8
"""So many cards in all hands are played to the end exactly."""

# In the exact end a hand is how many it holds of each rank, in so many bits each.
EACH_RANK: Final = 3
MOST_OF_A_RANK: Final = 7
A_TEN: Final = 1000
THE_LAST: Final = 100
NO_END: Final = 1 << 20
COUNTED: Final = [1 if rank in {TEN, ACE} else 0 for rank in range(13)]

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
    -0.37,
    -0.57,
    -1.37,
    2.97,
    1.19,
    -0.33,
    2.59,
    0.43,
    0.31,
    -1.17,
    0.2,
    1.21,
    0.31,
    -1.26,
    0.54,
    1.9,
    -1.27,
    -0.08,
    5.83,
    0.0,
    0.0,
    -0.3,
    -0.46,
    0.0,
    0.0,
    -1.36,
    0.58,
    0.89,
    0.28,
    1.98,
    2.51,
    0.07,
    2.88,
    -2.32,
    -1.09,
    -5.76,
]
_FOR_THREE: Final = [
    -0.78,
    0.06,
    -0.6,
    2.41,
    1.55,
    0.37,
    2.78,
    1.01,
    0.11,
    -0.82,
    -0.24,
    3.8,
    1.33,
    -0.04,
    1.47,
    1.42,
    -3.1,
    0.87,
    1.6,
    0.0,
    0.0,
    -0.41,
    -0.13,
    0.0,
    0.0,
    -2.71,
    1.01,
    0.32,
    -0.18,
    4.06,
    2.88,
    0.18,
    0.79,
    -1.67,
    -0.24,
    -2.62,
]
_FOR_FOUR: Final = [
    -0.82,
    0.68,
    -0.85,
    5.1,
    0.77,
    -0.06,
    4.78,
    2.19,
    -0.77,
    -0.0,
    0.64,
    1.0,
    1.97,
    -1.39,
    3.02,
    1.15,
    -2.4,
    0.18,
    0.18,
    -1.73,
    -1.84,
    0.13,
    -0.08,
    0.07,
    3.06,
    -0.99,
    0.61,
    1.02,
    0.61,
    1.01,
    4.16,
    -0.39,
    1.77,
    -1.21,
    -0.39,
    -9.66,
]


class SedmaSense(Sense):
    """Sevens are for points; a counter goes where it is safe.

    >>> from seven_games.engine import GAMES, format_move
    >>> deal = GAMES["sedma"].deal(GAMES["sedma"].rules(), seed=2)
    >>> deal.play(deal.moves()[0])
    >>> [format_move(move) for move in deal.moves()], format_move(SedmaSense().pick(deal))
    (['Js', '7d', '10d', '9c'], 'Js')
    """

    def __init__(self) -> None:
        self.temperature = 0.7
        self.slips = 50
        self.weights = [*_FOR_TWO, *_FOR_THREE, *_FOR_FOUR]
        self._worths = [0.0] * 13
        self._seen: SedmaView | None = None
        self._pasts: list[_Past] = []
        self._always = False
        self._wild = [0] * 13
        self._last = [0]
        self._for_tricks = [0, 0]
        self._known: dict[int, int] = {}
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

        Which cards of a hand were drawn when is drawn out of all ways that agree with who was
        asked to go on and who was not. Nothing where hands with more ways should come first.
        """
        seen = cast("SedmaView", view)
        if self._seen is not seen:
            self._seen = seen
            self._pasts = _pasts(seen)
        players = len(seen.counts)
        own = seen.seat
        drawn: list[list[int]] = []
        held = hands[:]
        for seat in range(players):
            past = self._pasts[seat]
            if seat == own or not past.draws:
                held[seat] |= past.played
                continue
            ways = past.ways_of(hands[seat])
            if not ways or (ways < past.most and dice.below(past.most) >= ways):
                return [], []
        for seat in range(players):
            past = self._pasts[seat]
            if seat == own:
                drawn.append(list(seen.drawn))
                held[seat] &= ~hand_of(seen.drawn)
            elif past.draws:
                cards = past.drawn_of(hands[seat], dice)
                drawn.append(cards)
                held[seat] = (held[seat] | past.played) & ~hand_of(cards)
            else:
                drawn.append([])
        stock: list[int] = []
        begin = 0
        for _, first, each in seen.draws:
            block = [0] * (each * players)
            for seat in range(players):
                block[(seat - first) % players :: players] = drawn[seat][begin : begin + each]
            begin += each
            stock += block
        return held, stock + rest

    def alike(self, move: int) -> int:
        """Suits mean nothing (2.1).

        >>> from seven_games.engine import parse_move
        >>> sense, nine = SedmaSense(), parse_move("9s")
        >>> sense.alike(nine) == sense.alike(parse_move("9h")), sense.alike(STOP) == STOP
        (True, True)
        """
        return move if move == STOP else move % 13

    def ends(self, deal: Deal) -> bool:
        here = cast("SedmaDeal", deal)
        if here.sides == 3 or here.drawn < len(here.stock):
            return False
        held = 0
        for hand in here.hands:
            held += count(hand)
        return held <= LAST_CARDS

    def solve(self, deal: Deal, seat: int) -> float:
        return self.value(self.best_end(cast("SedmaDeal", deal)), seat)

    def best_end(self, deal: SedmaDeal) -> SedmaDeal:
        """The deal as it is over when everybody plays the rest best with open cards.

        >>> from seven_games.engine import GAMES
        >>> sense, deal = SedmaSense(), GAMES["sedma"].deal(GAMES["sedma"].rules(), seed=7)
        >>> while not sense.ends(deal):
        ...     deal.push(sense.pick(deal))
        >>> over = sense.best_end(deal)
        >>> over.turn is None, sum(over.points)
        (True, 90)
        """
        here = deal.copy()
        if here.at == NOBODY:
            return here
        self._always = here.always
        self._wild = [here.beat_table[SEVEN] >> rank & 1 for rank in range(13)]
        self._last = [_of_each_rank(hand) for hand in here.hands]
        self._known = {}
        # A side without a trick is kept from one, or wants one; the other's do not matter then.
        self._for_tricks = [0, -1] if here.tricks[0] else [1, 0]
        pile = here.pile // 10
        if here.played:
            best = self._rest_of_trick(
                here.at,
                here.leader,
                _led(here),
                here.taking,
                pile,
                asked=here.asked,
            )
        else:
            best = self._rest(here.at)
        self._known = {}
        return _finished(here, best)

    def _rest(self, leader: int) -> int:
        """What side 0 gets of the rest from the lead of a trick, as `_settled` counts it."""
        hands = self._last
        mine = hands[leader]
        if not mine:
            return 0
        key = leader
        for hand in hands:
            key = key << EACH_RANK * 8 | hand
        known = self._known.get(key)
        if known is not None:
            return known
        best = -NO_END
        sign = -1 if leader & 1 else 1
        next_seat = leader + 1 if leader + 1 < len(hands) else 0
        for rank in range(SEVEN, ACE + 1):
            one = 1 << EACH_RANK * (rank - SEVEN)
            if mine & one * MOST_OF_A_RANK:
                hands[leader] = mine - one
                counter = COUNTED[rank]
                worth = self._rest_of_trick(next_seat, leader, rank, leader, counter, asked=False)
                hands[leader] = mine
                best = max(best, sign * worth)
        self._known[key] = sign * best
        return sign * best

    def _rest_of_trick(
        self, seat: int, leader: int, led: int, taking: int, pile: int, *, asked: bool
    ) -> int:
        """What side 0 gets from here in the trick; `pile` counts its tens and aces."""
        hands = self._last
        mine = hands[seat]
        best = -NO_END
        sign = -1 if seat & 1 else 1
        if asked:
            best = sign * self._settled(taking, pile)
        next_seat = seat + 1 if seat + 1 < len(hands) else 0
        for rank in range(SEVEN, ACE + 1):
            one = 1 << EACH_RANK * (rank - SEVEN)
            if not mine & one * MOST_OF_A_RANK:
                continue
            beats = rank == led or self._wild[rank] == 1
            if asked and not beats:
                continue
            hands[seat] = mine - one
            now = pile + COUNTED[rank]
            taker = seat if beats else taking
            if next_seat != leader:
                worth = self._rest_of_trick(next_seat, leader, led, taker, now, asked=False)
            elif (self._always or (taker ^ leader) & 1) and self._goes_on(leader, led):
                worth = self._rest_of_trick(leader, leader, led, taker, now, asked=True)
            else:
                worth = self._settled(taker, now)
            hands[seat] = mine
            best = max(best, sign * worth)
        return sign * best

    def _goes_on(self, leader: int, led: int) -> bool:
        """Whether the leader holds a card to go on with."""
        hand = self._last[leader]
        for rank in range(SEVEN, ACE + 1):
            beats = rank == led or self._wild[rank] == 1
            if beats and hand >> EACH_RANK * (rank - SEVEN) & MOST_OF_A_RANK:
                return True
        return False

    def _settled(self, taker: int, pile: int) -> int:
        """What side 0 gets of a trick that is over and of the rest after it.

        First the tens and aces, then the last trick, which decides between equals where it counts
        nothing, then a trick at all: the more, the better for every score there is (2.1).
        """
        worth = self._for_tricks[taker & 1]
        if not taker & 1:
            worth += A_TEN * pile
            if not self._last[0]:
                worth += THE_LAST
        return worth + self._rest(taker)

    def unit(self, rules: Rules) -> str:
        return N_("game points")


def _of_each_rank(hand: int) -> int:
    held = 0
    for rank in range(SEVEN, ACE + 1):
        held |= count(hand >> rank & ONE_RANK) << EACH_RANK * (rank - SEVEN)
    return held


def _led(here: SedmaDeal) -> int:
    """The rank that was led, of which it is enough to know what beats it."""
    for rank in range(ACE, SEVEN - 1, -1):
        if here.beat_table[rank] == here.beaters:
            return rank
    return SEVEN


def _finished(here: SedmaDeal, rest: int) -> SedmaDeal:
    """The deal as it is over when side 0 gets so much of the rest."""
    tens = (rest + THE_LAST // 2) // A_TEN
    rest -= tens * A_TEN
    last = 0 if rest > THE_LAST // 2 else 1
    tricks = rest - (0 if last else THE_LAST)
    left = here.pile // 10
    for hand in here.hands:
        left += count(hand & COUNTERS)
    here.points[0] += 10 * tens
    here.points[1] += 10 * (left - tens)
    here.points[last] += here.last_worth
    if here.tricks[0]:
        here.tricks[1] -= tricks
    else:
        here.tricks[0] += tricks
    here.last_taker = last
    here.at = NOBODY
    return here


DRAWN: Final = 0
PLAYED: Final = 1
NO_BEATER: Final = 2
A_BEATER: Final = 3


class _Past:
    """What a seat drew, played, and was seen to hold or not, to be gone through backwards.

    Cards that no question told apart are counted together: a hand is how many it holds of each
    kind of card, EACH_RANK bits a kind.
    """

    played: int
    """All cards that the seat has played."""
    draws: int
    """How many cards it has drawn."""
    most: int
    """The ways to have drawn them, for the hand that has the most."""

    def __init__(self, steps: list[tuple[int, int]]) -> None:
        self.played = 0
        self.draws = 0
        self.most = 1
        self._steps: list[tuple[int, int]] = []
        self._kind = [0] * 52
        self._ways: dict[tuple[int, int], int] = {}
        self._parts: dict[tuple[int, int], list[tuple[int, int]]] = {}
        told: list[int] = []
        for step, what in steps:
            if step == DRAWN:
                self.draws += what
            elif step == PLAYED:
                self.played |= 1 << what
            elif what not in told:
                told.append(what)
        kinds: list[int] = []
        for card in range(52):
            answers = 0
            for beaters in told:
                answers = answers << 1 | beaters >> card & 1
            if answers not in kinds:
                kinds.append(answers)
            self._kind[card] = kinds.index(answers)
        for step, what in steps:
            if step >= NO_BEATER:
                which = 0
                for card in cards_of(what):
                    which |= MOST_OF_A_RANK << EACH_RANK * self._kind[card]
                self._steps.append((step, which))
            else:
                self._steps.append((step, what))

    def bound(self, unseen: int, held: int) -> None:
        """Find `most`, of all hands of so many unseen cards."""
        there = self._counted(unseen, most=held)
        hands = [hand for hand, _ in self._parts_of(there, held)]
        self.most = max([self._count(len(self._steps), hand) for hand in hands])

    def ways_of(self, hand: int) -> int:
        """In how many ways the seat can have come to this hand."""
        return self._count(len(self._steps), self._counted(hand))

    def drawn_of(self, hand: int, dice: Dice) -> list[int]:
        """The cards it drew, in order, any of the ways to come to this hand."""
        counted = self._counted(hand)
        blocks: list[list[int]] = []
        for place in range(len(self._steps) - 1, -1, -1):
            step, what = self._steps[place]
            if step == PLAYED:
                hand |= 1 << what
                counted += 1 << EACH_RANK * self._kind[what]
            elif step == DRAWN:
                parts = self._parts_of(counted, what)
                mark = dice.below(self._count(place + 1, counted))
                part = 0
                for part, times in parts:
                    mark -= times * self._count(place, counted - part)
                    if mark < 0:
                        break
                cards = []
                for card in dice.shuffled(cards_of(hand)):
                    one = EACH_RANK * self._kind[card]
                    if part >> one & MOST_OF_A_RANK:
                        part -= 1 << one
                        counted -= 1 << one
                        hand ^= 1 << card
                        cards.append(card)
                # Of a kind with more cards the first one came sooner: any order is as likely.
                blocks.append(dice.shuffled(cards))
        return [card for cards in reversed(blocks) for card in cards]

    def _counted(self, hand: int, most: int = 0) -> int:
        counted = 0
        for card in cards_of(hand):
            one = EACH_RANK * self._kind[card]
            if not most or counted >> one & MOST_OF_A_RANK < most:
                counted += 1 << one
        return counted

    def _count(self, place: int, hand: int) -> int:
        """The ways to have held these kinds of cards after so many steps."""
        while place:
            place -= 1
            step, what = self._steps[place]
            if step == PLAYED:
                hand += 1 << EACH_RANK * self._kind[what]
            elif step == NO_BEATER:
                if hand & what:
                    return 0
            elif step == A_BEATER:
                if not hand & what:
                    return 0
            else:
                known = self._ways.get((place, hand))
                if known is None:
                    known = 0
                    for part, times in self._parts_of(hand, what):
                        known += times * self._count(place, hand - part)
                    self._ways[place, hand] = known
                return known
        return 1

    def _parts_of(self, hand: int, cards: int) -> list[tuple[int, int]]:
        """What so many cards out of a hand can be, and in how many ways."""
        known = self._parts.get((hand, cards))
        if known is None:
            known = [(0, 1)] if not cards else []
            if cards and hand:
                one = 0
                while not hand >> one & MOST_OF_A_RANK:
                    one += EACH_RANK
                there = hand >> one & MOST_OF_A_RANK
                ways = 1
                for taken in range(min(there, cards) + 1):
                    for part, times in self._parts_of(hand - (there << one), cards - taken):
                        known.append((part + (taken << one), times * ways))
                    ways = ways * (there - taken) // (taken + 1)
            self._parts[hand, cards] = known
        return known


def _pasts(seen: SedmaView) -> list[_Past]:
    """For each seat what became of its hand, from the log of a view."""
    rules = cast("SedmaRules", seen.rules)
    players, sides = len(seen.counts), rules.sides
    sevens = wild_cards(rules)
    steps: list[list[tuple[int, int]]] = [[] for _ in range(players)]
    draws = {place: each for place, _, each in seen.draws}
    leader = taking = played = beaters = 0
    for place, (seat, move) in enumerate(seen.log):
        after = place + 1
        if move < FIRST_JOKER:
            steps[seat].append((PLAYED, move))
            if place in seen.marks:
                leader = taking = seat
                beaters = ONE_RANK << move % 13 | sevens
                played = 0
            elif beaters >> move & 1:
                taking = seat
            played += 1
            if not played % players:
                goes_on = seen.asked if after == len(seen.log) else after not in seen.marks
                if goes_on:
                    steps[leader].append((A_BEATER, beaters))
                elif rules.go_on == "always" or taking % sides != leader % sides:
                    steps[leader].append((NO_BEATER, beaters))
        if after in draws:
            for one in steps:
                one.append((DRAWN, draws[after]))
    pasts = []
    for seat, one in enumerate(steps):
        past = _Past(one)
        if seat != seen.seat and past.draws:
            past.bound(seen.unseen, seen.counts[seat])
        pasts.append(past)
    return pasts
