"""What the mailbox page of local play shows: the mails that went out, and how many are on their way."""

from dataclasses import dataclass

from sqlmodel import col, select

from service.play.errors import NotFound
from service.store.tables import Mail
from service.world import World

SHOWN = 200
HIGHEST = 2**31


@dataclass(frozen=True)
class Mailbox:
    """The newest mails, the last one first, and how many are owed."""

    mails: tuple[Mail, ...]
    pending: int


def look(world: World) -> Mailbox:
    """All that is shown of the outbox."""
    ended = (Mail.sent_at, Mail.failed_at, Mail.dropped_at)
    owed = select(Mail.id).where(Mail.kind != "unasked", *(col(moment).is_(None) for moment in ended)).limit(SHOWN)
    sent = select(Mail).where(col(Mail.sent_at).is_not(None)).order_by(col(Mail.id).desc()).limit(SHOWN)
    with world.reading() as session:
        return Mailbox(tuple(session.exec(sent).all()), len(session.exec(owed).all()))


def one(world: World, number: int) -> Mail:
    """A mail that went out or was written. Raises `NotFound`."""
    with world.reading() as session:
        mail = session.get(Mail, number) if number < HIGHEST else None
    if mail is None or (mail.raw is None and mail.sent_at is None):
        raise NotFound("There is no such mail.")
    return mail
