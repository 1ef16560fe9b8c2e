"""What all who play a game can agree on without their host: to pause it, to go on, to end it."""

from sqlmodel import Session, col, delete, select

from service.engine import ohhell
from service.play import limits
from service.play.errors import BadField, NotFound, NotYours, TooLate
from service.play.hosting import run_clocks, stop_clocks
from service.play.notices import tell
from service.play.turns import committed
from service.play.unasked import present
from service.store import loading
from service.store.loading import Table
from service.store.tables import Order, Turn, Vote
from service.world import World

WISHES = ("pause", "resume", "end")


def wish(world: World, slug: str, person_id: int, what: str) -> bool:
    """Wish for something, or take the wish back; whether it is done, as everyone who is there wishes it.

    Raises `NotFound`, `NotYours`, `TooLate` and `BadField`.
    """

    def attempt(session: Session) -> tuple[Table, bool]:
        table = loading.load_slug(session, slug)
        if table is None or table.state is None:
            raise NotFound()
        seat = table.seat_of(person_id)
        if seat is None or seat.left_at:
            raise NotYours("You have no seat at this table.")
        if table.game.ended_at or ohhell.over(table.playing):
            raise TooLate("This game is over already.")
        if what not in WISHES:
            raise BadField("wish", "Choose one of the wishes.")
        limits.spend(session, world, limits.WISHES, str(person_id))
        wishing = _toggled(session, world, table, seat.number, what)
        needed = {other.number for other in table.seats if present(other)} | {seat.number}
        if not needed <= wishing:
            return table, False
        session.execute(delete(Vote).where(col(Vote.game_id) == table.id))
        return _done(session, world, table, what), True

    return committed(world, attempt)


def _toggled(session: Session, world: World, table: Table, seat: int, what: str) -> set[int]:
    """The seats that wish it, after one has said so or taken it back. The first wish is told to the table."""
    votes = select(Vote).where(Vote.game_id == table.id, Vote.wish == what)
    wishing = {vote.seat for vote in session.exec(votes)}
    if seat in wishing:
        session.delete(session.get_one(Vote, (table.id, seat, what)))
        return wishing - {seat}
    session.add(Vote(game_id=table.id, seat=seat, wish=what, at=world.now()))
    if not wishing:
        tell(session, world, table, f"wish-{what}", seat)
    return wishing | {seat}


def _done(session: Session, world: World, table: Table, what: str) -> Table:
    match what:
        case "pause":
            return stop_clocks(session, world, table)
        case "resume":
            return run_clocks(session, world, table)
        case _:
            return end(session, world, table, "agreed")


def end(session: Session, world: World, table: Table, why: str) -> Table:
    """End a game before its last hand: "agreed" by its players, or by the "operator"."""
    table.game.ended_at, table.game.ended_why = world.now(), why
    session.execute(delete(Turn).where(col(Turn.game_id) == table.id))
    session.execute(delete(Order).where(col(Order.game_id) == table.id))
    tell(session, world, table, "ended" if why == "agreed" else f"ended-{why}")
    return table
