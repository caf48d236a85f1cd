"""A naive referee of one deal of Semerik (section 3 of the rules)."""

from __future__ import annotations

from typing import Any

from oracle_rules import RANKS_SEMERIK, SUITS, Options, rank, suit
from oracle_sevens import hand_places, places

SIDES = 2
PLAYERS = 4
GAME = 21
COUNTERS = ["J", "Q", "K", "2", "3"]  # 3.3


def height(card: str) -> int:
    """The place of a card's rank, from low to high."""
    return RANKS_SEMERIK.index(rank(card))


def baba_cards(options: Options, letter: str) -> set[str]:
    """3.2: the three cards of the Baba of a suit."""
    ranks = ["7", "2", "A"] if options["baba"] == "7_2_a" else ["3", "2", "A"]
    return {r + letter for r in ranks}


def joined_cards(options: Options, hand: set[str], letter: str) -> set[str]:
    """The Baba and every card joined to it by an unbroken chain of held cards."""
    joined = baba_cards(options, letter)
    while True:
        more = {
            card
            for card in hand
            if suit(card) == letter
            and card not in joined
            and any(abs(height(card) - height(other)) == 1 for other in joined)
        }
        if not more:
            return joined
        joined |= more


def baba_worth(options: Options, hand: set[str], letter: str) -> int:
    """3.2: what the Baba of a suit is worth; it must be held."""
    if options["sixteen"] == "whole_suit":
        if all(r + letter in hand for r in RANKS_SEMERIK):
            return 16
    else:
        for start in range(len(RANKS_SEMERIK) - 6):
            run = {r + letter for r in RANKS_SEMERIK[start : start + 7]}
            if run <= hand and run & baba_cards(options, letter):
                return 16
    further = joined_cards(options, hand, letter) - baba_cards(options, letter)
    return (5 if letter == "h" else 3) + len(further)


def triple_worth(of_rank: str) -> int:
    """3.2: what three (or four) cards of a rank are worth."""
    if of_rank == "7":
        return 4
    return 3 if of_rank in ("3", "2", "A") else 1


