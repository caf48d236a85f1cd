"""Advice and reviews: what is said of a move, what it rests on, and how it is kept."""

from __future__ import annotations

import json
import os
import pickle
import random
import re
import subprocess
import sys
from typing import TYPE_CHECKING, Any

import pytest
from engine_tools import spread, swapped

from seven_games import cli
from seven_games.bots.advice import Advice, advise, thought
from seven_games.bots.advice.sedma import reason
from seven_games.bots.search import Budget, Search
from seven_games.bots.senses import SENSES
from seven_games.engine import GAMES, Deal, Sentence, View, format_move, parse_move
from seven_games.engine.cards import cards_of, hand_of
from seven_games.engine.dice import Dice
from seven_games.engine.record import deal_line, header_line, move_line, undo_line
from seven_games.engine.refusal import Cards
from seven_games.store import saves
from seven_games.store.records import RecordFile
from seven_games.table import open_table
from seven_games.table.advice import basis, card_named, figure, said, worth
from seven_games.table.desk import Desk
from seven_games.table.review import (
    GOOD,
    MISTAKE,
    SLIP,
    Reviews,
    Verdict,
    decisions,
    position,
    seed_of,
)
from seven_games.table.setup import set_up

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from seven_games.table import Table

    Command = Callable[..., tuple[int, str, str]]

SMALL = Budget(worlds=12, whole=True)
"""Enough to see that figures are there, and repeat."""


def choices(name: str, deals: int = 3) -> Iterator[tuple[Deal, View]]:
    """Some positions of a game in which there is something to choose."""
    dice = random.Random(name)
    for deal in spread(name, deals, seed=4):
        while deal.turn is not None:
            view = deal.view(deal.turn)
            if len(view.moves) > 1 and dice.random() < 0.08:
                yield deal, view
            deal.play(SENSES[name].pick(deal))


def played(name: str, seed: int = 3) -> Deal:
    """A whole deal."""
    deal = GAMES[name].deal(GAMES[name].rules(), 0, seed=seed)
    while deal.turn is not None:
        deal.play(SENSES[name].pick(deal))
    return deal


@pytest.mark.parametrize("name", GAMES)
def test_advice_judges_every_move_and_repeats_after_a_journey(name: str) -> None:
    for _deal, view in choices(name, 2):
        advice = thought(view, SMALL, 7)
        assert {one.move for one in advice.moves} == set(view.moves)
        assert {one.worlds for one in advice.moves} == {SMALL.worlds} == {advice.worlds}
        assert advice.best in advice.level
        assert all(one.behind >= 0 for one in advice.moves)
        again = pickle.loads(pickle.dumps(thought(pickle.loads(pickle.dumps(view)), SMALL, 7)))
        assert (again.moves, again.level, again.unit) == (advice.moves, advice.level, advice.unit)
        assert str(again.reason.why) == str(advice.reason.why)


def test_moves_within_the_error_are_called_equal() -> None:
    """If the difference is within the error, the hint says that the moves are equal."""
    several = set()
    for _deal, view in (found for name in GAMES for found in choices(name, 4)):
        advice = thought(view, SMALL, 7)
        several.add(len(advice.level) > 1)
        assert ("about equal" in str(advice.reason.why)) == (len(advice.level) > 1)
        if len(advice.level) > 1:
            assert all(format_move(move) in str(advice.reason.why) for move in advice.level)
        if len(advice.level) == len(advice.moves):
            assert advice.reason.kind == "equal"
    assert several == {True, False}


def after_the_ace(hand: str) -> View:
    """What the holder of this hand sees in Sedma, after the other player has led an ace."""
    game = GAMES["sedma"]
    hands = hand, "Ah Ks Js Kh"
    rest = [
        card
        for card in cards_of(game.pack(game.rules()))
        if format_move(card) not in " ".join(hands).split()
    ]
    deal = game.deal(game.rules(), 0, hands=hands, stock=rest)
    deal.play(parse_move("Ah"))
    return deal.view(0)


