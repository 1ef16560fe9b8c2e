"""A clock that only moves when a test moves it."""

from datetime import UTC, datetime, timedelta


class Clock:
    """Stands where the real time stands in the world: hand in `clock.now`.

    It starts on a Monday at noon UTC and never moves by itself.
    """

    def __init__(self, start: datetime = datetime(2026, 3, 2, 12, tzinfo=UTC)) -> None:
        self._now = _utc(start)

    def now(self) -> datetime:
        """The time, with its zone: UTC."""
        return self._now

    def advance(self, delta: timedelta | None = None, **parts: float) -> datetime:
        """Move on by a timedelta, or by its parts (`advance(hours=3)`), and return the new time."""
        step = (delta or timedelta()) + timedelta(**parts)
        if step < timedelta():
            raise ValueError("a clock moves forward only")
        self._now += step
        return self._now

    def move_to(self, when: datetime) -> datetime:
        """Move on to a time that has a zone, and return it as UTC."""
        return self.advance(_utc(when) - self._now)


def _utc(when: datetime) -> datetime:
    if when.tzinfo is None:
        raise ValueError(f"{when} has no zone")
    return when.astimezone(UTC)
