"""Cards and moves as text, there and back (`interfaces.md` 1)."""

from __future__ import annotations

import contextlib
import itertools

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from seven_games.engine import (
    NotationError,
    format_hand,
    format_move,
    parse_card,
    parse_hand,
    parse_move,
)
from seven_games.engine.cards import MOVES_END, cards_of, count, hand_of, pick, shorten

RANKS = ["2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A"]
SUITS = {"s": "♠♤", "h": "♥♡", "d": "♦♢", "c": "♣♧"}
CARDS = [rank + suit for suit, rank in itertools.product(SUITS, RANKS)]
JOKERS = ["Jo1", "Jo2"]
MOVES = [
    *CARDS,
    "pass",
    "stop",
    *(f"show baba {suit}" for suit in SUITS),
    *(f"show triple {rank}" for rank in RANKS),
    *(f"{joker}={card}" for joker, card in itertools.product(JOKERS, CARDS)),
]
"""Every move, as the page writes it."""


def test_every_move_there_and_back() -> None:
    numbers = [parse_move(text) for text in MOVES]
    assert len(set(numbers)) == len(MOVES)
    assert [format_move(number) for number in numbers] == MOVES
    # The two numbers left over are the jokers themselves, which are cards and no moves.
    assert sorted({*numbers, *(parse_card(joker) for joker in JOKERS)}) == list(range(MOVES_END))


def test_every_card_there_and_back() -> None:
    assert [format_move(parse_card(card)) for card in CARDS + JOKERS] == CARDS + JOKERS
    assert [parse_card(card) for card in CARDS + JOKERS] == list(range(54))
    assert all(parse_move(card) == parse_card(card) for card in CARDS), "a card is its own move"


def forms(card: str) -> set[str]:
    """Every way in which a card may be written."""
    rank, suit = card[:-1], card[-1]
    ranks = {rank, rank.lower(), *(("T", "t") if rank == "10" else ())}
    suits = {suit, suit.upper(), *SUITS[suit], *(sign + "\ufe0f" for sign in SUITS[suit])}
    return {r + s for r, s in itertools.product(ranks, suits)}


def test_any_letter_case_signs_and_t_for_ten() -> None:
    for card in CARDS:
        for form in forms(card):
            for text in (form, f" {form}", f"{form}\t\n"):
                assert format_move(parse_card(text)) == card
                assert format_move(parse_move(text)) == card


@pytest.mark.parametrize("text", ["PASS", "Pass", " pass ", "STOP", "Stop\n"])
def test_words_in_any_case(text: str) -> None:
    assert format_move(parse_move(text)) == text.strip().lower()


def test_declarations_in_every_form() -> None:
    for suit, signs in SUITS.items():
        for form in (suit, suit.upper(), *signs, *(sign + "\ufe0f" for sign in signs)):
            for text in (f"show baba {form}", f"SHOW Baba {form}", f" show   baba  {form} "):
                assert format_move(parse_move(text)) == f"show baba {suit}", ascii(text)
    for rank in RANKS:
        for form in (rank, rank.lower(), *(("T", "t") if rank == "10" else ())):
            for text in (f"show triple {form}", f"Show TRIPLE {form}", f"show\ttriple {form}"):
                assert format_move(parse_move(text)) == f"show triple {rank}"


def test_jokers_in_every_form() -> None:
    for joker, card in itertools.product(JOKERS, ["9h", "10c", "As"]):
        for form in forms(card):
            for text in (
                f"{joker}={form}",
                f"{joker.upper()}={form}",
                f"{joker.lower()} = {form}",
                f" {joker}= {form} ",
            ):
                assert format_move(parse_move(text)) == f"{joker}={card}", ascii(text)


