"""What pages are made of: values that use cases return and templates show."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from service.clockwork import Span
from service.engine import ohhell
from service.mail.links import Ticket
from service.play.clocks import SeatClock
from service.store.loading import Table
from service.store.tables import Game, Invitation, Mail, Move, Person, Talk, Turn, Vote


@dataclass(frozen=True)
class TurnPage:
    """An open turn as its owner sees it. `turn` is None when a bid that was made may still be changed.

    `due` is when its allowance ends, if spare time follows. `orders` are what the owner has left for the hand;
    `order_dropped`: one of them spoke of this turn and did not fit.
    """

    table: Table
    ticket: Ticket
    token: str
    view: ohhell.View
    turn: Turn | None
    zone: str
    talk: Sequence[Talk]
    may_change: bool
    due: datetime | None
    orders: ohhell.Orders
    order_dropped: bool
    player: Person | None


@dataclass(frozen=True)
class StaleTurn:
    """A turn that is over: what was played (None if it never was) and how the game stands for anyone to see."""

    table: Table
    ticket: Ticket
    token: str
    played: Move | None
    view: ohhell.View
    turns: Sequence[Turn]
    zone: str


@dataclass(frozen=True)
class Answered:
    """A move that is in the database, and the token of the seat's next decision if it has one at once.

    `then` is the move of the decision after it, where both were made together; `spared` if it was not needed, because
    the first settled the hand.
    """

    slug: str
    move: ohhell.Move
    next_token: str | None
    then: ohhell.Move | None = None
    spared: bool = False


@dataclass(frozen=True)
class InvitationPage:
    """An invitation as the invited person sees it; `loser` lost the game that is to be played again, and deals."""

    invitation: Invitation
    table: Table
    host: str
    known: Person | None
    loser: str = ""


@dataclass(frozen=True)
class TablePage:
    """A table as its host sees it: who has accepted, who has not, and which mails failed.

    `replaced` are seats that a bot keeps for somebody who is yet to take them.
    """

    table: Table
    host: Person
    invitations: Sequence[Invitation]
    failed: Sequence[Mail]
    emails: Mapping[int, str]
    turns: Sequence[Turn] = ()
    replaced: frozenset[int] = frozenset()


@dataclass(frozen=True)
class GamePage:
    """A game as anyone with its link may see it. `unreachable` are seats that no mail reaches.

    `sittings` tell of seats that have changed hands: the seat, who sat there, and since which hand. `forecast` is
    when it is likely to end. `loser` lost the game that this table plays again, if it has not begun yet.
    """

    table: Table
    host: str
    view: ohhell.View | None
    draw: ohhell.Draw | None
    hands: Sequence[ohhell.HandView]
    moves: Sequence[Move]
    turns: Sequence[Turn]
    talk: Sequence[Talk]
    invitations: Sequence[Invitation]
    unreachable: frozenset[int]
    clocks: Mapping[int, SeatClock]
    sittings: Sequence[tuple[int, str, int]] = ()
    votes: Sequence[Vote] = ()
    forecast: Span | None = None
    loser: str = ""


@dataclass(frozen=True)
class HomePage:
    """A person's games: those that wait for them, with the turn; those under way, not yet begun, and over.

    `companies` are those they have played to the end with: all ids, the others' names, and how many games.
    """

    person: Person
    waiting: Sequence[tuple[Game, Turn]]
    running: Sequence[Game]
    unstarted: Sequence[Game]
    ended: Sequence[Game]
    names: Mapping[int, Sequence[str]]
    companies: Sequence[tuple[tuple[int, ...], tuple[str, ...], int]] = ()
