"""Bots alone: many deals, and what came of them by seat."""

from collections.abc import Iterator
from dataclasses import dataclass, field

from seven_games.bots import Bot, make_bot
from seven_games.bots.pool import processes
from seven_games.engine import GAMES, Deal, Rules
from seven_games.engine.cards import FIRST_JOKER, JOKER_AS, PACK, PASS, count, hand_of
from seven_games.engine.dice import GOLDEN_STEP, Dice
from seven_games.engine.refusal import N_, Refusal
from seven_games.table.setup import SeatError, Setup, bot_level

CHUNK = 50
"""Deals that a worker plays before it reports."""
LONGEST = 10
"""A deal of more than so many moves a card of the pack would never end."""


class InvariantError(Refusal):
    """A deal that the rules do not allow; the seed leads back to it."""


@dataclass
class Tally:
    """What came of some deals; lists are by seat."""

    deals: int = 0
    moves: int = 0
    shortest: int = 0
    longest: int = 0
    level: int = 0
    """Deals that nobody won."""
    wins: list[int] = field(default_factory=list)
    points: list[int] = field(default_factory=list)
    moves_by_seat: list[int] = field(default_factory=list)

    def add(self, other: "Tally") -> None:
        """Count the other's deals as well."""
        if not other.deals:
            return
        self.shortest = min(self.shortest, other.shortest) if self.deals else other.shortest
        self.longest = max(self.longest, other.longest)
        self.deals += other.deals
        self.moves += other.moves
        self.level += other.level
        for mine, theirs in (
            (self.wins, other.wins),
            (self.points, other.points),
            (self.moves_by_seat, other.moves_by_seat),
        ):
            mine.extend([0] * (len(theirs) - len(mine)))
            for seat, value in enumerate(theirs):
                mine[seat] += value


def simulate(setup: Setup, deals: int, workers: int = 1) -> Iterator[Tally]:
    """Play so many deals with bots on every seat; the tally so far, after every chunk.

    The deal and the dealer of each number are the same whatever the number of workers. Raises
    SeatError for a seat that is no bot's, InvariantError for a deal that breaks the rules,
    WorkerError where a process has died.
    """
    levels = []
    for seat in setup.seats:
        level = bot_level(seat)
        if level is None:
            raise SeatError(N_("only bots play here: bot or bot:LEVEL"))
        levels.append(level)
    jobs = (
        (setup.game.name, setup.rules, tuple(levels), setup.seed, begin, min(begin + CHUNK, deals))
        for begin in range(0, deals, CHUNK)
    )
    total = Tally()
    with processes(workers) as pool:
        for part in pool.in_order(_chunk, jobs):
            total.add(part)
            yield total


_Job = tuple[str, Rules, tuple[str, ...], int, int, int]


def _chunk(job: _Job) -> Tally:
    name, rules, levels, seed, begin, end = job
    tally = Tally()
    for number in range(begin, end):
        # The draws of one seed, reached at any place: workers need not know of each other.
        deal_seed = Dice(seed + number * GOLDEN_STEP).draw()
        bots = [make_bot(level, deal_seed + seat) for seat, level in enumerate(levels)]
        deal = GAMES[name].deal(rules, number % rules.players, seed=deal_seed)
        tally.add(_play(deal, bots, deal_seed))
    return tally


def _play(deal: Deal, bots: list[Bot], seed: int) -> Tally:
    game = GAMES[deal.view(None).game]
    pack = game.pack(deal.rules)
    moves_by_seat = [0] * deal.players
    closed = _closed(deal)
    while deal.turn is not None:
        seat = deal.turn
        move, hand = bots[seat].choose(deal.view(seat)), deal.hands[seat]
        deal.play(move)
        moves_by_seat[seat] += 1
        before, closed = closed, _closed(deal)
        in_place = closed is not None and closed == deal.view(None).unseen
        if not in_place or not _left_only(move, hand, (before or 0) ^ (closed or 0)):
            raise InvariantError(N_("deal {seed} loses a card at move {ply}"), **_at(deal, seed))
        if len(deal.log) > LONGEST * count(pack):
            raise InvariantError(N_("deal {seed} does not end by move {ply}"), **_at(deal, seed))
    if not deal.balanced():
        raise InvariantError(N_("deal {seed} does not add up after move {ply}"), **_at(deal, seed))
    score, winners = deal.result()["score"], deal.winners()
    length = len(deal.log)
    return Tally(
        deals=1,
        moves=length,
        shortest=length,
        longest=length,
        level=not winners,
        wins=[int(seat in winners) for seat in range(deal.players)],
        points=[score[game.side(deal.rules, seat)] for seat in range(deal.players)],
        moves_by_seat=moves_by_seat,
    )


def _closed(deal: Deal) -> int | None:
    """The cards in hands and stock; None where one is in two places (`rules.md` 4)."""
    closed = cards = 0
    for hand in [*deal.hands, hand_of(deal.stock[len(deal.stock) - deal.in_stock() :])]:
        closed |= hand
        cards += count(hand)
    return closed if count(closed) == cards else None


def _left_only(move: int, hand: int, change: int) -> bool:
    """Whether a move changed the closed cards as it should.

    A card leaves them, and a joker may come back for it; a pass may lay the whole hand.
    """
    if move < FIRST_JOKER:
        return change & PACK == 1 << move
    if move >= JOKER_AS:
        return change == 1 << FIRST_JOKER + (move - JOKER_AS) // 52
    return not change or (move == PASS and change == hand)


def _at(deal: Deal, seed: int) -> dict[str, object]:
    return {"seed": seed, "ply": len(deal.log)}
