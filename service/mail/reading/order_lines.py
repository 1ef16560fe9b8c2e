"""One line of a reply as orders and moves; it knows no game. A line that is not understood to its end is no order."""

import re
import unicodedata
from dataclasses import dataclass

from service.mail.reading import order_patterns as patterns
from service.mail.reading import order_words
from service.mail.reading.limits import LONGEST_ORDER_LINE
from service.mail.reading.order_items import About, Bids, Cards, Item, Led
from service.mail.reading.order_scan import Scan

_TOKEN = re.compile(r"[-+]?\d+(?:[.,/:]\d+)+|[-+]\d+|[^\W_]+(?:'[^\W\d_]+)?|[♣♧♦♢♥♡❤♠♤→]|\S")
_QUOTES = str.maketrans("‘’′`´“”„«»", "'" * 5 + '"' * 5)
_UNSEEN = dict.fromkeys([0xFE0E, 0xFE0F, 0x200B, 0x200C, 0x200D, 0x2060, 0xFEFF, 0x00AD])
_MARKS = frozenset('"*_')


@dataclass(frozen=True, slots=True)
class OrderLine:
    """What a line says, item by item, and `rest`, from where on it was not understood.

    `marked`: it speaks of orders, whether it was understood or not.
    """

    items: tuple[Item, ...]
    rest: str
    marked: bool

    @property
    def whole(self) -> bool:
        """Whether every word of it was understood."""
        return bool(self.items) and not self.rest

    @property
    def orders(self) -> bool:
        """Whether it was understood, and says more than one move."""
        return self.whole and (len(self.items) > 1 or any(map(_is_order, self.items)))


def _is_order(item: Item) -> bool:
    match item:
        case Cards(codes, legal, then):
            return legal or (then and len(codes) > 1)
        case Bids(_, other):
            return other is not None
        case _:
            return True


def said(line: str) -> str:
    """A line as its words in lower case, a space between any two."""
    plain = unicodedata.normalize("NFKC", line.translate(_UNSEEN).translate(_QUOTES)).casefold()
    return " ".join(token for token in _TOKEN.findall(plain) if token not in _MARKS)


def read_orders(line: str) -> OrderLine:
    """What a line, without its remark, says of orders and moves."""
    text = said(line) if len(line) <= LONGEST_ORDER_LINE else ""
    bare = text.strip(" .!")
    for name, phrases in (("orders", order_words.QUERIES), ("no-orders", order_words.WITHDRAWALS)):
        if bare in phrases or (name == "orders" and bare.rstrip(" ?") in phrases):
            return OrderLine((About(name),), "", True)
    scan = Scan(text)
    rest = scan.run()
    marked = any(isinstance(item, Led) for item in scan.items) or bool(patterns.MARKED.search(text))
    return OrderLine(tuple(scan.items), rest, marked)
