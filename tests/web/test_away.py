"""While the database is away, every page says so and when to try again, and loses nothing that was confirmed."""

import resource
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from flask import Flask
from sqlalchemy import make_url, text

from service.engine import ohhell
from service.store.database import connect
from service.web.app import create_app
from service.world import World
from tests.support.clock import Clock
from tests.support.worlds import a_world, friends, proved
from tests.web.visitor import Visitor
from tests.web.visitor import text as words


@contextmanager
def away(address: str) -> Iterator[None]:
    """A database that nobody can write to: PostgreSQL lets nobody in, SQLite's disk takes no more."""
    with _full(address) if address.startswith("sqlite") else _barred(address):
        yield


@contextmanager
def _full(address: str) -> Iterator[None]:
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (Path(f"{make_url(address).database}-wal").stat().st_size, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))


@contextmanager
def _barred(address: str) -> Iterator[None]:
    name = make_url(address).database
    keeper = connect(address.replace(f"@/{name}?", "@/postgres?"))
    with keeper.connect().execution_options(isolation_level="AUTOCOMMIT") as connection:
        connection.execute(text(f'ALTER DATABASE "{name}" ALLOW_CONNECTIONS false'))
        connection.execute(
            text("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = :n"), {"n": name}
        )
        try:
            yield
        finally:
            connection.execute(text(f'ALTER DATABASE "{name}" ALLOW_CONNECTIONS true'))
    keeper.dispose()


@pytest.fixture
def world(database_url: str, clock: Clock) -> Iterator[World]:
    with a_world(database_url, clock) as built:
        yield built


@pytest.fixture
def app(world: World) -> Flask:
    return create_app(world)


def test_a_move_confirmed_while_the_database_is_away_is_answered_503_and_can_be_confirmed_again(
    app: Flask, world: World, database_url: str
) -> None:
    game, player = friends(world), Visitor(app, world)
    path = f"/t/{game.token()}"
    move = ohhell.write_move(game.legal()[0])
    page = player.get(f"{path}?m={move}")

    with away(database_url):
        refused = player.press(page, path)
    again = player.press(page, path)

    assert refused.status_code == 503 and int(refused.headers["Retry-After"]) > 0
    assert f'href="{path}?m={move}"' in refused.get_data(as_text=True)
    assert "Nothing that was confirmed before is lost" in words(refused)
    assert again.status_code == 303
    assert [row.move for row in game.log] == [move]


@pytest.mark.parametrize("database_url", ["postgres"], indirect=True)
def test_no_page_breaks_while_the_database_is_away(app: Flask, world: World, database_url: str) -> None:
    game, host = friends(world), Visitor(app, world).sign_in(proved(world, "Ann"))
    paths = ["/", f"/g/{game.slug}", f"/t/{game.token()}", "/settings", f"/g/{game.slug}/record.json", "/t/nonsense"]
    paths += ["/tables/new", "/healthz", "/nothing/here", f"/g/{game.slug}?from=mail"]

    with away(database_url):
        answers = {path: host.get(path) for path in paths}
    after = {path: host.get(path).status_code for path in paths}

    assert {path: answer.status_code for path, answer in answers.items()} == dict.fromkeys(paths, 503)
    assert all("Our mistake" not in words(answer) for answer in answers.values())
    assert {*after.values()} == {200, 404}
