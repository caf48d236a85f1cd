"""A match: deals in a row to a target. Who deals, how it stands, who has won."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from seven_games.engine.dice import Dice
from seven_games.engine.game import Deal, Game, Rules, Standing
from seven_games.engine.refusal import N_, DealError


@dataclass(frozen=True)
class DealScore:
    """What a deal brought each seat or side, and how the match stood after it."""

    number: int
    score: tuple[int, ...]
    after: Standing


class Match:
    """A match of one game under one set of rules; `standing` is how it stands before it begins.

    >>> from seven_games.engine import GAMES
    >>> match = Match(GAMES["sedma"], GAMES["sedma"].rules(), dealer=1)
    >>> match.next_deal(seed=7).turn
    0
    """

    def __init__(
        self, game: Game, rules: Rules, dealer: int = 0, standing: Standing | None = None
    ) -> None:
        self.game = game
        self.rules = rules
        self.deal: Deal | None = None
        self._start = standing or game.start(rules, dealer)
        self._scores: tuple[DealScore, ...] = ()
        self._past: tuple[Deal, ...] = ()

    @property
    def standing(self) -> Standing:
        """How the match stands: before its first deal, before this deal, or after it."""
        if self.deal is None:
            return self._start
        return self.game.after(self.deal) if self.deal.turn is None else self.deal.standing

    @property
    def number(self) -> int:
        """The number of the deal that is on, from 1; 0 before the first."""
        return self._start.deal if self.deal is None else self.deal.standing.deal + 1

    @property
    def scores(self) -> tuple[DealScore, ...]:
        """Every deal that is over, in order."""
        deal = self.deal
        if deal is None or deal.turn is not None:
            return self._scores
        after = self.standing
        return (*self._scores, DealScore(after.deal, tuple(deal.result()["score"]), after))

    @property
    def finished(self) -> tuple[Deal, ...]:
        """The deals of `scores` themselves."""
        deal = self.deal
        return self._past if deal is None or deal.turn is not None else (*self._past, deal)

    def next_deal(
        self,
        *,
        seed: int | None = None,
        hands: Sequence[str | Iterable[int]] | None = None,
        stock: str | Iterable[int] | None = None,
    ) -> Deal:
        """Begin the next deal, as `Game.deal` does.

        Raises DealError where the deal before is not over, or the match is.
        """
        if self.deal is not None and self.deal.turn is not None:
            raise DealError(N_("the deal before is not over"))
        standing = self.standing
        if standing.over:
            raise DealError(N_("the match is over"))
        scores, past = self.scores, self.finished
        self.deal = self.game.deal(
            self.rules, standing.dealer, seed=seed, hands=hands, stock=stock, standing=standing
        )
        self._scores, self._past = scores, past
        return self.deal

    def undo(self, moves: int) -> Deal:
        """Take back the last moves of the deal: the others are played again from its start.

        Raises DealError where the deal has not so many.
        """
        deal = self.deal
        if deal is None or not 0 < moves <= len(deal.log):
            raise DealError(N_("there are not so many moves to take back"))
        again = self.game.lay_out(deal.rules, deal.dealer, deal.dealt, deal.stock, deal.standing)
        for _, move in deal.log[:-moves]:
            again.play(move)
        self.deal = again
        return again


def lots(seed: int, players: int) -> tuple[int, Dice]:
    """The first dealer, drawn by lot, and the dice whose draws are the seeds of the deals.

    >>> lots(7, 4)[0]
    3
    """
    dice = Dice(seed)
    return dice.below(players), dice
