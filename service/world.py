"""The outside as one frozen value: time, secrets, the database, signatures, templates and the post."""

from collections.abc import Callable, Mapping
from contextlib import AbstractContextManager
from dataclasses import dataclass
from datetime import datetime
from typing import Protocol

from sqlmodel import Session

from service.config import Settings


class Transport(Protocol):
    """A way to hand over mail. One may be kept open over many mails."""

    def send(self, sender: str, recipient: str, raw: bytes) -> None:
        """Hand over one message; returning means that it was accepted.

        Raises `Temporary` (worth another try) or `Permanent` (this message will never be taken).
        """

    def close(self) -> None:
        """End the connection, if there is one."""


class Temporary(Exception):
    """The mail could not be handed over now; trying later may help."""


class Permanent(Exception):
    """The mail server will never take this message. `status` is the code (RFC 3463) it refused the recipient with."""

    def __init__(self, sentence: str, status: str = "") -> None:
        super().__init__(sentence)
        self.status = status


class Unanswered(Exception):
    """A webhook's server was not reached, or did not answer. The sentence says why and never where."""


@dataclass(frozen=True)
class World:
    """Everything a use case needs from outside the program.

    `now` is aware and in UTC. `transaction` commits at its end and is the only thing that does; `reading` never
    commits. `sign(purpose, payload)` gives a token that holds the payload; `verify(purpose, token)` gives the payload
    or None. `render(template, values)` renders a Jinja template. `wake` tells the postman that a mail may be owed.
    `rest(seconds)` waits that long, or less when the process is told to end.
    `call(address, headers, body)` posts to a webhook and gives the status of the answer, or raises `Unanswered`.
    """

    settings: Settings
    now: Callable[[], datetime]
    new_secret: Callable[[int], bytes]
    transaction: Callable[[], AbstractContextManager[Session]]
    reading: Callable[[], AbstractContextManager[Session]]
    sign: Callable[[str, str], str]
    verify: Callable[[str, str], str | None]
    render: Callable[[str, Mapping[str, object]], str]
    post: Callable[[], Transport]
    wake: Callable[[], None]
    call: Callable[[str, Mapping[str, str], bytes], int]
    rest: Callable[[float], object]
