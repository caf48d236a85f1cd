"""Plain mode: whole matches over lines of text, and what a line may and may not do."""

from __future__ import annotations

import io
import os
import re
import signal
import subprocess
import sys
import time
from itertools import pairwise
from typing import TYPE_CHECKING

import pytest
from terminal import Terminal

from seven_games import plain
from seven_games.bots import LEVELS, make_bot
from seven_games.bots.search import Budget
from seven_games.engine import GAMES, format_hand, format_move, parse_move
from seven_games.engine.cards import PASS, SHOW_BABA, cards_of, hand_of, parse_hand
from seven_games.engine.dice import Dice
from seven_games.engine.match import Match
from seven_games.engine.record import replay
from seven_games.plain import review as look_back
from seven_games.plain import session
from seven_games.plain.console import Console
from seven_games.plain.session import letter
from seven_games.plain.words import SpokenScene, words
from seven_games.store.records import read_lines
from seven_games.table import BotSeat, Person, Table, open_table
from seven_games.table.review import decisions
from seven_games.table.setup import set_up
from seven_games.tui.draw.scene import move_name

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from pathlib import Path

PROGRAM = [sys.executable, "-m", "seven_games"]
BOT = f"bot:{LEVELS[0]}"
SHORT: dict[str, dict[str, object]] = {
    "sevens": {"deals": 2},
    "sedma": {"target": 2},
    "semerik": {"games": 1},
}
END_OF_INPUT = ""


class Reader(io.StringIO):
    """A person who reads what is written and answers; None ends the input.

    `heard` are the pieces of text between two answers, with the answer that was given to each.
    """

    def __init__(self, answer: Callable[[str], str | None]) -> None:
        super().__init__()
        self.paper = io.StringIO()
        self.heard: list[tuple[str, str | None]] = []
        self._answer = answer
        self._read = 0

    def readline(self, _size: int = -1, /) -> str:  # type: ignore[override]  # as io has it
        piece = self.paper.getvalue()[self._read :]
        self._read += len(piece)
        assert piece.endswith(" >\n"), "nothing is read but the answer to a question"
        answer = self._answer(piece)
        self.heard.append((piece, answer))
        return END_OF_INPUT if answer is None else f"{answer}\n"

    @property
    def said(self) -> str:
        return self.paper.getvalue()


def listed(*lines: str) -> Callable[[str], str | None]:
    """These lines, then the end of the input."""
    left = iter(lines)
    return lambda _heard: next(left, None)


def first(heard: str) -> str:
    """The first thing that can be played, and every hand opened."""
    return "o" if "open my cards" in question(heard) else "1"


def question(heard: str) -> str:
    return heard.splitlines()[-1]


def table_of(
    game: str,
    *people: str,
    preset: str | None = None,
    seed: int = 7,
    players: int | None = None,
    options: dict[str, object] | None = None,
) -> Table:
    """A table with these people and the quickest bots."""
    many = players or GAMES[game].rules(preset).players
    seats = [*(people or ("Taras",))]
    seats += [BOT] * (many - len(seats))
    return open_table(
        set_up(GAMES[game], preset, {**(options or {}), "players": many}, seats, seed)
    )


def played(table: Table, answer: Callable[[str], str | None] = first) -> Reader:
    """A session at this table, from its first line to its last."""
    reader = Reader(answer)
    assert plain.run(table, read=reader, write=reader.paper) == 0
    assert "\x1b" not in reader.said
    assert "{" not in reader.said, "every place of a sentence is filled"
    return reader


def dealt(game: str, hands: Sequence[str], preset: str | None = None, **options: object) -> Table:
    """A table where seat 0 is a person and these hands were dealt by the last seat."""
    players = len(hands)
    rules = GAMES[game].rules(preset, players=players, **options)
    match = Match(GAMES[game], rules, dealer=players - 1)
    rest = GAMES[game].pack(rules) & ~hand_of(parse_hand(" ".join(hands)))
    match.next_deal(hands=hands, stock=cards_of(rest))
    seats: list[Person | BotSeat] = [Person("Taras")]
    seats += [BotSeat(name, make_bot(LEVELS[0], 1)) for name in ("Olha", "Petro", "Ira")]
    return Table(match, seats[:players], Dice(1))


# Whole matches


