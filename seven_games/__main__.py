"""`python -m seven_games`, and where the command begins."""

# Nothing that loads slowly: until `main` has begun, Ctrl+C has Python's own answer, a traceback.
# So it is what `signal` is made of, which is there at once; types are not known of it.
import _signal  # type: ignore[import-not-found]
import gc
import sys


def main() -> None:
    """Run the command. Until it is loaded, Ctrl+C ends the process without a word."""
    _signal.signal(_signal.SIGINT, _signal.SIG_DFL)
    # What is loaded stays: looking for garbage in it would take a tenth of the time.
    gc.disable()
    from seven_games.cli import INTERRUPTED, run

    gc.enable()
    try:
        _signal.signal(_signal.SIGINT, _interrupt)
        code = run()
        # What is done cannot be interrupted any more.
        _signal.signal(_signal.SIGINT, _signal.SIG_IGN)
    except KeyboardInterrupt:
        code = INTERRUPTED
    sys.exit(code)


def _interrupt(_number: int, _frame: object) -> None:
    # Once: held down, Ctrl+C would interrupt the farewell too.
    _signal.signal(_signal.SIGINT, _signal.SIG_IGN)
    raise KeyboardInterrupt


if __name__ == "__main__":
    main()
