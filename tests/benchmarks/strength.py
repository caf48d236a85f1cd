"""How strong the bots are: every row of the README's table, measured on duplicate deals.

    python tests/benchmarks/strength.py --workers 2             # all of it, which takes hours
    python tests/benchmarks/strength.py --only 'sedma.*expert'  # rows whose names match
    python tests/benchmarks/strength.py --only 'expert-normal' --whole  # by how much, all deals
    python tests/benchmarks/strength.py --readme                # the table, from what was measured

Every result is a line of strength.jsonl beside this file; of a row measured twice the table shows
the later one. `open` sees all cards, and takes the others for players by the rules of thumb: it
shows what the closed cards are worth. It lives here alone.
"""

from __future__ import annotations

import argparse
import json
import re
import subprocess
import sys
import time
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from seven_games.bots.arena import (
    Contest,
    by_view,
    circumstances,
    line,
    make_player,
    measure,
)
from seven_games.bots.arena import public as strategies
from seven_games.bots.pool import processes
from seven_games.bots.senses import SENSES
from seven_games.engine import GAMES
from seven_games.engine.game import LEHMER_PRIME

if TYPE_CHECKING:
    from seven_games.bots import Bot
    from seven_games.bots.arena import Pair
    from seven_games.bots.pool import Pool
    from seven_games.engine import Deal, View

FILE = Path(__file__).parent / "strength.jsonl"
README = Path(__file__).parents[2] / "README.md"
MOST = 2000
"""Duplicate deals a row at most."""
SEED = 20_260_101
OPEN = "open"
PLAY_OUTS = 24
"""So often `open` plays each move out, with the slips of the rules of thumb."""
LADDER = ("random", "beginner", "easy", "normal", "hard", "expert")
MARK = re.compile(r"(?<=<!-- strength -->\n)(?:.*\n)*?(?=<!-- end -->)")


class OpenCards:
    """Judges the moves by play-outs of the deal as it is."""

    def __init__(self, game: str, seed: int) -> None:
        self.sense = SENSES[game]
        self.seed = seed

    def choose(self, view: View) -> int:
        raise NotImplementedError("it needs the deal")

    def judge(self, deal: Deal) -> int:
        """The move that is best on the mean of the play-outs; the first of equals."""
        moves = deal.moves()
        return moves[0] if len(moves) == 1 else max(moves, key=lambda move: self.worth(deal, move))

    def worth(self, deal: Deal, move: int) -> float:
        """The mean of what the play-outs after a move are worth to the seat to move."""
        seat, total = deal.at, 0.0
        for number in range(PLAY_OUTS):
            after = deal.copy()
            after.push(move)
            if self.sense.ends(after):
                return self.sense.solve(after, seat)
            # The same luck for every move.
            luck = (self.seed * 7919 + len(deal.log) * 97 + number * 104_729) % (LEHMER_PRIME - 1)
            self.sense.play_out(after, luck + 1)
            total += self.sense.value(after, seat)
        return total / PLAY_OUTS


def make(game: str, name: str, seed: int) -> Bot:
    """A player by name, the one with open cards among them."""
    return OpenCards(game, seed) if name == OPEN else make_player(game, name, seed)


def move(bot: Bot, deal: Deal) -> int:
    """The move of a bot: from its view, but for the one that sees the deal."""
    return bot.judge(deal) if isinstance(bot, OpenCards) else by_view(bot, deal)


class Row(NamedTuple):
    """A row of the table: who plays against whom, and at which table."""

    game: str
    players: int
    one: str
    other: str

    @property
    def name(self) -> str:
        """What `--only` looks at."""
        return f"{self.game} {self.players} {self.one}-{self.other}"


def rows() -> list[Row]:
    """The rows of the table, in order."""
    found = []
    for game in GAMES:
        players = 2 if game == "sedma" else 4
        found += [Row(game, players, b, a) for a, b in pairwise(LADDER)]
        found.append(Row(game, players, "expert", "normal"))
        found += [Row(game, players, "expert", name) for name in strategies(game)]
        found += [Row(game, players, OPEN, other) for other in ("normal", "expert")]
        if game == "sedma":
            found += [Row(game, 4, one, "normal") for one in ("expert", OPEN)]
    return found


