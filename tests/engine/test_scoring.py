"""What a hand is worth: the figures the sources work out, and those of the published rule sets."""

import pytest

from service.engine.ohhell import PRESETS, Miss, Score

WORKED = [
    ("classic", 0, 0, 10),
    ("classic", 3, 3, 13),
    ("classic", 3, 2, 0),
    ("classic", 0, 1, 0),
    ("blackout", 2, 2, 12),
    ("blackout", 2, 3, 0),
    ("standard", 2, 2, 12),
    ("standard", 2, 1, 1),
    ("standard", 2, 3, 3),
    ("standard", 0, 0, 10),
    ("denexa", 5, 3, -20),
    ("denexa", 5, 5, 50),
    ("denexa", 0, 0, 10),
    ("denexa", 0, 2, -20),
    ("denexa", 11, 10, -10),
    ("simple", 5, 6, 51),
    ("simple", 4, 4, 40),
    ("simple", 4, 5, 41),
    ("simple", 4, 6, 42),
    ("simple", 4, 7, -40),
    ("simple", 4, 3, -40),
    ("simple", 0, 0, 50),
    ("simple", 0, 1, -50),
    ("simple", 0, 2, -50),
    ("simple-spades", 5, 6, 51),
    ("german-bridge", 3, 3, 19),
    ("german-bridge", 3, 1, -4),
    ("german-bridge", 0, 3, -9),
    ("boerenbridge", 2, 2, 12),
    ("boerenbridge", 2, 1, 0),
    ("rikiki", 3, 3, 16),
    ("rikiki", 3, 5, -4),
    ("podrida", 3, 3, 19),
    ("podrida", 3, 2, -3),
    ("plump", 0, 0, 5),
    ("plump", 2, 2, 12),
    ("plump", 2, 3, 3),
    ("plump", 0, 2, 2),
    ("progressive", 4, 4, 26),
    ("progressive", 4, 2, 2),
    ("two-decks", 1, 1, 11),
    ("two-decks", 1, 4, 4),
]


@pytest.mark.parametrize(("key", "bid", "taken", "points"), WORKED)
def test_a_hand_scores_as_its_source_works_it_out(key: str, bid: int, taken: int, points: int) -> None:
    assert PRESETS[key].score.points(bid, taken) == points


def test_zero_made_may_be_worth_nothing() -> None:
    assert Score(zero_made=0).points(0, 0) == 0


def test_zero_missed_may_be_worth_nothing() -> None:
    assert Score(zero_missed=0, miss=Miss(flat=-7)).points(0, 1) == 0


def test_overtricks_are_forgiven_to_a_bid_above_zero_only() -> None:
    score = Score(tolerance=1, within=(1, 2, 4), miss=Miss(flat=-1))

    assert score.points(1, 2) == 1 + 2 + 4
    assert score.points(1, 3) == -1
    assert score.points(1, 0) == -1
    assert score.points(0, 1) == -1


def test_a_miss_adds_up_all_its_parts() -> None:
    miss = Miss(flat=1, per_bid=10, per_taken=100, per_off=1000, per_off_squared=10000)

    assert miss.points(5, 3) == 1 + 50 + 300 + 2000 + 40000
    assert miss.points(3, 5) == 1 + 30 + 500 + 2000 + 40000


def test_an_exact_bid_may_count_its_square() -> None:
    assert Score(exact=(1, 2, 3)).points(4, 4) == 1 + 8 + 48
