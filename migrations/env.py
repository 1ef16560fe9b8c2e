"""Runs migrations on the database that DATABASE_URL names."""

import os
from pathlib import Path
from typing import Any, Literal

from alembic import context
from sqlmodel import SQLModel
from sqlmodel.sql.sqltypes import AutoString

from service.config import Settings
from service.store.database import connect
from service.store.tables import UTCDateTime


def plain(kind: str, item: Any, _autogen: Any) -> str | Literal[False]:
    """Write columns in SQLAlchemy's own types, so that old migrations outlive the code that made them."""
    if kind == "type" and isinstance(item, UTCDateTime):
        return "sa.DateTime(timezone=True)"
    if kind == "type" and isinstance(item, AutoString):
        return "sa.String()"
    return False


named = context.config.attributes.get("database_url") or os.environ.get("DATABASE_URL") or Settings().database_url
engine = connect(named)
if engine.dialect.name == "sqlite" and engine.url.database:
    Path(engine.url.database).parent.mkdir(parents=True, exist_ok=True)
with engine.connect() as connection:
    if engine.dialect.name == "sqlite":  # a table is made anew to change it, while the rows of others point at it
        connection.connection.cursor().execute("PRAGMA foreign_keys=OFF")
    context.configure(connection=connection, target_metadata=SQLModel.metadata, render_as_batch=True, render_item=plain)
    with context.begin_transaction():
        context.run_migrations()
        if engine.dialect.name == "sqlite" and (lost := connection.exec_driver_sql("PRAGMA foreign_key_check").first()):
            raise RuntimeError(f"a row of {lost[0]} points at none of {lost[2]}: nothing was changed")
    connection.commit()
engine.dispose()
