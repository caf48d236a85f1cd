"""The program played by its keys."""

import random
import time
from collections.abc import Callable
from itertools import pairwise

import pytest
from textual import events
from textual.pilot import Pilot
from tui.app_tools import (
    app_of,
    found,
    is_over,
    my_turn,
    picture,
    played,
    press,
    run_now,
    setup_of,
    table_of,
    until,
)

from seven_games.engine import GAMES as ENGINE
from seven_games.engine.cards import SHOW_BABA, cards_of, format_move
from seven_games.table import Desk, Event, open_table
from seven_games.table.codes import SEEDS
from seven_games.tui.app import CardApp
from seven_games.tui.draw.cards import SYMBOLS
from seven_games.tui.screens.end import EndScreen
from seven_games.tui.screens.home import GameScreen, HomeScreen
from seven_games.tui.screens.page import PageScreen
from seven_games.tui.screens.question import QuestionScreen
from seven_games.tui.screens.table import TableScreen

GAMES = ("sevens", "sedma", "semerik")
Keys = Callable[[CardApp], list[str]]


async def play_deal(app: CardApp, pilot: Pilot[None], keys_of_a_turn: Keys) -> None:
    await until(pilot, lambda: my_turn(app) or is_over(app))
    for _ in range(200):
        if is_over(app):
            return
        await press(pilot, *keys_of_a_turn(app))
        await until(pilot, lambda: my_turn(app) or is_over(app))
    raise AssertionError("the deal did not end")


def by_digit(app: CardApp) -> list[str]:
    screen = table_of(app)
    numbers = [(n, entry) for n, entry in enumerate(found(app)) if entry.number]
    place, entry = numbers[-1] if len(numbers) < 10 else numbers[0]
    return [entry.number] if place == screen.cursor else [entry.number, entry.number]


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize(
    "keys",
    [lambda _app: ["right", "enter"], by_digit, lambda _app: ["Л", "space"]],
    ids=["arrows", "digits", "cyrillic"],
)
def test_a_whole_deal_with_few_keys(game: str, keys: Keys) -> None:
    async def play(app: CardApp, pilot: Pilot[None]) -> None:
        await play_deal(app, pilot, keys)
        await until(pilot, lambda: "is over" in picture(app))
        await pilot.press("enter")
        await until(pilot, lambda: "deal 2" in picture(app) or not is_over(app))

    played(setup_of(game), play)


def test_passing_with_the_cursor() -> None:
    setup = setup_of("sevens", preset="shichinarabe", players=3)

    async def play(app: CardApp, pilot: Pilot[None]) -> None:
        await until(pilot, lambda: my_turn(app))
        await pilot.press("left")
        assert found(app)[table_of(app).cursor or 0].label == "pass"
        await pilot.press("enter")
        view = table_of(app).table.view(0)
        assert getattr(view, "passes", None) == (1, 0, 0)

    played(setup, play)


def test_passing_is_refused_with_the_rule() -> None:
    async def play(app: CardApp, pilot: Pilot[None]) -> None:
        await until(pilot, lambda: my_turn(app))
        while len(table_of(app).table.deal.moves()) == 1:
            await pilot.press("enter")
            await until(pilot, lambda: my_turn(app))
        before = len(table_of(app).table.deal.log)
        await pilot.press("p")
        assert "You may not pass" in picture(app)
        assert len(table_of(app).table.deal.log) == before

    played(setup_of("sevens"), play)


def test_home_enter_enter_is_a_deal() -> None:
    async def play(app: CardApp, pilot: Pilot[None]) -> None:
        assert isinstance(app.seen, HomeScreen)
        await pilot.press("down", "enter")
        assert isinstance(app.seen, GameScreen)
        await pilot.press("enter")
        await until(pilot, lambda: isinstance(app.seen, TableScreen))
        await until(pilot, lambda: my_turn(app))
        assert "SEDMA" in picture(app)
        await pilot.press("q")
        assert isinstance(app.seen, QuestionScreen)
        await pilot.press("escape")
        assert isinstance(app.seen, TableScreen)
        await pilot.press("escape", "down", "enter")
        await until(pilot, lambda: isinstance(app.seen, HomeScreen))
        await pilot.press("Й")
        await pilot.pause()

    assert played(None, play).return_code == 0


