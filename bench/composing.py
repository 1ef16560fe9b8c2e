"""Mails a second through the postman, as a ratio to a bare loop that hands over ready bytes on one connection.

The postman claims each mail, writes it from the database, keeps it, sends it and marks it; the loop only sends what
the postman wrote. Both write to the same SMTP server, in a process of its own, in alternating rounds of one run.
"""

import smtplib
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from multiprocessing import get_context
from multiprocessing.connection import Connection

from aiosmtpd.controller import Controller
from aiosmtpd.smtp import SMTP, Envelope, Session
from sqlmodel import col, select, update

from bench.world import a_game, a_world, median, play, tell
from service.mail import postman
from service.mail.transports import SmtpTransport
from service.store.tables import Mail
from service.world import World

ROUNDS, MAILS, BIDS_AND_CARDS = 5, 60, 6


class Sink:
    """Takes every mail and keeps none."""

    async def handle_DATA(self, server: SMTP, session: Session, envelope: Envelope) -> str:
        """Take it."""
        return "250 OK"


class Listener(Controller):
    """A Controller that takes any free port and knows which."""

    def _trigger_server(self) -> None:
        assert self.server is not None
        self.port = self.server.sockets[0].getsockname()[1]  # type: ignore[attr-defined]
        super()._trigger_server()  # type: ignore[no-untyped-call]


def serve(pipe: Connection) -> None:
    """Be the mail server until told to stop."""
    listener = Listener(Sink(), hostname="127.0.0.1", port=0)
    listener.start()
    pipe.send(listener.port)
    pipe.recv()
    listener.stop()


@contextmanager
def mail_server() -> Iterator[int]:
    """The port of a mail server that runs until the block ends."""
    spawn = get_context("spawn")
    pipe, other = spawn.Pipe()
    server = spawn.Process(target=serve, args=(other,))
    server.start()
    try:
        yield pipe.recv()
    finally:
        pipe.send(None)
        server.join()


def owe_turn_mails(world: World) -> list[int]:
    """Start tables, play a few moves, and owe nothing but the mails of the turns that are open now."""
    for number in range(MAILS):
        play(world, a_game(world, 2, f"circle-{number}-"), BIDS_AND_CARDS)
    with world.transaction() as session:
        pending = (col(Mail.sent_at).is_(None), col(Mail.dropped_at).is_(None))
        rows = session.exec(select(Mail.game_id, Mail.id).where(Mail.kind == "turn", *pending).order_by(col(Mail.id)))
        last = [mail_id or 0 for mail_id in dict(rows.all()).values()]
        done = update(Mail).where(*pending, col(Mail.id).not_in(last))
        session.execute(done.values(sent_at=world.now()))
    return last


def written(world: World, mail_ids: list[int]) -> list[tuple[str, bytes]]:
    """The addresses and bytes of mails that were sent."""
    with world.reading() as session:
        rows = session.exec(select(Mail.address, Mail.raw).where(col(Mail.id).in_(mail_ids))).all()
    return [(address, raw) for address, raw in rows if raw is not None]


def bare(port: int, ready: list[tuple[str, bytes]]) -> float:
    """The seconds that a loop takes to hand over ready bytes."""
    began = time.perf_counter()
    with smtplib.SMTP("127.0.0.1", port) as client:
        for address, raw in ready:
            client.sendmail("ohhell@localhost", [address], raw)
    return time.perf_counter() - began


def through_the_postman(world: World) -> tuple[float, float]:
    """The seconds that the postman takes for the mails that are due, on the clock and of the processor."""
    clock, processor = time.perf_counter(), time.process_time()
    taken = postman.deliver(world)
    assert taken == MAILS, f"{taken} of {MAILS} mails were taken"
    return time.perf_counter() - clock, time.process_time() - processor


def main() -> None:
    """Print the ratio."""
    with mail_server() as port, a_world() as mailbox:
        world = replace(mailbox, post=lambda: SmtpTransport(f"smtp://127.0.0.1:{port}", "localhost"))
        posted, sent, busy = [], [], []
        for _ in range(ROUNDS):
            owed = owe_turn_mails(world)
            seconds, processor = through_the_postman(world)
            posted.append(seconds / MAILS)
            busy.append(processor / MAILS)
            sent.append(bare(port, written(world, owed)) / MAILS)
    tell(
        f"composing: {median(sent) / median(posted):.2f} of the mails a second of a bare loop"
        f" ({median(posted) * 1000:.1f} ms a mail through the postman, {median(busy) * 1000:.1f} ms of the processor;"
        f" {median(sent) * 1000:.1f} ms in the loop)"
    )


if __name__ == "__main__":
    main()
