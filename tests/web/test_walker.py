"""Every route bears what no browser sends: no 500, no hang, no secret told, and looking changes nothing."""

import os
import random
from statistics import median

import pytest

from tests.support.clock import Clock
from tests.support.worlds import a_world
from tests.web.everybody import everybody
from tests.web.walker import Walk, Walker

# Werkzeug leaves the spools of files in a form that breaks off to the collector.
pytestmark = [
    pytest.mark.filterwarnings("ignore:Unclosed file <tempfile:ResourceWarning"),
    pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning"),
]
SETTINGS = {
    "INBOX_SECRET": "a secret for a hook that is long enough",
    "METRICS_TOKEN": "a token for figures that is long",
}
SECONDS = float(os.environ.get("SECONDS", "300"))


def walked(database_url: str, seed: int, seconds: float = 0, requests: int = 0) -> Walk:
    """A walk over every route of a world of its own."""
    with a_world(database_url, Clock(), **SETTINGS) as world:
        return Walker(everybody(world), random.Random(seed)).go(seconds, requests)


def check(walk: Walk) -> None:
    """That a walk found no fault."""
    assert not walk.faults, f"{len(walk.faults)} faults\n" + "\n".join(sorted(set(walk.faults))[:40])
    assert max(walk.times) < 1000 * median(walk.times), "one request took far longer than the others"
    assert walk.statuses[200] and walk.statuses[303] and walk.statuses[404] and walk.statuses[422]


def test_no_request_breaks_a_page_or_changes_anything_by_looking(database_url: str) -> None:
    check(walked(database_url, seed=1, requests=480))


@pytest.mark.soak
def test_five_minutes_of_requests_break_nothing(database_url: str) -> None:
    walk = walked(database_url, seed=random.randrange(10**9), seconds=SECONDS / 2)

    print(f"\n{walk.count} requests; {dict(sorted(walk.statuses.items()))}; longest {max(walk.times):.3f} s")
    check(walk)
