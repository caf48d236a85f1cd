"""Records of matches and their replay (`interfaces.md` 2 and 3), a case for each sentence."""

from __future__ import annotations

import io
import json
from typing import TYPE_CHECKING, Any

import pytest
from engine_tools import spread
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from seven_games.engine import GAMES, RecordError, format_hand, format_move
from seven_games.engine.cards import cards_of
from seven_games.engine.dice import Dice
from seven_games.engine.match import Match
from seven_games.engine.record import deal_line, header_line, move_line, replay, undo_line

if TYPE_CHECKING:
    from seven_games.engine import Rules

Line = dict[str, Any]
Lines = list[Any]


def written(lines: Lines) -> bytes:
    """A record of these objects, a line each; text stands as it is."""
    return "".join(
        (line if isinstance(line, str) else json.dumps(line, ensure_ascii=False)) + "\n"
        for line in lines
    ).encode()


def read(record: bytes) -> tuple[list[dict[str, object]], list[tuple[int, str]]]:
    """What a replay prints, and its warnings."""
    warnings: list[tuple[int, str]] = []
    steps = replay(io.BytesIO(record), GAMES, lambda line, words: warnings.append((line, words)))
    return [step.data() for step in steps], warnings


def anything(values: list[Any]) -> list[Any]:
    """Values of any types."""
    return values


def steps_of(lines: Lines) -> list[dict[str, object]]:
    steps, warnings = read(written(lines))
    assert warnings == []
    return steps


def refused(lines: Lines | bytes, line: int, *words: str) -> None:
    """The record is refused at this line, by an error that says these words."""
    with pytest.raises(RecordError) as error:
        read(lines if isinstance(lines, bytes) else written(lines))
    message = str(error.value)
    assert error.value.line == line, message
    for word in words:
        assert word in message
    assert message.isprintable()


# The example of the page

HEADER: Line = {
    "format": "seven-games",
    "version": 1,
    "game": "sedma",
    "rules": {"preset": "sedma", "players": 2},
    "seats": ["Olha", "Petro"],
}
STOCK = "9h Jc 7s 8h 10d Kd As Qs Jh Ac 9c 8c Ks 10c 7h 10s Jd Qh Ah 9d Kh Js 7d Qc"
DEAL: Line = {"deal": 1, "dealer": 1, "hands": ["10h Kc 9s 8d", "7c 8s Qd Ad"], "stock": STOCK}
FIRST: Line = {"seat": 0, "move": "10h"}
SECOND: Line = {"seat": 1, "move": "7c"}
EXAMPLE: Lines = [HEADER, DEAL, FIRST, SECOND]


def sorted_moves(step: dict[str, Any]) -> dict[str, Any]:
    """Moves come in any order."""
    return step | {"moves": sorted(step["moves"])}


def test_the_example_of_the_page() -> None:
    steps = [sorted_moves(step) for step in steps_of(EXAMPLE)]
    assert steps == [
        {"deal": 1, "ply": 0, "turn": 0, "moves": sorted(["8d", "9s", "10h", "Kc"]), "over": False},
        {"deal": 1, "ply": 1, "turn": 1, "moves": sorted(["8s", "7c", "Qd", "Ad"]), "over": False},
        # Seat 0 holds neither a ten nor a seven: seat 1 takes, and both draw.
        {"deal": 1, "ply": 2, "turn": 1, "moves": sorted(["8s", "Qd", "Ad", "9h"]), "over": False},
    ]


def test_the_last_line_of_a_deal() -> None:
    lines = [HEADER, DEAL, *moves_to_the_end(HEADER, DEAL)]
    steps = steps_of(lines)
    end: Any = steps[-1]
    assert list(end) == ["deal", "ply", "turn", "moves", "over", "result", "match"]
    assert (end["turn"], end["moves"], end["over"]) == (None, [], True)
    assert end["ply"] == len(lines) - 2
    assert sum(end["result"]["card_points"]) == 90
    assert list(end["result"]) == ["card_points", "tricks", "score"]
    assert end["match"] == {"totals": end["result"]["score"], "over": False, "winners": []}
    assert all("result" not in step and "match" not in step for step in steps[:-1])


def test_result_and_match_have_the_keys_of_their_game() -> None:
    keys = {
        "sevens": (["left", "score", "order"], {"totals", "over", "winners"}),
        "sedma": (["card_points", "tricks", "score"], {"totals", "over", "winners"}),
        "semerik": (
            ["shown", "counters", "tricks", "score"],
            {"totals", "game", "over", "winners"},
        ),
    }
    for name, (of_result, of_match) in keys.items():
        record, _ = random_record(name, GAMES[name].rules(), seed=5, deals=1)
        end: Any = read(record)[0][-1]
        assert list(end["result"]) == of_result
        assert set(end["match"]) == of_match


