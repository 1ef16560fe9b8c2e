"""A person's deadlines for their calendar program, by a private link that they make, renew and switch off."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from sqlmodel import Session, col, select

from service.play.errors import NotFound
from service.store import queries
from service.store.tables import Game, Person, Seat, Turn
from service.world import World

SECRET_BYTES = 20


@dataclass(frozen=True)
class Deadline:
    """An open turn whose clock runs. `since` is when its deadline was last set; no card is known here."""

    slug: str
    hand: int
    seat: int
    decision: int
    others: tuple[str, ...]
    since: datetime
    at: datetime
    waits: bool


def make_feed(world: World, person_id: int) -> Person:
    """Give a person a new link to their feed; an earlier one is dead from now on."""
    with world.transaction() as session:
        person = _person(session, person_id)
        person.feed_code = world.new_secret(SECRET_BYTES).hex()
        return person


def end_feed(world: World, person_id: int) -> Person:
    """Switch a person's feed off."""
    with world.transaction() as session:
        person = _person(session, person_id)
        person.feed_code = None
        return person


def look_feed(world: World, code: str) -> tuple[Deadline, ...]:
    """The open deadlines of the person whose link this is, the soonest first. Raises `NotFound`."""
    with world.reading() as session:
        person = session.exec(select(Person).where(Person.feed_code == code)).first()
        if person is None:
            raise NotFound("There is no calendar here. Its link may have been renewed or switched off.")
        return tuple(_deadline(session, turn, game) for turn, game in _running(session, person))


def _running(session: Session, person: Person) -> Sequence[tuple[Turn, Game]]:
    """A person's turns whose clock runs: of paused and finished games there are none, nor of seats that were left.

    A single choice that makes itself is left out as well: nobody is asked for it.
    """
    rows = select(Turn, Game).join(Seat, (col(Seat.game_id) == Turn.game_id) & (col(Seat.number) == Turn.seat))
    rows = rows.join(Game, col(Game.id) == Turn.game_id).where(Seat.person_id == person.id)
    rows = rows.where(col(Turn.deadline).is_not(None), col(Turn.plays_at).is_(None))
    return session.exec(rows.order_by(col(Turn.deadline), col(Turn.game_id))).all()


def _deadline(session: Session, turn: Turn, game: Game) -> Deadline:
    seats = session.exec(select(Seat).where(Seat.game_id == game.id).order_by(col(Seat.number))).all()
    names = [seat.name for seat in (*seats[turn.seat + 1 :], *seats[: turn.seat])]
    assert turn.deadline is not None
    return Deadline(
        game.slug,
        turn.hand,
        turn.seat,
        turn.decision,
        tuple(names),
        turn.started_at or turn.opened_at,
        turn.deadline,
        game.missing == "wait",
    )


def _person(session: Session, person_id: int) -> Person:
    person = queries.person(session, person_id)
    if person is None:
        raise NotFound()
    return person
