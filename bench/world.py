"""What benchmarks share: a world on a new SQLite file, a table of people, and their answers over HTTP."""

import re
import statistics
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import timedelta
from pathlib import Path
from tempfile import TemporaryDirectory

from alembic import command
from alembic.config import Config
from flask.testing import FlaskClient

from service.bootstrap import build
from service.config import read
from service.engine import ohhell
from service.mail import links
from service.play import tables, turns
from service.play.people import person_of
from service.play.settle import ticket
from service.store import loading
from service.store.loading import Table
from service.web.app import create_app
from service.world import World

ROOT = Path(__file__).resolve().parents[1]
PLAYERS = 4
DAY = timedelta(days=1)


@contextmanager
def a_world(database_url: str = "") -> Iterator[World]:
    """A world on a new SQLite file, with the durability the service has, or on a database that is there."""
    with TemporaryDirectory() as folder:
        url = database_url or f"sqlite:///{folder}/bench.db"
        settings = read({"DATABASE_URL": url, "SECRET_KEY": "a key for benchmarks only and long enough"})
        world = build(settings)
        config = Config(toml_file=ROOT / "pyproject.toml")
        config.set_main_option("script_location", str(ROOT / "migrations"))
        config.attributes["database_url"] = url
        command.upgrade(config, "head")
        yield world


def a_game(world: World, hands: int, circle: str = "") -> str:
    """A started game of four people, asked for every move, with so many hands of seven cards; its slug.

    Each circle is of other people.
    """
    rules = ohhell.rules_from({"key": "classic", "schedule": [7] * hands})
    with world.transaction() as session:
        people = [person_of(session, world, f"{circle}{number}@friends.example") for number in range(PLAYERS)]
    ids = [person.id or 0 for person in people]
    game = tables.open_table(world, ids[0], tables.Opening(rules, PLAYERS, DAY, singles=False, settles=False))
    for person_id in ids[1:]:
        tables.join(world, game.join_code or "", person_id)
    return game.slug


def table_of(world: World, slug: str) -> Table:
    """The table as it is now."""
    with world.reading() as session:
        table = loading.load_slug(session, slug)
        assert table is not None
        return table


def next_answer(world: World, slug: str) -> tuple[str, str]:
    """The token of the turn that is waited for, and a move for it."""
    table = table_of(world, slug)
    seat = ohhell.to_act(table.playing)[0]
    return links.write_ticket(world, ticket(table, seat)), ohhell.write_move(ohhell.legal(table.playing, seat)[0])


def play(world: World, slug: str, moves: int) -> None:
    """Answer so many turns without the web."""
    for _ in range(moves):
        turns.answer(world, *next_answer(world, slug))


@dataclass
class Browser:
    """A browser that answers turns over HTTP, in this process."""

    world: World
    client: FlaskClient
    csrf: str

    @classmethod
    def open(cls, world: World, slug: str) -> "Browser":
        """A browser that has looked at a turn, and so has a form's token."""
        client = create_app(world).test_client()
        page = client.get(f"/t/{next_answer(world, slug)[0]}").get_data(as_text=True)
        found = re.search(r'name="csrf_token"[^>]*value="([^"]+)"', page)
        assert found is not None
        return cls(world, client, found[1])

    def answer(self, slug: str, forget: bool = False) -> float:
        """Answer the turn that is waited for; the seconds from the request to its answer."""
        token, move = next_answer(self.world, slug)
        if forget:
            loading.STATES.clear()
        began = time.perf_counter()
        answer = self.client.post(f"/t/{token}", data={"move": move, "csrf_token": self.csrf})
        seconds = time.perf_counter() - began
        assert answer.status_code == 303, answer.get_data(as_text=True)
        return seconds


def median(values: list[float]) -> float:
    """The median."""
    return statistics.median(values)


def tell(line: str) -> None:
    """Print a result at once."""
    print(line)
    sys.stdout.flush()