def moves_to_the_end(header: Line, deal: Line, seed: int = 0) -> Lines:
    """Lines of random moves that end the deal."""
    options = {key: value for key, value in header["rules"].items() if key != "preset"}
    rules = GAMES[header["game"]].rules(header["rules"]["preset"], **options)
    playing = GAMES[header["game"]].deal(
        rules, deal["dealer"], hands=deal["hands"], stock=deal.get("stock", "")
    )
    dice, lines = Dice(seed), []
    while playing.turn is not None:
        moves = playing.moves()
        move = moves[dice.below(len(moves))]
        lines.append({"seat": playing.turn, "move": format_move(move)})
        playing.play(move)
    return lines


# What is written is read


def random_record(
    name: str, rules: Rules, seed: int, deals: int
) -> tuple[bytes, list[dict[str, object]]]:
    """Some deals of a match with moves taken back here and there, and what a replay must say."""
    dice = Dice(seed)
    game = GAMES[name]
    match = Match(game, rules, dice.below(rules.players))
    lines = [header_line(game, rules, [f"№{seat}" for seat in range(rules.players)])]
    steps: list[dict[str, object]] = []

    def note() -> None:
        deal = match.deal
        assert deal is not None
        step: dict[str, object] = {
            "deal": match.number,
            "ply": len(deal.log),
            "turn": deal.turn,
            "moves": [format_move(move) for move in deal.moves()],
            "over": deal.turn is None,
        }
        if deal.turn is None:
            step |= {"result": deal.result(), "match": match.standing.data()}
        steps.append(step)

    while match.number < deals and not match.standing.over:
        deal_seed = dice.draw()
        deal = match.next_deal(seed=deal_seed)
        lines.append(deal_line(match.number, deal, deal_seed if match.number % 2 else None))
        note()
        while deal.turn is not None:
            moves = deal.moves()
            move = moves[dice.below(len(moves))]
            lines.append(move_line(deal.turn, move))
            deal.play(move)
            note()
            if not dice.below(12):
                back = 1 + dice.below(min(len(deal.log), 6))
                deal = match.undo(back)
                lines.append(undo_line(back))
                note()
    return "".join(lines).encode(), steps


@pytest.mark.parametrize("name", GAMES)
def test_whole_matches_are_read_as_they_were_played(name: str) -> None:
    presets = set()
    for number, deal in enumerate(spread(name, 70, seed=8)):
        presets.add(deal.rules.preset)
        record, steps = random_record(name, deal.rules, seed=number, deals=3)
        assert read(record) == (steps, [])
    assert presets == set(GAMES[name].presets)


def test_a_match_to_its_end_and_what_comes_after() -> None:
    rules = GAMES["sedma"].rules(target=2)
    record, steps = random_record("sedma", rules, seed=3, deals=20)
    end: Any = steps[-1]
    assert end["match"]["over"]
    assert end["match"]["winners"]
    number, lines = end["deal"] + 1, record.count(b"\n")
    for dealer in anything([0, 1]):
        line = DEAL | {"deal": number, "dealer": dealer}
        refused(record + written([line]), lines + 1, "match is over")


def test_lines_as_they_are_written() -> None:
    rules = GAMES["sevens"].rules("shichinarabe", players=3)
    deal = GAMES["sevens"].deal(rules, 2, seed=7)
    header = json.loads(header_line(GAMES["sevens"], rules, ["Олена", "b", "c"]))
    assert header["format"] == "seven-games"
    assert header["version"] == 1
    assert header["game"] == "sevens"
    assert header["seats"] == ["Олена", "b", "c"]
    # Every option is written out.
    options = GAMES["sevens"].rules_type.options()
    assert set(header["rules"]) == {"preset", "players", *options}
    assert "Олена" in header_line(GAMES["sevens"], rules, ["Олена", "b", "c"])
    line = json.loads(deal_line(1, deal))
    assert list(line) == ["deal", "dealer", "hands"]
    # The hands are those dealt: the sevens that are laid out before play are among them (2).
    assert {"7s", "7h", "7d", "7c"} <= set(" ".join(line["hands"]).split())
    assert json.loads(undo_line(3)) == {"undo": 3}
    for made in (header_line(GAMES["sevens"], rules, ["a", "b", "c"]), deal_line(1, deal)):
        assert made.endswith("}\n")
        assert made.count("\n") == 1


# The form of the file


def test_byte_order_mark_line_ends_and_blank_lines() -> None:
    plain = written(EXAMPLE)
    steps = read(plain)
    for record in (
        b"\xef\xbb\xbf" + plain,
        plain.replace(b"\n", b"\r\n"),
        b"\xef\xbb\xbf" + plain.replace(b"\n", b"\r\n"),
        plain.replace(b"\n", b"\n\n"),
        b"\n \n" + plain,
        plain + b"\r\n\n  \n",
        plain.removesuffix(b"\n"),
        plain.replace(b"\n", b"\r\n").removesuffix(b"\r\n"),
    ):
        assert read(record) == steps


