"""What every game offers: options and rules, a deal, a view of it, and how a match goes on."""

from abc import abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, fields
from fractions import Fraction
from typing import Any, ClassVar, Final, cast

from mypy_extensions import mypyc_attr

from seven_games.engine.cards import (
    FIRST_JOKER,
    MOVES_END,
    cards_of,
    count,
    hand_of,
    parse_hand,
    pick,
    shorten,
)
from seven_games.engine.dice import Dice
from seven_games.engine.refusal import N_, Cards, DealError, IllegalMove, RulesError

Value = str | int | None
Result = dict[str, list[int]]

LEHMER: Final = 295_397_169
LEHMER_PRIME: Final = (1 << 30) - 35
"""The random numbers of a playout: x becomes x * LEHMER % LEHMER_PRIME.

Both factors stay below 2**30, which compiled code multiplies fastest.
"""

NOBODY: Final = -1
"""`Deal.at` of a deal that is over."""


@mypyc_attr(native_class=False)
@dataclass(frozen=True)
class Option:
    """One option of the rules: what it means and what it may be.

    Either a closed list of `values`, or whole numbers from `least` to `most` (no upper end where
    `most` is None), and also none where `none` says so.
    """

    help: str
    values: tuple[str | int, ...] = ()
    least: int = 0
    most: int | None = None
    none: bool = False

    def check(self, name: str, value: object) -> Value:
        """The value in its own type; text is read as a command line or a foreign record has it.

        Raises RulesError that names the option and its values.
        """
        text = value.strip().lower() if isinstance(value, str) else None
        if self.none and (value is None or text == "none"):
            return None
        if self.values:
            for allowed in self.values:
                same_type = isinstance(value, int) and not isinstance(value, bool)
                if text == str(allowed) or (same_type and value == allowed):
                    return allowed
        else:
            if text is not None and text.isascii() and text.isdecimal() and len(text) < 10:
                value = int(text)
            if (
                isinstance(value, int)
                and not isinstance(value, bool)
                and self.least <= value
                and (self.most is None or value <= self.most)
            ):
                return value
        raise RulesError(
            N_("{option} may be {values}, not {value}"),
            option=name,
            values=self.describe(),
            value=shorten("none" if value is None else repr(value)),
        )

    def describe(self) -> str:
        """The values as a person writes them.

        >>> Option("", least=1, most=9, none=True).describe()
        'none, 1–9'
        """
        if self.values:
            words = [str(value) for value in self.values]
        elif self.most == self.least:
            words = [str(self.least)]
        elif self.most is None:
            words = [f"{self.least}, {self.least + 1}, …"]
        else:
            words = [f"{self.least}–{self.most}"]
        return ", ".join(["none", *words] if self.none else words)


def option(default: Value, option: Option) -> Any:  # noqa: ANN401 - it stands for any field type
    """A field of a rules class that carries its option."""
    return field(default=default, metadata={"option": option})


@mypyc_attr(native_class=False)
@dataclass(frozen=True)
class Rules:
    """The rules of one match: every option has its value. Made by `Game.rules`."""

    preset: str
    players: int

    @classmethod
    def options(cls) -> dict[str, Option]:
        """Every option but the preset and the number of players, in the order of the rules."""
        return {f.name: f.metadata["option"] for f in fields(cls) if "option" in f.metadata}

    def values(self) -> dict[str, Value]:
        """Preset, players and every option, as a record writes them."""
        return {f.name: getattr(self, f.name) for f in fields(self)}

    def refuse(self) -> None:
        """Raise RulesError where two options cannot go together."""


@mypyc_attr(native_class=False)
@dataclass(frozen=True)
class Preset:
    """Options that belong together, and for how many players they are meant."""

    help: str
    options: Mapping[str, Value] = field(default_factory=dict)
    least: int = 2
    most: int = 8
    players: int = 4


@mypyc_attr(native_class=False)
@dataclass(frozen=True)
class Standing:
    """How a match stands between two deals.

    `totals` and `winners` are by seat or by side as the game has it; `deal` counts the deals
    played; `dealer` deals next; `game` are the points of the game that is on (Semerik), `wins`
    the deals won by each seat (Sevens without scoring).
    """

    dealer: int
    totals: tuple[int, ...]
    deal: int = 0
    over: bool = False
    winners: tuple[int, ...] = ()
    game: tuple[int, ...] | None = None
    wins: tuple[int, ...] = ()
    games: int = 0

    def data(self) -> dict[str, object]:
        """The `match` object of `interfaces.md` 3."""
        data: dict[str, object] = {"totals": list(self.totals)}
        if self.game is not None:
            data["game"] = list(self.game)
        return data | {"over": self.over, "winners": list(self.winners)}


