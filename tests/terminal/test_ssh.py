"""The program over a line of OpenSSH: as at home, and gone when the line is."""

from __future__ import annotations

import contextlib
import fcntl
import os
import re
import signal
import socket
import struct
import subprocess
import termios
import time
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from ssh_server import SSHD, Server
from terminal import Terminal, processor_time

if TYPE_CHECKING:
    from collections.abc import Iterator

TABLE = ("play", "sedma", "--players", "2", "--seed", "5")


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    if SSHD is None or not Path("/proc/self/stat").exists():
        missing = pytest.fail if os.environ.get("SEVEN_GAMES_EXPECT_SSHD") else pytest.skip
        missing("there is no sshd on this machine")
    server = Server(tmp_path_factory.mktemp("sshd"))
    try:
        if not server.gives_terminals():
            pytest.skip("an sshd of this user can open no terminal here")
        yield server
    finally:
        server.stop()


def my_turn(text: str) -> bool:
    return "Your turn" in text


def cut(line: Terminal, server: Server) -> tuple[float, float]:
    """Kill the client; the seconds until the program is gone, and the processor time it took."""
    player = server.player()
    before = last = processor_time(player)
    line.program.kill(signal.SIGKILL)
    begun = time.monotonic()
    while server.players():
        took = time.monotonic() - begun
        assert took < 20, "it is still there"
        try:
            last = processor_time(player)
        except OSError:
            break
        time.sleep(0.01)
    took = time.monotonic() - begun
    line.ended()
    return took, last - before


def bytes_written(process: int) -> int:
    """How much a process has written since it began."""
    counts = Path(f"/proc/{process}/io").read_text(encoding="utf-8")
    return int(re.findall(r"wchar: (\d+)", counts)[0])


# Playing


def test_a_deal_is_played_over_the_line(server: Server) -> None:
    line = server.line("play", "sedma", "--players", "4", "--seed", "5")
    line.until(lambda text: "SEDMA" in text)
    line.press("]]]")
    for _ in range(400):
        if "is over" in line.text:
            break
        line.press("\r")
        line.read(0.1)
    assert "is over" in line.text
    line.press("\x03\x03")
    assert line.ended() == 130
    assert line.left_behind() == []
    assert b"Traceback" not in line.sent
    # What such a line carries: 256 colours, and UTF-8 without a locale.
    assert re.search(rb"\x1b\[[\d;]*38;5;\d", line.sent)
    assert not re.search(rb"\x1b\[[\d;]*[34]8;2;", line.sent)
    assert "♠" in line.sent.decode()


def test_the_table_follows_the_window(server: Server) -> None:
    line = server.line(*TABLE)
    line.until(my_turn)
    line.quiet()
    first = line.text
    for columns, lines in ((40, 12), (120, 40), (5, 2), (80, 24)):
        line.resize(columns, lines)
        line.until(lambda text: my_turn(text) or "Make" in text)
        line.quiet()
    assert line.text == first
    line.press("\x03\x03")
    assert line.ended() == 130
    assert line.left_behind() == []


@pytest.mark.parametrize("size", [(0, 0), (5000, 5000)], ids=str)
def test_sizes_without_measure_fill_no_memory(server: Server, size: tuple[int, int]) -> None:
    for columns, lines in (size, (80, 24)):
        line = server.line(*TABLE, columns=columns, lines=lines)
        # Too large to be kept as a screen; what is sent is enough to see.
        line.program.expect_exact(b"Your turn", timeout=60)
        line.program.setwinsize(size[1], size[0])
        line.press("?")
        line.program.expect_exact(b"How it is played", timeout=60)
        status = Path(f"/proc/{server.player()}/status").read_text(encoding="utf-8")
        (peak,) = re.findall(r"VmHWM:\s+(\d+) kB", status)
        assert int(peak) < 300_000
        line.press("\x03\x03")
        line.program.expect_exact(b"\x1b[?1049l", timeout=60)
        line.program.read()
        line.program.close()
        assert line.program.exitstatus == 130


@pytest.mark.parametrize("term", ["xterm", "vt100", "../../x", "no such terminal", "x" * 4000])
def test_any_name_of_a_terminal_will_do(server: Server, term: str) -> None:
    line = server.line(*TABLE, TERM=term)
    line.until(my_turn)
    line.press("\x03\x03")
    assert line.ended() == 130
    assert line.left_behind() == []


def test_a_terminal_that_moves_no_cursor_is_given_plain_text(server: Server) -> None:
    line = server.line(*TABLE, TERM="dumb")
    line.until(my_turn)
    assert b"\x1b" not in line.sent
    line.press("\x03")
    assert line.ended() == 130
    assert b"\x1b" not in line.sent
    assert b"Traceback" not in line.sent


def test_without_a_terminal_it_is_one_line(server: Server) -> None:
    done = server.run("127.0.0.1", server.program(home=server.home))
    assert done.returncode == 2
    assert done.stdout == b""
    assert done.stderr.count(b"\n") == 1
    assert b"terminal" in done.stderr


