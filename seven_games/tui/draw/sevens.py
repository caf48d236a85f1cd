"""Sevens: a line for every seat and four rows that grow from their sevens."""

from collections.abc import Sequence
from typing import cast

from seven_games.engine.cards import ACE, FIRST_JOKER, PASS, RANKS, SEVEN, cards_of, count, suit_of
from seven_games.engine.game import Rules, View
from seven_games.engine.sevens import PRICES, SevensRules, SevensView
from seven_games.i18n import _, ngettext
from seven_games.tui.draw.cards import SUIT_STYLES, Faces, in_order, paint
from seven_games.tui.draw.layout import Line, Sheet, cut, pad, span_width, width, wrap
from seven_games.tui.draw.scene import (
    Scene,
    deal_text,
    move_text,
    played_card,
    result_of,
    turn_text,
)

CONTENT = 80
CELL = 5
"""The cells of one place in a row."""
ACTIONS: frozenset[str] = frozenset({"pass"})


def _view(scene: Scene) -> SevensView:
    return cast("SevensView", scene.view)


def _rules(view: View) -> SevensRules:
    return cast("SevensRules", view.rules)


def summary() -> str:
    """The game in half a line."""
    return _("four rows grow from their sevens; the first to be out wins")


LONG = 15
"""From so many deals on a match is long."""


def length(rules: Rules) -> str:
    """How long a match is, in a sentence."""
    of = cast("SevensRules", rules)
    many = of.deals_in_match
    if many is not None:
        return ngettext("The match is {n} deal.", "The match is {n} deals.", many).format(n=many)
    # As bots play: in a deal the worst seat is left with two or three cards.
    worst = 15 if of.unit == "pips" else 2.5 if of.deck == 52 else 2
    deals = max(1, round(of.target / worst / 5) * 5)
    said = (
        _("To {target}: a long match, some {n} deals.")
        if deals >= LONG
        else _("To {target}: some {n} deals.")
    )
    return said.format(target=of.target, n=deals)


def ranks(rules: Rules) -> Sequence[int]:
    """The ranks of a row from low to high."""
    of = cast("SevensRules", rules)
    if of.deck == 32:
        return range(SEVEN, ACE + 1)
    return range(ACE + 1) if of.ace == "high" else (ACE, *range(ACE))


def title(scene: Scene) -> tuple[str, str]:
    """The rules in short, and where the match stands."""
    rules = _rules(scene.view)
    if rules.start == "left":
        opens = _("left of the dealer opens")
    elif rules.start == "prelaid":
        opens = _("sevens laid out")
    else:
        opens = _("{card} opens").format(card=scene.faces.card(_opening(rules)))
    pack = _("32 cards") if rules.deck == 32 else ""
    ace = _("ace low") if rules.ace == "low" and not pack else _("ace high")
    limit, jokers = rules.pass_limit, rules.jokers
    said = (
        pack,
        ace,
        ngettext("{n} pass", "{n} passes", limit).format(n=limit) if limit else "",
        ngettext("{n} joker", "{n} jokers", jokers).format(n=jokers) if jokers else "",
        _("fines for passing") if _priced(rules) else "",
        opens,
    )
    return scene.faces.join(said), _goal(scene)


def _priced(rules: SevensRules) -> bool:
    """Whether a pass may cost chips."""
    return rules.scoring == "chips" and rules.must_play != "optional"


def _opening(rules: SevensRules) -> int:
    return SEVEN + 13 * "shdc".index(rules.start[1])


def _goal(scene: Scene) -> str:
    rules = _rules(scene.view)
    many = rules.deals_in_match
    to = _("to {target}").format(target=rules.target) if many is None else ""
    return scene.faces.join((deal_text(scene, many), to))


def score_text(scene: Scene, seat: int) -> str:
    """How a seat stands in the match."""
    standing, scoring = scene.standing, _rules(scene.view).scoring
    if scoring == "none":
        return ngettext("{n} win", "{n} wins", standing.wins[seat]).format(n=standing.wins[seat])
    total = standing.totals[seat]
    if scoring == "chips":
        return ngettext("{n} chip", "{n} chips", abs(total)).format(n=f"{total:+d}" if total else 0)
    return ngettext("{n} pt", "{n} pts", total).format(n=total)


