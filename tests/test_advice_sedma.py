"""Positions of Sedma, most of them with a stock: what the search finds, and for what reason.

Where the right move is known for certain, `test_positions.py` asks.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import cast

import pytest

from seven_games.bots.advice import level_of
from seven_games.bots.advice.sedma import reason
from seven_games.bots.search import Budget, Judged, Search
from seven_games.bots.sedma import SedmaSense
from seven_games.engine import GAMES, Deal, format_hand, format_move, parse_move
from seven_games.engine.cards import RANKS, cards_of, rank_of
from seven_games.engine.sedma import SedmaView

GAME = GAMES["sedma"]
WORLDS = 96


@dataclass(frozen=True)
class Position:
    """The moves that lead to it, the rank that is right, a move it is compared with, the reason."""

    name: str
    players: int
    seed: int
    moves: str
    right: str
    other: str
    kind: str
    preset: str = "sedma"

    def deal(self) -> Deal:
        deal = GAME.deal(GAME.rules(self.preset, players=self.players), 0, seed=self.seed)
        for word in self.moves.split():
            deal.play(parse_move(word))
        return deal


FOUND = [
    Position(
        "the last ten beats for certain: go on",
        2,
        60291,
        "Ks Ac 8d 9d Qh 7c Qd As Kd Kc 7s Jc 9c 10c Jh Jd 7h Qs Ah Ad 10s Js 10h 7d",
        "10",
        "stop",
        "sure_take",
    ),
    Position(
        "the last seven beats for certain: go on",
        4,
        3344,
        "10s 10h 10c 8c Ah Js 8s Ad 7d Jc 8d 7h 10d Jh 8h 9c 7s 9h Jd 9s As Ac 9d Qh",
        "7",
        "stop",
        "sure_take",
    ),
    Position(
        "both sevens that are left are in the hand: one takes the ace for certain",
        4,
        16862,
        "Jh Ks Ah Kh Jd Qd Ad Kd 7d 8s 10c 9h Qs Qc Js As Qh 7c",
        "7",
        "8c",
        "sure_take",
    ),
    Position(
        "nothing beats the partner's nine: it gets the ten",
        4,
        3745,
        "10c 7d 10d 10s As Ac 7h Ah Ad 8h 7c Js Qd Jh Jd Qh 7s Jc 8d 8s 9c 9h 8c 9s 9d Kh",
        "10",
        "Kc",
        "feeds_partner",
    ),
    Position(
        "nothing beats the partner's king: it gets the ace",
        4,
        22970,
        "9d 8s 9s 7c 9c Qc 8d 10d 10h Qd 10s Qs Kd Kh Qh Ah Kc 9h As 7s 7h 8c 7d Jd Ks 8h",
        "A",
        "Jh",
        "feeds_partner",
    ),
    Position(
        "a trick that cannot be had gets a queen and not a ten",
        2,
        45402,
        "Jd Qs 7d Kh Ah Ac 7h 10d 9s 9d 9c 8s Ks Kd Kc 7s As Js 9h 8d Ad 8c 8h",
        "Q",
        "10h",
        "throws_cheap",
    ),
    Position(
        "an ace goes on as well as the seven, which is kept",
        2,
        67735,
        "Qh 9s Ah 8h 9d Jh 9c 8s 10s 10h 7d Kh 8d Qd Qc Kd Kc Qs 8c 9h As Ad 7h",
        "A",
        "7s",
        "saves_seven",
    ),
    Position(
        "twenty points lie there, and one seven is left to fear: go on",
        2,
        15324,
        "Js Ks Jd 8d 10h 7d 10s Jc Qh Ah Kh Qs 9h 9s 9d Qc Ad Ac 7s Kd As Kc 10c 10d",
        "7",
        "stop",
        "goes_on",
    ),
    Position(
        "three of the last five cards are sevens, and one is held: no ace goes after two",
        2,
        38719,
        "Jh Qd Jc 8c Qh 10h As 10c Qc Jd Js 9h Qs 8h 9s 10d 9d Kd 9c Ks Kc Kh stop Ah Ad",
        "stop",
        "Ac",
        "protects_counter",
    ),
    Position(
        "no point lies there, and a nine goes on for the lead",
        2,
        22554,
        "Qs Kh Kd Qd Ks Kc 7h Jd 8s Jc 8h Qc 8d 7d 7s Ad 10s Jh 9h 9c",
        "9",
        "stop",
        "takes_lead",
    ),
    Position(
        "an ace goes on as well as the seven",
        2,
        47314,
        "9d Qs 9c Kh Qc Ks Kc 7c 7s 10s Kd 8c 8s Jc 8h 10h 8d 10d Qh 10c As Ah",
        "A",
        "7d",
        "saves_seven",
    ),
    Position(
        "a seven on an eight, where a ten would be theirs",
        4,
        35511,
        "Kh 8h 10h Kd Kc Jd 8s 7c 7d 7s Ks 9s Qd 9d 10c Qh Qc As Ac 8c 8d",
        "7",
        "10s",
        "throws_cheap",
    ),
    Position(
        "the last ace is led, and not one of two tens while the third is out",
        2,
        18462,
        "Qh Qd Qc Js Jd Jc Kh Ks stop Qs 9c 9d 7d stop As Ac Ad 7c Jh 8s",
        "A",
        "10s",
        "lead_dead_rank",
    ),
    Position(
        "a counter is lost: the ten goes, and the aces stay together",
        4,
        71065,
        "Js 8s 9s Jd 7d 8c 9c Qd Qc Qh Qs 9d Jh 7s 9h 10h 7h 7c Ks 8h Kd",
        "10",
        "Ah",
        "keeps_pair",
    ),
    Position(
        "no nine is out for the nine to beat, but an eight is for the eight",
        4,
        63211,
        "Jd Jh Qs 10c Jc Kh Qd Ks Qc Kd 8h Qh Kc Js As 9s 10s 8d 9h 9d 10d Ah",
        "9",
        "8s",
        "keeps_rank",
    ),
]


def rank(move: int) -> str:
    """The rank of a card, or the word for another move: suits mean nothing in Sedma."""
    return RANKS[rank_of(move)] if move < 52 else format_move(move)


@pytest.mark.parametrize("position", FOUND, ids=lambda one: one.name)
def test_the_right_move_is_found_for_the_right_reason(position: Position) -> None:
    deal = position.deal()
    assert deal.turn is not None
    view = deal.view(deal.turn)
    search = Search(view, Budget(worlds=WORLDS, candidates=2, whole=True), seed=1).run()
    judged = search.judged()
    assert rank(judged[0].move) == position.right
    other = next(one for one in judged if one.move == parse_move(position.other))
    assert other.move not in level_of(judged, "game points")
    assert reason(view, judged[0], other, search).kind == position.kind


@pytest.mark.parametrize("position", FOUND[:5], ids=lambda one: one.name)
def test_what_is_called_sure_is_sure(position: Position) -> None:
    """Whatever beats in this trick has been played or lies in the own hand."""
    deal = position.deal()
    view = deal.view(deal.at)
    assert isinstance(view, SedmaView)
    for seat in range(view.rules.players):
        if seat % 2 != deal.at % 2:
            could = view.unseen & view.beaters & ~view.cannot[seat]
            assert not could, format_hand(cards_of(could))


def judged(move: str, behind: float = 0) -> Judged:
    return Judged(parse_move(move), -behind, behind, 0.01, 100)


def test_a_cheap_card_that_beats_is_worth_the_lead() -> None:
    """No point lies there, but whoever takes the trick leads to the next one (2.1)."""
    hands = "9h Ks Qs Ah", "9d 8s 8c Jc"
    pack = {format_move(card) for card in cards_of(GAME.pack(GAME.rules()))}
    stock = sorted(pack - set(" ".join(hands).split()))
    deal = GAME.deal(GAME.rules(), 0, hands=hands, stock=" ".join(stock))
    deal.play(parse_move("9d"))
    view = deal.view(0)
    search = Search(view, Budget(worlds=2), 1)
    found = reason(view, judged("9h"), judged("Ks", 1), search)
    assert found.kind == "takes_lead"
    assert str(found.why) == (
        "9h takes the trick and the lead, unless one of these comes: 7s 9s 7h 7d 7c 9c"
    )
    assert reason(view, judged("Ks"), judged("9h", 1), search).kind != "takes_lead"


def test_an_ace_or_a_ten_that_little_beats_is_brought_home() -> None:
    """What beats it is of its rank or a seven (2.1), and not yet seen."""
    found = 0
    for seed in range(200):
        deal, sense = GAME.deal(GAME.rules(), 0, seed=seed), SedmaSense()
        while deal.turn is not None:
            view = cast("SedmaView", deal.view(deal.turn))
            names = {format_move(card): card for card in cards_of(view.hand)}
            counters = [name for name in names if name[:-1] in {"A", "10"}]
            plain = [name for name in names if name[:-1] not in {"A", "10", "7"}]
            if view.stock and not view.trick and counters and plain:
                rank = counters[0][:-1]
                unseen = format_hand(cards_of(view.unseen)).split()
                beat = {name for name in unseen if name[:-1] in {rank, "7"}}
                search = Search(view, Budget(worlds=2), 1)
                why = reason(view, judged(counters[0]), judged(plain[0], 1), search)
                assert (why.kind == "little_beats") == (0 < len(beat) <= 2)
                if why.kind == "little_beats":
                    found += 1
                    assert all(name in str(why.why).split() for name in beat)
            deal.play(sense.pick(deal))
    assert found > 5
