"""Bots measured against each other on duplicate deals: the same cards, seats rotated.

Where the seats play for themselves, A sits on each seat of a deal in turn, among players that are
all B. Where sides play, A holds each side in turn. Whatever the cards are worth falls out of what
A got from the whole deal, which is one value of the sample, and a player among equals gets 1/n.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from datetime import UTC, datetime
from difflib import get_close_matches
from functools import partial
from itertools import combinations
from math import isinf
from platform import python_version
from typing import NamedTuple

from seven_games import __version__
from seven_games.bots.bot import BUDGETS, Bot, make_bot
from seven_games.bots.pool import HERE, Pool, WorkerError
from seven_games.bots.public import PUBLIC
from seven_games.bots.senses import SENSES
from seven_games.bots.sequential import EARLY, LAST, Interval, Sample, looks
from seven_games.engine import GAMES, Deal, Rules, View
from seven_games.engine.cards import COMPILED, count, shorten
from seven_games.engine.dice import GOLDEN_STEP, Dice
from seven_games.engine.refusal import N_, Refusal
from seven_games.levels import LEVELS

CHUNK = 10
"""Deals of bots that do not think long are played so many at a time."""
LONGEST = 10
"""A deal of more than so many moves a card of the pack would never end."""


class ArenaError(Refusal):
    """Bots that there are not, or one that did not play; the deal's seed leads back to it."""


class Strategy:
    """A public strategy as a bot.

    >>> deal = GAMES["sedma"].deal(GAMES["sedma"].rules(), seed=7)
    >>> last = Strategy(lambda view: view.moves[-1])
    >>> last.choose(deal.view(deal.turn)) == deal.moves()[-1]
    True
    """

    def __init__(self, choose: Callable[[View], int]) -> None:
        self._choose = choose

    def choose(self, view: View) -> int:
        return view.moves[0] if len(view.moves) == 1 else self._choose(view)


def public(game: str) -> Mapping[str, Callable[[View], int]]:
    """The public strategies of a game, by name. Raises KeyError for no such game.

    >>> list(public("semerik"))
    ['highest', 'partner']
    """
    return PUBLIC[game]


def make_player(game: str, name: str, seed: int) -> Bot:
    """A bot by its level, or by the name of a public strategy. Raises KeyError for another name.

    >>> deal = GAMES["sedma"].deal(GAMES["sedma"].rules(), seed=7)
    >>> by_view(make_player("sedma", "take", 1), deal) in deal.moves()
    True
    """
    return make_bot(name, seed) if name in LEVELS else Strategy(public(game)[name])


def by_view(bot: Bot, deal: Deal) -> int:
    """The move of the bot whose turn it is: it sees what its seat sees.

    >>> deal = GAMES["sedma"].deal(GAMES["sedma"].rules(), seed=7)
    >>> by_view(make_bot("easy"), deal) in deal.moves()
    True
    """
    return bot.choose(deal.view(deal.at))


@dataclass(frozen=True)
class Contest:
    """One bot against another: what a worker must know to play any of their deals.

    `make` gives a player of a game by name and seed; `move` asks one for the move in a deal.
    Both are functions of a module, so that other processes find them.

    >>> contest = Contest("sedma", GAMES["sedma"].rules(), ("easy", "random"), seed=1)
    >>> contest.deal_seed(0) == contest.deal_seed(0) != contest.deal_seed(1)
    True
    """

    game: str
    rules: Rules
    bots: tuple[str, str]
    seed: int
    make: Callable[[str, str, int], Bot] = make_player
    move: Callable[[Bot, Deal], int] = by_view

    def deal_seed(self, number: int) -> int:
        """The seed of a deal's cards: the draws of one seed, reached at any place."""
        return Dice(self.seed + number * GOLDEN_STEP).draw()


class Duplicate(NamedTuple):
    """What A got from one deal that was played once from each side.

    `won` is the share of plays that it won, from 0 to 1, where one without a winner counts as
    shared by all; `score` by how much its score was better than the mean of the others', a play,
    in the points or chips of the game; `left` and `others_left` how many cards it and each of the
    others kept, None where no cards are left over.

    >>> contest = Contest("sevens", GAMES["sevens"].rules(), ("easy", "easy"), seed=1)
    >>> _, [one] = play_chunk(contest, range(1))
    >>> one.won, one.score, one.left == one.others_left
    (0.25, 0.0, True)
    """

    won: float
    score: float
    left: float | None
    others_left: float | None


def play_chunk(contest: Contest, numbers: range) -> tuple[str, list[Duplicate]]:
    """Play the deals of these numbers; with the version of the program that did.

    >>> contest = Contest("sedma", GAMES["sedma"].rules(), ("easy", "random"), seed=1)
    >>> version, found = play_chunk(contest, range(3, 5))
    >>> version == __version__, len(found)
    (True, 2)
    """
    return __version__, [_duplicate(contest, number) for number in numbers]


