"""The screens before and around a table: home, set-up, settings, saved matches, menu."""

from pathlib import Path

from textual import events
from textual.pilot import Pilot
from tui.app_tools import my_turn, picture, played, press, setup_of, table_of, until

from seven_games.levels import ABOUT_LEVELS
from seven_games.store import saves
from seven_games.store.settings import Settings, SettingsFile
from seven_games.table import Desk
from seven_games.tui.app import CardApp
from seven_games.tui.screens.home import GameScreen, HomeScreen
from seven_games.tui.screens.page import PageScreen
from seven_games.tui.screens.palette import PaletteScreen
from seven_games.tui.screens.settings import SettingsScreen
from seven_games.tui.screens.setup import SetupScreen, option_label
from seven_games.tui.screens.table import TableScreen


def row(app: CardApp, label: str) -> str:
    """The line of the picture that begins with this label."""
    found = [line for line in picture(app).splitlines() if line.strip("▸ ").startswith(label)]
    assert len(found) == 1, picture(app)
    return found[0]


async def to_row(app: CardApp, pilot: Pilot[None], label: str) -> None:
    for _ in range(60):
        if any(line.startswith(f" ▸ {label}") for line in picture(app).splitlines()):
            return
        await press(pilot, "down")
    raise AssertionError(picture(app))


def test_what_is_wrong_is_read_once() -> None:
    async def play(app: CardApp, pilot: Pilot[None]) -> None:
        await to_set_up(app, pilot, 1)
        await to_row(app, pilot, "Cards")
        await press(pilot, "enter", *"nonsense", "enter")
        assert "o deal code" in picture(app)
        await press(pilot, "down")
        assert "o deal code" not in picture(app)

    played(None, play)


async def to_set_up(app: CardApp, pilot: Pilot[None], game: int = 0) -> None:
    await press(pilot, *["down"] * game, "enter")
    assert isinstance(app.seen, GameScreen)
    await press(pilot, *["up"] * 3, "enter")
    assert isinstance(app.seen, SetupScreen)


def test_the_set_up_has_every_option_of_the_rules_with_its_help() -> None:
    async def play(app: CardApp, pilot: Pilot[None]) -> None:
        await to_set_up(app, pilot)
        screen = app.seen
        assert isinstance(screen, SetupScreen)
        options = screen.game.rules_type.options()
        labels = [row.label for row in screen.rows()]
        assert [option_label(name) for name in options] == labels[-len(options) :]
        for name, option in options.items():
            (row,) = [row for row in screen.rows() if row.label == option_label(name)]
            assert option.help in row.help
            assert option.describe() in row.help

    played(None, play)


def test_a_table_is_played_as_it_was_set_up() -> None:
    async def play(app: CardApp, pilot: Pilot[None]) -> None:
        await to_set_up(app, pilot)
        await to_row(app, pilot, "Rules")
        await press(pilot, "right")
        await to_row(app, pilot, "Players")
        await press(pilot, "right")
        await to_row(app, pilot, "Seat 2")
        await press(pilot, "enter", *"Olha", "enter")
        await to_row(app, pilot, "First dealer")
        await press(pilot, "right", "right")
        assert "Olha" in row(app, "First dealer")
        await to_row(app, pilot, "Target")
        await press(pilot, "enter", *["backspace"] * 5, *"77", "enter")
        await to_row(app, pilot, "Deal the cards")
        await press(pilot, "enter")
        await until(pilot, lambda: isinstance(app.seen, TableScreen))
        match = table_of(app).table.match
        assert match.rules.preset == "diamonds"
        assert match.rules.players == 5
        assert getattr(match.rules, "target", 0) == 77
        assert match.deal is not None
        assert match.deal.dealer == 1
        assert table_of(app).table.people == [0, 1]

    played(None, play)


def test_a_first_dealer_who_has_no_seat_any_more_is_drawn_by_lot() -> None:
    async def play(app: CardApp, pilot: Pilot[None]) -> None:
        await to_set_up(app, pilot)
        await to_row(app, pilot, "Players")
        await press(pilot, "enter", "8", "enter")
        await to_row(app, pilot, "First dealer")
        await press(pilot, "left")
        await to_row(app, pilot, "Rules")
        for _ in range(8):
            await press(pilot, "right")
            assert row(app, "First dealer")
        assert "by lot" in row(app, "First dealer")

    played(None, play)


