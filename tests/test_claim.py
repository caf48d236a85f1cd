"""The rest of a deal is called fixed only where it is, whatever anybody holds and plays."""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING, Any

import pytest
from engine_tools import spread

from seven_games.bots.claim import is_fixed
from seven_games.bots.senses import SENSES
from seven_games.bots.worlds import Worlds
from seven_games.engine import GAMES, Deal, View, parse_move
from seven_games.engine.cards import cards_of, hand_of
from seven_games.engine.dice import Dice
from seven_games.table import Table, open_table
from seven_games.table.setup import set_up

if TYPE_CHECKING:
    from collections.abc import Iterator


def outcome(deal: Deal) -> object:
    return deal.result()["score"], deal.winners()


def at_random(deal: Deal, dice: Dice) -> object:
    """What comes of it when everybody plays anything."""
    played = deal.copy()
    while played.turn is not None:
        moves = played.moves()
        played.push(moves[dice.below(len(moves))])
    return outcome(played)


def outcomes(deal: Deal) -> Iterator[object]:
    """What comes of every way to play on."""
    if deal.turn is None:
        yield outcome(deal)
    for move in deal.moves():
        after = deal.copy()
        after.push(move)
        yield from outcomes(after)


def worlds(deal: Deal, view: View) -> Iterator[Deal]:
    """The deal with the closed cards dealt out in every way that the play has not ruled out."""
    seats = [seat for seat in range(deal.players) if seat != view.seat]

    def dealt(left: list[int], others: list[int]) -> Iterator[list[tuple[int, ...]]]:
        if not others:
            yield []
            return
        for cards in combinations(left, view.counts[others[0]]):
            rest = [card for card in left if card not in cards]
            yield from ([cards, *more] for more in dealt(rest, others[1:]))

    for given in dealt(cards_of(view.unseen), seats):
        hands = deal.hands[:]
        for seat, cards in zip(seats, given, strict=True):
            hands[seat] = hand_of(cards)
        told = zip(hands, view.must, view.cannot, strict=True)
        if all(must & ~hand == 0 == cannot & hand for hand, must, cannot in told):
            world = deal.copy()
            world.hands = hands
            yield world


@pytest.mark.parametrize("name", GAMES)
def test_what_is_fixed_comes_out_the_same_however_it_is_played(name: str) -> None:
    dice, found = Dice(1), 0
    for deal in spread(name, 24):
        while deal.turn is not None:
            view = deal.view(deal.turn)
            if is_fixed(view):
                found += 1
                ends = {repr(at_random(deal, dice)) for _ in range(20)}
                drawn = Worlds(view, found)
                for _ in range(8):
                    world = drawn.draw()
                    ends |= {repr(at_random(world, dice)) for _ in range(4)}
                assert len(ends) == 1
            deal.play(SENSES[name].pick(deal))
    assert found > (5 if name != "sevens" else 0)


def ends_soon(name: str) -> Iterator[Deal]:
    """Deals whose ends are small."""
    if name == "semerik":
        yield from spread(name, 60, seed=2)
        return
    game = GAMES["sevens"]
    for seed in range(60):
        options = {"deck": 32, "scoring": ("none", "penalty")[seed % 2], "players": 2 + seed % 2}
        yield game.deal(game.rules("short", **options), 0, seed=seed)


@pytest.mark.parametrize("name", ["sevens", "semerik"])
def test_small_ends_against_every_deal_and_every_way_to_play(name: str) -> None:
    agreed = 0
    for deal in ends_soon(name):
        while deal.turn is not None:
            view = deal.view(deal.turn)
            others = sum(view.counts) - view.hand.bit_count()
            if len(view.moves) > 1 and others <= 5:
                ends: set[str] = set()
                for world in worlds(deal, view):
                    for end in outcomes(world):
                        ends.add(repr(end))
                        if len(ends) > 1:
                            break
                    if len(ends) > 1:
                        break
                fixed = is_fixed(view)
                assert not fixed or len(ends) == 1
                agreed += fixed and len(ends) == 1
            deal.play(SENSES[name].pick(deal))
    assert agreed > 3


def sedma_at(points: tuple[int, int]) -> View:
    """A seat to lead in the middle of a deal in which the sides have these points."""
    deal: Any = GAMES["sedma"].deal(GAMES["sedma"].rules(), 0, seed=5)
    while sum(deal.tricks) < 9 or deal.played or deal.asked:
        deal.play(SENSES["sedma"].pick(deal))
    deal.points = list(points)
    view: View = deal.view(deal.turn)
    assert len(view.moves) > 1
    return view


def test_sedma_is_decided_by_half_the_points_once_both_sides_have_some() -> None:
    assert is_fixed(sedma_at((50, 10)))
    assert not is_fixed(sedma_at((40, 10)))
    # All the points are worth more than most of them (2.2).
    assert not is_fixed(sedma_at((60, 0)))


def test_the_highest_cards_of_semerik_take_the_rest() -> None:
    game = GAMES["semerik"]
    hands = [
        "3s 2s As 3h 2h Ah 3d 2d Ad 3c",
        "4s 5s 6s 4h 5h 6h 4d 5d 6d 4c",
        "7s Js Qs 7h Jh Qh 7d Jd Qd 5c",
        "Ks Kh Kd 6c 7c Jc Qc Kc Ac 2c",
    ]
    deal = game.deal(game.rules("classic"), 3, hands=hands)
    # Nobody may show any more once he has played a card (3.2).
    for card in ("3s", "4s", "7s", "Ks"):
        deal.play(parse_move(card))
    assert is_fixed(deal.view(0))
    deal.play(parse_move("2s"))
    assert not is_fixed(deal.view(1))


def test_nobody_who_is_not_to_move_is_asked() -> None:
    deal = GAMES["sedma"].deal(GAMES["sedma"].rules(), 0, seed=5)
    assert deal.turn is not None
    assert not is_fixed(deal.view(1 - deal.turn))
    assert not is_fixed(deal.view(None))


def test_a_fixed_deal_plays_itself_and_is_recorded_move_by_move() -> None:
    import asyncio

    written: list[tuple[int, int]] = []

    class Paper:
        def deal(self, number: int, deal: Deal, seed: int) -> None:
            written.clear()

        def move(self, seat: int, move: int, hints: int = 0) -> None:
            written.append((seat, move))

        def hint(self, seat: int, hints: int) -> None:
            raise AssertionError

        def undo(self, moves: int) -> None:
            raise AssertionError

        def close(self) -> None:
            pass

    claimed: list[int] = []
    for seed in range(20):
        rules: dict[str, object] = {"players": 2, "target": 1}
        setup = set_up(GAMES["sedma"], None, rules, ["Olha", "bot:random"], seed)
        table = open_table(setup, [Paper()])

        def told(_event: object, view: View, table: Table = table) -> None:
            if view.turn == 0 and not table.finishing:
                if table.can_finish(0):
                    claimed.append(len(view.log))
                    table.finish(0)
                else:
                    table.play(0, view.moves[0])

        table.watch(told, 0)
        asyncio.run(table.run())
        assert table.standing.over
        assert tuple(written) == table.deal.log
        if claimed:
            break
    assert len(written) > claimed[0]
