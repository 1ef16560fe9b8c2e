"""Connections: SQLite with full durability and one writer at a time, or PostgreSQL."""

import fcntl
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from typing import Any

from sqlalchemy import URL, Connection, Engine, event, make_url
from sqlmodel import Session, create_engine

# A server that is gone without a word must not hold anybody up: seconds to connect, then what the kernel waits for.
PROMPT = {"connect_timeout": 10, "keepalives_idle": 15, "keepalives_interval": 5, "tcp_user_timeout": 30_000}
LOCKS = "locks"  # in a session's info: a game that is read here is kept from others' changes until the commit
Scope = Callable[[], AbstractContextManager[Session]]


def connect(database_url: str) -> Engine:
    """An engine for a sqlite:/// or postgresql:// address."""
    url = make_url(database_url)
    if url.get_backend_name() == "sqlite":
        return _sqlite(url)
    url = url.set(drivername="postgresql+psycopg")
    # Parameters hold hands and secrets, and an error's text goes to the log.
    pool = {"pool_pre_ping": True, "pool_size": 8, "max_overflow": 8}  # sized in docs/scaling.md
    return create_engine(url, connect_args=PROMPT, hide_parameters=True, **pool)


def _sqlite(url: URL) -> Engine:
    engine = create_engine(url, connect_args={"timeout": 30}, hide_parameters=True)
    event.listen(engine, "connect", _prepare)
    event.listen(engine, "begin", _begin)
    return engine


def _prepare(connection: Any, _record: object) -> None:
    connection.isolation_level = None  # BEGIN is ours to say: the driver's own comes too late to lock
    for pragma in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON"):
        connection.execute(f"PRAGMA {pragma}")


def _begin(connection: Connection) -> None:
    writes = connection.get_execution_options().get("writes")
    connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")


def scopes(engine: Engine) -> tuple[Scope, Scope]:
    """The two ways to use a database: `transaction`, which commits at its end, and `reading`, which never does."""
    writing = engine.execution_options(writes=True)
    lock = engine.url.database if engine.dialect.name == "sqlite" else None

    @contextmanager
    def transaction() -> Iterator[Session]:
        with _in_line(lock), Session(writing, expire_on_commit=False, info={LOCKS: True}) as session:
            try:
                yield session
                session.commit()
            except BaseException:
                session.expunge_all()  # what an error tells of was read before, and must outlive the rollback
                raise

    @contextmanager
    def reading() -> Iterator[Session]:
        with Session(engine, expire_on_commit=False, autoflush=False) as session:
            yield session

    return transaction, reading


def _in_line(database: str | None) -> AbstractContextManager[None]:
    """Wait for one's turn to write in a queue of the kernel's.

    SQLite's own lock is waited for by sleeping and trying again, which lets a few writers starve.
    """
    return _locked(f"{database}.lock") if database and database != ":memory:" else nullcontext()


@contextmanager
def _locked(path: str) -> Iterator[None]:
    with open(path, "a") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        yield
