"""What a player can work out from a view: which cards are out, who holds how many, who has run out of a suit.

It may not see the game itself, only the view.
"""

from typing import NamedTuple

from service.engine.ohhell.cards import BITS, DECK, SUIT_MASK_OF, SUIT_MASKS, Card, Mask, mask_of
from service.engine.ohhell.view import HandView, View


class Sight(NamedTuple):
    """One seat's knowledge. `unseen` are the cards that others hold or that lie in the stock, `out` how many.

    `holds` is how many cards each seat still holds, `out_of` the suits each has shown to have run out of.
    """

    seat: int
    trumps: Mask
    unseen: Mask
    out: int
    holds: tuple[int, ...]
    out_of: tuple[Mask, ...]
    others: tuple[int, ...]


def sight(view: View, seat: int, hand: HandView) -> Sight:
    """What this seat knows in its view of the hand."""
    played = [card for trick in hand.tricks for _, card in trick.cards]
    shown = [card for cards in hand.seen if cards for card in cards] + [card for _, card in hand.shown]
    turned = [] if hand.turned is None else [hand.turned]
    unseen = (1 << DECK * view.rules.decks) - 1 & ~mask_of(played + shown + turned)
    return Sight(
        seat,
        SUIT_MASKS[hand.trump] if hand.trump else 0,
        unseen,
        max(1, unseen.bit_count()),
        _holds(hand, view.players),
        _out_of(hand, view.players),
        tuple(other for other in hand.seats if other != seat),
    )


def _holds(hand: HandView, players: int) -> tuple[int, ...]:
    holds = [hand.size if seat in hand.seats else 0 for seat in range(players)]
    for trick in hand.tricks:
        for seat, _ in trick.cards:
            holds[seat] -= 1
    return tuple(holds)


def _out_of(hand: HandView, players: int) -> tuple[Mask, ...]:
    out_of = [0] * players
    for trick in hand.tricks:
        for seat, card in trick.cards[1:]:
            led = SUIT_MASK_OF[trick.cards[0][1]]
            if not led & BITS[card]:
                out_of[seat] |= led
    return tuple(out_of)


def void_chance(known: Sight, seat: int, suit: Mask) -> float:
    """How likely the seat holds nothing of the suit."""
    if known.out_of[seat] & suit:
        return 1.0
    return (1 - (known.unseen & suit).bit_count() / known.out) ** known.holds[seat]


def holds_chance(known: Sight, seat: int, cards: Mask) -> float:
    """How likely the seat holds at least one of these cards, which are of one suit."""
    cards &= known.unseen & ~known.out_of[seat]
    return 1 - (1 - cards.bit_count() / known.out) ** known.holds[seat] if cards else 0.0


def is_trump(known: Sight, card: Card) -> bool:
    """Whether the card is of the trump suit."""
    return bool(known.trumps & BITS[card])
