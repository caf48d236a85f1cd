"""Semerik: four seats around the trick, partners opposite."""

from collections.abc import Sequence
from typing import NamedTuple, cast

from seven_games.engine.cards import ONE_SUIT, RANKS, SHOW_BABA, count, hand_of, suit_of
from seven_games.engine.game import Rules
from seven_games.engine.semerik import (
    ACES,
    FIGURES,
    GAME,
    ORDER,
    SemerikRules,
    SemerikView,
    Shown,
    declaration,
    higher_cards,
)
from seven_games.i18n import _, ngettext
from seven_games.tui.draw.cards import Faces, in_order, paint, suit_style
from seven_games.tui.draw.frame import BODY, CONTENT
from seven_games.tui.draw.layout import Line, Sheet, cut, fold, pad, span_width, width
from seven_games.tui.draw.scene import (
    Note,
    Scene,
    Section,
    combination_text,
    deal_text,
    dealt_text,
    move_text,
    pairs,
    points_text,
    result_of,
    turn_text,
)
from seven_games.tui.draw.tricks import (
    SMALL,
    TALL,
    TALL_CARD,
    Cards,
    Trick,
    account_table,
    around,
    draw_beside,
    draw_card,
    draw_place,
    flow,
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
    unseen_title,
)

TRICKS = 10
GERMAN = False
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
    follow = {
        "beat_or_free": _("beat or play any"),
        "follow_and_beat": _("beat or follow"),
        "follow_suit": _("follow suit"),
    }[rules.follow]
    said = (
        f"{game} {_won_text(scene)}".rstrip() if scene.width >= CONTENT else game,
        _("to {target}").format(target=GAME),
        _("Baba {cards}").format(cards=_baba(rules)),
        follow,
    )
    return scene.faces.join(said), scene.faces.join((deal_text(scene), pairs(scene, score)))


def _won_text(scene: Scene) -> str:
    """How many games each side has won, where the deals of the match are known."""
    won = [0, 0]
    before: tuple[int, ...] = (0, 0)
    for deal in scene.deals:
        for side in range(2):
            won[side] += deal.after.totals[side] > before[side]
        before = deal.after.totals
    if sum(won) != scene.standing.games:
        return ""
    own, other = _of_sides(scene, won)
    return f"({own}:{other})"


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


def _suit(card: int) -> int:
    return ONE_SUIT << 13 * suit_of(card)


def fits(scene: Scene) -> int:
    """The cards of the hand that would fit if it were the viewer's turn now."""
    view = _view(scene)
    played = any(seat == view.seat for seat, _card in view.trick)
    if not view.trick or view.must_beat is None or played:
        return view.hand
    over = view.hand & higher_cards(view.must_beat)
    follow = _rules(scene).follow
    if over and follow != "follow_suit":
        return over
    same = view.hand & _suit(view.trick[0][1])
    return same if same and follow != "beat_or_free" else view.hand


def best_place(_rules: Rules, trick: Cards) -> int | None:
    """The place of the card that is winning: the highest of the suit that was led."""
    best = None
    for place, (_seat, card) in enumerate(trick):
        if best is None or higher_cards(trick[best][1]) >> card & 1:
            best = place
    return best


def _trick(scene: Scene) -> Trick:
    return trick_of(scene, best_place)


# The table in its sizes


class Compass(NamedTuple):
    """The measures of the four seats around the trick.

    `cells` is the width of all, `lines` those of a card, `top` the line of the first card, `step`
    how far the cards at the sides lie from the middle, `each` the cells of a closed card.
    """

    cells: int
    lines: int
    top: int
    step: int
    each: int = 0


BOXED = Compass(CONTENT, 3, 1, 10)
HIGH = Compass(TALL, TALL_CARD, 2, 11, 1)
FLAT = Compass(SMALL, 1, 1, 8)
SMALL_BOXED = Compass(SMALL, 3, 1, 7)


def body(scene: Scene, sheet: Sheet, x: int, y: int) -> None:
    """The table in CONTENT times BODY cells."""
    _draw_compass(scene, sheet, x, y, BOXED)
    _draw_footer(scene, sheet, (x + 3, y + 10), 74, 2)


