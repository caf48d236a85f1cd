"""Every size has its form: nothing that matters is missing on it, and the mouse finds it."""

import random
from dataclasses import replace

import pytest
from engine_tools import random_rules
from tui.scenes import HARD_NAMES, NAMES, at_seat, deal_of, play_on, scene_of

from seven_games.engine import GAMES, Deal
from seven_games.engine.match import DealScore
from seven_games.tui.draw import DRAWINGS, Picture, Scene, draw, entries
from seven_games.tui.draw.cards import FACES, Entry
from seven_games.tui.draw.frame import MIDDLE, TINY
from seven_games.tui.draw.layout import Spot, signs, text_of, width
from seven_games.tui.draw.pages import draw_menu
from seven_games.tui.draw.scene import Hint

wcwidth = pytest.importorskip("wcwidth")

EDGES = (1, 12, 17, 18, 20, 23, 24, 26, 30, 39, 40, 41, 59, 60, 61)
WIDE_EDGES = (1, 39, 40, 59, 60, 79, 80, 84, 85, 114, 115, 119, 120, 121, 132, 160, 161)
HUGE = ((300, 100), (467, 145), (300, 24), (80, 145), (1000, 12))


def cells_of(picture: Picture) -> list[list[str]]:
    """What stands in every cell of a picture."""
    return [
        [part for sign, wide in signs(text_of(line)) for part in (sign, *[""] * (wide - 1))]
        for line in picture
    ]


def spots(picture: Picture, kind: str) -> dict[int | str, Spot]:
    return {spot.what: spot for spot in picture.spots if spot.kind == kind}


def inside(cells: list[list[str]], spot: Spot, above: int = 0) -> str:
    """The text in the cells of a spot, and of so many lines above it."""
    lines = cells[max(0, spot.y - above) : spot.y + spot.height]
    return "\n".join("".join(line[spot.x : spot.x + spot.width]) for line in lines)


def overlap(one: Spot, two: Spot) -> bool:
    beside = one.x + one.width <= two.x or two.x + two.width <= one.x
    below = one.y + one.height <= two.y or two.y + two.height <= one.y
    return not beside and not below


def check(scene: Scene) -> None:
    """All that holds of the picture of a scene, whatever it shows."""
    picture = draw(scene)
    assert len(picture) == scene.height
    for line in picture:
        assert wcwidth.wcswidth(text_of(line)) == width(text_of(line)) == scene.width
    cells = cells_of(picture)
    for spot in picture.spots:
        assert 0 <= spot.x < spot.x + spot.width <= scene.width, spot
        assert 0 <= spot.y < spot.y + spot.height <= scene.height, spot
    if scene.width >= TINY[0] and scene.height >= TINY[1]:
        check_entries(scene, picture, cells)
        check_words(scene, picture, cells)


def check_entries(scene: Scene, picture: Picture, cells: list[list[str]]) -> None:
    found = entries(scene)
    where = spots(picture, "entry")
    listed = [spot for spot in picture.spots if spot.kind == "entry"]
    assert len(where) == len(listed)
    for number, spot in enumerate(listed):
        assert not any(overlap(spot, other) for other in listed[:number])
        check_entry(scene, found[int(spot.what)], inside(cells, spot), inside(cells, spot, 1))
    drawn = scene.width >= MIDDLE[0] and scene.height >= MIDDLE[1]
    if drawn and not scene.choices:
        assert len(where) == len(found)
    if scene.cursor is not None:
        marked = inside(cells, where[scene.cursor])
        heavy, chip = ("┏", "▸") if not scene.faces.signs else ("#", ">")
        assert heavy in marked or chip in marked, marked


def check_entry(scene: Scene, entry: Entry, text: str, with_number: str) -> None:
    label = entry.label.translate(scene.faces.signs)
    parts = (label,) if entry.card is None else (label[:-1], label[-1])
    assert all(part in text for part in parts), (entry, text)
    if entry.number and entry.fits:
        assert entry.number in with_number, (entry, with_number)


def check_words(scene: Scene, picture: Picture, cells: list[list[str]]) -> None:
    prompt = DRAWINGS[scene.view.game].prompt(scene).translate(scene.faces.signs)
    text = "\n".join(text_of(line) for line in picture)
    assert " ".join(prompt.split()[:2]) in text
    assert "? help  q quit" in text
    keys = spots(picture, "key")
    for hint in scene.always:
        assert inside(cells, keys[hint.action]).endswith(hint.label)


