"""An OpenSSH server of its own on this machine, and lines to it."""

from __future__ import annotations

import os
import pwd
import re
import shlex
import shutil
import socket
import subprocess
import time
from pathlib import Path
from typing import TYPE_CHECKING

from terminal import PROGRAM, Terminal, environment

if TYPE_CHECKING:
    from collections.abc import Callable

ROOT = Path(__file__).parents[2]
SSHD = shutil.which("sshd", path=f"{os.environ.get('PATH', '')}:/usr/sbin:/usr/local/sbin")
MARK = "SEVEN_GAMES_SERVER"
"""A variable by which the processes of a server are known."""
CONFIG = """\
ListenAddress 127.0.0.1
Port {port}
Port {demo_port}
HostKey {folder}/host_key
AuthorizedKeysFile {folder}/key.pub
PidFile none
StrictModes no
UsePAM no
PermitRootLogin prohibit-password
PasswordAuthentication no
KbdInteractiveAuthentication no
Subsystem sftp internal-sftp
"""


def demo_account() -> str:
    """The lines that the README gives for a demo account."""
    section = (ROOT / "README.md").read_text(encoding="utf-8").partition("## A demo over SSH")[2]
    (block,) = re.findall(r"```\n(Match User .*?)```", section.partition("\n## ")[0], re.DOTALL)
    return str(block)


class Server:
    """A server for whoever runs the tests, with keys and settings in a folder of its own.

    At `demo_port` everybody is the README's demo account.
    """

    def __init__(self, folder: Path) -> None:
        assert SSHD is not None
        self.folder = folder
        self.home = folder / "home"
        """Where the program keeps what it keeps, but for the demo account."""
        self.home.mkdir()
        self.port, self.demo_port = free_ports(2)
        for name in ("host_key", "key"):
            subprocess.run(
                ["ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", str(folder / name)],
                check=True,
            )
        demo = demo_account()
        demo = re.sub("Match User .*", f"Match LocalPort {self.demo_port}", demo_account())
        # What a visitor keeps stays in the folder of this server.
        demo = demo.replace("ForceCommand ", f"ForceCommand export TMPDIR={folder}; ")
        demo, forced = re.subn("/opt/seven-games/bin/seven-games", lambda _: self.program(), demo)
        assert forced == 1
        config = folder / "sshd_config"
        settings = CONFIG.format(port=self.port, demo_port=self.demo_port, folder=folder)
        config.write_text(settings + demo, encoding="utf-8")
        if os.getuid() == 0:
            # A server of root wants its empty folder; the service makes it when it starts.
            Path("/run/sshd").mkdir(mode=0o755, exist_ok=True)
        self._log = folder / "log"
        self._daemon = subprocess.Popen([SSHD, "-D", "-f", str(config), "-E", str(self._log)])
        self._wait_for(lambda: self.log.count("Server listening") == 2)

    @property
    def log(self) -> str:
        """What the server has said so far."""
        return self._log.read_text(encoding="utf-8") if self._log.exists() else ""

    def _wait_for(self, ready: Callable[[], bool]) -> None:
        end = time.monotonic() + 20
        while not ready():
            assert self._daemon.poll() is None, self.log
            assert time.monotonic() < end, self.log
            time.sleep(0.05)

    def gives_terminals(self) -> bool:
        """Whether this server can open a terminal for whoever runs it.

        Where terminals are not of the group that it expects, only a server of root can.
        """
        line = self.line(command="true")
        return line.ended() == 0 or "chown" not in self.log

    def stop(self) -> None:
        self._daemon.terminate()
        self._daemon.wait(20)

    def program(self, *arguments: str, home: Path | None = None) -> str:
        """The command that starts seven-games, for the shell at the other end."""
        there = {MARK: str(self.folder)}
        if home is not None:
            there["SEVEN_GAMES_HOME"] = str(home)
        if "PYTHONPATH" in os.environ:
            there["PYTHONPATH"] = os.environ["PYTHONPATH"]
        words = [*(f"{name}={value}" for name, value in there.items()), *PROGRAM, *arguments]
        return shlex.join(["env", *words])

    def client(self, *options: str, demo: bool = False, by: str = "ssh") -> list[str]:
        """The command of a client, without the command for the other end.

        The client reads no settings, and knows no host: it is always the first time.
        """
        port = self.demo_port if demo else self.port
        settings = {
            "StrictHostKeyChecking": "no",
            "UserKnownHostsFile": "/dev/null",
            "LogLevel": "ERROR",
            "IdentitiesOnly": "yes",
            "User": pwd.getpwuid(os.getuid()).pw_name,
            "Port": str(port),
        }
        named = [part for name, value in settings.items() for part in ("-o", f"{name}={value}")]
        return [by, "-F", "none", "-i", str(self.folder / "key"), *named, *options]

    def line(
        self,
        *arguments: str,
        columns: int = 80,
        lines: int = 24,
        demo: bool = False,
        command: str | None = None,
        home: Path | None = None,
        **changes: str | None,
    ) -> Terminal:
        """A terminal with a line to seven-games at the other end, or to the command."""
        return Terminal(
            *self.client("-tt", "127.0.0.1", demo=demo)[1:],
            command or self.program(*arguments, home=home or self.home),
            command=("ssh",),
            columns=columns,
            lines=lines,
            **changes,
        )

    def run(
        self, *words: str, demo: bool = False, by: str = "ssh", send: bytes = b""
    ) -> subprocess.CompletedProcess[bytes]:
        """A client without a terminal, run to its end; `words` come after its options."""
        return subprocess.run(
            [*self.client(demo=demo, by=by), *words],
            input=send,
            capture_output=True,
            check=False,
            timeout=30,
            env=environment({}),
        )

    def players(self) -> list[int]:
        """The processes of the program that this server has started and that are there."""
        mark = f"{MARK}={self.folder}".encode()
        found = []
        for process in Path("/proc").glob("[0-9]*"):
            try:
                there = (process / "environ").read_bytes().split(b"\0")
                words = (process / "cmdline").read_bytes().split(b"\0")
            except OSError:
                continue
            if mark in there and words[:3] == [word.encode() for word in PROGRAM]:
                found.append(int(process.name))
        return found

    def player(self) -> int:
        """The only process of the program that this server has started."""
        self._wait_for(lambda: len(self.players()) == 1)
        return self.players()[0]


def free_ports(count: int) -> list[int]:
    """Ports that nobody listens at."""
    held = [socket.create_server(("127.0.0.1", 0)) for _ in range(count)]
    ports = [one.getsockname()[1] for one in held]
    for one in held:
        one.close()
    return ports
