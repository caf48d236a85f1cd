"""Card sense for Sevens."""

from typing import cast

from seven_games.bots.sense import Sense
from seven_games.engine.cards import (
    FIRST_JOKER,
    JOKER_AS,
    ONE_SUIT,
    PASS,
    SEVEN,
    cards_of,
    count,
    parse_card,
)
from seven_games.engine.dice import Dice
from seven_games.engine.game import Deal, Rules, View
from seven_games.engine.refusal import N_
from seven_games.engine.sevens import ALL_SEVENS, SevensDeal, SevensRules, SevensView


class SevensSense(Sense):
    """Free your own cards, and not those of the others."""

    def __init__(self) -> None:
        self.temperature = 1.0
        self.slips = 50
        self.weights = [1.0]

    def weigh(self, deal: Deal) -> tuple[list[int], list[float]]:
        here = cast("SevensDeal", deal)
        cards = here.cards()
        moves = cards_of(cards) + here.words(cards)
        if len(moves) == 1:
            return moves, [0.0]
        hand = here.hands[here.at]
        unseen = 0
        for held in here.hands:
            unseen |= held
        unseen &= ~hand
        worths = []
        for move in moves:
            if move == PASS:
                worths.append(-0.5)
                continue
            card = move if move < JOKER_AS else (move - JOKER_AS) % 52
            worth = 0.0
            opened = here.opens[card]
            while opened:
                behind = opened & -opened
                opened ^= behind
                beyond = behind
                while beyond:
                    beyond = here.opens[beyond.bit_length() - 1]
                    behind |= beyond
                worth += 2.0 * count(hand & behind) - 0.6 * count(unseen & behind)
            if card % 13 == SEVEN:
                worth += 1.5 * (count(hand & ONE_SUIT << 13 * (card // 13)) - 4)
            if move >= JOKER_AS:
                worth -= 3.0
            worths.append(worth)
        return moves, worths

    def value(self, deal: Deal, seat: int) -> float:
        here = cast("SevensDeal", deal)
        rules = cast("SevensRules", here.rules)
        score = here.result()["score"]
        won = seat in here.winners()
        if rules.scoring == "none":
            return 100.0 if won else 0.0
        others = (sum(score) - score[seat]) / (here.players - 1)
        if rules.scoring == "chips":
            return float(score[seat])
        return others - score[seat] + (1.0 if won else 0.0)

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


def _fair_sizes(seen: SevensView) -> list[int]:
    rules = cast("SevensRules", seen.rules)
    pack = (32 if rules.deck == 32 else 52) + rules.jokers
    each, extra = divmod(pack, rules.players)
    return [
        each + ((seat - seen.dealer - 1) % rules.players < extra) for seat in range(rules.players)
    ]
