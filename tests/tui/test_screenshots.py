"""The pictures in `screenshots/` are those of this program."""

import asyncio
import re
import sys
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest
from tui.test_draw import POSITIONS
from typer.testing import CliRunner

from seven_games.cli import app as commands
from seven_games.tui import screenshots
from seven_games.tui.draw import draw
from seven_games.tui.draw.layout import text_of
from seven_games.tui.screenshots import Shot, made_from, png, shots
from seven_games.tui.svg import CELL, LINE, MARGIN, svg
from seven_games.tui.theme import styles

FOLDER = Path(__file__).parents[2] / "screenshots"
AGAIN = "draw them again: seven-games screenshots screenshots"
SVG = "{http://www.w3.org/2000/svg}"


@pytest.fixture(scope="module")
def taken() -> list[Shot]:
    return asyncio.run(shots())


def test_the_committed_pictures_are_those_of_the_program(taken: list[Shot]) -> None:
    for shot in taken:
        committed = (FOLDER / f"{shot.name}.svg").read_text(encoding="utf-8")
        assert committed == shot.svg, f"{shot.name}.svg is old; {AGAIN}"
    files = {file.name for file in FOLDER.iterdir()}
    assert files == {f"{shot.name}.{kind}" for shot in taken for kind in ("svg", "png")}


def test_every_committed_png_was_made_from_its_svg() -> None:
    for file in FOLDER.glob("*.svg"):
        image = file.with_suffix(".png").read_bytes()
        assert image.startswith(b"\x89PNG")
        assert made_from(image, file.read_text(encoding="utf-8")), f"{file.stem}.png: {AGAIN}"


def test_the_pictures_show_every_game_and_size(taken: list[Shot]) -> None:
    sizes = {}
    for shot in taken:
        box = ET.fromstring(shot.svg).attrib["viewBox"].split()
        sizes[shot.name] = (
            (int(box[2]) - 2 * MARGIN) // CELL,
            (int(box[3]) - 2 * MARGIN) // LINE,
        )
    for game in ("sevens", "sedma", "semerik"):
        assert sizes[game] == (80, 24)
        assert sizes[f"{game}-120x40"] == (120, 40)
    assert sizes["sevens-60x18"] == (60, 18)
    assert sizes["sevens-40x12"] == (40, 12)
    words = {shot.name: shown(shot.svg) for shot in taken}
    assert "stop" in words["sedma-asked"]
    assert re.search(r"three|four|Baba", words["semerik-show"])
    assert "Olha" in words["curtain"]
    assert not re.search("[♠♥♦♣]", words["curtain"].split("Next:")[0])
    assert "is over" in words["result"]
    assert "How it is played" in words["help"]
    assert words["sevens-ascii"].isascii()


def shown(picture: str) -> str:
    """The words of a picture."""
    return " ".join(text.text or "" for text in ET.fromstring(picture).iter(f"{SVG}text"))


def test_a_picture_has_every_word_in_its_cell() -> None:
    lines = draw(POSITIONS["sevens"]())
    tree = ET.fromstring(svg(lines, styles(), "x & <y>"))
    assert tree.findtext(f"{SVG}title") == "x & <y>"
    many = 0
    for text in tree.iter(f"{SVG}text"):
        row = (int(text.attrib["y"]) - MARGIN) // LINE
        column = (int(text.attrib["x"]) - MARGIN) // CELL
        word = text.text or ""
        assert text_of(lines[row])[column:].startswith(word)
        assert int(text.attrib.get("textLength", CELL)) == CELL * len(word)
        many += len(word)
    drawn = sum(len(re.sub(r"[\s─│┌┐└┘┏┓┗┛━┃╭╮╰╯╌╎▒]", "", text_of(line))) for line in lines)
    assert many == drawn


def test_wide_signs_and_marks_keep_their_cells() -> None:
    tree = ET.fromstring(svg([[("日本 e\u0301x", "text"), ("<&", "name")]], styles(), ""))
    words = [(t.text, int(t.attrib["x"]), t.attrib["textLength"]) for t in tree.iter(f"{SVG}text")]
    assert words == [
        ("日本", MARGIN, str(4 * CELL)),
        ("e\u0301x", MARGIN + 5 * CELL, str(2 * CELL)),
        ("<&", MARGIN + 7 * CELL, str(2 * CELL)),
    ]


def test_the_colours_of_a_picture_are_those_of_its_theme() -> None:
    lines = draw(POSITIONS["sevens"]())
    for theme, paper, hearts in (("dark", "#121212", "#ff5f5f"), ("light", "#eeeeee", "#af0000")):
        picture = svg(lines, styles(theme), "")
        assert f'fill="{paper}"' in picture
        assert f".hearts{{color:{hearts}}}" in picture


def test_a_png_says_what_it_was_made_from() -> None:
    one = svg([[("♠", "spades")]], styles(), "")
    other = svg([[("♥", "hearts")]], styles(), "")
    assert made_from(png(one), one)
    assert not made_from(png(one), other)


@pytest.fixture
def two_shots(monkeypatch: pytest.MonkeyPatch) -> list[Shot]:
    found = [Shot(name, svg([[(name, "text")]], styles(), name)) for name in ("one", "two")]

    async def few() -> list[Shot]:
        return found

    monkeypatch.setattr(screenshots, "shots", few)
    # Files are written without any font, too.
    monkeypatch.setattr(screenshots, "SIGNS", "")
    return found


def test_the_command_writes_its_own_files_and_no_other(
    tmp_path: Path, two_shots: list[Shot]
) -> None:
    folder = tmp_path / "new" / "pictures"
    folder.mkdir(parents=True)
    (folder / "mine.svg").write_text("mine")
    (folder / "one.svg").write_text("old")
    result = CliRunner().invoke(commands, ["screenshots", str(folder)])
    assert result.exit_code == 0, result.output
    assert f"2 pictures are in {folder}." in result.output
    files = {file.name for file in folder.iterdir()}
    assert files == {"one.svg", "one.png", "two.svg", "two.png", "mine.svg"}
    assert (folder / "mine.svg").read_text() == "mine"
    for shot in two_shots:
        assert (folder / f"{shot.name}.svg").read_text(encoding="utf-8") == shot.svg
        assert made_from((folder / f"{shot.name}.png").read_bytes(), shot.svg)


def test_without_what_draws_a_png_there_is_still_the_svg(
    tmp_path: Path, two_shots: list[Shot], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "resvg_py", None)
    result = CliRunner().invoke(commands, ["screenshots", str(tmp_path)])
    assert result.exit_code == 1
    assert "No PNG was written: resvg-py is missing" in result.output
    assert {file.name for file in tmp_path.iterdir()} == {f"{s.name}.svg" for s in two_shots}


def test_a_sign_that_no_font_has_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(screenshots, "SIGNS", "\ue0fe")
    assert "no font here has \ue0fe." in screenshots._problem()