def test_equal_moves_are_set_apart_from_the_others_by_what_differs() -> None:
    """A ten thrown into a trick that is lost counts for those who take it (Sedma, 2.1)."""
    view = after_the_ace("10s 8h 8d 9d")
    advice = thought(view, Budget(worlds=200, whole=True), 7)
    assert parse_move("10s") not in advice.level
    assert len(advice.level) > 1
    assert advice.reason.kind == "throws_cheap"
    assert "10s would give them 10 points" in str(advice.reason.why)
    assert "about equal: " in str(advice.reason.why)


def test_a_reason_speaks_for_all_of_the_equal_moves() -> None:
    """That an ace takes the trick is no reason where a nine that takes nothing is as good."""
    kinds = set()
    for _deal, view in choices("sedma", 12):
        search = Search(view, Budget(worlds=30, whole=True), 7)
        search.run()
        advice = advise(search)
        if 1 < len(advice.level) < len(advice.moves):
            worse = next(one for one in advice.moves if one.move not in advice.level)
            equal = [one for one in advice.moves if one.move in advice.level]
            said = {reason(view, one, worse, search).kind for one in equal}
            kinds.add(advice.reason.kind)
            assert advice.reason.kind == "equal" or said == {advice.reason.kind}
    assert len(kinds) > 2


def test_the_idea_names_no_move_where_one_is_best() -> None:
    for name in GAMES:
        for _deal, view in choices(name, 3):
            advice = thought(view, SMALL, 7)
            if len(advice.level) == 1:
                assert format_move(advice.best) not in str(advice.reason.idea).split()


def test_a_single_move_is_no_choice() -> None:
    deal = GAMES["sevens"].deal(GAMES["sevens"].rules("diamonds"), 0, seed=1)
    assert deal.turn is not None
    advice = thought(deal.view(deal.turn), SMALL)
    assert (advice.reason.kind, advice.best) == ("forced", parse_move("7d"))


def permuted(deal: Deal, view: View, dice: random.Random) -> Deal | None:
    """The deal with the cards that the viewer cannot see dealt out in another way."""
    hands = deal.hands[:]
    closed = cards_of(view.unseen)
    dice.shuffle(closed)
    for seat, many in enumerate(view.counts):
        if seat != view.seat:
            hands[seat] = hand_of(closed[:many])
            del closed[:many]
    told = zip(hands, view.must, view.cannot, strict=True)
    if any(must & ~hand or cannot & hand for hand, must, cannot in told):
        return None
    other = deal.copy()
    other.hands = hands
    if closed:
        other.stock = other.stock[: len(other.stock) - len(closed)] + closed
    return other


@pytest.mark.parametrize("name", GAMES)
def test_no_hidden_card_changes_advice(name: str) -> None:
    dice, changed = random.Random(5), 0
    for deal, view in choices(name, 3):
        for _ in range(500):
            other = permuted(deal, view, dice)
            if other is not None and other.hands != deal.hands:
                changed += 1
                same = thought(other.view(view.seat), SMALL, 7)
                assert same.moves == thought(view, SMALL, 7).moves
                break
    assert changed > 2


# In words


def test_figures_are_as_exact_as_their_unit() -> None:
    assert figure(0.04, "cards") == "0.0"
    assert figure(-0.26, "cards") == "−0.3"
    assert figure(-0.26, "game points") == "−0.26"
    assert figure(1.26, "chips", signed=False) == "1.3"


def test_advice_in_words() -> None:
    deal = played("semerik")
    decision = decisions(deal, [0])[0]
    advice = thought(decision.view, SMALL, 1)
    assert worth(advice.moves[0], advice, format_move).startswith(format_move(advice.best))
    assert basis(advice) == (
        "points ahead of the others (− behind), mean of 12 deals that agree with the play"
    )
    for move in advice.level:
        assert format_move(move) in card_named(advice, format_move)
    assert said(Sentence("{card} it is", card=Cards((5,))), format_move) == "7s it is."


# Reviews


@pytest.mark.parametrize("name", GAMES)
def test_every_choice_of_a_person_is_a_decision_and_nothing_else_is(name: str) -> None:
    deal = played(name)
    found = {one.ply: one for one in decisions(deal, [0])}
    for ply, (seat, move) in enumerate(deal.log):
        at = position(deal, ply)
        if seat == 0 and len(at.moves()) > 1:
            assert (found[ply].move, found[ply].view.moves) == (move, tuple(at.moves()))
        else:
            assert ply not in found


