"""The tables of Sedma and Semerik: pictures for every size, and what log, panel and pages say."""

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from typing import Any

import pytest
from engine_tools import spread
from tui.scenes import HARD_NAMES, NAMES, at_seat, can_show, deal_of, play_on, scene_of
from tui.test_draw import compare
from tui.test_sizes import check

from seven_games.engine import GAMES, Deal, parse_move
from seven_games.engine.cards import ACE, ONE_SUIT, SEVEN, SHOW_BABA, TWO, cards_of, count, rank_of
from seven_games.engine.dice import Dice
from seven_games.engine.game import Standing
from seven_games.engine.match import DealScore
from seven_games.engine.sedma import COUNTERS, SedmaDeal, SedmaView
from seven_games.engine.semerik import FIGURES, ORDER, SemerikDeal, SemerikView, higher_cards
from seven_games.tui.draw import DRAWINGS, Scene, draw, entries
from seven_games.tui.draw.cards import FACES, SYMBOLS, large_face
from seven_games.tui.draw.layout import Sheet, signs, text_of, width
from seven_games.tui.draw.scene import Note, is_declaration, trick_is_finished

Cells = list[list[str]]
Position = tuple[Deal, int | None]
BABAS = [sum(1 << 13 * suit + rank for rank in (SEVEN, TWO, ACE)) for suit in range(4)]
SIZES = {"120x40": (120, 40), "80x24": (80, 24), "60x18": (60, 18), "40x12": (40, 12)}


def notes_of(deal: Deal) -> tuple[Note, ...]:
    """The moves of a deal with who took a trick by them."""
    game = next(game for game in GAMES.values() if isinstance(deal.rules, game.rules_type))
    again = game.lay_out(deal.rules, deal.dealer, deal.dealt, deal.stock, deal.standing)
    notes = []
    for ply, (seat, move) in enumerate(deal.log, 1):
        again.play(move)
        view = again.view(None)
        assert isinstance(view, SedmaView | SemerikView)
        taken = trick_is_finished(view) and not is_declaration(move)
        notes.append(Note(ply, seat, move, view.last_taker if taken else None))
    return tuple(notes)


def scene_with(
    deal: Deal, seat: int | None = 0, size: tuple[int, int] = (80, 24), **of: Any
) -> Scene:
    """The scene with its log, as the table screen has it."""
    return replace(scene_of(deal, seat, size, **of), notes=notes_of(deal))


# Pictures


def sedma(players: int, plies: int) -> Position:
    deal = deal_of("sedma", players=players)
    play_on(deal, plies, 3, at_seat(0))
    return deal, 0


def sedma_rounds(players: int, rounds: int, **options: Any) -> Position:
    """The viewer is asked to go on after so many rounds."""

    def asked(deal: Deal) -> bool:
        assert isinstance(deal, SedmaDeal)
        return deal.asked and deal.turn == 0 and deal.played == players * rounds

    for seed in range(1, 2000):
        deal = deal_of("sedma", players=players, seed=seed, **options)
        play_on(deal, 0, seed, asked)
        if deal.turn is not None:
            return deal, 0
    raise AssertionError("no leader was asked")


def sedma_led(card: str) -> Position:
    """Somebody has led this card and the viewer is to answer."""

    def led(deal: Deal) -> bool:
        view = deal.view(0)
        assert isinstance(view, SedmaView)
        return deal.turn == 0 and bool(view.trick) and view.trick[0][1] == parse_move(card)

    for seed in range(1, 200):
        deal = deal_of("sedma", players=4, seed=seed)
        play_on(deal, 8, seed, led)
        if deal.turn is not None:
            return deal, 0
    raise AssertionError("the card was not led")


def sedma_taken() -> Position:
    deal = deal_of("sedma", players=4)
    play_on(deal, 8, 3, lambda deal: not deal.view(None).trick)  # type: ignore[attr-defined]
    return deal, 0


def semerik() -> Position:
    """The viewer is the last to play to the third trick."""
    deal = deal_of("semerik", seed=9, dealer=0)
    play_on(deal, 9, 3, lambda deal: deal.turn == 0 and len(semerik_view(deal).trick) == 3)
    return deal, 0


def semerik_view(deal: Deal) -> SemerikView:
    view = deal.view(None)
    assert isinstance(view, SemerikView)
    return view


