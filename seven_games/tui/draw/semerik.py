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
from seven_games.tui.draw.cards import SUIT_STYLES, Faces, box, in_order, paint
from seven_games.tui.draw.layout import Line, Sheet, cut, pad, span_width, width
from seven_games.tui.draw.scene import (
    Scene,
    combination_text,
    deal_text,
    dealt_text,
    move_text,
    pairs,
    points_text,
    result_of,
    turn_text,
)

TRICKS = 10
WIDE_ACCOUNT = 70
"""From so many cells on the account of a deal has room for long labels."""
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


def length(rules: Rules) -> str:
    """How long a match is, in a sentence."""
    of = cast("SemerikRules", rules)
    deals = of.games * (4 if of.ace == "none" else 3)
    return ngettext(
        "{games} game to 21: some {n} deals.", "{games} games to 21: some {n} deals.", of.games
    ).format(games=of.games, n=deals)


def ranks(_rules: Rules) -> Sequence[int]:
    """The ranks from low to high."""
    return ORDER


def title(scene: Scene) -> tuple[str, str]:
    """The rules in short, and where the match stands."""
    rules = _rules(scene)
    number, score = _game_now(scene)
    game = _("game {n} of {games}").format(n=number, games=rules.games)
    own, other = _of_sides(scene, scene.standing.totals)
    follow = {
        "beat_or_free": _("beat or play any"),
        "follow_and_beat": _("beat or follow"),
        "follow_suit": _("follow suit"),
    }[rules.follow]
    said = (
        f"{game} ({own}:{other})",
        _("to {target}").format(target=GAME),
        _("Baba {cards}").format(cards=_baba(rules)),
        follow,
    )
    return scene.faces.join(said), scene.faces.join((deal_text(scene), pairs(scene, score)))


def _baba(rules: SemerikRules) -> str:
    """The cards of the Baba."""
    return "-".join(rules.baba.upper().split("_"))


def _game_now(scene: Scene) -> tuple[int, Sequence[int]]:
    """The number and the score of the game that is on, or that this deal has decided."""
    now, before = scene.standing, scene.view.standing
    if scene.view.result is None or now.games == before.games:
        return now.games + 1, now.game or (0, 0)
    so_far, score = before.game or (0, 0), scene.view.result["score"]
    return now.games, [so_far[side] + score[side] for side in range(2)]


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
    name = scene.seat_title(seats[1], 24)
    if scene.partner(seats[1]):
        name = _("{name}, partner").format(name=name)
    sheet.centre(y, [*_marked(scene, seats[1], name), *_held(scene, seats[1])], x, 80)
    if scene.view.seat == scene.view.dealer:
        sheet.put(x + 3, y, dealt_text(scene), "dim")
    _draw_beside(scene, sheet, x + 3, y + 4, seats[0], 23)
    _draw_beside(scene, sheet, x + 56, y + 4, seats[2], 23)
    if scene.view.seat is None:
        sheet.write(x + 46, y + 8, [*_marked(scene, seats[3], scene.seat_title(seats[3], 20))])
    sheet.write(x + 3, y + 10, paint(cut(_so_far(scene), 76), "text"))
    shown = _shown_text(scene, 76)
    if finished and winning is not None:
        sheet.write(x + 3, y + 11, paint(_taken_text(scene, trick, winning), "message"))
    elif shown:
        sheet.write(x + 3, y + 11, paint(shown, "dim"))
    else:
        sheet.put(x + 3, y + 11, _order_text(), "dim")


def _order_text() -> str:
    """The ranks from low to high."""
    order = " ".join(RANKS[rank] for rank in ORDER)
    return _("Ranks from low to high: {order}").format(order=order)


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
    sheet.write(x - 2, y, _marked(scene, seat, scene.seat_title(seat, cells)))
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
    if scene.short:
        said = (
            _("You showed {combination}: {points}")
            if scene.is_you(shown.seat)
            else _("{name} showed {combination}: {points}")
        )
    else:
        said = _shown_sentence(scene, shown)
    return said.format(
        name=scene.name(shown.seat, 14),
        cards=cards,
        combination=combination_text(scene, shown.move, shown.cards),
        points=points_text(shown.worth),
    )


def _shown_sentence(scene: Scene, shown: Shown) -> str:
    """The sentence for a declaration with its cards, with places."""
    return (
        _("You showed {cards} ({combination}: {points})")
        if scene.is_you(shown.seat)
        else _("{name} showed {cards} ({combination}: {points})")
    )


