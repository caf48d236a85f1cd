"""The rules of the three games. Nothing here reads, writes, waits or draws."""

from seven_games.engine.cards import (
    format_hand,
    format_move,
    parse_card,
    parse_hand,
    parse_move,
)
from seven_games.engine.game import (
    Deal,
    Game,
    Option,
    Preset,
    Rules,
    Standing,
    View,
    deduce,
)
from seven_games.engine.refusal import (
    DealError,
    IllegalMove,
    NotationError,
    RecordError,
    Refusal,
    RulesError,
    Sentence,
)
from seven_games.engine.sedma import Sedma
from seven_games.engine.semerik import Semerik
from seven_games.engine.sevens import Sevens

GAMES: dict[str, Game] = {game.name: game for game in (Sevens(), Sedma(), Semerik())}

__all__ = [
    "GAMES",
    "Deal",
    "DealError",
    "Game",
    "IllegalMove",
    "NotationError",
    "Option",
    "Preset",
    "RecordError",
    "Refusal",
    "Rules",
    "RulesError",
    "Sentence",
    "Standing",
    "View",
    "deduce",
    "format_hand",
    "format_move",
    "parse_card",
    "parse_hand",
    "parse_move",
]
