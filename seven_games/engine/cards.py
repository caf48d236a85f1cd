"""Cards, hands and moves as small integers, and their notation.

A card is `suit * 13 + rank`: 0 is the two of spades, 51 the ace of clubs, 52 and 53 are the
jokers. A hand is a bit set in one integer: bit *c* stands for card *c*. A card played is its own
move; the other moves have the numbers after the cards.
"""

import re
from collections.abc import Iterable
from typing import Final

from seven_games.engine.refusal import N_, NotationError

RANKS: Final = ("2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A")
SUITS: Final = "shdc"

TWO: Final = 0
THREE: Final = 1
FOUR: Final = 2
SIX: Final = 4
SEVEN: Final = 5
EIGHT: Final = 6
NINE: Final = 7
TEN: Final = 8
JACK: Final = 9
QUEEN: Final = 10
KING: Final = 11
ACE: Final = 12

FIRST_JOKER: Final = 52
PASS: Final = 54
STOP: Final = 55
SHOW_BABA: Final = 56
"""`SHOW_BABA + suit` declares the Baba of that suit."""
SHOW_TRIPLE: Final = 60
"""`SHOW_TRIPLE + rank` declares three or four of that rank."""
JOKER_AS: Final = 73
"""`JOKER_AS + 52 * joker + card` lays joker 0 or 1 in the place of that card."""
MOVES_END: Final = 177

COMPILED: Final = not __file__.endswith(".py")
"""Whether this is the compiled build of the rules."""

ONE_SUIT: Final = (1 << 13) - 1
"""The thirteen spades; shifted by `13 * suit`, any suit."""
PACK: Final = (1 << 52) - 1
ONE_RANK: Final = 1 | 1 << 13 | 1 << 26 | 1 << 39
"""The four twos; shifted by `rank`, any rank."""

_SIGNS: Final = {"♠": "s", "♥": "h", "♦": "d", "♣": "c", "♤": "s", "♡": "h", "♢": "d", "♧": "c"}
_CARD: Final = re.compile(r"(10|[2-9TJQKA])([SHDC])", re.IGNORECASE | re.ASCII)
_JOKER: Final = re.compile(r"JO([12])", re.IGNORECASE | re.ASCII)
_PLACED: Final = re.compile(r"JO([12])\s*=\s*(\S+)", re.IGNORECASE | re.ASCII)
_SHOW: Final = re.compile(r"SHOW\s+(BABA|TRIPLE)\s+(\S+)", re.IGNORECASE | re.ASCII)


def cards_of(hand: int) -> list[int]:
    """The cards of a hand in rising order.

    >>> cards_of(0b1010)
    [1, 3]
    """
    cards = []
    while hand:
        low = hand & -hand
        cards.append(low.bit_length() - 1)
        hand ^= low
    return cards


def hand_of(cards: Iterable[int]) -> int:
    """The hand that holds these cards.

    >>> hand_of([1, 3])
    10
    """
    hand = 0
    for card in cards:
        hand |= 1 << card
    return hand


def count(hand: int) -> int:
    """How many cards a hand holds."""
    if not COMPILED:
        return hand.bit_count()
    # Compiled, a method of int is a slow call and a loop is not.
    cards = 0
    while hand:
        hand &= hand - 1
        cards += 1
    return cards


def pick(hand: int, place: int) -> int:
    """The card, as a bit, that has `place` lower cards in the hand.

    >>> pick(0b1010, 1)
    8
    """
    while place:
        hand &= hand - 1
        place -= 1
    return hand & -hand


def suit_of(card: int) -> int:
    """0 to 3: spades, hearts, diamonds, clubs."""
    return card // 13


def rank_of(card: int) -> int:
    """0 to 12: two to ace."""
    return card % 13


