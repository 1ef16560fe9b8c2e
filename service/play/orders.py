"""Orders for a hand: leave, change or drop them, by an open turn's link or signed in; nobody else ever sees them."""

from collections.abc import Callable
from dataclasses import dataclass

from sqlmodel import Session

from service.engine import ohhell
from service.mail import links
from service.play.errors import BadField, NotFound, NotYours
from service.play.opened import open_page
from service.play.settle import settle, ticket
from service.play.turns import committed
from service.play.unasked import left_by
from service.store import loading
from service.store.loading import Table
from service.store.tables import Order, Person, Seat
from service.world import World


@dataclass(frozen=True)
class OrdersPage:
    """A seat's orders for the hand in play, as its player sees them. `trick` is the next one to give a card for."""

    table: Table
    seat: Seat
    view: ohhell.View
    hand: ohhell.HandView
    orders: ohhell.Orders
    trick: int | None
    waited: bool
    player: Person | None


@dataclass(frozen=True)
class Left:
    """Orders that were left; `token` is for the seat's turn if the game still waits for it."""

    slug: str
    token: str | None
    moves: int


Door = Callable[[Session, World], tuple[Table, Seat]]


def by_link(token: str, reader: int | None = None) -> Door:
    """The seat of an open turn's link. Raises as `turns.look` does."""

    def enter(session: Session, world: World) -> tuple[Table, Seat]:
        page = open_page(session, world, token, reader)
        return page.table, page.table.seats[page.ticket.seat]

    return enter


def signed_in(slug: str, person_id: int) -> Door:
    """One's own seat at a table. Raises `NotFound` and `NotYours`."""

    def enter(session: Session, world: World) -> tuple[Table, Seat]:
        table = loading.load_slug(session, slug)
        if table is None or table.state is None:
            raise NotFound()
        seat = table.seat_of(person_id)
        if seat is None:
            raise NotYours("You have no seat at this table.")
        return table, seat

    return enter


def look(world: World, door: Door) -> OrdersPage:
    """The orders for the hand in play. Raises what the door raises, and `NotFound` between hands."""
    with world.reading() as session:
        return _page(session, *door(session, world))


def leave(world: World, door: Door, orders: ohhell.Orders) -> Left:
    """Put these in the place of the seat's orders; one that fits its open turn plays at once.

    Raises what `look` raises, and `BadField` for orders that cannot be meant.
    """

    def attempt(session: Session) -> tuple[Table, Left]:
        page = _page(session, *door(session, world))
        before, table = page.table.game.ply, page.table
        put(session, world, table, page.seat, orders)
        table = settle(session, world, table)
        waited = page.seat.number in ohhell.to_act(table.playing)
        token = links.write_ticket(world, ticket(table, page.seat.number)) if waited else None
        return table, Left(table.game.slug, token, table.game.ply - before)

    return committed(world, attempt)


def drop(world: World, door: Door) -> Left:
    """Take all orders of the seat back."""
    return leave(world, door, ohhell.Orders())


def _page(session: Session, table: Table, seat: Seat) -> OrdersPage:
    view = table.view(seat.number)
    if view.hand is None or seat.number not in view.hand.seats:
        raise NotFound("There is no hand in play that you could leave orders for.")
    orders = ohhell.fitting(left_by(session, table, seat.number), view)
    waited = seat.number in view.to_act
    player = session.get(Person, seat.person_id) if seat.person_id is not None else None
    return OrdersPage(table, seat, view, view.hand, orders, _next_trick(view.hand, seat.number, waited), waited, player)


def _next_trick(hand: ohhell.HandView, seat: int, waited: bool) -> int | None:
    """The next trick that the seat plays to and is not asked about now; None when there is none."""
    done = sum(any(owner == seat for owner, _ in trick.cards) for trick in hand.tricks)
    number = done + (2 if waited and hand.has_bid[seat] else 1)
    return number if number <= hand.size else None


def check(orders: ohhell.Orders, view: ohhell.View) -> None:
    """Raises `BadField` for orders that the view's seat cannot mean."""
    try:
        ohhell.check_orders(orders, view)
    except ohhell.OrderRefused as fault:
        raise BadField("orders", str(fault)) from None


def put(session: Session, world: World, table: Table, seat: Seat, orders: ohhell.Orders) -> None:
    """Write down what a seat leaves for the hand in play, in the place of what stands. Nothing plays yet.

    Raises `BadField` for orders that cannot be meant.
    """
    check(orders, table.view(seat.number))
    key = (table.id, table.game.hand, seat.number)
    row = session.get(Order, key)
    if not orders:
        if row is not None:
            session.delete(row)
        session.flush()
        return
    if row is None:
        row = Order(game_id=key[0], hand=key[1], seat=key[2], generation=0, left={}, at=world.now())
    row.left, row.generation, row.at, row.dropped = ohhell.write_orders(orders), seat.generation, world.now(), None
    session.add(row)
    session.flush()
