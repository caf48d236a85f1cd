"""Settings: what there is to choose, and a file that survives whatever happens to it."""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
import tempfile
import time
import tomllib
from dataclasses import fields, replace
from functools import partial
from pathlib import Path
from typing import Any

import pytest
import tomlkit
from hypothesis import given
from hypothesis import settings as hypothesis_settings
from hypothesis import strategies as st
from store_tools import as_nobody, in_a_child, names_in, no_room_beyond, start

from seven_games.store import folders
from seven_games.store.files import held
from seven_games.store.settings import Settings, SettingsFile

USUAL = Settings()
KNOWN = Settings.known()


def loaded(file: Path) -> Settings:
    """The settings of a file in which nothing is wrong."""
    settings, problems = SettingsFile(file).load()
    assert problems == []
    return settings


# What there is to choose


def test_every_setting_has_words_for_itself_and_for_each_value() -> None:
    assert [one.name for one in fields(Settings)] == list(KNOWN)
    for name, setting in KNOWN.items():
        assert setting.label
        assert setting.help.endswith(".")
        assert len(setting.values) >= 2
        assert all(setting.values.values())
        assert getattr(USUAL, name) in setting.values


def test_the_values_and_the_usual_ones() -> None:
    assert {name: list(setting.values) for name, setting in KNOWN.items()} == {
        "theme": ["dark", "light", "contrast"],
        "deck": ["four", "two", "blind"],
        "faces": ["auto", "symbols", "outline", "letters", "ascii"],
        "german": ["off", "on"],
        "pace": ["slow", "normal", "fast", "instant"],
        "trick": ["time", "key", "none"],
        "forced": ["off", "on"],
        "one_press": ["off", "on"],
        "curtain": ["auto", "always", "off"],
        "strict": ["off", "on"],
        "bell": ["off", "on"],
        "mouse": ["on", "off"],
    }
    usual = {name: next(iter(setting.values)) for name, setting in KNOWN.items()}
    assert Settings(**usual | {"pace": "normal"}) == USUAL


@pytest.mark.parametrize("name", KNOWN)
def test_every_value_is_kept(name: str, tmp_path: Path) -> None:
    file = SettingsFile(tmp_path / "settings.toml")
    was = USUAL
    for value in KNOWN[name].values:
        now = replace(was, **{name: value})
        file.save(now, was)
        assert loaded(file.path) == now
        was = now


# Where it lives


def test_folders_are_below_the_one_that_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SEVEN_GAMES_HOME", str(tmp_path / "demo"))
    assert folders.settings_file() == tmp_path / "demo" / "settings.toml"
    assert folders.matches() == tmp_path / "demo" / "matches"
    assert names_in(tmp_path) == []


