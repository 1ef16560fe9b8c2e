"""The forms of a person's clock: quiet hours, days off, reminders, how mails come; and holidays."""

from datetime import date
from typing import Any

from wtforms import DateField, Field, SelectMultipleField, StringField, ValidationError

from service.mail.words import DAYS
from service.play.calendars import MEASURES, REMINDERS, Clock
from service.play.errors import BadField
from service.store.tables import Person
from service.web.forms import Choice, PostForm

HOURS = {str(hour): f"{hour}:00" for hour in range(24)}


def minutes(typed: str) -> int:
    """The minutes after midnight of a time such as 22:30. Raises ValueError."""
    hour, _, minute = typed.strip().partition(":")
    if not (hour.isascii() and hour.isdigit() and (minute or "0").isascii() and (minute or "0").isdigit()):
        raise ValueError(typed)
    found = int(hour) * 60 + int(minute or 0)
    if not (int(hour) < 24 and int(minute or 0) < 60):
        raise ValueError(typed)
    return found


def begins(typed: str) -> date:
    """The first day of a holiday that somebody ends. Raises `BadField`."""
    try:
        return date.fromisoformat(typed)
    except ValueError:
        raise BadField("first", "There is no such holiday.") from None


def _time(form: Any, asked: Field) -> None:
    other = form.quiet_to if asked is form.quiet_from else form.quiet_from
    if not (asked.data or "").strip():
        if (other.data or "").strip():
            raise ValidationError("Give both times, or neither.")
        return
    try:
        minutes(asked.data)
    except ValueError:
        raise ValidationError("Write a time of day, for example 22:00.") from None


def _days(form: Any, asked: Field) -> None:
    if not set(asked.data or ()) <= set("0123456"):
        raise ValidationError("Choose from the days of the week.")


class ClockForm(PostForm):
    """When a person's clock stands still, and how they are written to."""

    quiet_from = StringField("Quiet from", [_time])
    quiet_to = StringField("until", [_time], description="On the clock on your wall. Both empty: no quiet hours.")
    off = SelectMultipleField(
        "Days off", [_days], choices={str(number): day for number, day in enumerate(DAYS)}, validate_choice=False
    )
    reminders = Choice("Reminders", REMINDERS, default="50 80")
    measure = Choice("Mails about your turns come", MEASURES, default="at once")
    digest_hour = Choice("The hour of the daily mail", HOURS, default="8")

    def clock(self) -> Clock:
        """What was chosen, once the form is valid."""
        begin, end = (self.quiet_from.data or "").strip(), (self.quiet_to.data or "").strip()
        quiet = (minutes(begin), minutes(end)) if begin and end else None
        off = frozenset(map(int, self.off.data or ()))
        return Clock(quiet, off, self.reminders.data, self.measure.data, int(self.digest_hour.data))


class HolidayForm(PostForm):
    """From when to when."""

    first = DateField("First day", validators=[])
    last = DateField("Last day", validators=[])

    def days(self) -> tuple[date, date] | None:
        """The days, if both can be read."""
        return (self.first.data, self.last.data) if self.first.data and self.last.data else None


def filled(person: Person) -> ClockForm:
    """The form as the person's clock is now."""
    return ClockForm(
        data={
            "quiet_from": _written(person.quiet_from),
            "quiet_to": _written(person.quiet_to),
            "off": list(person.days_off),
            "reminders": person.reminders,
            "measure": person.measure,
            "digest_hour": str(person.digest_hour),
        }
    )


def told(person: Person) -> str:
    """A person's clock in a sentence or two."""
    parts = []
    if person.quiet_from is not None:
        parts.append(f"from {_written(person.quiet_from)} to {_written(person.quiet_to)}")
    if person.days_off:
        parts.append(" and ".join(f"on {DAYS[int(day)]}s" for day in person.days_off))
    if person.holidays:
        parts.append("on your holidays")
    still = f"Your clock stands still {', '.join(parts)}." if parts else "Your clock runs day and night."
    return f"{still} Mails about your turns come {MEASURES[person.measure].partition(',')[0].partition(':')[0]}."


def _written(after_midnight: int | None) -> str:
    return "" if after_midnight is None else f"{after_midnight // 60:02}:{after_midnight % 60:02}"
