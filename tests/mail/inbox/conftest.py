"""A service with a domain of its own for replies, and the mail server that it hands mails to."""

from collections.abc import Iterator

import pytest

from service.world import World
from tests.support.clock import Clock
from tests.support.mailservers import free_port
from tests.support.smtp import SmtpServer
from tests.support.worlds import a_world

DOMAIN = "reply.cards.example"


@pytest.fixture
def cards(sqlite_url: str, clock: Clock, smtp_server: SmtpServer) -> Iterator[World]:
    """A service that takes replies by LMTP and sends its own mail by SMTP."""
    with a_world(
        sqlite_url,
        clock,
        SMTP_URL=smtp_server.url,
        BASE_URL="https://cards.example",
        INBOX_DOMAIN=DOMAIN,
        INBOX_LISTEN=f"lmtp://127.0.0.1:{free_port()}",
        INBOX_LOOKUP=f"127.0.0.1:{free_port()}",
    ) as world:
        yield world
