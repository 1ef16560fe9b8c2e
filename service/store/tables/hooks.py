"""Where tables tell chats and programs their news, and the messages that are owed to those."""

from datetime import datetime
from typing import Any

from sqlalchemy import JSON, Column, Index, LargeBinary
from sqlmodel import Field, SQLModel

from service.store.tables.columns import empty, moment, when


class Hook(SQLModel, table=True):
    """A table's webhook. Its address is a secret of the person who set it, its `secret` signs what goes there.

    `number` counts its messages; `told` is the state of the game that was told last. It rests since `stopped_at`, for
    the reason `error`, until a test arrives.
    """

    __tablename__ = "hooks"

    id: int | None = Field(default=None, primary_key=True)
    game_id: int = Field(foreign_key="games.id", unique=True)
    person_id: int = Field(foreign_key="people.id")
    url: str
    shape: str
    secret: str
    number: int = 0
    told: dict[str, Any] = Field(default_factory=dict, sa_column=Column(JSON, nullable=False))
    created_at: datetime = moment()
    stopped_at: datetime | None = when()
    error: str | None = None


class Call(SQLModel, table=True):
    """A message that is owed to a hook, as a mail is owed to a person; `kind` is "news" or "test".

    `body` is what was sent at the last try, under the name `delivery`; `tells` the state of the game that it tells.
    """

    __tablename__ = "calls"

    id: int | None = Field(default=None, primary_key=True)
    purpose: str = Field(unique=True)
    hook_id: int = Field(foreign_key="hooks.id", index=True)
    kind: str
    delivery: str | None = None
    body: bytes | None = Field(default=None, sa_column=Column(LargeBinary, nullable=True))
    tells: dict[str, Any] = Field(default_factory=dict, sa_column=Column(JSON, nullable=False))
    created_at: datetime = moment()
    due_at: datetime = moment()
    claimed_until: datetime | None = when()
    tries: int = 0
    sent_at: datetime | None = when()
    failed_at: datetime | None = when()
    dropped_at: datetime | None = when()
    error: str | None = None

    __table_args__ = (
        Index(
            "calls_owed",
            "due_at",
            sqlite_where=empty("sent_at", "failed_at", "dropped_at"),
            postgresql_where=empty("sent_at", "failed_at", "dropped_at"),
        ),
    )
