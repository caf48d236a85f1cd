"""The levels of bots in words, and the strategies they are measured against.

Apart from the bots, so that a help page need not load them.
"""

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
ABOUT_STRATEGIES = {
    "sevens": {
        "distance": N_("Lays the card behind which the farthest card of its own hand waits."),
    },
    "sedma": {
        "take": N_("Takes whatever it can, with the cheapest card that beats."),
        "keep": N_("The same, but plays no seven while there is a stock."),
    },
    "semerik": {
        "highest": N_("Plays the highest card that goes over, else the lowest."),
        "partner": N_("Gives counters to its partner's trick, else goes over as low as it can."),
    },
}
"""What each public strategy does, by game: opponents to measure against, which nobody can seat."""
LEVELS = tuple(ABOUT_LEVELS)
"""From the weakest up."""
USUAL_LEVEL = "normal"
