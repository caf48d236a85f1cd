"""The naive referee is right by the page, and keeps the page's invariants."""

from __future__ import annotations

import itertools
import random
import re
from typing import Any

import pytest
from golden_runner import GAMES, DealLike, Example, Rules, check_example, load, load_all
from oracle import (
    PLAYERS,
    PRESETS,
    OracleDeal,
    OracleMatch,
    hand_sizes,
    pack,
    resolve,
)
from oracle_sevens import SevensDeal


class OracleAdapter:
    """The referee as the golden examples see it."""

    def sizes(self, game: str, rules: Rules, players: int, dealer: int) -> list[int]:
        return hand_sizes(game, resolve(game, **rules), players, dealer)

    def deal(
        self,
        game: str,
        rules: Rules,
        players: int,
        dealer: int,
        hands: list[list[str]],
        stock: list[str],
    ) -> DealLike:
        return OracleDeal(game, resolve(game, **rules), players, dealer, hands, stock)

    def sevens_position(
        self,
        rules: Rules,
        players: int,
        dealer: int,
        table: list[str],
        hands: list[list[str]],
        turn: int,
    ) -> DealLike:
        options = resolve("sevens", **rules)
        return OracleDeal.arrange(options, players, dealer, table, hands, turn)

    def match(
        self, game: str, rules: Rules, players: int, scores: list[list[int]]
    ) -> dict[str, Any]:
        match = OracleMatch(game, resolve(game, **rules), players, first_dealer=0)
        for score in scores:
            match.add({"score": score})
        return match.match()


EXAMPLES = load_all()


@pytest.mark.parametrize(
    ("game", "example"), EXAMPLES, ids=[f"{game}: {example['id']}" for game, example in EXAMPLES]
)
def test_golden(game: str, example: Example) -> None:
    check_example(OracleAdapter(), game, example)


@pytest.mark.parametrize(
    ("game", "letter", "rows"), [("sevens", "V", 16), ("sedma", "M", 15), ("semerik", "K", 19)]
)
def test_every_row_of_the_page_is_there(game: str, letter: str, rows: int) -> None:
    ids = [example["id"] for example in load(game)]
    assert len(set(ids)) == len(ids)
    numbers = [int(n) for id_ in ids for n in re.findall(rf"\b{letter}(\d+)\b", id_)]
    in_order = list(dict.fromkeys(numbers))
    # "M7 stopped" comes after "M7 and M8".
    assert in_order == list(range(1, rows + 1))


# --- random play -------------------------------------------------------------------------

VARIATIONS: dict[str, list[dict[str, Any]]] = {
    "sevens": [
        {"jokers": 1},
        {"jokers": 2},
        {"jokers": 2, "end": "play_on", "unit": "pips"},
        {"jokers": 2, "end": "play_on", "start": "7c", "scoring": "chips"},
        {"jokers": 2, "deck": 32},
        {"end": "play_on", "target": 20},
        {"end": "play_on", "pass_limit": 2, "ace": "low"},
        {"pass_limit": 1, "unit": "pips"},
        {"pass_limit": 1, "must_play": "fined", "scoring": "chips", "prices": "chips_hoyle"},
        {
            "pass_limit": 2,
            "must_play": "fined",
            "scoring": "chips",
            "end": "play_on",
            "deck": 32,
        },
        {"must_play": "optional", "scoring": "chips", "prices": "chips_hoyle"},
        {"must_play": "optional", "pass_limit": 1},
        {"must_play": "optional", "start": "prelaid", "deck": 32},
        {"must_play": "fined", "start": "7s", "deals": 2},
        {"scoring": "chips", "prices": "chips_hoyle", "deals": 3},
        {"scoring": "none", "deals": 3},
    ],
    "sedma": [
        {"wild": "7_8"},
        {"wild": "7_8", "go_on": "always"},
        {"next_dealer": "loser", "target": 3},
        {"last_trick": 0, "target": 10},
    ],
    "semerik": [
        {"follow": "follow_and_beat", "ace": "third"},
        {"sixteen": "run_of_seven", "baba_triple": "only_3"},
        {"finish": "immediate", "games": 1},
        {"declare": "first_turn", "baba": "3_2_a", "last_trick": 1},
    ],
}

