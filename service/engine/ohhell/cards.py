"""Cards as small numbers and hands as bit masks; it may not know a rule, a player or a game.

A card is suit * 13 + rank, suits in the order C D H S and ranks from the two (0) to the ace (12);
the second deck's copy of a card is 52 more. A mask has bit `card` set for each card in it.
"""

from collections.abc import Iterable
from functools import lru_cache
from typing import TypeAlias

Card: TypeAlias = int
Suit: TypeAlias = str
Mask: TypeAlias = int

SUITS = "CDHS"
RANKS = "23456789TJQKA"
DECK = 52
MOST_DECKS = 2
ALL_CARDS: tuple[Card, ...] = tuple(range(DECK * MOST_DECKS))
BITS: tuple[Mask, ...] = tuple(1 << card for card in ALL_CARDS)

_SIGNS = {"♣": "C", "♧": "C", "♦": "D", "♢": "D", "♥": "H", "♡": "H", "♠": "S", "♤": "S"}
_RANK_NAMES = ("two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "jack", "queen", "king", "ace")
_SUIT_NAMES = {"C": "club", "D": "diamond", "H": "heart", "S": "spade"}
_SHOWN_SUITS = "SHCD"


class CardError(ValueError):
    """A text that names no card; the message is a sentence for people."""


def suit_of(card: Card) -> Suit:
    """The card's suit: "C", "D", "H" or "S"."""
    return SUITS[card % DECK // 13]


def rank_of(card: Card) -> int:
    """The card's rank, from 0 for a two to 12 for an ace."""
    return card % 13


def twin(card: Card) -> Card:
    """The identical card of the other deck."""
    return card + DECK if card < DECK else card - DECK


def mask_of(cards: Iterable[Card]) -> Mask:
    """The mask of all these cards."""
    mask = 0
    for card in cards:
        mask |= 1 << card
    return mask


# By card, as masks over both decks: all of its suit, those ranked above it, and its identical card.
SUIT_MASKS: dict[Suit, Mask] = {s: mask_of(c for c in ALL_CARDS if suit_of(c) == s) for s in SUITS}
SUIT_MASK_OF: tuple[Mask, ...] = tuple(SUIT_MASKS[suit_of(c)] for c in ALL_CARDS)
ABOVE: tuple[Mask, ...] = tuple(
    mask_of(o for o in ALL_CARDS if suit_of(o) == suit_of(c) and rank_of(o) > rank_of(c)) for c in ALL_CARDS
)
TWIN: tuple[Mask, ...] = tuple(BITS[twin(c)] for c in ALL_CARDS)


@lru_cache(maxsize=1 << 15)
def _cards_of_suit(mask: Mask) -> tuple[Card, ...]:
    return tuple(sorted((c for c in ALL_CARDS if mask >> c & 1), key=lambda c: (c % 13, c)))


def cards_of(mask: Mask) -> tuple[Card, ...]:
    """The cards of a mask by suit (C D H S), low to high within each; identical cards side by side."""
    return tuple(card for suit in SUITS for card in _cards_of_suit(mask & SUIT_MASKS[suit]))


def code(card: Card) -> str:
    """The card as records write it, rank then suit: "QH", "TS"; identical cards share it."""
    return RANKS[card % 13] + suit_of(card)


def notation(card: Card) -> str:
    """As `code`, with a star for the second deck's copy, so that identical cards can be told apart: "QH*"."""
    return code(card) + ("*" if card >= DECK else "")


def say_card(card: Card) -> str:
    """The card in words: "the queen of hearts"."""
    return f"the {_RANK_NAMES[card % 13]} of {suit_name(suit_of(card))}s"


def suit_name(suit: Suit) -> str:
    """A suit's name in the singular: "heart"."""
    return _SUIT_NAMES[suit]


def parse_card(text: str) -> Card:
    """The card a person or a record wrote: "QH", "10s", "q♥", and "QH*" for the second deck's copy.

    Raises CardError when it is none of these.
    """
    if not isinstance(text, str):
        raise CardError("a card is written as rank then suit, such as QH")
    written = "".join(_SIGNS.get(letter, letter) for letter in text.strip() if letter not in "\ufe0e\ufe0f").upper()
    body, star = (written[:-1], DECK) if written.endswith("*") else (written, 0)
    body = "T" + body[2:] if body.startswith("10") else body
    if len(body) != 2 or body[0] not in RANKS or body[1] not in SUITS:
        raise CardError(f"{text[:20]!r} is not a card: write rank then suit, such as QH or TS")
    return SUITS.index(body[1]) * 13 + RANKS.index(body[0]) + star


def sort_hand(cards: Iterable[Card], trump: Suit | None) -> tuple[Card, ...]:
    """A hand as people hold it: the trump suit first, colours alternating, each suit high to low."""
    first = _SHOWN_SUITS.index(trump) if trump else 0
    order = _SHOWN_SUITS[first:] + _SHOWN_SUITS[:first]
    return tuple(sorted(cards, key=lambda card: (order.index(suit_of(card)), -rank_of(card), card)))
