"""Fit the weights of Sevens to what moves bring: least squares over moves that were played out.

    python tests/benchmarks/fit_sevens.py --preset international --positions 60000 --rounds 3

In positions of deals between players by the rules of thumb every move is played out in the real
deal, with the same luck. The weights are those that explain best by how much one move brought
more than the others of its position; players with these weights play the next round. The worths
then count what a deal is worth (`SevensSense.value`).
"""

import argparse
import sys

from tune import gain

from seven_games.bots.sevens import SevensSense
from seven_games.engine import GAMES, Rules
from seven_games.engine.dice import Dice
from seven_games.engine.game import LEHMER_PRIME

EVERY = 6
"""One of about so many decisions is looked at."""
CARELESS = 20
"""One move of so many is made by chance, so that all kinds of positions are seen."""
UNUSUAL = 900.0
"""Worths beyond this are no sums of weights."""


def fit(rules: Rules, sense: SevensSense, positions: int, seed: int) -> list[float]:
    """The weights that so many positions of play by `sense` ask for."""
    size = len(sense.weights)
    ones = [SevensSense() for _ in range(size)]
    for place, one in enumerate(ones):
        one.weights = [float(place == other) for other in range(size)]
    # A little of each weight's square is counted too: no feature is missed that never came.
    squares = [[1e-6 * positions * (i == j) for j in range(size)] for i in range(size)]
    right = [0.0] * size
    dice, looked, number = Dice(seed), 0, 0
    while looked < positions:
        deal = GAMES["sevens"].deal(rules, number % rules.players, seed=dice.draw())
        number += 1
        wait = dice.below(EVERY)
        while deal.turn is not None:
            moves, worths = sense.weigh(deal)
            wait -= len(moves) > 1
            if wait < 0:
                wait = EVERY + dice.below(EVERY) - 1
                looked += 1
                features = list(zip(*[one.weigh(deal)[1] for one in ones], strict=True))
                luck, brought = dice.below(LEHMER_PRIME - 2) + 1, []
                for move in moves:
                    after = deal.copy()
                    after.push(move)
                    sense.play_out(after, luck)
                    brought.append(sense.value(after, deal.turn))
                _add(squares, right, features, brought)
            chance = dice.below(CARELESS) == 0
            deal.push(moves[dice.below(len(moves)) if chance else worths.index(max(worths))])
    return _solve(squares, right)


def _add(
    squares: list[list[float]],
    right: list[float],
    features: list[tuple[float, ...]],
    brought: list[float],
) -> None:
    kept = [
        (own, gained)
        for own, gained in zip(features, brought, strict=True)
        if max(map(abs, own)) < UNUSUAL
    ]
    size = len(right)
    means = [sum(own[i] for own, _ in kept) / len(kept) for i in range(size)]
    mean = sum(gained for _, gained in kept) / len(kept)
    for own, gained in kept:
        away = [own[i] - means[i] for i in range(size)]
        for i in range(size):
            if away[i]:
                right[i] += away[i] * (gained - mean)
                for j in range(size):
                    squares[i][j] += away[i] * away[j]


def _solve(squares: list[list[float]], right: list[float]) -> list[float]:
    """Gauss and Jordan; the matrix is positive, so that no row need be changed for another."""
    rows = [[*row, value] for row, value in zip(squares, right, strict=True)]
    for i, whole in enumerate(rows):
        rows[i] = pivot = [value / whole[i] for value in whole]
        for j, row in enumerate(rows):
            if j != i:
                rows[j] = [a - row[i] * b for a, b in zip(row, pivot, strict=True)]
    return [row[-1] for row in rows]


def main() -> None:
    """Print the weights of each round, and what they gain over those of the round before."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--preset")
    parser.add_argument("--players", type=int, default=4)
    parser.add_argument("--jokers", type=int, default=0)
    parser.add_argument("--positions", type=int, default=20_000)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--deals", type=int, default=2_000)
    given = parser.parse_args()
    rules = GAMES["sevens"].rules(given.preset, players=given.players, jokers=given.jokers)
    old = SevensSense()
    for number in range(given.rounds):
        new = SevensSense()
        new.weights = fit(rules, old, given.positions, number + 1)
        mean, error = gain("sevens", rules, new, old, given.deals, number + 99, whole=True)
        print([round(weight, 3) for weight in new.weights], f"{mean:+.4f} ± {error:.4f}")
        sys.stdout.flush()
        old = new


if __name__ == "__main__":
    main()
