"""Deadlines and reminders fall where a reckoning minute by minute puts them, and never into quiet hours."""

import random
from datetime import UTC, date, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest

from service.clockwork import Calendar, NeverRuns, budgeted, elapsed, is_still, resumes, timings
from tests.clockwork.reckoning import TURNINGS, a_calendar, a_start, moments, runs

HOUR = timedelta(hours=1)
NIGHT = (22 * 60, 7 * 60)


def agree(seed: int) -> None:
    dice = random.Random(seed)
    near = dice.choice(TURNINGS)
    calendar, start = a_calendar(dice, near), a_start(dice, near)
    allowance = timedelta(minutes=round(120 * 84 ** (dice.random() ** 2)))
    bank = timedelta(minutes=dice.choice((0, 0, 45, 600)))

    got = timings(start, allowance, bank, calendar)

    spans = [allowance / 2, allowance * 4 / 5, allowance, allowance + bank]
    told = [*got.reminders, got.due, got.deadline]
    assert told == moments(calendar, start, spans), (seed, calendar, start, allowance, bank)
    assert all(runs(calendar, ZoneInfo(calendar.zone), moment) for moment in told)
    assert elapsed(calendar, start, got.deadline) == allowance + bank


@pytest.mark.no_cover  # long walks; the tests beside measure the same lines
@pytest.mark.parametrize("part", range(6))
def test_300_random_calendars_agree_with_a_reckoning_minute_by_minute(part: int) -> None:
    for seed in range(part * 50, part * 50 + 50):
        agree(seed)


@pytest.mark.soak
@pytest.mark.parametrize("part", range(20))
def test_10000_random_calendars_agree_with_a_reckoning_minute_by_minute(part: int) -> None:
    for seed in range(1000 + part * 500, 1000 + part * 500 + 500):
        agree(seed)


def utc(*parts: int) -> datetime:
    return datetime(*parts, tzinfo=UTC)  # type: ignore[misc,arg-type]


def test_without_a_calendar_a_turn_lasts_its_allowance_and_reminds_at_half_and_four_fifths() -> None:
    got = timings(utc(2026, 3, 2, 12), 10 * HOUR)

    assert got.reminders == (utc(2026, 3, 2, 17), utc(2026, 3, 2, 20))
    assert got.due == got.deadline == utc(2026, 3, 2, 22)


def test_spare_time_moves_the_deadline_and_not_the_reminders() -> None:
    got = timings(utc(2026, 3, 2, 12), 10 * HOUR, 5 * HOUR)

    assert got.reminders == (utc(2026, 3, 2, 17), utc(2026, 3, 2, 20))
    assert (got.due, got.deadline) == (utc(2026, 3, 2, 22), utc(2026, 3, 3, 3))


def test_the_clock_stands_still_at_night() -> None:
    got = timings(utc(2026, 3, 2, 20), 4 * HOUR, calendar=Calendar("UTC", NIGHT))

    assert got.deadline == utc(2026, 3, 3, 9)


def test_a_moment_on_the_edge_of_the_night_is_the_morning() -> None:
    got = timings(utc(2026, 3, 2, 20), 2 * HOUR, calendar=Calendar("UTC", NIGHT))

    assert got.deadline == utc(2026, 3, 3, 7)


def test_a_night_that_loses_an_hour_costs_the_player_nothing() -> None:
    berlin = Calendar("Europe/Berlin", NIGHT)

    got = timings(datetime(2026, 3, 28, 21, tzinfo=ZoneInfo("Europe/Berlin")), 3 * HOUR, calendar=berlin)

    assert got.deadline == datetime(2026, 3, 29, 9, tzinfo=ZoneInfo("Europe/Berlin"))


def test_apia_had_no_30_december_2011() -> None:
    apia = Calendar("Pacific/Apia", holidays=((date(2011, 12, 30), date(2011, 12, 30)),))

    got = timings(datetime(2011, 12, 29, 23, tzinfo=ZoneInfo("Pacific/Apia")), 2 * HOUR, calendar=apia)

    assert got.deadline == datetime(2011, 12, 31, 1, tzinfo=ZoneInfo("Pacific/Apia"))


def test_lord_howe_moves_its_clock_by_half_an_hour() -> None:
    zone = ZoneInfo("Australia/Lord_Howe")
    quiet_till_two = Calendar("Australia/Lord_Howe", (22 * 60, 2 * 60 + 15))

    got = timings(datetime(2026, 10, 3, 21, tzinfo=zone), 2 * HOUR, calendar=quiet_till_two)

    assert got.deadline == datetime(2026, 10, 4, 3, 30, tzinfo=zone)  # 2:00 became 2:30, past the end of the night


def test_days_off_and_holidays_stop_the_clock() -> None:
    calendar = Calendar("UTC", off=frozenset({5, 6}), holidays=((date(2026, 3, 9), date(2026, 3, 10)),))

    got = timings(utc(2026, 3, 6, 12), 24 * HOUR, calendar=calendar)

    assert got.deadline == utc(2026, 3, 11, 12)
    assert is_still(calendar, utc(2026, 3, 8, 12))
    assert resumes(calendar, utc(2026, 3, 7, 12)) == utc(2026, 3, 11)


def test_time_used_before_is_not_given_again() -> None:
    got = timings(utc(2026, 3, 2, 12), 10 * HOUR, used=6 * HOUR)

    assert got.reminders == (utc(2026, 3, 2, 14),)
    assert got.deadline == utc(2026, 3, 2, 16)


def test_reminders_may_be_chosen() -> None:
    assert timings(utc(2026, 3, 2, 12), 10 * HOUR, points=(90, 25)).reminders == (
        utc(2026, 3, 2, 14, 30),
        utc(2026, 3, 2, 21),
    )
    assert timings(utc(2026, 3, 2, 12), 10 * HOUR, points=()).next(0) == utc(2026, 3, 2, 22)


def test_a_calendar_that_never_runs_is_refused() -> None:
    with pytest.raises(NeverRuns):
        Calendar("UTC", off=frozenset(range(7)))
    with pytest.raises(NeverRuns):
        Calendar("UTC", (600, 600))


def test_only_the_first_holidays_of_a_year_count_where_there_are_few() -> None:
    asked = [(date(2026, 12, 28), date(2027, 1, 4)), (date(2026, 5, 1), date(2026, 5, 3))]

    assert budgeted(asked, 5) == (
        (date(2026, 5, 1), date(2026, 5, 3)),
        (date(2026, 12, 28), date(2026, 12, 29)),
        (date(2027, 1, 1), date(2027, 1, 4)),
    )
    assert budgeted(asked, 0) == ()
