"""Sedma: the trick as a grid of rounds and seats between the players."""

from collections.abc import Sequence
from typing import NamedTuple, cast

from seven_games.engine.cards import (
    ACE,
    EIGHT,
    ONE_RANK,
    SEVEN,
    STOP,
    TEN,
    cards_of,
    count,
    rank_of,
    suit_of,
)
from seven_games.engine.game import Rules
from seven_games.engine.sedma import COUNTERS, SedmaRules, SedmaView
from seven_games.i18n import _, ngettext
from seven_games.tui.draw.cards import Faces, paint, suit_style
from seven_games.tui.draw.frame import BODY, CONTENT
from seven_games.tui.draw.layout import Line, Sheet, cut, pad, span_width, width
from seven_games.tui.draw.scene import (
    Note,
    Scene,
    Section,
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
from seven_games.tui.draw.tricks import (
    BOX_CARD,
    SMALL,
    TALL,
    Cards,
    Trick,
    account_table,
    around,
    draw_beside,
    draw_card,
    draw_place,
    held,
    known_lines,
    last_lines,
    last_section,
    leader_of,
    log_lines,
    marked,
    partner_title,
    played,
    seat_centred,
    seats_text,
    side_of,
    strict_lines,
    trick_lines,
    trick_of,
    unseen_by,
    unseen_title,
)

ROUNDS = 4
"""A trick runs at most as many rounds as a hand has cards."""
GERMAN = True
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


def _trick(scene: Scene) -> Trick:
    return trick_of(scene, best_place)


def _wild(rules: SedmaRules) -> list[int]:
    """The ranks that beat everything."""
    return [SEVEN] if rules.wild == "7" else [SEVEN, EIGHT]


def _beating(rules: SedmaRules, led: int) -> list[int]:
    """The ranks that beat where this card was led."""
    wild = _wild(rules)
    return ([] if rank_of(led) in wild else [rank_of(led)]) + wild


def _beating_text(scene: Scene, led: int, *, short: bool = False) -> str:
    """Which ranks beat: `10 or any 7`, in short `10 or 7`."""
    rules, face = _rules(scene), scene.faces.rank
    *same, last = [face(rank) for rank in _beating(rules, led)]
    many = len(_wild(rules)) > 1
    if short and same:
        return _("{ranks} or {last}").format(ranks=", ".join(same), last=last)
    if not many:
        said = _("{rank} or any {wild}") if same else _("any {wild}")
        return said.format(rank="".join(same), wild=last)
    said = _("{rank}, any {wild} or {other}") if len(same) > 1 else _("any {wild} or {other}")
    return said.format(rank=same[0], wild=same[-1], other=last)


def best_place(rules: Rules, trick: Cards) -> int | None:
    """The place of the card that is winning: the last one that beats."""
    best = None
    for place, (_seat, card) in enumerate(trick):
        if best is None or rank_of(card) in _beating(cast("SedmaRules", rules), trick[0][1]):
            best = place
    return best


def _points(cards: Cards) -> int:
    """What the cards of a trick are worth."""
    return 10 * sum(COUNTERS >> card & 1 for _seat, card in cards)


# The table in its sizes


class Grid(NamedTuple):
    """The measures of the grid of rounds and seats.

    `lines` are those of a card, `label` and `cells` the widths of the first column and of all
    others together.
    """

    lines: int
    label: int
    cells: int


BOXED = Grid(1, 10, 30)
TALL_GRID = Grid(BOX_CARD, 10, 36)
SMALL_GRID = Grid(1, 10, 48)


def body(scene: Scene, sheet: Sheet, x: int, y: int) -> None:
    """The table in CONTENT times BODY cells."""
    _draw_stock(scene, sheet, x + 78, y)
    if scene.players < 4:
        _draw_rows(scene, sheet, x + 2, y, 26)
        _draw_box(scene, sheet, x + 18, y + scene.players + 1, BOXED, titled=True)
        return
    left, across, right, front = around(scene)
    name = partner_title(scene, across, 33)
    line = [*marked(scene, across, name), ("  ", "text"), *held(scene, across)]
    seat_centred(sheet, (x, y), CONTENT, across, [line])
    _draw_box(scene, sheet, x + 18, y + 2, BOXED, titled=True)
    for seat, at in ((left, x + 2), (right, x + 64)):
        cards: Line = [(pad(scene.faces.backs(scene.view.counts[seat]), 5), "back")]
        cards.append((cut(cards_text(scene.view.counts[seat]), 9), "text"))
        draw_beside(scene, sheet, (at, y + 4), seat, 14, [cards, _mate(scene, seat, 14)])
    if scene.view.seat == scene.view.dealer:
        sheet.put(x + 2, y, dealt_text(scene), "dim")
    if scene.view.seat is None:
        line = [*marked(scene, front, scene.seat_title(front, 30)), ("  ", "text")]
        seat_centred(sheet, (x, y + 10), CONTENT, front, [[*line, *held(scene, front)]])
    _draw_sums(scene, sheet, x + 3, y + 11, 74)


def tall(scene: Scene, sheet: Sheet, width: int, height: int) -> None:
    """The table of a large screen, from line 2 on, in so many cells from the left."""
    x = (width - TALL) // 2
    y = 2 + max(0, (height - (24 if scene.players == 4 else 18 + scene.players)) // 2)
    _draw_stock(scene, sheet, x + TALL - 2, y)
    if scene.players < 4:
        _draw_rows(scene, sheet, x + 2, y, 26, 2)
        top = y + scene.players + 1
    else:
        top = y + 3
        left, across, right, front = around(scene)
        name = partner_title(scene, across, 44, yours=True)
        lines = [marked(scene, across, name), held(scene, across, 2)]
        seat_centred(sheet, (x, y), TALL, across, lines)
        for seat, at in ((left, x + 2), (right, x + 66)):
            lines = [held(scene, seat, 2), _mate(scene, seat, 13)]
            draw_beside(scene, sheet, (at, y + 10), seat, 13, lines)
        lines = [marked(scene, front, scene.seat_title(front, 44))]
        lines += [held(scene, front, 2)] if scene.view.seat is None else []
        seat_centred(sheet, (x, y + 20), TALL, front, lines)
        _draw_sums(scene, sheet, x + 3, y + 23, TALL - 6)
    head = [(scene.faces.join(_head(scene, _trick(scene))), "dim")]
    sheet.centre(top, head, x, TALL)
    _draw_box(scene, sheet, x + 16, top + 1, TALL_GRID, titled=False)


def middle(scene: Scene, sheet: Sheet, height: int) -> None:
    """The table of a screen below 80x24, from line 1 on, as wide as the sheet.

    Where the lines are too few the headline goes first, then the pile, then the line of a side.
    """
    if sheet.width >= CONTENT and height >= BODY:
        body(scene, sheet, (sheet.width - CONTENT) // 2, 1 + (height - BODY) // 2)
        return
    trick, x = _trick(scene), (sheet.width - SMALL) // 2
    sides, rounds = len(scene.sides), _rounds(scene, trick)
    spare = height - sides - rounds - 3
    has_head, has_pile, has_sides = spare >= 0, spare >= -1, spare >= -2
    more = max(0, min(ROUNDS - rounds, spare))
    gaps = max(0, min(spare - more, 2))
    y = 1 + max(0, spare - more - gaps) // 2
    if not has_sides:
        y = _write_lines(sheet, x, y, seats_text(scene))
    elif scene.players < 4:
        y = _draw_rows(scene, sheet, x + 1, y, 18)
    else:
        for side in scene.sides:
            _draw_side(scene, sheet, x + 1, y, side)
            y += 1
    y += gaps > 0
    if has_head:
        head = scene.faces.join(_head(scene, trick))
        sheet.put(x + 3, y, cut(head, SMALL - 3), "dim")
        y += 1
    _draw_grid(scene, sheet, x + 3, y, SMALL_GRID, trick)
    if has_pile:
        y += 1 + rounds + more + (gaps > 1)
        sheet.write(x + 3, y, _pile_line(scene, trick, SMALL - 18))
        _draw_stock(scene, sheet, x + SMALL - 1, y)


def _write_lines(sheet: Sheet, x: int, y: int, lines: Sequence[Line]) -> int:
    for line in lines:
        sheet.write(x, y, line)
        y += 1
    return y


def _draw_stock(scene: Scene, sheet: Sheet, end: int, y: int) -> None:
    stock = _view(scene).stock
    line: Line = [(_("stock") + " ", "dim"), (scene.faces.backs(stock, 3), "back")]
    sheet.right(y, [*line, (f" {stock}" if stock else "0", "text")], end)


def _mate(scene: Scene, seat: int, cells: int) -> Line:
    """With whom a seat plays."""
    name = scene.name((seat + 2) % 4, 9)
    return [(cut(_("with {name}").format(name=name), cells), "dim")]


def _took(scene: Scene, side: Sequence[int]) -> str:
    """What a side has taken so far."""
    view, number = _view(scene), scene.side(side[0])
    return ", ".join((points_text(view.points[number]), tricks_text(view.tricks[number])))


def _draw_rows(scene: Scene, sheet: Sheet, x: int, y: int, cells: int, each: int = 0) -> int:
    """A line for every seat that plays for itself; returns the line below."""
    names = {seat: scene.seat_title(seat, cells) for seat in scene.seats}
    wide = max(width(name) for name in names.values())
    for seat in scene.seats:
        sheet.write(x, y, marked(scene, seat, names[seat]))
        at = x + 4 + wide
        backs, number = held(scene, seat, each)
        if seat != scene.view.seat:
            sheet.write(at, y, [backs])
        at += 11 if each else 4
        sheet.right(y, [number], at + 2)
        end = sheet.put(at + 5, y, _took(scene, [seat]))
        sheet.spot(x, y, end - x, 1, "seat", seat)
        y += 1
    return y


def _draw_side(scene: Scene, sheet: Sheet, x: int, y: int, side: Sequence[int]) -> None:
    """Two partners in a line of a small table, with what they have taken."""
    own = scene.view.seat
    at = x
    for seat in sorted(side, key=lambda seat: (seat != own, seat)):
        dealt = scene.dealt(seat)
        line = marked(scene, seat, scene.name(seat, 8 - len(dealt)) + dealt)
        if at > x:
            line[:1] = [(" +", "dim"), ("▸" if seat == scene.view.turn else " ", "turn")]
        line += held(scene, seat)[1:] if seat == own else [(" ", "text"), *held(scene, seat)]
        end = sheet.write(at, y, line)
        sheet.spot(at, y, end - at, 1, "seat", seat)
        at = end
    sheet.right(y, [(_took(scene, side), "text")], x + SMALL - 2)


def _draw_sums(scene: Scene, sheet: Sheet, x: int, y: int, cells: int) -> None:
    """What both sides have taken, each in half of so many cells."""
    for side, own in zip(scene.sides, (True, False), strict=True):
        said = _took(scene, side)
        room = (cells // 2 - width(said) - 2 - 3) // 2
        line: Line = [(scene.side_name(side, max(2, room), " + "), "name"), (f"  {said}", "text")]
        if own:
            sheet.write(x, y, line)
        else:
            sheet.right(y, line, x + cells)


def _head(scene: Scene, trick: Trick, cells: int = 14) -> list[str]:
    """The number of the trick, who led it (in so many cells), and what beats in it."""
    number = sum(_view(scene).tricks) + (not trick.taken)
    leader = leader_of(scene, trick)
    if trick.cards:
        led = _("you led") if scene.is_you(leader) else _("{name} led")
    else:
        led = _("you lead") if scene.is_you(leader) else _("{name} leads")
    parts = [_("trick {n}").format(n=number), led.format(name=scene.name(leader, cells))]
    if trick.cards and not trick.taken:
        beating = _beating_text(scene, trick.cards[0][1])
        parts.append(_("{ranks} beats").format(ranks=beating))
    return parts


def _draw_box(scene: Scene, sheet: Sheet, x: int, y: int, grid: Grid, *, titled: bool) -> None:
    """The trick in a box with room for every round it can have."""
    trick = _trick(scene)
    cells = grid.label + grid.cells + (4 if titled else 3)
    high = ROUNDS * grid.lines + 4
    sheet.put(x, y, "┌" + "─" * (cells - 2) + "┐", "rule")
    for line in range(1, high - 1):
        sheet.put(x, y + line, "│", "rule")
        sheet.put(x + cells - 1, y + line, "│", "rule")
    sheet.put(x, y + high - 1, "└" + "─" * (cells - 2) + "┘", "rule")
    if titled:
        number, _led, *beats = _head(scene, trick)
        heads = [*(_head(scene, trick, name) for name in (14, 9, 6, 4)), [number, *beats], beats]
        forms = [" ─ ".join(parts) for parts in heads]
        said = next(form for form in forms if width(form) <= cells - 4)
        sheet.put(x + 2, y, f" {said}" if width(said) == cells - 4 else f" {said} ", "dim")
    _draw_grid(scene, sheet, x + 2, y + 1, grid, trick)
    sheet.write(x + 3, y + high - 2, _pile_line(scene, trick, cells - 5))


def _waiting(scene: Scene, trick: Trick) -> bool:
    """Whether somebody is to play to this trick."""
    return scene.view.turn is not None and not trick.taken


def _rounds(scene: Scene, trick: Trick) -> int:
    """How many rounds are on the table, the one that somebody is to play to among them."""
    return -(-(len(trick.cards) + _waiting(scene, trick)) // scene.players)


def _draw_grid(scene: Scene, sheet: Sheet, x: int, y: int, grid: Grid, trick: Trick) -> None:
    players, lines = scene.players, grid.lines
    leader = leader_of(scene, trick)
    column, first = grid.cells // players, x + grid.label
    for place in range(players):
        seat = (leader + place) % players
        name = scene.name(seat, column - 1)
        at = first + column * place
        style = "turn" if seat == scene.view.turn else "name"
        sheet.put(at + max(0, (5 - width(name)) // 2), y, name, style)
        sheet.spot(at, y, column - 1, 1, "seat", seat)
    for number in range(_rounds(scene, trick)):
        said = cut(_("round {n}").format(n=number + 1), grid.label - 1)
        sheet.put(x, y + 1 + lines * number + lines // 2, said, "dim")

    def place_of(number: int) -> tuple[int, int]:
        line, place = divmod(number, players)
        return first + column * place, y + 1 + lines * line

    for number, (_seat, card) in enumerate(trick.cards):
        draw_card(scene, sheet, place_of(number), card, lines, wins=number == trick.best)
    if _waiting(scene, trick):
        draw_place(sheet, place_of(len(trick.cards)), lines, "▸" if lines > 1 else "?", "turn")


def _pile_line(scene: Scene, trick: Trick, cells: int) -> Line:
    """What the trick is worth and who is taking it, in so many cells."""
    winner = trick.winner
    if winner is None:
        return []
    if trick.taken:
        return paint(cut(_taken_text(scene, trick.cards, winner), cells), "message")
    points = points_text(_points(trick.cards))
    taking = _("you are taking") if scene.is_you(winner) else _("{name} is taking")
    taking = taking.format(name=scene.name(winner))
    pile = _("{points} in the pile").format(points=points)
    said = [scene.faces.join((start, taking)) for start in (pile, points)]
    return [(next((form for form in said if width(form) <= cells), cut(said[-1], cells)), "text")]


def _taken_text(scene: Scene, cards: Cards, winner: int) -> str:
    """Who took a trick and for how much."""
    said = _("You took it: {points}.") if scene.is_you(winner) else _("{name} took it: {points}.")
    return said.format(name=scene.name(winner, 14), points=points_text(_points(cards)))


# Side panel and pages


def panel(scene: Scene, cells: int) -> list[Section]:
    """What the side panel says of this game, apart from log and scores."""
    found = [] if scene.strict else [_out_section(scene, cells)]
    return [*found, last_section(scene, cells, best_place, _worth)]


def _out_section(scene: Scene, cells: int) -> Section:
    """The cards that beat everything and those that count, as far as they are not seen."""
    names = {SEVEN: _("sevens"), EIGHT: _("eights"), ACE: _("aces"), TEN: _("tens")}
    lines = []
    for rank in (*_wild(_rules(scene)), ACE, TEN):
        out = cards_of(scene.view.unseen & ONE_RANK << rank)
        suits: Line = []
        for card in out:
            suits += [(scene.faces.suits[suit_of(card)], suit_style(card)), (" ", "text")]
        worth = f" = {10 * len(out)}" if rank in (ACE, TEN) and out else ""
        label = pad(names[rank], cells - 19)
        blank = " " * (9 - span_width(suits))
        lines.append([(label, "text"), *suits, (f"{blank}{len(out)}{worth}", "text")])
    last = _rules(scene).last_trick
    if last and not scene.view.over:
        label = pad(_("last trick"), cells - 10)
        lines.append([(label, "text"), (f"  = {last}", "text")])
    return Section(_("STILL OUT"), unseen_by(scene), tuple(lines))


def _worth(scene: Scene, cards: Cards, taker: int) -> str:
    """What the last trick brought its taker."""
    points = _points(cards) + (_rules(scene).last_trick if scene.view.turn is None else 0)
    if scene.is_you(taker) and scene.players != 4:
        return _("{n} for you").format(n=points)
    if scene.view.seat is not None and scene.side(taker) == scene.side(scene.view.seat):
        return _("{n} for your side").format(n=points)
    return _("{n} for {name}").format(n=points, name=side_of(scene, taker))


def log(scene: Scene, cells: int) -> list[Line]:
    """What was played in this deal, by trick, each line in so many cells."""
    return log_lines(scene, cells, best_place, _stopped)


def _stopped(scene: Scene, note: Note) -> str:
    said = _("You stop.") if scene.is_you(note.seat) else _("{name} stops.")
    return said.format(name=scene.name(note.seat, 14))


def unseen(scene: Scene, cells: int) -> list[Line]:
    """Which cards the viewer has not seen, from what was played and the own hand."""
    if scene.strict:
        return strict_lines(cells)
    view = _view(scene)
    wild = _wild(_rules(scene))
    plain = [rank for rank in ranks(view.rules) if rank not in (*wild, ACE, TEN)]
    lines = unseen_title(scene, cells)
    if not view.unseen:
        return lines
    for rank in (*wild, ACE, TEN, *reversed(plain)):
        out = cards_of(view.unseen & ONE_RANK << rank)
        if not out:
            lines.append([(f"{scene.faces.rank(rank):<4}–", "dim")])
            continue
        remark = ""
        if rank in wild:
            remark = _("beats everything") if cells > 33 else _("beats all")
        elif rank in (ACE, TEN):
            remark = points_text(10 * len(out))
        line = paint(scene.faces.cards(out))
        line.append((" " * (17 - span_width(line)) + f"{len(out)}  ", "text"))
        lines.append([*line, (cut(remark, cells - 20), "dim")])
    if view.stock:
        hidden = count(view.unseen) - view.stock
        said = _("{stock} in the stock, {hands} in hands.").format(stock=view.stock, hands=hidden)
        lines += [[], [(cut(said, cells), "text")]]
    if not view.over:
        lines += [[], *known_lines(scene, cells, list(ranks(view.rules)), _lacks)]
    return lines


def _lacks(scene: Scene, seat: int) -> list[str]:
    """What the play has shown a seat not to hold: a leader who was not asked to go on."""
    view, face = scene.view, scene.faces.rank
    found = []
    for rank in reversed(ranks(view.rules)):
        out = view.unseen & ONE_RANK << rank
        if out and not out & ~view.cannot[seat]:
            found.append(face(rank))
    if not found:
        return []
    name = scene.name(seat)
    if len(found) == 1:
        return [_("{name} has no {rank}.").format(name=name, rank=found[0])]
    said = _("{name} has no {ranks} and no {last}.")
    return [said.format(name=name, ranks=", ".join(found[:-1]), last=found[-1])]


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
            ranks=_beating_text(scene, view.trick[0][1], short=True),
            name=scene.name(winner, 9),
            card=scene.faces.card(card),
        )
    return f"{start} " + _("{ranks} beats {name}'s {card}; any card may be played.").format(
        ranks=_beating_text(scene, view.trick[0][1]),
        name=scene.name(winner, 14),
        card=scene.faces.card(card),
    )


def winning(scene: Scene) -> tuple[int, int]:
    """Who is winning the trick that is on, and with which card."""
    view = _view(scene)
    trick = view.trick
    return trick[best_place(view.rules, trick) or 0]


def _asked(scene: Scene) -> str:
    view = _view(scene)
    winner, card = winning(scene)
    going_on = scene.faces.cards([move for move in view.moves if move != STOP])
    if winner == view.seat:
        said = _("You are winning. Go on ({cards}), or stop and take the trick?")
    elif scene.partner(winner):
        said = _("Your partner is winning. Go on ({cards}), or stop and take the trick?")
    else:
        said = _("{name} is winning with {card}. Go on ({cards}), or stop and let it go?")
    return said.format(
        cards=going_on,
        name=scene.name(winner),
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
            else _("{card} keeps you in front: {points};")
            if view.taking == view.seat
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
    can = scene.strict or view.unseen & view.beaters & ~view.cannot[view.leader]
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
    ranks_text = _beating_text(scene, led, short=True)
    if not out and not scene.strict:
        return _("nobody can beat it.")
    if scene.short or scene.strict:
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
    view, trick = _view(scene), _trick(scene)
    sums = " : ".join(str(view.points[scene.side(side[0])]) for side in scene.sides)
    stock = _("stock {n}, points {sums}").format(n=view.stock, sums=sums)
    lines = [*seats_text(scene), paint(stock, "dim"), *trick_lines(scene, trick)]
    return [*lines, _pile_line(scene, trick, scene.width)] if trick.cards else lines


def account(scene: Scene) -> list[Line]:
    """How the score of a finished deal came about, line by line."""
    view, rules = _view(scene), _rules(scene)
    result = result_of(view)
    points, score = result["card_points"], result["score"]
    last = [0] * len(points)
    if view.last_taker is not None:
        last[scene.side(view.last_taker)] = rules.last_trick
    cards = [all_points - bonus for all_points, bonus in zip(points, last, strict=True)]
    rows: list[tuple[str, Sequence[object], str]] = []
    if rules.last_trick:
        rows += [(_("aces and tens"), cards, "text"), (_("last trick"), last, "text")]
    rows += [
        (_("points"), points, "name"),
        (_("tricks"), result["tricks"], "text"),
        (_("game points"), [f"+{number}" if number else "0" for number in score], "name"),
        (_("match, to {target}").format(target=rules.target), scene.standing.totals, "text"),
    ]
    lines = [*account_table(scene, rows), []]
    lines += [paint(sentence) for sentence in reasons(scene)]
    if view.last_trick and view.last_taker is not None:
        lines += [[], [(_("The last trick:"), "dim")], *last_lines(scene, best_place)]
        lines.append(paint(last_text(scene)))
    lines += _taken_counters(scene)
    if rules.next_dealer == "loser" and not scene.standing.over:
        name = scene.name(scene.standing.dealer)
        next_deals = (
            _("You deal next.") if scene.is_you(scene.standing.dealer) else _("{name} deals next.")
        )
        lines.append(paint(next_deals.format(name=name)))
    return lines


def _taken_counters(scene: Scene) -> list[Line]:
    """Which aces and tens every side has taken, where the whole deal is in the log."""
    tricks = played(scene)
    if len(scene.notes) != len(scene.view.log):
        return []
    lines: list[Line] = [[], [(_("Aces and tens went to:"), "dim")]]
    for side in scene.sides:
        taken = [
            card
            for trick in tricks
            if trick.taker in side
            for _seat, card in trick.cards
            if COUNTERS >> card & 1
        ]
        name = scene.side_name(side, 14, " + ")
        faces = paint(scene.faces.cards(taken)) if taken else [("–", "dim")]
        lines.append([(f"  {name}  ", "name"), *faces])
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
    if of.go_on == "always":
        going_on = _("The leader may go on with a card that beats, whoever is winning.")
    elif of.players == 3:
        going_on = _("The leader may go on with a card that beats while another is winning.")
    else:
        going_on = _("The leader may go on with a card that beats while the other side is winning.")
    if of.players == 3:
        level = [
            _("Players who are level on the most points score each; three level score nothing.")
        ]
    elif not of.last_trick:
        level = [_("At 40 points each the last trick decides.")]
    else:
        level = []
    return [
        going_on,
        _("Sevens beat everything.") if of.wild == "7" else _("Sevens and eights beat everything."),
        _("Aces and tens are 10 points each, the last trick 10: 90 in all.")
        if of.last_trick
        else _("Aces and tens are 10 points each, the last trick nothing: 80 in all."),
        *level,
        _("The deal moves to the left.")
        if of.next_dealer == "left" or of.players == 3
        else _("The losers deal next."),
        ngettext(
            "The match is to {n} game point.", "The match is to {n} game points.", of.target
        ).format(n=of.target),
    ]


def taken(scene: Scene) -> str:
    """Who took the finished trick and for how much; empty where none is finished."""
    trick = _trick(scene)
    if not trick.taken or trick.winner is None:
        return ""
    return _taken_text(scene, trick.cards, trick.winner)


def several(_scene: Scene, _moves: Sequence[int]) -> str:
    """No entry opens a list here."""
    return ""


def last(scene: Scene) -> list[Line]:
    """What was played last."""
    view = _view(scene)
    if not view.last_trick or view.last_taker is None:
        return [[(_("No trick has been taken yet."), "dim")]]
    said = _taken_text(scene, view.last_trick, view.last_taker)
    return [*last_lines(scene, best_place), paint(said, "message")]