def test_every_seat_may_have_a_bot_of_any_level_which_is_said_in_words() -> None:
    async def play(app: CardApp, pilot: Pilot[None]) -> None:
        await to_set_up(app, pilot)
        await to_row(app, pilot, "Players")
        await press(pilot, "enter", "8", "enter")
        # Seats that are new have a bot of the usual level.
        assert "bot, normal" in row(app, "Seat 8")
        await to_row(app, pilot, "Seat 8")
        seen = set()
        for _ in range(len(ABOUT_LEVELS) + 1):
            await press(pilot, "right")
            level = row(app, "Seat 8").split("bot, ")[-1].split()[0]
            if level in ABOUT_LEVELS:
                seen.add(level)
                assert ABOUT_LEVELS[level] in picture(app)
        assert seen == set(ABOUT_LEVELS)
        while "bot, expert" not in row(app, "Seat 8"):
            await press(pilot, "right")
        await to_row(app, pilot, "Deal the cards")
        await press(pilot, "enter")
        await until(pilot, lambda: isinstance(app.seen, TableScreen))
        assert table_of(app).table.levels[-1] == "expert"

    played(None, play)


def test_a_person_may_be_called_like_a_bot() -> None:
    async def play(app: CardApp, pilot: Pilot[None]) -> None:
        await to_set_up(app, pilot)
        await to_row(app, pilot, "Seat 1")
        for name in ("bot:easy", "bot", "BOT : random", "bot:zz"):
            await press(pilot, "enter", "ctrl+u", *name, "enter")
            assert "bot, " not in row(app, "Seat 1")
        await to_row(app, pilot, "Deal the cards")
        await press(pilot, "enter")
        await until(pilot, lambda: isinstance(app.seen, TableScreen))
        assert table_of(app).table.people == [0]

    played(None, play)


def test_a_file_name_cannot_move_the_cursor(tmp_path: Path) -> None:
    (tmp_path / "e\x1b[2J\x1b]0;x\x07\u202e.jsonl").write_text("x", encoding="utf-8")

    async def play(app: CardApp, pilot: Pilot[None]) -> None:
        await press(pilot, "4")
        assert not set(picture(app)) & {"\x1b", "\x07", "\u202e"}

    played(None, play, desk=Desk(matches=tmp_path))


def test_a_set_up_that_the_rules_refuse_says_why_and_deals_nothing() -> None:
    async def play(app: CardApp, pilot: Pilot[None]) -> None:
        await to_set_up(app, pilot)
        await to_row(app, pilot, "Jokers")
        await press(pilot, "right")
        await to_row(app, pilot, "Must play")
        await press(pilot, "right")
        said = picture(app)
        assert "Jokers" in said.splitlines()[-4]
        await to_row(app, pilot, "Deal the cards")
        await press(pilot, "enter")
        assert isinstance(app.seen, SetupScreen)

    played(None, play)


def test_a_deal_code_is_typed_or_pasted_and_a_wrong_one_is_refused() -> None:
    async def play(app: CardApp, pilot: Pilot[None]) -> None:
        await to_set_up(app, pilot, 1)
        await to_row(app, pilot, "Cards")
        await press(pilot, "enter", "ctrl+u", *"nonsense", "enter")
        assert "o deal code" in picture(app)
        await press(pilot, "enter", "ctrl+u")
        app.screen.post_message(events.Paste("  czn1-5sj\nx"))
        await press(pilot, "enter")
        # In the deal of this code the fourth seat deals; two play here.
        assert "deals, but there are 2 players" in picture(app)
        await press(pilot, "enter", "ctrl+u", *"c000007", "enter")
        assert "seat 4 deals" in picture(app)
        await press(pilot, "enter", "ctrl+u", *"4000 007", "enter")
        assert "4000-007" in row(app, "Cards")
        await to_row(app, pilot, "Deal the cards")
        await press(pilot, "enter")
        await until(pilot, lambda: isinstance(app.seen, TableScreen) and my_turn(app))
        assert table_of(app).table.code == "4000-007"

    played(None, play)


def test_every_row_can_be_reached_and_read_on_a_small_screen() -> None:
    async def play(app: CardApp, pilot: Pilot[None]) -> None:
        await to_set_up(app, pilot)
        screen = app.seen
        assert isinstance(screen, SetupScreen)
        for row in screen.rows():
            assert f"▸ {row.label}" in picture(app)
            await press(pilot, "down")
        await press(pilot, "up")
        assert f"▸ {screen.rows()[-1].label}" in picture(app)

    played(None, play, size=(40, 12))


def test_settings_hold_at_once_and_are_kept(tmp_path: Path) -> None:
    file = tmp_path / "settings.toml"
    desk = Desk(SettingsFile(file))

    async def play(app: CardApp, pilot: Pilot[None]) -> None:
        await press(pilot, "up", "up", "enter")
        assert isinstance(app.seen, SettingsScreen)
        for name, setting in Settings.known().items():
            await to_row(app, pilot, setting.label)
            assert setting.help in " ".join(picture(app).split())
            await press(pilot, "right")
            now = getattr(app.settings, name)
            values = list(setting.values)
            assert now == values[(values.index(getattr(Settings(), name)) + 1) % len(values)]
            assert SettingsFile(file).load()[0] == app.settings

    played(None, play, desk=desk)


