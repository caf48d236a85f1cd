"""The first screen: three games, their rules, and the way out."""

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
        self.app.exit(return_code=0)

    def _choose(self, name: str) -> None:
        self.app.push_screen(GameScreen(self.cards_app.new_setup(name)))


class GameScreen(MenuScreen):
    """A game as it will be played: start it, or read its rules."""

    def __init__(self, setup: Setup) -> None:
        super().__init__()
        self.setup = setup

    def heading(self) -> str:
        return _(self.setup.game.title).upper()

    def above(self, width: int) -> list[Line]:
        rules = self.setup.rules
        preset = self.setup.game.presets.get(rules.preset)
        help_text = _(preset.help) if preset else ""
        return [paint(line) for line in wrap(help_text, width)]

    def items(self) -> list[Item]:
        setup = self.setup
        people = len([seat for seat in setup.seats if bot_level(seat) is None])
        if people > 1:
            against = _("with everybody at this keyboard")
        else:
            against = _("against bots, {n} at the table").format(n=setup.rules.players)
        return [
            Item(_("Play"), against, self._play),
            Item(_("Rules"), _("how it is played, in short"), self._rules),
            Item(_("Back"), _("to the other games"), self.leave),
        ]

    def _play(self) -> None:
        self.cards_app.begin(self.setup, instead=True)

    def _rules(self) -> None:
        setup = self.setup
        self.app.push_screen(
            PageScreen(
                _(setup.game.title).upper(),
                lambda width: rules_lines(setup.rules, setup.game, width),
            )
        )
