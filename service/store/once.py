"""Rows that are there once, whoever writes them first: another with the same key is no fault and changes nothing."""

from collections.abc import Mapping
from typing import Any

from sqlalchemy.dialects import postgresql, sqlite
from sqlmodel import Session, SQLModel

INSERTS = {"sqlite": sqlite.insert, "postgresql": postgresql.insert}  # SQLAlchemy has no common word for it


def add_once(session: Session, table: type[SQLModel], key: str, row: Mapping[str, object]) -> None:
    """Add a row in the caller's transaction, unless there is one with the same value in the unique column `key`."""
    insert: Any = INSERTS[session.get_bind().dialect.name](table)
    session.connection().execute(insert.on_conflict_do_nothing(index_elements=[key]), dict(row))
