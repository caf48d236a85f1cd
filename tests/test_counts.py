"""Counts that any change of the rules would move: trees of moves, scores, deals by seed."""

from __future__ import annotations

import copy
import os
import subprocess
import sys
from typing import TYPE_CHECKING, Any

import pytest
from engine_tools import referee_of
from oracle import OracleDeal

from seven_games.engine import GAMES, Deal, format_hand
from seven_games.engine.cards import cards_of
from seven_games.engine.dice import Dice
from seven_games.engine.game import Standing

if TYPE_CHECKING:
    from collections.abc import Iterator

HANDS: dict[str, tuple[list[str], str]] = {
    "sevens 3": (
        [
            "7s 6s 8h 9h 10h 2h Ah Kd Qd 7d 3c 4c 5c Jc Qc 8d 9d 2s",
            "7h 6h 5h 8s 9s 10s Js 3s 6d 5d 4d 7c 8c 9c 10c Kc 2d",
            "3h 4h Jh Qh Kh Qs Ks As 4s 5s 3d 10d Jd Ad 2c 6c Ac",
        ],
        "",
    ),
    "sedma 2": (
        ["10h Kc 9s 7d", "7c 10s Qd Ad"],
        "9h Jc As 8h 10d Kd 7s Qs Jh Ac 9c 8c Ks 10c 7h 8s Jd Qh Ah 9d Kh Js 8d Qc",
    ),
    "semerik 4": (
        [
            "7s 2s As Ks Qh 4h 5d 6d Jc 3c",
            "4s 5s 6s 3h 2h Ah 7d Jd Qc Kc",
            "Js Qs 3s 7h Kh Jh Ad 2d 4c 5c",
            "4d Qd Kd 3d 5h 6h 7c 6c Ac 2c",
        ],
        "",
    ),
}
"""Deals written out; the dealer is the last seat, so seat 0 is left of him."""

TREES: list[tuple[str, str, dict[str, Any], int | None, list[int]]] = [
    ("sevens", "international", {"players": 3}, None, [2, 6, 6, 16, 54, 56, 162, 590, 634]),
    ("sevens", "diamonds", {"players": 3}, None, [1, 3, 3, 8, 27, 27, 84, 303, 317]),
    ("sevens", "chips", {"players": 3}, None, [3, 11, 14, 47, 191, 271, 985, 4298]),
    ("sevens", "shichinarabe", {"players": 3}, None, [4, 20, 45, 184, 917, 1829, 7266, 35975]),
    ("sevens", "international", {"players": 3, "jokers": 2}, 8, [1, 5, 17, 21, 77, 338, 550, 2206]),
    ("sevens", "short", {"players": 5}, 11, [2, 2, 2, 3, 7, 9, 9, 9, 12, 32]),
    ("sevens", "chips_hoyle", {"players": 8}, 12, [1, 2, 2, 6, 8, 16, 24, 44]),
    ("sevens", "hearts", {"players": 6}, 13, [1, 1, 1, 1, 1, 1, 3, 4, 6, 9]),
    ("sedma", "sedma", {"players": 2}, None, [4, 16, 56, 220, 822, 3236, 12338]),
    ("sedma", "septica", {"players": 2}, None, [4, 16, 40, 148, 544, 1976, 6844]),
    ("sedma", "sedma", {"players": 2, "wild": "7_8"}, None, [4, 16, 56, 220, 822, 3236, 11710]),
    ("sedma", "zsir", {"players": 3}, 21, [4, 16, 64, 256, 1024, 4096]),
    ("sedma", "sedma_pagat", {"players": 4}, 22, [4, 16, 64, 256, 640, 2368]),
    ("semerik", "semerik", {}, None, [11, 72, 310, 2744, 25984]),
    ("semerik", "classic", {}, None, [10, 36, 96, 530, 4600]),
    ("semerik", "tressette", {"follow": "follow_and_beat"}, None, [10, 36, 78, 300, 2480]),
    ("semerik", "semerik", {"baba": "3_2_a"}, 31, [11, 50, 299, 3108, 30749]),
    ("semerik", "semerik", {}, 33, [11, 79, 476, 4574, 43897]),
]
"""Game, preset, options, seed; then for depth 1, 2, … the sequences of so many moves."""


def dealt(name: str, preset: str, options: dict[str, Any], seed: int | None) -> Deal:
    """A deal by its seed, or the one written out for this number of players."""
    game = GAMES[name]
    rules = game.rules(preset, **options)
    if seed is not None:
        return game.deal(rules, rules.players - 1, seed=seed)
    hands, stock = HANDS[f"{name} {rules.players}"]
    return game.deal(rules, rules.players - 1, hands=hands, stock=stock)


def sequences(deal: Deal, depth: int) -> int:
    """How many sequences of so many moves there are; a deal that is over ends one."""
    moves = deal.moves()
    if depth == 1 or not moves:
        return max(len(moves), 1)
    total = 0
    for move in moves:
        after = deal.copy()
        after.play(move)
        total += sequences(after, depth - 1)
    return total


