"""Runs the worked examples in ``golden/*.toml`` against any implementation of the games.

An implementation is reached through an :class:`Adapter`; everything crosses it as text and
plain numbers, in the notation of the interface page. ``check_example(adapter, game,
example)`` raises ``AssertionError`` where the implementation and the example differ.

    for example in load("sedma"):
        check_example(MyAdapter(), "sedma", example)
"""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Sequence

Rules = dict[str, Any]
Example = dict[str, Any]

GAMES = ("sevens", "sedma", "semerik")
GOLDEN = Path(__file__).parent / "golden"

_SEMERIK_RANKS = ["4", "5", "6", "7", "J", "Q", "K", "A", "2", "3"]
_SEDMA_RANKS = ["7", "8", "9", "10", "J", "Q", "K", "A"]
_RANKS = {
    "sevens": ["2", "3", "4", "5", "6", *_SEDMA_RANKS],
    "sedma": _SEDMA_RANKS,
    "semerik": _SEMERIK_RANKS,
}

# What an example or a step may say; a misspelt key would otherwise be passed over.
_SEEN = {"play", "turn", "moves", "has", "lacks", "lies", "table", "holds", "took", "result"}
_KEYS = _SEEN | {
    *("id", "page", "rules", "players", "dealer", "hands", "stock", "hand", "others", "sizes"),
    *(
        "playable",
        "step",
        "scores",
        "match",
        "led",
        "legal",
        "declare",
        "worth",
        "refused",
        "shares",
    ),
}


class DealLike(Protocol):
    """One deal, spoken to in text. ``OracleDeal`` is one as it stands."""

    @property
    def turn(self) -> int | None:
        """The seat to move; None when the deal is over. In Sedma the leader who may go
        on or stop is the seat to move; between tricks it is the seat that leads."""

    @property
    def hands(self) -> Sequence[Collection[str]]:
        """The cards of each seat, by seat, in any order."""

    @property
    def table(self) -> Sequence[str]:
        """Sevens: the cards in the rows, in any order. Sedma and Semerik: the cards of
        the open trick in the order played; empty when the trick has been taken."""

    @property
    def piles(self) -> Sequence[Collection[str]]:
        """Sedma and Semerik: the cards taken so far, by side. Not asked for in Sevens."""

    def moves(self) -> Collection[str]:
        """Every legal move in output notation, declarations included."""

    def play(self, move: str) -> object:
        """Make a move, given in output notation. Whatever it raises fails the example."""

    def result(self) -> dict[str, Any]:
        """The ``result`` object of a replay. Asked for only when the deal is over."""


class Adapter(Protocol):
    """How the runner reaches an implementation.

    ``rules`` is as in a record: ``preset`` and the options that differ from it, whole
    numbers as ``int``; without ``preset`` the game's default preset holds. ``players`` is
    never in it and always given beside it. Hands and stock are lists of cards in output
    notation; the top card of the stock comes first.
    """

    def sizes(self, game: str, rules: Rules, players: int, dealer: int) -> list[int]:
        """How many cards each seat is dealt, by seat."""

    def deal(
        self,
        game: str,
        rules: Rules,
        players: int,
        dealer: int,
        hands: list[list[str]],
        stock: list[str],
    ) -> DealLike:
        """A new deal with these cards. In Semerik it is the first deal of a game."""

    def sevens_position(
        self,
        rules: Rules,
        players: int,
        dealer: int,
        table: list[str],
        hands: list[list[str]],
        turn: int,
    ) -> DealLike:
        """A deal of Sevens in its middle, as if it had come so far by itself.

        The cards of ``table`` lie in their rows, each seat holds its ``hands`` (of any
        size, none empty; table and hands are the whole pack), ``turn`` is to move. Nobody
        has passed, nobody is out, there are no jokers. The hands as dealt, which the ante
        of ``chips_hoyle`` looks at, were those of a fair deal from ``dealer``.
        """

    def match(
        self, game: str, rules: Rules, players: int, scores: list[list[int]]
    ) -> dict[str, Any]:
        """The ``match`` object of a replay after deals with these scores.

        ``scores`` are the ``score`` lists of the deals' results, in order, all complete;
        nothing else of a deal is needed (Sevens here is scored by penalty points).
        """


def load(game: str) -> list[Example]:
    """The examples of a game, in page order."""
    with (GOLDEN / f"{game}.toml").open("rb") as file:
        data = tomllib.load(file)
    examples: list[Example] = data["example"]
    return examples


def load_all() -> list[tuple[str, Example]]:
    """Every example with its game, for parametrized tests."""
    return [(game, example) for game in GAMES for example in load(game)]


def check_example(adapter: Adapter, game: str, example: Example) -> None:
    """Raise ``AssertionError`` unless the implementation does as the example says."""
    same(example, "unknown keys", set(example) - _KEYS, set())
    for step in example.get("step", []):
        same(example, "unknown keys of a step", set(step) - _SEEN, set())
    if "sizes" in example:
        rules, players, dealer = _setting(game, example)
        same(example, "sizes", adapter.sizes(game, rules, players, dealer), example["sizes"])
    elif "legal" in example:
        _check_following(adapter, example)
    elif "declare" in example or "refused" in example:
        _check_declarations(adapter, example)
    elif "hands" in example or "table" in example:
        _check_play(adapter, game, example)
    else:
        _check_match(adapter, game, example, example, [])


