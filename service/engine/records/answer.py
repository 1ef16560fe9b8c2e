"""What `replay --json` answers: each move's choices, who took each trick, tricks, points; it may not check a thing."""

from typing import Any

from service.engine.ohhell.cards import RANKS, code
from service.engine.ohhell.moves import Bid, Move
from service.engine.records.checking import Checked, Told

SUIT_ORDER = "CDSH"


def answer(checked: Checked) -> dict[str, Any]:
    """The object that docs/records.md fixes.

    Bids go up from the lowest; cards from the two to the ace and, within a rank, clubs, diamonds, spades, hearts.
    Identical cards are listed each. Of a hand whose cards are hidden, only those that its seat is seen to hold.
    """
    return {"hands": [_hand(told) for told in checked.hands], "totals": list(checked.totals)}


def _hand(told: Told) -> dict[str, Any]:
    hand = told.hand
    return {
        "legal": [_choices(made.legal) for made in told.moves],
        "winners": [trick.winner for trick in hand.tricks if trick.winner is not None],
        "taken": list(hand.taken),
        "points": None if hand.points is None else list(hand.points),
    }


def _choices(moves: tuple[Move, ...]) -> list[int] | list[str]:
    bids = sorted(move.value for move in moves if isinstance(move, Bid))
    cards = [code(move.card) for move in moves if not isinstance(move, Bid)]
    return bids or sorted(cards, key=lambda card: (RANKS.index(card[0]), SUIT_ORDER.index(card[1])))