def referee_sequences(deal: OracleDeal, depth: int) -> int:
    moves = deal.moves()
    if depth == 1 or not moves:
        return max(len(moves), 1)
    total = 0
    for move in sorted(moves):
        after = copy.deepcopy(deal)
        after.play(move)
        total += referee_sequences(after, depth - 1)
    return total


@pytest.mark.parametrize(("name", "preset", "options", "seed", "counted"), TREES)
def test_how_many_sequences_of_moves(
    name: str, preset: str, options: dict[str, Any], seed: int | None, counted: list[int]
) -> None:
    deal = dealt(name, preset, options, seed)
    assert [sequences(deal, depth) for depth in range(1, len(counted) + 1)] == counted
    for depth in (1, 2, 3):
        assert referee_sequences(referee_of(name, deal), depth) == counted[depth - 1]


# A thousand deals


def thousand(name: str) -> Iterator[tuple[int, Deal]]:
    """A thousand deals by seed, every preset and number of players in turn."""
    game = GAMES[name]
    every = [
        game.rules(preset, players=players)
        for preset, meant in game.presets.items()
        for players in range(meant.least, meant.most + 1)
    ]
    for seed in range(1000):
        rules = every[seed % len(every)]
        standing = game.start(rules, seed % rules.players)
        if standing.game is not None:
            standing = Standing(
                dealer=standing.dealer, totals=standing.totals, game=(seed % 19, seed % 21)
            )
        yield seed, game.deal(rules, standing.dealer, seed=seed, standing=standing)