def _duplicate(contest: Contest, number: int) -> Duplicate:
    game, rules = GAMES[contest.game], contest.rules
    sides, players = game.sides(rules), rules.players
    seed = contest.deal_seed(number)
    won = score = 0.0
    left: list[float] = []
    others_left: list[float] = []
    for own in range(sides):
        names = [contest.bots[game.side(rules, seat) != own] for seat in range(players)]
        deal = game.deal(rules, number % players, seed=seed)
        _play(contest, deal, names, seed)
        winners = {game.side(rules, seat) for seat in deal.winners()}
        won += (own in winners) / len(winners) if winners else 1 / sides
        result = deal.result()
        better = _above(result["score"], own)
        score += -better if game.few_win(rules) else better
        if "left" in result:
            left.append(result["left"][own])
            others_left.append(result["left"][own] - _above(result["left"], own))
    return Duplicate(
        won / sides,
        score / sides,
        sum(left) / sides if left else None,
        sum(others_left) / sides if left else None,
    )


def _above(values: Sequence[int], own: int) -> float:
    """By how much one is above the mean of the others."""
    return values[own] - (sum(values) - values[own]) / (len(values) - 1)


def _play(contest: Contest, deal: Deal, names: Sequence[str], seed: int) -> None:
    game = GAMES[contest.game]
    longest = LONGEST * count(game.pack(deal.rules))
    seat = 0
    try:
        bots = []
        for seat, name in enumerate(names):
            bots.append(contest.make(contest.game, name, seed + seat))
        while deal.turn is not None and len(deal.log) <= longest:
            seat = deal.turn
            deal.play(contest.move(bots[seat], deal))
    except Exception as fault:  # noqa: BLE001 - whatever a bot does, its deal is named
        raise ArenaError(
            N_("deal {seed}, move {ply}: {bot} on seat {seat} fails ({fault})"),
            seed=seed,
            ply=len(deal.log) + 1,
            bot=names[seat],
            seat=seat,
            fault=f"{type(fault).__name__}: {fault}" if str(fault) else type(fault).__name__,
        ) from None
    if deal.turn is not None:
        raise ArenaError(N_("deal {seed} does not end by move {ply}"), seed=seed, ply=len(deal.log))


@dataclass
class Pair:
    """How two bots stand: what A (the first) has got from the deals so far.

    `verdict` is "better" or "worse" as soon as A wins clearly more or less than its fair share,
    "open" where the most deals were played without that; None before. Where the `whole` sample is
    wanted, it comes only with the last deal: for who asks by how much, and not only whether.

    >>> pair = Pair(Contest("sedma", GAMES["sedma"].rules(), ("easy", "random"), seed=1), most=100)
    >>> while pair.verdict is None:
    ...     pair.add(Duplicate(won=1.0, score=3.0, left=None, others_left=None))
    >>> pair.verdict, pair.deals, pair.won_interval().low > pair.fair
    ('better', 40, True)
    """

    contest: Contest
    most: int
    whole: bool = False
    won: Sample = field(default_factory=Sample)
    score: Sample = field(default_factory=Sample)
    left: Sample = field(default_factory=Sample)
    others_left: Sample = field(default_factory=Sample)
    verdict: str | None = None

    @property
    def deals(self) -> int:
        """How many duplicate deals have been played."""
        return len(self.won.values)

    @property
    def sides(self) -> int:
        """How often each deal was played."""
        return GAMES[self.contest.game].sides(self.contest.rules)

    @property
    def fair(self) -> float:
        """The share of deals that a player among equals wins."""
        return 1 / self.sides

    @property
    def bound(self) -> float:
        """How many standard errors wide the intervals are on either side."""
        return LAST if self.deals == self.most else EARLY

    def add(self, one: Duplicate) -> None:
        """Count one more deal, and look where a look is due."""
        self.won.values.append(one.won)
        self.score.values.append(one.score)
        if one.left is not None and one.others_left is not None:
            self.left.values.append(one.left)
            self.others_left.values.append(one.others_left)
        if self.deals in ([self.most] if self.whole else looks(self.most)):
            share = self.won_interval()
            if share.low > self.fair or share.high < self.fair:
                self.verdict = "better" if share.low > self.fair else "worse"
            elif self.deals == self.most:
                self.verdict = "open"

    def won_interval(self) -> Interval:
        """The share of plays that A wins, from 0 to 1.

        >>> contest = Contest("sedma", GAMES["sedma"].rules(), ("easy", "random"), seed=1)
        >>> pair = Pair(contest, most=2)
        >>> for won in (1.0, 0.5):
        ...     pair.add(Duplicate(won, score=0.0, left=None, others_left=None))
        >>> pair.won_interval()
        Interval(mean=0.75, low=0.0, high=1.0)
        """
        found = self.won.interval(self.bound)
        return Interval(found.mean, max(found.low, 0.0), min(found.high, 1.0))

    def data(self) -> dict[str, object]:
        """The figures, as JSON has them: an interval is a list of mean, low and high.

        What is not known yet is null.
        """
        found: dict[str, object] = {
            "bots": list(self.contest.bots),
            "deals": self.deals,
            "plays": self.deals * self.sides,
            "verdict": self.verdict,
            "errors": self.bound,
            "fair": self.fair,
            "won": _data(self.won_interval(), self.deals),
            "score": _data(self.score.interval(self.bound), self.deals),
        }
        if self.left.values:
            found["left"] = _data(self.left.interval(self.bound), self.deals)
            found["others_left"] = _data(self.others_left.interval(self.bound), self.deals)
        return found


