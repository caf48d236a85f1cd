"""The commands. What is heavy is imported by the command that needs it."""

import codecs
import gc
import io
import json
import logging
import os
import sys
from contextlib import contextmanager, nullcontext, suppress
from dataclasses import replace
from itertools import chain, count
from math import isinf
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, NoReturn

import typer
from typer.core import TyperCommand

from seven_games import __version__
from seven_games.i18n import _, ngettext

if TYPE_CHECKING:
    from collections.abc import Callable, Container, Iterator, Sequence

    from rich.console import Console

    from seven_games.bots.arena import Pair
    from seven_games.bots.sequential import Interval
    from seven_games.engine import Game, Refusal
    from seven_games.engine.record import Reader, Step
    from seven_games.table import Desk, Recorder, Setup
    from seven_games.table.review import Decision, Verdict
    from seven_games.table.simulate import Tally

PROGRAM = "seven-games"
NO, WRONG_USE, INTERRUPTED = 1, 2, 130
"""Exit codes (`interfaces.md` 5)."""
_NEAREST = "nearest"
_IN_TEXT = {ord("…"): "...", ord("½"): ".5", ord("±"): "+-"}
"""In a line of text a sign may become more than one."""

app = typer.Typer(
    name=PROGRAM,
    help=_("Sevens, Sedma and Semerik at one table: against bots or among friends."),
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 80},
)


def _game_names(incomplete: str) -> list[str]:
    from seven_games.engine import GAMES

    return [name for name in GAMES if name.startswith(incomplete)]


def _game(name: str) -> "Game":
    from difflib import get_close_matches

    from seven_games.engine import GAMES

    found = GAMES.get(name.strip().lower())
    if found is None:
        from seven_games.engine.cards import shorten

        near = get_close_matches(name.lower(), GAMES, 1, 0.4)
        sentence = (
            _("there is no game {name}; the nearest is {near}")
            if near
            else _("there is no game {name}; there are {games}")
        )
        raise typer.BadParameter(
            sentence.format(name=shorten(name), near="".join(near), games=", ".join(GAMES))
        )
    return found


def _preset_names(context: typer.Context, incomplete: str) -> list[str]:
    games = _games_typed(context)
    return [name for game in games for name in game.presets if name.startswith(incomplete)]


def _rule_words(context: typer.Context, incomplete: str) -> list[str]:
    words = [
        f"{name}={value}"
        for game in _games_typed(context)
        for name, option in game.rules_type.options().items()
        for value in (*option.values, *(["none"] if option.none else []))
        or range(option.least, (option.most or option.least) + 1)
    ]
    return [word for word in dict.fromkeys(words) if word.startswith(incomplete)]


def _games_typed(context: typer.Context) -> "list[Game]":
    """The game on the line that is being completed, else all."""
    from seven_games.engine import GAMES

    line = {str(context.params.get("game")), *context.args}
    line |= set(os.environ.get("COMP_WORDS", "").split())
    line |= set(os.environ.get("_TYPER_COMPLETE_ARGS", "").split())
    return [GAMES[name] for name in GAMES if name in line] or list(GAMES.values())


def _seat_words(incomplete: str) -> list[str]:
    from seven_games.levels import LEVELS

    words = ["bot", *(f"bot:{level}" for level in LEVELS)]
    return [word for word in words if word.startswith(incomplete)]


class _WithLevels(TyperCommand):
    """A command whose help ends with the levels of bots, read by who asks for it."""

    # Their classes are click's own, or a copy, by the version of typer.
    def format_epilog(self, ctx: Any, formatter: Any) -> None:  # noqa: ANN401
        from seven_games.levels import ABOUT_LEVELS, USUAL_LEVEL

        usual = _("{sentence} The usual one.")
        levels = {level: _(said) for level, said in ABOUT_LEVELS.items()}
        levels[USUAL_LEVEL] = usual.format(sentence=levels[USUAL_LEVEL])
        with formatter.section(_("Levels")):
            formatter.write_dl(list(levels.items()))


class _WithBots(_WithLevels):
    """The same, and with the public strategies."""

    def format_epilog(self, ctx: Any, formatter: Any) -> None:  # noqa: ANN401
        from seven_games.levels import ABOUT_STRATEGIES

        super().format_epilog(ctx, formatter)
        strategies = [
            (f"{name} ({game})", _(said))
            for game, about in ABOUT_STRATEGIES.items()
            for name, said in about.items()
        ]
        with formatter.section(_("Public strategies")):
            formatter.write_dl(strategies)


