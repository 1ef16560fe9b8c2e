"""The vectors as records of single hands: the same choices, winners, tricks and points as OpenSpiel's oh_hell."""

import json
from pathlib import Path
from typing import Any

from tests.records.games import NAMES, answer

VECTORS = [json.loads(line) for line in (Path(__file__).parents[1] / "data/ohhell.jsonl").read_text().splitlines()]


def as_record(vector: dict[str, Any]) -> dict[str, Any]:
    """The vector's hand as a game of its own by the rules of `standard`."""
    players = vector["players"]
    hand = {
        "dealer": vector["dealer"],
        "size": vector["hand_size"],
        "turned": vector["trump_card"],
        "trump": vector["trump"],
        "dealt": vector["hands"],
        "bids": [[seat, vector["bids"][seat]] for seat in vector["bid_order"]],
        "plays": [
            [(trick["leader"] + place) % players, card]
            for trick in vector["tricks"]
            for place, card in enumerate(trick["cards"])
        ],
    }
    rules = {"key": "standard", "schedule": [vector["hand_size"]]}
    return {"format": "ohhell-record/1", "rules": rules, "players": list(NAMES[:players]), "hands": [hand]}


def test_every_vector_replays_to_its_choices_winners_tricks_and_points() -> None:
    for vector in VECTORS:
        points = vector["scores"]["trick1_bonus10"]

        told = answer(as_record(vector))

        assert told == {
            "hands": [
                {
                    "legal": vector["legal_bids"] + vector["legal_cards"],
                    "winners": [trick["winner"] for trick in vector["tricks"]],
                    "taken": vector["tricks_won"],
                    "points": points,
                }
            ],
            "totals": points,
        }