def choose(seed: int, ply: int, moves: int) -> int:
    """Which of so many legal moves is made: any fixed way would do."""
    return (seed * 31 + ply * ply + ply // 3) % moves


def sums(deals: Iterator[tuple[int, Deal]]) -> dict[str, int]:
    """Moves, legal moves, scores, and scores and winners weighed by their place."""
    found = {"moves": 0, "legal": 0, "scores": 0, "by place": 0, "winners": 0}
    for seed, deal in deals:
        while deal.turn is not None:
            moves = deal.moves()
            found["legal"] += len(moves)
            deal.play(moves[choose(seed, len(deal.log), len(moves))])
        score = deal.result()["score"]
        found["moves"] += len(deal.log)
        found["scores"] += sum(score)
        found["by place"] += sum((place + 1) * points for place, points in enumerate(score))
        found["winners"] += sum(seat + 1 for seat in deal.winners())
    return found


SUMS: dict[str, dict[str, int]] = {
    "sevens": {"moves": 57203, "legal": 124958, "scores": 4731, "by place": 14363, "winners": 3136},
    "sedma": {"moves": 32714, "legal": 106113, "scores": 1229, "by place": 2127, "winners": 2961},
    "semerik": {
        "moves": 40332,
        "legal": 147574,
        "scores": 10272,
        "by place": 15358,
        "winners": 4552,
    },
}


@pytest.mark.parametrize("name", GAMES)
def test_a_thousand_deals_add_up_to_what_they_did(name: str) -> None:
    assert sums(thousand(name)) == SUMS[name]


# Deals by seed


def hands_of(name: str, players: int, dealer: int, seed: int, **options: Any) -> list[str]:
    """The hands and then the stock of a seed, in the order that a record writes them."""
    game = GAMES[name]
    deal = game.deal(game.rules(players=players, **options), dealer, seed=seed)
    return [*(format_hand(cards_of(hand)) for hand in deal.dealt), format_hand(deal.stock)]


SEEDED: list[tuple[str, int, int, int, list[str]]] = [
    (
        "sevens",
        4,
        3,
        7,
        [
            "7s 8s 10s As 3h 5h 6h Ah 4d 5d 10d 5c Jc",
            "5s 6s 9h Jh Qh 8d 9d Jd 2c 6c 9c 10c Qc",
            "4s 9s Js 8h 10h Kh 2d 7d Qd 7c 8c Kc Ac",
            "2s 3s Qs Ks 2h 4h 7h 3d 6d Kd Ad 3c 4c",
            "",
        ],
    ),
    (
        "sevens",
        5,
        0,
        7,
        [
            "Js As 3h Qh 2d 5d 6d 8d 3c 9c",
            "5h 9h 10h Jh Kh 3d 7d 10d Jd Ad Jc",
            "3s 6s 7s 8s 9s Ks 4h 6c 7c 10c Ac",
            "2s 4s 5s Qs 7h Ah 4d Qd 2c Kc",
            "10s 2h 6h 8h 9d Kd 4c 5c 8c Qc",
            "",
        ],
    ),
    (
        "sedma",
        2,
        1,
        7,
        [
            "7h Kh 10c Jc",
            "8h 10d Qc Ac",
            "Kc 7d Qs Kd 8c Qh Qd Ah 10s 7s Jd 9h 8s 10h 7c 8d As Js Jh 9c 9s Ks 9d Ad",
        ],
    ),
    (
        "sedma",
        3,
        2,
        7,
        [
            "7h 9h Jd 10c",
            "9s Jh 7d Qd",
            "10s Qs 10d Kd",
            "9d Kc 7s As 8h Qh 8d Js Ac Kh 7c Ad Ks 10h 9c Ah Jc Qc",
        ],
    ),
    (
        "semerik",
        4,
        3,
        7,
        [
            "7s Ks 2h Qh Ah 2d 3d 3c 4c Kc",
            "4h 5h Jh Kh 6d Jd Kd 5c 7c Qc",
            "4s 6s As 3h 7h 5d Qd Ad 2c Jc",
            "2s 3s 5s Js Qs 6h 4d 7d 6c Ac",
            "",
        ],
    ),
    (
        "semerik",
        4,
        0,
        2**64 - 1,
        [
            "4s 6s Js Qs Jh 5d 6d Qd 2c 4c",
            "3s As 3h 2d 3d Jd 5c 7c Jc Ac",
            "2s 5s Qh Kh Ah 7d Kd 3c Qc Kc",
            "7s Ks 2h 4h 5h 6h 7h 4d Ad 6c",
            "",
        ],
    ),
]
"""Game, players, dealer, seed; the hands by seat and the stock."""


@pytest.mark.parametrize(("name", "players", "dealer", "seed", "hands"), SEEDED)
def test_the_deal_of_a_seed(
    name: str, players: int, dealer: int, seed: int, hands: list[str]
) -> None:
    assert hands_of(name, players, dealer, seed) == hands


@pytest.mark.parametrize("hash_seed", ["0", "1", "random"])
def test_the_deal_of_a_seed_in_another_process(hash_seed: str) -> None:
    """No order of a set and no seed of the process enters a deal (P06)."""
    program = (
        "import test_counts as t\n"
        "assert all(t.hands_of(*case[:4]) == case[4] for case in t.SEEDED)\n"
        "print({name: t.sums(x for x in t.thousand(name) if x[0] < 40) for name in t.GAMES})\n"
    )
    here = os.pathsep.join(sys.path)
    answer = subprocess.run(
        [sys.executable, "-c", program],
        env={**os.environ, "PYTHONHASHSEED": hash_seed, "PYTHONPATH": here},
        capture_output=True,
        text=True,
        check=True,
    )
    mine = {name: sums(x for x in thousand(name) if x[0] < 40) for name in GAMES}
    assert answer.stdout.strip() == str(mine)


def test_the_generator_is_the_published_one() -> None:
    """SplitMix64 from 1234567, as others print it."""
    dice = Dice(1234567)
    assert [dice.draw() for _ in range(5)] == [
        6457827717110365317,
        3203168211198807973,
        9817491932198370423,
        4593380528125082431,
        16408922859458223821,
    ]
    assert Dice(2**64 + 5).draw() == Dice(5).draw()


def shuffled(seed: int, cards: list[int]) -> list[int]:
    """Fisher and Yates from the end, over the generator written out once more."""
    state = seed
    pile = list(cards)
    for last in range(len(pile) - 1, 0, -1):
        while True:
            state = (state + 0x9E3779B97F4A7C15) & 0xFFFFFFFFFFFFFFFF
            z = state
            z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & 0xFFFFFFFFFFFFFFFF
            z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & 0xFFFFFFFFFFFFFFFF
            z ^= z >> 31
            if z < 2**64 - 2**64 % (last + 1):
                break
        at = z % (last + 1)
        pile[last], pile[at] = pile[at], pile[last]
    return pile


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("seed", [0, 1, 7, 2**64 - 1])
def test_cards_go_round_one_at_a_time_from_the_dealers_left(name: str, seed: int) -> None:
    game = GAMES[name]
    rules = game.rules()
    for dealer in range(rules.players):
        deal = game.deal(rules, dealer, seed=seed)
        pack = cards_of(game.pack(rules))
        pile = shuffled(seed, pack)
        assert sorted(pile) == pack
        dealt_out = len(pile) if name != "sedma" else 4 * rules.players
        hands: list[list[int]] = [[] for _ in range(rules.players)]
        for place, card in enumerate(pile[:dealt_out]):
            hands[(dealer + 1 + place) % rules.players].append(card)
        assert [sorted(hand) for hand in hands] == [cards_of(hand) for hand in deal.dealt]
        assert deal.stock == pile[dealt_out:]


@pytest.mark.parametrize("name", GAMES)
def test_every_seat_gets_every_card_as_often(name: str) -> None:
    """A thousand seeds: no card is dealt to a seat out of all proportion."""
    game = GAMES[name]
    rules = game.rules()
    held = [[0] * 52 for _ in range(rules.players)]
    for seed in range(1000):
        deal = game.deal(rules, seed=seed)
        for seat, hand in enumerate(deal.dealt):
            for card in cards_of(hand):
                held[seat][card] += 1
    sizes = game.sizes(rules, 0)
    pack = cards_of(game.pack(rules))
    for seat in range(rules.players):
        mean = 1000 * sizes[seat] / len(pack)
        assert all(abs(held[seat][card] - mean) < 5 * mean**0.5 for card in pack)
