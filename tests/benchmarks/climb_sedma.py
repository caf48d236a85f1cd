"""Climb with the weights of Sedma's rules of thumb: a few changed at a time, kept where they win.

    python tests/benchmarks/climb_sedma.py --players 2 --seconds 300

What is climbed is game points, cut where every trick would count too much, and a sixtieth of the
card points, which tell more of a change from the same deals. Over all presets, `sedma` most often.
The last line measures all that was kept together, on deals that chose nothing.
"""

import argparse
import random
import sys
from math import sqrt
from time import monotonic

from seven_games.bots.sedma import WEIGHTS, SedmaSense
from seven_games.engine import GAMES
from seven_games.engine.game import NOBODY, Deal, Rules

GAME = GAMES["sedma"]
PRESETS = ("sedma", "sedma", "sedma", "sedma", "zsir", "sedma_pagat", "septica")
MOST_DEALS = 2000


def worth(deal: Deal, side: int) -> float:
    """What the climb is for, of a finished deal."""
    result = deal.result()
    gaps = []
    for counted in (result["score"], result["card_points"]):
        others = [points for other, points in enumerate(counted) if other != side]
        gaps.append(counted[side] - max(others))
    return min(max(gaps[0], -1.6), 1.6) + gaps[1] / 60


def gap(new: SedmaSense, old: SedmaSense, rules: Rules, cards: int) -> float:
    """What a new player gains on one deal, mean over the sides that he holds in turn."""
    sides = GAME.sides(rules)
    with_new: dict[int, float] = {}
    deal = GAME.deal(rules, cards % rules.players, seed=cards)
    while deal.at != NOBODY:
        side = deal.at % sides
        move = old.pick(deal)
        if side not in with_new and (other := new.pick(deal)) != move:
            branch = deal.copy()
            branch.push(other)
            while branch.at != NOBODY:
                branch.push((new if branch.at % sides == side else old).pick(branch))
            with_new[side] = worth(branch, side)
        deal.push(move)
    return sum(value - worth(deal, side) for side, value in with_new.items()) / sides


def gain(
    new: SedmaSense, old: SedmaSense, players: int, dice: random.Random, *, whole: bool = False
) -> tuple[float, float]:
    """The mean of that and its standard error; given up or believed early where it is clear."""
    total = squares = mean = error = 0.0
    rules = [GAME.rules(preset, players=players) for preset in PRESETS]
    for number in range(1, MOST_DEALS + 1):
        one = gap(new, old, dice.choice(rules), dice.getrandbits(60))
        total += one
        squares += one * one
        mean = total / number
        error = sqrt(max(squares / number - mean * mean, 0.0) / number)
        if number % 100 or whole:
            continue
        if mean < -error or (number >= 300 and not error) or (number >= 800 and mean < 0.4 * error):
            break
        if number >= 500 and mean > 3.2 * error:
            break
    return mean, error


def main() -> None:
    """Print what is kept, the weights at the end, and what they gain on fresh deals."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--players", type=int, default=2)
    parser.add_argument("--seconds", type=float, default=300)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    dice = random.Random(given.seed)
    begin = (given.players - 2) * WEIGHTS
    old = SedmaSense()
    end = monotonic() + given.seconds
    tries = 0
    while monotonic() < end:
        tries += 1
        new = SedmaSense()
        new.weights = old.weights[:]
        for _ in range(dice.choice((1, 1, 2, 3))):
            place = begin + dice.randrange(WEIGHTS)
            step = dice.gauss(0, 0.4 + 0.5 * abs(new.weights[place]))
            new.weights[place] = round(new.weights[place] + step, 2)
        mean, error = gain(new, old, given.players, dice)
        if error and mean > 1.9 * error:
            old = new
            print(f"{tries}: {mean:+.4f} ± {error:.4f} kept")
            sys.stdout.flush()
    print(old.weights[begin : begin + WEIGHTS])
    mean, error = gain(old, SedmaSense(), given.players, dice, whole=True)
    print(f"{tries} tries; all that was kept, on fresh deals: {mean:+.4f} ± {error:.4f}")


if __name__ == "__main__":
    main()