@pytest.mark.parametrize(
    ("game", "preset"), [(name, preset) for name, game in GAMES.items() for preset in game.presets]
)
def test_a_whole_match_by_every_preset(game: str, preset: str) -> None:
    table = table_of(game, preset=preset, options=SHORT[game])
    said = played(table).said
    standing = table.standing
    assert standing.over
    assert said.count("has won the match") + said.count("have won") + said.count("is shared") == 1
    winner = standing.winners[0]
    names = {0: "You"} | {seat: table.names[seat] for seat in range(1, len(table.names))}
    (ending,) = re.findall(r".*(?:won the match|The match is shared).*", said)
    assert any(
        names[seat] in ending
        for seat in range(len(names))
        if GAMES[game].side(table.match.rules, seat) == winner
    )
    # The last lines are the scores of all deals.
    assert f"Deal {standing.deal}: " in said.splitlines()[-3] + said.splitlines()[-2]
    assert "left here" not in said


OPTIONS: list[tuple[str, dict[str, object]]] = [
    ("sevens", {"jokers": 2, "players": 2, "deals": 2}),
    ("sevens", {"jokers": 1, "players": 3, "end": "play_on", "unit": "pips", "deals": 2}),
    ("sevens", {"players": 8, "start": "prelaid", "must_play": "optional", "pass_limit": 1}),
    ("sedma", {"players": 3, "target": 1, "wild": "7_8", "go_on": "always"}),
    ("sedma", {"players": 4, "target": 1, "next_dealer": "loser"}),
    ("semerik", {"games": 1, "finish": "immediate", "ace": "third", "baba_triple": "only_3"}),
]


@pytest.mark.parametrize(("game", "options"), OPTIONS, ids=str)
def test_a_whole_match_by_other_options(game: str, options: dict[str, object]) -> None:
    options = {"deals": 1, **options} if game == "sevens" else options
    players = options.pop("players", None)
    assert players is None or isinstance(players, int)
    table = table_of(game, players=players, options=options)
    played(table)
    assert table.standing.over


