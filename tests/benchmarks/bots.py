"""How long a bot thinks about a move, by game and level, on one core.

    python tests/benchmarks/bots.py --deals 5

Forced moves cost nothing and are left out. A level that searches is also timed as at the table,
where it may think for so many seconds at most; how many worlds it gets to in them is shown beside.
"""

from __future__ import annotations

import argparse
import json
from statistics import median, quantiles
from time import perf_counter

from seven_games.bots import LEVELS, SECONDS, make_bot
from seven_games.bots.bot import BUDGETS, Searching
from seven_games.engine import GAMES
from seven_games.engine.cards import COMPILED


def times(
    name: str, level: str, seconds: float | None, deals: int
) -> tuple[list[float], list[int]]:
    """Seconds of every decision of these deals, with the level on every seat; worlds looked at."""
    game, spent, worlds = GAMES[name], [], []
    rules = game.rules()
    for seed in range(deals):
        deal = game.deal(rules, seed % rules.players, seed=seed)
        bots = [make_bot(level, seed + seat, seconds) for seat in range(rules.players)]
        while deal.turn is not None:
            view, bot = deal.view(deal.turn), bots[deal.turn]
            began = perf_counter()
            if isinstance(bot, Searching) and len(view.moves) > 1:
                search = bot.search(view).run()
                worlds.append(search.worlds)
                move = search.best
            else:
                move = bot.choose(view)
            if len(view.moves) > 1:
                spent.append(perf_counter() - began)
            deal.play(move)
    return spent, worlds


def main() -> None:
    """Print median and 95th percentile."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--deals", type=int, default=5)
    parser.add_argument("--json", action="store_true")
    given = parser.parse_args()
    found = []
    for name in GAMES:
        for level in LEVELS:
            for seconds in (None, SECONDS) if level in BUDGETS else (None,):
                spent, worlds = times(name, level, seconds, given.deals)
                p95 = quantiles(spent, n=20)[-1]
                seen = median(worlds) if worlds else None
                found.append((name, level, seconds, len(spent), median(spent), p95, seen))
                if not given.json:
                    limit = f"at most {seconds} s" if seconds else ""
                    print(
                        f"{name:8} {level:9} {limit:14} median {1000 * median(spent):8.2f} ms, "
                        f"95 in 100 within {1000 * p95:8.2f} ms, {len(spent)} moves"
                        + (f", {seen:.0f} worlds" if seen else ""),
                        flush=True,
                    )
    if given.json:
        keys = ("game", "level", "seconds", "moves", "median", "p95", "worlds")
        print(
            json.dumps(
                {
                    "compiled": COMPILED,
                    "times": [dict(zip(keys, one, strict=True)) for one in found],
                }
            )
        )


if __name__ == "__main__":
    main()
