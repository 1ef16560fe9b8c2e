"""Notices that mail did not arrive: those of RFC 3464, and those that mail servers write in words of their own."""

import re
from dataclasses import dataclass

from service.mail.reading.bodies import decoded
from service.mail.reading.fields import addresses, ids
from service.mail.reading.limits import LONGEST_SMALL_HEADER
from service.mail.reading.mime import Header, Part, parse
from service.mail.reading.words import BOUNCE_SUBJECTS

_MOST_NOTICE = 16_384
_POSTMASTERS = ("mailer-daemon", "postmaster", "mailerdaemon", "mail-daemon")
_STATUS = re.compile(r"(?<![\d.])([245]\.\d{1,3}\.\d{1,3})(?![\d.])")
_REPLY = re.compile(r"(?<![\d.-])([45])[0-5]\d(?=[ -])")
_MESSAGE_ID = re.compile(r"^[ \t>]*message-id:[ \t]*(<[^<>\s]{1,250}>)", re.IGNORECASE | re.MULTILINE)
_FAILED = re.compile(r"<([^\s@<>]{1,64}@[^\s@<>]{1,253})>")


@dataclass(frozen=True, slots=True)
class Bounce:
    """A notice that mail did not arrive.

    `action` is "failed", "delayed" or another of RFC 3464; `status` the enhanced code such as "5.1.1", "" when none
    was found; `recipient` the address that failed, "" when not found; `message_id` that of our mail, if it was found.
    """

    action: str
    status: str
    recipient: str = ""
    message_id: str | None = None

    @property
    def permanent(self) -> bool:
        """Whether trying again is of no use."""
        return self.action == "failed" and not self.status.startswith("4")


def bounce(raw: bytes, message: Part, subject: str, sender: str | None, text: str) -> Bounce | None:
    """The bounce that this message is, or None."""
    report = next((part for part in message.walk() if part.kind in _REPORTS), None)
    if report is not None:
        return _reported(raw, message, report)
    if not _is_notice(message.header, subject, sender):
        return None
    failed = message.header.get("x-failed-recipients")
    status, temporary = _status_in(text)
    named = next((each for each in addresses(failed) if each), "") if failed else ""
    found = _FAILED.search(text)
    return Bounce(
        action="delayed" if temporary else "failed",
        status=status,
        recipient=named or (found[1] if found else ""),
        message_id=_original_id(raw, message) or _id_in(text),
    )


_REPORTS = frozenset({"message/delivery-status", "message/global-delivery-status"})
_ORIGINALS = frozenset({"message/rfc822", "text/rfc822-headers", "message/global", "message/global-headers"})


def _is_notice(header: Header, subject: str, sender: str | None) -> bool:
    if not (header.get("x-failed-recipients") or subject.strip().casefold().startswith(BOUNCE_SUBJECTS)):
        return False
    written = sender or header.get("from")[:LONGEST_SMALL_HEADER].rpartition("<")[2]
    local = written.partition("@")[0].strip().lower()
    return local in _POSTMASTERS or header.get("return-path").replace(" ", "") == "<>" or not local


def _status_in(text: str) -> tuple[str, bool]:
    """The worst status a notice names in its words, and whether the trouble is temporary."""
    statuses = _STATUS.findall(text)
    worst = max((status for status in statuses if status[0] != "2"), default="", key=lambda status: status[0])
    replies = _REPLY.findall(text)
    kind = worst[:1] or max(replies, default="5")
    return worst or (f"{kind}.0.0" if replies else ""), kind == "4"


def _reported(raw: bytes, message: Part, report: Part) -> Bounce:
    text, _ = decoded(raw, report, _MOST_NOTICE)
    groups = [_fields(group) for group in text.split("\n\n")]
    about = [group for group in groups if "action" in group or "status" in group] or [{}]
    fields = next((group for group in about if group.get("action", "").lower() == "failed"), about[0])
    found = _STATUS.search(fields.get("status", ""))
    told = _STATUS.search(fields.get("diagnostic-code", ""))
    if told and (found is None or found[1].endswith(".0.0")):
        found = told
    named = fields.get("original-recipient") or fields.get("final-recipient", "")
    action = (fields.get("action", "").lower().split() or ["failed"])[0]
    return Bounce(action, found[1] if found else "", _recipient(named), _original_id(raw, message))


def _recipient(value: str) -> str:
    named = value.rpartition(";")[2].strip()
    return next((each for each in addresses(named) if each), "")


def _fields(group: str) -> dict[str, str]:
    header = parse(group.strip("\n").encode("utf-8", "replace")).header
    return {name: value[:LONGEST_SMALL_HEADER] for name, value in reversed(header.fields)}


def _original_id(raw: bytes, message: Part) -> str | None:
    for part in message.walk():
        if part.kind in _ORIGINALS:
            text, _ = decoded(raw, part, _MOST_NOTICE)
            found = ids(parse(text.lstrip("\n").encode("utf-8", "replace")).header.get("message-id"))
            return found[0] if found else _id_in(text)
    return None


def _id_in(text: str) -> str | None:
    found = _MESSAGE_ID.search(text)
    return found[1] if found else None
