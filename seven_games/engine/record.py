"""A match as JSON lines, and its replay (`interfaces.md` 2 and 3)."""

import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from difflib import get_close_matches
from typing import NoReturn, TypeGuard

from seven_games.engine.cards import cards_of, format_hand, format_move, parse_move, shorten
from seven_games.engine.game import Deal, Game, Rules, Standing
from seven_games.engine.match import Match
from seven_games.engine.refusal import N_, Cards, IllegalMove, RecordError, Refusal

FORMAT = "seven-games"
VERSION = 1
RULES_VERSION = 1
"""Raised when a rule is corrected, so that an old match is not silently another one."""
LONGEST_LINE = 1 << 20
"""A longer line is no line of a record."""
_STANDING = ("totals", "game", "wins", "games")
"""What the line of a later deal says of the standing before it, beside its number and dealer."""


def header_line(
    game: Game, rules: Rules, seats: Sequence[str], table: Mapping[str, object] | None = None
) -> str:
    """The first line of a record; `table` is for whoever sits down to the match again."""
    line: dict[str, object] = {
        "format": FORMAT,
        "version": VERSION,
        "rules_version": RULES_VERSION,
        "game": game.name,
        "rules": rules.values(),
        "seats": list(seats),
    }
    return _line(line if table is None else line | {"table": dict(table)})


def deal_line(number: int, deal: Deal, seed: int | None = None) -> str:
    """The line that begins a deal; `seed` and `standing` are for information only."""
    line: dict[str, object] = {
        "deal": number,
        "dealer": deal.dealer,
        "hands": [format_hand(cards_of(hand)) for hand in deal.dealt],
    }
    if deal.stock:
        line["stock"] = format_hand(deal.stock)
    if deal.standing.deal:
        told = {name: getattr(deal.standing, name) for name in _STANDING}
        line["standing"] = {name: value for name, value in told.items() if value not in {None, ()}}
    return _line(line if seed is None else line | {"seed": seed})


def move_line(seat: int, move: int, hints: int = 0) -> str:
    r"""The line of one move; `hints`: how often its player asked for one before.

    >>> move_line(1, 21)
    '{"seat": 1, "move": "10h"}\n'
    """
    line: dict[str, object] = {"seat": seat, "move": format_move(move)}
    return _line(line | {"hint": hints} if hints else line)


def hint_line(seat: int, hints: int) -> str:
    r"""The line of a seat that has asked for so many hints, and left before its move.

    >>> hint_line(1, 3)
    '{"seat": 1, "hint": 3}\n'
    """
    return _line({"seat": seat, "hint": hints})


def undo_line(moves: int) -> str:
    """The line that takes moves back."""
    return _line({"undo": moves})


def _line(data: dict[str, object]) -> str:
    return json.dumps(data, ensure_ascii=False) + "\n"


@dataclass(frozen=True)
class Step:
    """One line of a record played through: the match as it now stands.

    `kind` is "deal", "move" or "undo"; `seat` and `move` are those of a move.
    """

    kind: str
    match: Match
    deal: Deal
    seats: tuple[str, ...]
    seat: int | None = None
    move: int | None = None

    def data(self) -> dict[str, object]:
        """The object of `interfaces.md` 3."""
        deal = self.deal
        data: dict[str, object] = {
            "deal": self.match.number,
            "ply": len(deal.log),
            "turn": deal.turn,
            "moves": [format_move(move) for move in deal.moves()],
            "over": deal.turn is None,
        }
        if deal.turn is None:
            data["result"] = deal.result()
            data["match"] = self.match.standing.data()
        return data


def replay(
    lines: Iterable[bytes], games: dict[str, Game], warn: Callable[[int, str], None]
) -> Iterator[Step]:
    """Play a record through the engine, a step for each deal, move and undo.

    `warn` hears of a broken last line, which is dropped. Raises RecordError, with the number of
    the line, at the first line that is wrong.
    """
    reader: Reader | None = None
    for number, data in objects(lines, warn):
        if reader is None:
            reader = Reader(games, number, data, warn)
        else:
            step = reader.read(number, data)
            if step is not None:
                yield step
    if reader is None:
        not_a_record(1)


