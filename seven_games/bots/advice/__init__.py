"""Advice: what every move of a position is worth, and why the best one is."""

from collections.abc import Generator, Sequence
from dataclasses import dataclass
from typing import cast

from seven_games.bots.advice import sedma, semerik, sevens
from seven_games.bots.advice.reason import Reason, because, named
from seven_games.bots.search import Budget, Judged, Search
from seven_games.bots.senses import SENSES
from seven_games.engine import View
from seven_games.engine.cards import PASS
from seven_games.engine.refusal import N_, Cards, Sentence

DIGITS = {"game points": 2, "% of wins": 0}
"""To so many places figures in a unit make sense; in any other to one."""

_REASONS = {"sevens": sevens.reason, "sedma": sedma.reason, "semerik": semerik.reason}


@dataclass(frozen=True)
class Advice:
    """What a search has found.

    `moves` are all legal moves, the best first; `level` those that may well be as good as the
    best, itself among them; `unit` is what `mean` counts, a plural to be translated; `worlds` so
    many deals agree with the play in which the moves were tried.
    """

    moves: tuple[Judged, ...]
    reason: Reason
    level: tuple[int, ...]
    unit: str
    worlds: int

    @property
    def best(self) -> int:
        """The best move; where several are level, the first of them."""
        return self.moves[0].move

    def of(self, move: int) -> Judged:
        """What was found of a move. Raises KeyError where it is not legal here."""
        for one in self.moves:
            if one.move == move:
                return one
        raise KeyError(move)


def think(
    view: View, budget: Budget, seed: int = 0, made: int | None = None
) -> Generator[float, None, Advice]:
    """Advice in slices: yields how much of the thinking is done, from 0 to 1, and returns it.

    A move that was `made` and seems to be worse is looked at once more, in other deals, and what
    they say holds: of many decisions some look bad by chance. The same view, budget and seed give
    the same where the budget is not one of time.
    """
    search = Search(view, budget, seed)
    for _ in search.slices():
        yield search.worlds / budget.worlds
    advice = advise(search, made)
    if made is None or made in advice.level:
        return advice
    again = Search(view, budget, ~seed)
    for _ in again.slices():
        yield 1.0
    return advise(again, made)


def thought(view: View, budget: Budget, seed: int = 0, made: int | None = None) -> Advice:
    """The same at once.

    >>> from seven_games.engine import GAMES
    >>> deal = GAMES["sevens"].deal(GAMES["sevens"].rules("diamonds"), 3, seed=7)
    >>> str(thought(deal.view(deal.turn), Budget(worlds=4, whole=True)).reason.why)
    '7d is all you can do'
    """
    thinking = think(view, budget, seed, made)
    while True:
        try:
            next(thinking)
        except StopIteration as end:
            return cast("Advice", end.value)


def advise(search: Search, made: int | None = None) -> Advice:
    """What a search says that has been run, with the reason of its game.

    Where the best move is no better than the next one, beyond the error, the reason says that
    they are equal, and what speaks against the first that is not; but for a move that was `made`
    and is worse it says what makes it so.
    """
    moves, view = search.judged(), search.view
    unit = SENSES[view.game].unit(view.rules)
    level = level_of(moves, unit)
    if len(moves) == 1:
        reason = _forced(moves[0].move)
    elif made is not None and made not in level:
        worse = next(one for one in moves if one.move == made)
        reason = _REASONS[view.game](view, moves[0], worse, search)
    elif len(level) > 1:
        reason = _equal(search, moves, level)
    else:
        reason = _against(search, moves[0], moves[1:])
    return Advice(moves, reason, level, unit, search.worlds)


def level_of(moves: Sequence[Judged], unit: str) -> tuple[int, ...]:
    """The moves that may well be as good as the best, or are so but for less than is shown.

    >>> moves = (Judged(1, 0.5, 0.0, 0.0, 9), Judged(2, 0.496, 0.004, 0.001, 9))
    >>> level_of(moves, "game points"), level_of((*moves, Judged(3, 0.4, 0.1, 0.06, 9)), "cards")
    ((1, 2), (1, 2, 3))
    """
    shown = 0.5 * 10 ** -DIGITS.get(unit, 1)
    return tuple([one.move for one in moves if one.behind <= max(2 * one.error, shown)])


def _forced(move: int) -> Reason:
    return because(
        "forced",
        N_("there is nothing to choose"),
        N_("{move} is all you can do"),
        move=named(move),
    )


def _against(search: Search, best: Judged, others: Sequence[Judged]) -> Reason:
    """Why a move is better than these: than the next one, but rather than another card.

    Whoever has a card to play asks which, and not whether to pass.
    """
    reason = _REASONS[search.view.game]
    cards = [one for one in others if one.move != PASS]
    if cards and best.move != PASS:
        found = reason(search.view, best, cards[0], search)
        if found.kind != "by_count":
            return found
    return reason(search.view, best, others[0], search)


def _equal(search: Search, moves: tuple[Judged, ...], level: tuple[int, ...]) -> Reason:
    """Where several moves are as good as the best: what speaks for all of them, if anything."""
    equal = Sentence(N_("about equal: {moves}"), moves=Cards(level))
    if len(level) == len(moves):
        return Reason("equal", Sentence(N_("it hardly matters here: play what you like")), equal)
    worse = [one for one in moves if one.move not in level]
    reasons = [_against(search, one, worse) for one in moves if one.move in level]
    found = reasons[0]
    if found.kind == "by_count" or any(one.kind != found.kind for one in reasons):
        idea = Sentence(N_("several of your moves are about equally good here"))
        return Reason("equal", idea, equal)
    both = Sentence(N_("{why}; {equal}"), why=found.why, equal=equal)
    return Reason(found.kind, found.idea, both)


__all__ = ["DIGITS", "Advice", "Reason", "advise", "level_of", "think", "thought"]
