"""A real Postfix in front of the listener, set up as docs/inbox.md says."""

import smtplib
import time
from collections.abc import Iterator

import pytest
from sqlalchemy.exc import OperationalError

from service.mail import addresses
from service.mail.addresses import Returned
from service.mail.inbox import Arrival, Fate
from service.play import replies
from service.world import World
from tests.support.documents import example
from tests.support.inbox import Inbox, last_mail, listening, reply, send
from tests.support.mailservers import Postfix, postfix
from tests.support.smtp import SmtpServer
from tests.support.worlds import friends

SLOWEST = 60.0


def main_cf(world: World) -> str:
    """The documented lines, with this test's ports."""
    listen, lookup = (world.settings.inbox_listen.partition("://")[2], world.settings.inbox_lookup)
    lines = example("docs/inbox.md", "main.cf")
    return f"mynetworks =\n{lines}".replace("127.0.0.1:8024", listen).replace("127.0.0.1:8025", lookup)


class Trouble:
    """The use case, with a database that is away for the first message."""

    def __init__(self, world: World) -> None:
        self.world, self.tries = world, 0

    def take(self, arrival: Arrival) -> Fate:
        self.tries += 1
        if self.tries == 1:
            raise OperationalError("select", {}, Exception("the database is away"))
        return replies.take(self.world, arrival)


@pytest.fixture
def trouble(cards: World) -> Trouble:
    """A use case that fails at first."""
    return Trouble(cards)


@pytest.fixture
def server(cards: World, smtp_server: SmtpServer, trouble: Trouble) -> Iterator[tuple[Postfix, Inbox]]:
    """Postfix and the listener behind it."""
    with listening(cards, trouble.take) as inbox, postfix(main_cf(cards), smtp_server.port) as running:
        yield running, inbox


def test_postfix_refuses_strangers_and_giants_itself_and_keeps_what_we_cannot_take_yet(
    cards: World, server: tuple[Postfix, Inbox], trouble: Trouble, smtp_server: SmtpServer
) -> None:
    mx, game = server[0], friends(cards)
    raw = reply(cards, last_mail(cards, game), "1")
    address = raw.decode().split("To: Oh Hell by post <")[1].split(">")[0]
    before = len(smtp_server.messages)

    with smtplib.SMTP("127.0.0.1", mx.port, timeout=30) as client:
        client.ehlo("mail.friends.example")
        giant = client.mail("ann@friends.example", ["SIZE=52428800"])[0]
        client.rset()
        client.mail("ann@friends.example")
        refused = [
            client.rcpt(f"t1.aeaqaaaa.aaaaaaaaaaaaaaaaaaaa@{name}")[0] for name in ("reply.cards.example", "x.example")
        ]
        known = [client.rcpt(each)[0] for each in (addresses.write(cards, Returned(1)), address.upper())]
    send(mx.port, raw, "ann@friends.example", address)
    give_up = time.monotonic() + SLOWEST
    while not game.log and time.monotonic() < give_up:
        time.sleep(0.1)

    assert (giant, refused, known) == (552, [550, 554], [250, 250])
    assert [row.move for row in game.log] == ["1"], mx.log
    assert trouble.tries == 2
    assert len(smtp_server.messages) == before  # nobody was sent a bounce
