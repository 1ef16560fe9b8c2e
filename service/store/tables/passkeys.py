"""Passkeys: the public halves of keys that people sign in with, and the challenges that were answered."""

from datetime import datetime

from sqlalchemy import BigInteger, Column, LargeBinary
from sqlmodel import Field, SQLModel

from service.store.tables.columns import moment, when


class Passkey(SQLModel, table=True):
    """A key that signs a person in. `handle` is what authenticators know the person by: random, one for all their keys.

    `sign_count` is the authenticator's, as of the last use; those that keep no count say 0.
    """

    __tablename__ = "passkeys"

    id: int | None = Field(default=None, primary_key=True)
    person_id: int = Field(foreign_key="people.id", index=True)
    credential_id: bytes = Field(sa_column=Column(LargeBinary, nullable=False, unique=True))
    public_key: bytes = Field(sa_column=Column(LargeBinary, nullable=False))
    handle: bytes = Field(sa_column=Column(LargeBinary, nullable=False))
    sign_count: int = Field(sa_column=Column(BigInteger, nullable=False))
    name: str
    created_at: datetime = moment()
    used_at: datetime | None = when()


class SpentChallenge(SQLModel, table=True):
    """A challenge that was answered, rightly or not, by its digest; kept until it would be too old anyway."""

    __tablename__ = "spent_challenges"

    digest: str = Field(primary_key=True)
    at: datetime = moment()