def _data(found: Interval, deals: int) -> list[float | None]:
    values = (found.mean, found.low, found.high)
    return [None if not deals or isinf(value) else round(value, 6) for value in values]


def known(game: str) -> list[str]:
    """The bots that there are for a game: the levels, then the public strategies.

    >>> known("sedma")[-3:]
    ['expert', 'take', 'keep']
    """
    return [*LEVELS, *public(game)]


def check(game: str, bots: Sequence[str]) -> None:
    """Raise ArenaError where there are not two bots, or one is none of this game.

    >>> check("sedma", ["easy", "tak"])
    Traceback (most recent call last):
        ...
    seven_games.bots.arena.ArenaError: there is no bot tak for sedma; the nearest is take
    """
    names = known(game)
    for name in bots:
        if name not in names:
            near = get_close_matches(name, names, 1)
            raise ArenaError(
                N_("there is no bot {bot} for {game}; the nearest is {near}")
                if near
                else N_("there is no bot {bot} for {game}; there are {bots}"),
                bot=shorten(name),
                game=game,
                near="".join(near),
                bots=", ".join(names),
            )
    if len(bots) < 2:
        raise ArenaError(N_("an arena needs two bots or more"))


def arena(
    game: str, rules: Rules, bots: Sequence[str], deals: int, seed: int, pool: Pool = HERE
) -> Iterator[Pair]:
    """Every two of these bots against each other, over at most so many duplicate deals a pair.

    Gives a pair whenever more is known of it; the last time with a verdict. The same for the same
    seed, whatever does the work. Raises ArenaError where a bot is not known or does not play,
    WorkerError where a worker is gone.

    >>> *_, pair = arena("semerik", GAMES["semerik"].rules(), ["easy", "random"], 12, seed=1)
    >>> pair.verdict, pair.won_interval().low > pair.fair == 0.5
    ('better', True)
    """
    check(game, bots)
    for two in combinations(bots, 2):
        yield from measure(Contest(game, rules, two, seed), deals, pool)


def measure(
    contest: Contest, deals: int, pool: Pool = HERE, *, whole: bool = False
) -> Iterator[Pair]:
    """The same for one pair; all the deals of it where the `whole` sample is wanted.

    >>> contest = Contest("sedma", GAMES["sedma"].rules(), ("take", "random"), seed=1)
    >>> *_, pair = measure(contest, 8, whole=True)
    >>> pair.deals, pair.verdict in {"better", "worse", "open"}
    (8, True)
    """
    pair = Pair(contest, deals, whole)
    quick = set(known(contest.game)) - BUDGETS.keys()
    chunk = CHUNK if quick.issuperset(contest.bots) else 1
    jobs = (range(first, min(first + chunk, deals)) for first in range(0, deals, chunk))
    done = pool.in_order(partial(play_chunk, contest), jobs)
    try:
        for version, duplicates in done:
            _refuse_other(version)
            for one in duplicates:
                if pair.verdict is None:
                    pair.add(one)
            yield pair
            if pair.verdict is not None:
                return
    except WorkerError as error:
        raise WorkerError(
            N_("{problem}; the first deal without a result is {seed}"),
            problem=error,
            seed=contest.deal_seed(pair.deals),
        ) from None
    finally:
        done.close()


def _refuse_other(version: str) -> None:
    if version != __version__:
        raise WorkerError(
            N_("a worker has version {theirs} of seven-games, and here is {ours}"),
            theirs=version,
            ours=__version__,
        )


def circumstances(
    game: str, rules: Rules, seed: int, most: int, bots: Sequence[str]
) -> dict[str, object]:
    """What figures are measured under, as JSON has it; `budgets` of the bots that search.

    >>> rules = GAMES["sedma"].rules()
    >>> list(circumstances("sedma", rules, 1, 100, ["hard", "take"])["budgets"])
    ['hard']
    """
    return {
        "version": __version__,
        "compiled": COMPILED,
        "game": game,
        "rules": rules.values(),
        "unit": SENSES[game].unit(rules),
        "seed": seed,
        "most": most,
        "budgets": {name: asdict(BUDGETS[name][game]) for name in bots if name in BUDGETS},
    }


def line(told: Mapping[str, object], pair: Pair) -> dict[str, object]:
    """What is kept of a pair in a file of results: when, under what, and the figures.

    >>> contest = Contest("sedma", GAMES["sedma"].rules(), ("take", "random"), seed=1)
    >>> list(line({"game": "sedma"}, Pair(contest, most=100)))[:5]
    ['time', 'python', 'game', 'bots', 'deals']
    """
    when = datetime.now(UTC).isoformat(timespec="seconds")
    return {"time": when, "python": python_version(), **told, **pair.data()}
