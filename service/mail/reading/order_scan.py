"""Reading a line of orders from left to right, phrase by phrase; what is not a known phrase ends it."""

import re
from dataclasses import dataclass, field

from service.mail.reading import order_patterns as patterns
from service.mail.reading import words
from service.mail.reading.order_items import Bids, Cards, Item, Led, Way

_STOPS = frozenset(".;!")
_PAUSES = frozenset({",", "and", "please", "pls", "plz", "–", "—", "(", ")"})


@dataclass
class Scan:
    """Reads a line from left to right.

    `trick` is the trick that is spoken of, `when` a condition that waits, `apart` whether something else may begin.
    """

    text: str
    at: int = 0
    items: list[Item] = field(default_factory=list)
    joined: str = ""
    when: str = ""
    trick: str = ""
    apart: bool = True

    def run(self) -> str:
        """Read all; what is left, from where on nothing is understood."""
        self._take(patterns.HEADS)
        while self.at < len(self.text):
            before = self.at
            if not self._read():
                return self.text[before:]
        return self.text if self.when or self.joined in {"then", "else"} else ""

    def _read(self) -> bool:
        word = self.text[self.at :].split(" ", 1)[0]
        if word in _STOPS or word in _PAUSES:
            self._skip(word)
            return not (word in _STOPS and (self.when or self.joined in {"then", "else"}))
        for kind, pattern in (("then", patterns.THEN), ("else", patterns.ELSE)):
            if self._take(pattern):
                return self._join(kind)
        return self._condition() or self._of_a_trick() or self._way() or self._cards() or self._bids()

    def _join(self, kind: str) -> bool:
        """Take note of "then" or "otherwise"; "if I have my bid, then" is no more than a pause."""
        if self.when:
            return kind == "then"
        alone = self.joined in {"", ","}
        self.joined, self.trick, self.apart = kind, "", True
        return alone

    def _skip(self, word: str) -> None:
        self.at += len(word) + 1
        self.apart = True
        if word in _STOPS:
            self.joined, self.trick = "", ""
        elif word in {",", "and"} and not self.joined:
            self.joined = "," if self.items else ""

    def _take(self, pattern: re.Pattern[str]) -> re.Match[str] | None:
        found = pattern.match(self.text, self.at)
        if found:
            self.at = found.end() + 1
        return found

    def _pause(self) -> None:
        while self.text[self.at : self.at + 2] in {", ", ": "}:
            self.at += 2

    def _condition(self) -> bool:
        for when, pattern in (("made", patterns.MADE), ("short", patterns.SHORT)):
            if not self.when and self._take(pattern):
                self.when = when
                return True
        return False

    def _of_a_trick(self) -> bool:
        if self.when:
            return False
        number = self._take(patterns.TRICK)
        found = (
            "this"
            if self._take(patterns.THIS)
            else "next"
            if self._take(patterns.NEXT)
            else number["number"]
            if number
            else ""
        )
        if found:
            self.trick = found
            self._pause()
        led = self._take(patterns.LED)
        if led is None:
            return False
        self._pause()
        self._take(patterns.PLAYING)
        code = self._card()
        return bool(code) and self._add(Led(words.SUITS[led["suit"]], code, self.trick))

    def _way(self) -> bool:
        found = None if self.trick else self._take(patterns.WAY)
        if not found:
            return False
        when, joined = self.when, self.joined
        if not when and self._condition():
            when = self.when
            ended = self.text[self.at :].split(" ", 1)[0]
            if ended and ended not in _STOPS | {","} and not (patterns.THEN.match(ended) or patterns.ELSE.match(ended)):
                return False
        return self._add(Way(patterns.WAYS[found[0]], when, joined))

    def _cards(self) -> bool:
        start = self.at
        if self.when or self.trick:
            return False
        listed = bool(self._take(patterns.LISTS))
        self._pause()
        self._take(patterns.PLAYING)
        codes, then = [self._card()], True
        while codes[-1]:
            code, joined = self._next_card()
            if not code:
                break
            codes, then = [*codes, code], then and joined
        if not codes[-1]:
            self.at = start
            return False
        legal = self._legal() or listed
        return self._add(Cards(tuple(codes), legal, then, self.joined))

    def _next_card(self) -> tuple[str, bool]:
        """The card that follows another, and whether "then" joins them; "" and nothing taken when none does."""
        back = self.at
        self._pause()
        joined = bool(self._take(patterns.THEN))
        self._take(patterns.PLAYING)
        code = self._card()
        self.at = self.at if code else back
        return code, joined

    def _legal(self) -> bool:
        back = self.at
        self._pause()
        found = self._take(patterns.LEGAL)
        self.at = self.at if found else back
        return found is not None

    def _card(self) -> str:
        found = self._take(patterns.CARD)
        if not found:
            return ""
        if found["short"]:
            return words.RANKS[found["short"]] + words.SUIT_LETTERS[found["letter"]]
        return words.RANKS[found["rank"]] + words.SUITS[found["suit"]]

    def _bids(self) -> bool:
        start = self.at
        if self.when or self.trick:
            return False
        verb = bool(self._take(patterns.BIDDING))
        first = self._number()
        if first is None:
            self.at = start
            return False
        return self._add(Bids(first, self._instead(), verb))

    def _instead(self) -> int | None:
        """The bid for when the first is forbidden; nothing is taken when none follows."""
        back = self.at
        self._take(patterns.ALLOWED)
        self._pause()
        told = bool(self._take(patterns.ELSE) or self._take(patterns.FORBIDDEN))
        loose = not told and bool(self._take(patterns.OR))
        self._pause()
        self._take(patterns.BIDDING)
        other = self._number() if told or loose else None
        explained = other is not None and bool(self._take(patterns.FORBIDDEN))
        if other is None or (loose and not explained):
            self.at = back
            return None
        return other

    def _number(self) -> int | None:
        found = self._take(patterns.NUMBER)
        if not found:
            return None
        return int(found["digits"]) if found["digits"] else words.NUMBERS[found[0]]

    def _add(self, item: Item) -> bool:
        listed = isinstance(item, Led) and bool(self.items) and isinstance(self.items[-1], Led)
        if not (self.apart or listed) or (self.joined == "else" and not isinstance(item, Way | Cards)):
            return False
        self.items.append(item)
        self.joined, self.when, self.apart = "", "", False
        return True
