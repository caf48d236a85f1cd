"""The advice that the sources give, as rules: one file a game, each with `choose(view)`."""

from seven_games.bots.tips import sedma, semerik, sevens

TIPS = {"sevens": sevens.choose, "sedma": sedma.choose, "semerik": semerik.choose}
"""By the name of the game."""

__all__ = ["TIPS"]
