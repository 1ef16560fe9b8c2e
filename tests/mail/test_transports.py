"""Handing mail to a real server: log in, encrypt, refuse, hang up; what each means for the message."""

import socket
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager

import pytest

from service.config import Settings
from service.mail.transports import Lost, MailboxTransport, SmtpTransport, Unreachable, transport
from service.world import Permanent, Temporary
from tests.support.smtp import SmtpServer

FROM, ANN, BOB = "ohhell@cards.example", "ann@friends.example", "bob@friends.example"
RAW = b"Subject: one\r\n\r\nLine\r\n.dot\r\n"
Start = Callable[..., SmtpServer]


@contextmanager
def connected(url: str) -> Iterator[SmtpTransport]:
    """A transport that is closed at the end."""
    with closing(SmtpTransport(url, "cards.example")) as opened:
        yield opened


def test_a_message_arrives_as_it_was_sent(smtp_server: SmtpServer) -> None:
    with connected(smtp_server.url) as post:
        post.send(FROM, ANN, RAW)

    (mail,) = smtp_server.messages
    assert (mail.sender, mail.recipients, mail.content) == (FROM, (ANN,), RAW)


def test_many_messages_go_over_one_connection(smtp_server: SmtpServer) -> None:
    with connected(smtp_server.url) as post:
        post.send(FROM, ANN, RAW)
        client = post._client
        post.send(FROM, BOB, RAW)

        assert post._client is client
    assert [mail.recipients for mail in smtp_server.messages] == [(ANN,), (BOB,)]


def test_user_and_password_are_given_when_the_url_has_them(start_smtp: Start) -> None:
    server = start_smtp(login=("ann@cards.example", "s3cret: /@?#%"))

    with connected(server.url) as post:
        post.send(FROM, ANN, RAW)

    assert server.messages[0].user == "ann@cards.example"


@pytest.mark.parametrize("tls", ["starttls", "implicit"])
def test_the_connection_is_encrypted(start_smtp: Start, monkeypatch: pytest.MonkeyPatch, tls: str) -> None:
    server = start_smtp(tls=tls, login=("ann", "secret"))
    monkeypatch.setenv("SSL_CERT_FILE", str(server.ca_file))

    with connected(server.url) as post:
        post.send(FROM, ANN, RAW)

    assert (server.messages[0].tls, server.messages[0].user) == (True, "ann")


@pytest.mark.parametrize("tls", ["starttls", "implicit"])
def test_a_server_that_cannot_prove_itself_gets_no_mail(start_smtp: Start, tls: str) -> None:
    server = start_smtp(tls=tls)

    with connected(server.url) as post, pytest.raises(Unreachable):
        post.send(FROM, ANN, RAW)

    assert server.messages == []


def test_a_server_without_starttls_gets_no_mail(smtp_server: SmtpServer) -> None:
    url = smtp_server.url.replace("smtp://", "smtp+starttls://")

    with connected(url) as post, pytest.raises(Unreachable):
        post.send(FROM, ANN, RAW)

    assert smtp_server.messages == []


def test_a_wrong_password_is_the_operators_fault_and_not_the_messages(start_smtp: Start) -> None:
    server = start_smtp(login=("ann", "secret"))

    with connected(server.url.replace("secret", "wrong")) as post, pytest.raises(Unreachable) as caught:
        post.send(FROM, ANN, RAW)

    assert "535" in str(caught.value)
    assert "wrong" not in str(caught.value)


def test_a_password_that_smtp_cannot_carry_is_no_crash(start_smtp: Start) -> None:
    server = start_smtp(login=("ann", "sécret"))

    with connected(server.url) as post, pytest.raises(Unreachable) as caught:
        post.send(FROM, ANN, RAW)

    assert "cret" not in str(caught.value)


def test_no_password_where_one_is_asked_for_is_the_operators_fault_too(start_smtp: Start) -> None:
    server = start_smtp(login=("ann", "secret"))

    with connected(server.url.replace("ann:secret@", "")) as post, pytest.raises(Unreachable, match="530"):
        post.send(FROM, ANN, RAW)


@pytest.mark.parametrize("code", [421, 450, 451, 452, 552])
def test_a_recipient_refused_for_now_is_temporary(smtp_server: SmtpServer, code: int) -> None:
    smtp_server.refuse(ANN, code, "later")

    with connected(smtp_server.url) as post:
        with pytest.raises(Temporary) as caught:
            post.send(FROM, ANN, RAW)
        post.send(FROM, BOB, RAW)

    assert not isinstance(caught.value, Unreachable | Lost)
    assert [mail.recipients for mail in smtp_server.messages] == [(BOB,)]


@pytest.mark.parametrize("code", [550, 551, 553, 554])
def test_a_recipient_refused_for_good_is_permanent(smtp_server: SmtpServer, code: int) -> None:
    smtp_server.refuse(ANN, code, "no such\r\nmailbox")

    with connected(smtp_server.url) as post:
        with pytest.raises(Permanent, match=f"answered: {code} no such") as caught:
            post.send(FROM, ANN, RAW)
        post.send(FROM, BOB, RAW)

    assert "\n" not in str(caught.value)
    assert [mail.recipients for mail in smtp_server.messages] == [(BOB,)]


@pytest.mark.parametrize(("code", "kind"), [(421, Temporary), (451, Temporary), (550, Permanent), (554, Permanent)])
def test_content_refused_means_what_its_code_says(smtp_server: SmtpServer, code: int, kind: type[Exception]) -> None:
    smtp_server.refuse_content(code, times=1)

    with connected(smtp_server.url) as post:
        with pytest.raises(kind) as caught:
            post.send(FROM, ANN, RAW)
        post.send(FROM, BOB, RAW)

    assert type(caught.value) is kind
    assert [mail.recipients for mail in smtp_server.messages] == [(BOB,)]


def test_a_connection_that_breaks_after_the_content_leaves_it_open_whether_it_was_taken(
    smtp_server: SmtpServer,
) -> None:
    smtp_server.hang_up(times=1)

    with connected(smtp_server.url) as post:
        with pytest.raises(Lost):
            post.send(FROM, ANN, RAW)
        post.send(FROM, BOB, RAW)

    assert [mail.recipients for mail in smtp_server.messages] == [(BOB,)]


def test_a_connection_that_went_stale_is_opened_anew(smtp_server: SmtpServer) -> None:
    with connected(smtp_server.url) as post:
        post.send(FROM, ANN, RAW)
        assert post._client is not None and post._client.sock is not None
        post._client.sock.shutdown(socket.SHUT_RDWR)

        post.send(FROM, BOB, RAW)

    assert len(smtp_server.messages) == 2


def test_no_server_at_all_is_unreachable() -> None:
    with closing(socket.create_server(("127.0.0.1", 0))) as free:
        port = free.getsockname()[1]

    with connected(f"smtp://127.0.0.1:{port}") as post, pytest.raises(Unreachable, match="could not be reached"):
        post.send(FROM, ANN, RAW)


def test_the_settings_choose_the_transport() -> None:
    assert isinstance(transport(Settings(base_url="http://127.0.0.1:8000")), MailboxTransport)
    assert isinstance(transport(Settings(base_url="https://a.example", smtp_url="smtp://b.example")), SmtpTransport)


def test_the_mailbox_takes_everything() -> None:
    mailbox = MailboxTransport()

    mailbox.send(FROM, ANN, RAW)
    mailbox.close()
