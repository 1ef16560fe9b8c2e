"""Columns that many tables have."""

from datetime import UTC, datetime
from typing import Any

from sqlalchemy import DateTime, TextClause, text
from sqlalchemy.engine import Dialect
from sqlalchemy.types import TypeDecorator
from sqlmodel import Field


class UTCDateTime(TypeDecorator[datetime]):
    """An aware time, kept in UTC on databases with and without time zones."""

    impl = DateTime(timezone=True)
    cache_ok = True

    def process_bind_param(self, value: datetime | None, dialect: Dialect) -> datetime | None:
        """Refuse naive times; turn others to UTC."""
        if value is None:
            return None
        if value.tzinfo is None:
            raise ValueError("a time without its zone")
        return value.astimezone(UTC)

    def process_result_value(self, value: datetime | None, dialect: Dialect) -> datetime | None:
        """Give back aware times in UTC."""
        if value is None:
            return None
        return value.replace(tzinfo=UTC) if value.tzinfo is None else value.astimezone(UTC)


def when(**options: Any) -> Any:
    """A time column that may be empty."""
    return Field(default=None, sa_type=UTCDateTime, nullable=True, **options)


def moment(**options: Any) -> Any:
    """A time column that is always set."""
    return Field(sa_type=UTCDateTime, nullable=False, **options)


def empty(*columns: str) -> TextClause:
    return text(" AND ".join(f"{column} IS NULL" for column in columns))
