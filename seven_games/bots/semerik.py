"""Card sense for Semerik."""

from math import comb, exp, inf, log
from typing import Final, cast

from seven_games.bots.chain import Chain
from seven_games.bots.sense import CERTAIN_SLIP, Sense, best
from seven_games.engine.cards import ACE, ONE_RANK, SHOW_BABA, cards_of, count, pick
from seven_games.engine.game import LEHMER, LEHMER_PRIME, NOBODY, Deal, Rules, View
from seven_games.engine.refusal import N_
from seven_games.engine.semerik import (
    GAME,
    SemerikDeal,
    SemerikRules,
    Shown,
    combination,
    combinations,
    higher_cards,
    legal_cards,
    pair_shown,
)

_OVER: Final = [higher_cards(card) for card in range(52)]
"""For each card, the higher cards of its suit."""
_SUIT: Final = [0b1_1110_0011_1111 << 13 * suit for suit in range(4)]
_RESTS: Final = [pow(2, card, 53) for card in range(52)]
_PLACE: Final = [_RESTS.index(rest) if rest else 0 for rest in range(53)]
"""The card of a bit, by what it leaves when divided by 53: no two of 52 bits leave the same."""
_LOW: Final = [0.01 * count(higher_cards(card)) for card in range(52)]
"""Of two cards that are worth the same the lower is played."""
_ACES: Final = ONE_RANK << ACE

_SHOWN: Final = ((0, 0.36), (1, 0.23), (3, 0.18), (5, 0.17), (8, 0.06))
"""How often a side shows combinations worth so much in a deal, roughly, as rules of thumb play."""
_NEAR: Final = 30.0
"""So many counters more are worth a point where they make none."""


class _Turn:
    """A decision of the log: what everybody saw of it, the same in every world."""

    def __init__(self, here: SemerikDeal, seat: int, move: int, left: int) -> None:
        self.seat = seat
        self.move = move
        self.left = left
        """All cards held by anybody."""
        self.later = 0
        """The cards that this seat has played since, this one with them."""
        self.played = here.played
        self.best = here.best
        self.taking = here.taking
        self.pile = here.pile
        self.pile_aces = here.pile_aces
        self.must = here.must
        self.cannot = here.cannot
        self.shown = here.shown


