"""The paces a table can have: the time for a turn, and the spare time a seat may use when that is not enough."""

from dataclasses import dataclass
from datetime import timedelta

from service.play.errors import BadField

HOUR = timedelta(hours=1)
MOST_BANK = timedelta(days=14)
MOST_HOLIDAYS = 90


@dataclass(frozen=True)
class Pace:
    """A turn has `allowance`; a seat has `bank` to spare at first, and gets `refill` back with each hand."""

    allowance: timedelta
    bank: timedelta = timedelta()
    refill: timedelta = timedelta()

    def sparing(self, bank: timedelta) -> "Pace":
        """The same pace with another bank, a twelfth of which comes back with each hand."""
        return Pace(self.allowance, bank, bank / 12)


PACES = {
    "brisk": Pace(4 * HOUR, 12 * HOUR, HOUR),
    "daily": Pace(24 * HOUR, 48 * HOUR, 4 * HOUR),
    "relaxed": Pace(48 * HOUR, 96 * HOUR, 8 * HOUR),
    "weekly": Pace(168 * HOUR, 168 * HOUR, 14 * HOUR),
}
MISSING = {"substitute": "a substitute plays that turn", "wait": "the table waits, and you are told"}


def check(pace: Pace, holidays: int, missing: str) -> None:
    """Refuse what no table can have. The allowance is checked by `fields.allowance`. Raises `BadField`."""
    if not timedelta() <= pace.bank <= MOST_BANK or not timedelta() <= pace.refill <= MOST_BANK:
        raise BadField("spare", "A seat can have from no spare time to 14 days of it.")
    if not 0 <= holidays <= MOST_HOLIDAYS:
        raise BadField("holidays", f"A table can allow from 0 to {MOST_HOLIDAYS} days of holidays a year.")
    if missing not in MISSING:
        raise BadField("missing", "Choose what happens when a turn's time is up.")
