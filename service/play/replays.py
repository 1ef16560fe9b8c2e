"""A finished hand to go through again: all its cards, and when each move of it was made."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Protocol

from service.engine import ohhell
from service.play.errors import NotFound
from service.store import loading, queries
from service.store.loading import Table
from service.store.tables import Deal, Move
from service.world import World

RUNNING = "This hand is still being played. It can be gone through card by card once it is over."


class Replayable(Protocol):
    """A finished hand with its moves, played here or read from a record."""

    @property
    def hand(self) -> ohhell.HandView: ...
    @property
    def dealt_at(self) -> datetime | None: ...
    @property
    def moves(self) -> Sequence[Any]: ...
    @property
    def rules(self) -> ohhell.Rules: ...
    @property
    def names(self) -> tuple[str, ...]: ...


@dataclass(frozen=True)
class ReplayPage:
    """A finished hand with its part of the log; `hands` is how many are finished."""

    table: Table
    hand: ohhell.HandView
    dealt_at: datetime
    moves: Sequence[Move]
    hands: int

    @property
    def rules(self) -> ohhell.Rules:
        """The rules of its table."""
        return self.table.rules

    @property
    def names(self) -> tuple[str, ...]:
        """The players' names by seat."""
        return self.table.names


def replay(world: World, slug: str, number: int) -> ReplayPage:
    """A finished hand of a game, for anyone with its link. Raises `NotFound`, for a running hand too."""
    with world.reading() as session:
        table = loading.load_slug(session, slug)
        if table is None or table.state is None:
            raise NotFound()
        finished = len(table.state.results)
        if not 1 <= number <= finished:
            raise NotFound(RUNNING if number == table.game.hand == finished + 1 else "There is no such hand here.")
        return ReplayPage(
            table,
            hand=loading.played_hand(session, table, number),
            dealt_at=session.get_one(Deal, (table.id, number)).at,
            moves=queries.moves_of(session, table.id, number),
            hands=finished,
        )
