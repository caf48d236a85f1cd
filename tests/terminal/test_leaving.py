"""How the program ends, and is stopped for a while, and what it leaves in the terminal."""

from __future__ import annotations

import os
import signal
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from terminal import PROGRAM, Terminal, processor_time

if TYPE_CHECKING:
    from collections.abc import Callable

TABLE = ("play", "sedma", "--players", "2", "--seed", "5")
CURTAIN = (*TABLE, "--seat", "Taras", "--seat", "Olha")
RESULT = ("play", "sedma", "--players", "4", "--seed", "5")
WITH_FAULTS = (
    sys.executable,
    "-c",
    """
import sys
from seven_games.bots.bot import Normal
from seven_games.tui.screens.table import TableScreen

def fail(*_things):
    secret_hand = "10h Kc"
    raise RuntimeError(secret_hand)

TableScreen._do_log = fail
Normal.choose = fail

from seven_games.__main__ import main
main()
""",
)
"""The program, where the log and the bots have a fault."""
FROM_ITS_FIRST_LINE = (
    sys.executable,
    "-c",
    """
import signal
signal.signal(signal.SIGINT, signal.SIG_DFL)
print("begun", flush=True)
from seven_games.__main__ import main
main()
""",
)
"""The program, which says when Python has started: what Python does before is not its own."""

PLACES: dict[str, tuple[tuple[str, ...], str, str]] = {
    "home": ((), "", "SEVEN GAMES"),
    "game": ((), "\r", "SEVENS"),
    "rules": ((), "5\r", "How it is played"),
    "help at home": ((), "?", "Keys"),
    "table": (TABLE, "", "Your turn"),
    "log": (TABLE, "l", "Played in this deal"),
    "scores": (TABLE, "c", "Scores of the match"),
    "help": (TABLE, "?", "How it is played"),
    "new cards": (TABLE, "\rn", "Stay"),
    "typing a card": (TABLE, ":7", "Card: 7"),
    "curtain": (CURTAIN, "", "Hand the keyboard over"),
}
"""Every screen: the program's arguments, the keys that lead there, and what is seen there."""
FIRST = {(): "SEVEN GAMES", TABLE: "Your turn", CURTAIN: "Hand the keyboard over"}


def at(place: str) -> Terminal:
    """The program with this screen open."""
    arguments, keys, seen = PLACES[place]
    terminal = Terminal(*arguments)
    terminal.until(lambda text: FIRST[arguments] in text)
    if keys:
        terminal.press(keys)
    terminal.until(lambda text: seen in text)
    return terminal


def played_out() -> Terminal:
    """The program at the result of a deal."""
    terminal = Terminal(*RESULT)
    terminal.until(lambda text: "SEDMA" in text)
    terminal.press("]]]")
    for _ in range(400):
        if "is over" in terminal.text:
            return terminal
        terminal.press("\r")
        terminal.read(0.1)
    raise AssertionError(terminal.text)


# Ctrl+C and signals


@pytest.mark.parametrize("place", [*PLACES, "result"])
def test_ctrl_c_twice_leaves_from_everywhere(place: str) -> None:
    terminal = played_out() if place == "result" else at(place)
    terminal.press("\x03")
    terminal.until(lambda text: "Press Ctrl+C once more" in text)
    terminal.press("\x03")
    assert terminal.ended() == 130
    assert terminal.left_behind() == []


@pytest.mark.parametrize("place", ["home", "table", "curtain", "help"])
@pytest.mark.parametrize(
    ("number", "code"),
    [
        (signal.SIGTERM, 143),
        (signal.SIGHUP, 129),
        (signal.SIGINT, 130),
        (signal.SIGQUIT, 131),
    ],
)
def test_a_signal_ends_it_with_its_code(place: str, number: signal.Signals, code: int) -> None:
    terminal = at(place)
    terminal.program.kill(number)
    assert terminal.ended() == code
    assert terminal.left_behind() == []
    assert b"Traceback" not in terminal.sent


