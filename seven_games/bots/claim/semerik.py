"""When the rest of a deal of Semerik is fixed."""

from typing import cast

from seven_games.engine import View
from seven_games.engine.cards import ACE, ONE_RANK, SHOW_BABA, TWO, cards_of, count, hand_of
from seven_games.engine.semerik import ACES, FIGURES, SemerikRules, SemerikView, higher_cards


def is_sure(view: View) -> bool:
    """The rest is this hand's, or nothing is at stake in it, and nothing can be shown.

    >>> from seven_games.engine import GAMES, format_hand
    >>> deal = GAMES["semerik"].deal(GAMES["semerik"].rules(), seed=29)
    >>> while not is_sure(deal.view(deal.turn)):
    ...     deal.play(deal.moves()[0])
    >>> deal.view(None).trick, format_hand(cards_of(deal.hands[deal.turn]))
    ((), '3c Ac')
    """
    seen, rules = cast("SemerikView", view), cast("SemerikRules", view.rules)
    return not _may_show(seen, rules) and (_all_mine(seen) or _no_stake(seen, rules))


def may_be_tried(view: View) -> bool:
    """What is shown depends on cards that nobody has seen.

    >>> from seven_games.engine import GAMES
    >>> may_be_tried(GAMES["semerik"].deal(GAMES["semerik"].rules(), seed=7).view(0))
    False
    """
    return not _may_show(cast("SemerikView", view), cast("SemerikRules", view.rules))


def _may_show(seen: SemerikView, rules: SemerikRules) -> bool:
    """Whether anybody could still show a combination."""
    if any(move >= SHOW_BABA for move in seen.moves):
        return True
    most = max(seen.counts)
    if most < 3 or (rules.declare == "first_turn" and most < 10):
        return False
    babas = [
        seen.unseen >> 13 * suit & 1 << TWO and seen.unseen >> 13 * suit & 1 << ACE
        for suit in range(4)
    ]
    triples = [count(seen.unseen & ONE_RANK << rank) >= 3 for rank in range(13)]
    return any(babas) or any(triples)


def _all_mine(seen: SemerikView) -> bool:
    """The viewer leads, and none of his cards can be beaten."""
    return not seen.trick and not any(
        higher_cards(card) & seen.unseen for card in cards_of(seen.hand)
    )


def _no_stake(seen: SemerikView, rules: SemerikRules) -> bool:
    """Whoever takes the rest, nobody gets a point more or less by it."""
    rest = seen.hand | seen.unseen | hand_of(card for _, card in seen.trick)
    counting = count(rest & (FIGURES | (ACES if rules.ace == "third" else 0)))
    if rules.last_trick or (rules.ace == "full" and rest & ACES):
        return False
    if any((taken + counting) // 3 != taken // 3 for taken in seen.counters):
        return False
    left = 10 - sum(seen.tricks)
    swept = any(seen.tricks[seat] + left >= 9 and not seen.tricks[seat ^ 2] for seat in range(4))
    return not swept and all(seen.tricks[side] + seen.tricks[side + 2] for side in range(2))
