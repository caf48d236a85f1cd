"""Drawings compared with readable files: `REWRITE_GOLDEN=1` writes them anew."""

import os
from collections.abc import Callable
from pathlib import Path

import pytest
from tui.scenes import at_seat, can_show, deal_of, play_on, scene_of

from seven_games.engine.sedma import SedmaDeal
from seven_games.tui.draw import DRAWINGS, Scene, draw
from seven_games.tui.draw.layout import text_of

GOLDEN = Path(__file__).parent / "golden"
Make = Callable[[], Scene]


def sevens(
    plies: int = 9,
    size: tuple[int, int] = (80, 24),
    faces: str = "symbols",
    preset: str = "international",
    players: int = 4,
    jokers: int = 0,
) -> Scene:
    deal = deal_of("sevens", preset, players=players, jokers=jokers)
    play_on(deal, plies, 3, at_seat(0))
    return scene_of(deal, 0, size, faces=faces)


def sevens_waiting() -> Scene:
    deal = deal_of("sevens")
    play_on(deal, 10, 3, at_seat(2))
    return scene_of(deal)


def sevens_pass() -> Scene:
    deal = deal_of("sevens")
    play_on(deal, 0, 3, lambda deal: deal.turn == 0 and len(deal.moves()) == 1)
    return scene_of(deal)


def sevens_refused() -> Scene:
    deal = deal_of("sevens")
    play_on(deal, 9, 3, at_seat(0))
    return scene_of(deal, cursor=0, message="10♠ does not fit yet: next in its row: 4♠ 9♠.")


def sedma(plies: int, players: int, size: tuple[int, int] = (80, 24)) -> Scene:
    deal = deal_of("sedma", players=players)
    play_on(deal, plies, 3, at_seat(0))
    return scene_of(deal, 0, size)


def sedma_asked() -> Scene:
    def asked(deal: object) -> bool:
        return isinstance(deal, SedmaDeal) and deal.asked and deal.turn == 0

    for seed in range(1, 200):
        deal = deal_of("sedma", players=4, seed=seed)
        play_on(deal, 0, 3, asked)
        if asked(deal):
            return scene_of(deal)
    raise AssertionError("no leader was asked")


def semerik(plies: int, size: tuple[int, int] = (80, 24)) -> Scene:
    deal = deal_of("semerik")
    play_on(deal, plies, 3, at_seat(0))
    return scene_of(deal, 0, size)


def semerik_show() -> Scene:
    for seed in range(1, 200):
        deal = deal_of("semerik", seed=seed)
        play_on(deal, 0, 3, at_seat(0))
        if can_show(deal):
            return scene_of(deal, cursor=10)
    raise AssertionError("no deal with a combination")


def several_people() -> Scene:
    deal = deal_of("semerik")
    play_on(deal, 6, 3, at_seat(1))
    return scene_of(deal, 1, alone=False)


def spectator() -> Scene:
    deal = deal_of("semerik")
    play_on(deal, 6, 3)
    return scene_of(deal, None, alone=False)


POSITIONS: dict[str, Make] = {
    "sevens": sevens,
    "sevens-ascii": lambda: sevens(faces="ascii"),
    "sevens-letters": lambda: sevens(faces="letters"),
    "sevens-outline": lambda: sevens(faces="outline"),
    "sevens-console": lambda: sevens(faces="console"),
    "sevens-waiting": sevens_waiting,
    "sevens-pass": sevens_pass,
    "sevens-refused": sevens_refused,
    "sevens-2-players": lambda: sevens(12, players=2),
    "sevens-3-players": lambda: sevens(12, players=3),
    "sevens-8-players": lambda: sevens(30, players=8),
    "sevens-jokers": lambda: sevens(12, jokers=2),
    "sevens-short": lambda: sevens(8, preset="short"),
    "sevens-shichinarabe": lambda: sevens(30, preset="shichinarabe"),
    "sevens-chips": lambda: sevens(12, preset="chips"),
    "sevens-40x12": lambda: sevens(size=(40, 12)),
    "sevens-120x40": lambda: sevens(size=(120, 40)),
    "sedma-2-players": lambda: sedma(5, 2),
    "sedma-3-players": lambda: sedma(5, 3),
    "sedma-4-players": lambda: sedma(6, 4),
    "sedma-asked": sedma_asked,
    "sedma-40x12": lambda: sedma(6, 4, (40, 12)),
    "semerik": lambda: semerik(5),
    "semerik-show": semerik_show,
    "semerik-40x12": lambda: semerik(5, (40, 12)),
    "semerik-people": several_people,
    "semerik-spectator": spectator,
}
RESULTS: dict[str, tuple[str, str | None, int]] = {
    "sevens": ("sevens", None, 4),
    "sevens-chips": ("sevens", "chips_hoyle", 4),
    "sevens-shichinarabe": ("sevens", "shichinarabe", 4),
    "sedma": ("sedma", None, 4),
    "semerik": ("semerik", None, 4),
    "semerik-tressette": ("semerik", "tressette", 4),
}


def compare(name: str, text: str) -> None:
    path = GOLDEN / f"{name}.txt"
    if os.environ.get("REWRITE_GOLDEN"):
        path.write_text(text, encoding="utf-8")
    assert text == path.read_text(encoding="utf-8")


@pytest.mark.parametrize("name", POSITIONS)
def test_table_is_drawn_as_before(name: str) -> None:
    lines = [text_of(line).rstrip() for line in draw(POSITIONS[name]())]
    compare(name, "\n".join(lines) + "\n")


@pytest.mark.parametrize("name", RESULTS)
def test_result_is_drawn_as_before(name: str) -> None:
    game, preset, players = RESULTS[name]
    deal = deal_of(game, preset, players=players)
    play_on(deal, 1000, 3)
    scene = scene_of(deal)
    lines = [text_of(line).rstrip() for line in DRAWINGS[game].account(scene)]
    compare(f"result-{name}", "\n".join(lines) + "\n")
