"""What the outbox tells of a turn, and the mails that take over what others in it would tell."""

from sqlalchemy import ColumnElement, Exists, exists
from sqlmodel import Session, col, delete, select

from service.store.tables import Mail, Seat, Turn

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


def is_unwritten(session: Session, purpose: str) -> bool:
    """Whether the mail owed for this purpose is still to be written, and will tell how things stand then."""
    return session.exec(select(Mail.id).where(Mail.purpose == purpose, *_unwritten())).first() is not None


def tell_played(session: Session, seat: Seat, purpose: str) -> None:
    """Let a player's mail that is still to be written tell what others were to tell of a substitute's moves."""
    told = select(Mail).where(Mail.person_id == seat.person_id, Mail.kind == "played", Mail.game_id == seat.game_id)
    told = told.where(Mail.seat == seat.number, Mail.purpose != purpose, *_unwritten())
    others = session.exec(told.order_by(col(Mail.id)).with_for_update()).all()
    if not others:
        return
    mail = session.exec(select(Mail).where(Mail.purpose == purpose, *_unwritten()).with_for_update()).first()
    if mail is None or mail.person_id != seat.person_id:
        return
    plies = [ply for other in others for ply in (*other.details.get("earlier", ()), other.details["ply"])]
    mail.details = {**mail.details, "earlier": plies}
    session.add(mail)
    session.execute(delete(Mail).where(col(Mail.id).in_([other.id for other in others])))


def _unwritten() -> tuple[ColumnElement[bool], ...]:
    pending = (Mail.sent_at, Mail.failed_at, Mail.dropped_at, Mail.raw, Mail.claimed_until, Mail.carrier_id)
    return tuple(col(column).is_(None) for column in pending)
