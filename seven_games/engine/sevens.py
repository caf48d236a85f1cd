"""Sevens: four suit rows grow from their sevens (`rules.md` 1)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar, Final, cast

from mypy_extensions import mypyc_attr

from seven_games.engine.cards import (
    ACE,
    COMPILED,
    FIRST_JOKER,
    JOKER_AS,
    MOVES_END,
    ONE_RANK,
    ONE_SUIT,
    PACK,
    PASS,
    SEVEN,
    TWO,
    cards_of,
    count,
    parse_card,
    rank_of,
    suit_of,
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
    option,
)
from seven_games.engine.refusal import N_, Cards, DealError, IllegalMove, RulesError

JOKER_WORTH: Final = 5
"""What a joker left in hand counts, in points or in cards (1.5)."""
ALL_SEVENS: Final = ONE_RANK << SEVEN
SHORT_PACK: Final = sum(ONE_RANK << rank for rank in range(SEVEN, ACE + 1))
JOKERS: Final = 0b11 << FIRST_JOKER
NO_WORDS: Final[list[int]] = []
ONLY_PASS: Final[list[int]] = [PASS]


@mypyc_attr(native_class=False)
@dataclass(frozen=True)
class SevensRules(Rules):
    """The options of Sevens (1.2)."""

    deck: int = option(
        52, Option(N_("How many cards: 32 are the sevens to the aces."), values=(52, 32))
    )
    ace: str = option(
        "high", Option(N_("Whether the ace follows the king or precedes the two."), ("high", "low"))
    )
    start: str = option(
        "left",
        Option(
            N_(
                "Who opens: the seat left of the dealer with any seven, the holder of one seven, "
                "or all four sevens lie on the table before play."
            ),
            values=("left", "7d", "7h", "7c", "7s", "prelaid"),
        ),
    )
    must_play: str = option(
        "enforced",
        Option(
            N_(
                "Whether a seat that can play must: it must; it may pass and pays; "
                "it may pass freely."
            ),
            values=("enforced", "fined", "optional"),
        ),
    )
    pass_limit: int | None = option(
        None,
        Option(
            N_("So many passes a deal are allowed; the next one puts the seat out."),
            least=1,
            most=9,
            none=True,
        ),
    )
    jokers: int = option(
        0, Option(N_("How many jokers are in the pack; a joker takes any place."), values=(0, 1, 2))
    )
    end: str = option(
        "first_out",
        Option(
            N_("Whether the deal ends when one seat is out, or goes on until one holds cards."),
            values=("first_out", "play_on"),
        ),
    )
    scoring: str = option(
        "penalty",
        Option(
            N_("What counts: penalty points for cards left, chips, or only who wins."),
            values=("penalty", "chips", "none"),
        ),
    )
    unit: str = option(
        "card",
        Option(
            N_("What a card left in hand costs: one point, or its pips."), values=("card", "pips")
        ),
    )
    target: int = option(
        100, Option(N_("Penalty points of any seat at which the match is over."), least=1)
    )
    deals: int | None = option(
        None,
        Option(
            N_("Play exactly so many deals (none: to the target; chips 10; no scoring 1)."),
            least=1,
            none=True,
        ),
    )
    prices: str = option(
        "chips",
        Option(
            N_(
                "The table of prices in chips. A forced pass costs 0 or 1, a wrongful one 1 or 3, "
                "a withheld seven 5 to each neighbour; the ante is 1, in chips_hoyle 2 for a "
                "short hand."
            ),
            values=("chips", "chips_hoyle"),
        ),
    )

    def refuse(self) -> None:
        # 1.5 says neither what a duty to lay the real card is worth where passing is free to
        # choose, nor where the joker of an eliminated seat goes.
        if self.jokers and self.must_play != "enforced":
            raise RulesError(N_("jokers go only with must_play enforced"))
        if self.jokers and self.pass_limit is not None:
            raise RulesError(N_("jokers do not go with pass_limit"))

    @property
    def deals_in_match(self) -> int | None:
        """The number of deals in a match, None where a target ends it."""
        if self.deals is not None:
            return self.deals
        return {"penalty": None, "chips": 10, "none": 1}[self.scoring]


@mypyc_attr(native_class=False)
@dataclass(frozen=True)
class Prices:
    """What things cost in chips (1.4)."""

    ante: int = 1
    short_hand: int = 0
    forced_pass: int = 0
    wrongful_pass: int = 1
    withheld_seven: int = 5


PRICES: Final = {
    "chips": Prices(),
    "chips_hoyle": Prices(short_hand=1, forced_pass=1, wrongful_pass=3),
}


@mypyc_attr(native_class=False)
@dataclass(frozen=True)
class Payment:
    """Chips that one seat owes another (`to`), or the pool where `to` is NOBODY.

    `why` is "ante", "forced pass", "wrongful pass", "withheld seven" (with the seven as `card`),
    "pool" (all of it, to the winner) or "cards" (left in hand).
    """

    seat: int
    to: int
    chips: int
    why: str
    card: int = NOBODY


@mypyc_attr(native_class=False)
@dataclass(frozen=True, kw_only=True)
class SevensView(View):
    """What a seat may know of a deal of Sevens.

    `next` are the cards that could be laid now, whoever holds them; `table` all places that are
    filled, `loose` those of them that are not joined to their seven, `jokers` the place that each
    joker on the table holds (-1: it lies in no row). `passes` are by seat; `out` the seats that
    went out, in order; `eliminated` those put out by the limit, in order, with the cards laid.
    `payments` are the chips of a finished deal; before, none can be seen (1.4).
    """

    next: int
    table: int
    loose: int
    jokers: tuple[int, int]
    passes: tuple[int, ...]
    out: tuple[int, ...]
    eliminated: tuple[tuple[int, int], ...]
    payments: tuple[Payment, ...]

    @property
    def game(self) -> str:
        return "sevens"


class SevensDeal(Deal):
    """One deal of Sevens."""

    pack: int
    opens: list[int]
    enforced: bool
    limit: int
    play_on: bool
    priced: bool
    has_jokers: bool
    live: int
    """The seats that hold cards and are in play."""
    passes: list[int]
    passed: int
    """Passes in a row, since a card was played or a seat was put out."""
    out: list[int]
    eliminated: list[int]
    laid: list[int]
    """The cards that an eliminated seat laid down."""
    owed: list[Payment]
    """What passes will cost when the deal is over."""
    fined: int
    """The sevens whose fine has been paid."""
    joker_at: list[int]
    due: int
    """The real cards in whose places jokers lie."""
    opening: int
    """The card that must open, until it is played."""
    loose: int
    """Cards on the table that are not joined to their seven."""
    next: int
    """The cards that can be laid now, whoever holds them."""

    def lay_out(
        self,
        rules: Rules,
        dealer: int,
        hands: Sequence[int],
        stock: list[int],
        standing: Standing,
    ) -> None:
        super().lay_out(rules, dealer, hands, stock, standing)
        options = cast("SevensRules", rules)
        self.pack = _pack(options)
        self.opens = opened_by(options)
        self.enforced = options.must_play == "enforced"
        self.limit = options.pass_limit or 0
        self.play_on = options.end == "play_on"
        self.priced = options.scoring == "chips" and options.must_play != "optional"
        self.has_jokers = options.jokers > 0

        self.live = (1 << rules.players) - 1
        self.passes = [0] * rules.players
        self.passed = 0
        self.out = []
        self.eliminated = []
        self.laid = [0] * rules.players
        self.owed = []
        self.fined = 0
        self.joker_at = [-1, -1]
        self.due = 0
        self.opening = -1
        self.loose = 0
        self.next = ALL_SEVENS
        if options.start == "prelaid":
            self._prelay()
        elif options.start != "left":
            self.opening = parse_card(options.start)
            self.next = 1 << self.opening
            self.at = self._holder(self.opening)
            # Whoever is to open holds that card (1.2).
            self.shows(self.next)

    def _prelay(self) -> None:
        first = self._holder(_SEVEN_OF_DIAMONDS)
        for seat in range(self.players):
            self.hands[seat] &= ~ALL_SEVENS
        self.next = self._survey()
        self.at = first
        for seat in range(self.players):
            if not self.hands[seat]:
                self.at = seat
                self._go_out(seat)
        if self.at != NOBODY:
            self.at = first
            if not self.live >> first & 1:
                self._pass_on()

    def copy(self) -> "SevensDeal":
        deal = SevensDeal()
        deal.take_from(self)
        return deal

    def take_from(self, other: Deal) -> None:
        super().take_from(other)
        deal = cast("SevensDeal", other)
        self.pack = deal.pack
        self.opens = deal.opens
        self.enforced = deal.enforced
        self.limit = deal.limit
        self.play_on = deal.play_on
        self.priced = deal.priced
        self.has_jokers = deal.has_jokers
        self.live = deal.live
        self.passes = deal.passes[:]
        self.passed = deal.passed
        self.out = deal.out[:]
        self.eliminated = deal.eliminated[:]
        self.laid = deal.laid[:]
        self.owed = deal.owed[:]
        self.fined = deal.fined
        self.joker_at = deal.joker_at[:]
        self.due = deal.due
        self.opening = deal.opening
        self.loose = deal.loose
        self.next = deal.next

    # What may be played

    def cards(self) -> int:
        hand = self.hands[self.at]
        if self.due & hand:
            return self.due & hand
        return hand & self.next

    def words(self, cards: int) -> list[int]:
        if self.has_jokers:
            jokers = self._joker_moves(cards)
            if jokers:
                return jokers
        if cards and (self.enforced or self.opening >= 0 or self._circuit_full()):
            return NO_WORDS
        return ONLY_PASS

    def _circuit_full(self) -> bool:
        """Whether as many passes in a row were made as there are seats in play (1.2)."""
        return self.passed >= count(self.live)

    def _joker_moves(self, cards: int) -> list[int]:
        hand = self.hands[self.at]
        if hand < 1 << FIRST_JOKER or cards & self.due or self.opening >= 0 or count(hand) == 1:
            return []
        places = cards_of(self._joker_places())
        return [
            JOKER_AS + 52 * joker + card
            for joker in range(2)
            if hand >> FIRST_JOKER + joker & 1
            for card in places
        ]

    def _joker_places(self) -> int:
        """The places that a joker could take now: no two may lie in one row (1.5)."""
        places = self.next
        for place in self.joker_at:
            if place >= 0:
                places &= ~(ONE_SUIT << 13 * suit_of(place))
        return places

    def why_not(self, move: int) -> IllegalMove:
        cards = self.cards()
        legal = tuple(self.moves())
        hand = self.hands[self.at]
        if move == PASS:
            jokers = not cards and legal != (PASS,)
            if self.opening >= 0:
                return IllegalMove(
                    N_("{card} opens the deal and must be played"),
                    legal,
                    card=Cards((self.opening,)),
                )
            if self.due & hand:
                return IllegalMove(
                    N_("a joker lies in the place of {cards}: lay the card there"),
                    legal,
                    cards=Cards(cards_of(cards)),
                )
            if jokers:
                return IllegalMove(N_("you may not pass: your joker fits"), legal)
            if self.enforced:
                return IllegalMove(
                    N_("you may not pass: {cards} fits"), legal, cards=Cards(cards_of(cards))
                )
            return IllegalMove(
                N_("all have passed in a row: whoever can play must now ({cards})"),
                legal,
                cards=Cards(cards_of(cards)),
            )
        card = move
        if JOKER_AS <= move < MOVES_END:
            joker, card = divmod(move - JOKER_AS, 52)
            if not hand >> FIRST_JOKER + joker & 1:
                return IllegalMove(
                    N_("you do not hold {card}"), legal, card=Cards((FIRST_JOKER + joker,))
                )
            if hand == 1 << FIRST_JOKER + joker:
                return IllegalMove(N_("a joker may not be the last card"), legal)
        elif not 0 <= move < FIRST_JOKER:
            if FIRST_JOKER <= move < PASS and hand >> move & 1:
                return IllegalMove(N_("say in which place the joker is laid"), legal)
            return self.not_held(move) or IllegalMove(N_("Sevens has no such move"), legal)
        else:
            refusal = self.not_held(move)
            if refusal is not None:
                return refusal
        if self.opening >= 0:
            return IllegalMove(
                N_("{card} opens the deal and must be played"), legal, card=Cards((self.opening,))
            )
        if self.due & hand:
            return IllegalMove(
                N_("a joker lies in the place of {cards}: lay the card there"),
                legal,
                cards=Cards(cards_of(cards)),
            )
        if move >= JOKER_AS and self.next >> card & 1:
            return IllegalMove(N_("a joker already lies in this row"), legal)
        if not self.pack >> card & 1:
            return IllegalMove(N_("{card} is not in this pack"), legal, card=Cards((card,)))
        return self._does_not_join(card, legal)

    def _does_not_join(self, card: int, legal: tuple[int, ...]) -> IllegalMove:
        filled = self._filled()
        if filled >> card & 1:
            return IllegalMove(N_("the place of {card} is filled"), legal, card=Cards((card,)))
        seven = 13 * suit_of(card) + SEVEN
        if not filled >> seven & 1:
            return IllegalMove(
                N_("{card} does not fit yet: {seven} has not been played"),
                legal,
                card=Cards((card,)),
                seven=Cards((seven,)),
            )
        ends = cards_of(self.next & ONE_SUIT << 13 * suit_of(card))
        return IllegalMove(
            N_("{card} does not fit yet: next in its row: {ends}"),
            legal,
            card=Cards((card,)),
            ends=Cards(ends),
        )

    # What a move does

    def push(self, move: int) -> None:
        seat = self.at
        if move == PASS:
            self._pass(seat)
            return
        self.passed = 0
        if move >= JOKER_AS:
            joker, move = divmod(move - JOKER_AS, 52)
            self.hands[seat] &= ~(1 << FIRST_JOKER + joker)
            self.joker_at[joker] = move
            self.due |= 1 << move
            self._extend(move)
        else:
            bit = 1 << move
            hand = self.hands[seat] ^ bit
            if self.due & bit:
                joker = self.joker_at.index(move)
                self.joker_at[joker] = -1
                self.due ^= bit
                hand |= 1 << FIRST_JOKER + joker
            else:
                self._extend(move)
            self.hands[seat] = hand
            if not hand:
                self._go_out(seat)
                return
        self._pass_on()

    def playout(self, seed: int) -> int:
        if not self.enforced or self.limit or self.has_jokers or self.priced:
            return super().playout(seed)
        moves = 0
        if self.opening >= 0:
            self.push(self.opening)
            moves = 1
        hands, opens, ends, seat = self.hands, self.opens, self.next, self.at
        last = self.players - 1
        while seat != NOBODY:
            moves += 1
            fits = hands[seat] & ends
            if fits:
                if fits & (fits - 1):
                    seed = seed * LEHMER % LEHMER_PRIME
                    choice = seed * (count(fits) if COMPILED else fits.bit_count()) >> 30
                    while choice:
                        fits &= fits - 1
                        choice -= 1
                    fits &= -fits
                ends = (ends ^ fits) | opens[fits.bit_length() - 1]
                hand = hands[seat] ^ fits
                hands[seat] = hand
                if not hand:
                    self.at = seat
                    self.next = ends
                    self._go_out(seat)
                    seat = self.at
                    continue
            seat = seat + 1 if seat != last else 0
            while not hands[seat]:
                seat = seat + 1 if seat != last else 0
        return moves

    def _extend(self, card: int) -> None:
        if self.opening >= 0:
            self.opening = -1
            self.next |= ALL_SEVENS
        opened = self.opens[card]
        self.next ^= 1 << card
        while opened & self.loose:
            # The row reaches through cards that an eliminated seat laid (1.2).
            joined = opened & self.loose
            self.loose ^= joined
            opened ^= joined
            for through in cards_of(joined):
                opened |= self.opens[through]
        self.next |= opened

    def _pass_on(self) -> None:
        if self.has_jokers and self._only_jokers_left():
            # A joker may not be the last card (1.5), so nobody could ever play again.
            self.at = NOBODY
            return
        seat = self.at + 1
        if seat == self.players:
            seat = 0
        while not self.live >> seat & 1:
            seat += 1
            if seat == self.players:
                seat = 0
        self.at = seat

    def _go_out(self, seat: int) -> None:
        self.out.append(seat)
        self.live ^= 1 << seat
        self._leave()

    def _leave(self) -> None:
        """The deal ends or the turn passes on, after a seat has left the play."""
        if (self.out and not self.play_on) or count(self.live) < (2 if self.play_on else 1):
            self.at = NOBODY
        else:
            self._pass_on()

    def _only_jokers_left(self) -> bool:
        for seat in range(self.players):
            if self.live >> seat & 1 and self.hands[seat] & PACK:
                return False
        return True

    def _pass(self, seat: int) -> None:
        if self.priced:
            self._charge(seat)
        self.passes[seat] += 1
        self.passed += 1
        # A seat left alone plays on until its hand is empty (1.2).
        if self.limit and self.passes[seat] > self.limit and count(self.live) > 1:
            self.laid[seat] = self.hands[seat]
            self.loose |= self.hands[seat]
            self.hands[seat] = 0
            self.eliminated.append(seat)
            self.live ^= 1 << seat
            self.passed = 0
            self.next = self._survey()
            self._leave()
        else:
            self._pass_on()

    def _charge(self, seat: int) -> None:
        """Price a pass (1.4). The chips move at the end, so that no payment tells who holds what.

        A pass that puts its seat out is priced before its cards are laid.
        """
        prices = PRICES[cast("SevensRules", self.rules).prices]
        fits = self.hands[seat] & self.next
        if fits:
            self.owed.append(Payment(seat, NOBODY, prices.wrongful_pass, "wrongful pass"))
        elif prices.forced_pass:
            self.owed.append(Payment(seat, NOBODY, prices.forced_pass, "forced pass"))
        for seven in cards_of(fits & ALL_SEVENS & ~self.fined):
            self.fined |= 1 << seven
            for neighbour in cards_of(self.opens[seven]):
                for holder in range(self.players):
                    if holder != seat and self.hands[holder] >> neighbour & 1:
                        self.owed.append(
                            Payment(seat, holder, prices.withheld_seven, "withheld seven", seven)
                        )

    def _holder(self, card: int) -> int:
        for seat in range(self.players):
            if self.hands[seat] >> card & 1:
                return seat
        raise DealError(N_("nobody holds {card}"), card=Cards((card,)))

    def _filled(self) -> int:
        """The places that are filled, joined to their seven or not."""
        held = 0
        for hand in self.hands:
            held |= hand
        return self.pack & PACK & ~held | self.due

    def _survey(self) -> int:
        """The cards that can be laid now, from the filled places; notes the loose ones."""
        filled = self._filled()
        loose, ends = filled, 0
        for suit in range(4):
            seven = 13 * suit + SEVEN
            reached = 1 << seven
            while reached:
                ends |= reached & ~filled
                joined = reached & filled
                loose &= ~joined
                reached = 0
                for card in cards_of(joined):
                    reached |= self.opens[card]
        self.loose = loose
        return ends

    def learn(self, move: int) -> None:
        if move == PASS:
            # A pass where whoever can play must: nothing fitted.
            if self.enforced or self._circuit_full():
                self.lacks(self.next | self.due)
                # A joker fits wherever a card does, but not as the last card (1.5).
                if self.has_jokers and count(self.hands[self.at]) > 1 and self._joker_places():
                    self.lacks(JOKERS)
        elif move >= JOKER_AS:
            self.lacks(self.due)
            self.gives(FIRST_JOKER + (move - JOKER_AS) // 52)
        else:
            self.gives(move)
            if self.due >> move & 1:
                self.shows(1 << FIRST_JOKER + self.joker_at.index(move))
            elif self.due:
                self.lacks(self.due)

    # How it ends

    def result(self) -> Result:
        if self.at != NOBODY:
            raise DealError(N_("the deal is not over"))
        rules = cast("SevensRules", self.rules)
        kept = [self.hands[seat] | self.laid[seat] for seat in range(self.players)]
        if rules.scoring == "chips":
            score = [0] * self.players
            for payment in self.payments():
                if payment.seat != NOBODY:
                    score[payment.seat] -= payment.chips
                if payment.to != NOBODY:
                    score[payment.to] += payment.chips
        elif rules.scoring == "penalty":
            score = [_worth(hand, rules.unit) for hand in kept]
        else:
            score = [0] * self.players
        return {"left": [count(hand) for hand in kept], "score": score, "order": self.out[:]}

    def winners(self) -> list[int]:
        """The best-ranked seat: out first, else the last holder, else the last put out (1.3).

        None where only jokers are left in several hands.
        """
        if self.out:
            return self.out[:1]
        holders = [seat for seat in range(self.players) if self.live >> seat & 1]
        if holders:
            return holders if len(holders) == 1 else []
        return self.eliminated[-1:]

    def balanced(self) -> bool:
        chips = cast("SevensRules", self.rules).scoring == "chips"
        return not chips or sum(self.result()["score"]) == 0

    def payments(self) -> list[Payment]:
        """The chips of a finished deal, one by one (1.4); none where chips are not played for.

        None either where only jokers are left and nobody has won: everybody takes back his own.
        """
        rules, winners = cast("SevensRules", self.rules), self.winners()
        if rules.scoring != "chips" or not winners:
            return []
        prices, winner = PRICES[rules.prices], winners[0]
        sizes = [count(hand) for hand in self.dealt]
        paid = []
        for seat in range(self.players):
            short = sizes[seat] < max(sizes)
            ante = prices.ante + (prices.short_hand if short else 0)
            paid.append(Payment(seat, NOBODY, ante, "ante"))
        paid.extend(self.owed)
        pool = sum(payment.chips for payment in paid if payment.to == NOBODY)
        paid.append(Payment(NOBODY, winner, pool, "pool"))
        for seat in range(self.players):
            left = _worth(self.hands[seat] | self.laid[seat], "card")
            if seat != winner and left:
                paid.append(Payment(seat, winner, left, "cards"))
        return paid

    def view(self, seat: int | None) -> SevensView:
        filled = self._filled()
        on_table = filled & ~self.due
        jokers = 0
        for joker in range(2):
            if self.joker_at[joker] >= 0:
                jokers |= 1 << FIRST_JOKER + joker
        return SevensView(
            **self.told(seat, on_table | jokers, self.pack),
            next=self.next,
            table=filled,
            loose=self.loose,
            jokers=(self.joker_at[0], self.joker_at[1]),
            passes=tuple(self.passes),
            out=tuple(self.out),
            eliminated=tuple([(gone, self.laid[gone]) for gone in self.eliminated]),
            payments=tuple(self.payments()) if self.at == NOBODY else (),
        )


_SEVEN_OF_DIAMONDS: Final = parse_card("7d")


def _pack(rules: SevensRules) -> int:
    pack = SHORT_PACK if rules.deck == 32 else PACK
    return pack | (1 << rules.jokers) - 1 << FIRST_JOKER


def _worth(hand: int, unit: str) -> int:
    """What the cards left in a hand count (1.3, 1.5)."""
    worth = JOKER_WORTH * count(hand >> FIRST_JOKER)
    if unit == "card":
        return worth + count(hand & PACK)
    for card in cards_of(hand & PACK):
        rank = rank_of(card)
        worth += 1 if rank == ACE else rank + 2
    return worth


def _opens(order: tuple[int, ...]) -> list[int]:
    """For each card, its neighbours away from the seven, where `order` is a whole row."""
    opens = [0] * 52
    for suit in range(0, 52, 13):
        for place, rank in enumerate(order):
            if order.index(SEVEN) <= place < len(order) - 1:
                opens[suit + rank] |= 1 << suit + order[place + 1]
            if 0 < place <= order.index(SEVEN):
                opens[suit + rank] |= 1 << suit + order[place - 1]
    return opens


_UP: Final = tuple(range(SEVEN, ACE))
_ACE_HIGH: Final = _opens((*range(TWO, SEVEN), *_UP, ACE))
_ACE_LOW: Final = _opens((ACE, *range(TWO, SEVEN), *_UP))
_SHORT: Final = _opens((*_UP, ACE))


def opened_by(rules: SevensRules) -> list[int]:
    """For each card, the neighbours that it makes playable when it is laid, as a bit set."""
    if rules.deck == 32:
        return _SHORT
    return _ACE_HIGH if rules.ace == "high" else _ACE_LOW


class Sevens(Game):
    """Sevens, also Сімки, Семёрки, Fan Tan, Card Dominoes, Parliament."""

    name = "sevens"
    title = N_("Sevens")
    rules_type = SevensRules
    presets: ClassVar[Mapping[str, Preset]] = {
        "international": Preset(N_("Ace high; the player left of the dealer opens; to 100.")),
        "diamonds": Preset(
            N_("Ace low; the seven of diamonds opens; to 50."),
            {"ace": "low", "start": "7d", "target": 50},
            least=3,
            most=7,
        ),
        "hearts": Preset(
            N_("Ace low; the seven of hearts opens; to 100."),
            {"ace": "low", "start": "7h"},
            least=3,
        ),
        "chips": Preset(
            N_("For chips: passing with a card that fits costs a chip."),
            {"must_play": "fined", "scoring": "chips", "prices": "chips"},
            least=3,
        ),
        "chips_hoyle": Preset(
            N_("For chips at the prices of the old books; the ace is low."),
            {"ace": "low", "must_play": "fined", "scoring": "chips", "prices": "chips_hoyle"},
            least=3,
        ),
        "short": Preset(N_("32 cards: rows grow only upward; to 100."), {"deck": 32}),
        "shichinarabe": Preset(
            N_("The sevens are laid out; three passes each; on to the last holder."),
            {
                "ace": "low",
                "start": "prelaid",
                "must_play": "optional",
                "pass_limit": 3,
                "end": "play_on",
                "scoring": "none",
            },
            least=3,
        ),
    }

    def pack(self, rules: Rules) -> int:
        return _pack(cast("SevensRules", rules))

    def hand_size(self, rules: Rules) -> int:
        return 0

    def sides(self, rules: Rules) -> int:
        return rules.players

    def few_win(self, rules: Rules) -> bool:
        return cast("SevensRules", rules).scoring == "penalty"

    def new_deal(self) -> SevensDeal:
        return SevensDeal()

    def start(self, rules: Rules, dealer: int) -> Standing:
        nought = (0,) * rules.players
        return Standing(dealer=dealer, totals=nought, wins=nought)

    def add(
        self, rules: Rules, before: Standing, score: Sequence[int], winners: Sequence[int] = ()
    ) -> Standing:
        options = cast("SevensRules", rules)
        totals = tuple(a + b for a, b in zip(before.totals, score, strict=True))
        wins = tuple(won + (seat in winners) for seat, won in enumerate(before.wins))
        played = before.deal + 1
        if options.deals_in_match is None:
            over = max(totals) >= options.target
        else:
            over = played >= options.deals_in_match
        # Few penalty points are good; chips and deals won are good in numbers.
        standing = {"penalty": [-points for points in totals], "chips": totals, "none": wins}
        best = max(standing[options.scoring])
        winners = tuple(s for s, worth in enumerate(standing[options.scoring]) if worth == best)
        return Standing(
            dealer=(before.dealer + 1) % rules.players,
            totals=totals,
            deal=played,
            over=over,
            winners=winners if over else (),
            wins=wins,
        )
