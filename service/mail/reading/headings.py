"""The heading of a quote without marks: a title between dashes, or the quoted header of the mail that is answered.

A header is known by the names of its fields, or in a language that is not in the tables by its shape: three fields or
more, an address in one and a date in another.
"""

import re
from typing import TypeAlias

from service.mail.reading import words

_DASHES = "-_=–—*<> \t\u00a0"
_TITLE = re.compile(r"[-=_]{4,40}\s?[^-=_]{3,60}?\s?[-=_]{4,40}")
_LONGEST_NAME = 30
_FEWEST_FIELDS, _MOST_FIELDS = 3, 7
YEAR_OR_TIME = re.compile(r"\d\d\d\d|\d[:.h]\d\d|\d[./-]\d")
_KINDS = (words.SENDER, words.DATE, words.TO, words.SUBJECT)
_ALL_NAMES = frozenset().union(*_KINDS)
Field: TypeAlias = tuple[str, str]


def headings(lines: list[str]) -> set[int]:
    """The lines at which a quote without marks begins."""
    fields = [_field(line) for line in lines]
    return {at for at, line in enumerate(lines) if line and _begins_quote(lines, fields, at)}


def _begins_quote(lines: list[str], fields: list[Field], at: int) -> bool:
    line = lines[at]
    if line[0] in _DASHES or line[-1] == ":":
        title = line.strip(_DASHES).rstrip(":").casefold()
        if title in words.ORIGINAL:
            return True
        if _TITLE.fullmatch(line):
            below = next((other for other in range(at + 1, min(at + 4, len(lines))) if lines[other]), at)
            return below > at and _is_header(lines, fields, below)
    return bool(fields[at][0]) and _is_header(lines, fields, at)


def _is_header(lines: list[str], fields: list[Field], at: int) -> bool:
    """Whether a quoted header begins here."""
    following = [other for other in range(at, min(at + 12, len(lines))) if lines[other]][:_MOST_FIELDS]
    near = [fields[other] for other in following]
    if near[0][0] in _ALL_NAMES:
        named = {name for name, _ in near}
        return bool(named & words.SENDER) and sum(not named.isdisjoint(kind) for kind in _KINDS) >= _FEWEST_FIELDS
    return _has_shape(near)


def _has_shape(fields: list[Field]) -> bool:
    """Whether the first fields in a row are like a header's, whatever their names."""
    length = next((at for at, (name, _) in enumerate(fields) if not name), len(fields))
    if length < _FEWEST_FIELDS:
        return False
    said = [value for _, value in fields[:length]]
    plain = [value for value in said if "@" not in value]
    return len(plain) < length and any(YEAR_OR_TIME.search(value[:100]) for value in plain)


def _field(line: str) -> Field:
    """The name and the value of a line that could be a field; no name if it could not."""
    found = min((at for at in (line.find(":"), line.find("：")) if at >= 0), default=-1)
    name = line[: max(found, 0)].strip("*_ \t\u00a0").casefold()
    if not name or len(name) > _LONGEST_NAME or any(sign.isdigit() or sign in "/<>@" for sign in name):
        return "", ""
    return name, line[found + 1 :].strip("* \t")
