"""The tables. Times are UTC; a pending thing is an empty timestamp.

All in one room, long as it is: migrations are compared with the whole of it, and keys run between most of them.
"""

from datetime import UTC, datetime
from typing import Any

from sqlalchemy import JSON, BigInteger, Column, DateTime, Index, LargeBinary, TextClause, UniqueConstraint, text
from sqlalchemy.engine import Dialect
from sqlalchemy.types import TypeDecorator
from sqlmodel import Field, SQLModel


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


def _is_null(*columns: str) -> TextClause:
    return text(" AND ".join(f"{column} IS NULL" for column in columns))


class Person(SQLModel, table=True):
    """Someone whose address is proved. `epoch` grows when all their sign-ins are ended.

    Their clock stands still from `quiet_from` to `quiet_to` (minutes after midnight), on `days_off` (digits, Monday is
    0) and on `holidays` (first and last days). `reminders` are hundredths of a turn's allowance. `measure` is how mails
    about turns come: "at once", "gathered", or "daily" at `digest_hour`.
    """

    __tablename__ = "people"

    id: int | None = Field(default=None, primary_key=True)
    email: str = Field(unique=True)
    name: str
    zone: str
    epoch: int = 0
    quiet_from: int | None = None
    quiet_to: int | None = None
    days_off: str = ""
    holidays: list[list[str]] = Field(default_factory=list, sa_column=Column(JSON, nullable=False))
    reminders: str = "50 80"
    measure: str = "at once"
    digest_hour: int = 8
    created_at: datetime = moment()
    unsubscribed_at: datetime | None = when()
    bounced_at: datetime | None = when()


class SignIn(SQLModel, table=True):
    """A sign-in mail asked for; good once, for a while. `onward` is the page to go to afterwards."""

    __tablename__ = "sign_ins"

    id: int | None = Field(default=None, primary_key=True)
    email: str = Field(index=True)
    name: str = ""
    zone: str = ""
    onward: str = ""
    created_at: datetime = moment()
    used_at: datetime | None = when()


class Refusal(SQLModel, table=True):
    """An address that wants no invitations, for good."""

    __tablename__ = "refusals"

    email: str = Field(primary_key=True)
    at: datetime = moment()


class Game(SQLModel, table=True):
    """A table, from its opening to its last hand. `slug` is the link to look, `join_code` the link to join.

    `singles`: a single choice makes itself; `settles`: a hand ends once no points can change; `mask`: a single choice
    waits a random while, so that its speed tells nobody.
    `ply` and `hand` (the length of the log, the hand in play or the last one) stand beside the log; `rebuild` makes
    them from it. A turn has `allowance`, then what is left of the seat's spare time: `bank` at first, `refill` more
    with each hand (seconds). `holidays` days a year stop a player's clock. `missing` is what happens when a turn's time
    is up: a "substitute" plays, or the table "waits". `ended_why` is empty when the last hand was played.
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

    __table_args__ = (
        Index(
            "games_unstarted",
            "created_at",
            sqlite_where=_is_null("started_at", "closed_at"),
            postgresql_where=_is_null("started_at", "closed_at"),
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
    """The log: one row a move, never changed. Its key is the lock that lets nothing be played twice."""

    __tablename__ = "moves"

    game_id: int = Field(foreign_key="games.id", primary_key=True)
    ply: int = Field(primary_key=True, sa_column_kwargs={"autoincrement": False})
    hand: int
    seat: int
    decision: int
    move: str
    by: str
    at: datetime = moment()


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
    took its first mail. Its clock runs since `started_at`, unless that is empty; `used` seconds were used before.
    `extra` seconds were added by the host. `missed_at` is when its time was up at a table that waits.
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


class Mail(SQLModel, table=True):
    """The outbox: a mail that is owed, then its bytes, then what became of it.

    `purpose` says what it is for and is unique, so that no mail is owed twice. `due_at` is when it may be tried next;
    `claimed_until` keeps it to one postman. One of `sent_at`, `failed_at` and `dropped_at` ends it. `held_until` is
    until when it was last held back for its reader's sake; `carrier_id` is the mail that brings it along with others.
    """

    __tablename__ = "mails"

    id: int | None = Field(default=None, primary_key=True)
    purpose: str = Field(unique=True)
    kind: str
    address: str
    person_id: int | None = Field(default=None, foreign_key="people.id")
    game_id: int | None = Field(default=None, foreign_key="games.id", index=True)
    hand: int | None = None
    seat: int | None = None
    decision: int | None = None
    details: dict[str, Any] = Field(default_factory=dict, sa_column=Column(JSON, nullable=False))
    created_at: datetime = moment()
    due_at: datetime = moment()
    held_until: datetime | None = when()
    carrier_id: int | None = Field(default=None, foreign_key="mails.id", index=True)
    claimed_until: datetime | None = when()
    tries: int = 0
    message_id: str | None = Field(default=None, index=True)
    subject: str | None = None
    raw: bytes | None = Field(default=None, sa_column=Column(LargeBinary, nullable=True))
    sent_at: datetime | None = when()
    failed_at: datetime | None = when()
    dropped_at: datetime | None = when()
    error: str | None = None

    __table_args__ = (
        Index(
            "mails_owed",
            "due_at",
            sqlite_where=_is_null("sent_at", "failed_at", "dropped_at"),
            postgresql_where=_is_null("sent_at", "failed_at", "dropped_at"),
        ),
    )


class Reply(SQLModel, table=True):
    """A message that came in, and what became of it. It is taken once for a place.

    `place` is the turn, seat or mail it answers, or empty; `message` its Message-ID, or the hash of its bytes. `move`
    is the move it chose; `answer` whether it was answered: with an "error", with "news", or not. What could not be used
    has no `understood_at`; everything a person wrote is gone at `erased_at`.
    """

    __tablename__ = "replies"
    __table_args__ = (
        UniqueConstraint("place", "message", name="one_reply_a_message"),
        Index("replies_answered", "person_id", "answer", "came_at"),
    )

    id: int | None = Field(default=None, primary_key=True)
    place: str
    message: str
    way: str
    fate: str
    reason: str = ""
    quoted: str = ""
    sender: str = ""
    recipient: str = ""
    subject: str = ""
    size: int = 0
    person_id: int | None = Field(default=None, foreign_key="people.id")
    game_id: int | None = Field(default=None, foreign_key="games.id")
    move: str = ""
    answer: str = ""
    raw: bytes | None = Field(default=None, sa_column=Column(LargeBinary, nullable=True))
    came_at: datetime = moment(index=True)
    understood_at: datetime | None = when()
    erased_at: datetime | None = when()


class Folder(SQLModel, table=True):
    """A folder of a mail account that is polled, and how far it was read: the highest UID, under this UIDVALIDITY."""

    __tablename__ = "folders"

    name: str = Field(primary_key=True)
    validity: int = Field(sa_type=BigInteger)
    uid: int = Field(sa_type=BigInteger)


class Beat(SQLModel, table=True):
    """When a clock was last seen at work; a long gap is an outage."""

    __tablename__ = "beats"

    name: str = Field(primary_key=True)
    at: datetime = moment()
