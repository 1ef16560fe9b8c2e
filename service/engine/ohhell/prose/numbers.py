"""Numbers, suits and formulas in words; it may not know rules."""

from collections.abc import Iterable, Sequence

from service.engine.ohhell.cards import suit_name

_SMALL = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")


def counted(count: int, one: str) -> str:
    """ "1 card", "3 cards"."""
    return f"{count} {one}" if count == 1 else f"{count} {one}s"


def spelled(count: int) -> str:
    """A small number as a word."""
    return _SMALL[count] if 0 <= count < len(_SMALL) else str(count)


def listed(items: Iterable[str], last: str = "and") -> str:
    """ "a, b and c"."""
    words = list(items)
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} {last} {words[-1]}" if words else ""


def suits(letters: str) -> str:
    """Suits by their letters: "spades and hearts"."""
    return listed(f"{suit_name(letter)}s" for letter in letters)


def signed(points: int) -> str:
    """Points with a real minus sign."""
    return f"−{-points}" if points < 0 else str(points)


def points(count: int) -> str:
    """ "1 point", "−20 points"."""
    return f"{signed(count)} point" if abs(count) == 1 else f"{signed(count)} points"


def added(terms: Sequence[tuple[int, str]]) -> str:
    """A sum of (factor, name) with its zeros left out: "10 + 2 × bid"; a name "" is a plain number. "0" if all are."""
    written = ""
    for factor, name in terms:
        if factor == 0:
            continue
        size = f"{abs(factor)} × {name}" if name and abs(factor) != 1 else name or str(abs(factor))
        sign = ("" if factor > 0 else "−") if not written else (" + " if factor > 0 else " − ")
        written += sign + size
    return written or "0"
