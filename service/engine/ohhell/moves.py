"""The two kinds of move, how they are written and said; it may not know whether one is allowed."""

import re
from dataclasses import dataclass
from functools import lru_cache
from typing import TypeAlias, final

from service.engine.ohhell.cards import (
    ALL_CARDS,
    BITS,
    DECK,
    SUIT_MASKS,
    SUITS,
    Card,
    Mask,
    cards_of,
    notation,
    parse_card,
    say_card,
)


@final
@dataclass(frozen=True, slots=True)
class Bid:
    """To say how many tricks one will take."""

    value: int


@final
@dataclass(frozen=True, slots=True)
class Play:
    """To play a card to the trick."""

    card: Card


Move: TypeAlias = Bid | Play

MOST_BID = 64
_BIDS = tuple(Bid(value) for value in range(MOST_BID))
_PLAYS = tuple(Play(card) for card in ALL_CARDS)
_SECOND_DECK: Mask = 1 << DECK
_CLUBS, _DIAMONDS, _HEARTS, _SPADES = (SUIT_MASKS[suit] % _SECOND_DECK for suit in SUITS)


@lru_cache(maxsize=1 << 12)
def bids_in(mask: Mask) -> tuple[Bid, ...]:
    """The bids of a mask with one bit for each, lowest first."""
    return tuple(bid for bid in _BIDS if mask >> bid.value & 1)


def _plays_of_suits() -> dict[Mask, tuple[Play, ...]]:
    # Whole hands hardly ever come back, their suits do: all 4 x 8192 of them are laid out once.
    plays: dict[Mask, tuple[Play, ...]] = {}
    for suit in SUITS:
        of_suit: dict[Mask, tuple[Play, ...]] = {0: ()}
        for card in cards_of(SUIT_MASKS[suit] % _SECOND_DECK):
            of_suit |= {mask | BITS[card]: (*lower, _PLAYS[card]) for mask, lower in of_suit.items()}
        plays |= of_suit
    return plays


_OF_SUIT = _plays_of_suits()


def plays_in(mask: Mask) -> tuple[Play, ...]:
    """The plays of a mask of cards by suit (C D H S) and low to high, the second deck's after the first's."""
    plays = _OF_SUIT.get(mask)
    if plays is not None:
        return plays
    if mask >= _SECOND_DECK:
        return plays_in(mask % _SECOND_DECK) + tuple(_PLAYS[card] for card in cards_of(mask & -_SECOND_DECK))
    return _OF_SUIT[mask & _CLUBS] + _OF_SUIT[mask & _DIAMONDS] + _OF_SUIT[mask & _HEARTS] + _OF_SUIT[mask & _SPADES]


def write_move(move: Move) -> str:
    """The move as text: "2", "QH", and "QH*" for the second deck's copy."""
    match move:
        case Bid(value):
            return str(value)
        case Play(card):
            return notation(card)


def read_move(text: str) -> Move:
    """The move that `write_move` wrote, and nothing else.

    Raises ValueError with a sentence for any other text.
    """
    if re.fullmatch(r"0|[1-9][0-9]?", text, re.ASCII) and int(text) < MOST_BID:
        return _BIDS[int(text)]
    if re.fullmatch(r"[2-9TJQKA][CDHS]\*?", text, re.ASCII):
        return _PLAYS[parse_card(text)]
    raise ValueError(f"{text[:20]!r} is neither a bid nor a card")


def say_move(move: Move) -> str:
    """The move in words: "bid 2", "the queen of hearts"."""
    match move:
        case Bid(value):
            return f"bid {value}"
        case Play(card):
            return say_card(card)
