"""Semerik as sentences: the trick, what was shown, and what a deal brought."""

from typing import cast

from seven_games.engine.cards import SHOW_BABA, count, rank_of
from seven_games.engine.semerik import ORDER, SemerikView
from seven_games.i18n import _
from seven_games.plain.words import by_suit, scores, trick_text
from seven_games.tui.draw import semerik as drawing
from seven_games.tui.draw.layout import text_of
from seven_games.tui.draw.scene import (
    Scene,
    is_declaration,
    move_text,
    result_of,
    tricks_text,
    turn_text,
)


def _view(scene: Scene) -> SemerikView:
    return cast("SemerikView", scene.view)


def prompt(scene: Scene) -> str:
    """What the rules want now; the moves are listed after it."""
    view = _view(scene)
    cards = [move for move in view.moves if move < SHOW_BABA]
    if view.must_beat is None or len(cards) == count(view.hand):
        return drawing.prompt(scene)
    said = [turn_text(scene)]
    if all(_rank(card) > _rank(view.must_beat) for card in cards):
        said.append(_("You must beat {card}.").format(card=scene.faces.card(view.must_beat)))
    else:
        said.append(_("You must follow suit."))
    if len(cards) < len(view.moves):
        said.append(_("d: show a combination."))
    return " ".join(said)


def _rank(card: int) -> int:
    """The place of a card in its suit, which is the one that was led."""
    return ORDER.index(rank_of(card))


def told(scene: Scene, seat: int, move: int) -> str:
    """A move, with the cards that it shows, and who took the trick by it."""
    if is_declaration(move):
        return drawing.shown_text(scene, _view(scene).shown[-1]) + "."
    taken = drawing.taken(scene)
    return f"{move_text(scene, seat, move)} {taken}".strip()


def beside(scene: Scene) -> list[str]:
    """The trick that is on, where more was played than one has just heard."""
    return _trick(scene) if len(_view(scene).trick) > 1 else []


def _trick(scene: Scene) -> list[str]:
    """The trick that is on, in one line."""
    view = _view(scene)
    if not view.trick or view.taking is None:
        return []
    said = (
        _("Trick: {cards}; you are winning.")
        if scene.is_you(view.taking)
        else _("Trick: {cards}; {name} is winning.")
    )
    cards = trick_text(scene, view.trick)
    return [said.format(cards=cards, name=scene.name(view.taking))]


def table(scene: Scene) -> list[str]:
    """The trick that is on, the last one, what was taken, and what was shown."""
    view = _view(scene)
    said = _trick(scene)
    if view.last_trick and view.last_taker is not None:
        took = (
            _("Last trick: {cards}; you took it.")
            if scene.is_you(view.last_taker)
            else _("Last trick: {cards}; {name} took it.")
        )
        cards = trick_text(scene, view.last_trick)
        said.append(took.format(cards=cards, name=scene.name(view.last_taker)))
    for side in scene.sides:
        number = scene.side(side[0])
        said.append(
            _("{name}: {tricks}, counters {n}, points shown {points}.").format(
                name=scene.side_name(side),
                tricks=tricks_text(sum(view.tricks[seat] for seat in side)),
                n=view.counters[number],
                points=view.points[number],
            )
        )
    return said + [drawing.shown_text(scene, shown) + "." for shown in view.shown]


def account(scene: Scene) -> list[str]:
    """How the points of a deal came about, how the game stands, and all hands."""
    view = _view(scene)
    said = [
        _("{label}: {scores}.").format(
            label=label[:1].upper() + label[1:], scores=scores(scene, values)
        )
        for label, values in drawing.account_rows(scene)
    ]
    said.append(_("This deal: {scores}.").format(scores=scores(scene, result_of(view)["score"])))
    said += [text_of(line) for line in drawing.game_lines(scene)]
    said += [drawing.shown_text(scene, shown) + "." for shown in view.shown]
    said.append(_("The hands were:"))
    for seat, hand in enumerate(drawing.dealt_hands(view)):
        cards = by_suit(scene.faces, hand, ORDER)
        said.append(f"{scene.name(seat)}: {cards}; {tricks_text(view.tricks[seat])}.")
    return said
