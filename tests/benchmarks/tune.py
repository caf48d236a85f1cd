"""Tune the rules of thumb of a game: small changes of their weights, kept where they win deals.

    python tests/benchmarks/tune.py sevens --rounds 40 --deals 2000 --preset international

Both players hold each hand of the same deals in turn. A change is kept where the mean of what it
gains a deal (by the value of the game's sense) is over twice its standard error.
"""

import argparse
import sys
from collections.abc import Callable
from math import sqrt

from seven_games.bots.sense import Sense
from seven_games.bots.senses import SENSES
from seven_games.engine import GAMES, Rules
from seven_games.engine.dice import Dice


def gain(
    name: str, rules: Rules, new: Sense, old: Sense, deals: int, seed: int
) -> tuple[float, float]:
    """What the new player's seats gain over the old one's on the same deals, and its error."""
    game, dice, gaps = GAMES[name], Dice(seed), []
    players, sides = rules.players, game.sides(rules)
    for number in range(deals):
        cards = dice.draw()
        total = 0.0
        for own in range(sides):
            deal = game.deal(rules, number % players, seed=cards)
            while deal.turn is not None:
                mine = game.side(rules, deal.turn) == own
                deal.push((new if mine else old).pick(deal))
            total += old.value(deal, own)
        gaps.append(total / sides)
    mean = sum(gaps) / deals
    # In games where values do not add up to nothing, equal players gain something too.
    if sides > 2:
        mean -= _level(name, rules, old, deals, seed)
    return mean, sqrt(sum((gap - sum(gaps) / deals) ** 2 for gap in gaps) / deals**2)


def _level(name: str, rules: Rules, sense: Sense, deals: int, seed: int) -> float:
    game, dice, total = GAMES[name], Dice(seed), 0.0
    for number in range(deals):
        deal = game.deal(rules, number % rules.players, seed=dice.draw())
        while deal.turn is not None:
            deal.push(sense.pick(deal))
        total += sum(sense.value(deal, seat) for seat in range(rules.players)) / rules.players
    return total / deals


def tune(name: str, rules: Rules, rounds: int, deals: int, say: Callable[[str], None]) -> Sense:
    """Climb from the weights that are there."""
    kind = type(SENSES[name])
    old, dice = kind(), Dice(1)
    for number in range(rounds):
        new = kind()
        new.weights = old.weights[:]
        place = dice.below(len(new.weights))
        factor = (0.5, 0.7, 1.4, 2.0, -1.0, 0.0)[dice.below(6)]
        new.weights[place] = new.weights[place] * factor or 0.5
        mean, error = gain(name, rules, new, old, deals, number + 100)
        kept = mean > 2 * error
        say(
            f"{number}: weight {place} {old.weights[place]:.3g} -> {new.weights[place]:.3g}: "
            f"{mean:+.4f} ± {error:.4f}{' kept' if kept else ''}"
        )
        if kept:
            old = new
    return old


def main() -> None:
    """Print every try and the weights at the end."""
    parser = argparse.ArgumentParser()
    parser.add_argument("game", choices=GAMES)
    parser.add_argument("--preset")
    parser.add_argument("--players", type=int)
    parser.add_argument("--rounds", type=int, default=40)
    parser.add_argument("--deals", type=int, default=2000)
    given = parser.parse_args()
    players = {"players": given.players} if given.players else {}
    rules = GAMES[given.game].rules(given.preset, **players)

    def say(line: str) -> None:
        print(line)
        sys.stdout.flush()

    tuned = tune(given.game, rules, given.rounds, given.deals, say)
    say(str([round(weight, 3) for weight in tuned.weights]))


if __name__ == "__main__":
    main()