def test_blank_lines_are_counted() -> None:
    record = written([HEADER, "", DEAL, "", "", {"seat": 0, "move": "7c"}])
    refused(record, 6, "you do not hold 7c")


@pytest.mark.parametrize(
    "broken", ['{"seat": 0, "mo', "{", '{"seat": 1, "move": "8', "x", "[1,", '{"a": NaN}', '"']
)
def test_a_broken_last_line_is_dropped_with_a_warning(broken: str) -> None:
    steps, warnings = read(written(EXAMPLE) + broken.encode())
    assert steps == steps_of(EXAMPLE)
    assert [line for line, _ in warnings] == [5]
    assert "dropped" in warnings[0][1]
    # With a line end after it, and blank lines, it is the last line all the same.
    assert read(written([*EXAMPLE, broken, ""]))[0] == steps
    # Anywhere else it is refused.
    refused([*EXAMPLE[:3], broken, SECOND], 4, "JSON")
    refused([HEADER, broken, DEAL], 2, "JSON")


def test_a_last_line_that_is_no_text_is_dropped() -> None:
    steps, warnings = read(written(EXAMPLE) + b'{"seat": 1, "move": "\xff\xfe"}\n')
    assert steps == steps_of(EXAMPLE)
    assert [line for line, _ in warnings] == [5]


@pytest.mark.parametrize("whole", ["[]", "3", "null", "true", '"10h"', "[1, 2]", "-0.5"])
def test_a_line_that_is_json_but_no_object_is_refused(whole: str) -> None:
    refused([*EXAMPLE, whole], 5, "object")
    refused([HEADER, whole, DEAL], 2, "object")
    refused([whole], 1)


@pytest.mark.parametrize(
    "record", [b"", b"\n\n", b"\xef\xbb\xbf", b"x", b"\x00\x01", b"{", b"{}\n"]
)
def test_what_is_no_record_at_all(record: bytes) -> None:
    with pytest.raises(RecordError):
        read(record)


def test_another_format_is_no_record() -> None:
    for other in anything(["seven-game", "Seven-Games", "", None, 1, ["seven-games"]]):
        refused([HEADER | {"format": other}, DEAL], 1, "not a record")
    refused([{key: value for key, value in HEADER.items() if key != "format"}], 1, "not a record")
    refused([DEAL, FIRST], 1, "not a record")


def test_an_unknown_version_is_refused() -> None:
    for other in anything([0, 2, 99, -1, None, True, [], 1.5]):
        refused([HEADER | {"version": other}, DEAL], 1, "version")
    refused([{key: value for key, value in HEADER.items() if key != "version"}], 1, "version")


def test_unknown_keys_are_ignored() -> None:
    lines = [
        HEADER | {"place": "Lviv", "tags": [1, None]},
        DEAL | {"seed": 12345, "note": {"a": 1}},
        FIRST | {"time": 3.5, "hint": True},
        {"comment": "a line that is nothing of ours"},
        SECOND | {"time": None},
    ]
    assert steps_of(lines) == steps_of(EXAMPLE)


def test_the_hands_are_the_truth_and_a_seed_is_not() -> None:
    for seed in (0, 1, -5, "x", None, 2**70):
        assert steps_of([HEADER, DEAL | {"seed": seed}, FIRST]) == steps_of([HEADER, DEAL, FIRST])


# The header


def test_unknown_games() -> None:
    refused([HEADER | {"game": "bridge"}], 1, "bridge", "sevens", "sedma", "semerik")
    refused([HEADER | {"game": "sedme"}], 1, "sedme", "sedma")
    for other in anything([None, 1, [], {}, "SEDMA\x1b[2J"]):
        refused([HEADER | {"game": other}], 1)


def test_unknown_options_and_values_are_refused_by_name() -> None:
    refused([with_rules(goon="always")], 1, "goon", "go_on")
    refused([with_rules(go_on="sometimes")], 1, "go_on", "opponent_winning, always", "sometimes")
    refused([with_rules(preset="mariáš")], 1, "preset", "sedma_pagat", "mariáš")
    refused([with_rules(target=0)], 1, "target")
    refused([with_rules(players=5)], 1, "players", "2–4")
    for foreign in ("ace", "follow", "self", "format"):
        refused([with_rules(**{foreign: "high"})], 1, foreign)


def with_rules(**changes: object) -> Line:
    return HEADER | {"rules": HEADER["rules"] | changes}


def test_without_a_preset_the_default_holds() -> None:
    for rules in ({}, {"players": 2}, {"preset": None}):
        assert steps_of([HEADER | {"rules": rules}, DEAL, FIRST]) == steps_of([HEADER, DEAL, FIRST])
    bare = {key: value for key, value in HEADER.items() if key != "rules"}
    assert steps_of([bare, DEAL, FIRST]) == steps_of([HEADER, DEAL, FIRST])


