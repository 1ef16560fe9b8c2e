"""What the parts of a reply about orders say, as values."""

from dataclasses import dataclass
from typing import TypeAlias


@dataclass(frozen=True, slots=True)
class Cards:
    """Cards by their codes, in order. `legal`: "when legal"; `then`: such a word stands between any two."""

    codes: tuple[str, ...]
    legal: bool
    then: bool
    joined: str


@dataclass(frozen=True, slots=True)
class Bids:
    """A bid, and another if the first is forbidden. `verb`: the word "bid" was said."""

    first: int
    other: int | None
    verb: bool


@dataclass(frozen=True, slots=True)
class Led:
    """A card for a trick if a suit is led; `trick` is "this", "next", a number, or "" when it was not said."""

    suit: str
    code: str
    trick: str


@dataclass(frozen=True, slots=True)
class Way:
    """How to play the hand. `when` is "made", "short" or ""; `joined` what stands before: "", ",", "then" or "else"."""

    way: str
    when: str
    joined: str


@dataclass(frozen=True, slots=True)
class About:
    """A word about the orders that stand: "orders" or "no-orders"."""

    name: str


Item: TypeAlias = Cards | Bids | Led | Way | About
