"""Colours that can be read and told apart, whatever theme, deck and terminal."""

import asyncio
import re
from dataclasses import replace
from itertools import combinations, product

import pytest
from rich.color import Color, ColorSystem
from rich.color_triplet import ColorTriplet
from rich.palette import Palette
from rich.style import Style
from tui.app_tools import app_of, press, setup_of
from tui.test_draw import POSITIONS, semerik_show
from typer.testing import CliRunner

from seven_games.cli import app as commands
from seven_games.tui.app import CardApp
from seven_games.tui.draw import draw
from seven_games.tui.draw.cards import SUIT_STYLES
from seven_games.tui.theme import DECKS, THEMES, Depth, background, depth_of, styles

VGA = Palette(
    [
        *((0, 0, 0), (170, 0, 0), (0, 170, 0), (170, 85, 0)),
        *((0, 0, 170), (170, 0, 170), (0, 170, 170), (170, 170, 170)),
        *((85, 85, 85), (255, 85, 85), (85, 255, 85), (255, 255, 85)),
        *((85, 85, 255), (255, 85, 255), (85, 255, 255), (255, 255, 255)),
    ]
)
XTERM = Palette(
    [
        *((0, 0, 0), (205, 0, 0), (0, 205, 0), (205, 205, 0)),
        *((0, 0, 238), (205, 0, 205), (0, 205, 205), (229, 229, 229)),
        *((127, 127, 127), (255, 0, 0), (0, 255, 0), (255, 255, 0)),
        *((92, 92, 255), (255, 0, 255), (0, 255, 255), (255, 255, 255)),
    ]
)
DEPTHS: tuple[Depth, ...] = ("many", "sixteen", "console")
CARDS = {*SUIT_STYLES, "joker"}
LOOKS = list(product(THEMES, DECKS, DEPTHS))


def seen(colour: Color, depth: Depth) -> list[ColorTriplet]:
    """What a colour can look like on terminals of this depth."""
    if depth == "many":
        return [
            colour.get_truecolor(),
            colour.downgrade(ColorSystem.EIGHT_BIT).get_truecolor(),
        ]
    assert colour.number is not None
    return [VGA[colour.number], XTERM[colour.number]]


def drawn(style: Style, depth: Depth) -> list[tuple[ColorTriplet, ColorTriplet]]:
    """The colours of text and background on every terminal of this depth."""
    assert style.color
    assert style.bgcolor
    bright = style.color
    if depth != "many" and style.bold and (bright.number or 0) < 8:
        # Many terminals show bold so.
        bright = Color.from_ansi((bright.number or 0) + 8)
    behind = style.bgcolor
    if depth == "console" and (behind.number or 0) >= 8:
        # This one has no bright backgrounds.
        behind = Color.from_ansi((behind.number or 0) - 8)
    pairs = zip(seen(style.color, depth), seen(behind, depth), strict=True)
    return [*pairs, *zip(seen(bright, depth), seen(behind, depth), strict=True)]


def linear(part: float) -> float:
    part /= 255
    return part / 12.92 if part <= 0.04045 else float(((part + 0.055) / 1.055) ** 2.4)


def contrast(one: ColorTriplet, other: ColorTriplet) -> float:
    """The ratio of WCAG 2."""
    bright, dark = sorted(
        (0.2126 * linear(c.red) + 0.7152 * linear(c.green) + 0.0722 * linear(c.blue))
        for c in (one, other)
    )[::-1]
    return (bright + 0.05) / (dark + 0.05)


