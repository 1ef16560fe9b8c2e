"""Two clocks at once on PostgreSQL: each turn that is due expires once, each mail exists once, whatever is killed."""

import subprocess
import sys
import time
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from sqlmodel import col, select

from service.play import deadlines
from service.store.tables import Mail, Move, Turn
from service.world import World
from tests.support.clock import Clock
from tests.support.worlds import a_world, classic, friends, mails, posted, rows

pytestmark = pytest.mark.no_cover  # long walks; the tests beside measure the same lines

ROOT = Path(__file__).parents[2]
TABLES_OF_A_HOST = 200  # fewer than a host may open in an hour
CLOCK = """
import sys
from datetime import datetime
from service.play import deadlines
from tests.support.clock import Clock
from tests.support.worlds import a_world

with a_world(sys.argv[1], Clock(datetime.fromisoformat(sys.argv[2]))) as world:
    print("at work", flush=True)
    while deadlines.pass_turns(world):
        pass
"""
pytestmark = pytest.mark.no_cover  # long walks; the tests beside measure the same lines


def due(world: World, clock: Clock, games: int) -> None:
    """So many games of which each has one turn whose time is up."""
    for number in range(games):
        friends(world, f"Ann{number // TABLES_OF_A_HOST}", classic(4), bots=2)
    posted(world)
    clock.advance(hours=24, minutes=1)


def drained(url: str, clock: Clock) -> None:
    """Be a clock, with a database connection of one's own, until nothing is due."""
    with a_world(url, clock) as world:
        while deadlines.pass_turns(world):
            pass


def once(world: World, games: int) -> None:
    """Each turn has expired once and was told of once, and each open turn has one mail."""
    played = Counter(rows(world, select(Move.game_id).where(Move.by == "substitute")))
    assert len(played) == games and set(played.values()) == {1}
    told = [mail for mail in mails(world) if mail.kind == "played" or "earlier" in mail.details]
    assert Counter(mail.game_id for mail in told) == played
    asked = Counter(
        rows(world, select(Mail.game_id, Mail.hand, Mail.seat, Mail.decision).where(col(Mail.kind) == "turn"))
    )
    open_turns = rows(world, select(Turn.game_id, Turn.hand, Turn.seat, Turn.decision))
    assert set(asked.values()) == {1} and set(open_turns) <= set(asked)


def expire_at_two_clocks(url: str, clock: Clock, games: int) -> None:
    with a_world(url, clock) as world:
        due(world, clock, games)

        with ThreadPoolExecutor(2) as both:
            for pass_over in [both.submit(drained, url, clock) for _ in range(2)]:
                pass_over.result()

        once(world, games)


def kill_a_clock(url: str, clock: Clock, games: int, after: float) -> None:
    with a_world(url, clock) as world:
        due(world, clock, games)
        command = [sys.executable, "-c", CLOCK, url, clock.now().isoformat()]
        with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL) as first:
            assert first.stdout is not None and first.stdout.readline()
            time.sleep(after)
            first.kill()

        drained(url, clock)

        once(world, games)


def test_two_clocks_at_once_expire_each_turn_once(postgres_url: str, clock: Clock) -> None:
    expire_at_two_clocks(postgres_url, clock, 24)


def test_a_clock_killed_in_the_middle_loses_and_doubles_nothing(postgres_url: str, clock: Clock) -> None:
    kill_a_clock(postgres_url, clock, 16, 0.2)


@pytest.mark.soak
def test_two_clocks_at_once_expire_a_thousand_turns_once(postgres_url: str, clock: Clock) -> None:
    expire_at_two_clocks(postgres_url, clock, 1000)


@pytest.mark.soak
@pytest.mark.parametrize("after", [0.5, 1.5, 3.0])
def test_a_clock_killed_among_many_turns_loses_and_doubles_nothing(
    postgres_url: str, clock: Clock, after: float
) -> None:
    kill_a_clock(postgres_url, clock, 150, after)
