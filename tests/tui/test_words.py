"""What the table says is true, whole and in words."""

import dataclasses
from collections.abc import Iterator
from typing import Any

import pytest
from tui.scenes import NAMES, deal_of, play_on, scene_of

from seven_games.engine import GAMES, Deal
from seven_games.engine.cards import PASS, SEVEN, SHOW_BABA, cards_of
from seven_games.engine.dice import Dice
from seven_games.engine.game import Standing
from seven_games.engine.match import DealScore
from seven_games.engine.semerik import SemerikView
from seven_games.engine.sevens import SevensDeal, SevensView
from seven_games.tui.draw import DRAWINGS, Scene, draw, entries
from seven_games.tui.draw.cards import SYMBOLS
from seven_games.tui.draw.frame import choice_text
from seven_games.tui.draw.layout import fold, text_of, width, wrap
from seven_games.tui.draw.scene import move_text, turn_text
from seven_games.tui.draw.scores import mixed, net_text, score_lines
from seven_games.tui.screens.end import shortened

PRESETS = [(game.name, preset) for game in GAMES.values() for preset in game.presets]


def positions(game: str, preset: str, deals: int, **options: Any) -> Iterator[Deal]:
    """Every position of a few deals played by dice, for every number of players."""
    of = GAMES[game].presets[preset]
    dice = Dice(len(preset) + deals)
    for players in range(of.least, of.most + 1):
        for _ in range(deals):
            deal = deal_of(game, preset, players=players, seed=dice.draw(), **options)
            while deal.turn is not None:
                yield deal
                moves = deal.moves()
                deal.play(moves[dice.below(len(moves))])
            yield deal


def said_of(scene: Scene) -> Iterator[str]:
    """What the choice line says of every entry, and of every entry of the lists they open."""
    drawing = DRAWINGS[scene.view.game]
    for place, entry in enumerate(found := entries(scene)):
        yield choice_text(dataclasses.replace(scene, cursor=place), drawing, found)
        if len(entry.moves) > 1:
            opened = dataclasses.replace(scene, choices=entry.moves)
            for number, _ in enumerate(listed := entries(opened)):
                marked = dataclasses.replace(opened, cursor=number)
                yield choice_text(marked, drawing, listed)


@pytest.mark.parametrize(("game", "preset"), PRESETS)
def test_no_prompt_and_no_choice_is_cut(game: str, preset: str) -> None:
    for deal in positions(game, preset, 1):
        if deal.turn is None:
            continue
        for alone in (True, False):
            scene = scene_of(deal, deal.turn, alone=alone)
            prompt = DRAWINGS[game].prompt(scene)
            assert len(wrap(prompt, 78)) <= 2, prompt
            for said in said_of(scene):
                assert width(said) <= 76, said
        watching = scene_of(deal, (deal.turn + 1) % deal.players)
        assert len(wrap(DRAWINGS[game].prompt(watching), 78)) <= 2


@pytest.mark.parametrize("size", [(40, 12), (60, 18)])
@pytest.mark.parametrize(("game", "preset"), PRESETS)
def test_small_tables_cut_no_sentence(game: str, preset: str, size: tuple[int, int]) -> None:
    for deal in positions(game, preset, 1):
        # Two and three players hold so many cards that the hand itself has to scroll there.
        many = max(hand.bit_count() for hand in deal.hands)
        if deal.turn is None or deal.players > 6 or many > 13:
            continue
        scene = scene_of(deal, deal.turn, size)
        text = "\n".join(text_of(line) for line in draw(scene)[1:-1])
        assert "…" not in text, text


def test_no_choice_is_cut_with_jokers_and_limits() -> None:
    for options in ({"jokers": 2}, {"pass_limit": 1}, {"unit": "pips"}):
        for deal in positions("sevens", "international", 1, **options):
            if deal.turn is not None:
                for said in said_of(scene_of(deal, deal.turn)):
                    assert width(said) <= 76, said