@pytest.mark.parametrize("game", GAMES)
def test_the_game_page_offers_every_preset(game: str) -> None:
    presets = list(ENGINE[game].presets)

    async def play(app: CardApp, pilot: Pilot[None]) -> None:
        for place, preset in enumerate(presets, 1):
            await press(pilot, str(GAMES.index(game) + 1))
            assert "deals" in picture(app)
            assert all(name in picture(app) for name in presets)
            await press(pilot, str(place))
            await until(pilot, lambda: my_turn(app))
            assert table_of(app).table.match.rules.preset == preset
            await press(pilot, "q", "2")
            assert isinstance(app.seen, HomeScreen)

    played(None, play)


@pytest.mark.parametrize("game", GAMES)
def test_the_game_page_offers_one_deal(game: str) -> None:
    many = len(ENGINE[game].presets)

    async def play(app: CardApp, pilot: Pilot[None]) -> None:
        await press(pilot, str(GAMES.index(game) + 1), *["down"] * (many - 1))
        await press(pilot, str(many + 1))
        await until(pilot, lambda: my_turn(app))
        rules = table_of(app).table.match.rules
        assert rules.preset == list(ENGINE[game].presets)[-1]
        assert 1 in (rules.values().get(name) for name in ("deals", "target", "games"))

    played(None, play)


def test_the_length_of_a_match_is_said_before_it() -> None:
    async def play(app: CardApp, pilot: Pilot[None]) -> None:
        await press(pilot, "1")
        assert "To 100: a long match, some 40 deals." in picture(app)
        await press(pilot, "down")
        assert "To 50: a long match, some 20 deals." in picture(app)

    played(None, play)


def test_pages_open_and_close() -> None:
    async def play(app: CardApp, pilot: Pilot[None]) -> None:
        await until(pilot, lambda: my_turn(app))
        for key, words in (
            ("?", "Rules in force"),
            ("f1", "How it is played"),
            ("l", "Played in this deal"),
            ("Д", "Played in this deal"),
            ("t", "The last trick"),
            ("c", "Scores of the match"),
        ):
            await pilot.press(key)
            assert isinstance(app.seen, PageScreen), key
            assert words in picture(app)
            await pilot.press("down", "pagedown", "up", "escape")
            assert isinstance(app.seen, TableScreen)

    played(setup_of("semerik"), play)


def test_help_names_the_rules_in_force() -> None:
    async def play(app: CardApp, pilot: Pilot[None]) -> None:
        await pilot.press("?")
        assert "Rules in force (classic)" in picture(app)
        assert "You must follow suit if you can" in picture(app)

    played(setup_of("semerik", preset="classic"), play, size=(100, 60))


def test_undo_goes_back_over_the_bots() -> None:
    async def play(app: CardApp, pilot: Pilot[None]) -> None:
        await until(pilot, lambda: my_turn(app))
        table = table_of(app).table
        before = len(table.deal.log)
        await pilot.press("enter")
        await until(pilot, lambda: my_turn(app))
        assert len(table.deal.log) > before
        await pilot.press("г")
        assert len(table.deal.log) == before
        assert len(table_of(app).notes) == before

    played(setup_of("semerik"), play)


def test_a_card_is_typed() -> None:
    async def play(app: CardApp, pilot: Pilot[None]) -> None:
        await until(pilot, lambda: my_turn(app))
        deal = table_of(app).table.deal
        card = deal.moves()[-1]
        await pilot.press(":", *format_move(card), "enter")
        assert (0, card) in deal.log
        await until(pilot, lambda: my_turn(app))
        await pilot.press(":", "z", "enter")
        assert "is not a move" in picture(app)

    played(setup_of("sedma"), play)


def test_walking_says_why_a_card_does_not_fit() -> None:
    async def play(app: CardApp, pilot: Pilot[None]) -> None:
        await until(pilot, lambda: my_turn(app))
        for _ in range(14):
            await pilot.press("shift+right")
            screen = table_of(app)
            entry = found(app)[screen.cursor or 0]
            if not entry.fits:
                assert entry.label in screen.message
                await pilot.press("enter")
                assert entry.label in screen.message
                return
        raise AssertionError("everything fits")

    played(setup_of("sevens"), play)


