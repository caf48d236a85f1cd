"""Every key of the program, once: what it does, where, and what it is called.

The screens find actions here, the hint line and the help page are made from it. A letter works
in both cases and on Cyrillic layouts, by the key that bears it there.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache

from seven_games.engine.cards import PASS, STOP
from seven_games.engine.game import View
from seven_games.engine.refusal import N_
from seven_games.i18n import _
from seven_games.tui.draw.cards import DIGITS, Faces
from seven_games.tui.draw.scene import Hint, is_declaration

PLAY = "play"
"""The hand is open and it may be this seat's turn."""
WATCH = "watch"
"""Others are to move."""
CURTAIN = "curtain"
"""The hands are covered until the next person asks."""
RESULT = "result"
"""A deal is over and its result is shown."""
PAGE = "page"
"""A page of text lies over the table."""
MENU = "menu"
"""A list to choose from."""
FORM = "form"
"""A list of things to set."""
REVIEW = "review"
"""The decisions of a finished deal, one by one."""

TABLE = (PLAY, WATCH)
ALL = (PLAY, WATCH, CURTAIN, RESULT, PAGE, MENU, FORM, REVIEW)


@dataclass(frozen=True)
class Key:
    """One action: the keys that do it, as the terminal names them, and its words.

    `shown` is the key in the hint line and on the help page, `label` what it does in a word or
    two, `sentence` in full; `hinted` are the contexts where the hint line has it.
    """

    action: str
    keys: tuple[str, ...]
    shown: str
    label: str
    sentence: str
    contexts: tuple[str, ...]
    hinted: tuple[str, ...] = ()
    alone: str = ""
    """The label where another action does not share it."""


def _letters(latin: str, cyrillic: str = "") -> tuple[str, ...]:
    return tuple(sorted({sign for letter in latin + cyrillic for sign in (letter, letter.upper())}))