def _bot_names(context: typer.Context, incomplete: str) -> list[str]:
    from seven_games.bots.arena import known

    names = [name for game in _games_typed(context) for name in known(game.name)]
    return [name for name in dict.fromkeys(names) if name.startswith(incomplete)]


GameName = Annotated[
    str,
    typer.Argument(metavar="GAME", help=_("sevens, sedma or semerik."), autocompletion=_game_names),
]
PresetOption = Annotated[
    str | None,
    typer.Option(
        metavar="NAME", help=_("Rules that belong together."), autocompletion=_preset_names
    ),
]
RuleOption = Annotated[
    list[str] | None,
    typer.Option(
        metavar="NAME=VALUE",
        help=_("Change one option of the rules; repeatable."),
        autocompletion=_rule_words,
    ),
]
PlayersOption = Annotated[
    int | None, typer.Option(metavar="N", help=_("How many players."), show_default=False)
]
SeatOption = Annotated[
    list[str] | None,
    typer.Option(
        metavar="WHO",
        help=_("Who sits next: a name, bot, or bot:LEVEL; repeatable."),
        autocompletion=_seat_words,
    ),
]
BotSeatOption = Annotated[
    list[str] | None,
    typer.Option(
        metavar="BOT",
        help=_("Who sits next: bot or bot:LEVEL; repeatable."),
        autocompletion=_seat_words,
    ),
]
SeedOption = Annotated[
    int | None,
    typer.Option(
        metavar="N", help=_("Deal the cards of this seed, 0 to 2**64 - 1."), show_default=False
    ),
]
WorkersOption = Annotated[
    int, typer.Option(metavar="N", min=1, max=256, help=_("Processes to share the work."))
]
NoMouseOption = Annotated[
    bool,
    typer.Option("--no-mouse", help=_("Leave the mouse to the terminal, which can select text.")),
]
PlainOption = Annotated[
    bool,
    typer.Option("--plain", help=_("Lines of text instead of a screen: for a reader, or a pipe.")),
]
JsonOption = Annotated[bool, typer.Option("--json", help=_("Print JSON and nothing else."))]


def _version(wanted: bool) -> None:  # noqa: FBT001 - the form that typer calls
    if wanted:
        from seven_games.engine.cards import COMPILED

        build = _("compiled rules") if COMPILED else _("plain Python rules")
        typer.echo(f"{PROGRAM} {__version__} ({build})")
        raise typer.Exit


@app.callback(invoke_without_command=True)
def home(
    context: typer.Context,
    version: Annotated[  # noqa: FBT002 - a flag
        bool,
        typer.Option(
            "--version",
            callback=_version,
            is_eager=True,
            help=_("Show the version and which build of the rules runs."),
        ),
    ] = False,
    no_mouse: NoMouseOption = False,  # noqa: FBT002 - a flag
    plain: PlainOption = False,  # noqa: FBT002 - a flag
) -> None:
    """Open the home screen, or run one of the commands."""
    del version
    if context.invoked_subcommand is None:
        _sit_down(None, None, plain=plain, no_mouse=no_mouse)


@app.command(cls=_WithLevels)
def play(
    context: typer.Context,
    game: GameName,
    preset: PresetOption = None,
    rule: RuleOption = None,
    players: PlayersOption = None,
    seat: SeatOption = None,
    seed: SeedOption = None,
    record: Annotated[
        Path | None, typer.Option(metavar="FILE", help=_("Write the match to this new file."))
    ] = None,
    deal: Annotated[
        str | None,
        typer.Option(metavar="CODE", help=_("Begin with the deal of this code, as 7K3F-QM2.")),
    ] = None,
    no_mouse: NoMouseOption = False,  # noqa: FBT002 - a flag
    plain: PlainOption = False,  # noqa: FBT002 - a flag
) -> None:
    """Play a match at the table.

    Without --seat you play against bots; several names share the keyboard.
    """
    setup = _set_up(game, preset, rule, players, seat or [_("You")], seed, deal)
    asked = context.find_root().params
    _sit_down(setup, record, plain=plain or asked["plain"], no_mouse=no_mouse or asked["no_mouse"])


