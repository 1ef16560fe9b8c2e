"""The new lines of a reply: without quotes, attributions, signatures, footers, and what we ourselves sent.

A quote without ">" begins at an attribution, a quoted header or a title such as "Original Message", and is taken to
last to the end, unless the end of our own mail is found in it: below that, people write again.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum, auto
from itertools import islice
from typing import TypeAlias

from service.mail.reading import words
from service.mail.reading.grammar import parse
from service.mail.reading.headings import YEAR_OR_TIME, headings
from service.mail.reading.limits import MOST_NEW_LINES, capped
from service.mail.reading.ours import Ours
from service.mail.reading.signing import closes, is_name, is_signature

_LONGEST_ATTRIBUTION = 300
_SHORTEST_BEGINNING = 12
_MOST_ATTRIBUTIONS = 60
_WRAPPED_FROM = 60
_NEAR, _FEW = 20, 4
_DASHES = "-_=–—*<> \t\u00a0"
_DIRECTIONS = dict.fromkeys((0x200E, 0x200F, 0xFEFF, *range(0x202A, 0x202F), *range(0x2066, 0x206A)))
_DATE_AND_SENDER = re.compile(r"\d{4}\s?[/.年-]\s?\d{1,2}[^<>]{1,100}<[^<>\s]{1,64}@[^<>\s]{1,254}>$")
_SENDER = re.compile(r"<[^<>\s@]{1,64}@[^<>\s@]{1,254}>")
_ENDS = (":", "：", "wrote", ">")
_SENDER_AND_COLON = re.compile(r"<[^<>\s]{3,254}>\s*(?:\([^()]{0,80}\))?\s*[:：]$")


class Kind(Enum):
    """What a line is, by itself and its neighbours."""

    BLANK = auto()
    NEW = auto()
    QUOTED = auto()
    OURS = auto()
    ATTRIBUTION = auto()
    MARKER = auto()
    SIGNATURE = auto()


Kinds: TypeAlias = list[Kind]


@dataclass(frozen=True, slots=True)
class Fresh:
    """The new lines in order, and whether any line was quoted or ours."""

    lines: tuple[str, ...]
    quotes: bool


def fresh(text: str, sent: str | None, writer: frozenset[str] = frozenset()) -> Fresh:
    """What is new in a reply's text, line by line, given the words of the mail it answers and its writer's names."""
    lines = [line.strip() for line in capped(text)[0].translate(_DIRECTIONS).split("\n")]
    ours = Ours(sent)
    kinds = _kinds(lines, ours)
    _attributions(lines, kinds)
    kept = _kept(lines, kinds, ours, writer)
    return Fresh(tuple(kept[:MOST_NEW_LINES]), any(kind in _NOT_NEW for kind in kinds))


_NOT_NEW = frozenset({Kind.QUOTED, Kind.OURS, Kind.ATTRIBUTION, Kind.MARKER})


def _kinds(lines: list[str], ours: Ours) -> Kinds:
    known, begun = ours.found(lines), headings(lines)
    kinds: Kinds = []
    for at, line in enumerate(lines):
        if not line:
            kinds.append(Kind.BLANK)
        elif line.startswith((">", "＞", "| ")):
            kinds.append(Kind.QUOTED)
        elif at in begun:
            kinds.append(Kind.MARKER)
        elif known[at] or (not ours.pages and _is_wrapped_quote(lines, at)):
            kinds.append(Kind.OURS)
        else:
            kinds.append(Kind.SIGNATURE if is_signature(line) else Kind.NEW)
    return kinds


def _is_wrapped_quote(lines: list[str], at: int) -> bool:
    """Whether a line is the end of the long quoted line above it, broken off by a client."""
    above = lines[at - 1] if at else ""
    return above.startswith(">") and len(above) >= _WRAPPED_FROM


def _attributions(lines: list[str], kinds: Kinds) -> None:
    """Mark attributions, which clients may break into up to three lines."""
    for at in islice(_candidates(lines, kinds), _MOST_ATTRIBUTIONS):
        first = at
        while first > max(0, at - 2) and kinds[first - 1] is Kind.NEW and _may_begin_attribution(lines[first - 1]):
            first -= 1
        for begin in sorted({first, at}):
            if _is_attribution(" ".join(lines[begin : at + 1]), _next(kinds, at) in {Kind.QUOTED, Kind.OURS}):
                kinds[begin : at + 1] = [Kind.ATTRIBUTION] * (at + 1 - begin)
                break


def _candidates(lines: list[str], kinds: Kinds) -> Iterator[int]:
    """The lines that may end an attribution."""
    for at, line in enumerate(lines):
        if kinds[at] in {Kind.NEW, Kind.SIGNATURE} and (line.rstrip("-* ").endswith(_ENDS) or _names_sender(line)):
            yield at


def _names_sender(line: str) -> bool:
    """Whether a line has an address as mail programmes write it: between angle brackets."""
    return bool(_SENDER.search(line))


def _next(kinds: Kinds, at: int) -> Kind | None:
    """What comes below a line, empty lines and attributions apart."""
    return next((each for each in kinds[at + 1 :] if each not in {Kind.BLANK, Kind.ATTRIBUTION}), None)


def _is_attribution(text: str, quote_below: bool) -> bool:
    if len(text) > _LONGEST_ATTRIBUTION or not (quote_below or "@" in text or YEAR_OR_TIME.search(text)):
        return False
    if quote_below and _names_sender(text) and YEAR_OR_TIME.search(text):
        return True
    if text.endswith(">"):
        return bool(_DATE_AND_SENDER.match(text))
    folded = text.casefold()
    return any(word in folded for word in words.WROTE) or bool(_SENDER_AND_COLON.search(text))


def _may_begin_attribution(line: str) -> bool:
    folded = line.strip(_DASHES).casefold()
    if len(folded) < _SHORTEST_BEGINNING:
        return False
    opened = folded.partition(" ")[0] in words.OPENS and any(letter.isdigit() for letter in folded)
    return opened or "@" in line or "<" in line or bool(YEAR_OR_TIME.search(line))


def _kept(lines: list[str], kinds: Kinds, ours: Ours, writer: frozenset[str]) -> list[str]:
    """The new lines: above a quote without marks, between marked quotes, and below the end of our own mail."""
    start = _foreign_from(kinds)
    tail = _tail_from(lines, kinds, ours, start)
    kept: list[str] = []
    signed = False
    for at, (line, kind) in enumerate(zip(lines, kinds, strict=True)):
        if start <= at < tail or kind in _NOT_NEW:
            signed = False
        elif kind is Kind.SIGNATURE:
            signed = signed or bool(kept) or line.startswith(("--", "__"))
        elif kind is Kind.NEW and not signed:
            signed = bool(kept) and _is_signed(line, writer, _new_below(kinds, at))
            kept += [] if signed else [line]
    return kept


def _foreign_from(kinds: Kinds) -> int:
    """Where a quote without marks begins; beyond the last line if there is none."""
    for at, kind in enumerate(kinds):
        if kind is Kind.MARKER:
            return at
        if kind is Kind.ATTRIBUTION and _next(kinds, at) is not Kind.QUOTED:
            return at
    return len(kinds)


def _tail_from(lines: list[str], kinds: Kinds, ours: Ours, start: int) -> int:
    """Where people write again below a quote without marks: under the end of our mail, if it is there."""
    last = max((at for at in range(start, len(kinds)) if kinds[at] is Kind.OURS), default=None)
    if last is None or not ours.ends(lines[last]):
        return len(kinds)
    return last + 1


def _is_signed(line: str, writer: frozenset[str], below: int) -> bool:
    """Whether the writer signs here; what could be a move is no name."""
    return closes(line, writer, below) or (is_name(line, writer) and not parse(line).meanings)


def _new_below(kinds: Kinds, at: int) -> int:
    """How many new lines follow, down to a quote or a signature; no more than a few are counted."""
    below = 0
    for kind in kinds[at + 1 : at + _NEAR]:
        if kind in _NOT_NEW or kind is Kind.SIGNATURE or below > _FEW:
            break
        below += kind is Kind.NEW
    return below
