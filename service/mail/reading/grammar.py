"""One line of a reply as what it could mean: a number, a card, a rank, a suit, a command; it knows no game.

A line is bare when it says one such thing and nothing else but words of courtesy. Whatever is not understood is kept,
so that an answer can quote it.
"""

import re
import unicodedata
from dataclasses import dataclass
from typing import TypeAlias

from service.mail.reading import words
from service.mail.reading.limits import LONGEST_MOVE_LINE

_TOKEN = re.compile(r"[-+]?\d+(?:[.,/:]\d+)+|[-+]\d+|[^\W_]+(?:'[^\W\d_]+)?|[♣♧♦♢♥♡❤♠♤]|\S")
_LINK = re.compile(r"https?://\S{1,2000}")
_CARD = re.compile(r"(10|[2-9tjqka])([cdhs])")
_SUIT_FIRST = re.compile(r"([cdhs])(10|[2-9])")  # "ha" is a laugh, and "dk" is "don't know"
_QUOTES = str.maketrans("‘’‚‛′`´“”„‟″«»", "'" * 7 + '"' * 7)
_UNSEEN = dict.fromkeys(
    [0xFE0E, 0xFE0F, 0x20E3, 0x200B, 0x200C, 0x200D, 0x2060, 0xFEFF, 0x00AD, *range(0x202A, 0x202F)]
)
_MARKS = frozenset(".,:;!'\"()[]{}*_~-–—=…•·|#")
_COURTESY = words.FILLERS | words.ARTICLES | words.PLAYING | words.BIDDING


@dataclass(frozen=True, slots=True)
class Number:
    """A number, in digits or in words: a bid."""

    value: int


@dataclass(frozen=True, slots=True)
class Named:
    """A card by its rank, its suit, or both, in the letters of `ohhell.code`; "" for what was not said."""

    rank: str = ""
    suit: str = ""


@dataclass(frozen=True, slots=True)
class Ask:
    """A command, or "pass"."""

    name: str


Meaning: TypeAlias = Number | Named | Ask


@dataclass(frozen=True, slots=True)
class Line:
    """What a line could mean: each different meaning once, the words that mean nothing here, and its remark.

    `corrected` tells that all of those words are of the kind "no, sorry, I mean"; `words` is the line without its
    remark, as it was written.
    """

    meanings: tuple[Meaning, ...]
    unknown: tuple[str, ...]
    words: str
    remark: str
    corrected: bool = False

    @property
    def bare(self) -> Meaning | None:
        """The one thing that the line says, if it says nothing else."""
        return self.meanings[0] if len(self.meanings) == 1 and not self.unknown else None


def parse(line: str, writer: frozenset[str] = frozenset()) -> Line:
    """What this line could mean; `writer` are the names of who wrote it, which say nothing here."""
    said, remark = _without_remark(line)
    if not said or len(said) > LONGEST_MOVE_LINE or "://" in said or said in words.SIGHS:
        return Line((), (said,) if said else (), said, remark)
    tokens = [token for token in _tokens(said) if not _is_mark(token)]
    if asked := _asked(tokens):
        return Line((asked,), (), said, remark)
    meanings, unknown = _meanings(tokens)
    unknown = [word for word in unknown if word not in writer]
    corrected = bool(unknown) and all(word in words.CORRECTIONS for word in unknown)
    return Line(tuple(dict.fromkeys(meanings)), tuple(unknown), said, remark, corrected)


def is_reaction(line: str) -> bool:
    """Whether a line says nothing in words: an emoji or a few, a heart, a link, or the note a client sends for one."""
    folded = _LINK.sub("", line).translate(_UNSEEN).casefold()
    return not any(sign.isalnum() for sign in folded) or any(word in folded for word in words.REACTED)


def _without_remark(line: str) -> tuple[str, str]:
    at = line.find("//")
    while at > 0 and line[at - 1] == ":":
        at = line.find("//", at + 2)
    return (line.strip(), "") if at < 0 else (line[:at].strip(), line[at + 2 :].strip("/ \t"))


def _is_mark(token: str) -> bool:
    """Whether this is punctuation, or an emoji that is no suit: a smile beside a move takes nothing from it."""
    if len(token) == 1 and token not in words.SUITS:
        return token in _MARKS or unicodedata.category(token) in {"So", "Sk"}
    return False


def _tokens(said: str) -> list[str]:
    plain = unicodedata.normalize("NFKC", said.translate(_UNSEEN).translate(_QUOTES)).casefold()
    return _TOKEN.findall(plain)


def _asked(tokens: list[str]) -> Ask | None:
    said = [token for token in tokens if token != "?"]
    phrase = " ".join(said)
    core = [token for token in said if token not in words.FILLERS | words.ARTICLES | words.ASKING]
    name = words.COMMANDS.get(phrase) or words.COMMANDS.get(" ".join(core))
    if name:
        return Ask(name)
    return Ask("pass") if len(core) == 1 and core[0] in words.PASSING and "?" not in tokens else None


def _meanings(tokens: list[str]) -> tuple[list[Meaning], list[str]]:
    """The meanings and the unknown words of a line, read from left to right."""
    meanings: list[Meaning] = []
    unknown: list[str] = []
    playing = bidding = article = False
    at = 0
    while at < len(tokens):
        token = tokens[at]
        card, used = _card(tokens, at)
        found = card or _alone(token, playing or article, bidding)
        playing, bidding = playing or token in words.PLAYING, bidding or token in words.BIDDING
        article = token in words.ARTICLES
        if found:
            meanings.append(found)
        elif token not in _COURTESY:
            unknown.append(token)
        at += used
    return meanings, unknown


def _card(tokens: list[str], at: int) -> tuple[Named | None, int]:
    """The card that begins here, of a rank and a suit in either order, and how many words it takes."""
    whole = _CARD.fullmatch(tokens[at])
    if whole:
        return Named(words.RANKS[whole[1]], words.SUIT_LETTERS[whole[2]]), 1
    if turned := _SUIT_FIRST.fullmatch(tokens[at]):
        return Named(words.RANKS[turned[2]], words.SUIT_LETTERS[turned[1]]), 1
    second = at + 2 if tokens[at + 1 : at + 2] == ["of"] else at + 1
    if second >= len(tokens):
        return None, 1
    named = _rank_and_suit(tokens[at], tokens[second], second > at + 1)
    named = named or _rank_and_suit(tokens[second], tokens[at], False)
    return named, second + 1 - at if named else 1


def _rank_and_suit(rank: str, suit: str, of: bool) -> Named | None:
    """The card of these two words; "a club" is one of the clubs, "a of clubs" and "A ♣" are the ace."""
    if rank not in words.RANKS or (rank == "a" and not of and len(suit) > 1):
        return None
    named = words.SUITS.get(suit) or words.SUIT_LETTERS.get(suit)
    return Named(words.RANKS[rank], named) if named else None


def _alone(token: str, playing: bool, bidding: bool) -> Meaning | None:
    """What one word means by itself; a number is a rank when it is played, or has an article."""
    number = words.NUMBERS.get(token)
    if number is None and token.isdecimal() and len(token) <= 3:
        number = int(token)
    if playing and not bidding and token in words.RANKS and len(token.strip("0123456789")) != 1:
        return Named(rank=words.RANKS[token])
    if number is not None:
        return Number(number)
    if len(token) > 1 and token in words.RANKS:
        return Named(rank=words.RANKS[token])
    return Named(suit=words.SUITS[token]) if len(token) > 1 and token in words.SUITS else None