def play(row: Row, deals: int, pool: Pool, *, whole: bool = False) -> Pair:
    """Measure one row, with a word on the terminal now and then."""
    rules = GAMES[row.game].rules(players=row.players)
    contest = Contest(row.game, rules, (row.one, row.other), SEED, make, move)
    said = time.monotonic()
    pair = None
    for pair in measure(contest, deals, pool, whole=whole):
        if sys.stderr.isatty() and time.monotonic() > said + 1:
            said = time.monotonic()
            print(
                f"{row.name}: {pair.deals} deals, {pair.won_interval()}",
                file=sys.stderr,
            )
    assert pair is not None
    return pair


def commit() -> str:
    """Which state of the program was measured, where git can tell."""
    command = ["git", "describe", "--always", "--dirty"]
    done = subprocess.run(command, cwd=README.parent, capture_output=True, check=False)
    return done.stdout.decode().strip()


def measured(file: Path = FILE) -> dict[str, dict[str, Any]]:
    """The last result of each row, by the row's name."""
    lines = file.read_text("utf-8").splitlines() if file.exists() else []
    return {result["row"]: result for result in map(json.loads, lines)}


def table(results: dict[str, dict[str, Any]]) -> list[str]:
    """The results as a table of Markdown, in the order of the rows."""
    lines = [
        "| game, seats | who | against | won, % | fair | better by, a deal | duplicate deals |",
        "|---|---|---|---|---|---|---|",
    ]
    for row in rows():
        result = results.get(row.name)
        if result is None or result["deals"] < 2:
            continue
        won, low, high = (f"{100 * share:.1f}" for share in result["won"])
        score, least, most = (f"{value:+.2f}" for value in result["score"])
        lines.append(
            f"| {row.game}, {row.players} | {row.one} | {row.other} | **{won}** ({low}–{high}) "
            f"| {100 * result['fair']:.0f} | {score} ({least} … {most}) {result['unit']} "
            f"| {result['deals']} |"
        )
    return lines


def write_table() -> None:
    """Put the table into the README."""
    made = "\n" + "\n".join(table(measured())) + "\n\n"
    README.write_text(MARK.sub(lambda _found: made, README.read_text("utf-8"), 1), "utf-8")


def main() -> None:
    """Measure rows, or write the table."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument(
        "--only", metavar="PATTERN", default="", help="rows with this in their name"
    )
    parser.add_argument("--deals", type=int, default=MOST, help="duplicate deals a row at most")
    parser.add_argument("--whole", action="store_true", help="all of them, however clear it is")
    parser.add_argument("--workers", type=int, default=1)
    parser.add_argument("--append", type=Path, default=FILE, help="where results go")
    parser.add_argument("--readme", action="store_true", help="only write the table")
    parser.add_argument("--list", action="store_true", help="only name the rows")
    given = parser.parse_args()
    chosen = [row for row in rows() if re.search(given.only, row.name)]
    if given.list:
        print("\n".join(row.name for row in chosen))
        return
    if given.readme:
        write_table()
        return
    with processes(given.workers) as pool:
        for row in chosen:
            began = time.monotonic()
            pair = play(row, given.deals, pool, whole=given.whole)
            spent = time.monotonic() - began
            rules, bots = pair.contest.rules, pair.contest.bots
            told = circumstances(row.game, rules, SEED, given.deals, bots)
            extra = {"row": row.name, "commit": commit(), "seconds": round(spent, 1)}
            with given.append.open("a", encoding="utf-8") as file:
                file.write(json.dumps(extra | line(told, pair), ensure_ascii=False) + "\n")
            won = pair.won_interval()
            print(
                f"{row.name}: {100 * won.mean:.1f} % ({100 * won.low:.1f}–{100 * won.high:.1f}), "
                f"{pair.verdict}, {pair.deals} deals, {spent / pair.deals:.2f} s a deal",
                flush=True,
            )


if __name__ == "__main__":
    main()