@mypyc_attr(native_class=False)
@dataclass(frozen=True, kw_only=True)
class View:
    """What one seat may know of a deal, and no more; `seat` is None for a spectator.

    `hand` is the viewer's own, `dealt` what it was as dealt, `counts` how many cards each seat
    holds, `moves` the legal moves when it is the viewer's turn, `log` what was played by whom.
    What follows from the play: `must[s]` are cards that seat *s* has been shown to hold,
    `cannot[s]` cards it cannot hold.
    `unseen` are the cards that lie closed to the viewer, shown ones among them. Once the deal is
    over, `hands` are the cards that each seat was left with and `result` is the result; before,
    they are None.
    """

    rules: Rules
    seat: int | None
    dealer: int
    turn: int | None
    hand: int
    dealt: int
    counts: tuple[int, ...]
    moves: tuple[int, ...]
    log: tuple[tuple[int, int], ...]
    must: tuple[int, ...]
    cannot: tuple[int, ...]
    unseen: int
    standing: Standing
    hands: tuple[int, ...] | None
    result: Result | None

    @property
    def game(self) -> str:
        """The name of the game."""
        raise NotImplementedError

    @property
    def over(self) -> bool:
        """Whether the deal is over."""
        return self.turn is None


class Deal:
    """One deal of one game: hands, whose turn it is, and what has been played.

    `play` checks a move and keeps the log; `push` is the unchecked inner path of search, which
    keeps none. What only `play` changes is never changed in place, so that copies share it.
    `hands` are bit sets by seat; `at` is the seat to move, NOBODY when over.
    """

    rules: Rules
    dealer: int
    players: int
    standing: Standing
    stock: list[int]
    """The stock as dealt, top card first; never changed."""
    dealt: list[int]
    """The hands as dealt; never changed."""
    hands: list[int]
    at: int
    log: tuple[tuple[int, int], ...]
    must: tuple[int, ...]
    cannot: tuple[int, ...]

    def lay_out(
        self,
        rules: Rules,
        dealer: int,
        hands: Sequence[int],
        stock: list[int],
        standing: Standing,
    ) -> None:
        """Begin: a fair deal of these hands and this stock, nothing played."""
        self.rules = rules
        self.dealer = dealer
        self.players = rules.players
        self.standing = standing
        self.stock = stock
        self.dealt = list(hands)
        self.hands = list(hands)
        self.at = (dealer + 1) % rules.players
        self.log = ()
        self.must = self.cannot = (0,) * rules.players

    def take_from(self, other: "Deal") -> None:
        """Become the same deal at the same point."""
        self.rules = other.rules
        self.dealer = other.dealer
        self.players = other.players
        self.standing = other.standing
        self.stock = other.stock
        self.dealt = other.dealt
        self.hands = other.hands[:]
        self.at = other.at
        self.log = other.log
        self.must = other.must
        self.cannot = other.cannot

    @abstractmethod
    def copy(self) -> "Deal":
        """The same deal at the same point; what is played in one is not played in the other."""

    @abstractmethod
    def cards(self) -> int:
        """The cards that the seat to move may play, as a bit set."""

    @abstractmethod
    def words(self, cards: int) -> list[int]:
        """The legal moves that are not a plain card, where `cards` is what `cards()` gave."""

    @abstractmethod
    def push(self, move: int) -> None:
        """Make a legal move without asking whether it is one, and without the log."""

    @abstractmethod
    def learn(self, move: int) -> None:
        """Note what everybody can conclude from this legal move, before it is made."""

    @abstractmethod
    def why_not(self, move: int) -> IllegalMove:
        """The rule that an illegal move breaks."""

    @abstractmethod
    def result(self) -> Result:
        """The result of a finished deal (`interfaces.md` 3). Raises DealError before."""

    @abstractmethod
    def winners(self) -> list[int]:
        """The seats that won a finished deal; none where it is level."""

    @abstractmethod
    def balanced(self) -> bool:
        """Whether what a finished deal counted adds up to what there is to count (4)."""

    @abstractmethod
    def view(self, seat: int | None) -> View:
        """What that seat may know; None is a spectator. Raises DealError for no such seat."""

    @property
    def turn(self) -> int | None:
        """The seat to move, None when the deal is over."""
        return None if self.at == NOBODY else self.at

    def in_stock(self) -> int:
        """How many cards are left in the stock."""
        return 0

    def moves(self) -> list[int]:
        """Every legal move: cards in rising order, then the others. Empty when over."""
        if self.at == NOBODY:
            return []
        cards = self.cards()
        return cards_of(cards) + self.words(cards)

    def play(self, move: int) -> None:
        """Make a move. Raises IllegalMove, with nothing changed, where the rules refuse it."""
        if self.at == NOBODY:
            raise IllegalMove(N_("the deal is over"))
        if move not in self.moves():
            if not 0 <= move < MOVES_END:
                raise IllegalMove(N_("there is no such move"), tuple(self.moves()))
            raise self.why_not(move)
        self.learn(move)
        self.log = (*self.log, (self.at, move))
        self.push(move)

    def shows(self, cards: int) -> None:
        """Note that the seat to move has been shown to hold these cards.

        It may have come by them just now, whatever was known before.
        """
        self.must = _changed(self.must, self.at, self.must[self.at] | cards)
        if self.cannot[self.at] & cards:
            self.cannot = _changed(self.cannot, self.at, self.cannot[self.at] & ~cards)

    def lacks(self, cards: int) -> None:
        """Note that the seat to move cannot hold these cards."""
        self.cannot = _changed(self.cannot, self.at, self.cannot[self.at] | cards)

    def gives(self, card: int) -> None:
        """Note that the seat to move is known to hold this card no longer."""
        if self.must[self.at] >> card & 1:
            self.must = _changed(self.must, self.at, self.must[self.at] ^ 1 << card)

    def playout(self, seed: int) -> int:
        """Play to the end by uniformly random legal moves; how many moves that took.

        `seed`: 1 to 2**30 - 36. Nothing is learned or logged. The games override this by loops
        that make the same moves for the same seed, faster.
        """
        moves = 0
        while self.at != NOBODY:
            seed = self.push_any(seed)
            moves += 1
        return moves

    def push_any(self, seed: int) -> int:
        """Make one random legal move; the next seed. A forced move draws no number."""
        cards = self.cards()
        words = self.words(cards)
        held = count(cards)
        choice = 0
        if held + len(words) > 1:
            seed = seed * LEHMER % LEHMER_PRIME
            choice = seed * (held + len(words)) >> 30
        if choice >= held:
            self.push(words[choice - held])
        else:
            self.push(pick(cards, choice).bit_length() - 1)
        return seed

    def not_held(self, move: int) -> IllegalMove | None:
        """The refusal common to all games: a card that the seat to move does not hold."""
        if move < FIRST_JOKER + 2 and not self.hands[self.at] >> move & 1:
            return IllegalMove(
                N_("you do not hold {card}"), tuple(self.moves()), card=Cards((move,))
            )
        return None

    def told(self, seat: int | None, public: int, pack: int) -> dict[str, Any]:
        """The part of a view that is the same in every game; `public` are the cards all see."""
        if seat is not None and not 0 <= seat < self.players:
            raise DealError(N_("there is no seat {seat}"), seat=seat)
        hand = 0 if seat is None else self.hands[seat]
        over = self.at == NOBODY
        return {
            "rules": self.rules,
            "seat": seat,
            "dealer": self.dealer,
            "turn": self.turn,
            "hand": hand,
            "dealt": 0 if seat is None else self.dealt[seat],
            "counts": tuple([count(held) for held in self.hands]),
            "moves": tuple(self.moves()) if seat == self.turn else (),
            "log": self.log,
            "must": self.must,
            "cannot": self.cannot,
            "unseen": pack & ~(hand | public),
            "standing": self.standing,
            "hands": tuple(self.hands) if over else None,
            "result": self.result() if over else None,
        }