# Machado, Oliveira and Fernandes 2009, full deficiency.
Matrix = tuple[tuple[float, float, float], ...]
EYES: dict[str, Matrix] = {
    "all three": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "no red": (
        (0.152286, 1.052583, -0.204868),
        (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
    ),
    "no green": (
        (0.367322, 0.860646, -0.227968),
        (0.280085, 0.672501, 0.047413),
        (-0.011820, 0.042940, 0.968881),
    ),
}


def lab(colour: ColorTriplet, eye: Matrix) -> tuple[float, float, float]:
    """A colour as an eye sees it, in CIE L*a*b* with the white of D65."""
    parts = [linear(part) for part in colour]
    red, green, blue = (
        min(1.0, max(0.0, sum(share * part for share, part in zip(row, parts, strict=True))))
        for row in eye
    )
    x = 0.4124 * red + 0.3576 * green + 0.1805 * blue
    y = 0.2126 * red + 0.7152 * green + 0.0722 * blue
    z = 0.0193 * red + 0.1192 * green + 0.9505 * blue

    def root(part: float) -> float:
        return float(part ** (1 / 3)) if part > 216 / 24389 else (24389 / 27 * part + 16) / 116

    x, y, z = root(x / 0.9505), root(y), root(z / 1.089)
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


def apart(one: ColorTriplet, other: ColorTriplet, eye: Matrix) -> float:
    """The distance that CIE 1976 calls ΔE: 2 can just be seen."""
    pairs = zip(lab(one, eye), lab(other, eye), strict=True)
    return float(sum((p - q) ** 2 for p, q in pairs) ** 0.5)


@pytest.mark.parametrize(("theme", "deck", "depth"), LOOKS)
def test_every_text_can_be_read_on_its_background(theme: str, deck: str, depth: Depth) -> None:
    for name, style in styles(theme, deck, depth).items():
        # Lines are no text: a figure needs 3 to 1.
        least = 3.0 if name == "rule" else 4.5
        if theme == "contrast" and (depth == "many" or name not in CARDS):
            least = 7.0
        for ink, paper in drawn(style, depth):
            assert contrast(ink, paper) >= least, (name, ink, paper)


@pytest.mark.parametrize(("theme", "depth"), product(THEMES, DEPTHS))
def test_four_suits_have_four_colours_and_two_have_two(theme: str, depth: Depth) -> None:
    for deck, many in (("four", 4), ("blind", 4), ("two", 2)):
        found = styles(theme, deck, depth)
        for place in (0, 1):
            suits = {drawn(found[name], depth)[place][0] for name in SUIT_STYLES}
            assert len(suits) == many
    two = styles(theme, "two", depth)
    assert two["spades"] == two["clubs"] != two["hearts"] == two["diamonds"]


@pytest.mark.parametrize("eye", EYES)
@pytest.mark.parametrize(("theme", "depth"), product(THEMES, DEPTHS))
def test_colour_blind_eyes_tell_the_suits_of_their_deck_apart(
    theme: str, depth: Depth, eye: str
) -> None:
    found = styles(theme, "blind", depth)
    for place in (0, 1):
        suits = [drawn(found[name], depth)[place][0] for name in SUIT_STYLES]
        assert min(apart(*pair, EYES[eye]) for pair in combinations(suits, 2)) > 20


def test_the_measure_knows_what_colour_blind_eyes_confuse() -> None:
    red, green = ColorTriplet(170, 0, 0), ColorTriplet(100, 95, 0)
    assert apart(red, green, EYES["all three"]) > 60
    assert apart(red, green, EYES["no green"]) < 25


@pytest.mark.parametrize("theme", THEMES)
def test_every_style_has_the_background_of_its_theme(theme: str) -> None:
    for depth in DEPTHS:
        behind = {style.bgcolor for style in styles(theme, "four", depth).values()}
        page = Color.parse(background(theme, depth).removeprefix("ansi_"))
        assert len(behind) == 1
        assert {c.get_truecolor() for c in behind if c} == {page.get_truecolor()}


def test_everything_drawn_has_a_style_in_every_look() -> None:
    used = {style for make in POSITIONS.values() for line in draw(make()) for _, style in line}
    assert used >= {"text", "selected", "spades", "clubs", "key"}
    for theme, deck, depth in [*LOOKS, ("light", "two", "none")]:
        assert used <= set(styles(theme, deck, depth))


def test_without_colours_every_style_still_says_something() -> None:
    for theme in THEMES:
        for style in styles(theme, "four", "none").values():
            assert style
            assert style.color is None
            assert style.bgcolor is None


@pytest.mark.parametrize(
    ("environment", "depth"),
    [
        ({"TERM": "xterm-256color"}, "many"),
        ({"TERM": "xterm", "COLORTERM": "truecolor"}, "many"),
        ({"TERM": "xterm"}, "sixteen"),
        ({"TERM": "screen"}, "sixteen"),
        ({"TERM": "vt100"}, "sixteen"),
        ({}, "sixteen"),
        ({"TERM": "linux"}, "console"),
        ({"TERM": "xterm-256color", "NO_COLOR": "1"}, "none"),
        ({"TERM": "xterm", "NO_COLOR": ""}, "none"),
    ],
)
def test_the_terminal_says_how_many_colours_it_has(
    environment: dict[str, str], depth: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    terminal(monkeypatch, environment)
    assert depth_of(app_of(None).console.color_system) == depth


def terminal(monkeypatch: pytest.MonkeyPatch, environment: dict[str, str]) -> None:
    for name in ("TERM", "COLORTERM", "NO_COLOR"):
        monkeypatch.delenv(name, raising=False)
    for name, value in environment.items():
        monkeypatch.setenv(name, value)


def sent(app: CardApp) -> list[str]:
    """What the terminal is sent for every line of the screen."""
    strips = app.screen._compositor.render_strips()
    return [strip.render(app.console) for strip in strips]


def codes(lines: list[str]) -> set[str]:
    """The colours and weights that are sent, each text with all of its own."""
    return {code for line in lines for code in re.findall(r"\x1b\[([\d;]*)m", line)}


def looks(app: CardApp, wanted: list[tuple[str, str]], size: tuple[int, int]) -> list[list[str]]:
    """What is sent in one look after the other."""
    found = []

    async def run() -> None:
        async with app.run_test(size=size) as pilot:
            for theme, deck in wanted:
                app.set(replace(app.settings, theme=theme, deck=deck))
                await pilot.pause()
                found.append(sent(app))
                await press(pilot, "right")
            await pilot.resize_terminal(size[0] + 9, size[1] + 3)
            await pilot.pause()
            found.append(sent(app))

    asyncio.run(run())
    return found


def behind(lines: list[str]) -> list[str]:
    """The background of every text, and of what is not styled."""
    for line in lines:
        assert line.startswith("\x1b[")
        assert line.endswith("\x1b[0m")
        # Nothing between the end of one style and the beginning of the next.
        assert not re.search(r"\x1b\[0m[^\x1b]", line)
    return [code.partition("48;")[2] for code in codes(lines) - {"0"}]


@pytest.mark.parametrize("size", [(80, 24), (40, 12), (10, 3)])
def test_another_theme_is_everywhere_at_once(
    size: tuple[int, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    terminal(monkeypatch, {"COLORTERM": "truecolor", "TERM": "xterm"})
    app = app_of(setup_of("sevens"))
    dark, light, strong, larger = looks(
        app, [("dark", "four"), ("light", "four"), ("contrast", "blind")], size
    )
    assert set(behind(dark)) == {"5;233"}
    assert set(behind(light)) == {"5;255"}
    assert set(behind(strong)) == set(behind(larger)) == {"5;16"}
    assert len(larger) == size[1] + 3


def test_sixteen_colours_are_those_of_the_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    terminal(monkeypatch, {"TERM": "xterm"})
    dark, light, _ = looks(
        app_of(setup_of("sevens")), [("dark", "four"), ("light", "four")], (80, 24)
    )
    for lines, paper in ((dark, "40"), (light, "107")):
        for code in codes(lines) - {"0"}:
            *_bold, ink, last = code.split(";")
            assert last == paper
            assert 30 <= int(ink) <= 37 or 90 <= int(ink) <= 97
    assert {code for code in codes(dark) if "91" in code} == {"91;40"}


@pytest.mark.parametrize("wish", ["", "1"])
def test_no_colours_means_the_terminal_s_own(wish: str, monkeypatch: pytest.MonkeyPatch) -> None:
    terminal(monkeypatch, {"TERM": "xterm-256color", "NO_COLOR": wish})
    for lines in looks(app_of(setup_of("sedma")), [("dark", "four"), ("light", "blind")], (80, 24)):
        assert codes(lines) <= {"0", "1;39;49", "39;49"}
        assert any("┏━━━┓" in line for line in lines)


def test_the_marks_carry_every_meaning_without_colours() -> None:
    for make in (POSITIONS["sevens"], semerik_show):
        text = "\n".join("".join(part for part, _ in line) for line in draw(make()))
        assert "┏━━━┓" in text
        assert "▲" in text
        assert "╭╌╌╌╮" in text
        assert "▸" in text


@pytest.mark.parametrize(
    "line", [["rules", "sedma"], ["simulate", "sedma", "-n", "2", "--seed", "1"], ["--help"]]
)
def test_commands_leave_the_colours_of_the_terminal(
    line: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    terminal(monkeypatch, {"TERM": "xterm-256color", "FORCE_COLOR": "1"})
    result = CliRunner().invoke(commands, line, color=True)
    assert result.exit_code == 0
    sent_codes = {part for code in codes([result.output]) for part in code.split(";")}
    # Bold, italic and so on; no colour, which might be that of the background.
    assert all(int(part or 0) < 30 for part in sent_codes)
    if line != ["--help"]:
        assert "1" in sent_codes