def test_rules_must_be_an_object() -> None:
    for other in anything([None, [], "sedma", 3]):
        refused([HEADER | {"rules": other}], 1, "rules")


def test_numbers_may_be_written_as_text_and_none_is_null() -> None:
    record, steps = random_record(
        "sevens", GAMES["sevens"].rules(players=3, target=7, ace="low"), seed=2, deals=2
    )
    header, rest = record.split(b"\n", 1)
    line = json.loads(header)
    assert line["rules"]["deck"] == 52
    assert line["rules"]["pass_limit"] is None
    assert line["rules"]["deals"] is None
    line["rules"] |= {"deck": "52", "players": "3", "target": "7", "jokers": "0"}
    assert read(written([line]) + rest) == (steps, [])
    line["rules"] |= {"pass_limit": "none", "deals": "none"}
    assert read(written([line]) + rest) == (steps, [])
    for bad in ("7.0", "", "seven", "-1", "٧", 7.0, True, [7]):
        line["rules"]["target"] = bad
        refused([line], 1, "target")


def test_numbers_that_are_text_by_nature() -> None:
    assert steps_of([with_rules(wild="7_8"), DEAL])
    assert steps_of([with_rules(wild="7"), DEAL])
    record, _ = random_record("sevens", GAMES["sevens"].rules("diamonds"), seed=2, deals=1)
    rules = json.loads(record.split(b"\n", 1)[0])["rules"]
    assert rules["start"] == "7d"
    assert rules["scoring"] == "penalty"


def test_players_and_seats_must_agree() -> None:
    refused([with_rules(players=3)], 1, "3", "2")
    refused([HEADER | {"seats": ["a", "b", "c"]}], 1, "2", "3")
    refused([HEADER | {"rules": {}, "seats": ["a"]}], 1, "players")
    refused([HEADER | {"rules": {}, "seats": []}], 1, "players")
    refused([HEADER | {"rules": {}, "seats": ["a"] * 9}], 1, "players")
    for other in anything([None, "ab", 2, {"a": 1}, ["a", 1], ["a", None]]):
        refused([HEADER | {"seats": other}], 1, "seats")
    refused([{key: value for key, value in HEADER.items() if key != "seats"}], 1, "seats")


@pytest.mark.parametrize("name", GAMES)
def test_the_number_of_seats_is_the_number_of_players(name: str) -> None:
    """For every number that the preset has, where the rules do not name it."""
    game = GAMES[name]
    for preset, meant in game.presets.items():
        for players in range(meant.least, meant.most + 1):
            rules = game.rules(preset, players=players)
            deal = game.deal(rules, players - 1, seed=1)
            seats = [str(seat) for seat in range(players)]
            header = {**HEADER, "game": name, "rules": {"preset": preset}, "seats": seats}
            (step,) = steps_of([header, json.loads(deal_line(1, deal))])
            assert step["turn"] == deal.turn


def test_a_record_without_a_deal_prints_nothing() -> None:
    assert read(written([HEADER])) == ([], [])
    assert read(written([HEADER, {"note": "to be played"}])) == ([], [])
    steps, warnings = read(written([HEADER, '{"deal": 1, "dea']))
    assert (steps, len(warnings)) == ([], 1)


def test_two_records_in_one_file() -> None:
    refused([*EXAMPLE, HEADER], 5)


# The deal


def test_the_number_and_the_dealer_of_a_deal() -> None:
    for number in anything([0, 2, -1, None, "one", True, 1.5, []]):
        refused([HEADER, DEAL | {"deal": number}], 2, "deal 1")
    for dealer in anything([2, -1, None, "left", True, 0.5, []]):
        refused([HEADER, DEAL | {"dealer": dealer}], 2, "dealer")
    assert steps_of([HEADER, DEAL | {"dealer": 0}])[0]["turn"] == 1


def test_the_next_deal() -> None:
    first = [HEADER, DEAL, *moves_to_the_end(HEADER, DEAL)]
    line = len(first) + 1
    step: Any = steps_of([*first, DEAL | {"deal": 2, "dealer": 0}])[-1]
    assert (step["deal"], step["ply"], step["turn"], step["over"]) == (2, 0, 1, False)
    for number in (1, 3, 0):
        refused([*first, DEAL | {"deal": number, "dealer": 0}], line, "deal 2")
    refused([*first, DEAL | {"deal": 2, "dealer": 1}], line, "seat 0", "dealer")
    refused([*first, SECOND], line, "over")


def test_a_deal_line_while_a_deal_is_on() -> None:
    for moves in ([], [FIRST], [FIRST, SECOND]):
        for number in (1, 2):
            second = DEAL | {"deal": number, "dealer": 0}
            refused([HEADER, DEAL, *moves, second], 3 + len(moves), "not over")


