"""Where settings and matches are kept. Asking for a folder creates nothing."""

import errno
import os
from collections.abc import Callable
from pathlib import Path

import platformdirs

from seven_games.i18n import _

PROGRAM = "seven-games"
HOME = "SEVEN_GAMES_HOME"
"""An environment variable: a folder that holds everything."""

_NOWHERE = Path(os.devnull, PROGRAM)
"""Where nothing is and nothing can be made."""


def settings_file() -> Path:
    """The file of the settings."""
    return _folder(platformdirs.user_config_path) / "settings.toml"


def matches() -> Path:
    """The folder of the saved matches."""
    return _folder(platformdirs.user_data_path) / "matches"


def _folder(usual: Callable[..., Path]) -> Path:
    if home := os.environ.get(HOME):
        return Path(home)
    try:
        folder = usual(PROGRAM, appauthor=False)
    except RuntimeError:
        return _NOWHERE
    # Where there is no home, older versions of the library leave its sign "~" as it is.
    return folder if folder.is_absolute() else _NOWHERE


def make_folder(folder: Path) -> None:
    """Make a folder, and those above it, for nobody else to look into. Raises OSError."""
    if folder.is_relative_to(_NOWHERE):
        raise OSError(
            errno.ENOENT, _("there is no home folder; {name} may name one").format(name=HOME)
        )
    missing = [place for place in (folder, *folder.parents) if not place.exists()]
    for place in reversed(missing):
        place.mkdir(mode=0o700, exist_ok=True)
