"""The migrations: which there are, which a database has, and bringing it to one."""

from pathlib import Path

from alembic import command
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection

ROOT = Path(__file__).resolve().parents[2]


def newest() -> str:
    """The newest migration of this version of the service."""
    return str(ScriptDirectory.from_config(_migrations()).get_current_head())


def known(revision: str) -> bool:
    """Whether this version of the service knows a migration."""
    return revision in {script.revision for script in ScriptDirectory.from_config(_migrations()).walk_revisions()}


def present(connection: Connection) -> str | None:
    """The migration that a database is at, or None before the first."""
    return MigrationContext.configure(connection).get_current_revision()


def migrate(database_url: str, revision: str) -> None:
    """Bring a database to a migration."""
    config = _migrations()
    config.attributes["database_url"] = database_url
    command.upgrade(config, revision)


def _migrations() -> Config:
    config = Config()
    config.set_main_option("script_location", str(ROOT / "migrations"))
    return config
