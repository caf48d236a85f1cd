"""Why a move of Semerik is better than another, in words a player uses."""

from typing import Final, cast

from seven_games.bots.advice.reason import Reason, because, by_count, listed, named
from seven_games.bots.search import Judged, Search
from seven_games.engine import View, deduce
from seven_games.engine.cards import ACE, FIRST_JOKER, ONE_SUIT, cards_of, count, suit_of
from seven_games.engine.refusal import N_, Cards
from seven_games.engine.semerik import (
    FIGURES,
    SemerikRules,
    SemerikView,
    declaration,
    higher_cards,
)

_FEW: Final = 2
"""So many cards out are named; more are counted."""
_LATE: Final = 4
"""With so many cards in hand a single card that is out may well lie where it does no harm."""
_ON_THE_WAY: Final = 6
"""After so many tricks, all of them one side's, all ten are in sight."""


def reason(view: View, best: Judged, other: Judged, _search: Search) -> Reason:
    """What makes the best move better than the other one, from what really differs."""
    seen = cast("SemerikView", view)
    found = _of_showing(seen, best.move, other.move)
    if found is None and max(best.move, other.move) < FIRST_JOKER:
        own, its = _Card(seen, best.move), _Card(seen, other.move)
        if seen.taking is None:
            found = _of_the_end(seen, own, its) or _leading(seen, own, its)
        else:
            found = _of_the_end(seen, own, its) or _following(seen, own, its)
        found = found or _broken(seen, own, its)
    return found or by_count(best.move)


class _Card:
    """What anybody at the table can tell of playing a card now."""

    def __init__(self, seen: SemerikView, card: int) -> None:
        seat = cast("int", seen.seat)
        must, cannot = deduce(seen)
        to_come = [(seen.leader + step) % 4 for step in range(len(seen.trick) + 1, 4)]
        others = [one for one in to_come if (one ^ seat) & 1]
        self.card = card
        self.leads = not seen.trick
        self.named = named(card)
        self.suit = suit_of(card)
        self.counts = _counts(seen, card)
        self.beats = seen.must_beat is None or bool(higher_cards(seen.must_beat) >> card & 1)
        self.top = card if self.beats else cast("int", seen.must_beat)
        self.by_partner = not self.beats and seen.taking == (seat + 2) % 4
        self.out = higher_cards(card) & seen.unseen
        """Higher cards that are still out, wherever they are."""
        over = higher_cards(self.top) & seen.unseen
        self.threats = 0
        """Cards with which an opponent to come may go over."""
        for one in others:
            self.threats |= over & ~cannot[one]
        partner = (seat + 2) % 4
        self.behind = over & ~cannot[partner] if partner in to_come else 0
        """Cards with which the partner may go over."""
        self.partners = must[partner] & self.out
        """Higher cards that the partner is known to hold."""
        self.last = not to_come
        suit = ONE_SUIT << 13 * self.suit
        self.suit_out = seen.unseen & suit
        """Cards of the suit that are still out."""
        self.others = Cards(cards_of(seen.hand & suit & ~(1 << card)))
        """The other cards of the suit in hand; …"""
        self.stops = Cards(one for one in self.others if not higher_cards(one) & seen.unseen)
        """… those that nothing that is out goes over; …"""
        self.twins = Cards(
            one for one in self.others if higher_cards(one) & seen.unseen == self.out
        )
        """… those with nothing that is out between them and this card."""
        self.with_it = len(self.others) + 1
        """How many cards of the suit are in hand."""

    @property
    def ours(self) -> bool:
        """Whether the side of the seat to move takes the trick for sure."""
        return (self.beats or self.by_partner) and not self.threats

    @property
    def lost(self) -> bool:
        """Whether the others take the trick for sure."""
        return not self.beats and not self.by_partner and not self.behind

    @property
    def strength(self) -> int:
        """0 for a four to 9 for a three."""
        return 9 - count(higher_cards(self.card))


