"""Tables and seats: who sits where, who is invited, what they wish."""

from datetime import datetime
from typing import Any

from sqlalchemy import JSON, Column, Index, LargeBinary, UniqueConstraint
from sqlmodel import Field, SQLModel

from service.store.tables.columns import empty, moment, when


class Game(SQLModel, table=True):
    """A table, from its opening to its last hand. `slug` is the link to look, `join_code` the link to join.

    `singles`: a single choice makes itself; `settles`: a hand ends once no points can change; `mask`: a single choice
    waits a random while, so that its speed tells nobody.
    `ply` and `hand` (the length of the log, the hand in play or the last one) stand beside the log; `rebuild` makes
    them from it. A turn has `allowance`, then what is left of the seat's spare time: `bank` at first, `refill` more
    with each hand (seconds). `holidays` days a year stop a player's clock. `missing` is what happens when a turn's time
    is up: a "substitute" plays, or the table "waits". `ended_why` is empty when the last hand was played. `rematch_of`
    is the game that it plays again; each is played again at one table.
    """

    __tablename__ = "games"

    id: int | None = Field(default=None, primary_key=True)
    slug: str = Field(unique=True)
    join_code: str | None = Field(default=None, unique=True)
    host_id: int = Field(foreign_key="people.id", index=True)
    rules: dict[str, Any] = Field(sa_column=Column(JSON, nullable=False))
    players: int
    allowance: int
    singles: bool = True
    settles: bool = True
    mask: bool = False
    bank: int = 0
    refill: int = 0
    holidays: int = 28
    missing: str = "substitute"
    secret: bytes = Field(sa_column=Column(LargeBinary, nullable=False))
    dealer: int | None = None
    ply: int = 0
    hand: int = 0
    created_at: datetime = moment()
    nudged_at: datetime | None = when()
    started_at: datetime | None = when()
    paused_at: datetime | None = when()
    ended_at: datetime | None = when()
    ended_why: str = ""
    closed_at: datetime | None = when()
    rematch_of: int | None = Field(default=None, foreign_key="games.id")

    __table_args__ = (
        UniqueConstraint("rematch_of", name="one_rematch_a_game"),
        Index(
            "games_unstarted",
            "created_at",
            sqlite_where=empty("started_at", "closed_at"),
            postgresql_where=empty("started_at", "closed_at"),
        ),
    )


class Seat(SQLModel, table=True):
    """A place at a table: a bot's, a person's, or still open. `generation` grows when it changes hands.

    `bank` is what is left of its spare time, in seconds. `heir_id` is who takes it over with the next hand. `seen_at`
    is when its player last pressed a button of the game's pages.
    """

    __tablename__ = "seats"
    __table_args__ = (UniqueConstraint("game_id", "person_id", name="one_seat_a_person"),)

    game_id: int = Field(foreign_key="games.id", primary_key=True)
    number: int = Field(primary_key=True)
    person_id: int | None = Field(default=None, foreign_key="people.id", index=True)
    bot: str | None = None
    name: str = ""
    generation: int = 0
    missed: int = 0
    bank: float = 0
    heir_id: int | None = Field(default=None, foreign_key="people.id")
    heir_name: str = ""
    accepted_at: datetime | None = when()
    away_at: datetime | None = when()
    left_at: datetime | None = when()
    seen_at: datetime | None = when()


class Sitting(SQLModel, table=True):
    """Who played a seat that has changed hands, from the log's `ply` on; `bot` if nobody did."""

    __tablename__ = "sittings"

    game_id: int = Field(foreign_key="games.id", primary_key=True)
    seat: int = Field(primary_key=True)
    ply: int = Field(primary_key=True)
    person_id: int | None = Field(default=None, foreign_key="people.id")
    name: str
    bot: str | None = None


class Vote(SQLModel, table=True):
    """A player's wish to "pause" or "end" a game; it is done when all who play it wish it."""

    __tablename__ = "votes"

    game_id: int = Field(foreign_key="games.id", primary_key=True)
    seat: int = Field(primary_key=True)
    wish: str = Field(primary_key=True)
    at: datetime = moment()


class Invitation(SQLModel, table=True):
    """A seat offered to an address. It is open until accepted, refused or withdrawn."""

    __tablename__ = "invitations"
    __table_args__ = (UniqueConstraint("game_id", "email", name="one_invitation_an_address"),)

    id: int | None = Field(default=None, primary_key=True)
    game_id: int = Field(foreign_key="games.id")
    seat: int
    email: str
    created_at: datetime = moment()
    reminded_at: datetime | None = when()
    accepted_at: datetime | None = when()
    refused_at: datetime | None = when()
    withdrawn_at: datetime | None = when()