CASES: list[tuple[str, str | None, dict[str, Any]]] = [
    (game, preset, {}) for game in GAMES for preset in PRESETS[game]
] + [(game, None, changes) for game in GAMES for changes in VARIATIONS[game]]


def shuffled(
    game: str, options: dict[str, Any], players: int, dealer: int, rng: random.Random
) -> tuple[list[list[str]], list[str]]:
    """A fair deal."""
    cards = pack(game, options, players)
    rng.shuffle(cards)
    hands = []
    for size in hand_sizes(game, options, players, dealer):
        hands.append(cards[:size])
        cards = cards[size:]
    return hands, cards


def check_position(deal: OracleDeal) -> None:
    """What holds after every move."""
    cards = pack(deal.game, deal.options, deal.players)
    assert sorted(deal.where()) == sorted(cards)
    moves = deal.moves()
    if deal.turn is None:
        assert moves == set()
        return
    assert moves
    if deal.game == "sevens":
        assert isinstance(deal.rules, SevensDeal)
        assert deal.hands[deal.turn]
        if deal.options["must_play"] == "enforced":
            assert moves == {"pass"} or "pass" not in moves
            held = [card for hand in deal.hands for card in hand if not card.startswith("Jo")]
            assert any(deal.rules.fits(card) or card in deal.rules.jokers for card in held)
    if deal.game == "sedma":
        if not deal.table:
            assert len({len(hand) for hand in deal.hands}) == 1
        assert ("stop" in moves) <= (len(deal.table) % deal.players == 0 and bool(deal.table))


def check_result(deal: OracleDeal) -> None:
    """What holds of a finished deal."""
    result, options = deal.result(), deal.options
    if deal.game == "sevens":
        if options["scoring"] == "chips":
            assert sum(result["score"]) == 0
        if options["scoring"] == "none":
            assert result["score"] == [0] * deal.players
        assert all(result["left"][seat] == 0 for seat in result["order"])
    if deal.game == "sedma":
        assert sum(result["card_points"]) == 80 + options["last_trick"]
        assert deal.hands == [set()] * deal.players
    if deal.game == "semerik" and all(not hand for hand in deal.hands):
        assert sum(result["tricks"]) == 10
        assert sum(result["counters"]) == (24 if options["ace"] == "third" else 20)
    places = deal.where()
    for card in pack(deal.game, options, deal.players):
        with pytest.raises(ValueError, match="not legal"):
            deal.play(card)
    with pytest.raises(ValueError, match="not legal"):
        deal.play("pass")
    assert deal.result() == result
    assert deal.where() == places


def play_at_random(deal: OracleDeal, rng: random.Random) -> None:
    """Random moves to the end; passes and stops are not preferred."""
    bound = 0
    trick: list[str] = []
    check_position(deal)
    while not deal.over:
        moves = sorted(deal.moves())
        cards = [move for move in moves if move not in ("pass", "stop")]
        move = rng.choice(cards if cards and rng.random() < 0.6 else moves)
        with pytest.raises(ValueError, match="not legal"):
            deal.play("no such move")
        deal.play(move)
        check_position(deal)
        bound += 1
        assert bound < 1000
        if trick and not deal.table and deal.game == "sedma":
            assert (len(trick) + (move != "stop")) % deal.players == 0
        trick = list(deal.table)
    check_result(deal)


@pytest.mark.parametrize(("game", "preset", "changes"), CASES)
def test_random_play(game: str, preset: str | None, changes: dict[str, Any]) -> None:
    rng = random.Random(f"{game} {preset} {changes}")
    options = resolve(game, preset, **changes)
    default = {"sevens": "international", "sedma": "sedma", "semerik": "semerik"}[game]
    for number in range(12):
        tables = PLAYERS[game][preset or default]
        players = tables[number % len(tables)]
        dealer = rng.randrange(players)
        hands, stock = shuffled(game, options, players, dealer, rng)
        play_at_random(OracleDeal(game, options, players, dealer, hands, stock), rng)


