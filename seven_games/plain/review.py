"""A look back at a deal in lines of text: every decision, as soon as it is judged."""

from collections.abc import Iterator
from contextlib import suppress
from functools import partial

from seven_games.bots.advice import thought
from seven_games.i18n import _, ngettext
from seven_games.table import Table
from seven_games.table.advice import said
from seven_games.table.desk import REVIEW
from seven_games.table.report import MoveName, cost_text, summary, where
from seven_games.table.review import GOOD, MISTAKE, Verdict, decisions, reviews_of, seed_of


def review(table: Table, move_name: MoveName) -> Iterator[str]:
    """The decisions of the people in the last finished deal, and what they come to."""
    if not table.match.finished:
        yield _("No deal is over yet.")
        return
    deal, reviews = table.match.finished[-1], reviews_of(table)
    known = reviews.of(deal)
    for seat in table.people:
        if len(table.people) > 1:
            yield _("The decisions of {name}:").format(name=table.names[seat])
        verdicts, made = [], decisions(deal, [seat])
        yield ngettext(
            "Looking back at {n} decision…", "Looking back at {n} decisions…", len(made)
        ).format(n=len(made))
        for decision in made:
            if decision.ply not in known:
                known[decision.ply] = thought(
                    decision.view, REVIEW, seed_of(decision), decision.move
                )
                with suppress(OSError):
                    reviews.add(deal, decision.ply, known[decision.ply])
            verdicts.append(Verdict(decision, known[decision.ply]))
            yield told(verdicts[-1], move_name)
        yield summary(verdicts) + "."


def told(verdict: Verdict, move_name: MoveName) -> str:
    """A decision in a line; where something else was better, what, by how much and why."""
    decision, advice = verdict.decision, verdict.advice
    face = partial(move_name, decision)
    if verdict.mark == GOOD:
        sentence = _("{where}: {move}, as good as anything.")
    elif verdict.mark == MISTAKE:
        sentence = _("{where}: {move}, a mistake. {best} is better by {cost} {unit}. {why}")
    else:
        sentence = _("{where}: {move}, a slip. {best} is better by {cost} {unit}. {why}")
    best = face(advice.best)
    line = sentence.format(
        where=where(decision.view),
        move=face(decision.move),
        best=best[:1].upper() + best[1:],
        cost=cost_text(verdict),
        unit=_(advice.unit),
        why=said(advice.reason.why, face, ", "),
    )
    return line[:1].upper() + line[1:]