def _of_showing(seen: SemerikView, best: int, other: int) -> Reason | None:
    """Where one of the moves shows a combination."""
    if best >= FIRST_JOKER:
        cards, worth = declaration(seen, best)
        if other >= FIRST_JOKER and declaration(seen, other)[1] >= worth:
            return None
        return because(
            "declares",
            N_("look for a combination that pays"),
            N_("{cards} count {worth} for your side"),
            cards=listed(cards),
            worth=worth,
        )
    if other < FIRST_JOKER:
        return None
    cards, worth = declaration(seen, other)
    if not worth:
        why = N_("showing {cards} counts nothing, and tells the others what you hold")
    elif cards >> best & 1 or cast("SemerikRules", seen.rules).declare == "first_turn":
        return None
    else:
        why = N_("{cards} can be shown later; until then the others do not know them")
    return because(
        "hides", N_("keep your combination to yourself for now"), why, cards=listed(cards)
    )


def _broken(seen: SemerikView, own: _Card, its: _Card) -> Reason | None:
    """Where the other card belongs to a combination that can still be shown."""
    for move in seen.moves:
        cards, worth = declaration(seen, move) if move >= FIRST_JOKER else (0, 0)
        if worth and cards >> its.card & 1 and not cards >> own.card & 1:
            return because(
                "keeps_combination",
                N_("you hold a combination that pays: do not break it up"),
                N_("with {other} gone, {cards} cannot be shown any more, which counts {worth}"),
                other=its.named,
                cards=listed(cards),
                worth=worth,
            )
    return None


def _of_the_end(seen: SemerikView, own: _Card, its: _Card) -> Reason | None:
    """What only the last tricks, or all of them, are worth."""
    rules = cast("SemerikRules", seen.rules)
    side = cast("int", seen.seat) & 1
    taken = sum(seen.tricks[side::2])
    in_hand = count(seen.hand)
    if taken == sum(seen.tricks) >= _ON_THE_WAY and own.ours and not its.ours:
        return because(
            "all_tricks",
            N_("the others have taken no trick yet: go on for all ten"),
            N_("with {card} this trick is yours too, and all ten count four more"),
            card=own.named,
        )
    if rules.last_trick and in_hand == 2 and own.out and not its.out:
        return because(
            "last_trick",
            N_("the last trick counts a point: keep for it what takes it"),
            N_("nothing that is out goes over {other}: it can take the last trick"),
            other=its.named,
        )
    pile = sum(_counts(seen, card) for _, card in seen.trick) if rules.ace != "full" else 0
    before = seen.counters[side] + pile
    if in_hand <= 2 and own.ours and its.ours and own.counts > its.counts:
        points = (before + own.counts) // 3 - (before + its.counts) // 3
        if rules.ace != "full" and points:
            return because(
                "completes_third",
                N_("one counter more makes a point: three are one"),
                N_("with {card} your side has {counters} counters, a point more than with {other}"),
                card=own.named,
                other=its.named,
                counters=before + own.counts,
            )
    return None


def _leading(seen: SemerikView, own: _Card, its: _Card) -> Reason | None:
    if not own.threats and its.threats:
        return because(
            "sure_trick",
            N_("lead what nobody can take from you"),
            N_("no opponent can go over {card}; over {other} they can"),
            card=own.named,
            other=its.named,
        )
    if not own.threats:
        return _leading_sure(own, its)
    if own.partners and not its.partners:
        return because(
            "feeds_partner",
            N_("think of what your partner is known to hold: lead to it"),
            N_("your partner holds {partners} over {card}"),
            card=own.named,
            partners=listed(own.partners),
        )
    if own.partners and own.counts > its.counts:
        return because(
            "feeds_partner",
            N_("think of what your partner is known to hold: he can bring a counter home"),
            N_("your partner holds {partners} over {card}, and {card} is a counter"),
            card=own.named,
            partners=listed(own.partners),
        )
    if not its.threats:
        return because(
            "keeps_stopper",
            N_("what is sure to take a trick need not take it now"),
            N_("no opponent can go over {other}, now or later"),
            other=its.named,
        )
    if own.counts < its.counts:
        return because(
            "no_counter_to_them",
            N_("do not lead a counter that others can take"),
            _threat(
                its,
                N_("{threats} can take the counter {other}"),
                N_("{higher} cards that are out can take the counter {other}"),
            ),
            other=its.named,
            **_threatening(its),
        )
    if its.stops and not own.stops:
        return because(
            "waits_for_lead",
            N_("do not open a suit that you would rather have led to you"),
            N_("nothing that is out goes over your {stops}: let others lead to it, keep {other}"),
            stops=its.stops,
            other=its.named,
        )
    if count(own.threats) == 1 < count(its.threats) and count(seen.hand) <= _LATE:
        return because(
            "little_over",
            N_("near the end lead what little can go over"),
            N_("only {threats} can go over {card}; cards that can go over {other}: {more}"),
            threats=listed(own.threats),
            card=own.named,
            other=its.named,
            more=count(its.threats),
        )
    return _thrown(own, its)