def semerik_shown() -> Position:
    """Two have shown something, one of them a Baba, and the viewer may show more."""
    for seed in range(1, 4000):
        deal = deal_of("semerik", seed=seed)
        if not any(baba & ~hand == 0 for hand in deal.hands for baba in BABAS):
            continue
        play_on(deal, 9, seed, can_show)
        assert isinstance(deal, SemerikDeal)
        seats = {shown.seat for shown in deal.shown}
        if len(seats) > 1 and can_show(deal) and min(s.move for s in deal.shown) < SHOW_BABA + 4:
            return deal, 0
    raise AssertionError("no such deal")


def semerik_taken() -> Position:
    deal = deal_of("semerik")
    play_on(deal, 7, 3, lambda deal: not deal.view(None).trick)  # type: ignore[attr-defined]
    return deal, 0


def people(position: Position) -> Scene:
    deal, _seat = position
    return scene_with(deal, deal.turn, alone=False)


POSITIONS: dict[str, Callable[[], Position]] = {
    "sedma-2": lambda: sedma(2, 9),
    "sedma-3": lambda: sedma(3, 8),
    "sedma-4": lambda: sedma(4, 14),
    "sedma-2-asked": lambda: sedma_rounds(2, 3),
    "sedma-4-asked": lambda: sedma_rounds(4, 2),
    "sedma-taken": sedma_taken,
    "sedma-watched": lambda: (sedma(4, 14)[0], None),
    "sedma-3-watched": lambda: (sedma(3, 8)[0], None),
    "semerik-last-card": semerik,
    "semerik-shown": semerik_shown,
    "semerik-taken": semerik_taken,
    "semerik-watched": lambda: (semerik()[0], None),
}


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("name", POSITIONS)
def test_table_of_tricks_is_drawn_as_before(name: str, size: str) -> None:
    deal, seat = POSITIONS[name]()
    compare(f"{name}-{size}", pictured(scene_with(deal, seat, SIZES[size])))


def pictured(scene: Scene) -> str:
    return "\n".join(text_of(line).rstrip() for line in draw(scene)) + "\n"


def german() -> Scene:
    """Jacks and queens are called U and O everywhere."""
    scene = scene_with(*sedma_led("Js"), size=(120, 40))
    return replace(scene, faces=SYMBOLS.with_german())


def matched(scene: Scene) -> Scene:
    """The second game of a match, the first was won by the others."""
    deals = (
        DealScore(1, (12, 14), Standing(1, (0, 0), 1, game=(12, 14))),
        DealScore(2, (4, 9), Standing(2, (0, 21), 2, game=(0, 0), games=1)),
        DealScore(3, (14, 9), Standing(0, (0, 21), 3, game=(14, 9), games=1)),
    )
    view = replace(scene.view, standing=deals[-1].after)
    return replace(scene, view=view, standing=deals[-1].after, deals=deals, code="M2XD-7PC")


OTHERS: dict[str, Callable[[], Scene]] = {
    "sedma-people": lambda: people(sedma(4, 14)),
    "sedma-two-wild": lambda: scene_with(*sedma_rounds(4, 1, wild="7_8", go_on="always")),
    "sedma-four-rounds": lambda: scene_with(*sedma_rounds(2, 3), size=(60, 18)),
    "sedma-console": lambda: scene_with(*sedma(4, 14), size=(120, 40), faces="console"),
    "sedma-letters": lambda: scene_with(*sedma(4, 14), faces="letters"),
    "sedma-ascii": lambda: scene_with(*sedma(4, 14), faces="ascii"),
    "sedma-german": german,
    "semerik-list": lambda: listed(scene_with(*semerik_shown())),
    "semerik-match": lambda: matched(scene_with(*semerik(), size=(120, 40))),
    "semerik-ascii": lambda: scene_with(*semerik(), size=(120, 40), faces="ascii"),
    "semerik-long-names": lambda: scene_with(*semerik(), size=(120, 40), names=HARD_NAMES[1:]),
}


def listed(scene: Scene) -> Scene:
    """The list of what can be shown is open."""
    shows = tuple(move for move in scene.view.moves if move >= SHOW_BABA)
    return replace(scene, choices=shows, cursor=0)