def test_a_broken_settings_file_is_said_on_the_first_screen(tmp_path: Path) -> None:
    file = tmp_path / "settings.toml"
    file.write_text("[", encoding="utf-8")

    async def play(app: CardApp, pilot: Pilot[None]) -> None:
        assert "held no settings" in " ".join(picture(app).split())
        await press(pilot, "down")
        assert "held no settings" not in " ".join(picture(app).split())

    played(None, play, desk=Desk(SettingsFile(file)))


def test_a_match_that_was_left_is_gone_on_with(tmp_path: Path) -> None:
    seen: list[tuple[object, ...]] = []

    def position(app: CardApp) -> tuple[object, ...]:
        deal = table_of(app).table.deal
        return deal.log, deal.dealt, deal.turn

    async def leave(app: CardApp, pilot: Pilot[None]) -> None:
        await until(pilot, lambda: my_turn(app))
        await press(pilot, "enter")
        await until(pilot, lambda: my_turn(app))
        seen.append(position(app))
        # Nothing is lost, so nothing is asked.
        await press(pilot, "q")
        await pilot.pause()

    async def go_on(app: CardApp, pilot: Pilot[None]) -> None:
        assert isinstance(app.seen, HomeScreen)
        assert "Sedma, deal 1: Taras" in picture(app)
        await press(pilot, "4", "enter")
        await until(pilot, lambda: isinstance(app.seen, TableScreen) and my_turn(app))
        assert position(app) == seen[0]
        assert len(table_of(app).notes) == len(table_of(app).table.deal.log)
        await press(pilot, "enter")
        await until(pilot, lambda: my_turn(app))
        seen.append(position(app))
        await press(pilot, "q")
        assert isinstance(app.seen, HomeScreen)
        await press(pilot, "4", "x", "down", "enter")
        assert saves_in(tmp_path) == []

    played(setup_of("sedma"), leave, desk=Desk(matches=tmp_path))
    played(None, go_on, desk=Desk(matches=tmp_path))
    assert len(seen) == 2


def saves_in(folder: Path) -> list[Path]:
    return [saved.path for saved in saves.saved_matches(folder)]


def test_a_match_in_which_nobody_has_moved_is_not_kept(tmp_path: Path) -> None:
    async def play(app: CardApp, pilot: Pilot[None]) -> None:
        await until(pilot, lambda: my_turn(app))
        assert len(saves_in(tmp_path)) == 1
        await press(pilot, "n")
        if not isinstance(app.seen, TableScreen):
            await press(pilot, "2")
        await until(pilot, lambda: my_turn(app))
        assert len(saves_in(tmp_path)) == 1
        await press(pilot, "q")

    app = played(setup_of("sevens"), play, desk=Desk(matches=tmp_path))
    assert saves_in(tmp_path) == []
    assert app.last_words() == []


def test_a_damaged_match_is_listed_with_its_reason_and_left_alone(tmp_path: Path) -> None:
    file = tmp_path / "old.jsonl"
    file.write_text("nonsense\n", encoding="utf-8")

    async def play(app: CardApp, pilot: Pilot[None]) -> None:
        await press(pilot, "4")
        assert "old.jsonl" in picture(app)
        await press(pilot, "enter")
        assert "not a record" in " ".join(picture(app).split())
        assert isinstance(app.pile[0], HomeScreen)

    played(None, play, desk=Desk(matches=tmp_path))
    assert file.read_text(encoding="utf-8") == "nonsense\n"


def test_where_nothing_can_be_saved_leaving_asks_first(tmp_path: Path) -> None:
    file = tmp_path / "no-folder"
    file.write_text("", encoding="utf-8")

    async def play(app: CardApp, pilot: Pilot[None]) -> None:
        await until(pilot, lambda: my_turn(app))
        assert "can no longer be saved" in picture(app)
        await press(pilot, "q")
        assert "Do you want to leave it?" in picture(app)
        await press(pilot, "escape", "q", "2")
        await pilot.pause()

    app = played(setup_of("sedma"), play, desk=Desk(matches=file / "matches"))
    assert app.last_words()


