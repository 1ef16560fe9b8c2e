"""How many cards each hand has, and which tables can play it."""

from typing import Any

import pytest

from service.engine import ohhell
from service.engine.ohhell import PRESETS, RulesError, check_playable, limit, sizes
from tests.engine.playing import rules

SCHEDULES = [
    ("down_up", [3, 2, 1, 2, 3]),
    ("up_down", [1, 2, 3, 2, 1]),
    ("down", [3, 2, 1]),
    ("up", [1, 2, 3]),
    ("down_up_double", [3, 2, 1, 1, 2, 3]),
    ("up_down_double", [1, 2, 3, 3, 2, 1]),
]


@pytest.mark.parametrize(("schedule", "expected"), SCHEDULES)
def test_a_schedule_runs_as_its_source_says(schedule: str, expected: list[int]) -> None:
    assert list(sizes(rules(schedule=schedule, start=3), 4)) == expected


@pytest.mark.parametrize(("schedule", "_"), SCHEDULES)
def test_a_schedule_from_one_card_is_short(schedule: str, _: object) -> None:
    expected = (1, 1) if "double" in schedule else (1,)
    assert sizes(rules(schedule=schedule, start=1), 4) == expected


@pytest.mark.parametrize(("key", "counts"), [("classic", {3: 13, 7: 13}), ("standard", {3: 19, 6: 15, 7: 13})])
def test_a_game_has_as_many_hands_as_its_source_says(key: str, counts: dict[int, int]) -> None:
    assert {players: len(sizes(PRESETS[key], players)) for players in counts} == counts


def test_the_quick_game_of_five_has_nine_hands() -> None:
    assert len(sizes(rules("classic", start=5), 4)) == 9


def test_the_schedule_may_be_the_list_of_hand_sizes() -> None:
    assert sizes(rules(schedule=[3, 1, 4]), 4) == (3, 1, 4)


@pytest.mark.parametrize(
    ("players", "decks", "most"),
    [(3, 1, 17), (4, 1, 13), (5, 1, 10), (6, 1, 8), (7, 1, 7), (8, 2, 13), (9, 2, 11), (10, 2, 10), (10, 1, 5)],
)
def test_the_pack_sets_the_most_cards_a_hand_can_have(players: int, decks: int, most: int) -> None:
    by = rules(players=[3, 10], decks=decks, start=most)

    assert limit(by, players) == most
    check_playable(by, players)
    with pytest.raises(RulesError, match=f"at most {most} cards each, not {most + 1}") as refusal:
        check_playable(rules(players=[3, 10], decks=decks, start=most + 1), players)
    assert refusal.value.axis == "start"


@pytest.mark.parametrize(
    ("players", "trump", "most"),
    [(3, "turn_up", 17), (4, "turn_up", 12), (4, "last_dealt", 13), (5, "turn_up", 10), (7, "turn_up", 7)],
)
def test_most_leaves_a_card_to_turn_where_one_is_turned(players: int, trump: str, most: int) -> None:
    assert max(sizes(rules(start="most", trump=trump), players)) == most


def test_most_with_two_decks_and_eight_players_is_twelve() -> None:
    assert max(sizes(rules("two-decks", start="most"), 8)) == 12


def refusal(players: int, **axes: Any) -> RulesError:
    with pytest.raises(RulesError) as raised:
        check_playable(rules(**axes), players)
    return raised.value


def test_too_long_a_listed_hand_names_the_schedule() -> None:
    assert refusal(4, schedule=[14]).axis == "schedule"


def test_a_hand_with_nothing_to_turn_may_be_refused() -> None:
    raised = refusal(4, schedule=[13], nothing_to_turn="reject")

    assert raised.axis == "schedule"
    assert "at most 12" in str(raised)
    check_playable(rules(schedule=[12], nothing_to_turn="reject"), 4)
    check_playable(rules(schedule=[13], nothing_to_turn="reject", trump="last_dealt"), 4)


def test_player_counts_outside_the_rules_are_refused() -> None:
    assert refusal(3, key="simple").axis == "players"
    assert str(refusal(8)) == "these rules are for 3 to 7 players, not 8"
    assert str(refusal(5, key="simple")) == "these rules are for 4 players, not 5"


def test_a_player_count_without_a_hand_size_is_refused() -> None:
    assert refusal(5, start={"4": 7}).axis == "start"
    assert sizes(rules(start={"4": 2}), 4) == (2, 1, 2)


def test_a_first_dealer_who_is_not_at_the_table_is_refused() -> None:
    assert refusal(4, first_dealer="seat:4").axis == "first_dealer"
    check_playable(rules(first_dealer="seat:3"), 4)
    for seat in (-1, 4):
        with pytest.raises(RulesError, match="cannot deal"):
            ohhell.start(rules(), 4, seat)


@pytest.mark.parametrize("key", PRESETS)
def test_every_published_rule_set_can_be_played_by_all_it_is_for(key: str) -> None:
    by = PRESETS[key]

    for players in range(by.players[0], by.players[1] + 1):
        check_playable(by, players)