def some_deal(dice: random.Random) -> Deal:
    game = GAMES[dice.choice(list(GAMES))]
    rules = random_rules(game.name, dice)
    deal = game.deal(rules, dice.randrange(rules.players), seed=dice.getrandbits(64))
    play_on(deal, dice.choice([0, 1, 5, 20, dice.randrange(60)]), dice.getrandbits(64))
    return deal


def some_scene(dice: random.Random, size: tuple[int, int]) -> Scene:
    """A position of any game with all that may stand around it."""
    deal = some_deal(dice)
    seat = dice.choice([None, deal.turn, deal.turn, dice.randrange(deal.players)])
    names = list(dice.choice([NAMES, HARD_NAMES]))
    dice.shuffle(names)
    scene = scene_of(
        deal,
        seat,
        size,
        faces=dice.choice(list(FACES)),
        alone=dice.random() < 0.5,
        names=tuple(names),
        message=dice.choice(["", "", "It does not fit. " * 12]),
    )
    scores = [dice.choice([-120, -3, 0, 7, 250]) for _ in scene.standing.totals]
    after = replace(scene.standing, totals=tuple(scores))
    scene = replace(
        scene,
        standing=after,
        deals=tuple(DealScore(n + 1, tuple(scores), after) for n in range(dice.choice([0, 0, 12]))),
        code=dice.choice(["", "7K3F-QM2"]),
        pace=dice.choice(["", "slow", "instant"]),
        strict=dice.random() < 0.2,
    )
    found = entries(scene)
    if scene.my_turn and (several := [entry.moves for entry in found if len(entry.moves) > 1]):
        opened = replace(scene, choices=dice.choice(several), cursor=0)
        scene = dice.choice([scene, opened])
        found = entries(scene)
    if found and dice.random() < 0.7:
        scene = replace(scene, cursor=dice.randrange(len(found)))
    return scene


@pytest.mark.parametrize("seed", range(8))
def test_any_table_at_any_size(seed: int) -> None:
    dice = random.Random(seed)
    for _ in range(60):
        size = (dice.choice(WIDE_EDGES), dice.choice(EDGES))
        if dice.random() < 0.4:
            size = (dice.randint(1, 200), dice.randint(1, 60))
        scene = some_scene(dice, size)
        check(scene)


def test_the_largest_screens_keep_the_table_together() -> None:
    dice = random.Random(0)
    for size in HUGE:
        for _ in range(3):
            check(some_scene(dice, size))
    scene = scene_of(deal_of("sevens"), 0, (467, 145))
    used = [x for line in cells_of(draw(scene)) for x, sign in enumerate(line) if sign != " "]
    assert max(used) - min(used) < 160


@pytest.mark.parametrize("players", range(2, 9))
def test_the_mouse_finds_every_seat(players: int) -> None:
    deal = deal_of("sevens", players=players)
    play_on(deal, 12, 3, at_seat(0))
    for size in ((60, 18), (80, 23), (80, 24), (100, 30), (120, 40), (160, 60)):
        scene = scene_of(deal, 0, size)
        picture = draw(scene)
        cells = cells_of(picture)
        found = spots(picture, "seat")
        assert sorted(found) == list(range(players))
        for seat, spot in found.items():
            assert scene.name(int(seat)) in inside(cells, spot)


def test_every_card_of_a_long_hand_is_seen_from_60x18_on() -> None:
    for players, jokers in ((2, 0), (2, 2), (3, 0), (3, 1), (4, 0)):
        deal = deal_of("sevens", players=players, jokers=jokers)
        for size in ((60, 18), (79, 23), (80, 24), (100, 20), (120, 30), (120, 40)):
            for seat in range(players):
                scene = scene_of(deal, seat, size)
                found = entries(scene)
                assert len(spots(draw(scene), "entry")) == len(found)
                for place in range(seat, len(found), 7):
                    check(replace(scene, cursor=place))


