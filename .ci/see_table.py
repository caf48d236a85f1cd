"""Start the program in a pseudo-terminal by a command of the README, and see a table."""

import os
import sys
import time

import pexpect
import pyte

COLUMNS, LINES = 80, 24


def main() -> None:
    """Press Enter twice, wait for one's own turn, play, leave: the match is kept."""
    screen = pyte.Screen(COLUMNS, LINES)
    stream = pyte.ByteStream(screen)
    program = pexpect.spawn(
        "bash",
        ["-c", sys.argv[1]],
        dimensions=(LINES, COLUMNS),
        env={**os.environ, "TERM": "xterm-256color"},
        timeout=300,
    )

    def until(text: str, seconds: float = 300) -> None:
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            # Looked at first: a table that waits writes nothing more.
            if any(text in line for line in screen.display):
                return
            try:
                stream.feed(program.read_nonblocking(65536, timeout=0.2))
            except pexpect.TIMEOUT:
                continue
            except pexpect.EOF:
                break
        sys.exit("\n".join([f"“{text}” did not appear:", *screen.display]))

    until("Sedma")
    program.send("\r")
    time.sleep(0.5)
    program.send("\r")
    until("♠", 30)
    until("Your turn", 60)
    print("\n".join(screen.display))
    time.sleep(0.5)
    program.send("\r")
    time.sleep(1)
    program.send("q")
    until("Resume", 10)
    program.send("q")
    program.expect(pexpect.EOF, timeout=20)
    program.close()
    sys.exit(program.exitstatus or 0)


if __name__ == "__main__":
    main()