def _shown_text(scene: Scene, cells: int) -> str:
    view = _view(scene)
    said = [shown_text(scene, shown) for shown in reversed(view.shown)]
    while len(said) > 1 and width(scene.faces.join(said)) > cells:
        said.pop()
    return cut(scene.faces.join(said), cells)


def taken(scene: Scene) -> str:
    """Who took the finished trick and for how much; empty where none is finished."""
    trick, winning, finished = _trick(scene)
    return _taken_text(scene, trick, winning) if finished and winning is not None else ""


def _counters(scene: Scene, cards: Sequence[int]) -> str:
    """How many of these cards are counters."""
    counting = FIGURES | (ACES if _rules(scene).ace == "third" else 0)
    number = sum(counting >> card & 1 for card in cards)
    if not number:
        return _("no counter")
    return ngettext("{n} counter", "{n} counters", number).format(n=number)


def _taken_text(scene: Scene, trick: Sequence[tuple[int, int]], winning: int) -> str:
    counters = _counters(scene, [card for _seat, card in trick])
    said = (
        _("You took the trick: {counters}.")
        if scene.is_you(winning)
        else _("{name} took the trick: {counters}.")
    )
    return said.format(name=scene.name(winning), counters=counters)


def several(scene: Scene, moves: Sequence[int]) -> str:
    """What it means to choose the word that opens the list of combinations."""
    listed = ", ".join(combination_text(scene, move) for move in moves)
    return _("Show one of these: {combinations}.").format(combinations=listed)


def prompt(scene: Scene) -> str:
    """What the rules want now, in words."""
    view = _view(scene)
    if not scene.my_turn:
        said = move_text(scene, *view.log[-1]) + " " if view.log else ""
        return said + turn_text(scene)
    start = turn_text(scene)
    shows = any(move >= SHOW_BABA for move in view.moves)
    offer = _("(d: show)") if scene.short else _("d: show a combination.")
    may_show = " " + offer if shows else ""
    if scene.choices:
        return f"{start} " + _("Which combination do you show?")
    if not view.trick or view.must_beat is None:
        lead = _("You lead.") if scene.short else _("You lead: any card may be led.")
        return f"{start} {lead}{may_show}"
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
    if scene.short and follow != "follow_suit":
        return _("You cannot beat {card}.").format(card=faces.card(best))
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
    partner = scene.partner(view.taking)
    if last:
        said = _last_choice(scene, move, partner=partner)
        counters = _counters(scene, [*(card for _seat, card in view.trick), move])
        return said.format(card=card, best=best, name=name, counters=counters)
    if _higher(view.must_beat) >> move & 1:
        said = (
            _("{card} goes over your partner's {best}.")
            if partner
            else _("{card} goes over {name}'s {best}.")
        )
        return f"{said.format(card=card, best=best, name=name)} {_still_out(scene, move)}"
    if partner:
        said = _("{card} does not beat {best}: your partner stays in front.")
    else:
        said = _("{card} does not beat {best}: {name} stays in front.")
    text = said.format(card=card, best=best, name=name)
    return f"{text} {_given(scene, move)}".strip()