# --- deals and positions -----------------------------------------------------------------


def _check_play(adapter: Adapter, game: str, example: Example) -> None:
    rules, players, dealer = _setting(game, example)
    if "hands" in example:
        hands = [cards(text) for text in example["hands"]]
        held = [card for hand in hands for card in hand]
        stock = cards(example.get("stock", ""))
        stock += _rest(game, rules, held + stock)
        deal = adapter.deal(game, rules, players, dealer, hands, stock)
    else:
        hands = _position_hands(rules, players, example)
        turn = example.get("turn", 0)
        table = cards(example["table"])
        deal = adapter.sevens_position(rules, players, dealer, table, hands, turn)
        if "playable" in example:
            found: set[str] = set()
            for seat in range(players):
                there = adapter.sevens_position(rules, players, dealer, table, hands, seat)
                found |= set(there.moves()) - {"pass"}
            same(example, "playable", found, set(cards(example["playable"])))
    if "step" in example:
        for step in example["step"]:
            _check_step(deal, example, step, hands)
    else:
        # In a position of Sevens these two are the set-up, and not what is to be seen.
        given = () if "hands" in example else ("table", "turn")
        step = {key: value for key, value in example.items() if key not in given}
        _check_step(deal, example, step, hands)
    if "match" in example:
        _check_match(adapter, game, example, example, [deal.result()["score"]])


def _check_step(deal: DealLike, example: Example, step: Example, hands: list[list[str]]) -> None:
    before = [set(pile) for pile in deal.piles] if "took" in step else []
    text = step.get("play", "")
    if text == "as written":
        _play_as_written(deal, example, hands)
    else:
        for move in cards(text):
            play(deal, example, move)
    if "turn" in step:
        same(example, "turn", deal.turn, step["turn"])
    legal = set(deal.moves())
    if "moves" in step:
        same(example, "moves", legal, set(cards(step["moves"])))
    if "has" in step:
        same(example, "has", set(cards(step["has"])) - legal, set())
    if "lacks" in step:
        same(example, "lacks", set(cards(step["lacks"])) & legal, set())
    if "lies" in step:
        same(example, "lies", set(cards(step["lies"])) - set(deal.table), set())
    if "table" in step:
        same(example, "table", list(deal.table), cards(step["table"]))
    for seat, hand in step.get("holds", {}).items():
        same(example, f"hand of {seat}", set(deal.hands[int(seat)]), set(cards(hand)))
    if "took" in step:
        _check_taken(deal, example, step["took"], before)
    if "result" in step:
        same(example, "turn", deal.turn, None)
        same(example, "moves", legal, set())
        result = deal.result()
        for key, value in step["result"].items():
            same(example, f"result {key}", result[key], value)


def _check_taken(
    deal: DealLike, example: Example, took: dict[str, Any], before: list[set[str]]
) -> None:
    for side, pile in enumerate(deal.piles):
        gained = set(pile) - before[side]
        expected = set(cards(took["cards"])) if side == took["side"] else set()
        same(example, f"cards taken by side {side}", gained, expected)
    if "points" in took:
        worth = 10 * len([card for card in cards(took["cards"]) if card[:-1] in ("A", "10")])
        same(example, "points of the cards taken", worth, took["points"])


def _play_as_written(deal: DealLike, example: Example, hands: list[list[str]]) -> None:
    waiting = [list(hand) for hand in hands]
    while deal.turn is not None:
        play(deal, example, waiting[deal.turn].pop(0))


def play(deal: DealLike, example: Example, move: str) -> None:
    """Make a move that must be among the legal ones."""
    legal = set(deal.moves())
    assert move in legal, f"{example['id']}: {move} is not among {sorted(legal)}"
    deal.play(move)


def _position_hands(rules: Rules, players: int, example: Example) -> list[list[str]]:
    """The hands of a position; what is not named goes round the seats that are not."""
    named = {int(seat): cards(text) for seat, text in example.get("others", {}).items()}
    if "hand" in example:
        named[example.get("turn", 0)] = cards(example["hand"])
    placed = cards(example["table"]) + [card for hand in named.values() for card in hand]
    hands = [named.get(seat, []) for seat in range(players)]
    unnamed = [seat for seat in range(players) if seat not in named]
    rest = _rest("sevens", rules, placed)
    assert unnamed or not rest, f"{example['id']}: these cards are nowhere: {rest}"
    for n, card in enumerate(rest):
        hands[unnamed[n % len(unnamed)]].append(card)
    return hands


def _check_match(
    adapter: Adapter, game: str, example: Example, step: Example, more: list[list[int]]
) -> None:
    rules, players, _ = _setting(game, example)
    scores = [list(score) for score in example.get("scores", [])]
    match = adapter.match(game, rules, players, scores + more)
    for key, value in step["match"].items():
        same(example, f"match {key}", match[key], value)


# --- Semerik: following ------------------------------------------------------------------


