"""`python -m seven_games`, and where the command begins."""

import gc
import signal
import sys
from typing import NoReturn


def main() -> None:
    """Run the command. Until it is loaded, Ctrl+C ends the process without a word."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    # What is loaded stays: looking for garbage in it would take a tenth of the time.
    gc.disable()
    from seven_games.cli import run

    gc.enable()
    signal.signal(signal.SIGINT, _interrupt)
    sys.exit(run())


def _interrupt(_number: int, _frame: object) -> NoReturn:
    # Once: held down, Ctrl+C would interrupt the farewell too.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    raise KeyboardInterrupt


if __name__ == "__main__":
    main()
