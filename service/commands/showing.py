"""Text for a terminal: suit signs where it can show them, columns that line up, names that cannot steer it."""

import os
import sys
import unicodedata
from collections.abc import Iterable, Sequence

from service.engine import ohhell

_SIGNS = {"S": "♠", "H": "♥", "D": "♦", "C": "♣"}
_PLAIN = str.maketrans({"♠": "S", "♥": "H", "♦": "D", "♣": "C", "−": "-", "×": "x", "²": "^2", "–": "-", "…": "..."})


def card(code: ohhell.Card) -> str:
    """A card as people write it: "10♥"."""
    rank = ohhell.code(code)[0]
    return ("10" if rank == "T" else rank) + sign(ohhell.suit_of(code))


def sign(suit: ohhell.Suit) -> str:
    """A suit's sign."""
    return _SIGNS[suit]


def show(lines: Iterable[str]) -> None:
    """Print the lines, in letters that stdout's encoding has; a reader who has seen enough may stop reading."""
    encoding = sys.stdout.encoding or "utf-8"
    try:
        for line in lines:
            print(_fit(line, encoding).rstrip())
        sys.stdout.flush()
    except BrokenPipeError:
        # What is left must go somewhere when Python ends, or it complains.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _fit(line: str, encoding: str) -> str:
    try:
        line.encode(encoding)
    except UnicodeEncodeError:
        return line.translate(_PLAIN).encode(encoding, "replace").decode(encoding)
    return line


def complain(sentence: str) -> None:
    """One sentence on stderr, of at most 600 characters."""
    whole = sentence if len(sentence) < 600 else sentence[:598] + "…"
    print(f"{whole[:1].upper()}{whole[1:].rstrip('.')}.", file=sys.stderr)


def columns(rows: Sequence[Sequence[str]], right: frozenset[int] = frozenset(), gap: int = 2) -> list[str]:
    """Rows of texts in columns; those in `right` end in line, the others begin in line."""
    widths = [max(map(_width, column)) for column in zip(*rows, strict=True)]
    return [
        (" " * gap)
        .join(_padded(cell, width, place in right) for place, (cell, width) in enumerate(zip(row, widths, strict=True)))
        .rstrip()
        for row in rows
    ]


def _padded(cell: str, width: int, right: bool) -> str:
    space = " " * (width - _width(cell))
    return space + cell if right else cell + space


def _width(cell: str) -> int:
    return sum(
        0 if unicodedata.combining(letter) else 2 if unicodedata.east_asian_width(letter) in "WF" else 1
        for letter in cell
    )
