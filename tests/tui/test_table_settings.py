"""What the settings change at the table, and the mouse."""

import time
from collections.abc import Callable
from dataclasses import replace

import pytest
from textual import events
from textual.pilot import Pilot
from tui.app_tools import (
    BOT,
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

from seven_games.engine.cards import cards_of
from seven_games.levels import ABOUT_LEVELS
from seven_games.tui.app import CardApp
from seven_games.tui.draw.layout import Spot
from seven_games.tui.draw.scene import trick_is_finished
from seven_games.tui.screens.page import PageScreen
from seven_games.tui.screens.table import PACES, TableScreen

GAMES = ("sevens", "sedma", "semerik")


def moves(app: CardApp) -> int:
    return len(table_of(app).table.deal.log)


def choices(app: CardApp) -> int:
    return len(table_of(app).table.deal.moves())


def waits_for_trick(app: CardApp) -> bool:
    view = table_of(app).table.view(None)
    return trick_is_finished(view) and not my_turn(app)


def test_a_finished_trick_waits_for_a_key() -> None:
    async def play(app: CardApp, pilot: Pilot[None]) -> None:
        for _ in range(40):
            await until(pilot, lambda: my_turn(app) or waits_for_trick(app) or is_over(app))
            if waits_for_trick(app):
                break
            await press(pilot, "enter")
        before = moves(app)
        await pilot.pause(0.3)
        assert moves(app) == before
        await press(pilot, "enter")
        await until(pilot, lambda: moves(app) > before)

    played(setup_of("semerik"), play, trick="key")


def test_leaving_while_a_finished_trick_waits() -> None:
    async def play(app: CardApp, pilot: Pilot[None]) -> None:
        for _ in range(40):
            await until(pilot, lambda: my_turn(app) or waits_for_trick(app))
            if waits_for_trick(app):
                break
            await press(pilot, "enter")
        await press(pilot, "q", "2")

    assert played(setup_of("semerik"), play, trick="key").return_code == 0


def test_without_a_pause_the_result_comes_at_once() -> None:
    async def play(app: CardApp, pilot: Pilot[None]) -> None:
        while not is_over(app):
            await until(pilot, lambda: my_turn(app) or is_over(app))
            await press(pilot, "enter")
            await press(pilot, "space")
        assert table_of(app)._showing_result

    played(setup_of("sedma"), play, trick="none", pace="fast")


@pytest.mark.parametrize("game", GAMES)
def test_the_only_legal_move_is_played_by_itself(game: str) -> None:
    asked: list[int] = []

    async def play(app: CardApp, pilot: Pilot[None]) -> None:
        while not is_over(app):
            await until(
                pilot,
                lambda: (
                    is_over(app) or (my_turn(app) and len(table_of(app).table.deal.moves()) > 1)
                ),
            )
            if my_turn(app):
                asked.append(choices(app))
                await press(pilot, "enter")

    played(setup_of(game, seed=3), play, forced="on")
    assert asked
    assert min(asked) > 1


def test_what_was_played_by_itself_is_taken_back_with_the_decision_before_it() -> None:
    taken_back: list[int] = []

    async def play(app: CardApp, pilot: Pilot[None]) -> None:
        def decides() -> bool:
            return my_turn(app) and choices(app) > 1

        await until(pilot, lambda: decides() or is_over(app))
        while not is_over(app):
            decided = moves(app)
            await press(pilot, "enter")
            await until(pilot, lambda: decides() or is_over(app))
            mine = [
                ply for ply, (seat, _move) in enumerate(table_of(app).table.deal.log) if not seat
            ]
            if decides() and mine[-1] > decided:
                await press(pilot, "u")
                assert moves(app) == decided
                taken_back.append(decided)
                return

    for seed in range(30):
        if not taken_back:
            played(setup_of("semerik", seed=seed), play, forced="on")
    assert taken_back


def test_one_press_of_a_digit_plays() -> None:
    async def play(app: CardApp, pilot: Pilot[None]) -> None:
        await until(pilot, lambda: my_turn(app))
        last = [entry for entry in found(app) if entry.number][-1]
        await press(pilot, last.number)
        assert (0, last.moves[0]) in table_of(app).table.deal.log

    played(setup_of("sedma"), play, one_press="on")


def test_strict_play_takes_nothing_back_and_tells_nothing_of_what_is_out() -> None:
    async def play(app: CardApp, pilot: Pilot[None]) -> None:
        await until(pilot, lambda: my_turn(app))
        await press(pilot, "enter")
        await until(pilot, lambda: my_turn(app))
        before = moves(app)
        for key in ("u", "w", "N"):
            await press(pilot, key)
            assert "strict play" in picture(app), key
        assert moves(app) == before
        assert "STILL OUT" not in picture(app)

    played(setup_of("sedma"), play, strict="on", size=(120, 40))


def test_the_bell_rings_once_after_a_long_wait_and_else_not() -> None:
    rung: list[float] = []

    async def play(app: CardApp, pilot: Pilot[None]) -> None:
        app.bell = lambda: rung.append(time.monotonic())  # type: ignore[method-assign]
        await until(pilot, lambda: my_turn(app))
        await press(pilot, "enter")
        await until(pilot, lambda: my_turn(app))
        assert rung == []
        await press(pilot, "enter")
        table_of(app)._waiting_since -= 6
        await until(pilot, lambda: my_turn(app))
        await pilot.pause(0.1)
        assert len(rung) <= 1

    played(setup_of("sedma"), play, bell="on")


def hands(app: CardApp) -> list[set[str]]:
    table = table_of(app).table
    faces = app.faces
    return [{faces.card(card) for card in cards_of(hand)} for hand in table.deal.hands]


def test_the_curtain_falls_after_every_turn_where_that_is_wanted() -> None:
    async def play(app: CardApp, pilot: Pilot[None]) -> None:
        await until(pilot, lambda: "Hand the keyboard over" in picture(app))
        await press(pilot, "o")
        assert my_turn(app)
        await press(pilot, "enter")
        assert table_of(app).open_seat is None
        await until(pilot, lambda: "Hand the keyboard over" in picture(app))

    setup = setup_of("semerik", "Olha", BOT, "Petro", BOT)
    played(setup, play, curtain="always")


def test_without_a_curtain_the_next_hand_opens_by_itself() -> None:
    async def play(app: CardApp, pilot: Pilot[None]) -> None:
        for _ in range(4):
            await until(pilot, lambda: my_turn(app))
            assert "Hand the keyboard over" not in picture(app)
            assert table_of(app).open_seat == table_of(app).table.deal.turn
            await press(pilot, "enter")

    played(setup_of("sedma", "Olha", "Petro"), play, curtain="off")


# The same deal again, new cards


def test_the_same_cards_once_more_in_mid_deal_and_after_it() -> None:
    async def play(app: CardApp, pilot: Pilot[None]) -> None:
        await until(pilot, lambda: my_turn(app))
        dealt = table_of(app).table.deal.dealt
        await press(pilot, "enter")
        await until(pilot, lambda: my_turn(app))
        await press(pilot, "N")
        assert "from the first move" in picture(app)
        await press(pilot, "2")
        await until(pilot, lambda: my_turn(app))
        assert table_of(app).table.deal.dealt == dealt
        assert all(seat != 0 for seat, _move in table_of(app).table.deal.log)
        await until(pilot, lambda: my_turn(app) or is_over(app))
        while not is_over(app):
            await press(pilot, "enter")
            await until(pilot, lambda: my_turn(app) or is_over(app))
        assert len(table_of(app).table.match.scores) == 1
        await press(pilot, "Т")
        await until(pilot, lambda: my_turn(app))
        assert table_of(app).table.deal.dealt == dealt
        assert table_of(app).table.match.number == 1
        assert len(table_of(app).table.match.scores) == 0

    played(setup_of("sedma"), play)


def test_new_cards_are_asked_for_once_and_begin_another_match() -> None:
    async def play(app: CardApp, pilot: Pilot[None]) -> None:
        await until(pilot, lambda: my_turn(app))
        await press(pilot, "enter")
        await until(pilot, lambda: my_turn(app))
        first = table_of(app)
        await press(pilot, "n")
        assert "Deal new cards?" in picture(app)
        await press(pilot, "1")
        assert app.seen is first
        await press(pilot, "n", "2")
        assert table_of(app) is not first
        await until(pilot, lambda: my_turn(app))
        assert isinstance(app.seen, TableScreen)

    played(setup_of("sedma"), play)


def test_what_is_out_names_no_card_of_the_own_hand() -> None:
    async def play(app: CardApp, pilot: Pilot[None]) -> None:
        await until(pilot, lambda: my_turn(app))
        await press(pilot, "ц")
        assert isinstance(app.seen, PageScreen)
        shown = set(picture(app).split())
        assert not hands(app)[0] & shown

    played(setup_of("semerik"), play)


# The mouse


def spots(app: CardApp, kind: str) -> list[Spot]:
    return [spot for spot in app.picture.spots if spot.kind == kind]


async def click(pilot: Pilot[None], spot: Spot, button: int = 1) -> None:
    pressed = [events.MouseDown, events.MouseUp]
    await pilot._post_mouse_events(pressed, None, (spot.x, spot.y), button)
    await pilot.pause()


def entry_spot(app: CardApp, place: int) -> Spot:
    return next(spot for spot in spots(app, "entry") if spot.what == place)


@pytest.mark.parametrize("size", [(80, 24), (120, 40), (60, 18), (40, 12)])
@pytest.mark.parametrize("game", GAMES)
def test_a_whole_deal_by_the_mouse_alone(game: str, size: tuple[int, int]) -> None:
    async def play(app: CardApp, pilot: Pilot[None]) -> None:
        while not is_over(app):
            await until(pilot, lambda: my_turn(app) or is_over(app))
            if is_over(app):
                break
            fitting = [place for place, entry in enumerate(found(app)) if entry.fits]
            place, before = fitting[-1], moves(app)
            if table_of(app).cursor != place:
                await click(pilot, entry_spot(app, place))
                assert table_of(app).cursor == place
                assert moves(app) == before
            await click(pilot, entry_spot(app, place))
            if table_of(app)._choices:
                await click(pilot, entry_spot(app, table_of(app).cursor or 0))
            assert moves(app) > before
        await until(pilot, lambda: "is over" in picture(app))
        # The hint line is clicked for the next deal, and for the end of a match.
        (go_on,) = [spot for spot in spots(app, "key") if spot.what == "go_on"]
        await click(pilot, go_on)

    played(setup_of(game), play, size=size)


def test_a_click_on_a_card_that_does_not_fit_says_why_and_the_right_button_unmarks() -> None:
    async def play(app: CardApp, pilot: Pilot[None]) -> None:
        await until(pilot, lambda: my_turn(app))
        place = next(place for place, entry in enumerate(found(app)) if not entry.fits)
        before = moves(app)
        await click(pilot, entry_spot(app, place))
        await click(pilot, entry_spot(app, place))
        assert moves(app) == before
        assert "does not fit" in picture(app)
        await click(pilot, entry_spot(app, place), button=3)
        assert table_of(app).cursor is None
        await press(pilot, "right")
        assert table_of(app).cursor is not None

    played(setup_of("sevens"), play)


@pytest.mark.parametrize("game", GAMES)
def test_a_click_on_a_seat_shows_what_it_has_played(game: str) -> None:
    async def play(app: CardApp, pilot: Pilot[None]) -> None:
        for _ in range(3):
            await until(pilot, lambda: my_turn(app))
            await press(pilot, "enter")
        await until(pilot, lambda: my_turn(app))
        seats = {int(spot.what) for spot in spots(app, "seat")}
        assert seats >= set(range(1, len(table_of(app).table.names)))
        (spot,) = [spot for spot in spots(app, "seat") if spot.what == 1][:1]
        await click(pilot, spot)
        assert isinstance(app.seen, PageScreen)
        name = table_of(app).table.names[1]
        played_by = [line for line in picture(app).splitlines() if "plays" in line]
        assert all(name in line for line in played_by)
        assert f"Level random: {ABOUT_LEVELS['random']}" in picture(app)

    played(setup_of(game), play)


def test_the_wheel_opens_and_scrolls_the_log() -> None:
    async def play(app: CardApp, pilot: Pilot[None]) -> None:
        for _ in range(3):
            await until(pilot, lambda: my_turn(app))
            await press(pilot, "enter")
        await until(pilot, lambda: my_turn(app))
        await pilot._post_mouse_events([events.MouseScrollUp], None, (5, 5), 0)
        assert isinstance(app.seen, PageScreen)

    played(setup_of("sevens"), play)


def test_a_curtain_is_not_opened_by_the_mouse() -> None:
    async def play(app: CardApp, pilot: Pilot[None]) -> None:
        await until(pilot, lambda: "Hand the keyboard over" in picture(app))
        for spot in app.picture.spots:
            if spot.what in {"open", "menu"}:
                await click(pilot, spot)
        for y in range(2, 20, 3):
            await pilot.mouse_down(offset=(40, y))
        assert table_of(app).open_seat is None

    played(setup_of("semerik", "Olha", "Petro"), play)


def test_without_the_mouse_clicks_do_nothing() -> None:
    async def play(app: CardApp, pilot: Pilot[None]) -> None:
        await until(pilot, lambda: my_turn(app))
        cursor, before = table_of(app).cursor, moves(app)
        for spot in spots(app, "entry"):
            await click(pilot, spot)
        assert table_of(app).cursor == cursor
        assert moves(app) == before

    played(setup_of("sedma"), play, mouse="off")


def test_a_double_click_after_the_turn_has_passed_plays_no_second_card() -> None:
    async def play(app: CardApp, pilot: Pilot[None]) -> None:
        await until(pilot, lambda: my_turn(app))
        place = table_of(app).cursor or 0
        table_of(app)._ready_since -= 100
        for _ in range(4):
            await click(pilot, entry_spot(app, min(place, len(found(app)) - 1)))
        mine = [seat for seat, _move in table_of(app).table.deal.log if seat == 0]
        assert len(mine) == 1

    played(setup_of("sedma"), play, guard=60.0)


# What an audit found without a test


PACE_KEYS = [("]", "fast"), ("ї", "fast"), ("ъ", "fast"), ("[", "slow"), ("х", "slow")]


@pytest.mark.parametrize(("key", "pace"), PACE_KEYS)
def test_brackets_change_how_fast_the_bots_play(key: str, pace: str) -> None:
    async def play(app: CardApp, pilot: Pilot[None]) -> None:
        await until(pilot, lambda: my_turn(app))
        await press(pilot, key)
        assert app.settings.pace == pace
        assert table_of(app).table.pace == PACES[pace]

    played(setup_of("sevens"), play, pace="normal")


def test_when_only_bots_are_left_they_play_fast() -> None:
    async def play(app: CardApp, _pilot: Pilot[None]) -> None:
        screen = table_of(app)
        view = screen.table.view(None)
        out = replace(view, counts=(0, *view.counts[1:]))
        assert screen._pace(out) == PACES["fast"]
        assert screen._pace(view) == PACES["slow"]

    played(setup_of("sevens"), play, pace="slow")


def test_a_card_is_typed_after_the_colon_of_either_layout() -> None:
    async def play(app: CardApp, pilot: Pilot[None]) -> None:
        await until(pilot, lambda: my_turn(app))
        for key in (":", "Ж"):
            await press(pilot, key)
            assert "Card: " in picture(app)
            await press(pilot, "escape")
            assert "Card: " not in picture(app)

    played(setup_of("sedma"), play)


def test_the_mouse_plays_nothing_while_a_card_is_typed() -> None:
    async def play(app: CardApp, pilot: Pilot[None]) -> None:
        await until(pilot, lambda: my_turn(app))
        before = moves(app)
        await press(pilot, ":")
        for spot in spots(app, "key"):
            await click(pilot, spot)
        assert moves(app) == before
        assert isinstance(app.seen, TableScreen)

    played(setup_of("sedma"), play)


def test_a_click_before_the_result_shows_the_result() -> None:
    async def play(app: CardApp, pilot: Pilot[None]) -> None:
        while not is_over(app):
            await press(pilot, "enter" if my_turn(app) else "space")
            await pilot.pause(0.01)
        assert not table_of(app)._showing_result
        for _ in range(2):
            found_spots = [spot for spot in spots(app, "key") if spot.what == "go_on"]
            await click(pilot, found_spots[0])
            if table_of(app)._showing_result:
                break
        assert table_of(app)._showing_result
        assert table_of(app).table.match.number == 1

    played(setup_of("sedma"), play, trick="key", pace="fast")


def test_the_hint_that_names_the_digits_marks_no_card() -> None:
    async def play(app: CardApp, pilot: Pilot[None]) -> None:
        await until(pilot, lambda: my_turn(app))
        cursor = table_of(app).cursor
        (digits,) = [spot for spot in spots(app, "key") if spot.what == "digit"]
        await click(pilot, digits)
        assert table_of(app).cursor == cursor

    played(setup_of("sevens"), play)


SIZES = [(120, 40), (40, 12), (5, 2), (80, 24), (1, 1), (60, 18), (10, 3), (200, 50), (79, 23)]


async def storm(app: CardApp, pilot: Pilot[None]) -> None:
    before = picture(app)
    for size in SIZES:
        await pilot.resize_terminal(*size)
        await pilot.pause()
        assert len(app.picture) in {size[1], 0}
    await pilot.resize_terminal(80, 24)
    await pilot.pause()
    if not any(isinstance(screen, TableScreen) for screen in app.pile):
        assert picture(app) == before


def test_a_storm_of_sizes_in_every_screen_before_the_table() -> None:
    async def play(app: CardApp, pilot: Pilot[None]) -> None:
        # Home, settings, set-up, the choice of a game, rules.
        for keys in ((), ("6", "enter"), ("escape",), ("enter", *["up"] * 3, "enter"), ("down",)):
            for key in keys:
                await press(pilot, key)
            await storm(app, pilot)

    played(None, play)


@pytest.mark.parametrize("game", GAMES)
def test_a_storm_of_sizes_at_every_moment_of_a_deal(game: str) -> None:
    async def play(app: CardApp, pilot: Pilot[None]) -> None:
        seen = set()
        for _ in range(60):
            if is_over(app):
                break
            screen = table_of(app)
            kind = (screen.context, trick_is_finished(screen.table.view(None)))
            if kind not in seen:
                seen.add(kind)
                await storm(app, pilot)
            await press(pilot, "enter")
            await pilot.pause(0.02)
        for key in ("l", "escape", "c", "escape", "m", "escape", "?", "escape"):
            await press(pilot, key)
            await storm(app, pilot)

    played(setup_of(game), play, pace="fast", trick="time")


@pytest.mark.parametrize("width", [40, 60, 80, 120])
def test_help_and_the_way_out_are_in_the_hint_line_of_every_screen(width: int) -> None:
    def checked(app: CardApp) -> None:
        last = picture(app).splitlines()[-1]
        assert "q quit" in last or "q back" in last, last
        if isinstance(app.seen, PageScreen):
            return
        assert "? help" in last, last

    async def before(app: CardApp, pilot: Pilot[None]) -> None:
        for keys in ((), ("6",), ("enter",), ("escape",), ("4",), ("1",)):
            for key in keys:
                await press(pilot, key)
            checked(app)

    async def at_table(app: CardApp, pilot: Pilot[None]) -> None:
        checked(app)
        await until(pilot, lambda: my_turn(app))
        for key in ("l", "escape", "m", "escape", "n", "escape", "?", "escape"):
            await press(pilot, key)
            checked(app)
        while not is_over(app):
            await press(pilot, "enter")
            await until(pilot, lambda: my_turn(app) or is_over(app))
            checked(app)

    size = (width, 24 if width >= 80 else 12)
    played(None, before, size=size)
    played(setup_of("sedma"), at_table, size=size)
    played(setup_of("sedma", "Olha", "Petro"), lambda app, _pilot: _async(checked, app), size=size)


async def _async(do: Callable[[CardApp], None], app: CardApp) -> None:
    do(app)
