"""Who has played with whom, and what their games came to: read by indexes, the latest games alone."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from sqlalchemy import case, func, literal_column
from sqlalchemy import select as sql_select
from sqlalchemy.orm import aliased
from sqlmodel import Session, col, select

from service.engine import ohhell
from service.store.loading import read_result
from service.store.tables import Game, Move, Person, Points, Seat, Sitting

LATEST = 100
SOUGHT = 2000  # of a member's games, in which a group's are looked for
NOT_ONES_OWN = ("substitute", "bot")


@dataclass(frozen=True)
class Kept:
    """What is kept of some games: their rows, seats and finished hands, and which bids people made themselves.

    `own` holds (game, hand, seat), as of whoever has the seat now.
    """

    games: tuple[Game, ...]
    seats: dict[int, list[Seat]]
    results: dict[int, list[ohhell.Result]]
    own: frozenset[tuple[int, int, int]]


def visible(session: Session, reader_id: int | None, people: Collection[int]) -> set[int]:
    """Those of these people whose page a reader may see: their own, that of who shares a game, and open ones.

    Nobody sees the page of somebody who deleted their data.
    """
    there = select(Person.id).where(col(Person.id).in_(people), col(Person.email).contains("@"))
    known = {found for found in session.exec(there) if found is not None}
    seen = set(session.exec(there.where(col(Person.open_profile).is_(True))))
    if reader_id is not None:
        own, other = aliased(Seat), aliased(Seat)
        shared = sql_select(col(other.person_id)).join(own, col(own.game_id) == col(other.game_id))
        shared = shared.join(Game, col(Game.id) == col(own.game_id)).where(col(Game.started_at).is_not(None))
        shared = shared.where(col(own.person_id) == reader_id, col(other.person_id).in_(people)).distinct()
        seen |= {reader_id, *session.execute(shared).scalars()}
    return {found for found in seen if found in known}


def latest_games(session: Session, person_id: int) -> Sequence[Game]:
    """A person's latest games that have begun, the newest first."""
    rows = select(Game).join(Seat, col(Seat.game_id) == Game.id).where(Seat.person_id == person_id)
    return session.exec(rows.where(col(Game.started_at).is_not(None)).order_by(col(Game.id).desc()).limit(LATEST)).all()


def games_together(session: Session, people: Sequence[int]) -> Sequence[Game]:
    """The latest games that exactly these people have played to the end, bots aside; the newest first."""
    one = select(Seat.game_id).where(Seat.person_id == people[-1]).order_by(col(Seat.game_id).desc()).limit(SOUGHT)
    sought, here = one.subquery(), case((col(Seat.person_id).in_(people), 1), else_=0)
    rows = select(Seat.game_id).join(sought, sought.c.game_id == Seat.game_id).where(col(Seat.person_id).is_not(None))
    exactly = (func.count() == len(people), func.sum(here) == len(people))
    found = rows.group_by(col(Seat.game_id)).having(*exactly).subquery()
    games = select(Game).join(found, found.c.game_id == Game.id)
    games = games.where(col(Game.ended_at).is_not(None), Game.ended_why == "")
    return session.exec(games.order_by(col(Game.id).desc()).limit(LATEST)).all()


def kept(session: Session, games: Sequence[Game]) -> Kept:
    """What is kept of these games, the oldest first."""
    numbers = [game.id or 0 for game in games]
    seats: dict[int, list[Seat]] = {number: [] for number in numbers}
    for seat in session.exec(select(Seat).where(col(Seat.game_id).in_(numbers)).order_by(col(Seat.number))):
        seats[seat.game_id].append(seat)
    results: dict[int, list[ohhell.Result]] = {number: [] for number in numbers}
    rows = select(Points.game_id, Points.result).where(col(Points.game_id).in_(numbers))
    for game_id, result in session.exec(rows.order_by(col(Points.game_id), col(Points.hand))):
        results[game_id].append(read_result(result))
    return Kept(tuple(reversed(games)), seats, results, _own(session, numbers))


def _own(session: Session, games: Sequence[int]) -> frozenset[tuple[int, int, int]]:
    since = {}
    for row in session.exec(select(Sitting).where(col(Sitting.game_id).in_(games)).order_by(col(Sitting.ply))):
        since[row.game_id, row.seat] = row.ply
    bids = select(Move.game_id, Move.hand, Move.seat, Move.ply)
    # Written out, as a partial index is not used for a number that is handed in.
    bids = bids.where(col(Move.game_id).in_(games), literal_column("moves.decision") == literal_column("0"))
    made = session.exec(bids.where(col(Move.by).not_in(NOT_ONES_OWN)))
    return frozenset((game, hand, seat) for game, hand, seat, ply in made if ply >= since.get((game, seat), 0))
