"""What is played: deals, the log, open turns, orders, talk."""

from datetime import datetime
from typing import Any

from sqlalchemy import JSON, Column, Index, text
from sqlmodel import Field, SQLModel

from service.store.tables.columns import moment, when


class Deal(SQLModel, table=True):
    """A hand that was dealt, when the log was `ply` moves long: the version of its shuffle and the words players added.

    Its cards follow from these and the game's secret.
    """

    __tablename__ = "deals"

    game_id: int = Field(foreign_key="games.id", primary_key=True)
    hand: int = Field(primary_key=True)
    ply: int
    shuffle: str
    words: str = ""
    at: datetime = moment()


class Move(SQLModel, table=True):
    """The log: one row a move, never changed. Its key is the lock that lets nothing be played twice.

    `waited` is for how many seconds its player's clock ran from the question to their answer; others are shown
    the median of many alone.
    """

    __tablename__ = "moves"
    __table_args__ = (
        Index(
            "moves_bids",
            "game_id",
            "hand",
            "seat",
            sqlite_where=text("decision = 0"),
            postgresql_where=text("decision = 0"),
        ),
    )

    game_id: int = Field(foreign_key="games.id", primary_key=True)
    ply: int = Field(primary_key=True, sa_column_kwargs={"autoincrement": False})
    hand: int
    seat: int
    decision: int
    move: str
    by: str
    at: datetime = moment()
    waited: int | None = None


class Points(SQLModel, table=True):
    """A finished hand's result, beside the log so that a game is opened without replaying it all."""

    __tablename__ = "points"

    game_id: int = Field(foreign_key="games.id", primary_key=True)
    hand: int = Field(primary_key=True)
    result: dict[str, Any] = Field(sa_column=Column(JSON, nullable=False))


class Turn(SQLModel, table=True):
    """A decision that a person is waited for. Gone when it is made.

    `wake_at` is when the clock must look at it next: a reminder or the deadline. `mailed_at` is when the mail server
    took its first mail. `plays_at` is when its single choice makes itself, without a mail: at a table that masks them.
    Its clock runs since `started_at`, unless that is empty; `used` seconds were used before. `extra` seconds were added
    by the host. `missed_at` is when its time was up at a table that waits.
    """

    __tablename__ = "turns"

    game_id: int = Field(foreign_key="games.id", primary_key=True)
    hand: int = Field(primary_key=True)
    seat: int = Field(primary_key=True)
    decision: int = Field(primary_key=True)
    opened_at: datetime = moment()
    deadline: datetime | None = when()
    wake_at: datetime | None = when(index=True)
    reminded: int = 0
    mailed_at: datetime | None = when()
    started_at: datetime | None = when()
    used: float = 0
    extra: int = 0
    missed_at: datetime | None = when()
    plays_at: datetime | None = when(index=True)


class Order(SQLModel, table=True):
    """What a seat's player left for a hand, for nobody else to see; gone when the hand is over.

    `dropped` is the decision at which something of it did not fit and was dropped.
    """

    __tablename__ = "orders"

    game_id: int = Field(foreign_key="games.id", primary_key=True)
    hand: int = Field(primary_key=True)
    seat: int = Field(primary_key=True)
    generation: int
    left: dict[str, Any] = Field(sa_column=Column(JSON, nullable=False))
    dropped: int | None = None
    at: datetime = moment()


class Talk(SQLModel, table=True):
    """A line of table talk, said with the move at `ply` or, when that is empty, by itself."""

    __tablename__ = "talk"

    id: int | None = Field(default=None, primary_key=True)
    game_id: int = Field(foreign_key="games.id", index=True)
    seat: int
    ply: int | None = None
    text: str
    at: datetime = moment()
