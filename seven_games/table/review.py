"""A look back at a deal: every decision judged by what could be known when it was made."""

import hashlib
import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from math import isfinite
from pathlib import Path
from string import Formatter
from typing import cast

from seven_games.bots.advice import Advice, Reason, level_of
from seven_games.bots.search import Judged
from seven_games.bots.senses import SENSES
from seven_games.engine import GAMES, Deal, Sentence, View, format_move, parse_move
from seven_games.engine.record import deal_line, move_line
from seven_games.engine.refusal import Cards
from seven_games.store.files import read_file, replace_file
from seven_games.store.saves import review_file
from seven_games.table.table import Table

GOOD, SLIP, MISTAKE = "good", "slip", "mistake"
"""No worse than the best move as far as can be told; a little worse; clearly worse."""
GROSS = {"game points": 0.2, "% of wins": 5.0, "chips": 1.0}
"""From so much on, in the unit of the figures, a worse move is a mistake; else from USUALLY on."""
USUALLY = 0.5
VERSION = 1
LARGEST = 4 << 20
"""A larger file, in bytes, is no review."""
LONGEST_LINE = 20_000
"""One with a longer line, in signs, is none either."""


@dataclass(frozen=True)
class Decision:
    """A point of a deal where a seat had something to choose: after `ply` moves it made `move`.

    >>> deal = GAMES["sedma"].deal(GAMES["sedma"].rules(), seed=7)
    >>> deal.play(deal.moves()[0])
    >>> [one] = decisions(deal, [0, 1])
    >>> one.deal, one.ply, one.seat, one.move == deal.log[0][1], one.view.log
    (1, 0, 1, True, ())
    """

    deal: int
    ply: int
    seat: int
    move: int
    view: View


@dataclass(frozen=True)
class Verdict:
    """A decision and what was found of it.

    >>> from seven_games.bots.advice import thought
    >>> from seven_games.bots.search import Budget
    >>> deal = GAMES["sedma"].deal(GAMES["sedma"].rules(), seed=7)
    >>> deal.play(deal.moves()[0])
    >>> [decision] = decisions(deal, [1])
    >>> advice = thought(decision.view, Budget(worlds=8, whole=True), made=decision.move)
    >>> verdict = Verdict(decision, advice)
    >>> (verdict.cost == 0) == (verdict.mark == GOOD) == (decision.move in advice.level)
    True
    """

    decision: Decision
    advice: Advice

    @property
    def cost(self) -> float:
        """By how much the move was worse than the best; 0 where that may be chance."""
        move = self.decision.move
        return 0.0 if move in self.advice.level else self.advice.of(move).behind

    @property
    def mark(self) -> str:
        """GOOD, SLIP or MISTAKE."""
        if not self.cost:
            return GOOD
        return MISTAKE if self.cost >= GROSS.get(self.advice.unit, USUALLY) else SLIP


def decisions(deal: Deal, seats: Sequence[int]) -> list[Decision]:
    """Where these seats had at least two moves to choose from, each as it was seen then.

    >>> from seven_games.engine import format_move
    >>> deal = GAMES["sedma"].deal(GAMES["sedma"].rules(), seed=7)
    >>> for _ in range(3):
    ...     deal.play(deal.moves()[0])
    >>> [(one.ply, format_move(one.move)) for one in decisions(deal, [1])]
    [(0, '7h'), (2, 'Kh')]
    """
    found = []
    for ply, at in enumerate(positions(deal)):
        if at.turn in seats and ply < len(deal.log) and len(at.moves()) > 1:
            seat, move = deal.log[ply]
            found.append(Decision(deal.standing.deal + 1, ply, seat, move, at.view(seat)))
    return found


def positions(deal: Deal) -> Iterator[Deal]:
    """The deal before its first move, and after every one; the same object, played on.

    >>> deal = GAMES["sedma"].deal(GAMES["sedma"].rules(), seed=7)
    >>> for _ in range(2):
    ...     deal.play(deal.moves()[0])
    >>> [len(at.log) for at in positions(deal)]
    [0, 1, 2]
    """
    game = next(game for game in GAMES.values() if isinstance(deal.rules, game.rules_type))
    again = game.lay_out(deal.rules, deal.dealer, deal.dealt, deal.stock, deal.standing)
    yield again
    for _, move in deal.log:
        again.play(move)
        yield again


def position(deal: Deal, ply: int) -> Deal:
    """The deal after so many of its moves. Raises IndexError where it had fewer.

    >>> deal = GAMES["sedma"].deal(GAMES["sedma"].rules(), seed=7)
    >>> deal.play(deal.moves()[0])
    >>> len(position(deal, 0).log), len(position(deal, 1).log)
    (0, 1)
    """
    for number, at in enumerate(positions(deal)):
        if number == ply:
            return at
    raise IndexError(ply)


def seed_of(decision: Decision) -> int:
    """The same decision is looked at in the same deals every time.

    >>> deal = GAMES["sedma"].deal(GAMES["sedma"].rules(), seed=7)
    >>> for _ in range(3):
    ...     deal.play(deal.moves()[0])
    >>> [seed_of(one) for one in decisions(deal, [1])]
    [1000, 1002]
    """
    return decision.deal * 1_000 + decision.ply


# Kept