def verdicts_of(deal: Deal, seat: int = 0) -> list[Verdict]:
    return [
        Verdict(one, thought(one.view, SMALL, seed_of(one), one.move))
        for one in decisions(deal, [seat])[:6]
    ]


@pytest.mark.parametrize("name", GAMES)
def test_a_review_is_the_same_twice_and_marks_follow_from_costs(name: str) -> None:
    deal = played(name)
    first, again = verdicts_of(deal), verdicts_of(deal)
    assert [one.advice.moves for one in first] == [one.advice.moves for one in again]
    for one in first:
        own = one.advice.of(one.decision.move)
        shown = float(figure(own.behind, one.advice.unit, signed=False))
        is_level = own.behind <= 2 * own.error or not shown
        assert (one.mark == GOOD) == is_level
        assert one.cost == (0 if is_level else own.behind)
        assert one.mark in {GOOD, SLIP, MISTAKE}


@pytest.mark.parametrize("name", GAMES)
def test_a_review_is_not_judged_by_the_real_cards(name: str) -> None:
    """The same moves over other closed cards: the same decisions, costs and reasons."""
    compared = 0
    for number, deal in enumerate(spread(name, 24, seed=8)):
        dice = Dice(number)
        while deal.turn is not None and len(deal.log) < 12:
            deal.play(SENSES[name].pick(deal))
        found = (swapped(name, deal, 0, dice, cards) for cards in (2, 3, 2, 3))
        other = next(filter(None, found), None)
        if other is None or not decisions(deal, [0]):
            continue
        compared += 1
        one, two = (verdicts_of(each, 0) for each in (deal, other))
        assert [v.decision for v in one] == [v.decision for v in two]
        assert [(v.cost, v.mark) for v in one] == [(v.cost, v.mark) for v in two]
        assert all(same(a.advice, b.advice) for a, b in zip(one, two, strict=True))
        if compared == 3:
            break
    assert compared == 3


def same(one: Advice, other: Advice) -> bool:
    parts = ((a.moves, a.level, a.unit, a.worlds, a.reason.kind) for a in (one, other))
    first, second = parts
    return first == second and str(one.reason.why) == str(other.reason.why)


@pytest.mark.parametrize("name", GAMES)
def test_a_move_that_seems_worse_is_looked_at_once_more_in_other_deals(name: str) -> None:
    """Of many decisions some look bad by chance: what is found again is charged."""
    charged = let_off = 0
    for _, view in choices(name, deals=8):
        first, again = (Search(view, SMALL, seed).run() for seed in (3, ~3))
        for made in view.moves:
            one, other = advise(first, made), advise(again, made)
            found = thought(view, SMALL, 3, made)
            assert same(found, one if made in one.level else other)
            let_off += made not in one.level and made in other.level
            charged += made not in one.level and made not in other.level
    assert charged
    assert let_off


def test_a_review_is_kept_and_gone_on_with(tmp_path: Path) -> None:
    deal, path = played("semerik"), tmp_path / "match.review"
    found = verdicts_of(deal)
    assert len(found) > 2
    begun = Reviews(path)
    for one in found[:2]:
        begun.add(deal, one.decision.ply, one.advice)
    resumed = Reviews(path)
    known = resumed.of(deal)
    assert list(known) == [one.decision.ply for one in found[:2]]
    assert all(same(known[one.decision.ply], one.advice) for one in found[:2])
    resumed.add(deal, found[2].decision.ply, found[2].advice)
    assert len(Reviews(path).of(deal)) == 3
    assert [file.name for file in tmp_path.iterdir()] == ["match.review"]


def test_a_deal_that_was_played_otherwise_is_reviewed_anew(tmp_path: Path) -> None:
    deal, other = played("sedma"), played("sedma", seed=4)
    kept = Reviews(tmp_path / "match.review")
    decision = decisions(deal, [0])[0]
    kept.add(deal, decision.ply, thought(decision.view, SMALL))
    assert Reviews(kept.path).of(other) == {}


