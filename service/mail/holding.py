"""Until when a mail is held back for its reader's sake: at night, on days off, for a daily hour, while they look."""

from datetime import datetime, time, timedelta

from sqlmodel import Session

from service.clockwork import Calendar, resumes
from service.store import queries, winding
from service.store.outbox import ASKS
from service.store.tables import Game, Mail, Person, Seat, Turn
from service.world import World

ASKED_FOR = frozenset({"sign-in", "fresh", "answer", "passkey-added", "address-old", "address-new", "address-moved"})
MEASURED = frozenset({"turn", "unasked", "bid-changed"})
GATHERED = timedelta(minutes=10)
LOOKING = timedelta(seconds=5)
LONGEST_LOOK = timedelta(minutes=5)
ONE_DAY = timedelta(days=1)


def held_until(session: Session, world: World, mail: Mail) -> datetime | None:
    """When a mail that is due may be tried again; None if it may go now. What its reader asked for always may."""
    person = _reader(session, mail)
    if person is None or mail.kind in ASKED_FOR:
        return None
    now = world.now()
    calendar = _calendar(session, mail, person)
    wanted = max(now, _measured(session, mail, person, calendar), _looked(session, world, mail))
    moment = resumes(calendar, wanted)
    return moment if moment > now else None


def _reader(session: Session, mail: Mail) -> Person | None:
    if mail.person_id is not None:
        return queries.person(session, mail.person_id)
    return queries.person_at(session, mail.address)


def _calendar(session: Session, mail: Mail, person: Person) -> Calendar:
    game = session.get(Game, mail.game_id) if mail.game_id is not None and mail.person_id is not None else None
    return winding.calendar_of(person, game.holidays if game else None)


def _measured(session: Session, mail: Mail, person: Person, calendar: Calendar) -> datetime:
    """When a mail about a turn comes by its reader's own measure."""
    if mail.kind not in MEASURED or person.measure == "at once":
        return mail.created_at
    if person.measure == "gathered":
        return mail.created_at + GATHERED
    digest = resumes(calendar, next_digest(person, mail.created_at))
    turn = session.get(Turn, (mail.game_id, mail.hand, mail.seat, mail.decision))
    runs_out = turn is not None and turn.deadline is not None and turn.deadline <= digest
    return mail.created_at if runs_out else digest


def next_digest(person: Person, after: datetime) -> datetime:
    """The next time, from a moment on, that a person's daily mail is due."""
    zone = winding.calendar_of(person).place
    day = after.astimezone(zone).date()
    today = datetime.combine(day, time(person.digest_hour), zone)
    moment = today if today >= after else datetime.combine(day + ONE_DAY, time(person.digest_hour), zone)
    return moment.astimezone(after.tzinfo)


def _looked(session: Session, world: World, mail: Mail) -> datetime:
    """A little after a player pressed a button; where mail is a page of this site it disturbs nobody."""
    if mail.kind not in ASKS or world.settings.mailbox:
        return mail.created_at
    seat = session.get(Seat, (mail.game_id, mail.seat))
    if seat is None or seat.seen_at is None:
        return mail.created_at
    return min(seat.seen_at + LOOKING, mail.created_at + LONGEST_LOOK)
