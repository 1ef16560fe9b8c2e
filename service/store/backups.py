"""Backups: every row as one database has it at one moment, in a form that any database here can take back.

A backup is gzipped lines of JSON: a header, then for each table its name and columns and its rows, then how many rows
there were. Times, bytes and JSON are marked as such, so that what SQLite wrote PostgreSQL can read.
"""

import base64
import gzip
import json
import zlib
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from typing import IO, Any

from sqlalchemy import JSON, Connection, Engine, MetaData, Table, func, select

FORMAT = "ohhell-backup/1"
VERSION = "alembic_version"
AT_ONCE = 500


class NotABackup(Exception):
    """The file is not a whole backup; the sentence says why."""


class NotEmpty(Exception):
    """The database to restore to holds rows already."""


def write(engine: Engine, revision: str, file: IO[bytes]) -> int:
    """Write all rows, as they are at one moment, while others go on writing. How many rows."""
    snapshot = engine.execution_options(**({} if _is_sqlite(engine) else {"isolation_level": "REPEATABLE READ"}))
    count = 0
    with snapshot.connect() as connection, gzip.GzipFile(fileobj=file, mode="wb", mtime=0) as packed:
        packed.write(_line({"format": FORMAT, "revision": revision}))
        for table in _tables(connection):
            kinds = [column.type for column in table.columns]
            packed.write(_line({"table": table.name, "columns": [column.name for column in table.columns]}))
            for row in connection.execution_options(yield_per=AT_ONCE).execute(select(table)):
                packed.write(_line([_told(value, kind) for value, kind in zip(row, kinds, strict=True)]))
                count += 1
        packed.write(_line({"rows": count}))
    return count


def revision_of(file: IO[bytes]) -> str:
    """The migration that the rows of a backup are of. Raises `NotABackup`."""
    header = next(_lines(file), None)
    if not isinstance(header, dict) or header.get("format") != FORMAT:
        raise NotABackup(f"This file is no backup of this service: it does not begin with {FORMAT}.")
    return str(header.get("revision"))


def empty(engine: Engine) -> None:
    """Take away the tables of a database that has no rows. Raises `NotEmpty` if it has some."""
    with engine.execution_options(writes=True).begin() as connection:
        tables = _tables(connection)
        if any(connection.execute(select(func.count()).select_from(table)).scalar_one() for table in tables):
            raise NotEmpty("The database holds rows already: name an empty one. Nothing was changed.")
        if tables:
            tables[0].metadata.drop_all(connection)
        connection.exec_driver_sql(f"DROP TABLE IF EXISTS {VERSION}")


def read(engine: Engine, file: IO[bytes]) -> int:
    """Put back all rows of a backup, or none. How many. The tables must be those of its migration, and empty.

    Raises `NotABackup` if the file ends too early or is damaged.
    """
    with engine.execution_options(writes=True).begin() as connection:
        tables = {table.name: table for table in _tables(connection)}
        later: list[tuple[Table, int, dict[str, Any]]] = []  # rows that point at rows of their own table
        count, said = 0, None
        for table, rows in _by_table(file, tables):
            if table is None:
                said = rows[0]["rows"]
                continue
            own = [column.name for column in table.columns if _points_at_itself(column)]
            connection.execute(table.insert(), [{**row, **dict.fromkeys(own)} for row in rows])
            later += [(table, row["id"], {name: row[name]}) for name in own for row in rows if row[name] is not None]
            count += len(rows)
        if said != count:
            raise NotABackup("The backup ends too early: it is not whole. Nothing was restored.")
        for table, number, pointers in later:
            connection.execute(table.update().where(table.columns["id"] == number).values(pointers))
        for table in tables.values():
            _count_on(connection, table)
    return count


def _by_table(file: IO[bytes], tables: dict[str, Table]) -> Iterator[tuple[Table | None, list[dict[str, Any]]]]:
    """The rows of a backup in lots, each with its table; at the end, without one, how many there were."""
    table, names, lot = None, [], list[dict[str, Any]]()
    for line in _lines(file):
        if isinstance(line, list) and table is not None and len(line) == len(names):
            lot.append({name: _value(told, table, name) for name, told in zip(names, line, strict=True)})
        if lot and (isinstance(line, dict) or len(lot) == AT_ONCE):
            yield table, lot
            lot = []
        if isinstance(line, dict) and "table" in line:
            table, names = tables.get(line["table"]), line["columns"]
            if table is None or not set(names) <= set(table.columns.keys()):
                raise NotABackup(f"The backup holds a table that its migration has not: {line['table']}.")
        if isinstance(line, dict) and "rows" in line:
            yield None, [line]


def _lines(file: IO[bytes]) -> Iterator[Any]:
    try:
        with gzip.GzipFile(fileobj=file, mode="rb") as packed:
            for line in packed:
                yield json.loads(line)
    except (OSError, EOFError, zlib.error, ValueError) as fault:
        raise NotABackup("This file is no backup of this service, or it is damaged.") from fault


def _line(told: object) -> bytes:
    return json.dumps(told, ensure_ascii=False, separators=(",", ":")).encode() + b"\n"


def _told(value: Any, kind: object) -> Any:
    match value:
        case None:
            return None
        case _ if isinstance(kind, JSON):
            return {"json": value}
        case datetime():
            return {"at": (value if value.tzinfo else value.replace(tzinfo=UTC)).astimezone(UTC).isoformat()}
        case bytes() | memoryview():
            return {"bytes": base64.b64encode(value).decode()}
        case bool() | int() | float() | str():
            return value
    raise TypeError(f"a column of {type(value).__name__}")


def _value(told: Any, table: Table, name: str) -> Any:
    match told:
        case {"json": value}:
            return value
        case {"at": str(when)}:
            at = datetime.fromisoformat(when)
            return at if getattr(table.columns[name].type, "timezone", False) else at.replace(tzinfo=None)
        case {"bytes": str(coded)}:
            return base64.b64decode(coded)
    return told


def _tables(connection: Connection) -> Sequence[Table]:
    """The tables as this database has them, each after those its keys point to."""
    metadata = MetaData()
    metadata.reflect(connection, only=lambda name, _: name != VERSION)
    return metadata.sorted_tables


def _points_at_itself(column: Any) -> bool:
    return any(key.column.table is column.table for key in column.foreign_keys)


def _count_on(connection: Connection, table: Table) -> None:
    """Let PostgreSQL's own numbering go on after the rows that were put back; SQLite's does by itself."""
    if connection.dialect.name != "postgresql" or "id" not in table.columns:
        return
    highest = connection.execute(select(func.max(table.columns["id"]))).scalar()
    if highest is not None:
        sequence = func.pg_get_serial_sequence(table.name, "id")
        connection.execute(select(func.setval(sequence, highest)))


def _is_sqlite(engine: Engine) -> bool:
    return engine.dialect.name == "sqlite"
