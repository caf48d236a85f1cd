"""Deal codes: read out, typed in, the same cards."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from seven_games.engine import GAMES
from seven_games.table import CodeError, deal_code, open_table, read_code, set_up
from seven_games.table.codes import SEEDS


@given(st.integers(0, SEEDS - 1), st.integers(0, 7))
def test_a_code_is_read_as_what_it_was_made_of(seed: int, dealer: int) -> None:
    code = deal_code(seed, dealer)
    assert len(code) == len("7K3F-QM2")
    assert read_code(code) == (seed, dealer)
    assert read_code(code.lower().replace("-", " ")) == (seed, dealer)
    assert read_code(code.replace("0", "o").replace("1", "l")) == (seed, dealer)


@pytest.mark.parametrize("text", ["", "7K3F", "7K3F-QM22", "7K3F-QMU", "ÄÖÜß-ÀÉÈ", "x" * 500])
def test_what_is_no_code_is_refused(text: str) -> None:
    with pytest.raises(CodeError):
        read_code(text)


def test_a_seed_beyond_those_of_deals_has_no_code() -> None:
    assert deal_code(SEEDS, 0) == ""
    assert deal_code(-1, 0) == ""


@pytest.mark.parametrize("game", GAMES)
def test_the_same_code_gives_everybody_the_same_cards(game: str) -> None:
    first = open_table(set_up(GAMES[game], None, {}, ["Olha"], 7))
    first._begin()
    again = open_table(set_up(GAMES[game], None, {}, ["Petro"], 99, first.code))
    again._begin()
    assert again.code == first.code
    assert (again.deal.dealt, again.deal.stock) == (first.deal.dealt, first.deal.stock)
    assert again.deal.dealer == first.deal.dealer


def test_the_dealer_of_a_code_must_have_a_seat() -> None:
    with pytest.raises(CodeError, match="seat 4 deals, but there are 2 players"):
        set_up(GAMES["sedma"], None, {"players": 2}, [], 1, deal_code(5, 3))
