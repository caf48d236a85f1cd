"""What the README says is so."""

from __future__ import annotations

import doctest
import re
from pathlib import Path

from seven_games.engine import GAMES

README = (Path(__file__).parent.parent / "README.md").read_text(encoding="utf-8")


def test_the_python_in_it_runs() -> None:
    examples = doctest.DocTestParser().get_doctest(README, {}, "README.md", "README.md", 0)
    assert len(examples.examples) > 5
    assert doctest.DocTestRunner().run(examples).failed == 0


def test_the_two_commands_are_where_people_and_checks_look_for_them() -> None:
    for heading in ("Play", "Test"):
        assert re.search(rf"^## {heading}\n(?:.*\n)*?```sh\n.*\.venv.*\n```", README, re.MULTILINE)


def test_every_game_is_named() -> None:
    assert all(name in README for name in GAMES)