@app.command()
def rules(
    game: GameName,
    preset: Annotated[
        str | None, typer.Argument(metavar="PRESET", autocompletion=_preset_names)
    ] = None,
) -> None:
    """Show the options of a game with their values and meaning."""
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    from seven_games.engine import Option

    chosen = _game(game)
    shown = chosen.rules(preset)
    console = Console(width=None if sys.stdout.isatty() else 80, highlight=False)
    presets = Table(title=_(chosen.title), title_justify="left", box=None, padding=(0, 2, 0, 0))
    for heading in (_("preset"), _("players"), _("meaning")):
        presets.add_column(heading, header_style="bold")
    for name, one in chosen.presets.items():
        people = str(one.least) if one.least == one.most else f"{one.least}–{one.most}"
        presets.add_row(name, people, _(one.help))
    options = Table(
        title=_("Options, with their values in {preset}").format(preset=shown.preset),
        title_justify="left",
        box=None,
        padding=(0, 2, 0, 0),
    )
    for heading in (_("option"), _("here, and the values"), _("meaning")):
        options.add_column(heading, header_style="bold")
    meant = chosen.presets[shown.preset]
    players = Option(_("How many players."), least=meant.least, most=meant.most)
    for name, option in {"players": players, **shown.options()}.items():
        here = shown.values()[name]
        shown_here = "none" if here is None else str(here)
        values = Text(shown_here, style="bold").append(f"\n{option.describe()}", style="not bold")
        options.add_row(name, values, _(option.help))
    console.print(presets)
    console.print()
    console.print(options)


@app.command()
def replay(
    file: Annotated[Path, typer.Argument(metavar="FILE", help=_("A record, *.jsonl."))],
    as_json: JsonOption = False,  # noqa: FBT002 - a flag
) -> None:
    """Play a record through the rules and print every position."""
    from seven_games.engine import GAMES, RecordError
    from seven_games.engine.record import replay as steps

    def warn(line: int, sentence: str) -> None:
        _say(f"{file}:{line}: {_(sentence)}")

    try:
        for step in steps(_lines_of(file), GAMES, warn):
            if not as_json:
                typer.echo(_in_words(step))
            elif step.kind != "undo":
                typer.echo(json.dumps(step.data()))
    except RecordError as error:
        _stop(f"{file}:{error.line}: {_words(error)}")


@app.command()
def review(
    file: Annotated[Path, typer.Argument(metavar="FILE", help=_("A record, *.jsonl."))],
    deal: Annotated[
        int | None, typer.Option(metavar="N", min=1, help=_("Only this deal of the match."))
    ] = None,
    seat: Annotated[
        list[int] | None,
        typer.Option(
            metavar="N",
            min=0,
            help=_("Only this seat, from 0; repeatable. Else the people's, or all."),
        ),
    ] = None,
    worlds: Annotated[
        int,
        typer.Option(metavar="N", min=2, max=100_000, help=_("In how many deals a move is tried.")),
    ] = 400,
    as_json: JsonOption = False,  # noqa: FBT002 - a flag
) -> None:
    """Judge every decision of a record by what could be known when it was made."""
    from seven_games.bots.advice import thought
    from seven_games.bots.search import Budget
    from seven_games.table import seat_names
    from seven_games.table.report import data, totals
    from seven_games.table.review import Verdict, decisions, seed_of

    reader = _read_record(file)
    match, names = reader.match, seat_names(reader.seats)
    seats = sorted(set(seat)) if seat else _people_of(reader.table, len(names))
    if seats[-1] >= len(names):
        _stop(_("{file}: there is no seat {seat}").format(file=file, seat=seats[-1]))
    begun = [] if match is None or match.deal is None else [*match.finished]
    if match is not None and match.deal is not None and match.deal not in begun:
        begun.append(match.deal)
    if deal is not None and deal > len(begun):
        _stop(_("{file}: there is no deal {deal}").format(file=file, deal=deal))
    asked = [
        decision
        for number, one in enumerate(begun, 1)
        if deal in {None, number}
        for decision in decisions(one, seats)
    ]
    found = []
    try:
        with _progress(len(asked), _("thinking")) as advance:
            for done, decision in enumerate(asked, 1):
                advice = thought(
                    decision.view, Budget(worlds, whole=True), seed_of(decision), decision.move
                )
                found.append(Verdict(decision, advice))
                if as_json:
                    typer.echo(json.dumps(data(found[-1]), ensure_ascii=False))
                advance(done)
    except KeyboardInterrupt:
        if found and not as_json:
            typer.echo(_report(found, names))
        raise
    if as_json:
        line = {"total": [totals(found, number) for number in seats]}
        typer.echo(json.dumps(line, ensure_ascii=False))
    else:
        typer.echo(_report(found, names) or _("There was nothing to decide."))


def _report(found: "Sequence[Verdict]", names: "Sequence[str]") -> str:
    """A review in words, with the signs that standard output can show."""
    from seven_games.table.report import report
    from seven_games.tui.draw.scene import Scene, move_name
    from seven_games.tui.terminal import faces_for

    faces = faces_for()

    def name(decision: "Decision", move: int) -> str:
        view = decision.view
        return move_name(Scene(view, tuple(names), frozenset(), view.standing, faces=faces), move)

    return "\n".join(report(found, names, name)).translate(faces.signs)


