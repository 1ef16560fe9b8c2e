"""A hand drawn as a table, and the score sheet: which seat stands where and what lies before it."""

from collections.abc import Sequence
from dataclasses import dataclass

from service.engine import ohhell
from service.store.tables import Seat


@dataclass(frozen=True)
class Place:
    """A seat as drawn. `where` names its spot; `laid` is its card in the trick shown."""

    number: int
    name: str
    where: str
    dealer: bool
    turn: bool
    playing: bool
    bid: int | None
    has_bid: bool
    taken: int
    laid: ohhell.Card | None
    won: bool
    held: tuple[ohhell.Card, ...]
    bot: bool
    away: bool
    gone: bool


@dataclass(frozen=True)
class Drawing:
    """A hand as a table: its seats clockwise from the viewer's, the trick that lies there, and who leads."""

    hand: ohhell.HandView
    places: tuple[Place, ...]
    trick: ohhell.TrickView | None
    in_play: bool


@dataclass(frozen=True)
class Cell:
    """One player's part of a hand on the score sheet; empty where they did not play."""

    bid: int
    taken: int
    points: int
    total: int
    missed: bool


@dataclass(frozen=True)
class Line:
    """One hand of the score sheet; `cells` by seat, empty before it is finished."""

    number: int
    size: int
    trump: str | None
    dealer: int | None
    tiebreak: bool
    cells: tuple[Cell | None, ...]
    now: bool


def spots(players: int) -> tuple[str, ...]:
    """Where each seat is drawn, clockwise from the bottom: up the left side, across the top, down the right."""
    side, top = divmod(players - 1, 2)
    left = [f"left r{1 + side - i}" for i in range(side)]
    return ("bottom", *left, *(["top"] * top), *(f"right r{2 + i}" for i in range(side)))


def draw(view: ohhell.View, seats: Sequence[Seat], viewpoint: int = 0) -> Drawing | None:
    """The hand in play, or None between hands."""
    hand = view.hand
    if hand is None:
        return None
    trick = _trick(hand)
    order = [(viewpoint + i) % view.players for i in range(view.players)]
    where = dict(zip(order, spots(view.players), strict=True))
    places = tuple(_place(view, hand, trick, seats[number], where[number]) for number in order)
    return Drawing(hand, places, trick, trick is not None and trick.winner is None)


def _trick(hand: ohhell.HandView) -> ohhell.TrickView | None:
    """The trick that lies on the table: the one in play, else the last one taken."""
    laid = [trick for trick in hand.tricks if trick.cards]
    return laid[-1] if laid else None


def _place(view: ohhell.View, hand: ohhell.HandView, trick: ohhell.TrickView | None, seat: Seat, where: str) -> Place:
    number = seat.number
    laid = dict(trick.cards).get(number) if trick else None
    return Place(
        number=number,
        name=seat.name,
        where=where,
        dealer=number == hand.dealer,
        turn=number in view.to_act,
        playing=number in hand.seats,
        bid=hand.bids[number],
        has_bid=hand.has_bid[number],
        taken=hand.taken[number],
        laid=laid,
        won=trick is not None and trick.winner == number,
        held=_open_cards(view, hand, number),
        bot=seat.bot is not None,
        away=seat.away_at is not None,
        gone=seat.left_at is not None,
    )


def _open_cards(view: ohhell.View, hand: ohhell.HandView, number: int) -> tuple[ohhell.Card, ...]:
    """Cards still held that the viewer may see, their own hand aside."""
    seen = hand.seen[number] if number != view.seat else None
    return seen or tuple(card for seat, card in hand.shown if seat == number and number != view.seat)


def sheet(view: ohhell.View) -> tuple[Line, ...]:
    """The score sheet: finished hands with their cells, then the hand in play and those to come."""
    done = _finished(view)
    current = view.hand.number if view.hand else None
    ahead = [
        Line(number, size, None, None, False, (None,) * view.players, number == current)
        for number, size in enumerate(view.sizes, start=1)
        if number > len(done)
    ]
    if view.hand and view.hand.tiebreak:
        ahead.append(Line(view.hand.number, view.hand.size, None, None, True, (None,) * view.players, True))
    return (*done, *ahead)


def _finished(view: ohhell.View) -> tuple[Line, ...]:
    totals = [0] * view.players
    lines = []
    for result in view.results:
        tiebreak = result.number > len(view.sizes)
        cells: list[Cell | None] = []
        for seat in range(view.players):
            bid = result.bids[seat] if seat in result.seats else None
            if bid is None:
                cells.append(None)
                continue
            totals[seat] += 0 if tiebreak else result.points[seat]
            taken = result.taken[seat]
            cells.append(Cell(bid, taken, result.points[seat], totals[seat], bid != taken))
        line = Line(result.number, result.size, result.trump, result.dealer, tiebreak, tuple(cells), False)
        lines.append(line)
    return tuple(lines)
