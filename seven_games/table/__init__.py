"""One table: seats, turns, events, pace. No screen."""

from seven_games.table.names import clean_name
from seven_games.table.setup import (
    SeatError,
    Setup,
    bot_level,
    kept,
    open_table,
    seat_names,
    seats_of,
    set_up,
    setup_from,
)
from seven_games.table.table import BotSeat, Event, Person, Recorder, Table, Watcher

__all__ = [
    "BotSeat",
    "Event",
    "Person",
    "Recorder",
    "SeatError",
    "Setup",
    "Table",
    "Watcher",
    "bot_level",
    "clean_name",
    "kept",
    "open_table",
    "seat_names",
    "seats_of",
    "set_up",
    "setup_from",
]
