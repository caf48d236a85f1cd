"""The program in terminals of every kind: what it sends suits them, and a card can be played.

All pairs of values are covered by some twenty starts; SEVEN_GAMES_WHOLE_MATRIX=1 runs the whole
product of over three hundred.
"""

from __future__ import annotations

import contextlib
import os
import random
import re
import shlex
from itertools import combinations, product
from typing import TYPE_CHECKING

import pytest
from terminal import PROGRAM, Terminal

if TYPE_CHECKING:
    from pathlib import Path

Kind = tuple[str, str | None, str | None, str, tuple[int, int]]

TERMS = ("xterm-256color", "xterm", "screen", "tmux-256color", "linux", "vt100")
COLORTERMS = (None, "truecolor")
NO_COLORS = (None, "1", "")
ENCODINGS: dict[str, dict[str, str]] = {
    # A line without a locale: Python takes UTF-8 all the same.
    "utf-8": {"LC_ALL": "", "LANG": "C"},
    "latin-1": {"PYTHONIOENCODING": "latin-1"},
    "ascii": {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"},
}
SIZES = ((80, 24), (40, 12), (5, 2))
SMALL = SIZES[-1]
"""A window where no table has room."""
WHOLE = tuple(product(TERMS, COLORTERMS, NO_COLORS, ENCODINGS, SIZES))


def all_pairs(kinds: tuple[Kind, ...]) -> list[Kind]:
    """Some of these, so that every two values that can be met together are met together."""
    dice = random.Random(1)
    open_pairs = {pair for kind in kinds for pair in pairs_of(kind)}
    chosen: list[Kind] = []
    while open_pairs:
        best = max(dice.sample(kinds, len(kinds)), key=lambda k: len(pairs_of(k) & open_pairs))
        chosen.append(best)
        open_pairs -= pairs_of(best)
    return chosen


def pairs_of(kind: Kind) -> set[object]:
    """Every two values of a kind, with the places where they stand."""
    return set(combinations(enumerate(kind), 2))


KINDS = list(WHOLE) if os.environ.get("SEVEN_GAMES_WHOLE_MATRIX") else all_pairs(WHOLE)

COLOUR = re.compile(rb"\x1b\[[\d;]*(?<![\d])(?:3[0-8]|4[0-8]|9[0-7]|10[0-7])(?:;[\d;]*)?m")
TRUE_COLOUR = re.compile(rb"\x1b\[[\d;]*[34]8;2;")
OTHER_STRING = re.compile(rb"\x1b[]PX^_]")
"""The beginning of a string for the terminal itself, which older ones show as text."""
MARKED = re.compile(
    # Boxed: its edge, the face, and under it the triangle.
    r"[┃#]\s?(?P<boxed>10\S|[2-9JQKA]\S)\s?[┃#]"
    # In text: between two arrows.
    r"|[▸>](?P<said>10\S|[2-9JQKA]\S)[◂<]"
)


def names(kind: Kind) -> str:
    """The kind, for a person who reads a list of tests."""
    term, colorterm, no_color, encoding, (columns, lines) = kind
    no_color = {None: "colours", "": "NO_COLOR=", "1": "NO_COLOR=1"}[no_color]
    return f"{term},{colorterm or 'no COLORTERM'},{no_color},{encoding},{columns}x{lines}"


def test_the_chosen_kinds_cover_every_pair() -> None:
    kinds = all_pairs(WHOLE)
    assert {pair for kind in kinds for pair in pairs_of(kind)} == {
        pair for kind in WHOLE for pair in pairs_of(kind)
    }
    assert len(kinds) <= 25


@pytest.mark.parametrize("kind", KINDS, ids=names)
def test_a_table_in_this_terminal(kind: Kind, tmp_path: Path) -> None:
    term, colorterm, no_color, encoding, (columns, lines) = kind
    record = tmp_path / "match.jsonl"
    terminal = Terminal(
        *("play", "sedma", "--players", "2", "--seed", "5", "--record", str(record)),
        columns=columns,
        lines=lines,
        TERM=term,
        COLORTERM=colorterm,
        NO_COLOR=no_color,
        **ENCODINGS[encoding],
    )
    if (columns, lines) == SMALL:
        terminal.until(lambda text: "Make" in text)
        # The match has begun all the same, and is there when the window grows.
        terminal.resize(40, 12)
    terminal.until(lambda text: MARKED.search(text) is not None)
    assert marked(terminal) == first_card(encoding)
    terminal.press("\x1b[C")
    terminal.until(lambda _text: marked(terminal) not in (None, first_card(encoding)))
    second = marked(terminal)
    for _ in range(100):
        terminal.press("\r")
        terminal.read(0.2)
        if moves(record) >= 2:
            break
    terminal.until(lambda text: second is not None and second in text)
    leave(terminal)
    assert terminal.left_behind() == []
    only_what_it_can_show(bytes(terminal.sent), kind)


def marked(terminal: Terminal) -> str | None:
    """The face of the marked card; a card on the table may be marked too, the hand is below it."""
    found = list(MARKED.finditer(terminal.text))
    return (found[-1]["boxed"] or found[-1]["said"]) if found else None


def first_card(encoding: str) -> str:
    """The card that is marked first in the deal of this seed."""
    return "8♠" if encoding == "utf-8" else "8S"


def moves(record: Path) -> int:
    return record.read_text(encoding="utf-8").count('"move"')


def leave(terminal: Terminal) -> None:
    """Leave by `q`, which may ask whether that is meant."""
    terminal.press("q")
    for _ in range(200):
        if not terminal.read() or "Stay" in terminal.text:
            break
    with contextlib.suppress(OSError):
        terminal.press("2")
    assert terminal.ended() == 0


def only_what_it_can_show(sent: bytes, kind: Kind) -> None:
    """No colour, and no sign, that this terminal has not."""
    _term, colorterm, no_color, encoding, _size = kind
    assert b"Traceback" not in sent
    if no_color is not None:
        assert not COLOUR.findall(sent)
    elif colorterm is None:
        assert not TRUE_COLOUR.findall(sent)
    assert not OTHER_STRING.search(sent)
    text = sent.decode("utf-8" if encoding == "utf-8" else "ascii")
    assert "\\u" not in text
    assert not [sign for sign in text if sign == "\ufe0f" or "\U0001f0a0" <= sign <= "\U0001f0ff"]


@pytest.mark.parametrize(("keys", "code"), [("q2", 0), ("\x03\x03", 130)], ids=["q", "ctrl+c"])
def test_a_window_too_small_for_a_table_can_be_left(keys: str, code: int) -> None:
    terminal = Terminal("play", "sedma", "--seed", "5", columns=5, lines=2)
    terminal.until(lambda text: "Make" in text)
    terminal.press(keys)
    assert terminal.ended() == code
    assert terminal.left_behind() == []


def test_variables_with_an_old_size_are_not_believed() -> None:
    terminal = Terminal("play", "sedma", "--seed", "5", COLUMNS="40", LINES="12")
    terminal.until(lambda text: "quit" in text.splitlines()[-1] and "─" * 80 in text)
    terminal.resize(60, 18)
    terminal.until(lambda text: "quit" in text.splitlines()[-1])


def test_errors_that_go_elsewhere_leave_the_screen_here(tmp_path: Path) -> None:
    errors = tmp_path / "errors"
    line = f"{shlex.join([*PROGRAM, 'play', 'sedma', '--seed', '5'])} 2>{errors}"
    terminal = Terminal(command=("bash", "-c", line))
    terminal.until(lambda text: "quit" in text)
    terminal.press("\x03\x03")
    assert terminal.ended() == 130
    assert terminal.left_behind() == []
    assert errors.read_text(encoding="utf-8") == "Aborted.\n"