def test_a_match_of_one_deal_has_no_second() -> None:
    header = HEADER | {"game": "sevens", "rules": {"deals": 1}, "seats": ["a", "b"]}
    rules = GAMES["sevens"].rules(players=2, deals=1)
    deal = GAMES["sevens"].deal(rules, 1, seed=4)
    line = json.loads(deal_line(1, deal))
    moves = moves_to_the_end(header | {"rules": {"preset": None, "players": 2}}, line)
    assert steps_of([header, line, *moves])[-1]["over"]
    refused(
        [header, line, *moves, line | {"deal": 2, "dealer": 0}], len(moves) + 3, "match is over"
    )


def test_hands_that_no_fair_deal_gives() -> None:
    hands = DEAL["hands"]
    refused([HEADER, DEAL | {"hands": ["10h Kc 9s 8d", "7c 8s Qd Qd"]}], 2, "Qd", "twice")
    refused([HEADER, DEAL | {"hands": ["10h Kc 9s 8d", "7c 8s Qd 9h"]}], 2, "9h", "twice")
    refused([HEADER, DEAL | {"hands": ["10h Kc 9s 8d", "7c 8s Qd 2d"]}], 2, "2d", "pack")
    refused([HEADER, DEAL | {"hands": ["10h Kc 9s 8d", "7c 8s Qd Jo1"]}], 2, "Jo1", "pack")
    refused([HEADER, DEAL | {"hands": ["10h Kc 9s 8d", "7c 8s Qd 1d"]}], 2, "1d")
    refused([HEADER, DEAL | {"hands": ["10h Kc 9s", "7c 8s Qd Ad 8d"]}], 2, "seat 0", "3", "4")
    refused([HEADER, DEAL | {"hands": [*hands, ""]}], 2, "3", "2")
    refused([HEADER, DEAL | {"hands": hands[:1]}], 2, "1", "2")
    refused([HEADER, DEAL | {"stock": STOCK[3:]}], 2, "9h")
    refused([HEADER, DEAL | {"stock": STOCK + " 10h"}], 2, "10h", "twice")
    for other in anything([None, "10h Kc 9s 8d", [["10h"], ["7c"]], [1, 2], {}]):
        refused([HEADER, DEAL | {"hands": other}], 2, "hands")
    for stock in anything([None, ["9h"], 3]):
        refused([HEADER, DEAL | {"stock": stock}], 2, "stock")


def test_an_absent_stock_is_an_empty_one() -> None:
    bare = {key: value for key, value in DEAL.items() if key != "stock"}
    refused([HEADER, bare], 2, "not dealt")
    refused([HEADER, DEAL | {"stock": ""}], 2, "not dealt")
    record, steps = random_record("semerik", GAMES["semerik"].rules(), seed=1, deals=1)
    assert b"stock" not in record
    lines = [json.loads(line) for line in record.splitlines()]
    lines[1]["stock"] = ""
    assert read(written(lines)) == (steps, [])
    lines[1]["stock"] = "4s"
    refused(lines, 2, "4s")


@pytest.mark.parametrize(
    ("players", "dealer", "sizes"),
    [
        (3, 2, [18, 17, 17]),
        (3, 0, [17, 18, 17]),
        (5, 4, [11, 11, 10, 10, 10]),
        (5, 1, [10, 10, 11, 11, 10]),
    ],
)
def test_the_longer_hands_sit_left_of_the_dealer(
    players: int, dealer: int, sizes: list[int]
) -> None:
    header = HEADER | {"game": "sevens", "rules": {}, "seats": ["x"] * players}
    deck = iter(range(52))
    hands = [format_hand([next(deck) for _ in range(size)]) for size in sizes]
    line = {"deal": 1, "dealer": dealer, "hands": hands}
    assert steps_of([header, line])[0]["turn"] == (dealer + 1) % players
    unfair = (dealer + 1) % players
    refused([header, line | {"dealer": unfair}], 2, "seat", "in a fair deal")


def test_prelaid_sevens_are_in_the_hands_of_a_record() -> None:
    game = GAMES["sevens"]
    rules = game.rules("shichinarabe", players=3)
    deal = game.deal(rules, 2, seed=7)
    record = header_line(game, rules, ["a", "b", "c"]) + deal_line(1, deal)
    hands = [format_hand(cards_of(hand)) for hand in deal.dealt]
    ((step,), _) = read(record.encode())
    assert step["turn"] == next(seat for seat, hand in enumerate(hands) if "7d" in hand.split())
    without = [" ".join(c for c in hand.split() if c[0] != "7") for hand in hands]
    line = {"deal": 1, "dealer": 2, "hands": without}
    refused(header_line(game, rules, ["a", "b", "c"]).encode() + written([line]), 2)


# The moves


def test_seat_is_checked_against_the_turn() -> None:
    for seat in anything([1, 2, -1, None, "0", True, False, 0.0, []]):
        refused([HEADER, DEAL, FIRST | {"seat": seat}], 3, "turn of seat 0")
    refused([HEADER, DEAL, {"move": "10h"}], 3, "turn of seat 0")
    refused([HEADER, DEAL, FIRST, FIRST], 4, "turn of seat 1")


