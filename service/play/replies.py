"""A message that came in: what it answers, who sent it, and what is done about it. One code path for every way in."""

import logging
from collections.abc import Iterator
from dataclasses import replace
from datetime import timedelta

from sqlmodel import Session, col, delete, select, update

from service.mail import addresses
from service.mail.addresses import Key, Place, Returned, Stop
from service.mail.inbox import Arrival, Fate, imap
from service.mail.inbox.arrival import Word
from service.mail.links import Ticket
from service.mail.reading import Letter, read
from service.play import bounces, replying
from service.play.incoming import LONGEST_ID, MESSAGE_ID, Incoming, check, note
from service.store import loading, queries
from service.store.tables import Mail, Reply
from service.world import World

log = logging.getLogger(__name__)
KEPT = timedelta(days=30)


def take(world: World, arrival: Arrival) -> Fate:
    """Do what a message asks for, once; everything is in the database when this returns.

    Raises only what says that it cannot be taken now, such as a database that is away or `SlowDown`: try again later.
    """
    check(world, addresses.read(world, arrival.recipient) if arrival.recipient else None)
    limit = int(world.settings.inbox_size)
    large = max(len(arrival.raw), arrival.size) > limit
    letter = read(arrival.raw[:limit])
    with world.reading() as session:
        found = [replace(incoming, large=large) for incoming in _about(session, world, arrival, letter)]
    fates = []
    for incoming in found or [Incoming(arrival, letter, large=large)]:
        match incoming.key:
            case Returned() | Stop():
                fates.append(bounces.take(world, incoming))
            case Ticket() | Place():
                fates.append(replying.take(world, incoming))
            case None:
                fates.append(_unknown(world, incoming))
    return next((fate for fate in fates if fate.word != "duplicate"), fates[0])


def poll(world: World) -> int:
    """Take what came into the mail account, if the settings name one. Raises `imap.Unread`."""
    return imap.poll(world, lambda arrival: take(world, arrival)) if world.settings.inbox_imap else 0


def look_in(world: World) -> int:
    """As `poll`, for the clock: a mail account that cannot be read is told in the log, and looked at again."""
    try:
        return poll(world)
    except imap.Unread as fault:
        log.warning("replies wait: %s", fault)
        return 0


def unread(world: World, limit: int = 1000) -> list[Reply]:
    """The messages that could not be used and are kept for the operator, newest first."""
    with world.reading() as session:
        kept = select(Reply).where(col(Reply.understood_at).is_(None), col(Reply.erased_at).is_(None))
        return list(session.exec(kept.order_by(col(Reply.id).desc()).limit(limit)))


def erase(world: World) -> int:
    """Erase what people wrote, thirty days after it came; that a message was taken for its turn stays known."""
    now = world.now()
    old = (col(Reply.came_at) < now - KEPT, col(Reply.erased_at).is_(None))
    empty = {"sender": "", "recipient": "", "subject": "", "reason": "", "quoted": "", "move": "", "raw": None}
    with world.transaction() as session:
        session.execute(delete(Reply).where(*old, col(Reply.place) == ""))
        gone = session.execute(update(Reply).where(*old).values(**empty, erased_at=now))
        return int(gone.rowcount)  # type: ignore[attr-defined]  # a cursor's


def _about(session: Session, world: World, arrival: Arrival, letter: Letter) -> list[Incoming]:
    """What a message answers: by the address it came to, else by the Message-IDs that it quotes."""
    mail = _quoted_mail(session, letter)
    mail_id = mail.id if mail else None
    named = [arrival.recipient] if arrival.recipient else letter.recipients
    keys = dict.fromkeys(key for address in named if (key := addresses.read(world, address)) is not None)
    if keys:
        return [Incoming(arrival, letter, key, mail_id) for key in keys]
    if mail is None or mail.id is None:
        return []
    if letter.bounce is not None:
        return [Incoming(arrival, letter, Returned(mail.id), mail_id)]
    key = _key_of(session, mail)
    return [Incoming(arrival, letter, key, mail_id)] if key else []


def _quoted_mail(session: Session, letter: Letter) -> Mail | None:
    for quoted in _quoted_ids(letter):
        if len(quoted) <= LONGEST_ID and MESSAGE_ID.fullmatch(quoted):
            mail = session.exec(select(Mail).where(Mail.message_id == quoted)).first()
            if mail is not None:
                return mail
    return None


def _quoted_ids(letter: Letter) -> Iterator[str]:
    yield from dict.fromkeys((*letter.in_reply_to[:5], *letter.references[:-10:-1]))
    if letter.bounce and letter.bounce.message_id:
        yield letter.bounce.message_id


def _key_of(session: Session, mail: Mail) -> Key | None:
    """The turn or the seat that a mail was about, if the person it went to still sits there."""
    table = loading.load(session, mail.game_id) if mail.game_id is not None else None
    if table is None or table.state is None or mail.seat is None or mail.seat >= len(table.seats):
        return None
    seat = table.seats[mail.seat]
    person = queries.person(session, mail.person_id) if mail.person_id is not None else None
    if person is None or seat.person_id != person.id:
        return None
    if mail.hand is None or mail.decision is None:
        return Place(table.id, seat.number, seat.generation)
    return Ticket(table.id, mail.hand, seat.number, mail.decision, seat.generation)


def _unknown(world: World, incoming: Incoming) -> Fate:
    """A message that answers nothing of ours. In a mail account that people use as well it is none of our business."""
    word: Word = "large" if incoming.large else "unknown"
    sentence = "It answers no mail of this service."
    return Fate(word, sentence) if incoming.arrival.way == "imap" else note(world, incoming, word, sentence)