@dataclass
class Reviews:
    """What was found of the decisions of a match, kept in a file where there is one.

    A file that is damaged, or that is of moves that were not made in the end, is as none.

    >>> from seven_games.bots.advice import thought
    >>> from seven_games.bots.search import Budget
    >>> deal = GAMES["sedma"].deal(GAMES["sedma"].rules(), seed=7)
    >>> deal.play(deal.moves()[0])
    >>> [decision] = decisions(deal, [1])
    >>> advice = thought(decision.view, Budget(worlds=8, whole=True), made=decision.move)
    >>> kept = Reviews()
    >>> kept.add(deal, decision.ply, advice)
    >>> list(kept.of(deal))
    [0]
    """

    path: Path | None = None
    _found: dict[str, dict[int, Advice]] | None = field(default=None, repr=False)

    def of(self, deal: Deal) -> dict[int, Advice]:
        """What is known of a finished deal, by the ply of the decision."""
        known = self._known().get(_played(deal), {})
        # A file may say anything: here it says what each move of a decision is worth, or nothing.
        return {
            one.ply: known[one.ply]
            for one in decisions(deal, range(deal.rules.players))
            if one.ply in known and _speaks_of(one.view, known[one.ply])
        }

    def add(self, deal: Deal, ply: int, advice: Advice) -> None:
        """Keep what was found of a decision. Raises OSError where the file cannot be written."""
        known = self._known()
        known.setdefault(_played(deal), {})[ply] = advice
        if self.path is not None:
            lines = [json.dumps({"format": "seven-games-review", "version": VERSION})]
            lines += [
                json.dumps({"deal": name, "ply": ply, **_data(advice)}, ensure_ascii=False)
                for name, found in known.items()
                for ply, advice in found.items()
            ]
            replace_file(self.path, "".join(f"{line}\n" for line in lines).encode())

    def _known(self) -> dict[str, dict[int, Advice]]:
        if self._found is None:
            self._found = {} if self.path is None else _read(self.path)
        return self._found


def reviews_of(table: Table) -> Reviews:
    """What was found of the deals of a table, kept where its match is."""
    return Reviews(review_file(Path(table.saved_as)) if table.saved_as else None)


def _speaks_of(view: View, advice: Advice) -> bool:
    moves = [one.move for one in advice.moves]
    return sorted(moves) == sorted(view.moves) and advice.unit == SENSES[view.game].unit(view.rules)


def _played(deal: Deal) -> str:
    """A name for the deal and all that was played in it."""
    lines = [deal_line(deal.standing.deal + 1, deal), json.dumps(deal.rules.values())]
    lines += [move_line(seat, move) for seat, move in deal.log]
    return hashlib.sha256("".join(lines).encode()).hexdigest()[:24]


def _read(path: Path) -> dict[str, dict[int, Advice]]:
    found: dict[str, dict[int, Advice]] = {}
    try:
        first, *lines = read_file(path, LARGEST).decode().splitlines()
        if json.loads(first)["version"] != VERSION:
            return {}
        if any(len(line) > LONGEST_LINE for line in lines):
            return {}
        for line in lines:
            data = json.loads(line)
            found.setdefault(str(data["deal"]), {})[_whole(data["ply"])] = _advice(data)
    except (
        OSError,
        ValueError,
        ArithmeticError,
        LookupError,
        TypeError,
        AttributeError,
        RecursionError,
    ):
        return {}
    return found


def _data(advice: Advice) -> dict[str, object]:
    return {
        "moves": [
            [format_move(one.move), one.mean, one.behind, one.error, one.worlds]
            for one in advice.moves
        ],
        "reason": [
            advice.reason.kind,
            _sentence_data(advice.reason.idea),
            _sentence_data(advice.reason.why),
        ],
        "unit": advice.unit,
        "worlds": advice.worlds,
    }


def _advice(data: dict[str, list[list[object]]]) -> Advice:
    """What `_data` wrote. Raises one of the errors that `_read` knows."""
    moves = tuple(
        Judged(parse_move(str(move)), *_numbers(figures), _whole(worlds))
        for move, *figures, worlds in data["moves"]
    )
    kind, idea, why = data["reason"]
    reason, unit = Reason(_text(kind), _sentence(idea), _sentence(why)), _text(data["unit"])
    level = level_of(moves, unit)
    if not level:
        raise ValueError(data)
    return Advice(moves, reason, level, unit, _whole(data["worlds"]))


def _numbers(figures: list[object]) -> tuple[float, float, float]:
    mean, behind, error = (float(cast("float", number)) for number in figures)
    if not (isfinite(mean) and isfinite(behind) and isfinite(error)):
        raise ValueError(figures)
    return mean, behind, error


def _text(text: object) -> str:
    if not (isinstance(text, str) and text.isprintable()):
        raise ValueError(text)
    return text


def _plain(value: object) -> object:
    return value if isinstance(value, int | float) else _text(value)


def _whole(number: object) -> int:
    if not isinstance(number, int):
        raise TypeError(number)
    return number


def _sentence_data(sentence: Sentence) -> dict[str, object]:
    places: dict[str, object] = {}
    for name, value in sentence.places.items():
        if isinstance(value, Cards):
            places[name] = {"cards": [format_move(card) for card in value]}
        elif isinstance(value, Sentence):
            places[name] = _sentence_data(value)
        else:
            places[name] = value
    return {"sentence": sentence.sentence, "places": places}


def _sentence(data: object) -> Sentence:
    told = cast("dict[str, dict[str, object]]", data)
    places: dict[str, object] = {}
    for name, value in told["places"].items():
        if isinstance(value, dict) and "cards" in value:
            places[name] = Cards(parse_move(str(card)) for card in value["cards"])
        else:
            places[name] = _sentence(value) if isinstance(value, dict) else _plain(value)
    text = _text(told["sentence"])
    # A place has its name alone: no width, nothing from within what stands there.
    if any(place not in {None, *places} or form for _, place, form, _ in Formatter().parse(text)):
        raise ValueError(text)
    sentence = Sentence(text, **places)
    sentence.say(str, format_move)
    return sentence
