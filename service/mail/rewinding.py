"""When the clock was put back: what would wait until it has come again to where it was."""

from datetime import datetime, timedelta

from sqlmodel import Session, col, select, update

from service.mail.outbox import CLAIM
from service.store.tables import Call, Mail, Seat, Turn


def put_back(session: Session, now: datetime, by: timedelta) -> None:
    """Let mails and webhooks be looked at now, and claims end in their time.

    A mail that is held back for its reader's sake is held again, until the right moment.
    """
    for table in (Mail, Call):
        pending = [col(ended).is_(None) for ended in (table.sent_at, table.failed_at, table.dropped_at)]
        session.execute(update(table).where(*pending, col(table.due_at) > now).values(due_at=now))
        session.execute(update(table).where(*pending, col(table.created_at) > now).values(created_at=now))
        late = col(table.claimed_until) > now + CLAIM
        session.execute(update(table).where(*pending, late).values(claimed_until=now + CLAIM))
    session.execute(update(Seat).where(col(Seat.seen_at) > now).values(seen_at=now))
    for turn in session.exec(select(Turn).where(col(Turn.plays_at) > now)):
        if turn.plays_at is not None:
            turn.plays_at = max(now, turn.plays_at - by)
