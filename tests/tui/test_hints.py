"""Hints at the table and the review of a deal, by their keys; and how both are drawn."""

from __future__ import annotations

import os
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from tui.app_tools import (
    desk_of,
    found,
    is_over,
    my_turn,
    picture,
    played,
    press,
    setup_of,
    table_of,
    until,
)
from tui.scenes import at_seat, deal_of, play_on, scene_of

from seven_games.bots.search import Budget
from seven_games.bots.thinker import ThinkingError
from seven_games.table import Desk, advice, desk
from seven_games.table.review import Reviews
from seven_games.tui import keys
from seven_games.tui.draw import draw, entries
from seven_games.tui.draw.cards import FACES
from seven_games.tui.draw.layout import text_of, width
from seven_games.tui.draw.review import ReviewDetails, ReviewPage, ReviewRow, draw_review
from seven_games.tui.draw.scene import Advised
from seven_games.tui.screens import review
from seven_games.tui.screens.page import PageScreen
from seven_games.tui.screens.review import ReviewScreen
from seven_games.tui.screens.side import SideTableScreen

if TYPE_CHECKING:
    from textual.pilot import Pilot

    from seven_games.bots.advice import Advice
    from seven_games.tui.app import CardApp

GOLDEN = Path(__file__).parent / "golden"
SIZES = [(40, 12), (60, 18), (80, 24), (120, 40)]
SMALL = Budget(worlds=4, whole=True)


