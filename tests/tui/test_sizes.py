"""Every drawing is exactly as wide and as high as it should be, whatever is on the table."""

import re
from collections.abc import Iterator

import pytest
from tui.scenes import HARD_NAMES, NAMES, deal_of, play_on, scene_of

from seven_games.engine import GAMES, Deal
from seven_games.engine.cards import cards_of
from seven_games.engine.dice import Dice
from seven_games.tui import keys
from seven_games.tui.draw import DRAWINGS, draw, entries
from seven_games.tui.draw.cards import FACES, SYMBOLS
from seven_games.tui.draw.layout import Line, Sheet, cut, pad, text_of, width, wrap
from seven_games.tui.draw.pages import draw_curtain, draw_menu, draw_page
from seven_games.tui.draw.scene import Hint

wcwidth = pytest.importorskip("wcwidth")

SIZES = ((1, 1), (5, 2), (10, 3), (39, 12), (40, 12), (60, 18), (80, 23), (80, 24), (99, 31))
PRESETS = [(game.name, preset) for game in GAMES.values() for preset in game.presets]


def check(lines: list[Line], size: tuple[int, int]) -> None:
    assert len(lines) == size[1]
    for line in lines:
        assert width(text_of(line)) == size[0], text_of(line)
        assert wcwidth.wcswidth(text_of(line)) == size[0], text_of(line)


def deals(game: str, preset: str) -> Iterator[Deal]:
    of = GAMES[game].presets[preset]
    dice = Dice(len(preset))
    for players in range(of.least, of.most + 1):
        deal = deal_of(game, preset, players=players, seed=dice.draw(), dealer=dice.below(players))
        play_on(deal, dice.below(12), dice.draw())
        yield deal
        play_on(deal, dice.below(60), dice.draw())
        yield deal
        play_on(deal, 1000, dice.draw())
        yield deal


@pytest.mark.parametrize(("game", "preset"), PRESETS)
def test_every_table_has_its_size(game: str, preset: str) -> None:
    for number, deal in enumerate(deals(game, preset)):
        players = deal.rules.players
        for seat in (None, 0, players - 1):
            size = SIZES[(number + (seat or 0)) % len(SIZES)]
            for names in (NAMES, HARD_NAMES):
                faces = list(FACES)[number % len(FACES)]
                scene = scene_of(deal, seat, size, faces=faces, names=names, alone=bool(number % 2))
                check(draw(scene), size)
                DRAWINGS[game].last(scene)
                if deal.turn is None:
                    check(
                        draw_page("[x]", DRAWINGS[game].account(scene), 0, size, SYMBOLS, (), ()),
                        size,
                    )


def test_jokers_and_the_largest_sizes() -> None:
    for jokers in (1, 2):
        deal = deal_of("sevens", players=2, jokers=jokers)
        for size in ((300, 100), (80, 24), (40, 12), (120, 40)):
            check(draw(scene_of(deal, 1, size)), size)
        play_on(deal, 20, 1)
        check(draw(scene_of(deal, 0)), (80, 24))


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("size", [(80, 24), (40, 12), (60, 18)])
def test_every_card_of_a_long_hand_can_be_reached(players: int, size: tuple[int, int]) -> None:
    deal = deal_of("sevens", players=players)
    seat = 0
    found = entries(scene_of(deal, seat, size))
    assert len(found) >= 52 // players
    for place, entry in enumerate(found):
        shown = [text_of(line) for line in draw(scene_of(deal, seat, size, cursor=place))]
        assert any(f"▸{entry.label}◂" in line or f"┃{entry.label}" in line for line in shown)


def test_help_and_quit_are_in_every_hint_line() -> None:
    for game in GAMES:
        for columns in (40, 60, 80, 120):
            scene = scene_of(deal_of(game), 0, (columns, 24))
            line = text_of(draw(scene)[-1])
            assert "? help  q quit" in line
    shown = keys.hints(keys.PLAY, SYMBOLS)
    assert len(shown) >= 6


def test_pages_menus_and_the_curtain_have_their_size() -> None:
    lines: list[Line] = [[("x" * 200, "text")], [("日本" * 40, "text")], []]
    hints, items = (Hint("a", "b", "c"),), [("a", "b" * 99), ("日本", "")]
    heading = ("A", "b" * 99, "c" * 99)
    for size in (*SIZES, (300, 100)):
        check(draw_page("t" * 90, lines * 20, 7, size, SYMBOLS, hints, hints), size)
        check(draw_menu("[t]", lines, items, 1, size, SYMBOLS, hints, hints), size)
        check(draw_curtain(heading, "日本", ["d" * 99], lines, size, SYMBOLS, hints, hints), size)


def test_a_wide_sign_is_never_left_in_half() -> None:
    sheet = Sheet(4, 1)
    sheet.put(0, 0, "日本")
    sheet.put(1, 0, "x")
    sheet.put(3, 0, "y")
    assert text_of(sheet.lines()[0]) == " x y"
    sheet.put(3, 0, "日")
    assert text_of(sheet.lines()[0]) == " x y"


def test_cutting_and_padding_count_cells() -> None:
    assert cut("日本語", 5) == "日本…"
    assert cut("日本語", 4) == "日…"
    assert cut("abc", 0) == ""
    assert width(pad("日", 5)) == 5
    assert wrap("aaaa bb cccccc", 6, "  ") == ["aaaa", "  bb", "  cccc", "  cc"]


def test_a_spectator_is_shown_no_closed_card() -> None:
    for seed in range(1000):
        game = ("sevens", "sedma", "semerik")[seed % 3]
        deal = deal_of(game, seed=seed)
        play_on(deal, seed % 23, seed)
        if deal.turn is None:
            continue
        size = ((80, 24), (120, 40), (60, 18), (40, 12))[seed % 4]
        scene = scene_of(deal, None, size, alone=False)
        drawing = DRAWINGS[game]
        pages = [*draw(scene), *drawing.log(scene, 76), *drawing.last(scene)]
        shown = "\n".join(text_of(line) for line in pages)
        played = {move for _seat, move in deal.log}
        shown_cards = 0
        for declared in getattr(scene.view, "shown", ()):
            shown_cards |= declared.cards
        # On the table of Sevens a row says by its rank what may come next, to everybody.
        for hand in deal.hands:
            for card in cards_of(hand & ~shown_cards):
                if card not in played:
                    face = scene.faces.card(card)
                    assert not re.search(rf"(?<!\d){face}", shown), (seed, face)
