"""How long a person's latest answers were waited for."""

from collections.abc import Sequence

from sqlalchemy import or_
from sqlmodel import Session, col, select

from service.store.tables import Game, Move, Seat

RECENT_GAMES, RECENT_ANSWERS = 3, 60


def waits(session: Session, person_id: int, game_id: int | None = None) -> Sequence[int]:
    """The waits for a person's latest answers, in seconds, in a few of their games or in one of them.

    At a table that masks single choices the hand in play is left out: an answer tells that it was asked for.
    """
    seats = select(Seat.game_id, Seat.number).where(Seat.person_id == person_id)
    if game_id is not None:
        seats = seats.where(Seat.game_id == game_id)
    own = session.exec(seats.order_by(col(Seat.game_id).desc()).limit(RECENT_GAMES)).all()
    told = or_(col(Game.mask).is_(False), col(Move.hand) < Game.hand)
    rows = select(Move.waited).join(Game, col(Game.id) == Move.game_id).where(told, col(Move.waited).is_not(None))
    answers: list[int] = []
    for game, seat in own:
        here = rows.where(Move.game_id == game, Move.seat == seat).order_by(col(Move.ply).desc())
        answers += [wait for wait in session.exec(here.limit(RECENT_ANSWERS)) if wait is not None]
    return answers[:RECENT_ANSWERS]
