"""Semerik: four seats around the trick, partners opposite."""

from collections.abc import Sequence
from typing import cast

from seven_games.engine.cards import (
    RANKS,
    SHOW_BABA,
    rank_of,
    suit_of,
)
from seven_games.engine.game import Rules
from seven_games.engine.semerik import (
    ACES,
    FIGURES,
    GAME,
    ORDER,
    SemerikRules,
    SemerikView,
    Shown,
    combination,
)
from seven_games.i18n import _, ngettext
from seven_games.tui.draw.cards import SUIT_STYLES, box, in_order, paint
from seven_games.tui.draw.layout import Line, Sheet, cut, pad, span_width, width
from seven_games.tui.draw.scene import (
    Scene,
    combination_text,
    move_text,
    pairs,
    points_text,
    result_of,
    turn_text,
)

TRICKS = 10
_PLACES = {"across": (37, 1), "left": (28, 4), "right": (48, 4), "own": (37, 7)}
"""Where the four cards of a trick lie, in the cells of the body."""
ACTIONS: frozenset[str] = frozenset({"declare", "last"})


def _view(scene: Scene) -> SemerikView:
    return cast("SemerikView", scene.view)


def _rules(scene: Scene) -> SemerikRules:
    return cast("SemerikRules", scene.view.rules)


def summary() -> str:
    """The game in half a line."""
    return _("two against two; the three is high and combinations count")


def ranks(_rules: Rules) -> Sequence[int]:
    """The ranks from low to high."""
    return ORDER


def title(scene: Scene) -> tuple[str, str]:
    """The rules in short, and where the match stands."""
    standing, rules = scene.standing, _rules(scene)
    to = _("to {target}").format(target=GAME)
    game = _("game {n} of {games}").format(
        n=min(standing.games + 1, rules.games), games=rules.games
    )
    own, other = (scene.side(side[0]) for side in scene.sides)
    credit = f"({standing.totals[own]}:{standing.totals[other]})"
    score = pairs(scene, standing.game or (0, 0))
    return scene.faces.join((to, f"{game} {credit}")), score


def _higher(card: int) -> int:
    """The cards of the same suit that rank above this one."""
    above = ORDER[ORDER.index(rank_of(card)) + 1 :]
    return sum(1 << 13 * suit_of(card) + rank for rank in above)


def _suit(card: int) -> int:
    return sum(1 << 13 * suit_of(card) + rank for rank in ORDER)


def fits(scene: Scene) -> int:
    """The cards of the hand that would fit if it were the viewer's turn now."""
    view = _view(scene)
    played = any(seat == view.seat for seat, _card in view.trick)
    if not view.trick or view.must_beat is None or played:
        return view.hand
    over = view.hand & _higher(view.must_beat)
    follow = _rules(scene).follow
    if over and follow != "follow_suit":
        return over
    same = view.hand & _suit(view.trick[0][1])
    return same if same and follow != "beat_or_free" else view.hand


def _trick(scene: Scene) -> tuple[tuple[tuple[int, int], ...], int | None, bool]:
    """The cards to show, who is winning them, and whether the trick is finished."""
    view = _view(scene)
    if view.trick or scene.cleared or not view.last_trick:
        return view.trick, view.taking, False
    return view.last_trick, view.last_taker, True


def body(scene: Scene, sheet: Sheet, x: int, y: int) -> None:
    """The table in CONTENT times BODY cells."""
    seats = scene.seats
    trick, winning, finished = _trick(scene)
    cards = dict(trick)
    for place, seat in zip(("left", "across", "right", "own"), seats, strict=True):
        at_x, at_y = _PLACES[place]
        waiting = seat == scene.view.turn and not finished
        if seat in cards:
            _draw_card(scene, sheet, x + at_x, y + at_y, cards[seat], winning=seat == winning)
        elif waiting:
            box(sheet, x + at_x, y + at_y, " ▸ ", "dashed", ("dim", "turn"))
        elif place == "own" or not trick:
            box(sheet, x + at_x, y + at_y, "   ", "dashed", ("faint", "faint"))
    name = scene.title(seats[1], 22)
    if scene.partner(seats[1]):
        name = _("{name}, partner").format(name=name)
    sheet.centre(y, [*_marked(scene, seats[1], name), *_held(scene, seats[1])], x, 80)
    _draw_beside(scene, sheet, x + 3, y + 4, seats[0], 23)
    _draw_beside(scene, sheet, x + 56, y + 4, seats[2], 23)
    if scene.view.seat is None:
        sheet.write(x + 46, y + 8, [*_marked(scene, seats[3], scene.title(seats[3], 20))])
    sheet.write(x + 3, y + 10, paint(cut(_so_far(scene), 76), "text"))
    shown = _shown_text(scene, 76)
    if finished and winning is not None:
        sheet.write(x + 3, y + 11, paint(_taken_text(scene, trick, winning), "message"))
    elif shown:
        sheet.write(x + 3, y + 11, paint(shown, "dim"))