def _read_record(file: Path) -> "Reader":
    """A record, read to its end."""
    from seven_games.engine import GAMES, RecordError
    from seven_games.engine.record import Reader, not_a_record, objects

    def warn(line: int, sentence: str) -> None:
        _say(f"{file}:{line}: {_(sentence)}")

    reader: Reader | None = None
    try:
        for number, line in objects(_lines_of(file), warn):
            if reader is None:
                reader = Reader(GAMES, number, line, warn)
            else:
                reader.read(number, line)
        if reader is None:
            not_a_record(1)
    except RecordError as error:
        _stop(f"{file}:{error.line}: {_words(error)}")
    return reader


def _people_of(table: "dict[str, object]", players: int) -> list[int]:
    """The seats where people sat; all where the record does not say, or none did."""
    from seven_games.table.setup import bot_level

    asked = table.get("seats")
    people = []
    if isinstance(asked, list) and len(asked) == players:
        with suppress(ValueError):
            people = [n for n, one in enumerate(asked) if bot_level(str(one)) is None]
    return people or list(range(players))


def _lines_of(file: Path) -> "Iterator[bytes]":
    from seven_games.store.records import read_lines

    try:
        yield from read_lines(file)
    except OSError as error:
        _stop(
            _("{file}: cannot be read: {reason}").format(
                file=file, reason=error.strerror or str(error)
            )
        )


@app.command(cls=_WithLevels)
def simulate(
    game: GameName,
    deals: Annotated[
        int, typer.Option("-n", "--deals", metavar="N", min=1, help=_("How many deals."))
    ] = 1000,
    preset: PresetOption = None,
    rule: RuleOption = None,
    players: PlayersOption = None,
    seat: BotSeatOption = None,
    seed: SeedOption = None,
    workers: WorkersOption = 1,
    as_json: JsonOption = False,  # noqa: FBT002 - a flag
) -> None:
    """Let bots play alone, and show wins, points and lengths by seat."""
    from seven_games.bots.pool import WorkerError
    from seven_games.table.simulate import Tally
    from seven_games.table.simulate import simulate as run

    setup = _set_up(game, preset, rule, players, seat or [], seed)
    tally, done, problem = Tally(), False, ""
    try:
        with _progress(deals, _("dealing")) as advance:
            for tally in run(setup, deals, workers):
                advance(tally.deals)
        done = True
    except WorkerError as error:
        if not tally.deals:
            raise
        problem = _words(error)
    except KeyboardInterrupt:
        _say(
            ngettext(
                "interrupted: {done} of {deals} deal",
                "interrupted: {done} of {deals} deals",
                deals,
            ).format(done=tally.deals, deals=deals)
        )
    _show_tally(setup, tally, as_json=as_json, complete=done)
    if problem:
        _stop(problem)
    if not done:
        # Said already, so not once more by `run`.
        raise SystemExit(INTERRUPTED)


@app.command(cls=_WithBots)
def arena(
    game: GameName,
    bots: Annotated[
        list[str],
        typer.Argument(
            metavar="BOT BOT…",
            help=_("Two bots or more: levels, or public strategies."),
            autocompletion=_bot_names,
        ),
    ],
    deals: Annotated[
        int,
        typer.Option("-n", "--deals", metavar="N", min=1, help=_("How many deals a pair at most.")),
    ] = 1000,
    preset: PresetOption = None,
    rule: RuleOption = None,
    players: PlayersOption = None,
    seed: SeedOption = None,
    workers: WorkersOption = 1,
    scheduler: Annotated[
        str | None,
        typer.Option(
            metavar="ADDRESS", help=_("Let a Dask cluster do it, as tcp://host:8786, instead.")
        ),
    ] = None,
    as_json: JsonOption = False,  # noqa: FBT002 - a flag
    append: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help=_("Add a line of JSON for every pair to this file.")),
    ] = None,
) -> None:
    """Measure bots against each other: the same cards, seats rotated.

    Each two bots play until it is clear which is better, or the deals are played.
    """
    from seven_games.bots import arena as ring
    from seven_games.bots.pool import WorkerError, cluster, processes

    setup = _set_up(game, preset, rule, players, [], seed)
    if len(bots) < 2:
        raise typer.BadParameter(_("an arena needs two bots or more"))
    if scheduler is not None and not scheduler.strip():
        raise typer.BadParameter(_("--scheduler needs an address, as tcp://host:8786"))
    bots = [bot.strip().lower() for bot in bots]
    ring.check(setup.game.name, bots)
    told = ring.circumstances(setup.game.name, setup.rules, setup.seed, deals, bots)
    pairs: list[Pair] = []
    done, problem = False, ""
    try:
        with (
            nullcontext() if append is None else append.open("ab", buffering=0) as file,
            cluster(scheduler) if scheduler else processes(workers) as pool,
            _pairs_progress() as show,
        ):
            for pair in ring.arena(setup.game.name, setup.rules, bots, deals, setup.seed, pool):
                if pair not in pairs[-1:]:
                    pairs.append(pair)
                show(pairs)
                if file and pair.verdict and not problem:
                    # Line by line: what is measured is kept, whatever comes after.
                    line = json.dumps(ring.line(told, pair), ensure_ascii=False) + "\n"
                    try:
                        file.write(line.encode())
                    except OSError as error:
                        problem = f"{append}: {error.strerror or error}"
        done = True
    except WorkerError as error:
        # What was measured until now may have taken hours.
        if not pairs:
            raise
        problem = _words(error)
    except KeyboardInterrupt:
        judged = sum(pair.verdict is not None for pair in pairs)
        _say(
            ngettext("interrupted after {n} pair", "interrupted after {n} pairs", judged).format(
                n=judged
            )
        )
    if as_json:
        found = told | {"complete": done, "pairs": [pair.data() for pair in pairs]}
        typer.echo(json.dumps(found, ensure_ascii=False))
    else:
        _show_pairs(setup, pairs)
    if problem:
        _stop(problem)
    if not done:
        raise SystemExit(INTERRUPTED)


