"""A naive, slow referee of the three games, written from the page of rules alone.

It shares no code with the package under test and speaks text throughout: cards
``"10h"``, moves ``"pass"``, ``"stop"``, ``"show baba s"``, ``"Jo1=9h"``. Where it and the
package disagree, one of them has misread the page.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from oracle_rules import (
    DEFAULT_PRESET,
    DEFAULTS,
    PLAYERS,
    PRESETS,
    Options,
    check,
    check_deal,
    hand_sizes,
    pack,
    resolve,
)
from oracle_sedma import SedmaDeal
from oracle_semerik import SemerikDeal
from oracle_sevens import SevensDeal

if TYPE_CHECKING:
    from collections.abc import Sequence

__all__ = [
    "DEFAULTS",
    "DEFAULT_PRESET",
    "PLAYERS",
    "PRESETS",
    "Options",
    "OracleDeal",
    "OracleMatch",
    "hand_sizes",
    "pack",
    "resolve",
]


class OracleDeal:
    """One deal of one of the games; ``rules`` is the referee that knows that game."""

    def __init__(
        self,
        game: str,
        options: Options,
        players: int,
        dealer: int,
        hands: list[list[str]],
        stock: Sequence[str] = (),
        points: tuple[int, int] = (0, 0),
    ) -> None:
        self.game = game
        self.options = {**DEFAULTS[game], **options}
        self.options.pop("players", None)
        check(game, self.options)
        self.players = players
        self.dealer = dealer
        check_deal(game, self.options, players, dealer, hands, list(stock))
        self.rules: SevensDeal | SedmaDeal | SemerikDeal
        if game == "sevens":
            self.rules = SevensDeal(self.options, players, dealer, hands)
        elif game == "sedma":
            self.rules = SedmaDeal(self.options, players, dealer, hands, list(stock))
        else:
            self.rules = SemerikDeal(self.options, dealer, hands, points)

    @classmethod
    def arrange(
        cls,
        options: Options,
        players: int,
        dealer: int,
        table: list[str],
        hands: list[list[str]],
        turn: int,
    ) -> OracleDeal:
        """A deal of Sevens in its middle: these cards lie, these are held, `turn` moves.

        No pass has been made and no seat is out. With an empty table the `start` rule
        is still to be obeyed, as long as `turn` is the seat it names.
        """
        full = {**DEFAULTS["sevens"], **options}
        full.pop("players", None)
        given = [*table, *(card for hand in hands for card in hand)]
        if sorted(given) != sorted(pack("sevens", full, players)):
            raise ValueError("table and hands are not the pack")
        sizes = hand_sizes("sevens", full, players, dealer)
        cards = iter(pack("sevens", full, players))
        deal = cls(
            "sevens", full, players, dealer, [[next(cards) for _ in range(n)] for n in sizes]
        )
        assert isinstance(deal.rules, SevensDeal)
        deal.rules.arrange(hands, table, turn)
        return deal

    @property
    def turn(self) -> int | None:
        """The seat to move, None when the deal is over."""
        return self.rules.turn

    @property
    def over(self) -> bool:
        """Whether the deal is over."""
        return self.rules.turn is None

    @property
    def hands(self) -> list[set[str]]:
        """What each seat holds."""
        return self.rules.hands

    @property
    def table(self) -> list[str]:
        """Sevens: the cards in the rows. Else: the trick, in the order played."""
        return self.rules.table()

    @property
    def piles(self) -> list[set[str]]:
        """Cards taken, by side; empty in Sevens."""
        return self.rules.piles()

    def moves(self) -> set[str]:
        """Every legal move."""
        return self.rules.moves()

    def play(self, move: str) -> None:
        """Make a move; ``ValueError`` if it is not legal, and then nothing changes."""
        self.rules.play(move)

    def result(self) -> dict[str, Any]:
        """The result of a finished deal, as in a replay."""
        return self.rules.result()

    def where(self) -> dict[str, str]:
        """The place of every card; ``ValueError`` if a card is in two."""
        return self.rules.where()


class OracleMatch:
    """Deals in a row: who deals, what stands on the sheet, who has won."""

    def __init__(self, game: str, options: Options, players: int, first_dealer: int) -> None:
        self.game = game
        self.options = {**DEFAULTS[game], **options}
        self.players = players
        self.dealer = first_dealer
        sides = players if game == "sevens" or players == 3 else 2
        self.totals = [0] * sides
        self.deals = 0
        self.deals_won = [0] * players  # Sevens with scoring none
        self.points = [0, 0]  # Semerik: the game that is on
        self.games = 0  # Semerik: games finished
        self.over = False
        self.winners: list[int] = []

    def add(self, result: dict[str, Any], deal: OracleDeal | None = None) -> None:
        """Write a finished deal down. Sevens without scores needs the deal itself."""
        if self.over:
            raise ValueError("the match is over")
        self.deals += 1
        if self.game == "sevens":
            self._add_sevens(result, deal)
        elif self.game == "sedma":
            self._add_sedma(result)
        else:
            self._add_semerik(result)
        self._move_the_deal(result)

    def _add_score(self, score: list[int]) -> None:
        self.totals = [a + b for a, b in zip(self.totals, score, strict=True)]

    def _finish(self, values: list[int], best: int) -> None:
        self.over = True
        self.winners = [who for who, value in enumerate(values) if value == best]

    def _add_sevens(self, result: dict[str, Any], deal: OracleDeal | None) -> None:
        self._add_score(result["score"])
        scoring, deals = self.options["scoring"], self.options["deals"]
        if scoring == "penalty":
            # 1.2 `target`: "any total is >= target ... the lowest total wins";
            # `deals`: "exactly so many deals instead of to a target"
            if deals is None and max(self.totals) >= self.options["target"]:
                self._finish(self.totals, min(self.totals))
            if deals is not None and self.deals == deals:
                self._finish(self.totals, min(self.totals))
        elif scoring == "chips":
            if self.deals == (10 if deals is None else deals):
                self._finish(self.totals, max(self.totals))
        else:
            assert deal is not None
            assert isinstance(deal.rules, SevensDeal)
            winner = deal.rules.winner()
            if winner is not None:
                self.deals_won[winner] += 1
            if self.deals == (1 if deals is None else deals):
                self._finish(self.deals_won, max(self.deals_won))

    def _add_sedma(self, result: dict[str, Any]) -> None:
        self._add_score(result["score"])
        if max(self.totals) >= self.options["target"]:
            self._finish(self.totals, max(self.totals))

    def _add_semerik(self, result: dict[str, Any]) -> None:
        first, second = (a + b for a, b in zip(self.points, result["score"], strict=True))
        self.points = [first, second]
        if max(first, second) < 21 or first == second:  # "equal: another deal"
            return
        winner = 0 if first > second else 1
        # 3.4: "21, or 42 when the losers have 11 or fewer"
        self.totals[winner] += 42 if min(first, second) <= 11 else 21
        self.points = [0, 0]
        self.games += 1
        if self.games == self.options["games"]:
            self._finish(self.totals, max(self.totals))

    def _move_the_deal(self, result: dict[str, Any]) -> None:
        left = (self.dealer + 1) % self.players
        if self.game == "sedma" and self.options["next_dealer"] == "loser" and self.players != 3:
            score = result["score"]
            loser = 0 if score[0] < score[1] else 1
            if self.dealer % 2 == loser:
                # Fours: "if it lost it goes to the dealer's partner"; with two seats
                # the loser is the dealer himself, who deals again.
                self.dealer = (self.dealer + 2) % self.players
                return
        self.dealer = left

    def match(self) -> dict[str, Any]:
        """The state of the match, as in a replay."""
        state: dict[str, Any] = {
            "totals": list(self.totals),
            "over": self.over,
            "winners": list(self.winners),
        }
        if self.game == "semerik":
            state["game"] = list(self.points)
        return state
