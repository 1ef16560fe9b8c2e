"""What tests ask for by name: a clock, databases, a mail server, a web server, a browser."""

import os
import shutil
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest
from hypothesis import settings
from playwright.sync_api import Browser, Page

from tests.support import browser as chromium
from tests.support import databases, postgres, smtp, web
from tests.support.clock import Clock

# `make test` gives the same verdict twice; `make soak` looks further each time.
settings.register_profile("test", deadline=None, derandomize=True, print_blob=True)
settings.register_profile("soak", deadline=None, max_examples=2000, print_blob=True)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "test"))


def parameters(item: pytest.Item) -> list[object]:
    """The values a parametrized test was made from."""
    return list(item.callspec.params.values()) if hasattr(item, "callspec") else []


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Measure the coverage of a test that runs on both databases once, on SQLite: measuring doubles its time."""
    for item in items:
        if "postgres" in parameters(item):
            item.add_marker(pytest.mark.no_cover)


@pytest.fixture
def clock() -> Clock:
    """A clock that moves only by hand."""
    return Clock()


@pytest.fixture
def smtp_server() -> Iterator[smtp.SmtpServer]:
    """A mail server on loopback, without TLS or login."""
    with smtp.smtp_server() as server:
        yield server


@pytest.fixture
def start_smtp() -> Iterator[Callable[..., smtp.SmtpServer]]:
    """Starts mail servers: `start_smtp(tls="starttls", login=("ann", "secret"))`."""
    with ExitStack() as stack:
        yield lambda **options: stack.enter_context(smtp.smtp_server(**options))


@pytest.fixture(scope="session")
def postgres_server() -> Iterator[postgres.PostgresServer]:
    """The PostgreSQL server of this run, or of this xdist worker."""
    with postgres.postgres_server() as server:
        yield server


@pytest.fixture
def empty_postgres_url(postgres_server: postgres.PostgresServer) -> Iterator[str]:
    """A new database without tables."""
    url = postgres_server.create()
    yield url
    postgres_server.drop(url)


@pytest.fixture
def postgres_url(postgres_server: postgres.PostgresServer) -> str:
    """A database with the tables of the migrations and nothing in them."""
    return postgres_server.emptied("migrated", databases.migrate)


@pytest.fixture
def empty_sqlite_url(tmp_path: Path) -> str:
    """A file yet to be made."""
    return databases.sqlite_url(tmp_path / "ohhell.db")


@pytest.fixture(scope="session")
def sqlite_template(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A file with the tables of the migrations, to copy."""
    path = tmp_path_factory.mktemp("template") / "ohhell.db"
    databases.migrate(databases.sqlite_url(path))
    return path


@pytest.fixture
def sqlite_url(sqlite_template: Path, tmp_path: Path) -> str:
    """A new file with the tables of the migrations."""
    return databases.sqlite_url(Path(shutil.copy(sqlite_template, tmp_path / "ohhell.db")))


@pytest.fixture(params=["sqlite", "postgres"])
def database_url(request: pytest.FixtureRequest) -> str:
    """A new database with tables, once in SQLite and once in PostgreSQL."""
    return str(request.getfixturevalue(f"{request.param}_url"))


@pytest.fixture(params=["sqlite", "postgres"])
def empty_database_url(request: pytest.FixtureRequest) -> str:
    """A new database without tables, once in SQLite and once in PostgreSQL."""
    return str(request.getfixturevalue(f"empty_{request.param}_url"))


@pytest.fixture
def serve() -> Iterator[Callable[..., str]]:
    """Serves applications on loopback: `address = serve(app)`."""
    with ExitStack() as stack:
        yield lambda app: stack.enter_context(web.serving(app))


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """The Chromium of this run, or of this xdist worker."""
    with chromium.chromium() as running:
        yield running


@pytest.fixture
def phone(browser: Browser) -> Iterator[Page]:
    """A page as on a phone, with cookies of its own."""
    with chromium.page(browser, chromium.PHONE) as page:
        yield page


@pytest.fixture
def desktop(browser: Browser) -> Iterator[Page]:
    """A page as on a desk, with cookies of its own."""
    with chromium.page(browser, chromium.DESKTOP) as page:
        yield page


@pytest.fixture
def plain_phone(browser: Browser) -> Iterator[Page]:
    """A page as on a phone that runs no scripts."""
    with chromium.page(browser, chromium.PHONE, javascript=False) as page:
        yield page


@pytest.fixture
def page(phone: Page) -> Page:
    """The page most people play on: the phone's."""
    return phone
