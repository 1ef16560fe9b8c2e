"""A slow and plain reckoning of a turn's moments, minute by minute, that shares no code with the clockwork."""

import random
from datetime import UTC, date, datetime, timedelta
from zoneinfo import ZoneInfo

from service.clockwork import Calendar, NeverRuns

MINUTE = timedelta(minutes=1)
ZONES = (
    "Australia/Lord_Howe",
    "Asia/Kathmandu",
    "Pacific/Apia",
    "Africa/Casablanca",
    "Europe/Berlin",
    "America/New_York",
    "America/St_Johns",
    "Pacific/Chatham",
    "Africa/Cairo",
    "UTC",
)
# Around the days on which these zones change their clocks; Apia had no 30 December 2011.
TURNINGS = (date(2011, 12, 28), date(2026, 2, 14), date(2026, 3, 7), date(2026, 3, 27), date(2026, 4, 3))
TURNINGS = (*TURNINGS, date(2026, 9, 25), date(2026, 10, 2), date(2026, 10, 24), date(2026, 10, 31), date(2026, 7, 1))


def runs(calendar: Calendar, zone: ZoneInfo, moment: datetime) -> bool:
    there = moment.astimezone(zone)
    if there.weekday() in calendar.off:
        return False
    if any(first <= there.date() <= last for first, last in calendar.holidays):
        return False
    if calendar.quiet is None:
        return True
    (start, end), minute = calendar.quiet, there.hour * 60 + there.minute
    quiet = start <= minute < end if start < end else minute >= start or minute < end
    return not quiet


def moments(calendar: Calendar, start: datetime, spans: list[timedelta]) -> list[datetime]:
    """When the clock has run for each of these spans, in order of length."""
    zone, now, spent, found = ZoneInfo(calendar.zone), start, timedelta(), []
    while len(found) < len(spans):
        following = now.replace(second=0, microsecond=0) + MINUTE
        if runs(calendar, zone, now):
            while len(found) < len(spans) and spans[len(found)] < spent + (following - now):
                found.append(now + (spans[len(found)] - spent))
            spent += following - now
        now = following
    return found


def a_calendar(dice: random.Random, near: date) -> Calendar:
    """A calendar with holidays, if any, within a week of a day."""
    quiet = (dice.randrange(0, 1440, 30), dice.randrange(0, 1440, 5)) if dice.random() < 0.8 else None
    off = frozenset(dice.sample(range(7), dice.choice((0, 0, 1, 2, 3))))
    first = near + timedelta(days=dice.randrange(-4, 7))
    holidays = ((first, first + timedelta(days=dice.randrange(5))),) if dice.random() < 0.4 else ()
    try:
        return Calendar(dice.choice(ZONES), quiet, off, holidays)
    except NeverRuns:
        return a_calendar(dice, near)


def a_start(dice: random.Random, near: date) -> datetime:
    """A moment within some days of a day, as often on the minute as not."""
    seconds = dice.randrange(0, 6 * 86400) if dice.random() < 0.5 else dice.randrange(0, 6 * 1440) * 60
    return datetime(near.year, near.month, near.day, tzinfo=UTC) + timedelta(seconds=seconds)
