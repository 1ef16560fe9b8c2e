"""Moves a second from the HTTP request to the commit, with the move's mail owed.

Against a bare Flask view that does the same two inserts under the same server (gunicorn as in the Procfile), and
against boardgame.io's own server with its flat files, which are not even synced. SQLite and PostgreSQL, both fully
durable; one client and eight; in alternating rounds of one run.
"""

import http.client
import json
import os
import re
import shutil
import socket
import statistics
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import AbstractContextManager, ExitStack, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory
from urllib.parse import urlencode

import psycopg

from bench.world import a_game, a_world, median, table_of, tell
from service.engine import ohhell
from service.mail import links
from service.play.settle import ticket
from service.store.loading import Table, with_state
from service.world import World
from tests.support.postgres import postgres_server

ROOT = Path(__file__).resolve().parents[1]
THEIRS = ROOT / "bench" / "boardgameio"
ROUNDS, MOVES, CLIENTS = 5, 25, (1, 8)
SERVER = ("--workers", "2", "--threads", "4", "--log-level", "error")


def free_port() -> int:
    """A port that nothing listens on."""
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        return int(found.getsockname()[1])


@contextmanager
def running(command: list[str], port: int, **environment: str) -> Iterator[int]:
    """A server process, from when it takes connections to the end of the block; its port."""
    process = subprocess.Popen(command, cwd=ROOT, env={**os.environ, **environment}, stdout=subprocess.DEVNULL)
    try:
        for _ in range(200):
            with socket.socket() as knock:
                if knock.connect_ex(("127.0.0.1", port)) == 0:
                    break
            time.sleep(0.1)
        yield port
    finally:
        process.terminate()
        process.wait()


def gunicorn(application: str, **environment: str) -> AbstractContextManager[int]:
    """The application under gunicorn as the Procfile starts it."""
    port = free_port()
    command = [sys.executable, "-m", "gunicorn", "--no-control-socket", *SERVER, "--bind", f"127.0.0.1:{port}"]
    return running([*command, application], port, **environment)


@dataclass
class Client:
    """Somebody who plays a game of their own as fast as they are answered."""

    world: World
    port: int
    table: Table | None = None
    cookie: str = ""
    csrf: str = ""
    number: int = 0
    ply: int = 0
    open: http.client.HTTPConnection = field(init=False)

    def __post_init__(self) -> None:
        self.open = http.client.HTTPConnection("127.0.0.1", self.port)

    def post(self, path: str, **form: str) -> float:
        """Post a form; the seconds to its answer."""
        headers = {"Content-Type": "application/x-www-form-urlencoded", "Cookie": self.cookie}
        began = time.perf_counter()
        self.open.request("POST", path, urlencode(form), headers)
        answer = self.open.getresponse()
        answer.read()
        seconds = time.perf_counter() - began
        assert answer.status == 303, answer.status
        return seconds

    def sit(self, number: int) -> None:
        """Take a new game, and a form's token if there is none."""
        self.table = table_of(self.world, a_game(self.world, 3, f"client-{number}-"))
        if not self.csrf:
            self.open.request("GET", f"/t/{self._token()}")
            answer = self.open.getresponse()
            found = re.search(r'name="csrf_token"[^>]*value="([^"]+)"', answer.read().decode())
            assert found is not None
            self.csrf, self.cookie = found[1], (answer.headers["Set-Cookie"] or "").partition(";")[0]

    def _token(self) -> str:
        assert self.table is not None
        return links.write_ticket(self.world, ticket(self.table, ohhell.to_act(self.table.playing)[0]))

    def answer(self) -> float:
        """Make the next move of the game."""
        assert self.table is not None
        state, token = self.table.playing, self._token()
        seat = ohhell.to_act(state)[0]
        move = ohhell.legal(state, seat)[0]
        seconds = self.post(f"/t/{token}", move=ohhell.write_move(move), csrf_token=self.csrf)
        self.table = with_state(self.table, ohhell.apply(state, seat, move))
        return seconds

    def insert(self) -> float:
        """The same at the bare view."""
        self.ply += 1
        return self.post(f"/{self.number}/{self.ply}", move="QC", csrf_token="x" * 80)


