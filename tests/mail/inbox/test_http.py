"""Replies by the web: a mail provider's signed hook, and the reply form of the mailbox page."""

import hashlib
import hmac
from collections.abc import Iterator

import pytest
from flask.testing import FlaskClient
from sqlmodel import select

from service.play import people
from service.store.tables import Reply
from service.web.app import create_app
from service.world import World
from tests.support.clock import Clock
from tests.support.inbox import deliver, last_mail, reply
from tests.support.worlds import Friends, a_world, friends, rows

SECRET = "a secret of a provider's hook, long enough"


@pytest.fixture
def world(sqlite_url: str, clock: Clock) -> Iterator[World]:
    """A service with a hook."""
    with a_world(sqlite_url, clock, INBOX_DOMAIN="reply.cards.example", INBOX_SECRET=SECRET) as built:
        yield built


@pytest.fixture
def client(world: World) -> FlaskClient:
    """Whoever posts."""
    return create_app(world).test_client()


def post(client: FlaskClient, at: int, raw: bytes, secret: str = SECRET) -> tuple[int, str]:
    """Post a message, signed as the document says; the status and the fate."""
    signature = hmac.new(secret.encode(), str(at).encode() + b"." + raw, hashlib.sha256).hexdigest()
    headers = {"X-Inbox-Timestamp": str(at), "X-Inbox-Signature": f"v1={signature}"}
    answer = client.post("/inbox", data=raw, headers=headers, content_type="message/rfc822")
    return answer.status_code, (answer.get_json(silent=True) or {}).get("fate", "")


def test_a_signed_message_is_played_and_posted_again_is_not(world: World, client: FlaskClient) -> None:
    game = friends(world)
    raw, now = reply(world, last_mail(world, game), "1"), int(world.now().timestamp())

    assert post(client, now, raw) == (200, "played")
    assert post(client, now + 60, raw) == (200, "duplicate")
    assert len(game.log) == 1


def test_a_wrong_or_old_or_missing_signature_is_refused(world: World, client: FlaskClient) -> None:
    game = friends(world)
    raw, now = reply(world, last_mail(world, game), "1"), int(world.now().timestamp())

    refused = [post(client, now, raw, "another secret"), post(client, now - 301, raw), post(client, now + 301, raw)]
    unsigned = client.post("/inbox", data=raw).status_code
    odd = client.post("/inbox", data=raw, headers={"X-Inbox-Timestamp": "²", "X-Inbox-Signature": "v1="}).status_code

    assert refused == [(403, "")] * 3 and (unsigned, odd) == (403, 403)
    assert game.log == [] and rows(world, select(Reply)) == []


def test_the_hook_is_off_without_its_secret_and_takes_no_giants(
    world: World, client: FlaskClient, sqlite_url: str, clock: Clock
) -> None:
    raw = b"Subject: long\r\n\r\n" + b"x" * 1_100_000

    assert post(client, int(world.now().timestamp()), raw)[0] == 413
    assert post(client, int(world.now().timestamp()), b"Subject: long\r\n\r\n" + b"x" * 600_000) == (200, "unknown")
    with a_world(sqlite_url, clock) as without:
        assert post(create_app(without).test_client(), 0, raw, "")[0] == 404


def reply_on_page(client: FlaskClient, number: int, words: str, program: str) -> str:
    """Fill in the form of a mailbox page; what the next page says."""
    page = client.get(f"/mailbox/{number}").get_data(as_text=True)
    token = page.split('name="csrf_token" value="')[1].split('"')[0]
    fields = {"csrf_token": token, "words": words, "client": program}
    return client.post(f"/mailbox/{number}/reply", data=fields, follow_redirects=True).get_data(as_text=True)


@pytest.mark.parametrize("program", ["gmail", "apple", "outlook", "outlook-below", "thunderbird", "bare"])
def test_the_form_of_the_mailbox_page_replies_as_each_mail_program_does(
    world: World, client: FlaskClient, program: str
) -> None:
    game: Friends = friends(world)

    said = reply_on_page(client, last_mail(world, game).id or 0, "1", program)

    assert "The move is played." in said
    assert [row.move for row in game.log] == ["1"]


def test_a_mail_whose_replies_are_not_read_has_no_form(world: World, client: FlaskClient) -> None:
    people.ask_sign_in(world, "ann@friends.example")
    deliver(world)

    page = client.get("/mailbox/1").get_data(as_text=True)

    assert "Replies to this mail are not read." in page
    assert "Send the reply" not in page
