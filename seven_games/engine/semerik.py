"""Semerik: two against two, a Russian relative of Tressette with declarations (`rules.md` 3)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import ClassVar, Final, cast

from mypy_extensions import mypyc_attr

from seven_games.engine.cards import (
    ACE,
    COMPILED,
    FOUR,
    JACK,
    JOKER_AS,
    KING,
    ONE_RANK,
    ONE_SUIT,
    PASS,
    QUEEN,
    RANKS,
    SEVEN,
    SHOW_BABA,
    SHOW_TRIPLE,
    SIX,
    STOP,
    THREE,
    TWO,
    cards_of,
    count,
    hand_of,
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

ORDER: Final = (FOUR, FOUR + 1, SIX, SEVEN, JACK, QUEEN, KING, ACE, TWO, THREE)
"""The ranks from low to high (3.1)."""
SEMERIK_PACK: Final = sum(ONE_RANK << rank for rank in ORDER)
FIGURES: Final = sum(ONE_RANK << rank for rank in (JACK, QUEEN, KING, TWO, THREE))
"""The counters J Q K 2 3 (3.3)."""
ACES: Final = ONE_RANK << ACE
HEARTS: Final = 1
GAME: Final = 21
NO_WORDS: Final[list[int]] = []


@mypyc_attr(native_class=False)
@dataclass(frozen=True)
class SemerikRules(Rules):
    """The options of Semerik (3.1-3.4)."""

    follow: str = option(
        "beat_or_free",
        Option(
            N_(
                "What must be played: a higher card of the suit led, else any card; "
                "higher, else the suit, else any; the suit, else any."
            ),
            values=("beat_or_free", "follow_and_beat", "follow_suit"),
        ),
    )
    declare: str = option(
        "any_turn",
        Option(
            N_("When a combination may be shown: on any turn, or before one's first card."),
            values=("any_turn", "first_turn"),
        ),
    )
    baba: str = option(
        "7_2_a", Option(N_("The cards of the Baba: 7-2-A or 3-2-A."), values=("7_2_a", "3_2_a"))
    )
    sixteen: str = option(
        "whole_suit",
        Option(
            N_("What makes a Baba worth 16: the whole suit, or a run of seven cards with it."),
            values=("whole_suit", "run_of_seven"),
        ),
    )
    baba_triple: str = option(
        "add",
        Option(
            N_("Whether a Baba and a triple of threes, twos or aces add up, or only 3 count."),
            values=("add", "only_3"),
        ),
    )
    ace: str = option(
        "none",
        Option(
            N_("What a captured ace counts: nothing, a counter, or one point."),
            values=("none", "third", "full"),
        ),
    )
    last_trick: int = option(0, Option(N_("What the last trick is worth."), values=(0, 1)))
    finish: str = option(
        "end_of_deal",
        Option(
            N_("Whether a game is decided at the end of a deal, or by a declaration at once."),
            values=("end_of_deal", "immediate"),
        ),
    )
    games: int = option(3, Option(N_("How many games make a match."), least=1, most=9))


@mypyc_attr(native_class=False)
@dataclass(frozen=True)
class Shown:
    """A combination that a seat has declared: the move, the cards shown, what it was worth."""

    seat: int
    move: int
    cards: int
    worth: int


@mypyc_attr(native_class=False)
@dataclass(frozen=True, kw_only=True)
class SemerikView(View):
    """What a seat may know of a deal of Semerik.

    `trick` and `last_trick` are (seat, card) in the order played; `leader` led the trick that is
    on (or leads the next), `taking` is winning it (None before its first card), `must_beat` is the
    card to beat. `shown` are the declarations; `points` by side what they were worth; `counters`
    by side in cards, `aces` by side, `tricks` by seat. `last_taker` took the last trick.
    """

    trick: tuple[tuple[int, int], ...]
    last_trick: tuple[tuple[int, int], ...]
    last_taker: int | None
    leader: int
    taking: int | None
    must_beat: int | None
    shown: tuple[Shown, ...]
    points: tuple[int, ...]
    counters: tuple[int, ...]
    aces: tuple[int, ...]
    tricks: tuple[int, ...]

    @property
    def game(self) -> str:
        return "semerik"


class SemerikDeal(Deal):
    """One deal of Semerik."""

    follow: int
    first_turn: bool
    counting: int
    can_show: list[list[tuple[int, int]]]
    """For each seat the moves that show a combination, with the cards it is made of."""
    played: int
    """Cards in the trick that is on."""
    leader: int
    best: int
    taking: int
    pile: int
    pile_aces: int
    counters: list[int]
    aces: list[int]
    tricks: list[int]
    last_taker: int
    points: list[int]
    """What each side has shown."""
    shown: tuple[Shown, ...]
    cut_short: bool
    marks: tuple[int, ...]
    """Where in the log each trick begins."""

    def lay_out(
        self,
        rules: Rules,
        dealer: int,
        hands: Sequence[int],
        stock: list[int],
        standing: Standing,
    ) -> None:
        super().lay_out(rules, dealer, hands, stock, standing)
        options = cast("SemerikRules", rules)
        self.follow = ("beat_or_free", "follow_and_beat", "follow_suit").index(options.follow)
        self.first_turn = options.declare == "first_turn"
        self.counting = FIGURES | (ACES if options.ace == "third" else 0)
        self.can_show = [combinations(hand, options.baba) for hand in self.hands]
        self.played = 0
        self.leader = self.at
        self.best = -1
        self.taking = NOBODY
        self.pile = 0
        self.pile_aces = 0
        self.counters = [0, 0]
        self.aces = [0, 0]
        self.tricks = [0, 0, 0, 0]
        self.last_taker = NOBODY
        self.points = [0, 0]
        self.shown = ()
        self.cut_short = False
        self.marks = (0,)

    def copy(self) -> "SemerikDeal":
        deal = SemerikDeal()
        deal.take_from(self)
        return deal

    def take_from(self, other: Deal) -> None:
        super().take_from(other)
        deal = cast("SemerikDeal", other)
        self.follow = deal.follow
        self.first_turn = deal.first_turn
        self.counting = deal.counting
        self.can_show = deal.can_show[:]
        self.played = deal.played
        self.leader = deal.leader
        self.best = deal.best
        self.taking = deal.taking
        self.pile = deal.pile
        self.pile_aces = deal.pile_aces
        self.counters = deal.counters[:]
        self.aces = deal.aces[:]
        self.tricks = deal.tricks[:]
        self.last_taker = deal.last_taker
        self.points = deal.points[:]
        self.shown = deal.shown
        self.cut_short = deal.cut_short
        self.marks = deal.marks

    # What may be played

    def cards(self) -> int:
        hand = self.hands[self.at]
        if self.played == 0:
            return hand
        return legal_cards(hand, self.best, self.follow)

    def words(self, cards: int) -> list[int]:
        can_show = self.can_show[self.at]
        if not can_show:
            return NO_WORDS
        hand = self.hands[self.at]
        held = [pair for pair in can_show if count(hand & pair[1]) >= 3]
        # A combination that is broken never comes together again.
        self.can_show[self.at] = held
        return [move for move, _ in held]

    def why_not(self, move: int) -> IllegalMove:
        legal = tuple(self.moves())
        if SHOW_BABA <= move < JOKER_AS:
            if any(s.seat == self.at and s.move == move for s in self.shown):
                return IllegalMove(N_("each combination is shown once a deal"), legal)
            if self.first_turn and count(self.hands[self.at]) < 10:
                return IllegalMove(N_("combinations are shown before one's first card"), legal)
            return IllegalMove(N_("you do not hold this combination"), legal)
        if move in (PASS, STOP) or move >= JOKER_AS:
            return IllegalMove(N_("Semerik has no such move"), legal)
        refusal = self.not_held(move)
        if refusal is not None:
            return refusal
        cards = Cards(cards_of(self.cards()))
        best = Cards((self.best,))
        if self.hands[self.at] & _HIGHER[self.best] and self.follow != _FOLLOW_SUIT:
            return IllegalMove(
                N_("{best} is to be beaten and you hold {cards}"), legal, best=best, cards=cards
            )
        return IllegalMove(
            N_("{led} was led and you hold {cards}"),
            legal,
            led=Cards((cards_played(self.log[self.marks[-1] :])[0][1],)),
            cards=cards,
        )

    # What a move does

    def push(self, move: int) -> None:
        seat = self.at
        if move >= SHOW_BABA:
            self._show(seat, move)
            return
        bit = 1 << move
        self.hands[seat] ^= bit
        if self.first_turn:
            self.can_show[seat] = []
        if self.played == 0:
            self.leader = seat
            self.best = move
            self.taking = seat
        elif _HIGHER[self.best] & bit:
            self.best = move
            self.taking = seat
        if self.counting & bit:
            self.pile += 1
        elif ACES & bit:
            self.pile_aces += 1
        if self.played == 3:
            self._take()
        else:
            self.played += 1
            self.at = (seat + 1) & 3

    def playout(self, seed: int) -> int:
        moves = 0
        while self.played and self.at != NOBODY:
            seed = self.push_any(seed)
            moves += 1
        if self.at == NOBODY:
            return moves
        hands, can_show, higher, follow = self.hands, self.can_show, _HIGHER, self.follow
        leader = self.at
        size = count(hands[leader])
        while size:
            best, taking, trick = -1, leader, 0
            for seat in _IN_TURN[leader]:
                hand = cards = hands[seat]
                choices = size
                if trick:
                    over = hand & higher[best]
                    if over and follow != _FOLLOW_SUIT:
                        cards = over
                    elif follow != _BEAT_OR_FREE and hand & _SUIT[best // 13]:
                        cards = hand & _SUIT[best // 13]
                    if cards != hand:
                        choices = count(cards) if COMPILED else cards.bit_count()
                choice = 0
                if can_show[seat]:
                    self.at = seat
                    words = self.words(cards)
                    while choices + len(words) > 1:
                        seed = seed * LEHMER % LEHMER_PRIME
                        choice = seed * (choices + len(words)) >> 30
                        if choice < choices:
                            break
                        self._show(seat, words[choice - choices])
                        moves += 1
                        if self.at == NOBODY:
                            return moves + count(trick)
                        choice = 0
                        words = self.words(cards)
                    if self.first_turn:
                        can_show[seat] = []
                elif choices > 1:
                    seed = seed * LEHMER % LEHMER_PRIME
                    choice = seed * choices >> 30
                while choice:
                    cards &= cards - 1
                    choice -= 1
                bit = cards & -cards
                hands[seat] = hand ^ bit
                trick |= bit
                if best < 0 or higher[best] & bit:
                    best = bit.bit_length() - 1
                    taking = seat
            moves += 4
            size -= 1
            self.pile = count(trick & self.counting)
            self.pile_aces = count(trick & ACES & ~self.counting)
            self.taking = leader = taking
            self._take()
        return moves

    def _take(self) -> None:
        taker = self.taking
        self.counters[taker & 1] += self.pile
        self.aces[taker & 1] += self.pile_aces
        self.tricks[taker] += 1
        self.pile = 0
        self.pile_aces = 0
        self.played = 0
        self.best = -1
        self.last_taker = taker
        self.taking = NOBODY
        self.leader = taker
        self.at = taker if self.hands[taker] else NOBODY

    def _show(self, seat: int, move: int) -> None:
        rules = cast("SemerikRules", self.rules)
        cards, worth = combination(self.hands[seat], move, rules)
        if rules.baba_triple == "only_3" and pair_shown(self.shown, seat, move):
            worth = 0
        self.can_show[seat] = [pair for pair in self.can_show[seat] if pair[0] != move]
        self.shown = (*self.shown, Shown(seat, move, cards, worth))
        self.points[seat & 1] += worth
        before = (self.standing.game or (0, 0))[seat & 1]
        if rules.finish == "immediate" and worth and before + self.points[seat & 1] >= GAME:
            self.cut_short = True
            self.at = NOBODY

    def play(self, move: int) -> None:
        ends_trick = self.played == 3 and move < SHOW_BABA
        super().play(move)
        if ends_trick:
            self.marks = (*self.marks, len(self.log))

    def learn(self, move: int) -> None:
        if move >= SHOW_BABA:
            self._learn_from_showing(move)
            return
        self.gives(move)
        if self.played:
            higher, suit = _HIGHER[self.best], _SUIT[self.best // 13]
            if self.follow != _FOLLOW_SUIT and not higher >> move & 1:
                self.lacks(higher)
            if self.follow != _BEAT_OR_FREE and not suit >> move & 1:
                self.lacks(suit)

    def _learn_from_showing(self, move: int) -> None:
        cards, _ = combination(self.hands[self.at], move, cast("SemerikRules", self.rules))
        self.shows(cards)
        if move >= SHOW_TRIPLE:
            self.lacks(ONE_RANK << move - SHOW_TRIPLE & ~cards)
            return
        # What was joined to the Baba was shown and scored, so the cards beside it are elsewhere.
        suit = move - SHOW_BABA
        for place, rank in enumerate(ORDER):
            if cards >> 13 * suit + rank & 1:
                for beside in ORDER[max(place - 1, 0) : place + 2]:
                    self.lacks(1 << 13 * suit + beside & ~cards)

    # How it ends

    def result(self) -> Result:
        if self.at != NOBODY:
            raise DealError(N_("the deal is not over"))
        return {
            "shown": self.points[:],
            "counters": self.counters[:],
            "tricks": self.tricks[:],
            "score": [sum(worth for _, worth in self.account(side)) for side in range(2)],
        }

    def winners(self) -> list[int]:
        score = self.result()["score"]
        return [seat for seat in range(4) if score[seat & 1] > score[1 - seat & 1]]

    def balanced(self) -> bool:
        counting = count(SEMERIK_PACK & self.counting)
        return self.cut_short or (sum(self.counters), sum(self.tricks)) == (counting, 10)

    def account(self, side: int) -> list[tuple[str, int]]:
        """How the score of a side came about, line by line (3.3)."""
        rules = cast("SemerikRules", self.rules)
        lines = [(N_("declarations"), self.points[side])]
        if self.cut_short:
            return lines
        lines.append((N_("counters, three a point"), self.counters[side] // 3))
        if rules.ace == "full":
            lines.append((N_("aces"), self.aces[side]))
        if rules.last_trick and self.last_taker & 1 == side:
            lines.append((N_("last trick"), rules.last_trick))
        of_side = (self.tricks[side], self.tricks[side + 2])
        if sum(of_side) == 10:
            lines.append((N_("all ten tricks"), 4))
        if max(of_side) >= 9 and min(of_side) == 0:
            lines.append((N_("one player took nine or ten, his partner none"), 6))
        return lines

    def view(self, seat: int | None) -> SemerikView:
        played = hand_of(card for _, card in cards_played(self.log))
        begin = self.marks[-1]
        before = self.marks[-2] if len(self.marks) > 1 else 0
        return SemerikView(
            **self.told(seat, played, SEMERIK_PACK),
            trick=cards_played(self.log[begin:]),
            last_trick=cards_played(self.log[before:begin]),
            last_taker=None if self.last_taker == NOBODY else self.last_taker,
            leader=self.leader,
            taking=None if self.taking == NOBODY else self.taking,
            must_beat=None if self.best < 0 else self.best,
            shown=self.shown,
            points=tuple(self.points),
            counters=tuple(self.counters),
            aces=tuple(self.aces),
            tricks=tuple(self.tricks),
        )


_BEAT_OR_FREE: Final = 0
_FOLLOW_SUIT: Final = 2
_SUIT: Final = [ONE_SUIT << 13 * suit & SEMERIK_PACK for suit in range(4)]
_HIGHER: Final = [
    sum(1 << card // 13 * 13 + rank for rank in ORDER[ORDER.index(card % 13) + 1 :])
    if card % 13 in ORDER
    else 0
    for card in range(52)
]
"""For each card, the higher cards of its suit."""
_IN_TURN: Final = [[(leader + step) & 3 for step in range(4)] for leader in range(4)]
"""For each leader the seats in the order in which they play."""
_BABA: Final = {"7_2_a": (SEVEN, TWO, ACE), "3_2_a": (THREE, TWO, ACE)}


def _pairs_with_baba(move: int) -> bool:
    return move - SHOW_TRIPLE in (THREE, TWO, ACE)


def combinations(hand: int, baba: str) -> list[tuple[int, int]]:
    """The moves that show a combination held in this hand, with the cards it is made of."""
    found = []
    for suit in range(4):
        made_of = sum(1 << 13 * suit + rank for rank in _BABA[baba])
        if hand & made_of == made_of:
            found.append((SHOW_BABA + suit, made_of))
    for rank in range(len(RANKS)):
        made_of = ONE_RANK << rank
        if count(hand & made_of) >= 3:
            found.append((SHOW_TRIPLE + rank, made_of))
    return found


def pair_shown(shown: tuple[Shown, ...], seat: int, move: int) -> bool:
    """Whether this is the second of a Baba and a triple of threes, twos or aces (3.2)."""
    if move >= SHOW_TRIPLE and not _pairs_with_baba(move):
        return False
    before = [one.move for one in shown if one.seat == seat]
    if move < SHOW_TRIPLE:
        return any(_pairs_with_baba(one) for one in before)
    return any(one < SHOW_TRIPLE for one in before)


def declaration(view: SemerikView, move: int) -> tuple[int, int]:
    """The cards that a declaration of the viewer would show now, and what it would be worth."""
    rules = cast("SemerikRules", view.rules)
    cards, worth = combination(view.hand, move, rules)
    if view.seat is not None and rules.baba_triple == "only_3":
        worth = 0 if pair_shown(view.shown, view.seat, move) else worth
    return cards, worth


def combination(hand: int, move: int, rules: SemerikRules) -> tuple[int, int]:
    """The cards that a declaration shows and what it is worth (3.2).

    A Baba shows its three cards and the cards that score with it; a triple all cards of its rank.
    """
    if move >= SHOW_TRIPLE:
        rank = move - SHOW_TRIPLE
        worth = 4 if rank == SEVEN else 3 if _pairs_with_baba(move) else 1
        return hand & ONE_RANK << rank, worth
    suit = move - SHOW_BABA
    baba = _BABA[rules.baba]
    cards, longest = 0, 0
    run: list[int] = []
    for rank in (*ORDER, NOBODY):
        if rank != NOBODY and hand >> 13 * suit + rank & 1:
            run.append(rank)
            continue
        if any(held in baba for held in run):
            longest = max(longest, len(run))
            cards |= sum(1 << 13 * suit + held for held in run)
        run = []
    if longest >= (7 if rules.sixteen == "run_of_seven" else 10):
        return cards, 16
    return cards, (5 if suit == HEARTS else 3) + count(cards) - 3


def legal_cards(hand: int, best: int, follow: int) -> int:
    """The cards of a hand that may follow where `best` wins the trick; `follow` is a deal's own."""
    over = hand & _HIGHER[best]
    if over and follow != _FOLLOW_SUIT:
        return over
    if follow != _BEAT_OR_FREE:
        same = hand & _SUIT[best // 13]
        if same:
            return same
    return hand


def higher_cards(card: int) -> int:
    """The cards of its suit that beat a card, as a bit set."""
    return _HIGHER[card]


class Semerik(Game):
    """Semerik, Семерик."""

    name = "semerik"
    title = N_("Semerik")
    rules_type = SemerikRules
    presets: ClassVar[Mapping[str, Preset]] = {
        "semerik": Preset(N_("You must beat the suit led if you can."), least=4, most=4),
        "classic": Preset(
            N_("As the older books have it: follow suit, 3-2-A, aces count."),
            {"baba": "3_2_a", "follow": "follow_suit", "ace": "full", "declare": "first_turn"},
            least=4,
            most=4,
        ),
        "tressette": Preset(
            N_("As classic, with a point for the last trick and the game ended at once."),
            {
                "baba": "3_2_a",
                "follow": "follow_suit",
                "ace": "full",
                "declare": "first_turn",
                "last_trick": 1,
                "finish": "immediate",
            },
            least=4,
            most=4,
        ),
    }

    def pack(self, rules: Rules) -> int:
        return SEMERIK_PACK

    def hand_size(self, rules: Rules) -> int:
        return 10

    def sides(self, rules: Rules) -> int:
        return 2

    def new_deal(self) -> SemerikDeal:
        return SemerikDeal()

    def shares(self, standing: Standing) -> tuple[Fraction, ...]:
        """The net credit, split equally between the partners (3.4)."""
        net = standing.totals[0] - standing.totals[1]
        return tuple(Fraction(net if seat % 2 == 0 else -net, 2) for seat in range(4))

    def start(self, rules: Rules, dealer: int) -> Standing:
        return Standing(dealer=dealer, totals=(0, 0), game=(0, 0))

    def add(
        self, rules: Rules, before: Standing, score: Sequence[int], winners: Sequence[int] = ()
    ) -> Standing:
        so_far = before.game or (0, 0)
        game = (so_far[0] + score[0], so_far[1] + score[1])
        totals, games = before.totals, before.games
        if max(game) >= GAME and game[0] != game[1]:
            ahead = 0 if game[0] > game[1] else 1
            credit = 42 if game[1 - ahead] <= 11 else GAME
            totals = tuple(
                total + (credit if side == ahead else 0) for side, total in enumerate(totals)
            )
            games += 1
            game = (0, 0)
        over = games >= cast("SemerikRules", rules).games
        winners = tuple(side for side in range(2) if totals[side] == max(totals))
        return Standing(
            dealer=(before.dealer + 1) % 4,
            totals=totals,
            deal=before.deal + 1,
            over=over,
            winners=winners if over else (),
            game=game,
            games=games,
        )
