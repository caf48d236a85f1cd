"""Deals with bots alone, over all games, presets, numbers of players and mixes of levels.

Every move is checked by the rules, and every card is counted after it (`table/simulate.py`); the
first fault stops the run with the seed that leads back to it. What is done is kept in a file, so
that a run which was stopped goes on:

    .venv/bin/python tests/benchmarks/soak.py --deals 50000 --workers 2 --state soak.json

Most tables have levels that play at once; every SEARCHED-th of a round has one that searches. On
compiled rules it takes about a tenth of the time.
"""

from __future__ import annotations

import argparse
import json
import time
from collections import Counter
from contextlib import closing
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING

from seven_games.bots.pool import processes
from seven_games.engine import GAMES
from seven_games.engine.dice import Dice
from seven_games.levels import LEVELS
from seven_games.table import set_up
from seven_games.table.simulate import simulate

if TYPE_CHECKING:
    from collections.abc import Iterator

QUICK = ("random", "beginner", "easy", "normal")
SLOW = {"hard": 10, "expert": 5}
"""The levels that search, and how many deals of a table with one of them are played at a time."""
SEARCHED = 5
"""Every so many tables one of them has a level that searches."""
DEALS = 50
"""How many deals of a table are played at a time, where nobody searches."""


def tables() -> Iterator[tuple[str, str, int]]:
    """Every game with every preset at every number of players."""
    for game in GAMES.values():
        for preset, meant in game.presets.items():
            for players in range(meant.least, meant.most + 1):
                yield game.name, preset, players


def levels_of(number: int, players: int) -> tuple[list[str], int]:
    """The levels at the table of this number, and how many deals are played there."""
    dice = Dice(number)
    levels = [QUICK[dice.below(len(QUICK))] for _ in range(players)]
    if number % SEARCHED:
        return levels, DEALS
    slow = [*SLOW][number // SEARCHED % len(SLOW)]
    levels[dice.below(players)] = slow
    return levels, SLOW[slow]


def play(number: int) -> dict[str, int]:
    """Play at the table of this number: what to count. Raises where anything goes wrong."""
    every = [*tables()]
    game, preset, players = every[number % len(every)]
    levels, deals = levels_of(number, players)
    seats = [f"bot:{level}" for level in levels]
    setup = set_up(GAMES[game], preset, {"players": players}, seats, number)
    try:
        *_, tally = simulate(setup, deals)
    except Exception as fault:
        raise RuntimeError(f"table {number}: {game} {preset} {seats}: {fault}") from fault
    found = {"deals": tally.deals, "moves": tally.moves, f"{game} {preset}": tally.deals}
    return found | dict.fromkeys(set(levels), tally.deals)


def main() -> None:
    """Play until so many deals are done; a fault ends it with a traceback."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--deals", type=int, default=50_000)
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--state", type=Path, default=Path("soak.json"), help="what is done so far")
    options = parser.parse_args()
    state = json.loads(options.state.read_text("utf-8")) if options.state.exists() else {}
    done, begun = Counter(state.get("done", {})), time.monotonic()
    first = state.get("next", 0)
    with processes(options.workers) as pool, closing(pool.in_order(play, count(first))) as played:
        for number, found in enumerate(played, first):
            done.update(found)
            kept = {"next": number + 1, "done": dict(done)}
            options.state.write_text(json.dumps(kept, indent=1), "utf-8")
            if done["deals"] >= options.deals:
                break
    print(f"{done['deals']} deals, {done['moves']} moves, none with a fault")
    print(f"{time.monotonic() - begun:.0f} seconds in this run")
    for name in LEVELS:
        print(f"{name:<10} {done[name]:>7} deals")
    for game in GAMES.values():
        for preset in game.presets:
            print(f"{game.name:<8} {preset:<14} {done[f'{game.name} {preset}']:>7} deals")


if __name__ == "__main__":
    main()
