"""The moments of a turn, from its start, its allowance, the player's spare time and calendar. Asks no clock."""

from dataclasses import dataclass
from datetime import datetime, timedelta

from service.clockwork.calendar import ALWAYS, Calendar
from service.clockwork.running import after

POINTS = (50, 80)  # hundredths of the allowance


@dataclass(frozen=True)
class Timings:
    """The moments of a turn: its reminders, the end of its allowance, and the deadline, when spare time is gone too."""

    reminders: tuple[datetime, ...]
    due: datetime
    deadline: datetime

    def reminded(self, now: datetime) -> int:
        """How many reminders are behind."""
        return sum(moment <= now for moment in self.reminders)

    def next(self, reminded: int) -> datetime:
        """The moment the clock must look at next, when so many reminders are behind it."""
        return (*self.reminders, self.deadline)[min(reminded, len(self.reminders))]


def timings(
    start: datetime,
    allowance: timedelta,
    bank: timedelta = timedelta(),
    calendar: Calendar = ALWAYS,
    points: tuple[int, ...] = POINTS,
    used: timedelta = timedelta(),
) -> Timings:
    """The moments of a turn whose clock runs from `start`, when `used` of its time was used before.

    The clock stands still in quiet hours, on days off and on holidays, and no moment falls there. A reminder that was
    due before `start` is left out.
    """

    def moment(spent: timedelta) -> datetime:
        return after(calendar, start, max(spent - used, timedelta()))

    ahead = (allowance * point / 100 for point in sorted(points) if allowance * point / 100 > used)
    return Timings(tuple(map(moment, ahead)), moment(allowance), moment(allowance + bank))