@pytest.mark.parametrize("name", OTHERS)
def test_table_is_drawn_as_before(name: str) -> None:
    compare(name, pictured(OTHERS[name]()))


def ended(game: str, preset: str | None = None, seed: int = 7, **options: Any) -> Scene:
    deal = deal_of(game, preset, seed=seed, **options)
    play_on(deal, 1000, 3)
    return scene_with(deal)


def level() -> Scene:
    """A deal of `zsir` that ended 40 to 40."""
    for seed in range(500):
        scene = ended("sedma", "zsir", seed, players=4)
        if scene.view.result and scene.view.result["card_points"] == [40, 40]:
            return scene
    raise AssertionError("no level deal")


def ended_shown() -> Scene:
    """A deal in which both sides have shown something."""
    for seed in range(500):
        scene = ended("semerik", seed=seed)
        assert isinstance(scene.view, SemerikView)
        if all(scene.view.points):
            return scene
    raise AssertionError("nobody has shown anything")


RESULTS: dict[str, Callable[[], Scene]] = {
    "sedma-2": lambda: ended("sedma", players=2),
    "sedma-3": lambda: ended("sedma", players=3),
    "sedma-4": lambda: ended("sedma", players=4),
    "sedma-level": level,
    "sedma-40x12": lambda: replace(ended("sedma", players=4), width=40),
    "semerik-shown": ended_shown,
    "semerik-40x12": lambda: replace(ended_shown(), width=40),
}


@pytest.mark.parametrize("name", RESULTS)
def test_result_of_tricks_is_drawn_as_before(name: str) -> None:
    scene = RESULTS[name]()
    lines = [text_of(line).rstrip() for line in DRAWINGS[scene.view.game].account(scene)]
    compare(f"result-{name}", "\n".join(lines) + "\n")


# Any position


def cells_of(sheet: Sheet) -> Cells:
    """The sign in every cell; the second cell of a wide sign is empty."""
    return [
        [part for sign, wide in signs(text_of(line)) for part in [sign] + [""] * (wide - 1)]
        for line in sheet.lines()
    ]


def text_at(cells: Cells, x: int, y: int, wide: int) -> str:
    return "".join(cells[y][max(x, 0) : x + wide]) if 0 <= y < len(cells) else ""


def places_of(cells: Cells, wanted: Sequence[str]) -> list[tuple[int, int]]:
    """The cells with one of these signs."""
    return [
        (x, y)
        for y, row in enumerate(cells)
        for x, sign in enumerate(row)
        if sign and sign in wanted
    ]


def is_at(cells: Cells, x: int, y: int, card: int) -> bool:
    """Whether the sign of a suit in this cell is that of a card, small or large."""
    face, large = SYMBOLS.card(card), large_face(SYMBOLS, card)
    if text_at(cells, x - len(face) + 1, y, len(face)) == face:
        return not text_at(cells, x - len(face), y, 1).isalnum()
    high = all(text_at(cells, x - 1, y + line - 1, 3) == large[line] for line in range(3))
    return high and text_at(cells, x - 2, y, 1) in {"│", "┃"}


def drawn(scene: Scene) -> Iterator[tuple[str, Sheet]]:
    """The table alone, without hand and panel, in every size."""
    drawing = DRAWINGS[scene.view.game]
    for wide, high in ((85, 26), (85, 31), (113, 40), (81, 26)):
        sheet = Sheet(wide, 2 + high)
        drawing.tall(replace(scene, width=wide), sheet, wide, high)
        yield f"tall {wide}x{high}", sheet
    for wide, high in ((60, 7), (60, 8), (60, 9), (79, 12), (70, 20), (80, 12), (80, 14), (80, 9)):
        sheet = Sheet(wide, 1 + high)
        drawing.middle(replace(scene, width=wide), sheet, high)
        yield f"middle {wide}x{high}", sheet
    sheet = Sheet(80, 12)
    drawing.body(scene, sheet, 0, 0)
    yield "body", sheet
    small = replace(scene, width=40, height=12)
    sheet = Sheet(40, 12)
    for y, line in enumerate(drawing.text(small)):
        assert width(text_of(line)) <= 42, text_of(line)
        sheet.write(0, y, line)
    yield "text", sheet


