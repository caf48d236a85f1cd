"""What is known of a move without any search: every deal that may be, played out in every way.

Nothing of the bots is asked here. The rules say which deals look the same to the seat to move,
what can be played in each of them, and what it brings.
"""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING

from small_deals import replayed

from seven_games.engine import GAMES, Deal
from seven_games.engine.cards import FIRST_JOKER, cards_of, hand_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from seven_games.engine import Game

Worth = tuple[float, ...]
"""What a deal brings a seat; what comes first counts, the rest where that is the same."""
Bar = tuple[Worth, bool]
"""A worth that is to be reached, or to be passed where the second says so."""


def is_right(
    deal: Deal, right: int, others: Sequence[int], rest: Callable[[Deal, int], Worth]
) -> bool:
    """Whether a move is better than the others, whatever the other seats hold and play.

    In every deal that looks the same to the seat to move, `rest` says what another move brings
    there. After the right one the seat can play on so that it gets as much as by any of those in
    all of the deals, and in one of them more. It sees no closed card when it plays on, and no
    other seat, not even the partner, need do anything for it.
    """
    seat = deal.at
    deals = agreeing(deal)
    bars = [max(rest(after(one, move), seat) for move in others) for one in deals]
    begun = [after(one, right) for one in deals]

    def reaches(more: int | None = None) -> bool:
        """Whether all bars are reached, and that of one deal passed."""
        asked = [(bar, number == more) for number, bar in enumerate(bars)]
        return can_reach(list(zip(begun, asked, strict=True)), seat)

    return reaches() and any(reaches(number) for number in range(len(deals)))


def helped(deal: Deal, seat: int) -> Worth:
    """The most that is in it for a seat: all the others play to help it."""
    if deal.turn is None:
        return worth(deal, seat)
    return max(helped(after(deal, move), seat) for move in deal.moves())


def opposed(deal: Deal, seat: int) -> Worth:
    """What is in it where all see all cards, and play it best for the seat's side or against it."""
    if deal.turn is None:
        return worth(deal, seat)
    worths = [opposed(after(deal, move), seat) for move in deal.moves()]
    return max(worths) if side(deal, deal.turn) == side(deal, seat) else min(worths)


def can_reach(deals: Sequence[tuple[Deal, Bar]], seat: int) -> bool:
    """Whether a seat that has seen the same in all of these deals can reach the bar of each."""
    alike: dict[tuple[int | None, tuple[int, ...]], list[tuple[Deal, Bar]]] = {}
    for deal, bar in deals:
        # All see whose turn it is, and the seat what it may do itself.
        own = tuple(deal.moves()) if deal.turn == seat else ()
        alike.setdefault((deal.turn, own), []).append((deal, bar))
    return all(_can_reach(same, turn, seat) for (turn, _), same in alike.items())


def _can_reach(deals: Sequence[tuple[Deal, Bar]], turn: int | None, seat: int) -> bool:
    if turn is None:
        return all((worth(deal, seat), False) >= bar for deal, bar in deals)
    made: dict[int, list[tuple[Deal, Bar]]] = {}
    for deal, bar in deals:
        for move in deal.moves():
            made.setdefault(move, []).append((after(deal, move), bar))
    ways = (can_reach(same, seat) for same in made.values())
    return any(ways) if turn == seat else all(ways)


def after(deal: Deal, move: int) -> Deal:
    """The deal with one more move made."""
    made = deal.copy()
    made.push(move)
    return made


def game_of(deal: Deal) -> Game:
    """The game of a deal."""
    return next(game for game in GAMES.values() if isinstance(deal.rules, game.rules_type))


def side(deal: Deal, seat: int) -> int:
    """The side that a seat plays for."""
    return game_of(deal).side(deal.rules, seat)


def worth(deal: Deal, seat: int) -> Worth:
    """What a finished deal brings a seat, as the rules of its game count (1.3, 1.4, 2.1, 3.3).

    In Sedma card points count where the game points are the same.
    """
    result, own = deal.result(), side(deal, seat)
    score = result["score"]
    others = score[:own] + score[own + 1 :]
    if "card_points" in result:
        points = result["card_points"]
        return (
            score[own] - max(others),
            points[own] - max(points[:own] + points[own + 1 :]),
        )
    options = deal.rules.values()
    if options.get("scoring") == "chips":
        return (score[own],)
    few = game_of(deal).few_win(deal.rules)
    ahead = score[own] - sum(others) / len(others)
    return (-ahead if few else ahead,)


def agreeing(deal: Deal) -> list[Deal]:
    """Every deal that looks the same to the seat to move, and stands at the same point.

    Where nothing was drawn, the moves made are made again in each of them. Where the stock has
    been drawn empty, any card that a seat may hold now may have come to it from there.
    """
    view = deal.view(deal.at)
    assert not deal.in_stock()
    played = [0] * deal.players
    for seat, move in deal.log:
        if move < FIRST_JOKER:
            played[seat] |= 1 << move
    found = []
    for hands in _placings(list(view.counts), view.unseen, deal.at):
        hands[deal.at] = view.hand
        if deal.stock:
            one = deal.copy()
            one.hands = hands
            if any(hand & cannot for hand, cannot in zip(hands, view.cannot, strict=True)):
                continue
        else:
            dealt = [hand | gone for hand, gone in zip(hands, played, strict=True)]
            again = replayed(view.game, deal, dealt, [])
            if again is None:
                continue
            one = again
        if one.view(deal.at) == view:
            found.append(one)
    return found


def _placings(counts: list[int], cards: int, but: int) -> Iterator[list[int]]:
    """Every way to give each seat but one as many of these cards as it holds."""
    if not counts:
        yield []
        return
    *before, many = counts
    last = len(before)
    for chosen in combinations(cards_of(cards), 0 if last == but else many):
        given = hand_of(chosen)
        for hands in _placings(before, cards ^ given, but):
            yield [*hands, given]
