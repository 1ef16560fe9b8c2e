"""A good record to spoil, and how a refusal must look; what the tests of refusals share."""

from typing import Any

import pytest

from tests.records.games import checked

Record = dict[str, Any]

THREE: Record = {
    "format": "ohhell-record/1",
    "rules": {"key": "standard", "schedule": [3, 2]},
    "players": ["Ann", "Bob", "Cyd"],
    "draw": [[[0, "9S"], [1, "KH"], [2, "KD"]], [[1, "AC"], [2, "2H"]]],
    "hands": [
        {
            "dealer": 1,
            "size": 3,
            "turned": "5H",
            "trump": "H",
            "dealt": [["JD", "9S", "TD"], ["JC", "2H", "6S"], ["5D", "QS", "7S"]],
            "bids": [[2, 1], [2, 2], [0, 0], [1, 0]],
            "plays": [
                *([2, "5D"], [0, "JD"], [1, "6S"]),
                *([0, "9S"], [1, "JC"], [2, "QS"]),
                *([2, "7S"], [0, "TD"], [1, "2H"]),
            ],
            "by": [None, None, "bot", None, None, None, "order", None, None, "substitute", None, None, None],
            "taken": [1, 1, 1],
            "points": [1, 1, 1],
        },
        {
            "dealer": 2,
            "size": 2,
            "turned": "AS",
            "trump": "S",
            "dealt": [["2C", "3C"], ["KC", "4D"], ["5S", "6H"]],
            "bids": [[0, 0], [1, 2], [2, 1]],
            "plays": [[0, "2C"], [1, "KC"], [2, "5S"], [2, "6H"], [0, "3C"], [1, "4D"]],
            "taken": [0, 0, 2],
            "points": [10, 0, 2],
        },
    ],
    "totals": [11, 1, 3],
}


def refusal(record: Record, kind: type[ValueError]) -> str:
    """The sentence the record is refused with."""
    with pytest.raises(kind) as caught:
        checked(record)
    sentence = str(caught.value)
    assert 10 < len(sentence) < 560 and "\n" not in sentence
    return sentence