def not_a_record(line: int) -> NoReturn:
    """Refuse a file in which there is no header."""
    raise RecordError(line, N_("this is not a record of seven-games"))


def objects(
    lines: Iterable[bytes], warn: Callable[[int, str], None]
) -> Iterator[tuple[int, dict[str, object]]]:
    """Each line that is not blank, as an object, with its number.

    `warn` hears of a broken last line. Raises RecordError at any other line that is no object.
    """
    broken: int | None = None
    for number, raw in enumerate(lines, 1):
        line = raw.removeprefix(b"\xef\xbb\xbf") if number == 1 else raw
        if not line.strip():
            continue
        if broken is not None:
            raise RecordError(broken, N_("this line is not JSON"))
        if len(line) > LONGEST_LINE:
            raise RecordError(number, N_("this line is too long for a record"))
        try:
            data = json.loads(line.decode("utf-8"), parse_constant=_no_constant)
        except (ValueError, RecursionError):
            # Only the last line may be broken: the one that was being written (2).
            broken = number
            continue
        if not isinstance(data, dict):
            raise RecordError(number, N_("this line is not a JSON object"))
        yield number, data
    if broken is not None:
        if broken == 1:
            not_a_record(1)
        warn(broken, N_("the last line is broken and was dropped"))


def _no_constant(name: str) -> NoReturn:
    raise ValueError(name)