def _leading_sure(own: _Card, its: _Card) -> Reason | None:
    """Both cards are sure to take the trick for the side."""
    if its.out and not own.out:
        return because(
            "spares_partner",
            N_("do not lead what your partner takes as surely as you"),
            N_("your partner holds {partners} over {other}; over {card} nobody holds anything"),
            partners=listed(its.out),
            other=its.named,
            card=own.named,
        )
    if own.suit != its.suit and own.with_it > max(its.with_it, _FEW):
        return because(
            "runs_suit",
            N_("run your long suit while you have the lead"),
            N_("no opponent can go over {card}, and you hold {cards} cards of its suit"),
            card=own.named,
            cards=own.with_it,
        )
    if own.counts > its.counts:
        return because(
            "wins_counters",
            N_("bring your counters home while they are sure"),
            N_("{card} takes the trick as well as {other}, and is a counter"),
            card=own.named,
            other=its.named,
        )
    if own.out or its.out:
        return None
    if its.others and not own.others and not its.stops:
        return because(
            "stands_alone",
            N_("a sure card is of more use where it covers others"),
            N_("{card} is your only card of its suit; {other} still covers your {cards}"),
            card=own.named,
            other=its.named,
            cards=its.others,
        )
    return _alike(own, its)


def _following(seen: SemerikView, own: _Card, its: _Card) -> Reason | None:
    if own.beats and its.beats:
        return _both_beat(seen, own, its)
    if own.beats:
        return _going_over(seen, own, its)
    if its.beats:
        return _not_over(seen, own, its)
    if own.ours and own.counts > its.counts:
        return because(
            "feeds_partner",
            N_("your partner takes this trick: think of what you can give him"),
            N_("partner's {top} takes the trick: give him the counter {card}")
            if own.last
            else N_("partner's {top} cannot be beaten: give him the counter {card}"),
            top=named(own.top),
            card=own.named,
        )
    if not own.by_partner and own.counts < its.counts:
        return because(
            "no_counter_to_them",
            N_("the others are taking this trick: give them nothing"),
            N_("{top} takes the trick for the others: {other} would be a counter for them")
            if own.lost
            else N_(
                "{top} may well take the trick for the others: {other} would be a counter for them"
            ),
            top=named(own.top),
            other=its.named,
        )
    if own.lost and own.counts > its.counts == 1 and _makes_third(seen):
        return because(
            "costs_as_much",
            N_("three counters are a point: what would each card give the others?"),
            N_("{other} would make up three counters for the others, a point as {card} is"),
            card=own.named,
            other=its.named,
        )
    return _thrown(own, its) or (_alike(own, its) if own.counts == its.counts else None)


def _going_over(seen: SemerikView, own: _Card, its: _Card) -> Reason | None:
    """The best move goes over, the other does not."""
    taken = sum(_counts(seen, card) for _, card in seen.trick) + own.counts
    if own.threats:
        if not taken or its.by_partner:
            return None
        return because(
            "takes_counters",
            N_("there are counters to be had here"),
            _threat(
                own,
                N_("{card} takes the trick unless {threats} comes; counters in it: {counters}"),
                N_("{card} takes it unless one of {higher} cards comes; counters: {counters}"),
            ),
            card=own.named,
            counters=taken,
            **_threatening(own),
        )
    brings = own.counts > its.counts if its.ours else taken > 0
    if not brings and its.ours and own.behind:
        return None
    if brings:
        why = N_("no opponent to come can go over {card}; counters in the trick: {counters}")
    elif own.behind:
        why = N_("no opponent to come can go over {card}: the trick stays on your side")
    else:
        why = N_("{card} takes the trick for sure, and with it the lead")
    return because(
        "wins_counters" if brings else "sure_trick",
        N_("this trick can be yours"),
        why,
        card=own.named,
        counters=taken,
    )


