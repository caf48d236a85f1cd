"""What the screen costs, beside the least that a program of its library can cost.

Everything is measured in a pseudo-terminal of 80x24, in rounds in which the table, a Textual
program with one line of text, and a Typer program with one command take turns. Shown are medians
of the rounds, for keys the slowest but one in twenty. Times change with the machine and with what
else it does; run it where nothing else runs:

    .venv/bin/python tests/benchmarks/ui.py --rounds 9

The budgets that are no times are tests as well (`tests/terminal/test_budgets.py`).
"""

from __future__ import annotations

import argparse
import fcntl
import os
import pty
import select
import signal
import struct
import subprocess
import sys
import tempfile
import termios
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from statistics import median, quantiles

TABLE = ("-m", "seven_games", "play", "sevens", "--seed", "5")
HOME = ("-m", "seven_games")
LEAST = (
    "-c",
    """
from textual.app import App
from textual.widgets import Static

class Least(App[None]):
    def compose(self):
        yield Static("ready, quit")

Least().run()
""",
)
LEAST_COMMAND = (
    "-c",
    """
import typer

app = typer.Typer(rich_markup_mode=None)

@app.command()
def one(name: str):
    pass

app()
""",
    "--help",
)
EXPERT = (
    *("-m", "seven_games", "play", "sevens", "--seed", "5", "--seat", "You"),
    *("--seat", "bot:expert"),
)
THINKING = (
    "-c",
    """
import sys
from seven_games.bots.bot import Searching
from seven_games.bots.search import Budget
from seven_games.engine import GAMES
from seven_games.table import setup, table

table.PATIENCE = 1e9
if sys.argv.pop(1) == "thinks":
    endless = dict.fromkeys(GAMES, Budget(worlds=10**9, whole=True))
    setup.make_bot = lambda *_asked: Searching(endless, 1)

from seven_games.__main__ import main
main()
""",
)
"""The program, where a bot thinks without an end, or as always, by the word that follows."""
SEEN = b"quit"
"""What a first frame ends with, in all of them."""
Line = tuple[str, float, float, str]
"""What was measured, the value, the most that is wanted, and their unit."""
QUIET = 0.1
"""After so many seconds without a byte a repaint is over."""


# Bytecode is written once, as for a person, whatever this shell has for its own work.
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)


class Program:
    """A Python program in a terminal, and what it has written; nothing of it is shown."""

    def __init__(self, arguments: tuple[str, ...], home: str) -> None:
        self.begun = time.monotonic()
        self.pid, self._terminal = pty.fork()
        if self.pid == 0:
            os.environ.update(TERM="xterm-256color", SEVEN_GAMES_HOME=home)
            os.environ.pop("COLORTERM", None)
            os.execv(sys.executable, [sys.executable, *arguments])
        fcntl.ioctl(self._terminal, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 80, 0, 0))
        self.written = b""
        self.last = self.begun
        """When the last byte came."""

    def read(self, seconds: float) -> bool:
        """Take in what comes within these seconds; whether anything did."""
        if not select.select([self._terminal], [], [], seconds)[0]:
            return False
        self.written += os.read(self._terminal, 65536)
        self.last = time.monotonic()
        return True

    def until(self, sign: bytes) -> None:
        """Read until this has come. Raises TimeoutError when it does not."""
        begin = len(self.written)
        while sign not in self.written[begin:]:
            if not self.read(30):
                raise TimeoutError(sign)

    def quiet(self, seconds: float = QUIET) -> None:
        """Read until nothing comes for so many seconds."""
        while self.read(seconds):
            pass

    def press(self, keys: str) -> tuple[float, int]:
        """Press keys; the seconds to the last byte of what they change, and its bytes."""
        before, begun = len(self.written), time.monotonic()
        os.write(self._terminal, keys.encode())
        self.read(2)
        self.quiet()
        return self.last - begun, len(self.written) - before

    @property
    def worker(self) -> int:
        """The process that thinks for it."""
        children = Path(f"/proc/{self.pid}/task/{self.pid}/children")
        return int(children.read_text(encoding="utf-8").split()[0])

    @property
    def worked(self) -> float:
        """The seconds of processor time used so far."""
        return self.worked_by(self.pid)

    def worked_by(self, pid: int) -> float:
        """The same of another process."""
        fields = Path(f"/proc/{pid}/stat").read_text(encoding="utf-8").rpartition(")")[2]
        user, system = fields.split()[11:13]
        return (int(user) + int(system)) / os.sysconf("SC_CLK_TCK")

    @property
    def memory(self) -> float:
        """The megabytes that it holds."""
        status = Path(f"/proc/{self.pid}/status").read_text(encoding="utf-8")
        (line,) = [line for line in status.splitlines() if line.startswith("VmRSS:")]
        return int(line.split()[1]) / 1024

    def end(self) -> None:
        os.kill(self.pid, signal.SIGKILL)
        os.waitpid(self.pid, 0)
        os.close(self._terminal)


