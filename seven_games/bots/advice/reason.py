"""A reason for a move, in words a player uses."""

from dataclasses import dataclass

from seven_games.engine.refusal import Sentence


@dataclass(frozen=True)
class Reason:
    """Why a move is the best.

    `kind` is the stable name of what makes the difference. `idea` says it without giving the move
    away, `why` in full.
    """

    kind: str
    idea: Sentence
    why: Sentence
