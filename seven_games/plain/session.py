"""A match in lines of text: what happens is told, and whoever is to move is asked."""

import asyncio
import shlex
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Protocol

from seven_games.engine import GAMES, IllegalMove, NotationError, Refusal, parse_move
from seven_games.engine.cards import FIRST_JOKER, PASS, STOP, count, shorten
from seven_games.engine.game import View
from seven_games.i18n import _, ngettext
from seven_games.plain import sedma, semerik, sevens
from seven_games.plain.console import Console
from seven_games.plain.words import SpokenScene, by_suit, scores, words
from seven_games.table import Event, Table
from seven_games.table.desk import HINT
from seven_games.table.words import sentence
from seven_games.tui import keys
from seven_games.tui.draw import DRAWINGS, Entry, Scene, entries
from seven_games.tui.draw.frame import SHOW_KEY
from seven_games.tui.draw.layout import steady
from seven_games.tui.draw.scene import (
    SHORT,
    cards_text,
    dealt_text,
    is_declaration,
    move_label,
    move_name,
    move_text,
    turn_text,
)
from seven_games.tui.draw.scores import net_text, score_rows, winner_text

if TYPE_CHECKING:
    from seven_games.bots.advice import Advice

INTERRUPTED = 130


class Spoken(Protocol):
    """The names that every game has here."""

    def prompt(self, scene: Scene) -> str:
        """What the rules want now; the moves are listed after it."""

    def told(self, scene: Scene, seat: int, move: int) -> str:
        """A move that was made, and what everybody sees of it."""

    def table(self, scene: Scene) -> list[str]:
        """All that is known of the deal, but hands and counts."""

    def beside(self, scene: Scene) -> list[str]:
        """What one has to know of the table at every turn."""

    def account(self, scene: Scene) -> list[str]:
        """How a deal ended, and why."""


SPOKEN: dict[str, Spoken] = {"sevens": sevens, "sedma": sedma, "semerik": semerik}

# The keys of the screen know their Cyrillic twins.
_LETTERS: dict[str, str] = {}
for _key in keys.KEYS:
    _signs = [sign for sign in _key.keys if len(sign) == 1 and sign.islower()]
    _latin = next((sign for sign in _signs if sign.isascii()), "")
    _LETTERS |= {sign: _latin for sign in _signs if _latin and not sign.isascii()}


def letter(answer: str) -> str:
    """The command that an answer of one sign is, by its Latin letter; else nothing.

    >>> letter("Q"), letter("й"), letter("7c")
    ('q', 'q', '')
    """
    sign = answer.lower()
    return _LETTERS.get(sign, sign) if len(sign) == 1 else ""


def number_of(digits: str) -> int:
    """The number that was typed; 0 for one that nothing can have.

    >>> number_of("12"), number_of("9" * 5000)
    (12, 0)
    """
    return int(digits) if len(digits) < 10 else 0


@dataclass
class Hint:
    """The hint for the position that is on: how often it was asked for, and what is known."""

    presses: int = 0
    advice: "Advice | None" = None