LOOK_ALIKE = ["７h", "7ｈ", "٧h", "Кs", "Тh"]
"""Full-width, Arabic and Cyrillic signs."""
NO_CARDS = [
    *("", " ", "1", "h", "10", "1h", "11h", "0h", "100h", "hh", "h10", "♥10", "10hh", "A", "♠"),
    *("Xs", "7x", "7♡♡", "Jo", "Jo0", "Jo3", "Joker", "jo 1", "-7h", "7h;", "7h,", "10 h", "Ah Kd"),
    *("10h\x00", "\x1b[2J", "7\nh", "\ufe0f", "h" * 5000),
    *LOOK_ALIKE,
]
NO_MOVES = [
    *NO_CARDS,
    *JOKERS,
    *("passe", "pas", "p", "stop!", "show", "show baba", "show triple", "show baba x", "baba s"),
    *(
        "show baba sh",
        "show baba s s",
        "show triple 1",
        "show triple s",
        "show baba 7",
        "showbaba s",
    ),
    *("show baba shdc", "show triple 7 7", "show Jo1", "showbaba s", "show pair 7"),
    *("Jo1=", "Jo1=pass", "Jo1=Jo2", "Jo1=Jo1", "Jo3=9h", "Jo=9h", "Jo1==9h", "Jo1=9", "9h=Jo1"),
    *("Jo1=9h 9h", "Jo1 9h", "=9h", "Jo1=show baba s"),
]


@pytest.mark.parametrize("text", NO_CARDS, ids=ascii)
def test_what_is_no_card(text: str) -> None:
    with pytest.raises(NotationError) as error:
        parse_card(text)
    message = str(error.value)
    assert message.isprintable()
    assert len(message) < 100
    assert "is not a card" in message


@pytest.mark.parametrize("text", NO_MOVES, ids=ascii)
def test_what_is_no_move(text: str) -> None:
    with pytest.raises(NotationError) as error:
        parse_move(text)
    message = str(error.value)
    assert message.isprintable()
    assert len(message) < 100
    assert "is not a move" in message


NEAR = st.text(alphabet="2345678910TJQKAJshdc♠♥♦♣\ufe0f \tpastowbriple=12Jo\u212a\u0130\u017f")


@settings(max_examples=600, deadline=None, derandomize=True, database=None)
@given(NEAR | st.text())
@example("\u212as")
@example("\u0130")
def test_any_text_is_a_move_or_refused(text: str) -> None:
    """What one reader takes for a card the other does, and what is read is written and read."""
    move: int | None = None
    with contextlib.suppress(NotationError):
        move = parse_move(text)
    card: int | None = None
    with contextlib.suppress(NotationError):
        card = parse_card(text)
    if move is not None:
        assert 0 <= move < MOVES_END
        assert parse_move(format_move(move)) == move
    if card is not None and card < 52:
        assert move == card
    if move is not None and move < 52:
        assert card == move


# Hands


def test_a_hand_is_its_cards_between_spaces() -> None:
    assert format_hand([]) == ""
    assert parse_hand("") == parse_hand("  \t") == []
    cards = [parse_card(card) for card in ("10h", "2c", "As", "Jo2")]
    assert format_hand(cards) == "10h 2c As Jo2"
    assert parse_hand("10h 2c As Jo2") == cards
    assert parse_hand("  TH\t2♣\ufe0f   aS\njo2 ") == cards, "in the order written"
    for wrong in ("10h,2c", "10h pass", "10h 2", "10h2c"):
        with pytest.raises(NotationError):
            parse_hand(wrong)


@settings(max_examples=200, deadline=None, derandomize=True, database=None)
@given(st.sets(st.integers(0, 53)))
def test_hands_as_bit_sets(cards: set[int]) -> None:
    hand = hand_of(cards)
    assert cards_of(hand) == sorted(cards)
    assert count(hand) == len(cards)
    assert [pick(hand, place) for place in range(len(cards))] == [1 << c for c in sorted(cards)]
    assert hand_of(parse_hand(format_hand(cards_of(hand)))) == hand


@settings(max_examples=200, deadline=None, derandomize=True, database=None)
@given(st.text())
def test_foreign_text_is_made_fit_for_a_line(text: str) -> None:
    short = shorten(text)
    assert short.isprintable()
    assert len(short) <= 40
    if text.isprintable() and len(text) <= 40:
        assert short == text
