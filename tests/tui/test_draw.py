"""Drawings compared with readable files: `REWRITE_GOLDEN=1` writes them anew."""

import os
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from tui.scenes import at_seat, can_show, deal_of, play_on, scene_of

from seven_games.engine import GAMES, Deal, IllegalMove
from seven_games.engine.match import DealScore
from seven_games.engine.sedma import SedmaDeal
from seven_games.engine.sevens import SevensDeal
from seven_games.table.words import sentence
from seven_games.tui.draw import DRAWINGS, Scene, draw, entries
from seven_games.tui.draw.layout import text_of

GOLDEN = Path(__file__).parent / "golden"
Make = Callable[[], Scene]


def sevens(
    plies: int = 9,
    size: tuple[int, int] = (80, 24),
    faces: str = "symbols",
    preset: str = "international",
    **options: int,
) -> Scene:
    """A table with all that a large screen has beside it."""
    deal = deal_of("sevens", preset, **options)
    play_on(deal, plies, 3, at_seat(0))
    return replace(scene_of(deal, 0, size, faces=faces), code="7K3F-QM2", pace="normal")


def sevens_joker_places() -> Scene:
    """A joker that may take several places, and the list of them."""
    for seed in range(1, 200):
        deal = deal_of("sevens", jokers=2, seed=seed)
        play_on(deal, 8, seed, at_seat(0))
        scene = scene_of(deal, 0, (120, 40))
        places = next((entry.moves for entry in entries(scene) if len(entry.moves) > 3), ())
        if places:
            return replace(scene, choices=places, cursor=1)
    raise AssertionError("no joker with several places")


def sevens_eliminated(size: tuple[int, int]) -> Scene:
    """Cards on the table that do not reach their seven."""

    def loose(deal: Deal) -> bool:
        return isinstance(deal, SevensDeal) and deal.turn == 0 and bool(deal.loose)

    for seed in range(1, 200):
        deal = deal_of("sevens", "shichinarabe", seed=seed)
        play_on(deal, 0, seed, loose)
        if loose(deal):
            return scene_of(deal, 0, size)
    raise AssertionError("no cards apart from their row")


def sevens_watched() -> Scene:
    """Eight seats and nobody's hand."""
    deal = deal_of("sevens", players=8)
    play_on(deal, 21, 3)
    return scene_of(deal, None, (120, 40), alone=False)


def sevens_match() -> Scene:
    """The third deal of a match."""
    scene = sevens(9, (120, 40), preset="diamonds")
    scores = ((3, 0, 5, 2), (0, 4, 1, 12), (7, 1, 0, 2))
    deals, standing = [], scene.standing
    for number, score in enumerate(scores, 1):
        standing = GAMES["sevens"].add(scene.view.rules, standing, score, (0,))
        deals.append(DealScore(number, score, standing))
    return replace(scene, standing=standing, deals=tuple(deals))


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
    scene = scene_of(deal)
    found = entries(scene)
    place = next(place for place, entry in enumerate(found) if not entry.fits)
    with pytest.raises(IllegalMove) as refused:
        deal.copy().play(found[place].card or 0)
    return replace(scene, cursor=place, message=sentence(refused.value, scene.faces.card))


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
    "sevens-120x40-2-players": lambda: sevens(5, (120, 40), players=2),
    "sevens-120x40-8-players": lambda: sevens(30, (120, 40), players=8),
    "sevens-120x40-jokers": lambda: sevens(8, (120, 40), players=3, jokers=2),
    "sevens-120x40-joker-places": sevens_joker_places,
    "sevens-120x40-short": lambda: sevens(8, (120, 40), preset="short"),
    "sevens-120x40-eliminated": lambda: sevens_eliminated((120, 40)),
    "sevens-120x40-ascii": lambda: sevens(8, (120, 40), "ascii", "chips", players=6),
    "sevens-120x40-watched": sevens_watched,
    "sevens-120x40-match": sevens_match,
    "sevens-120x30": lambda: sevens(9, (120, 30), players=3),
    "sevens-100x30": lambda: sevens(9, (100, 30)),
    "sevens-80x40": lambda: sevens(20, (80, 40)),
    "sevens-80x23": lambda: sevens(0, (80, 23)),
    "sevens-80x23-8-players": lambda: sevens(20, (80, 23), players=8),
    "sevens-60x18": lambda: sevens(0, (60, 18)),
    "sevens-60x18-2-players": lambda: sevens(0, (60, 18), players=2),
    "sevens-60x18-3-players": lambda: sevens(0, (60, 18), players=3),
    "sevens-60x18-8-players": lambda: sevens(20, (60, 18), players=8),
    "sevens-60x18-eliminated": lambda: sevens_eliminated((60, 18)),
    "sevens-60x18-ascii": lambda: sevens(9, (60, 18), "ascii"),
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