class Session:
    """One table, played over a console.

    `_open` is the seat whose cards may be written, None where nobody's may.
    """

    def __init__(
        self,
        table: Table,
        console: Console,
        leave: Callable[[Table], None] = Table.leave,
        *,
        strict: bool = False,
    ) -> None:
        table.pace = 0.0
        self._leave_table = leave
        self._table = table
        self._console = console
        self._strict = strict
        self._events: asyncio.Queue[tuple[Event, Scene] | None] = asyncio.Queue()
        self._faces = words()
        self._open: int | None = None
        self._choices: tuple[int, ...] = ()
        self._log: list[str] = []
        self._left = False
        self._unsaved_said = False
        self._hint = Hint()

    def run(self) -> int:
        """Play to the end, or until the table is left; the exit code."""
        # With `asyncio.run` a Ctrl+C would wait for the end of the line that is being typed.
        loop = asyncio.new_event_loop()
        try:
            loop.run_until_complete(self._play())
        except KeyboardInterrupt:
            self._left = True
            return INTERRUPTED
        finally:
            self._leave_table(self._table)
            loop.run_until_complete(_ended())
            loop.close()
        return 0

    async def _play(self) -> None:
        self._table.watch(self._hear, self._public_seat)
        running = asyncio.create_task(self._table.run())
        running.add_done_callback(lambda _done: self._events.put_nowait(None))
        self._console.say(*self._welcome())
        while (told := await self._events.get()) is not None:
            self._tell(*told)
            if self._events.empty():
                self._ask_next()
        await running

    # What is seen

    @property
    def _public_seat(self) -> int | None:
        """The seat of the only person; None where several, or none, look on."""
        people = self._table.people
        return people[0] if len(people) == 1 else None

    def _scene(self, view: View) -> Scene:
        table = self._table
        return SpokenScene(
            view,
            tuple(steady(name) for name in table.names),
            frozenset(range(len(table.names))) - frozenset(table.people),
            table.standing,
            alone=len(table.people) == 1,
            choices=self._choices,
            faces=self._faces,
            deals=table.match.scores,
        )

    @property
    def _now(self) -> Scene:
        """The table as the open seat sees it, with no hand where none is open."""
        return self._scene(self._table.view(self._open))

    @property
    def _spoken(self) -> Spoken:
        return SPOKEN[self._table.match.game.name]

    # What happens

    def _hear(self, event: Event, view: View) -> None:
        # Told later, so that a reader who has gone stops this session and not the table.
        self._events.put_nowait((event, self._scene(view)))

    def _tell(self, event: Event, scene: Scene) -> None:
        if event.kind == "deal":
            self._new_deal(scene)
        elif event.kind == "resumed" and not scene.view.over:
            self._go_on()
        elif event.kind == "move" and event.seat is not None and event.move is not None:
            self._log.append(self._spoken.told(scene, event.seat, event.move))
            self._console.say(self._log[-1])
        elif event.kind == "undo":
            del self._log[len(scene.view.log) :]
            self._console.say(_("Taken back."))
        self._hint = Hint()
        if event.kind != "stopped" and scene.view.over:
            self._result(scene)
        if self._table.unsaved and not self._unsaved_said:
            self._unsaved_said = True
            self._console.say(
                _("The match is no longer recorded: {reason}.").format(reason=self._table.unsaved)
            )

    def _welcome(self) -> list[str]:
        """Which game it is, and who sits where; nothing is dealt yet."""
        match, rules = self._table.match, self._table.match.rules
        names = [
            _("You") if seat == self._public_seat else steady(name)
            for seat, name in enumerate(self._table.names)
        ]
        seats = [
            _("{name} (bot, {level})").format(name=name, level=level) if level else name
            for name, level in zip(names, self._table.levels, strict=True)
        ]
        said = [
            _("{game}, {preset}. {length}").format(
                game=_(match.game.title),
                preset=rules.preset,
                length=DRAWINGS[match.game.name].length(rules),
            ),
            _("At the table, clockwise: {names}.").format(names=", ".join(seats)),
        ]
        if match.game.sides(rules) < len(names):
            sides = [
                _("{first} and {second}").format(first=names[side], second=names[side + 2])
                for side in range(2)
            ]
            said.append(_("{side} play against {other}.").format(side=sides[0], other=sides[1]))
        if self._table.people:
            said.append(_("? and Enter tells the rules and what can be typed."))
        return said

    def _new_deal(self, scene: Scene) -> None:
        self._log = []
        self._open = self._public_seat
        number = _("Deal {n}.").format(n=scene.view.standing.deal + 1)
        self._console.say("", f"{number} {dealt_text(scene)}")
        if self._open is not None:
            self._console.say(*self._hand())

    def _go_on(self) -> None:
        """A deal that was begun before goes on."""
        scene = self._scene(self._table.view(self._public_seat))
        self._log = [move_text(scene, seat, move) for seat, move in scene.view.log]
        self._open = self._public_seat
        number = _("Deal {n} goes on.").format(n=scene.view.standing.deal + 1)
        self._console.say("", f"{number} {dealt_text(scene)}", *self._log[-self._players :])
        if self._open is not None:
            self._console.say(*self._hand())

    @property
    def _players(self) -> int:
        return self._table.match.rules.players

    def _result(self, scene: Scene) -> None:
        after = scene.standing
        over = _("Deal {n} is over.").format(n=after.deal)
        hinted = [_("Played with hints.")] if self._table.hinted else []
        self._console.say(over, *self._spoken.account(scene), *hinted)
        if after.over:
            won = [winner_text(scene), net_text(scene)]
            self._console.say("", *filter(None, won), *scores_text(scene))
            if self._table.saved_as and self._table.people:
                command = f"seven-games review {shlex.quote(self._table.saved_as)}"
                self._console.say(_("To look back at it: {command}").format(command=command))

    # Who is asked

    def _ask_next(self) -> None:
        """Ask whoever the table waits for."""
        people = self._table.people
        if self._left or not people or self._table.standing.over:
            return
        if self._table.finishing and self._table.deal.turn is not None:
            return
        turn = self._table.deal.turn
        if turn is None:
            self._ask(lambda: self._question(_("1 or Enter next deal")), self._next_deal)
        elif turn in people:
            if turn != self._open:
                self._hand_over(turn)
            if not self._left:
                self._say_turn()
                self._ask(self._turn_question, self._turn)

    def _ask(self, question: Callable[[], str], answered: Callable[[str], bool]) -> None:
        """Ask until an answer changes something, or the table is left.

        Nothing else has to run meanwhile: the table waits for this person.
        """
        while True:
            answer = self._console.ask(question())
            command = "q" if answer is None else letter(answer)
            page = self._pages.get(command)
            if command == "q":
                self._leave()
                return
            if page is not None:
                for line in page():
                    self._console.say(line)
            elif answered(answer or ""):
                return

    @property
    def _pages(self) -> dict[str, Callable[[], Iterable[str]]]:
        return {
            "t": self._whole_table,
            "w": lambda: [self._who()],
            "c": lambda: scores_text(self._now),
            "l": lambda: self._log or [_("Nothing has been played yet.")],
            "m": self._hand,
            "r": self._review,
            "?": self._help,
        }

    def _question(self, *first: str) -> str:
        """What can be typed; the rest is in the help."""
        shown = [*first]
        if self._table.deal.turn is None:
            shown += [f"r {_('review')}", f"c {_('scores')}", f"l {_('log')}"]
        else:
            # The whole line has to find room in eighty columns; the help has the rest.
            shown += [f"w {_('who has how many')}", f"t {_('table')}"]
        if self._can_undo():
            shown.append(f"u {_('undo')}")
        return ", ".join([*shown, f"? {_('help')}", f"q {_('quit')}"])

    def _leave(self) -> None:
        self._left = True
        self._leave_table(self._table)
        said = (
            _("The match is not over; it is kept, and seven-games --plain goes on with it.")
            if self._table.is_saved
            else _("The match is not over; it was left here.")
        )
        self._console.say(said)

    def _next_deal(self, answer: str) -> bool:
        if answer in {"", "1"} or letter(answer) == "n":
            self._table.go_on()
            return True
        self._console.say(_("1 or Enter goes on to the next deal."))
        return False

    # Between two people

    def _hand_over(self, seat: int) -> None:
        """Nothing of a hand is written until the next person asks for it."""
        self._open = None
        self._console.forget()
        name = self._now.name(seat)
        self._console.say(_("Hand over to {name}; {name} presses o and Enter.").format(name=name))

        def opened(answer: str) -> bool:
            if letter(answer) == "o":
                return True
            self._console.say(
                _("No cards are shown until {name} presses o and Enter.").format(name=name)
            )
            return False

        self._ask(lambda: self._question(f"o {_('open my cards')}"), opened)
        if not self._left:
            self._open = seat
            self._console.say(*self._since(seat), *self._hand())

    def _since(self, seat: int) -> list[str]:
        """What was played after this seat's last move."""
        movers = [mover for mover, _move in self._table.deal.log]
        if seat not in movers:
            return self._log
        last = len(movers) - movers[::-1].index(seat)
        return [_("Since your last turn:"), *self._log[last:]] if self._log[last:] else []

    # A turn

    def _say_turn(self) -> None:
        scene = self._now
        prompt = _capital_each(self._spoken.prompt(replace(scene, width=SHORT - 1)))
        self._console.say(f"{prompt} {listed(scene)}", *self._spoken.beside(scene))

    def _turn_question(self) -> str:
        many = len(offers(self._now))
        if self._choices:
            return _("choose {numbers}, Enter goes back").format(numbers=_numbers(many))
        first = [_("play {numbers}").format(numbers=_numbers(many))]
        if any(is_declaration(move) for move in self._now.view.moves):
            first.append(f"d {_('show')}")
        if self._open is not None and self._table.can_finish(self._open):
            first.append(f"f {_('finish')}")
        if not self._strict and many > 1:
            first.append(f"h {_('hint')}")
        return self._question(*first)

    def _turn(self, answer: str) -> bool:
        """What a person answers in his turn; whether it has changed anything."""
        scene, command = self._now, letter(answer)
        self._choices = ()
        if not answer:
            self._say_turn()
        elif command == "u":
            return self._undo()
        elif command == "d":
            self._declare(scene.view)
        elif command == "h":
            self._give_hint(scene)
        elif command == "f":
            return self._finish()
        elif answer.endswith("?"):
            self._explain(scene, answer.removesuffix("?").strip())
        else:
            moves = self._moves(scene, answer)
            if len(moves) == 1:
                return self._made(moves[0])
            self._choose(moves)
        return False

    def _moves(self, scene: Scene, answer: str) -> tuple[int, ...]:
        """The moves that an answer names; several where a joker has several places."""
        if answer.isascii() and answer.isdecimal():
            found = offers(scene)
            place = number_of(answer)
            if 0 < place <= len(found):
                return found[place - 1].moves
            digit = shorten(answer)
            self._console.say(_("Nothing has the number {digit} now.").format(digit=digit))
            return ()
        word = {"p": PASS, "s": STOP}.get(letter(answer))
        if word is not None:
            return (word,)
        try:
            return (parse_move(self._faces.read(answer)),)
        except NotationError as refusal:
            self._console.say(f"{self._words(refusal)} {_('? and Enter: help.')}")
            return ()

    def _made(self, move: int) -> bool:
        seat = self._open
        if seat is None:
            return False
        try:
            self._table.play(seat, move)
        except IllegalMove as refusal:
            self._console.say(self._words(refusal))
            return False
        if len(self._table.people) > 1 and self._table.deal.turn not in {seat, None}:
            # The next person at the keyboard is not to read this hand.
            self._console.clear()
        return True

    def _words(self, refusal: Refusal) -> str:
        return sentence(refusal, self._faces.card, ", ")

    def _choose(self, moves: Sequence[int]) -> None:
        """Ask which of several moves it is to be."""
        if moves:
            self._choices = tuple(moves)
            scene = self._now
            drawing = DRAWINGS[scene.view.game]
            self._console.say(f"{drawing.prompt(scene)} {listed(scene)}")

    def _declare(self, view: View) -> None:
        shows = [move for move in view.moves if is_declaration(move)]
        if shows:
            self._choose(shows)
        elif "declare" in DRAWINGS[view.game].ACTIONS:
            self._console.say(_("You hold no combination that you may show now."))
        else:
            self._console.say(_("Nothing is shown in this game."))

    def _explain(self, scene: Scene, answer: str) -> None:
        """What a move would do, without making it."""
        for move in self._moves(scene, answer):
            try:
                self._table.deal.copy().play(move)
            except IllegalMove as refusal:
                self._console.say(self._words(refusal))
            else:
                self._console.say(_capital(DRAWINGS[scene.view.game].choice(scene, move)))

    def _can_undo(self) -> bool:
        seat = self._open
        return not self._strict and seat is not None and self._table.can_undo(seat)

    def _undo(self) -> bool:
        if self._can_undo() and self._open is not None:
            self._table.undo(self._open)
            return True
        self._console.say(
            _("Nothing is taken back in strict play (see the settings).")
            if self._strict
            else _("With several people at the table nothing is taken back.")
            if len(self._table.people) > 1
            else _("There is no move of yours to take back.")
        )
        return False

    def _give_hint(self, scene: Scene) -> None:
        """A hint in three steps: the idea, the move, the reason with figures."""
        view = scene.view

        def face(move: int) -> str:
            return move_name(scene, move)

        if self._strict:
            self._console.say(_("No hints are given in strict play (see the settings)."))
        elif len(view.moves) == 1:
            said = _("There is nothing to choose: {move} is all you can do.")
            self._console.say(said.format(move=face(view.moves[0])))
        elif self._open is not None:
            from seven_games.bots.advice import thought
            from seven_games.table.advice import basis, card_named, worth
            from seven_games.table.advice import said as whole

            if self._hint.advice is None:
                # Nothing else has to run meanwhile: the table waits for this person.
                self._hint.advice = thought(view, HINT, len(view.log))
            advice = self._hint.advice
            if self._hint.presses < 3:
                self._hint.presses += 1
                self._table.count_hint(self._open)
            if self._hint.presses == 1:
                idea = whole(advice.reason.idea, face, ", ")
                self._console.say(idea, _("h once more tells the move."))
            elif self._hint.presses == 2:
                said = card_named(advice, face, ", ")
                self._console.say(said, _("h once more tells the reason."))
            else:
                figures = "; ".join(worth(one, advice, face) for one in advice.moves)
                why = whole(advice.reason.why, face, ", ")
                self._console.say(why, f"{figures} ({basis(advice)}).")

    def _finish(self) -> bool:
        if self._open is not None and self._table.can_finish(self._open):
            self._console.say(_("The rest plays itself: nobody can change the result."))
            self._table.finish(self._open)
            return True
        self._console.say(_("The result is not certain yet."))
        return False

    # What is told when it is asked for

    def _hand(self) -> list[str]:
        """The open hand."""
        scene, seat = self._now, self._open
        if seat is None or scene.view.over:
            return [_("No cards are open now.")]
        held = count(scene.view.hand)
        if not held:
            return [_("You hold no cards.")]
        said = _("You hold {n}: {cards}.") if scene.alone else _("{name} holds {n}: {cards}.")
        ranks = DRAWINGS[scene.view.game].ranks(scene.view.rules)
        cards = by_suit(self._faces, scene.view.hand, ranks)
        return [said.format(name=scene.name(seat), n=cards_text(held), cards=cards)]

    def _who(self) -> str:
        scene = self._now
        held = [f"{scene.name(s)} {cards_text(scene.view.counts[s])}" for s in scene.seats]
        return ", ".join(held) + "."

    def _review(self) -> Iterable[str]:
        """The decisions of the people in the last finished deal."""
        # Nobody waits for this at the start.
        from seven_games.plain.review import review

        return review(self._table, lambda at, move: move_name(self._scene(at.view), move))

    def _whole_table(self) -> list[str]:
        scene = self._now
        _rules, standing = DRAWINGS[scene.view.game].title(scene)
        return [
            _capital(standing) + ".",
            *self._spoken.table(scene),
            self._who(),
            *(self._hand() if self._open is not None and not scene.view.over else []),
            turn_text(scene),
        ]

    def _help(self) -> list[str]:
        match = self._table.match
        drawing, rules = DRAWINGS[match.game.name], match.rules
        sentences = {key.action: _(key.sentence) for key in keys.KEYS}
        typed = [
            _("A number plays what has that number; a number and ? tells what it would do."),
            _("A card can be typed too: 7c, 10h, Qs, jo1=9h."),
            _("Enter alone: whose turn it is and what fits, once more."),
            *(
                f"{key}: {sentences[action]}"
                for key, action in _LISTED
                if action in drawing.ACTIONS
            ),
            _("m: your cards. w: who has how many. t: the whole table."),
            *(f"{key}: {sentences[action]}" for key, action in _ALWAYS),
            _("q: leave."),
        ]
        return [
            _("How it is played:"),
            *drawing.rules_text(rules),
            _("Rules in force ({preset})").format(preset=rules.preset) + ":",
            *drawing.in_force(rules, self._faces),
            _("What can be typed, each with Enter:"),
            *typed,
        ]


