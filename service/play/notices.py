"""Telling a table what has become of it: paused, ended, a seat or its hosting handed on."""

from sqlmodel import Session

from service.mail.hooks.owing import owe_news
from service.play.settle import owe_seat
from service.store.loading import Table
from service.world import World

GONE = frozenset({"replaced", "removed"})  # told to all but the one it happened to


def tell(session: Session, world: World, table: Table, what: str, about: int | None = None) -> None:
    """Owe everyone at a table a mail about something that happened, perhaps to a seat; once at a moment."""
    owe_news(session, world, table.id)
    name = table.seats[about].name if about is not None else ""
    details: dict[str, object] = {"what": what, "name": name}
    for seat in table.seats:
        if seat.left_at is None and (what not in GONE or seat.number != about):
            stamp = f"{table.id}/{table.game.ply}/{int(world.now().timestamp())}"
            owe_seat(
                session, world, table, seat.number, "notice", f"notice/{what}/{stamp}/{seat.number}", details=details
            )
