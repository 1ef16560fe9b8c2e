"""The replies in tests/data/replies: each with the position it answers and what is expected of it."""

import json
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from service.engine import ohhell
from service.mail.reading import Letter, Understood, read, understand, written
from tests.engine import playing

FOLDER = Path(__file__).parents[2] / "data/replies"
INDEX: dict[str, Any] = json.loads((FOLDER / "index.json").read_text())


@dataclass(frozen=True)
class Reply:
    """A reply of the corpus. `expect` is a move, a command, or the kind of answer or of mail in one word."""

    file: str
    position: str
    expect: str
    comment: str
    more: dict[str, Any]

    @property
    def path(self) -> Path:
        """Where it lies."""
        return FOLDER / self.file

    @property
    def raw(self) -> bytes:
        """The message."""
        return self.path.read_bytes()

    @property
    def letter(self) -> Letter:
        """The message, read."""
        return read(self.raw)

    def understood(self, sent: bool = True) -> Understood:
        """What its text asks for, with or without knowing the mail it answers."""
        seen = view(self.position)
        words = written(mail(self.position)) if sent else None
        return understand(self.letter.text, words, seen, seen.legal, "Ann Example")


def _reply(entry: dict[str, Any]) -> Reply:
    fixed = {"file", "position", "expect", "comment"}
    more = {name: value for name, value in entry.items() if name not in fixed}
    return Reply(entry["file"], entry["position"], entry["expect"], entry.get("comment", ""), more)


REPLIES = tuple(map(_reply, INDEX["replies"]))


@cache
def view(position: str) -> ohhell.View:
    """What Ann, at seat 0, sees in a position of the index; she is to act."""
    told = INDEX["positions"][position]
    rules = playing.one_hand(len(told["dealt"][0].split()))
    game = playing.dealt(rules, *told["dealt"], turned=told["turned"], dealer=told["dealer"])
    return ohhell.view(playing.play_all(playing.bid_all(game, *told["bids"]), told["plays"]), 0)


@cache
def mail(position: str) -> bytes:
    """The turn mail that was sent in this position."""
    return (FOLDER / "sent" / f"{position}.eml").read_bytes()
