"""Players without a person. They see a View, never a Deal."""

from seven_games.bots.bot import SECONDS, Bot, Thinking, make_bot
from seven_games.levels import LEVELS, USUAL_LEVEL

__all__ = ["LEVELS", "SECONDS", "USUAL_LEVEL", "Bot", "Thinking", "make_bot"]
