"""Which cards may be played to a trick; it may not know seats, bids or points.

Hands and answers are masks of cards; a trick is its cards in the order played.
"""

from collections.abc import Callable
from functools import cache
from typing import TypeAlias

from service.engine.ohhell.cards import ABOVE, SUIT_MASK_OF, SUIT_MASKS, SUITS, TWIN, Card, Mask, Suit, suit_of

Trick: TypeAlias = tuple[Card, ...]
Follow: TypeAlias = Callable[[Mask, Trick], Mask]
Lead: TypeAlias = Callable[[Mask, Mask, Mask], Mask]


def follow_suit(held: Mask, trick: Trick) -> Mask:
    """The suit led if held; otherwise anything (classic.txt, How to play 3)."""
    return held & SUIT_MASK_OF[trick[0]] or held


def lead_anything(held: Mask, trumps: Mask, unplayed: Mask) -> Mask:
    """The lead may be any card (standard.txt, How to Play)."""
    return held


def lead_trump_once_broken(held: Mask, trumps: Mask, unplayed: Mask) -> Mask:
    """No trump until one was played (simple.txt, Simple Oh Hell), but for a hand of nothing else."""
    # A trump can only have been played by someone void, or led from a hand of nothing but trumps: both break it.
    return held if trumps & ~unplayed else held & ~trumps or held


def to_beat(trick: Trick, suit: Suit, equal_beats: bool) -> Mask:
    """The cards that beat the highest of this suit in the trick; 0 when the suit is not in it.

    With two decks an identical card beats when the rules say the second one does.
    """
    of_suit = [card for card in trick if suit_of(card) == suit]
    if not of_suit:
        return 0
    highest = max(of_suit, key=lambda card: card % 13)
    return ABOVE[highest] | (TWIN[highest] if equal_beats else 0)


def _trump_when_void(trumps: Mask) -> Follow:
    # simple.txt, Play: "If not, he should play the trump, or any suit if he has no trump."
    def follow(held: Mask, trick: Trick) -> Mask:
        return held & SUIT_MASK_OF[trick[0]] or held & trumps or held

    return follow


def _beating(follow: Follow, suit: Suit, is_trump: bool, equal_beats: bool) -> Follow:
    # simple.txt: "Playing higher rank card (if available) in round is mandatory for suit (spade) only."
    of_suit = SUIT_MASKS[suit]

    def beat(held: Mask, trick: Trick) -> Mask:
        choices = follow(held, trick)
        beaters = to_beat(trick, suit, equal_beats) if is_trump or suit_of(trick[0]) == suit else 0
        return choices & (beaters | ~of_suit) if choices & beaters else choices

    return beat


@cache
def following(void_play: str, must_beat: str, duplicates: str, trump: Suit | None) -> Follow:
    """The rule of what may be played to a trick already led: from a hand and the trick to the choices."""
    trumps = SUIT_MASKS[trump] if trump else 0
    follow = _trump_when_void(trumps) if void_play == "must_trump" else follow_suit
    for suit in SUITS:
        if suit in must_beat:
            follow = _beating(follow, suit, suit == trump, duplicates == "second_beats_first")
    return follow


def leading(trump_lead: str, trump: Suit | None) -> Lead:
    """The rule of what may be led: from a hand, the trumps that were dealt and all unplayed cards, to the choices."""
    return lead_anything if trump_lead == "any" or trump is None else lead_trump_once_broken
