"""Why a move of Sedma is the best."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import cast

from seven_games.bots.advice.reason import Reason, because, by_count, listed, named
from seven_games.bots.search import Judged, Search
from seven_games.bots.sedma import SedmaSense
from seven_games.bots.worlds import Worlds
from seven_games.engine import View
from seven_games.engine.cards import ONE_RANK, STOP, count, rank_of
from seven_games.engine.refusal import N_, Cards
from seven_games.engine.sedma import (
    COUNTER,
    COUNTERS,
    SedmaDeal,
    SedmaRules,
    SedmaView,
    wild_cards,
)

_FEW = 2
"""So many cards that can beat one are few."""


def reason(view: View, best: Judged, other: Judged, _search: Search) -> Reason:
    """The first difference between the best move and the other one that speaks for the best."""
    seen = cast("SedmaView", view)
    differences = _differences(_Move(seen, best.move), _Move(seen, other.move))
    return next(differences, by_count(best.move))


@dataclass(frozen=True)
class _Move:
    """A move with what can be told of it from the view."""

    seen: SedmaView
    move: int

    @property
    def rules(self) -> SedmaRules:
        return cast("SedmaRules", self.seen.rules)

    @property
    def named(self) -> Cards:
        return named(self.move)

    @property
    def stops(self) -> bool:
        return self.move == STOP

    @property
    def leads(self) -> bool:
        return not self.seen.trick

    @property
    def is_seven(self) -> bool:
        """Whether it beats whatever was led: a seven, or an eight where the rules say so."""
        return not self.stops and bool(wild_cards(self.rules) >> self.move & 1)

    @property
    def points(self) -> int:
        """What the card itself counts."""
        return COUNTER if not self.stops and COUNTERS >> self.move & 1 else 0

    @property
    def beaters(self) -> int:
        """What beats in the trick, once this move is made."""
        if not self.leads:
            return self.seen.beaters
        return wild_cards(self.rules) | ONE_RANK << rank_of(self.move)

    @property
    def takes(self) -> bool:
        """Whether it is winning the trick once it lies."""
        return not self.stops and bool(self.beaters >> self.move & 1)

    @property
    def is_thrown(self) -> bool:
        """Whether it goes to a trick that it does not take."""
        return not self.stops and not self.takes

    @property
    def leads_next(self) -> bool:
        """Whether whoever takes this trick has a card to lead to another one."""
        return bool(self.seen.stock) or count(self.seen.hand) > 1

    @property
    def ours(self) -> bool:
        """Whether one's own side is winning the trick before this move."""
        taking = self.seen.taking
        return taking is not None and taking % self.rules.sides == self._own_side

    @property
    def _own_side(self) -> int:
        return cast("int", self.seen.seat) % self.rules.sides

    @property
    def threats(self) -> Cards:
        """What could still beat it: the beaters that a foe may hold."""
        seen, can = self.seen, 0
        for seat, held in enumerate(seen.counts):
            if seat % self.rules.sides != self._own_side and held:
                can |= seen.unseen & ~seen.cannot[seat]
        return listed(can & self.beaters)

    @property
    def to_come(self) -> int:
        """The points that tricks after this one may still bring."""
        after = (self.seen.hand | self.seen.unseen) & ~(0 if self.stops else 1 << self.move)
        return COUNTER * count(after & COUNTERS) + self.rules.last_trick

    @property
    def alike(self) -> int:
        """How many other cards of its rank are in the hand."""
        return 0 if self.stops else count(self.seen.hand & ONE_RANK << rank_of(self.move)) - 1

    @property
    def same_out(self) -> int:
        """How many cards of its rank the others may hold."""
        return 0 if self.stops else count(self.seen.unseen & ONE_RANK << rank_of(self.move))

    @property
    def cover(self) -> Cards:
        """The cards in hand that one could go on with."""
        return listed(self.seen.hand & self.beaters & ~(1 << self.move))


