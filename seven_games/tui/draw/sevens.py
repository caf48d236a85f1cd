"""Sevens: a line for every seat and four rows that grow from their sevens."""

from collections.abc import Container, Sequence
from typing import cast

from seven_games.engine.cards import FIRST_JOKER, PASS, SEVEN, cards_of, count, rank_of, suit_of
from seven_games.engine.game import Rules
from seven_games.engine.sevens import PRICES, SevensRules, SevensView
from seven_games.i18n import _, ngettext
from seven_games.tui.draw.cards import SUIT_STYLES, Faces, in_order, paint
from seven_games.tui.draw.layout import Line, cut, pad, width, wrap
from seven_games.tui.draw.scene import (
    Scene,
    Section,
    deal_text,
    move_text,
    played_card,
    result_of,
    turn_text,
)
from seven_games.tui.draw.sevens_table import (
    body,
    middle,
    ordinal,
    ranks,
    rules_of,
    tall,
    text,
    view_of,
)

__all__ = [
    "ACTIONS",
    "GERMAN",
    "account",
    "body",
    "choice",
    "fits",
    "in_force",
    "last",
    "length",
    "log",
    "middle",
    "panel",
    "prompt",
    "ranks",
    "rules_text",
    "several",
    "summary",
    "taken",
    "tall",
    "text",
    "title",
    "unseen",
]

GERMAN = False
ACTIONS: frozenset[str] = frozenset({"pass"})


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


def title(scene: Scene) -> tuple[str, str]:
    """The rules in short, and where the match stands."""
    rules = rules_of(scene.view)
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
    rules = rules_of(scene.view)
    many = rules.deals_in_match
    to = _("to {target}").format(target=rules.target) if many is None else ""
    return scene.faces.join((deal_text(scene, many), to))


def fits(scene: Scene) -> int:
    """The cards of the hand that would fit if it were the viewer's turn now."""
    return scene.view.hand & view_of(scene).next


def taken(_scene: Scene) -> str:
    """There are no tricks here."""
    return ""


def several(scene: Scene, moves: Sequence[int]) -> str:
    """What it means to choose a joker that has several places."""
    places = [place for place in (played_card(move)[1] for move in moves) if place is not None]
    return _("Lay the joker as {cards}: choose the place next.").format(
        cards=scene.faces.cards(places)
    )


def panel(_scene: Scene, _cells: int) -> list[Section]:
    """Log and scores say all there is."""
    return []


def log(scene: Scene, cells: int) -> list[Line]:
    """A line for every move: the how manieth turn of the seat it was, the seat, and the card."""
    view = view_of(scene)
    name = min(10, max(width(scene.name(seat)) for seat in range(scene.players)))
    turns = [0] * scene.players
    last = {seat: place for place, (seat, _move) in enumerate(view.log)}
    first = next((place for place, (_seat, move) in enumerate(view.log) if move != PASS), 0)
    replaced = {played_card(move)[1] for _seat, move in view.log}
    lines: list[Line] = []
    for place, (seat, move) in enumerate(view.log):
        turns[seat] += 1
        said = _logged(scene, move, replaced, opens=place == first)
        if place == last[seat] and seat in view.out:
            said = scene.faces.join((said, ordinal(view.out.index(seat) + 1)))
        elif place == last[seat] and seat in dict(view.eliminated):
            said = _("put out")
        lines.append(_log_line(scene, turns[seat], seat, name, paint(cut(said, cells - name - 4))))
    if view.turn is not None:
        lines.append(_log_line(scene, turns[view.turn] + 1, view.turn, name, [("…", "turn")]))
    return lines


def _log_line(scene: Scene, turn: int, seat: int, name: int, said: Line) -> Line:
    return [(f"{turn:>2} ", "dim"), (pad(scene.name(seat, name), name) + " ", "name"), *said]


def _logged(scene: Scene, move: int, replaced: Container[int | None], *, opens: bool) -> str:
    """A move in a word or two; `replaced` are the places that jokers have taken."""
    if move == PASS:
        return _("passed")
    card, at = played_card(move)
    face = scene.faces.card(card)
    if at is not None:
        return _("joker as {card}").format(card=scene.faces.card(at))
    if card in replaced:
        return _("{card}, takes the joker").format(card=face)
    return _("{card} (opens)").format(card=face) if opens else face


