"""People who answer mails by replying, and the listener that takes what they send."""

import asyncio
import smtplib
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from email.message import EmailMessage
from itertools import count

from service.engine import ohhell
from service.mail import postman
from service.mail.inbox import Arrival, Fate, Take, clients, listener
from service.play import replies
from service.store.tables import Mail
from service.world import World
from tests.support.worlds import Friends, mails

_numbers = count(1)


def deliver(world: World) -> None:
    """Send all that is owed."""
    while postman.deliver(world):
        pass


def last_mail(world: World, game: Friends, seat: int | None = None) -> Mail:
    """The last mail that a seat got, or the one that is waited for."""
    deliver(world)
    person = game.table.seats[game.waited_for() if seat is None else seat].person_id
    return [mail for mail in mails(world) if mail.person_id == person and mail.game_id and mail.sent_at][-1]


def reply(world: World, mail: Mail, words: str, client: str = "gmail", sender: str = "", to: str = "") -> bytes:
    """A reply to a mail as a mail program writes it, with a Message-ID of its own."""
    assert mail.raw is not None
    return clients.reply(mail.raw, words, client, world.now(), f"<r{next(_numbers)}@friends.example>", sender, to)


def say(world: World, game: Friends, words: str, seat: int | None = None, **how: str) -> Fate:
    """Answer the last mail of a seat with these words."""
    return replies.take(world, Arrival(reply(world, last_mail(world, game, seat), words, **how), "feed"))


def with_header(raw: bytes, line: str) -> bytes:
    """The message with one more line on top, as a mail server adds it."""
    return line.encode() + b"\r\n" + raw


def move_in_words(game: Friends) -> str:
    """The first legal move of whoever is waited for, as a person says it."""
    return ohhell.say_move(game.legal()[0])


@dataclass(frozen=True)
class Inbox:
    """A running listener: the ports for mail and for look-ups."""

    port: int
    lookup: int


@contextmanager
def listening(world: World, take: Take | None = None) -> Iterator[Inbox]:
    """Run the listener of a world until the block ends."""
    ready, handed = threading.Event(), take or (lambda arrival: replies.take(world, arrival))
    running: list[tuple[asyncio.AbstractEventLoop, asyncio.Event]] = []
    found: list[tuple[int, ...]] = []

    def started(ports: tuple[int, ...]) -> None:
        found.append(ports)
        ready.set()

    async def until_the_end() -> None:
        running.append((asyncio.get_running_loop(), asyncio.Event()))
        await listener.listen(world, handed, started, running[0][1])

    thread = threading.Thread(target=lambda: asyncio.run(until_the_end()))
    thread.start()
    try:
        assert ready.wait(10), "the listener never started"
        yield Inbox(found[0][0], found[0][-1])
    finally:
        loop, end = running[0]
        if thread.is_alive():
            loop.call_soon_threadsafe(end.set)
        thread.join()


def send(port: int, raw: bytes, sender: str, *recipients: str) -> None:
    """Hand a message to a mail server; raises what smtplib raises."""
    with smtplib.SMTP("127.0.0.1", port, timeout=30) as client:
        client.sendmail(sender, recipients, raw)


def delivery_report(to: str, status: str, action: str = "failed", quoted: str = "") -> bytes:
    """A bounce as RFC 3464 writes it."""
    message = EmailMessage()
    message["From"] = "MAILER-DAEMON@mx.friends.example"
    message["To"] = to
    message["Subject"] = "Undelivered Mail Returned to Sender"
    message["Message-ID"] = f"<bounce{next(_numbers)}@mx.friends.example>"
    message["Auto-Submitted"] = "auto-replied"
    head, _, _ = message.as_bytes().partition(b"\n\n")
    parts: tuple[bytes, ...] = (
        b"Content-Type: text/plain\n\nYour mail did not arrive.\n",
        b"Content-Type: message/delivery-status\n\nReporting-MTA: dns; mx.friends.example\n\n"
        b"Final-Recipient: rfc822; bob@friends.example\nAction: %s\nStatus: %s\n" % (action.encode(), status.encode()),
    )
    if quoted:
        parts += (f"Content-Type: text/rfc822-headers\n\nSubject: Oh Hell\nMessage-ID: {quoted}\n".encode(),)
    kind = b'MIME-Version: 1.0\nContent-Type: multipart/report; report-type=delivery-status; boundary="=b"\n'
    body = b"".join(b"--=b\n" + part + b"\n" for part in parts) + b"--=b--\n"
    return head + b"\n" + kind + b"\n" + body
