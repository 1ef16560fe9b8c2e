"""How mails say names, cards, numbers and times."""

import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import cache
from zoneinfo import ZoneInfo

from service.engine import ohhell
from service.mail.message import one_line

DAYS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")
MONTHS = (
    "January",
    "February",
    "March",
    "April",
    "May",
    "June",
    "July",
    "August",
    "September",
    "October",
    "November",
    "December",
)
SIGNS = {"S": "♠", "H": "♥", "D": "♦", "C": "♣"}
LONGEST_NAME = 40


@dataclass(frozen=True, slots=True)
class Face:
    """A card as it is shown: "10", "♥", suit letter "H", and in words "the ten of hearts"."""

    rank: str
    sign: str
    suit: str
    words: str

    @property
    def text(self) -> str:
        """The card in plain text: "10♥"."""
        return self.rank + self.sign


@dataclass(frozen=True, slots=True)
class Suit:
    """A suit as it is shown: letter "H", "♥" and "hearts"."""

    suit: str
    sign: str
    name: str


@dataclass(frozen=True, slots=True)
class Who:
    """Somebody at the table, told to one of them."""

    name: str
    you: bool

    @property
    def text(self) -> str:
        """The name in plain text, kept apart from its surroundings if it is written from right to left."""
        return "you" if self.you else apart(self.name)

    @property
    def start(self) -> str:
        """The same at the start of a sentence."""
        return "You" if self.you else apart(self.name)


@cache
def face(card: ohhell.Card) -> Face:
    """A card's face. The second deck's copy looks the same."""
    code, suit = ohhell.code(card), ohhell.suit_of(card)
    return Face("10" if code[0] == "T" else code[0], SIGNS[suit], suit, ohhell.say_card(card))


@cache
def suit(letter: ohhell.Suit) -> Suit:
    """A suit by its letter."""
    return Suit(letter, SIGNS[letter], f"{ohhell.suit_name(letter)}s")


def tidy(name: str) -> str:
    """A name on one line and of bearable length."""
    line = one_line(name)
    return line if len(line) <= LONGEST_NAME else f"{line[: LONGEST_NAME - 1]}…"


def apart(text: str) -> str:
    """Text in marks that keep right-to-left writing from reordering what stands beside it."""
    foreign = any(unicodedata.bidirectional(sign) in {"R", "AL"} for sign in text) if not text.isascii() else False
    return f"\u2068{text}\u2069" if foreign else text


def listed(words: Sequence[str]) -> str:
    """ "Ann", "Ann and Bob", "Ann, Bob and Cyd"."""
    return " and ".join(filter(None, (", ".join(words[:-1]), *words[-1:])))


def ordinal(number: int) -> str:
    """ "1st", "2nd", "11th"."""
    ending = "th" if 10 <= number % 100 <= 20 else {1: "st", 2: "nd", 3: "rd"}.get(number % 10, "th")
    return f"{number}{ending}"


def counted(number: int, word: str) -> str:
    """ "1 card", "5 cards"."""
    return f"{number} {word}" if number == 1 else f"{number} {word}s"


def lasting(span: timedelta) -> str:
    """A length of time in its largest even unit: "2 days", "36 hours", "90 minutes"."""
    minutes = round(span.total_seconds() / 60)
    if minutes % 1440 == 0:
        return counted(minutes // 1440, "day")
    return counted(minutes // 60, "hour") if minutes % 60 == 0 else counted(minutes, "minute")


def local_time(moment: datetime, zone: str) -> str:
    """An absolute time where the person is: "Tuesday 1 December, 18:40 (Europe/Berlin)"."""
    return f"{short_time(moment, zone)} ({zone if _known(zone) else 'UTC'})"


def short_time(moment: datetime, zone: str) -> str:
    """As `local_time`, without the name of the zone."""
    there = moment.astimezone(ZoneInfo(zone if _known(zone) else "UTC"))
    return f"{DAYS[there.weekday()]} {there.day} {MONTHS[there.month - 1]}, {there:%H:%M}"


@cache
def _known(zone: str) -> bool:
    try:
        ZoneInfo(zone)
    except (KeyError, ValueError, OSError):
        return False
    return True
