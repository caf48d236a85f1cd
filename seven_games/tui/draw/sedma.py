"""Sedma: the trick as a grid of rounds and seats between the players."""

from collections.abc import Sequence
from typing import cast

from seven_games.engine.cards import ACE, RANKS, SEVEN, STOP, cards_of, rank_of, suit_of
from seven_games.engine.game import Rules
from seven_games.engine.sedma import COUNTERS, SedmaRules, SedmaView
from seven_games.i18n import _, ngettext
from seven_games.tui.draw.cards import SUIT_STYLES, paint
from seven_games.tui.draw.layout import Line, Sheet, cut, pad, span_width, width
from seven_games.tui.draw.scene import (
    Scene,
    cards_text,
    move_text,
    pairs,
    points_text,
    result_of,
    tricks_text,
    turn_text,
)

BOX = 44
"""The cells of the trick's box."""
ROUNDS = 4
"""A trick runs at most as many rounds as a hand has cards."""
ACTIONS: frozenset[str] = frozenset({"stop", "last"})


def _view(scene: Scene) -> SedmaView:
    return cast("SedmaView", scene.view)


def _rules(scene: Scene) -> SedmaRules:
    return cast("SedmaRules", scene.view.rules)


def summary() -> str:
    """The game in half a line."""
    return _("tricks by rank alone; sevens beat everything")


def ranks(_rules: Rules) -> Sequence[int]:
    """The ranks from low to high."""
    return range(SEVEN, ACE + 1)


def title(scene: Scene) -> tuple[str, str]:
    """The rules in short, and where the match stands."""
    rules = _rules(scene)
    form = _("2 v 2") if rules.players == 4 else _("{n} players").format(n=rules.players)
    last = _("last trick {n}").format(n=rules.last_trick)
    goal = _("to {target}").format(target=rules.target)
    return scene.faces.join((form, last, goal)), pairs(scene, scene.standing.totals)


def fits(scene: Scene) -> int:
    """The cards of the hand that would fit if it were the viewer's turn now."""
    view = _view(scene)
    return view.hand & view.beaters if view.asked and scene.my_turn else view.hand


def _trick(scene: Scene) -> tuple[tuple[tuple[int, int], ...], int | None, bool]:
    """The cards to show, who is winning them, and whether the trick is finished."""
    view = _view(scene)
    if view.trick or scene.cleared or not view.last_trick:
        return view.trick, view.taking, False
    return view.last_trick, view.last_taker, True


def _beating(rules: SedmaRules, led: int) -> list[int]:
    """The ranks that beat where this card was led."""
    wild = [SEVEN] if rules.wild == "7" else [SEVEN, SEVEN + 1]
    return ([] if rank_of(led) in wild else [rank_of(led)]) + wild


def _beating_text(rules: SedmaRules, led: int) -> str:
    found = [RANKS[rank] for rank in _beating(rules, led)]
    if len(found) == 1:
        return found[0]
    return _("{ranks} or {last}").format(ranks=", ".join(found[:-1]), last=found[-1])


def body(scene: Scene, sheet: Sheet, x: int, y: int) -> None:
    """The table in CONTENT times BODY cells."""
    view = _view(scene)
    _draw_across(scene, sheet, x, y)
    _draw_box(scene, sheet, x + 18, y + 2)
    seats = scene.seats
    if len(seats) > 2:
        _draw_beside(scene, sheet, x + 2, y + 4, seats[0])
        _draw_beside(scene, sheet, x + 64, y + 4, seats[-2])
    stock = _("stock {n}").format(n=view.stock)
    backs = scene.faces.backs(view.stock, 3)
    sheet.right(y, [(backs, "back"), (f" {stock}", "dim")], x + 78)
    sums = [_sum_line(scene, side, 38 if len(scene.sides) == 2 else 26) for side in scene.sides]
    if len(sums) == 2:
        sheet.write(x + 3, y + 11, sums[0])
        sheet.right(y + 11, sums[1], x + 77)
    else:
        for place, line in enumerate(sums):
            sheet.write(x + 2 + 26 * place, y + 11, line)


def _sum_line(scene: Scene, side: Sequence[int], cells: int) -> Line:
    """What a side has taken so far, in at most so many cells."""
    view, number = _view(scene), scene.side(side[0])
    said = ", ".join((points_text(view.points[number]), tricks_text(view.tricks[number])))
    room = (cells - width(said) - 2 - 3 * (len(side) - 1)) // len(side)
    return [(scene.side_name(side, max(2, room), " + "), "name"), (f"  {said}", "text")]