def test_the_match_ends_with_a_winner_and_can_be_played_again() -> None:
    setup = setup_of("sevens", preset="chips", deals=2)

    async def play(app: CardApp, pilot: Pilot[None]) -> None:
        for _ in range(2):
            await play_deal(app, pilot, lambda _app: ["right", "enter"])
            await until(pilot, lambda: "is over" in picture(app))
            await pilot.press("n")
            await pilot.pause()
        await until(pilot, lambda: isinstance(app.seen, EndScreen))
        assert "won the match" in picture(app) or "shared by" in picture(app)
        assert "deal 2" in picture(app)
        await pilot.press("enter")
        await until(pilot, lambda: isinstance(app.seen, TableScreen))
        await until(pilot, lambda: my_turn(app))
        assert table_of(app).table.match.number == 1

    played(setup, play)


def test_nothing_changes_after_the_last_card() -> None:
    setup = setup_of("sedma", target=1)

    async def play(app: CardApp, pilot: Pilot[None]) -> None:
        await play_deal(app, pilot, lambda _app: ["enter"])
        totals = table_of(app).table.standing
        await pilot.press("1", "1", "p", "s", "right", ":", "u")
        assert table_of(app).table.standing == totals
        assert len(table_of(app).table.match.scores) == 1

    played(setup, play)


def test_a_flood_of_keys_plays_one_card_a_turn() -> None:
    dice = random.Random(5)
    flood = ["enter", "space", "right", "left", "tab", *"1234567890"]
    moved: list[float] = []

    async def play(app: CardApp, pilot: Pilot[None]) -> None:
        await until(pilot, lambda: my_turn(app))

        def note(event: Event, _view: object) -> None:
            if event.kind == "move" and event.seat == 0:
                moved.append(time.monotonic())

        table_of(app).table.watch(note)
        begin = time.monotonic()
        while time.monotonic() - begin < 1.5 and not is_over(app):
            await pilot.press(dice.choice(flood))

    played(setup_of("semerik"), play, guard=0.25)
    assert 1 <= len(moved) <= 7
    assert all(later - sooner > 0.24 for sooner, later in pairwise(moved))


def test_a_key_of_before_the_turn_is_dropped() -> None:
    async def play(app: CardApp, pilot: Pilot[None]) -> None:
        await until(pilot, lambda: my_turn(app))
        before = len(table_of(app).table.deal.log)
        early = events.Key("enter", "\r")
        early.time -= 60
        app.screen.post_message(early)
        await pilot.pause()
        assert len(table_of(app).table.deal.log) == before
        await pilot.press("enter")
        assert len(table_of(app).table.deal.log) > before

    played(setup_of("semerik"), play)


def test_keys_while_others_play_are_not_kept() -> None:
    async def play(app: CardApp, pilot: Pilot[None]) -> None:
        await until(pilot, lambda: my_turn(app))
        await pilot.press("enter")
        own = own_moves(app)
        assert not my_turn(app)
        await pilot.press("enter", "1", "1", "p", "s", "enter")
        await pilot.press("space")
        await until(pilot, lambda: my_turn(app))
        assert own_moves(app) == own

    played(setup_of("sevens"), play, pace="slow")


def own_moves(app: CardApp) -> int:
    """How often seat 0 has played."""
    return len([1 for seat, _move in table_of(app).table.deal.log if seat == 0])


def hidden_faces(app: CardApp) -> list[str]:
    """The faces of all cards that are still in hands."""
    hands = table_of(app).table.deal.hands
    return [SYMBOLS.card(card) for hand in hands for card in cards_of(hand)]


