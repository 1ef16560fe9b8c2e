"""Orders left ahead for one hand, as values, and what they play; they see their own seat's view and no more."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace

from service.engine.ohhell.bots import choose
from service.engine.ohhell.cards import ABOVE, Card, Suit, suit_of
from service.engine.ohhell.chances import later_chance
from service.engine.ohhell.moves import Bid, Move, Play
from service.engine.ohhell.sight import Sight, sight
from service.engine.ohhell.view import HandView, View
from service.engine.ohhell.winning import strengths


@dataclass(frozen=True, slots=True)
class BidOrder:
    """What to bid when it is one's turn, and what instead if that is forbidden then."""

    first: int
    other: int | None = None


@dataclass(frozen=True, slots=True)
class TrickOrder:
    """For the trick of this number, from 1: which card to play when which suit is led."""

    number: int
    cards: tuple[tuple[Suit, Card], ...]


@dataclass(frozen=True, slots=True)
class HandOrder:
    """How to play until the hand is over, `way` being one of WAYS; `cards` are those of the way "cards".

    `made`: only while one has just what one bid; `short`: only until one has that.
    """

    way: str
    cards: tuple[Card, ...] = ()
    made: bool = False
    short: bool = False


@dataclass(frozen=True, slots=True)
class Orders:
    """All that a seat has left for a hand. Of `hand`, the first that holds and has a card to play counts."""

    bid: BidOrder | None = None
    trick: TrickOrder | None = None
    hand: tuple[HandOrder, ...] = ()

    def __bool__(self) -> bool:
        return bool(self.bid or self.trick or self.hand)


def follow(orders: Orders, view: View) -> Move | None:
    """What the orders of the view's seat play now; None when they say nothing, or nothing that is legal."""
    seat, hand = view.seat, view.hand
    if seat is None or hand is None or seat not in view.to_act:
        return None
    if isinstance(view.legal[0], Bid):
        wanted = [orders.bid.first, orders.bid.other] if orders.bid else []
        return next((Bid(bid) for bid in wanted if bid is not None and Bid(bid) in view.legal), None)
    plays = [move.card for move in view.legal if isinstance(move, Play)]
    card = _by_trick(orders.trick, hand)
    if card in plays:
        return Play(card)
    for order in orders.hand:
        if _holds(order, hand, seat):
            move = _by_hand(order, view, seat, hand, plays)
            if move is not None:
                return move
    return None


def _holds(order: HandOrder, hand: HandView, seat: int) -> bool:
    bid, taken = hand.bids[seat] or 0, hand.taken[seat]
    return (not order.made or taken == bid) and (not order.short or taken < bid)


def fitting(orders: Orders, view: View) -> Orders:
    """The orders without what can play nothing: told for a turn that is here or past, and not to be had in it."""
    hand = view.hand
    if hand is None or view.seat is None:
        return Orders()
    own = hand.seen[view.seat] or ()
    kept = tuple(order for order in orders.hand if order.way != "cards" or set(order.cards) & set(own))
    bid, trick = orders.bid, orders.trick
    if hand.has_bid[view.seat] or (view.seat in view.to_act and follow(Orders(bid=bid), view) is None):
        bid = None
    if trick and _passed(trick, view, view.seat, hand):
        trick = None
    return replace(orders, bid=bid, trick=trick, hand=kept)


def _passed(order: TrickOrder, view: View, seat: int, hand: HandView) -> bool:
    number = len(hand.tricks)
    if order.number != number:
        return order.number < number
    if any(owner == seat for owner, _ in hand.tricks[-1].cards):
        return True
    return seat in view.to_act and follow(Orders(trick=order), view) is None


def _by_trick(order: TrickOrder | None, hand: HandView) -> Card:
    """The card an order has for the trick in play; -1 when it has none."""
    trick = hand.tricks[-1].cards
    if order is None or not trick or order.number != len(hand.tricks):
        return -1
    return dict(order.cards).get(suit_of(trick[0][1]), -1)


def _by_hand(order: HandOrder, view: View, seat: int, hand: HandView, plays: Sequence[Card]) -> Move | None:
    if order.way == "finish":
        return choose(view)
    if order.way == "cards":
        return next((Play(card) for card in order.cards if card in plays), None)
    return Play(_PLAYED[order.way](sight(view, seat, hand), hand, plays))


def _duck(known: Sight, hand: HandView, plays: Sequence[Card]) -> Card:
    """The lowest that follows suit or leads; of others, the likeliest to win later, if it does not win now."""
    lowest, trick = _lowest(hand, plays), hand.tricks[-1].cards
    if not trick or any(suit_of(card) == suit_of(trick[0][1]) for card in plays):
        return lowest
    losing = [card for card in plays if card not in _winning(hand, plays)]
    return max(losing, key=lambda card: (later_chance(known, card), card % 13, -card)) if losing else lowest


def _win(known: Sight, hand: HandView, plays: Sequence[Card]) -> Card:
    """The highest card that beats the trick as it lies, or the lowest when none does."""
    winning = _winning(hand, plays)
    return max(winning, key=_strength(hand)) if winning else _lowest(hand, plays)


def _win_cheaply(known: Sight, hand: HandView, plays: Sequence[Card]) -> Card:
    """The lowest card that beats the trick as it lies; to lead, the lowest that no higher card is out against."""
    winning = _winning(hand, plays)
    if not hand.tricks[-1].cards:
        winning = [card for card in winning if not ABOVE[card] & known.unseen] or [max(plays, key=_strength(hand))]
    return _lowest(hand, winning or plays)


def _winning(hand: HandView, plays: Sequence[Card]) -> list[Card]:
    trick = hand.tricks[-1].cards
    strength = _strength(hand)
    return [card for card in plays if all(strength(card) > strength(other) for _, other in trick)]


def _lowest(hand: HandView, plays: Sequence[Card]) -> Card:
    # Off the suit led all cards are equally weak, so what is thrown is the lowest rank, and a trump last.
    return min(plays, key=lambda card: (suit_of(card) == hand.trump, card % 13, card))


def _strength(hand: HandView) -> Callable[[Card], int]:
    trick = hand.tricks[-1].cards
    if trick:
        return strengths(hand.trump, suit_of(trick[0][1])).__getitem__
    return lambda card: card % 13 + (13 if suit_of(card) == hand.trump else 0)


_PLAYED: Mapping[str, Callable[[Sight, HandView, Sequence[Card]], Card]] = {
    "duck": _duck,
    "cheaply": _win_cheaply,
    "win": _win,
}
WAYS = (*_PLAYED, "cards", "finish")