_LISTED = (("p", "pass"), ("s", "stop"), ("d", "declare"))
_ALWAYS = (
    ("h", "hint"),
    ("f", "finish"),
    ("u", "undo"),
    ("l", "log"),
    ("c", "scores"),
    ("r", "review"),
)


async def _ended() -> None:
    """Let what is still running end, and end what does not."""
    others = asyncio.all_tasks() - {asyncio.current_task()}
    if others:
        await asyncio.wait(others, timeout=1)
        for task in others:
            task.cancel()
        await asyncio.gather(*others, return_exceptions=True)


def offers(scene: Scene) -> list[Entry]:
    """What can be played, in the order of its numbers; of two jokers, which are alike, one."""
    fitting = [entry for entry in entries(scene) if entry.fits and entry.number != SHOW_KEY]
    jokers = [entry for entry in fitting if entry.card is not None and entry.card >= FIRST_JOKER]
    return [entry for entry in fitting if entry not in jokers[1:]]


def listed(scene: Scene) -> str:
    """What can be played, numbered."""
    labels = [_label(scene, entry) for entry in offers(scene)]
    return "  ".join(f"{number}) {label}" for number, label in enumerate(labels, 1))


def _label(scene: Scene, entry: Entry) -> str:
    """What is said of something that can be played: a joker with its place."""
    first, many = entry.moves[0], len(entry.moves)
    if is_declaration(first):
        return DRAWINGS[scene.view.game].choice(scene, first)
    if entry.card is None or entry.card < FIRST_JOKER:
        return entry.label
    if many == 1:
        return f"{entry.label} {move_label(scene, first)}"
    return ngettext("{joker}, {n} place", "{joker}, {n} places", many).format(
        joker=entry.label, n=many
    )


