"""How the value of one axis is read, strictly: true is no number, 1.5 no whole one; it may not know other axes.

Each reader takes the axis's name, the value as JSON gives it and the preset it changes, and returns the value for
`Rules`, or raises RulesError.
"""

import re
from collections.abc import Callable, Mapping
from dataclasses import fields, replace
from typing import Any

from service.engine.ohhell.cards import DECK, MOST_DECKS, SUITS
from service.engine.ohhell.rules import FEWEST_PLAYERS, MOST_PLAYERS, Rules, RulesError, Schedule, Start
from service.engine.ohhell.scoring import Miss, Score

MOST_CARDS = DECK * MOST_DECKS // 2
MOST_HANDS = 200
MOST_POINTS = 10_000


def _number(axis: str, value: object, least: int, most: int) -> int:
    if type(value) is not int or not least <= value <= most:
        raise RulesError(f"{axis} must be a whole number from {least} to {most}", axis)
    return value


def a_number(least: int, most: int) -> Callable[[str, object, Rules], int]:
    """A whole number in these bounds."""
    return lambda axis, value, preset: _number(axis, value, least, most)


def a_choice(*values: str) -> Callable[[str, object, Rules], str]:
    """One of these words."""

    def read(axis: str, value: object, preset: Rules) -> str:
        if not isinstance(value, str) or value not in values:
            raise RulesError(f"{axis} must be one of {', '.join(values)}", axis)
        return value

    return read


def a_range(axis: str, value: object, preset: Rules) -> tuple[int, int]:
    """[fewest, most] players."""
    if not isinstance(value, list | tuple) or len(value) != 2:
        raise RulesError(f"{axis} must be two numbers, the fewest and the most", axis)
    fewest, most = (_number(axis, count, FEWEST_PLAYERS, MOST_PLAYERS) for count in value)
    return fewest, most


def a_schedule(names: tuple[str, ...]) -> Callable[[str, object, Rules], Schedule]:
    """One of these names, or the list of hand sizes."""

    def read(axis: str, value: object, preset: Rules) -> Schedule:
        if isinstance(value, str) and value in names:
            return value
        if not isinstance(value, list | tuple) or not 1 <= len(value) <= MOST_HANDS:
            raise RulesError(f"{axis} must be one of {', '.join(names)}, or a list of hand sizes", axis)
        return tuple(_number(axis, size, 1, MOST_CARDS) for size in value)

    return read


def a_start(axis: str, value: object, preset: Rules) -> Start:
    """A number of cards, "most", or an object from player count to number of cards."""
    if value == "most" and isinstance(value, str):
        return value
    if isinstance(value, Mapping) and value:
        return tuple(sorted(_start_for(axis, count, size) for count, size in value.items()))
    if type(value) is int:
        return _number(axis, value, 1, MOST_CARDS)
    raise RulesError(f'{axis} must be a number of cards, "most", or numbers by player count', axis)


def _start_for(axis: str, count: object, size: object) -> tuple[int, int]:
    if not isinstance(count, str) or not re.fullmatch("[3-9]|10", count):
        raise RulesError(f"{axis} names player counts from {FEWEST_PLAYERS} to {MOST_PLAYERS}", axis)
    return int(count), _number(axis, size, 1, MOST_CARDS)


def a_seat_or_draw(axis: str, value: object, preset: Rules) -> str:
    """ "draw", or the seat that deals first: "seat:2"."""
    if not isinstance(value, str) or not re.fullmatch("draw|seat:[0-9]", value):
        raise RulesError(f"{axis} must be draw, or a seat such as seat:0", axis)
    return value


def a_cycle_or_choice(axis: str, value: object, preset: Rules) -> str:
    """How trump is found; a cycle names a suit for each hand in turn, N for none."""
    if not isinstance(value, str) or not re.fullmatch(
        f"turn_up|last_dealt|none|fixed:[{SUITS}]|cycle:[{SUITS}N]{{1,{MOST_HANDS}}}", value
    ):
        raise RulesError(f"{axis} must be turn_up, last_dealt, none, fixed:S or cycle:SDCH (N for no trump)", axis)
    return value


def some_suits(axis: str, value: object, preset: Rules) -> str:
    """Some of the suits, each once, in the order S H D C."""
    if not isinstance(value, str) or not set(value) <= set(SUITS) or len(set(value)) != len(value):
        raise RulesError(f"{axis} must be some of the letters SHDC, each once", axis)
    return "".join(suit for suit in reversed(SUITS) if suit in value)


def a_score(axis: str, value: object, preset: Rules) -> Score:
    """The parts given, over the preset's; each error names the part."""
    if not isinstance(value, Mapping):
        raise RulesError(f"{axis} must be an object of its parts", axis)
    parts: dict[str, Any] = {}
    for part, points in value.items():
        if part not in _SCORE_READERS:
            raise RulesError(f"{str(part)[:40]!r} is not a part of the score", axis)
        parts[part] = _SCORE_READERS[part](f"{axis}.{part}", points)
    return replace(preset.score, **parts)


def _points(axis: str, value: object) -> int:
    return _number(axis, value, -MOST_POINTS, MOST_POINTS)


def _points_or_null(axis: str, value: object) -> int | None:
    return None if value is None else _points(axis, value)


def _three(axis: str, value: object) -> tuple[int, int, int]:
    if not isinstance(value, list | tuple) or len(value) != 3:
        raise RulesError(f"{axis} must be three numbers", axis)
    first, second, third = (_points(axis, points) for points in value)
    return first, second, third


def _miss(axis: str, value: object) -> Miss:
    known = {field.name for field in fields(Miss)}
    if not isinstance(value, Mapping) or not set(value) <= known:
        raise RulesError(f"{axis} must be an object with some of {', '.join(sorted(known))}", axis)
    return Miss(**{name: _points(f"{axis}.{name}", points) for name, points in value.items()})


_SCORE_READERS: Mapping[object, Callable[[str, object], object]] = {
    "exact": _three,
    "zero_made": _points_or_null,
    "zero_missed": _points_or_null,
    "tolerance": lambda axis, value: _number(axis, value, 0, MOST_CARDS),
    "within": _three,
    "miss": _miss,
}
