"""What the parts of a reply mean together, as orders for one seat; it refuses what could mean two things."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from service.engine import ohhell
from service.engine.ohhell import BidOrder, HandOrder, Move, Play, TrickOrder
from service.mail.reading import order_saying as saying
from service.mail.reading.order_items import Bids, Cards, Item, Led, Way

Following: TypeAlias = Callable[[Move], tuple[Move, ...]]


class Unfit(Exception):
    """Words that are understood one by one and make no orders together; the message is a sentence."""


@dataclass(frozen=True, slots=True)
class Asked:
    """The seat that orders are for: its view, its moves now (none when it is not asked), and what `move` leads to."""

    view: ohhell.View
    choices: tuple[Move, ...]
    following: Following = lambda move: ()

    @property
    def own(self) -> tuple[ohhell.Card, ...]:
        """The cards its player sees in their hand."""
        view = self.view
        return (view.hand.seen[view.seat] or ()) if view.hand and view.seat is not None else ()

    @property
    def played(self) -> int:
        """How many tricks it has played to."""
        tricks = self.view.hand.tricks if self.view.hand else ()
        return sum(any(owner == self.view.seat for owner, _ in trick.cards) for trick in tricks)


def bid(items: Sequence[Item], asked: Asked, moves: Sequence[Move]) -> BidOrder | None:
    """The bid that is left. Raises `Unfit`, as all here do."""
    bids = [item for item in items if isinstance(item, Bids)]
    if len(bids) > 1:
        raise Unfit("I read more than one bid.")
    if bids and not bids[0].verb and bids[0].other is None:
        raise Unfit(f"For a bid that is left ahead write “bid {bids[0].first}”.")
    if bids and (moves or asked.choices):
        raise Unfit("The bidding is over for you in this hand.")
    return BidOrder(bids[0].first, bids[0].other) if bids else None


def trick(items: Sequence[Item], asked: Asked, moved: bool) -> TrickOrder | None:
    """The cards that are left for a trick; `moved`: a move is made by the same reply."""
    led = [item for item in items if isinstance(item, Led)]
    if not led:
        return None
    numbers = {_number(item.trick, asked, moved) for item in led}
    cards = dict.fromkeys((item.suit, _held(item.code, asked)) for item in led)
    if len(numbers) > 1:
        raise Unfit("Leave cards for one trick at a time.")
    if len({suit for suit, _ in cards}) < len(cards):
        raise Unfit("I read two cards for the same suit.")
    return TrickOrder(numbers.pop(), tuple(cards))


def _number(trick: str, asked: Asked, moved: bool) -> int:
    """Which trick is meant: the next one that the seat plays to, and is not asked about."""
    if trick.isdigit():
        return int(trick)
    hand, waited = asked.view.hand, bool(asked.choices) and isinstance(asked.choices[0], Play)
    in_it = hand is not None and len(hand.tricks) == asked.played
    if waited and not moved and trick != "next":
        raise Unfit(saying.led_already(asked.view))
    if trick == "this" and (waited or (in_it and asked.played > 0)):
        raise Unfit("You play, or have played, to this trick: write “next trick:” before the suits.")
    if trick == "next" and not waited and not (in_it and asked.played > 0):
        raise Unfit("You have yet to play to this trick: write “this trick:” before the suits, or its number.")
    return asked.played + (2 if waited else 1)


def hand(items: Sequence[Item], asked: Asked, moved: bool) -> Iterator[HandOrder]:
    """How to play the hand: what holds under a condition first, and what always holds last."""
    ways = [item for item in items if isinstance(item, Way | Cards)]
    whens = [item.when if isinstance(item, Way) else "" for item in ways]
    if len(set(whens)) < len(whens):
        raise Unfit("Two of these orders say what to do in the same case.")
    if "" in whens[:-1]:
        raise Unfit("What is to be done “if” or “until I have my bid” comes first, and what holds otherwise last.")
    for at, item in enumerate(ways):
        _joined(item, at, whens, moved or items[0] is not item)
        if isinstance(item, Way):
            yield HandOrder(item.way, made=item.when == "made", short=item.when == "short")
        else:
            yield HandOrder("cards", tuple(_held(code, asked) for code in item.codes))


def _joined(item: Way | Cards, at: int, whens: Sequence[str], follows: bool) -> None:
    """Refuse what is joined to the order before in a way that could mean two things."""
    if item.joined == "else" and at == 0:
        raise Unfit("“Otherwise” needs an order with a condition before it.")
    if item.joined == "then" and (whens[at - 1] != "short" if at else not follows):
        raise Unfit("I cannot tell what “then” comes after; between two orders write “otherwise”.")
    if item.joined == "," and at and not whens[at]:
        raise Unfit("Write “otherwise” before the last order, or put it on a line of its own.")


def _held(code: str, asked: Asked) -> ohhell.Card:
    """The card of this code that is held; of identical ones the first."""
    found = next((card for card in sorted(asked.own) if ohhell.code(card) == code), None)
    if found is None:
        raise Unfit(f"You do not hold {ohhell.say_card(ohhell.parse_card(code))}.")
    return found
