"""Whether the service is well: what those who watch it ask for, and the alarms that it raises by itself."""

import logging
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import cache

from sqlalchemy import ColumnElement
from sqlalchemy.exc import SQLAlchemyError
from sqlmodel import Session, col, func, select

from service.mail import letters
from service.store import migrations
from service.store.tables import Beat, Game, Mail, Person, Turn
from service.world import World

CLOCK_LATE = timedelta(minutes=3)
MAIL_STUCK = timedelta(minutes=30)
DIGEST_LATE = timedelta(hours=2)
DAY = timedelta(days=1)
MANY_FAILED, TIMES_MORE = 10, 3
log = logging.getLogger(__name__)


@dataclass(frozen=True)
class Pulse:
    """What is looked at often. Ages are in seconds; None when there is nothing that could be old."""

    database: bool
    migrated: bool = False
    clock_age: float | None = None
    oldest_unsent: float | None = None


@dataclass(frozen=True)
class Alarm:
    """Something that an operator must see to."""

    name: str
    sentence: str


def pulse(world: World) -> Pulse:
    """Whether the database answers with the newest tables, how long ago the clock passed, how long mail has waited."""
    try:
        with world.reading() as session:
            migrated = migrations.present(session.connection()) == _newest()
            if not migrated:
                return Pulse(True)
            return Pulse(True, True, _clock_age(session, world), _oldest_unsent(session, world))
    except (SQLAlchemyError, OSError):
        return Pulse(False)


def late(seen: Pulse) -> list[Alarm]:
    """The alarms that a pulse gives reason for."""
    alarms = []
    if seen.clock_age is not None and seen.clock_age > CLOCK_LATE.total_seconds():
        alarms.append(Alarm("clock", f"The clock last passed {_minutes(seen.clock_age)} ago: is a worker running?"))
    if seen.oldest_unsent is not None and seen.oldest_unsent > MAIL_STUCK.total_seconds():
        sentence = f"A mail has waited for {_minutes(seen.oldest_unsent)}: does the mail server take mail?"
        alarms.append(Alarm("mail", sentence))
    return alarms


def alarms(world: World) -> list[Alarm]:
    """Everything an operator should see to now."""
    found = late(pulse(world))
    with world.reading() as session:
        found += _digests(session, world)
        found += _bounces(session, world)
    return found


def raise_alarms(world: World) -> int:
    """Log what is wrong and mail it to the operator, once a day for each kind. How many alarms there are."""
    found = alarms(world)
    for alarm in found:
        log.error("alarm: %s", alarm.sentence)
    if found and world.settings.operator:
        with world.transaction() as session:
            for alarm in found:
                purpose = f"alarm/{alarm.name}/{world.now():%Y-%m-%d}"
                details: dict[str, object] = {"sentence": alarm.sentence}
                letters.owe(session, world, "alarm", purpose, world.settings.operator, details=details)
        world.wake()
    return len(found)


def figures(world: World) -> dict[str, float]:
    """Counts for a graph, by name; they are of now, and of the whole service, not of one process."""
    now = world.now()
    with world.reading() as session:
        seen = {
            "games_running": _count(session, col(Game.started_at).is_not(None), col(Game.ended_at).is_(None)),
            "games_open": _count(session, col(Game.started_at).is_(None), col(Game.closed_at).is_(None)),
            "people": _count(session, col(Person.id).is_not(None)),
            "turns_open": _count(session, col(Turn.game_id).is_not(None)),
            "turns_overdue": _count(session, col(Turn.wake_at) < now - CLOCK_LATE),
            "mails_unsent": _count(session, *_unsent(), col(Mail.due_at) <= now),
            "mails_failed_last_day": _count(session, *_ended(Mail.failed_at, now - DAY)),
            "mails_sent_last_day": _count(session, *_ended(Mail.sent_at, now - DAY)),
        }
    beats = pulse(world)
    ages = {"clock_age_seconds": beats.clock_age, "oldest_unsent_mail_seconds": beats.oldest_unsent}
    return {name: float(count) for name, count in seen.items()} | {name: age or 0.0 for name, age in ages.items()}


@cache
def _newest() -> str:
    return migrations.newest()


def _clock_age(session: Session, world: World) -> float | None:
    last = session.get(Beat, "clock")
    return max(0.0, (world.now() - last.at).total_seconds()) if last else None


def _oldest_unsent(session: Session, world: World) -> float | None:
    due = [
        session.exec(select(func.min(Mail.due_at)).where(*_unsent(), col(Mail.urgent).is_(urgent))).one()
        for urgent in (True, False)
    ]
    ages = [(world.now() - at).total_seconds() for at in due if at is not None and at <= world.now()]
    return max(ages, default=None)


def _digests(session: Session, world: World) -> list[Alarm]:
    daily = select(func.count()).select_from(Mail).join(Person, col(Person.id) == Mail.person_id)
    late = daily.where(*_unsent(), Person.measure == "daily", col(Mail.held_until) < world.now() - DIGEST_LATE)
    count = session.exec(late).one()
    return [Alarm("digest", f"Daily mails are late: {count} should have gone hours ago.")] if count else []


def _bounces(session: Session, world: World) -> list[Alarm]:
    today = _count(session, *_ended(Mail.failed_at, world.now() - DAY))
    before = _count(session, *_ended(Mail.failed_at, world.now() - 2 * DAY)) - today
    if today < MANY_FAILED or today < TIMES_MORE * before:
        return []
    return [Alarm("bounces", f"Mails come back more than usual: {today} in the last day, {before} in the day before.")]


def _unsent() -> tuple[ColumnElement[bool], ...]:
    pending = tuple(col(ended).is_(None) for ended in (Mail.sent_at, Mail.failed_at, Mail.dropped_at))
    return (*pending, col(Mail.carrier_id).is_(None))


def _ended(column: datetime | None, since: datetime) -> tuple[ColumnElement[bool], ...]:
    return (col(Mail.raw).is_not(None), col(column) > since)  # those whose bytes are kept have an index


def _count(session: Session, *where: ColumnElement[bool]) -> int:
    return session.exec(select(func.count()).where(*where)).one()


def _minutes(seconds: float) -> str:
    return f"{int(seconds // 60)} minutes"
