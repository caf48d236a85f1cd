"""Tune the rules of thumb of a game: small changes of their weights, kept where they win deals.

    python tests/benchmarks/tune.py sevens --rounds 40 --deals 2000 --preset international

A player with the change sits among players without it, on every seat (in games of two sides: on
every side) of the same deal in turn. What he gains on it is the mean, over the seats, of what he
got above what a player without the change got there from the same cards, by the value of the
game's sense. A change is kept where the mean of that over the deals is over twice its standard
error; of forty changes that do nothing one is kept all the same. So the last line measures all
that was kept together, on deals that chose nothing.
"""

import argparse
import sys
from collections.abc import Callable
from math import sqrt

from seven_games.bots.sense import Sense
from seven_games.bots.senses import SENSES
from seven_games.engine import GAMES, Rules
from seven_games.engine.dice import Dice
from seven_games.engine.game import NOBODY

LOOKS = 8
"""So many times on its way a measurement is given up where it goes clearly wrong.

Nothing is ever kept early, so that this makes no change look better than it is.
"""


def gain(
    name: str, rules: Rules, new: Sense, old: Sense, deals: int, seed: int, *, whole: bool = False
) -> tuple[float, float]:
    """What a new player gains a deal among old ones, and the standard error of that.

    `whole`: not given up on the way.
    """
    dice, total, squares = Dice(seed), 0.0, 0.0
    mean = error = 0.0
    for number in range(1, deals + 1):
        gap = _gap(name, rules, new, old, number % rules.players, dice.draw())
        total += gap
        squares += gap * gap
        if number == deals or number % max(deals // LOOKS, 50) == 0:
            mean = total / number
            error = sqrt(max(squares / number - mean * mean, 0.0) / number)
            if not whole and mean < -error:
                break
    return mean, error


def _gap(name: str, rules: Rules, new: Sense, old: Sense, dealer: int, cards: int) -> float:
    """The gain on one deal, mean over the sides that the new player holds in turn.

    As long as he plays what the old one plays, it is the deal among old players; from where he
    would first play otherwise it is played on with him.
    """
    game = GAMES[name]
    sides = game.sides(rules)
    with_new = {}
    deal = game.deal(rules, dealer, seed=cards)
    while deal.at != NOBODY:
        side = game.side(rules, deal.at)
        move = old.pick(deal)
        if side not in with_new and (other := new.pick(deal)) != move:
            branch = deal.copy()
            branch.push(other)
            while branch.at != NOBODY:
                mine = game.side(rules, branch.at) == side
                branch.push((new if mine else old).pick(branch))
            with_new[side] = old.value(branch, side)
        deal.push(move)
    return sum(value - old.value(deal, side) for side, value in with_new.items()) / sides


def _changed(weight: float, dice: Dice) -> float:
    """A weight near this one, or without its rule, or against it."""
    if not weight:
        return (-0.5, 0.5, -2.0, 2.0)[dice.below(4)]
    return weight * (0.5, 0.7, 0.85, 1.2, 1.4, 2.0, -1.0, 0.0)[dice.below(8)]


def tune(name: str, rules: Rules, rounds: int, deals: int, say: Callable[[str], None]) -> Sense:
    """Climb from the weights that are there."""
    kind = type(SENSES[name])
    old, dice = kind(), Dice(1)
    for number in range(rounds):
        new = kind()
        new.weights = old.weights[:]
        place = dice.below(len(new.weights))
        new.weights[place] = _changed(old.weights[place], dice)
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
    """Print every try, the weights at the end, and what they gain on fresh deals."""
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
    before = type(tuned)()
    mean, error = gain(given.game, rules, tuned, before, given.deals, 1, whole=True)
    say(f"all that was kept, on fresh deals: {mean:+.4f} ± {error:.4f}")


if __name__ == "__main__":
    main()
