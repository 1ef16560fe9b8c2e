"""What a reply leaves ahead: orders for the hand, moves that are made at once, and words about the orders that stand.

Nothing is guessed: what is not understood to its last word plays nothing and leaves nothing.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import takewhile
from typing import Literal, TypeAlias

from service.engine import ohhell
from service.engine.ohhell import Bid, Move, Orders, Play
from service.mail.reading import order_saying as saying
from service.mail.reading import order_words
from service.mail.reading.fallback import before_quote
from service.mail.reading.grammar import is_reaction, parse
from service.mail.reading.limits import LONGEST_COMMENT, LONGEST_QUOTED, capped, clipped
from service.mail.reading.lines import fresh
from service.mail.reading.order_items import About, Bids, Cards, Item
from service.mail.reading.order_lines import read_orders, said
from service.mail.reading.order_meaning import Asked, Unfit, bid, hand, trick
from service.mail.reading.signing import names

Standing: TypeAlias = Literal["orders", "no-orders"]


@dataclass(frozen=True, slots=True)
class Ordered:
    """What a reply asks for. `moves` are made at once, one after the other; `orders` are left for what comes later.

    `standing`: "orders" to be told what is left, "no-orders" to take it all back. `comment` is for table talk.
    """

    moves: tuple[Move, ...]
    orders: Orders
    standing: Standing | None = None
    comment: str = ""


@dataclass(frozen=True, slots=True)
class Muddled:
    """It speaks of orders and is not clear: nothing is played or left. `reason` says what was understood, what not."""

    reason: str
    quoted: str


def ordered(text: str, sent: str | None, asked: Asked, name: str = "") -> Ordered | Muddled | None:
    """What a reply leaves ahead; None when it does not speak of that, so that it is a move, a remark or a command.

    `sent` is what the mail it answers said; `name` the player's own, which may stand below as a signature.
    """
    new = _new(text, sent, names(name))
    reading = _read(new, asked, name)
    if isinstance(reading, Muddled) and len(shorter := before_quote(new)) < len(new):
        again = _read(shorter, asked, name)
        return again if isinstance(again, Ordered) else reading
    return reading


def _new(text: str, sent: str | None, writer: frozenset[str]) -> tuple[str, ...]:
    """The new lines. Orders on top are the player's, though our mail gives the same words as an example."""
    lines = [line.strip() for line in capped(text)[0].split("\n")]
    top = list(takewhile(lambda line: not line or read_orders(parse(line).words).whole, lines))
    if not any(read_orders(parse(line).words).orders for line in top):
        return fresh(text, sent, writer).lines
    return (*filter(None, top), *fresh("\n".join(lines[len(top) :]), sent, writer).lines)


def _read(new: Sequence[str], asked: Asked, name: str) -> Ordered | Muddled | None:
    parsed = list(map(parse, new))
    told = [(read_orders(line.words), line.words) for line in parsed if line.words]
    items = [item for each, _ in told if each.whole for item in each.items]
    if not any(each.orders or each.marked for each, _ in told) and not _bids_ahead(items, asked):
        return None
    for each, line in told:
        if not each.whole and not _aside(line, name):
            return Muddled(saying.partly((*items, *each.items), each.rest or line), clipped(line, LONGEST_QUOTED))
    comment = clipped(" ".join(line.remark for line in parsed if line.remark), LONGEST_COMMENT)
    try:
        return _meant(items, asked, comment)
    except Unfit as fault:
        return Muddled(saying.unfit(str(fault)), clipped(" / ".join(line for _, line in told), LONGEST_QUOTED))


def _bids_ahead(items: Sequence[Item], asked: Asked) -> bool:
    """Whether a bid is named, with the word "bid", by somebody who is not asked and has not bid."""
    hand, seat = asked.view.hand, asked.view.seat
    if asked.choices or hand is None or seat is None or seat not in hand.seats or hand.has_bid[seat]:
        return False
    return any(isinstance(item, Bids) and item.verb for item in items)


def _aside(line: str, name: str) -> bool:
    """Whether a line is a courtesy, a sign, or the player's own name."""
    bare = said(line).strip(" .,!-–—")
    own = {said(name), *said(name).split(" ")[:1]} - {""}
    return bare in order_words.ASIDES or bare in own or is_reaction(line)


def _meant(items: Sequence[Item], asked: Asked, comment: str) -> Ordered:
    about = [item for item in items if isinstance(item, About)]
    if about:
        return _about(about, [item for item in items if item not in about], asked, comment)
    moves, rest = _moves(items, asked)
    orders = Orders(bid(rest, asked, moves), trick(rest, asked, bool(moves)), tuple(hand(rest, asked, bool(moves))))
    return Ordered(moves, orders, None, comment)


def _about(about: Sequence[About], others: Sequence[Item], asked: Asked, comment: str) -> Ordered:
    moves, rest = _moves(others, asked)
    if rest or len(set(about)) > 1:
        raise Unfit("“Orders” and “no orders” go alone, or with a move.")
    name: Standing = "no-orders" if about[0].name == "no-orders" else "orders"
    return Ordered(moves, Orders(), name, comment)


def _moves(items: Sequence[Item], asked: Asked) -> tuple[tuple[Move, ...], list[Item]]:
    """The moves that are made at once, and the items that are left for later."""
    moves: list[Move] = []
    later: list[Item] = []
    for item in items:
        match item:
            case Bids() if asked.choices and isinstance(asked.choices[0], Bid):
                moves.append(_bid_now(item, asked, moves))
            case Cards(legal=False) if len(item.codes) > 1 and not item.then:
                raise Unfit("I read more than one move.")
            case Cards(legal=False):
                for code in item.codes:
                    moves.append(_card_now(code, asked, moves))
            case Cards() if asked.choices and isinstance(asked.choices[0], Play) and not moves:
                _card_now(item.codes[0], asked, [])
                later.append(item)
            case _:
                later.append(item)
    return tuple(moves), later


def _bid_now(item: Bids, asked: Asked, moves: Sequence[Move]) -> Move:
    if moves:
        raise Unfit("I read more than one bid.")
    wanted = [Bid(bid) for bid in (item.first, item.other) if bid is not None]
    found = next((move for move in wanted if move in asked.choices), None)
    if found is None:
        raise Unfit(saying.no_bid(item, asked.choices))
    return found


def _card_now(code: str, asked: Asked, moves: Sequence[Move]) -> Move:
    """The move that plays this card, after these; only if it is sure that nobody else comes in between."""
    if not asked.choices:
        raise Unfit(f"No move of yours is awaited now; for a card to be played later write “{code} when legal”.")
    choices = asked.choices if not moves else asked.following(moves[0]) if len(moves) == 1 else ()
    found = next((move for move in choices if isinstance(move, Play) and ohhell.code(move.card) == code), None)
    if found is None:
        raise Unfit(saying.no_card(code, moves, bool(choices), asked.choices))
    return found
