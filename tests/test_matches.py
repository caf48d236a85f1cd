"""Deals in a row: who deals, who leads, how it stands, who has won."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from engine_tools import referee_of, spread, text
from oracle import OracleDeal, OracleMatch

from seven_games.engine import GAMES, DealError, format_hand, format_move
from seven_games.engine.cards import cards_of
from seven_games.engine.dice import Dice
from seven_games.engine.match import Match, lots

if TYPE_CHECKING:
    from seven_games.engine import Deal, Rules


def finish(deal: Deal, dice: Dice) -> None:
    """Play on to the end."""
    while deal.turn is not None:
        moves = deal.moves()
        deal.play(moves[dice.below(len(moves))])


def sides(name: str, players: int) -> int:
    return players if name == "sevens" or players == 3 else 2


def options_of(rules: Rules) -> dict[str, Any]:
    options = rules.values()
    del options["preset"], options["players"]
    return options


def replayed(name: str, deal: Deal) -> OracleDeal:
    """A finished deal before the referee."""
    referee = referee_of(name, deal)
    for _, move in deal.log:
        referee.play(format_move(move))
    return referee


@pytest.mark.parametrize("name", GAMES)
def test_whole_matches_agree_with_the_referee(name: str) -> None:
    over = set()
    for number, first in enumerate(spread(name, 220, seed=30)):
        rules, dice = first.rules, Dice(number)
        dealer = dice.below(rules.players)
        match = Match(GAMES[name], rules, dealer)
        referee = OracleMatch(name, options_of(rules), rules.players, dealer)
        assert match.standing.data() == referee.match()
        assert match.number == 0
        for played in range(12):
            deal = match.next_deal(seed=dice.draw())
            assert match.number == played + 1
            assert deal.dealer == referee.dealer
            assert match.standing.data() == referee.match(), "nothing counts before the end"
            finish(deal, dice)
            before_it = replayed(name, deal)
            assert before_it.result() == deal.result()
            referee.add(deal.result(), before_it)
            assert match.standing.data() == referee.match(), (rules, deal.log)
            assert match.standing.dealer == referee.dealer
            assert match.number == played + 1
            if match.standing.over:
                over.add(rules.preset)
                with pytest.raises(DealError):
                    match.next_deal(seed=1)
                assert match.standing.data() == referee.match()
                break
    assert over >= set(GAMES[name].presets) - {"semerik", "classic", "tressette"}
    assert over


@pytest.mark.parametrize("name", GAMES)
def test_totals_are_the_scores_added_up(name: str) -> None:
    for number, first in enumerate(spread(name, 60, seed=31)):
        rules, dice = first.rules, Dice(number)
        match, scores = Match(GAMES[name], rules), []
        for _ in range(5):
            if match.standing.over:
                break
            deal = match.next_deal(seed=dice.draw())
            finish(deal, dice)
            scores.append(deal.result()["score"])
        added = [sum(score[side] for score in scores) for side in range(len(scores[0]))]
        standing = match.standing
        if name != "semerik":
            assert list(standing.totals) == added
        elif not any(standing.totals):
            assert standing.game is not None
            assert list(standing.game) == added
        assert len(standing.totals) == sides(name, rules.players)
        if name == "sevens" and deal.rules.values()["scoring"] == "chips":
            assert sum(standing.totals) == 0


# Who begins


@pytest.mark.parametrize(
    ("name", "preset"), [(name, preset) for name, game in GAMES.items() for preset in game.presets]
)
def test_the_deal_moves_left(name: str, preset: str) -> None:
    """And with it the first lead, where no card says who opens (R07)."""
    game = GAMES[name]
    meant = game.presets[preset]
    for players in range(meant.least, meant.most + 1):
        rules: Any = game.rules(preset, players=players)
        if name == "sedma" and rules.next_dealer == "loser" and players != 3:
            continue
        for first in range(players):
            match, dice = Match(game, rules, first), Dice(first)
            for number in range(2 * players):
                if match.standing.over:
                    break
                deal = match.next_deal(seed=dice.draw())
                assert deal.dealer == (first + number) % players
                if name != "sevens" or rules.start == "left":
                    assert deal.turn == (deal.dealer + 1) % players
                finish(deal, dice)


@pytest.mark.parametrize("start", ["7d", "7h", "7c", "7s", "prelaid"])
def test_the_holder_of_the_seven_opens_wherever_he_sits(start: str) -> None:
    game = GAMES["sevens"]
    opens = "7d" if start == "prelaid" else start
    seen = set()
    for players in range(3, 9):
        rules = game.rules(players=players, start=start)
        for seed in range(40):
            dealer = seed % players
            deal = game.deal(rules, dealer, seed=seed)
            (holder,) = [seat for seat, hand in enumerate(deal.dealt) if opens in text(hand)]
            seen.add((holder - dealer) % players)
            assert deal.turn == holder
            if start != "prelaid":
                assert [format_move(move) for move in deal.moves()] == [start]
    assert seen == set(range(8)), "every seat, reckoned from the dealer, opened somewhere"


@pytest.mark.parametrize("players", [2, 4])
def test_with_loser_the_losing_side_deals(players: int) -> None:
    """In fours the deal moves left if the dealer's side won, else to his partner (2.2)."""
    game = GAMES["sedma"]
    rules = game.rules("sedma_pagat", players=players, target=100)
    match, dice = Match(game, rules, 1), Dice(players)
    stayed = moved = 0
    for _ in range(30):
        deal = match.next_deal(seed=dice.draw())
        assert deal.turn == (deal.dealer + 1) % players
        finish(deal, dice)
        score, after = deal.result()["score"], match.standing.dealer
        assert score[after % 2] == 0, "a member of the losing side deals"
        if score[deal.dealer % 2]:
            moved += 1
            assert after == (deal.dealer + 1) % players
        else:
            stayed += 1
            assert after == (deal.dealer + 2) % players
    assert stayed
    assert moved


