"""An ordinary mail account in a real Dovecot, read by IMAP and left as it was."""

import imaplib
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace

import pytest
from sqlalchemy.exc import OperationalError
from sqlmodel import select

from service.mail.inbox import Arrival, Fate, imap
from service.play import replies
from service.store.tables import Reply
from service.world import World
from tests.support.clock import Clock
from tests.support.inbox import last_mail, reply
from tests.support.mailservers import dovecot
from tests.support.smtp import SmtpServer
from tests.support.worlds import a_world, friends, rows


@pytest.fixture(scope="module")
def imap_port() -> Iterator[int]:
    """The port of a Dovecot."""
    with dovecot() as port:
        yield port


@pytest.fixture
def cards(
    request: pytest.FixtureRequest, sqlite_url: str, clock: Clock, smtp_server: SmtpServer, imap_port: int
) -> Iterator[World]:
    """A service that reads an account of its own in two folders."""
    user = f"{request.node.name[-30:]}%40cards.example"
    with a_world(
        sqlite_url,
        clock,
        SMTP_URL=smtp_server.url,
        MAIL_FROM="games@cards.example",
        INBOX_IMAP=f"imap://{user}:secret@127.0.0.1:{imap_port}/INBOX,Junk",
    ) as world:
        with account(world) as mailbox:
            mailbox.create("Junk")
        yield world


@contextmanager
def account(world: World) -> Iterator[imaplib.IMAP4]:
    """The account, as a mail program sees it."""
    port = int(world.settings.inbox_imap.rpartition(":")[2].partition("/")[0])
    mailbox = imaplib.IMAP4("127.0.0.1", port)
    mailbox.login(imap.account_user(world), "secret")
    yield mailbox
    mailbox.logout()


def put(world: World, raw: bytes, *folders: str) -> None:
    """Let a message arrive."""
    with account(world) as mailbox:
        for folder in folders:
            assert mailbox.append(folder, "", "", raw)[0] == "OK"


def test_a_reply_to_the_account_is_known_by_what_it_quotes_and_plays_once_in_two_folders(cards: World) -> None:
    game = friends(cards)
    raw = reply(cards, last_mail(cards, game), "1")
    put(cards, b"From: aunt@family.example\r\nSubject: Cake\r\n\r\nCome on Sunday.\r\n", "INBOX")
    put(cards, raw, "INBOX", "Junk")

    first, second = replies.poll(cards), replies.poll(cards)
    with account(cards) as mailbox:
        mailbox.select("INBOX", readonly=True)
        unseen = mailbox.search(None, "UNSEEN")[1]

    assert f"Reply-To: Oh Hell by post <{imap.account_user(cards)}>".encode() in (last_mail(cards, game, 0).raw or b"")
    assert raw.count(b"To: Oh Hell by post <" + imap.account_user(cards).encode()) == 1
    assert (first, second) == (3, 0)
    assert [row.move for row in game.log] == ["1"]
    assert unseen == [b"1 2"]  # nothing was touched
    assert [row.fate for row in rows(cards, select(Reply))] == ["played"]  # the aunt's mail is none of our business


def test_a_message_that_cannot_be_taken_now_is_tried_again_and_none_is_left_out(cards: World) -> None:
    game = friends(cards)
    put(cards, reply(cards, last_mail(cards, game), "1"), "INBOX")

    def away(arrival: Arrival) -> Fate:
        raise OperationalError("select", {}, Exception("the database is away"))

    with pytest.raises(OperationalError):
        imap.poll(cards, away)
    assert game.log == []

    assert replies.poll(cards) == 1
    assert len(game.log) == 1


def test_a_reply_that_is_too_long_is_not_fetched_and_its_player_is_told(cards: World) -> None:
    cards = replace(cards, settings=replace(cards.settings, inbox_size="20000"))
    game = friends(cards)
    put(cards, reply(cards, last_mail(cards, game), "1") + b"\r\n" + b"x" * 30_000, "INBOX")

    assert replies.poll(cards) == 1
    assert game.log == []
    assert "too long" in (last_mail(cards, game).raw or b"").decode()


def test_an_account_that_cannot_be_read_is_told_in_a_sentence_without_its_password(cards: World) -> None:
    for wrong in (("secret", "wrong-password"), ("INBOX,Junk", "Nowhere")):
        elsewhere = replace(
            cards, settings=replace(cards.settings, inbox_imap=cards.settings.inbox_imap.replace(*wrong))
        )

        with pytest.raises(imap.Unread) as fault:
            replies.poll(elsewhere)
        assert "secret" not in str(fault.value) and "wrong-password" not in str(fault.value)
        assert replies.look_in(elsewhere) == 0
