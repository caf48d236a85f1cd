"""The settings: what there is to choose, and the file that keeps what was chosen."""

import contextlib
import errno
import glob
import os
import secrets
import stat
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from itertools import chain, count
from pathlib import Path
from typing import Any

from seven_games.engine.cards import format_move, shorten
from seven_games.engine.refusal import N_
from seven_games.i18n import _
from seven_games.store.files import (
    FileError,
    held,
    open_file,
    read_whole,
    sync_folder,
    write_whole,
)
from seven_games.store.folders import make_folder

LARGEST = 1 << 20
"""A larger file, in bytes, holds no settings."""
PATIENCE = 1.0
"""So many seconds another program may take over saving."""


@dataclass(frozen=True)
class Setting:
    """One setting: what it is called, what it means, and each value with its words.

    The words are marked for translation, not translated.
    """

    label: str
    help: str
    values: Mapping[str, str]


class _BrokenError(OSError):
    """A file that holds no settings and cannot be set aside; it says why it holds none."""


OFF_ON = {"off": N_("off"), "on": N_("on")}
ON_OFF = {"on": N_("on"), "off": N_("off")}


def _setting(label: str, help: str, values: Mapping[str, str], usual: str | None = None) -> Any:  # noqa: A002, ANN401 - as `option` of the rules has it
    """A field with its setting; the first value is the usual one where none is named."""
    setting = Setting(label, help, values)
    return field(default=usual or next(iter(values)), metadata={"setting": setting})


@dataclass(frozen=True)
class Settings:
    """What a person has chosen for every table, each a word of its setting."""

    theme: str = _setting(
        N_("Theme"),
        N_("The colours of the screen."),
        {"dark": N_("dark"), "light": N_("light"), "contrast": N_("high contrast")},
    )
    deck: str = _setting(
        N_("Deck"),
        N_("The colours of the suits."),
        {
            "four": N_("four colours"),
            "two": N_("black and red"),
            "blind": N_("for colour-blind eyes"),
        },
    )
    faces: str = _setting(
        N_("Suit signs"),
        N_("How the suits are drawn."),
        {
            "auto": N_("what the terminal can show"),
            "symbols": N_("filled signs"),
            "outline": N_("outlined signs"),
            "letters": N_("letters"),
            "ascii": N_("plain ASCII, the lines too"),
        },
    )
    german: str = _setting(
        N_("German cards"),
        N_("Sedma shows U and O for the jack and the queen."),
        OFF_ON,
    )
    pace: str = _setting(
        N_("Pace"),
        N_("How fast the bots play."),
        {
            "slow": N_("slow"),
            "normal": N_("normal"),
            "fast": N_("fast"),
            "instant": N_("at once"),
        },
        "normal",
    )
    trick: str = _setting(
        N_("Finished trick"),
        N_("How long a finished trick stays on the table."),
        {
            "time": N_("1.2 seconds, or until a key is pressed"),
            "key": N_("until a key is pressed"),
            "none": N_("not at all"),
        },
    )
    forced: str = _setting(
        N_("Forced moves"),
        N_("The only legal card is played by itself."),
        OFF_ON,
    )
    one_press: str = _setting(
        N_("One press"),
        N_("One press of a digit plays its card."),
        OFF_ON,
    )
    curtain: str = _setting(
        N_("Curtain"),
        N_("Whether hands are covered between people at one keyboard."),
        {
            "auto": N_("when the next person is another one"),
            "always": N_("before every turn of a person"),
            "off": N_("never"),
        },
    )
    strict: str = _setting(
        N_("Strict"),
        N_("No hints, no list of the cards that are out, and no move is taken back."),
        OFF_ON,
    )
    bell: str = _setting(
        N_("Bell"),
        N_("The terminal rings when it is your turn after 5 seconds of waiting."),
        OFF_ON,
    )
    mouse: str = _setting(
        N_("Mouse"),
        N_("The mouse plays cards; without it the terminal can select text."),
        ON_OFF,
    )

    @classmethod
    def known(cls) -> dict[str, Setting]:
        """Every setting by its name in the file, in the order in which they are shown."""
        return {one.name: one.metadata["setting"] for one in fields(cls)}


