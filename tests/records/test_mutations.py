"""Whatever is done to a record, it is read, or refused in a sentence; nothing else happens."""

import copy
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from service.engine import records
from service.engine.ohhell import PRESETS
from tests.records.games import play

pytestmark = pytest.mark.no_cover  # long walks; the tests beside measure the same lines

GAMES = [
    play(PRESETS[key], players, "spoiled", stop).record()
    for key, players, stop in (("denexa", 3, None), ("standard", 4, 70), ("simple", 4, 15), ("two-decks", 8, 100))
]
SMALL = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(-3, 12),
    st.integers(),
    st.floats(),
    st.sampled_from(["QH", "2C", "S", "bot", "most", "classic", "draw", "seat:1", "fixed:H"]),
    st.text(max_size=3),
)
VALUES = st.recursive(SMALL, lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=3), inner))


def place_of(data: st.DataObject, record: Any) -> tuple[Any, Any]:
    """A random list or object inside the record and one of its keys, each depth as likely as the next."""
    inside, key = record, None
    while True:
        keys = list(inside) if isinstance(inside, dict) else list(range(len(inside)))
        key = data.draw(st.sampled_from(keys))
        below = inside[key]
        if not isinstance(below, dict | list) or not below or not data.draw(st.integers(0, 3)):
            return inside, key
        inside = below


def spoil(data: st.DataObject, record: Any) -> None:
    """Change, drop, double or swap something somewhere."""
    inside, key = place_of(data, record)
    how = data.draw(st.sampled_from(["change", "drop", "double", "swap"]))
    if how == "drop":
        del inside[key]
    elif how == "double" and isinstance(inside, list):
        inside.insert(key, copy.deepcopy(inside[key]))
    elif how == "swap":
        other, its = place_of(data, record)
        inside[key], other[its] = copy.deepcopy(other[its]), copy.deepcopy(inside[key])
    else:
        inside[key] = data.draw(VALUES)


@settings(max_examples=max(200, settings().max_examples))
@given(st.data(), st.sampled_from(GAMES), st.integers(1, 3))
def test_a_spoiled_record_is_read_or_refused_in_a_sentence(data: st.DataObject, game: Any, times: int) -> None:
    record = copy.deepcopy(game)
    for _ in range(times):
        if record:
            spoil(data, record)

    try:
        records.answer(records.check(records.read(record)))
    except (records.Malformed, records.Untrue) as refused:
        assert 10 < len(str(refused)) < 560
        assert str(refused).isprintable()


@given(VALUES)
def test_anything_that_is_no_record_is_refused(value: Any) -> None:
    try:
        records.read(value)
    except records.Malformed as refused:
        assert str(refused).isprintable()
    else:
        raise AssertionError("read as a record")