@pytest.mark.parametrize("begin", ["begun", "\x1b[?1049h"], ids=["loading", "opening"])
def test_ctrl_c_held_down_shows_no_traceback(begin: str) -> None:
    terminal = Terminal(*TABLE, command=FROM_ITS_FIRST_LINE)
    while begin.encode() not in terminal.sent:
        assert terminal.read()
    # While the program is loading, and when it has left, these are signals; between, keys.
    for _ in range(300):
        if not terminal.read(0.02):
            break
        terminal.press("\x03")
    assert terminal.ended() in (130, -signal.SIGINT)
    assert terminal.left_behind() == []
    assert b"Traceback" not in terminal.sent


def test_a_signal_while_the_screen_opens_leaves_it_clean() -> None:
    for _ in range(3):
        terminal = Terminal(*TABLE)
        while b"\x1b[?1049h" not in terminal.sent:
            assert terminal.read(0.001)
        terminal.program.kill(signal.SIGTERM)
        assert terminal.ended() == 143
        assert terminal.left_behind() == []


# Faults


def test_a_fault_of_a_screen_is_one_line_and_shows_no_cards() -> None:
    terminal = Terminal(*TABLE, command=WITH_FAULTS)
    terminal.until(lambda text: "Your turn" in text)
    terminal.press("l")
    assert terminal.ended() == 1
    after = bytes(terminal.sent).rpartition(b"\x1b[?1049l")[2]
    assert b"stopped by a fault of its own: RuntimeError" in after
    assert after.count(b"\n") == 1
    assert b"Traceback" not in terminal.sent
    assert b"secret" not in terminal.sent
    assert terminal.left_behind() == []


def test_a_fault_of_a_bot_is_not_seen_and_the_table_goes_on() -> None:
    terminal = Terminal(*TABLE, command=WITH_FAULTS)
    # The bot led, so it has already failed.
    terminal.until(lambda text: "Your turn" in text)
    for trick in range(2, 4):
        for _ in range(100):
            if f"trick {trick}" in terminal.text:
                break
            terminal.press("\r")
            terminal.read(0.1)
        assert f"trick {trick}" in terminal.text
    terminal.press("\x03\x03")
    assert terminal.ended() == 130
    assert b"Traceback" not in terminal.sent
    assert terminal.left_behind() == []


# A bot that thinks

EXPERT = ("play", "sedma", "--players", "2", "--seat", "You", "--seat", "bot:expert", "--seed", "5")
THINKING_LONG = (
    sys.executable,
    "-c",
    """
from seven_games.bots.bot import Searching
from seven_games.bots.search import Budget
from seven_games.table import setup

setup.make_bot = lambda *_asked: Searching({"sedma": Budget(worlds=10**9, whole=True)}, 1)

from seven_games.__main__ import main
main()
""",
)
"""The program with bots that never come to an end."""


def workers_of(terminal: Terminal) -> list[int]:
    """The processes that a program has started."""
    pid = terminal.program.pid
    children = Path(f"/proc/{pid}/task/{pid}/children")
    return [int(child) for child in children.read_text(encoding="utf-8").split()]


def is_there(pid: int) -> bool:
    return Path(f"/proc/{pid}/exe").exists()


@pytest.mark.parametrize("end", ["q", "ctrl+c", "hung up"])
def test_it_is_left_at_once_while_a_bot_thinks(end: str) -> None:
    terminal = Terminal(*EXPERT, command=THINKING_LONG)
    terminal.until(lambda text: "Your turn" in text or "Ira" in text or "Olha" in text)
    if "Your turn" in terminal.text:
        terminal.press("\r")
    terminal.until(lambda text: "Your turn" not in text)
    (worker,) = workers_of(terminal)
    for _ in range(200):
        if processor_time(worker) > 0.5:
            break
        terminal.read(0.05)
    else:
        pytest.fail("nobody is thinking")
    # Keys are answered meanwhile.
    terminal.press("l")
    terminal.until(lambda text: "Played in this deal" in text, 5)
    terminal.press("q")
    terminal.until(lambda text: "Played in this deal" not in text, 5)
    begun = time.monotonic()
    if end == "hung up":
        assert terminal.hang_up()[0] == 129
    else:
        terminal.press("q" if end == "q" else "\x03\x03")
        assert terminal.ended(5) == (0 if end == "q" else 130)
        assert terminal.left_behind() == []
        assert b"Traceback" not in terminal.sent
    while is_there(worker):
        assert time.monotonic() - begun < 5
        time.sleep(0.01)


