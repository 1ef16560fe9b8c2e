"""Who plays: people, their sign-ins, and addresses that want nothing."""

from datetime import datetime

from sqlalchemy import JSON, Column
from sqlmodel import Field, SQLModel

from service.store.tables.columns import moment, when


class Person(SQLModel, table=True):
    """Someone whose address is proved. `epoch` grows when all their sign-ins are ended.

    Their clock stands still from `quiet_from` to `quiet_to` (minutes after midnight), on `days_off` (digits, Monday is
    0) and on `holidays` (first and last days). `reminders` are hundredths of a turn's allowance. `measure` is how mails
    about turns come: "at once", "gathered", or "daily" at `digest_hour`. `feed_code` is
    the secret of their calendar feed. `four_colours` and `large_cards` are how they like cards drawn.
    `open_profile`: anyone who has its link may see their page, not only those who share a game.
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
    four_colours: bool = True
    large_cards: bool = False
    open_profile: bool = False
    feed_code: str | None = Field(default=None, unique=True)
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


class AddressChange(SQLModel, table=True):
    """Another address that a person wants: allowed from the old one, proved from the new one, then done; or stopped."""

    __tablename__ = "address_changes"

    id: int | None = Field(default=None, primary_key=True)
    person_id: int = Field(foreign_key="people.id", index=True)
    old_email: str
    new_email: str = Field(index=True)
    created_at: datetime = moment()
    allowed_at: datetime | None = when()
    proved_at: datetime | None = when()
    done_at: datetime | None = when()
    stopped_at: datetime | None = when()


class Ban(SQLModel, table=True):
    """An address that the operator keeps out."""

    __tablename__ = "bans"

    email: str = Field(primary_key=True)
    at: datetime = moment()


class Refusal(SQLModel, table=True):
    """An address that wants no invitations, for good."""

    __tablename__ = "refusals"

    email: str = Field(primary_key=True)
    at: datetime = moment()
