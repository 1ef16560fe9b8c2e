"""A service that sends its mails through a real server, and people who read them."""

from collections.abc import Iterator
from dataclasses import dataclass

import pytest

from service.mail import postman
from service.store.tables import Person
from service.world import World
from tests.support.clock import Clock
from tests.support.smtp import Received, SmtpServer
from tests.support.worlds import Friends, a_world

HTTPS = "https://cards.example"


@dataclass
class Post:
    """A world and the mail server that it hands its mails to."""

    world: World
    server: SmtpServer
    clock: Clock

    def deliver(self) -> int:
        """Send all that is due now; how many mails were taken."""
        taken = 0
        while sent := postman.deliver(self.world):
            taken += sent
        return taken

    def to(self, name: str) -> list[Received]:
        """The mails taken for a friend."""
        return self.server.to(f"{name.lower()}@friends.example")

    def last(self, name: str) -> Received:
        """The last mail taken for a friend."""
        return self.to(name)[-1]

    def turn_mail(self, game: Friends, seat: int | None = None) -> Received:
        """The last mail of a seat, or of the one that is waited for; sent if it was not yet."""
        self.deliver()
        seat = game.waited_for() if seat is None else seat
        with self.world.reading() as session:
            person = session.get_one(Person, game.table.seats[seat].person_id)
        return self.server.to(person.email)[-1]


@pytest.fixture
def post(sqlite_url: str, clock: Clock, smtp_server: SmtpServer) -> Iterator[Post]:
    """A service under an https address, on SQLite."""
    with a_world(sqlite_url, clock, SMTP_URL=smtp_server.url, BASE_URL=HTTPS) as world:
        yield Post(world, smtp_server, clock)


@pytest.fixture
def post_anywhere(database_url: str, clock: Clock, smtp_server: SmtpServer) -> Iterator[Post]:
    """The same on each kind of database."""
    with a_world(database_url, clock, SMTP_URL=smtp_server.url, BASE_URL=HTTPS) as world:
        yield Post(world, smtp_server, clock)


@pytest.fixture
def world(sqlite_url: str, clock: Clock) -> Iterator[World]:
    """A world with tables and nothing in them, whose mail goes to the mailbox page."""
    with a_world(sqlite_url, clock) as built:
        yield built