def cards_played(log: tuple[tuple[int, int], ...]) -> tuple[tuple[int, int], ...]:
    """The plays of a card in a log, without passes, stops and declarations."""
    return tuple([(seat, move) for seat, move in log if move < FIRST_JOKER])


def _changed(by_seat: tuple[int, ...], seat: int, cards: int) -> tuple[int, ...]:
    return (*by_seat[:seat], cards, *by_seat[seat + 1 :])


@mypyc_attr(native_class=False)
class Game:
    """A game: its presets, and the making of rules, deals and matches."""

    name: ClassVar[str]
    title: ClassVar[str]
    presets: ClassVar[Mapping[str, Preset]]
    rules_type: ClassVar[type[Rules]]

    @property
    def default(self) -> str:
        """The preset that holds where none is named."""
        return next(iter(self.presets))

    def rules(self, preset: object = None, /, **changes: object) -> Rules:
        """The rules of a preset with some options changed.

        Raises RulesError for an unknown preset, option or value and for options that cannot go
        together.
        """
        return self.rules_from(preset, changes)

    def rules_from(self, preset: object, changes: Mapping[str, object]) -> Rules:
        """The same, where the options come from outside and may have any names."""
        name = self.default if preset is None else preset
        chosen = self.presets.get(name) if isinstance(name, str) else None
        if chosen is None:
            raise RulesError(
                N_("preset may be {values}, not {value}"),
                values=", ".join(self.presets),
                value=shorten(str(name)),
            )
        options = self.rules_type.options()
        players = Option("", least=chosen.least, most=chosen.most)
        values: dict[str, Value] = {**chosen.options}
        for key, value in changes.items():
            if key != "players" and key not in options:
                raise RulesError(
                    N_("{game} has no option {option}; it has {values}"),
                    game=self.name,
                    option=shorten(key),
                    values=", ".join(["players", *options]),
                )
            values[key] = (players if key == "players" else options[key]).check(key, value)
        values.setdefault("players", chosen.players)
        rules = self.rules_type(preset=str(name), **cast("dict[str, Any]", values))
        rules.refuse()
        return rules

    def pack(self, rules: Rules) -> int:
        """The cards that are played with, as a bit set."""
        raise NotImplementedError

    def hand_size(self, rules: Rules) -> int:
        """How many cards a seat is dealt; 0: the whole pack is dealt out."""
        raise NotImplementedError

    def new_deal(self) -> Deal:
        """A deal of this game, still to be laid out."""
        raise NotImplementedError

    def lay_out(
        self, rules: Rules, dealer: int, hands: Sequence[int], stock: list[int], standing: Standing
    ) -> Deal:
        """A deal of hands and a stock that are known to be a fair deal."""
        deal = self.new_deal()
        deal.lay_out(rules, dealer, hands, stock, standing)
        return deal

    def after(self, deal: Deal) -> Standing:
        """How the match stands after this finished deal."""
        return self.add(deal.rules, deal.standing, deal.result()["score"], deal.winners())

    def add(
        self, rules: Rules, before: Standing, score: Sequence[int], winners: Sequence[int] = ()
    ) -> Standing:
        """How the match stands after a deal with this score, won by the seats in `winners`."""
        raise NotImplementedError

    def sides(self, rules: Rules) -> int:
        """How many sides keep a score of their own."""
        raise NotImplementedError

    def side(self, rules: Rules, seat: int) -> int:
        """The side of a seat."""
        return seat % self.sides(rules)

    def few_win(self, rules: Rules) -> bool:
        """Whether few points are good: they are a penalty."""
        return False

    def shares(self, standing: Standing) -> tuple[Fraction, ...]:
        """What each seat wins or loses when a match is settled between the players.

        Empty in games that are not settled in this way.
        """
        return ()

    def start(self, rules: Rules, dealer: int) -> Standing:
        """How a match stands before its first deal."""
        return Standing(dealer=dealer, totals=(0,) * self.sides(rules))

    def sizes(self, rules: Rules, dealer: int) -> list[int]:
        """How many cards a fair deal gives each seat: the extra ones from the dealer's left."""
        fixed = self.hand_size(rules)
        each, extra = divmod(count(self.pack(rules)), rules.players)
        return [
            fixed or each + ((seat - dealer - 1) % rules.players < extra)
            for seat in range(rules.players)
        ]

    def deal(
        self,
        rules: Rules,
        dealer: int = 0,
        *,
        seed: int | None = None,
        hands: Sequence[str | Iterable[int]] | None = None,
        stock: str | Iterable[int] | None = None,
        standing: Standing | None = None,
    ) -> Deal:
        """A deal, either shuffled from `seed` (0 to 2**64 - 1) or of given hands and stock.

        Hands and stock are text or card numbers; a stock is written top card first. `standing` is
        how the match stands before the deal, for rules that ask. Raises DealError where no fair
        deal gives these cards, NotationError where a text names none.
        """
        if not isinstance(rules, self.rules_type):
            raise RulesError(N_("these are the rules of another game"))
        if not 0 <= dealer < rules.players:
            raise DealError(N_("there is no seat {seat}"), seat=dealer)
        sizes = self.sizes(rules, dealer)
        if hands is None:
            if not isinstance(seed, int) or not 0 <= seed < 1 << 64:
                raise DealError(N_("a seed is a whole number from 0 to 2**64 - 1"))
            if stock is not None:
                raise DealError(N_("a stock goes with hands, not with a seed"))
            pile = Dice(seed).shuffled(cards_of(self.pack(rules)))
            dealt = [0] * rules.players
            seat = dealer
            for card in pile[: sum(sizes)]:
                seat = (seat + 1) % rules.players
                dealt[seat] |= 1 << card
            rest = pile[sum(sizes) :]
        else:
            given = [_cards(hand) for hand in hands]
            rest = _cards(stock or "")
            self._check(rules, sizes, given, rest)
            dealt = [hand_of(hand) for hand in given]
        return self.lay_out(rules, dealer, dealt, rest, standing or self.start(rules, dealer))

    def _check(
        self, rules: Rules, sizes: list[int], hands: list[list[int]], stock: list[int]
    ) -> None:
        if len(hands) != rules.players:
            raise DealError(
                N_("hands: {given}, seats: {seats}"), given=len(hands), seats=rules.players
            )
        pack, seen = self.pack(rules), 0
        for card in [card for hand in hands for card in hand] + stock:
            if not 0 <= card < FIRST_JOKER + 2:
                raise DealError(N_("there is no card {number}"), number=card)
            if not pack >> card & 1:
                raise DealError(N_("{card} is not in this pack"), card=Cards((card,)))
            if seen >> card & 1:
                raise DealError(N_("{card} is dealt twice"), card=Cards((card,)))
            seen |= 1 << card
        for seat, (hand, size) in enumerate(zip(hands, sizes, strict=True)):
            if len(hand) != size:
                raise DealError(
                    N_("cards of seat {seat}: {given}, in a fair deal: {size}"),
                    seat=seat,
                    given=len(hand),
                    size=size,
                )
        if seen != pack:
            missing = cards_of(pack & ~seen)
            raise DealError(N_("not dealt: {cards}"), cards=Cards(missing))