def any_scene(name: str, deals: int) -> Iterator[Scene]:
    """Any position of any rules, any seat, any names."""
    dice = Dice(deals)
    for number, deal in enumerate(spread(name, deals, seed=3)):
        many = dice.below(50)
        play_on(deal, 1000 if number % 11 == 10 else many, dice.draw() + 1)
        players = deal.players
        seat = (None, *range(players))[number % (players + 1)]
        first = dice.below(len(HARD_NAMES) - players + 1)
        names = NAMES if number % 3 else HARD_NAMES[first:]
        yield replace(
            scene_with(deal, seat, names=names, alone=bool(number % 2)),
            cleared=number % 5 == 0,
            strict=number % 7 == 0,
        )


@pytest.mark.parametrize("name", ["sedma", "semerik"])
def test_the_trick_is_seen_whole_and_the_star_is_at_the_card_that_takes(name: str) -> None:
    for scene in any_scene(name, 80):
        view = scene.view
        assert isinstance(view, SedmaView | SemerikView)
        finished = not view.trick and bool(view.last_trick) and (view.over or not scene.cleared)
        cards = view.last_trick if finished else view.trick
        taker = view.last_taker if finished else view.taking
        for size, sheet in drawn(scene):
            cells = cells_of(sheet)
            signs_at = places_of(cells, SYMBOLS.suits)
            places = {
                card: [(x, y) for x, y in signs_at if is_at(cells, x, y, card)]
                for _seat, card in cards
            }
            stars = places_of(cells, "★")
            assert len(stars) == bool(cards), (size, show(sheet))
            for card, found in places.items():
                assert found, (size, SYMBOLS.card(card), show(sheet))
            if cards:
                (x, y) = stars[0]
                marked = [
                    card
                    for card, found in places.items()
                    if any(at_y == y and 0 < x - at_x < 4 for at_x, at_y in found)
                ]
                assert [(taker, card) for card in marked] == [
                    (seat, card) for seat, card in cards if card in marked
                ], (size, show(sheet))
                assert len(marked) == 1, (size, show(sheet))


def show(sheet: Sheet) -> str:
    return "\n".join(text_of(line) for line in sheet.lines())


@pytest.mark.parametrize("name", ["sedma", "semerik"])
def test_every_size_is_exact_and_no_picture_fails(name: str) -> None:
    sizes = ((120, 40), (160, 60), (300, 90), (115, 24), (80, 24), (80, 23), (60, 18), (40, 12))
    faces = list(FACES.values())
    for number, scene in enumerate(any_scene(name, 60)):
        size = sizes[number % len(sizes)]
        wide, high = size
        face = faces[number % len(faces)]
        check(draw(replace(scene, width=wide, height=high, faces=face)), size)


@pytest.mark.parametrize("name", ["sedma", "semerik"])
def test_every_seat_can_be_clicked(name: str) -> None:
    for scene in any_scene(name, 40):
        for size, sheet in drawn(scene):
            spots = [spot for spot in sheet.lines().spots if spot.kind == "seat"]
            if size == "text":
                continue
            assert {spot.what for spot in spots} == set(range(scene.players)), size
            for spot in spots:
                assert spot.width > 0
                assert 0 <= spot.x <= spot.x + spot.width <= sheet.width, (size, spot)
                assert 0 <= spot.y <= spot.y + spot.height <= sheet.height, (size, spot)


@pytest.mark.parametrize("name", ["sedma", "semerik"])
def test_no_closed_card_is_on_the_table(name: str) -> None:
    for scene in any_scene(name, 40):
        view = scene.view
        assert isinstance(view, SedmaView | SemerikView)
        seen = {card for _seat, card in (*view.trick, *view.last_trick)}
        seen |= {card for shown in getattr(view, "shown", ()) for card in cards_of(shown.cards)}
        for size, sheet in drawn(scene):
            faces = set(re.findall(r"(?<![\w♠♥♦♣])(?:10|[2-9JQKA])[♠♥♦♣]", show(sheet)))
            assert faces <= {SYMBOLS.card(card) for card in seen}, size


@pytest.mark.parametrize("name", ["sedma", "semerik"])
@pytest.mark.parametrize("cells", [32, 33, 43, 76])
def test_panel_log_and_pages_keep_their_cells(name: str, cells: int) -> None:
    for scene in any_scene(name, 50):
        drawing = DRAWINGS[name]
        lines = [*drawing.log(scene, cells), *drawing.unseen(scene, cells)]
        for section in drawing.panel(scene, cells):
            assert width(section.title) + 1 + width(section.right) <= cells, section.right
            lines += section.lines
        for line in lines:
            assert width(text_of(line)) <= cells, text_of(line)