def together(clients: list[Client], act: Callable[[Client], float]) -> tuple[float, list[float]]:
    """Moves a second of all clients at once, and the seconds that each move took."""
    for client in clients:
        client.open.close()  # the server has closed what was idle; it is opened again by itself
    with ThreadPoolExecutor(len(clients)) as pool:
        began = time.perf_counter()
        lists = list(pool.map(lambda client: [act(client) for _ in range(MOVES)], clients))
        seconds = time.perf_counter() - began
    times = [each for own in lists for each in own]
    return len(times) / seconds, times


def boardgame_io(port: int, matches: int) -> float:
    """Moves a second of boardgame.io's server. Now and then it drops a move and its table stands still: once more."""
    command = ["node", str(THEIRS / "drive.js"), str(port), str(matches), str(MOVES)]
    while True:
        try:
            answer = subprocess.run(command, capture_output=True, check=True, text=True, timeout=20)
        except subprocess.TimeoutExpired:
            continue
        told = json.loads(answer.stdout)
        return float(told["moves"] / told["seconds"])


def measure(name: str, world: World, ours: int, bare: int, theirs: int | None) -> list[float]:
    """Print the ratios on one database; the times of all moves with the most clients."""
    times: list[float] = []
    for count in CLIENTS:
        players = [Client(world, ours) for _ in range(count)]
        inserters = [Client(world, bare, number=1000 * count + at) for at in range(count)]
        speeds: dict[str, list[float]] = {"ours": [], "bare": [], "theirs": []}
        for _ in range(ROUNDS):
            for at, player in enumerate(players):
                player.sit(at)
            speed, taken = together(players, Client.answer)
            speeds["ours"].append(speed)
            speeds["bare"].append(together(inserters, Client.insert)[0])
            if theirs:
                speeds["theirs"].append(boardgame_io(theirs, count))
            times += taken if count == CLIENTS[-1] else []
        _tell(f"moving, {name}, {count} at once", speeds)
    return times


def _tell(what: str, speeds: dict[str, list[float]]) -> None:
    ours, bare = median(speeds["ours"]), median(speeds["bare"])
    tell(f"{what}: {ours / bare:.2f} of a bare view's moves a second ({ours:.0f} to {bare:.0f})")
    if speeds["theirs"]:
        theirs = median(speeds["theirs"])
        tell(f"{what}: {ours / theirs:.2f} times boardgame.io's moves a second ({ours:.0f} to {theirs:.0f})")


@contextmanager
def boardgame_server() -> Iterator[int | None]:
    """Their server, installed first; None where there is no node."""
    if not shutil.which("npm"):
        tell("moving: without node and npm there is no boardgame.io to compare with")
        yield None
        return
    if not (THEIRS / "node_modules").exists():
        subprocess.run(["npm", "ci", "--silent", "--ignore-scripts"], cwd=THEIRS, check=True)
    with TemporaryDirectory() as folder:
        port = free_port()
        with running(["node", str(THEIRS / "server.js"), str(port), folder], port):
            yield port


@contextmanager
def durable_postgres() -> Iterator[str]:
    """A PostgreSQL database that syncs every commit."""
    with postgres_server() as server:
        with psycopg.connect(host=str(server.folder), user="postgres", dbname="postgres", autocommit=True) as admin:
            admin.execute("ALTER SYSTEM RESET ALL")
            admin.execute("SELECT pg_reload_conf()")
        yield server.create()


def on(database: str | None, name: str, theirs: int | None) -> list[float]:
    """Measure on one database, a new SQLite file if it is None."""
    with ExitStack() as stack:
        world = stack.enter_context(a_world(database or ""))
        url, key = world.settings.database_url, world.settings.keys[0]
        ours = stack.enter_context(gunicorn("service.commands.serve:application()", DATABASE_URL=url, SECRET_KEY=key))
        bare_url = url.replace("bench.db", "bare.db")
        bare = stack.enter_context(gunicorn("bench.bare:application()", BARE_URL=bare_url))
        return measure(name, world, ours, bare, theirs)


def main() -> None:
    """Print the ratios."""
    with boardgame_server() as theirs:
        times = on(None, "SQLite", theirs)
        worst = statistics.quantiles(times, n=100)[98] / median(times)
        tell(
            f"moving, SQLite, {CLIENTS[-1]} at once: 99 of 100 moves take at most {worst:.1f} times the median of"
            f" {median(times) * 1000:.0f} ms ({len(times):,} moves)"
        )
        with durable_postgres() as database:
            on(database, "PostgreSQL", theirs)


if __name__ == "__main__":
    main()
