"""The deal: who gets which cards and what it fixes for the hand; it may not know bids, tricks or points.

The cards are dealt singly from the dealer's left, and the next one is turned up (standard.txt, Setup).
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple, TypeAlias

from service.engine.ohhell.bidding import DealerBids, dealer_bids
from service.engine.ohhell.cards import DECK, SUIT_MASKS, Card, Mask, Suit, mask_of, say_card, suit_of
from service.engine.ohhell.following import Follow, Lead, following, leading
from service.engine.ohhell.rules import Rules
from service.engine.ohhell.trumps import Source, trump_source
from service.engine.ohhell.winning import Winning, winning

Dealt: TypeAlias = tuple[tuple[Card, ...], ...]


class DealError(ValueError):
    """A deal that cannot be: a card twice, a wrong number of cards, a wrong card turned up."""


class Arrangement(NamedTuple):
    """What must be dealt: the hand's number from 1, its size, its dealer, who is in it from the dealer's left."""

    number: int
    size: int
    dealer: int
    seats: tuple[int, ...]
    tiebreak: bool


@dataclass(frozen=True, slots=True)
class Deal:
    """All that the deal fixed. By seat, `dealt` in dealing order and `masks`; seats not in the hand have no cards.

    `shown` is the dealer's last card when that names trump, `orders` the seats in turn from each seat on; the last four
    are the rules of this hand.
    """

    rules: Rules
    number: int
    size: int
    dealer: int
    seats: tuple[int, ...]
    tiebreak: bool
    turned: Card | None
    trump: Suit | None
    shown: Card | None
    dealt: Dealt
    masks: tuple[Mask, ...]
    trumps: Mask
    players: int
    orders: tuple[tuple[int, ...], ...]
    bids: DealerBids
    follow: Follow
    lead: Lead
    win: Winning


def source_of(rules: Rules, due: Arrangement) -> Source:
    """What names trump in the hand that is due."""
    return trump_source(rules, due.number, due.size * len(due.seats) < DECK * rules.decks)


def from_deck(rules: Rules, players: int, due: Arrangement, deck: Sequence[Card]) -> Deal:
    """The deal from a shuffled deck, its first card dealt first; DealError when that is not the whole deck."""
    if sorted(deck) != list(range(DECK * rules.decks)):
        raise DealError("the deck must be every card once")
    count, hands = len(due.seats), due.size * len(due.seats)
    dealt = tuple(
        tuple(deck[due.seats.index(seat) : hands : count]) if seat in due.seats else () for seat in range(players)
    )
    return _deal(rules, due, dealt, deck[hands] if source_of(rules, due).turned else None)


def from_hands(
    rules: Rules, players: int, due: Arrangement, dealt: Sequence[Sequence[Card]], turned: Card | None
) -> Deal:
    """The deal that a record lists by seat, in dealing order; DealError says what is wrong with it."""
    if len(dealt) != players:
        raise DealError(f"hands for {players} players are needed, not {len(dealt)}")
    for seat, cards in enumerate(dealt):
        due_cards = due.size if seat in due.seats else 0
        if len(cards) != due_cards:
            raise DealError(f"seat {seat} must be dealt {due_cards} cards, not {len(cards)}")
    if source_of(rules, due).turned != (turned is not None):
        raise DealError("no card is turned up in this hand" if turned is not None else "a card must be turned up")
    _check_cards([card for cards in dealt for card in cards] + ([] if turned is None else [turned]), rules.decks)
    return _deal(rules, due, tuple(tuple(cards) for cards in dealt), turned)


def from_seen(rules: Rules, due: Arrangement, seen: Sequence[Sequence[Card]], turned: Card | None) -> Deal:
    """The deal as far as it was seen, by seat: what may be done in it is judged by these cards alone.

    The rules must not let the dealer's last card name trump: which one that was is not known.
    """
    return _deal(rules, due, tuple(tuple(cards) for cards in seen), turned)


def _check_cards(cards: Sequence[Card], decks: int) -> None:
    seen: set[Card] = set()
    for card in cards:
        if not 0 <= card < DECK * decks:
            raise DealError(f"card {card} is not in the pack")
        if card in seen:
            raise DealError(f"{say_card(card)} is dealt twice")
        seen.add(card)


def _deal(rules: Rules, due: Arrangement, dealt: Dealt, turned: Card | None) -> Deal:
    source = source_of(rules, due)
    shown = dealt[due.dealer][-1] if source.dealer_last else None
    names_trump = turned if turned is not None else shown
    trump = source.suit if names_trump is None else suit_of(names_trump)
    masks = tuple([mask_of(cards) for cards in dealt])
    return Deal(
        rules,
        *due,
        turned=turned,
        trump=trump,
        shown=shown,
        dealt=dealt,
        masks=masks,
        trumps=sum(masks) & SUIT_MASKS[trump] if trump else 0,
        players=len(due.seats),
        orders=_orders(len(dealt), due.seats),
        bids=dealer_bids(rules.dealer_bid, rules.hook_above, due.size),
        follow=following(rules.void_play, rules.must_beat, rules.duplicates, trump),
        lead=leading(rules.trump_lead, trump),
        win=winning(rules.duplicates, trump),
    )


def _orders(players: int, seats: tuple[int, ...]) -> tuple[tuple[int, ...], ...]:
    places = [seats.index(seat) if seat in seats else len(seats) for seat in range(players)]
    return tuple(seats[place:] + seats[:place] for place in places)


def tell_apart(dealt: Sequence[Sequence[Card]], turned: Card | None) -> tuple[Dealt, Card | None]:
    """Hands that write both identical cards of two decks alike, with the second one told from the first."""
    seen: set[Card] = set()

    def told(card: Card) -> Card:
        card = card + DECK if card in seen and card < DECK else card
        seen.add(card)
        return card

    return tuple(tuple(told(card) for card in cards) for cards in dealt), None if turned is None else told(turned)
