"""The stretches of time in which a calendar's clock runs, exact to the second where a zone changes its clocks.

The line of time is cut where the zone's distance to UTC changes; within a piece local time is plain arithmetic.
"""

from collections.abc import Iterator
from datetime import UTC, date, datetime, time, timedelta
from zoneinfo import ZoneInfo

from service.clockwork.calendar import Calendar

Span = tuple[datetime, datetime]
ONE_DAY = timedelta(days=1)
SECOND = timedelta(seconds=1)
FARTHEST = timedelta(days=366 * 30)


def running(calendar: Calendar, start: datetime) -> Iterator[Span]:
    """The stretches from `start` on, in UTC and in order, in which the clock runs; some touch. Ends after years."""
    if calendar.quiet is None and not calendar.off and not calendar.holidays:
        yield start.astimezone(UTC), start.astimezone(UTC) + FARTHEST
        return
    for begin, end, offset in _pieces(calendar.place, start):
        local, until = begin.replace(tzinfo=None) + offset, end.replace(tzinfo=None) + offset
        for first, last in _awake(calendar, local, until):
            yield (first - offset).replace(tzinfo=UTC), (last - offset).replace(tzinfo=UTC)


def after(calendar: Calendar, start: datetime, span: timedelta) -> datetime:
    """When the clock has run for `span`. What falls on the edge of a still stretch is the end of that stretch."""
    for begin, end in running(calendar, start):
        if span < end - begin:
            return begin + span
        span -= end - begin
    raise OverflowError("this calendar's clock hardly runs at all")


def elapsed(calendar: Calendar, start: datetime, end: datetime) -> timedelta:
    """For how long the clock has run from `start` to `end`; nothing when the end comes first."""
    total = timedelta()
    for begin, until in running(calendar, start):
        if begin >= end:
            break
        total += min(until, end) - begin
    return total


def is_still(calendar: Calendar, moment: datetime) -> bool:
    """Whether the clock stands still."""
    return resumes(calendar, moment) != moment


def resumes(calendar: Calendar, moment: datetime) -> datetime:
    """The moment itself if the clock runs then, else when it runs again."""
    return after(calendar, moment, timedelta())


def _pieces(zone: ZoneInfo, start: datetime) -> Iterator[tuple[datetime, datetime, timedelta]]:
    """Pieces of a day at most, from `start` on, in which local time is UTC and a constant."""
    begin, stop = start.astimezone(UTC), start + FARTHEST
    while begin < stop:
        end, offset = begin + ONE_DAY, _offset(zone, begin)
        if _offset(zone, end) != offset:
            end = _change(zone, begin, end, offset)
        yield begin, end, offset
        begin = end


def _change(zone: ZoneInfo, before: datetime, after: datetime, offset: timedelta) -> datetime:
    """The whole second at which the zone leaves `offset`, by bisection."""
    low, high = before, after.replace(microsecond=0) + SECOND
    low = low.replace(microsecond=0)
    while high - low > SECOND:
        middle = low + (high - low) // SECOND // 2 * SECOND
        low, high = (middle, high) if _offset(zone, middle) == offset else (low, middle)
    return high


def _offset(zone: ZoneInfo, moment: datetime) -> timedelta:
    return moment.astimezone(zone).utcoffset() or timedelta()


def _awake(calendar: Calendar, start: datetime, end: datetime) -> Iterator[Span]:
    """The parts of a stretch of local time in which the clock runs."""
    day = start.date()
    while _midnight(day) < end:
        for first, last in calendar.awake(day):
            begin = max(start, _midnight(day) + timedelta(minutes=first))
            until = min(end, _midnight(day) + timedelta(minutes=last))
            if begin < until:
                yield begin, until
        day += ONE_DAY


def _midnight(day: date) -> datetime:
    return datetime.combine(day, time())
