"""What the prose is made of: plain values, so that a page, a mail and a terminal can each show them their own way."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Table:
    """A table of texts; the first column names each row."""

    header: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    caption: str = ""


@dataclass(frozen=True, slots=True)
class Section:
    """A part of the rules: sentences from the sources, and then what was decided here where they are silent.

    `decisions` begin in lower case, to follow "Decided here:".
    """

    title: str
    paragraphs: tuple[str, ...]
    decisions: tuple[str, ...] = ()
    table: Table | None = None

    @property
    def decided(self) -> bool:
        """Whether any of it was decided here."""
        return bool(self.decisions)