def tall(scene: Scene, sheet: Sheet, width: int, height: int) -> None:
    """The table of a large screen, from line 2 on, in so many cells from the left."""
    x, y = (width - TALL) // 2, 2 + max(0, (height - 25) // 2)
    _draw_compass(scene, sheet, x, y, HIGH)
    lines = min(6, 2 + height - y - 20)
    # The panel beside has the ranks.
    _draw_footer(scene, sheet, (x + 2, y + 20), TALL - 4, lines, ranks=False)


def middle(scene: Scene, sheet: Sheet, height: int) -> None:
    """The table of a screen below 80x24, from line 1 on, as wide as the sheet."""
    if sheet.width >= CONTENT and height >= BODY:
        body(scene, sheet, (sheet.width - CONTENT) // 2, 1 + (height - BODY) // 2)
        return
    form = SMALL_BOXED if height > BODY else FLAT
    high = form.top + 3 * form.lines + (form is FLAT and scene.view.seat is None)
    footer = min(4, height - high)
    gap = height > high + footer
    x, y = (sheet.width - SMALL) // 2, 1 + max(0, height - high - footer - gap) // 2
    _draw_compass(scene, sheet, x, y, form)
    _draw_footer(scene, sheet, (x + 1, y + high + gap), SMALL - 2, footer)


def _draw_compass(scene: Scene, sheet: Sheet, x: int, y: int, form: Compass) -> None:
    """The four seats and what each has played to the trick."""
    left, across, right, front = around(scene)
    trick, lines = _trick(scene), form.lines
    centre, first = x + form.cells // 2 - 2, y + form.top
    places = {
        across: (centre, first),
        left: (centre - form.step, first + lines),
        right: (centre + form.step, first + lines),
        front: (centre, first + 2 * lines),
    }
    cards = dict(trick.cards)
    for seat, at in places.items():
        if seat in cards:
            draw_card(scene, sheet, at, cards[seat], lines, wins=seat == trick.winner)
        elif seat == scene.view.turn and not trick.taken:
            draw_place(sheet, at, lines, "▸", "turn")
        else:
            draw_place(sheet, at, lines, " " if lines > 1 else "·", "faint")
    _draw_across(scene, sheet, (x, y), across, form)
    side = form.cells // 2 - form.step - 7
    beside = first + lines + lines // 2 - 1
    for seat, at_x in ((left, x + 3), (right, centre + form.step + 8)):
        below = [held(scene, seat, form.each)]
        if leader_of(scene, trick) == seat:
            said = _("led the trick") if trick.cards else _("leads")
            below.append([(cut(said, side), "dim")])
        draw_beside(scene, sheet, (at_x, beside), seat, side, below)
    _draw_front(scene, sheet, (x, y), places[front], form)


def _draw_across(scene: Scene, sheet: Sheet, at: tuple[int, int], seat: int, form: Compass) -> None:
    """The seat across, above its card."""
    cells = form.cells - (17 if form is FLAT else 41)
    name = marked(scene, seat, partner_title(scene, seat, cells, yours=form is HIGH))
    cards = held(scene, seat, form.each)
    lines = [name, cards] if form is HIGH else [[*name, ("  ", "text"), *cards]]
    seat_centred(sheet, at, form.cells, seat, lines)
    if scene.view.seat == scene.view.dealer and form is not FLAT:
        sheet.put(at[0] + 3, at[1], dealt_text(scene), "dim")


def _draw_front(
    scene: Scene, sheet: Sheet, at: tuple[int, int], place: tuple[int, int], form: Compass
) -> None:
    """The seat in front: where the hand is not shown, with its closed cards."""
    seat, (x, y) = around(scene)[3], place
    cards = held(scene, seat, form.each)
    if scene.view.seat is not None:
        sheet.spot(x, y, 5, form.lines, "seat", seat)
        if form is FLAT:
            name = scene.name(seat, 8 - len(scene.dealt(seat))) + scene.dealt(seat)
            sheet.right(y, [(name, "name")], x)
        elif form is HIGH:
            line = marked(scene, seat, scene.name(seat))
            seat_centred(sheet, (at[0], y + form.lines), form.cells, seat, [line])
    elif form is HIGH:
        lines = [marked(scene, seat, scene.seat_title(seat, 40)), cards]
        seat_centred(sheet, (at[0], y + form.lines), form.cells, seat, lines)
    elif form is FLAT:
        line = [*marked(scene, seat, scene.seat_title(seat, 40)), ("  ", "text"), *cards]
        seat_centred(sheet, (at[0], y + 1), form.cells, seat, [line])
    else:
        draw_beside(scene, sheet, (x + 8, y + 1), seat, form.cells // 2 - 8, [cards])


def _draw_footer(
    scene: Scene,
    sheet: Sheet,
    at: tuple[int, int],
    cells: int,
    most: int,
    *,
    ranks: bool = True,
) -> None:
    """How it stands in this deal, who took the trick, what was shown, and the ranks."""
    (x, y), trick = at, _trick(scene)
    so_far = _so_far(scene)
    shown = _shown_lines(scene, cells)
    rows = [so_far if width(so_far) <= cells else _so_far(scene, short=True)]
    if len(shown) == 1 and width(so_far) + 2 + width(shown[0]) <= cells:
        sheet.right(y, paint(shown.pop(), "dim"), x + cells)
    if trick.taken and trick.winner is not None:
        rows.append(_taken_text(scene, trick.cards, trick.winner))
    order = [_order_text(scene.faces)] if ranks else []
    for line, row in enumerate([*rows, *shown, *order][:most]):
        style = "text" if not line else "message" if line < len(rows) else "dim"
        sheet.write(x, y + line, paint(cut(row, cells), style))


def _order_text(faces: Faces | None = None) -> str:
    """The ranks from low to high."""
    order = " ".join(faces.rank(rank) if faces else RANKS[rank] for rank in ORDER)
    return _("Ranks from low to high: {order}").format(order=order)


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


def _shown_lines(scene: Scene, cells: int) -> list[str]:
    """What was shown, the latest first, in lines of so many cells."""
    lines: list[str] = []
    for shown in reversed(_view(scene).shown):
        said = shown_text(scene, shown)
        longer = scene.faces.join((*lines[-1:], said))
        if lines and width(longer) <= cells:
            lines[-1] = longer
        else:
            lines.append(cut(said, cells))
    return lines


def taken(scene: Scene) -> str:
    """Who took the finished trick and for how much; empty where none is finished."""
    trick = _trick(scene)
    if not trick.taken or trick.winner is None:
        return ""
    return _taken_text(scene, trick.cards, trick.winner)


def _counters(scene: Scene, cards: Sequence[int]) -> str:
    """How many of these cards are counters."""
    number = sum(_counting(scene) >> card & 1 for card in cards)
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
    return said.format(name=scene.name(winning, 14), counters=counters)


def several(scene: Scene, moves: Sequence[int]) -> str:
    """What it means to choose the word that opens the list of combinations."""
    listed = ", ".join(combination_text(scene, move) for move in moves)
    return _("Show one of these: {combinations}.").format(combinations=listed)


# Side panel and pages


def panel(scene: Scene, cells: int) -> list[Section]:
    """What the side panel says of this game, apart from log and scores."""
    view = _view(scene)
    order = " ".join(scene.faces.rank(rank) for rank in reversed(ORDER))
    found = [_counters_section(scene, cells), Section(_("RANKS"), order, ())]
    if view.shown:
        own, other = _of_sides(scene, view.points)
        lines = []
        for shown in view.shown:
            said = f"{scene.name(shown.seat, 9)} {_shown_short(scene, shown)}"
            lines += fold(paint(said), cells)
        found.append(Section(_("SHOWN"), f"{own} : {other}", tuple(lines)))
    return [*found, last_section(scene, cells, best_place, _worth)]


def _counting(scene: Scene) -> int:
    """The cards that are counters by the rules in force."""
    return FIGURES | (ACES if _rules(scene).ace == "third" else 0)


def _counters_section(scene: Scene, cells: int) -> Section:
    """What counts, which counters each side has taken, and how many are still to come."""
    view, counting = _view(scene), _counting(scene)
    names = [scene.side_name(side, 5) for side in scene.sides]
    wide = max(width(name) for name in names)
    lines: list[Line] = []
    for name, side in zip(names, scene.sides, strict=True):
        number = view.counters[scene.side(side[0])]
        cards = [] if scene.strict else _captured(scene, side, counting)
        taken = flow(([*paint(scene.faces.card(card))] for card in cards), cells - wide - 6)
        for line, part in enumerate(taken or [[]]):
            start = pad("" if line else name, wide + 2)
            of = f"{number:>{cells - wide - 2 - span_width(part)}}" if not line else ""
            lines.append([(start, "name"), *part, (of, "text")])
    left = (24 if counting & ACES else 20) - sum(view.counters)
    label = _("still to come")
    lines.append([(label, "dim"), (f"{left:>{cells - width(label)}}", "text")])
    if _rules(scene).ace == "full":
        own, other = _of_sides(scene, view.aces)
        aces = _("aces, 1 point each")
        lines.append([(aces, "dim"), (f"{f'{own} : {other}':>{cells - width(aces)}}", "text")])
    ranks_text = " ".join(scene.faces.rank(rank) for rank in _counting_ranks(scene))
    return Section(_("COUNTERS"), f"{ranks_text} = 1/3", tuple(lines))


def _counting_ranks(scene: Scene) -> list[int]:
    """The ranks of the counters from low to high."""
    return [rank for rank in ORDER if _counting(scene) >> rank & 1]


def _captured(scene: Scene, side: Sequence[int], counting: int) -> list[int]:
    """The counters that a side has taken."""
    cards = hand_of(
        card for trick in played(scene) if trick.taker in side for _seat, card in trick.cards
    )
    return in_order(cards & counting, ORDER)


def _worth(scene: Scene, cards: Cards, taker: int) -> str:
    """What the last trick brought its taker."""
    counters = _counters(scene, [card for _seat, card in cards])
    if scene.view.seat is not None and scene.side(taker) == scene.side(scene.view.seat):
        return _("{counters} for your side").format(counters=counters)
    return _("{counters} for {name}").format(counters=counters, name=side_of(scene, taker))


def log(scene: Scene, cells: int) -> list[Line]:
    """What was played in this deal, by trick, each line in so many cells."""
    return log_lines(scene, cells, best_place, _showed)


def _showed(scene: Scene, note: Note) -> str:
    """A declaration in the log: who, which cards, what it is and what it was worth."""
    for shown in _view(scene).shown:
        if (shown.seat, shown.move) == (note.seat, note.move):
            you = scene.is_you(note.seat)
            said = _("You showed {shown}") if you else _("{name} showed {shown}")
            return said.format(name=scene.name(note.seat, 14), shown=_shown_short(scene, shown))
    return move_text(scene, note.seat, note.move)


def _shown_short(scene: Scene, shown: Shown) -> str:
    """The cards of a declaration, what it is and what it was worth: `7♠ 2♠ A♠: Baba ♠, 3`."""
    return _("{cards}: {combination}, {n}").format(
        cards=scene.faces.cards(in_order(shown.cards, ORDER)),
        combination=combination_text(scene, shown.move, shown.cards),
        n=shown.worth,
    )


def unseen(scene: Scene, cells: int) -> list[Line]:
    """Which cards the viewer has not seen, from what was played and the own hand."""
    if scene.strict:
        return strict_lines(cells)
    view, counting = _view(scene), _counting(scene)
    lines = unseen_title(scene, cells)
    if not view.unseen:
        return lines
    for suit in range(4):
        out = [13 * suit + rank for rank in reversed(ORDER) if view.unseen >> 13 * suit + rank & 1]
        line: Line = [(f"{scene.faces.suits[suit]} ", suit_style(13 * suit))]
        for card in out:
            line.append((" " + scene.faces.rank(card % 13), suit_style(card)))
            line.append(("*" if counting >> card & 1 else " ", "text"))
        lines.append(line if out else [*line, (" –", "dim")])
    number = count(view.unseen & counting)
    said = ngettext("* {n} counter is still out", "* {n} counters are still out", number)
    lines.append([(cut(said.format(n=number), cells), "dim")])
    if not view.over:
        lines += [[], *known_lines(scene, cells, ORDER, _lacks)]
    return lines


def _lacks(scene: Scene, seat: int) -> list[str]:
    """What the play has shown a seat not to hold, suit by suit."""
    view, faces, name = scene.view, scene.faces, scene.name(seat)
    said = []
    for suit in range(4):
        out = view.unseen & ONE_SUIT << 13 * suit
        never = out & view.cannot[seat]
        if not never:
            continue
        if never == out:
            said.append(_("{name} has no {suit}.").format(name=name, suit=faces.suits[suit]))
            continue
        top = _limit(view.cannot[seat], suit)
        if top is not None and out & higher_cards(top):
            never &= ~higher_cards(top)
            above = _("{name} has no {suit} above {card}.")
            said.append(above.format(name=name, suit=faces.suits[suit], card=faces.card(top)))
        if never:
            cards = faces.cards(in_order(never, ORDER))
            said.append(_("{name} does not hold {cards}.").format(name=name, cards=cards))
    return said


def _limit(cannot: int, suit: int) -> int | None:
    """The card of a suit above which a seat holds none, where there is such a card."""
    limit = None
    for rank in reversed(ORDER):
        card = 13 * suit + rank
        if not cannot >> card & 1:
            return card if limit is not None else None
        limit = card
    return None


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
    if follow != "follow_suit" and legal & higher_cards(best):
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
    if higher_cards(view.must_beat) >> move & 1:
        said = (
            _("{card} goes over your partner's {best}.")
            if partner
            else _("{card} goes over {name}'s {best}.")
        )
        return f"{said.format(card=card, best=best, name=name)} {_still_out(scene, move)}".rstrip()
    if partner:
        said = _("{card} does not beat {best}: your partner stays in front.")
    else:
        said = _("{card} does not beat {best}: {name} stays in front.")
    text = said.format(card=card, best=best, name=name)
    return f"{text} {_given(scene, move)}".strip()


def _last_choice(scene: Scene, move: int, *, partner: bool) -> str:
    """What the last card of a trick does, with places."""
    over = higher_cards(_view(scene).must_beat or 0) >> move & 1
    if over and partner:
        return _("{card} takes the trick from your partner's {best}: {counters}.")
    if over:
        return _("{card} takes the trick from {name}'s {best}: {counters}.")
    if partner:
        return _("{card} does not beat {best}: your partner takes the trick, {counters}.")
    return _("{card} does not beat {best}: {name} takes the trick, {counters}.")


def _given(scene: Scene, move: int) -> str:
    return _("It is a counter.") if _counting(scene) >> move & 1 else ""


def _lead_choice(scene: Scene, move: int, card: str) -> str:
    return f"{_('You lead {card}.').format(card=card)} {_still_out(scene, move)}".rstrip()


def _still_out(scene: Scene, move: int) -> str:
    if scene.strict:
        return ""
    out = higher_cards(move) & scene.view.unseen
    if not out:
        return _("Nobody can hold a higher card.")
    return _("Higher and still out: {cards}.").format(cards=scene.faces.cards(in_order(out, ORDER)))


def _show_choice(scene: Scene, move: int) -> str:
    cards, worth = declaration(_view(scene), move)
    return _("{combination}, {points}: everybody sees {cards}.").format(
        combination=combination_text(scene, move, cards),
        points=points_text(worth),
        cards=scene.faces.cards(in_order(cards, ORDER)),
    )


def text(scene: Scene) -> list[Line]:
    """The table in a few lines of text."""
    trick = _trick(scene)
    so_far = _so_far(scene, short=True)
    if width(so_far) > scene.width:
        so_far = so_far.replace(" : ", ":")
    lines = [*seats_text(scene), paint(cut(so_far, scene.width), "dim"), *trick_lines(scene, trick)]
    if trick.taken and trick.winner is not None:
        lines.append(paint(_taken_text(scene, trick.cards, trick.winner), "message"))
    else:
        lines += [paint(said, "dim") for said in _shown_lines(scene, scene.width)[:1]]
    return lines


def account(scene: Scene) -> list[Line]:
    """How the score of a finished deal came about, line by line."""
    view = _view(scene)
    result = result_of(view)
    rows = [(label, values, "text") for label, values in account_rows(scene)]
    lines = account_table(scene, [*rows, (_("this deal"), result["score"], "name")])
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
        _("When both sides are at 21 the higher wins; where they are level, they play on."),
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
    said = _taken_text(scene, view.last_trick, view.last_taker)
    return [*last_lines(scene, best_place), paint(said, "message")]
