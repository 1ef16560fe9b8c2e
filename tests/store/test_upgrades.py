"""Databases of older versions come to the newest tables with all they hold, and their games go on as they were.

`schema-0001.backup` and `schema-0004.backup` were written once, with the tables of those migrations, by the code of
their time: a running game of every preset, a finished one, and a row of nearly everything else.
"""

import gzip
import io
import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from alembic import command
from sqlmodel import Session, col, select

from service.engine import ohhell
from service.engine.ohhell import PRESETS
from service.store import backups, loading, migrations
from service.store.database import connect
from service.store.rebuilding import rebuild
from service.store.tables import Game, Points
from service.world import World
from tests.support.clock import Clock
from tests.support.databases import alembic_config
from tests.support.worlds import Friends, a_world, rows

DATA = Path(__file__).parents[1] / "data"
Rows = dict[str, list[str]]


@pytest.fixture(params=["0001", "0004"])
def revision(request: pytest.FixtureRequest) -> str:
    """A migration of which there is a database."""
    return str(request.param)


@pytest.fixture
def old_url(empty_database_url: str, revision: str) -> str:
    """A database as the code of that migration left it."""
    migrations.migrate(empty_database_url, revision)
    engine = connect(empty_database_url)
    with (DATA / f"schema-{revision}.backup").open("rb") as file:
        backups.read(engine, file)
    engine.dispose()
    return empty_database_url


@pytest.fixture
def upgraded(old_url: str, clock: Clock) -> Iterator[World]:
    """A world on that database, brought to the newest tables."""
    migrations.migrate(old_url, "head")
    with a_world(old_url, clock) as world:
        yield world


def told(packed: bytes) -> Rows:
    """The rows of a backup by table, in whatever order the database has columns and rows."""
    found: Rows = {}
    names, lines = list[str](), list[str]()
    for line in map(json.loads, gzip.decompress(packed).splitlines()):
        if isinstance(line, list):
            lines.append(json.dumps(dict(zip(names, line, strict=True)), sort_keys=True))
        elif "table" in line:
            lines, names = found.setdefault(line["table"], []), line["columns"]
    return {table: sorted(lines) for table, lines in found.items()}


def in_(url: str, revision: str) -> Rows:
    """The rows of a database."""
    engine, file = connect(url), io.BytesIO()
    backups.write(engine, revision, file)
    engine.dispose()
    return told(file.getvalue())


def points(session: Session, game: Game) -> list[object]:
    """What stands beside a game's log of its finished hands."""
    of_game = select(Points.result).where(Points.game_id == game.id).order_by(col(Points.hand))
    return list(session.exec(of_game))


def test_games_of_an_older_database_replay_to_what_they_were_and_go_on(upgraded: World) -> None:
    games = rows(upgraded, select(Game).order_by(col(Game.id)))
    assert {game.rules["key"] for game in games} == set(PRESETS)

    for game in games:
        with upgraded.transaction() as session:
            row = session.get_one(Game, game.id)
            before, opened = points(session, row), loading.replay(session, row)
            again = rebuild(session, row)
            assert (row.ply, row.hand, points(session, row)) == (game.ply, game.hand, before)
            assert again.playing == opened
        table = Friends(upgraded, game.slug)
        table.play(3)
        assert len(table.log) >= game.ply + (0 if game.ended_at else 3)


def test_a_game_of_an_older_database_is_played_to_its_end(upgraded: World) -> None:
    (game,) = rows(upgraded, select(Game).order_by(col(Game.id).desc()).limit(1))
    table = Friends(upgraded, game.slug)

    table.play(100)

    assert ohhell.over(table.table.playing)
    assert rows(upgraded, select(Game.ended_at).where(Game.id == game.id)) == [upgraded.now()]


def test_every_migration_can_be_taken_back_with_all_that_was_there_before_it(old_url: str, revision: str) -> None:
    before = told((DATA / f"schema-{revision}.backup").read_bytes())
    migrations.migrate(old_url, "head")
    config = alembic_config()
    config.attributes["database_url"] = old_url

    command.downgrade(config, revision)

    assert in_(old_url, revision) == before
    command.downgrade(config, "base")
    assert in_(old_url, "base") == {}