def _draw_card(scene: Scene, sheet: Sheet, x: int, y: int, card: int, *, winning: bool) -> None:
    face = f"{scene.faces.card(card):>3}"
    styles = ("turn" if winning else "legal", SUIT_STYLES[suit_of(card)])
    box(sheet, x, y, face, "heavy" if winning else "solid", styles)
    if winning:
        sheet.put(x + 5, y + 1, "★", "turn")


def _marked(scene: Scene, seat: int, name: str) -> Line:
    return [("▸ " if seat == scene.view.turn else "  ", "turn"), (name, "name")]


def _held(scene: Scene, seat: int) -> Line:
    held = scene.view.counts[seat]
    return [("  " + scene.faces.backs(held, TRICKS), "back"), (f" {held}", "text")]


def _draw_beside(scene: Scene, sheet: Sheet, x: int, y: int, seat: int, cells: int) -> None:
    view = _view(scene)
    sheet.write(x - 2, y, _marked(scene, seat, scene.title(seat, cells)))
    sheet.write(x - 2, y + 1, _held(scene, seat))
    trick, _winning, _finished = _trick(scene)
    if (trick[0][0] if trick else view.leader) == seat:
        said = _("led the trick") if trick else _("leads")
        sheet.put(x, y + 2, cut(said, cells), "dim")


def _of_sides(scene: Scene, values: Sequence[int]) -> tuple[int, int]:
    own, other = (scene.side(side[0]) for side in scene.sides)
    return values[own], values[other]


def _side_tricks(view: SemerikView) -> list[int]:
    return [view.tricks[side] + view.tricks[side + 2] for side in range(2)]


def _so_far(scene: Scene, *, short: bool = False) -> str:
    view = _view(scene)
    tricks = _of_sides(scene, _side_tricks(view))
    counters = _of_sides(scene, view.counters)
    said = [
        _("tricks {a} : {b}").format(a=tricks[0], b=tricks[1]),
        (_("counters {a} : {b}") if short else _("counters {a} : {b} (3 = 1 point)")).format(
            a=counters[0], b=counters[1]
        ),
    ]
    if any(view.points):
        shown = _of_sides(scene, view.points)
        said.append(_("shown {a} : {b}").format(a=shown[0], b=shown[1]))
    return scene.faces.join(said)


def shown_text(scene: Scene, shown: Shown) -> str:
    """One declaration: who, which cards, what it is and what it was worth."""
    cards = scene.faces.cards(in_order(shown.cards, ORDER))
    said = (
        _("You showed {cards} ({combination}, {n})")
        if scene.is_you(shown.seat)
        else _("{name} showed {cards} ({combination}, {n})")
    )
    return said.format(
        name=scene.name(shown.seat, 14),
        cards=cards,
        combination=combination_text(scene, shown.move),
        n=shown.worth,
    )


def _shown_text(scene: Scene, cells: int) -> str:
    view = _view(scene)
    said = [shown_text(scene, shown) for shown in reversed(view.shown)]
    while len(said) > 1 and width(scene.faces.join(said)) > cells:
        said.pop()
    return cut(scene.faces.join(said), cells)


def _taken_text(scene: Scene, trick: Sequence[tuple[int, int]], winning: int) -> str:
    counting = FIGURES | (ACES if _rules(scene).ace == "third" else 0)
    number = sum(counting >> card & 1 for _seat, card in trick)
    counters = ngettext("{n} counter", "{n} counters", number).format(n=number)
    said = (
        _("You took the trick: {counters}.")
        if scene.is_you(winning)
        else _("{name} took the trick: {counters}.")
    )
    return said.format(name=scene.name(winning), counters=counters)


def prompt(scene: Scene) -> str:
    """What the rules want now, in words."""
    view = _view(scene)
    if not scene.my_turn:
        said = move_text(scene, *view.log[-1]) + " " if view.log else ""
        return said + turn_text(scene)
    start = turn_text(scene)
    shows = any(move >= SHOW_BABA for move in view.moves)
    may_show = " " + _("You may show a combination first (d).") if shows else ""
    if scene.choices:
        return f"{start} " + _("Which combination do you show?")
    if not view.trick or view.must_beat is None:
        return f"{start} " + _("You lead: any card may be led.") + may_show
    cards = [move for move in view.moves if move < SHOW_BABA]
    return f"{start} {_duty(scene, view.must_beat, cards)}{may_show}"


