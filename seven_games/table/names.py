"""Names of people, cleaned once at the edge."""

import re
import unicodedata

from rich.cells import cell_len

WIDEST = 20
"""A name takes at most so many cells of a line."""

_UNSEEN = {"Cc", "Cf", "Cs", "Co", "Cn"}
_ODD = re.compile(
    "[\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u2800\u3164\ufe00-\ufe0f\uffa0"
    "\U0001f1e6-\U0001f1ff\U0001f3fb-\U0001f3ff\U000e0100-\U000e01ef]"
)
"""Signs that are drawn as nothing, or in different widths by different terminals."""


def clean_name(name: str, instead: str, widest: int = WIDEST) -> str:
    r"""A name without control, bidi and other invisible characters, cut to `widest` cells.

    `instead` stands for a name of which nothing is left.

    >>> clean_name("  Olha\x1b[2J\u202e ", "seat 1")
    'Olha[2J'
    """
    kept = "".join(
        " " if sign.isspace() else sign
        for sign in unicodedata.normalize("NFC", name[:1000])
        if sign.isspace() or not (_ODD.match(sign) or unicodedata.category(sign) in _UNSEEN)
    )
    words = " ".join(kept.split())
    while cell_len(words) > widest:
        words = words[:-1]
    # A mark alone would sit on whatever stands before the name.
    words = words.strip().lstrip("".join(s for s in words if unicodedata.category(s)[0] == "M"))
    return words or instead