class SemerikSense(Sense):
    """Go over cheaply, keep what will take tricks, feed a partner who cannot be beaten.

    >>> from seven_games.engine import GAMES, format_move
    >>> deal = GAMES["semerik"].deal(GAMES["semerik"].rules(), seed=4)
    >>> deal.play(deal.moves()[0])
    >>> [format_move(move) for move in deal.moves()], format_move(SemerikSense().pick(deal))
    (['6s', 'Ks', '6h', '7h', '5d', '7d', 'Jd', 'Kd', 'Ad', 'Ac'], '5d')
    """

    def __init__(self) -> None:
        self.temperature = 1.0
        self.slips = 50
        self._view: View | None = None
        self._now = SemerikDeal()
        self._turns: list[_Turn] = []
        self._stakes: dict[int, list[float]] = {}
        self.weights = [
            # What a card is worth in hand, by how many higher ones are out: none to four or more.
            *(3.52, 1.5, 0.8, 0.625, 0.2),
            # Leading a sure card, and more for each card of the suit that is held with it.
            *(2.0, 0.48),
            # How likely a card that is out does not go over: what was led, what one goes over with.
            *(0.45, 0.6),
            # Leading another: its counter, and each card of the suit that is held with it.
            *(0.216, 1.3),
            # Higher cards that the partner may hold, or has shown.
            *(0.16, 0.5),
            # Following: the counters in the trick, the own one, and the next lead.
            *(1.0, 1.0, 1.1),
            # Going over the partner; how likely a card that is out is not with him behind.
            *(0.7, 0.9),
            # What a card in hand is worth more while others hold its suit and may lead it.
            0.2,
        ]

    def weigh(self, deal: Deal) -> tuple[list[int], list[float]]:
        here = cast("SemerikDeal", deal)
        cards = here.cards()
        words = here.words(cards)
        if not words and cards & (cards - 1) == 0:
            return [_PLACE[cards % 53]], [0.0]
        worths: list[float] = []
        self._choose(here, cards, worths)
        hand = here.hands[here.at]
        worths.extend([self._declaring(here, here.at, hand, here.shown, move) for move in words])
        return cards_of(cards) + words, worths

    def _declaring(
        self,
        here: SemerikDeal,
        seat: int,
        hand: int,
        shown: tuple[Shown, ...],
        move: int,
    ) -> float:
        """A combination is shown at once where it pays, and never where it does not."""
        rules = cast("SemerikRules", here.rules)
        if rules.baba_triple == "only_3" and pair_shown(shown, seat, move):
            return -20.0
        return 20.0 + combination(hand, move, rules)[1]

    def _choose(self, here: SemerikDeal, cards: int, worths: list[float] | None) -> int:
        hands = here.hands
        return self._look(
            here,
            here.at,
            hands[here.at],
            cards,
            hands[0] | hands[1] | hands[2] | hands[3],
            here.played,
            here.best,
            here.taking,
            here.pile,
            here.pile_aces,
            here.must,
            here.cannot,
            worths,
        )

    def _look(
        self,
        here: SemerikDeal,
        seat: int,
        hand: int,
        cards: int,
        left: int,
        played: int,
        top: int,
        taking: int,
        counters: int,
        aces: int,
        must: tuple[int, ...],
        cannot: tuple[int, ...],
        worths: list[float] | None,
    ) -> int:
        """The card that the rules of thumb choose, the first of equals; and what each is worth.

        Of `here` nothing is asked but its rules.
        """
        unseen = left & ~hand
        full = cast("SemerikRules", here.rules).ace == "full"
        counting = here.counting
        weights = self.weights
        after = (seat + 1) & 3
        partner = (seat + 2) & 3
        chosen = -1
        most = -inf
        rest = cards
        if played == 0:
            before = (seat + 3) & 3
            safe = cannot[after] & cannot[before]
            shown = (must[after] | must[before]) & unseen
            not_partners = cannot[partner]
            partners = must[partner] & unseen
            suit = -1
            held = 0.0
            q = weights[7]
            while rest:
                low = rest & -rest
                rest ^= low
                card = _PLACE[low % 53]
                if card // 13 != suit:
                    suit = card // 13
                    held = float(count(hand & _SUIT[suit]) - 1)
                over = unseen & _OVER[card]
                figure = 1.0 if counting & low else 3.0 if full and _ACES & low else 0.0
                threats = over & ~safe
                if not threats:
                    worth = weights[5] + weights[6] * held
                    if over:
                        # The partner may have to go over it.
                        worth -= weights[12]
                else:
                    out = count(over)
                    k = count(threats)
                    hold = 1.0
                    if shown & threats:
                        hold = 0.0
                    else:
                        while k:
                            hold *= q
                            k -= 1
                    worth = (
                        weights[9] * figure * (2.0 * hold - 1.0)
                        - weights[min(out, 4)]
                        + weights[10] * held
                        + weights[11] * count(over & ~not_partners)
                    )
                    if partners & over:
                        worth += weights[12]
                worth += _LOW[card]
                if worths is not None:
                    worths.append(worth)
                if worth > most:
                    most = worth
                    chosen = card
            return chosen
        pile = float(counters + (3 * aces if full else 0))
        with_partner = taking == partner
        beaters = _OVER[top]
        may_follow = 0 if played == 3 else unseen & ~cannot[after]
        shown = must[after] & may_follow
        behind = 0.0
        if played == 1:
            out = count(unseen & beaters & ~cannot[partner])
            behind = 1.0
            while out:
                behind *= weights[17]
                out -= 1
            behind = 1.0 - behind
        idle = self._hold(may_follow & beaters, shown) if with_partner else behind
        while rest:
            low = rest & -rest
            rest ^= low
            card = _PLACE[low % 53]
            higher = _OVER[card]
            out = count(unseen & higher)
            figure = 1.0 if counting & low else 3.0 if full and _ACES & low else 0.0
            worth = -weights[min(out, 4)] + _LOW[card]
            if out == 0 and unseen & _SUIT[card // 13]:
                worth -= weights[18]
            if beaters & low:
                ours = self._hold(may_follow & higher, shown)
                ours += (1.0 - ours) * behind
                worth += weights[15] * ours
                if with_partner:
                    worth -= weights[16]
            else:
                ours = idle
            worth += (2.0 * ours - 1.0) * (weights[13] * pile + weights[14] * figure)
            if worths is not None:
                worths.append(worth)
            if worth > most:
                most = worth
                chosen = card
        return chosen

    def _hold(self, threats: int, shown: int) -> float:
        """How likely the next opponent has none of the cards that would go over."""
        if shown & threats:
            return 0.0
        hold = 1.0
        while threats:
            threats &= threats - 1
            hold *= self.weights[8]
        return hold

    def play_out(self, deal: Deal, seed: int) -> int:
        here = cast("SemerikDeal", deal)
        slips = self.slips
        while here.at != NOBODY:
            cards = here.cards()
            words = here.words(cards)
            if words:
                moves, worths = self.weigh(here)
                chosen = moves[best(worths)]
            else:
                if cards & (cards - 1) == 0:
                    here.push(_PLACE[cards % 53])
                    continue
                moves = words
                chosen = -1
            seed = seed * LEHMER % LEHMER_PRIME
            if seed * CERTAIN_SLIP >> 30 < slips:
                seed = seed * LEHMER % LEHMER_PRIME
                held = count(cards)
                place = seed * (held + len(words)) >> 30
                at_card = place < held
                chosen = _PLACE[pick(cards, place) % 53] if at_card else words[place - held]
            elif chosen < 0:
                chosen = self._choose(here, cards, None)
            here.push(chosen)
        return seed

    def replay(self, deal: Deal, view: View, *, explain: bool) -> float:
        """The same for every world but for the hands, so that the log is read once a view.

        The others are taken to have known what the play had told everybody.
        """
        here = cast("SemerikDeal", deal)
        if self._view is not view:
            self._read(here, view)
        dealt, can_show, held = here.dealt, here.can_show, here.hands[:]
        for seat, move in view.log:
            if move < SHOW_BABA:
                held[seat] ^= 1 << move
        surprise = 0.0
        if explain:
            for turn in self._turns:
                seat = turn.seat
                surprise += self._surprise(here, turn, held[seat], dealt[seat], can_show[seat])
        here.take_from(self._now)
        here.dealt = dealt
        here.hands = held
        for seat in range(4):
            if can_show[seat]:
                can_show[seat] = self._showable(
                    here, seat, held[seat], can_show[seat], here.shown, dealt[seat]
                )
        here.can_show = can_show
        return surprise

    def settle(
        self, start: Deal, view: View, hands: list[int], cannot: list[int], wanted: int, seed: int
    ) -> list[list[int]]:
        here = cast("SemerikDeal", start)
        if self._view is not view:
            self._read(here, view)
        return _Chain(self, here, view, hands, cannot).run(wanted, seed)

    def explain(self, here: SemerikDeal, seat: int, hand: int, played: int) -> float:
        """How little a seat that holds this hand and has `played` the rest would have played so.

        `here` is a deal of this view.
        """
        dealt = hand | played
        pairs = combinations(dealt, cast("SemerikRules", here.rules).baba)
        surprise = 0.0
        for turn in self._turns:
            if turn.seat == seat:
                surprise += self._surprise(here, turn, hand, dealt, pairs)
        return surprise

    def _read(self, deal: SemerikDeal, view: View) -> None:
        """Note the turns of a log, and how the table stands after it."""
        here = deal.copy()
        turns: list[_Turn] = []
        left = here.hands[0] | here.hands[1] | here.hands[2] | here.hands[3]
        later = [0, 0, 0, 0]
        for seat, move in view.log:
            turns.append(_Turn(here, seat, move, left))
            here.learn(move)
            here.push(move)
            if move < SHOW_BABA:
                left ^= 1 << move
        for turn in reversed(turns):
            if turn.move < SHOW_BABA:
                later[turn.seat] |= 1 << turn.move
            turn.later = later[turn.seat]
        self._turns = [turn for turn in turns if turn.seat != view.seat]
        self._now = here
        self._view = view

    def _showable(
        self,
        here: SemerikDeal,
        seat: int,
        hand: int,
        pairs: list[tuple[int, int]],
        shown: tuple[Shown, ...],
        dealt: int,
    ) -> list[tuple[int, int]]:
        """The combinations that a seat may show, of those it was dealt."""
        if here.first_turn and hand != dealt:
            return []
        before = [one.move for one in shown if one.seat == seat]
        return [pair for pair in pairs if count(hand & pair[1]) >= 3 and pair[0] not in before]

    def _surprise(
        self,
        here: SemerikDeal,
        turn: _Turn,
        held: int,
        dealt: int,
        can_show: list[tuple[int, int]],
    ) -> float:
        """`surprise` of a decision in the log, where this is held now."""
        seat, move = turn.seat, turn.move
        hand = held | turn.later
        cards = legal_cards(hand, turn.best, here.follow) if turn.played else hand
        worths: list[float] = []
        words: list[int] = []
        if can_show:
            pairs = self._showable(here, seat, hand, can_show, turn.shown, dealt)
            words = [pair[0] for pair in pairs]
        if not words and cards & (cards - 1) == 0:
            return 0.0
        chosen = self._look(
            here,
            seat,
            hand,
            cards,
            turn.left,
            turn.played,
            turn.best,
            turn.taking,
            turn.pile,
            turn.pile_aces,
            turn.must,
            turn.cannot,
            worths,
        )
        place = -1
        if move < SHOW_BABA:
            place = count(cards & ((1 << move) - 1))
            top = worths[count(cards & ((1 << chosen) - 1))]
        else:
            top = -inf
        for word in words:
            if word == move:
                place = len(worths)
            worths.append(self._declaring(here, seat, hand, turn.shown, word))
        if words:
            top = worths[best(worths)]
        total = 0.0
        temperature = self.temperature
        for worth in worths:
            total += exp((worth - top) / temperature)
        slip = self.slips / CERTAIN_SLIP
        own = exp((worths[place] - top) / temperature) / total
        return -log((1 - slip) * own + slip / len(worths))

    def value(self, deal: Deal, seat: int) -> float:
        """The difference of the points; near the end of a game, what they do to its credits.

        In points: as many credits as a point is worth at the start of a game are one.
        """
        here = cast("SemerikDeal", deal)
        score = here.result()["score"]
        mine = seat & 1
        own, other = score[mine], score[1 - mine]
        near = (here.counters[mine] - here.counters[1 - mine]) / _NEAR
        standing = here.standing.game or (0, 0)
        if standing == (0, 0):
            return own - other + near
        stakes = self._credits(cast("SemerikRules", here.rules))
        ahead, behind = standing[mine], standing[1 - mine]
        point = (_at(stakes, 1, 0) - _at(stakes, 0, 1)) / 2
        now = _at(stakes, ahead, behind)
        return (_at(stakes, ahead + own, behind + other) - now) / point + near

    def _credits(self, rules: SemerikRules) -> list[float]:
        """What a side will gain by a game, by its points and the other's (3.4), 21 a row."""
        points = 10 if rules.ace == "full" else 6
        if points not in self._stakes:
            self._stakes[points] = _stakes(points)
        return self._stakes[points]

    def unit(self, rules: Rules) -> str:
        return N_("points")


class _Chain(Chain):
    """In Semerik a seat chose by its own hand and by what everybody saw."""

    def __init__(
        self,
        sense: SemerikSense,
        start: SemerikDeal,
        view: View,
        hands: list[int],
        cannot: list[int],
    ) -> None:
        super().__init__(hands, cannot, -1 if view.seat is None else view.seat)
        self.sense = sense
        self.start = start
        self.played = [0, 0, 0, 0]
        for seat, move in view.log:
            if move < SHOW_BABA:
                self.played[seat] |= 1 << move
        self.begin()

    def explain(self, seat: int, hand: int) -> float:
        return self.sense.explain(self.start, seat, hand, self.played[seat])


def _stakes(points: int) -> list[float]:
    """From the end of a game backwards, as if each side took each point of a deal as likely."""
    chances: dict[tuple[int, int], float] = {}
    for own in range(points + 1):
        for shown, often in _SHOWN:
            for theirs, as_often in _SHOWN:
                gained = (own + shown, points - own + theirs)
                chance = comb(points, own) / 2**points * often * as_often
                chances[gained] = chances.get(gained, 0.0) + chance
    stakes = [0.0] * (GAME * GAME)
    for ahead in reversed(range(GAME)):
        for behind in reversed(range(GAME)):
            worth = 0.0
            for (own, other), chance in chances.items():
                worth += chance * _at(stakes, ahead + own, behind + other)
            stakes[GAME * ahead + behind] = worth
    return stakes


def _at(stakes: list[float], own: int, other: int) -> float:
    """What a game is worth to a side of so many points, the other having as many."""
    if own < GAME and other < GAME:
        return stakes[GAME * own + other]
    if own == other:
        return 0.0
    credit = 2 * GAME if min(own, other) <= 11 else GAME
    return float(credit if own > other else -credit)