@pytest.mark.parametrize(
    ("game", "preset"), [(game.name, preset) for game in GAMES.values() for preset in game.presets]
)
def test_no_sentence_about_a_card_is_cut_on_a_small_screen(game: str, preset: str) -> None:
    of = GAMES[game].presets[preset]
    for players in range(of.least, of.most + 1):
        deal = deal_of(game, preset, players=players, seed=players)
        dice = random.Random(players)
        while deal.turn is not None:
            scene = scene_of(deal, deal.turn, dice.choice([(60, 18), (80, 23)]))
            fitting = [place for place, entry in enumerate(entries(scene)) if entry.fits]
            scene = replace(scene, cursor=dice.choice(fitting))
            lines = [text_of(line) for line in draw(scene)]
            rule = max(y for y, line in enumerate(lines) if "───" in line and y < 16)
            assert "…" not in "".join(lines[rule:]), lines
            play_on(deal, 3, dice.getrandbits(64))


def test_the_hand_stays_where_it_is_when_the_cursor_moves() -> None:
    dice = random.Random(1)
    for size in ((60, 18), (80, 23), (80, 24), (120, 40)):
        for _ in range(10):
            scene = replace(some_scene(dice, size), message="")
            places = {
                tuple(spot for spot in draw(replace(scene, cursor=place)).spots)
                for place in range(len(entries(scene)))
            }
            assert len(places) <= 1


def test_the_mouse_finds_hints_and_items() -> None:
    scene = scene_of(deal_of("sevens"), 0)
    picture = draw(scene)
    cells = cells_of(picture)
    for action, spot in spots(picture, "key").items():
        hint = next(hint for hint in (*scene.hints, *scene.always) if hint.action == action)
        assert inside(cells, spot) == f"{hint.key} {hint.label}"
    items = [(f"word {n}", "what it means") for n in range(30)]
    hints = (Hint("q", "quit", "quit"),)
    for size in ((40, 12), (80, 24), (120, 40)):
        picture = draw_menu("Menu", [], items, 17, size, FACES["symbols"], hints, hints)
        cells = cells_of(picture)
        found = spots(picture, "item")
        assert 17 in found
        for place, spot in found.items():
            assert items[int(place)][0] in inside(cells, spot)


def test_the_panel_says_how_the_match_stands() -> None:
    deal = deal_of("sevens")
    play_on(deal, 9, 3, at_seat(0))
    scene = scene_of(deal, 0, (120, 40))
    text = "\n".join(text_of(line) for line in draw(scene))
    assert "LOG" in text
    assert "(opens)" in text
    assert "SCORES" in text
    assert "to 100" in text
    assert "STILL OUT" in text
    assert "BOTS" not in text
    strict = replace(scene, strict=True, pace="slow", code="7K3F-QM2")
    picture = draw(strict)
    text = "\n".join(text_of(line) for line in picture)
    assert "STILL OUT" not in text
    assert "BOTS slow" in text
    assert "deal 7K3F-QM2" in text
    assert {"slower", "faster", "skip"} <= set(spots(picture, "key"))
    after = replace(scene.standing, totals=(3, 0, 14, 8))
    played = replace(scene, standing=after, deals=(DealScore(1, (3, 0, 14, 8), after),))
    lines = [text_of(line)[87:].split() for line in draw(played)]
    assert ["Petro", "14", "14"] in lines


def test_what_is_still_out_is_what_the_viewer_has_not_seen() -> None:
    for players in (2, 4, 7):
        deal = deal_of("sevens", players=players, seed=players)
        play_on(deal, 10, 3, at_seat(0))
        scene = scene_of(deal, 0, (120, 40))
        lines = DRAWINGS["sevens"].unseen(scene, 33)
        assert all(width(text_of(line)) <= 33 for line in lines)
        told = {
            rank + text_of(line)[0]
            for line in lines
            for rank in text_of(line)[1:].split()
            if rank != "–"
        }
        others = [hand for seat, hand in enumerate(deal.hands) if seat]
        assert told == set(scene.faces.cards(sum(others)).split())


def test_the_log_of_a_large_screen_ends_with_who_is_to_move() -> None:
    deal = deal_of("sevens", players=5)
    play_on(deal, 22, 3)
    scene = scene_of(deal, 0, (120, 40))
    lines = [text_of(line) for line in DRAWINGS["sevens"].log(scene, 33)]
    assert len(lines) == 23
    assert lines[-1].endswith("…")
    assert all(width(line) <= 33 for line in lines)
    assert sum("(opens)" in line for line in lines) == 1