def _differences(best: _Move, other: _Move) -> Iterator[Reason]:
    yield from _counted_out(best, other)
    if best.seen.asked:
        yield from _going_on(best, other)
    elif best.leads:
        yield from _leading(best, other)
    else:
        yield from _following(best, other)
    yield from _keeping(best, other)


def _counted_out(best: _Move, other: _Move) -> Iterator[Reason]:
    """Where the stock is gone and one other hand is left, every card is known."""
    seen = best.seen
    if seen.stock or len(seen.counts) > 2:
        return
    sense, world = SedmaSense(), Worlds(seen, 1).draw()
    ends = []
    for move in (best.move, other.move):
        deal = world.copy()
        deal.push(move)
        if not sense.ends(deal):
            return
        ends.append(sense.best_end(cast("SedmaDeal", deal)))
    seat = cast("int", seen.seat)
    more = ends[0].points[seat] - ends[1].points[seat]
    gets_last = ends[0].last_taker == seat != ends[1].last_taker
    if gets_last and not more and ends[0].points[0] == ends[0].points[1]:
        yield because(
            "last_trick",
            N_("think of the last trick: where the points are level it decides the deal"),
            N_(
                "all cards are known now: both sides end with {points} points, and after {move} "
                "the last trick is yours, after {other} it is not"
            ),
            points=ends[0].points[0],
            move=best.named,
            other=other.named,
        )
    if more <= 0:
        return
    if gets_last and more == best.rules.last_trick:
        yield because(
            "last_trick",
            N_("think of the last trick: it counts {points} points"),
            N_(
                "all cards are known now: after {move} the last trick with its {points} "
                "points is yours, after {other} it is not"
            ),
            points=more,
            move=best.named,
            other=other.named,
        )
    yield because(
        "exact_end",
        N_("you know every card that is left: count it out"),
        N_(
            "all cards are known now: with the best play on both sides, {move} brings "
            "{points} points more than {other}"
        ),
        move=best.named,
        other=other.named,
        points=more,
    )


def _going_on(best: _Move, other: _Move) -> Iterator[Reason]:
    pile = best.seen.pile
    if best.stops:
        if other.is_seven:
            yield from _saves_seven(best, other)
        if best.ours:
            if pile and other.threats:
                yield _takes_now(best, other)
            return
        if other.points and other.threats:
            yield _protects(other)
        if not pile:
            yield because(
                "lets_go",
                N_("look at what lies there: is it worth fighting for?"),
                N_("there is not a point in this trick: let it go"),
            )
        if other.threats:
            yield _may_be_beaten(other)
    elif not other.stops:
        if other.is_seven and not best.is_seven:
            yield from _saves_seven(best, other)
    elif best.ours:
        if best.seen.unseen & COUNTERS:
            yield _goes_for_more(best)
    elif not pile:
        if best.leads_next and not best.is_seven:
            yield _takes_lead(best)
    elif not best.threats:
        yield _sure_take(best)
    else:
        yield because(
            "goes_on",
            N_("there are points in this trick: fight for them"),
            N_("{points} points lie there, and {move} may hold them: {cards} could beat it"),
            points=pile,
            move=best.named,
            cards=best.threats,
        )


def _takes_now(best: _Move, other: _Move) -> Reason:
    return because(
        "takes_now",
        N_("your side is taking this trick: is more to be had than could be lost?"),
        N_("these {points} points are yours now; on {other} could still come {cards}"),
        points=best.seen.pile,
        other=other.named,
        cards=other.threats,
    )


def _goes_for_more(best: _Move) -> Reason:
    return because(
        "goes_for_more",
        N_("your side is taking this trick: could it bring more?"),
        N_("the others must lay one more card each on {move}; what could beat it: {cards}")
        if best.threats
        else N_("the others must lay one more card each, and nothing that beats {move} is left"),
        move=best.named,
        cards=best.threats,
    )