# Words

BABA = (
    "7s 2s As 4s 5c 4h Kd 5d 6h 7h",  # Olha, left of the dealer
    "Qs 5s Kc 3h 6d 7d 4c 6c 5h Jc",  # Petro
    "Js Qh Kh 2h Jd Qd Ad Ac 2c 3c",  # Ira
    "3s Ks 6s Ah Jh 4d 2d 3d 7c Qc",  # the viewer
)


def played_semerik(moves: str, **options: object) -> Deal:
    """The deal of BABA with these moves played."""
    rules = GAMES["semerik"].rules(None, **options)
    deal = GAMES["semerik"].deal(rules, 0, hands=[BABA[3], *BABA[:3]])
    for move in moves.split(","):
        deal.play(parse_move(move.strip()))
    return deal


def played_sedma(moves: str) -> Deal:
    """Two seats, the viewer leads."""
    hands = ["10h 10s Kd 8c", "7c 8d 9c Qs"]
    drawn_first = ["Kh", "Kc", "As", "Ad"]
    rules = GAMES["sedma"].rules(players=2)
    used = {parse_move(card) for text in hands for card in text.split()}
    used |= {parse_move(card) for card in drawn_first}
    rest = [card for card in cards_of(GAMES["sedma"].pack(rules)) if card not in used]
    stock = [*map(parse_move, drawn_first), *rest]
    cards = [[parse_move(card) for card in text.split()] for text in hands]
    deal = GAMES["sedma"].deal(rules, 1, hands=cards, stock=stock)
    for move in moves.split(","):
        deal.play(parse_move(move.strip()))
    return deal


def log_of(scene: Scene, cells: int = 33) -> list[str]:
    return [text_of(line) for line in DRAWINGS[scene.view.game].log(scene, cells)]


def unseen_of(scene: Scene, cells: int = 76) -> list[str]:
    return [text_of(line).rstrip() for line in DRAWINGS[scene.view.game].unseen(scene, cells)]


def panel_of(scene: Scene, cells: int = 33) -> dict[str, list[str]]:
    """The sections of the panel by their headings, the word at the right end first."""
    return {
        section.title: [section.right, *(text_of(line).rstrip() for line in section.lines)]
        for section in DRAWINGS[scene.view.game].panel(scene, cells)
    }


FIRST = "show baba s, 4s, Qs, Js"


def test_the_log_of_semerik_has_tricks_and_what_was_shown() -> None:
    scene = scene_with(played_semerik(FIRST))
    assert log_of(scene) == [
        "Olha showed 7♠ A♠ 2♠: Baba ♠, 3",
        "1 Olha 4♠ Petro Q♠ Ira J♠ You …",
    ]
    scene = scene_with(played_semerik(FIRST + ", Ks, 7c, 5c, Kc"))
    assert log_of(scene) == [
        "Olha showed 7♠ A♠ 2♠: Baba ♠, 3",
        "1 Olha 4♠ Petro Q♠ Ira J♠ You K♠★",
        "2 You 7♣ Olha 5♣ Petro K♣ Ira …",
    ]
    people = scene_with(played_semerik(FIRST + ", Ks"), None, alone=False)
    assert log_of(people)[1:] == ["1 Olha 4♠ Petro Q♠ Ira J♠", "  Taras K♠★", "2 Taras …"]
    people = scene_with(played_semerik(FIRST), None, alone=False)
    assert log_of(people, 76)[-1] == "1 Olha 4♠ Petro Q♠ Ira J♠ Taras …"


def test_the_log_of_sedma_has_a_line_a_round_and_the_stops() -> None:
    scene = scene_with(played_sedma("10h, 7c"))
    assert log_of(scene) == ["1 You 10♥ Olha 7♣", "+ You …"]
    scene = scene_with(played_sedma("10h, 7c, 10s, 8d, Kd, Kc, stop"))
    assert log_of(scene) == [
        "1 You 10♥ Olha 7♣",
        "+ You 10♠★ Olha 8♦",
        "2 You K♦ Olha K♣★",
        "  You stop.",
        "3 Olha …",
    ]
    assert log_of(scene_with(played_sedma("10h")))[-1] == "1 You 10♥ Olha …"
    assert log_of(scene_of(deal_of("sedma"))) == ["Nothing has been played yet."]