def test_the_curtain_shows_no_card_of_any_hand() -> None:
    setup = setup_of("semerik", "Olha", "Petro")

    async def play(app: CardApp, pilot: Pilot[None]) -> None:
        covered = 0
        screen = table_of(app)
        opened: list[int] = []
        while not is_over(app):
            await until(pilot, lambda: screen.covered is not None or my_turn(app) or is_over(app))
            if screen.covered is not None:
                covered += 1
                seat = screen.covered
                sent = app.export_screenshot().replace("&#160;", " ")
                for face in hidden_faces(app):
                    assert face not in picture(app)
                    assert face not in sent
                assert f"Next: {screen.table.names[seat]}" in picture(app)
                if covered % 4 == 1:
                    await pilot.press("enter", "space", "1", "escape", "escape")
                    await pilot.resize_terminal(70, 20 + covered % 9)
                    assert screen.covered == seat
                    assert isinstance(app.seen, TableScreen)
                await pilot.press(dict(enumerate("oщOЩ"))[covered % 4])
                assert screen.open_seat == seat
                opened.append(seat)
                shown = picture(app)
                others = [hand for s, hand in enumerate(screen.table.deal.hands) if s != seat]
                cards = [SYMBOLS.card(card) for hand in others for card in cards_of(hand)]
                below = shown.split("Your turn")[-1]
                assert not [face for face in cards if f"{face}◂" in below or f"[{face}]" in below]
            elif my_turn(app):
                await pilot.press("enter")
        assert covered >= 10
        assert all(a != b for a, b in pairwise(opened))

    played(setup, play, size=(70, 20))


def test_the_log_has_names_where_several_play() -> None:
    async def play(app: CardApp, pilot: Pilot[None]) -> None:
        await until(pilot, lambda: table_of(app).covered is not None)
        await pilot.press("o", "enter")
        await until(pilot, lambda: table_of(app).covered is not None)
        await pilot.press("l")
        assert "You" not in picture(app)
        assert "Olha" in picture(app)

    played(setup_of("sedma", "Olha", "Petro"), play)


def test_two_interrupts_leave_at_once() -> None:
    async def play(_app: CardApp, pilot: Pilot[None]) -> None:
        await pilot.press("ctrl+c", "ctrl+c")

    assert played(setup_of("sedma"), play).return_code == 130


def test_every_screen_survives_every_size() -> None:
    async def play(app: CardApp, pilot: Pilot[None]) -> None:
        sizes = ((120, 40), (40, 12), (20, 6), (10, 3), (1, 1), (300, 100), (80, 24))
        for keys in ([], ["enter"], ["enter"], ["?"], ["escape", "q"]):
            await pilot.press(*keys)
            for size in sizes:
                await pilot.resize_terminal(*size)
                await pilot.pause()
        assert "leave" in picture(app).lower()

    played(None, play)


def test_a_full_disk_is_said_once_and_the_table_goes_on() -> None:
    class Full:
        def deal(self, *_: object) -> None:
            raise OSError(28, "No space left on device")

        def move(self, *_: object) -> None: ...

        def hint(self, *_: object) -> None: ...

        def undo(self, *_: object) -> None: ...

        def close(self) -> None: ...

    app = app_of(setup_of("sedma"))
    app.desk = Desk(record_for=lambda _setup, _names: Full())

    async def run() -> None:
        async with app.run_test(size=(80, 24)) as pilot:
            await until(pilot, lambda: "No space left" in picture(app))
            await until(pilot, lambda: my_turn(app))
            await pilot.press("enter")
            await until(pilot, lambda: my_turn(app))
            assert "No space left" not in picture(app)

    run_now(run())


def test_what_can_be_shown_is_a_list() -> None:
    def several(seed: int) -> bool:
        table = open_table(setup_of("semerik", seed=seed))
        deal = table.match.next_deal(seed=table._dice.below(SEEDS))
        return deal.turn == 0 and len([m for m in deal.moves() if m >= SHOW_BABA]) > 1

    seed = next(seed for seed in range(10000) if several(seed))

    async def play(app: CardApp, pilot: Pilot[None]) -> None:
        await until(pilot, lambda: my_turn(app))
        shows = [move for move in table_of(app).table.deal.moves() if move >= SHOW_BABA]
        await pilot.press("в")
        assert len(found(app)) == len(shows)
        assert "Which combination" in picture(app)
        await pilot.press("escape")
        assert len(found(app)) == 11
        await pilot.press("left", "enter", "2", "2")
        assert (0, shows[1]) in table_of(app).table.deal.log
        assert my_turn(app)

    played(setup_of("semerik", seed=seed), play)