@pytest.mark.parametrize(("game", "preset"), PRESETS)
def test_no_line_of_a_result_is_cut(game: str, preset: str) -> None:
    for deal in positions(game, preset, 1):
        if deal.turn is None:
            for size in ((80, 24), (60, 18), (40, 12)):
                room = size[0] - 4
                for line in DRAWINGS[game].account(scene_of(deal, 0, size)):
                    for part in fold(line, room):
                        assert width(text_of(part)) <= room
                        assert "…" not in text_of(part) or size[0] < 80


@pytest.mark.parametrize("preset", ["chips", "chips_hoyle"])
def test_the_columns_of_chips_add_up(preset: str) -> None:
    for deal in positions("sevens", preset, 3):
        if deal.turn is not None:
            continue
        view = deal.view(0)
        assert isinstance(view, SevensView)
        sums = [0] * deal.players
        for payment in view.payments:
            if payment.seat >= 0:
                sums[payment.seat] -= payment.chips
            if payment.to >= 0:
                sums[payment.to] += payment.chips
        assert sums == deal.result()["score"]
        text = result_text(deal)
        for payment in view.payments:
            if payment.why == "withheld seven":
                assert f"kept {SYMBOLS.card(payment.card)} back" in text


def result_text(deal: Deal) -> str:
    game = next(game for game in GAMES.values() if isinstance(deal.rules, game.rules_type))
    lines = DRAWINGS[game.name].account(scene_of(deal))
    return "\n".join(text_of(part) for line in lines for part in fold(line, 76))


def finished(game: str, preset: str | None = None, **options: Any) -> Deal:
    deal = deal_of(game, preset, **options)
    play_on(deal, 10000, 3)
    return deal


def test_sentences_of_a_result_of_sevens_are_those_of_its_rules() -> None:
    usual = result_text(finished("sevens"))
    assert "Every card left costs a point." in usual
    assert "when somebody has 100 points; fewest points win." in usual
    assert "a joker 5" in result_text(finished("sevens", jokers=1))
    assert "costs its pips" in result_text(finished("sevens", unit="pips"))
    several = result_text(finished("sevens", deals=3))
    assert "The match is 3 deals; fewest points win." in several
    assert "100" not in several


def test_a_hand_that_was_put_out_is_printed_once() -> None:
    deal = finished("sevens", "shichinarabe")
    assert isinstance(deal, SevensDeal)
    assert deal.eliminated
    text = result_text(deal).replace("\n", " ")
    for seat in deal.eliminated:
        for card in cards_of(deal.laid[seat]):
            assert (
                text.split().count(SYMBOLS.card(card)) + text.count(f"{SYMBOLS.card(card)}.") == 1
            )
    assert "1st" in text
    assert "4th" in text


def test_many_cards_of_a_result_are_wrapped() -> None:
    for deal in positions("sevens", "international", 2):
        if deal.turn is None and deal.players == 2:
            text = result_text(deal)
            for card in [card for hand in deal.hands for card in cards_of(hand)]:
                assert text.split().count(SYMBOLS.card(card)) == 1


def test_passes_used_are_always_seen() -> None:
    for deal in positions("sevens", "shichinarabe", 1):
        if deal.turn is not None and deal.log:
            scene = scene_of(deal, deal.turn)
            view = scene.view
            assert isinstance(view, SevensView)
            used = f"{view.passes[deal.turn]}/3"
            shown = [text_of(line) for line in draw(scene)]
            own = next(line for line in shown if "You" in line)
            if view.passes[deal.turn]:
                assert used in own


def test_the_last_card_of_a_trick_says_who_takes_it() -> None:
    for deal in positions("sedma", "sedma", 2):
        if deal.turn is None:
            continue
        for move in deal.moves():
            said = DRAWINGS["sedma"].choice(scene_of(deal, deal.turn), move)
            assert "goes on winning" not in said
            after = deal.copy()
            after.play(move)
            view, then = deal.view(None), after.view(None)
            took = getattr(then, "last_taker", None) is not None and then.log != view.log
            ended = took and getattr(then, "trick", None) == ()
            if "takes the trick" in said or "You take the trick" in said:
                assert ended, said


