"""The checks of the inbox's settings, by their environment names; each fault is one sentence."""

import re
from collections.abc import Mapping
from urllib.parse import urlsplit

LOOPBACK = frozenset({"127.0.0.1", "localhost", "::1"})
LONGEST_DOMAIN = 180  # an address has 254 octets at most, and what stands before the @ takes up to 64
SHORTEST_SECRET = 32
_LABEL = r"[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?"
_DOMAIN = re.compile(rf"(?:{_LABEL}\.)*{_LABEL}")
_AUTHSERV = re.compile(r"[A-Za-z0-9._-]{1,253}")


def faults(given: Mapping[str, str]) -> list[str]:
    """What is wrong with the settings of the inbox. What holds a password is never repeated."""
    checks = (_domain, _listen, _lookup, _imap, _secret, _authserv, _choices, _size)
    return [sentence for check in checks if (sentence := check(given))]


def place(address: str) -> tuple[str, int] | None:
    """The host and port of "127.0.0.1:8024" or "[::1]:8024", or None if it is nothing like that."""
    try:
        parts = urlsplit(f"//{address}")
        return (parts.hostname, parts.port) if parts.hostname and parts.port and parts.netloc == address else None
    except ValueError:
        return None


def _domain(given: Mapping[str, str]) -> str | None:
    domain = given["INBOX_DOMAIN"]
    if not domain or (len(domain) <= LONGEST_DOMAIN and _DOMAIN.fullmatch(domain.lower())):
        return None
    return f"INBOX_DOMAIN must be a domain in ASCII such as reply.cards.example; it is {domain!r}."


def _listen(given: Mapping[str, str]) -> str | None:
    scheme, _, address = given["INBOX_LISTEN"].partition("://")
    if scheme in {"lmtp", "smtp"} and place(address):
        return None
    return f"INBOX_LISTEN must look like lmtp://127.0.0.1:8024 or smtp://0.0.0.0:25; it is {given['INBOX_LISTEN']!r}."


def _lookup(given: Mapping[str, str]) -> str | None:
    if place(given["INBOX_LOOKUP"]):
        return None
    return f"INBOX_LOOKUP must look like 127.0.0.1:8025; it is {given['INBOX_LOOKUP']!r}."


def _imap(given: Mapping[str, str]) -> str | None:
    if not given["INBOX_IMAP"]:
        return None
    try:
        parts = urlsplit(given["INBOX_IMAP"])
        ok = parts.scheme in {"imap", "imap+starttls", "imaps"} and bool(parts.hostname) and bool(parts.username)
        ok = ok and parts.password is not None and (parts.port or 1) > 0 and not parts.query
    except ValueError:
        return "INBOX_IMAP must look like imaps://user:password@mail.example, with % signs for odd characters."
    if not ok:
        return "INBOX_IMAP must look like imaps://user:password@mail.example, with % signs for odd characters."
    if parts.scheme == "imap" and parts.hostname not in LOOPBACK:
        return "INBOX_IMAP would send the password in the clear: use imaps:// or imap+starttls://."
    return None


def _secret(given: Mapping[str, str]) -> str | None:
    secret = given["INBOX_SECRET"]
    if not secret or len(secret) >= SHORTEST_SECRET:
        return None
    return f"INBOX_SECRET must have at least {SHORTEST_SECRET} characters."


def _authserv(given: Mapping[str, str]) -> str | None:
    name = given["INBOX_AUTHSERV"]
    if not name or _AUTHSERV.fullmatch(name):
        return None
    return f"INBOX_AUTHSERV must be a name such as mx.cards.example; it is {name!r}."


def _choices(given: Mapping[str, str]) -> str | None:
    if given["INBOX_UNVERIFIED"] not in {"play", "confirm"}:
        return f"INBOX_UNVERIFIED must be `play` or `confirm`; it is {given['INBOX_UNVERIFIED']!r}."
    if given["INBOX_KEEP_BODIES"] not in {"yes", "no"}:
        return f"INBOX_KEEP_BODIES must be `yes` or `no`; it is {given['INBOX_KEEP_BODIES']!r}."
    return None


def _size(given: Mapping[str, str]) -> str | None:
    size = given["INBOX_SIZE"]
    if size.isascii() and size.isdigit() and 10_000 <= int(size) <= 50_000_000:
        return None
    return f"INBOX_SIZE must be a number of bytes from 10000 to 50000000; it is {size!r}."