class SettingsFile:
    """The file of the settings. What else stands in it, comments among it, is kept."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def load(self) -> tuple[Settings, list[str]]:
        """The settings, and what is wrong with their file, in sentences for a person.

        A file that holds no settings is set aside under another name.
        """
        self._sweep()
        try:
            text, aside = self._read()
        except _BrokenError as error:
            sentence = _("{file} holds no settings: {reason}. The usual settings hold.")
            return Settings(), [sentence.format(file=_shown(self.path), reason=error.strerror)]
        except OSError as error:
            sentence = _("{file} cannot be read: {reason}. The usual settings hold.")
            reason = error.strerror or error
            return Settings(), [sentence.format(file=_shown(self.path), reason=reason)]
        problems = [aside] if aside else []
        chosen: dict[str, str] = {}
        data = tomllib.loads(text)
        for name, setting in Settings.known().items():
            if name not in data:
                continue
            value = data[name]
            word = value.strip().lower() if isinstance(value, str) else value
            if word in tuple(setting.values):
                chosen[name] = word
            else:
                sentence = _("{file}: {setting} may be {values}; {usual} holds instead.")
                problems.append(
                    sentence.format(
                        file=_shown(self.path),
                        setting=name,
                        values=", ".join(setting.values),
                        usual=getattr(Settings(), name),
                    )
                )
        return Settings(**chosen), problems

    def save(self, settings: Settings, was: Settings) -> None:
        """Write what differs from `was` into the file as it now is, in one step.

        Raises OSError, with the file unchanged, where that cannot be done.
        """
        changed = {
            name: getattr(settings, name)
            for name in Settings.known()
            if getattr(settings, name) != getattr(was, name)
        }
        if not changed:
            return
        # Reading does without it, and starts faster.
        import tomlkit
        from tomlkit.exceptions import TOMLKitError

        make_folder(self.path.parent)
        with held(self.path.parent, PATIENCE):
            text, _aside = self._read()
            try:
                document = tomlkit.parse(text)
                document.update(changed)
                written = tomlkit.dumps(document)
            except (TOMLKitError, ValueError) as error:
                raise OSError(
                    errno.EINVAL,
                    _("it is written in a way that cannot be changed here"),
                    str(self.path),
                ) from error
            self._replace(written.encode())

    def _read(self) -> tuple[str, str | None]:
        """The text of the file, which is TOML, and how another file was set aside for that."""
        try:
            with open_file(self.path, "rb") as file:
                text = read_whole(file, LARGEST).decode("utf-8-sig")
            tomllib.loads(text)
        except (FileNotFoundError, NotADirectoryError):
            return "", None
        except FileError as error:
            reason = error.say(_, format_move)
        except IsADirectoryError:
            reason = _("it is a folder")
        except UnicodeDecodeError:
            reason = _("it is not UTF-8 text")
        except (ValueError, RecursionError) as error:
            reason = _("it is not TOML ({detail})").format(detail=shorten(str(error), 80))
        else:
            return text, None
        return "", self._set_aside(reason)

    def _set_aside(self, reason: str) -> str:
        endings = chain(["broken"], (f"broken-{number}" for number in count(2)))
        names = (self.path.with_suffix(f".{ending}.toml") for ending in endings)
        aside = next(name for name in names if not os.path.lexists(name))
        try:
            self.path.rename(aside)
        except OSError as error:
            raise _BrokenError(error.errno, reason) from error
        sentence = _(
            "{file} held no settings: {reason}. It is now {aside}, and the usual settings hold."
        )
        return sentence.format(file=_shown(self.path), reason=reason, aside=_shown(aside))

    def _replace(self, data: bytes) -> None:
        # A link stays a link to where the settings are kept.
        target = Path(os.path.realpath(self.path))
        make_folder(target.parent)
        new = target.with_name(f".{target.name}.{secrets.token_hex(4)}.new")
        try:
            with open_file(new, "xb") as file:
                write_whole(file, data)
            with contextlib.suppress(FileNotFoundError):
                new.chmod(stat.S_IMODE(target.stat().st_mode))
            new.replace(target)
        except OSError:
            with contextlib.suppress(OSError):
                new.unlink()
            raise
        sync_folder(target.parent)

    def _sweep(self) -> None:
        """Remove what a program left that was killed while it saved."""
        target = Path(os.path.realpath(self.path))
        with contextlib.suppress(OSError):
            left = list(target.parent.glob(f".{glob.escape(target.name)}.*.new"))
            if left:
                with held(self.path.parent, 0) as alone:
                    for file in left if alone else ():
                        file.unlink(missing_ok=True)


def _shown(path: Path) -> str:
    return shorten(str(path), 4096)
