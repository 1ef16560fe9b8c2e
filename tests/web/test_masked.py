"""A table that masks single choices: to everyone else a turn nobody was asked for looks like one that was."""

import random
import re
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from datetime import timedelta
from pathlib import Path

import pytest

from service.engine import ohhell
from service.mail import links, postman
from service.play import turns
from service.play.settle import ticket
from service.store import queries
from service.store.loading import STATES, state_key
from service.web.app import create_app
from service.world import World
from tests.mail.test_hidden_cards import otherwise
from tests.support.clock import Clock
from tests.support.databases import sqlite_url
from tests.support.worlds import Friends, a_world, friends, mails
from tests.web.visitor import Visitor

pytestmark = pytest.mark.no_cover  # long walks; the tests beside measure the same lines

CSRF = re.compile(rb'name="csrf_token" value="[^"]+"')  # of the browser, not of the game
RULES = ohhell.rules_from({"key": "classic", "schedule": [5, 5]})


class Slow:
    """A mail server that takes some seconds over each mail."""

    def __init__(self, clock: Clock) -> None:
        self.clock = clock

    def send(self, sender: str, recipient: str, raw: bytes) -> None:
        """Take it."""
        self.clock.advance(seconds=7)

    def close(self) -> None:
        """Nothing is open."""


def twins(game: Friends) -> tuple[ohhell.Game, ohhell.Game, ohhell.Move]:
    """Play on to a state of which there are two that its player cannot tell apart: after their move the next one has
    one choice in the first, and several in the second.
    """
    dice = random.Random(3)
    while True:
        seat, table = game.waited_for(), game.table
        move = ohhell.choose(table.view(seat))
        found: dict[bool, ohhell.Game] = {}
        for twin in [table.playing, *otherwise(game, seat, dice)]:
            after = ohhell.apply(twin, seat, move)
            if after.hand is not None and (waited := ohhell.to_act(after)) and waited[0] != seat:
                found.setdefault(len(ohhell.legal(after, waited[0])) == 1, twin)
        if isinstance(move, ohhell.Play) and len(found) == 2:
            return found[True], found[False], move
        game.play()


def told(world: World, clock: Clock, slug: str, mover: int) -> Iterator[bytes]:
    """All that the one who moved and an onlooker can get of the game, until a while after the postman came."""
    visitor = Visitor(create_app(world), world)
    game, opened = Friends(world, slug), clock.now()
    token = links.write_ticket(world, replace(ticket(game.table, mover), decision=0))
    for seconds in (0, 60, 100):
        clock.move_to(opened + timedelta(seconds=seconds))
        for path in (f"/g/{slug}", f"/g/{slug}/record.json", f"/t/{token}"):
            yield CSRF.sub(b"", visitor.get(path).data)
        postman.deliver(world)
        yield repr([(mail.purpose, mail.raw) for mail in mails(world) if mail.seat == mover]).encode()


def test_no_byte_tells_others_whether_the_next_player_was_asked(world: World, clock: Clock, tmp_path: Path) -> None:
    game = friends(world, "Ann Bob Cyd", RULES, pace="singles mask")
    single, several, move = twins(game)
    postman.deliver(world)
    mover, key, source = game.waited_for(), state_key(game.table.game), world.settings.database_url
    both: list[list[bytes]] = []

    for number, state in enumerate((single, several)):
        copy = tmp_path / f"twin-{number}.db"
        with closing(sqlite3.connect(source.removeprefix("sqlite:///"))) as database:
            database.execute("VACUUM INTO ?", (str(copy),))
        own = Clock(clock.now())
        with a_world(sqlite_url(copy), own, SMTP_URL="smtp://127.0.0.1:1") as plain:
            twin = replace(plain, post=lambda own=own: Slow(own))
            STATES.put(key, state)
            turns.answer(twin, Friends(twin, game.slug).token(mover), ohhell.write_move(move))
            with twin.reading() as session:
                [turn] = queries.open_turns(session, key[0])
            assert (turn.plays_at is not None) == (state is single)
            both.append(list(told(twin, own, game.slug, mover)))

    assert both[0] == both[1]
