"""A mail as bytes: headers that no name can break out of, and two bodies that each stand alone.

Written out by hand. Python's default SMTP policy encodes header tokens of more than 78 characters, References and
List-Unsubscribe among them, and its generators cost six to ten times as much.
"""

import binascii
import unicodedata
from dataclasses import dataclass
from datetime import datetime
from email.header import Header
from email.utils import format_datetime
from functools import lru_cache

import idna

from service.world import Permanent

LONGEST_ADDRESS = 254
BASE64_GROWTH = 1.37
OURS, VERSION = "X-Oh-Hell-By-Post", "1"  # by which a mail of ours that comes back is known
_UNSAFE = frozenset({"Cc", "Cs", "Zl", "Zp"})
_REORDERING = frozenset("\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069\u200e\u200f\u061c")
_SPECIAL_IN_LOCAL_PART = frozenset('()<>[]:;@\\,"')


@dataclass(frozen=True)
class Mailbox:
    """A display name and an address."""

    name: str
    address: str


@dataclass(frozen=True)
class Envelope:
    """What stands above the bodies. `references` go from the oldest to the one that is answered.

    `unsubscribe` are the addresses that stop such mails, the one for a single click first.
    """

    sender: Mailbox
    recipient: Mailbox
    subject: str
    message_id: str
    date: datetime
    references: tuple[str, ...] = ()
    list_name: str = ""
    list_id: str = ""
    unsubscribe: tuple[str, ...] = ()
    reply_to: str = ""


def write(envelope: Envelope, text: str, html: str) -> bytes:
    """The whole message, ASCII with CRLF line ends.

    Raises `Permanent` for an address that no mail server can be given.
    """
    boundary = f"=_{envelope.message_id.strip('<>').partition('@')[0]}"[:70].rstrip()
    lines = [*_headers(envelope), f'Content-Type: multipart/alternative; boundary="{boundary}"', ""]
    for kind, body in (("plain", text), ("html", html)):
        encoding, encoded = _transferred(body)
        lines += [
            f"--{boundary}",
            f"Content-Type: text/{kind}; charset=utf-8",
            f"Content-Transfer-Encoding: {encoding}",
            "",
            encoded,
        ]
    return "\r\n".join([*lines, f"--{boundary}--", ""]).encode("ascii")


def _headers(envelope: Envelope) -> list[str]:
    lines = [
        f"Date: {format_datetime(envelope.date)}",
        f"From: {_mailbox(envelope.sender)}",
        f"To: {_mailbox(envelope.recipient)}",
        f"Subject: {_words(envelope.subject, 'Subject')}",
        f"Message-ID: {_token(envelope.message_id)}",
    ]
    if envelope.reply_to:
        lines.append(f"Reply-To: {_mailbox(Mailbox(envelope.sender.name, envelope.reply_to))}")
    if envelope.references:
        chain = "\r\n ".join(map(_token, envelope.references))
        lines += [f"In-Reply-To: {_token(envelope.references[-1])}", f"References: {chain}"]
    if envelope.list_id:
        lines.append(f"List-Id: {_phrase(envelope.list_name, 'List-Id')} {_token(f'<{envelope.list_id}>')}")
    if envelope.unsubscribe:
        ways = ",\r\n ".join(_token(f"<{way}>") for way in envelope.unsubscribe)
        lines.append(f"List-Unsubscribe: {ways}")
        lines.append("List-Unsubscribe-Post: List-Unsubscribe=One-Click")
    ours = (f"{OURS}: {VERSION}", "Auto-Submitted: auto-generated", "X-Auto-Response-Suppress: All")
    return [*lines, *ours, "MIME-Version: 1.0"]


def one_line(text: str) -> str:
    """The text on one line, without anything that could end a header or turn its reading direction around."""
    if text.isascii() and text.isprintable():
        return " ".join(text.split())
    spaced = "".join(" " if unicodedata.category(sign) in _UNSAFE else sign for sign in text if sign not in _REORDERING)
    return " ".join(spaced.split())


def wire_address(address: str) -> str:
    """An address as a mail server takes it: its domain in ASCII.

    Raises `Permanent` when it is no address, or when what stands before its @ is not ASCII.
    """
    local, _, domain = address.rpartition("@")
    if not local.isascii():
        raise Permanent("The part of the address before its @ has letters that many mail servers cannot take.")
    if not local or not all("!" <= sign <= "~" and sign not in _SPECIAL_IN_LOCAL_PART for sign in local):
        raise Permanent("This is not a mail address.")
    try:
        wire = f"{local}@{domain.lower() if domain.isascii() else idna.encode(domain, uts46=True).decode()}"
    except UnicodeError:
        raise Permanent("The domain of this address cannot exist.") from None
    if len(wire) > LONGEST_ADDRESS or not all(sign.isalnum() or sign in ".-_[]:" for sign in wire[len(local) + 1 :]):
        raise Permanent("This is not a mail address.")
    if not domain:
        raise Permanent("This is not a mail address.")
    return wire


def _mailbox(mailbox: Mailbox) -> str:
    address = wire_address(mailbox.address)
    name = one_line(mailbox.name)
    return f"{_phrase(name, 'To')} <{address}>" if name else address


def _phrase(name: str, header: str) -> str:
    """A display name: in quotes if it is ASCII, in encoded words if it is not."""
    name = one_line(name)
    if not name.isascii() or "=?" in name or len(name) > 60:
        return _encoded(name, header)
    escaped = name.replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"' if escaped != name or not name.replace(" ", "").isalnum() else name


@lru_cache(maxsize=4096)
def _words(value: str, header: str) -> str:
    """Free text, folded; in encoded words if it is not ASCII or could be taken for one."""
    value = one_line(value)
    if value.isascii() and "=?" not in value:
        return Header(value, "us-ascii", maxlinelen=76, header_name=header).encode(linesep="\r\n")
    return _encoded(value, header)


@lru_cache(maxsize=4096)  # a game's mails have the same names above them
def _encoded(value: str, header: str) -> str:
    return Header(value, "utf-8", maxlinelen=75, header_name=header).encode(linesep="\r\n")


def _token(value: str) -> str:
    """A token that is never folded or encoded."""
    if not value.isascii() or not value.isprintable() or " " in value:
        raise ValueError("a header token must be plain ASCII without blanks")
    return value


def _transferred(body: str) -> tuple[str, str]:
    """A body in the encoding that makes it shorter: many scripts take three times their room in quoted-printable."""
    plain = ("\r\n".join(body.splitlines()) + "\r\n").encode()
    quoted = binascii.b2a_qp(plain, istext=True)
    if len(quoted) <= len(plain) * BASE64_GROWTH:
        return "quoted-printable", quoted.decode("ascii")
    lines = (binascii.b2a_base64(plain[at : at + 57], newline=False) for at in range(0, len(plain), 57))
    return "base64", b"\r\n".join(lines).decode("ascii")