class SemerikDeal:
    """One deal of Semerik."""

    def __init__(
        self,
        options: Options,
        dealer: int,
        hands: list[list[str]],
        points: tuple[int, int],
    ) -> None:
        self.options = options
        self.dealer = dealer
        self.points = points  # of the running game, before this deal
        self.hands: list[set[str]] = [set(hand) for hand in hands]
        self.taken: list[set[str]] = [set(), set()]
        self.tricks = [0] * PLAYERS
        self.last_taker: int | None = None
        self.shown = [0, 0]
        self.declared: list[tuple[int, str]] = []  # (seat, "baba s" or "triple Q")
        self.public: list[set[str]] = [set() for _ in range(PLAYERS)]  # cards shown, by seat
        self.played = [0] * PLAYERS  # cards played, by seat
        self.cut_short = False
        self.trick: list[tuple[int, str]] = []
        self.turn: int | None = (dealer + 1) % PLAYERS

    # --- cards ---------------------------------------------------------------------

    def moves(self) -> set[str]:
        """Every legal move of the seat to move, declarations among them."""
        if self.turn is None:
            return set()
        shows = {f"show {combination}" for combination in self._declarations(self.turn)}
        return self._cards(self.turn) | shows

    def _cards(self, seat: int) -> set[str]:
        """3.1: the cards that may be played, by the `follow` in force."""
        hand = set(self.hands[seat])
        if not self.trick:
            return hand
        led = suit(self.trick[0][1])
        following = {card for card in hand if suit(card) == led}
        best = max(height(card) for _, card in self.trick if suit(card) == led)
        beating = {card for card in following if height(card) > best}
        follow = self.options["follow"]
        if follow == "beat_or_free":
            return beating or hand
        if follow == "follow_and_beat":
            return beating or following or hand
        return following or hand

    def winning(self) -> int:
        """The seat with the highest card of the led suit."""
        led = suit(self.trick[0][1])
        return max((height(card), seat) for seat, card in self.trick if suit(card) == led)[1]

    # --- declarations --------------------------------------------------------------

    def _declarations(self, seat: int) -> set[str]:
        """3.2: combinations held whole and not yet declared."""
        if self.options["declare"] == "first_turn" and self.played[seat] > 0:
            return set()
        hand = self.hands[seat]
        found = {f"baba {s}" for s in SUITS if baba_cards(self.options, s) <= hand}
        for r in RANKS_SEMERIK:
            if len([card for card in hand if rank(card) == r]) >= 3:
                found.add(f"triple {r}")
        return {combination for combination in found if (seat, combination) not in self.declared}

    def _declare(self, seat: int, combination: str) -> None:
        kind, what = combination.split()
        hand = self.hands[seat]
        before = [other for who, other in self.declared if who == seat]
        if kind == "baba":
            worth = baba_worth(self.options, hand, what)
            self.public[seat] |= joined_cards(self.options, hand, what)
            clash = any(other in ("triple 3", "triple 2", "triple A") for other in before)
        else:
            worth = triple_worth(what)
            self.public[seat] |= {card for card in hand if rank(card) == what}
            clash = what in ("3", "2", "A") and any(other.startswith("baba") for other in before)
        if clash and self.options["baba_triple"] == "only_3":
            worth = 0  # "the second of the two scores nothing"
        self.declared.append((seat, combination))
        side = seat % SIDES
        self.shown[side] += worth
        # 3.4 `immediate`: "a declaration that reaches 21 ends the game at once"
        reached = worth > 0 and self.points[side] + self.shown[side] >= GAME
        if reached and self.options["finish"] == "immediate":
            self.cut_short = True
            self.turn = None

    # --- moving --------------------------------------------------------------------

    def play(self, move: str) -> None:
        """Make a move; ``ValueError`` if it is not legal."""
        if self.turn is None or move not in self.moves():
            raise ValueError(f"not legal: {move}")
        if move.startswith("show "):
            self._declare(self.turn, move.removeprefix("show "))
            return
        seat = self.turn
        self.hands[seat].remove(move)
        self.public[seat].discard(move)
        self.played[seat] += 1
        self.trick.append((seat, move))
        self.turn = (seat + 1) % PLAYERS
        if len(self.trick) == PLAYERS:
            taker = self.winning()
            self.taken[taker % SIDES] |= {card for _, card in self.trick}
            self.tricks[taker] += 1
            self.last_taker = taker
            self.trick = []
            self.turn = taker if self.hands[taker] else None

    # --- the end -------------------------------------------------------------------

    def _counters(self) -> list[int]:
        ranks = COUNTERS + (["A"] if self.options["ace"] == "third" else [])
        return [len([card for card in pile if rank(card) in ranks]) for pile in self.taken]

    def _score(self) -> list[int]:
        """3.3, on top of the declarations."""
        score = list(self.shown)
        if self.cut_short:  # "`score` equals `shown`"
            return score
        counters = self._counters()
        for side in range(SIDES):
            score[side] += counters[side] // 3
            if self.options["ace"] == "full":
                score[side] += len([card for card in self.taken[side] if rank(card) == "A"])
            if self.tricks[side] + self.tricks[side + 2] == 10:
                score[side] += 4
            for player, partner in ((side, side + 2), (side + 2, side)):
                if self.tricks[player] >= 9 and self.tricks[partner] == 0:
                    score[side] += 6
        assert self.last_taker is not None
        score[self.last_taker % SIDES] += self.options["last_trick"]
        return score

    def result(self) -> dict[str, Any]:
        """The result of a finished deal."""
        if self.turn is not None:
            raise ValueError("the deal is not over")
        return {
            "shown": list(self.shown),
            "counters": self._counters(),
            "tricks": list(self.tricks),
            "score": self._score(),
        }

    def table(self) -> list[str]:
        """The cards of the trick, in the order played."""
        return [card for _, card in self.trick]

    def piles(self) -> list[set[str]]:
        """The cards taken, by side."""
        return self.taken

    def where(self) -> dict[str, str]:
        """The place of every card; ``ValueError`` if a card has two."""
        named = hand_places(self.hands)
        named += [("table", {card}) for _, card in self.trick]
        named += [(f"pile {side}", pile) for side, pile in enumerate(self.taken)]
        return places(named)
