"""Positions of Sevens whose right move is known: the search finds it, and says why."""

from __future__ import annotations

from functools import cache
from typing import cast

import pytest

from seven_games.bots.advice.sevens import reason
from seven_games.bots.search import Budget, Search
from seven_games.engine import GAMES, Deal, Rules, format_move
from seven_games.engine.cards import PASS
from seven_games.engine.dice import Dice
from seven_games.engine.sevens import SevensDeal

GAME = GAMES["sevens"]
BUDGET = Budget(worlds=96, whole=True)


def reached(rules: Rules, seed: int, plies: int) -> Deal:
    """A deal after so many moves by chance."""
    deal, dice = GAME.deal(rules, seed % rules.players, seed=seed), Dice(seed)
    while deal.turn is not None and len(deal.log) < plies:
        moves = deal.moves()
        deal.play(moves[dice.below(len(moves))])
    return deal


def gain(deal: Deal, seat: int) -> int:
    """What a finished deal of two brings a seat more than the other."""
    score = deal.result()["score"]
    chips = deal.rules.values()["scoring"] == "chips"
    return (score[seat] - score[1 - seat]) * (1 if chips else -1)


def exact(deal: Deal) -> dict[int, int]:
    """What each move of the seat to move brings when both play their best: no card is hidden."""
    seat = cast("int", deal.turn)

    @cache
    def best(log: tuple[int, ...]) -> int:
        now = positions[log]
        if now.turn is None:
            return gain(now, seat)
        values = []
        for move in now.moves():
            after = now.copy()
            after.push(move)
            here = cast("SevensDeal", after)
            key = (
                after.at,
                *after.hands,
                here.passed,
                here.fined,
                len(here.owed),
                sum(owed.chips * (1 if owed.seat else -1) for owed in here.owed),
                *here.joker_at,
                *here.passes,
            )
            positions.setdefault(key, after)
            values.append(best(key))
        return max(values) if now.turn == seat else min(values)

    positions: dict[tuple[int, ...], Deal] = {}
    values = {}
    for move in deal.moves():
        after = deal.copy()
        after.push(move)
        positions[(move,)] = after
        values[move] = best((move,))
    return values


def judged(deal: Deal, against: int | None = None) -> tuple[str, str]:
    """The search's move, and the kind of its reason against another move (the second best)."""
    view = deal.view(deal.turn)
    search = Search(view, BUDGET, seed=1).run()
    best, *others = search.judged()
    other = next(one for one in others if against in {None, one.move})
    found = reason(view, best, other, search)
    assert format_move(best.move) not in str(found.idea)
    assert str(found.why)
    return format_move(best.move), found.kind


TWO: dict[str, dict[str, object]] = {
    "high": {"players": 2},
    "pips": {"players": 2, "ace": "low", "unit": "pips"},
    "chips": {"players": 2, "must_play": "fined", "scoring": "chips"},
}


@pytest.mark.parametrize(
    ("preset", "rules", "seed", "plies", "kind"),
    [
        # Qh is the only way to the ace behind it.
        ("international", "high", 16, 38, "frees_own"),
        ("international", "high", 17, 38, "frees_own"),
        # Nobody but the holder of 2s 3s 4s can go on there.
        ("international", "high", 82, 38, "own_run"),
        ("short", "high", 95, 20, "own_run"),
        # An ace opens nothing, and the other card opens a side of the other's cards.
        ("short", "high", 68, 20, "shuts_side"),
        ("international", "pips", 172, 38, "shuts_side"),
        ("short", "high", 71, 20, "keeps_shut"),
        # The ace has to wait for three cards of the other.
        ("short", "high", 89, 20, "long_way"),
        ("short", "high", 129, 20, "long_way"),
        # The ace that the other has left fits after the king, and not after the other ace.
        ("short", "high", 77, 29, "lets_out"),
        ("short", "high", 63, 29, "lets_out"),
        # A pass costs a chip, and in the second deal the game.
        ("international", "chips", 12, 60, "fine"),
        ("international", "chips", 38, 60, "fine"),
        ("international", "chips", 6, 60, "goes_out"),
    ],
)
def test_two_seats_play_the_end_without_error(
    preset: str, rules: str, seed: int, plies: int, kind: str
) -> None:
    """Both hands are known: the one best move is found by trying everything."""
    deal = reached(GAME.rules(preset, **TWO[rules]), seed, plies)
    values = exact(deal)
    first, second = sorted(values.values(), reverse=True)[:2]
    assert first > second
    assert judged(deal) == (format_move(max(values, key=lambda move: values[move])), kind)


def test_the_pass_too_many_is_never_made() -> None:
    """V16: the pass after the third puts the seat out; with any card it stays in."""
    deal = GAME.deal(GAME.rules("shichinarabe", players=3), 0, seed=4)
    while deal.turn is not None:
        seat = deal.turn
        passes = sum(move == PASS for at, move in deal.log if at == seat)
        if passes == 3 and PASS in deal.moves() and len(deal.moves()) > 1:
            break
        deal.play(PASS if PASS in deal.moves() else deal.moves()[0])
    found, kind = judged(deal, PASS)
    assert found != "pass"
    assert kind == "put_out"


def test_a_seven_is_not_kept_back_for_the_price_of_eleven_chips() -> None:
    """1.4: a chip to the pool and five each to the holders of the six and the eight."""
    hands = [
        "6s 8s 7h 8h 9h 10h Jh Qh 2d 3d 4d 5d 6d 7d 8d 9d 10d",
        "7s 9s 10s Js Qs Ks As 5s 4s 3s 2s 2h 3h 4h 5h 6h Kh Ah",
        "2c 3c 4c 5c 6c 7c 8c 9c 10c Jc Qc Kc Ac Jd Qd Kd Ad",
    ]
    deal = GAME.deal(GAME.rules("chips", players=3), 0, hands=hands)
    assert judged(deal) == ("7s", "seven_fine")


@pytest.mark.parametrize(
    ("preset", "options", "seed", "plies", "move", "against", "kind"),
    [
        # A player's last card mostly fits after Jd, and never after Kh.
        ("short", {"players": 3}, 761, 31, "Kh", None, "lets_out"),
        # After 2d the next player may have nothing to play, after 3h he has.
        ("diamonds", {"players": 3}, 204, 44, "2d", None, "feeds_next"),
        # A player holds two cards: nobody has time to pass with seven.
        ("international", {"players": 3, "must_play": "optional"}, 94, 53, "Kc", PASS, "near_end"),
        ("international", {"players": 3, "must_play": "optional"}, 251, 53, "2h", PASS, "near_end"),
    ],
)
def test_what_speaks_for_a_move_where_hands_are_closed(
    preset: str,
    options: dict[str, object],
    seed: int,
    plies: int,
    move: str,
    against: int | None,
    kind: str,
) -> None:
    deal = reached(GAME.rules(preset, **options), seed, plies)
    assert judged(deal, against) == (move, kind)
