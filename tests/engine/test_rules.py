"""Rule sets as records name them: what is published, what is read and what is refused."""

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given

from service.engine import ohhell
from service.engine.ohhell import DEFAULTS, PRESETS, Rules, RulesError, axes, check_playable, preset_name, rules_from
from tests.engine.playing import rules
from tests.engine.tables import tables

SOURCE = json.loads((Path(__file__).parent / "presets.json").read_text())


def whole(key: str) -> dict[str, Any]:
    """Every axis of a preset, as the published list gives it."""
    preset = SOURCE["presets"][key]
    score = SOURCE["defaults"]["score"] | preset.get("score", {})
    return {"key": key, **SOURCE["defaults"], **preset, "score": score}


def refused(**changed: Any) -> RulesError:
    with pytest.raises(RulesError) as refusal:
        rules_from({"key": "classic"} | changed)
    assert len(str(refusal.value)) <= 300
    assert "\n" not in str(refusal.value)
    return refusal.value


def test_every_published_rule_set_is_there_in_order() -> None:
    assert list(PRESETS) == list(SOURCE["presets"])
    assert len({preset_name(key) for key in PRESETS}) == len(PRESETS)


@pytest.mark.parametrize("key", PRESETS)
def test_a_published_rule_set_says_what_the_list_says(key: str) -> None:
    assert axes(PRESETS[key]) == whole(key)
    assert rules_from(whole(key)) == PRESETS[key]
    assert rules_from({"key": key}) == PRESETS[key]


def test_the_defaults_are_those_of_the_list() -> None:
    assert axes(DEFAULTS) == SOURCE["defaults"] | {"key": DEFAULTS.key}


@given(tables())
def test_any_rules_are_read_back_from_what_was_written(table: tuple[Rules, int]) -> None:
    by, _ = table

    assert rules_from(json.loads(json.dumps(axes(by)))) == by
    assert hash(rules_from(axes(by))) == hash(by)


@pytest.mark.parametrize("key", ["", "Classic", "nonsense", None, 3, True, ["classic"]])
def test_an_unknown_key_is_refused(key: object) -> None:
    assert refused(key=key).axis == "key"


def test_rules_without_a_key_are_refused() -> None:
    with pytest.raises(RulesError, match="not a rule set"):
        rules_from({"decks": 1})


@pytest.mark.parametrize("given", [None, [], "classic", 3])
def test_rules_that_are_no_object_are_refused(given: Any) -> None:
    with pytest.raises(RulesError, match="object"):
        rules_from(given)


def test_an_unknown_axis_is_named() -> None:
    assert "'hooks' is not an axis" in str(refused(hooks=1))
    assert len(str(refused(**{"x" * 5000: 1}))) < 100


WRONG: list[tuple[str, object]] = [
    ("players", [3]),
    ("players", [2, 4]),
    ("players", [3, 11]),
    ("players", [5, 4]),
    ("players", [3.0, 7]),
    ("players", "3-7"),
    ("players", None),
    ("decks", 0),
    ("decks", 3),
    ("decks", True),
    ("decks", 1.0),
    ("decks", "1"),
    ("schedule", "sideways"),
    ("schedule", []),
    ("schedule", [0]),
    ("schedule", [1.5]),
    ("schedule", [True]),
    ("schedule", ["1"]),
    ("schedule", [53]),
    ("schedule", [1] * 201),
    ("schedule", 7),
    ("start", 0),
    ("start", -1),
    ("start", True),
    ("start", 7.0),
    ("start", "least"),
    ("start", {}),
    ("start", {"2": 5}),
    ("start", {"11": 5}),
    ("start", {"4": True}),
    ("start", {"4": 0}),
    ("start", [7]),
    ("first_dealer", "seat:"),
    ("first_dealer", "seat:-1"),
    ("first_dealer", "seat:10"),
    ("first_dealer", 0),
    ("trump", "fixed"),
    ("trump", "fixed:X"),
    ("trump", "fixed:N"),
    ("trump", "fixed:S\n"),
    ("trump", "cycle:"),
    ("trump", "cycle:SX"),
    ("trump", "random"),
    ("trump", None),
    ("nothing_to_turn", "maybe"),
    ("bid_order", "any"),
    ("dealer_bid", "under"),
    ("hook_above", -1),
    ("hook_above", True),
    ("bid_change", True),
    ("void_play", 1),
    ("must_beat", "SS"),
    ("must_beat", "X"),
    ("must_beat", ["S"]),
    ("trump_lead", "never"),
    ("duplicates", "both"),
    ("one_card", "blind"),
    ("tie", "coin"),
    ("score", []),
    ("score", {"exact": [10, 1]}),
    ("score", {"exact": [10, 1, 0.5]}),
    ("score", {"exact": [10, True, 0]}),
    ("score", {"exact": [10**9, 1, 0]}),
    ("score", {"zero_made": "5"}),
    ("score", {"zero_missed": False}),
    ("score", {"tolerance": -1}),
    ("score", {"within": None}),
    ("score", {"miss": {"per_trick": 1}}),
    ("score", {"miss": {"flat": 0.5}}),
    ("score", {"miss": None}),
    ("score", {"bonus": 1}),
]


@pytest.mark.parametrize(("axis", "value"), WRONG, ids=[f"{axis}={str(value)[:30]!r}" for axis, value in WRONG])
def test_a_value_an_axis_does_not_have_is_refused_with_its_name(axis: str, value: object) -> None:
    refusal = refused(**{axis: value})

    assert refusal.axis.partition(".")[0] == axis
    assert axis in str(refusal) or "players" in str(refusal) or "score" in str(refusal)


def test_parts_of_a_score_that_are_not_given_stay_the_presets() -> None:
    by = rules("denexa", score={"miss": {"per_bid": -1}})

    assert by.score.points(3, 3) == 30
    assert by.score.points(0, 0) == 10
    assert by.score.points(3, 1) == -3


def test_suits_to_beat_may_be_named_in_any_order() -> None:
    assert rules(must_beat="CS") == rules(must_beat="SC")


@pytest.mark.parametrize("dealer_bid", ["hook", "over"])
def test_bids_made_at_once_leave_no_dealer_to_bind(dealer_bid: str) -> None:
    assert refused(bid_order="simultaneous", dealer_bid=dealer_bid).axis == "bid_order"
    with pytest.raises(RulesError, match="all at once"):
        check_playable(Rules(bid_order="simultaneous", dealer_bid=dealer_bid), 4)


def test_bids_made_at_once_go_with_a_free_dealer() -> None:
    assert rules(bid_order="simultaneous", dealer_bid="free", bid_change="until_next_bids").bid_order == "simultaneous"


def test_the_seat_that_deals_first_may_be_fixed() -> None:
    assert ohhell.fixed_dealer(rules(first_dealer="seat:2")) == 2
    assert ohhell.fixed_dealer(rules()) is None
