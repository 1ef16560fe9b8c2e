"""A clock pass, the home page and a move over a million running games on PostgreSQL, as ratios to ten thousand games.

A hundred turns fall due in each pass. Everyone has a calendar: quiet hours, and for some a day off. Rounds on the two
databases alternate; SQLite is measured over fewer games, as one file is no home for a million.
"""

import time
from collections.abc import Callable
from contextlib import ExitStack
from dataclasses import replace
from datetime import timedelta

from sqlalchemy import text
from sqlmodel import SQLModel, col, select, update

from bench.world import DAY, a_game, a_world, median, play, tell
from service.play import deadlines, games
from service.store.tables import Beat, Game, Mail, Seat
from service.world import World
from tests.support.databases import migrate
from tests.support.postgres import postgres_server

FEW, MANY, DUE, ROUNDS, HANDS = 10_000, 1_000_000, 100, 7, 40
SQLITE_FEW, SQLITE_MANY = 1_000, 100_000
CALENDARS = "UPDATE people SET quiet_from = 1320, quiet_to = 420, zone = 'Europe/Berlin', days_off = '6'"
LEFT_EMPTY = frozenset({"join_code", "feed_code"})  # unique, and may be empty
NUMBERS = {
    "postgresql": "(SELECT generate_series({first}, {last}) AS n) AS numbers",
    "sqlite": "(WITH RECURSIVE counted(n) AS (SELECT {first} UNION ALL SELECT n + 1 FROM counted WHERE n < {last})"
    " SELECT n FROM counted)",
}
COPIES = {
    "people": ({"id": "n", "email": "'filler-' || n || '@friends.example'"}, "id = 1"),
    "games": ({"id": "n", "slug": "'filler-' || n", "host_id": "n"}, "id = 1"),
    "seats": ({"game_id": "n", "person_id": "n - number"}, "game_id = 1"),
    "turns": ({"game_id": "n", "wake_at": ":later", "deadline": ":later"}, "game_id = 1"),
}


def crowded(world: World, number: int) -> tuple[World, list[timedelta]]:
    """A world with so many running games, a hundred of which fall due again whenever its clock is moved on."""
    ahead = [timedelta(0)]
    moved = replace(world, now=lambda: world.now() + ahead[0])
    for _ in range(DUE):
        a_game(moved, HANDS)
    with moved.transaction() as session:
        session.execute(text(CALENDARS))
        kind = session.get_bind().dialect.name
        if kind == "postgresql":
            session.execute(text("SET LOCAL session_replication_role = replica"))  # the copies' keys are known to fit
        for table, (others, where) in COPIES.items():
            columns = [
                column.name for column in SQLModel.metadata.tables[table].columns if column.name not in LEFT_EMPTY
            ]
            values = ", ".join(others.get(name, f'"{name}"') for name in columns)
            names = ", ".join(f'"{name}"' for name in columns)
            numbers = NUMBERS[kind].format(first=DUE + (10 if table == "people" else 20), last=number)
            later = {"later": moved.now() + timedelta(days=3650)} if ":later" in values else {}
            copied = f"INSERT INTO {table} ({names}) SELECT {values} FROM {table} CROSS JOIN {numbers} WHERE {where}"
            session.execute(text(copied), later)
    with moved.transaction() as session:
        session.execute(text("ANALYZE"))
    return moved, ahead


def pass_once(world: World, ahead: list[timedelta]) -> float:
    """Let a hundred turns fall due and the clock pass over them; the seconds of the pass."""
    with world.transaction() as session:
        session.execute(update(Mail).where(col(Mail.sent_at).is_(None)).values(sent_at=world.now()))
        session.execute(update(Seat).where(col(Seat.game_id) <= DUE).values(missed=0))
    ahead[0] += 4 * DAY
    with world.transaction() as session:
        session.merge(Beat(name="clock", at=world.now()))
    began = time.perf_counter()
    looked_at = deadlines.pass_turns(world)
    seconds = time.perf_counter() - began
    assert looked_at == DUE, looked_at
    return seconds


def home_once(world: World, ahead: list[timedelta]) -> float:
    """The seconds that a player's home page takes."""
    began = time.perf_counter()
    games.home(world, 1)
    return time.perf_counter() - began


def move_once(world: World, ahead: list[timedelta]) -> float:
    """The seconds that a move takes."""
    with world.reading() as session:
        slug = session.exec(select(Game.slug).where(Game.id == 1)).one()
    began = time.perf_counter()
    play(world, slug, 1)
    return time.perf_counter() - began


def compare(where: str, few: tuple[World, list[timedelta]], many: tuple[World, list[timedelta]], sizes: str) -> None:
    """Print each ratio."""
    measures: dict[str, Callable[[World, list[timedelta]], float]] = {
        f"clock pass, {DUE} due": pass_once,
        "home page": home_once,
        "move": move_once,
    }
    for name, measure in measures.items():
        costs = [(measure(*few), measure(*many)) for _ in range(ROUNDS if measure is pass_once else 5 * ROUNDS)]
        small, large = (median([pair[at] for pair in costs]) for at in (0, 1))
        took = f"{small * 1000:.1f} and {large * 1000:.1f} ms"
        tell(f"passing, {where}: {name}: {large / small:.2f} times as long over {sizes} games ({took})")


def main() -> None:
    """Print the ratios."""
    with ExitStack() as stack:
        server = stack.enter_context(postgres_server())
        urls = [server.create() for _ in range(2)]
        for url in urls:
            migrate(url)
        few, many = (stack.enter_context(a_world(url)) for url in urls)
        compare("PostgreSQL", crowded(few, FEW), crowded(many, MANY), f"{MANY:,} as over {FEW:,}")
    with ExitStack() as stack:
        few, many = stack.enter_context(a_world()), stack.enter_context(a_world())
        few_games, many_games = crowded(few, SQLITE_FEW), crowded(many, SQLITE_MANY)
        compare("SQLite", few_games, many_games, f"{SQLITE_MANY:,} as over {SQLITE_FEW:,}")


if __name__ == "__main__":
    main()
