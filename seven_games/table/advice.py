"""Advice for a person: asked for beside the table, and said in words."""

import asyncio
from collections.abc import Callable
from typing import cast

from seven_games.bots.advice import DIGITS, Advice, think
from seven_games.bots.search import Budget, Judged
from seven_games.bots.thinker import THINKER, ThinkingError
from seven_games.bots.worker import Job, Urgency
from seven_games.engine import Sentence, View
from seven_games.engine.refusal import N_
from seven_games.i18n import _, ngettext

SILENT = 20.0
"""Whoever has said nothing for so many seconds does not think any more. It says so every slice."""

Face = Callable[[int], str]
"""How a card, or another move, is named."""


async def asked(
    view: View,
    budget: Budget,
    seed: int,
    made: int | None = None,
    tell: Callable[[float], None] | None = None,
) -> Advice:
    """Advice from the process that thinks: whoever waits can do something else, or be cancelled.

    `made` is a move that was made and is to be compared with the best; `tell` hears how much of
    it is done, from 0 to 1. Raises RuntimeError where it fails, or where nothing was heard of it
    for SILENT seconds.
    """
    urgency = Urgency.HINT if made is None else Urgency.REVIEW
    clock = asyncio.get_running_loop().time

    def told(done: object) -> None:
        patience.reschedule(clock() + SILENT)
        if tell is not None:
            tell(cast("float", done))

    try:
        async with asyncio.timeout(SILENT) as patience:
            return await THINKER.ask(Job(think, (view, budget, seed, made)), urgency, told)
    except TimeoutError:
        raise ThinkingError("nothing is heard of it") from None


# In words


def said(sentence: Sentence, face: Face, between: str = " ") -> str:
    """A sentence of its own: with a capital and a full stop.

    >>> from seven_games.engine import format_move
    >>> from seven_games.engine.refusal import Cards
    >>> said(Sentence("nothing goes over {card}", card=Cards((5,))), format_move)
    'Nothing goes over 7s.'
    """
    text = sentence.say(_, face, between)
    text = text[:1].upper() + text[1:]
    return text if text.endswith((".", "!", "?")) else text + "."


def figure(value: float, unit: str, *, signed: bool = True) -> str:
    """What something is worth, as exactly as makes sense in this unit.

    >>> figure(0.62, "cards"), figure(-1.253, "game points"), figure(52.4, "% of wins")
    ('+0.6', '−1.25', '+52')
    """
    text = f"{abs(value):.{DIGITS.get(unit, 1)}f}"
    if not signed or not float(text):
        return text
    return ("+" if value > 0 else "−") + text


def worth(one: Judged, advice: Advice, face: Face) -> str:
    """A move with what it is worth: `8♠ +0.6`."""
    return f"{face(one.move)} {figure(one.mean, advice.unit)}"


_COUNTED = {
    "cards": N_("cards ahead of the others (− behind)"),
    "points": N_("points ahead of the others (− behind)"),
    "game points": N_("game points ahead of the others (− behind)"),
    "chips": N_("chips won (− lost)"),
    "% of wins": N_("deals won of a hundred"),
}
"""What a figure in a unit says to a player."""


def basis(advice: Advice) -> str:
    """What the figures count, and what they stand on.

    >>> from seven_games.bots.advice import thought
    >>> from seven_games.engine import GAMES
    >>> view = GAMES["sedma"].deal(GAMES["sedma"].rules(), dealer=1, seed=7).view(0)
    >>> advice = thought(view, Budget(worlds=8, whole=True))
    >>> basis(advice)
    'game points ahead of the others (− behind), mean of 8 deals that agree with the play'
    """
    return ngettext(
        "{counted}, in {n} deal that agrees with the play",
        "{counted}, mean of {n} deals that agree with the play",
        advice.worlds,
    ).format(counted=_(_COUNTED[advice.unit]), n=advice.worlds)


def basis_known_then(advice: Advice) -> str:
    """The same in a review, which might know more."""
    return ngettext(
        "{counted}, in {n} deal that agrees with what could be known then",
        "{counted}, mean of {n} deals that agree with what could be known then",
        advice.worlds,
    ).format(counted=_(_COUNTED[advice.unit]), n=advice.worlds)


def meaning(unit: str) -> str:
    """What the figures of a review count, whatever they stand on.

    >>> meaning("chips")
    'chips won (− lost), mean of deals that agree with what could be known then'
    """
    return _("{counted}, mean of deals that agree with what could be known then").format(
        counted=_(_COUNTED[unit])
    )


def short_basis(advice: Advice) -> str:
    """The same where there is little room."""
    return ngettext("{unit}; {n} deal", "{unit}; mean of {n} deals", advice.worlds).format(
        unit=_(advice.unit), n=advice.worlds
    )


def card_named(advice: Advice, face: Face, between: str = " ") -> str:
    """The second step of a hint: the move, or those that are equal.

    >>> from seven_games.bots.advice import Reason
    >>> from seven_games.engine import format_move
    >>> moves = Judged(5, 0.6, 0.0, 0.0, 96), Judged(6, 0.5, 0.1, 0.1, 96)
    >>> reason = Reason("equal", Sentence("play what you like"), Sentence("about equal"))
    >>> card_named(Advice(moves, reason, (5, 6), "cards", 96), format_move)
    'About equal: 7s 8s.'
    """
    if len(advice.level) == 1:
        return _("The move: {move}.").format(move=face(advice.best))
    moves = between.join(face(move) for move in advice.level)
    return _("About equal: {moves}.").format(moves=moves)