def _duty(scene: Scene, best: int, cards: Sequence[int]) -> str:
    faces, view = scene.faces, _view(scene)
    legal = sum(1 << card for card in cards)
    led = view.trick[0][1]
    follow = _rules(scene).follow
    listed = faces.cards(in_order(legal, ORDER))
    if follow != "follow_suit" and legal & _higher(best):
        return _("You must beat {card}: {cards}.").format(card=faces.card(best), cards=listed)
    if follow != "beat_or_free" and legal & _suit(led):
        return _("You must follow suit: {cards}.").format(cards=listed)
    if follow == "follow_suit":
        return _("You cannot follow suit: any card may be played.")
    return _("You cannot beat {card}: any card may be played.").format(card=faces.card(best))


def choice(scene: Scene, move: int) -> str:
    """What this move does, from public facts and the own hand."""
    view = _view(scene)
    if move >= SHOW_BABA:
        return _show_choice(scene, move)
    card = scene.faces.card(move)
    if view.must_beat is None or view.taking is None:
        return _lead_choice(scene, move, card)
    best = scene.faces.card(view.must_beat)
    name = scene.name(view.taking, 14)
    last = len(view.trick) == 3
    if _higher(view.must_beat) >> move & 1:
        if scene.partner(view.taking):
            said = (
                _("{card} takes the trick from your partner's {best} (it stays on your side).")
                if last
                else _("{card} goes over your partner's {best}.")
            )
        else:
            said = (
                _("{card} takes the trick from {name}'s {best}.")
                if last
                else _("{card} goes over {name}'s {best}.")
            )
        text = said.format(card=card, best=best, name=name)
        return text if last else f"{text} {_still_out(scene, move)}"
    if scene.partner(view.taking):
        said = _("{card} does not beat {best}: your partner goes on winning.")
    else:
        said = _("{card} does not beat {best}: {name} goes on winning.")
    text = said.format(card=card, best=best, name=name)
    return f"{text} {_given(scene, move)}".strip()


def _given(scene: Scene, move: int) -> str:
    counting = FIGURES | (ACES if _rules(scene).ace == "third" else 0)
    return _("It is a counter.") if counting >> move & 1 else ""


def _lead_choice(scene: Scene, move: int, card: str) -> str:
    return f"{_('You lead {card}.').format(card=card)} {_still_out(scene, move)}"


def _still_out(scene: Scene, move: int) -> str:
    out = _higher(move) & scene.view.unseen
    if not out:
        return _("Nobody can hold a higher card.")
    return _("Higher and still out: {cards}.").format(cards=scene.faces.cards(in_order(out, ORDER)))


def _show_choice(scene: Scene, move: int) -> str:
    cards, worth = combination(scene.view.hand, move, _rules(scene))
    return _("{combination}, {points}: you show {cards} and they stay known.").format(
        combination=combination_text(scene, move),
        points=points_text(worth),
        cards=scene.faces.cards(in_order(cards, ORDER)),
    )


def text(scene: Scene) -> list[Line]:
    """The table in a few lines of text."""
    view = _view(scene)
    lines: list[Line] = [[]]
    for seat in scene.seats:
        item: Line = [
            ("▸" if seat == view.turn else "", "turn"),
            (scene.name(seat, 12), "name"),
            (f" {view.counts[seat]}  ", "text"),
        ]
        if span_width(lines[-1]) + span_width(item) > scene.width + 2:
            lines.append([])
        lines[-1] += item
    lines.append(paint(cut(_so_far(scene, short=True), scene.width), "dim"))
    trick, winning, finished = _trick(scene)
    line: Line = []
    for seat, card in trick:
        line += [(f"{scene.name(seat, 6)} ", "name"), *paint(scene.faces.card(card))]
        line.append(("★ " if seat == winning else "  ", "turn"))
    if line:
        lines.append(line)
    if finished and winning is not None:
        lines.append(paint(_taken_text(scene, trick, winning), "message"))
    elif view.shown:
        lines.append(paint(_shown_text(scene, scene.width), "dim"))
    return lines


def account(scene: Scene) -> list[Line]:
    """How the score of a finished deal came about, line by line."""
    view = _view(scene)
    result = result_of(view)
    names = [scene.side_name(side, 11, "+") for side in scene.sides]
    wide = max(9, *(width(name) for name in names))
    lines: list[Line] = [[(f"{'':34}", "text")]]
    lines[0] += [(f"{' ' * (wide - width(name))}{name}  ", "name") for name in names]
    for label, values in _account_rows(scene):
        own, other = _of_sides(scene, values)
        lines.append([(pad(label, 34), "text"), (f"{own:>{wide}}  {other:>{wide}}", "text")])
    own, other = _of_sides(scene, result["score"])
    lines.append([(pad(_("this deal"), 34), "name"), (f"{own:>{wide}}  {other:>{wide}}", "name")])
    lines += [[], *_game_lines(scene), []]
    lines += [paint(shown_text(scene, shown) + ".") for shown in view.shown]
    lines += _dealt_lines(scene)
    return lines


