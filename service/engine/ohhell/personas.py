"""People who leave orders ahead, imagined for `simulate`; they see what their seat sees, and no more."""

from collections.abc import Callable, Mapping
from typing import TypeAlias

from service.engine.ohhell.cards import ABOVE, Card, suit_of
from service.engine.ohhell.orders import HandOrder, Orders
from service.engine.ohhell.sight import sight
from service.engine.ohhell.view import HandView, View

Persona: TypeAlias = Callable[[View], Orders]

# With this many cards left a hand has no plan any more that is worth a mail a trick.
LEFT_TO_OTHERS = 4


def planner(view: View) -> Orders:
    """What somebody leaves who has just bid or played, and would rather not be asked about the obvious.

    With few cards left, or a bid that is out of reach: "finish the hand for me". With every trick needed: "win". Else:
    "if I have my bid, duck", and while trumps that nobody can beat are all that is needed, those.
    """
    seat, hand = view.seat, view.hand
    bid = None if seat is None or hand is None else hand.bids[seat]
    if seat is None or hand is None or bid is None:
        return Orders()
    need, left = bid - hand.taken[seat], len(hand.seen[seat] or ())
    if left <= LEFT_TO_OTHERS or not 0 <= need <= left:
        return Orders(hand=(HandOrder("finish"),))
    if need == left:
        return Orders(hand=(HandOrder("win"),))
    duck, sure = HandOrder("duck", made=True), _sure(view, seat, hand)
    return Orders(hand=(duck, HandOrder("cards", sure)) if 0 < need <= len(sure) else (duck,))


def _sure(view: View, seat: int, hand: HandView) -> tuple[Card, ...]:
    unseen = sight(view, seat, hand).unseen
    return tuple(card for card in hand.seen[seat] or () if suit_of(card) == hand.trump and not ABOVE[card] & unseen)


PERSONAS: Mapping[str, Persona] = {"planner": planner}
