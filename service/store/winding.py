"""A turn's clock on its row: wind it, stop it, tell its moments. The arithmetic is the clockwork's."""

from datetime import date, datetime, timedelta

from sqlmodel import Session

from service.clockwork import ALWAYS, Calendar, NeverRuns, Timings, budgeted, elapsed, resumes, timings
from service.store.tables import Game, Person, Seat, Turn

ZERO = timedelta()


def calendar_of(person: Person | None, days_a_year: int | None = None) -> Calendar:
    """A person's calendar, with so many days of holidays a year, or all. Nobody's clock runs always."""
    if person is None:
        return ALWAYS
    quiet = None if person.quiet_from is None or person.quiet_to is None else (person.quiet_from, person.quiet_to)
    holidays = tuple((date.fromisoformat(first), date.fromisoformat(last)) for first, last in person.holidays)
    counted = holidays if days_a_year is None else budgeted(holidays, days_a_year)
    try:
        return Calendar(person.zone, quiet, frozenset(map(int, person.days_off)), counted)
    except NeverRuns:
        return Calendar(person.zone)


def turn_calendar(session: Session, turn: Turn) -> Calendar:
    """The calendar that a turn's clock follows."""
    seat, game = _around(session, turn)
    return calendar_of(_owner(session, seat), game.holidays)


def moments(session: Session, turn: Turn, start: datetime, used: timedelta = ZERO) -> Timings:
    """The moments of a turn whose clock runs from `start`, after `used` of its time."""
    seat, game = _around(session, turn)
    person = _owner(session, seat)
    return timings(
        start,
        timedelta(seconds=game.allowance + turn.extra),
        timedelta(seconds=seat.bank),
        calendar_of(person, game.holidays),
        tuple(map(int, person.reminders.split())) if person else (),
        used,
    )


def running_moments(session: Session, turn: Turn) -> Timings:
    """The moments of a turn whose clock runs."""
    assert turn.started_at is not None
    return moments(session, turn, turn.started_at, timedelta(seconds=turn.used))


def wind(session: Session, turn: Turn, now: datetime) -> None:
    """Let a turn's clock run from now, on what is left of its time."""
    ahead = moments(session, turn, now, timedelta(seconds=turn.used))
    turn.started_at, turn.deadline, turn.wake_at, turn.reminded = now, ahead.deadline, ahead.next(0), 0


def restart(session: Session, turn: Turn, now: datetime) -> None:
    """Give a turn its full allowance from now."""
    turn.used, turn.missed_at = 0, None
    wind(session, turn, now)


def halt(session: Session, turn: Turn, now: datetime, calendar: Calendar | None = None) -> None:
    """Stop a turn's clock; what it has used, by the calendar it followed, stays used."""
    turn.used = used(session, turn, now, calendar).total_seconds()
    turn.started_at, turn.deadline, turn.wake_at = None, None, None


def used(session: Session, turn: Turn, now: datetime, calendar: Calendar | None = None) -> timedelta:
    """How much of its time a turn has used."""
    before = timedelta(seconds=turn.used)
    if turn.started_at is None or now <= turn.started_at:
        return before
    return before + elapsed(calendar or turn_calendar(session, turn), turn.started_at, now)


def later(session: Session, turn: Turn, moment: datetime) -> datetime:
    """This moment, or when the turn's player is up again if their clock stands still then."""
    return resumes(turn_calendar(session, turn), moment)


def waited(session: Session, turn: Turn, now: datetime) -> int:
    """For how many seconds the clock of a turn's player has run since it opened, mailed or not."""
    return round(elapsed(turn_calendar(session, turn), turn.opened_at, now).total_seconds())


def overrun(session: Session, turn: Turn, now: datetime) -> timedelta:
    """How much of the seat's spare time a turn has used."""
    _seat, game = _around(session, turn)
    allowance = timedelta(seconds=game.allowance + turn.extra)
    wall = now - (turn.started_at or now) + timedelta(seconds=turn.used)
    return max(used(session, turn, now) - allowance, ZERO) if wall > allowance else ZERO


def _around(session: Session, turn: Turn) -> tuple[Seat, Game]:
    return session.get_one(Seat, (turn.game_id, turn.seat)), session.get_one(Game, turn.game_id)


def _owner(session: Session, seat: Seat) -> Person | None:
    return session.get(Person, seat.person_id) if seat.person_id is not None else None
