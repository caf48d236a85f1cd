"""Cards and options for the naive referee, as the page of rules has them.

Everything is text: a card is ``"10h"``, a hand a set of such strings. Nothing here is
quick, and nothing here is shared with the package under test.
"""

from __future__ import annotations

from typing import Any

Options = dict[str, Any]

SUITS = "shdc"

# Low to high, ace on either end (1.2 `ace`); 32 cards run from seven to ace.
RANKS_ACE_HIGH = ["2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A"]
RANKS_ACE_LOW = ["A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K"]
RANKS_32 = ["7", "8", "9", "10", "J", "Q", "K", "A"]
# 3.1: "Rank from low to high 4 5 6 7 J Q K A 2 3".
RANKS_SEMERIK = ["4", "5", "6", "7", "J", "Q", "K", "A", "2", "3"]

# Options that hold when neither the preset nor the table says otherwise.
DEFAULTS: dict[str, Options] = {
    "sevens": {
        "deck": 52,
        "ace": "high",
        "start": "left",
        "must_play": "enforced",
        "pass_limit": None,
        "jokers": 0,
        "end": "first_out",
        "scoring": "penalty",
        "target": 100,
        "deals": None,
        "prices": "chips",
        "unit": "card",
    },
    "sedma": {
        "target": 5,
        "go_on": "opponent_winning",
        "last_trick": 10,
        "wild": "7",
        "next_dealer": "left",
    },
    "semerik": {
        "follow": "beat_or_free",
        "declare": "any_turn",
        "baba": "7_2_a",
        "sixteen": "whole_suit",
        "baba_triple": "add",
        "ace": "none",
        "last_trick": 0,
        "finish": "end_of_deal",
        "games": 3,
    },
}

# What each preset changes (tables of 1.6, 2.2, 3.4).
PRESETS: dict[str, dict[str, Options]] = {
    "sevens": {
        "international": {},
        "diamonds": {"ace": "low", "start": "7d", "target": 50},
        "hearts": {"ace": "low", "start": "7h"},
        "chips": {"must_play": "fined", "scoring": "chips", "prices": "chips"},
        "chips_hoyle": {
            "ace": "low",
            "must_play": "fined",
            "scoring": "chips",
            "prices": "chips_hoyle",
        },
        "short": {"deck": 32},
        "shichinarabe": {
            "ace": "low",
            "start": "prelaid",
            "must_play": "optional",
            "pass_limit": 3,
            "end": "play_on",
            "scoring": "none",
        },
    },
    "sedma": {
        "sedma": {},
        "sedma_pagat": {"go_on": "always", "next_dealer": "loser"},
        "zsir": {"last_trick": 0},
        "septica": {"last_trick": 0, "go_on": "always"},
    },
    "semerik": {
        "semerik": {},
        "classic": {
            "baba": "3_2_a",
            "follow": "follow_suit",
            "ace": "full",
            "declare": "first_turn",
        },
        "tressette": {
            "baba": "3_2_a",
            "follow": "follow_suit",
            "ace": "full",
            "declare": "first_turn",
            "last_trick": 1,
            "finish": "immediate",
        },
    },
}

DEFAULT_PRESET = {"sevens": "international", "sedma": "sedma", "semerik": "semerik"}

# How many may sit down, by preset.
PLAYERS: dict[str, dict[str, list[int]]] = {
    "sevens": {
        "international": [2, 3, 4, 5, 6, 7, 8],
        "diamonds": [3, 4, 5, 6, 7],
        "hearts": [3, 4, 5, 6, 7, 8],
        "chips": [3, 4, 5, 6, 7, 8],
        "chips_hoyle": [3, 4, 5, 6, 7, 8],
        "short": [2, 3, 4, 5, 6, 7, 8],
        "shichinarabe": [3, 4, 5, 6, 7, 8],
    },
    "sedma": {name: [2, 3, 4] for name in PRESETS["sedma"]},
    "semerik": {name: [4] for name in PRESETS["semerik"]},
}