def test_what_was_not_seen_in_semerik_is_by_suit_with_its_counters() -> None:
    scene = scene_with(played_semerik(FIRST))
    assert unseen_of(scene) == [
        "Not seen by you: 27 cards.",
        "♠  2* A  7  5",
        "♥  3* 2* K* Q* 7  6  5  4",
        "♦  A  K* Q* J* 7  6  5",
        "♣  3* 2* A  K* J* 6  5  4",
        "* 12 counters are still out",
        "",
        "Olha holds 7♠ A♠ 2♠.",
        "Ira has no ♠ above Q♠.",
    ]
    watched = unseen_of(scene_with(played_semerik(FIRST), None))
    assert watched[0] == "Not played yet: 37 cards."
    after = unseen_of(scene_with(played_semerik(FIRST + ", Ks, 7c, 7s")))
    assert "Olha holds A♠ 2♠." in after
    thirds = unseen_of(scene_with(played_semerik(FIRST, ace="third")))
    assert "♦  A* K* Q* J* 7  6  5" in thirds


def test_a_seat_that_did_not_follow_has_no_card_of_the_suit() -> None:
    deal = played_semerik("4s, 5s, Js, 3s, Ks, 2s, Qs", follow="follow_suit")
    assert unseen_of(scene_with(deal, None))[-1] == "The play has not shown yet who holds what."
    deal.play(parse_move("2c"))
    assert unseen_of(scene_with(deal, None))[-1] == "Ira has no ♠."


def test_what_was_not_seen_in_sedma_is_by_rank_with_sevens_first() -> None:
    scene = scene_with(played_sedma("10h, 7c"))
    shown = unseen_of(scene)
    assert shown[0] == "Not seen by you: 27 cards."
    assert shown[1].split() == ["7♠", "7♥", "7♦", "3", "beats", "everything"]
    assert shown[2].split() == ["A♠", "A♥", "A♦", "A♣", "4", "40", "points"]
    assert shown[3].split() == ["10♦", "10♣", "2", "20", "points"]
    assert "24 in the stock, 3 in hands." in shown
    wild = scene_with(deal_of("sedma", players=2, wild="7_8"))
    assert sum("beats everything" in line for line in unseen_of(wild)) == 2


@pytest.mark.parametrize("name", ["sedma", "semerik"])
def test_what_is_told_of_hands_is_true_and_nothing_is_left_out(name: str) -> None:
    said: set[str] = set()
    for deal in spread(name, 60, seed=5):
        dice = Dice(deal.players)
        while deal.turn is not None:
            moves = deal.moves()
            deal.play(moves[dice.below(len(moves))])
            if len(deal.log) % 7 and name == "semerik":
                continue
            viewer = (None, *range(deal.players))[len(deal.log) % (deal.players + 1)]
            scene = scene_with(deal, viewer, alone=False)
            for line in unseen_of(scene, 200):
                found = re.fullmatch(r"(\w+) (holds|has no|does not hold) (.*)\.", line)
                if found:
                    seat = NAMES.index(found[1])
                    assert seat != viewer
                    assert is_true(deal, seat, found[2], found[3]), line
                    said.add(found[2] + " above" * ("above" in line))
            known = [
                card
                for seat in range(deal.players)
                if seat != viewer
                for card in cards_of(scene.view.must[seat])
            ]
            text = "\n".join(unseen_of(scene, 200))
            told = " ".join(re.findall(r"\w+ holds (.*[♠♥♦♣])\.", text)).split()
            assert sorted(told) == sorted(SYMBOLS.card(card) for card in known)
    wanted = {"has no"} if name == "sedma" else {"holds", "has no", "has no above", "does not hold"}
    assert said == wanted


