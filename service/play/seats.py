"""A seat during the game: coming back to it, leaving it, talking from it."""

from sqlmodel import Session

from service.engine import ohhell
from service.mail import letters, links
from service.play import fields, limits
from service.play.errors import LinkExpired, NotFound, NotYours, TooLate
from service.play.settle import owe_seat, settle
from service.play.turns import committed
from service.store import loading
from service.store.loading import Table
from service.store.tables import Seat, Talk
from service.world import World


def look_back(world: World, token: str, reader: int | None = None) -> tuple[Table, Seat]:
    """The seat that a link brings its owner back to. `reader` is the person signed in, if any.

    Raises `NotFound`, `NotYours` and `LinkExpired`.
    """
    with world.reading() as session:
        return _seat(session, world, token, reader)


def come_back(world: World, token: str, reader: int | None = None) -> Table:
    """Play a seat oneself again; an open turn gets its full allowance from now. Raises as `look_back`."""

    def attempt(session: Session) -> tuple[Table, Table]:
        table, seat = _seat(session, world, token, reader)
        table = back(session, world, table, seat)
        return table, table

    return committed(world, attempt)


def back(session: Session, world: World, table: Table, seat: Seat) -> Table:
    """Count a seat's owner as present again and let the game go on."""
    seat.away_at, seat.left_at, seat.missed = None, None, 0
    if ohhell.over(table.playing):
        return table
    table = settle(session, world, table)
    letters.revive(session, world, seat.person_id or 0)
    return table


def return_to(world: World, slug: str, person_id: int) -> Table:
    """Come back to one's seat when signed in. Raises `NotFound` and `NotYours`."""

    def attempt(session: Session) -> tuple[Table, Table]:
        table, seat = _own(session, slug, person_id)
        table = back(session, world, table, seat)
        return table, table

    return committed(world, attempt)


def look_leave(world: World, slug: str, person_id: int) -> Table:
    """The table of one's own seat that could be left. Raises `NotFound` and `NotYours`."""
    with world.reading() as session:
        return _own(session, slug, person_id)[0]


def leave(world: World, slug: str, person_id: int) -> None:
    """Leave a running game: the substitute plays on, the host is told, a mail brings a link back.

    Raises `NotFound`, `NotYours` and `TooLate`.
    """

    def attempt(session: Session) -> tuple[Table, None]:
        table, seat = _own(session, slug, person_id)
        if table.game.ended_at:
            raise TooLate("This game is over already.")
        if seat.left_at:
            return table, None
        seat.left_at = world.now()
        stamp = f"{table.id}/{seat.number}/{table.game.ply}"
        owe_seat(session, world, table, seat.number, "farewell", f"farewell/{stamp}")
        for other in table.seats:
            if other.person_id == table.game.host_id and other.number != seat.number:
                details: dict[str, object] = {"seat": seat.number}
                owe_seat(session, world, table, other.number, "left", f"left/{stamp}", details=details)
        table = settle(session, world, table)
        return table, None

    committed(world, attempt)


def say(world: World, slug: str, person_id: int, text: str) -> None:
    """Add a line of table talk without a move. Raises `NotFound`, `NotYours` and `BadField`."""
    line = fields.talk(text)
    with world.transaction() as session:
        table, seat = _own(session, slug, person_id)
        if line:
            limits.spend(session, world, limits.TALK, str(person_id))
            session.add(Talk(game_id=table.id, seat=seat.number, text=line, at=world.now()))


def _seat(session: Session, world: World, token: str, reader: int | None) -> tuple[Table, Seat]:
    spot = links.read_seat(world, token)
    table = loading.load(session, spot[0]) if spot else None
    if spot is None or table is None or table.state is None or spot[1] >= len(table.seats):
        raise NotFound()
    seat = table.seats[spot[1]]
    if seat.generation != spot[2]:
        raise LinkExpired("This link belonged to someone who no longer sits here.")
    if reader is not None and reader != seat.person_id and table.seat_of(reader):
        raise NotYours("This link is for another player's seat. You are signed in as yourself.")
    return table, seat


def _own(session: Session, slug: str, person_id: int) -> tuple[Table, Seat]:
    table = loading.load_slug(session, slug)
    if table is None or table.state is None:
        raise NotFound()
    seat = table.seat_of(person_id)
    if seat is None:
        raise NotYours("You have no seat at this table.")
    return table, seat
