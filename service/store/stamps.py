"""Whether a game's page would look the same again, told from a few short rows: nothing is replayed or drawn for it."""

import hashlib
from collections.abc import Iterator
from datetime import datetime
from typing import Any

from sqlalchemy import Select, func, select
from sqlmodel import Session, col

from service.store.tables import Game, Invitation, Person, Seat, Talk, Turn, Vote

# What every onlooker may see of these rows, and nothing else of them.
GAME: tuple[Any, ...] = (Game.id, Game.ply, Game.host_id, Game.paused_at, Game.ended_at, Game.ended_why, Game.closed_at)
SEAT: tuple[Any, ...] = (Seat.number, Seat.name, Seat.bot, Seat.generation, Seat.left_at, Seat.away_at)
REACHED: tuple[Any, ...] = (Person.unsubscribed_at, Person.bounced_at)
TURN: tuple[Any, ...] = (Turn.seat, Turn.decision, Turn.opened_at, Turn.deadline)
VOTE: tuple[Any, ...] = (Vote.seat, Vote.wish)
AGAIN: tuple[Any, ...] = (Game.id, Game.started_at, Game.closed_at)
OFFER: tuple[Any, ...] = (Invitation.seat, Invitation.refused_at, Invitation.withdrawn_at)


def stamp(session: Session, slug: str, now: datetime) -> str | None:
    """What differs whenever a page of this game that was fetched before would; None if there is no such game.

    Once an hour it differs by itself, as who is away depends on the time.
    """
    game = session.connection().execute(select(*GAME).where(col(Game.slug) == slug)).first()
    if game is None:
        return None
    beside = [session.connection().execute(rows).all() for rows in _beside(game.id)]
    return hashlib.sha256(repr((game, beside, now.strftime("%Y%m%d%H"))).encode()).hexdigest()[:20]


def _beside(game_id: int) -> Iterator[Select[Any]]:
    seats = select(*SEAT, *REACHED).join_from(Seat, Person, isouter=True, onclause=col(Seat.person_id) == Person.id)
    yield seats.where(col(Seat.game_id) == game_id).order_by(col(Seat.number))
    yield select(*TURN).where(col(Turn.game_id) == game_id).order_by(*TURN)
    yield select(*VOTE).where(col(Vote.game_id) == game_id).order_by(*VOTE)
    yield select(*OFFER).where(col(Invitation.game_id) == game_id).order_by(col(Invitation.id))
    yield select(*AGAIN).where(col(Game.rematch_of) == game_id)
    yield select(func.max(col(Talk.id))).where(col(Talk.game_id) == game_id)
