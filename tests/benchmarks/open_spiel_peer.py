"""OpenSpiel's speed at playing a mid-game state out to the end, uniformly at random.

A "move" is every action applied to the state: the players' and chance's alike (the reading
kindest to OpenSpiel; hearts and spades have no chance node after the deal).

``python_loop``  the loop is in Python: clone, legal_actions, a fair choice, apply_action.
``own_loop``     the loop is OpenSpiel's own C++ ``RandomRolloutEvaluator::Evaluate``: clone,
                 then LegalActions / Uniform / ApplyAction until the state is terminal.  The
                 binding hides ``evaluate`` itself, but an ``MCTSBot`` of one simulation has no
                 tree to descend: its ``mcts_search(state)`` is one ``Evaluate(state)`` of
                 ``ROLLOUTS`` playouts and one node to hold their mean return.
"""

from __future__ import annotations

import random
from time import perf_counter
from typing import Any, Final

import pyspiel  # type: ignore[import-not-found,unused-ignore]

#: The peers, as ``pyspiel.load_game`` spells them (spades plays 2 tricks unless told 13).
GAMES: Final = (
    "hearts",
    "spades(num_tricks=13)",
    "crazy_eights(players=4)",
)

TERMINAL: Final = int(pyspiel.PlayerId.TERMINAL)
CHANCE: Final = int(pyspiel.PlayerId.CHANCE)

STATES: Final = 40  # mid-game states, from as many deals
ROLLOUTS: Final = 50  # C++ playouts for one call from Python
LENGTHS: Final = 25  # Python playouts for one state, to know its mean remaining length


def own_loop(game: str, seconds: float) -> float:
    """Moves a second of OpenSpiel's C++ playout loop."""
    loaded = pyspiel.load_game(game)
    measured = [(state, _mean_length(state)) for state in _mid_game_states(loaded)]
    bot = _rollout_bot(loaded)
    moves = 0.0
    start = perf_counter()
    while (spent := perf_counter() - start) < seconds:
        for state, length in measured:
            bot.mcts_search(state)
            moves += length * ROLLOUTS
    return moves / spent


def python_loop(game: str, seconds: float) -> float:
    """Moves a second of the same playouts driven from Python."""
    states = _mid_game_states(pyspiel.load_game(game))
    moves = 0
    start = perf_counter()
    while (spent := perf_counter() - start) < seconds:
        for state in states:
            moves += _play_out(state.clone())
    return moves / spent


def _play_out(state: Any) -> int:
    """Play ``state`` to its end; return how many actions that took."""
    draw = random.random
    moves = 0
    while (player := state.current_player()) != TERMINAL:  # one call tells all three kinds
        if player == CHANCE:
            state.apply_action(_chance(state))
        else:
            legal = state.legal_actions()
            state.apply_action(legal[int(draw() * len(legal))])
        moves += 1
    return moves


def _chance(state: Any) -> int:
    left = random.random()
    outcomes: list[tuple[int, float]] = state.chance_outcomes()
    for action, probability in outcomes:
        left -= probability
        if left < 0.0:
            return action
    return outcomes[-1][0]  # the probabilities' sum may round to just under one


def _mid_game_states(game: Any, seed: int = 1) -> list[Any]:
    """States half-way through the decisions of random games, a player to move."""
    random.seed(seed)
    states: list[Any] = []
    while len(states) < STATES:
        state = game.new_initial_state()
        _play_out(state)
        played = state.full_history()
        decisions = [at for at, step in enumerate(played) if step.player >= 0]
        half = game.new_initial_state()
        for step in played[: decisions[len(decisions) // 2]]:
            half.apply_action(step.action)
        states.append(half)
    return states


def _mean_length(state: Any) -> float:
    return sum(_play_out(state.clone()) for _ in range(LENGTHS)) / LENGTHS


def _rollout_bot(game: Any, rollouts: int = ROLLOUTS, seed: int = 1) -> Any:
    evaluator = pyspiel.RandomRolloutEvaluator(rollouts, seed)
    return pyspiel.MCTSBot(
        game,
        evaluator,
        uct_c=1.0,
        max_simulations=1,
        max_memory_mb=1,
        solve=False,
        seed=seed,
        verbose=False,
    )


if __name__ == "__main__":
    for name in GAMES:
        rates = (python_loop(name, 2.0), own_loop(name, 2.0))
        print(f"{name:28} python {rates[0]:12,.0f}   own {rates[1]:12,.0f}")
