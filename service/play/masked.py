"""Single choices at tables that mask them: the clock makes them when their wait is over."""

from sqlmodel import Session, col, select

from service.play.passing import one_by_one
from service.play.settle import settle
from service.play.turns import committed
from service.store import loading
from service.store.loading import Table
from service.store.outbox import mail_waits
from service.store.tables import Turn
from service.world import World

AT_ONCE = 200


def pass_masked(world: World) -> int:
    """Make the single choices that have waited long enough. Safe to run in many places at once. How many games moved.

    Two clocks that meet try to write the same ply: the second is rolled back, and then finds nothing due.
    """
    with world.reading() as session:
        due = select(Turn.game_id).where(col(Turn.plays_at) <= world.now(), ~mail_waits()).order_by(col(Turn.plays_at))
        games = dict.fromkeys(session.exec(due.limit(AT_ONCE)))
    one_by_one(world, lambda game_id: _go_on(world, game_id), games, game_of=lambda game_id: game_id)
    return len(games)


def _go_on(world: World, game_id: int) -> None:
    def attempt(session: Session) -> tuple[Table, None]:
        table = loading.load(session, game_id)
        assert table is not None
        return settle(session, world, table), None

    committed(world, attempt)