@app.command()
def screenshots(
    folder: Annotated[Path, typer.Argument(metavar="DIR", help=_("Where the pictures go."))],
) -> None:
    """Play fixed deals and write pictures of the screen as SVG and PNG."""
    from seven_games.tui.screenshots import write

    many, problem = write(folder)
    typer.echo(
        ngettext("{n} picture is in {folder}.", "{n} pictures are in {folder}.", many).format(
            n=many, folder=folder
        )
    )
    if problem:
        _stop(problem)


def _set_up(
    name: str,
    preset: str | None,
    rules: "Sequence[str] | None",
    players: int | None,
    seats: "Sequence[str]",
    seed: int | None,
    code: str | None = None,
) -> "Setup":
    from seven_games.table import set_up

    game = _game(name)
    options: dict[str, object] = {}
    for rule in rules or ():
        option, equals, value = rule.partition("=")
        if not equals:
            raise typer.BadParameter(
                _("--rule needs NAME=VALUE, not {rule}").format(rule=rule), param_hint="--rule"
            )
        options[option.strip()] = value
    if players is not None:
        if "players" in options:
            raise typer.BadParameter(_("players are named twice: --players and --rule"))
        options["players"] = players
    if seed is None:
        seed = int.from_bytes(os.urandom(4))
    elif not 0 <= seed < 1 << 64:
        raise typer.BadParameter(_("a seed is a whole number from 0 to 2**64 - 1"))
    return set_up(game, preset, options, seats, seed, code)


def _sit_down(
    setup: "Setup | None", record: Path | None, *, plain: bool, no_mouse: bool
) -> NoReturn:
    """Open the table on the terminal, or say that there is none."""
    if plain:
        _sit_down_plain(setup, record)
    if not (sys.stdin and sys.stdin.isatty() and sys.stdout.isatty()):
        _stop(
            _("this needs a terminal, as input and as output; --plain plays in lines of text"),
            WRONG_USE,
        )
    if os.environ.get("TERM", "") in {"", "dumb"}:
        _sit_down_plain(setup, record)
    # Until the first screen is seen, as in `main`.
    gc.disable()
    from seven_games.tui.app import run

    desk = _desk(setup, record)
    if no_mouse:
        desk.settings = replace(desk.settings, mouse="off")
    raise typer.Exit(run(setup, desk))


def _desk(setup: "Setup | None", record: Path | None) -> "Desk":
    """What lies beside the table: settings, saved matches, and the record that was asked for."""
    from seven_games.store import folders
    from seven_games.store.records import RecordFile
    from seven_games.store.settings import SettingsFile
    from seven_games.table import Desk, seats_of
    from seven_games.table.setup import kept

    begun: list[Recorder] = []
    log = logging.getLogger("seven_games")
    log.addHandler(logging.NullHandler())
    if record is not None and setup is not None:
        # Before the screen opens, so that a folder which is not there is said at once.
        names = [seat.name for seat in seats_of(setup)]
        try:
            begun.append(RecordFile(record, setup.game, setup.rules, names, kept(setup)))
        except FileExistsError:
            _stop(_("{file}: is there already; a record is never overwritten").format(file=record))
        # What goes wrong at the table is written beside its record.
        log.addHandler(logging.FileHandler(_log_beside(record), delay=True))

    def record_for(table: "Setup", names: "Sequence[str]") -> "Recorder | None":
        if begun or record is None:
            return begun.pop() if begun else None
        return RecordFile(_free_name(record), table.game, table.rules, names, kept(table))

    return Desk(SettingsFile(folders.settings_file()), folders.matches(), record_for)


