"""What a terminal sends that is no key: nothing of it plays a card or ends the program."""

from __future__ import annotations

import contextlib
import fcntl
import os
import signal
import struct
import termios
from pathlib import Path

import pexpect
import pytest
from terminal import Terminal

NO_KEYS = {
    "a byte that is not UTF-8": b"\xff",
    "Latin-1": b"caf\xe9 "[3:4],
    "half a sign": b"\xf0\x9f",
    "a key release": b"\x1b[97;1:3u",
    "a huge number": b"\x1b[99999999999u",
    "a background colour": b"\x1b]11;rgb:0000/0000/0000\x1b\\",
    "a background colour, ended by BEL": b"\x1b]11;rgb:1111/1111/1111\x07",
    "device attributes": b"\x1b[?62;22c",
    "older device attributes": b"\x1b[?1;2c",
    "the terminal's name": b"\x1bP>|XTerm(354)\x1b\\",
    "a size report": b"\x1b[48;2000;2000;1;1t",
    "a mode report": b"\x1b[?2048;1$y",
    "a mouse report": b"\x1b[<0;10;10M",
    "a paste": b"\x1b[200~1\r2\r\x1b[201~",
    "a long paste": b"\x1b[200~" + b"1\r\n" * 200 + b"\x1b[201~",
}


def table(record: Path) -> Terminal:
    terminal = Terminal("play", "sedma", "--players", "2", "--seed", "5", "--record", str(record))
    terminal.until(lambda text: "Your turn" in text)
    return terminal


def moves(record: Path) -> int:
    return record.read_text(encoding="utf-8").count('"move"')


@pytest.mark.parametrize("sent", NO_KEYS.values(), ids=NO_KEYS.keys())
def test_what_is_no_key_plays_nothing_and_ends_nothing(sent: bytes, tmp_path: Path) -> None:
    record = tmp_path / "match.jsonl"
    terminal = table(record)
    before = moves(record)
    for piece in (sent, sent[:5], sent[5:]):
        terminal.press(piece)
        terminal.read(0.15)
    assert moves(record) == before
    # The next keys work: Enter plays one card.
    for _ in range(5):
        terminal.press("\r")
        terminal.read(0.7)
        if moves(record) > before:
            break
    assert moves(record) > before, terminal.text
    terminal.press("\x03\x03")
    assert terminal.ended() == 130
    assert terminal.left_clean()
    assert b"Traceback" not in terminal.sent


def test_a_window_out_of_all_measure(tmp_path: Path) -> None:
    terminal = table(tmp_path / "match.jsonl")
    size = struct.pack("HHHH", 65535, 65535, 0, 0)
    fcntl.ioctl(terminal.program.child_fd, termios.TIOCSWINSZ, size)
    os.kill(terminal.program.pid, signal.SIGWINCH)
    for _ in range(20):
        with contextlib.suppress(pexpect.TIMEOUT):
            terminal.program.read_nonblocking(1 << 20, timeout=0.2)
    status = Path(f"/proc/{terminal.program.pid}/status")
    if status.exists():
        (peak,) = [line for line in status.read_text().splitlines() if line.startswith("VmHWM")]
        assert int(peak.split()[1]) < 300_000, "kilobytes"
    terminal.press("\x03\x03")
    assert terminal.ended() == 130


def test_a_flood_can_be_ended(tmp_path: Path) -> None:
    record = tmp_path / "match.jsonl"
    terminal = table(record)
    for _ in range(50):
        terminal.press("\r" * 1000)
    terminal.press("\x03\x03")
    assert terminal.ended() == 130
    assert terminal.left_clean()
