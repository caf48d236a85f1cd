"""A naive referee of one deal of Sedma (section 2 of the rules)."""

from __future__ import annotations

from typing import Any

from oracle_rules import Options, rank
from oracle_sevens import hand_places, places


class SedmaDeal:
    """One deal of Sedma."""

    def __init__(
        self,
        options: Options,
        players: int,
        dealer: int,
        hands: list[list[str]],
        stock: list[str],
    ) -> None:
        self.options = options
        self.players = players
        self.dealer = dealer
        self.hands: list[set[str]] = [set(hand) for hand in hands]
        self.stock = list(stock)  # top card first
        # 2.1: partners opposite; 2.2: three players, each for himself.
        self.sides = 3 if players == 3 else 2
        self.taken: list[set[str]] = [set() for _ in range(self.sides)]
        self.tricks = [0] * self.sides
        self.last_taker: int | None = None  # the side that took the latest trick
        self.leader = (dealer + 1) % players
        self.trick: list[tuple[int, str]] = []
        self.turn: int | None = self.leader

    def side(self, seat: int) -> int:
        """The side a seat belongs to."""
        return seat % self.sides

    def _wild(self, card: str) -> bool:
        """Whether the card is a seven; with `7_8` a seven or an eight."""
        return rank(card) in (["7", "8"] if self.options["wild"] == "7_8" else ["7"])

    def _beats(self, card: str) -> bool:
        """2.1: "the rank of the first card of the whole trick or is a seven".

        If a seven was led its rank is a seven's, so only sevens beat. With `7_8` a led
        seven or eight is beaten by sevens and eights alike: both are wild anyway.
        """
        return rank(card) == rank(self.trick[0][1]) or self._wild(card)

    def winning(self) -> int:
        """The seat that would take the trick as it lies."""
        # "The last card that beat takes the trick; if none did, the leader."
        return [seat for seat, card in self.trick if self._beats(card)][-1]

    def _round_is_complete(self) -> bool:
        return bool(self.trick) and len(self.trick) % self.players == 0

    def moves(self) -> set[str]:
        """Every legal move of the seat to move."""
        if self.turn is None:
            return set()
        if self._round_is_complete():
            return self._going_on() | {"stop"}
        return set(self.hands[self.turn])  # "any card at all"

    def _going_on(self) -> set[str]:
        """Cards with which the leader may lengthen the trick; none, and it ends."""
        own_side = self.side(self.winning()) == self.side(self.leader)
        if own_side and self.options["go_on"] == "opponent_winning":
            return set()
        return {card for card in self.hands[self.leader] if self._beats(card)}

    def play(self, move: str) -> None:
        """Make a move; ``ValueError`` if it is not legal."""
        if self.turn is None or move not in self.moves():
            raise ValueError(f"not legal: {move}")
        if move == "stop":
            self._end_trick()
            return
        self.hands[self.turn].remove(move)
        self.trick.append((self.turn, move))
        self.turn = (self.turn + 1) % self.players
        if self._round_is_complete() and not self._going_on():
            self._end_trick()

    def _end_trick(self) -> None:
        taker = self.winning()
        self.last_taker = self.side(taker)
        self.taken[self.last_taker] |= {card for _, card in self.trick}
        self.tricks[self.last_taker] += 1
        self.trick = []
        # "filled to four, one card at a time, clockwise from the taker"
        seat = taker
        while self.stock and any(len(hand) < 4 for hand in self.hands):
            if len(self.hands[seat]) < 4:
                self.hands[seat].add(self.stock.pop(0))
            seat = (seat + 1) % self.players
        self.leader = taker
        self.turn = taker if self.hands[taker] else None

    def result(self) -> dict[str, Any]:
        """The result of a finished deal."""
        if self.turn is not None:
            raise ValueError("the deal is not over")
        points = [0] * self.sides
        for side in range(self.sides):
            for card in self.taken[side]:
                if rank(card) in ("A", "10"):
                    points[side] += 10
        assert self.last_taker is not None
        points[self.last_taker] += self.options["last_trick"]
        return {
            "card_points": points,
            "tricks": list(self.tricks),
            "score": self._score(points),
        }

    def _score(self, points: list[int]) -> list[int]:
        """2.1: 1, 2 or 3 for the side with the most points; 2.2 for three players."""
        best = [side for side in range(self.sides) if points[side] == max(points)]
        if self.sides == 2 and len(best) == 2:
            # 2.2: "a 40-40 deal goes to the side that won the last trick"
            assert self.last_taker is not None
            best = [self.last_taker]
        score = [0] * self.sides
        if len(best) == 3:  # "three level score nothing"
            return score
        for side in best:
            if self.tricks[side] == sum(self.tricks):
                score[side] = 3
            elif points[side] == sum(points):
                score[side] = 2
            else:
                score[side] = 1
        return score

    def table(self) -> list[str]:
        """The cards of the trick, in the order played."""
        return [card for _, card in self.trick]

    def piles(self) -> list[set[str]]:
        """The cards taken, by side."""
        return self.taken

    def where(self) -> dict[str, str]:
        """The place of every card; ``ValueError`` if a card has two."""
        named = hand_places(self.hands)
        named += [("stock", {card}) for card in self.stock]
        named += [("table", {card}) for _, card in self.trick]
        named += [(f"pile {side}", pile) for side, pile in enumerate(self.taken)]
        return places(named)
