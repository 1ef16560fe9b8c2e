"""No question of the service grows slower with the number of games: each finds its rows by an index."""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import timedelta
from typing import Any

from sqlalchemy import Engine, event, text

from service.mail import links, postman
from service.play import (
    deadlines,
    games,
    hosting,
    onward,
    people,
    profiles,
    rematches,
    replies,
    seats,
    tables,
    turns,
    waiting,
)
from service.play.masked import pass_masked
from service.store.database import connect
from service.world import World
from tests.support import databases
from tests.support.clock import Clock
from tests.support.worlds import a_world, classic, friends, person_id, proved

SMALL = frozenset({"beats", "folders", "alembic_version"})  # a row for each part of the service
AFTER_AN_OUTAGE = "turns.started_at IS NOT NULL AND turns.missed_at IS NULL"  # winds every running clock anew


@dataclass(frozen=True)
class Asked:
    """A statement as it was sent, and its parameters."""

    statement: str
    parameters: Any


@contextmanager
def recorded(engine: Engine) -> Iterator[dict[str, Asked]]:
    """The different statements that are sent while the block runs."""
    asked: dict[str, Asked] = {}

    def note(_connection: Any, _cursor: Any, statement: str, parameters: Any, _context: Any, many: bool) -> None:
        if re.match(r"\s*(SELECT|UPDATE|DELETE|WITH)", statement):
            asked.setdefault(statement, Asked(statement, parameters[0] if many else parameters))

    event.listen(engine, "before_cursor_execute", note)
    try:
        yield asked
    finally:
        event.remove(engine, "before_cursor_execute", note)


def story(world: World, clock: Clock) -> None:
    """A little of everything: tables that wait, games that go on, mails, clocks, people who come and go."""
    ann = person_id(proved(world, "Ann"))
    waiting_for = tables.open_table(
        world, ann, tables.Opening(classic(), 4, timedelta(days=1), 1, ("zoe@friends.example",))
    )
    tables.table_page(world, waiting_for.slug, ann)
    tables.look_join(world, waiting_for.join_code or "")
    tables.join(world, waiting_for.join_code or "", person_id(proved(world, "Yan")))
    people.ask_sign_in(world, "ann@friends.example")
    masked, game = friends(world, "Ann Bob Cyd", classic(3), pace="singles settles mask"), friends(world, "Ann Bob Cyd")
    for _ in range(12):
        game.play()
        clock.advance(minutes=40)
        postman.deliver(world)
        pass_masked(world)
        deadlines.pass_turns(world)
    games.home(world, ann)
    over = friends(world, "Ann Bob Cyd", classic(1))
    over.play(99)
    profiles.profile(world, links.write_profile(world, ann), person_id(proved(world, "Bob")))
    profiles.group(world, profiles.group_token(world, over.table.seats), ann)
    onward.onward(world, ann)
    rematches.play_again(world, over.slug, ann)
    rematches.look(world, over.slug, ann)
    games.game_page(world, masked.slug, ahead=True)
    turns.look(world, game.token())
    turns.send_fresh(world, game.token())
    hosting.pause(world, masked.slug, ann)
    hosting.resume(world, masked.slug, ann)
    bob = game.table.seats[1].person_id or 0
    seats.say(world, game.slug, bob, "Hello")
    seats.leave(world, game.slug, bob)
    seats.return_to(world, game.slug, bob)
    people.mail_again(world, bob, wanted=True)
    people.change_person(world, bob, "Bob", "Asia/Kathmandu")
    clock.advance(days=4)
    for use_case in (deadlines.beat, deadlines.pass_turns, pass_masked, waiting.pass_tables, postman.deliver):
        use_case(world)
    clock.advance(days=12)
    for use_case in (waiting.pass_tables, postman.erase, replies.look_in, replies.erase):
        use_case(world)


def scanned(engine: Engine, asked: Asked) -> set[str]:
    """The growing tables that PostgreSQL would read whole for a statement, though it had rather not."""
    with engine.connect() as connection:
        connection.execute(text("SET enable_seqscan = off"))
        plan = connection.exec_driver_sql(f"EXPLAIN (FORMAT JSON) {asked.statement}", asked.parameters).scalar_one()
        partial = set(
            connection.execute(text("SELECT indexname FROM pg_indexes WHERE indexdef LIKE '% WHERE %'")).scalars()
        )
        steps = [node for node in nodes(plan[0]["Plan"]) if whole(node) and node.get("Index Name") not in partial]
        return {node["Relation Name"] for node in steps} - SMALL


def slowly(engine: Engine, asked: Asked) -> set[str]:
    """As `scanned`, but for what must look at all clocks that run."""
    return set() if AFTER_AN_OUTAGE in asked.statement else scanned(engine, asked)


def nodes(node: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """A plan's step and all below it."""
    yield node
    for below in node.get("Plans", ()):
        yield from nodes(below)


def whole(node: dict[str, Any]) -> bool:
    """Whether a step reads all rows of a table, or of an index: by itself, or without looking any up."""
    along = node["Node Type"] in {"Index Scan", "Index Only Scan"} and "Index Cond" not in node
    return along or node["Node Type"] == "Seq Scan"


def test_every_question_finds_its_rows_by_an_index(empty_postgres_url: str, clock: Clock) -> None:
    databases.migrate(empty_postgres_url)  # a plan depends on what other tests' rows have left behind
    with a_world(empty_postgres_url, clock) as world:
        engine = connect(empty_postgres_url)
        with world.reading() as session:
            used = session.get_bind()
        with recorded(used.engine) as asked:  # type: ignore[union-attr]
            story(world, clock)

        slow = {one.statement: found for one in asked.values() if (found := slowly(engine, one))}
        engine.dispose()

    assert len(asked) > 80
    assert not slow, "\n\n".join(f"{', '.join(found)}: {statement}" for statement, found in slow.items())
