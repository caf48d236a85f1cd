"""Random play of the three games against OpenSpiel's card games, in the same run.

What is measured is the inner path of a search: copy a deal from its middle and play it to the
end by uniformly random legal moves. OpenSpiel does the same from Python and in its own C++ loop.
Absolute speeds change from machine to machine; the ratios are what counts.

    python -m venv .venv-bench && .venv-bench/bin/pip install open-spiel .
    .venv-bench/bin/python tests/benchmarks/engine.py

With HATCH_BUILD_HOOKS_ENABLE=1 before pip the rules are compiled.
"""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path
from statistics import geometric_mean, median
from time import perf_counter

from seven_games.engine import GAMES, Deal
from seven_games.engine.cards import COMPILED

sys.path.insert(0, str(Path(__file__).parent))
import open_spiel_peer as peer

DEALS = 40


def middles(name: str) -> list[Deal]:
    """Deals of a game's usual rules, played half-way by random moves."""
    game = GAMES[name]
    rules = game.rules()
    found = []
    for seed in range(DEALS):
        deal = game.deal(rules, seed % rules.players, seed=seed)
        half = deal.copy().playout(seed + 1) // 2
        draw = seed + 1
        for _ in range(half):
            draw = deal.push_any(draw)
        found.append(deal)
    return found


def moves_a_second(deals: list[Deal], seconds: float) -> float:
    """Moves a second of copying these deals and playing the copies out."""
    moves, seed = 0, 1
    start = perf_counter()
    while (spent := perf_counter() - start) < seconds:
        for deal in deals:
            seed += 1
            moves += deal.copy().playout(seed)
    return moves / spent


def main() -> None:
    """Measure in turns, and print medians and ratios."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--seconds", type=float, default=1.0, help="a measurement's length")
    parser.add_argument("--rounds", type=int, default=5, help="how often each is measured")
    parser.add_argument("--json", action="store_true")
    chosen = parser.parse_args()

    ours = {name: middles(name) for name in GAMES}
    speeds: dict[str, list[float]] = {}
    for _ in range(chosen.rounds):
        for name, deals in ours.items():
            speeds.setdefault(name, []).append(moves_a_second(deals, chosen.seconds))
        for name in peer.GAMES:
            from_python = peer.python_loop(name, chosen.seconds)
            speeds.setdefault(f"{name} from Python", []).append(from_python)
            own = peer.own_loop(name, chosen.seconds)
            speeds.setdefault(f"{name} own loop", []).append(own)

    typical = {name: median(found) for name, found in speeds.items()}
    mean = geometric_mean([typical[name] for name in GAMES])
    ratios = {
        kind: mean / geometric_mean([typical[f"{name} {kind}"] for name in peer.GAMES])
        for kind in ("from Python", "own loop")
    }
    if chosen.json:
        print(json.dumps({"compiled": COMPILED, "moves_a_second": typical, "ratios": ratios}))
        return
    print(f"rules: {'compiled' if COMPILED else 'plain Python'}")
    for name, speed in typical.items():
        low, high = min(speeds[name]), max(speeds[name])
        span = f"({low / 1e6:.2f}–{high / 1e6:.2f})"
        print(f"  {name:40} {speed / 1e6:6.2f} million moves a second {span}")
    for kind, ratio in ratios.items():
        print(f"three games over three of OpenSpiel {kind}: {ratio:.2f}")
        for name in GAMES:
            rivals = [typical[name] / typical[f"{rival} {kind}"] for rival in peer.GAMES]
            print(f"  {name:10} {', '.join(f'{rival:.2f}' for rival in rivals)}")


if __name__ == "__main__":
    main()