@pytest.fixture(autouse=True)
def _little_thinking(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(desk, "HINT", SMALL)
    monkeypatch.setattr(desk, "REVIEW", SMALL)


def words(app: CardApp) -> str:
    """What is on the screen, wherever its lines break."""
    return " ".join(picture(app).split())


async def to_a_choice(app: CardApp, pilot: Pilot[None]) -> None:
    """Play on until there is something to choose."""
    await until(pilot, lambda: my_turn(app) or is_over(app))
    while len(table_of(app).table.deal.moves()) < 2:
        await press(pilot, "enter")
        await until(pilot, lambda: my_turn(app) or is_over(app))


async def to_the_end(app: CardApp, pilot: Pilot[None]) -> None:
    """Play a deal to its end, to the page of its result."""
    screen = table_of(app)
    while not is_over(app):
        seat = screen.table.deal.turn
        if seat in screen.table.people:
            screen.table.play(seat, screen.table.deal.moves()[0])
        await pilot.pause()
    await until(pilot, lambda: "is over" in picture(app))


def compare(name: str, text: str) -> None:
    path = GOLDEN / f"{name}.txt"
    if os.environ.get("REWRITE_GOLDEN"):
        path.write_text(text, encoding="utf-8")
    assert text == path.read_text(encoding="utf-8")


# Hints


@pytest.mark.parametrize("key", ["h", "Р"])
def test_a_hint_has_three_steps_and_never_plays(key: str) -> None:
    async def play(app: CardApp, pilot: Pilot[None]) -> None:
        await to_a_choice(app, pilot)
        screen = table_of(app)
        before = screen.table.deal.log
        await press(pilot, key)
        await until(pilot, lambda: "the card" in words(app))
        assert screen.table.hints == 1
        await press(pilot, key)
        assert "the reason" in words(app)
        best = screen.hint._advice.best if screen.hint._advice else -1
        assert best in found(app)[screen.cursor or 0].moves
        await press(pilot, key)
        assert "mean of 4 deals" in words(app)
        assert screen.table.hints == 3
        await press(pilot, key)
        assert isinstance(app.seen, PageScreen)
        assert screen.table.hints == 3
        await press(pilot, "escape")
        assert screen.table.deal.log == before
        await press(pilot, "enter")
        assert screen.table.deal.log[len(before)][1] == best
        assert screen.table.hints == 0
        assert screen.table.hinted

    played(setup_of("sedma"), play)


def test_a_hint_of_a_position_that_is_gone_is_dropped() -> None:
    async def play(app: CardApp, pilot: Pilot[None]) -> None:
        await to_a_choice(app, pilot)
        screen = table_of(app)
        await press(pilot, "h")
        screen.table.play(screen.open_seat or 0, screen.table.deal.moves()[0])
        await pilot.pause(0.2)
        assert screen.hint._advice is None
        assert "the card" not in picture(app)

    played(setup_of("sevens"), play, size=(120, 40))


def test_a_forced_move_needs_no_hint() -> None:
    async def play(app: CardApp, pilot: Pilot[None]) -> None:
        await until(pilot, lambda: my_turn(app))
        screen = table_of(app)
        while len(screen.table.deal.moves()) > 1:
            screen.table.play(screen.open_seat or 0, screen.table.deal.moves()[0])
            await until(pilot, lambda: my_turn(app))
        await press(pilot, "h")
        assert "nothing to choose" in picture(app)
        assert not screen.table.hinted

    played(setup_of("sevens"), play)


def test_no_hint_in_strict_play() -> None:
    async def play(app: CardApp, pilot: Pilot[None]) -> None:
        await to_a_choice(app, pilot)
        assert "h hint" not in picture(app)
        await press(pilot, "h")
        assert "strict" in picture(app)
        assert not table_of(app).table.hinted

    played(setup_of("sedma"), play, strict="on")


def test_strict_play_takes_away_the_hint_that_is_there() -> None:
    async def play(app: CardApp, pilot: Pilot[None]) -> None:
        await to_a_choice(app, pilot)
        await press(pilot, "h")
        await until(pilot, lambda: "h again: the card" in words(app))
        app.set(replace(app.settings, strict="on"))
        assert "h again" not in words(app)
        app.set(replace(app.settings, strict="off"))
        await press(pilot, "h")
        app.set(replace(app.settings, strict="on"))
        await pilot.pause(0.2)
        assert table_of(app).hint._advice is None

    played(setup_of("sedma"), play)


def test_no_hint_over_a_curtain() -> None:
    async def play(app: CardApp, pilot: Pilot[None]) -> None:
        await until(pilot, lambda: table_of(app).covered is not None)
        before = picture(app)
        await press(pilot, "h")
        assert picture(app) == before
        await press(pilot, "o")
        await to_a_choice(app, pilot)
        seat = table_of(app).open_seat
        await press(pilot, "h")
        await until(pilot, lambda: table_of(app).hint._advice is not None)
        await press(pilot, "h", "enter", "enter")
        await until(pilot, lambda: table_of(app).open_seat != seat)
        assert "again:" not in picture(app)

    played(setup_of("sedma", "Olha", "Petro", players=2), play)


@pytest.mark.parametrize("size", SIZES)
def test_a_hint_fits(size: tuple[int, int]) -> None:
    deal = deal_of("semerik")
    play_on(deal, 5, 3, at_seat(0))
    hint = Advised(
        "K♠ was enough over Q♠; only the 3♠ can stop the A♠ and the 2♠ that Olha showed.",
        tuple(f"{card} +0.{n}" for n, card in enumerate(("K♠", "3♠", "A♠", "2♠"))),
        "points ahead of the others (− behind), mean of 320 deals that agree with the play",
        "points; mean of 320 deals",
        "h again: all of it",
    )
    scene = replace(scene_of(deal, 0, size), advised=hint, code="7K3F-QM2", pace="normal")
    lines = draw(scene)
    assert {width(text_of(line)) for line in lines} == {size[0]}
    text = " ".join("\n".join(text_of(line) for line in lines).replace("│", " ").split())
    assert "K♠ +0.0" in text
    assert "was enough over" in text
    compare(f"hint-{size[0]}x{size[1]}", "\n".join(text_of(x).rstrip() for x in lines) + "\n")
    assert any(entry.fits for entry in entries(scene))


# A deal whose result is certain


def test_what_is_certain_can_be_played_to_its_end() -> None:
    async def play(app: CardApp, pilot: Pilot[None]) -> None:
        screen = table_of(app)
        while not is_over(app):
            await until(pilot, lambda: my_turn(app) or is_over(app))
            if "f finish" in picture(app):
                assert "Nobody can change the result any more: f plays the rest." in words(app)
                await press(pilot, "f")
                await until(pilot, lambda: is_over(app))
                return
            await press(pilot, "f")
            assert "not certain" in picture(app)
            screen.table.play(0, screen.table.deal.moves()[0])
        raise AssertionError("the result was never certain before the end")

    played(setup_of("sedma", players=2), play)


# The review


def test_a_review_is_judged_while_one_reads_and_leads_to_a_table_of_its_own() -> None:
    async def play(app: CardApp, pilot: Pilot[None]) -> None:
        await to_the_end(app, pilot)
        assert "r review" in picture(app)
        result = table_of(app).table.deal.log
        await press(pilot, "К")
        assert isinstance(app.seen, ReviewScreen)
        screen = app.seen
        await until(pilot, lambda: not screen._missing)
        assert " best; cost" in picture(app)
        assert any(sign in picture(app) for sign in "✓~✗")
        await press(pilot, "down", "m")
        assert "Olha:" in picture(app)
        decision = screen.part.decisions[screen.cursor]
        await press(pilot, "enter")
        assert isinstance(app.seen, SideTableScreen)
        await until(pilot, lambda: "beside the match" in picture(app))
        side = app.seen.table
        assert side.deal.log == result[: decision.ply]
        assert not side.is_saved
        side.play(decision.seat, side.deal.moves()[0])
        await press(pilot, "n", "N", "r")
        assert app.seen.table is side
        await press(pilot, "escape")
        assert app.seen is screen
        await press(pilot, "q")
        assert table_of(app).table.deal.log == result

    played(setup_of("sedma", players=2), play)


def test_a_review_is_kept_with_the_match_and_gone_on_with(tmp_path: Path) -> None:
    kept = Desk(None, tmp_path / "matches")
    kept.settings = desk_of().settings

    async def play(app: CardApp, pilot: Pilot[None]) -> None:
        await to_the_end(app, pilot)
        await press(pilot, "r")
        first = app.seen
        assert isinstance(first, ReviewScreen)
        await until(pilot, lambda: len(first.verdicts) > 1)
        await press(pilot, "escape")
        known = len(Reviews(first._reviews.path).of(first.part.deal))
        assert known > 1
        await press(pilot, "r")
        screen = app.seen
        assert isinstance(screen, ReviewScreen)
        assert len(screen.verdicts) >= known
        await until(pilot, lambda: not screen._missing)
        await press(pilot, "e")
        assert "The review is in" in words(app)

    played(setup_of("sedma", players=2), play, desk=kept)
    (text,) = (tmp_path / "reviews").iterdir()
    said = text.read_text("utf-8")
    assert said.startswith("SEDMA, code ")
    assert "deals that agree with what could be known then" in said
    assert len(list((tmp_path / "matches").glob("*.review"))) == 1


def test_several_people_look_back_each_at_his_own_decisions() -> None:
    async def play(app: CardApp, pilot: Pilot[None]) -> None:
        await to_the_end(app, pilot)
        await press(pilot, "r")
        screen = app.seen
        assert isinstance(screen, ReviewScreen)
        names = [picture(app).splitlines()[0]]
        await press(pilot, "right")
        names.append(picture(app).splitlines()[0])
        assert "Olha" in names[0]
        assert "Petro" in names[1]
        assert {one.seat for one in screen.part.decisions} == {1}

    played(setup_of("sedma", "Olha", "Petro", players=2), play)


class Broken:
    """A thinker that fails once, and then works."""

    def __init__(self) -> None:
        self.fails = 1
        self._asked = advice.asked

    async def __call__(self, *given: Any, **more: Any) -> Advice:
        if self.fails:
            self.fails -= 1
            raise ThinkingError("Traceback (most recent call last):\n  File x\nKeyError: 3")
        return await self._asked(*given, **more)


def test_a_hint_that_failed_is_tried_once_more(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(advice, "asked", Broken())

    async def play(app: CardApp, pilot: Pilot[None]) -> None:
        await to_a_choice(app, pilot)
        await press(pilot, "h")
        await until(pilot, lambda: "No hint" in words(app))
        assert "Traceback" not in words(app)
        await press(pilot, "h")
        await until(pilot, lambda: "h again: the card" in words(app))
        assert table_of(app).table.hints == 1

    played(setup_of("sedma"), play)
    assert "KeyError: 3" in caplog.text


def test_a_review_that_failed_says_so_and_can_be_opened_again(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(review, "asked", Broken())

    async def play(app: CardApp, pilot: Pilot[None]) -> None:
        await to_the_end(app, pilot)
        await press(pilot, "r")
        await until(pilot, lambda: "No more" in words(app))
        assert "Traceback" not in words(app)
        await press(pilot, "escape")
        await press(pilot, "r")
        screen = app.seen
        assert isinstance(screen, ReviewScreen)
        await until(pilot, lambda: not screen._missing)
        assert "No more" not in words(app)

    played(setup_of("sedma", players=2), play)
    assert "KeyError: 3" in caplog.text


def review_page() -> ReviewPage:
    """The deal of the mock-up."""
    why = "K♠ was enough over Q♠; only the 3♠ can stop the A♠ and 2♠ that Olha showed."
    rows = (
        ReviewRow("trick 1", "7♣", "good", "7♣", "–", "Nothing you held beats K♣."),
        ReviewRow("trick 2", "5♥", "slip", "J♥", "0.3", "Partner's 3♥ cannot be beaten."),
        ReviewRow("trick 4", "3♠", "mistake", "K♠", "1.1", why),
        ReviewRow("trick 5", "A♥", why="not judged yet"),
    )
    details = ReviewDetails(
        "trick 4: Olha 4♠ · Petro Q♠ · Ira J♠",
        (("K♠", "+0.9", ""), ("3♠", "−0.2", "0.1")),
        "points ahead of the others (− behind), mean of 400 deals that agree with what could be "
        "known then; the real cards were not looked at.",
    )
    standing = "code M2XD-7PC"
    return ReviewPage("REVIEW  SEMERIK, deal 1", standing, rows, details, "Judged: 3 of 4")


def drawn(page: ReviewPage, cursor: int, size: tuple[int, int]) -> list[str]:
    return [text_of(line) for line in draw_review(page, cursor, size, FACES["symbols"], (), ())]


def test_the_name_of_a_combination_is_not_cut_in_a_review() -> None:
    page = review_page()
    row = replace(page.rows[2], move="three jacks", best="three fours")
    shown = drawn(replace(page, rows=(*page.rows, row)), 0, (80, 24))
    assert any("three jacks" in line and "✗ three fours" in line for line in shown)


def test_a_reason_has_two_lines_where_there_is_room() -> None:
    page = review_page()
    said = "The ten that Olha showed is still out, and nothing that you hold goes over it."
    few = replace(page, rows=(*page.rows[:1], replace(page.rows[1], why=said)))
    assert any("goes over it." in line for line in drawn(few, 0, (80, 24)))
    many = replace(page, rows=(replace(page.rows[1], why=said),) * 15)
    shown = drawn(many, 0, (80, 24))
    assert sum("goes over it." in line for line in shown) == 1, "of the marked decision"


def test_the_smallest_review_shows_the_hands_of_all() -> None:
    hands = tuple(f"{name}: 4♠ 5♠ Q♥" for name in ("Olha", "Petro", "Ira", "You"))
    page = replace(review_page(), details=ReviewDetails(hands=hands))
    shown = drawn(page, 2, (40, 12))
    assert all(any(hand in line for line in shown) for hand in hands)
    assert any(line.startswith(" ▸ trick 4") for line in shown), "the decision they belong to"


def test_the_smallest_review_says_why_and_what_each_choice_is_worth() -> None:
    shown = "\n".join(drawn(review_page(), 2, (40, 12)))
    assert "K♠ +0.9   3♠ −0.2" in shown
    assert " showed." in shown
    assert " ▸ trick 4" in shown


def test_a_review_of_somebody_else_does_not_call_him_you() -> None:
    heading = drawn(replace(review_page(), is_own=False), 0, (80, 24))[2]
    assert heading.split() == ["played", "best", "cost", "why"]


@pytest.mark.parametrize("faces", ["symbols", "ascii"])
@pytest.mark.parametrize("size", SIZES)
def test_a_review_fits(size: tuple[int, int], faces: str) -> None:
    shown = FACES[faces]
    page = review_page()
    for cursor in range(len(page.rows)):
        lines = draw_review(
            page, cursor, size, shown, keys.hints(keys.REVIEW, shown), keys.always(keys.REVIEW)
        )
        assert len(lines) == size[1]
        assert {width(text_of(line)) for line in lines} == {size[0]}
        text = "\n".join(text_of(line) for line in lines)
        assert "help" in text
        assert "back" in text
        assert page.rows[cursor].place in text
    lines = draw_review(
        page, 2, size, shown, keys.hints(keys.REVIEW, shown), keys.always(keys.REVIEW)
    )
    text = "\n".join(text_of(line).rstrip() for line in lines) + "\n"
    compare(f"review-{size[0]}x{size[1]}{'' if faces == 'symbols' else '-ascii'}", text)


def test_a_small_screen_is_told_so() -> None:
    shown = FACES["symbols"]
    lines = draw_review(review_page(), 0, (30, 8), shown, (), ())
    assert "larger" in "".join(text_of(line) for line in lines)
