"""Deal codes: the cards of a deal and who deals them, in seven signs that can be read out."""

import re

from seven_games.engine.cards import shorten
from seven_games.engine.refusal import N_, Refusal

SIGNS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
"""Without I, L, O and U, which are read as other signs or as words."""
LENGTH = 7
SEED_BITS = 32
SEEDS = 1 << SEED_BITS
"""A deal has one of so many seeds, so that its code stays short."""

_ALIKE = str.maketrans("IOL", "101")


class CodeError(Refusal):
    """A text that is no deal code."""


def deal_code(seed: int, dealer: int) -> str:
    """The code of a deal; empty where the seed is none of SEEDS.

    >>> deal_code(7, 3)
    'C000-007'
    """
    if not 0 <= seed < SEEDS:
        return ""
    number = dealer << SEED_BITS | seed
    signs = "".join(SIGNS[number >> 5 * place & 31] for place in reversed(range(LENGTH)))
    return f"{signs[:4]}-{signs[4:]}"


def read_code(text: str) -> tuple[int, int]:
    """The seed and the dealer of a code, typed in any case, with or without the dash.

    Raises CodeError for anything else.

    >>> read_code("c000 oo7")
    (7, 3)
    """
    signs = re.sub(r"[\s–-]", "", text).upper().translate(_ALIKE)
    if len(signs) != LENGTH or any(sign not in SIGNS for sign in signs):
        raise CodeError(
            N_("no deal code: “{text}”; one has seven signs, such as 7K3F-QM2"), text=shorten(text)
        )
    number = 0
    for sign in signs:
        number = number << 5 | SIGNS.index(sign)
    return number & SEEDS - 1, number >> SEED_BITS