KEYS: tuple[Key, ...] = (
    Key(
        "next",
        ("right", "tab", *_letters("k", "л")),
        "←→",
        N_("card"),
        N_("To the next card that fits, or the one before; also Tab, j and k."),
        TABLE,
        TABLE,
    ),
    Key(
        "previous",
        ("left", "shift+tab", *_letters("j", "о")),
        "←",
        N_("card"),
        N_("To the card before; also j."),
        TABLE,
    ),
    Key(
        "walk_next",
        ("shift+right",),
        "⇧→",
        N_("any card"),
        N_("To any card, with ⇧← back: the line below says why one does not fit."),
        TABLE,
    ),
    Key(
        "walk_previous",
        ("shift+left",),
        "⇧←",
        N_("any card"),
        N_("To the card before even if it does not fit."),
        TABLE,
    ),
    Key(
        "play",
        ("enter", "space"),
        "⏎",
        N_("play"),
        N_("Play the marked card; Space does it too."),
        (PLAY,),
        (PLAY,),
    ),
    Key(
        "skip",
        ("space",),
        "␣",
        N_("skip to my turn"),
        N_("While others play: on to your turn at once."),
        (WATCH,),
        (WATCH,),
    ),
    Key("clear", ("enter",), "⏎", N_("go on"), N_("Clear the finished trick."), (WATCH,)),
    Key(
        "digit",
        tuple(DIGITS),
        "1-9",
        N_("pick"),
        N_("Mark the card with this number, 0 the tenth; the same number again plays it."),
        TABLE,
        (PLAY,),
    ),
    Key(
        "pass",
        _letters("p", "з"),
        "p",
        N_("pass"),
        N_("Pass, where the rules allow it."),
        (PLAY,),
        (PLAY,),
    ),
    Key(
        "stop",
        _letters("s", "ыі"),
        "s",
        N_("stop"),
        N_("Stop and let the trick go."),
        (PLAY,),
        (PLAY,),
    ),
    Key(
        "declare",
        _letters("d", "в"),
        "d",
        N_("show"),
        N_("Show a combination before you play a card."),
        (PLAY,),
        (PLAY,),
    ),
    Key(
        "finish",
        _letters("f", "а"),
        "f",
        N_("finish"),
        N_("Play to the end at once, where nobody can change the result any more."),
        (PLAY,),
        (PLAY,),
    ),
    Key(
        "hint",
        _letters("h", "р"),
        "h",
        N_("hint"),
        N_("A hint: first the idea, then the card, then the reason with figures."),
        TABLE,
        (PLAY,),
    ),
    Key(
        "undo",
        _letters("u", "г"),
        "u",
        N_("undo"),
        N_("Back to your last decision, over the moves of the bots."),
        TABLE,
        (PLAY,),
    ),
    Key(
        "open",
        _letters("o", "щ"),
        "o",
        N_("open my cards"),
        N_("Open the cards of the player who is named."),
        (CURTAIN,),
        (CURTAIN,),
    ),
    Key(
        "go_on",
        ("enter", "space", "n", "т"),
        "⏎",
        N_("go on"),
        N_("On to the next deal; also n."),
        (RESULT,),
        (RESULT,),
    ),
    Key(
        "review",
        _letters("r", "к"),
        "r",
        N_("review"),
        N_("Look back at your decisions in a finished deal."),
        (PLAY, WATCH, RESULT),
        (RESULT,),
    ),
    Key(
        "last",
        _letters("t", "е"),
        "t",
        N_("last trick"),
        N_("What was played last."),
        (PLAY, WATCH, CURTAIN),
        (PLAY, WATCH),
    ),
    Key(
        "log",
        _letters("l", "д"),
        "l",
        N_("log"),
        N_("Everything played in this deal."),
        (PLAY, WATCH, CURTAIN, RESULT),
        (PLAY, WATCH, CURTAIN, RESULT),
    ),
    Key(
        "scores",
        _letters("c", "с"),
        "c",
        N_("scores"),
        N_("The deals of this match and their scores."),
        (PLAY, WATCH, CURTAIN, RESULT),
        (RESULT,),
    ),
    Key(
        "out",
        _letters("w", "ц"),
        "w",
        N_("what is out"),
        N_("The cards you have not seen, from what was played in the open."),
        TABLE,
    ),
    Key(
        "new",
        ("n", "т"),
        "n",
        N_("new deal"),
        N_("New cards: the match begins anew."),
        TABLE,
    ),
    Key(
        "again",
        ("N", "Т"),
        "N",
        N_("same deal"),
        N_("The same cards once more from the first move; only alone against bots."),
        (PLAY, WATCH, RESULT),
    ),
    Key(
        "slower",
        ("left_square_bracket", "[", "х", "Х"),
        "[ ]",
        N_("speed"),
        N_("The bots play slower with [ and faster with ]."),
        TABLE,
        (WATCH,),
        N_("slower"),
    ),
    Key(
        "faster",
        ("right_square_bracket", "]", "ъ", "Ъ", "ї", "Ї"),
        "]",
        N_("faster"),
        N_("The bots play faster."),
        TABLE,
    ),
    Key(
        "menu",
        (*_letters("m", "ь"), "ctrl+p"),
        "m",
        N_("menu"),
        N_("Everything that can be done or set here, in a list; also Ctrl+P."),
        (PLAY, WATCH, CURTAIN, RESULT),
        (PLAY, WATCH, RESULT),
    ),
    Key(
        "type",
        (":", "Ж"),
        ":",
        N_("type a card"),
        N_("Type a card, for instance 7c, and press Enter."),
        (PLAY,),
    ),
    Key(
        "up",
        ("up", *_letters("k", "л")),
        "↑↓",
        N_("scroll"),
        N_("Scroll a long page."),
        (PAGE, RESULT),
        (PAGE,),
    ),
    Key(
        "down",
        ("down", *_letters("j", "о")),
        "↓",
        N_("scroll"),
        N_("Scroll a long page down."),
        (PAGE, RESULT),
    ),
    Key("page_up", ("pageup",), "PgUp", N_("scroll"), N_("A screen up."), (PAGE, RESULT)),
    Key("page_down", ("pagedown",), "PgDn", N_("scroll"), N_("A screen down."), (PAGE, RESULT)),
    Key("top", ("home",), "Home", N_("top"), N_("To the beginning of a page."), (PAGE, RESULT)),
    Key("end", ("end",), "End", N_("end"), N_("To the end of a page."), (PAGE, RESULT)),
    Key(
        "close",
        ("enter", "space", "escape", *_letters("q", "й"), "ctrl+q"),
        "esc",
        N_("back"),
        N_("Back to the table."),
        (PAGE,),
    ),
    Key(
        "item_up",
        ("up", "left", "shift+tab", *_letters("k", "л")),
        "↑↓",
        N_("move"),
        N_("To another entry."),
        (MENU,),
        (MENU,),
    ),
    Key(
        "item_down",
        ("down", "right", "tab", *_letters("j", "о")),
        "↓",
        N_("move"),
        N_("To the entry below."),
        (MENU,),
    ),
    Key(
        "choose",
        ("enter", "space"),
        "⏎",
        N_("choose"),
        N_("Choose the marked entry."),
        (MENU,),
        (MENU,),
    ),
    Key(
        "form_up",
        ("up", "shift+tab", *_letters("k", "л")),
        "↑↓",
        N_("move"),
        N_("To another line."),
        (FORM,),
        (FORM,),
    ),
    Key(
        "form_down",
        ("down", "tab", *_letters("j", "о")),
        "↓",
        N_("move"),
        N_("To the line below."),
        (FORM,),
    ),
    Key(
        "less",
        ("left", "minus", "-"),
        "←→",
        N_("change"),
        N_("Another value."),
        (FORM,),
        (FORM,),
    ),
    Key("more", ("right", "plus", "+"), "→", N_("change"), N_("The next value."), (FORM,)),
    Key(
        "edit",
        ("enter", "space"),
        "⏎",
        N_("choose"),
        N_("Type a value, or take the next one."),
        (FORM,),
        (FORM,),
    ),
    Key(
        "decision_up",
        ("up", "shift+tab", *_letters("k", "л")),
        "↑↓",
        N_("move"),
        N_("To another decision."),
        (REVIEW,),
        (REVIEW,),
    ),
    Key(
        "decision_down",
        ("down", "tab", *_letters("j", "о")),
        "↓",
        N_("move"),
        N_("To the decision below."),
        (REVIEW,),
    ),
    Key(
        "from_here",
        ("enter", "space"),
        "⏎",
        N_("replay"),
        N_("Play on from this decision at a table of its own; the match stays as it is."),
        (REVIEW,),
        (REVIEW,),
    ),
    Key(
        "hands",
        _letters("m", "ь"),
        "m",
        N_("hands"),
        N_("Show what everybody really held then, or hide it."),
        (REVIEW,),
        (REVIEW,),
    ),
    Key(
        "copy",
        _letters("c", "с"),
        "c",
        N_("code"),
        N_("Copy the code of this deal, where the terminal lets one copy."),
        (REVIEW,),
        (REVIEW,),
    ),
    Key(
        "export",
        _letters("e", "у"),
        "e",
        N_("export"),
        N_("Write this review to a text file."),
        (REVIEW,),
        (REVIEW,),
    ),
    Key(
        "earlier",
        ("left",),
        "←→",
        N_("deal"),
        N_("To the deal before, or another player's decisions; → to the next one."),
        (REVIEW,),
        (REVIEW,),
    ),
    Key("later", ("right",), "→", N_("deal"), N_("To the next deal."), (REVIEW,)),
    Key(
        "leave_review",
        ("escape", *_letters("q", "й"), "ctrl+q"),
        "esc",
        N_("back"),
        N_("Back to where you came from; what was found is kept."),
        (REVIEW,),
    ),
    Key("delete", ("delete", *_letters("x", "ч")), "x", N_("remove"), N_("Remove it."), (MENU,)),
    Key(
        "item",
        tuple(DIGITS),
        "1-9",
        N_("choose"),
        N_("Choose the entry with this number."),
        (MENU,),
    ),
    Key(
        "help",
        ("?", "question_mark", "f1"),
        "?",
        N_("help"),
        N_("The rules in force, the keys and the marks."),
        ALL,
    ),
    Key(
        "quit",
        ("escape", "ctrl+q", *_letters("q", "й")),
        "q",
        N_("quit"),
        N_("Leave; also Esc. The match is kept."),
        (PLAY, WATCH, CURTAIN, RESULT, MENU, FORM),
    ),
    Key("interrupt", ("ctrl+c",), "^C", N_("leave"), N_("Twice: leave the program at once."), ALL),
    Key(
        "suspend",
        ("ctrl+z",),
        "^Z",
        N_("to the shell"),
        N_("Back to the shell, where there is one; fg returns to the table."),
        ALL,
    ),
)
_BY_ACTION = {key.action: key for key in KEYS}


