"""The part of the table form that is about time: the pace, spare time, holidays, missed turns, what plays itself."""

from datetime import timedelta

from wtforms import RadioField

from service.play import paces
from service.play.paces import Pace
from service.web.forms import Choice, OneOf, PostForm, Whole

PACES = {
    "brisk": "brisk: 4 hours, and 12 to spare",
    "daily": "daily: 1 day, and 2 to spare",
    "relaxed": "relaxed: 2 days, and 4 to spare",
    "weekly": "weekly: 7 days, and 7 to spare",
    "2": "2 hours",
    "4": "4 hours",
    "8": "8 hours",
    "12": "12 hours",
    "24": "1 day",
    "48": "2 days",
    "72": "3 days",
    "168": "7 days",
    "own": "another number of hours",
}
HOLIDAYS = 28
SINGLES = {
    "at-once": "plays itself at once",
    "masked": "plays itself after a random while, so that its speed tells nobody",
    "asked": "is asked for like any other",
}
SETTLES = {"yes": "ends at once, and we say why", "no": "is played to its last card"}
PACE_FIELDS = ("pace", "hours", "spare", "holidays", "missing", "singles", "settles")


class PaceForm(PostForm):
    """How long a turn may take. What is left empty is as the pace has it."""

    pace = RadioField("Time for each turn", [OneOf()], choices=PACES, default="daily", validate_choice=False)
    hours = Whole("Hours", 2, 168, required=False)
    spare = Whole(
        "Hours to spare",
        0,
        336,
        required=False,
        description="Used before a turn is lost; a little comes back with each hand. Empty: as the pace says.",
    )
    holidays = Whole(
        "Days of holidays a year",
        0,
        paces.MOST_HOLIDAYS,
        required=False,
        default=HOLIDAYS,
        description="So long a player’s clock may stand still, besides their nights and days off.",
    )
    missing = RadioField(
        "When the time is up", [OneOf()], choices=paces.MISSING, default="substitute", validate_choice=False
    )
    singles = Choice("A card or bid that is the only one allowed", SINGLES, default="at-once")
    settles = Choice("A hand in which no points can change any more", SETTLES, default="yes")

    def chosen_pace(self) -> Pace:
        """The pace, once the form is valid."""
        preset = paces.PACES.get(self.pace.data or "")
        pace = preset or Pace(timedelta(hours=self.turn_hours() or 0))
        return pace if self.spare.data is None else pace.sparing(timedelta(hours=self.spare.data))

    def chosen_holidays(self) -> int:
        """How many days of holidays a year the table allows."""
        return HOLIDAYS if self.holidays.data is None else self.holidays.data

    def turn_hours(self) -> int | None:
        """The hours of a turn; None when they are still to be said."""
        if self.pace.data in paces.PACES:
            return int(paces.PACES[self.pace.data].allowance / timedelta(hours=1))
        return self.hours.data if self.pace.data == "own" else int(self.pace.data)
