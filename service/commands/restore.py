"""`restore`: put what a backup holds into an empty database, SQLite or PostgreSQL, whichever it came from."""

import argparse
import sys
from pathlib import Path
from typing import IO


def declare(command: argparse.ArgumentParser) -> None:
    """The file to read."""
    command.add_argument("file", metavar="FILE", type=Path, help="a file that `backup` wrote")


def run(given: argparse.Namespace) -> int:
    """Restore into the database that DATABASE_URL names. 2 for wrong settings or a file that is no backup, else 1."""
    from sqlalchemy.exc import IntegrityError, SQLAlchemyError

    from service.commands.starting import settings
    from service.store.backups import NotABackup, NotEmpty

    chosen = settings()
    if chosen is None:
        return 2
    try:
        with given.file.open("rb") as file:
            rows = _restored(chosen.database_url, file)
    except (NotABackup, UnicodeDecodeError) as fault:
        print(fault, file=sys.stderr)
        return 2
    except IntegrityError:
        print("The backup contradicts itself: rows are missing. Nothing was restored.", file=sys.stderr)
        return 2
    except NotEmpty as fault:
        print(fault, file=sys.stderr)
        return 1
    except OSError as fault:
        print(f"{given.file}: {fault.strerror or fault}", file=sys.stderr)
        return 2
    except SQLAlchemyError as fault:
        print(f"The database did not take the backup: {str(fault).splitlines()[0]}", file=sys.stderr)
        return 1
    print(f"{rows} rows were restored, and the database is at the newest migration.")
    return 0


def _restored(database_url: str, file: IO[bytes]) -> int:
    from service.store import backups, migrations
    from service.store.database import connect

    revision = backups.revision_of(file)
    if not migrations.known(revision):
        raise backups.NotABackup("The backup was made by a newer version of the service: restore it with that one.")
    file.seek(0)
    engine = connect(database_url)
    try:
        backups.empty(engine)
        migrations.migrate(database_url, revision)
        rows = backups.read(engine, file)
    finally:
        engine.dispose()
    migrations.migrate(database_url, "head")
    return rows