def test_folders_follow_the_system(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("SEVEN_GAMES_HOME", raising=False)
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    if sys.platform == "linux":
        assert folders.settings_file() == tmp_path / "config" / "seven-games" / "settings.toml"
        assert folders.matches() == tmp_path / "data" / "seven-games" / "matches"
    assert names_in(tmp_path) == []


@pytest.mark.parametrize("usual", [Path("~/.config"), RuntimeError("no home")])
def test_without_a_home_only_saving_fails(
    usual: Path | RuntimeError, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def find(*_: object, **__: object) -> Path:
        if isinstance(usual, Path):
            return usual
        raise usual

    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("SEVEN_GAMES_HOME", raising=False)
    monkeypatch.setattr("platformdirs.user_config_path", find)
    monkeypatch.setattr("platformdirs.user_data_path", find)
    assert folders.matches().is_absolute()
    file = SettingsFile(folders.settings_file())
    assert file.load() == (USUAL, [])
    with pytest.raises(OSError, match="SEVEN_GAMES_HOME"):
        file.save(replace(USUAL, bell="on"), USUAL)
    assert names_in(tmp_path) == []


def test_without_a_home_and_without_an_account_there_are_the_usual_settings() -> None:
    if os.geteuid() != 0:
        pytest.skip("only a superuser can take a number that has no account")

    def work() -> None:
        for name in ("HOME", "SEVEN_GAMES_HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME"):
            os.environ.pop(name, None)
        os.setuid(54321)
        assert loaded(folders.settings_file()) == USUAL
        assert folders.matches().is_absolute()

    assert in_a_child(work) == 0


# Reading


def test_no_file_is_the_usual_settings_and_nothing_is_made(tmp_path: Path) -> None:
    assert loaded(tmp_path / "settings.toml") == USUAL
    assert loaded(tmp_path / "not there" / "settings.toml") == USUAL
    (tmp_path / "file").touch()
    assert loaded(tmp_path / "file" / "settings.toml") == USUAL
    assert names_in(tmp_path) == ["file"]


def test_an_empty_file_is_the_usual_settings(tmp_path: Path) -> None:
    file = tmp_path / "settings.toml"
    for content in (b"", b"\n", b"\xef\xbb\xbf", b"# mine\r\n"):
        file.write_bytes(content)
        assert loaded(file) == USUAL
        assert file.read_bytes() == content
    assert names_in(tmp_path) == ["settings.toml"]


def test_values_are_read_in_any_case_and_after_a_byte_order_mark(tmp_path: Path) -> None:
    file = tmp_path / "settings.toml"
    file.write_bytes(b'\xef\xbb\xbftheme = " Light "\r\nbell = "ON"\r\n')
    assert loaded(file) == replace(USUAL, theme="light", bell="on")


@pytest.mark.parametrize(
    "value",
    [
        '"purple"',
        '""',
        "1",
        "true",
        "1.5",
        "nan",
        "[]",
        '["dark"]',
        "{dark = 1}",
        "1979-05-27",
        "0x" + "f" * 9000,
        '"' + "x" * 9000 + '"',
        r'"\u001b[2J"',
    ],
)
def test_a_wrong_value_is_named_and_the_usual_one_holds(value: str, tmp_path: Path) -> None:
    file = tmp_path / "settings.toml"
    text = f'theme = {value}\ndeck = "two"\n'
    file.write_text(text)
    settings, (problem,) = SettingsFile(file).load()
    assert settings == replace(USUAL, deck="two")
    assert "theme" in problem
    assert "dark, light, contrast" in problem
    assert problem.endswith(".")
    assert problem.isprintable()
    assert file.read_text() == text
    assert names_in(tmp_path) == ["settings.toml"]


BROKEN: dict[str, bytes] = {
    "bare word": b"mouse = off\n",
    "one sign": b"[",
    "NUL": bytes(1000),
    "cut": b'theme = "dar',
    "twice": b"bell = 'on'\nbell = 'off'\n",
    "not UTF-8": b'theme = "\xff"\n',
    "UTF-16": 'theme = "dark"\n'.encode("utf-16"),
    "too large": b"# " + b"x" * (1 << 20),
    "deep": b"x = " + b"[" * 100_000,
    "long number": b"x = " + b"9" * 100_000,
    "JSON": b'{"theme": "dark"}',
}


@pytest.mark.parametrize("kind", BROKEN)
def test_a_file_that_holds_no_settings_is_set_aside(kind: str, tmp_path: Path) -> None:
    file = tmp_path / "settings.toml"
    file.write_bytes(BROKEN[kind])
    settings, (problem,) = SettingsFile(file).load()
    assert settings == USUAL
    assert str(tmp_path / "settings.broken.toml") in problem
    assert problem.endswith(".")
    assert problem.isprintable()
    assert names_in(tmp_path) == ["settings.broken.toml"]
    assert (tmp_path / "settings.broken.toml").read_bytes() == BROKEN[kind]
    assert loaded(file) == USUAL
    SettingsFile(file).save(replace(USUAL, bell="on"), USUAL)
    assert loaded(file) == replace(USUAL, bell="on")


def test_what_was_set_aside_is_never_overwritten(tmp_path: Path) -> None:
    file = tmp_path / "settings.toml"
    for number, ending in enumerate(["", "-2", "-3"], 1):
        file.write_text("[" * number)
        _, (problem,) = SettingsFile(file).load()
        assert f"settings.broken{ending}.toml" in problem
    assert [len((tmp_path / name).read_text()) for name in names_in(tmp_path)] == [2, 3, 1]


def test_a_folder_or_a_pipe_in_its_place_is_set_aside(tmp_path: Path) -> None:
    file = tmp_path / "settings.toml"
    file.mkdir()
    (file / "mine").write_text("kept")
    settings, (problem,) = SettingsFile(file).load()
    assert (settings, "settings.broken.toml" in problem) == (USUAL, True)
    assert (tmp_path / "settings.broken.toml" / "mine").read_text() == "kept"
    os.mkfifo(file)
    settings, (problem,) = SettingsFile(file).load()
    assert (settings, "settings.broken-2.toml" in problem) == (USUAL, True)


def test_a_link_to_something_else_is_set_aside_and_the_other_thing_stays(tmp_path: Path) -> None:
    file, other = tmp_path / "settings.toml", tmp_path / "other"
    other.mkdir()
    file.symlink_to(other)
    assert len(SettingsFile(file).load()[1]) == 1
    file.symlink_to("/dev/null")
    assert len(SettingsFile(file).load()[1]) == 1
    assert names_in(tmp_path) == ["other", "settings.broken-2.toml", "settings.broken.toml"]
    assert Path("/dev/null").is_char_device()
    file.symlink_to(file)
    settings, (problem,) = SettingsFile(file).load()
    assert settings == USUAL
    assert "cannot be read" in problem
    assert file.is_symlink()


def test_a_file_that_may_not_be_read_stays() -> None:
    with as_nobody() as folder:
        file = folder / "settings.toml"
        file.write_text('bell = "on"\n')
        file.chmod(0)
        settings, (problem,) = SettingsFile(file).load()
        assert settings == USUAL
        assert "cannot be read: Permission denied" in problem
        with pytest.raises(PermissionError):
            SettingsFile(file).save(replace(USUAL, theme="light"), USUAL)
        assert names_in(folder) == ["settings.toml"]
        file.chmod(0o600)
        assert file.read_text() == 'bell = "on"\n'


def test_a_broken_file_that_cannot_be_set_aside_is_named_and_stays() -> None:
    with as_nobody() as folder:
        file = folder / "settings.toml"
        file.write_text("[")
        folder.chmod(0o500)
        settings, (problem,) = SettingsFile(file).load()
        assert settings == USUAL
        assert "is not TOML" in problem
        with pytest.raises(OSError, match="TOML"):
            SettingsFile(file).save(replace(USUAL, theme="light"), USUAL)
        assert file.read_text() == "["


def test_reading_needs_nothing_that_only_writing_needs(tmp_path: Path) -> None:
    program = (
        "import sys; from pathlib import Path\n"
        "from seven_games.store.settings import SettingsFile\n"
        f"SettingsFile(Path({str(tmp_path / 'settings.toml')!r})).load()\n"
        "sys.exit('tomlkit' in sys.modules)"
    )
    env = os.environ | {"PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
    assert subprocess.run([sys.executable, "-c", program], env=env, check=False).returncode == 0


# Writing


MINE = """\
# My settings, do not touch.
theme = "light"  # easier on the eyes
future = [1, 2,
  3]  # of a newer version

[plugin]
theme = "dark"
"""


def test_only_what_changed_is_written_and_all_else_is_kept(tmp_path: Path) -> None:
    file = tmp_path / "settings.toml"
    file.write_text(MINE)
    was = loaded(file)
    SettingsFile(file).save(replace(was, theme="contrast", bell="on"), was)
    text = file.read_text()
    assert text.replace('"contrast"', '"light"').replace('bell = "on"\n', "") == MINE
    assert tomllib.loads(text) == tomllib.loads(MINE) | {"theme": "contrast", "bell": "on"}


def test_nothing_is_written_where_nothing_changed(tmp_path: Path) -> None:
    SettingsFile(tmp_path / "new" / "settings.toml").save(USUAL, USUAL)
    assert names_in(tmp_path) == []


def test_a_wrong_value_stays_until_its_own_setting_is_changed(tmp_path: Path) -> None:
    file = tmp_path / "settings.toml"
    file.write_text('theme = "purple"\n')
    settings, _ = SettingsFile(file).load()
    SettingsFile(file).save(replace(settings, bell="on"), settings)
    assert file.read_text() == 'theme = "purple"\nbell = "on"\n'
    SettingsFile(file).save(replace(settings, theme="light"), settings)
    assert loaded(file) == replace(USUAL, theme="light", bell="on")


def test_two_programs_do_not_undo_each_other(tmp_path: Path) -> None:
    one, two = SettingsFile(tmp_path / "settings.toml"), SettingsFile(tmp_path / "settings.toml")
    was_one, was_two = loaded(one.path), loaded(two.path)
    one.save(replace(was_one, theme="light"), was_one)
    two.save(replace(was_two, bell="on"), was_two)
    assert loaded(one.path) == replace(USUAL, theme="light", bell="on")


def test_many_programs_at_once_lose_nothing(tmp_path: Path) -> None:
    file = SettingsFile(tmp_path / "settings.toml")

    def change(name: str) -> None:
        was = USUAL
        for value in [*KNOWN[name].values] * 5:
            now = replace(was, **{name: value})
            file.save(now, was)
            was = now

    children = [start(partial(change, name)) for name in ("theme", "deck", "pace", "trick")]
    assert [os.waitpid(child, 0)[1] for child in children] == [0] * 4
    assert loaded(file.path) == Settings(
        theme="contrast", deck="blind", pace="instant", trick="none"
    )
    assert names_in(tmp_path) == ["settings.toml"]


def test_a_link_stays_a_link(tmp_path: Path) -> None:
    (tmp_path / "dotfiles").mkdir()
    target, file = tmp_path / "dotfiles" / "games.toml", tmp_path / "settings.toml"
    file.symlink_to(target)
    for bell, was in (("on", "off"), ("off", "on")):
        SettingsFile(file).save(replace(USUAL, bell=bell), replace(USUAL, bell=was))
        assert file.is_symlink()
        assert target.read_text() == f'bell = "{bell}"\n'
    assert names_in(tmp_path / "dotfiles") == ["games.toml"]


def test_files_and_folders_are_private_and_a_chosen_mode_is_kept(tmp_path: Path) -> None:
    file = tmp_path / "a" / "b" / "settings.toml"
    SettingsFile(file).save(replace(USUAL, bell="on"), USUAL)
    assert file.stat().st_mode & 0o777 == 0o600
    assert file.parent.stat().st_mode & 0o777 == 0o700
    assert file.parent.parent.stat().st_mode & 0o777 == 0o700
    file.chmod(0o644)
    SettingsFile(file).save(replace(USUAL, theme="light"), USUAL)
    assert file.stat().st_mode & 0o777 == 0o644


def test_a_full_disk_leaves_the_old_file_whole_and_no_other(tmp_path: Path) -> None:
    file = tmp_path / "settings.toml"
    file.write_text(MINE)
    was = loaded(file)
    for size in (0, 1, 40, len(MINE)):
        with no_room_beyond(size), pytest.raises(OSError, match="too large"):
            SettingsFile(file).save(replace(was, bell="on"), was)
        assert file.read_text() == MINE
        assert names_in(tmp_path) == ["settings.toml"]


@pytest.mark.parametrize("step", ["fsync", "replace"])
def test_a_failing_step_leaves_the_old_file_whole_and_no_other(
    step: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object) -> None:
        raise OSError(5, "Input/output error")

    file = tmp_path / "settings.toml"
    file.write_text(MINE)
    was = loaded(file)
    monkeypatch.setattr(os, step, fail)
    with pytest.raises(OSError, match="Input/output"):
        SettingsFile(file).save(replace(was, bell="on"), was)
    monkeypatch.undo()
    assert file.read_text() == MINE
    assert names_in(tmp_path) == ["settings.toml"]


def test_a_folder_that_may_not_be_written_is_an_oserror() -> None:
    with as_nobody() as folder:
        folder.chmod(0o500)
        with pytest.raises(PermissionError):
            SettingsFile(folder / "settings.toml").save(replace(USUAL, bell="on"), USUAL)
        with pytest.raises(PermissionError):
            SettingsFile(folder / "new" / "settings.toml").save(replace(USUAL, bell="on"), USUAL)


def test_killed_while_saving_it_is_the_old_file_or_the_new_one(tmp_path: Path) -> None:
    file = SettingsFile(tmp_path / "settings.toml")
    ready, tell = os.pipe()

    def save_for_ever() -> None:
        was = USUAL
        while True:
            now = replace(was, pace="fast" if was.pace == "slow" else "slow")
            file.save(now, was)
            os.write(tell, b".")
            was = now

    dice = random.Random(1)
    for _ in range(30):
        child = start(save_for_ever)
        os.read(ready, 1)
        time.sleep(dice.random() / 100)
        os.kill(child, signal.SIGKILL)
        os.waitpid(child, 0)
        assert loaded(file.path).pace in {"fast", "slow"}
        assert names_in(tmp_path) == ["settings.toml"]


def test_what_a_killed_program_left_is_removed_but_not_under_one_that_saves(tmp_path: Path) -> None:
    file = tmp_path / "settings.toml"
    left = tmp_path / ".settings.toml.0badcafe.new"
    left.write_text("theme")
    with held(tmp_path, 0) as alone:
        assert alone
        assert loaded(file) == USUAL
        assert left.exists()
    assert loaded(file) == USUAL
    assert names_in(tmp_path) == []


TEXT = st.text(st.characters(codec="utf-8", exclude_categories=["Cc"]), max_size=8)
VALUES: st.SearchStrategy[Any] = st.recursive(
    st.booleans() | st.integers(-(10**9), 10**9) | TEXT | st.dates(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(TEXT, inner, max_size=3),
    max_leaves=8,
)
KEYS = st.sampled_from([*KNOWN, "x", "a.b", "[t]"]) | TEXT


@hypothesis_settings(deadline=None, max_examples=50)
@given(st.dictionaries(KEYS, VALUES, max_size=6), st.sampled_from(list(KNOWN)))
def test_whatever_else_stands_in_the_file_stays(data: dict[str, Any], name: str) -> None:
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "settings.toml"
        file.write_text(tomlkit.dumps(data), encoding="utf-8")
        before = tomllib.loads(file.read_text(encoding="utf-8"))
        was, _ = SettingsFile(file).load()
        value = next(word for word in KNOWN[name].values if word != getattr(was, name))
        SettingsFile(file).save(replace(was, **{name: value}), was)
        assert tomllib.loads(file.read_text(encoding="utf-8")) == before | {name: value}