def test_friends_sit_down_from_the_first_screen() -> None:
    async def play(app: CardApp, pilot: Pilot[None]) -> None:
        await press(pilot, "4", "3")
        assert isinstance(app.seen, SetupScreen)
        assert "Player 1" in row(app, "Seat 1")
        assert "Player 2" in row(app, "Seat 3")
        await press(pilot, "enter")
        await until(pilot, lambda: "Hand the keyboard over" in picture(app))

    played(None, play)


def test_the_rules_can_be_read_before_a_game_is_chosen() -> None:
    async def play(app: CardApp, pilot: Pilot[None]) -> None:
        await press(pilot, "5", "2")
        assert isinstance(app.seen, PageScreen)
        assert "Any card may be played to any trick" in picture(app)
        await press(pilot, "escape")
        await press(pilot, "escape")
        assert isinstance(app.seen, HomeScreen)

    played(None, play)


def test_the_menu_has_every_action_of_the_table() -> None:
    from seven_games.tui import keys

    async def play(app: CardApp, pilot: Pilot[None]) -> None:
        await until(pilot, lambda: my_turn(app))
        await press(pilot, "m")
        menu = app.seen
        assert isinstance(menu, PaletteScreen)
        meanings = [item.meaning for item in menu.items()]
        for key in keys.KEYS:
            of_hand = {"next", "previous", "walk_next", "walk_previous", "digit", "menu"}
            useless = {"interrupt", "pass", "declare", "undo", "again", "stop", "last"}
            useless |= {"finish", "review"}
            if keys.PLAY in key.contexts and key.action not in of_hand | useless:
                assert any(key.sentence in meaning for meaning in meanings), key.action
        labels = [item.label for item in menu.items()]
        assert "deal code" in labels
        place = labels.index("what is out")
        await press(pilot, *["down"] * place, "enter")
        assert isinstance(app.seen, PageScreen)
        await press(pilot, "escape")
        assert isinstance(app.seen, TableScreen)
        await press(pilot, "ь", "up", "up", "enter")
        assert isinstance(app.seen, SettingsScreen)
        await press(pilot, "escape", "ctrl+p", "up", "up", "up", "enter")
        assert table_of(app).table.code in picture(app)

    played(setup_of("sedma"), play)


def test_a_menu_entry_plays_the_card_that_was_marked() -> None:
    async def play(app: CardApp, pilot: Pilot[None]) -> None:
        await until(pilot, lambda: my_turn(app))
        log = table_of(app).table.deal.log
        await press(pilot, "m", "enter")
        assert len(table_of(app).table.deal.log) > len(log)

    played(setup_of("sedma"), play, guard=60)


def test_every_menu_entry_does_something() -> None:
    async def play(app: CardApp, pilot: Pilot[None]) -> None:
        await until(pilot, lambda: my_turn(app))
        await press(pilot, "m")
        many = len(app.seen.items())  # type: ignore[attr-defined]
        await press(pilot, "escape")
        for place in range(many):
            before = picture(app)
            await press(pilot, "m")
            menu = app.seen
            assert isinstance(menu, PaletteScreen)
            label = menu.items()[place].label
            menu.cursor = place
            if label in {"quit", "to the shell", "back", "play"}:
                await press(pilot, "escape")
                continue
            await press(pilot, "enter")
            assert picture(app) != before, label
            if app.seen is not table_of(app):
                app.close(app.seen)
            elif table_of(app)._typed is not None:
                await press(pilot, "escape")
            app.set(Settings(pace="instant"))

    played(setup_of("sedma"), play, guard=60)


def test_a_curtain_cannot_be_opened_from_the_menu() -> None:
    async def play(app: CardApp, pilot: Pilot[None]) -> None:
        await until(pilot, lambda: "Hand the keyboard over" in picture(app))
        await press(pilot, "m")
        assert isinstance(app.seen, PaletteScreen)
        assert "open my cards" not in [item.label for item in app.seen.items()]

    played(setup_of("sedma", "Olha", "Petro"), play)


def test_an_entry_that_is_cut_is_read_in_full_below() -> None:
    async def play(app: CardApp, pilot: Pilot[None]) -> None:
        await press(pilot, "enter")
        screen = app.seen
        assert isinstance(screen, GameScreen)
        for place, item in enumerate(screen.items()):
            screen.cursor = place
            app.paint()
            shown = " ".join(picture(app).split())
            assert item.meaning in shown, item.meaning

    played(None, play)


def test_todays_deal_is_the_same_for_everybody() -> None:
    codes = []

    async def play(app: CardApp, pilot: Pilot[None]) -> None:
        await press(pilot, "down", "enter", *["up"] * 4, "enter")
        await until(pilot, lambda: isinstance(app.seen, TableScreen) and my_turn(app))
        codes.append(table_of(app).table.code)

    played(None, play)
    played(None, play)
    assert codes[0] == codes[1] != ""