def _leading(best: _Move, other: _Move) -> Iterator[Reason]:
    if best.points and not best.threats and (other.threats or not other.points):
        yield _sure_take(best)
    if other.is_seven and not best.is_seven:
        yield from _saves_seven(best, other)
    if other.points and not best.points and other.threats:
        yield _protects(other)
    if best.points and not other.points and len(best.threats) <= _FEW:
        yield because(
            "little_beats",
            N_("bring an ace or a ten home while little can beat it"),
            N_("{move} counts {points} points, and nothing but {cards} can still beat it"),
            move=best.named,
            points=best.points,
            cards=best.threats,
        )
    if best.points and not best.is_seven and len(best.cover) > len(other.cover):
        yield because(
            "covered_counter",
            N_("look for an ace or a ten that you could fight for"),
            N_("if {move} is beaten, you can go on with {cards}"),
            move=best.named,
            cards=best.cover,
        )
    if best.is_seven:
        return
    fewer = len(best.threats) < len(other.threats)
    if not best.same_out and (fewer or best.points > other.points):
        yield because(
            "lead_dead_rank",
            N_("lead a rank of which the other cards are gone"),
            N_("nobody else has a card of the rank of {move}: only {cards} could take it")
            if best.threats
            else N_("nothing is left that beats {move}"),
            move=best.named,
            cards=best.threats,
        )
    elif fewer and best.same_out < other.same_out:
        yield because(
            "lead_dead_rank",
            N_("lead a rank of which few cards are out"),
            N_("cards that beat {move}: {few} are still out; that beat {other}: {many}"),
            move=best.named,
            few=len(best.threats),
            other=other.named,
            many=len(other.threats),
        )


def _following(best: _Move, other: _Move) -> Iterator[Reason]:
    pile = best.seen.pile
    if best.takes and not other.takes:
        if not best.ours and pile + best.points:
            yield _sure_take(best) if not best.threats else _takes_points(best)
        if best.ours and best.points > other.points and not best.threats:
            yield _sure_take(best)
        if not best.ours and not best.is_seven:
            yield _takes_lead(best)
        if not best.ours and other.points:
            yield _gives_less(
                best, other, N_("{other} would give them {points} points, {move} beats their card")
            )
    elif other.takes and not best.takes:
        if best.ours and best.points > other.points:
            yield _feeds(best)
        if other.is_seven:
            yield from _saves_seven(best, other)
        if other.points and other.threats:
            yield _protects(other)
        if not pile and not best.points:
            yield because(
                "lets_go",
                N_("your side is taking this trick: does it need more?")
                if best.ours
                else N_("look at what lies there: is it worth fighting for?"),
                N_("there is not a point in this trick: {other} would be spent for nothing"),
                other=other.named,
            )
        if other.threats and not best.ours:
            yield _may_be_beaten(other)
    elif best.takes:
        if other.is_seven and not best.is_seven:
            yield from _saves_seven(best, other)
        if best.points and not other.points and not best.threats:
            yield _sure_take(best)
        if other.points and not best.points and other.threats:
            yield _protects(other)
    elif best.ours and best.points and not other.points:
        yield _feeds(best)
    elif other.points and not best.points:
        if best.ours and other.threats:
            yield _protects(other)
        if not best.ours:
            yield _gives_less(
                best, other, N_("{other} would give them {points} points, {move} gives none")
            )


def _gives_less(best: _Move, other: _Move, why: str) -> Reason:
    return because(
        "throws_cheap",
        N_("the others are taking this trick: give them as little as you can"),
        why,
        other=other.named,
        points=other.points,
        move=best.named,
    )


