"""The settings, kept between starts."""

from dataclasses import replace

from seven_games.i18n import _
from seven_games.store.settings import Settings
from seven_games.tui.screens.form import FormScreen, Row


class SettingsScreen(FormScreen):
    """Every setting with its values; a change holds at once."""

    def heading(self) -> str:
        return _("SETTINGS")

    def problem(self) -> str:
        return self.cards_app.desk.problem

    def rows(self) -> list[Row]:
        return [self._row(name) for name in Settings.known()]

    def _row(self, name: str) -> Row:
        setting = Settings.known()[name]
        now = getattr(self.cards_app.settings, name)
        values = list(setting.values)

        def step(by: int) -> None:
            after = values[(values.index(now) + by) % len(values)]
            self.cards_app.set(replace(self.cards_app.settings, **{name: after}))

        usual = getattr(Settings(), name)
        return Row(
            _(setting.label),
            _(setting.values[now]),
            _(setting.help),
            step=step,
            changed=now != usual,
        )