def is_true(deal: Deal, seat: int, verb: str, what: str) -> bool:
    hand = deal.hands[seat]
    cards = [card for card in range(52) if SYMBOLS.card(card) in what.split()]
    if verb == "holds":
        return all(hand >> card & 1 for card in cards)
    if "above" in what:
        return bool(cards) and not hand & higher_cards(cards[0])
    if cards:
        return not any(hand >> card & 1 for card in cards)
    if what in SYMBOLS.suits:
        return not hand & ONE_SUIT << 13 * SYMBOLS.suits.index(what)
    ranks = re.findall(r"10|[7-9JQKA]", what)
    assert ranks
    return not any(SYMBOLS.rank(rank_of(card)) in ranks for card in cards_of(hand))


def test_the_panel_of_sedma_adds_up() -> None:
    for scene in any_scene("sedma", 60):
        sections = panel_of(scene)
        if scene.strict:
            assert list(sections) == ["LAST TRICK"]
            continue
        view = scene.view
        text = "\n".join(sections["STILL OUT"])
        worth = [int(found) for found in re.findall(r"(?m)^(?:aces|tens).* = (\d+)$", text)]
        assert sum(worth) == 10 * count(view.unseen & COUNTERS)
        assert sections["LAST TRICK"][0] == "t"


def test_the_panel_of_sedma_names_what_is_out_and_the_last_trick() -> None:
    scene = scene_with(played_sedma("10h, 7c, 10s, 8d, Kd, Kc, stop"))
    assert panel_of(scene) == {
        "STILL OUT": [
            "unseen by you",
            "sevens        ♠ ♥ ♦    3",
            "aces          ♥ ♦ ♣    3 = 30",
            "tens          ♦ ♣      2 = 20",
            "last trick               = 10",
        ],
        "LAST TRICK": ["t", "You K♦ · Olha K♣★", "0 for Olha"],
    }
    first = panel_of(scene_with(played_sedma("10h, 7c")))
    assert first["LAST TRICK"] == ["t", "none yet"]
    won = panel_of(scene_with(played_sedma("10h, 7c, 10s, 8d")))
    assert won["LAST TRICK"] == ["t", "You 10♥ · Olha 7♣ · You 10♠★", "Olha 8♦", "20 for you"]


def test_the_panel_of_semerik_has_counters_ranks_and_what_was_shown() -> None:
    scene = scene_with(played_semerik(FIRST + ", Ks, 7c, 5c, Kc"))
    assert panel_of(scene) == {
        "COUNTERS": [
            "J Q K 2 3 = 1/3",
            "You+Petro  J♠ Q♠ K♠             3",
            "Olha+Ira                        0",
            "still to come                  17",
        ],
        "RANKS": ["3 2 A K Q J 7 6 5 4"],
        "SHOWN": ["0 : 3", "Olha 7♠ A♠ 2♠: Baba ♠, 3"],
        "LAST TRICK": [
            "t",
            "Olha 4♠ · Petro Q♠ · Ira J♠",
            "You K♠★",
            "3 counters for your side",
        ],
    }
    strict = panel_of(replace(scene, strict=True))["COUNTERS"]
    assert strict[1] == "You+Petro                       3"
    full = panel_of(scene_with(played_semerik("4s, Qs, Js, 3s, Ah, 7h, 3h, Kh", ace="full")))
    assert full["COUNTERS"][-1] == "aces, 1 point each          1 : 0"
    third = panel_of(scene_with(played_semerik("4s, Qs, Js, 3s", ace="third")))
    assert third["COUNTERS"][0] == "J Q K A 2 3 = 1/3"
    assert third["COUNTERS"][3].split()[-1] == "21"


def test_the_counters_of_the_panel_are_those_of_the_deal() -> None:
    for scene in any_scene("semerik", 40):
        view = scene.view
        assert isinstance(view, SemerikView)
        if scene.strict or getattr(view.rules, "ace", "") == "third":
            continue
        text = "\n".join(panel_of(scene, 60)["COUNTERS"][1:])
        listed = re.findall(r"(?:[2-9JQKA])[♠♥♦♣]", text.replace("♥♥♥♥♥", ""))
        assert len(listed) == sum(view.counters)
        played = [
            SYMBOLS.card(card)
            for _seat, card in view.log
            if card < SHOW_BABA and FIGURES >> card & 1
        ]
        assert set(listed) <= set(played)