@pytest.mark.parametrize("damage", [b"", b"{", b"\xff\xfe", b"[1]\n[2]\n", b'{"version": 2}\n'])
def test_a_damaged_review_is_as_none(tmp_path: Path, damage: bytes) -> None:
    path, deal = tmp_path / "match.review", played("sedma")
    path.write_bytes(damage)
    assert Reviews(path).of(deal) == {}
    decision = decisions(deal, [0])[0]
    Reviews(path).add(deal, decision.ply, thought(decision.view, SMALL))
    assert len(Reviews(path).of(deal)) == 1


def test_no_damage_to_a_review_raises(tmp_path: Path) -> None:
    path, deal, dice = tmp_path / "match.review", played("sedma"), random.Random(1)
    decision = decisions(deal, [0])[0]
    Reviews(path).add(deal, decision.ply, thought(decision.view, SMALL))
    whole = path.read_bytes()
    for _ in range(60):
        data = bytearray(whole)
        for _ in range(dice.randint(1, 4)):
            data[dice.randrange(len(data))] = dice.choice(b'{}[]",:0a')
        path.write_bytes(bytes(data))
        for advice in Reviews(path).of(deal).values():
            assert advice.level


def _other_moves(data: dict[str, Any]) -> None:
    data["moves"] = [["2s", 0.5, 0.0, 0.0, 4], ["3s", 0.2, 0.3, 0.1, 4]]


def _no_number(data: dict[str, Any]) -> None:
    data["moves"][0][1:4] = [float("nan"), float("inf"), float("inf")]


def _a_number_too_large(data: dict[str, Any]) -> None:
    data["moves"][0][1] = 10**400


def _endless_ply(data: dict[str, Any]) -> None:
    data["ply"] = float("inf")


def _a_screen_cleared(data: dict[str, Any]) -> None:
    data["reason"][2]["sentence"] = "\x1b[2J"


def _a_broken_unit(data: dict[str, Any]) -> None:
    data["unit"] = "car\nds"


def _an_unknown_unit(data: dict[str, Any]) -> None:
    data["unit"] = "bananas"


def _the_unit_of_another_game(data: dict[str, Any]) -> None:
    data["unit"] = "cards"


def _a_move_twice(data: dict[str, Any]) -> None:
    data["moves"].append(data["moves"][0])


def _a_word_without_end(data: dict[str, Any]) -> None:
    data["reason"][2]["sentence"] = "why " * 25_000


def _a_place_without_end(data: dict[str, Any]) -> None:
    data["reason"][2] = {"sentence": "{n:>4000000000}", "places": {"n": "x"}}


def _a_look_inside(data: dict[str, Any]) -> None:
    data["reason"][2] = {"sentence": "{n.__class__}", "places": {"n": "x"}}


@pytest.mark.parametrize(
    "harm",
    [
        _other_moves,
        _no_number,
        _a_number_too_large,
        _endless_ply,
        _a_screen_cleared,
        _a_broken_unit,
        _an_unknown_unit,
        _the_unit_of_another_game,
        _a_move_twice,
        _a_word_without_end,
        _a_place_without_end,
        _a_look_inside,
    ],
)
def test_what_no_review_says_is_not_believed(
    tmp_path: Path, harm: Callable[[dict[str, Any]], None]
) -> None:
    """Right as JSON, and yet not what was found: nothing of it is shown, or asked for a cost."""
    path, deal = tmp_path / "match.review", played("sedma")
    decision = decisions(deal, [0])[0]
    Reviews(path).add(deal, decision.ply, thought(decision.view, SMALL))
    first, line = path.read_text(encoding="utf-8").splitlines()
    data = json.loads(line)
    harm(data)
    path.write_text(f"{first}\n{json.dumps(data)}\n", encoding="utf-8")
    assert Reviews(path).of(deal) == {}


def test_a_review_goes_with_its_match(tmp_path: Path) -> None:
    game = GAMES["sedma"]
    record = saves.new_save(tmp_path, game, game.rules(), ["Olha", "Petro"], {})
    record.close()
    saves.review_file(record.path).write_text("x")
    saves.delete(record.path)
    assert list(tmp_path.iterdir()) == []


def test_a_match_with_a_review_beside_it_is_one_match(tmp_path: Path) -> None:
    game = GAMES["sedma"]
    with saves.new_save(tmp_path, game, game.rules(), ["Olha", "Petro"], {}) as record:
        saves.review_file(record.path).write_text("x")
    assert len(list(saves.saved_matches(tmp_path))) == 1


