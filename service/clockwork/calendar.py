"""A person's calendar: where they are, when they sleep, which days they keep free. May not ask what time it is."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import date, timedelta
from functools import cache
from zoneinfo import ZoneInfo

Days = tuple[date, date]
DAY = 24 * 60
WEEK = frozenset(range(7))
Stretch = tuple[int, int]


class NeverRuns(ValueError):
    """A calendar in which no clock would ever run."""


@dataclass(frozen=True)
class Calendar:
    """When a person's clock stands still, on the clock on their wall.

    `quiet` is from and to, in minutes after midnight, the end not among them; it may go past midnight. `off` are days
    of the week from Monday, 0. `holidays` are first and last days. Raises `NeverRuns`.
    """

    zone: str = "UTC"
    quiet: Stretch | None = None
    off: frozenset[int] = frozenset()
    holidays: tuple[Days, ...] = ()

    def __post_init__(self) -> None:
        if self.off >= WEEK:
            raise NeverRuns("Leave at least one day of the week on which your clock runs.")
        if self.quiet and self.quiet[0] % DAY == self.quiet[1] % DAY:
            raise NeverRuns("Quiet hours must leave a part of the day in which your clock runs.")

    def runs_on(self, day: date) -> bool:
        """Whether the clock runs on this day at all."""
        return day.weekday() not in self.off and not any(first <= day <= last for first, last in self.holidays)

    def awake(self, day: date) -> tuple[Stretch, ...]:
        """The parts of a day on which the clock runs, in minutes after its midnight."""
        return self.waking if self.runs_on(day) else ()

    @property
    def waking(self) -> tuple[Stretch, ...]:
        """The parts of a working day outside quiet hours."""
        if self.quiet is None:
            return ((0, DAY),)
        start, end = self.quiet[0] % DAY, self.quiet[1] % DAY
        parts = ((end, start),) if end < start else ((0, start), (end, DAY))
        return tuple(part for part in parts if part[0] < part[1])

    @property
    def share(self) -> float:
        """Which part of an ordinary week the clock runs."""
        awake = sum(end - start for start, end in self.waking)
        return awake * (7 - len(self.off)) / (DAY * 7)

    @property
    def place(self) -> ZoneInfo:
        """The zone; one that is not known counts as UTC."""
        return place(self.zone)


ALWAYS = Calendar()


@cache
def place(zone: str) -> ZoneInfo:
    """A time zone by its name, or UTC."""
    try:
        return ZoneInfo(zone)
    except (KeyError, ValueError, OSError):
        return ZoneInfo("UTC")


def budgeted(holidays: Iterable[Days], days_a_year: int) -> tuple[Days, ...]:
    """The holidays that count where there are so many days of them a year: the first ones of each year."""
    left: dict[int, int] = {}
    kept: list[date] = []
    for day in sorted({day for first, last in holidays for day in _each(first, last)}):
        if left.setdefault(day.year, days_a_year) > 0:
            left[day.year] -= 1
            kept.append(day)
    return tuple(_joined(kept))


def _each(first: date, last: date) -> Iterator[date]:
    return (first + timedelta(days=number) for number in range((last - first).days + 1))


def _joined(days: list[date]) -> Iterator[Days]:
    begin: date | None = None
    for number, day in enumerate(days):
        begin = begin or day
        if number + 1 == len(days) or days[number + 1] != day + timedelta(days=1):
            yield begin, day
            begin = None