def test_a_strict_table_tells_nobody_what_is_out() -> None:
    for name in ("sedma", "semerik"):
        for scene in any_scene(name, 40):
            strict = replace(scene, strict=True)
            assert [text_of(line) for line in DRAWINGS[name].unseen(strict, 76)] == [
                "This table is strict: nobody is told what is out."
            ]
            for move in strict.view.moves:
                said = DRAWINGS[name].choice(strict, move)
                assert " out" not in said, said
                assert "obody" not in said, said
            assert "STILL OUT" not in panel_of(strict)


def test_the_games_won_stand_beside_the_number_of_the_game() -> None:
    scene = scene_with(*semerik())
    assert "game 1 of 3 (0:0)" in text_of(draw(scene)[0])
    assert "game 2 of 3 (0:1)" in text_of(draw(matched(scene))[0])
    other = matched(scene_with(semerik()[0], 1, alone=False))
    assert "game 2 of 3 (1:0)" in text_of(draw(other)[0])
    assert "game 2 of 3  " in text_of(draw(replace(matched(scene), deals=()))[0])


def test_partners_are_told_apart_in_every_size() -> None:
    for position in (semerik(), sedma(4, 14)):
        scene = scene_with(*position)
        shown = {size: show(sheet) for size, sheet in drawn(scene)}
        assert "your partner" in shown["tall 85x26"]
        assert "Petro (bot), partner" in shown["body"]
    assert (
        "▸ You D 4 + Petro ▒▒▒ 3"
        in {size: show(sheet) for size, sheet in drawn(scene)}["middle 60x9"]
    )


def test_who_plays_alone_stands_in_lines_and_not_around_a_table() -> None:
    for players in (2, 3):
        scene = scene_with(*sedma(players, 8))
        for size, sheet in drawn(scene):
            if size == "text":
                continue
            rows = [line for line in show(sheet).split("\n") if re.search(r"\d+ points?, ", line)]
            assert len(rows) == players, size
            for seat in scene.seats:
                assert sum(scene.name(seat) in row for row in rows) == 1


def test_the_result_of_sedma_shows_which_aces_and_tens_each_side_took() -> None:
    for players in (2, 3, 4):
        scene = ended("sedma", players=players)
        assert scene.view.result is not None
        lines = [text_of(line) for line in DRAWINGS["sedma"].account(scene)]
        first = lines.index("Aces and tens went to:") + 1
        bonus = getattr(scene.view, "last_taker", 0)
        for line, side in zip(lines[first:], scene.sides, strict=True):
            number = scene.side(side[0])
            worth = 10 * len(re.findall(r"(?:A|10)[♠♥♦♣]", line)) + 10 * (bonus in side)
            assert worth == scene.view.result["card_points"][number]
        assert "Aces and tens went to:" not in "".join(
            text_of(line) for line in DRAWINGS["sedma"].account(replace(scene, notes=()))
        )


def test_german_labels_are_used_for_all_that_is_read() -> None:
    for players in (2, 3, 4):
        for wild in ("7", "7_8"):
            deal = deal_of("sedma", players=players, seed=players, wild=wild)
            dice = Dice(7)
            while deal.turn is not None:
                view, drawing = deal.view(deal.turn), DRAWINGS["sedma"]
                scene = replace(scene_with(deal, deal.turn), faces=SYMBOLS.with_german())
                said = [drawing.prompt(scene)]
                said += [drawing.choice(scene, move) for move in view.moves]
                lines = [*drawing.log(scene, 76), *drawing.unseen(scene, 76), *drawing.last(scene)]
                said += [text_of(line) for line in lines]
                said += [show(sheet) for size, sheet in drawn(scene) if size in {"body", "text"}]
                assert not re.search(r"\b[JQ]\b", "\n".join(said)), said
                deal.play(view.moves[dice.below(len(view.moves))])


def test_every_entry_of_the_list_of_combinations_is_drawn() -> None:
    scene = listed(scene_with(*semerik_shown()))
    text = pictured(scene)
    for entry in entries(scene):
        assert entry.label in text
    assert "Which combination do you show?" in text


def test_ranks_stand_from_low_to_high_in_the_rules_and_back_in_the_panel() -> None:
    order = " ".join(SYMBOLS.rank(rank) for rank in ORDER)
    assert order == "4 5 6 7 J Q K A 2 3"
    assert panel_of(scene_with(*semerik()))["RANKS"][0] == " ".join(reversed(order.split()))
