"""A machine's clock that is put forward or back takes nobody's time, and holds nothing up."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from threading import Event

import pytest
from apscheduler.schedulers.background import BackgroundScheduler
from sqlmodel import select

from service import clock as rhythms
from service.mail import postman
from service.play import deadlines
from service.store.tables import Turn
from service.world import World
from tests.support.clock import Clock
from tests.support.worlds import STEP, friends, mails, posted, rows

BY = [timedelta(days=2), timedelta(hours=-3), timedelta(days=-40), timedelta(days=400)]


def at(world: World, moment: datetime) -> World:
    """The world with its clock at this moment, after a pass."""
    moved = replace(world, now=lambda: moment)
    deadlines.pass_turns(moved)
    return moved


@pytest.mark.parametrize("by", BY, ids=str)
def test_nobody_loses_or_wins_time_while_the_clock_is_wrong_and_set_right(
    world: World, clock: Clock, by: timedelta
) -> None:
    game = friends(world, hours=24)
    posted(world)
    at(world, clock.now())
    before = rows(world, select(Turn.deadline))

    wrong = at(world, clock.now() + by)
    while_wrong = rows(wrong, select(Turn.deadline))
    at(world, clock.now())

    assert while_wrong == [deadline + by for deadline in before]
    assert rows(world, select(Turn.deadline)) == before
    assert game.log == [] and not mails(world, "reminder")


def test_a_mail_that_was_owed_while_the_clock_was_ahead_goes_out_when_it_is_set_right(
    world: World, clock: Clock
) -> None:
    game = friends(world)
    posted(world)
    at(world, clock.now())
    ahead = at(world, clock.now() + timedelta(days=2))
    replace(game, world=ahead).play()
    assert postman.deliver(world) == 0

    right = at(world, clock.now() + STEP)

    assert postman.deliver(right) > 0
    assert [mail.kind for mail in mails(world) if mail.sent_at == right.now()] == ["turn"]


def test_what_the_clock_does_goes_on_when_the_machine_is_set_back(world: World) -> None:
    scheduler, called, stop = BackgroundScheduler(timezone=UTC), Event(), Event()
    far = datetime.now(UTC) + timedelta(hours=2)
    scheduler.add_job(called.set, "interval", seconds=3, next_run_time=far)
    scheduler.start()

    rhythms.deliver(world, lambda _seconds: stop.set(), stop, scheduler)

    assert called.wait(10)
    scheduler.shutdown()
