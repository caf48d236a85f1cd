"""`python -m seven_games`, and where the command begins."""

import signal
import sys


def main() -> None:
    """Run the command. Until it is loaded, Ctrl+C ends the process without a word."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    from seven_games.cli import run

    signal.signal(signal.SIGINT, signal.default_int_handler)
    sys.exit(run())


if __name__ == "__main__":
    main()