def test_what_beats_counts_what_is_out() -> None:
    for deal in positions("sedma", "sedma", 2):
        if deal.turn is None:
            continue
        scene = scene_of(deal, deal.turn)
        for move in deal.moves():
            said = DRAWINGS["sedma"].choice(scene, move)
            if "beats it" in said:
                assert "still out" in said


def test_the_result_of_sedma_is_two_sentences() -> None:
    for deal in positions("sedma", "sedma", 3):
        if deal.turn is None:
            text = result_text(deal)
            assert "Last trick to" in text
            assert "10 for the last trick" in text
            assert "game point" in text
            assert text.count("took the last trick") == 0


def test_combinations_are_named_in_words_with_points() -> None:
    seen = 0
    for seed in range(1, 400):
        deal = deal_of("semerik", seed=seed)
        while deal.turn is not None and not any(move >= SHOW_BABA for move in deal.moves()):
            deal.play(deal.moves()[0])
        if deal.turn is None:
            continue
        seat = deal.turn
        move = next(move for move in deal.moves() if move >= SHOW_BABA)
        deal.play(move)
        scene = scene_of(deal, seat)
        view = scene.view
        assert isinstance(view, SemerikView)
        said = move_text(scene, seat, move)
        assert said.startswith("You show ")
        assert f"{view.shown[-1].worth} point" in said
        seen += 1
    assert seen > 50


def test_help_says_what_counts() -> None:
    for preset, words in (
        ("semerik", ("7-2-A", "Aces count nothing", "in hearts 5", "worth 16")),
        ("classic", ("3-2-A", "Every captured ace is a point", "before your first card")),
        ("tressette", ("The last trick is a point", "ends the game at once")),
    ):
        rules = GAMES["semerik"].rules(preset)
        drawing = DRAWINGS["semerik"]
        text = " ".join([*drawing.rules_text(rules), *drawing.in_force(rules, SYMBOLS)])
        for word in words:
            assert word in text
    rules = GAMES["sevens"].rules("chips_hoyle", deals=4, pass_limit=2)
    text = " ".join(DRAWINGS["sevens"].in_force(rules, SYMBOLS))
    for word in ("fined", "2 passes", "4 deals", "costs 3", "costs 5"):
        assert word in text


def test_who_leads_is_said_after_a_trick() -> None:
    for deal in positions("sedma", "sedma", 1):
        if deal.turn is not None and deal.log and getattr(deal.view(None), "trick", None) == ():
            watcher = (deal.turn + 1) % deal.players
            name = NAMES[deal.turn]
            assert turn_text(scene_of(deal, watcher)) == f"{name} leads."


def test_jokers_are_in_words() -> None:
    took = laid = False
    for seed in range(60):
        deal = deal_of("sevens", players=4, jokers=2, seed=seed)
        dice = Dice(seed)
        while deal.turn is not None:
            seat = deal.turn
            move = deal.moves()[dice.below(len(deal.moves()))]
            deal.play(move)
            said = move_text(scene_of(deal, (seat + 1) % 4), seat, move)
            took = took or "and takes the joker" in said
            laid = laid or "lays a joker as" in said
    assert took
    assert laid


def test_a_pass_of_no_price_is_free() -> None:
    deal = deal_of("sevens", "chips")
    seen = set()
    dice = Dice(4)
    while deal.turn is not None:
        scene = scene_of(deal, deal.turn)
        view = scene.view
        assert isinstance(view, SevensView)
        if PASS in view.moves:
            said = DRAWINGS["sevens"].choice(scene, PASS)
            fitting = view.hand & view.next
            assert ("free" in said) == (not fitting)
            sevens = [card for card in cards_of(fitting) if card % 13 == SEVEN]
            if "back" in said:
                assert sevens
                assert not view.passes[deal.turn]
            seen.add("free" in said)
        deal.play(view.moves[dice.below(len(view.moves))])
    assert seen == {True, False}


def over(totals: tuple[int, int]) -> Scene:
    deal = finished("semerik")
    winners = tuple(side for side in range(2) if totals[side] == max(totals))
    standing = Standing(
        dealer=0, totals=totals, over=True, winners=winners, game=(0, 0), games=3, deal=9
    )
    return dataclasses.replace(scene_of(deal), standing=standing)