def _sit_down_plain(setup: "Setup | None", record: Path | None) -> NoReturn:
    """Play in lines of text, or say that nobody answers."""
    from seven_games import plain
    from seven_games.table.words import match_state, match_title

    if isinstance(sys.stdin, io.TextIOWrapper):
        # Bytes that are no text are no answer, and no fault either.
        sys.stdin.reconfigure(errors="replace")
    asks = setup is None or setup.people()
    if asks and not (sys.stdin and plain.has_lines(sys.stdin)):
        _stop(
            _("standard input has no moves: this needs a terminal, or moves in a pipe"), WRONG_USE
        )
    desk = _desk(setup, record)
    for problem in desk.problems:
        _say(problem)
    strict = desk.settings.strict == "on"
    if setup is None:
        left = [saved for saved in desk.unfinished() if saved.state == "open"]
        titles = [f"{match_title(saved)}; {match_state(saved)}" for saved in left]
        chosen = plain.choose_game(titles)
        if chosen is None:
            raise typer.Exit
        if isinstance(chosen, int):
            sitting = desk.go_on(left[chosen])
            if isinstance(sitting, str):
                _stop(sitting)
            raise typer.Exit(plain.run(sitting.table, strict=strict, leave=desk.leave))
        setup = desk.new_setup(chosen)
    raise typer.Exit(plain.run(desk.sit_down(setup).table, strict=strict, leave=desk.leave))


def _log_beside(record: Path) -> Path:
    """`match.log` for `match.jsonl`; never the record itself."""
    beside = record.with_suffix(".log")
    return Path(f"{record}.log") if beside == record else beside


def _free_name(file: Path) -> Path:
    """The file itself, or for another match of the same evening `name-2`, `name-3`, …."""
    names = chain([file], (file.with_stem(f"{file.stem}-{number}") for number in count(2)))
    return next(name for name in names if not name.exists())


@contextmanager
def _cursor_back(console: "Console") -> "Iterator[None]":
    """The cursor is there again whatever happens, SIGTERM too, which ends the program as ever."""
    import signal

    def end(number: int, _frame: object) -> None:
        # Past the console, which may be in the middle of a line.
        os.write(sys.stderr.fileno(), b"\x1b[?25h")
        signal.signal(number, signal.SIG_DFL)
        signal.raise_signal(number)

    before = signal.signal(signal.SIGTERM, end)
    try:
        yield
    finally:
        # A bar that was stopped while it began has not done so.
        console.show_cursor()
        signal.signal(signal.SIGTERM, before)


@contextmanager
def _progress(many: int, doing: str) -> "Iterator[Callable[[int], None]]":
    """A bar on standard error, where that is a terminal."""
    if not sys.stderr.isatty():
        yield lambda _done: None
        return
    from rich.console import Console
    from rich.progress import Progress

    console = Console(stderr=True)
    with _cursor_back(console), Progress(console=console, transient=True) as progress:
        task = progress.add_task(doing, total=many)
        yield lambda done: progress.update(task, completed=done)


@contextmanager
def _pairs_progress() -> "Iterator[Callable[[Sequence[Pair]], None]]":
    """A bar for each pair on standard error, where that is a terminal."""
    if not sys.stderr.isatty():
        yield lambda _pairs: None
        return
    from rich.console import Console
    from rich.progress import Progress, TaskID

    console = Console(stderr=True)
    with _cursor_back(console), Progress(console=console, transient=True) as progress:
        tasks: list[TaskID] = []

        def show(pairs: "Sequence[Pair]") -> None:
            pair = pairs[-1]
            if len(tasks) < len(pairs):
                tasks.append(progress.add_task(""))
            progress.update(
                tasks[-1],
                description=f"{_versus(pair)} {_percent(pair.won_interval())}",
                total=pair.deals if pair.verdict else pair.most,
                completed=pair.deals,
            )

        yield show


def _versus(pair: "Pair") -> str:
    return _("{one} – {other}").format(one=pair.contest.bots[0], other=pair.contest.bots[1])


def _percent(found: "Interval") -> str:
    return f"{100 * found.mean:.1f} % ({100 * found.low:.1f}–{100 * found.high:.1f})"


