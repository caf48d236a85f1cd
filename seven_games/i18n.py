"""Translation: `_` and `ngettext` in the language of whoever is looking.

The language is a context variable and not a global, so that two sessions in one process may each
have their own.
"""

import gettext
from contextvars import ContextVar
from pathlib import Path

DOMAIN = "seven_games"
LOCALES = Path(__file__).parent / "locale"

_ENGLISH = gettext.NullTranslations()
_current: ContextVar[gettext.NullTranslations] = ContextVar("language")


def use(language: str) -> None:
    """Speak this language from here on in this context; English where it is not known."""
    _current.set(gettext.translation(DOMAIN, LOCALES, [language], fallback=True))


def _(sentence: str) -> str:
    """The sentence in the language in use; places in braces are filled in afterwards.

    >>> _("{name} passes").format(name="Olha")
    'Olha passes'
    """
    return _current.get(_ENGLISH).gettext(sentence)


def ngettext(one: str, many: str, n: int) -> str:
    """The form of a sentence that goes with the number n."""
    return _current.get(_ENGLISH).ngettext(one, many, n)
