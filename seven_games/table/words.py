"""Words that the screen and the plain text share."""

from collections.abc import Callable
from datetime import UTC, datetime

from seven_games.engine import Refusal, format_move
from seven_games.i18n import _, ngettext
from seven_games.store.saves import Saved
from seven_games.table.names import clean_name


def sentence(refusal: Refusal, face: Callable[[int], str] = format_move, between: str = " ") -> str:
    """A refusal as a sentence of its own, its cards drawn by `face`.

    >>> sentence(Refusal("the deal is over"))
    'The deal is over.'
    """
    said = refusal.say(_, face, between)
    return said[:1].upper() + said[1:] + "."


def match_title(saved: Saved) -> str:
    """What a saved match is: its game, and which deal is on."""
    if saved.game is None:
        return _("damaged")
    number = saved.match.number if saved.match else 0
    return _("{game}, deal {n}").format(game=_(saved.game.title), n=max(number, 1))


def match_state(saved: Saved) -> str:
    """Who played and how long ago, or why it cannot be gone on with."""
    if saved.state == "damaged":
        return f"{saved.path.name}: {saved.problem}"
    names = ", ".join(clean_name(name, "?") for name in saved.names)
    if saved.state == "busy":
        return _("{names}; open in another window").format(names=names)
    return f"{names}; {ago(saved.when, datetime.now(UTC))}"


def ago(then: datetime, now: datetime) -> str:
    """How long ago something was, roughly."""
    minutes = max(0, int((now - then).total_seconds() // 60))
    if minutes < 1:
        return _("just now")
    if minutes < 60:
        return ngettext("{n} minute ago", "{n} minutes ago", minutes).format(n=minutes)
    hours = minutes // 60
    if hours < 48:
        return ngettext("{n} hour ago", "{n} hours ago", hours).format(n=hours)
    return ngettext("{n} day ago", "{n} days ago", hours // 24).format(n=hours // 24)