def format_move(move: int) -> str:
    """A card or another move in notation (`interfaces.md` 1).

    Raises NotationError for a number that is no move.

    >>> format_move(21), format_move(PASS), format_move(SHOW_BABA + 1)
    ('10h', 'pass', 'show baba h')
    """
    if not 0 <= move < MOVES_END:
        raise NotationError(N_("“{text}” is not a move"), text=move)
    if move < FIRST_JOKER:
        return RANKS[move % 13] + SUITS[move // 13]
    if move < PASS:
        return f"Jo{move - FIRST_JOKER + 1}"
    if move == PASS:
        return "pass"
    if move == STOP:
        return "stop"
    if move < SHOW_TRIPLE:
        return f"show baba {SUITS[move - SHOW_BABA]}"
    if move < JOKER_AS:
        return f"show triple {RANKS[move - SHOW_TRIPLE]}"
    joker, card = divmod(move - JOKER_AS, 52)
    return f"Jo{joker + 1}={format_move(card)}"


def parse_card(text: str) -> int:
    """The card that a text names, jokers included: `10h`, `th`, `10♥`, `Jo1`.

    Raises NotationError where the text names none.

    >>> format_move(parse_card("T♥"))
    '10h'
    """
    plain = _plain(text)
    found = _CARD.fullmatch(plain)
    if found:
        rank = found.group(1).upper()
        return SUITS.index(found.group(2).lower()) * 13 + RANKS.index("10" if rank == "T" else rank)
    found = _JOKER.fullmatch(plain)
    if found:
        return FIRST_JOKER + int(found.group(1)) - 1
    raise NotationError(N_("“{text}” is not a card"), text=shorten(text))


def parse_move(text: str) -> int:
    """The move that a text names, the other way of `format_move`.

    Raises NotationError where the text names none.

    >>> parse_move("PASS") == PASS, format_move(parse_move("jo1=9H"))
    (True, 'Jo1=9h')
    """
    word = _plain(text)
    if word == "pass":
        return PASS
    if word == "stop":
        return STOP
    shown = _SHOW.fullmatch(word)
    if shown:
        kind, of = shown.group(1), shown.group(2)
        if kind == "baba" and of in SUITS and len(of) == 1:
            return SHOW_BABA + SUITS.index(of)
        rank = "10" if of == "t" else of.upper()
        if kind == "triple" and rank in RANKS:
            return SHOW_TRIPLE + RANKS.index(rank)
    placed = _PLACED.fullmatch(word)
    try:
        if placed:
            card = parse_card(placed.group(2))
            if card < FIRST_JOKER:
                return JOKER_AS + 52 * (int(placed.group(1)) - 1) + card
        elif not shown:
            card = parse_card(word)
            if card < FIRST_JOKER:
                return card
    except NotationError:
        pass
    raise NotationError(N_("“{text}” is not a move"), text=shorten(text))


def _plain(text: str) -> str:
    """A text in small letters, its suit signs as letters.

    U+FE0F makes a pasted suit sign an emoji; it names the same suit. Only ASCII has small letters
    here: a sign that becomes one of them is none.
    """
    return "".join(
        _SIGNS.get(sign, sign.lower() if sign.isascii() else sign)
        for sign in text.strip()
        if sign != "\ufe0f"
    )


def format_hand(cards: Iterable[int]) -> str:
    """Cards in notation, separated by spaces.

    >>> format_hand([5, 21])
    '7s 10h'
    """
    return " ".join(format_move(card) for card in cards)


def parse_hand(text: str) -> list[int]:
    """The cards that a text names, in its order.

    >>> parse_hand("7s 10h")
    [5, 21]
    """
    return [parse_card(word) for word in text.split()]


def shorten(text: str, most: int = 40) -> str:
    r"""A foreign text fit for one line of a message: no control characters, no endless length.

    >>> shorten("a\x1b[2Jb")
    'a?[2Jb'
    """
    clean = "".join(sign if sign.isprintable() else "?" for sign in text[: most + 1])
    return clean if len(clean) <= most else clean[: most - 1] + "…"