def _numbers(many: int) -> str:
    return "1" if many == 1 else f"1-{many}"


def scores_text(scene: Scene) -> list[str]:
    """A line a deal, and how the match stands."""
    said = []
    for label, _style, values in score_rows(scene):
        said.append(f"{_capital(label)}: {scores(scene, values)}.")
    return said


def _capital_each(text: str) -> str:
    """Every sentence of a text with a capital: a rank in words may begin one."""
    return ". ".join(_capital(part) for part in text.split(". "))


def _capital(sentence: str) -> str:
    return sentence[:1].upper() + sentence[1:]


def choose(console: Console, left: Sequence[str]) -> str | int | None:
    """What a person chooses: the name of a game, or the number of a match that was `left`.

    None where he leaves.
    """
    names = list(GAMES)
    console.say(_("Three games of cards with sevens in them, against bots or each other."))
    games = [f"{_(GAMES[name].title)}: {DRAWINGS[name].summary()}." for name in names]
    resumed = [_("go on with {match}.").format(match=match) for match in left]
    console.say(*(f"{number}) {said}" for number, said in enumerate([*games, *resumed], 1)))
    many = len(games) + len(resumed)
    question = ", ".join((_("play {numbers}").format(numbers=_numbers(many)), f"q {_('quit')}"))
    while True:
        answer = console.ask(question)
        if answer is None or letter(answer) == "q":
            return None
        if answer.isascii() and answer.isdecimal() and 0 < number_of(answer) <= many:
            place = number_of(answer) - 1
            return names[place] if place < len(names) else place - len(names)
        if answer.lower() in names:
            return answer.lower()
        console.say(_("Type a number from 1 to {n}.").format(n=many))
