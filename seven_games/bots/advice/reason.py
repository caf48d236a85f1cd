"""A reason for a move, in words a player uses."""

from dataclasses import dataclass

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


def by_count(move: int) -> Reason:
    """The reason where no feature of the position speaks for the move."""
    return Reason(
        "by_count",
        Sentence(N_("no rule of thumb helps here: only counting does")),
        Sentence(
            N_("nothing but the figures tells them apart: {move} comes out best"),
            move=Cards((move,)),
        ),
    )