def test_a_move_before_a_deal() -> None:
    refused([HEADER, FIRST], 2, "no cards have been dealt")
    refused([HEADER, {"undo": 1}], 2, "no cards have been dealt")


def test_a_move_after_the_end() -> None:
    lines = [HEADER, DEAL, *moves_to_the_end(HEADER, DEAL)]
    for seat in anything([0, 1, None]):
        refused([*lines, {"seat": seat, "move": "10h"}], len(lines) + 1, "the deal is over")


def test_an_illegal_move_names_its_reason() -> None:
    refused([HEADER, DEAL, FIRST | {"move": "7c"}], 3, "seat 0 may not play 7c", "do not hold 7c")
    refused([HEADER, DEAL, FIRST | {"move": "stop"}], 3, "seat 0 may not play stop")
    refused([HEADER, DEAL, FIRST | {"move": "pass"}], 3, "seat 0 may not play pass")
    refused([HEADER, DEAL, FIRST | {"move": "show baba s"}], 3, "seat 0 may not play show baba s")
    refused([HEADER, DEAL, FIRST | {"move": "Jo1=9h"}], 3, "seat 0 may not play Jo1=9h")


def test_a_move_that_is_no_move() -> None:
    for word in ("", "1h", "11h", "10", "h", "show", "show baba", "show triple 1", "Jo1", "Jo3=9h"):
        refused([HEADER, DEAL, FIRST | {"move": word}], 3, "not a move")
    for other in anything([None, 21, ["10h"], {"card": "10h"}, True]):
        refused([HEADER, DEAL, FIRST | {"move": other}], 3, "move")


SEMERIK: Line = HEADER | {"game": "semerik", "rules": {}, "seats": ["a", "b", "c", "d"]}
SEMERIK_DEAL: Line = {
    "deal": 1,
    "dealer": 3,
    "hands": [
        "Ks 4s 5h 6h 7h Jd Qd Kd Ac 4c",
        "As 5s 3h 5d Jh 4d 6d 7c Jc Qc",
        "Qs 6s 2h 4h Ah Ad 2d 3c 2c 5c",
        "Js 7s 2s 3s Qh Kh 7d 3d Kc 6c",
    ],
}


@pytest.mark.parametrize(
    ("follow", "move", "words"),
    [
        ("beat_or_free", "5s", ["Ks is to be beaten", "you hold As"]),
        ("follow_and_beat", "3h", ["Ks is to be beaten", "you hold As"]),
        ("follow_suit", "3h", ["Ks was led", "you hold 5s As"]),
    ],
)
def test_the_reason_in_semerik(follow: str, move: str, words: list[str]) -> None:
    header = SEMERIK | {"rules": {"follow": follow}}
    lines = [header, SEMERIK_DEAL, {"seat": 0, "move": "Ks"}, {"seat": 1, "move": move}]
    refused(lines, 4, f"seat 1 may not play {move}", *words)


def test_the_reason_in_sevens() -> None:
    header = HEADER | {"game": "sevens", "rules": {}, "seats": ["a", "b"]}
    spades = "2s 3s 4s 5s 6s 7s 8s 9s 10s Js Qs Ks As"
    first = f"{spades} 2h 3h 4h 5h 6h 8h 9h 10h Jh Qh Kh Ah 7h"
    low, high = "2{0} 3{0} 4{0} 5{0} 6{0} 7{0}", "8{0} 9{0} 10{0} J{0} Q{0} K{0} A{0}"
    rest = " ".join(f"{low} {high}".format(suit) for suit in "dc")
    lines: Lines = [header, {"deal": 1, "dealer": 1, "hands": [first, rest]}]
    refused([*lines, {"seat": 0, "move": "pass"}], 3, "may not pass", "7s", "7h")
    refused([*lines, {"seat": 0, "move": "8s"}], 3, "8s does not fit", "7s")
    refused([*lines, {"seat": 0, "move": "7d"}], 3, "you do not hold 7d")
    lines += [{"seat": 0, "move": "7s"}, {"seat": 1, "move": "7d"}]
    refused([*lines, {"seat": 0, "move": "7s"}], 5, "you do not hold 7s")
    refused([*lines, {"seat": 0, "move": "10s"}], 5, "10s does not fit", "6s 8s")


@pytest.mark.parametrize(
    "ten", ["10h", "Th", "th", "TH", "10H", "10♥", "T♥", "t♥\ufe0f", "10♡", " 10h ", "10h\ufe0f"]
)
def test_cards_in_every_form_that_the_command_line_takes(ten: str) -> None:
    steps = steps_of(EXAMPLE)
    assert steps_of([HEADER, DEAL, FIRST | {"move": ten}, SECOND]) == steps
    hands = [f"{ten} kC  9♠ 8♦\ufe0f", "7♣ 8S qd AD"]
    assert steps_of([HEADER, DEAL | {"hands": hands}, FIRST, SECOND]) == steps
    assert steps_of([HEADER, DEAL | {"stock": STOCK.upper()}, FIRST, SECOND]) == steps


