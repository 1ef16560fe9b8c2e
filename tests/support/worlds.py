"""A world on a test's database, with a clock moved by hand; and a table of people to play at."""

import hashlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from itertools import count

from sqlmodel import SQLModel, col, select, update

from service.bootstrap import build
from service.config import read
from service.engine import ohhell
from service.mail import links
from service.play import deadlines, tables, turns
from service.play.invitations import accept_invitation
from service.play.people import person_of
from service.play.settle import ticket
from service.store import loading
from service.store.database import connect
from service.store.loading import HANDS, STATES, Table
from service.store.tables import Beat, Game, Invitation, Mail, Move, Person, Turn
from service.world import World
from tests.support.clock import Clock

STEP = timedelta(minutes=4)  # shorter than what counts as an outage
KEY = "a key for tests only and long enough to sign with"


@contextmanager
def a_world(database_url: str, clock: Clock, **settings: str) -> Iterator[World]:
    """A world on this database; more settings by their environment names."""
    STATES.clear()  # the same secrets deal the same cards in every test, to people who play otherwise
    HANDS.clear()
    engine = connect(database_url)
    chosen = read({"DATABASE_URL": database_url, "SECRET_KEY": KEY, **settings})
    try:
        yield replace(build(chosen, engine, now=clock.now), new_secret=secrets())
    finally:
        engine.dispose()


def secrets() -> Callable[[int], bytes]:
    """Secrets that are the same in every run, so that stories deal the same cards each time."""
    numbers = count()
    return lambda size: hashlib.shake_256(str(next(numbers)).encode()).digest(size)


def classic(start: int = 2) -> ohhell.Rules:
    """Classic from so many cards down to one and back."""
    return ohhell.rules_from({"key": "classic", "start": start})


def proved(world: World, name: str) -> Person:
    """A person whose address is proved: ann@friends.example for Ann."""
    with world.transaction() as session:
        return person_of(session, world, f"{name.lower()}@friends.example", name, "Europe/Berlin")


def person_id(person: Person) -> int:
    """The id of a person who is in the database."""
    assert person.id is not None
    return person.id


@dataclass(frozen=True)
class Friends:
    """A game among friends, with the moves they make in this story."""

    world: World
    slug: str

    @property
    def table(self) -> Table:
        """The table as it is now."""
        with self.world.reading() as session:
            table = loading.load_slug(session, self.slug)
            assert table is not None
            return table

    @property
    def log(self) -> list[Move]:
        """The moves so far."""
        return rows(self.world, select(Move).where(Move.game_id == self.table.id).order_by(col(Move.ply)))

    def waited_for(self) -> int:
        """The first seat that is waited for."""
        return ohhell.to_act(self.table.playing)[0]

    def token(self, seat: int | None = None) -> str:
        """The link's token of the turn that a seat has now."""
        return links.write_ticket(self.world, ticket(self.table, self.waited_for() if seat is None else seat))

    def legal(self, seat: int | None = None) -> tuple[ohhell.Move, ...]:
        """What a seat may do now."""
        return ohhell.legal(self.table.playing, self.waited_for() if seat is None else seat)

    def play(self, times: int = 1) -> None:
        """Whoever is waited for answers sensibly, so many times or until the game is over."""
        for _ in range(times):
            table = self.table
            if ohhell.over(table.playing):
                return
            seat = ohhell.to_act(table.playing)[0]
            move = ohhell.choose(table.view(seat))
            turns.answer(self.world, self.token(seat), ohhell.write_move(move))


def friends(
    world: World,
    names: str = "Ann Bob Cyd",
    rules: ohhell.Rules | None = None,
    hours: float = 24,
    bots: int = 0,
    pace: str = "",
) -> Friends:
    """A game that has started, hosted by the first of these people; the others were invited and have accepted.

    `pace` names what plays itself, of "singles settles mask"; nothing does if it is empty, so that all are asked.
    """
    host, *guests = names.split()
    invite = tuple(f"{name.lower()}@friends.example" for name in guests)
    opening = tables.Opening(rules or classic(), len(guests) + 1 + bots, timedelta(hours=hours), bots, invite)
    opening = replace(opening, singles="singles" in pace, settles="settles" in pace, mask="mask" in pace)
    game = tables.open_table(world, person_id(proved(world, host)), opening)
    for name, email in zip(guests, invite, strict=True):
        accept_invitation(world, invitation_token(world, game, email), name, "Asia/Tokyo")
    return Friends(world, game.slug)


def invitation_token(world: World, game: Game, email: str) -> str:
    """The token in the mail that invites this address."""
    found = rows(world, select(Invitation).where(Invitation.game_id == game.id, Invitation.email == email))
    return links.invitation_url(world, found[0].id or 0).rpartition("/")[2]


def rows(world: World, question: object) -> list:  # type: ignore[type-arg]  # whatever the question asks for
    """What the database answers to a select."""
    with world.reading() as session:
        return list(session.exec(question))  # type: ignore[call-overload]


def mails(world: World, kind: str | None = None) -> list[Mail]:
    """The mails owed so far, of one kind or all, oldest first."""
    found = rows(world, select(Mail).order_by(col(Mail.id)))
    return [mail for mail in found if kind in (None, mail.kind)]


def contents(world: World) -> dict[str, list[tuple[object, ...]]]:
    """Everything in the database, to compare."""
    with world.reading() as session:
        return {
            name: sorted((tuple(row) for row in session.connection().execute(table.select())), key=repr)
            for name, table in SQLModel.metadata.tables.items()
        }


def pass_time(world: World, clock: Clock, hours: float) -> None:
    """Let time pass with the service at work: its clock looks at each moment at which something is due."""
    end = clock.now() + timedelta(hours=hours)
    while clock.now() < end:
        clock.move_to(_next_due(world, end))
        with world.transaction() as session:
            session.exec(update(Beat).values(at=clock.now() - STEP))
        deadlines.beat(world)
        deadlines.pass_turns(world)


def _next_due(world: World, end: datetime) -> datetime:
    """The next moment for the clock to look at a turn, at least a step from now."""
    with world.reading() as session:
        waiting = session.exec(select(Turn.wake_at, Turn.plays_at)).all()
    soonest = world.now() + STEP
    return min(end, *(max(due, soonest) for both in waiting for due in both if due is not None), end)


def posted(world: World) -> None:
    """Mark all mails as taken by the mail server now, without the trouble of sending them."""
    with world.transaction() as session:
        for mail in session.exec(select(Mail).where(col(Mail.sent_at).is_(None))):
            mail.sent_at = world.now()
