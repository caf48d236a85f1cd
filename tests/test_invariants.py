"""What holds after every move of every game, for every option (`rules.md` 4)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar, cast

import pytest
from engine_tools import EngineDeal, spread
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from seven_games.engine import GAMES, Deal, IllegalMove, format_move, parse_card
from seven_games.engine.cards import FIRST_JOKER, JOKER_AS, MOVES_END, PASS, SHOW_BABA, STOP
from seven_games.engine.dice import Dice
from seven_games.engine.match import Match

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from seven_games.engine import Rules

SUITS = "shdc"
SEDMA_RANKS = ["7", "8", "9", "10", "J", "Q", "K", "A"]
SEMERIK_RANKS = ["4", "5", "6", "7", "J", "Q", "K", "A", "2", "3"]
ALL_RANKS = ["2", "3", "4", "5", "6", *SEDMA_RANKS]

RULES: dict[str, list[Rules]] = {
    name: [deal.rules for deal in spread(name, 240, seed=4)] for name in GAMES
}


def bits(*cards: str) -> int:
    """A hand from cards in notation."""
    return sum(1 << parse_card(card) for card in cards)


def pack_of(name: str, rules: Any) -> int:
    """The pack, written out from the page."""
    if name == "semerik":
        return bits(*(rank + suit for rank in SEMERIK_RANKS for suit in SUITS))
    if name == "sedma":
        cards = [rank + suit for rank in SEDMA_RANKS for suit in SUITS]
        return bits(*(c for c in cards if rules.players != 3 or c not in {"8c", "8s"}))
    ranks = SEDMA_RANKS if rules.deck == 32 else ALL_RANKS
    jokers = [f"Jo{joker + 1}" for joker in range(rules.jokers)]
    return bits(*(rank + suit for rank in ranks for suit in SUITS), *jokers)


# Where the cards are


def sevens_table(deal: Deal) -> int:
    """What lies on the table, from the cards dealt and the moves alone."""
    rules: Any = deal.rules
    view: Any = deal.view(None)
    table = bits("7s", "7h", "7d", "7c") if rules.start == "prelaid" else 0
    joker_in: dict[int, int] = {}
    for _, move in deal.log:
        if move >= JOKER_AS:
            joker, place = divmod(move - JOKER_AS, 52)
            joker_in[place] = FIRST_JOKER + joker
        elif move != PASS:
            table |= 1 << move
            joker_in.pop(move, None)
    for _, laid in view.eliminated:
        table |= laid
    places = sum(1 << place for place in joker_in)
    assert view.table == table | places
    assert table & places == 0
    assert set(view.jokers) - {-1} == set(joker_in)
    return table | sum(1 << joker for joker in joker_in.values())


def places(name: str, deal: Deal) -> list[int]:
    """Every place that a card may be in."""
    if name == "sevens":
        return [*deal.hands, sevens_table(deal)]
    played = sum(1 << move for _, move in deal.log if move < FIRST_JOKER)
    if name == "semerik":
        return [*deal.hands, played]
    view: Any = deal.view(None)
    stock = deal.stock[len(deal.stock) - view.stock :]
    return [*deal.hands, played, sum(1 << card for card in stock)]


def check_cards(name: str, deal: Deal) -> None:
    """Each card of the pack is in exactly one place; the count is the pack's."""
    pack = pack_of(name, deal.rules)
    where = places(name, deal)
    assert sum(place.bit_count() for place in where) == pack.bit_count()
    together = 0
    for place in where:
        together |= place
    assert together == pack
    assert deal.view(None).counts == tuple(hand.bit_count() for hand in deal.hands)


# What holds in the middle of a deal


def check_sevens(deal: Deal) -> None:
    rules: Any = deal.rules
    view: Any = deal.view(None)
    if deal.turn is None:
        return
    assert deal.hands[deal.turn], "a seat without cards has no turn (R09)"
    assert deal.turn not in view.out
    assert deal.turn not in dict(view.eliminated)
    moves = deal.moves()
    assert moves
    if rules.must_play == "enforced":
        assert moves == [PASS] or PASS not in moves
    assert any(can_play(deal, seat) for seat in range(deal.players)), "somebody can always play"
    alone = sum(1 for held in view.counts if held) == 1  # he is not put out any more (1.2)
    if rules.pass_limit is not None and not alone:
        assert all(passes <= rules.pass_limit + 1 for passes in view.passes)


