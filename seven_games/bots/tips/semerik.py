"""Card sense for Semerik: rules of thumb for the Tressette family."""

from typing import cast

from seven_games.engine.cards import ACE, ONE_SUIT, SHOW_BABA, THREE, TWO, cards_of, count, suit_of
from seven_games.engine.game import View
from seven_games.engine.semerik import FIGURES, SemerikRules, SemerikView, declaration, higher_cards


def choose(view: View) -> int:
    """Go over cheaply, keep 3-2-A, and give counters to a partner who cannot be beaten.

    >>> from seven_games.engine import GAMES, format_move
    >>> deal = GAMES["semerik"].deal(GAMES["semerik"].rules(), seed=7)
    >>> [format_move(move) for move in deal.moves()], format_move(choose(deal.view(deal.turn)))
    (['7s', 'Ks', '2h', 'Qh', 'Ah', '2d', '3d', '3c', '4c', 'Kc'], '3c')
    """
    seen = cast("SemerikView", view)
    shows = [move for move in seen.moves if move >= SHOW_BABA]
    paying = [move for move in shows if declaration(seen, move)[1] > 0]
    if paying:
        return max(paying, key=lambda move: declaration(seen, move)[1])
    cards = [move for move in seen.moves if move < SHOW_BABA]
    if seen.must_beat is None:
        return min(cards, key=lambda card: (_lead_cost(seen, card), card))
    return min(cards, key=lambda card: (_follow_cost(seen, card), card))


def _strength(card: int) -> int:
    """0 for a three to 9 for a four: how many cards of the suit are higher."""
    return count(higher_cards(card))


def _value(seen: SemerikView, card: int) -> float:
    """What a card counts in a trick, in counters."""
    if FIGURES >> card & 1:
        return 1.0
    ace = cast("SemerikRules", seen.rules).ace
    return {"none": 0.0, "third": 1.0, "full": 3.0}[ace] if card % 13 == ACE else 0.0


def _keep(card: int) -> float:
    """What it costs to part with a strong card before its time."""
    return {THREE: 2.2, TWO: 1.5, ACE: 1.0}.get(card % 13, 0.0) + 0.05 * (9 - _strength(card))


def _sure(seen: SemerikView, card: int) -> bool:
    """Whether nobody still to play can go over this card."""
    return not seen.unseen & higher_cards(card)


def _lead_cost(seen: SemerikView, card: int) -> float:
    suit = ONE_SUIT << 13 * suit_of(card)
    if _sure(seen, card):
        # Run the long suits; what is sure now may be the partner's turn to fill.
        return -2.0 - 0.3 * count(seen.hand & suit) + 0.02 * _strength(card)
    mine = count(seen.hand & suit)
    higher_out = count(seen.unseen & higher_cards(card))
    return _keep(card) + _value(seen, card) * min(1.0, higher_out / 2) - 0.2 * mine


def _follow_cost(seen: SemerikView, card: int) -> float:
    best = cast("int", seen.must_beat)
    beats = higher_cards(best) >> card & 1
    partner = seen.taking is not None and seen.seat is not None and (seen.taking ^ seen.seat) == 2
    after = [seat for seat in _to_come(seen) if (seat ^ cast("int", seen.seat)) & 1]
    top = card if beats else best
    threats = [
        higher
        for higher in cards_of(seen.unseen & higher_cards(top))
        if any(not seen.cannot[seat] >> higher & 1 for seat in after)
    ]
    held = 1.0 if not after else 0.6 ** len(threats)
    ours = held if beats or partner else 0.0
    pile = sum(_value(seen, played) for _, played in seen.trick) + _value(seen, card)
    # A trick brings its counters and the lead.
    return _keep(card) - (2 * ours - 1) * pile - (0.5 * ours if beats and not partner else 0.0)


def _to_come(seen: SemerikView) -> list[int]:
    """The seats that still play to this trick after the seat to move."""
    return [(seen.leader + step) % 4 for step in range(len(seen.trick) + 1, 4)]
