"""A person's clock: quiet hours, days off, holidays. A change moves the deadlines that still run, and no others."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import date, timedelta

from sqlmodel import Session, col, select

from service.clockwork import Calendar, NeverRuns
from service.play import fields
from service.play.errors import BadField, NotFound
from service.store import queries, winding
from service.store.tables import Game, Person, Seat, Turn
from service.world import World

MEASURES = {
    "at once": "at once",
    "gathered": "gathered within ten minutes: several games are one mail",
    "daily": "once a day, unless a turn would run out before",
}
REMINDERS = {
    "50 80": "at half and at four fifths of the time",
    "80": "at four fifths of the time",
    "25 50 75 90": "often: at a quarter, half, three quarters and nine tenths",
    "": "never",
}
DAY = 24 * 60
LONGEST_QUIET = 16 * 60
MOST_DAYS_OFF = 5
LONGEST_HOLIDAY = 60
MOST_HOLIDAYS = 20


@dataclass(frozen=True)
class Clock:
    """What a person chooses. `quiet` is from and to in minutes after midnight; `off` are days from Monday, 0."""

    quiet: tuple[int, int] | None = None
    off: frozenset[int] = frozenset()
    reminders: str = "50 80"
    measure: str = "at once"
    digest_hour: int = 8


def change_clock(world: World, person_id: int, clock: Clock) -> Person:
    """Set a person's clock. Raises `BadField`."""
    _check(clock)

    def change(person: Person) -> None:
        person.quiet_from, person.quiet_to = clock.quiet or (None, None)
        person.days_off = "".join(str(day) for day in sorted(clock.off))
        person.reminders, person.measure, person.digest_hour = clock.reminders, clock.measure, clock.digest_hour

    with world.transaction() as session:
        return change_calendar(session, world, _person(session, person_id), change)


def add_holiday(world: World, person_id: int, first: date, last: date) -> Person:
    """Go on holiday, from today at the earliest. Raises `BadField`."""
    with world.transaction() as session:
        person = _person(session, person_id)
        today = here(world, person)
        if first < today:
            raise BadField("first", "Holidays can begin today at the earliest: what is past stays as it was.")
        if not first <= last < first + timedelta(days=LONGEST_HOLIDAY):
            raise BadField("last", f"Holidays end on or after their first day, within {LONGEST_HOLIDAY} days.")
        if first > today + timedelta(days=366):
            raise BadField("first", "That is more than a year ahead.")
        if len(person.holidays) >= MOST_HOLIDAYS and not _forgotten(person, today):
            raise BadField("first", f"There are {MOST_HOLIDAYS} holidays on your calendar already.")
        return change_calendar(session, world, person, lambda person: _add(person, first, last))


def end_holiday(world: World, person_id: int, first: date) -> Person:
    """Take back the holiday that begins on a day, or what is left of it: past days stay. Raises `NotFound`."""
    with world.transaction() as session:
        person = _person(session, person_id)
        if not any(row[0] == first.isoformat() for row in person.holidays):
            raise NotFound("There is no such holiday.")
        yesterday = here(world, person) - timedelta(days=1)
        return change_calendar(session, world, person, lambda person: _end(person, first, yesterday))


def here(world: World, person: Person) -> date:
    """Today, where a person is."""
    return world.now().astimezone(winding.calendar_of(person).place).date()


def change_calendar(session: Session, world: World, person: Person, change: Callable[[Person], None]) -> Person:
    """Change what a person's calendar is made of.

    Their running turns keep what they have used, by the old calendar, and go on by the new one; a turn whose time is up
    stays lost.
    """
    now, before = world.now(), {}
    rows = select(Turn, Game).join(Seat, (col(Seat.game_id) == Turn.game_id) & (col(Seat.number) == Turn.seat))
    rows = rows.join(Game, col(Game.id) == Turn.game_id)
    rows = rows.where(Seat.person_id == person.id, col(Turn.deadline) > now, col(Turn.started_at).is_not(None))
    running = session.exec(rows.with_for_update(of=Turn)).all()
    for _turn, game in running:
        before[game.id] = winding.calendar_of(person, game.holidays), person.reminders
    change(person)
    for turn, game in running:
        old, reminders = before[game.id]
        if (old, reminders) != (winding.calendar_of(person, game.holidays), person.reminders):
            winding.halt(session, turn, now, old)
            winding.wind(session, turn, now)
    return person


def change_zone(session: Session, world: World, person: Person, zone: str) -> None:
    """Move a person to another zone. Raises `BadField`."""
    checked = fields.zone(zone)

    def move(moved: Person) -> None:
        moved.zone = checked

    change_calendar(session, world, person, move)


def _check(clock: Clock) -> None:
    try:
        Calendar("UTC", clock.quiet, clock.off)
    except NeverRuns as fault:
        raise BadField("quiet_to" if "Quiet" in str(fault) else "off", str(fault)) from None
    if clock.quiet and (clock.quiet[1] - clock.quiet[0]) % DAY > LONGEST_QUIET:
        raise BadField("quiet_to", "Quiet hours can be 16 hours at most: the others wait for you.")
    if len(clock.off) > MOST_DAYS_OFF or not clock.off <= frozenset(range(7)):
        raise BadField("off", "Leave at least two days of the week on which your clock runs.")
    if clock.reminders not in REMINDERS:
        raise BadField("reminders", "Choose one from the list.")
    if clock.measure not in MEASURES:
        raise BadField("measure", "Choose one from the list.")
    if not 0 <= clock.digest_hour <= 23:
        raise BadField("digest_hour", "Choose an hour of the day.")


def _add(person: Person, first: date, last: date) -> None:
    person.holidays = sorted([*person.holidays, [first.isoformat(), last.isoformat()]])


def _end(person: Person, first: date, yesterday: date) -> None:
    kept = []
    for begin, end in person.holidays:
        last = min(end, yesterday.isoformat()) if begin == first.isoformat() else end
        if begin <= last:
            kept.append([begin, last])
    person.holidays = kept


def _forgotten(person: Person, today: date) -> bool:
    """Whether room could be made by dropping holidays of earlier years, which no budget counts any more."""
    kept = [row for row in person.holidays if date.fromisoformat(row[1]).year >= today.year]
    dropped = len(kept) < len(person.holidays)
    person.holidays = kept
    return dropped


def _person(session: Session, person_id: int) -> Person:
    person = queries.person(session, person_id)
    if person is None:
        raise NotFound()
    return person
