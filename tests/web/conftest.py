"""The pages on a real database, with browsers that keep their own cookies."""

from collections.abc import Callable, Iterator

import pytest
from flask import Flask

from service.web.app import create_app
from service.world import World
from tests.support.clock import Clock
from tests.support.worlds import a_world
from tests.web.visitor import Visitor


@pytest.fixture
def world(sqlite_url: str, clock: Clock) -> Iterator[World]:
    """A world as in local play: mail goes to the mailbox page."""
    with a_world(sqlite_url, clock) as built:
        yield built


@pytest.fixture
def app(world: World) -> Flask:
    """The pages of that world."""
    return create_app(world)


@pytest.fixture
def visit(app: Flask, world: World) -> Callable[[], Visitor]:
    """Makes visitors, each with a browser of their own."""
    return lambda: Visitor(app, world)


@pytest.fixture
def stranger(visit: Callable[[], Visitor]) -> Visitor:
    """A visitor who is not signed in."""
    return visit()
