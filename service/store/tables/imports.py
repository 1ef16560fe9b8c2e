"""Records from elsewhere that people look at here."""

from datetime import datetime

from sqlalchemy import Column, LargeBinary
from sqlmodel import Field, SQLModel

from service.store.tables.columns import moment


class Import(SQLModel, table=True):
    """A record as somebody brought it, found true then. `slug` is its private link."""

    __tablename__ = "imports"

    id: int | None = Field(default=None, primary_key=True)
    slug: str = Field(unique=True)
    person_id: int = Field(foreign_key="people.id", index=True)
    record: bytes = Field(sa_column=Column(LargeBinary, nullable=False))
    at: datetime = moment()