def unseen(scene: Scene, _cells: int) -> list[Line]:
    """The ranks that others hold, a line a suit."""
    lines: list[Line] = []
    out = scene.view.unseen
    for suit, style in enumerate(SUIT_STYLES):
        row = [13 * suit + rank for rank in ranks(scene.view.rules)]
        held = " ".join(scene.faces.rank(rank_of(card)) for card in row if out >> card & 1)
        lines.append([(scene.faces.suits[suit], style), (f" {held or '–'}", "text")])
    if rules_of(scene.view).jokers:
        jokers = count(out >> FIRST_JOKER)
        lines.append([(scene.faces.joker, "joker"), (f" {jokers or '–'}", "text")])
    return lines


def prompt(scene: Scene) -> str:
    """What the rules want now, in words."""
    if not scene.my_turn:
        return f"{_what_happened(scene)}{_waiting(scene)}"
    view, rules = view_of(scene), rules_of(scene.view)
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
    view = view_of(scene)
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
    view = view_of(scene)
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
    view, face = view_of(scene), scene.faces.card
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
    view, rules = view_of(scene), rules_of(scene.view)
    if rules.pass_limit is None or view.seat is None:
        return _price_text(scene)
    used = view.passes[view.seat]
    if used >= rules.pass_limit:
        return _("Your passes are used up: passing lays your cards and puts you out.")
    left = rules.pass_limit - used - 1
    limit = ngettext(
        "You pass; {n} pass is left after it.", "You pass; {n} passes are left after it.", left
    ).format(n=left)
    if not _priced(rules):
        return limit
    price = _price_text(scene)
    both = f"{price} {limit}"
    return both if width(both) <= scene.width - 4 else price


def _price_text(scene: Scene) -> str:
    """What a pass costs now."""
    view, rules = view_of(scene), rules_of(scene.view)
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
        else _("Keeping {sevens} back: {n} for each 8 of theirs.")
        if rules.deck == 32
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


def account(scene: Scene) -> list[Line]:
    """How the score of a finished deal came about, line by line."""
    view = view_of(scene)
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
    said = [*below, *remarks(scene), *_reminders(rules_of(view))]
    return [*lines, [], *[paint(sentence) for sentence in said]]


LEAST_CARDS = 12
"""The cells that cards need beside a table of figures."""


def _kept_text(scene: Scene, seat: int) -> str:
    """The cards that a seat was left with, or how it left the play."""
    view = view_of(scene)
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
    view, rules = view_of(scene), rules_of(scene.view)
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
    view, rules = view_of(scene), rules_of(scene.view)
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
    if rules.scoring == "chips":
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
    view = view_of(scene)
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
    prices = PRICES[rules_of(scene.view).prices]
    forced = _("Passes with no card that fits, at {n}: {passes}.")
    wrongful = _("Passes with a card that fits, at {n}: {passes}.")
    said = []
    for why, price, sentence in (
        ("forced pass", prices.forced_pass, forced),
        ("wrongful pass", prices.wrongful_pass, wrongful),
    ):
        paid = [payment.seat for payment in view_of(scene).payments if payment.why == why]
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
    for payment in view_of(scene).payments:
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
    free = rules.must_play == "optional" or not _priced(rules)
    said = (
        _("You may pass even with a card that fits; it costs nothing.")
        if free
        else _("You may pass even with a card that fits, but it is fined.")
    )
    circuit = _("When everybody has passed in a row, who can play must, until a card is played.")
    return f"{said} {circuit}"


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
            _("A pass costs {wrong} with a card that fits and {forced} without one.").format(
                wrong=prices.wrongful_pass, forced=prices.forced_pass
            )
            if prices.forced_pass
            else _("A pass with a card that fits costs {wrong}.").format(wrong=prices.wrongful_pass)
        )
        kept = (
            _("A seven kept back at a pass costs {seven} to the holder of its 8, once a deal.")
            if rules.deck == 32
            else _(
                "A seven kept back at a pass costs {seven} to each holder of its 6 and of its 8, "
                "once a deal."
            )
        )
        said.append(kept.format(seven=prices.withheld_seven))
    return [*said, _("Every card left costs a chip, paid to the first out.")]


def last(scene: Scene) -> list[Line]:
    """What was played last."""
    lines = []
    for seat in scene.seats:
        moves = [move for mover, move in scene.view.log if mover == seat]
        if moves:
            lines.append(paint(move_text(scene, seat, moves[-1])))
    return lines or [[(_("Nothing has been played yet."), "dim")]]