def _draw_across(scene: Scene, sheet: Sheet, x: int, y: int) -> None:
    """The seat opposite: the partner of four, the other of two; of three there is none."""
    seats = scene.seats
    if len(seats) == 3:
        return
    seat = seats[len(seats) // 2 - 1]
    name = scene.title(seat, 22)
    if scene.partner(seat):
        name = _("{name}, partner").format(name=name)
    sheet.centre(y, [*_marked(scene, seat, name), *_held(scene, seat)], x, 80)


def _marked(scene: Scene, seat: int, name: str) -> Line:
    return [("▸ " if seat == scene.view.turn else "  ", "turn"), (name, "name")]


def _held(scene: Scene, seat: int) -> Line:
    held = scene.view.counts[seat]
    return [("  " + scene.faces.backs(held), "back"), (f" {held}", "text")]


def _draw_beside(scene: Scene, sheet: Sheet, x: int, y: int, seat: int) -> None:
    held = scene.view.counts[seat]
    sheet.write(x - 2, y, _marked(scene, seat, scene.title(seat, 14)))
    sheet.put(x, y + 1, pad(scene.faces.backs(held), 5), "back")
    sheet.put(x + 5, y + 1, cut(cards_text(held), 9), "text")
    if scene.players == 4:
        other = scene.name((seat + 2) % 4, 9)
        sheet.put(x, y + 2, cut(_("with {name}").format(name=other), 14), "dim")


def _draw_box(scene: Scene, sheet: Sheet, x: int, y: int) -> None:
    view = _view(scene)
    trick, winning, finished = _trick(scene)
    sheet.put(x, y, "┌" + "─" * (BOX - 2) + "┐", "rule")
    for line in range(1, ROUNDS + 3):
        sheet.put(x, y + line, "│", "rule")
        sheet.put(x + BOX - 1, y + line, "│", "rule")
    sheet.put(x, y + ROUNDS + 3, "└" + "─" * (BOX - 2) + "┘", "rule")
    number = sum(view.tricks) + (not finished)
    head = _("trick {n}").format(n=number)
    leader = trick[0][0] if trick else view.leader
    if trick:
        led = _("led by {name}")
    else:
        led = _("you lead") if scene.is_you(leader) else _("{name} leads")
    parts = [head, led.format(name=scene.name(leader, 10))]
    if trick and not finished:
        parts.append(_("{ranks} beats").format(ranks=_beating_text(_rules(scene), trick[0][1])))
    sheet.put(x + 2, y, cut(f" {' ─ '.join(parts)} ", BOX - 4), "dim")
    _draw_rounds(scene, sheet, x + 2, y + 1, trick)
    sheet.write(x + 3, y + ROUNDS + 2, _pile_line(scene, trick, winning, finished=finished))


def _draw_rounds(
    scene: Scene,
    sheet: Sheet,
    x: int,
    y: int,
    trick: Sequence[tuple[int, int]],
) -> None:
    players = scene.players
    leader = trick[0][0] if trick else _view(scene).leader
    order = [(leader + step) % players for step in range(players)]
    column = 30 // players
    first = x + 10
    for place, seat in enumerate(order):
        style = "turn" if seat == scene.view.turn else "name"
        sheet.put(first + column * place, y, scene.name(seat, column - 1), style)
    best = _best_place(_rules(scene), trick)
    for line in range(len(trick) // players + 1 if trick else 0):
        cards = trick[players * line : players * (line + 1)]
        waiting = not cards and not _view(scene).asked
        if not cards and (waiting or scene.view.turn is None):
            break
        sheet.put(x, y + 1 + line, _("round {n}").format(n=line + 1), "dim")
        for place, (_seat, card) in enumerate(cards):
            at = first + column * place
            style = SUIT_STYLES[suit_of(card)]
            sheet.put(at, y + 1 + line, f"{scene.faces.card(card):>3}", style)
            if players * line + place == best:
                sheet.put(at + 4, y + 1 + line, "★", "turn")
        if len(cards) < players and (cards or _view(scene).asked):
            sheet.put(first + column * len(cards), y + 1 + line, "  ?", "turn")


def _best_place(rules: SedmaRules, trick: Sequence[tuple[int, int]]) -> int | None:
    """The place of the card that is winning: the last one that beats."""
    best = None
    for place, (_seat, card) in enumerate(trick):
        if best is None or rank_of(card) in _beating(rules, trick[0][1]):
            best = place
    return best


def _pile_line(
    scene: Scene, trick: Sequence[tuple[int, int]], winning: int | None, *, finished: bool
) -> Line:
    if not trick or winning is None:
        return []
    points = points_text(sum(10 for _seat, card in trick if COUNTERS >> card & 1))
    name = scene.name(winning, 14)
    if finished:
        said = (
            _("You took it: {points}.") if scene.is_you(winning) else _("{name} took it: {points}.")
        )
    else:
        said = (
            _("{points} · you are winning")
            if scene.is_you(winning)
            else _("{points} · {name} is winning")
        )
    return [(cut(said.format(name=name, points=points), BOX - 6), "text")]


def prompt(scene: Scene) -> str:
    """What the rules want now, in words."""
    view = _view(scene)
    if not scene.my_turn:
        said = move_text(scene, *view.log[-1]) + " " if view.log else ""
        return said + turn_text(scene)
    start = turn_text(scene)
    if view.asked:
        return _asked(scene)
    if not view.trick:
        return f"{start} " + _("You lead: any card may be led.")
    winner, card = _winning(scene)
    return f"{start} " + _("{ranks} beats {name}'s {card}; any card may be played.").format(
        ranks=_beating_text(_rules(scene), view.trick[0][1]),
        name=scene.name(winner, 14),
        card=scene.faces.card(card),
    )


def _winning(scene: Scene) -> tuple[int, int]:
    """Who is winning the trick that is on, and with which card."""
    trick = _view(scene).trick
    return trick[_best_place(_rules(scene), trick) or 0]


def _asked(scene: Scene) -> str:
    view = _view(scene)
    winner, card = _winning(scene)
    going_on = scene.faces.cards([move for move in view.moves if move != STOP])
    if winner == view.seat:
        said = _("You are winning. Go on ({cards}), or stop and take the trick?")
    elif scene.partner(winner):
        said = _("Your partner is winning. Go on ({cards}), or stop and take the trick?")
    else:
        said = _("{name} beat your {led} with {card}. Go on ({cards}), or stop and let it go?")
    return said.format(
        cards=going_on,
        name=scene.name(winner),
        led=scene.faces.card(view.trick[0][1]),
        card=scene.faces.card(card),
    )


def choice(scene: Scene, move: int) -> str:
    """What this move does, from public facts and the own hand."""
    view = _view(scene)
    if move == STOP:
        return _stop_text(scene)
    card = scene.faces.card(move)
    worth = 10 if COUNTERS >> move & 1 else 0
    if not view.trick or view.taking is None:
        return _lead_text(scene, move, card, worth)
    pile = points_text(view.pile + worth)
    if not view.beaters >> move & 1:
        if view.taking == view.seat:
            return _("{card} changes nothing: you go on winning, {points} in the trick.").format(
                card=card, points=pile
            )
        said = (
            _("{card} does not beat: your partner goes on winning, {points} in the trick.")
            if scene.partner(view.taking)
            else _("{card} does not beat: {name} goes on winning, {points} in the trick.")
        )
        return said.format(card=card, name=scene.name(view.taking), points=pile)
    if scene.partner(view.taking):
        return _("{card} takes over from your partner; {points} in the trick.").format(
            card=card, points=pile
        )
    ranks_text = _beating_text(_rules(scene), view.trick[0][1])
    return _("{card} puts you in front with {points}; {ranks} beats it.").format(
        card=card, points=pile, ranks=ranks_text
    )


def _lead_text(scene: Scene, move: int, card: str, worth: int) -> str:
    beaten_by = _beating(_rules(scene), move)
    unseen = [c for c in cards_of(scene.view.unseen) if rank_of(c) in beaten_by]
    if not unseen:
        return _("{card} cannot be beaten: nobody can hold what beats it.").format(card=card)
    ranks_text = _beating_text(_rules(scene), move)
    out = ngettext("{n} is still out", "{n} are still out", len(unseen)).format(n=len(unseen))
    said = (
        _("{card} puts {points} in the trick; {ranks} beats it ({out}).")
        if worth
        else _("{card} is worth nothing; {ranks} beats it ({out}).")
    )
    return said.format(card=card, points=points_text(worth), ranks=ranks_text, out=out)


def _stop_text(scene: Scene) -> str:
    view = _view(scene)
    points = points_text(view.pile)
    winner, _card = _winning(scene)
    if winner == view.seat:
        return _("The trick is yours: {points}.").format(points=points)
    said = (
        _("Your partner {name} takes the trick: {points} for your side.")
        if scene.partner(winner)
        else _("{name} takes the trick: {points}.")
    )
    return said.format(name=scene.name(winner), points=points)


def text(scene: Scene) -> list[Line]:
    """The table in a few lines of text."""
    view = _view(scene)
    trick, winning, finished = _trick(scene)
    lines: list[Line] = [[]]
    for seat in scene.seats:
        mark = "▸" if seat == view.turn else ""
        item: Line = [
            (mark, "turn"),
            (scene.name(seat, 12), "name"),
            (f" {view.counts[seat]}  ", "text"),
        ]
        if span_width(lines[-1]) + span_width(item) > scene.width + 2:
            lines.append([])
        lines[-1] += item
    sums = " : ".join(str(view.points[scene.side(side[0])]) for side in scene.sides)
    stock = _("stock {n}, points {sums}").format(n=view.stock, sums=sums)
    lines.append([(stock, "dim")])
    players = scene.players
    best = _best_place(_rules(scene), trick)
    for first in range(0, len(trick), players):
        line: Line = []
        for place, (seat, card) in enumerate(trick[first : first + players], first):
            line += [(f"{scene.name(seat, 6)} ", "name"), *paint(scene.faces.card(card))]
            line.append(("★ " if place == best else "  ", "turn"))
        lines.append(line)
    if trick:
        lines.append(_pile_line(scene, trick, winning, finished=finished))
    return lines


def account(scene: Scene) -> list[Line]:
    """How the score of a finished deal came about, line by line."""
    view, rules = _view(scene), _rules(scene)
    result = result_of(view)
    names = [scene.side_name(side, 20, " + ") for side in scene.sides]
    wide = max(width(name) for name in names)
    lines: list[Line] = [
        [
            (
                f"{'':{wide}}  {_('points'):>7} {_('tricks'):>7} {_('game'):>6} {_('total'):>6}",
                "dim",
            )
        ]
    ]
    for name, side in zip(names, scene.sides, strict=True):
        number = scene.side(side[0])
        lines.append(
            [
                (pad(name, wide), "name"),
                (
                    (
                        f"  {result['card_points'][number]:>7} {result['tricks'][number]:>7}"
                        f" {result['score'][number]:>+6d} {scene.standing.totals[number]:>6}"
                    ),
                    "text",
                ),
            ]
        )
    lines += [[], *[paint(sentence) for sentence in _reasons(scene)]]
    if view.last_trick:
        lines += [[], *last(scene)]
    if rules.next_dealer == "loser" and not scene.standing.over:
        name = scene.name(scene.standing.dealer)
        lines.append(paint(_("{name} deals next.").format(name=name)))
    return lines


def _reasons(scene: Scene) -> list[str]:
    view, rules = _view(scene), _rules(scene)
    result = result_of(view)
    said = [_("Aces and tens are worth 10 each.")]
    if rules.last_trick and view.last_taker is not None:
        name = scene.name(view.last_taker)
        took = (
            _("You took the last trick: 10 points.")
            if scene.is_you(view.last_taker)
            else _("{name} took the last trick: 10 points.").format(name=name)
        )
        said.append(took)
    best = max(result["score"])
    winners = [s for s in scene.sides if result["score"][scene.side(s[0])] == best]
    if not best:
        return [*said, _("All three are level: nobody scores.")]
    reason = {
        3: _("Every trick was taken by one side: 3 game points."),
        2: _("All points but not all tricks went to one side: 2 game points."),
        1: _("Most of the points: 1 game point."),
    }[best]
    points = [result["card_points"][scene.side(side[0])] for side in scene.sides]
    if len(points) == 2 and points[0] == points[1]:
        reason = _("The points are level, so the last trick decides: 1 game point.")
    name = ", ".join(scene.side_name(side, 20, " + ") for side in winners)
    return [*said, reason, _("To {name}.").format(name=name)]


def rules_text(rules: Rules) -> list[str]:
    """How the game is played, in a few sentences."""
    of = cast("SedmaRules", rules)
    total = 80 + of.last_trick
    return [
        _("Any card may be played to any trick; suits mean nothing."),
        _("A card of the rank that was led beats, and so does every seven. The last to beat takes.")
        if of.wild == "7"
        else _("A card of the rank that was led beats, and so does every seven and eight."),
        _("The leader may go on with a card that beats while the other side is winning.")
        if of.go_on == "opponent_winning"
        else _("The leader may go on with a card that beats, whoever is winning."),
        _("Aces and tens are 10 points each; {n} in all with the last trick.").format(n=total)
        if of.last_trick
        else _("Aces and tens are 10 points each: 80 in all."),
        _(
            "Most points win the deal: 1; all points: 2; every trick: 3. The match is to {n}."
        ).format(n=of.target),
    ]


def last(scene: Scene) -> list[Line]:
    """What was played last."""
    view = _view(scene)
    if not view.last_trick or view.last_taker is None:
        return [[(_("No trick has been taken yet."), "dim")]]
    best = _best_place(_rules(scene), view.last_trick)
    lines: list[Line] = [[(_("The last trick:"), "dim")]]
    players = scene.players
    for first in range(0, len(view.last_trick), players):
        line: Line = [("  ", "text")]
        for place, (seat, card) in enumerate(view.last_trick[first : first + players], first):
            line += [(scene.name(seat, 14) + " ", "name"), *paint(scene.faces.card(card))]
            line.append((" ★   " if place == best else "   ", "turn"))
        lines.append(line)
    lines.append(_pile_line(scene, view.last_trick, view.last_taker, finished=True))
    return lines
