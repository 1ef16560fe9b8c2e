"""The sentences that tell a player how a reply about orders was understood, and why nothing was played or left."""

from collections.abc import Sequence

from service.engine import ohhell
from service.engine.ohhell import Bid, Move, Play
from service.mail.reading.order_items import About, Bids, Cards, Item, Led, Way
from service.mail.reading.order_words import EXAMPLES
from service.mail.reading.saying import quoted

NOTHING = "Nothing was played and no order was left."
_WHEN = {"made": f"{ohhell.MADE}, ", "short": f"{ohhell.SHORT}, ", "": ""}


def words() -> str:
    """What may be written."""
    return f"You can write: {'; '.join(EXAMPLES)}; and before a way to play, “{ohhell.MADE},” or “{ohhell.SHORT},”."


def partly(understood: Sequence[Item], rest: str) -> str:
    """Some of it was understood."""
    told = f"I understood: {'; '.join(map(say_item, understood))}. I" if understood else "I"
    return f"{told} did not understand {quoted(rest)}. {NOTHING} {words()}"


def unfit(reason: str) -> str:
    """The words were understood and cannot be meant together, or now."""
    return f"{reason} {NOTHING} {words()}"


def say_item(item: Item) -> str:
    """A part of a reply in words."""
    match item:
        case Cards(codes, legal):
            return f"{', then '.join(map(_card, codes))}{' when legal' if legal else ''}"
        case Bids(first, other):
            return f"bid {first}" + ("" if other is None else f", or {other} if that is forbidden")
        case Led(suit, code):
            return f"if {ohhell.suit_name(suit)}s are led, {_card(code)}"
        case Way(way, when):
            return f"{_WHEN[when]}{ohhell.WAY_WORDS[way]}"
        case About(name):
            return "no orders" if name == "no-orders" else "orders"


def no_bid(item: Bids, choices: Sequence[Move]) -> str:
    """None of these bids may be made."""
    bids = " or ".join(str(bid) for bid in (item.first, item.other) if bid is not None)
    legal = ", ".join(str(move.value) for move in choices if isinstance(move, Bid))
    return f"You may not bid {bids} now; you may bid {legal}."


def no_card(code: str, moves: Sequence[Move], sure: bool, choices: Sequence[Move]) -> str:
    """This card cannot be played now, or not after these moves."""
    if choices and isinstance(choices[0], Bid) and not moves:
        return "You are to bid now, with a number."
    if not moves or sure:
        return f"You may not play {_card(code)} {'then' if moves else 'now'}."
    first = moves[0]
    said = f"play {ohhell.say_move(first)}" if isinstance(first, Play) else ohhell.say_move(first)
    return f"When you {said}, others may come before you: write “{code} when legal” to leave it as an order."


def led_already(view: ohhell.View) -> str:
    """Orders for a trick, from somebody who is asked for a card to it."""
    trick = view.hand.tricks[-1].cards if view.hand and view.hand.tricks else ()
    if not trick:
        return "It is your lead: write the card."
    suit = ohhell.suit_name(ohhell.suit_of(trick[0][1]))
    return (
        f"{suit.capitalize()}s have been led already: write the card. For the one after it, write “next trick:” first."
    )


def _card(code: str) -> str:
    return ohhell.say_card(ohhell.parse_card(code))
