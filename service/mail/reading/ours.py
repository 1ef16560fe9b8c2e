"""Telling our own words from a player's in a reply: where its lines stand in the mail we sent.

A long line is ours when its words follow each other in our mail. A short one, "2" or "Q♥", could be an answer: it is
ours only in its place, with the words before it, or those after it, the same as in our mail.
"""

import re
import unicodedata

from service.mail.reading.limits import MOST_TEXT

_WORD = re.compile(r"[^\W_]+|[♣♦♥♠]")
_LINK = re.compile(r"[a-z]{2,10}://[^\s<>\"]{1,2000}", re.IGNORECASE)
_AROUND = 3
_LONG = 4
_ENDING = 60
_MOST_PAGES = 4


def spoken(text: str) -> list[str]:
    """The words and suit signs of a text, without links, as they are compared."""
    folded = unicodedata.normalize("NFKC", text.replace("\ufe0e", "").replace("\ufe0f", "")).casefold()
    return _WORD.findall(_LINK.sub(" ", folded))


class Ours:
    """The mail we sent, to be looked up in. It has several pages: its text, and what its HTML says."""

    def __init__(self, sent: str | None) -> None:
        said = [spoken(page[:MOST_TEXT]) for page in (sent or "").split("\f")[:_MOST_PAGES]]
        self.pages = tuple(f" {' '.join(page)} " for page in said if page)
        self.endings = tuple(f" {' '.join(page[-_ENDING:])} " for page in said if page)

    def found(self, lines: list[str]) -> list[bool]:
        """For each line whether it is one of ours."""
        if not self.pages:
            return [False] * len(lines)
        said = [spoken(line) for line in lines]
        stream = [word for line in said for word in line]
        known, at = [], 0
        for line in said:
            end = at + len(line)
            known.append(bool(line) and self._is_ours(stream, at, end))
            at = end
        return known

    def ends(self, line: str) -> bool:
        """Whether a line is from the end of our mail."""
        words = spoken(line)
        return len(words) >= _AROUND and any(_in(words, ending) for ending in self.endings)

    def _is_ours(self, stream: list[str], at: int, end: int) -> bool:
        words = stream[at:end]
        if not any(_in(words, page) for page in self.pages):
            return False
        if len(words) >= _LONG:
            return True
        before, after = stream[max(0, at - _AROUND) : end], stream[at : end + _AROUND]
        in_place = [piece for piece in (before, after) if len(piece) == len(words) + _AROUND]
        return any(_in(piece, page) for piece in in_place for page in self.pages)


def _in(words: list[str], page: str) -> bool:
    return f" {' '.join(words)} " in page
