"""Players without a person. They see a View, never a Deal."""

from seven_games.bots.bot import LEVELS, USUAL_LEVEL, Bot, make_bot

__all__ = ["LEVELS", "USUAL_LEVEL", "Bot", "make_bot"]
