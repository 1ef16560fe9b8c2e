"""A service that sends its mails through a real server, and people who read them."""

from collections.abc import Iterator
from dataclasses import dataclass

import pytest
from sqlmodel import col, select

from service.mail import postman
from service.mail.compose import compose
from service.store.tables import Mail, Person
from service.world import World
from tests.support.clock import Clock
from tests.support.smtp import Received, SmtpServer
from tests.support.worlds import Friends, a_world, mails, rows

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
        while any(mail.due_at <= self.clock.now() for mail in owed(self.world)):
            before = len(owed(self.world))
            sent = postman.deliver(self.world)
            taken += sent
            if not sent and len(owed(self.world)) == before:
                break
        return taken

    def to(self, name: str) -> list[Received]:
        """The mails taken for a friend."""
        return self.server.to(f"{name.lower()}@friends.example")

    def last(self, name: str) -> Received:
        """The last mail taken for a friend."""
        return self.to(name)[-1]

    def turn_mail(self, game: Friends, seat: int | None = None) -> Received:
        """The last mail that asked a seat, or the one that is waited for; sent if it was not yet."""
        self.deliver()
        seat = game.waited_for() if seat is None else seat
        with self.world.reading() as session:
            person = session.get_one(Person, game.table.seats[seat].person_id)
        asking = [mail for mail in self.server.to(person.email) if kind_of(mail) in postman.ASKING]
        return asking[-1]


def kind_of(mail: Received) -> str:
    """The kind of a mail, by its Message-ID."""
    return str(mail.message["Message-ID"]).partition(".")[0].lstrip("<")


def owed(world: World) -> list[Mail]:
    """The mails that are neither sent nor given up, oldest first."""
    ended = (Mail.sent_at, Mail.failed_at, Mail.dropped_at)
    return rows(world, select(Mail).where(*(col(each).is_(None) for each in ended)).order_by(col(Mail.id)))


def letter(world: World, kind: str = "turn", seat: int | None = None) -> Received:
    """The last mail owed of a kind, to anyone or to one seat, written but not sent."""
    found = [mail.id for mail in mails(world, kind) if seat in (None, mail.seat)]
    with world.reading() as session:
        row = session.get_one(Mail, found[-1])
        composed = compose(session, world, row)
    assert composed is not None, "it is no longer wanted"
    return Received("", (row.address,), composed.raw, False, None)


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