@pytest.mark.parametrize(("game", "preset", "changes"), CASES)
def test_random_match(game: str, preset: str | None, changes: dict[str, Any]) -> None:
    rng = random.Random(f"match {game} {preset} {changes}")
    options = resolve(game, preset, **changes)
    players = 4
    match = OracleMatch(game, options, players, first_dealer=3)
    deals = 0
    while not match.over:
        hands, stock = shuffled(game, options, players, match.dealer, rng)
        points = (match.points[0], match.points[1])
        deal = OracleDeal(game, options, players, match.dealer, hands, stock, points)
        while not deal.over:
            moves = sorted(deal.moves())
            deal.play(rng.choice([m for m in moves if m != "pass"] or moves))
        dealer = match.dealer
        match.add(deal.result(), deal)
        if options.get("next_dealer", "left") == "left":
            assert match.dealer == (dealer + 1) % players
        deals += 1
        assert deals < 200
    state = match.match()
    assert state["winners"]
    with pytest.raises(ValueError, match="over"):
        match.add(deal.result(), deal)
    assert match.match() == state


# --- reports and rulings -----------------------------------------------------------------


@pytest.mark.parametrize("leader", range(4))
@pytest.mark.parametrize(("ranks", "best"), [("4 7 K 2", "2"), ("A 2 3 K", "3")])
def test_the_highest_card_takes_in_every_order(ranks: str, best: str, leader: int) -> None:
    """R02: {4, 7, K, 2} and {A, 2, 3, K} of one suit in all 24 orders."""
    for order in itertools.permutations(ranks.split()):
        trick = [rank + "h" for rank in order]
        # Other hearts could beat: they go to the leader, who may lead what he likes.
        cards = pack("semerik", resolve("semerik"), 4)
        hearts = [card for card in cards if card[-1] == "h" and card not in trick]
        others = [card for card in cards if card[-1] != "h"]
        hands: list[list[str]] = [[], [], [], []]
        for n, card in enumerate(trick):
            own = [card, *hearts] if n == 0 else [card]
            hands[(leader + n) % 4] = own + [others.pop() for _ in range(10 - len(own))]
        deal = OracleDeal("semerik", resolve("semerik"), 4, (leader - 1) % 4, hands)
        for card in trick:
            deal.play(card)
        assert deal.turn == (leader + order.index(best)) % 4


@pytest.mark.parametrize(
    "changes",
    [
        {"jokers": 1, "must_play": "fined"},
        {"jokers": 1, "must_play": "optional"},
        {"jokers": 1, "pass_limit": 3},
        {"jokers": 3},
        {"jokers": True},
        {"target": 0},
        {"deck": 36},
        {"colour": "red"},
        {"players": 9},
    ],
)
def test_refused_options(changes: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match=r"may not|no option|not for|jokers need"):
        resolve("sevens", **changes)


def sevens(table: str, hands: list[str], turn: int = 0, **options: Any) -> OracleDeal:
    """A position of Sevens; what is not named belongs to the last seat."""
    rules = resolve("sevens", **options)
    players = len(hands)
    held = [hand.split() for hand in hands]
    placed = table.split() + [card for hand in held for card in hand]
    held[-1] += [card for card in pack("sevens", rules, players) if card not in placed]
    return OracleDeal.arrange(rules, players, players - 1, table.split(), held, turn)


def test_a_joker_is_replaced_by_the_card_itself() -> None:
    """1.5, the whole way round."""
    deal = sevens("7h", ["Jo1 2c", "8h 3c", ""], jokers=1)
    assert {"Jo1=8h", "Jo1=6h", "Jo1=7s", "Jo1=7c", "Jo1=7d"} == deal.moves()
    deal.play("Jo1=8h")
    assert deal.table == ["7h", "Jo1=8h"]
    assert deal.moves() == {"8h"}
    deal.play("8h")
    assert deal.hands[1] == {"3c", "Jo1"}
    assert "9h" in deal.moves()  # held by the last seat; the row goes on beyond


