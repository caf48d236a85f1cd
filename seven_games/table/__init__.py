"""One table: seats, turns, events, pace. No screen."""

from seven_games.table.codes import CodeError, deal_code, read_code
from seven_games.table.desk import Desk, Sitting
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
    todays,
    with_code,
)
from seven_games.table.table import BotSeat, Event, Person, Recorder, Table, Watcher

__all__ = [
    "BotSeat",
    "CodeError",
    "Desk",
    "Event",
    "Person",
    "Recorder",
    "SeatError",
    "Setup",
    "Sitting",
    "Table",
    "Watcher",
    "bot_level",
    "clean_name",
    "deal_code",
    "kept",
    "open_table",
    "read_code",
    "seat_names",
    "seats_of",
    "set_up",
    "setup_from",
    "todays",
    "with_code",
]