def test_a_worker_that_is_killed_is_not_seen_and_the_table_goes_on() -> None:
    terminal = Terminal(*EXPERT)
    terminal.until(lambda text: "Your turn" in text)
    terminal.press("]]]")
    for trick in range(2, 4):
        for _ in range(100):
            if f"trick {trick}" in terminal.text:
                break
            for worker in workers_of(terminal):
                os.kill(worker, signal.SIGKILL)
            terminal.press("\r")
            terminal.read(0.1)
        assert f"trick {trick}" in terminal.text
    terminal.press("\x03\x03")
    assert terminal.ended() == 130
    assert terminal.left_behind() == []
    assert b"Traceback" not in terminal.sent


# Two keys at once

PAIRS = ("\r\r", "  ", "11", "qq", "\x1b\x1b", "\rq", "q\r", "qqq", "??", "lqq")


@pytest.mark.parametrize("place", PLACES)
def test_two_keys_in_one_write_leave_no_dead_screen(place: str) -> None:
    terminal = at(place)
    there = True
    for pair in PAIRS:
        if there:
            terminal.press(pair)
            there = terminal.read(0.15)
    # Either they have left the program, or Ctrl+C twice still does.
    if there:
        terminal.press("\x03\x03")
    assert terminal.ended() in (0, 130)
    assert terminal.left_behind() == []
    assert b"Traceback" not in terminal.sent
    assert b"stopped by a fault" not in terminal.sent


# The shell


class Shell(Terminal):
    """A shell with job control, and the program as its job."""

    def __init__(self) -> None:
        super().__init__(
            command=("bash", "--norc", "--noprofile", "-i"),
            PS1="ready> ",
            # What this shell itself switches on and off is not what is looked for.
            INPUTRC="/dev/null",
        )
        self.until(lambda text: "ready>" in text)
        self.press("bind 'set enable-bracketed-paste off'\r")
        self.say("echo $((6*7))", "42")

    def say(self, line: str, answer: str) -> None:
        """Type a line, and wait for its answer."""
        self.wipe()
        self.press(f"{line}\r")
        self.until(lambda text: any(shown.strip() == answer for shown in text.splitlines()))

    def begin(self) -> int:
        """Start the program; its process."""
        self.wipe()
        self.press(" ".join(PROGRAM + TABLE) + "\r")
        self.until(lambda text: "Your turn" in text)
        self.quiet()
        (job,) = (
            Path(f"/proc/{self.program.pid}/task/{self.program.pid}/children")
            .read_text(encoding="utf-8")
            .split()
        )
        return int(job)

    def stop(self, stop: Callable[[], object]) -> None:
        """Stop the program; the shell is there and its terminal is clean."""
        self.wipe()
        stop()
        self.until(lambda text: "Stopped" in text and "ready>" in text)
        assert self.left_behind() == []
        self.say("stty -a | grep -o ' echo ' && echo $((6*7))", "42")

    def go_on(self, line: str = "fg") -> None:
        """Bring the program back; all of the table is drawn, and a key works."""
        self.wipe()
        self.press(f"{line}\r")
        table = ("SEDMA", "Your turn", "┃8♠ ┃", "quit")
        self.until(lambda text: all(sign in text for sign in table))
        self.press("?")
        self.until(lambda text: "How it is played" in text)
        self.press("q")
        self.until(lambda text: "Your turn" in text)


