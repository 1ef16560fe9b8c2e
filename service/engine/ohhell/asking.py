"""How many questions a game is likely to ask, reckoned from its rules alone; it may not know a deal or a hand.

A follower has one choice who holds one card of the suit that was led, or, where the void must trump, one trump and none
of that suit. Hands are taken for random ones; tests hold the sums against games that were played.
"""

from functools import lru_cache
from math import comb

from service.engine.ohhell.cards import DECK
from service.engine.ohhell.rules import Rules, automatic

SUITS_IN_A_PACK = 4


def asked(rules: Rules, players: int, size: int, singles: bool = True) -> tuple[float, ...]:
    """How likely a seat is to be asked in a hand of this size: for its bid, then for its card in each trick.

    `singles`: a single choice makes itself. Settled hands are so rare that they are left out.
    """
    if automatic(rules, size):
        return (1.0, 0.0)
    if not singles:
        return (1.0,) * (size + 1)
    must_trump = rules.void_play == "must_trump" and rules.trump != "none"
    followers = players - 1
    cards = ((float(held > 1) + followers * _choice(must_trump, rules.decks, held)) for held in range(size, 0, -1))
    return (1.0, *(asked_of_all / players for asked_of_all in cards))


@lru_cache(maxsize=256)
def _choice(must_trump: bool, decks: int, held: int) -> float:
    """How likely one with so many cards has a choice when a suit was led."""
    if held == 1:
        return 0.0
    pack, suit = DECK * decks, DECK * decks // SUITS_IN_A_PACK
    one = suit * comb(pack - suit, held - 1) / comb(pack, held)
    if not must_trump:
        return 1 - one
    void_with_one_trump = suit * comb(pack - 2 * suit, held - 1) / comb(pack, held)
    return 1 - one - void_with_one_trump * (1 - 1 / SUITS_IN_A_PACK)
