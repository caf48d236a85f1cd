"""A naive referee of one deal of Sevens (section 1 of the rules)."""

from __future__ import annotations

from typing import Any

from oracle_rules import (
    RANKS_32,
    RANKS_ACE_HIGH,
    RANKS_ACE_LOW,
    Options,
    hand_sizes,
    is_joker,
    pack,
    rank,
    suit,
)

# 1.4, the table of prices.
PRICES: dict[str, dict[str, int]] = {
    "chips": {"short_hand": 0, "forced_pass": 0, "wrongful_pass": 1},
    "chips_hoyle": {"short_hand": 1, "forced_pass": 1, "wrongful_pass": 3},
}
ANTE = 1
WITHHELD_SEVEN = 5
JOKER_COUNTS = 5


class SevensDeal:
    """One deal of Sevens."""

    def __init__(self, options: Options, players: int, dealer: int, hands: list[list[str]]) -> None:
        self.options = options
        self.players = players
        self.dealer = dealer
        self.hands: list[set[str]] = [set(hand) for hand in hands]
        self.cards: set[str] = set()  # what lies on the table, jokers among it
        self.jokers: dict[str, str] = {}  # place -> the joker that holds it
        self.passes = [0] * players
        self.passes_in_a_row = 0
        self.order: list[int] = []  # seats that emptied their own hand, first to last
        self.eliminated: list[int] = []  # seats put out, first to last
        self.laid: list[set[str]] = [set() for _ in range(players)]
        self.pass_chips = [0] * players  # paid to the pool for passes
        self.fines: list[tuple[int, int]] = []  # (who pays, who is paid), five chips each
        self.sevens_fined: set[str] = set()
        self.opening: str | None = None  # the one card that may open, until it lies
        self.turn: int | None = None
        self._begin()

    def _begin(self) -> None:
        """1.2 `start`: who has the first turn."""
        start = self.options["start"]
        if start == "left":
            self.turn = (self.dealer + 1) % self.players
        elif start == "prelaid":
            first = self._holder("7d")
            assert first is not None
            sevens = {"7s", "7h", "7d", "7c"}
            for seat in range(self.players):
                self.cards |= self.hands[seat] & sevens
                self.hands[seat] -= sevens
                if not self.hands[seat]:  # "is out at once"
                    self.order.append(seat)
            self.turn = first
            if self._is_over():
                self.turn = None
            elif not self.hands[first]:
                self.turn = self._next_in_play(first)
        else:
            self.opening = start
            self.turn = self._holder(start)

    def arrange(self, hands: list[list[str]], table: list[str], turn: int) -> None:
        """Put a position in place of the deal: no pass made yet, no seat put out."""
        self.hands = [set(hand) for hand in hands]
        self.cards = set(table)
        self.order = []
        self.turn = turn
        if table:
            self.opening = None

    # --- what fits -----------------------------------------------------------------

    def _row(self) -> list[str]:
        """The ranks of a row from its low end to its high end."""
        if self.options["deck"] == 32:
            return RANKS_32  # "the ace is high whatever `ace` says"
        return RANKS_ACE_HIGH if self.options["ace"] == "high" else RANKS_ACE_LOW

    def _filled(self) -> set[str]:
        """Places that are taken, by their own card or by a joker."""
        return {card for card in self.cards if not is_joker(card)} | set(self.jokers)

    def fits(self, card: str) -> bool:
        """Whether the place of this card may be filled now.

        1.1: a row begins with its seven and grows by the next card down and up. Of
        cards laid by an eliminated seat (1.2 `pass_limit`): a row reaches as far as it
        is unbroken from the seven. So every place from the seven to the card is filled.
        """
        filled = self._filled()
        if card in filled:
            return False
        row = self._row()
        seven, place = row.index("7"), row.index(rank(card))
        between = row[seven:place] if place > seven else row[place + 1 : seven + 1]
        return all(r + suit(card) in filled for r in between)

    def moves(self) -> set[str]:
        """Every legal move of the seat to move."""
        if self.turn is None:
            return set()
        if self.opening is not None:  # "forced under every `must_play`"
            return {self.opening}
        hand = self.hands[self.turn]
        # 1.5: "must on its next turn lay it on the joker"
        owed = {card for card in hand if card in self.jokers}
        if owed:
            return owed
        fitting = {card for card in hand if not is_joker(card) and self.fits(card)}
        if len(hand) > 1:  # 1.5: "may not be a hand's last card"
            for joker in hand:
                if is_joker(joker):
                    fitting |= {f"{joker}={place}" for place in self._joker_places()}
        if not fitting:
            return {"pass"}
        if self.options["must_play"] == "enforced":
            return fitting
        if self.passes_in_a_row >= len(self._in_play()):  # 1.2, pass circuit
            return fitting
        return fitting | {"pass"}

    def _joker_places(self) -> set[str]:
        """1.5: places that could be filled, in rows without a joker."""
        rows = {suit(place) for place in self.jokers}
        return {
            card
            for card in pack("sevens", self.options, self.players)
            if not is_joker(card) and self.fits(card) and suit(card) not in rows
        }

    # --- moving --------------------------------------------------------------------

    def play(self, move: str) -> None:
        """Make a move; ``ValueError`` if it is not legal."""
        if self.turn is None or move not in self.moves():
            raise ValueError(f"not legal: {move}")
        seat = self.turn
        if move == "pass":
            self._pass(seat)
        else:
            if "=" in move:
                joker, place = move.split("=")
                self.jokers[place] = joker
                self.hands[seat].remove(joker)
                self.cards.add(joker)
            else:
                self.hands[seat].remove(move)
                self.cards.add(move)
                if move in self.jokers:  # 1.5: "takes the joker into its hand"
                    joker = self.jokers.pop(move)
                    self.cards.remove(joker)
                    self.hands[seat].add(joker)
            self.opening = None
            self.passes_in_a_row = 0
            if not self.hands[seat]:
                self.order.append(seat)
        self.turn = None if self._is_over() else self._next_in_play(seat)

    def _pass(self, seat: int) -> None:
        self._charge(seat)
        self.passes[seat] += 1
        self.passes_in_a_row += 1
        limit = self.options["pass_limit"]
        alone = len(self._in_play()) == 1  # "plays on until its hand is empty"
        if limit is not None and self.passes[seat] > limit and not alone:
            # "the next one, forced or not, puts the seat out"
            self.laid[seat] = set(self.hands[seat])
            self.cards |= self.hands[seat]
            self.hands[seat] = set()
            self.eliminated.append(seat)
            self.passes_in_a_row = 0  # "begins the count anew at nought"

    def _charge(self, seat: int) -> None:
        """1.4: what this pass will cost, looked at before any card is laid."""
        if not self._passes_cost():
            return
        prices = PRICES[self.options["prices"]]
        fitting = {card for card in self.hands[seat] if not is_joker(card) and self.fits(card)}
        self.pass_chips[seat] += prices["wrongful_pass" if fitting else "forced_pass"]
        for seven in {card for card in fitting if rank(card) == "7"}:
            if seven in self.sevens_fined:  # "Once per seven per deal"
                continue
            self.sevens_fined.add(seven)
            # 32 cards: "pays only the 8", since nobody holds a six.
            for neighbour in ("6" + suit(seven), "8" + suit(seven)):
                holder = self._holder(neighbour)
                if holder is not None and holder != seat:
                    self.fines.append((seat, holder))

    def _passes_cost(self) -> bool:
        """1.4: `chips` with `fined` or `enforced`, and no other pairing."""
        return self.options["scoring"] == "chips" and self.options["must_play"] in (
            "fined",
            "enforced",
        )

    def _holder(self, card: str) -> int | None:
        for seat in range(self.players):
            if card in self.hands[seat]:
                return seat
        return None

    def _in_play(self) -> list[int]:
        """Seats that hold cards; the finished and the eliminated hold none."""
        return [seat for seat in range(self.players) if self.hands[seat]]

    def _next_in_play(self, seat: int) -> int:
        seat = (seat + 1) % self.players
        while not self.hands[seat]:
            seat = (seat + 1) % self.players
        return seat

    def _is_over(self) -> bool:
        if self.options["end"] == "first_out":
            if self.order or not self._in_play():
                return True
        elif len(self._in_play()) <= 1:  # "until one seat holds cards"
            return True
        # Ruling: only jokers are left in the hands.
        return all(is_joker(card) for hand in self.hands for card in hand)

    # --- the end -------------------------------------------------------------------

    def ranking(self) -> list[int]:
        """Seats from first to last: out, still holding cards, put out (latest first)."""
        return self.order + self._in_play() + self.eliminated[::-1]

    def winner(self) -> int | None:
        """The winner of the deal. Ruling: nobody, where only jokers are left in several hands."""
        if not self.order and len(self._in_play()) > 1:
            return None
        return self.ranking()[0]

    def _cards_left(self, seat: int) -> set[str]:
        """Cards in hand, or those an eliminated seat laid down."""
        return self.laid[seat] if seat in self.eliminated else self.hands[seat]

    def _worth(self, seat: int, unit: str) -> int:
        """1.3: what the cards left count."""
        total = 0
        for card in self._cards_left(seat):
            if is_joker(card):
                total += JOKER_COUNTS
            elif unit == "card":
                total += 1
            else:
                pips = {"A": 1, "J": 11, "Q": 12, "K": 13}
                total += pips[rank(card)] if rank(card) in pips else int(rank(card))
        return total

    def _chips(self) -> list[int]:
        """1.4: chips won and lost."""
        prices = PRICES[self.options["prices"]]
        dealt = hand_sizes("sevens", self.options, self.players, self.dealer)
        net = [0] * self.players
        pool = 0
        for seat in range(self.players):
            ante = ANTE
            if dealt[seat] < max(dealt):
                ante += prices["short_hand"]
            net[seat] -= ante + self.pass_chips[seat]
            pool += ante + self.pass_chips[seat]
        for payer, paid in self.fines:
            net[payer] -= WITHHELD_SEVEN
            net[paid] += WITHHELD_SEVEN
        winner = self.winner()
        if winner is None:
            return [0] * self.players
        net[winner] += pool
        for seat in range(self.players):
            if seat != winner:
                cards = self._worth(seat, "card")
                net[seat] -= cards
                net[winner] += cards
        return net

    def result(self) -> dict[str, Any]:
        """The result of a finished deal."""
        if self.turn is not None:
            raise ValueError("the deal is not over")
        seats = range(self.players)
        scoring = self.options["scoring"]
        if scoring == "chips":
            score = self._chips()
        elif scoring == "penalty":
            score = [self._worth(seat, self.options["unit"]) for seat in seats]
        else:
            score = [0] * self.players
        left = [len(self._cards_left(seat)) for seat in seats]
        return {"left": left, "score": score, "order": list(self.order)}

    def table(self) -> list[str]:
        """The cards that lie on the table, jokers as ``Jo1=9h``."""
        real = {card for card in self.cards if not is_joker(card)}
        return sorted(real | {f"{joker}={place}" for place, joker in self.jokers.items()})

    def piles(self) -> list[set[str]]:
        """No cards are taken in this game."""
        return []

    def where(self) -> dict[str, str]:
        """The place of every card; ``ValueError`` if a card has two."""
        return places([("table", self.cards), *hand_places(self.hands)])


def hand_places(hands: list[set[str]]) -> list[tuple[str, set[str]]]:
    """The hands as named places."""
    return [(f"hand {seat}", hand) for seat, hand in enumerate(hands)]


def places(named: list[tuple[str, set[str]]]) -> dict[str, str]:
    """Card to place; ``ValueError`` if a card is in two places."""
    found: dict[str, str] = {}
    for name, cards in named:
        for card in cards:
            if card in found:
                raise ValueError(f"{card} is in {found[card]} and in {name}")
            found[card] = name
    return found
