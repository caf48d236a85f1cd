"""Sedma: the trick as a grid of rounds and seats between the players."""

from collections.abc import Sequence
from typing import cast

from seven_games.engine.cards import ACE, RANKS, SEVEN, STOP, cards_of, rank_of, suit_of
from seven_games.engine.game import Rules
from seven_games.engine.sedma import COUNTERS, SedmaRules, SedmaView
from seven_games.i18n import _, ngettext
from seven_games.tui.draw.cards import SUIT_STYLES, Faces, paint
from seven_games.tui.draw.layout import Line, Sheet, cut, pad, span_width, text_of, width
from seven_games.tui.draw.scene import (
    Scene,
    cards_text,
    deal_text,
    dealt_text,
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


def length(rules: Rules) -> str:
    """How long a match is, in a sentence."""
    target = cast("SedmaRules", rules).target
    return ngettext(
        "To {target} game point: one deal or two.",
        "To {target} game points: some {n} deals.",
        target,
    ).format(target=target, n=target + target // 4)


def ranks(_rules: Rules) -> Sequence[int]:
    """The ranks from low to high."""
    return range(SEVEN, ACE + 1)


def title(scene: Scene) -> tuple[str, str]:
    """The rules in short, and where the match stands."""
    rules = _rules(scene)
    form = _("2 v 2") if rules.players == 4 else _("{n} players").format(n=rules.players)
    last = _("last trick {n}").format(n=rules.last_trick)
    goal = _("to {target}").format(target=rules.target)
    wild = _("7 and 8 beat all") if rules.wild == "7_8" else ""
    always = _("going on always") if rules.go_on == "always" else ""
    standing = scene.faces.join((deal_text(scene), pairs(scene, scene.standing.totals)))
    return scene.faces.join((form, goal, last, wild, always)), standing


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
    if scene.view.seat == view.dealer:
        sheet.put(x + 2, y, dealt_text(scene), "dim")
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
    name = scene.seat_title(seat, 24)
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
    sheet.write(x - 2, y, _marked(scene, seat, scene.seat_title(seat, 14)))
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
        lead = _("You lead.") if scene.short else _("You lead: any card may be led.")
        return f"{start} {lead}"
    winner, card = winning(scene)
    if scene.short:
        return f"{start} " + _("{ranks} beats {name}'s {card}.").format(
            ranks=_beating_text(_rules(scene), view.trick[0][1]),
            name=scene.name(winner, 9),
            card=scene.faces.card(card),
        )
    return f"{start} " + _("{ranks} beats {name}'s {card}; any card may be played.").format(
        ranks=_beating_text(_rules(scene), view.trick[0][1]),
        name=scene.name(winner, 14),
        card=scene.faces.card(card),
    )


def winning(scene: Scene) -> tuple[int, int]:
    """Who is winning the trick that is on, and with which card."""
    trick = _view(scene).trick
    return trick[_best_place(_rules(scene), trick) or 0]


def _asked(scene: Scene) -> str:
    view = _view(scene)
    winner, card = winning(scene)
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
    points = points_text(view.pile + worth)
    beats = bool(view.beaters >> move & 1)
    taking = scene.view.turn if beats and scene.view.turn is not None else view.taking
    if _ends(scene, taking):
        return _ending_text(scene, card, view.taking, points, beats=beats)
    if not beats:
        return _staying_text(scene, card, view.taking, points)
    if scene.short:
        said = _("{card} beats: {points};")
    else:
        said = (
            _("{card} goes over your partner: {points};")
            if scene.partner(view.taking)
            else _("{card} puts you in front: {points};")
        )
    last = not (len(view.trick) + 1) % scene.players
    answer = _answer_text(scene, view.trick[0][1], view.leader if last else None)
    return f"{said.format(card=card, points=points)} {answer}"


def _ends(scene: Scene, taking: int) -> bool:
    """Whether the trick is surely over after the card that is to be played, if so it is taken."""
    view, rules = _view(scene), _rules(scene)
    if (len(view.trick) + 1) % scene.players:
        return False
    same = scene.side(taking) == scene.side(view.leader)
    may_go_on = rules.go_on == "always" or not same
    can = view.unseen & view.beaters & ~view.cannot[view.leader]
    return not (may_go_on and can and view.counts[view.leader])


def _ending_text(scene: Scene, card: str, taking: int, points: str, *, beats: bool) -> str:
    """What the last card of a trick does."""
    if beats and scene.partner(taking):
        said = _("{card} takes the trick from your partner: {points} for your side.")
    elif beats:
        said = _("{card} takes the trick: {points}.")
    elif taking == scene.view.seat:
        said = _("You take the trick: {points}.")
    elif scene.partner(taking):
        said = _("Your partner {name} takes the trick: {points} for your side.")
    else:
        said = _("{name} takes the trick: {points}.")
    return said.format(card=card, name=scene.name(taking), points=points)


def _staying_text(scene: Scene, card: str, taking: int, points: str) -> str:
    """What a card does that does not beat, where the trick may go on."""
    if scene.short:
        front = _("You stay in front: {points}.")
        other = _("{name} stays in front: {points}.")
        said = front if taking == scene.view.seat else other
        return said.format(name=scene.name(taking, 10), points=points)
    if taking == scene.view.seat:
        said = _("{card} changes nothing: you stay in front, {points} in the trick.")
    elif scene.partner(taking):
        said = _("{card} does not beat: your partner stays in front, {points} in the trick.")
    else:
        said = _("{card} does not beat: {name} stays in front, {points} in the trick.")
    return said.format(card=card, name=scene.name(taking), points=points)


def _answer_text(scene: Scene, led: int, only: int | None = None) -> str:
    """What may still beat; `only` is the seat that alone may answer."""
    beating = _beating(_rules(scene), led)
    out = len([card for card in cards_of(scene.view.unseen) if rank_of(card) in beating])
    ranks_text = _beating_text(_rules(scene), led)
    if not out:
        return _("nobody can beat it.")
    if scene.short:
        return (
            _("{ranks} beats it.").format(ranks=ranks_text)
            if only is None
            else _("only {name} may answer.").format(name=scene.name(only, 10))
        )
    if only is None:
        return ngettext(
            "{ranks} beats it ({n} is still out).", "{ranks} beats it ({n} are still out).", out
        ).format(ranks=ranks_text, n=out)
    return ngettext(
        "only {name} may answer ({n} is out).", "only {name} may answer ({n} are out).", out
    ).format(name=scene.name(only, 10), n=out)


def _lead_text(scene: Scene, move: int, card: str, worth: int) -> str:
    if scene.short:
        said = _("{card}: {points};")
    else:
        said = _("{card} puts {points} in the trick;") if worth else _("{card} is worth nothing;")
    text = said.format(card=card, points=points_text(worth))
    return f"{text} {_answer_text(scene, move)}"


def _stop_text(scene: Scene) -> str:
    view = _view(scene)
    points = points_text(view.pile)
    winner, _card = winning(scene)
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
            (f" {view.counts[seat]}{scene.dealt(seat)}  ", "text"),
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
    lines += [[], paint(_("Aces and tens are worth 10 each."))]
    lines += [paint(sentence) for sentence in reasons(scene)]
    if view.last_trick and view.last_taker is not None:
        lines += [[], *_last_cards(scene), paint(last_text(scene))]
    if rules.next_dealer == "loser" and not scene.standing.over:
        name = scene.name(scene.standing.dealer)
        lines.append(paint(_("{name} deals next.").format(name=name)))
    return lines


def last_text(scene: Scene) -> str:
    """Who took the last trick, and what it was worth."""
    view, rules = _view(scene), _rules(scene)
    taker = view.last_taker or 0
    points = sum(10 for _seat, card in view.last_trick if COUNTERS >> card & 1)
    if not rules.last_trick:
        said = (
            _("Last trick to you: {n} in cards.")
            if scene.is_you(taker)
            else _("Last trick to {name}: {n} in cards.")
        )
    else:
        said = (
            _("Last trick to you: {n} in cards and {last} for the last trick.")
            if scene.is_you(taker)
            else _("Last trick to {name}: {n} in cards and {last} for the last trick.")
        )
    return said.format(name=scene.name(taker), n=points, last=rules.last_trick)


def reasons(scene: Scene) -> list[str]:
    """Why the game points went where they went."""
    result = result_of(scene.view)
    total = 80 + _rules(scene).last_trick
    said: list[str] = []
    best = max(result["score"])
    winners = [s for s in scene.sides if result["score"][scene.side(s[0])] == best]
    if not best:
        return [_("All three are level: nobody scores.")]
    most = result["card_points"][scene.side(winners[0][0])]
    names = ", ".join(scene.side_name(side, 20, " + ") for side in winners)
    if len(winners) > 1:
        level = _("{names} are level on the most points ({n} of {total}): {score} each.")
        said.append(level.format(names=names, n=most, total=total, score=_game_points_text(best)))
    elif most * 2 == total and len(scene.sides) == 2:
        level = _("The points are level, so the last trick decides: {score} to {names}.")
        said.append(level.format(names=names, score=_game_points_text(best)))
    else:
        sentence = _reason(scene, winners[0], best)
        said.append(
            sentence.format(names=names, n=most, total=total, score=_game_points_text(best))
        )
    return said


def _reason(scene: Scene, side: Sequence[int], score: int) -> str:
    """The sentence for the side that has won a deal, with places."""
    if len(side) == 1 and scene.is_you(side[0]):
        return {
            1: _("You have most of the points ({n} of {total}): {score}."),
            2: _("You have all {total} points, but not all tricks: {score}."),
            3: _("You took every trick: {score}."),
        }[score]
    if len(side) == 1:
        return {
            1: _("{names} has most of the points ({n} of {total}): {score}."),
            2: _("{names} has all {total} points, but not all tricks: {score}."),
            3: _("{names} took every trick: {score}."),
        }[score]
    return {
        1: _("{names} have most of the points ({n} of {total}): {score}."),
        2: _("{names} have all {total} points, but not all tricks: {score}."),
        3: _("{names} took every trick: {score}."),
    }[score]


def _game_points_text(number: int) -> str:
    return ngettext("{n} game point", "{n} game points", number).format(n=number)


def rules_text(rules: Rules) -> list[str]:
    """How the game is played, in a few sentences."""
    of = cast("SedmaRules", rules)
    said = [
        _("Any card may be played to any trick; suits mean nothing."),
        _("A card of the rank that was led beats, and so does every seven. The last to beat takes.")
        if of.wild == "7"
        else _(
            "A card of the rank that was led beats, and so does every seven and eight. "
            "The last to beat takes."
        ),
        _("Hands are filled up to four cards after every trick while the stock lasts."),
        _("Most points win the deal: 1 game point; all points: 2; every trick: 3."),
    ]
    if of.players == 4:
        said.insert(0, _("Two against two, partners opposite."))
    elif of.players == 3:
        said.insert(0, _("Each for himself; two eights are left out."))
    return said


def in_force(rules: Rules, _faces: Faces) -> list[str]:
    """What the options of this table mean, a sentence each."""
    of = cast("SedmaRules", rules)
    return [
        _("The leader may go on with a card that beats while the other side is winning.")
        if of.go_on == "opponent_winning"
        else _("The leader may go on with a card that beats, whoever is winning."),
        _("Sevens beat everything.") if of.wild == "7" else _("Sevens and eights beat everything."),
        _("Aces and tens are 10 points each, the last trick 10: 90 in all.")
        if of.last_trick
        else _("Aces and tens are 10 points each, the last trick nothing: 80 in all."),
        _("The deal moves to the left.")
        if of.next_dealer == "left" or of.players == 3
        else _("The losers deal next."),
        ngettext(
            "The match is to {n} game point.", "The match is to {n} game points.", of.target
        ).format(n=of.target),
    ]


def taken(scene: Scene) -> str:
    """Who took the finished trick and for how much; empty where none is finished."""
    trick, winning, finished = _trick(scene)
    return text_of(_pile_line(scene, trick, winning, finished=True)) if finished else ""


def several(_scene: Scene, _moves: Sequence[int]) -> str:
    """No entry opens a list here."""
    return ""


def last(scene: Scene) -> list[Line]:
    """What was played last."""
    view = _view(scene)
    if not view.last_trick or view.last_taker is None:
        return [[(_("No trick has been taken yet."), "dim")]]
    said = _pile_line(scene, view.last_trick, view.last_taker, finished=True)
    return [*_last_cards(scene), said]


def _last_cards(scene: Scene) -> list[Line]:
    """The cards of the last trick, a line a round."""
    view = _view(scene)
    best = _best_place(_rules(scene), view.last_trick)
    lines: list[Line] = [[(_("The last trick:"), "dim")]]
    players = scene.players
    for first in range(0, len(view.last_trick), players):
        line: Line = [("  ", "text")]
        for place, (seat, card) in enumerate(view.last_trick[first : first + players], first):
            line += [(scene.name(seat, 14) + " ", "name"), *paint(scene.faces.card(card))]
            line.append((" ★   " if place == best else "   ", "turn"))
        lines.append(line)
    return lines
