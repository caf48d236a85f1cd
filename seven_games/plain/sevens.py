"""Sevens as sentences: the rows, and what a deal cost."""

from typing import cast

from seven_games.engine.cards import PASS, rank_of
from seven_games.engine.sevens import SevensRules, SevensView
from seven_games.i18n import _, ngettext
from seven_games.plain.words import by_suit, rank_word
from seven_games.tui.draw import sevens as drawing
from seven_games.tui.draw.scene import Scene, cards_text, move_text, played_card, turn_text


def _view(scene: Scene) -> SevensView:
    return cast("SevensView", scene.view)


def prompt(scene: Scene) -> str:
    """What the rules want now; the moves are listed after it."""
    view = _view(scene)
    fitting = {played_card(move)[0] for move in view.moves if move != PASS}
    if not fitting or not view.table or fitting & set(view.jokers):
        return drawing.prompt(scene)
    said = ngettext("{turn} {cards}. Fits:", "{turn} {cards}. Fit:", len(fitting))
    held = cards_text(view.counts[view.seat or 0])
    return said.format(turn=turn_text(scene), cards=held)


def told(scene: Scene, seat: int, move: int) -> str:
    """A move, and what everybody sees of it."""
    return f"{move_text(scene, seat, move)} {_after(scene, seat, move)}".strip()


def _after(scene: Scene, seat: int, move: int) -> str:
    view, you = _view(scene), scene.is_you(seat)
    name = scene.name(seat)
    if move != PASS:
        held = view.counts[seat]
        if not held:
            return _("You are out.") if you else _("{name} is out.").format(name=name)
        said = _("You have {cards}.") if you else _("{name} has {cards}.")
        return said.format(name=name, cards=cards_text(held))
    limit = cast("SevensRules", view.rules).pass_limit
    laid = dict(view.eliminated).get(seat)
    if laid is not None:
        said = (
            _("You are put out and lay {cards}.")
            if you
            else _("{name} is put out and lays {cards}.")
        )
        ranks = drawing.ranks(view.rules)
        return said.format(name=name, cards=by_suit(scene.faces, laid, ranks))
    if limit is None:
        return ""
    return ngettext("{n} of {limit} pass used.", "{n} of {limit} passes used.", limit).format(
        n=view.passes[seat], limit=limit
    )


def beside(scene: Scene) -> list[str]:
    """The four rows in one line."""
    rows = "; ".join(_row(scene, suit) for suit in range(4))
    said = [_("Table: {rows}.").format(rows=rows)]
    view = _view(scene)
    if view.loose:
        cards = by_suit(scene.faces, view.loose, drawing.ranks(view.rules))
        said.append(_("Not joined to a seven: {cards}.").format(cards=cards))
    return [" ".join(said)]


def table(scene: Scene) -> list[str]:
    """The rows are the table."""
    return beside(scene)


def _row(scene: Scene, suit: int) -> str:
    view = _view(scene)
    columns = [13 * suit + rank for rank in drawing.ranks(view.rules)]
    joined = [card for card in columns if (view.table & ~view.loose) >> card & 1]
    name = scene.faces.suits[suit]
    if not joined:
        return _("{suit} shut").format(suit=name)
    low, high = rank_word(rank_of(joined[0])), rank_word(rank_of(joined[-1]))
    if len(joined) == 1:
        said = f"{name} {low}"
    elif len(joined) == len(columns):
        said = _("{suit} full").format(suit=name)
    else:
        said = _("{suit} {low} to {high}").format(suit=name, low=low, high=high)
    places = [rank_word(rank_of(card)) for card in joined if card in view.jokers]
    if places:
        said += " " + _("(a joker lies as {rank})").format(rank=places[0])
    return said


def account(scene: Scene) -> list[str]:
    """How a deal ended for every seat, and why."""
    return [*[_of_seat(scene, seat) for seat in scene.seats], *drawing.remarks(scene)]


def _of_seat(scene: Scene, seat: int) -> str:
    view = _view(scene)
    figures = ", ".join(f"{title} {values[seat]}" for title, values in drawing.figures(scene))
    said = f"{scene.name(seat)}: {figures}."
    hand = (view.hands or ())[seat]
    if not hand:
        return said
    return f"{said} " + _("Left: {cards}.").format(
        cards=by_suit(scene.faces, hand, drawing.ranks(view.rules))
    )