def test_in_threes_the_deal_always_moves_left() -> None:
    game = GAMES["sedma"]
    match = Match(game, game.rules("sedma_pagat", players=3, target=50), 2)
    dice = Dice(3)
    for number in range(12):
        deal = match.next_deal(seed=dice.draw())
        assert deal.dealer == (2 + number) % 3
        finish(deal, dice)


def test_a_deal_is_only_begun_when_the_one_before_is_over() -> None:
    match = Match(GAMES["sevens"], GAMES["sevens"].rules())
    deal = match.next_deal(seed=1)
    for _ in range(3):
        with pytest.raises(DealError):
            match.next_deal(seed=2)
        assert match.deal is deal
        deal.play(deal.moves()[0])


# When it is over


def stands(name: str, rules: Rules, *scores: list[int]) -> tuple[bool, list[int]]:
    """Over, and the winners, after deals with these scores; never before the last of them."""
    standing = GAMES[name].start(rules, 0)
    for score in scores:
        assert not standing.over
        assert standing.winners == ()
        standing = GAMES[name].add(rules, standing, score)
    return standing.over, list(standing.winners)


def test_a_penalty_match_ends_at_the_target_and_the_lowest_wins() -> None:
    rules = GAMES["sevens"].rules("diamonds", players=3)
    assert stands("sevens", rules, [49, 10, 0]) == (False, [])
    assert stands("sevens", rules, [49, 10, 0], [1, 0, 9]) == (True, [2])
    assert stands("sevens", rules, [40, 10, 0], [20, 0, 10]) == (True, [1, 2])
    assert stands("sevens", rules, [50, 50, 0]) == (True, [2])


def test_a_penalty_match_of_so_many_deals_knows_no_target() -> None:
    rules = GAMES["sevens"].rules(players=3, target=5, deals=2)
    assert stands("sevens", rules, [90, 10, 0]) == (False, [])
    assert stands("sevens", rules, [90, 10, 0], [0, 0, 10]) == (True, [1, 2])


def test_a_chips_match_is_ten_deals_and_most_chips_win() -> None:
    rules = GAMES["sevens"].rules("chips", players=3)
    deals = [[500, -300, -200]] + [[-10, 5, 5]] * 8
    assert stands("sevens", rules, *deals) == (False, [])
    assert stands("sevens", rules, *deals, [0, 0, 0]) == (True, [0])
    two = GAMES["sevens"].rules("chips", players=3, deals=2)
    assert stands("sevens", two, [4, -6, 2], [-1, 0, 1]) == (True, [0, 2])


def test_without_scoring_the_most_deals_won_win() -> None:
    game = GAMES["sevens"]
    assert game.rules("shichinarabe").values()["deals"] is None
    for players in (3, 5, 8):
        for seed in range(20):
            match = Match(game, game.rules("shichinarabe", players=players), seed % players)
            deal = match.next_deal(seed=seed)
            finish(deal, Dice(seed))
            order = deal.result()["order"]
            # Without deals the match is one deal; whoever went out first has won it.
            assert match.standing.over
            assert match.standing.totals == (0,) * players
            if order:
                assert list(match.standing.winners) == order[:1] == deal.winners()
            assert len(match.standing.winners) == 1
        rules = game.rules("shichinarabe", players=players, deals=4)
        match, dice, won = Match(game, rules), Dice(players), [0] * players
        for number in range(4):
            assert not match.standing.over
            deal = match.next_deal(seed=number)
            finish(deal, dice)
            (winner,) = deal.winners()
            won[winner] += 1
        best = [seat for seat in range(players) if won[seat] == max(won)]
        assert (match.standing.over, list(match.standing.winners)) == (True, best)


def test_sedma_to_its_target() -> None:
    rules = GAMES["sedma"].rules()
    assert stands("sedma", rules, [1, 0], [3, 0]) == (False, [])
    assert stands("sedma", rules, [1, 0], [3, 0], [0, 3], [0, 1], [0, 3]) == (True, [1])
    assert stands("sedma", rules, [3, 0], [2, 0]) == (True, [0])
    three = GAMES["sedma"].rules(players=3, target=3)
    assert stands("sedma", three, [2, 1, 2], [0, 0, 0]) == (False, [])
    assert stands("sedma", three, [2, 1, 2], [1, 1, 1]) == (True, [0, 2])
    assert stands("sedma", three, [2, 2, 2], [1, 3, 0]) == (True, [1])


