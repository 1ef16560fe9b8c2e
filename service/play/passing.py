"""Passing over many games: what one of them meets must not stop the others."""

import logging
from collections.abc import Callable, Iterable
from datetime import timedelta
from typing import TypeVar

from sqlmodel import col, update

from service.store.tables import Turn
from service.world import World

PUT_OFF = timedelta(minutes=10)
log = logging.getLogger(__name__)
T = TypeVar("T")


def one_by_one(world: World, act: Callable[[T], object], items: Iterable[T], game_of: Callable[[T], int]) -> None:
    """Act on each; a game that fails is logged, without its cards, and its turns are looked at again later."""
    for item in items:
        try:
            act(item)
        except Exception as fault:  # any game may be broken in any way, and all others must go on
            log.error("game %s was passed over: %s", game_of(item), type(fault).__name__)
            _put_off(world, game_of(item))


def _put_off(world: World, game_id: int) -> None:
    later = world.now() + PUT_OFF
    with world.transaction() as session:
        for due in ("wake_at", "plays_at"):
            column = col(getattr(Turn, due))
            session.execute(
                update(Turn).where(col(Turn.game_id) == game_id, column <= world.now()).values({due: later})
            )
