"""Sedma as sentences: the trick, and how a deal was won."""

from typing import cast

from seven_games.engine.sedma import SedmaRules, SedmaView
from seven_games.i18n import _
from seven_games.plain.words import trick_text
from seven_games.tui.draw import sedma as drawing
from seven_games.tui.draw.scene import (
    Scene,
    move_text,
    points_text,
    result_of,
    tricks_text,
    turn_text,
)


def _view(scene: Scene) -> SedmaView:
    return cast("SedmaView", scene.view)


def prompt(scene: Scene) -> str:
    """What the rules want now; the moves are listed after it."""
    view = _view(scene)
    if not view.asked:
        return drawing.prompt(scene)
    winner, card = drawing.winning(scene)
    if winner == view.seat:
        said = _("You are winning. Go on, or stop and take the trick?")
    elif scene.partner(winner):
        said = _("Your partner is winning. Go on, or stop and take the trick?")
    else:
        said = _("{name} beat your {led} with {card}. Go on, or stop and let it go?")
    led = scene.faces.card(view.trick[0][1])
    said = said.format(name=scene.name(winner), led=led, card=scene.faces.card(card))
    return f"{turn_text(scene)} {said}"


def told(scene: Scene, seat: int, move: int) -> str:
    """A move, and who took the trick by it."""
    return f"{move_text(scene, seat, move)} {drawing.taken(scene)}".strip()


def beside(scene: Scene) -> list[str]:
    """The trick that is on, where more was played than one has just heard."""
    return _trick(scene) if len(_view(scene).trick) > 1 else []


def _trick(scene: Scene) -> list[str]:
    """The trick that is on, in one line."""
    view = _view(scene)
    if not view.trick or view.taking is None:
        return []
    said = (
        _("Trick: {cards}; you are winning, {points}.")
        if scene.is_you(view.taking)
        else _("Trick: {cards}; {name} is winning, {points}.")
    )
    return [
        said.format(
            cards=trick_text(scene, view.trick),
            name=scene.name(view.taking),
            points=points_text(view.pile),
        )
    ]


def table(scene: Scene) -> list[str]:
    """The trick that is on, the last one, the stock, and what everybody has taken."""
    view = _view(scene)
    said = _trick(scene)
    if view.last_trick and view.last_taker is not None:
        cards = trick_text(scene, view.last_trick)
        took = (
            _("Last trick: {cards}; you took it.")
            if scene.is_you(view.last_taker)
            else _("Last trick: {cards}; {name} took it.")
        )
        said.append(took.format(cards=cards, name=scene.name(view.last_taker)))
    for side in scene.sides:
        number = scene.side(side[0])
        said.append(
            _("{name}: {points}, {tricks}.").format(
                name=scene.side_name(side),
                points=points_text(view.points[number]),
                tricks=tricks_text(view.tricks[number]),
            )
        )
    return [*said, _("Cards in the stock: {n}.").format(n=view.stock)]


def account(scene: Scene) -> list[str]:
    """How a deal ended for every side, and why."""
    view, result = _view(scene), result_of(scene.view)
    said = []
    for side in scene.sides:
        number = scene.side(side[0])
        said.append(
            _("{name}: {points}, {tricks}, game {score}, total {total}.").format(
                name=scene.side_name(side),
                points=points_text(result["card_points"][number]),
                tricks=tricks_text(result["tricks"][number]),
                score=f"{result['score'][number]:+d}",
                total=scene.standing.totals[number],
            )
        )
    said += drawing.reasons(scene)
    if view.last_trick:
        said.append(drawing.last_text(scene))
    if cast("SedmaRules", view.rules).next_dealer == "loser" and not scene.standing.over:
        said.append(_("{name} deals next.").format(name=scene.name(scene.standing.dealer)))
    return said
