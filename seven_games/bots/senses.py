"""The card sense of each game, by its name."""

from seven_games.bots.sedma import SedmaSense
from seven_games.bots.semerik import SemerikSense
from seven_games.bots.sense import Sense
from seven_games.bots.sevens import SevensSense

SENSES: dict[str, Sense] = {
    "sevens": SevensSense(),
    "sedma": SedmaSense(),
    "semerik": SemerikSense(),
}
