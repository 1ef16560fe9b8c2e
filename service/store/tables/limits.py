"""How often things were asked for."""

from sqlmodel import Field, SQLModel


class Allowance(SQLModel, table=True):
    """What an address, a person or a network has used up of a limit.

    `key` is a keyed hash of who and what, so that nobody can be read from it. `full_at` (seconds since 1970) is when
    nothing of the limit is used any more; each use moves it on.
    """

    __tablename__ = "allowances"

    key: str = Field(primary_key=True)
    full_at: float = Field(index=True)