def _signed(found: "Interval") -> str:
    if isinf(found.low):
        return f"{found.mean:+z.2f}"
    return f"{found.mean:+z.2f} ({found.low:+z.2f} … {found.high:+z.2f})"


def _show_pairs(setup: "Setup", pairs: "Sequence[Pair]") -> None:
    pairs = [pair for pair in pairs if pair.deals]
    if not pairs:
        return
    from rich.console import Console

    from seven_games.bots.senses import SENSES

    verdicts = {"better": _("better"), "worse": _("worse"), "open": _("unclear"), None: "…"}
    console = Console(width=None if sys.stdout.isatty() else 80, highlight=False, markup=False)
    unit = SENSES[setup.game.name].unit(setup.rules)
    table = [
        (
            _("who, against whom"),
            _("deals"),
            _("won"),
            _("{unit} a deal").format(unit=_(unit)),
            _("verdict"),
        )
    ]
    table += [
        (
            _versus(pair),
            str(pair.deals),
            _percent(pair.won_interval()),
            _signed(pair.score.interval(pair.bound)),
            verdicts[pair.verdict],
        )
        for pair in pairs
    ]
    console.print(
        _("{game}, {preset}, {players} players, from seed {seed}. Each deal is played").format(
            game=_(setup.game.title),
            preset=setup.rules.preset,
            players=setup.rules.players,
            seed=setup.seed,
        ),
        ngettext("once.", "{n} times, the seats rotated;", pairs[0].sides).format(n=pairs[0].sides),
        _("a player among equals wins {fair:.1f} %.").format(fair=100 * pairs[0].fair),
    )
    _print_table(console, table, numbers={1})


def _show_tally(setup: "Setup", tally: "Tally", *, as_json: bool, complete: bool) -> None:
    deals = tally.deals
    if as_json:
        data = {
            "game": setup.game.name,
            "rules": setup.rules.values(),
            "seats": list(setup.seats),
            "seed": setup.seed,
            "deals": deals,
            "complete": complete,
            "level": tally.level,
            "wins": tally.wins,
            "points": tally.points,
            "moves": tally.moves_by_seat,
            "length": {"shortest": tally.shortest, "longest": tally.longest, "all": tally.moves},
        }
        typer.echo(json.dumps(data, ensure_ascii=False))
        return
    if not deals:
        return
    from rich.console import Console

    console = Console(width=None if sys.stdout.isatty() else 80, highlight=False, markup=False)
    table = [
        (
            _("seat"),
            _("who"),
            _("deals won"),
            _("of all"),
            _("points"),
            _("points a deal"),
            _("moves a deal"),
        )
    ]
    table += [
        (
            str(number),
            seat,
            str(wins),
            f"{wins / deals:.1%}",
            str(points),
            f"{points / deals:.2f}",
            f"{moves / deals:.1f}",
        )
        for number, (seat, wins, points, moves) in enumerate(
            zip(setup.seats, tally.wins, tally.points, tally.moves_by_seat, strict=True)
        )
    ]
    console.print(
        ngettext(
            "{game}, {preset}: {deals} deal from seed {seed}.",
            "{game}, {preset}: {deals} deals from seed {seed}.",
            deals,
        ).format(game=_(setup.game.title), preset=setup.rules.preset, deals=deals, seed=setup.seed)
    )
    _print_table(console, table, numbers={0, 2, 3, 4, 5, 6})
    console.print(
        _("Moves in a deal: {shortest} to {longest}, mean {mean}. Tied deals: {level}.").format(
            shortest=tally.shortest,
            longest=tally.longest,
            mean=f"{tally.moves / deals:.1f}",
            level=tally.level,
        )
    )


def _print_table(
    console: "Console", rows: "Sequence[tuple[str, ...]]", numbers: "Container[int]"
) -> None:
    """Rows below the first, which has the headings; value by value where they are too wide.

    `numbers` are the columns that stand to the right.
    """
    from rich.table import Table

    headings, *values = rows
    table = Table(box=None, padding=(0, 2, 0, 0), pad_edge=False)
    for place, heading in enumerate(headings):
        table.add_column(heading, justify="right" if place in numbers else "left", no_wrap=True)
    for row in values:
        table.add_row(*row)
    wide = console.measure(table, options=console.options.update(max_width=1000)).maximum
    if wide <= console.width:
        console.print(table)
        return
    for row in values:
        for place, (heading, value) in enumerate(zip(headings, row, strict=True)):
            console.print(("   " if place else "") + f"{heading}: {value}")


