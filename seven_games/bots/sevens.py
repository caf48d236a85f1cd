"""Card sense for Sevens."""

from math import exp, log
from typing import Final, cast

from seven_games.bots.chain import Chain
from seven_games.bots.sense import CERTAIN_SLIP, Sense
from seven_games.engine.cards import (
    ACE,
    FIRST_JOKER,
    JOKER_AS,
    ONE_SUIT,
    PASS,
    SEVEN,
    SIX,
    TWO,
    cards_of,
    count,
    parse_card,
)
from seven_games.engine.dice import Dice
from seven_games.engine.game import LEHMER, LEHMER_PRIME, NOBODY, Deal, Rules, View
from seven_games.engine.refusal import N_
from seven_games.engine.sevens import ALL_SEVENS, PRICES, SevensDeal, SevensRules, SevensView

HIGH: Final = 0
"""The form of a row: 2 to ace, …"""
LOW: Final = 1
"""… ace to king, …"""
SHORT: Final = 2
"""… or seven to ace."""

OUT_OF_PLAY: Final = -1000.0
"""The worth of the pass that puts its own seat out."""
WON_MATCH: Final = 25.0
"""What a match is worth where this deal ends it, in cards."""


class SevensSense(Sense):
    """Free your own cards, and not those of the others.

    What a card opens is judged a side at a time: the side that goes on behind it, as far as the
    ace, the two or the king. How many cards lie there and which of them are one's own is all that
    counts, so that the worths of all sides stand in a table.

    >>> from seven_games.engine import GAMES, format_move
    >>> deal = GAMES["sevens"].deal(GAMES["sevens"].rules(), seed=1)
    >>> [format_move(move) for move in deal.moves()], format_move(SevensSense().pick(deal))
    (['7d', '7c'], '7c')
    """

    def __init__(self) -> None:
        self.temperature = 0.1
        self.slips = 50
        self.won_deal = 1.0
        """What going out is worth beside the cards of the others, in cards."""
        self.weights = [
            0.02,  # 0 each own card behind
            -0.04,  # 1 each card of others that must come out before the last own one
            0.0,  # 2 each own card that follows at once, one after the other
            -0.135,  # 3 each card of others beyond the last own one
            -0.27,  # 4 nothing lies behind: the side is shut
            -0.03,  # 5 the next card is another's
            -0.3,  # 6 no own card lies behind, but others do
            0.7,  # 7 a seven
            0.4,  # 8 a joker is laid,
            -1.3,  # 9 … in the place of a card of one's own hand
            -0.7,  # 10 a pass by choice that is paid for,
            -0.2,  # 11 … for each chip that sevens kept back cost
            0.0,  # 12 a pass by choice that is not paid for,
            -0.2,  # 13 … where passes are counted, one over the number left after it
        ]
        self._tabled: list[float] = []
        self._up: list[float] = []
        self._down: list[float] = []
        self._rules: Rules | None = None
        self._scoring = ""
        self._plainly = False
        self._target = 0
        self._deals = 0

    def weigh(self, deal: Deal) -> tuple[list[int], list[float]]:
        here = cast("SevensDeal", deal)
        cards = here.cards()
        moves = cards_of(cards) + here.words(cards)
        if len(moves) == 1:
            return moves, [0.0]
        self._ready()
        form = _form(here.opens)
        hand = here.hands[here.at]
        worths = []
        for move in moves:
            if move == PASS:
                worths.append(self._pass_worth(here, hand, cards))
            elif here.loose:
                worths.append(self._past_loose(here, hand, move))
            elif move < JOKER_AS:
                worths.append(self.worth_of(hand, move, form))
            else:
                place = (move - JOKER_AS) % 52
                worth = self.worth_of(hand, place, form) + self.weights[8]
                worths.append(worth + self.weights[9] if hand >> place & 1 else worth)
        return moves, worths

    def worth_of(self, hand: int, card: int, form: int) -> float:
        """How good it is that this card is laid, for one who holds this hand."""
        suit = hand >> 13 * (card // 13) & ONE_SUIT
        place = card % 13
        seven = SEVEN
        if form == LOW:
            suit = (suit << 1 | suit >> 12) & ONE_SUIT
            place = place + 1 if place != ACE else 0
            seven += 1
        if place > seven:
            return self._up[1 << 12 - place | suit >> place + 1]
        if place < seven:
            return self._down[1 << place | suit & (1 << place) - 1]
        worth = self.weights[7] + self._up[1 << 12 - place | suit >> place + 1]
        if form != SHORT:
            worth += self._down[1 << place | suit & (1 << place) - 1]
        return worth

    def _pass_worth(self, here: SevensDeal, hand: int, cards: int) -> float:
        """How good it is to pass though a card fits."""
        if here.limit and here.passes[here.at] >= here.limit and count(here.live) > 1:
            return OUT_OF_PLAY
        if here.priced:
            # The six and the eight of a withheld seven are mostly held by others.
            sevens = count(cards & ALL_SEVENS & ~here.fined)
            fine = 2 * PRICES[cast("SevensRules", here.rules).prices].withheld_seven
            return self.weights[10] + self.weights[11] * fine * sevens
        worth = self.weights[12]
        if here.limit:
            worth += self.weights[13] / max(here.limit - here.passes[here.at], 1)
        return worth

    def _past_loose(self, here: SevensDeal, hand: int, card: int) -> float:
        """The worth of a card where an eliminated seat's cards lie: they wait for nobody."""
        opens = here.opens
        if not opens[card]:
            return self._up[1]
        worth = self.weights[7] if card % 13 == SEVEN else 0.0
        for near in cards_of(opens[card]):
            length, own, ahead = 0, 0, 1 << near
            while ahead:
                if not ahead & here.loose:
                    if ahead & hand:
                        own |= 1 << length
                    length += 1
                ahead = opens[ahead.bit_length() - 1]
            worth += self._up[1 << length | own]
        return worth

    def _ready(self) -> None:
        """See to it that the tables are those of the weights."""
        if self._tabled is self.weights:
            return
        self._tabled = self.weights
        self._up, self._down = [0.0] * 256, [0.0] * 256
        for length in range(8):
            for own in range(1 << length):
                mirrored = 0
                for place in range(length):
                    mirrored |= (own >> place & 1) << length - 1 - place
                worth = self._side_worth(length, own)
                self._up[1 << length | own] = worth
                self._down[1 << length | mirrored] = worth

    def _side_worth(self, length: int, own: int) -> float:
        """What a side of so many cards is worth to one who holds `own`; bit 0 is the next card."""
        weights = self.weights
        held, last, run = count(own), own.bit_length(), 0
        while own >> run & 1:
            run += 1
        worth = weights[0] * held + weights[1] * (last - held) + weights[2] * run
        worth += weights[3] * (length - last)
        if not length:
            worth += weights[4]
        elif not own & 1:
            worth += weights[5]
            if not own:
                worth += weights[6]
        return worth

    def play_out(self, deal: Deal, seed: int) -> int:
        here = cast("SevensDeal", deal)
        if not here.enforced or here.limit or here.has_jokers or here.priced:
            return super().play_out(deal, seed)
        self._ready()
        if here.opening >= 0:
            here.push(here.opening)
        form = _form(here.opens)
        slips = self.slips
        hands, opens, ends, seat = here.hands, here.opens, here.next, here.at
        last = here.players - 1
        while seat != NOBODY:
            hand = hands[seat]
            fits = hand & ends
            if fits:
                if fits & (fits - 1):
                    seed = seed * LEHMER % LEHMER_PRIME
                    if seed * CERTAIN_SLIP >> 30 < slips:
                        seed = seed * LEHMER % LEHMER_PRIME
                        choice = seed * count(fits) >> 30
                        while choice:
                            fits &= fits - 1
                            choice -= 1
                        fits &= -fits
                    else:
                        fits = self._best(hand, fits, form)
                if hand == fits:
                    here.at = seat
                    here.next = ends
                    here.push(fits.bit_length() - 1)
                    seat = here.at
                    ends = here.next
                    continue
                ends = (ends ^ fits) | opens[fits.bit_length() - 1]
                hands[seat] = hand ^ fits
            seat = seat + 1 if seat != last else 0
            while not hands[seat]:
                seat = seat + 1 if seat != last else 0
        return seed

    def _best(self, hand: int, fits: int, form: int) -> int:
        """The best of several cards that fit, as a bit; the first of equals."""
        found = fits & -fits
        fits ^= found
        most = self.worth_of(hand, found.bit_length() - 1, form)
        while fits:
            bit = fits & -fits
            fits ^= bit
            worth = self.worth_of(hand, bit.bit_length() - 1, form)
            if worth > most:
                most = worth
                found = bit
        return found

    def settle(
        self, start: Deal, view: View, hands: list[int], cannot: list[int], wanted: int, seed: int
    ) -> list[list[int]]:
        rules = cast("SevensRules", view.rules)
        if rules.must_play != "enforced" or rules.pass_limit is not None or rules.jokers:
            return []
        self._ready()
        chain = _Chain(self, cast("SevensDeal", start), view, hands, cannot)
        return chain.run(wanted, seed)

    def value(self, deal: Deal, seat: int) -> float:
        here = cast("SevensDeal", deal)
        if here.rules is not self._rules:
            self._learn(cast("SevensRules", here.rules))
        if self._scoring == "none":
            return self._rank_value(here, seat)
        if self._plainly:
            score = [count(hand) for hand in here.hands]
            winners = here.out
        else:
            score = here.result()["score"]
            winners = here.winners()
        if self._scoring == "chips":
            return float(score[seat]) + self._match_value(here, score, seat)
        total = 0
        for points in score:
            total += points
        worth = (total - score[seat]) / (here.players - 1) - score[seat]
        if winners and winners[0] == seat:
            worth += self.won_deal
        return worth + self._match_value(here, score, seat)

    def _learn(self, rules: SevensRules) -> None:
        """Note what the rules pay: their values are slow to ask for."""
        self._rules = rules
        self._scoring = rules.scoring
        self._plainly = (
            rules.scoring == "penalty"
            and rules.unit == "card"
            and rules.pass_limit is None
            and not rules.jokers
        )
        self._target = rules.target
        self._deals = rules.deals_in_match or 0

    def _rank_value(self, here: SevensDeal, seat: int) -> float:
        """In hundredths of a deal won; the places behind the first only break ties."""
        winners = here.winners()
        if seat in winners:
            return 100.0 / len(winners)
        if seat in here.out:
            return 2.0 * (here.players - here.out.index(seat)) / here.players
        return 0.0

    def _match_value(self, here: SevensDeal, score: list[int], seat: int) -> float:
        """What a match that this deal has ended brings more or less than a fair share of it."""
        totals = here.standing.totals
        if self._deals:
            over = here.standing.deal + 1 >= self._deals > 1
        else:
            over = False
            for before, points in zip(totals, score, strict=True):
                over = over or before + points >= self._target
        if not over:
            return 0.0
        sign = 1 if self._scoring == "chips" else -1
        best, sharing = sign * (totals[seat] + score[seat]), 0
        own = best
        for before, points in zip(totals, score, strict=True):
            reached = sign * (before + points)
            if reached > best:
                best, sharing = reached, 1
            elif reached == best:
                sharing += 1
        share = 1 / sharing if own == best else 0.0
        return WON_MATCH * (share - 1 / here.players)

    def as_dealt(
        self, view: View, hands: list[int], rest: list[int], dice: Dice
    ) -> tuple[list[int], list[int]]:
        seen = cast("SevensView", view)
        dealt = hands[:]
        for seat, laid in seen.eliminated:
            dealt[seat] |= laid
        self._unplay(seen, dealt)
        if cast("SevensRules", view.rules).start == "prelaid":
            self._unlay_sevens(seen, dealt, dice)
        return dealt, rest

    def _unplay(self, seen: SevensView, dealt: list[int]) -> None:
        """Give every card back to the seat that laid it, jokers to whoever laid them first."""
        lies_as: dict[int, int] = {}
        swapped: list[tuple[int, int]] = []
        for seat, move in seen.log:
            if move >= JOKER_AS:
                joker, place = divmod(move - JOKER_AS, 52)
                lies_as[place] = FIRST_JOKER + joker
                swapped.append((seat, FIRST_JOKER + joker))
            elif move < FIRST_JOKER:
                if move in lies_as:
                    swapped.append((seat, -1 - lies_as.pop(move)))
                dealt[seat] |= 1 << move
        # From the last: a joker that was laid came from its hand, one that was taken up did not.
        for seat, joker in reversed(swapped):
            if joker >= 0:
                dealt[seat] |= 1 << joker
            else:
                dealt[seat] &= ~(1 << -1 - joker)

    def _unlay_sevens(self, seen: SevensView, dealt: list[int], dice: Dice) -> None:
        """Give the sevens that lay there before play to seats that are short of cards."""
        sevens = ALL_SEVENS
        sizes = _fair_sizes(seen)
        if seen.seat is not None:
            sevens &= ~seen.dealt
            dealt[seen.seat] = seen.dealt
        first = seen.log[0][0] if seen.log else seen.turn
        opener = 1 << parse_card("7d")
        if sevens & opener and first is not None and count(dealt[first]) < sizes[first]:
            dealt[first] |= opener
            sevens ^= opener
        places = [seat for seat, size in enumerate(sizes) for _ in range(size - count(dealt[seat]))]
        for seat, seven in zip(dice.shuffled(places), cards_of(sevens), strict=True):
            dealt[seat] |= 1 << seven

    def unit(self, rules: Rules) -> str:
        options = cast("SevensRules", rules)
        if options.scoring == "none":
            return N_("% of wins")
        if options.scoring == "chips":
            return N_("chips")
        return N_("cards") if options.unit == "card" else N_("points")


class _Chain(Chain):
    """In enforced Sevens a seat chose by its own hand and by what could be laid.

    Where it passed, it had no choice.
    """

    def __init__(
        self, sense: SevensSense, start: SevensDeal, view: View, hands: list[int], cannot: list[int]
    ) -> None:
        super().__init__(hands, cannot, -1 if view.seat is None else view.seat)
        self.sense = sense
        self.form = _form(start.opens)
        players = start.players
        self.ends: list[list[int]] = [[] for _ in range(players)]
        self.later: list[list[int]] = [[] for _ in range(players)]
        self.chose: list[list[int]] = [[] for _ in range(players)]
        played = [0] * players
        for seat, move in view.log:
            if move < FIRST_JOKER:
                played[seat] |= 1 << move
        for seat, move in view.log:
            if move < FIRST_JOKER:
                # A card that must open was no choice.
                if seat != self.own and start.opening < 0:
                    self.ends[seat].append(start.next)
                    self.later[seat].append(played[seat])
                    self.chose[seat].append(move)
                played[seat] ^= 1 << move
            start.push(move)
        self.begin()

    def explain(self, seat: int, hand: int) -> float:
        """How little a seat that holds this hand now would have played as it did."""
        sense = self.sense
        form = self.form
        slip = sense.slips / CERTAIN_SLIP
        heat = 1 / sense.temperature
        surprise = 0.0
        ends, later, chose = self.ends[seat], self.later[seat], self.chose[seat]
        for turn in range(len(ends)):
            held = hand | later[turn]
            fits = held & ends[turn]
            if not fits & (fits - 1):
                continue
            worth = sense.worth_of(held, chose[turn], form)
            total = 0.0
            choices = 0
            while fits:
                bit = fits & -fits
                fits ^= bit
                total += exp((sense.worth_of(held, bit.bit_length() - 1, form) - worth) * heat)
                choices += 1
            surprise -= log((1 - slip) / total + slip / choices)
        return surprise


def _form(opens: list[int]) -> int:
    """Which row this is, by what each card opens."""
    if not opens[SIX]:
        return SHORT
    return LOW if opens[TWO] else HIGH


def _fair_sizes(seen: SevensView) -> list[int]:
    rules = cast("SevensRules", seen.rules)
    pack = (32 if rules.deck == 32 else 52) + rules.jokers
    each, extra = divmod(pack, rules.players)
    return [
        each + ((seat - seen.dealer - 1) % rules.players < extra) for seat in range(rules.players)
    ]