# Hints in the record


def test_the_record_says_how_many_hints_a_move_took(tmp_path: Path) -> None:
    setup = set_up(GAMES["sedma"], None, {"players": 2}, ["Olha", "Petro"], 5)
    path = tmp_path / "record.jsonl"
    with RecordFile(path, setup.game, setup.rules, ["Olha", "Petro"]) as record:
        table = open_table(setup, [record])
        table._begin()
        turn = table.deal.turn
        assert turn is not None
        table.count_hint(1 - turn)
        assert not table.hinted
        table.count_hint(turn)
        table.count_hint(turn)
        table.play(turn, table.deal.moves()[0])
        table.play(1 - turn, table.deal.moves()[0])
        assert table.hinted
    moves = [json.loads(line) for line in path.read_text().splitlines()[2:]]
    assert [line.get("hint") for line in moves] == [2, None]
    resumed, writer = saves.resume(path)
    writer.close()
    assert resumed.hinted


def at_turn(path: Path, hints: int) -> tuple[Table, int]:
    """A table where Olha is alone with bots and has asked for so many hints."""
    setup = set_up(GAMES["sedma"], None, {"players": 2}, ["Olha", "bot:easy"], 5)
    table = open_table(setup, [RecordFile(path, setup.game, setup.rules, ["Olha", "Petro"])])
    table._begin()
    if table.deal.turn != 0:
        table._apply(1, table.deal.moves()[0])
    for _ in range(hints):
        table.count_hint(0)
    return table, table.deal.moves()[0]


def test_a_hint_is_counted_though_the_match_was_left_before_the_move(tmp_path: Path) -> None:
    path = tmp_path / "record.jsonl"
    at_turn(path, hints=3)[0].leave()
    resumed, writer = saves.resume(path)
    writer.close()
    assert (resumed.hinted, resumed.hints) == (True, 3)
    sitting = Desk().go_on(resumed)
    assert not isinstance(sitting, str)
    table = sitting.table
    table.play(0, table.deal.moves()[0])
    table.leave()
    last = json.loads(path.read_text().splitlines()[-1])
    assert (last["seat"], last["hint"]) == (0, 3)


def test_a_hint_belongs_to_the_decision_for_which_it_was_asked(tmp_path: Path) -> None:
    path = tmp_path / "record.jsonl"
    table, first = at_turn(path, hints=0)
    table.play(0, first)
    while table.deal.turn != 0:
        table._apply(1, table.deal.moves()[0])
    answers = table.deal.log[-1]
    table.count_hint(0)
    table.undo(0)
    table.play(0, first)
    assert "hint" not in json.loads(path.read_text().splitlines()[-1])
    while table.deal.turn != 0:
        table._apply(1, table.deal.moves()[0])
    assert table.deal.log[-1] == answers
    table.play(0, table.deal.moves()[0])
    # The position is the same as the one in which the hint was seen.
    assert json.loads(path.read_text().splitlines()[-1])["hint"] == 1


# The command


def record_of(name: str, plies: int, *, seats: list[str] | None = None) -> str:
    """A record that somebody else may have written, with a move taken back."""
    game = GAMES[name]
    deal = game.deal(game.rules(), 0, seed=3)
    names = [f"Player {seat}" for seat in range(deal.players)]
    lines = [header_line(game, deal.rules, names, {"seats": seats} if seats else None)]
    lines.append(deal_line(1, deal))
    while len(deal.log) < plies and deal.turn is not None:
        seat, move = deal.turn, SENSES[name].pick(deal)
        if len(deal.log) == 3:
            lines += [move_line(seat, deal.moves()[-1]), undo_line(1)]
        deal.play(move)
        lines.append(move_line(seat, move))
    return "".join(lines)


