"""Faces of cards: what every terminal can show, and what a person may type."""

import ast
import unicodedata
from dataclasses import replace
from pathlib import Path

import pytest
from tui.app_tools import app_of, picture, press, run_now, setup_of, table_of
from tui.scenes import deal_of, play_on, scene_of
from tui.test_draw import sedma_asked, semerik_show

from seven_games import tui
from seven_games.engine import GAMES, parse_card
from seven_games.tui import keys
from seven_games.tui.draw import DRAWINGS, draw
from seven_games.tui.draw.cards import (
    ASCII,
    CONSOLE,
    FACES,
    SUIT_STYLES,
    SYMBOLS,
    Faces,
    paint,
    suit_style,
)
from seven_games.tui.draw.layout import steady, text_of, width
from seven_games.tui.screens.help import help_lines
from seven_games.tui.terminal import FACE_NAMES, faces_for

PACK = range(52)
ALL = [*FACES.values(), *[faces.with_german() for faces in FACES.values()]]
ALL += [FACES["letters"].on_console(), FACES["outline"].on_console()]
# What the usual fonts of a Linux console have: code page 437 with its suits and arrows.
CONSOLE_SIGNS = {*bytes(range(32, 256)).decode("cp437"), *"♠♥♦♣←→↑↓"}


@pytest.mark.parametrize(
    ("name", "encoding", "term", "suits"),
    [
        ("auto", "utf-8", "xterm-256color", "♠♥♦♣"),
        ("auto", "UTF8", "vt100", "♠♥♦♣"),
        ("auto", "utf-8", "linux", "♠♥♦♣"),
        ("auto", "latin-1", "xterm", "SHDC"),
        ("auto", "ascii", "xterm", "SHDC"),
        ("auto", "koi8-u", "linux", "SHDC"),
        ("auto", "no such thing", "xterm", "SHDC"),
        ("symbols", "iso8859-15", "xterm", "SHDC"),
        ("outline", "utf-8", "xterm", "♤♡♢♧"),
        ("outline", "latin-1", "xterm", "SHDC"),
        ("outline", "utf-8", "linux", "♠♥♦♣"),
        ("letters", "utf-8", "xterm", "SHDC"),
        ("letters", "utf-8", "linux", "SHDC"),
        ("ascii", "utf-8", "xterm", "SHDC"),
        ("ascii", "utf-8", "linux", "SHDC"),
    ],
)
def test_faces_are_what_was_asked_for_or_what_can_be_shown(
    name: str, encoding: str, term: str, suits: str
) -> None:
    faces = faces_for(name, encoding, {"TERM": term})
    assert "".join(faces.suits) == suits
    if not encoding.lower().startswith("utf") or name == "ascii":
        assert faces is ASCII
    elif term == "linux":
        assert faces.signs == CONSOLE.signs
    else:
        assert not faces.signs


def test_every_name_of_faces_gives_some() -> None:
    for name in FACE_NAMES:
        assert faces_for(name, "utf-8", {}).name in FACES


@pytest.mark.parametrize("faces", ALL, ids=str)
def test_a_card_takes_two_cells_or_three_and_is_no_emoji(faces: Faces) -> None:
    for card in PACK:
        face = faces.card(card)
        assert width(face) == len(face) == 2 + (card % 13 == 8)
        assert face.isprintable()
        assert not any(unicodedata.category(sign) in {"Mn", "Cf"} for sign in face)


@pytest.mark.parametrize("faces", ALL, ids=str)
def test_every_face_can_be_typed_and_has_the_colour_of_its_suit(faces: Faces) -> None:
    for card in PACK:
        face = faces.card(card)
        for typed in (face, face.lower(), f" {face}\ufe0f "):
            assert parse_card(faces.read(typed)) == card
        assert paint(f"a {face}, b") == [
            ("a ", "text"),
            (face, suit_style(card)),
            (", b", "text"),
        ]


def test_german_labels_are_only_labels() -> None:
    german = SYMBOLS.with_german()
    assert [german.rank(rank) for rank in range(8, 13)] == ["10", "U", "O", "K", "A"]
    assert german.card(parse_card("Jh")) == "U♥"
    assert german.cards([parse_card("Qs"), parse_card("Kd")]) == "O♠ K♦"
    typed = {"uh": "Jh", "U♥": "Jh", "oh": "Qh", "o♡": "Qh", "jh": "Jh", "Qч": "Qh", "дч": "Qh"}
    for text, card in typed.items():
        assert parse_card(german.read(text)) == parse_card(card)
    # Where cards are not called so, nobody means them.
    assert SYMBOLS.read("uh") == "uh"
    for word in ("pass", "stop", "show baba h"):
        assert german.read(word) == word


