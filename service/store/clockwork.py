"""When a turn's reminders and its deadline are: one pure function of its start and its allowance."""

from dataclasses import dataclass
from datetime import datetime, timedelta

HALF, LATE = 0.5, 0.8


@dataclass(frozen=True)
class Timings:
    """The moments of a turn: a first reminder at half, a second at four fifths of the allowance, and its end."""

    half: datetime
    late: datetime
    deadline: datetime

    def next(self, reminded: int) -> datetime:
        """The moment the clock must look at next, when so many reminders are behind it."""
        return (self.half, self.late, self.deadline)[min(reminded, 2)]


def timings(opened: datetime, allowance: timedelta) -> Timings:
    """The moments of a turn whose clock started at `opened`."""
    return Timings(opened + allowance * HALF, opened + allowance * LATE, opened + allowance)


def timings_until(deadline: datetime, allowance: timedelta) -> Timings:
    """The moments of a turn that ends at `deadline`."""
    return timings(deadline - allowance, allowance)
