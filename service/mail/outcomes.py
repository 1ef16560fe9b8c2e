"""What becomes of a mail that was claimed: written, then taken, refused, to be tried later, or not come to."""

from dataclasses import dataclass
from datetime import datetime
from typing import TypeAlias

from service.store.tables import Mail


@dataclass(frozen=True)
class Written:
    """A mail with its bytes, or none if it is no longer wanted. `anew`: they were made just now, and went nowhere."""

    mail: Mail
    anew: bool

    @property
    def id(self) -> int:
        """The mail's id."""
        assert self.mail.id is not None
        return self.mail.id


@dataclass(frozen=True, slots=True)
class Taken:
    """The mail server has accepted a mail."""

    id: int


@dataclass(frozen=True, slots=True)
class Refused:
    """A mail that will never be taken; `status` is the code its recipient was refused with, if there was one."""

    id: int
    reason: str
    status: str = ""


@dataclass(frozen=True, slots=True)
class Waits:
    """A mail to try again later.

    `anew`: it was certainly not taken, so it is composed anew, with the deadline as it will be then. Else its bytes
    stay as they are, in case it was taken after all. `away`: no mail at all can be handed over now.
    """

    id: int
    reason: str
    anew: bool = False
    away: bool = False


@dataclass(frozen=True, slots=True)
class Untried:
    """A mail that was not come to, to be claimed again at once. `until` is its claim's end; `anew` as in `Waits`."""

    id: int
    until: datetime | None
    anew: bool


Outcome: TypeAlias = Taken | Refused | Waits | Untried
