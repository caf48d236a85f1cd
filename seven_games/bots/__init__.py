"""Players without a person. They see a View, never a Deal."""

from seven_games.bots.bot import (
    ABOUT_LEVELS,
    LEVELS,
    SECONDS,
    USUAL_LEVEL,
    Bot,
    Thinking,
    make_bot,
)

__all__ = ["ABOUT_LEVELS", "LEVELS", "SECONDS", "USUAL_LEVEL", "Bot", "Thinking", "make_bot"]
