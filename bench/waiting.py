"""How long a player waits: from the commit of a move to the mail server's acceptance of the next player's mail.

On an idle service, and with 10,000 other mails waiting; the postman in a thread of this process, as `serve` and
`worker` have it, and a player who is not looking at the page.
"""

import statistics
import threading
import time
from dataclasses import replace
from datetime import UTC

from apscheduler.schedulers.background import BackgroundScheduler
from sqlalchemy import insert
from sqlmodel import col, select

from bench.composing import mail_server
from bench.world import a_game, a_world, next_answer, tell
from service import clock
from service.bootstrap import Bell
from service.mail.transports import SmtpTransport
from service.play import turns
from service.store.tables import Mail
from service.world import World

MOVES, WAITING, IDLE, BUSY = 40, 10_000, 2, 10


def waited(world: World, slug: str) -> float:
    """Make a move; the seconds until the mail that asks the next player was taken."""
    turns.answer(world, *next_answer(world, slug))
    committed = time.perf_counter()
    while time.perf_counter() - committed < 60:
        with world.reading() as session:
            owed = select(Mail.id).where(
                Mail.kind == "turn", col(Mail.sent_at).is_(None), col(Mail.dropped_at).is_(None)
            )
            if session.exec(owed).first() is None:
                break
        time.sleep(0.01)
    return time.perf_counter() - committed


def crowd(world: World) -> None:
    """Owe ten thousand mails that are not urgent."""
    now = world.now()
    row = {"kind": "farewell", "address": "0@friends.example", "person_id": 1, "game_id": 1, "hand": 1, "seat": 0}
    more = {"details": {}, "created_at": now, "due_at": now, "tries": 0, "urgent": False}
    with world.transaction() as session:
        session.execute(insert(Mail), [{**row, **more, "purpose": f"crowd/{at}"} for at in range(WAITING)])


def main() -> None:
    """Print both waits."""
    with mail_server() as port, a_world() as mailbox:
        bell, stop = Bell(), threading.Event()
        post = {"post": lambda: SmtpTransport(f"smtp://127.0.0.1:{port}", "localhost"), "wake": bell.ring}
        settings = replace(mailbox.settings, smtp_url=f"smtp://127.0.0.1:{port}")
        world = replace(mailbox, settings=settings, **post)
        slug = a_game(world, 4)
        idle = BackgroundScheduler(timezone=UTC)
        postman = threading.Thread(target=clock.deliver, args=(world, bell.wait, stop, idle))
        postman.start()
        for name, bound in (("an idle service", IDLE), ("10,000 mails waiting", BUSY)):
            if bound == BUSY:
                crowd(world)
            waits = [waited(world, slug) for _ in range(MOVES)]
            with world.reading() as session:
                left = len(session.exec(select(Mail.id).where(col(Mail.sent_at).is_(None))).all())
            share = statistics.quantiles(waits, n=20)[18]
            tell(
                f"waiting, {name}: 95 of 100 mails are taken within {share:.2f} s of the move,"
                f" {share / bound:.2f} of the goal ({left:,} others still waiting)"
            )
        stop.set()
        bell.ring()
        postman.join()


if __name__ == "__main__":
    main()