def fits(scene: Scene) -> int:
    """The cards of the hand that would fit if it were the viewer's turn now."""
    return scene.view.hand & _view(scene).next


def body(scene: Scene, sheet: Sheet, x: int, y: int) -> None:
    """The table in CONTENT times BODY cells."""
    seats = scene.seats
    if len(seats) <= 4:
        _draw_seats(scene, sheet, x, y, seats)
        lines = len(seats)
    else:
        lines = (len(seats) + 1) // 2
        for place, seat in enumerate(seats):
            column, line = divmod(place, lines)
            sheet.write(x + 40 * column, y + line, _short_seat(scene, seat))
    sheet.put(x, y + lines, "─" * 80, "rule")
    first = y + 6
    _draw_rows(scene, sheet, x, first)


def _marker(scene: Scene, seat: int) -> str:
    return "▸" if seat == scene.view.turn else " "


def _draw_seats(scene: Scene, sheet: Sheet, x: int, y: int, seats: list[int]) -> None:
    names = {seat: scene.seat_title(seat, 26) for seat in seats}
    wide = max(span_width([(name, "")]) for name in names.values())
    for line, seat in enumerate(seats):
        held = scene.view.counts[seat]
        at = y + line
        sheet.put(x + 1, at, _marker(scene, seat), "turn")
        sheet.put(x + 3, at, names[seat], "name")
        if seat != scene.view.seat:
            sheet.put(x + 4 + wide, at, scene.faces.backs(held), "back")
        sheet.right(at, [(str(held), "text")], x + 21 + wide)
        sheet.right(at, [(score_text(scene, seat), "text")], x + 31 + wide)
        sheet.write(x + 34 + wide, at, paint(cut(last_action(scene, seat), 45 - wide), "dim"))


def _short_seat(scene: Scene, seat: int) -> Line:
    name = pad(scene.seat_title(seat, 14), 14)
    counts = f"{scene.view.counts[seat]:>3}"
    return [
        (f" {_marker(scene, seat)} ", "turn"),
        (name, "name"),
        (counts, "text"),
        (f"{cut(score_text(scene, seat), 9):>9}  ", "text"),
        *paint(cut(last_action(scene, seat), 9), "dim"),
    ]


def last_action(scene: Scene, seat: int) -> str:
    """What a seat did last, or that it is out."""
    view = _view(scene)
    short = len(scene.seats) > 4
    if seat in view.out:
        place = ordinal(view.out.index(seat) + 1)
        return place if short else _("out, {place}").format(place=place)
    if any(gone == seat for gone, _laid in view.eliminated):
        return _("put out")
    moves = [move for mover, move in view.log if mover == seat]
    limit, used = _rules(view).pass_limit, view.passes[seat]
    passes = "" if limit is None else _("passes {n}/{limit}").format(n=used, limit=limit)
    if not moves:
        return passes
    if moves[-1] == PASS:
        if short and limit is not None:
            return _("pass {n}/{limit}").format(n=used, limit=limit)
        return scene.faces.join((_("passed"), passes))
    card, at = played_card(moves[-1])
    face = scene.faces.card(card)
    if at is not None:
        place = scene.faces.card(at)
        if short:
            return f"{scene.faces.joker}={place}"
        return _("joker as {card}").format(card=place)
    if short:
        return f"{face} {used}/{limit}" if limit is not None and used else face
    return scene.faces.join((_("played {card}").format(card=face), passes if used else ""))


def ordinal(place: int) -> str:
    """A place in the order of going out."""
    return (
        _("1st"),
        _("2nd"),
        _("3rd"),
        _("4th"),
        _("5th"),
        _("6th"),
        _("7th"),
        _("8th"),
    )[place - 1]


def taken(_scene: Scene) -> str:
    """There are no tricks here."""
    return ""


def several(scene: Scene, moves: Sequence[int]) -> str:
    """What it means to choose a joker that has several places."""
    places = [place for place in (played_card(move)[1] for move in moves) if place is not None]
    return _("Lay the joker as {cards}: choose the place next.").format(
        cards=scene.faces.cards(places)
    )


