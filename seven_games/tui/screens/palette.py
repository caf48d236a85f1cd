"""The menu of the table: everything that can be done or set here, in one list."""

from collections.abc import Callable
from functools import partial

from seven_games.i18n import _
from seven_games.tui import keys
from seven_games.tui.screens.menu import Item, MenuScreen
from seven_games.tui.screens.settings import SettingsScreen

Do = Callable[[str], None]


class PaletteScreen(MenuScreen):
    """The actions of a context, then what has no key of its own."""

    def __init__(self, context: str, without: set[str], do: Do, more: list[Item]) -> None:
        super().__init__()
        self._of = context
        self._without = without
        self._do_action = do
        self._more = more

    def heading(self) -> str:
        return _("MENU")

    def items(self) -> list[Item]:
        faces = self.cards_app.faces
        actions = [
            Item(label, f"{shown}: {sentence}", partial(self._choose, action))
            for action, shown, label, sentence in keys.menu(self._of, faces, self._without)
        ]
        return [
            *actions,
            *[Item(item.label, item.meaning, partial(self._open, item)) for item in self._more],
            Item(_("settings"), _("colours, faces, speed, mouse and more"), self._settings),
            Item(_("back"), _("to the table; also Esc"), self.leave),
        ]

    def _choose(self, action: str) -> None:
        self.cards_app.close(self)
        self._do_action(action)

    def _open(self, item: Item) -> None:
        self.cards_app.close(self)
        item.chosen()

    def _settings(self) -> None:
        self.cards_app.replace(SettingsScreen())
