"""Set a game right from its log, should what stands beside the log ever be lost."""

from sqlmodel import Session

from service.play.errors import NotFound
from service.play.settle import settle
from service.play.turns import committed
from service.store import queries
from service.store.loading import Table
from service.store.rebuilding import rebuild
from service.world import World


def repair(world: World, slug: str) -> Table:
    """Make points, length and open turns of a started game anew from its log. Raises `NotFound`."""

    def attempt(session: Session) -> tuple[Table, Table]:
        game = queries.game_at(session, slug)
        if game is None or game.started_at is None:
            raise NotFound()
        table = settle(session, world, rebuild(session, game))
        return table, table

    return committed(world, attempt)