def _in_words(step: "Step") -> str:
    """A step of a replay for a person to read: what happened and who may do what now."""
    from seven_games.engine import format_hand, format_move
    from seven_games.engine.cards import cards_of
    from seven_games.table import seat_names

    deal, names = step.deal, seat_names(step.seats)
    lines = []
    if step.seat is not None and step.move is not None:
        lines.append(
            _("{ply}. {name}: {move}").format(
                ply=len(deal.log), name=names[step.seat], move=format_move(step.move)
            )
        )
    elif step.kind == "undo":
        lines.append(_("Moves taken back; {ply} stand.").format(ply=len(deal.log)))
    else:
        lines.append(
            _("Deal {number}. {name} deals.").format(
                number=step.match.number, name=names[deal.dealer]
            )
        )
        lines.extend(
            f"   {name}: {format_hand(cards_of(hand))}"
            for name, hand in zip(names, deal.dealt, strict=True)
        )
    if deal.turn is not None:
        lines.append(
            _("   {name} may play: {moves}").format(
                name=names[deal.turn], moves=", ".join(format_move(move) for move in deal.moves())
            )
        )
    else:
        lines.extend(_ending(step, names))
    return "\n".join(lines)


def _ending(step: "Step", names: "Sequence[str]") -> "Iterator[str]":
    """The result of a deal, and how the match stands after it."""
    standing, rules, game = step.match.standing, step.match.rules, step.match.game
    counted = "; ".join(f"{key} {_row(value)}" for key, value in step.deal.result().items())
    yield _("   Result: {counted}").format(counted=counted)
    yield _("   Match: {totals}").format(totals=_row(standing.totals))
    if standing.game is not None:
        yield _("   Game: {points}").format(points=_row(standing.game))
    if standing.over:
        won = [
            name for seat, name in enumerate(names) if game.side(rules, seat) in standing.winners
        ]
        yield _("   The match is over, won by {names}.").format(names=", ".join(won))


def _row(numbers: "Sequence[int]") -> str:
    return " ".join(str(number) for number in numbers) or "–"


def _words(refusal: "Refusal") -> str:
    from seven_games.engine import format_move

    return refusal.say(_, format_move)


def _say(line: str) -> None:
    # A name or an option may hold anything; it does not get to move the cursor.
    clean = "".join(sign if sign.isprintable() else "?" for sign in line)
    print(clean, file=sys.stderr)  # noqa: T201 - this is where a command speaks


def _stop(line: str, code: int = NO) -> NoReturn:
    _say(line)
    raise typer.Exit(code)


def run() -> int:
    """Run the command line; its exit code. Whatever goes wrong is one line on standard error."""
    # Where the caller has closed a stream, Python has none.
    sys.stdout = sys.stdout or io.StringIO()
    sys.stderr = sys.stderr or io.StringIO()
    codecs.register_error(_NEAREST, _nearest)
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors=_NEAREST)
    try:
        code = app(standalone_mode=False, prog_name=PROGRAM)
        sys.stdout.flush()
    except (KeyboardInterrupt, typer.Abort):
        code = INTERRUPTED
    except BrokenPipeError:
        # Whoever read the output has gone; what is still in the buffer has nowhere to go.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return NO
    except Exception as error:  # noqa: BLE001 - a traceback never reaches a user
        return _explain(error)
    if code == INTERRUPTED:
        _say(_("Aborted."))
    return code if isinstance(code, int) else 0


def _nearest(problem: UnicodeError) -> tuple[str, int]:
    """What stands for signs that a stream cannot show: the nearest that it can, not a traceback."""
    from seven_games.tui.draw.cards import ASCII

    if not isinstance(problem, UnicodeEncodeError):
        raise problem
    signs = ASCII.signs | _IN_TEXT
    lost = problem.object[problem.start : problem.end].translate(signs)
    return "".join(sign if sign.isascii() else "?" for sign in lost), problem.end


def _explain(error: Exception) -> int:
    from seven_games.engine import Refusal

    if os.environ.get("SEVEN_GAMES_DEBUG"):
        raise error
    if isinstance(error, Refusal):
        _say(_words(error))
        return NO
    wrong_use = getattr(error, "format_message", None)
    if wrong_use is not None:
        context = getattr(error, "ctx", None)
        _say(
            _("{problem} (see {command} --help)").format(
                problem=" ".join(wrong_use().split()).rstrip("."),
                command=context.command_path if context else PROGRAM,
            )
        )
        return WRONG_USE
    if isinstance(error, OSError):
        _say(f"{error.filename or PROGRAM}: {error.strerror or error}")
        return NO
    _say(
        _("{program} met a fault of its own ({fault}); SEVEN_GAMES_DEBUG=1 shows where.").format(
            program=PROGRAM, fault=type(error).__name__
        )
    )
    return NO
