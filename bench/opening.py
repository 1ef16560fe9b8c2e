"""Pages a second of a running game, late in it as a share of early; and the memory of a web process that opens many.

`python -m bench.opening GAMES` opens so many different games (10,000 if nothing is said) and looks at the memory at
half of them and at the end: it must not grow any more.
"""

import sys
import time
from pathlib import Path

from flask.testing import FlaskClient
from sqlalchemy import text

from bench.world import a_game, a_world, median, play, tell
from service.store.tables import Deal, Game, Move, Seat
from service.web.app import create_app
from service.world import World

HANDS, EARLY, LATE, ROUNDS, PAGES = 24, 20, 700, 9, 10


def opened(client: FlaskClient, slug: str) -> float:
    """The seconds that a game's page takes."""
    began = time.perf_counter()
    assert client.get(f"/g/{slug}").status_code == 200
    return time.perf_counter() - began


def speeds(world: World, client: FlaskClient) -> None:
    """Print pages a second, late and early."""
    early, late = a_game(world, HANDS), a_game(world, HANDS)
    play(world, early, EARLY)
    play(world, late, LATE)
    pairs = [(opened(client, early), opened(client, late)) for _ in range(ROUNDS * PAGES)]
    first, last = (median([pair[at] for pair in pairs]) for at in (0, 1))
    tell(
        f"pages: {first / last:.2f} of the pages a second at move {LATE} as at move {EARLY}"
        f" ({1 / last:.0f} to {1 / first:.0f} a second)"
    )


def copies(world: World, slug: str, games: int) -> None:
    """The same game so many times, each at a link of its own."""
    tables = (Game, Seat, Deal, Move)
    with world.transaction() as session:
        database = session.connection()
        own = {table.__tablename__: [column.name for column in table.__table__.columns] for table in tables}  # type: ignore[attr-defined]
        first = database.execute(text("SELECT id FROM games WHERE slug = :slug"), {"slug": slug}).scalar_one()
        numbers = f"WITH RECURSIVE n(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM n WHERE n < {games})"
        for name, columns in own.items():
            key = "id" if name == "games" else "game_id"
            new = {key: "1000000 + n", "slug": "'copy-' || n", "join_code": "NULL", "person_id": "NULL"}
            values = ", ".join(new.get(column, f"t.{column}") for column in columns)
            source = f"{numbers} SELECT {values} FROM {name} t, n WHERE t.{key} = {first}"
            database.execute(text(f"INSERT INTO {name} ({', '.join(columns)}) {source}"))


def memory() -> int:
    """This process's resident memory in bytes."""
    return int(Path("/proc/self/statm").read_text().split()[1]) * 4096


def remembered(world: World, client: FlaskClient, games: int) -> None:
    """Print how the memory grows over the second half of so many games."""
    slug = a_game(world, 2)
    play(world, slug, 40)
    copies(world, slug, games)
    sizes = []
    for at in range(1, games + 1):
        opened(client, f"copy-{at}")
        if at % (games // 2) == 0:
            sizes.append(memory())
    tell(
        f"memory: {sizes[1] / sizes[0]:.2f} times as much after {games:,} different games as after half of them"
        f" ({sizes[0] / 1e6:.0f} and {sizes[1] / 1e6:.0f} MB)"
    )


def main() -> None:
    """Print both."""
    games = int(sys.argv[1]) if len(sys.argv) > 1 else 10_000
    with a_world() as world:
        client = create_app(world).test_client()
        speeds(world, client)
        remembered(world, client, games)


if __name__ == "__main__":
    main()
