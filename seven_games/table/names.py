"""Names of people, cleaned once at the edge."""

import unicodedata

from rich.cells import cell_len

WIDEST = 20
"""A name takes at most so many cells of a line."""

_UNSEEN = {"Cc", "Cf", "Cs", "Co", "Cn"}
_VARIATIONS = {chr(code) for code in range(0xFE00, 0xFE10)}
"""Marks that turn a sign into an emoji, which terminals draw in different widths."""


def clean_name(name: str, instead: str, widest: int = WIDEST) -> str:
    r"""A name without control, bidi and other invisible characters, cut to `widest` cells.

    `instead` stands for a name of which nothing is left.

    >>> clean_name("  Olha\x1b[2J\u202e ", "seat 1")
    'Olha[2J'
    """
    kept = "".join(
        " " if sign.isspace() else sign
        for sign in unicodedata.normalize("NFC", name[:1000])
        if sign.isspace() or not (sign in _VARIATIONS or unicodedata.category(sign) in _UNSEEN)
    )
    words = " ".join(kept.split())
    while cell_len(words) > widest:
        words = words[:-1]
    # A combining mark alone would sit on whatever stands before the name.
    words = words.strip().lstrip("".join(sign for sign in words if unicodedata.combining(sign)))
    return words or instead
