"""Positions of Semerik, and what the search finds there, and why.

Where the right move is known for certain, `test_positions.py` asks.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations
from typing import TYPE_CHECKING, cast

import pytest
from small_deals import best_with_open_cards

from seven_games.bots.advice import level_of
from seven_games.bots.advice.semerik import reason
from seven_games.bots.public.semerik import STRATEGIES
from seven_games.bots.search import Budget, Judged, Search
from seven_games.bots.semerik import SemerikSense
from seven_games.bots.sense import Sense
from seven_games.bots.worlds import Worlds
from seven_games.engine import GAMES, deduce, format_move, parse_move
from seven_games.engine.cards import cards_of, hand_of

if TYPE_CHECKING:
    from seven_games.bots.advice.reason import Reason
    from seven_games.engine import Deal, Rules, View
    from seven_games.engine.semerik import SemerikDeal

GAME = GAMES["semerik"]
WORLDS = 200


@dataclass(frozen=True)
class Position:
    """The hands as dealt, what was played, what is right there, and why rather than `other`.

    Without another move it is the second best.
    """

    hands: tuple[str, ...]
    played: str
    right: str
    kind: str
    dealer: int = 3
    preset: str = "semerik"
    other: str = ""

    def deal(self) -> Deal:
        deal = GAME.deal(GAME.rules(self.preset), self.dealer, hands=list(self.hands))
        for move in self.played.split(", ") if self.played else []:
            deal.play(parse_move(move))
        return deal

    def view(self) -> View:
        deal = self.deal()
        return deal.view(deal.turn)


SPADES = (
    "2s 3s 4s 5s 6s 7s Js Qs Ks As",
    "2h 3h 4h 5h 6h 7d Jd Qd Kd Ad",
    "7h Jh Qh Kh Ah 2d 3d 4d 5d 6d",
    "2c 3c 4c 5c 6c 7c Jc Qc Kc Ac",
)
FIVES = (
    "4s 6s 5h 3d 6d Jd 6c 7c Jc Qc",
    "3s Js 3h 4h Jh 4d Qd Ad 4c Kc",
    "2s Qs Ks 2h 7h Kh Ah 2d Kd Ac",
    "5s 7s As 6h Qh 5d 7d 2c 3c 5c",
)
FIVES_FOLLOWED = (
    "show triple 2, show triple K, 7h, show triple 5, Qh, show triple 6, 5h, show triple 4, Jh, "
    "5s, 6s, Js, Qs, Kh, 6h, 4s, 3h, 4d, Kd, 5d, Jd, Ah, 5c, Jc, 4h, 2h, 7d, Qc, 4c, Ks, As, 6c, "
    "3s, Qd, 2d, 7s"
)
SIXES = (
    "4s 5s 2h 3h Qh Kh 2d Kd 5c Ac",
    "2s 3s 6s Qs As 6d Qd Ad 4c 6c",
    "7s 5h 6h Jh 3d 7d 2c 3c 7c Qc",
    "Js Ks 4h 7h Ah 4d 5d Jd Jc Kc",
)
SIXES_PLAYED = (
    "show triple J, 4h, Qh, show triple 6, 4c, show triple 7, Jh, 4s, 6s, 7s, Js, 4d, Kd, Ad, 3d, "
    "7c, Jc, Ac, 6c, 2h, 6d, 5h, 5d, 3h, Qs, Qc, 7h, 2d, As, 6h, Ks"
)

POSITIONS = {
    "all ten spades count sixteen": Position(SPADES, "", "show baba s", "declares"),
    "the last to play takes with the cheapest": Position(
        (
            "7s 3s 5s 6s 4h 5h 6h 7h 4d 5d",
            "6d Kd Jd Qd 4c 5c 6c 7c Jc Qc",
            "Js 2h 3h Ah Kh Qh Jh 2d 3d Ad",
            "Qs Ks As 2s 4s 7d 2c 3c Ac Kc",
        ),
        "7s, 6d, Js",
        "Qs",
        "enough",
    ),
    "a sure card is led at the end": Position(
        FIVES,
        "show baba h, show triple 2, show triple K, 7h, show triple 5, Qh, show triple 6, 4s, "
        "show triple 4, 3h, 4d, Kd, 5s, 3d, 6c, Kc, Ac, 2c, 3c, 5h, Js, Qs, 5d, 6d, Ad, 2d, Kh, "
        "5c, 6s, 4h, Ah, 7s, Jd, 4c",
        "2h",
        "sure_trick",
        dealer=1,
    ),
    "the low club will take nothing": Position(SIXES, SIXES_PLAYED, "5c", "throws_low", dealer=2),
    "the partner showed the three": Position(
        (
            "2s 6s Js Kh 3d Ad 3c 4c 5c Kc",
            "5s As 4h Qh 2d 4d 5d 7d Qd 6c",
            "3s 4s 7s Qs Ks 2h 6h 6d Kd Qc",
            "3h 5h 7h Jh Ah Jd 2c 7c Jc Ac",
        ),
        "4s, show baba c, show triple J, Jd, 2s, 4h, 4c, 6c, Qc, 2c, 5h, Kh, 4d, 2h, 7s, Jc, Js, "
        "As, 5d, Kd, 7c, Ad, 3c, 5s, 6h, 7h, 3d, Qh, 6d, Ah",
        "6s",
        "feeds_partner",
        dealer=1,
    ),
    "all ten tricks are in sight": Position(
        (
            "2s 4s Qs Ks 3h 5h 7h Jh Qh 3c",
            "6s 7s Kh 5d 6d Ad 6c 7c Qc Kc",
            "As 2h 4h 6h 3d Jd 2c 5c Jc Ac",
            "3s 5s Js Ah 2d 4d 7d Qd Kd 4c",
        ),
        "show triple 6, 6c, Jc, 4d, 3c, 5h, Kh, 2h, 4c, Ac, 5s, 4s, 5d, 2c, 7d, Qs, 6s, 3d, Ah, "
        "Ks, 6d, 4h, Js, Jh, 7s, 7h, Ad, Jd, Qd, Qh, 7c, 5c, Kd",
        "3h",
        "all_tricks",
        dealer=0,
    ),
    "following suit, the partner's two is enough": Position(
        FIVES, FIVES_FOLLOWED, "6d", "enough", dealer=1, preset="classic"
    ),
    "following suit, the sure two is led": Position(
        FIVES, f"{FIVES_FOLLOWED}, 6d", "2s", "sure_trick", dealer=1, preset="classic"
    ),
    "the last trick counts a point": Position(
        (
            "6s Js 2h 6h Jd Ad 2c 4c Jc Ac",
            "3s As 4h Jh 3d 5d 5c 7c Qc Kc",
            "2s 4s Qs 5h Qh Kh 6d Qd Kd 3c",
            "5s 7s Ks 3h 7h Ah 2d 4d 7d 6c",
        ),
        "show triple 7, 4d, show triple J, Ad, 3d, show triple Q, 6d, 5c, 3c, 6c, Jc, 4s, Ks, 6s, "
        "As, 4h, Qh, Ah, 2h, Ac, 7c, 5h, 5s, 2c, Qc, Qs, 7s, 6h, Jh, Kh, 3h, 2d, Jd, 5d, Qd, 7h, "
        "4c, Kc",
        "2s",
        "last_trick",
        dealer=2,
        preset="tressette",
    ),
    "the suit of the sure two is left to the others": Position(
        (
            "2s 7s Qs Ks 3h Ah 2d 4d 7d 3c",
            "3s 6s Js 2h 6h Jh Qh Kd 6c Kc",
            "5s As 4h 5d Jd Qd Ad 4c 5c Qc",
            "4s 5h 7h Kh 3d 6d 2c 7c Jc Ac",
        ),
        "show triple 6, 6h, show triple 5, 4h, show baba c, 7h, Ah, 4d, Kd, Ad, 3d, 7c, 3c, 6s, Qc",
        "Qs",
        "waits_for_lead",
        dealer=0,
        other="7d",
    ),
    "one card can go over the seven of diamonds, two over that of hearts": Position(
        (
            "6s Qs 2h Jh Qh 4d Jd 5c Jc Qc",
            "2s As 4h 7h Ah 7d Qd 4c 7c Kc",
            "4s 3h 6h Kh 2d 5d 6d Kd 3c Ac",
            "3s 5s 7s Js Ks 5h 3d Ad 2c 6c",
        ),
        "5d, Ad, show triple J, show triple Q, 4d, show triple 7, Qd, 5s, Qs, 2s, 4s, 4h, 6h, "
        "5h, Jh, 5c, 7c, Ac, 2c, 3s, 6s, 4c, 6d, 3d, Qh, Kc, Kh, 7s, Jd, As, Kd",
        "7d",
        "little_over",
        dealer=1,
        other="7h",
    ),
    "the partner holds the ace over the queen": Position(
        (
            "6s Ks 3h 4h 5h 7h Jh Qh 2d 6c",
            "2s 5s As 6h Ah 4d 5d 6d 7c Ac",
            "4s Js Kh Jd 2c 4c 5c Jc Qc Kc",
            "3s 7s Qs 2h 3d 7d Qd Kd Ad 3c",
        ),
        "show triple A, 4d, show triple J, Jd, show triple 3, Qd, 2d, 4h, 6h, Kh, 2h, 7s, Ks, "
        "2s, 4s, 7c, Jc, 3c, 6s, 7d, 6c, 5s, 4c, Kd, 5h, 5d, 5c, Ad, 7h, 6d, Js, 3s, Jh, Ah, "
        "Qc",
        "3d",
        "spares_partner",
        dealer=0,
        other="Qs",
    ),
    "the lone ace goes before the three that covers another": Position(
        (
            "6s 7s 2h 3h 4h 6h Qh 2d 6c 7c",
            "2s 4s 5h 5d 7d Jd Qd Kd 4c Ac",
            "5s 7h Jh Ah 3d 6d Ad 2c 3c Kc",
            "3s Js Qs Ks As Kh 4d 5c Jc Qc",
        ),
        "6d, Jc, show triple 6, 2d, 4s, 4h, 5h, 7h, Kh, 3s, 6s, Jd, 5s, Js, 6c, 2s, Ah, 5d, "
        "3d, 4d, 7c, 2c, 5c, 7s, 4c",
        "Ad",
        "stands_alone",
        dealer=1,
        other="3c",
    ),
    "the seven goes, for the queen is worth as much": Position(
        (
            "3s 7s Js Qs 2h 4h 5h 2d Jd 2c",
            "5s 3h 7h Jh Qh 3d 6d 3c 4c Qc",
            "4s Ks Ah 4d Kd Ad 7c Jc Kc Ac",
            "2s 6s As 6h Kh 5d 7d Qd 5c 6c",
        ),
        "show triple 2, 7s, show triple 3, 4c, show triple A, show triple K, Ks, show triple "
        "6, 2s, 5d, Jd, 3d, 4s, 7h, Ah, 5c, 2h, 3s, 5s, Jc, 6c, 2d, 6d, Kc",
        "7d",
        "twins",
        other="6s",
    ),
    "an ace costs a point, and so would the third counter": Position(
        (
            "3s 5s 6s Js As 2h Qd Kd Jc Kc",
            "2s 7s Qs Ks 5h 7h Jh Kh Ad 4c",
            "4s 4h 6h Ah 2d 4d 5d 6d 6c Qc",
            "3h Qh 3d 7d Jd 2c 3c 5c 7c Ac",
        ),
        "show triple 4, show triple 6, 4d, show baba c, show triple 3, Jd, Qd, Ad, 5h, 6h, "
        "Qh, 2h, 5s, 7s, 4s, 5c, 7h, 4h, 3h, 6s, 7c, Jc, 4c, Qc, 5d, 7d, Kd, Qs, 3s, Ks, 6c",
        "Ac",
        "costs_as_much",
        dealer=1,
        preset="tressette",
        other="3d",
    ),
    "the two takes the ace unless the three comes": Position(
        (
            "2s 3s 4s 6s 7s 5h 6h 4d 5d 5c",
            "As 4h Qh 2d 3d 6d Kd 2c Qc Ac",
            "Qs Ks 3h Ah 7d Ad 3c 4c 7c Kc",
            "5s Js 2h 7h Jh Kh Jd Qd 6c Jc",
        ),
        "6d, Ad, show triple J, Jd, show triple 5, 4d, 4c, Jc, 5c, Ac, Kd, 7d, Qd, 5d, 4h, Ah",
        "2h",
        "takes_counters",
        dealer=0,
        preset="tressette",
        other="7h",
    ),
    "the partner showed the three over the knave": Position(
        (
            "3s 4s 5h 3d 4d Kd Ad 3c 4c Kc",
            "5s Ks As 3h 7h Jh 6d 2c 7c Jc",
            "6s Js 4h 6h 2d 7d Jd 5c 6c Ac",
            "2s 7s Qs 2h Qh Kh Ah 5d Qd Qc",
        ),
        "5s, show triple 6, Js, show triple Q, 2s, show triple 3, show triple 4, 3s, 4d, 6d, "
        "7d, Qd, Qh, 5h, 7h, 4h, Kh, 4s, Jh, 6h, 7s, 4c, As, 6s, 7c, Ac, Qc, Kc",
        "Jd",
        "feeds_partner",
        dealer=0,
        preset="tressette",
        other="6c",
    ),
}


def judged(position: Position) -> tuple[Search, Reason]:
    view = position.view()
    search = Search(view, Budget(WORLDS, 1, whole=True), seed=1).run()
    best, *others = search.judged()
    other = next(one for one in others if position.other in {"", format_move(one.move)})
    level = level_of((best, *others), "points")
    assert not (position.other and other.move in level)
    return search, reason(view, best, other, search)


@pytest.mark.parametrize("name", POSITIONS)
def test_the_right_move_is_found_with_its_reason(name: str) -> None:
    position = POSITIONS[name]
    search, why = judged(position)
    assert format_move(search.best) == position.right
    assert why.kind == position.kind, str(why.why)


def all_worlds(position: Position) -> list[Deal]:
    """Every deal of the cards that are out that agrees with what the seat to move knows."""
    here = position.deal()
    view = here.view(here.turn)
    must, cannot = deduce(view)
    others = [seat for seat in range(4) if seat != view.seat]
    unseen = cards_of(view.unseen)
    found = []
    for first in combinations(unseen, view.counts[others[0]]):
        rest = [card for card in unseen if card not in first]
        for second in combinations(rest, view.counts[others[1]]):
            third = [card for card in rest if card not in second]
            world = here.copy()
            for seat, cards in zip(others, (first, second, third), strict=True):
                world.hands[seat] = hand_of(cards)
            if all(
                must[seat] & ~world.hands[seat] == 0 and cannot[seat] & world.hands[seat] == 0
                for seat in others
            ):
                found.append(world)
    return found


@pytest.mark.parametrize(
    "name",
    [
        "following suit, the sure two is led",
        "the last trick counts a point",
        "the partner holds the ace over the queen",
    ],
)
def test_the_move_found_is_the_best_on_average_of_all_worlds_with_open_cards(name: str) -> None:
    position, goal = POSITIONS[name], SemerikSense()
    view = position.view()
    worths = dict.fromkeys(view.moves, 0.0)
    worlds = all_worlds(position)
    for world in worlds:
        for move in view.moves:
            after = world.copy()
            after.push(move)
            worths[move] += best_with_open_cards(after, cast("int", view.seat), goal)
    best = max(worths.values())
    assert [format_move(move) for move in view.moves if worths[move] == best] == [position.right]


def seen_worlds(preset: str, plies: int, **options: str) -> tuple[View, Rules, list[Deal]]:
    """A view in the middle of a deal, and worlds that agree with it, as they were dealt."""
    rules = GAME.rules(preset, **options)
    deal = GAME.deal(rules, plies % 4, seed=plies + 500)
    while deal.turn is not None and len(deal.log) < plies:
        deal.play(STRATEGIES["partner"](deal.view(deal.turn)))
    view = deal.view(deal.turn)
    draws = Worlds(view, plies)
    dealt = [draws.draw().dealt for _ in range(3)]
    return view, rules, [GAME.lay_out(rules, view.dealer, d, [], view.standing) for d in dealt]


@pytest.mark.parametrize(
    ("preset", "options"),
    [
        ("semerik", {"baba_triple": "only_3"}),
        ("semerik", {"follow": "follow_and_beat"}),
        ("classic", {}),
        ("tressette", {"ace": "third"}),
    ],
)
def test_the_fast_loops_do_what_the_plain_ones_do(preset: str, options: dict[str, str]) -> None:
    """A log is replayed with what everybody had learned, and played on by the same choices."""
    sense = SemerikSense()
    for plies in range(3, 39, 5):
        view, _, worlds = seen_worlds(preset, plies, **options)
        for world in worlds:
            plain = cast("SemerikDeal", world.copy())
            surprise = 0.0
            for seat, move in view.log:
                if seat != view.seat:
                    surprise += Sense.surprise(sense, plain, move)
                plain.learn(move)
                plain.push(move)
            fast = cast("SemerikDeal", world)
            assert sense.replay(fast, view, explain=True) == pytest.approx(surprise)
            assert fast.moves() == plain.moves()
            assert (fast.dealt, fast.hands) == (plain.dealt, plain.hands)
            assert sense.play_out(fast, plies) == Sense.play_out(sense, plain, plies)
            assert fast.result() == plain.result()


def test_what_a_seat_does_not_see_does_not_change_what_it_thinks_of_its_cards() -> None:
    """The rules of thumb ask for the own hand and what is public."""
    view, _, _ = seen_worlds("semerik", 17)
    sense, draws = SemerikSense(), Worlds(view, 3)
    thoughts = [sense.weigh(draws.draw()) for _ in range(20)]
    assert all(thought == thoughts[0] for thought in thoughts)


def worth(shown: tuple[int, int], game: tuple[int, int]) -> float:
    """What a deal is worth to the first side, where each side took half of the counters."""
    rules = GAME.rules(finish="immediate")
    standing = GAME.start(rules, 3)
    deal = cast("SemerikDeal", GAME.deal(rules, 3, seed=4))
    deal.standing = type(standing)(dealer=3, totals=(0, 0), game=game)
    deal.points, deal.cut_short, deal.at = list(shown), True, -1
    return SemerikSense().value(deal, 0)


def test_points_are_worth_what_they_do_to_the_game() -> None:
    """3.4: who reaches 21 is credited 21, and 42 where the others have 11 or fewer."""
    assert worth((5, 3), (0, 0)) == pytest.approx(2)
    assert worth((3, 5), (0, 0)) == pytest.approx(-2)
    # The point that wins the game is worth more than one that adds to a won game.
    assert worth((3, 0), (18, 15)) - worth((2, 0), (18, 15)) > 1.5
    assert worth((5, 0), (18, 15)) == pytest.approx(worth((3, 0), (18, 15)))
    # The twelfth point of the losers halves what the winners are credited.
    twelfth = worth((3, 0), (18, 11)) - worth((3, 1), (18, 11))
    assert twelfth > 2 * (worth((3, 1), (18, 11)) - worth((3, 2), (18, 11))) + 1
    # 18 : 18 and 18 : 19 are one game won and one lost.
    assert worth((4, 3), (18, 18)) == pytest.approx(-worth((3, 4), (18, 18)))


def test_public_strategies_play_as_they_are_described() -> None:
    """The highest card that goes over, else the lowest; or a counter to a partner who takes."""
    hands = [
        "7s 3s 5s 6s 4h 5h 6h 7h 4d 5d",
        "6d Kd Jd Qd 4c 5c 6c 7c Jc Qc",
        "Js 2h 3h Ah Kh Qh Jh 2d 3d Ad",
        "Qs Ks As 2s 4s 7d 2c 3c Ac Kc",
    ]
    deal = GAME.deal(GAME.rules(), 3, hands=hands)
    # Both show what pays first: three fives.
    shown = {format_move(choose(deal.view(0))) for choose in STRATEGIES.values()}
    assert shown == {"show triple 5"}
    deal.play(parse_move("show triple 5"))
    assert format_move(STRATEGIES["highest"](deal.view(0))) == "3s"
    deal.play(parse_move("7s"))
    # Nothing goes over: the lowest, and of the partner's strategy too while the others take.
    assert format_move(STRATEGIES["highest"](deal.view(1))) == "4c"
    assert format_move(STRATEGIES["partner"](deal.view(1))) == "4c"
    deal.play(parse_move("6d"))
    deal.play(parse_move("Js"))
    assert format_move(STRATEGIES["highest"](deal.view(3))) == "2s"
    assert format_move(STRATEGIES["partner"](deal.view(3))) == "Qs"
    deal = GAME.deal(GAME.rules(), 1, hands=hands)
    for move in ("Js", "2s", "3s"):
        deal.play(parse_move(move))
    assert format_move(STRATEGIES["partner"](deal.view(1))) == "4c"
    deal = GAME.deal(GAME.rules(), 2, hands=hands)
    deal.play(parse_move("2c"))
    deal.play(parse_move("4h"))
    # The partner takes: the lowest counter.
    assert format_move(STRATEGIES["partner"](deal.view(1))) == "Jd"


def reason_for(view: View, best: str, other: str) -> Reason:
    """The reason where the figures would be such."""
    moves = [Judged(parse_move(one), 0.0, 0.0, 0.0, 1) for one in (best, other)]
    return reason(view, moves[0], moves[1], Search(view, Budget(1)))


def test_a_combination_that_counts_nothing_is_kept_closed() -> None:
    """3.2: with `only_3` the second of a Baba and a triple of twos scores nothing."""
    hands = [
        "7s 2s As 2h 2d 4h 5h 6h 7h 4d",
        "3s Ks Qs Js 6s 5s 4s 3h 3d Kd",
        "Ah Kh Qh Jh Ad Qd Jd 7d 6d 5d",
        "2c 3c 4c 5c 6c 7c Jc Qc Kc Ac",
    ]
    deal = GAME.deal(GAME.rules(baba_triple="only_3"), 3, hands=hands)
    deal.play(parse_move("show baba s"))
    why = reason_for(deal.view(0), "7s", "show triple 2")
    assert why.kind == "hides"
    assert str(why.why).startswith("showing 2s 2h 2d counts nothing")


def test_a_combination_that_can_still_be_shown_is_not_broken_up() -> None:
    """Three fives count one point, and are shown only while all three are held (3.2)."""
    hands = [
        "7s 3s 5s 6s 4h 5h 6h 7h 4d 5d",
        "6d Kd Jd Qd 4c 5c 6c 7c Jc Qc",
        "Js 2h 3h Ah Kh Qh Jh 2d 3d Ad",
        "Qs Ks As 2s 4s 7d 2c 3c Ac Kc",
    ]
    deal = GAME.deal(GAME.rules(), 3, hands=hands)
    why = reason_for(deal.view(0), "4h", "5d")
    assert why.kind == "keeps_combination"
    assert str(why.why) == "with 5d gone, 5s 5h 5d cannot be shown any more, which counts 1"
    deal.play(parse_move("show triple 5"))
    assert reason_for(deal.view(0), "4h", "5d").kind != "keeps_combination"


def test_where_nothing_differs_the_count_is_the_reason() -> None:
    view = POSITIONS["a sure card is led at the end"].view()
    assert reason_for(view, "2s", "2s").kind == "by_count"
