"""What makes a deal provable: seals published before it, and the words players add to it."""

from datetime import datetime

from sqlalchemy import Column, LargeBinary
from sqlmodel import Field, SQLModel

from service.store.tables.columns import moment


class Seal(SQLModel, table=True):
    """The commitment to a hand's secret, or for hand 0 to the game's, written once and never changed.

    It could be made anew from the game's secret; it stands here so that a secret exchanged later would not fit it.
    """

    __tablename__ = "seals"

    game_id: int = Field(foreign_key="games.id", primary_key=True)
    hand: int = Field(primary_key=True)
    digest: bytes = Field(sa_column=Column(LargeBinary, nullable=False))
    at: datetime = moment()


class Word(SQLModel, table=True):
    """What a seat's player adds to every shuffle to come, until they change it; `generation` is the seat's."""

    __tablename__ = "words"

    game_id: int = Field(foreign_key="games.id", primary_key=True)
    seat: int = Field(primary_key=True)
    generation: int
    text: str
    at: datetime = moment()
