"""What commands share that need settings: read them, build the world, see that the database is ready."""

import os
import sys
from pathlib import Path

from alembic import command
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Engine
from sqlalchemy.exc import SQLAlchemyError

from service.config import Settings, SettingsError, read
from service.store.database import connect

ROOT = Path(__file__).resolve().parents[2]
LOCAL_KEY = Path("var/secret-key")


def settings() -> Settings | None:
    """The settings, or None after each fault was told on stderr; the exit code is 2 then."""
    try:
        return read(os.environ, LOCAL_KEY)
    except SettingsError as faults:
        for sentence in faults.sentences:
            print(sentence, file=sys.stderr)
        return None


def database(address: str) -> Engine | None:
    """The database at its newest migration, or None after the fault was told on stderr."""
    engine = connect(address)
    try:
        with engine.connect() as connection:
            present = MigrationContext.configure(connection).get_current_heads()
    except (SQLAlchemyError, OSError) as fault:
        print(f"The database cannot be opened: {str(fault).splitlines()[0]}", file=sys.stderr)
        return None
    if set(present) != {newest()}:
        print("The database is not at the newest migration; run: python -m alembic upgrade head", file=sys.stderr)
        return None
    return engine


def newest() -> str:
    """The newest migration of this version of the service."""
    return str(ScriptDirectory.from_config(_migrations()).get_current_head())


def known(revision: str) -> bool:
    """Whether this version of the service knows a migration."""
    return revision in {script.revision for script in ScriptDirectory.from_config(_migrations()).walk_revisions()}


def migrate(address: str, revision: str) -> None:
    """Bring a database to a migration."""
    config = _migrations()
    config.attributes["database_url"] = address
    command.upgrade(config, revision)


def _migrations() -> Config:
    config = Config()
    config.set_main_option("script_location", str(ROOT / "migrations"))
    return config
