"""Sevens: a line for every seat and four rows that grow from their sevens."""

from collections.abc import Sequence
from typing import cast

from seven_games.engine.cards import ACE, PASS, RANKS, SEVEN, cards_of, count, suit_of
from seven_games.engine.game import Rules, View
from seven_games.engine.sevens import PRICES, SevensRules, SevensView
from seven_games.i18n import _, ngettext
from seven_games.tui.draw.cards import SUIT_STYLES, in_order, paint
from seven_games.tui.draw.layout import Line, Sheet, cut, pad, span_width, width
from seven_games.tui.draw.scene import (
    Scene,
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
        opens = _("sevens lie ready")
    else:
        opens = _("{card} opens").format(card=scene.faces.card(_opening(rules)))
    pack = _("32 cards") if rules.deck == 32 else ""
    ace = _("ace low") if rules.ace == "low" and not pack else _("ace high")
    return scene.faces.join((pack, ace, opens)), _goal(rules)


def _opening(rules: SevensRules) -> int:
    return SEVEN + 13 * "shdc".index(rules.start[1])


def _goal(rules: SevensRules) -> str:
    many = rules.deals_in_match
    if many is None:
        return _("to {target}").format(target=rules.target)
    return ngettext("of {n} deal", "of {n} deals", many).format(n=many)


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
    names = {seat: scene.title(seat, 26) for seat in seats}
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
    name = pad(scene.title(seat, 14), 14)
    counts = f"{scene.view.counts[seat]:>3}"
    return [
        (f" {_marker(scene, seat)} ", "turn"),
        (name, "name"),
        (counts, "text"),
        (f"{cut(score_text(scene, seat), 9):>9}  ", "text"),
        *paint(cut(last_action(scene, seat), 8 if len(scene.seats) > 4 else 12), "dim"),
    ]


def last_action(scene: Scene, seat: int) -> str:
    """What a seat did last, or that it is out."""
    view = _view(scene)
    if seat in view.out:
        return _("out, place {n}").format(n=view.out.index(seat) + 1)
    if any(gone == seat for gone, _laid in view.eliminated):
        return _("put out")
    short = len(scene.seats) > 4
    moves = [move for mover, move in view.log if mover == seat]
    if not moves:
        return ""
    limit = _rules(view).pass_limit
    if moves[-1] == PASS:
        if limit is not None:
            return _("pass {n} of {limit}").format(n=view.passes[seat], limit=limit)
        return _("passed")
    card, place = played_card(moves[-1])
    face = scene.faces.card(card)
    if place is not None:
        face = f"{face}={scene.faces.card(place)}"
    return face if short else _("played {card}").format(card=face)


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
        parts.append(("Jo", "joker", _("a joker's place")))
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
        return f"{start} " + _("None of your cards fits: you can only pass.")
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
        return _("A joker in the place of {card}; who holds {card} must lay it next.").format(
            card=face(place)
        )
    view = _view(scene)
    if card in view.jokers:
        return _("{card} takes its place, and the joker comes to your hand.").format(
            card=face(card)
        )
    if count(view.hand) == 1:
        return _("{card} is your last card: you are out.").format(card=face(card))
    opened = next_after(view, card)
    if not opened:
        said = _("{card} ends its row: nothing follows it.").format(card=face(card))
    elif card % 13 == SEVEN:
        said = _("{card} opens its row: then {cards} can follow.").format(
            card=face(card), cards=scene.faces.cards(opened)
        )
    else:
        said = _("After {card} comes {cards}.").format(
            card=face(card), cards=scene.faces.cards(opened)
        )
    behind = behind_it(view, card)
    if behind:
        said += " " + _("Behind it you hold {cards}.").format(cards=scene.faces.cards(behind))
    return said


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
    if rules.scoring != "chips" or rules.must_play == "optional":
        return _("You pass: nothing is laid, the turn goes on.")
    prices = PRICES[rules.prices]
    fitting = view.hand & view.next
    price = prices.wrongful_pass if fitting else prices.forced_pass
    said = ngettext("Passing costs {n} chip.", "Passing costs {n} chips.", price).format(n=price)
    if any(card % 13 == SEVEN for card in cards_of(fitting)):
        said += " " + _(
            "A seven kept back costs {n} to who holds its 6 and to who holds its 8."
        ).format(n=prices.withheld_seven)
    return said


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
            (f" {scene.view.counts[seat]}  ", "text"),
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
    view, rules = _view(scene), _rules(scene.view)
    result, hands = result_of(view), view.hands or (0,) * scene.players
    laid = dict(view.eliminated)
    names = {seat: scene.title(seat, 20) for seat in range(scene.players)}
    wide = max(span_width([(name, "")]) for name in names.values())
    score = {"penalty": _("points"), "chips": _("chips"), "none": ""}[rules.scoring]
    total = _("wins") if rules.scoring == "none" else _("total")
    lines: list[Line] = [
        [(f"{'':{wide}}  {_('cards'):>6} {score:>8} {total:>8}   {_('left in hand')}", "dim")]
    ]
    for seat in scene.seats:
        kept = hands[seat] | laid.get(seat, 0)
        sums = scene.standing.wins if rules.scoring == "none" else scene.standing.totals
        gained = "" if rules.scoring == "none" else f"{result['score'][seat]:+d}"
        line: Line = [
            (pad(names[seat], wide), "name"),
            (f"  {result['left'][seat]:>6} {gained:>8} {sums[seat]:>8}   ", "text"),
        ]
        cards = scene.faces.cards(_sorted(view, kept))
        line += paint(cards) if kept else [(_("out"), "legal")]
        lines.append(line)
    return [*lines, [], *_remarks(scene)]


def _sorted(view: SevensView, hand: int) -> list[int]:
    return in_order(hand, ranks(view.rules))


def _remarks(scene: Scene) -> list[Line]:
    view, rules = _view(scene), _rules(scene.view)
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
    if rules.scoring == "penalty":
        unit = _("Every card left costs a point.")
        said.append(_("Every card left costs its pips.") if rules.unit == "pips" else unit)
        said.append(_("Few points are good; the match ends at {n}.").format(n=rules.target))
    elif rules.scoring == "chips":
        said += _chips_remarks(scene)
    return [paint(sentence) for sentence in said]


def _chips_remarks(scene: Scene) -> list[str]:
    prices = PRICES[_rules(scene.view).prices]
    passes = _view(scene).passes
    passed = ", ".join(f"{scene.name(seat)} {passes[seat]}" for seat in scene.seats if passes[seat])
    said = [
        ngettext(
            "Everybody paid {n} chip before the deal.",
            "Everybody paid {n} chips before the deal.",
            prices.ante,
        ).format(n=prices.ante),
        _("The winner takes the pool, and a chip for every card left."),
    ]
    if passed:
        said.insert(1, _("Passes: {passed}.").format(passed=passed))
    return said


def rules_text(rules: Rules) -> list[str]:
    """How the game is played, in a few sentences."""
    of = cast("SevensRules", rules)
    said = [
        _("Every suit is a row that begins with its seven and grows by one card up and down."),
        _("In your turn you lay one card that fits, or you pass."),
    ]
    if of.must_play == "enforced":
        said.append(_("You may pass only when none of your cards fits."))
    if of.end == "first_out":
        said.append(_("Whoever plays his last card first wins the deal."))
    else:
        said.append(_("The deal goes on until only one seat holds cards."))
    if of.scoring == "penalty":
        said.append(
            _(
                "The others score what they are left with. At {n} points the lowest total wins."
            ).format(n=of.target)
        )
    return said


def last(scene: Scene) -> list[Line]:
    """What was played last."""
    lines = []
    for seat in scene.seats:
        moves = [move for mover, move in scene.view.log if mover == seat]
        if moves:
            lines.append(paint(move_text(scene, seat, moves[-1])))
    return lines or [[(_("Nothing has been played yet."), "dim")]]
