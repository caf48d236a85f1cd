"""The first screen: three games, their rules, and the way out."""

from dataclasses import replace
from functools import partial

from seven_games.engine import GAMES
from seven_games.i18n import _
from seven_games.table import Setup, bot_level
from seven_games.tui.draw import DRAWINGS
from seven_games.tui.draw.cards import paint
from seven_games.tui.draw.layout import Line, wrap
from seven_games.tui.screens.help import rules_lines
from seven_games.tui.screens.menu import Item, MenuScreen
from seven_games.tui.screens.page import PageScreen


class HomeScreen(MenuScreen):
    """Which game, or leave."""

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
        return [*games, Item(_("Quit"), _("leave the program"), self.leave)]

    def leave(self) -> None:
        self.cards_app.exit(return_code=0)

    def _choose(self, name: str) -> None:
        self.cards_app.open(GameScreen(self.cards_app.new_setup(name)))


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
        self.cards_app.begin(self.setup if usual else self._with(preset), instead=True)

    def _play_once(self) -> None:
        _label, option = _short_match(self.setup.game.name)
        self.cards_app.begin(self._with(self._marked, **{option: 1}), instead=True)

    def _rules(self) -> None:
        setup = self._with(self._marked)
        self.cards_app.open(
            PageScreen(
                _(setup.game.title).upper(),
                lambda width: rules_lines(setup.rules, setup.game, width, self.cards_app.faces),
            )
        )


def _short_match(game: str) -> tuple[str, str]:
    """The shortest match of a game: what it is called, and the option that is then 1."""
    return {
        "sevens": (_("One deal"), "deals"),
        "sedma": (_("One deal"), "target"),
        "semerik": (_("One game"), "games"),
    }[game]
