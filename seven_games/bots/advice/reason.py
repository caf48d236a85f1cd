"""A reason for a move, in words a player uses."""

from dataclasses import dataclass

from seven_games.engine.refusal import Sentence


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
