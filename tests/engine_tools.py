"""What the tests of the engine share: the engine spoken to in text, and a spread of rules."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING, Any, cast

from golden_runner import DealLike
from golden_runner import Rules as Options
from oracle import OracleDeal

from seven_games.engine import GAMES, Deal, Rules, RulesError, format_move, parse_move
from seven_games.engine.cards import cards_of, hand_of, parse_card
from seven_games.engine.dice import Dice
from seven_games.engine.sevens import SevensDeal

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence


def text(hand: int) -> set[str]:
    """The cards of a hand in notation."""
    return {format_move(card) for card in cards_of(hand)}


class EngineDeal:
    """A deal of the engine, spoken to in text as the golden examples do."""

    def __init__(self, deal: Deal) -> None:
        self.deal = deal

    @property
    def turn(self) -> int | None:
        return self.deal.turn

    @property
    def hands(self) -> list[set[str]]:
        return [text(hand) for hand in self.deal.hands]

    @property
    def table(self) -> list[str]:
        view: Any = self.deal.view(None)
        if hasattr(view, "trick"):
            return [format_move(card) for _, card in view.trick]
        return sorted(text(view.table))

    @property
    def piles(self) -> list[set[str]]:
        """By side: every card of a trick goes to the taker of the trick."""
        deal: Any = self.deal
        taken: list[set[str]] = [
            set() for _ in range(GAMES[deal.view(None).game].sides(deal.rules))
        ]
        again = GAMES[deal.view(None).game].lay_out(
            deal.rules, deal.dealer, deal.dealt, deal.stock, deal.standing
        )
        for _, move in deal.log:
            tricks = again.view(None).last_trick  # type: ignore[attr-defined]
            again.play(move)
            view: Any = again.view(None)
            if view.last_trick != tricks and not view.trick:
                taken[view.last_taker % len(taken)].update(
                    format_move(card) for _, card in view.last_trick
                )
        return taken

    def moves(self) -> list[str]:
        return [format_move(move) for move in self.deal.moves()]

    def play(self, move: str) -> None:
        self.deal.play(parse_move(move))

    def result(self) -> dict[str, Any]:
        return dict(self.deal.result())


class EngineAdapter:
    """The engine as the golden examples see it."""

    @staticmethod
    def _rules(game: str, options: Options, players: int) -> Rules:
        changes = {key: value for key, value in options.items() if key != "preset"}
        return GAMES[game].rules(options.get("preset"), players=players, **changes)

    def sizes(self, game: str, rules: Options, players: int, dealer: int) -> list[int]:
        return GAMES[game].sizes(self._rules(game, rules, players), dealer)

    def deal(
        self,
        game: str,
        rules: Options,
        players: int,
        dealer: int,
        hands: list[list[str]],
        stock: list[str],
    ) -> DealLike:
        chosen = self._rules(game, rules, players)
        hand_texts = [" ".join(hand) for hand in hands]
        return EngineDeal(GAMES[game].deal(chosen, dealer, hands=hand_texts, stock=" ".join(stock)))

    def sevens_position(
        self,
        rules: Options,
        players: int,
        dealer: int,
        table: list[str],
        hands: list[list[str]],
        turn: int,
    ) -> DealLike:
        chosen = self._rules("sevens", rules, players)
        deal = cast("SevensDeal", GAMES["sevens"].deal(chosen, dealer, seed=0))
        for seat, hand in enumerate(hands):
            deal.hands[seat] = hand_of(parse_card(card) for card in hand)
        assert text(deal._filled()) == set(table)
        deal.live = (1 << players) - 1
        deal.opening = -1
        deal.next = deal._survey()
        deal.at = turn
        return EngineDeal(deal)

    def match(
        self, game: str, rules: Options, players: int, scores: list[list[int]]
    ) -> dict[str, Any]:
        chosen = self._rules(game, rules, players)
        standing = GAMES[game].start(chosen, 0)
        for score in scores:
            standing = GAMES[game].add(chosen, standing, score)
        return standing.data()


def random_rules(name: str, dice: random.Random) -> Rules:
    """Rules with any preset and some options changed, for as many players as it takes."""
    game = GAMES[name]
    while True:
        preset = dice.choice(list(game.presets))
        meant = game.presets[preset]
        changes: dict[str, object] = {"players": dice.randint(meant.least, meant.most)}
        for key, option in game.rules_type.options().items():
            if dice.random() < 0.3:
                values: Sequence[object] = option.values or [option.least, option.least + 2]
                changes[key] = dice.choice([*values, None] if option.none else list(values))
        try:
            return game.rules(preset, **changes)
        except RulesError:
            continue


def spread(name: str, deals: int, seed: int = 0) -> Iterator[Deal]:
    """Deals of a game: every preset at every number of players, then any options."""
    game, dice = GAMES[name], random.Random(f"{name} {seed}")
    plain = [
        game.rules(preset, players=players)
        for preset, meant in game.presets.items()
        for players in range(meant.least, meant.most + 1)
    ]
    for number in range(deals):
        rules = plain[number] if number < len(plain) else random_rules(name, dice)
        if number >= len(plain) and number % 3 == 0:
            rules = dice.choice(plain)
        dealer = dice.randrange(rules.players)
        standing = game.start(rules, dealer)
        if standing.game is not None:
            standing = type(standing)(
                dealer=dealer,
                totals=standing.totals,
                game=(dice.randrange(21), dice.randrange(21)),
            )
        yield game.deal(rules, dealer, seed=dice.getrandbits(64), standing=standing)


def announced(deal: Deal) -> object:
    """What is said aloud and is not in the list of moves.

    In Semerik the cards of a declaration, in Sedma that the leader is asked to go on.
    """
    view: Any = deal.view(None)
    return getattr(view, "shown", None), getattr(view, "asked", None)


def swapped(name: str, deal: Deal, seat: int | None, dice: Dice, cards: int) -> Deal | None:
    """The same moves over hands and stock in which some cards unseen by a seat change places.

    None where the moves so far would not have been legal, or would have told something else.
    """
    unseen = cards_of(deal.view(seat).unseen)
    chosen = dice.shuffled(unseen)[:cards]
    changed = dict(zip(chosen, dice.shuffled(chosen), strict=True))
    hands = [[changed.get(card, card) for card in cards_of(hand)] for hand in deal.dealt]
    stock = [changed.get(card, card) for card in deal.stock]
    other = GAMES[name].deal(
        deal.rules, deal.dealer, hands=hands, stock=stock, standing=deal.standing
    )
    for turn, move in deal.log:
        if other.turn != turn or move not in other.moves():
            return None
        other.play(move)
    if other.turn != deal.turn or announced(other) != announced(deal):
        return None
    return other if (other.hands, other.stock) != (deal.hands, deal.stock) else None


def referee_of(name: str, deal: Deal) -> OracleDeal:
    """The same deal before the referee."""
    options = deal.rules.values()
    del options["preset"], options["players"]
    hands = [sorted(text(hand)) for hand in deal.dealt]
    stock = [format_move(card) for card in deal.stock]
    points = deal.standing.game or (0, 0)
    return OracleDeal(
        name, options, deal.players, deal.dealer, hands, stock, (points[0], points[1])
    )
