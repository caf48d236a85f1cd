"""Cards in words, and whole names: what a screen reader can say."""

from collections.abc import Iterable, Sequence

from seven_games.engine.cards import (
    FIRST_JOKER,
    JACK,
    RANKS,
    cards_of,
    count,
    rank_of,
    suit_of,
)
from seven_games.i18n import _, ngettext
from seven_games.tui.draw.cards import Faces, in_order
from seven_games.tui.draw.scene import Scene

LONGEST_NAME = 20


class Words(Faces):
    """Faces that are words: `8 of spades`."""

    def card(self, card: int) -> str:
        if card >= FIRST_JOKER:
            return self.joker
        of = (_("{rank} of spades"), _("{rank} of hearts"), _("{rank} of diamonds"))
        said = (*of, _("{rank} of clubs"))[suit_of(card)]
        return said.format(rank=rank_word(rank_of(card)))

    def cards(self, cards: int | Iterable[int]) -> str:
        listed = cards_of(cards) if isinstance(cards, int) else cards
        return ", ".join(self.card(card) for card in listed)


class SpokenScene(Scene):
    """A scene whose names are never cut short."""

    def name(self, seat: int, cells: int = LONGEST_NAME) -> str:
        return super().name(seat)

    def side_name(self, seats: Sequence[int], cells: int = LONGEST_NAME, between: str = "") -> str:
        names = [self.name(seat) for seat in sorted(seats, key=lambda s: s != self.view.seat)]
        if len(names) == 1:
            return names[0]
        return _("{first} and {second}").format(first=names[0], second=names[1])


def words() -> Words:
    """The words of the language in use."""
    suits = (_("spades"), _("hearts"), _("diamonds"), _("clubs"))
    return Words("words", suits, _("a joker"), ", ", "Enter")


def rank_word(rank: int) -> str:
    """A rank as it is said: `8`, `jack`.

    >>> rank_word(0), rank_word(12)
    ('2', 'ace')
    """
    if rank < JACK:
        return RANKS[rank]
    return (_("jack"), _("queen"), _("king"), _("ace"))[rank - JACK]


def by_suit(faces: Faces, hand: int, ranks: Sequence[int]) -> str:
    """A hand as it is quickest to hear: `spades 7, queen; hearts 4; 1 joker`.

    >>> by_suit(words(), 1 << 5 | 1 << 10 | 1 << 15, range(13))
    'spades 7, queen; hearts 4'
    """
    held: dict[int, list[str]] = {}
    for card in in_order(hand, ranks):
        if card < FIRST_JOKER:
            held.setdefault(suit_of(card), []).append(rank_word(rank_of(card)))
    parts = [f"{faces.suits[suit]} {', '.join(said)}" for suit, said in held.items()]
    jokers = count(hand >> FIRST_JOKER)
    if jokers:
        parts.append(ngettext("{n} joker", "{n} jokers", jokers).format(n=jokers))
    return "; ".join(parts)


def scores(scene: Scene, values: Sequence[int]) -> str:
    """What every side has, where the values are by seat or by side."""
    return ", ".join(
        f"{scene.side_name(side)} {values[scene.side(side[0])]}" for side in scene.sides
    )


def trick_text(scene: Scene, trick: Sequence[tuple[int, int]]) -> str:
    """Who played what to a trick, in order."""
    return ", ".join(f"{scene.name(seat)} {scene.faces.card(card)}" for seat, card in trick)