@contextmanager
def running(arguments: tuple[str, ...]) -> Iterator[Program]:
    """A program that has shown its first frame."""
    with tempfile.TemporaryDirectory() as home:
        program = Program(arguments, home)
        try:
            program.until(SEEN)
            yield program
        finally:
            program.end()


def start(arguments: tuple[str, ...]) -> tuple[float, float]:
    """Wall and processor seconds to the first complete frame."""
    with running(arguments) as program:
        return program.last - program.begun, program.worked


def command(arguments: tuple[str, ...]) -> float:
    """The processor seconds of a command from beginning to end."""
    process = subprocess.Popen([sys.executable, *arguments], stdout=subprocess.DEVNULL)
    used = os.wait4(process.pid, 0)[2]
    process.returncode = 0
    return used.ru_utime + used.ru_stime


def keys() -> tuple[list[float], list[int]]:
    """Seconds and bytes of moves of the cursor."""
    with running(TABLE) as program:
        program.until(b"Your turn")
        program.quiet()
        times, sizes = zip(*(program.press("\x1b[C") for _ in range(60)), strict=True)
        return list(times), list(sizes)


def keys_while(thinks: str) -> list[float]:
    """Seconds to open and to close the log, while a bot "thinks" or while it "waits"."""
    with running((*THINKING, thinks, *TABLE[2:])) as program:
        if thinks == "thinks":
            end = time.monotonic() + 60
            while program.worked_by(program.worker) < 0.5:
                if time.monotonic() > end:
                    raise TimeoutError("nobody thinks")
                program.read(0.05)
        else:
            program.until(b"Your turn")
        program.quiet(0.4)
        return [program.press(key)[0] for _ in range(30) for key in "lq"]


def idle_worker(seconds: float) -> tuple[float, float]:
    """Of the worker while a person thinks: per cent of a processor, and the megabytes it holds."""
    with running(EXPERT) as program:
        program.until(b"Your turn")
        program.quiet(1)
        before, end = program.worked_by(program.worker), time.monotonic() + seconds
        while (left := end - time.monotonic()) > 0:
            program.read(left)
        worked = (program.worked_by(program.worker) - before) / seconds * 100
        status = Path(f"/proc/{program.worker}/status").read_text(encoding="utf-8")
        (line,) = [line for line in status.splitlines() if line.startswith("VmRSS:")]
        return worked, int(line.split()[1]) / 1024


def card() -> int:
    """The bytes of a played card."""
    with running(TABLE) as program:
        program.until(b"Your turn")
        # The keyboard's guard, and the last bot's repaint.
        program.quiet(0.4)
        return program.press("\r")[1]


def waiting(seconds: float) -> tuple[int, float, float]:
    """While a person thinks: bytes, per cent of a processor, and the megabytes held."""
    with running(TABLE) as program:
        program.until(b"Your turn")
        program.quiet(0.5)
        bytes_before, worked_before = len(program.written), program.worked
        end = time.monotonic() + seconds
        while (left := end - time.monotonic()) > 0:
            program.read(left)
        worked = (program.worked - worked_before) / seconds * 100
        return len(program.written) - bytes_before, worked, program.memory


