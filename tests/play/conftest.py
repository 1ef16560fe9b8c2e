"""A world on each kind of database."""

from collections.abc import Iterator

import pytest

from service.world import World
from tests.support.clock import Clock
from tests.support.worlds import a_world


@pytest.fixture
def world(database_url: str, clock: Clock) -> Iterator[World]:
    """A world with tables and nothing in them."""
    with a_world(database_url, clock) as built:
        yield built
