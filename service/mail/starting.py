"""A turn's clock starts when the mail server has taken its first mail."""

from collections.abc import Collection, Sequence
from datetime import datetime, timedelta

from sqlalchemy import and_, func, or_, select
from sqlmodel import Session, col

from service.store import winding
from service.store.tables import Game, Mail, Person, Seat, Turn

ASKING = frozenset({"turn", "unasked", "reminder", "fresh", "bid-changed"})
EVEN = timedelta(minutes=5)


def start_clocks(session: Session, mail_ids: Collection[int], now: datetime, claim: timedelta) -> None:
    """Give the turns that these mails ask for, or bring along, their full allowance from now, the first time only.

    `claim` is how long a mail is claimed for.
    """
    until = session.execute(select(func.min(col(Mail.claimed_until))).where(col(Mail.id).in_(mail_ids))).scalar()
    even = max(_even(until - claim) + EVEN, _even(now)) if until else _even(now)
    told = select(col(Mail.game_id), col(Mail.hand), col(Mail.seat), col(Mail.decision)).where(
        or_(col(Mail.id).in_(mail_ids), col(Mail.carrier_id).in_(mail_ids)), col(Mail.kind).in_(ASKING)
    )
    asked = {tuple(spot) for spot in session.execute(told)}
    for turn in _unmailed(session, {spot[0] for spot in asked}):
        if (turn.game_id, turn.hand, turn.seat, turn.decision) in asked:
            _start(session, turn, even if session.get_one(Game, turn.game_id).mask else now)


def _start(session: Session, turn: Turn, now: datetime) -> None:
    if turn.plays_at is not None:
        turn.plays_at = winding.later(session, turn, turn.plays_at + (now - turn.opened_at))
    turn.mailed_at = now
    if turn.deadline is not None and turn.deadline < winding.moments(session, turn, now).deadline:
        winding.restart(session, turn, now)


def _even(moment: datetime) -> datetime:
    """The next full five minutes, as how long a mail server took over a mail tells that there was one."""
    return moment + timedelta(seconds=-moment.timestamp() % EVEN.total_seconds())


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
