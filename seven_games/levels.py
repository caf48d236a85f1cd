"""The levels of bots in words; apart from the bots, so that a help page need not load them."""

from seven_games.engine.refusal import N_

ABOUT_LEVELS = {
    "random": N_("Plays any card that fits; there to measure against."),
    "beginner": N_("Knows the usual advice, and often does not think of it."),
    "easy": N_("Plays by the usual advice for the game."),
    "normal": N_("Plays by rules of thumb that were tuned over many deals."),
    "hard": N_("Tries every move in some deals that agree with the play."),
    "expert": N_("Tries every move in many deals that agree with the play."),
}
"""What each level does, for a person."""
LEVELS = tuple(ABOUT_LEVELS)
"""From the weakest up."""
USUAL_LEVEL = "normal"