def _account_rows(scene: Scene) -> list[tuple[str, Sequence[int]]]:
    """How the points of a deal came about, line by line (`rules.md` 3.3)."""
    view, rules = _view(scene), _rules(scene)
    tricks = _side_tricks(view)
    rows: list[tuple[str, Sequence[int]]] = [(_("combinations shown"), view.points)]
    if sum(tricks) < TRICKS:
        return rows
    own, other = _of_sides(scene, view.counters)
    counted = _("counters {a} : {b}, three a point").format(a=own, b=other)
    rows.append((counted, [number // 3 for number in view.counters]))
    if rules.ace == "full":
        rows.append((_("aces"), view.aces))
    if rules.last_trick and view.last_taker is not None:
        last = [rules.last_trick * (view.last_taker % 2 == side) for side in range(2)]
        rows.append((_("last trick"), last))
    if TRICKS in tricks:
        rows.append((_("all ten tricks"), [4 * (number == TRICKS) for number in tricks]))
    alone = [
        6 * (max(mine) >= 9 and min(mine) == 0)
        for mine in ((view.tricks[side], view.tricks[side + 2]) for side in range(2))
    ]
    if any(alone):
        rows.append((_("one took nine, the partner none"), alone))
    return rows


def _game_lines(scene: Scene) -> list[Line]:
    view, now = _view(scene), scene.standing
    before = view.standing
    result = result_of(view)
    if now.games == before.games:
        own, other = _of_sides(scene, now.game or (0, 0))
        return [
            [(_("The game stands {a} : {b}, to 21.").format(a=own, b=other), "message")],
            *_credit_lines(scene),
        ]
    game = before.game or (0, 0)
    ended = [game[side] + result["score"][side] for side in range(2)]
    winner = 0 if ended[0] > ended[1] else 1
    side = next(seats for seats in scene.sides if scene.side(seats[0]) == winner)
    credit = now.totals[winner] - before.totals[winner]
    said = _("The game goes to {name}, {a} : {b}; {n} credits.").format(
        name=scene.side_name(side, 14, " + "), a=ended[winner], b=ended[1 - winner], n=credit
    )
    lines: list[Line] = [[(said, "message")]]
    if credit > GAME:
        lines.append([(_("The losers have 11 or fewer, so it counts twice."), "dim")])
    return lines + _credit_lines(scene)


def _credit_lines(scene: Scene) -> list[Line]:
    own, other = _of_sides(scene, scene.standing.totals)
    said = _("Match: {a} : {b} credits after {n} of {games} games.").format(
        a=own, b=other, n=scene.standing.games, games=_rules(scene).games
    )
    return [[(said, "text")]]


def _dealt_lines(scene: Scene) -> list[Line]:
    """What everybody held: all hands are open after a deal."""
    view = _view(scene)
    hands = view.hands or (0,) * scene.players
    lines: list[Line] = [[(_("The hands were:"), "dim")]]
    for seat in scene.seats:
        dealt = hands[seat]
        for mover, move in view.log:
            if mover == seat and move < SHOW_BABA:
                dealt |= 1 << move
        cards = scene.faces.cards(in_order(dealt, ORDER))
        took = _("tricks {n}").format(n=view.tricks[seat])
        lines.append([(pad(scene.name(seat), 21), "name"), *paint(cards), (f"  {took}", "dim")])
    return lines


def rules_text(rules: Rules) -> list[str]:
    """How the game is played, in a few sentences."""
    of = cast("SemerikRules", rules)
    order = " ".join(RANKS[rank] for rank in ORDER)
    follow = {
        "beat_or_free": _(
            "You must go over the best card in the suit led if you can; "
            "if you cannot, any card may be played."
        ),
        "follow_and_beat": _(
            "You must go over the best card if you can, else follow suit, "
            "else any card may be played."
        ),
        "follow_suit": _("You must follow suit if you can; you need not go over."),
    }[of.follow]
    return [
        _("Two against two, partners opposite. Ranks from low to high: {order}.").format(
            order=order
        ),
        follow,
        _("Before you play you may show combinations: the Baba and three of a rank."),
        _("Captured J Q K 2 3 are counters; three of them make a point."),
        _("A game is to 21; it counts twice when the losers have 11 or fewer. Games: {n}.").format(
            n=of.games
        ),
    ]


def last(scene: Scene) -> list[Line]:
    """What was played last."""
    view = _view(scene)
    if not view.last_trick or view.last_taker is None:
        return [[(_("No trick has been taken yet."), "dim")]]
    lines: list[Line] = []
    for seat, card in view.last_trick:
        line: Line = [(pad(scene.name(seat), 21), "name"), *paint(scene.faces.card(card))]
        lines.append([*line, (" ★" if seat == view.last_taker else "", "turn")])
    return [*lines, paint(_taken_text(scene, view.last_trick, view.last_taker), "message")]
