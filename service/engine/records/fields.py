"""How single values of a record are read, strictly: true is no number, nor is 1.0; it may not know a game.

`where` names the place in the record, such as "hand 3, bids". Every reader raises Malformed with one short sentence.
"""

import re
from collections.abc import Callable, Mapping
from typing import TypeVar

from service.engine.ohhell.cards import Card, CardError, Suit, parse_card, suit_of
from service.engine.records.errors import Malformed

T = TypeVar("T")

DEEPEST = 50
LONGEST_SHOWN = 40
MADE_BY = ("player", "bot", "substitute", "order", "settled")


def shown(text: str) -> str:
    """A text from outside as one short line: what cannot be seen, or would steer a terminal, is left out."""
    visible = "".join(letter if letter.isprintable() else " " for letter in text[: 4 * LONGEST_SHOWN])
    line = " ".join(visible.split())
    return line if len(line) <= LONGEST_SHOWN else line[: LONGEST_SHOWN - 1] + "…"


def figure(number: int) -> str:
    """A number of a record in words short enough for a sentence."""
    return str(number) if abs(number) < 10**9 else "that many" if number > 0 else "that few"


def kind(value: object) -> str:
    """What a JSON value is, in words."""
    if value is None or isinstance(value, bool):
        return {None: "null", True: "true", False: "false"}[value]
    for type_, name in ((str, "text"), (int, "a number"), (float, "a fraction"), (Mapping, "an object")):
        if isinstance(value, type_):
            return name
    return "a list"


def number(where: str, value: object) -> int:
    """A whole number."""
    if type(value) is not int:
        raise Malformed(f"{where} must be a whole number, not {kind(value)}")
    return value


def text(where: str, value: object) -> str:
    """A text that UTF-8 can hold."""
    if not isinstance(value, str):
        raise Malformed(f"{where} must be text, not {kind(value)}")
    if any("\ud800" <= letter <= "\udfff" for letter in value):
        raise Malformed(f"{where} has half a letter in it (a lone surrogate)")
    return value


def fields_of(where: str, value: object) -> Mapping[str, object]:
    """An object."""
    if not isinstance(value, Mapping):
        raise Malformed(f"{where} must be an object, not {kind(value)}")
    return value


def field(where: str, fields: Mapping[str, object], name: str) -> object:
    """A field that must be there."""
    if name not in fields:
        raise Malformed(f"{where} has no {name}")
    return fields[name]


def list_of(read: Callable[[str, object], T]) -> Callable[[str, object], tuple[T, ...]]:
    """A list of what `read` reads."""

    def read_list(where: str, value: object) -> tuple[T, ...]:
        if not isinstance(value, list | tuple):
            raise Malformed(f"{where} must be a list, not {kind(value)}")
        return tuple(read(where, item) for item in value)

    return read_list


def or_null(read: Callable[[str, object], T]) -> Callable[[str, object], T | None]:
    """Null, or what `read` reads."""
    return lambda where, value: None if value is None else read(where, value)


def optional(where: str, fields: Mapping[str, object], name: str, read: Callable[[str, object], T]) -> T | None:
    """The field of this name if it is there, else None."""
    return read(f"{where}, {name}" if where else name, fields[name]) if name in fields else None


def card(where: str, value: object) -> Card:
    """A card such as "QH"; identical cards of two decks are written alike."""
    written = text(where, value)
    try:
        if written.endswith("*"):
            raise CardError(f"{written[:20]!r} is not a card: write rank then suit, such as QH or TS")
        return parse_card(written)
    except CardError as fault:
        raise Malformed(f"{where}: {fault}") from None


def suit(where: str, value: object) -> Suit:
    """A suit's letter or sign."""
    written = text(where, value)
    try:
        return suit_of(parse_card("A" + written))
    except CardError:
        raise Malformed(f"{where} must be S, H, D or C, or null, not {shown(written)!r}") from None


def made_by(where: str, value: object) -> str | None:
    """Who made a move for a player; null is the player."""
    if value is None:
        return None
    if not isinstance(value, str) or value not in MADE_BY:
        raise Malformed(f"{where} must be null or one of {', '.join(MADE_BY)}")
    return None if value == "player" else value


def pair(read: Callable[[str, object], T]) -> Callable[[str, object], tuple[int, T, str | None]]:
    """[seat, what `read` reads], and as a third who made the move, if that was not the player."""

    def read_pair(where: str, value: object) -> tuple[int, T, str | None]:
        if not isinstance(value, list | tuple) or len(value) not in (2, 3):
            raise Malformed(f"{where} must be pairs such as [seat, {'bid' if 'bids' in where else 'card'}]")
        by = made_by(f"{where}, by", value[2]) if len(value) == 3 else None
        return number(f"{where}, seat", value[0]), read(where, value[1]), by

    return read_pair


def hexadecimal(least: int, most: int) -> Callable[[str, object], bytes]:
    """Bytes written as hexadecimal digits, two each."""

    def read(where: str, value: object) -> bytes:
        written = text(where, value)
        if not re.fullmatch(f"([0-9a-fA-F]{{2}}){{{least},{most}}}", written):
            digits = f"{2 * least}" if least == most else f"{2 * least} to {2 * most}"
            raise Malformed(f"{where} must be {digits} hexadecimal digits")
        return bytes.fromhex(written)

    return read


def check_depth(value: object) -> None:
    """Malformed when lists and objects lie too deep in each other for any record."""
    layer, depth = [value], 0
    while layer:
        depth += 1
        if depth > DEEPEST:
            raise Malformed(f"lists and objects lie more than {DEEPEST} deep in each other")
        inner: list[object] = []
        for item in layer:
            if isinstance(item, Mapping):
                inner.extend(item.values())
            elif isinstance(item, list | tuple):
                inner.extend(item)
        layer = inner