def test_a_joker_asks_for_its_place() -> None:
    setup = setup_of("sevens", players=2, jokers=2)

    async def play(app: CardApp, pilot: Pilot[None]) -> None:
        for _ in range(60):
            await until(pilot, lambda: my_turn(app) or is_over(app))
            jokers = [entry for entry in found(app) if entry.card and entry.card >= 52]
            if is_over(app) or (jokers and len(jokers[0].moves) > 1):
                break
            await pilot.press("enter")
        assert not is_over(app)
        while found(app)[table_of(app).cursor or 0] != jokers[0]:
            await pilot.press("right")
        await pilot.press("enter")
        assert len(found(app)) == len(jokers[0].moves)
        assert "Which place" in picture(app)
        await pilot.press("right", "enter")
        assert (0, jokers[0].moves[1]) in table_of(app).table.deal.log

    played(setup, play)


def test_there_is_no_last_trick_without_tricks() -> None:
    async def play(app: CardApp, pilot: Pilot[None]) -> None:
        await until(pilot, lambda: my_turn(app))
        await press(pilot, "t")
        assert isinstance(app.seen, TableScreen)
        await press(pilot, "?")
        assert "What was played last." not in picture(app)

    played(setup_of("sevens"), play, size=(80, 100))


def test_a_leader_is_told_that_there_is_nothing_to_stop() -> None:
    async def play(app: CardApp, pilot: Pilot[None]) -> None:
        await until(pilot, lambda: my_turn(app))
        for _ in range(30):
            if not getattr(table_of(app).table.view(0), "trick", ()):
                break
            await press(pilot, "enter")
            await until(pilot, lambda: my_turn(app))
        await press(pilot, "s")
        assert "There is nothing to stop now: you lead." in picture(app)

    played(setup_of("sedma"), play)


def test_one_combination_is_a_list_too() -> None:
    def one(seed: int) -> bool:
        table = open_table(setup_of("semerik", seed=seed))
        deal = table.match.next_deal(seed=table._dice.below(SEEDS))
        return deal.turn == 0 and len([m for m in deal.moves() if m >= SHOW_BABA]) == 1

    seed = next(seed for seed in range(10000) if one(seed))

    async def play(app: CardApp, pilot: Pilot[None]) -> None:
        await until(pilot, lambda: my_turn(app))
        assert "d show" in picture(app).splitlines()[-1]
        assert found(app)[-1].number == "d"
        for opening in (("d",), ("left", "enter")):
            await press(pilot, *opening)
            assert len(found(app)) == 1
            assert "point" in found(app)[0].label
            await press(pilot, "escape")
            assert len(found(app)) == 11
        await press(pilot, "d", "enter")
        assert table_of(app).table.deal.log[-1][1] >= SHOW_BABA
        await press(pilot, "l")
        assert "Baba" in picture(app) or "three" in picture(app)

    played(setup_of("semerik", seed=seed), play)


def test_the_curtain_says_who_took_the_trick() -> None:
    async def play(app: CardApp, pilot: Pilot[None]) -> None:
        screen = table_of(app)
        for _ in range(40):
            await until(pilot, lambda: screen.covered is not None or my_turn(app) or is_over(app))
            if screen.covered is not None:
                text = " ".join(picture(app).split())
                assert "No cards are shown until" in text.replace("║ ║ ", "")
                if getattr(screen.table.view(None), "trick", None) == () and screen.table.deal.log:
                    assert "took it: " in picture(app)
                    return
                await press(pilot, "o")
            else:
                await press(pilot, "enter")
        raise AssertionError("no trick was taken before a curtain")

    played(setup_of("sedma", "Olha", "Petro"), play)


def test_a_match_of_semerik_ends_with_its_games() -> None:
    async def play(app: CardApp, pilot: Pilot[None]) -> None:
        for _ in range(12):
            await play_deal(app, pilot, lambda _app: ["right", "enter"])
            await until(pilot, lambda: "is over" in picture(app))
            over = table_of(app).table.standing.over
            await press(pilot, "n")
            if over:
                break
        await until(pilot, lambda: isinstance(app.seen, EndScreen))
        assert "game 1" in picture(app)
        assert "credits" in picture(app)
        assert "Net " in picture(app)

    played(setup_of("semerik", games=1), play, size=(80, 40))