def test_semerik_games_and_credits() -> None:
    game = GAMES["semerik"]
    rules = game.rules()
    standing = game.start(rules, 0)
    told = []
    for score in ([20, 11], [1, 0], [18, 18], [3, 3], [3, 2], [0, 21]):
        standing = game.add(rules, standing, score)
        told.append((standing.totals, standing.game, standing.games, standing.over))
    assert told == [
        ((0, 0), (20, 11), 0, False),
        ((42, 0), (0, 0), 1, False),  # the losers have eleven
        ((42, 0), (18, 18), 1, False),
        ((42, 0), (21, 21), 1, False),  # equal: another deal
        ((63, 0), (0, 0), 2, False),
        ((63, 42), (0, 0), 3, True),
    ]
    assert standing.winners == (0,)
    assert standing.data() == {"totals": [63, 42], "game": [0, 0], "over": True, "winners": [0]}
    # All three games are played though two decide it, and equal credits are shared.
    even = game.rules(games=2)
    assert stands("semerik", even, [42, 0], [0, 42]) == (True, [0, 1])
    assert stands("semerik", rules, [42, 0], [42, 0]) == (False, [])
    assert stands("semerik", game.rules(games=1), [21, 12]) == (True, [0])


# Taking back


@pytest.mark.parametrize("name", GAMES)
def test_undo_gives_back_every_earlier_point(name: str) -> None:
    for number, first in enumerate(spread(name, 25, seed=33)):
        rules, dice = first.rules, Dice(number)
        match = Match(GAMES[name], rules, first.dealer)
        deal = match.next_deal(seed=number)
        points = [deal.copy()]
        while deal.turn is not None:
            moves = deal.moves()
            deal.play(moves[dice.below(len(moves))])
            points.append(deal.copy())
        ended = match.standing
        for moves_back in (1, 2, 7, len(points) - 1):
            if not 0 < moves_back < len(points):
                continue
            back, then = match.undo(moves_back), points[-1 - moves_back]
            for seat in [None, *range(rules.players)]:
                assert back.view(seat) == then.view(seat)
            assert back.hands == then.hands
            assert not match.standing.over
            for _, move in points[-1].log[len(back.log) :]:
                back.play(move)
            assert match.standing == ended
        for wrong in (0, -1, len(points), 10**9):
            with pytest.raises(DealError):
                match.undo(wrong)
    with pytest.raises(DealError):
        Match(GAMES[name], GAMES[name].rules()).undo(1)


@pytest.mark.parametrize("name", GAMES)
def test_a_deal_goes_on_from_its_hands_and_moves(name: str) -> None:
    """Saving between two deals and going on changes no dealer and no leader (R07)."""
    game = GAMES[name]
    for number, first in enumerate(spread(name, 25, seed=34)):
        rules, dice = first.rules, Dice(number)
        match, again = Match(game, rules, first.dealer), Match(game, rules, first.dealer)
        for _ in range(3):
            if match.standing.over:
                break
            deal = match.next_deal(seed=dice.draw())
            finish(deal, dice)
            hands = [format_hand(cards_of(hand)) for hand in deal.dealt]
            copy = again.next_deal(hands=hands, stock=format_hand(deal.stock))
            assert copy.dealer == deal.dealer
            for seat, move in deal.log:
                assert copy.turn == seat
                copy.play(move)
            assert again.standing == match.standing


def test_the_first_dealer_is_drawn_by_lot() -> None:
    for players in range(2, 9):
        drawn = [lots(seed, players)[0] for seed in range(400)]
        assert set(drawn) == set(range(players))
        mean = 400 / players
        assert all(abs(drawn.count(seat) - mean) < 5 * mean**0.5 for seat in range(players))
    assert lots(7, 4)[0] == lots(7, 4)[0]


# A deal that nobody can go out of


def only_jokers_left(rules: Rules) -> Deal:
    """Two seats that hold a joker each and nothing else."""
    for seed in range(2000):
        deal = GAMES["sevens"].deal(rules, 1, seed=seed)
        finish(deal, Dice(seed))
        if not deal.result()["order"]:
            return deal
    raise AssertionError("no such deal was found")


@pytest.mark.parametrize("scoring", ["penalty", "chips", "none"])
def test_only_jokers_are_left(scoring: str) -> None:
    """A joker may not be the last card (1.5): each seat keeps one, and the deal is level."""
    deal = only_jokers_left(GAMES["sevens"].rules(players=2, jokers=2, scoring=scoring))
    result = deal.result()
    assert result["left"] == [1, 1]
    assert result["order"] == []
    assert sum(result["score"]) == (10 if scoring == "penalty" else 0)
    standing = GAMES["sevens"].after(deal)
    assert standing.dealer == 0
    assert len(set(result["score"])) == 1, "neither seat did better than the other"
