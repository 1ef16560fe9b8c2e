"""A full disk under SQLite: a small file system of its own is filled and emptied while games are played."""

import os
import sqlite3
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

from sqlalchemy import text

from tests.faults import afterwards
from tests.faults.house import house
from tests.support import databases
from tests.support.smtp import smtp_server

GAMES, TIMES, FULL_FOR = 16, 4, 4.0


def fills() -> list[str]:
    """Play on a disk that is full again and again; what was found wrong afterwards."""
    try:
        with TemporaryDirectory() as logs, small_disk() as disk, smtp_server() as post:
            return _play(disk, post, Path(logs))
    except subprocess.CalledProcessError as refused:
        print(f"\nNo file system can be mounted here, so the disk was not filled: {refused.stderr.strip()}")
        return []


@contextmanager
def small_disk() -> Iterator[Path]:
    """A file system of 24 megabytes in memory; mounting it takes root."""
    with TemporaryDirectory() as folder:
        mount = ["mount", "-t", "tmpfs", "-o", "size=24m", "ohhell-faults", folder]
        subprocess.run(mount, check=True, capture_output=True, text=True)
        try:
            yield Path(folder)
        finally:
            subprocess.run(["umount", "--lazy", folder], check=True)


def _play(disk: Path, post: object, logs: Path) -> list[str]:
    url = databases.sqlite_url(disk / "ohhell.db")
    databases.migrate(url)
    with house(url, post, logs, webs=1, workers=1) as running:  # type: ignore[arg-type]
        running.open_games(GAMES)
        full, moments = 0, []
        with running.players.playing(4):
            for _ in range(TIMES):
                time.sleep(2)
                moments.append(time.monotonic())
                full += _fill(disk)
                time.sleep(FULL_FOR)
                (disk / "rubbish").unlink()
            running.play_out(600)
        found = afterwards.look(running, (), moments)
        with running.world.reading() as session:
            whole = session.connection().execute(text("PRAGMA integrity_check")).scalar()
        found.expect(running.players.answers[503] > 0, "the full disk was met by nobody")
        found.expect(whole == "ok", f"SQLite says: {whole}")
        print(f"\nSQLite on a disk of 24 MB, filled {full} times for {FULL_FOR:.0f} s:")
        for name, number in [*found.counted.items(), *running.players.answers.items()]:
            print(f"  {number:>7}  {name}")
        return found.faults


def _fill(disk: Path) -> int:
    """Write until nothing more fits, not even what SQLite would write into a log that it has already."""
    with (
        sqlite3.connect(disk / "ohhell.db", timeout=10) as database,
        (disk / "rubbish").open("wb", buffering=0) as file,
    ):
        database.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        for size in (65536, 512, 1):
            try:
                while True:
                    file.write(os.urandom(size))
            except OSError:
                continue
    return 1
