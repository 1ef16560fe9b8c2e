"""A short table of use cases and their rhythms; the memory of what is due is the database's."""

import logging
import threading
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime
from traceback import extract_tb

from apscheduler.schedulers.background import BackgroundScheduler

from service.mail import postman
from service.mail.hooks import caller
from service.play import bounces, deadlines, limits, masked, passkeys, replies, vitals, waiting
from service.world import World

log = logging.getLogger(__name__)


@dataclass(frozen=True)
class Job:
    """A use case and how often it is called, in seconds."""

    use_case: Callable[[World], object]
    every: float


JOBS = (
    Job(deadlines.beat, 30),
    Job(deadlines.pass_turns, 3),
    Job(masked.pass_masked, 10),
    Job(waiting.pass_tables, 600),
    Job(postman.erase, 3600),
    Job(caller.deliver, 3),
    Job(caller.erase, 3600),
    Job(replies.look_in, 30),
    Job(replies.erase, 3600),
    Job(limits.erase, 3600),
    Job(passkeys.erase, 3600),
    Job(vitals.raise_alarms, 300),
)


def start(world: World) -> BackgroundScheduler:
    """Start the clock's jobs in threads of their own; `shutdown` ends them."""
    scheduler = BackgroundScheduler(timezone=UTC)
    deadlines.beat(world)  # before any deadline is looked at, an outage is given back
    for job in JOBS:
        scheduler.add_job(
            _careful(job.use_case),
            "interval",
            args=[world],
            seconds=job.every,
            max_instances=1,
            coalesce=True,
            misfire_grace_time=None,
            next_run_time=datetime.now(UTC),
        )
    scheduler.start()
    return scheduler


def catch_up(scheduler: BackgroundScheduler) -> None:
    """Call at once what would wait longer than its rhythm: the machine's clock was put back."""
    now = datetime.now(UTC)
    for job in scheduler.get_jobs():
        if job.next_run_time is not None and job.next_run_time - now > 2 * job.trigger.interval:
            job.modify(next_run_time=now)


def deliver(world: World, wait: Callable[[float], None], stop: threading.Event, scheduler: BackgroundScheduler) -> None:
    """Be the postman until told to stop: send what is due, then wait for the bell or a second.

    Each time, the scheduler of the clock is looked after.
    """
    while not stop.is_set():
        catch_up(scheduler)
        if not _careful(bounces.deliver)(world):
            wait(1.0)


def _careful(use_case: Callable[[World], object]) -> Callable[[World], object]:
    """The same use case, but a failure is logged and tried again at the next call."""

    def careful(world: World) -> object:
        try:
            return use_case(world)
        except Exception as fault:  # the clock must go on, whatever one pass met
            where = " <- ".join(f"{frame.name}:{frame.lineno}" for frame in reversed(extract_tb(fault.__traceback__)))
            # Never the message: it may quote hands and secrets.
            log.error("%s failed: %s at %s", getattr(use_case, "__qualname__", use_case), type(fault).__name__, where)
            return None

    return careful