class Reader:
    """Reads the lines after the header, each into the match, which the first deal begins.

    Raises RecordError, with the number of the line, for a header or a line that is wrong.
    """

    def __init__(
        self,
        games: dict[str, Game],
        line: int,
        data: dict[str, object],
        warn: Callable[[int, str], None],
    ) -> None:
        if data.get("format") != FORMAT:
            not_a_record(line)
        if not _whole(data.get("version")) or data["version"] != VERSION:
            raise RecordError(
                line,
                N_("version {version} of records is unknown here; known is {known}"),
                version=shorten(json.dumps(data.get("version"))),
                known=VERSION,
            )
        if data.get("rules_version", RULES_VERSION) != RULES_VERSION:
            warn(line, N_("played under another version of the rules; read by today's"))
        name = data.get("game")
        game = games.get(name) if isinstance(name, str) else None
        if game is None:
            near = get_close_matches(str(name), games, 1)
            raise RecordError(
                line,
                N_("there is no game {name}; the nearest is {near}")
                if near
                else N_("there is no game {name}; there are {games}"),
                name=shorten(str(name)),
                near=" ".join(near),
                games=", ".join(games),
            )
        seats = data.get("seats")
        if not isinstance(seats, list) or not all(isinstance(seat, str) for seat in seats):
            raise RecordError(line, N_("seats must be a list of names"))
        given = data.get("rules", {})
        if not isinstance(given, dict):
            raise RecordError(line, N_("rules must be an object of options"))
        options = {key: value for key, value in given.items() if key != "preset"}
        options.setdefault("players", len(seats))
        try:
            rules = game.rules_from(given.get("preset"), options)
        except Refusal as refusal:
            raise _at(line, refusal) from refusal
        if rules.players != len(seats):
            raise RecordError(
                line,
                N_("rules name {players} players, but the seats are {seats}"),
                players=rules.players,
                seats=len(seats),
            )
        self.game, self.rules, self.seats = game, rules, tuple(seats)
        table = data.get("table")
        self.table: dict[str, object] = table if isinstance(table, dict) else {}
        self.match: Match | None = None
        self.hinted = False
        """Whether somebody asked for a hint in the deal that was read last."""
        self.hints = 0
        """How many were asked for before the move that is due."""

    def begin_at(self, data: dict[str, object]) -> bool:
        """Begin the match at this deal line, before it is read; whether it says how.

        What it says of the deals before is believed, they are not played.
        """
        number, dealer, told = data.get("deal"), data.get("dealer"), data.get("standing")
        if not (_whole(number) and _whole(dealer) and isinstance(told, dict)):
            return False
        if number < 1 or not 0 <= dealer < self.rules.players:
            return False
        start = self.game.start(self.rules, dealer)
        known: dict[str, object] = {}
        for name in _STANDING:
            usual, value = getattr(start, name), told.get(name)
            if isinstance(usual, int):
                if not _whole(value):
                    return False
                known[name] = value
            elif usual:
                if not (isinstance(value, list) and len(value) == len(usual)):
                    return False
                if not all(map(_whole, value)):
                    return False
                known[name] = tuple(value)
        standing: Standing = replace(start, deal=number - 1, **known)  # type: ignore[arg-type]
        self.match = Match(self.game, self.rules, dealer, standing)
        return True

    def read(self, line: int, data: dict[str, object]) -> Step | None:
        """Play the next line; None for a line that says nothing of the play."""
        if "format" in data:
            raise RecordError(line, N_("a second record begins here; one file holds one match"))
        kinds = [kind for kind in ("deal", "move", "undo") if kind in data]
        hints = data.get("hint")
        self.hints = hints if _whole(hints) and hints > 0 else 0
        self.hinted = self.hinted or self.hints > 0
        if kinds:
            self.hints = 0
        if len(kinds) > 1:
            raise RecordError(line, N_("one line is one deal, one move or one undo"))
        try:
            if kinds == ["deal"]:
                return self._deal(line, data)
            if kinds == ["move"]:
                return self._move(line, data)
            if kinds == ["undo"]:
                return self._undo(line, data)
        except RecordError:
            raise
        except Refusal as refusal:
            raise _at(line, refusal) from refusal
        return None

    def _deal(self, line: int, data: dict[str, object]) -> Step:
        hands, stock, dealer = data.get("hands"), data.get("stock", ""), data.get("dealer")
        if not isinstance(hands, list) or not all(isinstance(hand, str) for hand in hands):
            raise RecordError(line, N_("hands must be a list of texts, one a seat"))
        if not isinstance(stock, str):
            raise RecordError(line, N_("stock must be a text of cards"))
        if not _whole(dealer) or not 0 <= dealer < self.rules.players:
            raise RecordError(
                line,
                N_("dealer must be a seat from 0 to {last}"),
                last=self.rules.players - 1,
            )
        if self.match is None:
            self.match = Match(self.game, self.rules, dealer)
        number, due = self.match.number + 1, self.match.standing.dealer
        if self.match.deal is None or self.match.deal.turn is None:
            if not _whole(data["deal"]) or data["deal"] != number:
                raise RecordError(line, N_("this must be deal {number}"), number=number)
            if dealer != due and not self.match.standing.over:
                raise RecordError(line, N_("seat {due} must be the dealer"), due=due)
        deal = self.match.next_deal(hands=hands, stock=stock)
        self.hinted = False
        return Step("deal", self.match, deal, self.seats)

    def _begun(self, line: int) -> tuple[Match, Deal]:
        if self.match is None or self.match.deal is None:
            raise RecordError(line, N_("no cards have been dealt yet"))
        return self.match, self.match.deal

    def _move(self, line: int, data: dict[str, object]) -> Step:
        match, deal = self._begun(line)
        seat, text = data.get("seat"), data["move"]
        if not isinstance(text, str):
            raise RecordError(line, N_("move must be a text"))
        move = parse_move(text)
        if deal.turn is None:
            raise RecordError(line, N_("the deal is over"))
        if not _whole(seat) or seat != deal.turn:
            raise RecordError(
                line,
                N_("it is the turn of seat {turn}, not of seat {seat}"),
                turn=deal.turn,
                seat=shorten(json.dumps(seat)),
            )
        try:
            deal.play(move)
        except IllegalMove as refusal:
            raise RecordError(
                line,
                N_("seat {seat} may not play {move}: {reason}"),
                seat=seat,
                move=Cards((move,)),
                reason=refusal,
            ) from refusal
        return Step("move", match, deal, self.seats, seat, move)

    def _undo(self, line: int, data: dict[str, object]) -> Step:
        match, _ = self._begun(line)
        moves = data["undo"]
        if not _whole(moves):
            raise RecordError(line, N_("undo must be a whole number of moves"))
        return Step("undo", match, match.undo(moves), self.seats)


def _whole(value: object) -> TypeGuard[int]:
    return isinstance(value, int) and not isinstance(value, bool)


def _at(line: int, refusal: Refusal) -> RecordError:
    return RecordError(line, refusal.sentence, **refusal.places)
