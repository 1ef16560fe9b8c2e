"""Handing mail to a server: plain, STARTTLS and TLS from the start, with and without a login."""

from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing

import pytest

from service.mail import transports
from service.mail.transports import Lost, SmtpTransport, Unreachable
from service.world import Permanent, Temporary
from tests.support import smtp
from tests.support.smtp import TLS, SmtpServer

SENDER, ANN = "ohhell@cards.example", "ann@friends.example"
RAW = b"Subject: Hello\r\n\r\nHello\r\n.\r\n..two dots\r\n"
Start = Callable[..., SmtpServer]
Reach = Callable[[str], SmtpTransport]


@pytest.fixture
def reach() -> Iterator[Reach]:
    """Transports by their URL, closed at the end."""
    with ExitStack() as stack:
        yield lambda url: stack.enter_context(closing(SmtpTransport(url)))


@pytest.mark.parametrize("tls", ["none", "starttls", "implicit"])
@pytest.mark.parametrize("login", [None, ("ann@cards.example", "se cret:/@%")])
def test_mail_is_handed_over_by_every_kind_of_url(
    reach: Reach, start_smtp: Start, monkeypatch: pytest.MonkeyPatch, tls: TLS, login: tuple[str, str] | None
) -> None:
    server = start_smtp(tls=tls, login=login)
    monkeypatch.setenv("SSL_CERT_FILE", str(server.ca_file))
    transport = reach(server.url)

    transport.send(SENDER, ANN, RAW)
    transport.close()

    (mail,) = server.messages
    assert (mail.sender, mail.recipients, mail.content) == (SENDER, (ANN,), RAW)
    assert mail.tls is (tls != "none")
    assert mail.user == (login and login[0])


@pytest.mark.parametrize("tls", ["starttls", "implicit"])
def test_a_certificate_nobody_vouches_for_is_refused(reach: Reach, start_smtp: Start, tls: TLS) -> None:
    server = start_smtp(tls=tls, login=("ann", "secret"))

    with pytest.raises(Unreachable, match="SSLCertVerificationError"):
        reach(server.url).send(SENDER, ANN, RAW)

    assert not server.messages


def test_a_certificate_for_another_name_is_refused(
    reach: Reach, start_smtp: Start, monkeypatch: pytest.MonkeyPatch
) -> None:
    server = start_smtp(tls="implicit")
    monkeypatch.setenv("SSL_CERT_FILE", str(server.ca_file))

    with pytest.raises(Unreachable, match="SSLCertVerificationError"):
        reach(server.url.replace("127.0.0.1", "127.1")).send(SENDER, ANN, RAW)


def test_a_server_without_starttls_is_not_written_to_in_the_clear(reach: Reach, smtp_server: SmtpServer) -> None:
    with pytest.raises(Unreachable):
        reach(smtp_server.url.replace("smtp://", "smtp+starttls://")).send(SENDER, ANN, RAW)

    assert not smtp_server.messages


@pytest.mark.parametrize("who", ["ann:wrong@", ""])
def test_a_wrong_or_missing_login_blames_the_service_and_not_the_mail(
    reach: Reach, start_smtp: Start, who: str
) -> None:
    server = start_smtp(login=("ann", "right"))

    with pytest.raises(Unreachable, match=r"53[05]") as fault:
        reach(f"smtp://{who}127.0.0.1:{server.port}").send(SENDER, ANN, RAW)

    assert "wrong" not in str(fault.value)
    assert not server.messages


def test_a_check_connects_and_logs_in_without_sending(reach: Reach, start_smtp: Start) -> None:
    server = start_smtp(login=("ann", "right"))

    transport = reach(server.url)
    transport.open()
    transport.close()
    with pytest.raises(Unreachable):
        reach(server.url.replace("right", "wrong")).open()

    assert not server.messages


@pytest.mark.parametrize("code", [421, 450, 451, 452, 552])
def test_a_recipient_refused_for_now_is_temporary(reach: Reach, smtp_server: SmtpServer, code: int) -> None:
    smtp_server.refuse(ANN, code)

    with pytest.raises(Temporary, match="The mail server answered: ") as fault:
        reach(smtp_server.url).send(SENDER, ANN, RAW)

    assert not isinstance(fault.value, Lost | Unreachable)


@pytest.mark.parametrize("code", [550, 551, 553, 554])
def test_a_recipient_or_content_refused_for_good_is_permanent(reach: Reach, smtp_server: SmtpServer, code: int) -> None:
    smtp_server.refuse(ANN, code, times=1)
    smtp_server.refuse_content(code)
    transport = reach(smtp_server.url)

    for _ in range(2):
        with pytest.raises(Permanent, match=f"The mail server answered: {code} "):
            transport.send(SENDER, ANN, RAW)

    assert smtp_server.attempts == 1


def test_after_a_refusal_the_same_connection_takes_the_next_mail(reach: Reach, smtp_server: SmtpServer) -> None:
    smtp_server.refuse(ANN, 550)
    transport = reach(smtp_server.url)
    with pytest.raises(Permanent):
        transport.send(SENDER, ANN, RAW)

    transport.send(SENDER, "bob@friends.example", RAW)

    assert [mail.recipients for mail in smtp_server.messages] == [("bob@friends.example",)]


def test_a_line_that_breaks_at_the_end_of_the_content_may_have_taken_it(reach: Reach, smtp_server: SmtpServer) -> None:
    smtp_server.hang_up(times=1)
    transport = reach(smtp_server.url)

    with pytest.raises(Lost):
        transport.send(SENDER, ANN, RAW)
    transport.send(SENDER, ANN, RAW)

    assert len(smtp_server.messages) == 1


@pytest.mark.parametrize("stage", ["mail", "rcpt", "data", "content"])
def test_a_server_that_closes_the_connection_takes_the_mail_the_next_time(
    reach: Reach, smtp_server: SmtpServer, stage: str
) -> None:
    moods = [(stage, smtp.CLOSE)]
    smtp_server.mood = lambda now: moods.pop()[1] if moods and moods[0][0] == now else None
    transport = reach(smtp_server.url)

    with pytest.raises(Temporary) as fault:
        transport.send(SENDER, ANN, RAW)
    transport.send(SENDER, ANN, RAW)

    assert isinstance(fault.value, Lost) is (stage in {"data", "content"})
    assert len(smtp_server.messages) == 1


def test_a_server_that_never_answers_is_waited_for_only_so_long_and_may_have_taken_the_mail(
    reach: Reach, smtp_server: SmtpServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(transports, "SLOWEST", 0.2)
    moods = [smtp.TAKE_AND_HANG]
    smtp_server.mood = lambda stage: moods.pop() if moods and stage == "content" else None
    transport = reach(smtp_server.url)

    with pytest.raises(Lost):
        transport.send(SENDER, ANN, RAW)
    transport.send(SENDER, ANN, RAW)

    assert len(smtp_server.messages) == 2


def test_nobody_at_the_port_is_told_in_a_sentence(reach: Reach) -> None:
    with pytest.raises(Unreachable, match=r"^The mail server could not be reached \(ConnectionRefusedError\)\.$"):
        reach("smtp://127.0.0.1:1").send(SENDER, ANN, RAW)


def test_what_a_server_says_is_kept_short_and_on_one_line(reach: Reach, smtp_server: SmtpServer) -> None:
    smtp_server.refuse(ANN, 550, "no " * 150)

    with pytest.raises(Permanent) as fault:
        reach(smtp_server.url).send(SENDER, ANN, RAW)

    assert len(str(fault.value)) < 350 and "\n" not in str(fault.value)