@pytest.mark.parametrize("how", ["ctrl+z", "a signal", "a signal that asks nobody"])
def test_it_stops_for_the_shell_and_comes_back(how: str) -> None:
    shell = Shell()
    job = shell.begin()
    for _ in range(2):
        if how == "ctrl+z":
            shell.stop(lambda: shell.press("\x1a"))
        elif how == "a signal":
            shell.stop(lambda: os.kill(job, signal.SIGTSTP))
        else:
            # Nothing can be tidied before this one; the shell is not looked at.
            shell.wipe()
            os.kill(job, signal.SIGSTOP)
            shell.until(lambda text: "Stopped" in text)
        shell.go_on()
    shell.press("\x03\x03")
    shell.until(lambda text: "Aborted." in text and "ready>" in text)
    shell.say("echo $? $((6*7))", "130 42")
    assert shell.left_behind() == []


def test_it_waits_in_the_background_and_can_be_ended_there() -> None:
    shell = Shell()
    job = shell.begin()
    shell.stop(lambda: shell.press("\x1a"))
    shell.press("bg\r")
    for _ in range(100):
        shell.press("jobs -l\r")
        shell.read(0.2)
        if "Stopped (tty output)" in shell.text:
            break
    else:
        pytest.fail(shell.text)
    assert shell.left_behind() == []
    shell.go_on()
    shell.stop(lambda: shell.press("\x1a"))
    shell.press("kill %1\r")
    for _ in range(100):
        if "Terminated" in shell.text:
            break
        shell.press("\r")
        shell.read(0.2)
    else:
        pytest.fail(shell.text)
    assert not Path(f"/proc/{job}").exists()
    assert shell.left_behind() == []


def test_to_be_told_to_go_on_without_a_stop_changes_nothing() -> None:
    terminal = at("table")
    terminal.wipe()
    terminal.program.kill(signal.SIGCONT)
    terminal.until(lambda text: "Your turn" in text)
    terminal.press("\x03\x03")
    assert terminal.ended() == 130
    assert terminal.left_behind() == []


@pytest.mark.parametrize("how", ["ctrl+z", "a signal"])
def test_it_does_not_stop_where_there_is_no_shell_to_wake_it(how: str) -> None:
    terminal = at("table")
    if how == "ctrl+z":
        terminal.press("\x1a")
    else:
        terminal.program.kill(signal.SIGTSTP)
    terminal.press("?")
    terminal.until(lambda text: "How it is played" in text)
    assert b"\x1b[?1049l" not in terminal.sent
    terminal.press("\x03\x03")
    assert terminal.ended() == 130


# The terminal goes


def test_a_closed_terminal_ends_it_at_once_without_work() -> None:
    # Of three the quickest counts: the machine may have other things to do.
    times = []
    for place in ("home", "table", "curtain"):
        code, took, worked = at(place).hang_up()
        assert code == 129
        assert worked < 0.5
        times.append(took)
    assert min(times) < 1


@pytest.mark.parametrize("end", ["it is closed", "SIGTERM"])
def test_a_terminal_that_reads_nothing_keeps_it_from_nothing(end: str) -> None:
    terminal = at("table")
    # More is drawn than any buffer holds.
    for number in range(300):
        terminal.program.setwinsize(24 + number % 20, 80 + number % 30)
        time.sleep(0.01)
    if end == "it is closed":
        code, _took, worked = terminal.hang_up()
        assert code == 129
        assert worked < 1
    else:
        terminal.program.kill(signal.SIGTERM)
        for _ in range(1000):
            if os.waitid(os.P_PID, terminal.program.pid, os.WEXITED | os.WNOHANG | os.WNOWAIT):
                break
            time.sleep(0.02)
        else:
            pytest.fail("it is still there")
        assert terminal.ended() == 143


def test_what_a_slow_terminal_missed_is_drawn_when_it_reads_again() -> None:
    terminal = at("table")
    for number in range(300):
        terminal.program.setwinsize(24 + number % 20, 80 + number % 30)
        time.sleep(0.01)
    terminal.program.setwinsize(24, 80)
    terminal.press("?")
    terminal.until(lambda text: "How it is played" in text)
    terminal.quiet()
    assert "quit" not in terminal.text.splitlines()[-1]
    terminal.press("\x03\x03")
    assert terminal.ended() == 130
    assert terminal.left_behind() == []