def _cards(given: str | Iterable[int]) -> list[int]:
    return parse_hand(given) if isinstance(given, str) else list(given)


def deduce(view: View, places: int = 0) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """`must` and `cannot` of a view, with all that follows from counting the cards.

    `places` is how many of the unseen cards lie in no hand (the stock). A card that lies with a
    seat in every placing that agrees with the view must be there; one that lies there in none
    cannot be.
    """
    must, cannot = list(view.must), list(view.cannot)
    placed = 0
    for held in must:
        placed |= held
    pool = view.unseen & ~placed
    others = [seat for seat in range(len(must)) if seat != view.seat]
    room = [view.counts[seat] - count(must[seat]) for seat in others]
    allowed = [pool & ~cannot[seat] for seat in others]
    can = _can_lie(pool, [*room, places], [*allowed, pool if places else 0])
    seen_once, seen_twice = 0, 0
    for cards in can:
        seen_twice |= seen_once & cards
        seen_once |= cards
    for place, seat in enumerate(others):
        cannot[seat] |= view.unseen & ~(must[seat] | can[place])
        must[seat] |= can[place] & ~seen_twice
    return tuple(must), tuple(cannot)


def _can_lie(pool: int, room: list[int], allowed: list[int]) -> list[int]:
    """For each place, the cards that lie there in some placing that fills every place.

    One placing is found by making room: where no place that a card may lie in has any left, cards
    move on from one place to the next. All other placings come from it by moving cards round a
    ring of places, so a card can go wherever some ring leads through.
    """
    lies = [0] * len(room)
    left = room[:]
    for card in cards_of(pool):
        _put(1 << card, left, allowed, lies)
    every = range(len(room))
    reach = [[bool(lies[one] & allowed[other]) for other in every] for one in every]
    for middle in every:
        for one in every:
            if reach[one][middle]:
                for other in every:
                    if reach[middle][other]:
                        reach[one][other] = True
    can = lies[:]
    for one in every:
        for other in every:
            if reach[one][other]:
                can[one] |= lies[other] & allowed[one]
    return can


def _put(bit: int, left: list[int], allowed: list[int], lies: list[int]) -> None:
    """Put a card into a place, and where all are full move others on, one a place."""
    came_from = [-2] * len(left)
    waiting = []
    for place in range(len(left)):
        if allowed[place] & bit:
            if left[place]:
                left[place] -= 1
                lies[place] |= bit
                return
            came_from[place] = -1
            waiting.append(place)
    for full in waiting:
        for place in range(len(left)):
            if came_from[place] == -2 and lies[full] & allowed[place]:
                came_from[place] = full
                waiting.append(place)
                if left[place]:
                    left[place] -= 1
                    end = place
                    while came_from[end] >= 0:
                        before = came_from[end]
                        moved = lies[before] & allowed[end]
                        moved &= -moved
                        lies[before] ^= moved
                        lies[end] |= moved
                        end = before
                    lies[end] |= bit
                    return


__all__ = [
    "Deal",
    "Game",
    "Option",
    "Preset",
    "Result",
    "Rules",
    "Standing",
    "Value",
    "View",
    "deduce",
]
