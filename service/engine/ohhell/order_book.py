"""Orders as they are written down, said to their owner, and checked when they are left; it may not play them."""

from collections.abc import Iterator, Mapping
from typing import Any

from service.engine.ohhell.cards import SUITS, Card, notation, parse_card, say_card, suit_name, suit_of
from service.engine.ohhell.moves import MOST_BID
from service.engine.ohhell.orders import WAYS, BidOrder, HandOrder, Orders, TrickOrder
from service.engine.ohhell.view import HandView, View

MOST_HAND_ORDERS = 4
WAY_WORDS: Mapping[str, str] = {
    "duck": "duck",
    "cheaply": "win cheaply",
    "win": "win",
    "cards": "play these when legal",
    "finish": "finish the hand for me",
}
MADE, SHORT, OTHERWISE = "if I have my bid", "until I have my bid", "otherwise"


class OrderRefused(ValueError):
    """Orders that can never be followed; the message is a sentence for their owner."""


def write_orders(orders: Orders) -> dict[str, Any]:
    """The orders, ready for JSON; `read_orders` reads them back."""
    bid, trick = orders.bid, orders.trick
    return {
        "bid": None if bid is None else [bid.first, bid.other],
        "trick": None if trick is None else [trick.number, {suit: notation(card) for suit, card in trick.cards}],
        "hand": [[order.way, [notation(c) for c in order.cards], order.made, order.short] for order in orders.hand],
    }


def read_orders(written: Mapping[str, Any]) -> Orders:
    """The orders that `write_orders` wrote, those too of when it wrote no `short`."""
    bid, trick = written["bid"], written["trick"]
    return Orders(
        None if bid is None else BidOrder(*bid),
        None if trick is None else TrickOrder(trick[0], tuple((s, parse_card(c)) for s, c in trick[1].items())),
        tuple(HandOrder(way, tuple(map(parse_card, cards)), *when) for way, cards, *when in written["hand"]),
    )


def say_orders(orders: Orders) -> tuple[str, ...]:
    """Each order in words, for its owner."""
    return tuple(_said(orders))


def _said(orders: Orders) -> Iterator[str]:
    if orders.bid:
        other = "" if orders.bid.other is None else f", or {orders.bid.other} if that is forbidden"
        yield f"Bid {orders.bid.first}{other}."
    if orders.trick:
        for suit, card in orders.trick.cards:
            yield f"In trick {orders.trick.number}, if {suit_name(suit)}s are led: {say_card(card)}."
    for place, order in enumerate(orders.hand):
        yield _hand_said(order, first=place == 0)


def _hand_said(order: HandOrder, first: bool) -> str:
    words = WAY_WORDS[order.way]
    if order.way == "cards":
        words = f"play these when legal: {', '.join(map(say_card, order.cards))}"
    when = MADE if order.made else SHORT if order.short else "" if first else OTHERWISE
    said = f"{when}, {words}" if when else words
    return f"{said[0].upper()}{said[1:]}."


def check_orders(orders: Orders, view: View) -> None:
    """Raises OrderRefused for orders that the view's seat cannot mean now."""
    seat, hand = view.seat, view.hand
    if seat is None or hand is None or seat not in hand.seats:
        raise OrderRefused("There is no hand in play that you could leave orders for.")
    own = hand.seen[seat]
    if orders.bid:
        _check_bid(orders.bid, hand, seat)
    if (orders.trick or orders.hand) and not own:
        raise OrderRefused("You see no card of yours to give orders for.")
    if orders.trick:
        _check_trick(orders.trick, hand, seat, own or ())
    if len(orders.hand) > MOST_HAND_ORDERS:
        raise OrderRefused(f"Leave {MOST_HAND_ORDERS} orders for a hand at most.")
    for order in orders.hand:
        _check_hand(order, own or ())


def _check_bid(order: BidOrder, hand: HandView, seat: int) -> None:
    if hand.has_bid[seat]:
        raise OrderRefused("You have bid already in this hand.")
    for bid in (order.first, order.other):
        if bid is not None and not 0 <= bid < MOST_BID:
            raise OrderRefused(f"A bid is a number from 0 to {hand.size}.")
    if order.first == order.other:
        raise OrderRefused("Give another bid for when the first one is forbidden, or none.")


def _check_trick(order: TrickOrder, hand: HandView, seat: int, own: tuple[Card, ...]) -> None:
    done = sum(any(owner == seat for owner, _ in trick.cards) for trick in hand.tricks)
    if not done < order.number <= hand.size:
        raise OrderRefused(f"You have played to trick {order.number} already, or it is not in this hand.")
    for led, card in order.cards:
        if led not in SUITS:
            raise OrderRefused(f"{led[:10]!r} is no suit.")
        _check_held(card, own)
        if suit_of(card) != led and any(suit_of(other) == led for other in own):
            raise OrderRefused(f"Follow suit: you hold a {suit_name(led)} to play when {suit_name(led)}s are led.")


def _check_hand(order: HandOrder, own: tuple[Card, ...]) -> None:
    if order.way not in WAYS or (order.made and order.short):
        raise OrderRefused("That is no way to play a hand that we know.")
    if (order.way == "cards") != bool(order.cards) or len(set(order.cards)) != len(order.cards):
        raise OrderRefused("Say which cards to play, each once.")
    for card in order.cards:
        _check_held(card, own)


def _check_held(card: Card, own: tuple[Card, ...]) -> None:
    if card not in own:
        raise OrderRefused(f"You do not hold {say_card(card)}.")
