"""A turn's clock starts when the mail server has taken its first mail."""

from collections.abc import Collection, Sequence
from datetime import datetime

from sqlalchemy import and_, or_, select
from sqlmodel import Session, col

from service.store import winding
from service.store.tables import Game, Mail, Person, Seat, Turn

ASKING = frozenset({"turn", "reminder", "fresh", "bid-changed"})


def start_clocks(session: Session, mail_ids: Collection[int], now: datetime) -> None:
    """Give the turns that these mails ask for, or bring along, their full allowance from now, the first time only."""
    told = select(col(Mail.game_id), col(Mail.hand), col(Mail.seat), col(Mail.decision)).where(
        or_(col(Mail.id).in_(mail_ids), col(Mail.carrier_id).in_(mail_ids)), col(Mail.kind).in_(ASKING)
    )
    asked = {tuple(spot) for spot in session.execute(told)}
    for turn in _unmailed(session, {spot[0] for spot in asked}):
        if (turn.game_id, turn.hand, turn.seat, turn.decision) in asked:
            turn.mailed_at = now
            if turn.deadline is not None and turn.deadline < winding.moments(session, turn, now).deadline:
                winding.restart(session, turn, now)


def _unmailed(session: Session, games: Collection[int]) -> Sequence[Turn]:
    """The open turns of games that no mail has asked for yet, read in one go with what their clocks depend on."""
    turns = (
        select(Turn, Seat, Game, Person)
        .join(Seat, and_(col(Seat.game_id) == Turn.game_id, col(Seat.number) == Turn.seat))
        .join(Game, col(Game.id) == Turn.game_id)
        .join(Person, col(Person.id) == Seat.person_id, isouter=True)
        .where(col(Turn.game_id).in_(games), col(Turn.mailed_at).is_(None))
        .order_by(col(Turn.game_id), col(Turn.seat))
    )
    rows = session.execute(turns.with_for_update(of=Turn).execution_options(populate_existing=True)).all()
    session.info["around turns"] = rows  # a session forgets what nobody holds
    return [row[0] for row in rows]
