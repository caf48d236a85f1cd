"""Why a move of Sevens is the best."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import cast

from seven_games.bots.advice.reason import Reason, because, by_count, listed, named
from seven_games.bots.search import Judged, Search
from seven_games.engine import Deal, View
from seven_games.engine.cards import (
    FIRST_JOKER,
    JOKER_AS,
    PASS,
    RANKS,
    SEVEN,
    cards_of,
    count,
    rank_of,
    suit_of,
)
from seven_games.engine.refusal import N_, Cards, Sentence
from seven_games.engine.sevens import (
    ALL_SEVENS,
    PRICES,
    SevensDeal,
    SevensRules,
    SevensView,
    opened_by,
)

_SUITS = (N_("spades"), N_("hearts"), N_("diamonds"), N_("clubs"))
_CLEARLY_FEWER = 2
"""By so many of the others' cards a move must open less, to be the better one for that."""
_NEARLY_OUT = 2
"""Whoever has so few cards left may well end the deal soon."""
_CLEARLY_MORE = 4
"""In so many deals more a thing must be so, to make a difference, and in an eighth of all."""


def reason(view: View, best: Judged, other: Judged, search: Search) -> Reason:
    """The first difference between the best move and the other one that speaks for the best."""
    seen = cast("SevensView", view)
    differences = _differences(_Move(seen, best.move), _Move(seen, other.move), search.sample)
    return next(differences, by_count(best.move))


@dataclass(frozen=True)
class _Move:
    """A move with what it opens; `place` is the card that is laid or represented."""

    seen: SevensView
    move: int

    @property
    def rules(self) -> SevensRules:
        return cast("SevensRules", self.seen.rules)

    @property
    def place(self) -> int:
        return self.move if self.move < JOKER_AS else (self.move - JOKER_AS) % 52

    @property
    def is_card(self) -> bool:
        return self.move < FIRST_JOKER

    @property
    def is_joker(self) -> bool:
        return self.move >= JOKER_AS

    @property
    def is_leaving(self) -> bool:
        """Whether it is a joker that another must take up."""
        return self.is_joker and bool(self.seen.unseen >> self.place & 1)

    @property
    def is_returning(self) -> bool:
        """Whether it is a joker that one must take up oneself."""
        return self.is_joker and bool(self.seen.hand >> self.place & 1)

    @property
    def is_seven(self) -> bool:
        return self.is_card and rank_of(self.move) == SEVEN

    @property
    def named(self) -> Cards:
        return named(self.move)

    @property
    def behind(self) -> int:
        """The cards still held by anybody that can only come out after this one."""
        if self.move == PASS:
            return 0
        opens = opened_by(self.rules)
        found, ahead = 0, opens[self.place]
        while ahead:
            found |= ahead
            further = 0
            for card in cards_of(ahead):
                further |= opens[card]
            ahead = further
        return found & (self.seen.hand | self.seen.unseen)

    @property
    def own(self) -> int:
        return self.behind & self.seen.hand

    @property
    def theirs(self) -> int:
        return self.behind & self.seen.unseen

    @property
    def left(self) -> int:
        """The cards one could lay next, if nobody else played."""
        if self.move == PASS:
            return self.seen.hand & self.seen.next
        hand = self.seen.hand & ~(1 << self.move) if self.is_card else self.seen.hand
        return hand & (self.seen.next & ~(1 << self.place) | self._opened)

    @property
    def _opened(self) -> int:
        """The cards that fit once it lies: a row reaches through what an eliminated seat laid."""
        opens = opened_by(self.rules)
        found, ahead = 0, opens[self.place]
        while ahead:
            found |= ahead & ~self.seen.table
            further = 0
            for card in cards_of(ahead & self.seen.table):
                further |= opens[card]
            ahead = further
        return found

    @property
    def waiting(self) -> int:
        """The own cards behind it that the others keep back: cards of theirs come first."""
        found = 0
        for side in _sides(self):
            before = False
            for card in side:
                if self.seen.unseen >> card & 1:
                    before = True
                elif before:
                    found |= 1 << card & self.seen.hand
        return found

    @property
    def opens_most(self) -> bool:
        """Whether no seven that fits opens the way for more own cards."""
        sevens = [
            _Move(self.seen, card)
            for card in cards_of(self.seen.hand & self.seen.next & ALL_SEVENS)
        ]
        return all(count(seven.own) <= count(self.own) for seven in sevens)

    @property
    def suit(self) -> Sentence:
        return Sentence(_SUITS[suit_of(self.place)])


def _differences(best: _Move, other: _Move, worlds: list[Deal]) -> Iterator[Reason]:
    if best.is_card and count(best.seen.hand) == 1:
        yield because(
            "goes_out",
            N_("look at your hand: how many turns do you still need?"),
            N_("{move} is your last card: you are out"),
            move=best.named,
        )
    if PASS not in {best.move, other.move}:
        yield from _lets_out(best, other, worlds)
    if best.move == PASS:
        yield _waits(other)
    elif other.move == PASS:
        yield from _against_passing(best)
    elif best.is_joker or other.is_joker:
        yield from _jokers(best, other)
    if not (best.is_card and other.is_card):
        return
    yield from _next_turn(best, other)
    yield from _frees(best, other)
    yield from _shuts(best, other)
    yield from _points(best, other)
    yield from _feeds_next(best, other, worlds)


