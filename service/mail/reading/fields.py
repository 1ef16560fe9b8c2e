"""The structured header fields of a message: addresses, message ids, parameters, authentication results.

All of them are read token by token, in one pass, with comments left out (RFC 5322, 2045, 2231, 8601).
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice
from urllib.parse import unquote

from service.mail.reading.coding import words_decoded
from service.mail.reading.limits import LONGEST_HEADER, LONGEST_ID, MOST_ADDRESSES, MOST_IDS, MOST_TOKENS

_TOKEN = re.compile(r'"((?:[^"\\]|\\.)*)"?|[^\s"()\\<>,;:=]+|\s+|.', re.DOTALL)
_ESCAPED = re.compile(r"\\(.)", re.DOTALL)
_ADDRESS = re.compile(r"[^\s@<>(),;:\"\[\]\\]{1,64}@[^\W_][\w.-]{0,252}")
_ID = re.compile(rf"<([^<>]{{1,{LONGEST_ID}}})>")


@dataclass(frozen=True, slots=True)
class Check:
    """One result of RFC 8601: what was tried ("dkim"), how it went ("pass"), and its properties ("header.d")."""

    method: str
    result: str
    properties: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True)
class Token:
    """A piece of a field: a quoted string, white space (as one blank), a special character, or a word."""

    text: str
    quoted: bool = False


def tokens(value: str) -> Iterator[Token]:
    """The pieces of a field, in order, without comments."""
    depth = 0
    for found in islice(_TOKEN.finditer(value[:LONGEST_HEADER]), MOST_TOKENS):
        text = found[0]
        if text == "(":
            depth += 1
        elif text == ")" and depth:
            depth -= 1
        elif depth == 0:
            yield _token(text, found[1])


def _token(text: str, inside: str | None) -> Token:
    if inside is not None:
        return Token(_ESCAPED.sub(r"\1", inside), quoted=True)
    return Token(" " if text.isspace() else text)


def addresses(value: str) -> list[str | None]:
    """The bare addresses of a field, their domains in lower case; None stands for one that is odd."""
    found: list[str | None] = []
    bare: list[Token] = []
    angle: list[Token] | None = None
    closed = odd = False
    for token in (*tokens(value), Token(",")):
        special = "" if token.quoted else token.text
        if special in {",", ";"} and (angle is None or closed):
            found += _mailbox(bare if angle is None else angle, odd, named=angle is not None)
            bare, angle, closed, odd = [], None, False, False
        elif special == ":" and angle is None:
            bare = []
        elif special == "<":
            odd, angle = odd or angle is not None, []
        elif special == ">":
            odd, closed = odd or angle is None or closed, True
        elif closed:
            odd = odd or not token.text.isspace()
        else:
            (bare if angle is None else angle).append(token)
    found += [None] if angle is not None else []
    return found[:MOST_ADDRESSES]


def _mailbox(pieces: list[Token], odd: bool, named: bool) -> list[str | None]:
    text = "".join('"' if piece.quoted else piece.text for piece in pieces).strip()
    if not text and not named:
        return []
    return [None if odd else address_of(text)]


def address_of(text: str) -> str | None:
    """A bare address with its domain in lower case, or None if it is not a plain one."""
    if not _ADDRESS.fullmatch(text):
        return None
    local, _, domain = text.rpartition("@")
    return f"{local}@{domain.lower()}"


def ids(value: str) -> tuple[str, ...]:
    """The message ids of a field, angle brackets included; of very many the first and the last ones."""
    found = [f"<{''.join(inside.split())}>" for inside in _ID.findall(words_decoded(value))]
    if not found and "@" in value and len(value) < LONGEST_ID and len(value.split()) == 1:
        found = [f"<{value.strip()}>"]
    return tuple(found if len(found) <= MOST_IDS else (*found[:1], *found[1 - MOST_IDS :]))


def parameters(value: str) -> tuple[str, dict[str, str]]:
    """The value before the first semicolon, in lower case, and the parameters behind it."""
    first, *rest = _sections(value)
    found: dict[str, str] = {}
    for section in rest:
        name, _, given = section.partition("=")
        name, star, ending = name.strip().lower().partition("*")
        given = given.strip()
        if star and (ending == "" or ending.endswith("*")):
            given = unquote(given.rpartition("'")[2])
        found[name] = found.get(name, "") + given if star else found.get(name, given)
    return "".join(first.split()).lower(), found


def _sections(value: str) -> list[str]:
    sections = [""]
    for token in tokens(value):
        if token.text == ";" and not token.quoted:
            sections.append("")
        else:
            sections[-1] += token.text
    return sections


def authentication(value: str) -> tuple[str, tuple[Check, ...]]:
    """The authserv-id and the results of one Authentication-Results field."""
    first, *rest = _sections(value)
    server = (first.split() or [""])[0].lower()
    return server, tuple(check for section in rest if (check := _check(section)))


def _check(section: str) -> Check | None:
    words = re.sub(r"\s?=\s?", "=", section).split()
    if not words or "=" not in words[0]:
        return None
    method, _, result = words[0].partition("=")
    pairs = [word.partition("=") for word in words[1:] if "=" in word]
    properties = tuple((name.lower(), given.lower()) for name, _, given in pairs)
    return Check(method.partition("/")[0].lower(), result.lower(), properties)
