"""The listener: unknown recipients refused when named, a line for each known one, 250 only for what is kept."""

import smtplib
import socket
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import replace

import pytest
from sqlalchemy.exc import OperationalError

from service.mail import addresses
from service.mail.addresses import Returned
from service.mail.inbox import Arrival, Fate
from service.play import replies
from service.world import World
from tests.support.inbox import last_mail, listening, reply, send
from tests.support.mailservers import free_port
from tests.support.worlds import friends

UNKNOWN = "t1.aeaqaaaa.aaaaaaaaaaaaaaaaaaaa@reply.cards.example"


@contextmanager
def dialogue(port: int) -> Iterator[smtplib.LMTP]:
    """A conversation in LMTP."""
    with closing(smtplib.LMTP("127.0.0.1", port)) as client:
        client.ehlo("tests.example")
        yield client


def answers(client: smtplib.LMTP, raw: bytes, count: int) -> list[int]:
    """Send a message and read a line for each recipient, which smtplib does not."""
    client.putcmd("data")
    assert client.getreply()[0] == 354
    client.send(smtplib._quote_periods(smtplib._fix_eols(raw.decode()).encode()) + b"\r\n.\r\n")  # type: ignore[attr-defined]
    return [client.getreply()[0] for _ in range(count)]


def test_a_reply_is_played_and_an_unknown_recipient_is_refused_when_it_is_named(cards: World) -> None:
    game = friends(cards)
    raw = reply(cards, last_mail(cards, game), "1")
    own = addresses.write(cards, Returned(1))

    with listening(cards) as inbox, dialogue(inbox.port) as client:
        assert client.mail("ann@friends.example")[0] == 250
        assert client.rcpt(UNKNOWN)[0] == 550
        assert client.rcpt("postmaster@reply.cards.example")[0] == 550
        assert client.rcpt(raw.decode().split("To: Oh Hell by post <")[1].split(">")[0].upper())[0] == 250
        assert client.rcpt(own)[0] == 250
        lines = answers(client, raw, 2)
        still_there = client.noop()[0]

    assert lines == [250, 250] and still_there == 250
    assert [row.move for row in game.log] == ["1"]


def test_trouble_of_ours_is_told_as_such_and_the_next_try_plays_once(cards: World) -> None:
    game = friends(cards)
    raw = reply(cards, last_mail(cards, game), "1")
    away = [True, False, False]

    def take(arrival: Arrival) -> Fate:
        if away.pop(0):
            raise OperationalError("select", {}, Exception("the database is away"))
        return replies.take(cards, arrival)

    with listening(cards, take) as inbox:
        codes = []
        for _ in range(3):
            with dialogue(inbox.port) as client:
                client.mail("ann@friends.example")
                client.rcpt(raw.decode().split("To: Oh Hell by post <")[1].split(">")[0])
                codes += answers(client, raw, 1)

    assert codes == [451, 250, 250]
    assert len(game.log) == 1


def test_fifty_megabytes_are_refused_by_their_size_and_what_lies_about_it_by_its_length(cards: World) -> None:
    own = addresses.write(cards, Returned(1))

    small = replace(cards, settings=replace(cards.settings, inbox_size="20000"))
    with listening(small) as inbox, dialogue(inbox.port) as client:
        announced = client.mail("ann@friends.example", ["SIZE=52428800"])[0]
        client.mail("ann@friends.example")
        client.rcpt(own)
        client.rcpt(own)
        lines = answers(client, b"Subject: long\r\n\r\n" + b"x" * 70 * 1000, 2)
        after = client.noop()[0]

    assert (announced, lines, after) == (552, [552, 552], 250)


def test_lmtp_and_smtp_each_know_only_their_own_greeting(cards: World) -> None:
    as_smtp = replace(cards, settings=replace(cards.settings, inbox_listen=f"smtp://127.0.0.1:{free_port()}"))
    game = friends(cards)
    raw = reply(cards, last_mail(cards, game), "1")

    with listening(cards) as inbox, closing(smtplib.SMTP("127.0.0.1", inbox.port)) as client:
        assert client.docmd("EHLO", "x")[0] == 500 and client.docmd("HELO", "x")[0] == 500
    with listening(as_smtp) as inbox:
        with closing(smtplib.SMTP("127.0.0.1", inbox.port)) as client:
            assert client.docmd("LHLO", "x")[0] == 500
        send(inbox.port, raw, "ann@friends.example", raw.decode().split("To: Oh Hell by post <")[1].split(">")[0])
        with pytest.raises(smtplib.SMTPRecipientsRefused):
            send(inbox.port, raw, "ann@friends.example", UNKNOWN)

    assert len(game.log) == 1


def test_postfix_is_told_which_addresses_there_are(cards: World) -> None:
    own = addresses.write(cards, Returned(1))

    with listening(cards) as inbox, socket.create_connection(("127.0.0.1", inbox.lookup), 10) as line:
        said = []
        for asked in (own, own.upper(), UNKNOWN, "@reply.cards.example", "x"):
            query = f"recipients {asked}".encode()
            line.sendall(b"%d:%s," % (len(query), query))
            said.append(line.recv(100))
        line.sendall(b"no netstring at all" * 100 + b":")
        hung_up = line.recv(100)

    assert said == [b"4:OK 1,", b"4:OK 1,", *[b"9:NOTFOUND ,"] * 3]
    assert hung_up == b""
