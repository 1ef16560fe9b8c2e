"""A message as it came in, and what became of it: all that the ways in and the use case know of each other."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal, TypeAlias

Word: TypeAlias = Literal[
    "played",
    "ordered",
    "orders",
    "no-orders",
    "said",
    "reaction",
    "late",
    "no-turn",
    "unclear",
    "held",
    "refused",
    "stranger",
    "help",
    "hand",
    "score",
    "paused",
    "resumed",
    "bounce",
    "auto",
    "loop",
    "duplicate",
    "unknown",
    "large",
]


class Later(Exception):
    """Too many came of this kind: the message is to stay where it is and be handed in again."""


@dataclass(frozen=True)
class Arrival:
    """A message. `way` names how it came; `recipient` and `sender` are the envelope's, where the way has one.

    `sender` is "" for the null sender of bounces, None when there is no envelope to tell. `size` is the whole message's
    where `raw` is only its head.
    """

    raw: bytes
    way: str
    recipient: str = ""
    sender: str | None = None
    size: int = 0


@dataclass(frozen=True)
class Fate:
    """What became of a message, in a word for programs and a sentence for people. It is in the database by then."""

    word: Word
    sentence: str


Take: TypeAlias = Callable[[Arrival], Fate]
