"""A forecast in words: "about 3 to 5 weeks, likely over by mid-January"."""

from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

from service.clockwork import Span

HOUR, DAY = timedelta(hours=1), timedelta(days=1)
UNITS = (  # how long a unit is, up to how many of it are said, its name
    (HOUR, 36, "hour"),
    (DAY, 12, "day"),
    (7 * DAY, 11, "week"),
    (30.44 * DAY, 24, "month"),
    (365.25 * DAY, 100, "year"),
)
YEARS = 4 * 365 * DAY
EARLY, MIDDLE = 10, 20


def say(forecast: Span, zone: str) -> str:
    """How long something is likely to take from its start, and by when, in this zone, it is likely to be over."""
    shortest, longest = forecast.soonest - forecast.start, forecast.latest - forecast.start
    if longest <= HOUR:
        return "less than an hour"
    if longest >= YEARS:
        return "years, at this pace"
    at = next(at for at, (unit, most, _name) in enumerate(UNITS) if longest <= most * unit)
    unit, _most, name = UNITS[at - 1 if at and shortest < UNITS[at][0] * 0.75 else at]
    low, high = max(round(shortest / unit), 1 if shortest >= unit / 2 else 0), max(round(longest / unit), 1)
    span = _between(low, high, name)
    return f"{span}, likely over {_by(forecast.start, forecast.latest, ZoneInfo(zone))}"


def _between(low: int, high: int, name: str) -> str:
    many = name if high == 1 else f"{name}s"
    if low == 0:
        return f"up to {high} {many}"
    return f"about {high} {many}" if low == high else f"about {low} to {high} {many}"


def _by(start: datetime, latest: datetime, zone: ZoneInfo) -> str:
    day, today = latest.astimezone(zone), start.astimezone(zone)
    if (day.date() - today.date()).days == 0:
        return "today"
    if latest - start <= 6 * DAY:
        return f"by {day:%A}"
    if latest - start <= 21 * DAY:
        return f"by {day.day} {day:%B}"
    part = "early" if day.day <= EARLY else "mid" if day.day <= MIDDLE else "late"
    month = f"{day:%B}" if latest - start <= 300 * DAY else f"{day:%B %Y}"
    return f"by {part}-{month}" if part == "mid" else f"by {part} {month}"