def _last_choice(scene: Scene, move: int, *, partner: bool) -> str:
    """What the last card of a trick does, with places."""
    over = _higher(_view(scene).must_beat or 0) >> move & 1
    if over and partner:
        return _("{card} takes the trick from your partner's {best}: {counters}.")
    if over:
        return _("{card} takes the trick from {name}'s {best}: {counters}.")
    if partner:
        return _("{card} does not beat {best}: your partner takes the trick, {counters}.")
    return _("{card} does not beat {best}: {name} takes the trick, {counters}.")


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
    return _("{combination}, {points}: everybody sees {cards}.").format(
        combination=combination_text(scene, move, cards),
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
            (f" {view.counts[seat]}{scene.dealt(seat)}  ", "text"),
        ]
        if span_width(lines[-1]) + span_width(item) > scene.width + 2:
            lines.append([])
        lines[-1] += item
    so_far = _so_far(scene, short=True)
    if width(so_far) > scene.width:
        so_far = so_far.replace(" : ", ":")
    lines.append(paint(cut(so_far, scene.width), "dim"))
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
    room = max(scene.width - 4, 20)
    label_wide = 34 if room >= WIDE_ACCOUNT else room // 2
    cells = min(11, (room - label_wide - 4) // 4)
    names = [scene.side_name(side, max(cells, 2), "+") for side in scene.sides]
    wide = max(*(width(name) for name in names), 5)
    lines: list[Line] = [[(f"{'':{label_wide}}", "text")]]
    lines[0] += [(f"{' ' * (wide - width(name))}{name}  ", "name") for name in names]
    for label, values in account_rows(scene):
        own, other = _of_sides(scene, values)
        lines.append(
            [(pad(label, label_wide), "text"), (f"{own:>{wide}}  {other:>{wide}}", "text")]
        )
    own, other = _of_sides(scene, result["score"])
    lines.append(
        [(pad(_("this deal"), label_wide), "name"), (f"{own:>{wide}}  {other:>{wide}}", "name")]
    )
    lines += [[], *game_lines(scene), []]
    lines += [paint(shown_text(scene, shown) + ".") for shown in view.shown]
    lines += _dealt_lines(scene)
    return lines


def account_rows(scene: Scene) -> list[tuple[str, Sequence[int]]]:
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


def game_lines(scene: Scene) -> list[Line]:
    """How the game and the match stand after this deal."""
    view, now = _view(scene), scene.standing
    before = view.standing
    if now.games == before.games:
        own, other = _of_sides(scene, now.game or (0, 0))
        return [
            [(_("The game stands {a} : {b}, to 21.").format(a=own, b=other), "message")],
            *_credit_lines(scene),
        ]
    _number, ended = _game_now(scene)
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


def dealt_hands(view: SemerikView) -> list[int]:
    """The hands as they were dealt, once the deal is over and all cards are open."""
    hands = list(view.hands or (0,) * view.rules.players)
    for seat, move in view.log:
        if move < SHOW_BABA:
            hands[seat] |= 1 << move
    return hands


def _dealt_lines(scene: Scene) -> list[Line]:
    """What everybody held: all hands are open after a deal."""
    view = _view(scene)
    hands = dealt_hands(view)
    lines: list[Line] = [[(_("The hands were:"), "dim")]]
    for seat in scene.seats:
        cards = scene.faces.cards(in_order(hands[seat], ORDER))
        took = _("tricks {n}").format(n=view.tricks[seat])
        lines.append([(pad(scene.name(seat), 21), "name"), *paint(cards), (f"  {took}", "dim")])
    return lines


def rules_text(_rules: Rules) -> list[str]:
    """How the game is played, in a few sentences."""
    return [
        _("Two against two, partners opposite, ten cards each."),
        _order_text() + ".",
        _("The highest card of the suit that was led takes the trick."),
        _(
            "Before you play a card you may show a combination: the Baba, or three of a rank. Its "
            "points count at once."
        ),
        _(
            "Three or four of a rank: sevens 4 points, threes, twos or aces 3, any other rank 1. "
            "Four count no more than three."
        ),
        _("All ten tricks: 4 points. One took nine or ten, the partner none: 6 points."),
        _("A game is to 21; it counts 21 credits, or 42 when the losers have 11 or fewer."),
    ]


def _baba_text(rules: SemerikRules) -> list[str]:
    """What a Baba is and what it is worth, by the rules in force."""
    said = [
        _(
            "The Baba is {cards} of one suit: 3 points, in hearts 5, and 1 more for each card of "
            "the suit that is joined to it without a gap."
        ).format(cards=_baba(rules)),
        _("A Baba with the whole suit is worth 16.")
        if rules.sixteen == "whole_suit"
        else _("A Baba in a run of seven cards is worth 16."),
    ]
    if rules.baba_triple == "only_3":
        said.append(
            _("A Baba and three threes, twos or aces do not add up: the second scores nothing.")
        )
    return said


def _counting_text(rules: SemerikRules) -> list[str]:
    """What captured cards and the last trick count, by the rules in force."""
    said = [
        _("Captured J Q K A 2 3 are counters; three of them make a point.")
        if rules.ace == "third"
        else _("Captured J Q K 2 3 are counters; three of them make a point.")
    ]
    if rules.ace != "third":
        said.append(
            _("Every captured ace is a point.") if rules.ace == "full" else _("Aces count nothing.")
        )
    if rules.last_trick:
        said.append(_("The last trick is a point."))
    return said


def in_force(rules: Rules, _faces: Faces) -> list[str]:
    """What the options of this table mean, a sentence each."""
    of = cast("SemerikRules", rules)
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
        follow,
        _("Combinations may be shown on any turn.")
        if of.declare == "any_turn"
        else _("Combinations may be shown before your first card only."),
        *_baba_text(of),
        *_counting_text(of),
        _("A game is decided at the end of a deal.")
        if of.finish == "end_of_deal"
        else _("A combination that makes 21 ends the game at once."),
        ngettext(
            "The match is {n} game; most credits win.",
            "The match is {n} games; most credits win.",
            of.games,
        ).format(n=of.games),
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