# Moves taken back


def test_undo_is_obeyed() -> None:
    before = steps_of([HEADER, DEAL, FIRST, SECOND])
    lines = [*EXAMPLE, {"undo": 1}, {"seat": 1, "move": "Qd"}, {"undo": 2}, FIRST, SECOND]
    steps = steps_of(lines)
    assert [step["ply"] for step in steps] == [0, 1, 2, 1, 2, 0, 1, 2]
    assert steps[3] == before[1]
    assert steps[5] == before[0]
    assert steps[7] == before[2]


def test_undo_of_the_end_of_a_deal() -> None:
    moves = moves_to_the_end(HEADER, DEAL)
    whole = steps_of([HEADER, DEAL, *moves])
    steps = steps_of([HEADER, DEAL, *moves, {"undo": 3}, *moves[-3:]])
    assert steps[len(whole)] == whole[-4]
    assert steps[-1] == whole[-1]
    assert steps_of([HEADER, DEAL, *moves, {"undo": len(moves)}])[-1] == whole[0]


def test_undo_of_more_moves_than_there_are() -> None:
    for moves in (3, 10**9, 0, -1):
        refused([*EXAMPLE, {"undo": moves}], 5, "take back")
    for other in anything([None, True, 1.0, [], "x"]):
        refused([*EXAMPLE, {"undo": other}], 5, "undo")
    refused([HEADER, DEAL, {"undo": 1}], 3, "take back")
    # Nor of a deal before this one.
    first = [HEADER, DEAL, *moves_to_the_end(HEADER, DEAL)]
    refused([*first, DEAL | {"deal": 2, "dealer": 0}, {"undo": 1}], len(first) + 2, "take back")


def test_a_line_is_one_thing() -> None:
    refused([HEADER, DEAL | FIRST], 2)
    refused([HEADER, DEAL, FIRST | {"undo": 1}], 3)


# Anything at all


def base_records() -> list[bytes]:
    """Short matches of each game."""
    found = []
    for name, preset, players in (
        ("sedma", "sedma_pagat", 2),
        ("sevens", "shichinarabe", 3),
        ("semerik", "tressette", 4),
        ("sevens", "chips", 8),
    ):
        rules = GAMES[name].rules(preset, players=players)
        record, _ = random_record(name, rules, seed=17, deals=2)
        found.append(b"".join(record.splitlines(keepends=True)[:70]))
    jokers = GAMES["sevens"].rules(players=2, jokers=2)
    found.append(random_record("sevens", jokers, seed=1, deals=1)[0])
    return found


BASE = base_records()

JSON = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats()
    | st.text(max_size=12)
    | st.sampled_from(["10h", "pass", "stop", "show baba s", "Jo1=9h", "sevens", "none", "{seat}"]),
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=6), inner, max_size=3)
    ),
    max_leaves=6,
)
NAMES = """format version game rules seats deal dealer hands stock seat move undo preset players
    target go_on pass_limit rules_version"""
KEYS = st.sampled_from(NAMES.split())
EDITS = st.lists(
    st.one_of(
        st.tuples(st.just("byte"), st.integers(0, 10**5), st.integers(0, 255)),
        st.tuples(st.just("drop"), st.integers(0, 80), st.just(0)),
        st.tuples(st.just("twice"), st.integers(0, 80), st.just(0)),
        st.tuples(st.just("swap"), st.integers(0, 80), st.integers(0, 80)),
        st.tuples(st.just("value"), st.integers(0, 80), st.tuples(KEYS, JSON)),
        st.tuples(st.just("option"), st.just(0), st.tuples(KEYS, JSON)),
        st.tuples(st.just("line"), st.integers(0, 80), JSON),
        st.tuples(st.just("cut"), st.integers(0, 10**5), st.just(0)),
    ),
    min_size=1,
    max_size=3,
)


def edited(record: bytes, kind: str, place: int, what: Any) -> bytes:
    """A record with one thing changed."""
    if not record:
        return record
    if kind == "byte":
        at = place % len(record)
        return record[:at] + bytes([what]) + record[at + 1 :]
    if kind == "cut":
        return record[: place % len(record)]
    lines = record.splitlines(keepends=True)
    at = place % len(lines)
    if kind == "drop":
        del lines[at]
    elif kind == "twice":
        lines.insert(at, lines[at])
    elif kind == "swap":
        other = what % len(lines)
        lines[at], lines[other] = lines[other], lines[at]
    elif kind == "line":
        lines.insert(at, json.dumps(what).encode() + b"\n")
    else:
        try:
            line = json.loads(lines[at])
        except ValueError:
            return record
        key, value = what
        if kind == "option" and isinstance(line, dict) and isinstance(line.get("rules"), dict):
            line["rules"][key] = value
        elif isinstance(line, dict):
            line[key] = value
        lines[at] = json.dumps(line).encode() + b"\n"
    return b"".join(lines)