def can_play(deal: Deal, seat: int) -> bool:
    """Whether this seat could lay a card if it were its turn."""
    view: Any = deal.view(None)
    hand = deal.hands[seat]
    if hand & int(view.next) or any(place >= 0 and hand >> place & 1 for place in view.jokers):
        return True
    return hand >= 1 << FIRST_JOKER and hand.bit_count() > 1


def check_sedma(deal: Deal) -> None:
    rules: Any = deal.rules
    view: Any = deal.view(None)
    if not view.trick:
        assert len({hand.bit_count() for hand in deal.hands}) == 1, "hands are equal at a lead"
        assert len(view.last_trick) % deal.players == 0, "rounds × players cards"
        assert view.pile == 0
        assert all(hand.bit_count() == 4 for hand in deal.hands) or view.stock == 0
    if view.asked:
        assert len(view.trick) % deal.players == 0
        assert deal.turn == view.leader
    seats = [seat for seat, _ in view.trick]
    assert seats == [(view.leader + n) % deal.players for n in range(len(seats))]
    counted = sum(10 for _, move in deal.log if format_move(move)[:-1] in {"10", "A"})
    last = rules.last_trick if deal.turn is None else 0
    assert sum(view.points) + view.pile == counted + last


def check_semerik(deal: Deal) -> None:
    rules: Any = deal.rules
    view: Any = deal.view(None)
    laid = [format_move(move)[:-1] for _, move in deal.log if move < FIRST_JOKER]
    open_trick = [format_move(card)[:-1] for _, card in view.trick]
    counters = {"J", "Q", "K", "2", "3", *(["A"] if rules.ace == "third" else [])}
    counted = sum(rank in counters for rank in laid) - sum(rank in counters for rank in open_trick)
    assert sum(view.counters) == counted
    assert sum(view.tricks) * 4 + len(view.trick) == len(laid)
    assert sum(view.points) == sum(shown.worth for shown in view.shown)
    each = [(shown.seat, shown.move) for shown in view.shown]
    assert len(each) == len(set(each)), "each combination once a deal"
    if deal.turn is not None:
        assert len({hand.bit_count() for hand in deal.hands}) <= 2


CHECKS: dict[str, Callable[[Deal], None]] = {
    "sevens": check_sevens,
    "sedma": check_sedma,
    "semerik": check_semerik,
}


# How long a deal can be


def longest(name: str, rules: Any) -> int:
    """A bound on the moves of a deal.

    Semerik: forty cards, and of the declarations at most one for each suit and each rank, since
    a second seat cannot hold the same. Sedma: every card once, and one stop a trick.

    Sevens: a card leaves a hand once. Jokers: each one laid is either still on the table or was
    taken back by a card laid in its place, so there are at most as many as cards and jokers.
    Between two cards (or seats put out) a circuit of passes may be made by choice, and after it
    one by the seats that have nothing.
    """
    cards, players = pack_of(name, rules).bit_count(), int(rules.players)
    if name == "semerik":
        return cards + 4 + 10
    if name == "sedma":
        return cards + cards // players
    steps = cards + players + (cards + 2 if rules.jokers else 0)
    return steps * 2 * players


# What holds at the end