def _keeping(best: _Move, other: _Move) -> Iterator[Reason]:
    """What is left in the hand."""
    if best.stops or other.stops or best.points != other.points:
        return
    if (best.leads and best.points) or other.is_seven:
        return
    if other.alike > best.alike:
        yield because(
            "keeps_pair",
            N_("two of a rank are worth more together: you lead one and go on with the other"),
            N_("{cards} stay together when you play {move}"),
            cards=listed(other.seen.hand & ONE_RANK << rank_of(other.move)),
            move=best.named,
        )
    thrown = best.is_thrown and other.is_thrown
    if thrown and best.alike == other.alike and best.same_out < other.same_out:
        yield because(
            "keeps_rank",
            N_("keep what could still beat a card that others lead"),
            N_("cards still out of the rank of {other}: {many}, of the rank of {move}: {few}"),
            other=other.named,
            many=other.same_out,
            move=best.named,
            few=best.same_out,
        )


def _saves_seven(best: _Move, other: _Move) -> Iterator[Reason]:
    """Where another card does as well, or the seven would not hold many points."""
    seen = best.seen
    pile = seen.pile
    as_well = best.takes and not best.leads
    if best.to_come <= (0 if as_well else pile):
        return
    if best.points and not (as_well or best.ours):
        return
    last = best.rules.last_trick
    if last and not seen.stock and count(seen.hand) == 2:
        yield because(
            "last_trick",
            N_("think of the last trick: it counts {points} points"),
            N_("{other} is kept for the last trick and its {points} points"),
            points=last,
            other=other.named,
        )
    if as_well:
        why = N_("{move} beats as well, and {other} is kept")
    elif best.ours and (best.stops or not best.threats):
        why = N_("your side is taking this trick anyway, and {other} is kept")
    elif best.ours:
        why = N_(
            "your side is taking this trick, and {other} is kept; what could still beat it: {cards}"
        )
    elif not pile:
        why = N_("there is not a point here: keep {other} for a bigger trick")
    elif pile <= COUNTER:
        why = N_("there are only {points} points here: keep {other} for a bigger trick")
    else:
        return
    yield because(
        "saves_seven",
        N_("keep what beats everything for a trick that is worth it"),
        why,
        move=best.named,
        other=other.named,
        points=pile,
        cards=best.threats,
    )


def _protects(other: _Move) -> Reason:
    return because(
        "protects_counter",
        N_("mind your aces and tens: where are they safe?"),
        N_("{other} counts {points} points, and {cards} could still take it"),
        other=other.named,
        points=other.points,
        cards=other.threats,
    )


def _may_be_beaten(other: _Move) -> Reason:
    return because(
        "lets_go",
        N_("think of what can still beat you if you fight for this trick"),
        N_("{cards} may still beat {other}, and then it is lost too"),
        cards=other.threats,
        other=other.named,
    )


def _sure_take(best: _Move) -> Reason:
    return because(
        "sure_take",
        N_("count what could beat you: has it all been played?"),
        N_("nothing that beats {move} is left to the others: {points} points are yours"),
        move=best.named,
        points=best.seen.pile + best.points,
    )


def _takes_points(best: _Move) -> Reason:
    return because(
        "takes_points",
        N_("there are points to be had here"),
        N_("{move} takes {points} points, unless one of these comes: {cards}"),
        move=best.named,
        points=best.seen.pile + best.points,
        cards=best.threats,
    )


def _takes_lead(best: _Move) -> Reason:
    """Where there are no points to be had."""
    return because(
        "takes_lead",
        N_("a cheap card that beats can bring you the lead"),
        N_("{move} takes the trick and the lead, unless one of these comes: {cards}")
        if best.threats
        else N_("{move} takes the trick for sure, and you lead next"),
        move=best.named,
        cards=best.threats,
    )


def _feeds(best: _Move) -> Reason:
    return because(
        "feeds_partner",
        N_("your partner is taking this trick: what can you give?"),
        N_("your partner takes it unless one of {cards} comes: {move} adds {points} points")
        if best.threats
        else N_("nothing that beats your partner is left: {move} brings {points} points home"),
        cards=best.threats,
        move=best.named,
        points=best.points,
    )
