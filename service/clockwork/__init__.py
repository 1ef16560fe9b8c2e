"""When a turn's reminders and its deadline are: pure arithmetic on a person's calendar. No database, no clock."""

from service.clockwork.calendar import ALWAYS, Calendar, NeverRuns, budgeted
from service.clockwork.forecast import Answerer, Round, Span, span
from service.clockwork.running import elapsed, is_still, resumes
from service.clockwork.timings import POINTS, Timings, timings

__all__ = [
    "ALWAYS",
    "POINTS",
    "Answerer",
    "Calendar",
    "NeverRuns",
    "Round",
    "Span",
    "Timings",
    "budgeted",
    "elapsed",
    "is_still",
    "resumes",
    "span",
    "timings",
]
