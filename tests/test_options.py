"""Every option of the rules, every value, and what is refused (`rules.md` 1.2, 1.6, 2.2, 3)."""

from __future__ import annotations

import dataclasses
from typing import Any

import pytest
from engine_tools import spread

from seven_games.engine import GAMES, DealError, RulesError

# The page, transcribed. A range is written as its two ends, an open one with None.

VALUES: dict[str, dict[str, list[Any]]] = {
    "sevens": {
        "deck": [52, 32],
        "ace": ["high", "low"],
        "start": ["left", "7d", "7h", "7c", "7s", "prelaid"],
        "must_play": ["enforced", "fined", "optional"],
        "pass_limit": [None, 1, 2, 3, 4, 5, 6, 7, 8, 9],
        "jokers": [0, 1, 2],
        "end": ["first_out", "play_on"],
        "scoring": ["penalty", "chips", "none"],
        "unit": ["card", "pips"],
        "target": [1, 2, 50, 100, 999_999],
        "deals": [None, 1, 2, 10, 999_999],
        "prices": ["chips", "chips_hoyle"],
    },
    "sedma": {
        "target": [1, 3, 5, 10, 999_999],
        "go_on": ["opponent_winning", "always"],
        "last_trick": [10, 0],
        "wild": ["7", "7_8"],
        "next_dealer": ["left", "loser"],
    },
    "semerik": {
        "follow": ["beat_or_free", "follow_and_beat", "follow_suit"],
        "declare": ["any_turn", "first_turn"],
        "baba": ["7_2_a", "3_2_a"],
        "sixteen": ["whole_suit", "run_of_seven"],
        "baba_triple": ["add", "only_3"],
        "ace": ["none", "third", "full"],
        "last_trick": [0, 1],
        "finish": ["end_of_deal", "immediate"],
        "games": [1, 2, 3, 4, 5, 6, 7, 8, 9],
    },
}

DEFAULTS: dict[str, dict[str, Any]] = {
    "sevens": {
        "deck": 52,
        "ace": "high",
        "start": "left",
        "must_play": "enforced",
        "pass_limit": None,
        "jokers": 0,
        "end": "first_out",
        "scoring": "penalty",
        "unit": "card",
        "target": 100,
        "deals": None,
        "prices": "chips",
    },
    "sedma": {
        "target": 5,
        "go_on": "opponent_winning",
        "last_trick": 10,
        "wild": "7",
        "next_dealer": "left",
    },
    "semerik": {
        "follow": "beat_or_free",
        "declare": "any_turn",
        "baba": "7_2_a",
        "sixteen": "whole_suit",
        "baba_triple": "add",
        "ace": "none",
        "last_trick": 0,
        "finish": "end_of_deal",
        "games": 3,
    },
}

PRESETS: dict[str, dict[str, tuple[int, int, dict[str, Any]]]] = {
    "sevens": {
        "international": (2, 8, {}),
        "diamonds": (3, 7, {"ace": "low", "start": "7d", "target": 50}),
        "hearts": (3, 8, {"ace": "low", "start": "7h"}),
        "chips": (3, 8, {"must_play": "fined", "scoring": "chips"}),
        "chips_hoyle": (
            3,
            8,
            {"ace": "low", "must_play": "fined", "scoring": "chips", "prices": "chips_hoyle"},
        ),
        "short": (2, 8, {"deck": 32}),
        "shichinarabe": (
            3,
            8,
            {
                "ace": "low",
                "start": "prelaid",
                "must_play": "optional",
                "pass_limit": 3,
                "end": "play_on",
                "scoring": "none",
            },
        ),
    },
    "sedma": {
        "sedma": (2, 4, {}),
        "sedma_pagat": (2, 4, {"go_on": "always", "next_dealer": "loser"}),
        "zsir": (2, 4, {"last_trick": 0}),
        "septica": (2, 4, {"last_trick": 0, "go_on": "always"}),
    },
    "semerik": {
        "semerik": (4, 4, {}),
        "classic": (
            4,
            4,
            {
                "baba": "3_2_a",
                "follow": "follow_suit",
                "ace": "full",
                "declare": "first_turn",
            },
        ),
        "tressette": (
            4,
            4,
            {
                "baba": "3_2_a",
                "follow": "follow_suit",
                "ace": "full",
                "declare": "first_turn",
                "last_trick": 1,
                "finish": "immediate",
            },
        ),
    },
}
"""Fewest players, most players, and what differs from the defaults."""

EVERY_PRESET = [(name, preset) for name, presets in PRESETS.items() for preset in presets]
EVERY_OPTION = [(name, option) for name, options in VALUES.items() for option in options]
EVERY_VALUE = [(n, o, value) for n, o in EVERY_OPTION for value in VALUES[n][o]]


