"""What goes out and comes in: the outbox, replies, folders that are polled."""

from datetime import datetime
from typing import Any

from sqlalchemy import JSON, BigInteger, Column, Index, LargeBinary, UniqueConstraint, text
from sqlmodel import Field, SQLModel

from service.store.tables.columns import empty, moment, when


class Mail(SQLModel, table=True):
    """The outbox: a mail that is owed, then its bytes, then what became of it.

    `purpose` says what it is for and is unique, so that no mail is owed twice. `due_at` is when it may be tried next,
    `urgent` ones before others; `claimed_until` keeps it to one postman. One of `sent_at`, `failed_at` and `dropped_at`
    ends it. `held_until` is until when it was last held back for its reader's sake; `carrier_id` is the mail that
    brings it along with others.
    """

    __tablename__ = "mails"

    id: int | None = Field(default=None, primary_key=True)
    purpose: str = Field(unique=True)
    kind: str
    address: str
    person_id: int | None = Field(default=None, foreign_key="people.id")
    game_id: int | None = Field(default=None, foreign_key="games.id")
    hand: int | None = None
    seat: int | None = None
    decision: int | None = None
    details: dict[str, Any] = Field(default_factory=dict, sa_column=Column(JSON, nullable=False))
    urgent: bool = False
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
        Index("mails_kept", "id", sqlite_where=text("raw IS NOT NULL"), postgresql_where=text("raw IS NOT NULL")),
        Index(
            "mails_owed",
            "urgent",
            "due_at",
            sqlite_where=empty("sent_at", "failed_at", "dropped_at"),
            postgresql_where=empty("sent_at", "failed_at", "dropped_at"),
        ),
        Index(
            "mails_awaited",
            "person_id",
            sqlite_where=empty("sent_at", "failed_at", "dropped_at"),
            postgresql_where=empty("sent_at", "failed_at", "dropped_at"),
        ),
        Index("mails_in_thread", "game_id", "address", "sent_at"),
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