@cache
def _actions(context: str) -> dict[str, str]:
    found: dict[str, str] = {}
    for key in KEYS:
        if context in key.contexts:
            for name in key.keys:
                found.setdefault(name, key.action)
    return found


def action(context: str, key: str, character: str | None) -> str | None:
    """What this key does here: the key as Textual names it, and the sign it types."""
    known = _actions(context)
    return known.get(key) or (known.get(character) if character else None)


def _shown(key: Key, faces: Faces) -> str:
    return {"⏎": faces.enter, "←→": faces.arrows, "␣": _("space")}.get(key.shown, key.shown)


def hints(context: str, faces: Faces, without: Iterable[str] = ()) -> tuple[Hint, ...]:
    """The entries of the hint line here, without those that are of no use now."""
    left_out = set(without)
    return tuple(
        Hint(_shown(key, faces), _(key.label), key.action)
        for key in KEYS
        if context in key.hinted and key.action not in left_out
    )


def useless(view: View, *, undo: bool, fixed: bool = False) -> set[str]:
    """The actions that need no place in the hint line; `fixed`: the result is certain."""
    without = {
        "pass": PASS not in view.moves,
        "stop": STOP not in view.moves,
        "declare": not any(is_declaration(move) for move in view.moves),
        "undo": not undo,
        "finish": not fixed,
        "hint": len(view.moves) < 2,
        "last": not getattr(view, "last_trick", ()),
    }
    return {action for action, never in without.items() if never}


