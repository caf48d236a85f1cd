"""Sedma: tricks where only rank counts and sevens beat everything (`rules.md` 2)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar, Final, cast

from mypy_extensions import mypyc_attr

from seven_games.engine.cards import (
    ACE,
    EIGHT,
    ONE_RANK,
    PASS,
    SEVEN,
    STOP,
    TEN,
    count,
    hand_of,
    parse_card,
)
from seven_games.engine.game import (
    LEHMER,
    LEHMER_PRIME,
    NOBODY,
    Deal,
    Game,
    Option,
    Preset,
    Result,
    Rules,
    Standing,
    View,
    cards_played,
    option,
)
from seven_games.engine.refusal import N_, Cards, DealError, IllegalMove

HAND: Final = 4
"""A hand is filled up to four cards while the stock lasts."""
COUNTERS: Final = ONE_RANK << ACE | ONE_RANK << TEN
COUNTER: Final = 10
FULL_PACK: Final = sum(ONE_RANK << rank for rank in range(SEVEN, ACE + 1))
NO_WORDS: Final[list[int]] = []
ONLY_STOP: Final[list[int]] = [STOP]


@mypyc_attr(native_class=False)
@dataclass(frozen=True)
class SedmaRules(Rules):
    """The options of Sedma (2.2)."""

    target: int = option(5, Option(N_("Game points at which the match is over."), least=1))
    go_on: str = option(
        "opponent_winning",
        Option(
            N_("When the leader may go on: only while the other side is winning, or always."),
            values=("opponent_winning", "always"),
        ),
    )
    last_trick: int = option(10, Option(N_("What the last trick is worth."), values=(10, 0)))
    wild: str = option(
        "7", Option(N_("What beats everything: sevens, or eights as well."), values=("7", "7_8"))
    )
    next_dealer: str = option(
        "left",
        Option(N_("Who deals next: the seat to the left, or the losers."), ("left", "loser")),
    )

    @property
    def sides(self) -> int:
        """Two sides, or three where three play each for himself."""
        return 3 if self.players == 3 else 2


@mypyc_attr(native_class=False)
@dataclass(frozen=True, kw_only=True)
class SedmaView(View):
    """What a seat may know of a deal of Sedma.

    `trick` and `last_trick` are (seat, card) in the order played; `leader` led the trick that is
    on (or leads the next), `taking` is winning it (None before its first card). `asked`: the
    leader is to go on or to stop. `beaters` are the cards that beat in this trick. `points` and
    `tricks` are by side, `pile` the points in the trick that is on, `stock` the cards in the
    stock, `last_taker` who took the last trick. `marks` tell where in the log each trick begins,
    `draws` who drew from the stock: (place in the log, the seat that drew first, cards a seat);
    `drawn` are the viewer's own cards from it, in order.
    """

    trick: tuple[tuple[int, int], ...]
    last_trick: tuple[tuple[int, int], ...]
    last_taker: int | None
    leader: int
    taking: int | None
    asked: bool
    beaters: int
    points: tuple[int, ...]
    tricks: tuple[int, ...]
    pile: int
    stock: int
    marks: tuple[int, ...]
    draws: tuple[tuple[int, int, int], ...]
    drawn: tuple[int, ...]

    @property
    def game(self) -> str:
        return "sedma"


class SedmaDeal(Deal):
    """One deal of Sedma."""

    sides: int
    always: bool
    last_worth: int
    beat_table: list[int]
    drawn: int
    leader: int
    taking: int
    beaters: int
    played: int
    """Cards in the trick that is on."""
    asked: bool
    pile: int
    points: list[int]
    tricks: list[int]
    last_taker: int
    marks: tuple[int, ...]
    """Where in the log each trick begins."""
    draws: tuple[tuple[int, int, int], ...]
    """Who drew: the place in the log, the seat that drew first, how many cards each."""
    left: int
    """The cards that have not been played: all hands and the stock. Everybody knows which."""

    def lay_out(
        self,
        rules: Rules,
        dealer: int,
        hands: Sequence[int],
        stock: list[int],
        standing: Standing,
    ) -> None:
        super().lay_out(rules, dealer, hands, stock, standing)
        options = cast("SedmaRules", rules)
        self.sides = options.sides
        self.always = options.go_on == "always"
        self.last_worth = options.last_trick
        self.beat_table = _BEATERS[options.wild]
        self.stock = stock
        self.drawn = 0
        self.leader = self.at
        self.taking = NOBODY
        self.beaters = 0
        self.played = 0
        self.asked = False
        self.pile = 0
        self.points = [0] * options.sides
        self.tricks = [0] * options.sides
        self.last_taker = NOBODY
        self.marks = (0,)
        self.draws = ()
        self.left = _pack(self.players)

    def copy(self) -> "SedmaDeal":
        deal = SedmaDeal()
        deal.take_from(self)
        return deal

    def take_from(self, other: Deal) -> None:
        super().take_from(other)
        deal = cast("SedmaDeal", other)
        self.sides = deal.sides
        self.always = deal.always
        self.last_worth = deal.last_worth
        self.beat_table = deal.beat_table
        self.drawn = deal.drawn
        self.leader = deal.leader
        self.taking = deal.taking
        self.beaters = deal.beaters
        self.played = deal.played
        self.asked = deal.asked
        self.pile = deal.pile
        self.points = deal.points[:]
        self.tricks = deal.tricks[:]
        self.last_taker = deal.last_taker
        self.marks = deal.marks
        self.draws = deal.draws
        self.left = deal.left

    def cards(self) -> int:
        if self.asked:
            return self.hands[self.at] & self.beaters
        return self.hands[self.at]

    def words(self, cards: int) -> list[int]:
        return ONLY_STOP if self.asked else NO_WORDS

    def in_stock(self) -> int:
        return len(self.stock) - self.drawn

    def why_not(self, move: int) -> IllegalMove:
        legal = tuple(self.moves())
        if move == STOP:
            return IllegalMove(N_("only the leader stops, when he is asked to go on"), legal)
        if move == PASS or move > STOP:
            return IllegalMove(N_("Sedma has no such move"), legal)
        return self.not_held(move) or IllegalMove(
            N_("{card} does not go on: only {cards} or stop"),
            legal,
            card=Cards((move,)),
            cards=Cards(legal[:-1]),
        )

    def push(self, move: int) -> None:
        seat = self.at
        if move == STOP:
            self.asked = False
            self._take()
            return
        bit = 1 << move
        self.hands[seat] ^= bit
        self.left ^= bit
        if self.played == 0:
            self.leader = seat
            self.beaters = self.beat_table[move % 13]
            self.taking = seat
        elif self.beaters & bit:
            self.taking = seat
        if COUNTERS & bit:
            self.pile += COUNTER
        self.asked = False
        self.played += 1
        seat += 1
        if seat == self.players:
            seat = 0
        self.at = seat
        if seat == self.leader:
            self._end_of_round()

    def playout(self, seed: int) -> int:
        moves = 0
        while self.played and self.at != NOBODY:
            seed = self.push_any(seed)
            moves += 1
        if self.at == NOBODY:
            return moves
        hands, beat_table, stock = self.hands, self.beat_table, self.stock
        players, always, in_stock = self.players, self.always, len(self.stock)
        points, tricks = self.points, self.tricks
        # Two sides are told apart by the lowest bit of the seat, three by the whole seat.
        side_bits = 1 if self.sides == 2 else 3
        leader, drawn = self.at, self.drawn
        size = count(hands[leader])
        while size:
            cards = hands[leader]
            if size > 1:
                seed = seed * LEHMER % LEHMER_PRIME
                choice = seed * size >> 30
                while choice:
                    cards &= cards - 1
                    choice -= 1
            pile = cards & -cards
            hands[leader] ^= pile
            beaters = beat_table[(pile.bit_length() - 1) % 13]
            taking = leader
            moves += players
            while True:
                for seat in _FOLLOWERS[players][leader]:
                    cards = hands[seat]
                    if size > 1:
                        seed = seed * LEHMER % LEHMER_PRIME
                        choice = seed * size >> 30
                        while choice:
                            cards &= cards - 1
                            choice -= 1
                    bit = cards & -cards
                    hands[seat] ^= bit
                    pile |= bit
                    if beaters & bit:
                        taking = seat
                size -= 1
                cards = hands[leader] & beaters
                if not cards or not (always or (taking ^ leader) & side_bits):
                    break
                moves += 1
                seed = seed * LEHMER % LEHMER_PRIME
                choice = seed * (count(cards) + 1) >> 30
                while choice:
                    cards &= cards - 1
                    choice -= 1
                if not cards:
                    # The choice after the last card is to stop.
                    break
                moves += players - 1
                bit = cards & -cards
                hands[leader] ^= bit
                pile |= bit
                taking = leader
            side = taking & side_bits
            tricks[side] += 1
            if pile & COUNTERS:
                points[side] += COUNTER * count(pile & COUNTERS)
            leader = seat = taking
            if drawn != in_stock:
                until = drawn + (HAND - size) * players
                until = min(until, in_stock)
                for card in stock[drawn:until]:
                    hands[seat] |= 1 << card
                    seat = seat + 1 if seat + 1 != players else 0
                size += (until - drawn) // players
                drawn = until
        self.drawn = drawn
        self.left = 0
        self.last_taker = leader
        points[leader & side_bits] += self.last_worth
        self.at = NOBODY
        return moves

    def _end_of_round(self) -> None:
        leader = self.leader
        may_go_on = self.always or self.taking % self.sides != leader % self.sides
        if may_go_on and self.hands[leader] & self.beaters:
            self.asked = True
        else:
            self._take()

    def _take(self) -> None:
        taker = self.taking
        side = taker % self.sides
        self.points[side] += self.pile
        self.tricks[side] += 1
        self.pile = 0
        self.played = 0
        self.beaters = 0
        self.last_taker = taker
        self.taking = NOBODY
        self.leader = taker
        self.at = taker
        self._fill(taker)
        if not self.hands[taker]:
            self.points[side] += self.last_worth
            self.at = NOBODY

    def _fill(self, taker: int) -> None:
        """One card at a time, clockwise from the taker; hands are equal before and after."""
        left = min(len(self.stock) - self.drawn, (HAND - count(self.hands[taker])) * self.players)
        if left:
            seat = taker
            for card in self.stock[self.drawn : self.drawn + left]:
                self.hands[seat] |= 1 << card
                seat += 1
                if seat == self.players:
                    seat = 0
            self.drawn += left

    def play(self, move: int) -> None:
        leader, beaters, drawn = self.leader, self.beaters, self.drawn
        super().play(move)
        if self.played:
            return
        self.marks = (*self.marks, len(self.log))
        if self.drawn != drawn:
            each = (self.drawn - drawn) // self.players
            self.draws = (*self.draws, (len(self.log), self.last_taker, each))
        # Who has drawn since may hold anything again.
        if self.drawn == drawn and move != STOP and self.at != NOBODY:
            self._was_not_asked(leader, beaters)

    def _was_not_asked(self, leader: int, beaters: int) -> None:
        """A leader who could have gone on is asked (2.1); who was not, holds no card for it."""
        if self.always or self.last_taker % self.sides != leader % self.sides:
            known = list(self.cannot)
            known[leader] |= beaters
            self.cannot = tuple(known)

    def learn(self, move: int) -> None:
        # A card or a stop shows nothing else of the hand; see _was_not_asked for what does.
        return

    def result(self) -> Result:
        if self.at != NOBODY:
            raise DealError(N_("the deal is not over"))
        return {
            "card_points": self.points[:],
            "tricks": self.tricks[:],
            "score": self._score(),
        }

    def winners(self) -> list[int]:
        score = self._score()
        return [seat for seat in range(self.players) if score[seat % self.sides]]

    def balanced(self) -> bool:
        return sum(self.points) == COUNTER * count(COUNTERS) + self.last_worth

    def _score(self) -> list[int]:
        best = max(self.points)
        ahead = [side for side in range(self.sides) if self.points[side] == best]
        if len(ahead) == 3:
            return [0] * 3
        if len(ahead) == 2 and self.sides == 2:
            ahead = [self.last_taker % 2]
        all_tricks = self.tricks[ahead[0]] == sum(self.tricks)
        all_points = best == sum(self.points)
        worth = 3 if all_tricks else 2 if all_points else 1
        return [worth if side in ahead else 0 for side in range(self.sides)]

    def view(self, seat: int | None) -> SedmaView:
        played = hand_of(card for _, card in cards_played(self.log))
        begin = self.marks[-1]
        before = self.marks[-2] if len(self.marks) > 1 else 0
        return SedmaView(
            **self.told(seat, played, _pack(self.players)),
            trick=cards_played(self.log[begin:]),
            last_trick=cards_played(self.log[before:begin]),
            last_taker=None if self.last_taker == NOBODY else self.last_taker,
            leader=self.leader,
            taking=None if self.taking == NOBODY else self.taking,
            asked=self.asked,
            beaters=self.beaters,
            points=tuple(self.points),
            tricks=tuple(self.tricks),
            pile=self.pile,
            stock=self.in_stock(),
            marks=self.marks,
            draws=self.draws,
            drawn=() if seat is None else self._drawn_by(seat),
        )

    def _drawn_by(self, seat: int) -> tuple[int, ...]:
        """The cards that a seat drew from the stock, in order."""
        drawn: list[int] = []
        begin = 0
        for _, first, each in self.draws:
            end = begin + each * self.players
            drawn += self.stock[begin + (seat - first) % self.players : end : self.players]
            begin = end
        return tuple(drawn)


def _beaters(wild: tuple[int, ...]) -> list[int]:
    """For each rank led, the cards that beat: the same rank and the wild ranks."""
    always = 0
    for rank in wild:
        always |= ONE_RANK << rank
    return [ONE_RANK << rank | always for rank in range(13)]


_BEATERS: Final = {"7": _beaters((SEVEN,)), "7_8": _beaters((SEVEN, EIGHT))}


_FOLLOWERS: Final = [
    [[(leader + step) % players for step in range(1, players)] for leader in range(players)]
    for players in range(5)
]
"""For a number of players and a leader, the others in the order in which they play."""


def _pack(players: int) -> int:
    if players == 3:
        return FULL_PACK & ~(1 << parse_card("8c") | 1 << parse_card("8s"))
    return FULL_PACK


def wild_cards(rules: SedmaRules) -> int:
    """The cards that beat everything, as a bit set: sevens, or eights as well."""
    return _BEATERS[rules.wild][SEVEN]


class Sedma(Game):
    """Sedma, Czech; also Septica, Zsíros and their kin."""

    name = "sedma"
    title = N_("Sedma")
    rules_type = SedmaRules
    presets: ClassVar[Mapping[str, Preset]] = {
        "sedma": Preset(N_("The leader goes on against the other side; to 5."), most=4, players=2),
        "sedma_pagat": Preset(
            N_("The leader may always go on, and the losers deal."),
            {"go_on": "always", "next_dealer": "loser"},
            most=4,
            players=2,
        ),
        "zsir": Preset(
            N_("Nothing for the last trick: 80 points in all."),
            {"last_trick": 0},
            most=4,
            players=2,
        ),
        "septica": Preset(
            N_("Nothing for the last trick, and the leader may always go on."),
            {"last_trick": 0, "go_on": "always"},
            most=4,
            players=2,
        ),
    }

    def pack(self, rules: Rules) -> int:
        return _pack(rules.players)

    def hand_size(self, rules: Rules) -> int:
        return HAND

    def sides(self, rules: Rules) -> int:
        return cast("SedmaRules", rules).sides

    def new_deal(self) -> SedmaDeal:
        return SedmaDeal()

    def add(
        self, rules: Rules, before: Standing, score: Sequence[int], winners: Sequence[int] = ()
    ) -> Standing:
        options = cast("SedmaRules", rules)
        totals = tuple(a + b for a, b in zip(before.totals, score, strict=True))
        over = max(totals) >= options.target
        winners = tuple(side for side, total in enumerate(totals) if total == max(totals))
        return Standing(
            dealer=self._next_dealer(options, before.dealer, score),
            totals=totals,
            deal=before.deal + 1,
            over=over,
            winners=winners if over else (),
        )

    def _next_dealer(self, rules: SedmaRules, dealer: int, score: Sequence[int]) -> int:
        if rules.next_dealer == "loser" and rules.sides == 2 and not score[dealer % 2]:
            # The dealer's side lost: in fours his partner deals, of two he deals again (2.2).
            return (dealer + 2) % rules.players
        return (dealer + 1) % rules.players