def _draw_rows(scene: Scene, sheet: Sheet, x: int, y: int) -> None:
    columns = ranks(scene.view.rules)
    left = x + 6 + CELL * (13 - len(columns)) // 2
    for place, rank in enumerate(columns):
        sheet.put(left + CELL * place, y - 1, _centred(RANKS[rank]), "faint")
    for suit in range(4):
        _draw_row(scene, sheet, left, y + suit, suit, columns)
    sheet.write(x + 6, y + 5, legend(scene))


def _centred(text: str) -> str:
    return f"{text:^{CELL}}" if len(text) != 2 else f" {text}  "


def _draw_row(
    scene: Scene, sheet: Sheet, left: int, y: int, suit: int, columns: Sequence[int]
) -> None:
    view = _view(scene)
    style = SUIT_STYLES[suit]
    sheet.put(left - 3, y, scene.faces.suits[suit], style)
    sheet.put(left - 1, y, "│", "rule")
    end = left + CELL * len(columns)
    sheet.put(end, y, "│", "rule")
    filled = 0
    for place, rank in enumerate(columns):
        card = 13 * suit + rank
        text, of = _place(view, card)
        filled += view.table >> card & 1
        sheet.put(left + CELL * place, y, _centred(text), of)
    state = f"{filled}/{len(columns)}" if filled else _("shut")
    sheet.put(end + 3, y, state, "dim")


def _place(view: SevensView, card: int) -> tuple[str, str]:
    """A place in a row: what lies there, or whether it comes next and for whom."""
    rank, suit = RANKS[card % 13], SUIT_STYLES[suit_of(card)]
    if card in view.jokers:
        return (f"[{rank}]" if view.hand >> card & 1 else "Jo"), "joker"
    if view.loose >> card & 1:
        return f"-{rank}-", suit
    if view.table >> card & 1:
        return rank, suit
    if view.next >> card & 1:
        return (f"[{rank}]", "legal") if view.hand >> card & 1 else (f"({rank})", "dim")
    return "·", "faint"