@pytest.mark.parametrize("game", GAMES)
def test_a_whole_match_by_a_pipe(game: str, tmp_path: Path) -> None:
    """Lines that come faster than they are asked for: each answers exactly one question."""
    record = tmp_path / "match.jsonl"
    rules = [f"--rule={name}={value}" for name, value in SHORT[game].items()]
    done = subprocess.run(
        [*PROGRAM, "play", game, "--plain", "--seed", "7", *rules, "--record", str(record)],
        capture_output=True,
        check=False,
        encoding="utf-8",
        input="1\n" * 2000,
        timeout=100,
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert "\x1b" not in done.stdout
    *_, last = replay(read_lines(record), GAMES, lambda _line, text: pytest.fail(text))
    assert last.match.standing.over
    moves = record.read_text(encoding="utf-8").count('"seat": 0')
    next_deals = done.stdout.count("next deal")
    assert done.stdout.count(" >\n") == moves + next_deals


@pytest.mark.parametrize("game", GAMES)
def test_every_move_is_told_once(game: str) -> None:
    table = table_of(game, options=SHORT[game])
    told: list[str] = []

    def answer(heard: str) -> str:
        told.extend(
            line
            for line in heard.partition(" is over.")[0].splitlines()
            if re.match(r"\w+ (play|pass|let|show)", line)
        )
        if "next deal" in question(heard):
            assert len(told) == len(table.deal.log)
            told.clear()
        return "1"

    played(table, answer)


def test_bots_alone_need_no_answer() -> None:
    table = table_of("sedma", BOT, options={"target": 1})
    said = played(table, listed()).said
    assert table.standing.over
    assert " >" not in said


# A turn


def test_a_turn_is_told_as_on_the_page_of_wishes() -> None:
    table = dealt(
        "sevens",
        [
            "7s 8s 7h Ks 2s 3s 4s 5s 9h 10c 2d 3d 4d",
            "7d 6d 8d 9d 10d Jd Qd Kd Ad 5d 6s 9s 10s",
            "7c 6c 8c 9c Jc Qc Kc Ac 5c 4c 3c 2c Js",
            "8h 6h 5h 4h 3h 2h 10h Jh Qh Kh Ah Qs As",
        ],
    )
    reader = played(table, listed("7s"))
    told = reader.heard[1][0].splitlines()
    assert told[0] == "You play 7 of spades. You have 12 cards."
    assert re.fullmatch(r"Olha plays .* of \w+\. Olha has 12 cards\.", told[1])
    assert told[4].startswith("Your turn. 12 cards. Fit: 1) 8 of spades  2) ")
    assert told[5].startswith("Table: spades ")
    assert told[-1].startswith("play 1-")


def test_an_illegal_card_changes_nothing_and_says_the_rule() -> None:
    table = table_of("sevens")
    hand = GAMES["sevens"].pack(table.match.rules)
    wrong: list[str] = []

    def answer(_heard: str) -> str | None:
        deal = table.deal
        if not wrong:
            wrong.extend(format_move(c) for c in cards_of(hand) if c not in deal.moves())
            wrong.append("pass" if PASS not in deal.moves() else "stop")
            wrong.append("show baba s")
        return wrong.pop() if len(wrong) > 1 else None

    reader = played(table, answer)
    assert "You play" not in reader.said
    assert "You pass" not in reader.said
    for heard, _answer in reader.heard[1:]:
        rule, asked = heard.splitlines()
        assert rule.endswith(".")
        assert asked == reader.heard[1][0].splitlines()[-1]


@pytest.mark.parametrize(
    "typed", ["", " ", "xyz", "0", "11", "99999999999999999999", "٣", "\0", "1 1", "\x1b[A", "h"]
)
def test_what_is_no_move_plays_nothing(typed: str) -> None:
    table = table_of("sedma")
    reader = played(table, listed(typed, typed))
    assert len(reader.heard) == 3
    assert not [move for seat, move in table.deal.log if seat == 0]
    assert "Traceback" not in reader.said


def test_a_line_without_end_is_one_answer() -> None:
    table = table_of("sedma")
    paper = io.StringIO()
    assert plain.run(table, read=io.StringIO("x" * 100_000 + "\n1\n"), write=paper) == 0
    assert paper.getvalue().count("is not a move") == 1
    assert len([move for seat, move in table.deal.log if seat == 0]) == 1


def test_a_card_can_be_typed_in_any_writing() -> None:
    for typed in ("10h", "10♥", "TH", "10ч"):
        table = dealt(
            "semerik",
            [
                "4s 5s 6s 7s Js Qs Ks As 2s 3s",
                "4h 5h 6h 7h Jh Qh Kh Ah 2h 3h",
                "4d 5d 6d 7d Jd Qd Kd Ad 2d 3d",
                "4c 5c 6c 7c Jc Qc Kc Ac 2c 3c",
            ],
        )
        reader = played(table, listed(typed))
        assert "You do not hold 10 of hearts." in reader.said
    for typed in ("7s", "7♠", "7п", "7П"):
        table = dealt(
            "semerik",
            [
                "4s 5s 6s 7s Js Qs Ks As 2s 3s",
                "4h 5h 6h 7h Jh Qh Kh Ah 2h 3h",
                "4d 5d 6d 7d Jd Qd Kd Ad 2d 3d",
                "4c 5c 6c 7c Jc Qc Kc Ac 2c 3c",
            ],
        )
        assert "You play 7 of spades." in played(table, listed(typed)).said


def test_a_number_and_a_question_mark_tell_what_it_would_do() -> None:
    table = table_of("sedma")
    reader = played(table, listed("1?", "1 ?", "9?"))
    assert not [move for seat, move in table.deal.log if seat == 0]
    assert len(reader.heard[1][0].splitlines()) == 2
    assert reader.heard[1][0] == reader.heard[2][0]
    assert "Nothing has the number 9 now." in reader.heard[3][0]


def test_undo_goes_back_to_the_last_decision() -> None:
    table = table_of("sedma")
    reader = played(table, listed("u", "1", "u", "2", "l"))
    assert "There is no move of yours to take back." in reader.heard[1][0]
    assert "u undo" not in reader.heard[1][0]
    assert "u undo" in question(reader.heard[2][0])
    assert "Taken back." in reader.heard[3][0]
    turn = [heard.split("Your turn.")[1] for heard, _ in (reader.heard[0], reader.heard[3])]
    assert turn[0].split("\n")[0] == turn[1].split("\n")[0]
    log = reader.heard[5][0].splitlines()[:-1]
    assert len(log) == len(table.deal.log), "what was taken back is not in the log"


def test_what_is_asked_for_is_told() -> None:
    table = table_of("semerik", seed=3)
    commands = ["1"] * 5 + ["t", "w", "c", "l", "m", "?"]
    heard = [piece for piece, _answer in played(table, listed(*commands)).heard]
    whole, who, scores, log, mine, rules = heard[-6:]
    assert "Last trick: " in whole
    assert who.startswith(f"{table.names[1]} ")
    assert who.splitlines()[0].count(" cards") == 4
    assert scores.startswith("Game 1: ")
    assert log.count("\n") - 1 == len(table.deal.log)
    assert mine.startswith("You hold ")
    assert "Rules in force (semerik):" in rules
    assert "Declare" not in rules


def test_cyrillic_letters_are_the_keys_that_bear_them() -> None:
    assert [letter(sign) for sign in "йфцьЕсДгщвзі"] == [
        *["q", "ф", "w", "m", "t", "c"],
        *["l", "u", "o", "d", "p", "s"],
    ]
    reader = played(table_of("sedma"), listed("ц", "й", "1"))
    assert "left here" in reader.said
    assert len(reader.heard) == 2


# Jokers and declarations


def test_a_joker_is_laid_in_the_place_that_is_chosen() -> None:
    table = table_of("sevens", players=2, options={"jokers": 2, "deals": 1})
    laid: list[str] = []

    def answer(heard: str) -> str:
        said = heard.splitlines()
        offer = re.search(r"(\d+)\) a joker, \d+ places", heard)
        if "Which place" in heard:
            places = re.findall(r"\d+\) as ([\w ]+?)(?:  |\n)", said[0] + "\n")
            assert len(places) > 1
            laid.append(places[-1])
            return str(len(places))
        return offer.group(1) if offer else "1"

    said = played(table, answer).said
    assert laid
    for place in laid:
        assert f"You lay a joker as {place}." in said
    # Enter goes back.
    table = table_of("sevens", players=2, options={"jokers": 2, "deals": 1})
    seen = []

    def back(heard: str) -> str | None:
        offer = re.search(r"(\d+)\) a joker, \d+ places", heard)
        seen.append(heard)
        if "goes back" in question(heard):
            return ""
        if len(seen) > 1 and "goes back" in question(seen[-2]):
            return None
        return offer.group(1) if offer else "1"

    assert "You lay" not in played(table, back).said
    assert seen[-1].startswith("Your turn.")


def test_of_two_jokers_one_is_offered() -> None:
    rules = GAMES["sevens"].rules(players=2, jokers=2)
    pack = cards_of(GAMES["sevens"].pack(rules))
    table = dealt(
        "sevens", [format_hand(pack[:25] + pack[52:]), format_hand(pack[25:52])], jokers=2
    )
    turn = played(table, listed("7s")).heard[1][0]
    assert turn.count(") a joker, ") == 1


COMBINED = [
    "7s 2s As 7h 7d 4c 5c 6c Jc Qc",
    "4h 5h 6h Jh Qh Kh Ah 2h 3h 3s",
    "4d 5d 6d Jd Qd Kd Ad 2d 3d 3c",
    "4s 5s 6s Js Qs Ks 7c Kc Ac 2c",
]


def test_of_several_combinations_one_is_chosen_and_shown() -> None:
    table = dealt("semerik", COMBINED)
    reader = played(table, listed("d", "", "d", "2", "d", "d", "1", "d", "t", "4c"))
    heard = [piece for piece, _answer in reader.heard]
    assert "d show" in question(heard[0])
    assert "1) Baba spades, 3 points: everybody sees" in heard[1]
    assert "  2) three sevens, 4 points: everybody sees" in heard[1]
    assert "goes back" in question(heard[1])
    assert "showed" not in heard[2], "Enter goes back"
    shown = "You showed 7 of spades, 7 of hearts, 7 of diamonds (three sevens: 4 points)."
    assert heard[4].startswith(shown)
    assert "1) Baba spades" in heard[5], "what was shown is not offered again"
    assert "(Baba spades: 3 points)." in heard[7]
    assert "You hold no combination that you may show now." in heard[8]
    assert shown in heard[9], "the whole table has what was shown"
    assert "You play 4 of clubs." in heard[10]
    assert [move >= SHOW_BABA for seat, move in table.deal.log if seat == 0] == [True, True, False]


def test_declaring_is_a_thing_of_one_game() -> None:
    assert "Nothing is shown in this game." in played(table_of("sedma"), listed("d")).said


def asked() -> Table:
    """A table where the leader is asked whether he goes on."""
    table = dealt("sedma", ["10h 10s 9s 8d", "7c 8s Qd Ad"])
    for move in ("10h", "7c"):
        table.deal.play(parse_move(move))
    return table


@pytest.mark.parametrize("typed", ["s", "S", "ы", "stop", "2"])
def test_the_leader_goes_on_or_stops(typed: str) -> None:
    said = played(asked(), listed(typed)).said
    turn = "Olha beat your 10 of hearts with 7 of clubs. Go on, or stop and let it go?"
    assert f"Your turn. {turn} 1) 10 of spades  2) stop\n" in said
    assert "You let the trick go. Olha took it: 10 points." in said
    assert "You play 10 of spades." in played(asked(), listed("1")).said


@pytest.mark.parametrize("typed", ["p", "З", "pass", "1"])
def test_a_pass_by_letter_and_by_number(typed: str) -> None:
    said = played(table_of("sevens"), listed(typed)).said
    assert "1) pass\n" in said
    assert "You pass.\n" in said


# Several people


PUBLIC = ["t", "w", "c", "l", "m", "u", "d", "p", "1", "", "1?", "x", "7c"]


@pytest.mark.parametrize("game", GAMES)
def test_no_hand_is_written_before_its_player_asks(game: str) -> None:
    people = ("Anna", "[Bo]", "日本", "Їжак")[: GAMES[game].rules().players]
    table = table_of(game, *people, options=SHORT[game])
    cards = words().card
    tried: dict[str | None, list[str]] = {}

    def answer(heard: str) -> str:
        turn = table.deal.turn
        if "open my cards" not in question(heard):
            return "1"
        assert turn is not None
        assert f"Hand over to {table.names[turn]}; {table.names[turn]} presses o" in heard or tried
        since = heard.rpartition("Deal ")[2] if "is over" in heard else heard
        assert "holds" not in since
        assert "1) " not in since
        for held in table.deal.hands:
            assert not [card for card in map(cards, cards_of(held)) if f"{card}." in since + "."]
        left = tried.setdefault(f"{len(table.deal.log)}", [*PUBLIC, "o"])
        return left.pop(0) if len(tried) < 4 else "o"

    reader = played(table, answer)
    assert table.standing.over
    assert not re.search(r"You (play|pass|lay|let|show|took|have)", reader.said)


def test_what_was_written_is_pushed_out_of_sight() -> None:
    table = table_of("sedma", "Anna", "Bohdan")
    reader = played(table)
    assert "\n\n\n" not in reader.heard[0][0], "nothing is to be hidden yet"
    hidden = 0
    for piece, _answer in reader.heard[1:]:
        if "Hand over" in piece and "Deal" not in piece:
            assert piece.startswith("\n" * 24), "a screen of blank lines stands after the hand"
            hidden += 1
    assert hidden > 10
    assert "Since your last turn:\n" in reader.said


def test_nobody_hands_over_to_himself() -> None:
    """The hand stays open between two turns of the same person."""
    table = table_of("semerik", "Anna", "Bohdan", options={"games": 1})
    opened: list[str] = []

    def answer(heard: str) -> str:
        if "open my cards" in question(heard):
            (name,) = re.findall(r"Hand over to (\w+);", heard)
            opened.append(f"{table.match.number} {name}")
            return "o"
        return "1"

    played(table, answer)
    assert all(one != two for one, two in pairwise(opened))


def test_with_several_people_nothing_is_taken_back() -> None:
    said = played(table_of("sedma", "Anna", "Bohdan"), listed("o", "u", "1", "o", "u")).said
    assert said.count("With several people at the table nothing is taken back.") == 2


def test_what_is_typed_ahead_on_a_terminal_opens_no_hand() -> None:
    seats = ["--seat", "Anna", "--seat", "Bohdan"]
    terminal = Terminal("play", "sedma", "--plain", "--seed", "7", *seats, lines=60)
    terminal.until(lambda text: "o open my cards" in text)
    terminal.press("o\r")
    terminal.until(lambda text: "play 1-4" in text)
    terminal.press("1\ro\r1\ro\r")
    terminal.until(lambda _text: terminal.sent.count(b"Hand over to") == 2)
    terminal.read(0.5)
    said = terminal.sent.decode()
    assert said.count("holds 4 cards") == 1
    terminal.press("q\r")
    assert terminal.ended() == 0


# A deal and a match


def test_a_result_has_every_hand_open_and_the_next_deal_waits() -> None:
    table = table_of("sevens", options={"deals": 2})
    results: list[str] = []

    def answer(heard: str) -> str | None:
        if "next deal" not in question(heard):
            return "1"
        results.append(heard)
        return ["x", "l", "c", "t", "q"][len(results) - 1]

    reader = played(table, answer)
    over = results[0].partition("Deal 1 is over.")[2]
    result = table.deal.result()
    for seat, left in enumerate(result["left"]):
        name = "You" if seat == 0 else table.names[seat]
        (line,) = [line for line in over.splitlines() if line.startswith(f"{name}: ")]
        assert f"cards {left}, points +{left}, total {left}." in line
        assert ("Left: " in line) == (left > 0)
        assert len(
            re.findall(r"[\dkgqa]\w*(?=[,;.]|$)", line.partition("Left: ")[2])
        ) >= left > 0 or (not left)
    assert results[1].startswith("1 or Enter goes on to the next deal.")
    assert results[2].count("\n") - 1 == len(table.deal.log)
    assert "Deal 1: You " in results[3]
    assert reader.said.endswith("The match is not over; it was left here.\n")


def test_a_deal_that_was_begun_goes_on() -> None:
    table = dealt("semerik", COMBINED)
    table.deal.play(parse_move("4c"))
    while table.deal.turn != 0:
        table.deal.play(table.deal.moves()[0])
    reader = played(table, listed("l"))
    assert "Deal 1 goes on." in reader.heard[0][0]
    assert "You play 4 of clubs." in reader.heard[1][0]
    assert reader.heard[1][0].count("\n") - 1 == len(table.deal.log)


@pytest.mark.parametrize("answers", [[], ["1"], ["1", "q"], ["1", "Й"], ["1", "d", "q"]])
def test_the_end_of_the_input_leaves_the_match(answers: list[str]) -> None:
    table = table_of("semerik", seed=3)
    said = played(table, listed(*answers)).said
    assert said.count("The match is not over; it was left here.") == 1
    assert said.endswith("left here.\n")


# The program


def run(*arguments: str, stdin: str, **environment: str) -> tuple[int, str, str]:
    """Exit code, standard output and standard error of the program at the end of a pipe."""
    done = subprocess.run(
        [*PROGRAM, *arguments],
        check=False,
        encoding="utf-8",
        env={**os.environ, **environment},
        timeout=60,
        input=stdin,
        capture_output=True,
    )
    return done.returncode, done.stdout, done.stderr


@pytest.mark.parametrize(
    ("arguments", "stdin"),
    [
        ("play sedma --plain", "</dev/null"),
        ("play sedma --plain", "< empty"),
        ("play sedma --plain", "<&-"),
        ("--plain", "</dev/null"),
    ],
)
def test_with_nobody_to_answer_it_says_so(arguments: str, stdin: str, tmp_path: Path) -> None:
    (tmp_path / "empty").touch()
    done = subprocess.run(
        f"{' '.join(PROGRAM)} {arguments} {stdin}",
        shell=True,
        capture_output=True,
        check=False,
        cwd=tmp_path,
        encoding="utf-8",
    )
    assert (done.returncode, done.stdout, done.stderr.count("\n")) == (2, "", 1)
    assert "standard input" in done.stderr


def test_an_empty_pipe_is_nobody() -> None:
    code, out, err = run("play", "sedma", "--plain", stdin="")
    assert (code, out, err.count("\n")) == (2, "", 1)


def test_without_a_terminal_it_names_plain_mode() -> None:
    code, out, err = run("play", "sedma", stdin="1\n")
    assert (code, out) == (2, "")
    assert err.count("\n") == 1
    assert "--plain" in err


def test_a_match_in_which_nobody_has_moved_is_not_kept(tmp_path: Path) -> None:
    for answers, kept in (("h\nq\n", 0), ("1\nq\n", 1)):
        _code, out, _err = run(
            *("play", "sedma", "--plain", "--players", "2", "--seed", "5"),
            stdin=answers,
            SEVEN_GAMES_HOME=str(tmp_path),
        )
        assert len([*tmp_path.glob("matches/*.jsonl")]) == kept
        assert ("goes on with it" in out) == bool(kept)


def test_which_game_is_asked_where_none_is_named() -> None:
    code, out, err = run("--plain", stdin="9\nchess\n2\nq\n")
    assert (code, err) == (0, "")
    assert out.count("Type a number from 1 to 3.") == 2
    assert "Sedma, sedma." in out
    assert run("--plain", stdin="й\n")[0] == 0
    # The option may stand before the command too.
    assert "Your turn." in run("--plain", "play", "sedma", stdin="q\n")[1]


def test_the_record_of_a_match_that_was_left_is_whole(tmp_path: Path) -> None:
    record = tmp_path / "match.jsonl"
    code, out, _ = run(
        "play", "sedma", "--plain", "--seed", "7", "--record", str(record), stdin="1\n1\nu\n1\n"
    )
    assert code == 0
    assert out.endswith("goes on with it.\n")
    *_, last = replay(read_lines(record), GAMES, lambda _line, text: pytest.fail(text))
    assert len([seat for seat, _move in last.deal.log if seat == 0]) == 2


def test_a_reader_who_goes_is_no_fault() -> None:
    done = subprocess.run(
        f"yes 1 | {' '.join(PROGRAM)} play semerik --plain | head -n 3",
        shell=True,
        capture_output=True,
        check=False,
        encoding="utf-8",
        timeout=60,
    )
    assert done.stderr == ""
    assert done.stdout.count("\n") == 3


def test_signs_that_an_encoding_lacks_are_no_fault() -> None:
    code, out, err = run(
        *["play", "sedma", "--plain", "--seat", "Їжак", "--seat", "日本 [x]"],
        stdin="o\n1\n\u2660\n",
        PYTHONIOENCODING="ascii",
        PYTHONUTF8="0",
    )
    assert (code, err) == (0, "")
    assert "?? [x] presses o" in out


def test_bytes_that_are_no_text_are_no_answer() -> None:
    done = subprocess.run(
        [*PROGRAM, "play", "sedma", "--plain"],
        input=b"\xff\xfe\n\x00\n1\n",
        capture_output=True,
        check=False,
        timeout=60,
    )
    assert (done.returncode, done.stderr) == (0, b"")
    assert done.stdout.count(b"is not a move") == 2
    assert b"You play" in done.stdout


def test_nothing_of_the_screen_is_loaded() -> None:
    code = "import seven_games.plain, sys; print([m for m in sys.modules if m == 'textual'])"
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, check=True, encoding="utf-8"
    )
    assert done.stdout == "[]\n"


