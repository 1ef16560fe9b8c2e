"""A message as bytes becomes a `Letter`: who wrote, what it answers, what kind of mail it is, and its new words."""

from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Bounce:
    """A notice that mail did not arrive.

    `action` is "failed", "delayed" or another of RFC 3464; `status` the enhanced code such as "5.1.1", or "" when none
    was found; `recipient` the address that failed, "" when not found; `message_id` that of our mail, if it was found.
    """

    action: str
    status: str
    recipient: str = ""
    message_id: str | None = None

    @property
    def permanent(self) -> bool:
        """Whether trying again is of no use."""
        return self.status.startswith("5") if self.status else self.action == "failed"


@dataclass(frozen=True, slots=True)
class Verdict:
    """One Authentication-Results header (RFC 8601): who says it, and the result by method, both in lower case.

    `domains` has, by method, what was checked: the header.from, header.d or smtp.mailfrom domain, in lower case.
    """

    authserv_id: str
    results: Mapping[str, str]
    domains: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Letter:
    """A message, read. Addresses are bare, their domains in lower case; message ids keep their angle brackets.

    `sender` is None when From is missing, has several addresses or is odd. `recipients` are the addresses of To, Cc,
    Delivered-To, X-Original-To and Envelope-To, each once. `auto` is a mail nobody wrote by hand (vacation notes,
    lists, bulk); `loop` is our own mail coming back. `authentication` is the topmost verdict first.
    `text` is the decoded words, quotes and all, capped; `cut` says that some was left out. `size` is in bytes.
    """

    message_id: str | None = None
    sender: str | None = None
    recipients: tuple[str, ...] = ()
    in_reply_to: tuple[str, ...] = ()
    references: tuple[str, ...] = ()
    subject: str = ""
    auto: bool = False
    loop: bool = False
    bounce: Bounce | None = None
    authentication: tuple[Verdict, ...] = ()
    text: str = ""
    cut: bool = False
    size: int = 0


def read(raw: bytes) -> Letter:
    """The letter of these bytes; never raises, whatever they are."""
    return Letter(size=len(raw))
