"""Rules as records write them, read strictly and written whole; it may not know what an axis does.

The names and values are those of `presets.json`. Errors are one sentence each, naming the axis.
"""

from collections.abc import Callable, Mapping
from dataclasses import fields, replace
from typing import Any, TypeAlias

from service.engine.ohhell.presets import PRESETS
from service.engine.ohhell.reading import (
    a_choice,
    a_cycle_or_choice,
    a_number,
    a_range,
    a_schedule,
    a_score,
    a_seat_or_draw,
    a_start,
    some_suits,
)
from service.engine.ohhell.rules import Rules, RulesError
from service.engine.ohhell.schedule import SCHEDULES, check_consistent
from service.engine.ohhell.scoring import Miss, Score

Reader: TypeAlias = Callable[[str, object, Rules], object]

READERS: Mapping[str, Reader] = {
    "players": a_range,
    "decks": a_number(1, 2),
    "schedule": a_schedule(tuple(SCHEDULES)),
    "start": a_start,
    "first_dealer": a_seat_or_draw,
    "trump": a_cycle_or_choice,
    "nothing_to_turn": a_choice("no_trump", "dealer_last", "reject"),
    "bid_order": a_choice("sequential", "simultaneous"),
    "dealer_bid": a_choice("free", "hook", "over"),
    "hook_above": a_number(0, 104),
    "bid_change": a_choice("never", "until_next_bids"),
    "void_play": a_choice("free", "must_trump"),
    "must_beat": some_suits,
    "trump_lead": a_choice("any", "after_broken"),
    "duplicates": a_choice("second_beats_first", "first_wins"),
    "one_card": a_choice("normal", "forehead"),
    "tie": a_choice("shared", "one_card_hand"),
    "score": a_score,
}


def rules_from(axes: Mapping[str, object]) -> Rules:
    """The rules a record names: a preset's `key` and the axes that differ from it.

    Within `score`, what is not given stays the preset's; a `miss` that is given is whole.
    Raises RulesError for an unknown key, axis or value, or axes that cannot go together.
    """
    if not isinstance(axes, Mapping):
        raise RulesError("rules are an object with a preset's key", "key")
    key = axes.get("key")
    if not isinstance(key, str) or key not in PRESETS:
        raise RulesError(f"{str(key)[:40]!r} is not a rule set: choose one of {', '.join(PRESETS)}", "key")
    preset = PRESETS[key]
    changed: dict[str, Any] = {
        axis: _reader(axis)(axis, value, preset) for axis, value in axes.items() if axis != "key"
    }
    rules = replace(preset, **changed)
    check_consistent(rules)
    return rules


def _reader(axis: object) -> Reader:
    if not isinstance(axis, str) or axis not in READERS:
        raise RulesError(f"{str(axis)[:40]!r} is not an axis of the rules", str(axis)[:40])
    return READERS[axis]


def axes(rules: Rules) -> dict[str, Any]:
    """Every axis, ready for JSON; `rules_from` reads it back to the same rules."""
    written = {field.name: getattr(rules, field.name) for field in fields(rules)}
    written["players"] = list(rules.players)
    if not isinstance(rules.schedule, str):
        written["schedule"] = list(rules.schedule)
    if isinstance(rules.start, tuple):
        written["start"] = {str(players): size for players, size in rules.start}
    written["score"] = _score_axes(rules.score)
    return written


def _score_axes(score: Score) -> dict[str, Any]:
    miss = {field.name: getattr(score.miss, field.name) for field in fields(Miss)}
    return {
        "exact": list(score.exact),
        "zero_made": score.zero_made,
        "zero_missed": score.zero_missed,
        "tolerance": score.tolerance,
        "within": list(score.within),
        "miss": {name: points for name, points in miss.items() if points},
    }
