"""A reason for a move, in words a player uses."""

from dataclasses import dataclass

from seven_games.engine.cards import cards_of
from seven_games.engine.refusal import N_, Cards, Sentence


@dataclass(frozen=True)
class Reason:
    """Why a move is the best.

    `kind` is the stable name of what makes the difference. `idea` says it without giving the move
    away, `why` in full.

    >>> from seven_games.engine.refusal import Cards
    >>> why = Sentence("{move} is your last card", move=Cards((5,)))
    >>> str(Reason("goes_out", Sentence("count your turns"), why).why)
    '7s is your last card'
    """

    kind: str
    idea: Sentence
    why: Sentence


def because(kind: str, idea: str, why: str, **places: object) -> Reason:
    """A reason of two marked sentences that fill their places from the same things.

    >>> str(because("goes_out", "count your turns", "{move} is your last card", move="7s").why)
    '7s is your last card'
    """
    return Reason(kind, Sentence(idea, **places), Sentence(why, **places))


def by_count(move: int) -> Reason:
    """The reason where no feature of the position speaks for the move."""
    return because(
        "by_count",
        N_("no rule of thumb helps here: only counting does"),
        N_("nothing but the figures tells them apart: {move} comes out best"),
        move=named(move),
    )


def named(move: int) -> Cards:
    """A single move, to be named in a sentence."""
    return Cards((move,))


def listed(hand: int) -> Cards:
    """The cards of a bit set, to be named in a sentence."""
    return Cards(cards_of(hand))
