"""What the outbox tells of a turn."""

from sqlalchemy import Exists, exists
from sqlmodel import Session, col, select

from service.store.tables import Mail, Turn

ASKS = ("turn", "unasked")


def mail_waits() -> Exists:
    """Whether a turn's first mail, or what stands for it at a table that masks, is still to be taken."""
    pending = (col(ended).is_(None) for ended in (Mail.sent_at, Mail.failed_at, Mail.dropped_at))
    spot = (Mail.hand == Turn.hand, Mail.seat == Turn.seat, Mail.decision == Turn.decision)
    return exists().where(Mail.game_id == Turn.game_id, *spot, col(Mail.kind).in_(ASKS), *pending)  # type: ignore[arg-type]  # columns


def waits_for_mail(session: Session, turn: Turn) -> bool:
    """Whether this turn's first mail is still to be taken."""
    spot = (Turn.game_id == turn.game_id, Turn.hand == turn.hand, Turn.seat == turn.seat)
    mine = select(Turn.game_id).where(*spot, Turn.decision == turn.decision, mail_waits())
    return session.exec(mine).first() is not None
