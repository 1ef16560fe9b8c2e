"""A message that was read, and its row: what it is about, that it is taken once, what is kept of it."""

import hashlib
import re
import unicodedata
from dataclasses import dataclass
from datetime import timedelta

from sqlalchemy.exc import IntegrityError
from sqlmodel import Session, select

from service.mail.addresses import Key, Place, Returned, Stop
from service.mail.inbox import Arrival, Fate
from service.mail.inbox.arrival import Word
from service.mail.links import Ticket
from service.mail.reading import Letter
from service.play import limits
from service.play.errors import SlowDown
from service.store.tables import Reply, Seat
from service.world import World

UNUSED = frozenset({"unclear", "no-turn", "held", "refused", "stranger", "unknown", "large"})
LONGEST_ID = 250
MESSAGE_ID = re.compile(r"<[!-;=?-~]+@[!-;=?-~]+>")


@dataclass(frozen=True)
class Incoming:
    """A message that was read, and what it is about: a key of ours, or nothing we know. `mail_id` is what it quotes.

    Of one that is too large only the head was read.
    """

    arrival: Arrival
    letter: Letter
    key: Key | None = None
    mail_id: int | None = None
    large: bool = False

    @property
    def place(self) -> str:
        """What a message is taken once for."""
        return _place_of(self.key)

    @property
    def message(self) -> str:
        """The message's own name: its Message-ID, or the hash of its bytes."""
        given = self.letter.message_id or ""
        if MESSAGE_ID.fullmatch(given) and len(given) <= LONGEST_ID:
            return given
        return f"sha256:{hashlib.sha256(given.encode(errors='replace') or self.arrival.raw).hexdigest()}"


def _place_of(key: Key | None) -> str:
    match key:
        case Ticket(game, hand, seat, decision, generation):
            return f"t/{game}/{hand}/{seat}/{decision}/{generation}"
        case Place(game, seat, generation):
            return f"s/{game}/{seat}/{generation}"
        case Returned(mail):
            return f"b/{mail}"
        case Stop(person):
            return f"u/{person}"
        case None:
            return ""


def seen(session: Session, incoming: Incoming) -> Fate | None:
    """What to say of a message that was taken before, None if it was not."""
    known = select(Reply.id).where(Reply.place == incoming.place, Reply.message == incoming.message)
    return Fate("duplicate", "This message was taken before.") if session.exec(known).first() else None


def written(session: Session, world: World, incoming: Incoming, word: Word, reason: str = "") -> Reply:
    """The row of a message, flushed. What a person wrote is kept only of what could not be used.

    Raises `SlowDown` when too many came to one place or from one player: the message must be tried again later.
    """
    _spend(session, world, incoming)
    unused, now = word in UNUSED, world.now()
    letter, arrival = incoming.letter, incoming.arrival
    whole = unused and word != "large" and world.settings.inbox_keep_bodies == "yes"
    row = Reply(
        place=incoming.place,
        message=incoming.message,
        way=arrival.way,
        fate=word,
        reason=plain(reason, 1000),
        sender=plain(letter.sender or "", 254) if unused else "",
        recipient=plain(arrival.recipient or next(iter(letter.recipients), ""), 254) if unused else "",
        subject=plain(letter.subject, 200) if unused else "",
        size=max(len(arrival.raw), arrival.size),
        raw=arrival.raw if whole else None,
        came_at=now,
        understood_at=None if unused else now,
    )
    session.add(row)
    session.flush()
    return row


def check(world: World, key: Key | None) -> None:
    """Whether a message to an address would be taken now, before any work is done on it. Raises `SlowDown`."""
    place = _place_of(key)
    if place and limits.used_up(world, limits.REPLIES, place):
        raise SlowDown(limits.REPLIES.sentence, after=timedelta(seconds=limits.REPLIES.share))


def _spend(session: Session, world: World, incoming: Incoming) -> None:
    limits.spend(session, world, limits.REPLIES if incoming.place else limits.UNKNOWN, incoming.place)
    match incoming.key:
        case Ticket(game_id, _, seat) | Place(game_id, seat):
            sitting = select(Seat.person_id).where(Seat.game_id == game_id, Seat.number == seat)
            limits.spend(session, world, limits.REPLIES_OF_PERSON, str(session.exec(sitting).first()))


def note(world: World, incoming: Incoming, word: Word, sentence: str) -> Fate:
    """Write down a message that nothing is done about."""
    try:
        with world.transaction() as session:
            known = seen(session, incoming)
            if known is None:
                written(session, world, incoming, word)
            return known or Fate(word, sentence)
    except SlowDown:
        if incoming.place:
            raise
        return Fate(word, sentence)  # the operator has seen enough of them
    except IntegrityError:  # it came in twice at the same moment
        return Fate("duplicate", "This message was taken before.")


def plain(text: str, longest: int) -> str:
    """Text that a database and a terminal can take: no control signs, no halves of signs."""
    line = "".join(" " if unicodedata.category(sign) in {"Cc", "Cs", "Cn"} else sign for sign in text[:longest])
    return " ".join(line.split())
