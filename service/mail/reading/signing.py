"""Where a writer signs: dashes, what phones and virus scanners add, how letters are closed, and names."""

import re
from collections.abc import Iterable

from service.mail.reading import words
from service.mail.reading.devices import is_device_line

_EDGES = " ,.!-–—~*_/\t\u00a0"
_DASHED_NAME = re.compile(r"[-–—~]\s?[^\W\d_]{2,20}(?: [^\W\d_]{1,20})?")
_CLOSED_NAME = re.compile(r"[^\W\d_]{1,20}")
_BETWEEN = re.compile(r" [/|] ")
_FEW_LINES = 4


def is_signature(line: str) -> bool:
    """Whether a signature or a footer begins here, whoever writes."""
    if line in {"--", "—", "––", "---"} or (len(line) >= 10 and not line.strip("_-=*")):
        return True
    start = line.lstrip("*_[( ").casefold()
    begins = start.startswith(words.SENT_FROM) or start.startswith(words.FOOTERS)
    return begins or is_device_line(line) or any(name in start for name in words.SCANNERS)


def names(writer: str) -> frozenset[str]:
    """The names that somebody signs with: the whole one, and each word of it, as `str.casefold` leaves them."""
    whole = " ".join(writer.split()).casefold()
    return frozenset(filter(None, (whole, *whole.split())))


def is_name(line: str, writer: frozenset[str]) -> bool:
    """Whether a line is only the writer's name, or a name behind a dash."""
    bare = line.strip(_EDGES)
    return bare.casefold() in writer or (bare.istitle() and bool(_DASHED_NAME.fullmatch(line)))


def closes(line: str, writer: frozenset[str], below: int) -> bool:
    """Whether a letter is closed here: "Cheers," and hardly anything below, "Kind regards", or "Cheers, Ann"."""
    for piece in _BETWEEN.split(line):
        folded = piece.strip(_EDGES).casefold()
        if folded in words.SIGN_OFFS:
            return below < _FEW_LINES or " " in folded or folded in words.FORMAL
    return below == 0 and _is_closed_by(line, _openings(line), writer)


def _openings(line: str) -> Iterable[str]:
    folded = line.casefold()
    return (word for word in words.SIGN_OFFS if folded.startswith(word) and len(word) > 1)


def _is_closed_by(line: str, openings: Iterable[str], writer: frozenset[str]) -> bool:
    for opening in openings:
        rest = line[len(opening) :]
        if rest[:1] in {" ", ","} and rest.strip(_EDGES).casefold() in writer:
            return True
        name = rest[1:].strip()
        if rest[:1] == "," and name[:1].isupper() and _CLOSED_NAME.fullmatch(name.rstrip(".")):
            return True
    return False
