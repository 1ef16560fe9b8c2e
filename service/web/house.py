"""House rules as the table form offers them: which values of each axis to choose from, and the parts of the score."""

from collections.abc import Mapping
from typing import Any

from service.engine import ohhell
from service.engine.ohhell import prose
from service.web.cards import say_points

OFFERED: Mapping[str, tuple[Any, ...]] = {
    "schedule": ("down_up", "up_down", "down", "up", "down_up_double", "up_down_double"),
    "decks": (1, 2),
    "first_dealer": ("draw", "seat:0"),
    "trump": (
        *("turn_up", "last_dealt", "fixed:S", "fixed:H", "fixed:D", "fixed:C"),
        *("cycle:SDCH", "cycle:SHDCN", "none"),
    ),
    "nothing_to_turn": ("no_trump", "dealer_last", "reject"),
    "bid_order": ("sequential", "simultaneous"),
    "dealer_bid": ("free", "hook", "over"),
    "bid_change": ("never", "until_next_bids"),
    "void_play": ("free", "must_trump"),
    "trump_lead": ("any", "after_broken"),
    "duplicates": ("second_beats_first", "first_wins"),
    "one_card": ("normal", "forehead"),
    "tie": ("shared", "one_card_hand"),
}
HOST_DEALS = "the host"

SCORE: Mapping[str, str] = {
    "exact_0": "An exact bid: points",
    "exact_1": "An exact bid: for each trick bid",
    "exact_2": "An exact bid: for the tricks bid, squared",
    "tolerance": "Overtricks forgiven to a bid above zero",
    "within_0": "A forgiven bid: points",
    "within_1": "A forgiven bid: for each trick bid",
    "within_2": "A forgiven bid: for each overtrick",
    "miss_flat": "A missed bid: points",
    "miss_per_bid": "A missed bid: for each trick bid",
    "miss_per_taken": "A missed bid: for each trick taken",
    "miss_per_off": "A missed bid: for each trick off",
    "miss_per_off_squared": "A missed bid: for the tricks off, squared",
}
ZERO: Mapping[str, str] = {
    "zero_made": "Bidding nothing and taking nothing",
    "zero_missed": "Bidding nothing and taking something",
}


def choices(axis: str) -> dict[str, str]:
    """The values of an axis to choose from, as forms send them, each in words."""
    return {str(value): _words(axis, value) for value in OFFERED[axis]}


def words(axis: str, rules: ohhell.Rules) -> str:
    """The value of an axis in a rule set, in words."""
    return _words(axis, getattr(rules, axis))


def _words(axis: str, value: object) -> str:
    return HOST_DEALS if value == "seat:0" else prose.axis_words(axis, value)


def score_number(part: str, score: ohhell.Score) -> int:
    """The number that a score field stands for: `exact_1`, `miss_per_off`, `tolerance`."""
    name, _, rest = part.partition("_")
    if name == "miss":
        return int(getattr(score.miss, rest))
    return int(getattr(score, name)[int(rest)]) if rest else score.tolerance


def zero_words(part: str, score: ohhell.Score) -> str:
    """What a bid of zero is worth, in words."""
    points = getattr(score, part)
    return "like any other bid" if points is None else f"{say_points(points)} points"
