"""What the README says is so."""

from __future__ import annotations

import doctest
import os
import re
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from seven_games.engine import GAMES
from seven_games.levels import ABOUT_LEVELS, ABOUT_STRATEGIES
from seven_games.store.settings import Settings
from seven_games.tui import keys
from seven_games.tui.draw.cards import SYMBOLS

if TYPE_CHECKING:
    from collections.abc import Callable

FILE = Path(__file__).parent.parent / "README.md"
README = FILE.read_text(encoding="utf-8")


def test_the_python_in_it_runs() -> None:
    examples = doctest.DocTestParser().get_doctest(README, {}, "README.md", "README.md", 0)
    assert len(examples.examples) > 5
    assert doctest.DocTestRunner().run(examples).failed == 0


def test_the_two_commands_are_where_people_and_checks_look_for_them() -> None:
    for heading in ("Play", "Test"):
        assert re.search(rf"^## {heading}\n(?:.*\n)*?```sh\n.*\.venv.*\n```", README, re.MULTILINE)


def test_every_game_is_named() -> None:
    assert all(name in README for name in GAMES)


def table_of_keys() -> list[str]:
    """The keys of the table, made of the key table."""
    rows = keys.help_lines(SYMBOLS, keys.TABLE_CONTEXTS)
    return ["| key | does |", "|---|---|", *[f"| `{key}` | {said} |" for key, said in rows]]


def table_of_settings() -> list[str]:
    """The settings, made of their metadata; the usual value comes first."""
    lines = ["| setting | values, the usual one first | meaning |", "|---|---|---|"]
    for name, setting in Settings.known().items():
        usual = getattr(Settings(), name)
        values = [usual, *(value for value in setting.values if value != usual)]
        listed = ", ".join(f"`{value}`" for value in values)
        lines.append(f"| `{name}` | {listed} | {setting.help} |")
    return lines


def table_of_levels() -> list[str]:
    """The levels of bots, as the set-up screen and the help of the commands have them."""
    rows = [f"| `{level}` | {said} |" for level, said in ABOUT_LEVELS.items()]
    return ["| level | how it plays |", "|---|---|", *rows]


def table_of_strategies() -> list[str]:
    """The public strategies, as the help of the arena has them."""
    rows = [
        f"| {game} | `{name}` | {said} |"
        for game, about in ABOUT_STRATEGIES.items()
        for name, said in about.items()
    ]
    return ["| game | strategy | how it plays |", "|---|---|---|", *rows]


@pytest.mark.parametrize(
    ("mark", "made"),
    [
        ("keys", table_of_keys),
        ("settings", table_of_settings),
        ("levels", table_of_levels),
        ("strategies", table_of_strategies),
    ],
)
def test_its_tables_are_those_of_the_program(mark: str, made: Callable[[], list[str]]) -> None:
    part = re.compile(rf"(?<=<!-- {mark} -->\n)(?:.*\n)*?(?=<!-- end -->)")
    wanted = "\n" + "\n".join(made()) + "\n\n"
    if os.environ.get("REWRITE_GOLDEN"):
        FILE.write_text(part.sub(lambda _found: wanted, FILE.read_text("utf-8"), 1), "utf-8")
    assert part.findall(FILE.read_text("utf-8"))[0] == wanted