def test_ctrl_c_at_a_question_of_a_pipe() -> None:
    with subprocess.Popen(
        [*PROGRAM, "play", "sedma", "--plain", "--seed", "7"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        encoding="utf-8",
    ) as program:
        assert program.stdout is not None
        while not program.stdout.readline().startswith("play 1-"):
            pass
        program.send_signal(signal.SIGINT)
        _out, err = program.communicate(timeout=30)
    assert (program.returncode, err) == (130, "Aborted.\n")


class Interrupted(io.StringIO):
    """A terminal on which Ctrl+C comes as soon as a question stands there."""

    def isatty(self) -> bool:
        return True

    def flush(self) -> None:
        if self.getvalue().endswith("> "):
            raise KeyboardInterrupt


def test_a_question_that_is_interrupted_at_once_ends_its_line() -> None:
    terminal = Interrupted()
    with pytest.raises(KeyboardInterrupt):
        Console(terminal, terminal).ask("play 1")
    assert terminal.getvalue() == "play 1 > \n"


@pytest.mark.parametrize(
    ("option", "term"), [("--seed=7", "dumb"), ("--seed=7", ""), ("--plain", "xterm-256color")]
)
def test_a_terminal_in_plain_mode(option: str, term: str) -> None:
    terminal = Terminal("play", "sedma", option, TERM=term)
    terminal.until(lambda text: "q quit >" in text)
    terminal.press("1\r")
    terminal.until(lambda text: text.count("q quit >") == 2)
    terminal.press("\x03")
    assert terminal.ended() == 130
    said = terminal.sent.decode()
    assert "\x1b" not in said
    assert said.replace("\r\n", "\n").endswith(" > ^C\nAborted.\n")


def test_the_end_of_the_input_on_a_terminal() -> None:
    terminal = Terminal("--plain")
    terminal.until(lambda text: "q quit >" in text)
    terminal.press("2\r")
    terminal.until(lambda text: "who has how many" in text)
    terminal.press("1\r")
    terminal.until(lambda text: text.count("who has how many") == 2)
    terminal.press("\x04")
    assert terminal.ended() == 0
    kept = "The match is not over; it is kept, and seven-games --plain goes on with it.\r\n"
    assert terminal.sent.decode().endswith(f" > \r\n{kept}")


def test_nothing_is_written_while_it_waits() -> None:
    terminal = Terminal("play", "sedma", "--plain", "--seed", "7")
    terminal.until(lambda text: "q quit >" in text)
    before = len(terminal.sent)
    end = time.monotonic() + 1
    while time.monotonic() < end:
        terminal.read(0.2)
    assert len(terminal.sent) == before
    terminal.press("q\r")
    assert terminal.ended() == 0


# Hints, and what is certain


@pytest.mark.parametrize("command", ["h", "Р"])
def test_a_hint_comes_in_three_lines_and_plays_nothing(
    command: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(session, "HINT", Budget(worlds=4, whole=True))
    table = table_of("sedma", options={"target": 1})
    hinted: list[str] = []

    def answer(heard: str) -> str | None:
        if "h hint" in question(heard) and len(hinted) < 4:
            hinted.append(heard)
            return command
        return first(heard)

    reader = played(table, answer)
    pieces = [heard for heard, _given in reader.heard]
    one, two, three = pieces[pieces.index(hinted[0]) + 1 :][:3]
    assert "h once more tells the move." in one
    assert "h once more tells the reason." in two
    assert "4 deals that agree with the play" in three
    assert "Played with hints." in reader.said


def test_no_hint_in_strict_play() -> None:
    reader, table = Reader(listed("h", "q")), table_of("sedma")
    assert plain.run(table, strict=True, read=reader, write=reader.paper) == 0
    assert "No hints are given in strict play" in reader.said
    assert "h hint" not in reader.said
    assert not table.hinted


def test_no_hint_where_there_is_nothing_to_choose() -> None:
    forced: list[str] = []

    def answer(heard: str) -> str | None:
        if "play 1," in question(heard) and not forced:
            forced.append(heard)
            return "h"
        return first(heard)

    table = table_of("sevens", options={"deals": 1})
    reader = played(table, answer)
    assert reader.said.count("There is nothing to choose: ") == 1
    assert not table.hinted


@pytest.mark.parametrize("game", list(GAMES))
def test_a_review_has_a_line_for_every_decision_and_says_the_same_again(
    game: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(look_back, "REVIEW", Budget(worlds=4, whole=True))
    table = table_of(game, options=SHORT[game])
    asked: list[str] = []

    def answer(heard: str) -> str | None:
        if "r review" in question(heard) and len(asked) < 2:
            asked.append(heard)
            return "к" if len(asked) == 1 else "r"
        return first(heard)

    pieces = [heard for heard, _given in played(table, answer).heard]
    one, again = pieces[pieces.index(asked[0]) + 1 :][:2]
    begun, *lines, total, _question = one.splitlines()
    assert one == again
    finished = table.match.finished[0]
    decided = decisions(finished, table.people)
    assert len(decided) > 2
    assert begun == f"Looking back at {len(decided)} decisions…"
    for line, decision in zip(lines, decided, strict=True):
        scene = SpokenScene(decision.view, (), frozenset(), finished.standing, faces=words())
        assert re.match(rf"(Turn|Trick) \d+: {re.escape(move_name(scene, decision.move))}, ", line)
    assert total.startswith(f"{len(decided)} decisions, ")


def test_before_a_deal_is_over_there_is_nothing_to_review() -> None:
    reader, table = Reader(listed("r", "q")), table_of("sedma")
    assert plain.run(table, read=reader, write=reader.paper) == 0
    assert "No deal is over yet." in reader.said


def test_who_has_played_a_kept_match_to_its_end_is_told_how_to_look_back(tmp_path: Path) -> None:
    table = table_of("sedma", options={"target": 1})
    table.saved_as = str(tmp_path / "my match.jsonl")
    assert f"To look back at it: seven-games review '{table.saved_as}'" in played(table).said


def test_what_is_certain_plays_itself() -> None:
    def answer(heard: str) -> str | None:
        return "f" if "f finish" in question(heard) else first(heard)

    table = table_of("sedma", options={"target": 1})
    reader = played(table, answer)
    assert "The rest plays itself" in reader.said
    assert table.standing.over
    answers = [given for _heard, given in reader.heard]
    assert answers.count("f") == 1
    assert answers[-1] == "f", "nothing is asked after it"
