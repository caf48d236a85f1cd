"""A review as text and as data: for the command, and to be kept by a person."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial

from seven_games.engine import View, format_move
from seven_games.i18n import _, ngettext
from seven_games.table.advice import figure, meaning, said, short_basis, worth
from seven_games.table.review import GOOD, MISTAKE, SLIP, Decision, Verdict

MoveName = Callable[[Decision, int], str]
"""How a move is named that could be made at a decision."""

SIGNS = {GOOD: "✓", SLIP: "~", MISTAKE: "✗"}


def where(view: View) -> str:
    """Which point of the deal a view is of: the trick, or the viewer's turn.

    >>> from seven_games.engine import GAMES
    >>> where(GAMES["sedma"].deal(GAMES["sedma"].rules(), seed=7).view(0))
    'trick 1'
    >>> where(GAMES["sevens"].deal(GAMES["sevens"].rules(), seed=7).view(0))
    'turn 1'
    """
    tricks: tuple[int, ...] | None = getattr(view, "tricks", None)
    if tricks is not None:
        return _("trick {n}").format(n=sum(tricks) + 1)
    return _("turn {n}").format(n=sum(seat == view.seat for seat, _move in view.log) + 1)


def cost_text(verdict: Verdict) -> str:
    """By how much a move was worse than the best; a dash where it was not."""
    if verdict.mark == GOOD:
        return "–"
    return figure(verdict.cost, verdict.advice.unit, signed=False)


def summary(verdicts: Sequence[Verdict]) -> str:
    """How many decisions there were, how many could not have been better, and what was lost.

    >>> summary([])
    '0 decisions, 0 best'
    """
    many = len(verdicts)
    good = sum(verdict.mark == GOOD for verdict in verdicts)
    text = ngettext("{n} decision, {good} best", "{n} decisions, {good} best", many).format(
        n=many, good=good
    )
    if not verdicts:
        return text
    unit = verdicts[0].advice.unit
    total = figure(sum(verdict.cost for verdict in verdicts), unit, signed=False)
    return text + "; " + _("cost {cost} ({unit})").format(cost=total, unit=_(unit))


def report(verdicts: Iterable[Verdict], names: Sequence[str], move_name: MoveName) -> Iterator[str]:
    """Lines of text, deal by deal and seat by seat."""
    groups: dict[tuple[int, int], list[Verdict]] = {}
    for verdict in verdicts:
        decision = verdict.decision
        groups.setdefault((decision.deal, decision.seat), []).append(verdict)
    for (deal, seat), found in sorted(groups.items()):
        yield _("Deal {deal}, {name}: {summary}.").format(
            deal=deal, name=names[seat], summary=summary(found)
        )
        yield "   " + _("Worth: {meaning}.").format(meaning=meaning(found[0].advice.unit))
        for verdict in found:
            yield from decision_lines(verdict, move_name)
        yield ""


def decision_lines(verdict: Verdict, move_name: MoveName) -> Iterator[str]:
    """One decision: what was played, what would have been best, by how much, and why."""
    advice, decision = verdict.advice, verdict.decision
    face = partial(move_name, decision)
    head = f"{where(decision.view)}: {face(decision.move)} {SIGNS[verdict.mark]}"
    if verdict.mark != GOOD:
        own = advice.of(decision.move)
        head += "; " + _("best {move}, cost {cost} ± {error}").format(
            move=face(advice.best),
            cost=cost_text(verdict),
            error=figure(2 * own.error, advice.unit, signed=False),
        )
    yield f"   {head}"
    yield f"      {said(advice.reason.why, face, ', ')}"
    worths = ", ".join(worth(one, advice, face) for one in advice.moves)
    yield f"      {worths} ({short_basis(advice)})"


def data(verdict: Verdict) -> dict[str, object]:
    """A decision as JSON has it; `error` is the standard error of `behind`."""
    decision, advice = verdict.decision, verdict.advice
    return {
        "deal": decision.deal,
        "ply": decision.ply,
        "seat": decision.seat,
        "move": format_move(decision.move),
        "best": format_move(advice.best),
        "level": [format_move(move) for move in advice.level],
        "cost": round(verdict.cost, 4),
        "mark": verdict.mark,
        "unit": advice.unit,
        "worlds": advice.worlds,
        "reason": advice.reason.kind,
        "why": said(advice.reason.why, format_move),
        "moves": [
            {
                "move": format_move(one.move),
                "mean": round(one.mean, 4),
                "behind": round(one.behind, 4),
                "error": round(one.error, 4),
            }
            for one in advice.moves
        ],
    }


def totals(verdicts: Sequence[Verdict], seat: int) -> dict[str, object]:
    """What all decisions of a seat come to, as JSON has it.

    >>> totals([], seat=0)
    {'seat': 0, 'decisions': 0, 'good': 0, 'slip': 0, 'mistake': 0, 'cost': 0, 'unit': None}
    """
    own = [verdict for verdict in verdicts if verdict.decision.seat == seat]
    return {
        "seat": seat,
        "decisions": len(own),
        **{mark: sum(verdict.mark == mark for verdict in own) for mark in SIGNS},
        "cost": round(sum(verdict.cost for verdict in own), 4),
        "unit": own[0].advice.unit if own else None,
    }
