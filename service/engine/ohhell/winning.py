"""Which card takes a trick; it may not know seats, bids or what else might have been played."""

from collections.abc import Callable
from functools import cache
from typing import TypeAlias

from service.engine.ohhell.cards import ALL_CARDS, SUITS, Card, Suit, suit_of

Winning: TypeAlias = Callable[[tuple[Card, ...]], int]


def strengths(trump: Suit | None, led: Suit) -> tuple[int, ...]:
    """The strength of every card in a trick where this suit was led: the strongest takes it."""
    # Any trump is above any card of the suit led, and that above any other, whatever the ranks.
    tier = {suit: 26 if suit == trump else 13 if suit == led else 0 for suit in SUITS}
    return tuple(tier[suit_of(card)] + card % 13 for card in ALL_CARDS)


@cache
def _by_card_led(trump: Suit | None) -> tuple[tuple[int, ...], ...]:
    by_suit = {led: strengths(trump, led) for led in SUITS}
    return tuple(by_suit[suit_of(card)] for card in ALL_CARDS)


@cache
def winning(duplicates: str, trump: Suit | None) -> Winning:
    """The rule of who takes a trick: from its cards in order to the place of the winning one.

    The highest trump, else the highest of the suit led (standard.txt, How to Play); of two identical
    cards the second or the first, as `duplicates` says (standard.txt, FAQ).
    """
    by_card_led = _by_card_led(trump)

    def second_of_equals(trick: tuple[Card, ...]) -> int:
        best = trick[0]
        strength = by_card_led[best]
        for card in trick:
            if strength[card] >= strength[best]:
                best = card
        return trick.index(best)

    def first_of_equals(trick: tuple[Card, ...]) -> int:
        best = trick[0]
        strength = by_card_led[best]
        for card in trick:
            if strength[card] > strength[best]:
                best = card
        return trick.index(best)

    return second_of_equals if duplicates == "second_beats_first" else first_of_equals
