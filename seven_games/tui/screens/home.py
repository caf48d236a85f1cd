"""The first screen: three games, their rules, and the way out."""

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

from seven_games.engine import GAMES
from seven_games.i18n import _
from seven_games.table import Setup, bot_level, todays
from seven_games.table.words import match_state, match_title
from seven_games.tui.draw import DRAWINGS
from seven_games.tui.draw.cards import Faces, paint
from seven_games.tui.draw.layout import Line, wrap
from seven_games.tui.screens.help import rules_lines
from seven_games.tui.screens.menu import Item, MenuScreen
from seven_games.tui.screens.page import PageScreen
from seven_games.tui.screens.resume import ResumeScreen
from seven_games.tui.screens.settings import SettingsScreen
from seven_games.tui.screens.setup import SetupScreen

if TYPE_CHECKING:
    from seven_games.store.saves import Saved


class HomeScreen(MenuScreen):
    """Which game, a match that was left, friends at one keyboard, rules, settings, or leave."""

    def __init__(self) -> None:
        super().__init__()
        self._unfinished: list[Saved] = []

    def opened(self) -> None:
        self._unfinished = self.cards_app.desk.unfinished()
        problems = self.cards_app.desk.problems
        if problems:
            self.notice = problems.pop(0)

    def resumed(self) -> None:
        self.opened()

    def heading(self) -> str:
        return _("SEVEN GAMES")

    def above(self, width: int) -> list[Line]:
        sentence = _("Three games of cards with sevens in them, against bots or each other.")
        return [[(line, "text")] for line in wrap(sentence, width)]

    def items(self) -> list[Item]:
        games = [
            Item(_(game.title), DRAWINGS[name].summary(), partial(self._choose, name))
            for name, game in GAMES.items()
        ]
        open_matches = [saved for saved in self._unfinished if saved.state == "open"]
        newest = (
            f"{match_title(open_matches[0])}: {match_state(open_matches[0])}"
            if open_matches
            else _("matches that were left")
        )
        resume = [Item(_("Resume"), newest, self._resume)] if self._unfinished else []
        return [
            *games,
            *resume,
            Item(_("Hot-seat"), _("friends at this keyboard, in turn"), self._hot_seat),
            Item(_("Rules"), _("how the games are played"), self._rules),
            Item(_("Settings"), _("colours, faces, speed, mouse and more"), self._settings),
            Item(_("Quit"), _("leave the program"), self.leave),
        ]

    def leave(self) -> None:
        self.cards_app.exit(return_code=0)

    def _choose(self, name: str) -> None:
        self.cards_app.open(GameScreen(self.cards_app.desk.new_setup(name)))

    def _resume(self) -> None:
        self.cards_app.open(ResumeScreen(self.cards_app.desk.unfinished()))

    def _hot_seat(self) -> None:
        self._which(_("HOT-SEAT"), _("Which game do you play together?"), self._set_up_friends)

    def _set_up_friends(self, name: str) -> None:
        setup = self.cards_app.desk.new_setup(name)
        friends = [_("Player {number}").format(number=number) for number in (1, 2)]
        players = setup.rules.players
        # Partners sit opposite: friends at a table of four begin as two that play together.
        seats = ["bot"] * players
        seats[0], seats[players // 2] = friends
        self.cards_app.open(SetupScreen(replace(setup, seats=tuple(seats))))

    def _rules(self) -> None:
        self._which(_("RULES"), _("The rules of which game?"), self._show_rules)

    def _show_rules(self, name: str) -> None:
        setup = self.cards_app.desk.new_setup(name)
        self.cards_app.open(rules_page(setup, self.cards_app.faces))

    def _which(self, heading: str, question: str, chosen: Callable[[str], None]) -> None:
        self.cards_app.open(WhichGameScreen(heading, question, chosen))

    def _settings(self) -> None:
        self.cards_app.open(SettingsScreen())


class WhichGameScreen(MenuScreen):
    """A choice among the games."""

    def __init__(self, heading: str, question: str, chosen: Callable[[str], None]) -> None:
        super().__init__()
        self._heading = heading
        self._question = question
        self._chosen = chosen

    def heading(self) -> str:
        return self._heading

    def above(self, width: int) -> list[Line]:
        return [[(line, "prompt")] for line in wrap(self._question, width)]

    def items(self) -> list[Item]:
        games = [
            Item(_(game.title), DRAWINGS[name].summary(), partial(self._chosen, name))
            for name, game in GAMES.items()
        ]
        return [*games, Item(_("Back"), _("to the first screen"), self.leave)]


class GameScreen(MenuScreen):
    """The ways to play a game, the usual one first: choosing one starts it."""

    def __init__(self, setup: Setup) -> None:
        super().__init__()
        self.setup = setup
        self._presets = list(setup.game.presets)
        self._marked = self._presets[0]

    def heading(self) -> str:
        return _(self.setup.game.title).upper()

    def above(self, width: int) -> list[Line]:
        setup = self._with(self._marked)
        people = len([seat for seat in setup.seats if bot_level(seat) is None])
        said = [
            _("With everybody at this keyboard.")
            if people > 1
            else _("Against bots, {n} at the table.").format(n=setup.rules.players),
            _(setup.game.presets[self._marked].help),
            DRAWINGS[setup.game.name].length(setup.rules),
        ]
        return [paint(line) for line in wrap(" ".join(said), width)]

    def items(self) -> list[Item]:
        game = self.setup.game
        presets = [
            Item(name, _(game.presets[name].help), partial(self._play, name))
            for name in self._presets
        ]
        label, _option = _short_match(game.name)
        once = _("by the rules of {preset}").format(preset=self._marked)
        rules = _("how {preset} is played, in short").format(preset=self._marked)
        return [
            *presets,
            Item(label, once, self._play_once),
            Item(_("Today's deal"), _("the same cards for everybody today"), self._play_todays),
            Item(_("Set up"), _("players, names, bots, dealer, cards, every rule"), self._set_up),
            Item(_("Rules"), rules, self._rules),
            Item(_("Back"), _("to the other games"), self.leave),
        ]

    def moved(self) -> None:
        if self.cursor < len(self._presets):
            self._marked = self._presets[self.cursor]

    def _with(self, preset: str, **options: object) -> Setup:
        """The table of this game with the rules of a preset."""
        people = [seat for seat in self.setup.seats if bot_level(seat) is None]
        game = self.setup.game
        players = max(game.presets[preset].players, len(people))
        rules = game.rules(preset, players=players, **options)
        seats = (*people, *["bot"] * (players - len(people)))
        return replace(self.setup, rules=rules, seats=seats)

    def _play(self, preset: str) -> None:
        usual = preset == self.setup.rules.preset
        self.cards_app.begin(self.setup if usual else self._with(preset))

    def _once(self) -> Setup:
        _label, option = _short_match(self.setup.game.name)
        return self._with(self._marked, **{option: 1})

    def _play_once(self) -> None:
        self.cards_app.begin(self._once())

    def _play_todays(self) -> None:
        self.cards_app.begin(todays(self._once(), self.cards_app.desk.today()))

    def _set_up(self) -> None:
        self.cards_app.open(SetupScreen(self._with(self._marked)))

    def _rules(self) -> None:
        setup = self._with(self._marked)
        self.cards_app.open(rules_page(setup, self.cards_app.faces))


def _short_match(game: str) -> tuple[str, str]:
    """The shortest match of a game: what it is called, and the option that is then 1."""
    return {
        "sevens": (_("One deal"), "deals"),
        "sedma": (_("One deal"), "target"),
        "semerik": (_("One game"), "games"),
    }[game]


def rules_page(setup: Setup, faces: Faces) -> PageScreen:
    """The rules of a table, to read."""
    return PageScreen(
        _(setup.game.title).upper(),
        lambda cells: rules_lines(setup.rules, setup.game, cells, faces),
    )