def _check_following(adapter: Adapter, example: Example) -> None:
    for follow, expected in example["legal"].items():
        rules = {**example.get("rules", {}), "follow": follow}
        led, hand = cards(example["led"]), cards(example["hand"])
        hands = _hands_before_trick(led, hand)
        deal = adapter.deal("semerik", rules, 4, 3, hands, [])
        for trick in range(10 - len(hand)):
            for seat in range(4):
                play(deal, example, hands[seat][trick])
        for seat in range(len(led)):
            play(deal, example, hands[seat][10 - len(hand)])
        same(example, "turn", deal.turn, len(led))
        same(example, "hand", set(deal.hands[len(led)]), set(hand))
        legal = {move for move in deal.moves() if not move.startswith("show")}
        same(
            example,
            f"legal under {follow}",
            legal,
            set(hand if expected == "any" else cards(expected)),
        )


def _hands_before_trick(led: list[str], hand: list[str]) -> list[list[str]]:
    """Hands of ten, in the order played, that lead to this trick and this hand.

    Seat 0 runs nine cards of a suit that the example does not speak of, from the top; the
    tenth and lowest is the first card the seat with the hand throws away. Nobody else
    holds that suit, so every other card thrown is legal under any `follow`.
    """
    earlier = 10 - len(hand)
    assert earlier > 0
    assert len(led) < 4
    named = led + hand
    suit = next(s for s in "shdc" if all(card[-1] != s for card in named))
    run = [rank + suit for rank in reversed(_SEMERIK_RANKS)]
    spare = [card for card in _rest("semerik", {}, named) if card[-1] != suit]
    hands = [[*run[:earlier], led[0], *run[earlier:9]]]
    for card in led[1:]:
        thrown = [spare.pop() for _ in range(earlier)]
        hands.append([*thrown, card, *(spare.pop() for _ in range(len(hand) - 1))])
    hands.append([run[9], *(spare.pop() for _ in range(earlier - 1)), *hand])
    while len(hands) < 4:
        hands.append([spare.pop() for _ in range(10)])
    assert not spare
    return hands


# --- Semerik: declaring ------------------------------------------------------------------


def _check_declarations(adapter: Adapter, example: Example) -> None:
    rules = example.get("rules", {})
    declare, refused = example.get("declare", []), example.get("refused", [])
    hands = _hands_with(cards(example["hand"]), declare + refused)
    before = 0
    for count in range(len(declare) + 1):
        deal = adapter.deal("semerik", rules, 4, 3, hands, [])
        for combination in declare[:count]:
            play(deal, example, f"show {combination}")
        for combination in declare[:count] + refused:
            assert f"show {combination}" not in deal.moves(), (
                f"{example['id']}: {combination} may be declared"
            )
        while deal.turn is not None:
            deal.play(min(move for move in deal.moves() if not move.startswith("show")))
        shown = deal.result()["shown"]
        same(example, "shown by the other side", shown[1], 0)
        if count:
            same(example, declare[count - 1], shown[0] - before, example["worth"][count - 1])
        else:
            same(example, "nothing declared", shown[0], 0)
        before = shown[0]


def _hands_with(hand: list[str], combinations: list[str]) -> list[list[str]]:
    """Four hands of ten; seat 0 holds this hand and cards that change nothing in it."""
    kinds = [combination.split() for combination in combinations]
    suits = [what for kind, what in kinds if kind == "baba"]
    ranks = [what for kind, what in kinds if kind == "triple"]
    rest = _rest("semerik", {}, hand)
    idle = [card for card in rest if card[-1] not in suits and card[:-1] not in ranks]
    first = hand + idle[: 10 - len(hand)]
    others = [card for card in rest if card not in first]
    return [first, others[:10], others[10:20], others[20:]]


# --- small things ------------------------------------------------------------------------


def _setting(game: str, example: Example) -> tuple[Rules, int, int]:
    players = example.get("players", {"sedma": 2, "semerik": 4}.get(game))
    assert isinstance(players, int), f"{example['id']}: how many players?"
    return dict(example.get("rules", {})), players, example.get("dealer", players - 1)


def cards(text: str) -> list[str]:
    """The words of a text: cards, or moves without blanks."""
    return text.split()


def _rest(game: str, rules: Rules, placed: Iterable[str]) -> list[str]:
    """The pack without the cards placed: spades, hearts, diamonds, clubs, upwards."""
    ranks = _RANKS[game]
    if rules.get("deck") == 32 or rules.get("preset") == "short":
        ranks = _SEDMA_RANKS
    pack = [rank + suit for suit in "shdc" for rank in ranks]
    gone = list(placed)
    assert len(set(gone)) == len(gone), f"named twice: {sorted(gone)}"
    assert set(gone) <= set(pack), f"not in the pack: {set(gone) - set(pack)}"
    return [card for card in pack if card not in gone]


def same(example: Example, what: str, found: object, expected: object) -> None:
    """Compare, and say which example and what in it."""
    if isinstance(found, set) and isinstance(expected, set):
        found, expected = sorted(found), sorted(expected)
    assert found == expected, f"{example['id']}: {what}: {found!r}, and not {expected!r}"
