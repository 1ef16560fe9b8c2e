"""What a table sees of its players' clocks: when time runs out, what is left to spare, who is away until when."""

from dataclasses import dataclass, replace
from datetime import date, datetime, timedelta

from sqlmodel import Session

from service.clockwork import is_still, resumes
from service.store import winding
from service.store.loading import Table
from service.store.tables import Person, Turn
from service.world import World

SOON = timedelta(days=14)


@dataclass(frozen=True)
class SeatClock:
    """A seat's clock. `due` is when the allowance of its turn ends and spare time begins, if it has any.

    `away_until` is set while the clock stands still; `night` says that it is only for quiet hours. `holiday` is the
    next one that begins within two weeks.
    """

    bank: timedelta
    due: datetime | None = None
    away_until: datetime | None = None
    night: bool = False
    holiday: tuple[date, date] | None = None


def seat_clocks(session: Session, world: World, table: Table, turns: tuple[Turn, ...]) -> dict[int, SeatClock]:
    """The clocks of a table's people, by seat."""
    found = {}
    for seat in table.seats:
        person = session.get(Person, seat.person_id) if seat.person_id is not None else None
        if person is not None:
            turn = next((turn for turn in turns if turn.seat == seat.number), None)
            due = due_of(session, turn) if turn else None
            shown = _standing(person, table.game.holidays, world.now())
            found[seat.number] = replace(shown, bank=timedelta(seconds=seat.bank), due=due)
    return found


def due_of(session: Session, turn: Turn) -> datetime | None:
    """When the allowance of a running turn ends, if spare time follows."""
    if turn.started_at is None or turn.deadline is None:
        return None
    moments = winding.running_moments(session, turn)
    return moments.due if moments.due < moments.deadline else None


def _standing(person: Person, days_a_year: int, now: datetime) -> SeatClock:
    calendar = winding.calendar_of(person, days_a_year)
    back = resumes(calendar, now)
    here = now.astimezone(calendar.place).date()
    coming = (span for span in sorted(calendar.holidays) if here < span[0] <= here + SOON)
    return SeatClock(
        timedelta(),
        away_until=back if back != now else None,
        night=back != now and not is_still(replace(calendar, quiet=None), now),
        holiday=next(coming, None),
    )
