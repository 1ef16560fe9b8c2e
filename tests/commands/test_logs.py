"""No log line of a story holds a token, a cookie, a key, a password, an address or a card of a hidden hand."""

import logging
import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from sqlmodel import select

from service.commands import logs
from service.mail import links, postman
from service.mail.hooks import caller
from service.mail.inbox import Arrival
from service.play import hooks, people, replies
from service.store.tables import SignIn
from service.web.app import create_app
from service.world import Unanswered, World
from tests.support.clock import Clock
from tests.support.smtp import SmtpServer
from tests.support.worlds import KEY, Friends, a_world, friends, person_id, proved, rows
from tests.web.visitor import Visitor

PASSWORD = "the-mail-password"


@pytest.fixture
def server(start_smtp: Callable[..., SmtpServer]) -> SmtpServer:
    """A mail server that asks for a password."""
    return start_smtp(login=("ohhell", PASSWORD))


@pytest.fixture
def world(sqlite_url: str, clock: Clock, server: SmtpServer) -> Iterator[World]:
    """A service with a secret of every kind, whose webhook's server is never there."""
    secrets = {
        "SMTP_URL": server.url,
        "INBOX_DOMAIN": "reply.cards.example",
        "INBOX_SECRET": "a secret of the inbox of 32 signs",
    }
    with a_world(sqlite_url, clock, BASE_URL="https://cards.example", MAIL_FROM="a@cards.example", **secrets) as world:
        yield world


def a_story(world: World, game: Friends, server: SmtpServer) -> set[str]:
    """All that happens in a service's day, its accidents included. What may not be told of it."""

    def broken(_address: str, _headers: object, _body: bytes) -> int:
        raise Unanswered("the server was not reached")

    told = replace(world, call=broken)
    ann = proved(world, "Ann")
    people.ask_sign_in(world, ann.email)
    sign_in = links.sign_in_url(world, rows(world, select(SignIn))[-1].id).rpartition("/")[2]
    visitor = Visitor(create_app(told), told)
    visitor.press(visitor.get(f"/in/{sign_in}"))
    hooks.keep(world, game.slug, person_id(ann), "https://hooks.example/the-hooks-own-secret", "json")
    token = game.token()
    for path in (f"/t/{token}", f"/t/{token}x", f"/in/{sign_in}", f"/g/{game.slug}", "/settings"):
        visitor.get(path)
    visitor.post(f"/t/{token}", "/sign-out", move="nonsense")
    hooks.test(told, game.slug, person_id(ann))
    caller.deliver(told)
    server.refuse("cyd@friends.example", 451, "cyd@friends.example waits", times=1)
    postman.deliver(told)
    server.login = ("ohhell", "another password by now")
    game.play()
    postman.deliver(told)
    replies.take(told, Arrival(b"\xff\x00 garbage from eve@evil.example", "lmtp", "t1.a.b@reply.cards.example"))
    game.play(3)
    _break(told, visitor, token)
    cookie = visitor.client.get_cookie("ohhell")
    secrets = {token, sign_in, cookie.value if cookie else KEY, KEY, PASSWORD, "the-hooks-own-secret"}
    return secrets | {world.settings.inbox_secret, game.table.game.secret.hex(), "@friends.example", "@evil.example"}


def _break(world: World, visitor: Visitor, token: str) -> None:
    """Let a page break in the middle of a hand: an error that quotes what it was about."""
    app = create_app(replace(world, reading=lambda: _fail(f"hand {' '.join(('KS', 'QH'))} of {token}")))
    app.test_client().get(f"/t/{token}")
    app.test_client().get(f"/g/{token}?m=KS")


def _fail(words: str) -> object:
    raise ValueError(words)


def test_no_line_of_any_log_tells_what_is_secret(
    world: World, caplog: pytest.LogCaptureFixture, server: SmtpServer
) -> None:
    caplog.set_level(logging.DEBUG)
    game = friends(world)

    secrets = a_story(world, game, server)

    # aiosmtpd's own, which is the test's mail server here; `logs.begin` keeps it from saying such things.
    lines = [record for record in caplog.records if record.name not in logs.QUIET]
    logged = "\n".join(logging.Formatter(logs.TEXT).format(record) for record in lines)
    assert "a page broke" in logged and "ValueError" in logged
    assert [secret for secret in secrets if secret in logged] == []
    assert not re.search(r"\b[A2-9TJQK]{1,2}[SHDC]\b [A2-9TJQK]{1,2}[SHDC]\b", logged)


def test_gunicorn_writes_down_no_address_that_is_a_link() -> None:
    web = next(line for line in Path("Procfile").read_text().splitlines() if line.startswith("web:"))

    formatted = re.search(r"--access-logformat '([^']*)'", web)

    assert formatted
    assert not re.search(r"%\((r|U|q|f|\{[^}]*\}[ioe])\)s", formatted[1])
