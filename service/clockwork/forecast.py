"""How long a game takes: answers one after the other, each on its player's calendar. Asks no clock."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from itertools import cycle
from typing import NamedTuple

from service.clockwork.calendar import ALWAYS, Calendar
from service.clockwork.running import after

LONGEST = timedelta(days=5 * 366)
MOST_STEPS = 1500
# Short and long answers as people's are (the logarithm of their waits spreads by 1.2), one on average, well stirred.
MIXTURE = (0.19, 0.26, 2.28, 1.54, 4.54, 0.13, 0.54, 0.68, 0.06, 0.87, 0.44, 0.34, 1.13)
Answer = tuple[Calendar, timedelta]


class Round(NamedTuple):
    """A bid or a card from everyone: how likely each is to be asked for it; `together` if all are asked at once."""

    chance: float
    together: bool = False


@dataclass(frozen=True)
class Answerer:
    """Somebody who is asked: how long an answer takes them on average while their clock runs."""

    takes: timedelta
    calendar: Calendar = ALWAYS


@dataclass(frozen=True)
class Span:
    """From when on, and when at the earliest and at the latest something is likely to be over."""

    start: datetime
    soonest: datetime
    latest: datetime


def span(start: datetime, rounds: Sequence[Round], answerers: Sequence[Answerer], factor: float) -> Span:
    """When the rounds are likely to be over: each answer takes from 1/`factor` to `factor` times the usual."""
    return Span(start, end(start, rounds, answerers, 1 / factor), end(start, rounds, answerers, factor))


def end(start: datetime, rounds: Sequence[Round], answerers: Sequence[Answerer], factor: float = 1) -> datetime:
    """When all rounds are over if every answer takes `factor` times what it usually takes; some years at most.

    Answers are neither all of one length nor at chance: they go round a fixed mixture, so that some fall into a night.
    """
    moment, mixture = start, cycle(MIXTURE)
    owed = [0.5] * len(answerers)
    try:
        for asked in _thinned(rounds, len(answerers)):
            answers = []
            for seat, who in enumerate(answerers):
                questions, owed[seat] = divmod(owed[seat] + asked.chance, 1)
                if questions:
                    answers.append((who.calendar, who.takes * (questions * factor * next(mixture))))
            moment = _slowest(moment, answers) if asked.together else _one_by_one(moment, answers)
            if moment - start > LONGEST:
                break
    except OverflowError:
        return start + LONGEST
    return min(moment, start + LONGEST)


def _thinned(rounds: Sequence[Round], answerers: int) -> Sequence[Round]:
    """Fewer rounds, each as long as several, where there are too many to go through one by one."""
    several = -(-len(rounds) * answerers // MOST_STEPS)
    return rounds if several <= 1 else [Round(asked.chance * several, asked.together) for asked in rounds[::several]]


def _one_by_one(moment: datetime, answers: Sequence[Answer]) -> datetime:
    for calendar, wait in answers:
        moment = after(calendar, moment, wait)
    return moment


def _slowest(moment: datetime, answers: Sequence[Answer]) -> datetime:
    return max((after(calendar, moment, wait) for calendar, wait in answers), default=moment)
