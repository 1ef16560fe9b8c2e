"""The whole service as on several machines: web processes and workers over one PostgreSQL, a mail server, and games."""

import secrets
import socket
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path

import urllib3
from sqlmodel import col, select

from service.bootstrap import build
from service.config import read
from service.engine import ohhell
from service.mail import links
from service.play.settle import ticket
from service.store import loading
from service.store.database import connect
from service.store.tables import Game, Mail, Turn
from service.world import World
from tests.support.players import Players
from tests.support.procfile import Process, processes
from tests.support.smtp import SmtpServer
from tests.support.worlds import friends, rows

SHORT = ohhell.rules_from({"key": "classic", "schedule": [2, 1]})
WEBS, WORKERS = 3, 2
GAMES_OF_A_GROUP, SEATS = 5, 4


@dataclass
class House:
    """What runs, what it runs on, and the games that were opened."""

    world: World
    smtp: SmtpServer
    players: Players
    webs: list[Process]
    workers: list[Process]
    opened: list[int] = field(default_factory=list)
    _numbers: Iterator[int] = field(default_factory=count)

    def open_games(self, many: int, rules: ohhell.Rules = SHORT) -> None:
        """Open games of four among people who also sit at others: the more games, the more people."""
        for number in (next(self._numbers) for _ in range(many)):
            group, first = divmod(number, GAMES_OF_A_GROUP)
            people = " ".join(f"P{group}x{(first + seat) % (SEATS + 2)}" for seat in range(SEATS))
            self.opened.append(friends(self.world, people, rules, pace="singles settles").table.id)

    def running(self) -> list[int]:
        """The games that are not over."""
        begun = select(Game.id).where(col(Game.started_at).is_not(None))
        return rows(self.world, begun.where(col(Game.ended_at).is_(None)))

    def play_out(self, patience: float) -> None:
        """Wait until every game is over and every mail has gone; fail when they stop before."""
        give_up = time.monotonic() + patience
        while self.running() or self.unsent():
            assert time.monotonic() < give_up, f"{len(self.running())} games and {len(self.unsent())} mails stand still"
            assert not self.players.strange, self.players.strange[:5]
            time.sleep(0.2)
            self.look_at_pages()

    def unsent(self) -> list[Mail]:
        """The mails that are still to be sent."""
        pending = (col(ended).is_(None) for ended in (Mail.sent_at, Mail.failed_at, Mail.dropped_at))
        return rows(self.world, select(Mail).where(*pending))

    def look_at_pages(self) -> int:
        """Whoever's turn mail was refused for good finds their turn on the game's page; how many did."""
        spot = (Mail.game_id == Turn.game_id, Mail.hand == Turn.hand, Mail.seat == Turn.seat)
        refused = select(Turn).join(Mail, (spot[0]) & (spot[1]) & (spot[2]) & (Mail.decision == Turn.decision))  # type: ignore[arg-type]
        found = 0
        for turn in rows(self.world, refused.where(col(Mail.failed_at).is_not(None))):
            with self.world.reading() as session:
                table = loading.load(session, turn.game_id)
            if table is not None and turn.seat in ohhell.to_act(table.playing):
                self.players.answer(links.write_ticket(self.world, ticket(table, turn.seat)))
                found += 1
        return found


@contextmanager
def house(
    database_url: str, smtp: SmtpServer, folder: Path, webs: int = WEBS, workers: int = WORKERS
) -> Iterator[House]:
    """Run everything until the block ends. The database has its tables already."""
    ports = [free_port() for _ in range(webs)]
    shared = {
        "DATABASE_URL": database_url,
        "SECRET_KEY": secrets.token_urlsafe(32),
        "BASE_URL": f"http://127.0.0.1:{ports[0]}",
        "SMTP_URL": smtp.url,
        "INVITATIONS_A_DAY": "100000",
        "WEB_CONCURRENCY": "1",
    }
    running = [Process("web", {**shared, "PORT": str(port)}, folder / f"web-{port}.log") for port in ports]
    hands = [Process("worker", shared, folder / f"worker-{number}.log") for number in range(workers)]
    engine = connect(database_url)
    world = build(read(shared), engine)
    bases = [f"http://127.0.0.1:{port}" for port in ports]
    try:
        with processes(*running, *hands):
            for base in bases:
                _wait_for(base)
            yield House(world, smtp, Players(smtp, bases), running, hands)
    finally:
        engine.dispose()


def free_port() -> int:
    """A port that nothing listens on."""
    with socket.create_server(("127.0.0.1", 0)) as found:
        return int(found.getsockname()[1])


def _wait_for(base: str) -> None:
    give_up = time.monotonic() + 60
    while True:
        try:
            if urllib3.request("GET", f"{base}/healthz", retries=False, timeout=10).status == 200:
                return
        except urllib3.exceptions.HTTPError:
            pass
        assert time.monotonic() < give_up, f"{base} was never served"
        time.sleep(0.1)
