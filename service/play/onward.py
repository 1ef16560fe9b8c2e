"""The next game that waits for somebody, told on whatever page they are."""

from dataclasses import dataclass

from sqlmodel import Session, col, select

from service.play.games import SHOWN
from service.store.tables import Game, Seat, Turn
from service.world import World


@dataclass(frozen=True)
class Onward:
    """How many other games wait for a person, and the link of the most urgent one."""

    games: int
    slug: str


def onward(world: World, person_id: int, here: str = "") -> Onward | None:
    """What waits for a person besides the game they look at; None if nothing does."""
    with world.reading() as session:
        slugs = [slug for slug in _waiting(session, person_id) if slug != here]
    return Onward(len(slugs), slugs[0]) if slugs else None


def _waiting(session: Session, person_id: int) -> list[str]:
    """The games, of somebody's latest ones, that wait for them: the soonest deadline first.

    What makes itself is asked of nobody, and a paused game can wait.
    """
    own = select(Seat.game_id, Seat.number).where(Seat.person_id == person_id, col(Seat.left_at).is_(None))
    seats = own.order_by(col(Seat.game_id).desc()).limit(SHOWN).subquery()
    rows = select(Game.slug).join(Turn, col(Turn.game_id) == Game.id)
    rows = rows.join(seats, (seats.c.game_id == Turn.game_id) & (seats.c.number == Turn.seat))
    rows = rows.where(col(Turn.plays_at).is_(None), col(Game.paused_at).is_(None))
    return list(session.exec(rows.order_by(col(Turn.deadline).is_(None), col(Turn.deadline), col(Game.id))))