def test_it_does_not_stop_where_nobody_could_wake_it(server: Server) -> None:
    line = server.line(*TABLE)
    line.until(my_turn)
    line.press("\x1a")
    os.kill(server.player(), signal.SIGTSTP)
    line.press("?")
    line.until(lambda text: "How it is played" in text)
    line.press("\x03\x03")
    assert line.ended() == 130


# A cut line


def test_a_cut_line_ends_it_at_once_without_work(server: Server) -> None:
    # Of three the quickest counts: the machine may have other things to do.
    times = []
    for _ in range(3):
        line = server.line(*TABLE)
        line.until(my_turn)
        took, worked = cut(line, server)
        assert worked < 0.5
        times.append(took)
    assert min(times) < 1


def test_a_line_that_is_stuck_before_it_is_cut_leaves_nothing(server: Server) -> None:
    line = server.line(*TABLE)
    line.until(my_turn)
    player = server.player()
    written = 0
    line.program.kill(signal.SIGSTOP)
    # More is drawn than the server and the client hold; the window grows at the server's side.
    terminal = os.open(f"/proc/{player}/fd/0", os.O_RDWR | os.O_NOCTTY)
    stuck = 0
    for number in range(4000):
        fcntl.ioctl(terminal, termios.TIOCSWINSZ, struct.pack("HHHH", 80 + number % 20, 250, 0, 0))
        time.sleep(0.005)
        if number % 100 == 0:
            before, written = written, bytes_written(player)
            stuck = stuck + 1 if written - before < 5000 else 0
            if stuck == 3:
                break
    assert stuck
    os.close(terminal)
    took, worked = cut(line, server)
    assert took < 10
    assert worked < 1


def test_the_match_of_a_cut_line_goes_on(server: Server, tmp_path: Path) -> None:
    line = server.line(*TABLE, home=tmp_path)
    line.until(my_turn)
    for _ in range(100):
        line.press("\r")
        line.read(0.2)
        if "trick 2" in line.text:
            break
    cut(line, server)
    again = server.line(home=tmp_path)
    again.until(lambda text: "Resume" in text)
    again.press("4")
    again.until(lambda text: "GO ON" in text)
    again.press("\r")
    again.until(lambda text: "SEDMA" in text and "trick 2" in text)
    again.press("\x03\x03")
    assert again.ended() == 130


def test_ten_cut_lines_leave_no_process(server: Server) -> None:
    lines = [server.line(*TABLE) for _ in range(10)]
    # Some are cut while the program starts, or while bots move.
    for line in lines[:7]:
        line.until(lambda text: "SEDMA" in text)
    for line in lines:
        line.program.kill(signal.SIGKILL)
    end = time.monotonic() + 20
    while server.players():
        assert time.monotonic() < end, "some are still there"
        time.sleep(0.05)


# The demo account


def test_the_demo_account_is_the_table_whatever_is_asked(server: Server) -> None:
    for command in ("bash -i", "id; exit 7", "cat /etc/passwd"):
        line = server.line(demo=True, command=command)
        line.until(lambda text: "SEVEN GAMES" in text)
        # To a table and back, and out.
        line.press("\r\r")
        line.until(my_turn)
        line.press("\x1a!\x1a")
        line.press("\x03\x03")
        assert line.ended() == 130
        assert b"uid=" not in line.sent
        assert b"root:" not in line.sent
        assert line.left_behind() == []


def test_the_demo_account_without_a_terminal_is_one_line(server: Server) -> None:
    for words in (("127.0.0.1",), ("127.0.0.1", "id")):
        done = server.run(*words, demo=True)
        assert (done.returncode, done.stdout) == (2, b"")
        assert done.stderr.count(b"\n") == 1


def test_the_demo_account_gives_and_takes_no_file(server: Server, tmp_path: Path) -> None:
    here, there = tmp_path / "here", tmp_path / "there"
    here.write_text("a file", encoding="utf-8")

    def copied(*, demo: bool) -> bool:
        there.unlink(missing_ok=True)
        for protocol in ("-O", "-s"):
            server.run(protocol, str(here), f"127.0.0.1:{there}", demo=demo, by="scp")
        get = f"put {here} {there}\n".encode()
        server.run("127.0.0.1", demo=demo, by="sftp", send=get)
        return there.exists()

    # An ordinary account of the same server copies it.
    assert copied(demo=False)
    assert not copied(demo=True)


def test_the_demo_account_forwards_nothing(server: Server) -> None:
    with socket.create_server(("127.0.0.1", 0)) as listener:
        listener.settimeout(0.1)
        port = listener.getsockname()[1]

        def reached(*, demo: bool) -> bool:
            command = server.client("-W", f"127.0.0.1:{port}", "127.0.0.1", demo=demo)
            with subprocess.Popen(command, stdin=subprocess.DEVNULL) as client:
                while client.poll() is None:
                    with contextlib.suppress(TimeoutError):
                        listener.accept()[0].close()
                        return True
            return False

        assert reached(demo=False)
        assert not reached(demo=True)
        back = ("-o", "ExitOnForwardFailure=yes", "-R", f"0:127.0.0.1:{port}", "127.0.0.1", "true")
        assert server.run(*back).returncode == 0
        assert server.run(*back, demo=True).returncode == 255