def check_sevens_end(deal: Deal, result: dict[str, list[int]]) -> None:
    rules: Any = deal.rules
    view: Any = deal.view(None)
    left, score, order = result["left"], result["score"], result["order"]
    out = dict(view.eliminated)
    jokers = [(deal.hands[seat] >> FIRST_JOKER).bit_count() for seat in range(deal.players)]
    assert left == [(deal.hands[s] | out.get(s, 0)).bit_count() for s in range(deal.players)]
    assert all(left[seat] == 0 for seat in order)
    assert len(set(order)) == len(order)
    assert not set(order) & set(out)
    only_jokers = not any(hand & (1 << FIRST_JOKER) - 1 for hand in deal.hands)
    holders = [seat for seat in range(deal.players) if deal.hands[seat]]
    if rules.end == "play_on":
        assert len(holders) <= 1 or only_jokers
        assert sorted([*order, *out, *holders]) == list(range(deal.players))
    else:
        assert order or only_jokers
        # With sevens laid out before play several seats may be out before the first turn.
        assert len(order) <= 1 or rules.start == "prelaid"
    if rules.scoring == "chips":
        assert sum(score) == 0, "chips sum to zero"
    elif rules.scoring == "none":
        assert score == [0] * deal.players
    elif rules.unit == "card":
        # A joker counts five (1.5).
        assert score == [n + 4 * jokers[seat] for seat, n in enumerate(left)]
    else:
        assert all(points >= n for points, n in zip(score, left, strict=True))
        assert all((points == 0) == (n == 0) for points, n in zip(score, left, strict=True))


def check_sedma_end(deal: Deal, result: dict[str, list[int]]) -> None:
    rules: Any = deal.rules
    points, tricks, score = result["card_points"], result["tricks"], result["score"]
    total = 80 + rules.last_trick
    assert sum(points) == total
    assert not any(deal.hands)
    assert cast("Any", deal.view(None)).stock == 0
    ahead = {side for side, own in enumerate(points) if own == max(points)}
    paid = {side for side, own in enumerate(score) if own}
    if len(points) == 3:
        assert paid == (set() if len(ahead) == 3 else ahead)
    elif len(ahead) == 2:
        assert (rules.last_trick, len(paid)) == (0, 1)
    else:
        assert paid == ahead
    for side in paid:
        worth = 3 if tricks[side] == sum(tricks) else 2 if points[side] == total else 1
        assert score[side] == worth