def memory_of_the_least() -> float:
    """The megabytes that the least program holds."""
    with running(LEAST) as program:
        program.quiet(0.5)
        return program.memory


def imported(arguments: tuple[str, ...]) -> set[str]:
    """The packages that a command imports."""
    done = subprocess.run(
        [sys.executable, "-X", "importtime", *arguments], capture_output=True, check=True
    )
    names = (line.rpartition(b"|")[2].strip() for line in done.stderr.splitlines())
    return {name.partition(b".")[0].decode() for name in names}


def main() -> None:
    """Measure in turns, and print what was measured beside what is wanted."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--rounds", type=int, default=5, help="how often everything is measured")
    parser.add_argument("--waiting", type=float, default=10, help="seconds of doing nothing")
    options = parser.parse_args()

    found: dict[str, list[float]] = {}

    def note(name: str, value: float) -> None:
        found.setdefault(name, []).append(value)

    # The first start compiles; it is nobody's usual one.
    for arguments in (TABLE, HOME, LEAST):
        start(arguments)
    command(LEAST_COMMAND)
    moves: list[float] = []
    pages: dict[str, list[float]] = {"thinks": [], "waits": []}
    for _ in range(options.rounds):
        for name, arguments in (("table", TABLE), ("home", HOME), ("least", LEAST)):
            wall, worked = start(arguments)
            note(f"{name} wall", wall)
            note(f"{name} cpu", worked)
        times, sizes = keys()
        moves += times
        note("cursor bytes", max(sizes))
        for kind in pages:
            pages[kind] += keys_while(kind)
        note("card bytes", card())
        note("help", command(("-m", "seven_games", "--help")))
        note("least help", command(LEAST_COMMAND))
    sent, worked, held = waiting(options.waiting)
    idle, held_by_worker = idle_worker(options.waiting)
    page, page_of_thinker = (
        quantiles(pages[kind], n=20)[-1] * 1000 for kind in ("waits", "thinks")
    )

    def ms(name: str) -> float:
        return median(found[name]) * 1000

    def least(kind: str) -> str:
        return f"least {ms(f'least {kind}'):.0f} ms"

    lines: list[Line] = [
        (
            f"start to first frame, {name}, {kind}: {ms(f'{name} {kind}'):.0f} ms; {least(kind)}",
            ms(f"{name} {kind}") / ms(f"least {kind}"),
            1.25,
            "x",
        )
        for kind in ("cpu", "wall")
        for name in ("table", "home")
    ]
    lines += [
        ("key to last byte, 95 of 100", quantiles(moves, n=20)[-1] * 1000, 20, "ms"),
        (
            f"a page while an expert thinks, 95 of 100; while nobody does {page:.0f} ms",
            *(page_of_thinker, 20, "ms"),
        ),
        (f"processor of a worker that waits; it holds {held_by_worker:.0f} MB", idle, 0, "%"),
        ("bytes of a move of the cursor, the most", median(found["cursor bytes"]), 600, "B"),
        ("bytes of a played card", median(found["card bytes"]), 2500, "B"),
        ("bytes while waiting", sent, 0, "B"),
        ("processor while waiting", worked, 0.3, "%"),
        (f"memory of a solo game; least {memory_of_the_least():.0f} MB", held, 45, "MB"),
        (
            f"--help, cpu: {ms('help'):.0f} ms; {least('help')}",
            ms("help") / ms("least help"),
            2,
            "x",
        ),
        (
            "of textual and rich, imported by --help",
            len(imported(("-m", "seven_games", "--help")) & {"textual", "rich"}),
            0,
            "",
        ),
    ]
    show(lines)


def show(lines: list[Line]) -> None:
    """What was measured and what is wanted, and whether it is kept."""
    for what, value, wanted, unit in lines:
        kept = "ok" if value <= wanted else "NOT OK"
        print(f"{what:<66} {value:>8.2f}  wanted {wanted:>7g} {unit:<2}  {kept}")


if __name__ == "__main__":
    main()
