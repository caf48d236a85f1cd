"""When the rest of a deal of Sevens is fixed."""

from typing import cast

from seven_games.engine import View
from seven_games.engine.cards import cards_of, count
from seven_games.engine.sevens import SevensRules, SevensView, opened_by


def is_sure(view: View) -> bool:
    """Only winning counts, and this hand runs out first: every card of it leads to the next.

    >>> from seven_games.engine import GAMES
    >>> rules = GAMES["sevens"].rules("short", players=3, scoring="none")
    >>> deal = GAMES["sevens"].deal(rules, seed=20)
    >>> while not is_sure(deal.view(deal.turn)):
    ...     deal.play(deal.moves()[0])
    >>> deal.turn, deal.view(None).counts
    (1, (3, 3, 3))
    """
    seen, rules = cast("SevensView", view), cast("SevensRules", view.rules)
    if rules.scoring != "none" or rules.must_play != "enforced" or rules.jokers or seen.out:
        return False
    opens = opened_by(rules)
    left, ends = view.hand, seen.next
    while left & ends:
        for card in cards_of(left & ends):
            left ^= 1 << card
            ends |= opens[card]
    held = count(view.hand)
    others = [many for seat, many in enumerate(view.counts) if seat != view.seat and many]
    return not left and all(many >= held for many in others)


def may_be_tried(view: View) -> bool:
    """What chips are owed for passes depends on cards that nobody has seen.

    >>> from seven_games.engine import GAMES
    >>> game = GAMES["sevens"]
    >>> [may_be_tried(game.deal(game.rules(name), seed=7).view(0)) for name in ("hearts", "chips")]
    [True, False]
    """
    return cast("SevensRules", view.rules).scoring != "chips"
