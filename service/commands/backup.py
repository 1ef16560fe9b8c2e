"""`backup`: write everything the database holds to a file, while games run."""

import argparse
import os
import sys
from pathlib import Path


def declare(command: argparse.ArgumentParser) -> None:
    """The file to write."""
    command.add_argument(
        "file", metavar="FILE", type=Path, help="the file to write; an older one is replaced at the end"
    )


def run(given: argparse.Namespace) -> int:
    """Write the backup. 2 for wrong settings, 1 when it could not be written; an older file is then as it was."""
    from service.commands.starting import database, settings
    from service.store import backups, migrations

    chosen = settings()
    engine = database(chosen.database_url) if chosen else None
    if engine is None:
        return 2 if chosen is None else 1
    part = given.file.with_name(f"{given.file.name}.part")
    try:
        with os.fdopen(os.open(part, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "wb") as file:
            rows = backups.write(engine, migrations.newest(), file)
            file.flush()
            os.fsync(file.fileno())
        part.replace(given.file)
    except OSError as fault:
        part.unlink(missing_ok=True)
        print(f"The backup could not be written: {fault.strerror or fault}: {given.file}", file=sys.stderr)
        return 1
    finally:
        engine.dispose()
    print(f"{given.file}: {rows} rows. It holds addresses and the secrets of games: keep it as you keep the database.")
    return 0
