"""Tables that have not started: one reminder to those who are waited for, then a polite end."""

from datetime import timedelta

from sqlmodel import Session, col, select

from service.play.invitations import owe_invitation
from service.play.passing import one_by_one
from service.play.seating import pending
from service.play.settle import owe_host, owe_seat
from service.store import loading
from service.store.loading import Table
from service.store.tables import Game
from service.world import World

REMIND_AFTER, CLOSE_AFTER = timedelta(days=3), timedelta(days=10)


def pass_tables(world: World) -> int:
    """Remind once of tables that wait to start, and close those that waited long. How many were touched."""
    now = world.now()
    with world.reading() as session:
        unstarted = select(Game).where(col(Game.started_at).is_(None), col(Game.closed_at).is_(None))
        old = session.exec(unstarted.where(col(Game.created_at) <= now - REMIND_AFTER)).all()
    due = [game for game in old if game.nudged_at is None or game.created_at <= now - CLOSE_AFTER]
    one_by_one(world, lambda game: _look_at(world, game), due, game_of=lambda game: game.id or 0)
    world.wake()
    return len(due)


def _look_at(world: World, game: Game) -> None:
    old = game.created_at <= world.now() - CLOSE_AFTER
    with world.transaction() as session:
        table = loading.load(session, game.id or 0)
        if table and not table.game.started_at and not table.game.closed_at:
            (_end if old else _nudge)(session, world, table)


def _nudge(session: Session, world: World, table: Table) -> None:
    game = table.game
    game.nudged_at = world.now()
    details: dict[str, object] = {"closes": (game.created_at + CLOSE_AFTER).isoformat()}
    owe_host(session, world, table, "table-reminder", f"table-reminder/{table.id}", details)
    for invitation in pending(session, table):
        invitation.reminded_at = world.now()
        owe_invitation(session, world, invitation, "invitation-reminder")


def _end(session: Session, world: World, table: Table) -> None:
    table.game.closed_at, table.game.join_code = world.now(), None
    for seat in table.seats:
        owe_seat(session, world, table, seat.number, "table-closed", f"table-closed/{table.id}/{seat.number}")