def test_the_end_of_semerik_says_what_each_wins() -> None:
    assert net_text(over((63, 21))) == (
        "Net 42: +21 to You and Petro each, −21 to Olha and Ira each."
    )
    assert "+10½ to Olha and Ira each, −10½ to You and Petro each" in net_text(over((21, 42)))
    assert net_text(over((42, 42))) == ""
    assert net_text(scene_of(finished("sedma"))) == ""


def test_the_games_of_semerik_are_kept() -> None:
    game = GAMES["semerik"]
    rules = game.rules(None)
    standing = game.start(rules, 0)
    deals = []
    for number, score in enumerate([(12, 4), (3, 18), (25, 20), (6, 21)], 1):
        standing = game.add(rules, standing, score)
        deals.append(DealScore(number, score, standing))
    scene = dataclasses.replace(scene_of(finished("semerik")), standing=standing)
    text = [
        text_of(line).split()
        for line in score_lines(dataclasses.replace(scene, deals=tuple(deals)), 76)
    ]
    assert ["game", "1", "15", "22"] in text
    assert ["game", "2", "25", "20"] in text
    assert ["game", "3", "6", "21"] in text
    assert ["credits", "21", "63"] in text
    assert standing.over
    assert ["game", "0", "0"] not in text
    long = [
        text_of(line).split()
        for line in shortened(score_lines(dataclasses.replace(scene, deals=tuple(deals * 5)), 76))
    ]
    assert ["game", "1", "15", "22"] in long
    assert long[-1] == ["credits", "21", "63"]
    assert len(long) <= 12


def test_deals_won_are_counted_where_nothing_is_scored() -> None:
    game = GAMES["sevens"]
    rules = game.rules("shichinarabe", deals=2)
    standing = game.start(rules, 0)
    deals = []
    for number, winner in enumerate((2, 0), 1):
        standing = game.add(rules, standing, (0, 0, 0, 0), (winner,))
        deals.append(DealScore(number, (0, 0, 0, 0), standing))
    scene = dataclasses.replace(
        scene_of(finished("sevens", "shichinarabe", deals=2)), standing=standing
    )
    text = [
        text_of(line).split()
        for line in score_lines(dataclasses.replace(scene, deals=tuple(deals)), 76)
    ]
    assert ["deals", "won", "1", "0", "1", "0"] in text
    assert ["deal", "1", "0", "0", "1", "0"] in text


def test_halves_are_written_as_halves() -> None:
    from fractions import Fraction

    assert mixed(Fraction(21, 2)) == "10½"
    assert mixed(Fraction(21)) == "21"


@pytest.mark.parametrize(("game", "preset"), PRESETS)
def test_the_hand_keeps_its_place_when_a_word_comes_beside_it(game: str, preset: str) -> None:
    places: dict[int, set[int]] = {}
    for deal in positions(game, preset, 1):
        if deal.turn is None or deal.players != GAMES[game].presets[preset].players:
            continue
        scene = scene_of(deal, deal.turn)
        number = scene.view.hand.bit_count()
        line = text_of(draw(scene)[18])
        if scene.view.hand and "[" not in line:
            places.setdefault(number, set()).add(len(line) - len(line.lstrip()))
    # Twelve cards and more stand apart only as long as there is no word beside them.
    assert all(len(found) == 1 for n, found in places.items() if n < 12), places


@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_marked_card_has_its_sign_in_every_row(players: int) -> None:
    deal = deal_of("sevens", players=players)
    for place, _ in enumerate(entries(scene_of(deal, 0))):
        scene = scene_of(deal, 0, cursor=place)
        shown = [text_of(line) for line in draw(scene)]
        assert sum(line.count("▲") for line in shown) == 1
        for line in shown:
            assert width(line) == 80


def test_the_dealer_is_marked() -> None:
    for game in GAMES:
        for dealer in range(2):
            deal = deal_of(game, dealer=dealer)
            text = "\n".join(text_of(line) for line in draw(scene_of(deal, 0)))
            assert text.count(", dealer") + text.count("You dealt") == 1, text
