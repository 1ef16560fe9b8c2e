"""What the new words of a reply ask for: one legal move, a command, or nothing that can be played."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, TypeAlias

from service.engine import ohhell

Word: TypeAlias = Literal["help", "hand", "score", "pause", "resume"]


@dataclass(frozen=True, slots=True)
class Chosen:
    """A legal move: always one of the choices that were given. `comment` is for table talk, "" for none."""

    move: ohhell.Move
    comment: str = ""


@dataclass(frozen=True, slots=True)
class Command:
    """A word that asks the service for something."""

    name: Word
    comment: str = ""


@dataclass(frozen=True, slots=True)
class Unclear:
    """Nothing is played: `reason` is a sentence for the player, `quoted` what was read, `choices` the legal moves."""

    reason: str
    quoted: str
    choices: tuple[ohhell.Move, ...]


@dataclass(frozen=True, slots=True)
class Pass:
    """Somebody wants to pass. Nobody passes; `reason` is the sentence that says what to do instead."""

    reason: str
    quoted: str
    choices: tuple[ohhell.Move, ...]


@dataclass(frozen=True, slots=True)
class Nothing:
    """No move and no command: an empty mail, a lone emoji."""


Understood: TypeAlias = Chosen | Command | Unclear | Pass | Nothing


def understand(text: str, sent: str | None, view: ohhell.View, choices: Sequence[ohhell.Move]) -> Understood:
    """What a reply's text (`Letter.text`) asks for, given the text of the mail it answers and the legal moves."""
    return Nothing()
