"""The phrases of orders as patterns, made from the words in `order_words`; they match words with a space between."""

import re
from collections.abc import Iterable

from service.mail.reading import order_words, words


def any_of(phrases: Iterable[str], end: str = r"(?= |$)") -> str:
    """A pattern for any of these phrases, the longest first; `end` is what must follow."""
    return f"(?:{'|'.join(sorted(map(re.escape, phrases), key=len, reverse=True))}){end}"


def led_of(phrases: Iterable[str]) -> str:
    """A pattern for any of these phrases about a suit that is led; its group "suit" names it."""
    suit = rf"(?:a |an |the )?(?P<suit>{any_of(words.SUITS, '')})"
    forms = sorted(map(re.escape, phrases), key=len, reverse=True)
    named = [re.sub(r"\\\{suit\\\}", f"(?:a |an |the )?(?:{any_of(words.SUITS, '')})", form) for form in forms]
    return f"(?=.*?{suit})(?:{'|'.join(named)})(?= |$)"


RANK_WORDS = [rank for rank in words.RANKS if rank != "a"]
CARD = re.compile(
    r"(?:the |my )?(?:(?P<short>10|[2-9tjqka])(?P<letter>[cdhs])"
    rf"|(?P<rank>{any_of(RANK_WORDS, '')}|a(?= of | [♣♧♦♢♥♡❤♠♤])) (?:of )?(?P<suit>{any_of(words.SUITS, '')}))(?= |$)"
)
NUMBER = re.compile(rf"(?P<digits>\d\d?)(?= |$)|{any_of(words.NUMBERS)}")
BIDDING, PLAYING = re.compile(any_of(order_words.BIDDING)), re.compile(any_of(order_words.PLAYING))
THEN, ELSE = re.compile(any_of(order_words.THEN)), re.compile(any_of(order_words.ELSE))
OR = re.compile(any_of(("or",)))
LEGAL, LISTS = re.compile(any_of(order_words.LEGAL)), re.compile(any_of(order_words.LISTS))
MADE, SHORT = re.compile(any_of(order_words.MADE)), re.compile(any_of(order_words.SHORT))
FORBIDDEN, ALLOWED = re.compile(any_of(order_words.FORBIDDEN)), re.compile(any_of(order_words.ALLOWED))
THIS, NEXT = re.compile(any_of(order_words.THIS_TRICK)), re.compile(any_of(order_words.NEXT_TRICK))
TRICK = re.compile(rf"{any_of(order_words.TRICK)} (?P<number>\d\d?)(?= |$)")
LED = re.compile(led_of(order_words.LED))
HEADS = re.compile(any_of(order_words.HEADS))
WAYS = {phrase: way for way, phrases in order_words.WAYS.items() for phrase in phrases}
WAY = re.compile(any_of(WAYS))
JOIN = f"(?:{any_of((*order_words.THEN, *order_words.ELSE))})"
CONDITIONS = (*order_words.MADE, *order_words.SHORT, *order_words.LEGAL)
MARKED = re.compile(
    rf"(?:^|(?<= ))(?:{any_of(CONDITIONS)}|{led_of(order_words.ASKED_LED)}"
    rf"|{JOIN} (?:, )?{any_of(WAYS)}|{any_of(WAYS)} (?:, )?{JOIN})"
    rf"|^{any_of(WAYS)} (?:[?,]|{any_of(order_words.CONNECTIVES)})"
)