def test_the_help_page_says_what_german_labels_mean() -> None:
    game = GAMES["sedma"]
    for faces in (SYMBOLS, SYMBOLS.with_german()):
        page = [text_of(line) for line in help_lines(game.rules(), game, faces, keys.PLAY, 78)]
        assert any("the jack and the queen" in line for line in page) == faces.german
    app = app_of(setup_of("sedma"), german="on")

    async def run() -> None:
        async with app.run_test(size=(80, 70)) as pilot:
            await pilot.pause()
            await press(pilot, "?")
            assert "the jack and the queen" in picture(app)

    run_now(run())


def test_words_are_not_painted_as_cards() -> None:
    for word in ("U", "O", "Uhr", "Out", "S", "ASCII", "10", "A", "7up", "UHF", "xU♥", "U♥x"):
        assert paint(word) == [(word, "text")]


def drawings(faces: str) -> list[str]:
    """Everything that is drawn with these faces."""
    lines = []
    for game, drawing in DRAWINGS.items():
        for size in ((120, 40), (80, 24), (60, 18), (40, 12)):
            deal = deal_of(game)
            for _ in range(4):
                scene = scene_of(deal, 0, size, faces=faces)
                lines += [text_of(line) for line in draw(scene)]
                play_on(deal, 7, 3)
            play_on(deal, 1000, 3)
            lines += [text_of(line) for line in drawing.account(scene_of(deal, faces=faces))]
        of = GAMES[game]
        lines += [text_of(line) for line in help_lines(of.rules(), of, FACES[faces], keys.PLAY, 78)]
    for scene in (sedma_asked(), semerik_show()):
        shown = replace(scene, faces=FACES[faces], hints=(), always=())
        lines += [text_of(line) for line in draw(shown)]
    # A page is put on a sheet, which translates its signs.
    return [line.translate(FACES[faces].signs) for line in lines]


def test_ascii_faces_leave_nothing_but_ascii() -> None:
    for line in drawings("ascii"):
        assert line.isascii(), line


def test_the_console_gets_only_what_its_font_has() -> None:
    for line in drawings("console"):
        assert set(line) <= CONSOLE_SIGNS, line


def test_every_sign_that_the_screen_may_show_has_a_form_in_ascii_and_on_the_console() -> None:
    """Read from the program itself, so that no new sign is forgotten."""
    known = {*"♠♥♦♣♤♡♢♧½"}
    for file in Path(tui.__file__).parent.rglob("*.py"):
        if file.stem in {"svg", "screenshots"}:
            # They show nothing on a terminal.
            continue
        tree = ast.parse(file.read_text(encoding="utf-8"))
        docstrings = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
        for node in ast.walk(tree):
            if not isinstance(node, ast.Constant) or id(node) in docstrings:
                continue
            if not isinstance(node.value, str):
                continue
            for sign in set(node.value) - known:
                if sign.isascii() or sign.isalpha() or not steady(sign) or width(sign) != 1:
                    continue
                assert ord(sign) in ASCII.signs, (sign, file.name)
                assert ord(sign) in CONSOLE.signs or sign in CONSOLE_SIGNS, (sign, file.name)
    assert all(form.isascii() and len(form) == 1 for form in ASCII.signs.values())
    assert all(form in CONSOLE_SIGNS and len(form) == 1 for form in CONSOLE.signs.values())


def test_a_card_is_typed_by_the_name_it_is_shown_under() -> None:
    app = app_of(setup_of("sedma", seed=9), german="on")

    async def run() -> None:
        async with app.run_test(size=(80, 24)) as pilot:
            await pilot.pause()
            screen = table_of(app)
            hand = screen.table.view(0).hand
            wanted = next(card for card in PACK if hand >> card & 1 and card % 13 in (9, 10))
            face = screen.faces.card(wanted)
            assert face[0] in "UO"
            await press(pilot, ":", *face[0].lower(), "shdc"[wanted // 13], "enter")
            assert (0, wanted) in screen.table.view(0).log

    run_now(run())


def test_suits_have_a_style_each() -> None:
    assert [suit_style(13 * suit) for suit in range(4)] == list(SUIT_STYLES)


@pytest.mark.parametrize("context", [keys.REVIEW, keys.PAGE, keys.FORM])
def test_help_begins_with_the_keys_of_where_one_is(context: str) -> None:
    game = GAMES["sedma"]
    page = [text_of(line) for line in help_lines(game.rules(), game, SYMBOLS, context, 78)]
    assert page[0] == "Keys here"
    key, sentence = keys.help_lines(SYMBOLS, (context,))[0]
    assert page[1].startswith(key)
    assert sentence in page[1]
    assert page[page.index("How it is played") - 1] == ""