def _lets_out(best: _Move, other: _Move, worlds: list[Deal]) -> Iterator[Reason]:
    yield from _in_fewer(
        _last_card_fits,
        (best, other),
        worlds,
        "lets_out",
        N_("somebody has a single card left: do not make its place"),
        N_(
            "a player's last card fits in {more} of {worlds} deals after {other}, "
            "in {fewer} after {move}"
        ),
    )


def _feeds_next(best: _Move, other: _Move, worlds: list[Deal]) -> Iterator[Reason]:
    yield from _in_fewer(
        _next_can_play,
        (best, other),
        worlds,
        "feeds_next",
        N_("think of the next player: what has he to play?"),
        N_(
            "the next player can play a card in {more} of {worlds} deals after {other}, "
            "in {fewer} after {move}"
        ),
    )


def _in_fewer(
    is_so: Callable[[Deal, int], bool],
    moves: tuple[_Move, _Move],
    worlds: list[Deal],
    kind: str,
    idea: str,
    why: str,
) -> Iterator[Reason]:
    """Where something bad is so in clearly fewer worlds after the first move than after the other.

    The worlds are deals that agree with the play.
    """
    fewer, more = (sum(is_so(world, move.move) for world in worlds) for move in moves)
    if more - fewer >= max(_CLEARLY_MORE, len(worlds) // 8):
        yield because(
            kind,
            idea,
            why,
            more=more,
            worlds=len(worlds),
            other=moves[1].named,
            fewer=fewer,
            move=moves[0].named,
        )


def _last_card_fits(world: Deal, move: int) -> bool:
    """Whether another player's only card can be laid once this move is made."""
    after = cast("SevensDeal", world.copy())
    after.push(move)
    others = (hand for seat, hand in enumerate(after.hands) if seat != world.at)
    return any(count(hand) == 1 and hand & (after.next | after.due) for hand in others)


def _next_can_play(world: Deal, move: int) -> bool:
    """Whether whoever is next has a card to play once this move is made."""
    after = world.copy()
    after.push(move)
    return any(one != PASS for one in after.moves())


def _waits(other: _Move) -> Reason:
    if other.theirs:
        return because(
            "waits",
            N_("you need not play: what would you open for the others?"),
            N_("{other} would let the others lay {cards}; a pass keeps them waiting"),
            other=other.named,
            cards=listed(other.theirs),
        )
    return because(
        "keeps_card",
        N_("you need not play: a card in reserve is worth a pass"),
        N_("{other} can still be laid later"),
        other=other.named,
    )


def _against_passing(best: _Move) -> Iterator[Reason]:
    """A pass by choice is paid, counted, or costs only the turn."""
    seen, rules = best.seen, best.rules
    limit = rules.pass_limit
    used = seen.passes[cast("int", seen.seat)]
    if limit is not None and used >= limit:
        yield because(
            "put_out",
            N_("you have no pass left"),
            N_("the next pass puts you out; {move} does not"),
            move=best.named,
        )
        return
    if rules.scoring == "chips" and rules.must_play == "fined":
        prices = PRICES[rules.prices]
        sevens = seen.hand & seen.next & ALL_SEVENS
        # A seven is paid for once a deal, and it was held at every pass before.
        if sevens and not used:
            yield because(
                "seven_fine",
                N_("passing would be dear: think of the fine for a seven kept back"),
                N_(
                    "a pass costs {chips} and, for keeping back {sevens}, {fine} to each "
                    "other holder of a card beside it; {move} costs nothing"
                ),
                chips=prices.wrongful_pass,
                sevens=listed(sevens),
                fine=prices.withheld_seven,
                move=best.named,
            )
            return
        yield because(
            "fine",
            N_("passing with a card that fits is paid for"),
            N_("a pass costs {chips}; {move} costs nothing"),
            chips=prices.wrongful_pass,
            move=best.named,
        )
        return
    if best.own:
        yield _frees_own(best)
    elif limit is not None:
        yield because(
            "saves_pass",
            N_("keep your passes for when you need them"),
            N_("passes left: {left}; {move} saves one"),
            left=limit - used,
            move=best.named,
        )
    elif _fewest(seen) <= _NEARLY_OUT:
        yield because(
            "near_end",
            N_("somebody is nearly out: how many cards will you be left with?"),
            N_("cards in the shortest hand: {fewest}; in yours {held}, and one less with {move}"),
            fewest=_fewest(seen),
            held=count(seen.hand),
            move=best.named,
        )


def _fewest(seen: SevensView) -> int:
    """The cards in the shortest of the other hands."""
    return min(held for seat, held in enumerate(seen.counts) if held and seat != seen.seat)


def _jokers(best: _Move, other: _Move) -> Iterator[Reason]:
    if best.is_leaving and not other.is_leaving:
        yield because(
            "joker_leaves",
            N_("a joker in the right place becomes another's burden"),
            N_("whoever holds {card} must take the joker up, and you are rid of it"),
            card=named(best.place),
        )
    elif count(best.own) > count(other.own):
        yield _frees_own(best)
    elif other.is_returning and not best.is_returning:
        yield because(
            "joker_returns",
            N_("do not lay a joker where it comes back to you"),
            N_("you hold {card} yourself, and would have to take the joker up again"),
            card=named(other.place),
        )
    elif other.is_joker and count(other.theirs) > count(best.theirs):
        yield _keeps_shut(best, other)


def _next_turn(best: _Move, other: _Move) -> Iterator[Reason]:
    jokers = best.seen.hand >> FIRST_JOKER
    if best.left and not other.left and not jokers:
        yield because(
            "next_turn",
            N_("think of your next turn: keep a card that will fit"),
            N_("after {move} you can go on with {cards}; after {other} with nothing"),
            move=best.named,
            cards=listed(best.left),
            other=other.named,
        )


def _frees(best: _Move, other: _Move) -> Iterator[Reason]:
    """Own cards that wait behind the one move and not behind the other."""
    if best.own and not best.theirs and other.theirs:
        yield because(
            "own_run",
            N_("play where nobody but you can go on"),
            N_("behind {move} lie only cards of your own: {cards}; {other} helps others"),
            move=best.named,
            cards=listed(best.own),
            other=other.named,
        )
    elif other.own and not other.theirs and best.waiting:
        yield because(
            "run_waits",
            N_("what only you can play can wait: first open what needs the others"),
            N_("nobody can take {run} from you; {cards} must wait for the others' cards"),
            run=listed(other.own | 1 << other.move),
            cards=listed(best.waiting),
        )
    elif count(best.own) > count(other.own):
        yield _frees_own(best)
    elif best.own:
        before, card = _longest(best)
        if count(before) > count(_longest(other)[0]):
            yield because(
                "long_way",
                N_("your farthest card has the longest way to go: open that way first"),
                N_("{card} can come out only after {cards} of the others"),
                card=named(card),
                cards=listed(before),
            )


def _frees_own(best: _Move) -> Reason:
    if best.is_seven and best.opens_most:
        return because(
            "seven_opens",
            N_("open a suit that you need open yourself"),
            N_("{move} opens the way for your {cards}"),
            move=best.named,
            cards=listed(best.own),
        )
    return because(
        "frees_own",
        N_("free your own {suit}: they wait for you"),
        N_("your {cards} can come out only after {place}"),
        suit=best.suit,
        cards=listed(best.own),
        place=named(best.place),
    )


def _shuts(best: _Move, other: _Move) -> Iterator[Reason]:
    """Cards of the others that wait behind the other move."""
    if count(other.theirs) - count(best.theirs) < _CLEARLY_FEWER and best.theirs:
        return
    if not other.theirs:
        return
    if not best.behind:
        yield because(
            "shuts_side",
            N_("play where a row ends: it opens nothing"),
            N_("nothing lies behind {move}, but {other} lets out {cards}"),
            move=best.named,
            other=other.named,
            cards=listed(other.theirs),
        )
    else:
        yield _keeps_shut(best, other)


def _keeps_shut(best: _Move, other: _Move) -> Reason:
    if other.is_seven and count(other.theirs) > count(other.own):
        return because(
            "seven_keep",
            N_("a seven in a suit of others can wait"),
            N_("{other} would open the way for {cards}, which you do not hold"),
            other=other.named,
            cards=listed(other.theirs),
        )
    return because(
        "keeps_shut",
        N_("do not open more {suit} to the others than you must"),
        N_("{other} would let out {cards}, which you do not hold; {move} opens less"),
        suit=other.suit,
        other=other.named,
        cards=listed(other.theirs),
        move=best.named,
    )


def _points(best: _Move, other: _Move) -> Iterator[Reason]:
    if best.rules.unit == "pips" and _pips(best.move) > _pips(other.move):
        yield because(
            "points",
            N_("get rid of what counts most"),
            N_("{move} counts {more} in hand, {other} only {less}"),
            move=best.named,
            more=_pips(best.move),
            other=other.named,
            less=_pips(other.move),
        )


def _pips(card: int) -> int:
    rank = rank_of(card)
    return 1 if rank == len(RANKS) - 1 else rank + 2


def _sides(move: _Move) -> list[list[int]]:
    """The sides behind a card, each as the cards in their order from it."""
    opens = opened_by(move.rules)
    sides = []
    for near in cards_of(opens[move.place]):
        side, ahead = [], 1 << near
        while ahead:
            card = ahead.bit_length() - 1
            side.append(card)
            ahead = opens[card]
        sides.append(side)
    return sides


def _longest(move: _Move) -> tuple[int, int]:
    """The others' cards before the last own one on the side where they are most; that own card."""
    found = 0, -1
    for side in _sides(move):
        before, waiting = 0, 0
        for card in side:
            if move.seen.unseen >> card & 1:
                waiting |= 1 << card
            elif move.seen.hand >> card & 1:
                before = waiting
                if found[1] < 0 or count(before) >= count(found[0]):
                    found = before, card
    return found