# The values an option may have; a pair (low, high) is a range of whole numbers, and
# None as the high end means no upper limit.
CHOICES: dict[str, dict[str, list[Any]]] = {
    "sevens": {
        "deck": [52, 32],
        "ace": ["high", "low"],
        "start": ["left", "7d", "7h", "7c", "7s", "prelaid"],
        "must_play": ["enforced", "fined", "optional"],
        "pass_limit": [None, 1, 2, 3, 4, 5, 6, 7, 8, 9],
        "jokers": [0, 1, 2],
        "end": ["first_out", "play_on"],
        "scoring": ["penalty", "chips", "none"],
        "prices": ["chips", "chips_hoyle"],
        "unit": ["card", "pips"],
    },
    "sedma": {
        "go_on": ["opponent_winning", "always"],
        "last_trick": [10, 0],
        "wild": ["7", "7_8"],
        "next_dealer": ["left", "loser"],
    },
    "semerik": {
        "follow": ["beat_or_free", "follow_and_beat", "follow_suit"],
        "declare": ["any_turn", "first_turn"],
        "baba": ["7_2_a", "3_2_a"],
        "sixteen": ["whole_suit", "run_of_seven"],
        "baba_triple": ["add", "only_3"],
        "ace": ["none", "third", "full"],
        "last_trick": [0, 1],
        "finish": ["end_of_deal", "immediate"],
        "games": [1, 2, 3, 4, 5, 6, 7, 8, 9],
    },
}


def resolve(game: str, preset: str | None = None, **changes: Any) -> Options:
    """All option values of a preset with some of them changed.

    ``players``, if named among the changes, is checked against the preset and left out
    of the answer. An unknown name or value raises ``ValueError``.
    """
    name = DEFAULT_PRESET[game] if preset is None else preset
    if name not in PRESETS[game]:
        raise ValueError(f"{game} has no preset {name}")
    players = changes.pop("players", None)
    if players is not None and players not in PLAYERS[game][name]:
        raise ValueError(f"{name} is not for {players} players")
    options = {**DEFAULTS[game], **PRESETS[game][name]}
    for option, value in changes.items():
        if option not in options:
            raise ValueError(f"{game} has no option {option}")
        options[option] = value
    check(game, options)
    return options


def check(game: str, options: Options) -> None:
    """Refuse values that the page does not name."""
    for option, value in options.items():
        if option in CHOICES[game]:
            allowed = CHOICES[game][option]
            if not any(value == good and type(value) is type(good) for good in allowed):
                raise ValueError(f"{option} may not be {value!r}")
        elif option == "deals" and value is None:
            continue
        elif type(value) is not int or value < 1:  # target, deals
            raise ValueError(f"{option} may not be {value!r}")
    if game == "sevens":
        # Ruling: jokers only where a card must be played and no seat is put out.
        tame = options["must_play"] == "enforced" and options["pass_limit"] is None
        if options["jokers"] > 0 and not tame:
            raise ValueError("jokers need must_play enforced and no pass_limit")


def rank(card: str) -> str:
    """The rank of a card: all but its last letter."""
    return card[:-1]


def suit(card: str) -> str:
    """The suit letter of a card."""
    return card[-1]


def is_joker(card: str) -> bool:
    """Whether the card is ``Jo1`` or ``Jo2``."""
    return card.startswith("Jo")


def pack(game: str, options: Options, players: int) -> list[str]:
    """Every card that is dealt, in a fixed order."""
    if game == "sevens":
        ranks = RANKS_ACE_HIGH if options["deck"] == 52 else RANKS_32
        jokers = [f"Jo{n + 1}" for n in range(options["jokers"])]
        return [r + s for s in SUITS for r in ranks] + jokers
    if game == "sedma":
        cards = [r + s for s in SUITS for r in RANKS_32]
        if players == 3:  # 2.2: "two eights (8c, 8s) removed, 30 cards"
            cards = [card for card in cards if card not in ("8c", "8s")]
        return cards
    return [r + s for s in SUITS for r in RANKS_SEMERIK]


def hand_sizes(game: str, options: Options, players: int, dealer: int) -> list[int]:
    """How many cards each seat is dealt, by seat."""
    if game == "sedma":  # 2.1: "Four cards each"
        return [4] * players
    # 1.1, 3.1: the whole pack, one card at a time from the dealer's left.
    sizes = [0] * players
    seat = dealer
    for _ in pack(game, options, players):
        seat = (seat + 1) % players
        sizes[seat] += 1
    return sizes


def check_deal(
    game: str,
    options: Options,
    players: int,
    dealer: int,
    hands: list[list[str]],
    stock: list[str],
) -> None:
    """Refuse a deal that is not the whole pack fairly dealt."""
    if not 0 <= dealer < players:
        raise ValueError(f"there is no seat {dealer}")
    if [len(hand) for hand in hands] != hand_sizes(game, options, players, dealer):
        raise ValueError("these are not the hand sizes of a fair deal from this dealer")
    given = [card for hand in hands for card in hand] + stock
    if sorted(given) != sorted(pack(game, options, players)):
        raise ValueError("the cards dealt are not the pack")