def test_a_joker_may_not_be_the_last_card() -> None:
    deal = sevens("7h", ["Jo1", "8h 3c", ""], jokers=1)
    assert deal.moves() == {"pass"}


def test_one_joker_a_row() -> None:
    deal = sevens("7h", ["Jo1 2c", "Jo2 3c", ""], jokers=2)
    deal.play("Jo1=8h")
    assert deal.moves() == {"Jo2=7s", "Jo2=7d", "Jo2=7c"}


def test_a_deal_of_jokers_only_ends() -> None:
    """Ruling: no seat holds a real card any more."""
    cards = [card for card in pack("sevens", resolve("sevens"), 2) if card != "As"]
    deal = sevens(" ".join(cards), ["Jo1 As", "Jo2"], jokers=2)
    deal.play("As")
    assert deal.over
    assert deal.result() == {"left": [1, 1], "score": [5, 5], "order": []}


def test_prelaid_first_turn_and_a_seat_out_at_once() -> None:
    """1.2 `prelaid` with 32 cards and eight seats."""
    rules = resolve("sevens", deck=32, start="prelaid", end="play_on")
    rest = [card for card in pack("sevens", rules, 8) if card[:-1] != "7"]
    hands = [rest[4 * n : 4 * n + 4] for n in range(7)]
    hands.insert(2, ["7s", "7h", "7d", "7c"])
    deal = OracleDeal("sevens", rules, 8, 7, hands)
    assert deal.turn == 3
    assert isinstance(deal.rules, SevensDeal)
    assert deal.rules.order == [2]
    rules = resolve("sevens", deck=32, start="prelaid")
    deal = OracleDeal("sevens", rules, 8, 7, hands)
    assert deal.result()["left"] == [4, 4, 0, 4, 4, 4, 4, 4]


def test_pass_circuit() -> None:
    """1.2: after as many passes as seats in play, a seat that can play must."""
    deal = sevens("7h", ["8h 2c", "6h 3c", ""], must_play="optional")
    for _ in range(3):
        assert "pass" in deal.moves()
        deal.play("pass")
    assert deal.moves() == {"8h"}
    deal.play("8h")
    assert "pass" in deal.moves()


def test_three_seats_at_sedma_score_each_for_himself() -> None:
    rules = resolve("sedma", last_trick=0)
    rng = random.Random(3)
    seen: set[tuple[int, ...]] = set()
    for _ in range(300):
        hands, stock = shuffled("sedma", rules, 3, 2, rng)
        deal = OracleDeal("sedma", rules, 3, 2, hands, stock)
        while not deal.over:
            deal.play(rng.choice(sorted(deal.moves())))
        result = deal.result()
        points, score = result["card_points"], result["score"]
        best = [seat for seat in range(3) if points[seat] == max(points)]
        value = 3 if sorted(result["tricks"])[1] == 0 else 2 if max(points) == 80 else 1
        assert score == [value if seat in best else 0 for seat in range(3)]
        seen.add(tuple(sorted(score)))
    assert {(0, 0, 1), (0, 1, 1)} <= seen


def test_immediate_finish_counts_the_declarations_alone() -> None:
    """3.4 `immediate`: 18 and a Baba of 3 is 21."""
    rules = resolve("semerik", finish="immediate")
    cards = pack("semerik", rules, 4)
    first = ["7s", "2s", "As", "4h", "5h", "6h", "4d", "5d", "6d", "4c"]
    rest = [card for card in cards if card not in first]
    hands = [first, rest[:10], rest[10:20], rest[20:]]
    deal = OracleDeal("semerik", rules, 4, 3, hands, points=(18, 20))
    deal.play("show baba s")
    assert deal.over
    result = deal.result()
    assert result == {"shown": [3, 0], "counters": [0, 0], "tricks": [0] * 4, "score": [3, 0]}
    match = OracleMatch("semerik", rules, 4, 0)
    match.add({"score": [18, 20]})
    match.add(result)
    assert match.match() == {"totals": [21, 0], "over": False, "winners": [], "game": [0, 0]}
