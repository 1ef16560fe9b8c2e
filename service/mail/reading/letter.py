"""A message as bytes becomes a `Letter`: who wrote, what it answers, what kind of mail it is, and its words."""

from collections.abc import Mapping
from dataclasses import dataclass

from service.mail.reading import limits
from service.mail.reading.automatic import is_automatic, is_ours
from service.mail.reading.bodies import body, everything
from service.mail.reading.bounces import Bounce, bounce
from service.mail.reading.coding import words_decoded
from service.mail.reading.fields import Check, addresses, authentication, ids
from service.mail.reading.mime import Header, parse

_RECIPIENTS = ("to", "cc", "delivered-to", "x-original-to", "envelope-to", "x-envelope-to")
_DOMAINS = {"dmarc": "header.from", "dkim": "header.d", "spf": "smtp.mailfrom"}
_REACTIONS = ("text/vnd.google.email-reaction", "application/vnd.google.email-reaction")
PAGE_BREAK = "\f"


@dataclass(frozen=True, slots=True)
class Verdict:
    """One Authentication-Results header (RFC 8601): who says it, and its results, all in lower case."""

    authserv_id: str
    checks: tuple[Check, ...] = ()

    @property
    def results(self) -> Mapping[str, str]:
        """The result by method; of several of one method, as of several signatures, a pass if there is one."""
        return {method: check.result for method, check in self._by_method().items()}

    @property
    def domains(self) -> Mapping[str, str]:
        """By method the domain that the result is about: header.from, header.d or smtp.mailfrom."""
        return {method: _domain(check) for method, check in self._by_method().items()}

    def _by_method(self) -> dict[str, Check]:
        found: dict[str, Check] = {}
        for check in self.checks:
            if check.method not in found or found[check.method].result != "pass" == check.result:
                found[check.method] = check
        return found


def _domain(check: Check) -> str:
    given = dict(check.properties)
    named = given.get(_DOMAINS.get(check.method, "")) or given.get("header.i", "")
    return named.rpartition("@")[2]


@dataclass(frozen=True, slots=True)
class Letter:
    """A message, read. Addresses are bare, their domains in lower case; message ids keep their angle brackets.

    `sender` is None when From is missing, has several addresses or is odd. `recipients` are the addresses of To, Cc,
    Delivered-To, X-Original-To and Envelope-To, each once. `auto` is a mail nobody wrote by hand (vacation notes,
    lists, bulk); `loop` is our own mail coming back. `authentication` is the topmost verdict first.
    `text` is the decoded words, quotes and all, capped; `cut` says that some was left out. `reaction` is an emoji sent
    by a button, and has no text: its words are the client's. `size` is in bytes.
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
    reaction: bool = False
    size: int = 0


def read(raw: bytes) -> Letter:
    """The letter of these bytes; never raises, whatever they are."""
    message = parse(raw)
    header = message.header
    subject = " ".join(words_decoded(header.get("subject")[: limits.LONGEST_SMALL_HEADER]).split())
    sender = _sender(header)
    text, cut = body(raw, message)
    bounced = bounce(raw, message, subject, sender, text)
    reaction = any(part.kind.startswith(_REACTIONS) for part in message.walk())
    return Letter(
        message_id=next(iter(ids(header.get("message-id"))), None),
        sender=sender,
        recipients=_recipients(header),
        in_reply_to=ids(header.get("in-reply-to")),
        references=ids(header.get("references")),
        subject=subject,
        auto=bounced is not None or is_automatic(header, subject),
        loop=is_ours(header),
        bounce=bounced,
        authentication=_verdicts(header),
        text="" if reaction else text,
        cut=cut,
        reaction=reaction,
        size=len(raw),
    )


def written(raw: bytes) -> str:
    """All the words of a mail we sent, in text and in HTML: what `understand` takes as `sent`."""
    return PAGE_BREAK.join(everything(raw, parse(raw)))


def _sender(header: Header) -> str | None:
    fields = header.all("from")
    found = addresses(fields[0]) if len(fields) == 1 else []
    return found[0] if len(found) == 1 and header.whole else None


def _recipients(header: Header) -> tuple[str, ...]:
    fields = [value for name in _RECIPIENTS for value in header.all(name)[:3]]
    found = [address for value in fields for address in addresses(value) if address]
    return tuple(dict.fromkeys(found))[: limits.MOST_ADDRESSES]


def _verdicts(header: Header) -> tuple[Verdict, ...]:
    fields = header.all("authentication-results")[: limits.MOST_VERDICTS]
    return tuple(Verdict(*authentication(value)) for value in fields)