@pytest.fixture
def review(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Command:
    """The command in this process: exit code, output, and what was said of errors."""

    def run_it(*words: str) -> tuple[int, str, str]:
        monkeypatch.setattr(sys, "argv", ["seven-games", "review", *words])
        code = cli.run()
        return code, *capsys.readouterr()

    return run_it


def test_a_review_that_is_interrupted_shows_what_was_found(
    tmp_path: Path, review: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    file, left = tmp_path / "record.jsonl", iter(range(2))

    def until_ctrl_c(*given: Any) -> Advice:
        if next(left, None) is None:
            raise KeyboardInterrupt
        return thought(*given)

    file.write_text(record_of("sedma", 9))
    monkeypatch.setattr("seven_games.bots.advice.thought", until_ctrl_c)
    code, output, error = review(str(file), "--worlds", "4")
    assert (code, error) == (130, "Aborted.\n")
    assert "Deal 1, " in output
    assert output.count("mean of 4 deals)") == 2


def test_the_command_reviews_an_unfinished_foreign_record(tmp_path: Path, review: Command) -> None:
    file = tmp_path / "record.jsonl"
    file.write_text(record_of("sedma", 9))
    code, output, error = review(str(file), "--worlds", "8", "--json")
    assert (code, error) == (0, "")
    *lines, total = [json.loads(line) for line in output.splitlines()]
    plies = [line["ply"] for line in lines]
    assert plies == sorted(plies)
    assert {line["seat"] for line in lines} == {0, 1}
    for line in lines:
        assert line["deal"] == 1
        assert line["move"] in {one["move"] for one in line["moves"]}
        assert line["best"] == line["moves"][0]["move"]
        assert (line["cost"] == 0) == (line["mark"] == GOOD) == (line["move"] in line["level"])
    for seat in total["total"]:
        own = [line for line in lines if line["seat"] == seat["seat"]]
        assert seat["decisions"] == len(own) == seat[GOOD] + seat[SLIP] + seat[MISTAKE]
        assert seat["cost"] == pytest.approx(sum(line["cost"] for line in own), abs=0.01)


def test_the_command_looks_at_the_people_where_the_record_names_them(
    tmp_path: Path, review: Command
) -> None:
    file = tmp_path / "record.jsonl"
    file.write_text(record_of("sedma", 9, seats=["bot", "Olha"]))
    code, output, _error = review(str(file), "--worlds", "4")
    assert code == 0
    assert "Deal 1, Player 1: " in output
    assert "Player 0" not in output
    assert "deals that agree with what could be known then" in output


@pytest.mark.parametrize(
    ("encoding", "suits", "signs"), [("utf-8", "♠♥♦♣", "✓~✗"), ("ascii", "SHDC", "+~x")]
)
def test_in_words_the_cards_look_as_on_the_table(
    tmp_path: Path, encoding: str, suits: str, signs: str
) -> None:
    file = tmp_path / "record.jsonl"
    file.write_text(record_of("semerik", 9))
    done = subprocess.run(
        [sys.executable, "-m", "seven_games", "review", str(file), "--worlds", "4"],
        env=os.environ | {"PYTHONIOENCODING": encoding, "TERM": "xterm"},
        capture_output=True,
        encoding=encoding,
        check=True,
    )
    turns = [line for line in done.stdout.splitlines() if line.startswith("   trick ")]
    assert len(turns) > 4
    shown = rf"   trick \d: ((10|[2-9JQKA])[{suits}]|three \w+) [{signs}](;|$)"
    assert all(re.match(shown, turn) for turn in turns), turns


def test_the_command_says_no_in_one_line(tmp_path: Path, review: Command) -> None:
    file, bad = tmp_path / "record.jsonl", tmp_path / "bad.jsonl"
    file.write_text(record_of("sedma", 3))
    bad.write_text(record_of("sedma", 3) + move_line(0, 51) + "{}\n")
    for words, code in (
        ((str(tmp_path / "none.jsonl"),), 1),
        ((str(bad), "--worlds", "2"), 1),
        ((str(file), "--deal", "2"), 1),
        ((str(file), "--seat", "7"), 1),
        ((str(file), "--worlds", "x"), 2),
    ):
        ended, output, error = review(*words)
        assert (ended, output) == (code, ""), words
        assert len(error.splitlines()) == 1


def test_the_command_loads_no_screen() -> None:
    code = (
        "import sys; sys.argv = ['x', 'review', 'none']\n"
        "from seven_games.cli import run\n"
        "import seven_games.table.report, seven_games.bots.advice\n"
        "run(); assert 'textual' not in sys.modules"
    )
    subprocess.run([sys.executable, "-c", code], check=True, capture_output=True)
