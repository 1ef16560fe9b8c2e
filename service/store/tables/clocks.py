"""What clocks leave behind."""

from datetime import datetime

from sqlmodel import Field, SQLModel

from service.store.tables.columns import moment


class Beat(SQLModel, table=True):
    """When a clock was last seen at work; a long gap is an outage."""

    __tablename__ = "beats"

    name: str = Field(primary_key=True)
    at: datetime = moment()
