"""Bots see what their seat sees, play by the rules, and beat random play clearly."""

from __future__ import annotations

import ast
import dataclasses
import inspect
from pathlib import Path
from typing import TYPE_CHECKING, cast

import pytest
from engine_tools import spread, text

import seven_games.bots
from seven_games.bots import LEVELS, make_bot
from seven_games.bots.tips import sevens
from seven_games.engine import GAMES, format_move, parse_move
from seven_games.engine.cards import RANKS
from seven_games.engine.sevens import SevensRules, opened_by
from seven_games.table import SeatError, set_up
from seven_games.table.simulate import InvariantError, Tally, _play, simulate

if TYPE_CHECKING:
    from collections.abc import Iterator

    from seven_games.engine import View

DEALS = 400
SEARCHING = {"hard": 4, "expert": 1}
"""The levels that search, and of how many decisions they are asked."""


def tally(game: str, seats: list[str], preset: str | None = None, deals: int = DEALS) -> Tally:
    setup = set_up(GAMES[game], preset, {}, seats, 1)
    *_, total = simulate(setup, deals)
    return total


@pytest.mark.parametrize("preset", GAMES["sevens"].presets)
def test_sevens_by_rules_of_thumb_beats_random_play(preset: str) -> None:
    seats = ["bot:easy", "bot:random", "bot:easy", "bot:random"]
    wins = tally("sevens", seats, preset).wins
    assert (wins[0] + wins[2]) / DEALS > 0.6


@pytest.mark.parametrize("preset", GAMES["sedma"].presets)
@pytest.mark.parametrize("players", [2, 4])
def test_sedma_by_rules_of_thumb_beats_random_play(preset: str, players: int) -> None:
    seats = ["bot:easy", "bot:random"] * (players // 2)
    assert tally("sedma", seats, preset).wins[0] / DEALS > 0.65


def test_sedma_of_three_by_rules_of_thumb_beats_random_play() -> None:
    assert tally("sedma", ["bot:easy", "bot:random", "bot:random"]).wins[0] / DEALS > 0.45


@pytest.mark.parametrize("preset", GAMES["semerik"].presets)
def test_semerik_by_rules_of_thumb_beats_random_play(preset: str) -> None:
    seats = ["bot:easy", "bot:random"] * 2
    assert tally("semerik", seats, preset).wins[0] / DEALS > 0.65


def decisions(game: str, level: str, deals: int, seed: int) -> Iterator[View]:
    """Positions in which somebody has a choice: all of some deals that the level plays itself.

    Of a level that searches a few, each of another deal and further on in it.
    """
    if level not in SEARCHING:
        for number, deal in enumerate(spread(game, deals, seed)):
            bots = [make_bot(level, number + seat) for seat in range(deal.players)]
            while deal.turn is not None:
                view = deal.view(deal.turn)
                if len(view.moves) > 1:
                    yield view
                deal.play(bots[deal.turn].choose(view))
        return
    easy = make_bot("easy")
    many = SEARCHING[level]
    for number, deal in enumerate([*spread(game, 48, seed)][:: 48 // many]):
        ply = 4 + 5 * number % 20
        while deal.turn is not None:
            view = deal.view(deal.turn)
            if len(deal.log) >= ply and len(view.moves) > 1:
                yield view
                break
            deal.play(easy.choose(view))


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("game", GAMES)
def test_a_bot_always_makes_a_legal_move(game: str, level: str) -> None:
    found = 0
    for view in decisions(game, level, 32, seed=5):
        move = make_bot(level, found).choose(view)
        assert move in view.moves, (view.rules, format_move(move))
        found += 1
    assert found


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("game", GAMES)
def test_equal_views_get_equal_moves(game: str, level: str) -> None:
    for view in decisions(game, level, 16, seed=6):
        moves = {make_bot(level, 3).choose(dataclasses.replace(view)) for _ in range(2)}
        assert len(moves) == 1


def test_what_chooses_a_move_is_given_a_view() -> None:
    """Bots see what their seat sees; the deals that they play out are made up from it."""
    for level in LEVELS:
        assert list(inspect.signature(make_bot(level).choose).parameters) == ["view"]
    for room in ("tips", "bot.py"):
        place = Path(seven_games.bots.__file__).parent / room
        for file in [place] if place.is_file() else place.glob("*.py"):
            for node in ast.walk(ast.parse(file.read_text())):
                name = getattr(node, "id", getattr(node, "attr", getattr(node, "name", "")))
                assert not str(name).endswith("Deal"), file


def test_a_row_with_a_low_ace_is_counted_as_it_lies() -> None:
    """With the ace low, the ace waits behind the two and not behind the king."""
    game = GAMES["sevens"]
    rules = game.rules(players=2, ace="low")
    spades = "2s 3s 4s 5s 6s 8s 9s 10s Js Qs Ks As 7s"
    rest = [f"{rank}{suit}" for suit in "hdc" for rank in RANKS]
    mine = ["7s", "As", "10s", *rest[:23]]
    others = [card for card in [*spades.split(), *rest] if card not in mine]
    deal = game.deal(rules, 1, hands=[" ".join(mine), " ".join(others)])
    deal.play(parse_move("7s"))
    opens = opened_by(cast("SevensRules", rules))
    assert text(sevens._behind(opens, parse_move("6s"))) == {"6s", "5s", "4s", "3s", "2s", "As"}
    assert "As" not in text(sevens._behind(opens, parse_move("8s")))


def test_a_simulation_seats_bots_only() -> None:
    setup = set_up(GAMES["sedma"], None, {}, ["Olha"], 1)
    with pytest.raises(SeatError):
        next(simulate(setup, 1))


def test_a_card_in_two_places_stops_the_run_with_its_seed() -> None:
    deal = GAMES["sevens"].deal(GAMES["sevens"].rules(), 0, seed=9)
    deal.hands[1] |= deal.hands[0] & -deal.hands[0]
    with pytest.raises(InvariantError, match="9"):
        _play(deal, [make_bot("easy")] * 4, 9)


def test_semerik_beats_cheaply_and_feeds_a_sure_partner() -> None:
    game = GAMES["semerik"]
    hands = [
        "4s 5s 6s 7s Js Qs Ks Ac 2s 3c",
        "3s As 6h 7h Jh Qh Kh Ah 3h 2c",
        "4d 5d 6d 7d Jd Qd Kd Ad 3d 2h",
        "4c 5c 6c 7c Jc Qc Kc 4h 5h 2d",
    ]
    deal = game.deal(game.rules(), 0, hands=hands)
    deal.play(parse_move("3s"))
    # The partner's three of spades cannot be beaten by anybody: seat 3 gives a counter.
    deal.play(parse_move("4d"))
    given = make_bot("easy").choose(deal.view(3))
    assert format_move(given) in {"Jc", "Qc", "Kc"}


@pytest.mark.parametrize("game", GAMES)
def test_a_beginner_errs_in_four_decisions_of_ten(game: str) -> None:
    """Else it plays by the advice, as `easy` does; told apart where a slip makes another move."""
    errs = told = 0
    for number, view in enumerate(decisions(game, "easy", 40, seed=9)):
        usual, slip = make_bot("easy").choose(view), make_bot("random", number + 1).choose(view)
        if usual != slip:
            told += 1
            chosen = make_bot("beginner", number).choose(view)
            assert chosen in {usual, slip}
            errs += chosen == slip
    assert told > 200
    assert abs(errs / told - 0.4) < 0.1