def read_or_refuse(record: bytes) -> None:
    """A record is replayed, or refused with the number of a line; nothing else happens."""
    refusal: RecordError | None = None
    try:
        steps, warnings = read(record)
    except RecordError as error:
        refusal = error
    if refusal is None:
        json.dumps(steps)
        assert len(warnings) <= 2
        return
    assert 1 <= refusal.line <= record.count(b"\n") + 1
    message = str(refusal)
    assert message
    assert message.isprintable()
    assert len(message) < 600


@settings(
    max_examples=1500,
    deadline=None,
    derandomize=True,
    database=None,
    suppress_health_check=list(HealthCheck),
)
@given(base=st.integers(0, len(BASE) - 1), edits=EDITS)
def test_a_changed_record_is_read_or_refused(base: int, edits: list[tuple[str, int, Any]]) -> None:
    record = BASE[base]
    for kind, place, what in edits:
        record = edited(record, kind, place, what)
    read_or_refuse(record)


@settings(max_examples=300, deadline=None, derandomize=True, database=None)
@given(st.binary(max_size=200) | st.lists(JSON, max_size=4).map(written))
def test_anything_is_read_or_refused(record: bytes) -> None:
    read_or_refuse(record)
    read_or_refuse(written([HEADER, DEAL]) + record)


@settings(max_examples=300, deadline=None, derandomize=True, database=None)
@given(st.dictionaries(KEYS, JSON, max_size=4), st.sampled_from(sorted(GAMES)))
def test_any_header_is_read_or_refused(changes: dict[str, Any], game: str) -> None:
    read_or_refuse(written([HEADER | {"game": game, "rules": {}} | changes, DEAL, FIRST]))
    read_or_refuse(written([HEADER | {"game": game, "rules": changes}, DEAL, FIRST]))


@pytest.mark.parametrize("key", ["version", "game", "rules", "seats", "format"])
def test_however_deep_a_value_is(key: str) -> None:
    """Values nested as deep as the reader of JSON can follow are refused like any other."""
    for depth in [*range(800, 1000, 3), 5000, 100_000]:
        deep = "[" * depth + "]" * depth
        line = json.dumps(HEADER | {key: "DEEP"}).replace('"DEEP"', deep)
        read_or_refuse(written([line, DEAL]))


@pytest.mark.parametrize(
    ("line", "key"), [(1, "deal"), (1, "dealer"), (1, "hands"), (2, "seat"), (2, "move")]
)
def test_however_deep_a_value_of_a_line_is(line: int, key: str) -> None:
    for depth in [*range(800, 1000, 3), 5000]:
        deep = "[" * depth + "]" * depth
        lines: Lines = [HEADER, DEAL, FIRST, SECOND]
        lines[line] = json.dumps(lines[line] | {key: "DEEP"}).replace('"DEEP"', deep)
        read_or_refuse(written(lines))


@pytest.mark.parametrize("option", ["target", "players", "preset", "go_on"])
def test_however_deep_an_option_is(option: str) -> None:
    for depth in [*range(800, 1000, 3), 5000]:
        deep = "[" * depth + "]" * depth
        line = json.dumps(with_rules(**{option: "DEEP"})).replace('"DEEP"', deep)
        read_or_refuse(written([line, DEAL]))


def test_long_numbers_and_long_lines() -> None:
    for digits in (20, 4000, 5000):
        read_or_refuse(written([HEADER | {"rules": {}}, DEAL, '{"undo": ' + "9" * digits + "}"]))
        line = json.dumps(with_rules(target="LONG")).replace('"LONG"', "9" * digits)
        read_or_refuse(written([line, DEAL, FIRST]))
    refused([HEADER | {"note": "x" * (1 << 21)}, DEAL], 1, "too long")
    refused([HEADER, DEAL, FIRST | {"note": "x" * (1 << 21)}], 3, "too long")


@pytest.mark.parametrize("base", range(len(BASE)))
def test_a_cut_in_the_last_lines_drops_the_last_line_and_no_more(base: int) -> None:
    """A crash while a line is written costs that line (2)."""
    record = BASE[base]
    steps, _ = read(record)
    lines = record.splitlines(keepends=True)
    begin = sum(len(line) for line in lines[:-3])
    for end in range(begin, len(record) + 1):
        kept, warnings = read(record[:end])
        whole = record[:end].count(b"\n")
        torn = record[:end].rpartition(b"\n")[2]
        if torn.endswith(b"}") and end + 1 <= len(record) and record[end : end + 1] == b"\n":
            whole, torn = whole + 1, b""  # only its line end is missing
        assert kept == steps[: whole - 1]
        assert [line for line, _ in warnings] == ([whole + 1] if torn.strip() else [])