def refused(name: str, preset: str | None, *words: str, **changes: object) -> None:
    """These rules are refused by an error that says these words in one line."""
    with pytest.raises(RulesError) as error:
        GAMES[name].rules_from(preset, changes)
    message = str(error.value)
    for word in words:
        assert word in message
    assert message.isprintable()
    assert len(message) < 300


def test_the_games_and_their_presets() -> None:
    assert {name: set(game.presets) for name, game in GAMES.items()} == {
        name: set(presets) for name, presets in PRESETS.items()
    }
    defaults = {name: game.default for name, game in GAMES.items()}
    assert defaults == {"sevens": "international", "sedma": "sedma", "semerik": "semerik"}


@pytest.mark.parametrize("name", GAMES)
def test_the_options_of_a_game(name: str) -> None:
    assert set(GAMES[name].rules_type.options()) == set(VALUES[name])
    assert all(option.help for option in GAMES[name].rules_type.options().values())


@pytest.mark.parametrize(("name", "preset"), EVERY_PRESET)
def test_a_preset_is_as_the_table_has_it(name: str, preset: str) -> None:
    least, most, changes = PRESETS[name][preset]
    rules = GAMES[name].rules(preset)
    values = rules.values()
    assert values.pop("preset") == preset
    assert values.pop("players") == rules.players
    assert values == DEFAULTS[name] | changes
    assert least <= rules.players <= most
    for players in range(-1, 12):
        if least <= players <= most:
            assert GAMES[name].rules(preset, players=players).players == players
            assert GAMES[name].rules(preset, players=str(players)).players == players
        else:
            refused(name, preset, "players", str(least), str(most), players=players)


@pytest.mark.parametrize("name", GAMES)
def test_without_a_preset_the_default_holds(name: str) -> None:
    game = GAMES[name]
    assert game.rules() == game.rules(game.default)
    assert game.rules().values() | {"preset": 0, "players": 0} == DEFAULTS[name] | {
        "preset": 0,
        "players": 0,
    }


@pytest.mark.parametrize(("name", "option", "value"), EVERY_VALUE)
def test_every_value_is_accepted(name: str, option: str, value: object) -> None:
    """With every preset, as itself and as text; nothing else is changed by it."""
    for preset in PRESETS[name]:
        if option == "jokers" and value and preset in {"chips", "chips_hoyle", "shichinarabe"}:
            continue  # see below
        plain = GAMES[name].rules(preset).values()
        text = "none" if value is None else str(value)
        for given in (value, text, text.upper(), f" {text} "):
            rules = GAMES[name].rules(preset, **{option: given})
            assert rules.values() == plain | {option: value}
            assert type(getattr(rules, option)) is type(value)


@pytest.mark.parametrize(("name", "option"), EVERY_OPTION)
def test_wrong_values_are_refused_by_name(name: str, option: str) -> None:
    allowed = VALUES[name][option]
    wrong: list[Any] = ["", "x", "7x", "none of these", -1, 10**9 + 0.5, 1.0, True, False, [], {}]
    wrong += [("high",), b"high", "1.0", "+1", "1e1", "٣", "high, low", "\x1b[2J", "x" * 1000]
    if None not in allowed:
        wrong.append(None)
    if "none" not in allowed and None not in allowed:
        wrong.append("none")
    closed = option not in {"target", "deals", "games", "pass_limit"}
    if closed:
        wrong += [value for value in (0, 1, 2, 7, 10, 32, 53) if value not in allowed]
        wrong += [str(value) for value in (3, 4, 8, 11, 51) if str(value) not in allowed]
        told = [str(value) for value in allowed]
    else:
        wrong += [0, "0", "-1", -(10**30)]
        told = {"games": ["1–9"], "pass_limit": ["none", "1–9"]}.get(option, ["1, 2"])
        if None in allowed:
            told.append("none")
        if option in {"games", "pass_limit"}:
            wrong += [10, "10", 10**30]
    for value in wrong:
        refused(name, None, option, *told, **{option: value})


@pytest.mark.parametrize(("name", "preset"), EVERY_PRESET)
def test_any_other_option_is_refused(name: str, preset: str) -> None:
    others = {option for game in VALUES for option in VALUES[game]} - set(VALUES[name])
    for option in (*others, "goon", "Ace", "preset ", "self", "help", "\x1b"):
        refused(name, preset, *VALUES[name], "players", **{option: "high"})


@pytest.mark.parametrize("name", GAMES)
def test_unknown_presets_are_refused(name: str) -> None:
    others = [preset for game in PRESETS if game != name for preset in PRESETS[game]]
    strange: list[Any] = [*others, "", "International", 7, [], {}, True, "\x1b[2J" * 99]
    for preset in strange:
        refused(name, preset, "preset", *PRESETS[name])


@pytest.mark.parametrize("players", [None, "two", "", 2.0, True, [], "٣"])
@pytest.mark.parametrize("name", GAMES)
def test_players_must_be_a_whole_number(name: str, players: object) -> None:
    refused(name, None, "players", players=players)


