"""What commands share that need settings: read them, build the world, see that the database is ready."""

import os
import sys
from pathlib import Path

from sqlalchemy import Engine
from sqlalchemy.exc import SQLAlchemyError

from service.commands import logs
from service.config import Settings, SettingsError, read
from service.store import migrations
from service.store.database import connect

LOCAL_KEY = Path("var/secret-key")


def settings() -> Settings | None:
    """The settings, with the log begun as they say; None after each fault was told on stderr (the exit code is 2)."""
    try:
        chosen = read(os.environ, LOCAL_KEY)
        logs.begin(chosen.log_format)
        return chosen
    except SettingsError as faults:
        for sentence in faults.sentences:
            print(sentence, file=sys.stderr)
        return None


def database(address: str) -> Engine | None:
    """The database at its newest migration, or None after the fault was told on stderr."""
    engine = connect(address)
    try:
        with engine.connect() as connection:
            present = migrations.present(connection)
    except (SQLAlchemyError, OSError) as fault:
        print(f"The database cannot be opened: {str(fault).splitlines()[0]}", file=sys.stderr)
        return None
    if present != migrations.newest():
        print("The database is not at the newest migration; run: python -m alembic upgrade head", file=sys.stderr)
        return None
    return engine
