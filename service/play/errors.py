"""What can go wrong, as named facts with a sentence for the person; `web` maps each to a page and a status."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING

from service.mail.inbox.arrival import Later

if TYPE_CHECKING:
    from service.play.pages import StaleTurn, TurnPage


class Refused(Exception):
    """A request that is not carried out; `sentence` tells the person why."""

    def __init__(self, sentence: str) -> None:
        super().__init__(sentence)
        self.sentence = sentence


class NotFound(Refused):
    """There is nothing at this address, or the link was altered."""

    def __init__(self, sentence: str = "There is nothing here. The link may have been cut short in a mail.") -> None:
        super().__init__(sentence)


class NotYours(Refused):
    """The person may not see or do this."""


class LinkExpired(Refused):
    """The link was good once and is no longer."""


class SignInOver(LinkExpired):
    """The link to sign in `email` was used or is too old; `onward` is where it would have led."""

    def __init__(self, sentence: str, email: str, onward: str) -> None:
        super().__init__(sentence)
        self.email = email
        self.onward = onward


class TooLate(Refused):
    """The table has started, closed or filled up meanwhile."""


class SlowDown(Refused, Later):
    """Too many of these in a short while; `after` is when one more would be taken."""

    def __init__(self, sentence: str, after: timedelta | None = None) -> None:
        super().__init__(sentence)
        self.after = after


class Busy(Refused):
    """The game moved on again and again while this was tried; nothing was played."""


class BadField(Refused):
    """What was typed into `field` cannot be used."""

    def __init__(self, field: str, sentence: str) -> None:
        super().__init__(sentence)
        self.field = field


class TurnOver(Refused):
    """The turn of this link was answered already; `stale` tells how it stands."""

    def __init__(self, stale: StaleTurn) -> None:
        super().__init__("This turn has been answered already.")
        self.stale = stale


class MoveRefused(Refused):
    """The move is not legal now; `page` shows the turn, which is still open. `strange`: it is no move at all."""

    def __init__(self, sentence: str, page: TurnPage, strange: bool = False) -> None:
        super().__init__(sentence)
        self.page = page
        self.strange = strange