def legend(scene: Scene) -> Line:
    """What the marks in the rows mean."""
    parts = [
        ("7", "text", _("on the table")),
        ("[8]", "legal", _("next, in your hand")),
        ("(6)", "dim", _("next, not yours")),
    ]
    view = _view(scene)
    if view.loose:
        parts.append(("-9-", "text", _("not joined")))
    elif max(view.jokers) >= 0:
        parts.append(("Jo", "joker", _("joker")))
    else:
        parts.append(("·", "faint", _("later")))
    taken = sum(width(sign) + 1 + width(meaning) for sign, _style, meaning in parts)
    between = " " * min(4, max(1, (CONTENT - 8 - taken) // (len(parts) - 1)))
    line: Line = []
    for sign, style, meaning in parts:
        line += [(sign, style), (f" {meaning}{between}", "dim")]
    return line


def prompt(scene: Scene) -> str:
    """What the rules want now, in words."""
    if not scene.my_turn:
        return f"{_what_happened(scene)}{_waiting(scene)}"
    view, rules = _view(scene), _rules(scene.view)
    start = turn_text(scene)
    if scene.choices:
        return f"{start} " + _("Which place does the joker take?")
    fitting = [move for move in view.moves if move != PASS]
    may_pass = PASS in view.moves
    if not fitting:
        none = _("Nothing fits: pass.") if scene.short else ""
        return f"{start} " + (none or _("None of your cards fits: you can only pass."))
    if len(fitting) == 1 and not view.table:
        card = scene.faces.card(fitting[0])
        if rules.start != "left":
            return f"{start} " + _("{card} opens the deal.").format(card=card)
    if fitting[0] in view.jokers:
        card = scene.faces.card(fitting[0])
        return f"{start} " + _("A joker lies in the place of {card}: lay the card there.").format(
            card=card
        )
    number = len({played_card(move)[0] for move in fitting})
    if number == 1 and fitting[0] < FIRST_JOKER:
        only = _("Only {card} fits, or pass.") if may_pass else _("Only {card} fits.")
        return f"{start} " + only.format(card=scene.faces.card(fitting[0]))
    if scene.short:
        said = (
            ngettext("{n} card fits, or pass.", "{n} cards fit, or pass.", number)
            if may_pass
            else ngettext("{n} card fits.", "{n} cards fit.", number)
        )
        return f"{start} " + said.format(n=number)
    if not may_pass:
        return f"{start} " + ngettext(
            "{n} of your cards fits; you may not pass while one fits.",
            "{n} of your cards fit; you may not pass while one fits.",
            number,
        ).format(n=number)
    return f"{start} " + ngettext(
        "{n} of your cards fits, or you may pass.",
        "{n} of your cards fit, or you may pass.",
        number,
    ).format(n=number)


def _what_happened(scene: Scene) -> str:
    if not scene.view.log:
        return ""
    return move_text(scene, *scene.view.log[-1]) + " "


def _waiting(scene: Scene) -> str:
    view = _view(scene)
    if view.seat in view.out:
        return _("You are out; the others play on.") if scene.alone else turn_text(scene)
    return turn_text(scene)


def choice(scene: Scene, move: int) -> str:
    """What this move does, from public facts and the own hand."""
    if move == PASS:
        return _pass_text(scene)
    card, place = played_card(move)
    face = scene.faces.card
    if place is not None:
        if scene.view.hand >> place & 1:
            said = _("Lay the joker as {card}: you must lay {card} on it in your next turn.")
        else:
            said = _("Lay the joker as {card}: who holds {card} must lay it and gets the joker.")
        return said.format(card=face(place))
    view = _view(scene)
    if card in view.jokers:
        return _("{card} takes its place, and you take the joker.").format(card=face(card))
    if count(view.hand) == 1:
        return _("{card} is your last card: you are out.").format(card=face(card))
    opened = next_after(view, card)
    said = _opens_text(scene, card, opened)
    behind = [beyond for beyond in behind_it(view, card) if beyond not in opened]
    if behind and not scene.short:
        said += " " + _("Behind it you hold {cards}.").format(cards=scene.faces.cards(behind))
    return said


def _opens_text(scene: Scene, card: int, opened: Sequence[int]) -> str:
    """What can be laid once a card is, and whether the viewer holds it."""
    view, face = _view(scene), scene.faces.card
    if not opened:
        columns = list(ranks(view.rules))
        low = columns.index(card % 13) < columns.index(SEVEN)
        said = _("Closes the low end of {suit}.") if low else _("Closes the high end of {suit}.")
        return said.format(suit=scene.faces.suits[suit_of(card)])
    yours = [after for after in opened if view.hand >> after & 1]
    others = [after for after in opened if after not in yours]
    if not others:
        said = ngettext("Opens {cards} (yours).", "Opens {cards} (both yours).", len(yours))
        return said.format(cards=scene.faces.cards(yours))
    if not yours:
        return _("Opens {cards} for others.").format(cards=scene.faces.cards(others))
    both = (
        _("Opens {own} (yours), {other}.")
        if scene.short
        else _("Opens {own} (yours) and {other} for others.")
    )
    return both.format(own=face(yours[0]), other=face(others[0]))


def _pass_text(scene: Scene) -> str:
    view, rules = _view(scene), _rules(scene.view)
    if rules.pass_limit is not None and view.seat is not None:
        used = view.passes[view.seat]
        if used >= rules.pass_limit:
            return _("Your passes are used up: passing lays your cards and puts you out.")
        left = rules.pass_limit - used - 1
        return ngettext(
            "You pass; {n} pass is left after it.", "You pass; {n} passes are left after it.", left
        ).format(n=left)
    if not _priced(rules):
        return _("Passing is free.")
    prices = PRICES[rules.prices]
    fitting = view.hand & view.next
    price = prices.wrongful_pass if fitting else prices.forced_pass
    if not price:
        free = _("Passing is free.") if scene.short else ""
        return free or _("Passing is free: none of your cards fits.")
    said = ngettext("Passing costs {n} chip.", "Passing costs {n} chips.", price).format(n=price)
    # Every seven is fined once a deal: at the first pass, which held all that are held now.
    first = view.seat is not None and not view.passes[view.seat]
    sevens = [card for card in cards_of(fitting) if card % 13 == SEVEN] if first else []
    owed = sorted(beyond for seven in sevens for beyond in next_after(view, seven))
    owed = [beyond for beyond in owed if not view.hand >> beyond & 1]
    if not owed:
        return said
    kept = (
        _("Keeping {sevens} back: {n} to each holder of {cards}.")
        if len(sevens) == 1
        else _("Keeping {sevens} back: {n} for each 6 and 8 of theirs.")
    )
    return f"{said} " + kept.format(
        sevens=scene.faces.cards(sevens), n=prices.withheld_seven, cards=scene.faces.cards(owed)
    )


def _outward(view: SevensView, card: int) -> list[list[int]]:
    """The places beyond a card, away from its seven; beyond a seven there are two ways."""
    columns = list(ranks(view.rules))
    place, seven = columns.index(card % 13), columns.index(SEVEN)
    suit = 13 * suit_of(card)
    ways = []
    if place >= seven:
        ways.append([suit + rank for rank in columns[place + 1 :]])
    if place <= seven:
        ways.append([suit + rank for rank in reversed(columns[:place])])
    return ways


def next_after(view: SevensView, card: int) -> list[int]:
    """The cards that can be laid once this one is."""
    found = []
    for way in _outward(view, card):
        empty = [beyond for beyond in way if not view.table >> beyond & 1]
        # The row reaches through cards that an eliminated seat laid.
        found += empty[:1]
    return sorted(found, key=lambda after: after % 13)


def behind_it(view: SevensView, card: int) -> list[int]:
    """The viewer's cards that cannot move before this one is laid."""
    beyond = {after for way in _outward(view, card) for after in way}
    columns = list(ranks(view.rules))
    held = [after for after in cards_of(view.hand) if after in beyond]
    return sorted(held, key=lambda after: columns.index(after % 13))


def text(scene: Scene) -> list[Line]:
    """The table in a few lines of text."""
    lines = _seat_lines(scene)
    view = _view(scene)
    for suit in range(4):
        lines.append(_row_text(scene, view, suit))
    return lines


def _seat_lines(scene: Scene) -> list[Line]:
    lines: list[Line] = [[]]
    for seat in scene.seats:
        name = scene.name(seat, 12 if scene.players > 4 else 16)
        item: Line = [
            (_marker(scene, seat).strip(), "turn"),
            (name, "name"),
            (f" {scene.view.counts[seat]}{scene.dealt(seat)}  ", "text"),
        ]
        if span_width(lines[-1]) + span_width(item) > scene.width + 2:
            lines.append([])
        lines[-1] += item
    return lines


def _row_text(scene: Scene, view: SevensView, suit: int) -> Line:
    columns = [13 * suit + rank for rank in ranks(view.rules)]
    line: Line = [(scene.faces.suits[suit] + " ", SUIT_STYLES[suit])]
    joined = [card for card in columns if (view.table & ~view.loose) >> card & 1]
    if joined:
        low, high = RANKS[joined[0] % 13], RANKS[joined[-1] % 13]
        line.append((low if low == high else f"{low}-{high}", SUIT_STYLES[suit]))
    else:
        line.append((_("shut"), "dim"))
    for card in columns:
        if view.next >> card & 1 or card in view.jokers or view.loose >> card & 1:
            mark, style = _place(view, card)
            line += [(" ", "text"), (mark, style)]
    return line


def account(scene: Scene) -> list[Line]:
    """How the score of a finished deal came about, line by line."""
    view = _view(scene)
    hands = view.hands or (0,) * scene.players
    room = max(scene.width - 4, 20)
    names = {seat: scene.title(seat, min(20, room // 4)) for seat in range(scene.players)}
    wide = max(width(name) for name in names.values())
    columns = figures(scene)
    if wide + _all_wide(columns) > room:
        # What is left out here is said in the sentences below.
        columns = [column for column in columns if column[0] not in dict(_chips_columns())]
    indent = wide + _all_wide(columns) + 3
    beside = indent + LEAST_CARDS <= room
    head = "".join(f"  {title:>{_wide(title)}}" for title, _values in columns)
    left = f"   {_('cards left')}" if beside else ""
    lines: list[Line] = [[(f"{'':{wide}}{head}{left}", "dim")]]
    below: list[str] = []
    for seat in scene.seats:
        values = "".join(f"  {values[seat]:>{_wide(title)}}" for title, values in columns)
        kept = _kept_text(scene, seat)
        cards = wrap(kept, room - indent) if beside else [""]
        lines.append([(pad(names[seat], wide), "name"), (f"{values}   ", "text"), *paint(cards[0])])
        lines += [[(" " * indent, "text"), *paint(more)] for more in cards[1:]]
        if not beside and hands[seat]:
            keeps = (
                _("You are left with {cards}.")
                if scene.is_you(seat)
                else _("{name} is left with {cards}.")
            )
            below.append(keeps.format(name=scene.name(seat), cards=kept))
    said = [*below, *remarks(scene), *_reminders(_rules(view))]
    return [*lines, [], *[paint(sentence) for sentence in said]]


LEAST_CARDS = 12
"""The cells that cards need beside a table of figures."""


def _kept_text(scene: Scene, seat: int) -> str:
    """The cards that a seat was left with, or how it left the play."""
    view = _view(scene)
    if seat in view.out:
        return _("out")
    if seat in dict(view.eliminated):
        return _("put out")
    return scene.faces.cards(_sorted(view, (view.hands or (0,) * scene.players)[seat]))


def _all_wide(columns: Sequence[tuple[str, list[str]]]) -> int:
    return sum(_wide(title) + 2 for title, _values in columns)


def _wide(title: str) -> int:
    return max(5, width(title))


def figures(scene: Scene) -> list[tuple[str, list[str]]]:
    """The figures of a finished deal: the head of each column, and a value a seat."""
    view, rules = _view(scene), _rules(scene.view)
    result, seats = result_of(view), range(scene.players)
    found = []
    if rules.end == "play_on" or rules.pass_limit is not None:
        found.append((_("place"), places(view)))
    found.append((_("cards"), [str(left) for left in result["left"]]))
    if rules.scoring == "none":
        return [*found, (_("deals won"), [str(won) for won in scene.standing.wins])]
    if rules.scoring == "penalty":
        found.append((_("points"), [f"{score:+d}" for score in result["score"]]))
    else:
        for title, reasons in _chips_columns():
            sums = [_paid(view, seat, reasons) for seat in seats]
            if any(sums):
                found.append((title, [f"{chips:+d}" if chips else "0" for chips in sums]))
        found.append((_("chips"), [f"{score:+d}" for score in result["score"]]))
    return [*found, (_("total"), [str(total) for total in scene.standing.totals])]


def _chips_columns() -> list[tuple[str, tuple[str, ...]]]:
    """The columns of an account in chips, and the payments that each of them sums up."""
    return [
        (_("ante"), ("ante",)),
        (_("passes"), ("forced pass", "wrongful pass")),
        (_("sevens"), ("withheld seven",)),
        (_("for cards"), ("cards",)),
        (_("pool"), ("pool",)),
    ]


def _paid(view: SevensView, seat: int, reasons: Sequence[str]) -> int:
    """What a seat won or lost by payments of these kinds."""
    return sum(
        payment.chips * ((payment.to == seat) - (payment.seat == seat))
        for payment in view.payments
        if payment.why in reasons
    )


def places(view: SevensView) -> list[str]:
    """The place of every seat: first out first, then who holds cards, then who was put out."""
    found = [""] * view.rules.players
    gone = [seat for seat, _laid in view.eliminated]
    for place, seat in enumerate(view.out, 1):
        found[seat] = ordinal(place)
    for back, seat in enumerate(gone):
        found[seat] = ordinal(view.rules.players - back)
    for seat, known in enumerate(found):
        if not known:
            found[seat] = ordinal(len(view.out) + 1)
    return found


def _sorted(view: SevensView, hand: int) -> list[int]:
    return in_order(hand, ranks(view.rules))


def remarks(scene: Scene) -> list[str]:
    """What is to be said of a finished deal besides its figures."""
    view = _view(scene)
    result = result_of(view)
    said = []
    if result["order"]:
        first = result["order"][0]
        said.append(
            _("You went out first.")
            if scene.is_you(first)
            else _("{name} went out first.").format(name=scene.name(first))
        )
    for seat, laid in view.eliminated:
        put_out = (
            _("You were put out by passing and laid {cards}.")
            if scene.is_you(seat)
            else _("{name} was put out by passing and laid {cards}.")
        )
        cards = scene.faces.cards(_sorted(view, laid))
        said.append(put_out.format(name=scene.name(seat), cards=cards))
    if _rules(view).scoring == "chips":
        said += _chips_remarks(scene)
    return said


def _reminders(rules: SevensRules) -> list[str]:
    """What is the same after every deal."""
    cost = [_cost_text(rules)] if rules.scoring == "penalty" else []
    return [*cost, _goal_text(rules)]


def _cost_text(rules: SevensRules) -> str:
    """What a card left in hand costs."""
    said = {
        (False, False): _("Every card left costs a point."),
        (False, True): _("Every card left costs a point, a joker 5."),
        (True, False): _("Every card left costs its pips."),
        (True, True): _("Every card left costs its pips, a joker 5."),
    }
    return said[rules.unit == "pips", rules.jokers > 0]


def _goal_text(rules: SevensRules) -> str:
    """When the match is over and who has won it then."""
    many = rules.deals_in_match
    if rules.scoring == "penalty" and many is None:
        said = _("The match is over when somebody has {n} points; fewest points win.")
        return said.format(n=rules.target)
    said = {
        "penalty": ngettext(
            "The match is {n} deal; fewest points win.",
            "The match is {n} deals; fewest points win.",
            many or 0,
        ),
        "chips": ngettext(
            "The match is {n} deal; most chips win.",
            "The match is {n} deals; most chips win.",
            many or 0,
        ),
        "none": ngettext(
            "The match is {n} deal.",
            "The match is {n} deals; who wins most of them wins.",
            many or 0,
        ),
    }[rules.scoring]
    return said.format(n=many)


def _chips_remarks(scene: Scene) -> list[str]:
    """The payments of a finished deal that are not the same for all, in sentences."""
    view = _view(scene)
    payments = view.payments
    if not payments:
        return [_("Nobody went out: everybody takes the chips back.")]
    said = _pass_remarks(scene)
    for seven in dict.fromkeys((p.seat, p.card) for p in payments if p.why == "withheld seven"):
        said.append(_seven_remark(scene, *seven))
    pool = sum(payment.chips for payment in payments if payment.why == "pool")
    winner = next((payment.to for payment in payments if payment.why == "pool"), None)
    if winner is not None:
        takes = (
            _("You take the pool of {n}, and a chip for every card left.")
            if scene.is_you(winner)
            else _("{name} takes the pool of {n}, and a chip for every card left.")
        )
        said.append(takes.format(name=scene.name(winner), n=pool))
    return said


def _pass_remarks(scene: Scene) -> list[str]:
    """Who passed how often for a price."""
    prices = PRICES[_rules(scene.view).prices]
    forced = _("Passes with no card that fits, at {n}: {passes}.")
    wrongful = _("Passes with a card that fits, at {n}: {passes}.")
    said = []
    for why, price, sentence in (
        ("forced pass", prices.forced_pass, forced),
        ("wrongful pass", prices.wrongful_pass, wrongful),
    ):
        paid = [payment.seat for payment in _view(scene).payments if payment.why == why]
        passes = [
            _("{name} {n}").format(name=_person(scene, seat), n=paid.count(seat))
            for seat in scene.seats
            if seat in paid
        ]
        if price and passes:
            said.append(sentence.format(n=price, passes=", ".join(passes)))
    return said


def _person(scene: Scene, seat: int) -> str:
    """What a seat is called within a sentence."""
    return _("you") if scene.is_you(seat) else scene.name(seat)


def _seven_remark(scene: Scene, payer: int, seven: int) -> str:
    """Who kept a seven back, and who was paid for it."""
    paid: dict[int, int] = {}
    for payment in _view(scene).payments:
        if (payment.why, payment.seat, payment.card) == ("withheld seven", payer, seven):
            paid[payment.to] = paid.get(payment.to, 0) + payment.chips
    parts = [
        _("{n} to {name}").format(n=chips, name=_person(scene, to)) for to, chips in paid.items()
    ]
    said = (
        _("You kept {card} back: {parts}.")
        if scene.is_you(payer)
        else _("{name} kept {card} back: {parts}.")
    )
    return said.format(name=scene.name(payer), card=scene.faces.card(seven), parts=", ".join(parts))


def rules_text(rules: Rules) -> list[str]:
    """How the game is played, in a few sentences."""
    of = cast("SevensRules", rules)
    said = [
        _("Every suit is a row that begins with its seven and grows by one card up and down."),
        _("In your turn you lay one card that fits, or you pass."),
    ]
    if of.end == "first_out":
        said.append(_("Whoever plays his last card first wins the deal."))
    else:
        said.append(_("Whoever is out first wins; the others play on for the places."))
    return said


def in_force(rules: Rules, faces: Faces) -> list[str]:
    """What the options of this table mean, a sentence each."""
    of = cast("SevensRules", rules)
    said = [
        _("32 cards, sevens to aces: the rows grow only upward.")
        if of.deck == 32
        else _("The ace is low: a row runs from the ace to the king.")
        if of.ace == "low"
        else _("The ace is high: a row runs from the two to the ace."),
        _start_text(of, faces),
        _passing_text(of),
    ]
    if of.pass_limit is not None:
        said.append(
            ngettext(
                "{n} pass a deal is allowed; the next one lays your cards and puts you out.",
                "{n} passes a deal are allowed; the next one lays your cards and puts you out.",
                of.pass_limit,
            ).format(n=of.pass_limit)
        )
    if of.jokers:
        said.append(
            ngettext(
                "{n} joker: it takes the place of a card; who holds that card lays it on the joker "
                "in his next turn and takes the joker. A joker may not be the last card.",
                "{n} jokers: each takes the place of a card; who holds that card lays it on the "
                "joker in his next turn and takes the joker. A joker may not be the last card.",
                of.jokers,
            ).format(n=of.jokers)
        )
    if of.scoring == "penalty":
        said.append(_cost_text(of))
    elif of.scoring == "chips":
        said += _prices_text(of)
    return [*said, _goal_text(of)]


def _start_text(rules: SevensRules, faces: Faces) -> str:
    if rules.start == "left":
        return _("The player left of the dealer opens with any seven, or passes without one.")
    if rules.start == "prelaid":
        return _("The four sevens lie on the table; who held {card} begins.").format(
            card=faces.card(SEVEN + 26)
        )
    return _("Whoever holds {card} opens with it.").format(card=faces.card(_opening(rules)))


def _passing_text(rules: SevensRules) -> str:
    if rules.must_play == "enforced":
        return _("You may pass only when none of your cards fits.")
    if rules.must_play == "optional" or not _priced(rules):
        return _("You may pass even with a card that fits; it costs nothing.")
    return _("You may pass even with a card that fits, but it is fined.")


def _prices_text(rules: SevensRules) -> list[str]:
    prices = PRICES[rules.prices]
    said = [
        _("Everybody pays {n} to the pool before the deal; the first out takes the pool.").format(
            n=prices.ante
        )
    ]
    if prices.short_hand:
        said.append(_("Who was dealt a card fewer pays {n} more.").format(n=prices.short_hand))
    if _priced(rules):
        said.append(
            _(
                "A pass with a card that fits costs {wrong}, with none {forced}. A seven kept back "
                "at a pass costs {seven} to each holder of its 6 and of its 8, once a deal."
            ).format(
                wrong=prices.wrongful_pass,
                forced=prices.forced_pass or _("nothing"),
                seven=prices.withheld_seven,
            )
        )
    return [*said, _("Every card left costs a chip, paid to the first out.")]


def last(scene: Scene) -> list[Line]:
    """What was played last."""
    lines = []
    for seat in scene.seats:
        moves = [move for mover, move in scene.view.log if mover == seat]
        if moves:
            lines.append(paint(move_text(scene, seat, moves[-1])))
    return lines or [[(_("Nothing has been played yet."), "dim")]]