def check_semerik_end(deal: Deal, result: dict[str, list[int]]) -> None:
    rules: Any = deal.rules
    shown, counters, tricks = result["shown"], result["counters"], result["tricks"]
    score = result["score"]
    if any(deal.hands):
        assert rules.finish == "immediate"
        assert score == shown
        assert deal.standing.game is not None
        assert max(a + b for a, b in zip(deal.standing.game, shown, strict=True)) >= 21
        return
    assert sum(tricks) == 10, "ten tricks"
    assert sum(counters) == (24 if rules.ace == "third" else 20)
    extra = 0
    for side in (0, 1):
        own = sorted((tricks[side], tricks[side + 2]))
        extra += (4 if sum(own) == 10 else 0) + (6 if own[0] == 0 and own[1] >= 9 else 0)
    aces = 4 if rules.ace == "full" else 0
    thirds = sum(n // 3 for n in counters)
    assert sum(score) == sum(shown) + thirds + aces + rules.last_trick + extra
    if rules.ace != "third":
        assert thirds == 6, "the sides' points always sum to six (3.3)"


ENDS: dict[str, Callable[[Deal, dict[str, list[int]]], None]] = {
    "sevens": check_sevens_end,
    "sedma": check_sedma_end,
    "semerik": check_semerik_end,
}


# Nothing changes


def state(deal: Deal) -> dict[str, object]:
    """Everything that a deal knows, frozen."""
    deal.moves()  # forgets combinations that are broken, which changes nothing
    names = set(getattr(deal, "__dict__", ()))
    for kind in type(deal).__mro__:
        names |= set(getattr(kind, "__mypyc_attrs__", ()))
    return {name: frozen(getattr(deal, name)) for name in sorted(names - {"__dict__"})}


def frozen(value: object) -> object:
    return tuple(frozen(item) for item in value) if isinstance(value, list | tuple) else value


def refuse(deal: Deal, move: int) -> None:
    """This move is illegal: it is refused with a reason and the legal moves; nothing changes."""
    before, legal = state(deal), deal.moves()
    assert move not in legal
    with pytest.raises(IllegalMove) as refusal:
        deal.play(move)
    assert state(deal) == before
    assert refusal.value.legal == tuple(legal)
    reason = str(refusal.value)
    assert reason
    assert "{" not in reason
    assert "\n" not in reason


def finish(deal: Deal, seed: int) -> list[int]:
    """Play on to the end; the moves."""
    dice, played = Dice(seed), []
    while deal.turn is not None:
        moves = deal.moves()
        played.append(moves[dice.below(len(moves))])
        deal.play(played[-1])
    return played


class Table(RuleBasedStateMachine):
    """A table at which anything may be tried."""

    name: ClassVar[str] = ""

    @initialize(rules=st.integers(0, 239), dealer=st.integers(0, 7), seed=st.integers(0, 2**64 - 1))
    def sit_down(self, rules: int, dealer: int, seed: int) -> None:
        chosen = RULES[self.name][rules]
        self.match = Match(GAMES[self.name], chosen, dealer % chosen.players)
        self.deal = self.match.next_deal(seed=seed)
        self.ended: object = None

    @precondition(lambda self: self.deal.turn is not None)
    @rule(choice=st.integers(0, 10**6))
    def play(self, choice: int) -> None:
        moves = self.deal.moves()
        self.deal.play(moves[choice % len(moves)])

    @precondition(lambda self: self.deal.turn is not None)
    @rule(moves=st.integers(1, 40), seed=st.integers(0, 2**32))
    def play_many(self, moves: int, seed: int) -> None:
        dice = Dice(seed)
        for _ in range(moves):
            self.everything_holds()
            if self.deal.turn is not None:
                legal = self.deal.moves()
                self.deal.play(legal[dice.below(len(legal))])

    @rule(
        move=st.one_of(
            st.integers(0, MOVES_END - 1),
            st.sampled_from(
                [-1, -2, 54, 55, 176, 177, 200, 2**31, 2**62, 2**63, 10**30, -(10**30)]
            ),
        )
    )
    def try_any_move(self, move: int) -> None:
        if move not in self.deal.moves():
            refuse(self.deal, move)

    @rule(seed=st.integers(0, 2**32))
    def play_on_in_a_copy(self, seed: int) -> None:
        before = state(self.deal)
        copy = self.deal.copy()
        assert state(copy) == before
        moves = finish(copy, seed)
        assert state(self.deal) == before, "the original does not change"
        again = self.deal.copy()
        for move in moves:
            again.play(move)
        assert state(again) == state(copy)
        assert again.result() == copy.result()

    @precondition(lambda self: self.deal.turn is not None)
    @rule(seed=st.integers(1, 2**30 - 36))
    def search_in_a_copy(self, seed: int) -> None:
        before = state(self.deal)
        slow, fast = self.deal.copy(), self.deal.copy()
        assert Deal.playout(slow, seed) == fast.playout(seed)
        assert slow.result() == fast.result()
        assert slow.hands == fast.hands
        assert state(self.deal) == before

    @precondition(lambda self: len(self.deal.log) > 0)
    @rule(moves=st.integers(1, 5))
    def take_back_and_play_again(self, moves: int) -> None:
        before = state(self.deal)
        log = self.deal.log[-moves:]
        self.deal = self.match.undo(len(log))
        for seat, move in log:
            assert self.deal.turn == seat
            self.deal.play(move)
        assert state(self.deal) == before

    @precondition(lambda self: self.deal.turn is None)
    @rule(seed=st.integers(0, 2**64 - 1))
    def next_deal(self, seed: int) -> None:
        if self.match.standing.over:
            self.match = Match(GAMES[self.name], self.match.rules, self.match.standing.dealer)
        self.deal = self.match.next_deal(seed=seed)
        self.ended = None

    @invariant()
    def everything_holds(self) -> None:
        deal = self.deal
        check_cards(self.name, deal)
        CHECKS[self.name](deal)
        assert len(deal.log) <= longest(self.name, deal.rules)
        if deal.turn is not None:
            return
        assert deal.moves() == []
        result = deal.result()
        ENDS[self.name](deal, result)
        end = (result, self.match.standing)
        assert self.ended in (None, end), "scores never change after the end"
        self.ended = end
        refuse(deal, PASS)


class SevensTable(Table):
    name = "sevens"


class SedmaTable(Table):
    name = "sedma"


class SemerikTable(Table):
    name = "semerik"


AT_A_TABLE = settings(
    max_examples=60,
    stateful_step_count=25,
    deadline=None,
    derandomize=True,
    database=None,
    suppress_health_check=list(HealthCheck),
)

TestSevens = SevensTable.TestCase
TestSedma = SedmaTable.TestCase
TestSemerik = SemerikTable.TestCase
TestSevens.settings = TestSedma.settings = TestSemerik.settings = AT_A_TABLE


# Twenty thousand deals


def numbered(name: str) -> Iterator[tuple[int, Deal]]:
    """A third of the twenty thousand, every preset and a spread of options among them."""
    return enumerate(spread(name, 6670, seed=20))


@pytest.mark.parametrize("name", GAMES)
def test_twenty_thousand_deals_end_as_they_must(name: str) -> None:
    unlike = 0
    for number, deal in numbered(name):
        if number % 8 == 0:
            for _ in range(number % 31):
                if deal.turn is not None:
                    moves = deal.moves()
                    deal.play(moves[number % len(moves)])
        already = len(deal.log)
        slow, fast = deal.copy(), deal.copy()
        seed = 1 + number * 104_729
        moves_made = Deal.playout(slow, seed)
        assert fast.playout(seed) == moves_made, deal.rules
        assert fast.turn is None
        result = slow.result()
        assert fast.result() == result, deal.rules
        assert fast.winners() == slow.winners(), deal.rules
        assert fast.balanced(), deal.rules
        assert already + moves_made <= longest(name, deal.rules)
        ENDS[name](slow, result)
        other = deal.copy()
        other.playout(seed + 1)
        unlike += other.result() != result
    assert unlike > 3000, "the seed of a playout decides how it goes"


@pytest.mark.parametrize("name", GAMES)
def test_cards_and_scores_after_every_move(name: str) -> None:
    for number, deal in enumerate(spread(name, 700, seed=14)):
        dice = Dice(number)
        while deal.turn is not None:
            check_cards(name, deal)
            CHECKS[name](deal)
            moves = deal.moves()
            deal.play(moves[dice.below(len(moves))])
        check_cards(name, deal)
        CHECKS[name](deal)
        ENDS[name](deal, deal.result())
        assert len(deal.log) <= longest(name, deal.rules)


@pytest.mark.parametrize("name", ["sedma", "semerik"])
def test_the_piles_hold_what_the_score_says(name: str) -> None:
    """Both sides are counted from their own cards, never one from the other (R14)."""
    for number, deal in enumerate(spread(name, 60, seed=3)):
        finish(deal, number)
        if any(deal.hands):
            continue  # a game of Semerik that ended at once
        rules: Any = deal.rules
        view: Any = deal.view(None)
        piles, result = EngineDeal(deal).piles, deal.result()
        assert sum(len(pile) for pile in piles) == pack_of(name, rules).bit_count()
        if name == "sedma":
            counted = [sum(10 for card in pile if card[:-1] in {"10", "A"}) for pile in piles]
            counted[view.last_taker % len(counted)] += rules.last_trick
            assert result["card_points"] == counted
        else:
            figures = {"J", "Q", "K", "2", "3", *(["A"] if rules.ace == "third" else [])}
            assert result["counters"] == [
                sum(card[:-1] in figures for card in pile) for pile in piles
            ]


@pytest.mark.parametrize("name", GAMES)
def test_every_move_number_is_legal_or_refused(name: str) -> None:
    """At some points of some deals, every number there is (R05, R12, R16)."""
    for number, deal in enumerate(spread(name, 60, seed=9)):
        for _ in range(number * 7 % 45):
            if deal.turn is not None:
                moves = deal.moves()
                deal.play(moves[number % len(moves)])
        legal = deal.moves()
        for move in [-(10**20), -1, *range(MOVES_END), MOVES_END, 200, 10**20]:
            if move not in legal:
                refuse(deal, move)
        for move in legal:
            copy = deal.copy()
            copy.play(move)
            assert copy.log == (*deal.log, (deal.turn, move))


def test_words_of_other_games_are_refused() -> None:
    for name, foreign in {
        "sevens": [STOP, SHOW_BABA],
        "sedma": [PASS, SHOW_BABA, JOKER_AS],
        "semerik": [PASS, STOP, JOKER_AS],
    }.items():
        deal = GAMES[name].deal(GAMES[name].rules(), seed=1)
        for move in foreign:
            refuse(deal, move)