def _both_beat(seen: SemerikView, own: _Card, its: _Card) -> Reason | None:
    top = named(cast("int", seen.must_beat))
    if not own.threats and its.threats:
        return because(
            "sure_trick",
            N_("make sure of this trick"),
            _threat(
                its,
                N_("opponents to come may go over {other} with {threats}, but not over {card}"),
                N_("opponents to come may go over {other} with {higher} cards, not over {card}"),
            ),
            card=own.named,
            other=its.named,
            **_threatening(its),
        )
    if not own.threats and own.counts > its.counts:
        return because(
            "wins_counters",
            N_("bring a counter home in a trick that is yours"),
            N_("no opponent to come can go over {card} or {other}, and {card} is a counter"),
            card=own.named,
            other=its.named,
        )
    if own.strength >= its.strength or own.suit != its.suit:
        return None
    if own.last:
        why = N_("{card} is enough over {top}: nobody plays after you")
    elif not own.threats:
        why = N_("{card} is enough over {top}: no opponent to come can go over it")
    elif own.threats == its.threats:
        why = _threat(
            own,
            N_("{threats} can go over either: {card} costs you less than {other}"),
            N_("{higher} cards can go over either: {card} costs you less than {other}"),
        )
    else:
        why = _threat(
            own,
            N_("{card} may be enough over {top}: only {threats} can stop it"),
            N_("{card} may be enough over {top}, and {other} is kept"),
        )
    return because(
        "enough",
        N_("the cheapest card that does it is enough"),
        why,
        card=own.named,
        other=its.named,
        top=top,
        **_threatening(own),
    )


def _not_over(seen: SemerikView, own: _Card, its: _Card) -> Reason | None:
    """The other move goes over, the best does not."""
    if own.ours:
        return because(
            "feeds_partner" if own.counts > its.counts else "enough",
            N_("your partner has this trick"),
            N_("partner's {top} cannot be beaten: no need to go over it with {other}"),
            top=named(own.top),
            other=its.named,
        )
    more = any(_counts(seen, card) for card in cards_of(seen.unseen))
    if more and not any(_counts(seen, card) for _, card in seen.trick) and own.counts == 0:
        return because(
            "keeps_stopper",
            N_("not every trick is worth a strong card"),
            N_("there is no counter in this trick: keep {other} for one that has"),
            other=its.named,
        )
    return None


def _thrown(own: _Card, its: _Card) -> Reason | None:
    """Neither card takes the trick: it is which would have taken one later."""
    out, its_out = count(own.out), count(its.out)
    if its_out == 0 and out and its.suit_out:
        return because(
            "keeps_stopper",
            N_("keep what will take a trick"),
            N_("nothing that is out goes over {other}: it can take a trick later"),
            other=its.named,
        )
    if own.counts != its.counts:
        return None
    if its_out == 1 and out > 1:
        return because(
            "keeps_stopper",
            N_("keep what may take a trick"),
            N_("keep {other}: only {out} is still out over it, and more over {card}"),
            card=own.named,
            other=its.named,
            out=listed(its.out),
        )
    if out > its_out:
        return because(
            "throws_low",
            N_("lead what is less likely to take a trick later")
            if own.leads
            else N_("part with what is less likely to take a trick later"),
            N_("cards still out over {card}: {more}, over {other}: {fewer}"),
            card=own.named,
            other=its.named,
            more=out,
            fewer=its_out,
        )
    return None


def _alike(own: _Card, its: _Card) -> Reason | None:
    """As many cards are out over both, and only the best card has its like in hand."""
    if not own.twins or its.twins or count(own.out) != count(its.out):
        return None
    return because(
        "twins",
        N_("cards that are worth the same need not all be kept"),
        N_("nothing that is out lies between {card} and your {twins}: one of them is enough"),
        twins=own.twins,
        card=own.named,
    )


def _threat(card: _Card, few: str, many: str) -> str:
    return few if count(card.threats) <= _FEW else many


def _threatening(card: _Card) -> dict[str, object]:
    return {"threats": listed(card.threats), "higher": count(card.threats)}


def _makes_third(seen: SemerikView) -> bool:
    """Whether one counter more in this trick makes a point of three for the other side."""
    others = 1 - (cast("int", seen.seat) & 1)
    return (seen.counters[others] + sum(FIGURES >> card & 1 for _, card in seen.trick)) % 3 == 2


def _counts(seen: SemerikView, card: int) -> int:
    """What a card counts for those who take it, in counters."""
    if FIGURES >> card & 1:
        return 1
    ace = cast("SemerikRules", seen.rules).ace
    return {"none": 0, "third": 1, "full": 3}[ace] if card % 13 == ACE else 0