def always(context: str) -> tuple[Hint, ...]:
    """The entries that the hint line always has: help, and the way out."""
    out = _BY_ACTION["quit"]
    if context == PAGE:
        return (Hint(out.shown, _("back"), "close"),)
    if context == REVIEW:
        out = _BY_ACTION["leave_review"]
    shown = (_BY_ACTION["help"], out)
    return tuple(Hint(key.shown, _(key.label), key.action) for key in shown)


_NO_MENU = {"next", "previous", "walk_next", "walk_previous", "digit", "clear", "menu", "interrupt"}
_NO_MENU |= {"up", "down", "page_up", "page_down", "top", "end"}
"""What makes no sense as an entry of the menu that opens over the table."""


def menu(
    context: str, faces: Faces, without: Iterable[str] = ()
) -> list[tuple[str, str, str, str]]:
    """Every action of a context for the menu: action, key, label, sentence."""
    left_out = _NO_MENU | set(without)
    return [
        (key.action, _shown(key, faces), _(key.alone or key.label), _(key.sentence))
        for key in KEYS
        if context in key.contexts and key.action not in left_out
    ]


def help_lines(
    faces: Faces, contexts: Iterable[str], without: Iterable[str] = ()
) -> list[tuple[str, str]]:
    """Key and sentence of every action of these contexts, for the help page and the README."""
    left_out, wanted = set(without) | _PAIRED, set(contexts)
    return [
        (_shown(key, faces), _(key.sentence))
        for key in KEYS
        if wanted & set(key.contexts) and key.action not in left_out
    ]


_PAIRED = {"previous", "faster", "clear", "down", "item_down", "form_down", "more", "walk_previous"}
_PAIRED |= {"decision_down", "later"}
"""What the line of another key says as well."""
TABLE_CONTEXTS = (PLAY, WATCH, CURTAIN, RESULT)