def test_what_jokers_do_not_go_with() -> None:
    for jokers in (1, 2):
        for must_play in ("fined", "optional"):
            refused("sevens", None, "jokers", "must_play", jokers=jokers, must_play=must_play)
        for limit in (1, 9):
            refused("sevens", None, "jokers", "pass_limit", jokers=jokers, pass_limit=limit)
        for preset in ("chips", "chips_hoyle", "shichinarabe"):
            refused("sevens", preset, "jokers", jokers=jokers)
        assert GAMES["sevens"].rules("chips", jokers=jokers, must_play="enforced")
    for must_play in ("fined", "optional"):
        assert GAMES["sevens"].rules(jokers=0, must_play=must_play, pass_limit=3)


@pytest.mark.parametrize("name", GAMES)
def test_rules_do_not_change(name: str) -> None:
    rules = GAMES[name].rules()
    with pytest.raises(dataclasses.FrozenInstanceError):
        rules.players = 3  # type: ignore[misc]
    assert hash(rules) == hash(GAMES[name].rules())


@pytest.mark.parametrize("name", GAMES)
def test_the_values_of_rules_make_the_same_rules(name: str) -> None:
    for deal in spread(name, 120, seed=2):
        values = deal.rules.values()
        preset = values.pop("preset")
        assert isinstance(preset, str)
        assert GAMES[name].rules(preset, **values) == deal.rules


# How cards are dealt


@pytest.mark.parametrize(
    ("players", "sizes"),
    [
        (2, [26, 26]),
        (3, [18, 17, 17]),
        (4, [13] * 4),
        (5, [11, 11, 10, 10, 10]),
        (6, [9, 9, 9, 9, 8, 8]),
        (7, [8, 8, 8, 7, 7, 7, 7]),
        (8, [7, 7, 7, 7, 6, 6, 6, 6]),
    ],
)
def test_hand_sizes_from_the_dealers_left(players: int, sizes: list[int]) -> None:
    game = GAMES["sevens"]
    rules = game.rules(players=players)
    for dealer in range(players):
        got = game.sizes(rules, dealer)
        assert got[dealer + 1 :] + got[: dealer + 1] == sizes
        deal = game.deal(rules, dealer, seed=1)
        assert [hand.bit_count() for hand in deal.dealt] == got
        assert deal.stock == []


@pytest.mark.parametrize(("deck", "jokers"), [(52, 0), (52, 1), (52, 2), (32, 0), (32, 1), (32, 2)])
def test_hand_sizes_differ_by_one_at_most(deck: int, jokers: int) -> None:
    game = GAMES["sevens"]
    for players in range(2, 9):
        rules = game.rules(players=players, deck=deck, jokers=jokers)
        for dealer in range(players):
            sizes = game.sizes(rules, dealer)
            assert sum(sizes) == deck + jokers
            assert max(sizes) - min(sizes) <= 1
            from_left = sizes[dealer + 1 :] + sizes[: dealer + 1]
            assert from_left == sorted(sizes, reverse=True)


def test_sedma_deals_four_and_leaves_a_stock() -> None:
    game = GAMES["sedma"]
    for players, stock in ((2, 24), (3, 18), (4, 16)):
        deal = game.deal(game.rules(players=players), seed=1)
        assert [hand.bit_count() for hand in deal.dealt] == [4] * players
        assert len(deal.stock) == stock


def test_what_cannot_be_dealt() -> None:
    game = GAMES["sedma"]
    rules = game.rules()
    for seed in (None, -1, 1 << 64):
        with pytest.raises(DealError):
            game.deal(rules, seed=seed)
    for dealer in (-1, 2, 100):
        with pytest.raises(DealError):
            game.deal(rules, dealer, seed=1)
    deal = game.deal(rules, seed=2**64 - 1)
    hands = [[card for card in range(52) if hand >> card & 1] for hand in deal.dealt]
    assert game.deal(rules, hands=hands, stock=deal.stock).dealt == deal.dealt
    wrong: list[tuple[list[list[int]], list[int]]] = [
        (hands[:1], deal.stock),
        ([*hands, []], deal.stock),
        (hands, deal.stock[1:]),
        (hands, [*deal.stock, deal.stock[0]]),
        ([hands[0], hands[0]], deal.stock),
        (hands, [*deal.stock[1:], 0]),
        (hands, [*deal.stock[1:], 52]),
        (hands, [*deal.stock[1:], -1]),
        (hands, [*deal.stock[1:], 10**9]),
        ([hands[0][1:], [*hands[1], hands[0][0]]], deal.stock),
    ]
    for given, stock in wrong:
        with pytest.raises(DealError) as error:
            game.deal(rules, hands=given, stock=stock)
        assert str(error.value).isprintable()
