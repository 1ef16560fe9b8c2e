"""Questions to the tables that more than one layer asks."""

from collections.abc import Collection, Sequence
from typing import Any, NamedTuple

from sqlalchemy import Select, and_, case, func
from sqlalchemy import select as sql_select
from sqlmodel import Session, col, select
from sqlmodel.sql.expression import SelectOfScalar

from service.store.database import LOCKS
from service.store.tables import Ban, Deal, Game, Move, Order, Person, Seat, Sitting, Talk, Turn, Vote

UNASKED = ("forced", "order", "settled")
"""Makers of moves, as the log names them, that nobody is asked for and no mail has told of."""


class LogRow(NamedTuple):
    """What a row of the log tells, without its time."""

    game_id: int
    ply: int
    hand: int
    seat: int
    decision: int
    move: str
    by: str


def person(session: Session, person_id: int) -> Person | None:
    """The person with this id."""
    return session.get(Person, person_id)


def person_at(session: Session, email: str) -> Person | None:
    """The person with this address."""
    return session.exec(select(Person).where(Person.email == email)).first()


def have_played(session: Session, person_id: int, email: str) -> bool:
    """Whether the person at an address sits, or sat, at a table with this one."""
    own = select(Seat.game_id).where(Seat.person_id == person_id)
    other = select(Seat.game_id).join(Person, col(Person.id) == Seat.person_id).where(Person.email == email)
    return session.exec(other.where(col(Seat.game_id).in_(own)).limit(1)).first() is not None


def is_banned(session: Session, email: str) -> bool:
    """Whether the operator keeps an address out."""
    return session.get(Ban, email) is not None


def game_at(session: Session, slug: str) -> Game | None:
    """The game whose link to look ends in `slug`."""
    return session.exec(kept(session, select(Game).where(Game.slug == slug))).first()


def game_to_join(session: Session, code: str) -> Game | None:
    """The game whose link to join ends in `code`."""
    return session.exec(kept(session, select(Game).where(Game.join_code == code))).first()


def game_with(session: Session, game_id: int) -> Game | None:
    """The game with this id."""
    return session.exec(kept(session, select(Game).where(Game.id == game_id))).first()


def seats_with_people(session: Session, game: Game) -> Sequence[Seat]:
    """A game's seats by number, read in one go with the people who sit there.

    A session forgets what nobody holds, so it holds them.
    """
    rows = sql_select(Seat, Person).join(Person, col(Person.id) == Seat.person_id, isouter=True)
    found = session.execute(rows.where(col(Seat.game_id) == game.id).order_by(col(Seat.number))).all()
    session.info["people"] = found
    return [row[0] for row in found]


def kept(session: Session, games: SelectOfScalar[Game]) -> SelectOfScalar[Game]:
    """The same question; in a transaction the answer is kept from others' changes until its end.

    The key (game, ply) guards what writes a move; leaving, coming back or taking a seat writes none.
    """
    if not session.info.get(LOCKS):
        return games
    return games.with_for_update().execution_options(populate_existing=True)


def moves_since(session: Session, game_id: int, ply: int) -> Sequence[Move]:
    """The log from `ply` on, in order."""
    rows = select(Move).where(Move.game_id == game_id, col(Move.ply) >= ply).order_by(col(Move.ply))
    return session.exec(rows).all()


def log_since(session: Session, game_id: int, ply: int) -> Sequence[LogRow]:
    """As `moves_since`, as plain values."""
    rows = _log().where(col(Move.game_id) == game_id, col(Move.ply) >= ply).order_by(col(Move.ply))
    return [LogRow(*row) for row in session.execute(rows)]


def recent_logs(session: Session, games: Collection[int]) -> dict[int, list[LogRow]]:
    """The log of each game's hand in play, or last one, and of the hand before it, in order."""
    before = and_(col(Deal.game_id) == Game.id, col(Deal.hand) == case((col(Game.hand) > 1, Game.hand - 1), else_=1))
    rows = _log().join(Game, col(Game.id) == Move.game_id).join(Deal, before)
    rows = rows.where(col(Game.id).in_(games), col(Move.ply) >= Deal.ply).order_by(col(Move.game_id), col(Move.ply))
    found: dict[int, list[LogRow]] = {game_id: [] for game_id in games}
    for row in session.execute(rows):
        found[row[0]].append(LogRow(*row))
    return found


def _log() -> Select[*tuple[Any, ...]]:
    columns = (Move.game_id, Move.ply, Move.hand, Move.seat, Move.decision, Move.move, Move.by)
    return sql_select(*(col(column) for column in columns))


def moves_of(session: Session, game_id: int, hand: int) -> Sequence[Move]:
    """The log of one hand, in order."""
    rows = select(Move).where(Move.game_id == game_id, Move.hand == hand).order_by(col(Move.ply))
    return session.exec(rows).all()


def last_own_ply(session: Session, game_id: int, seat: int, before: int) -> int | None:
    """The ply of the seat's last move before `before` that was asked for, or None."""
    last = select(func.max(Move.ply)).where(Move.game_id == game_id, Move.seat == seat, col(Move.ply) < before)
    last = last.where(col(Move.by).not_in(UNASKED))
    return session.exec(last).one()


def decided(session: Session, turn: tuple[int, int, int, int]) -> Sequence[Move]:
    """The log rows of one turn (game, hand, seat, decision): none, its move, or a bid and its changes."""
    game_id, hand, seat, decision = turn
    rows = select(Move).where(Move.game_id == game_id, Move.hand == hand, Move.seat == seat, Move.decision == decision)
    return session.exec(rows.order_by(col(Move.ply))).all()


def talk(session: Session, game_id: int) -> Sequence[Talk]:
    """All table talk, oldest first."""
    return session.exec(select(Talk).where(Talk.game_id == game_id).order_by(col(Talk.id))).all()


def open_turns(session: Session, game_id: int) -> Sequence[Turn]:
    """The decisions a game waits for, by seat."""
    return session.exec(select(Turn).where(Turn.game_id == game_id).order_by(col(Turn.seat))).all()


def order_dropped(session: Session, turn: tuple[int, int, int, int]) -> bool:
    """Whether an order for one turn (game, hand, seat, decision) did not fit and was dropped."""
    game_id, hand, seat, decision = turn
    order = session.get(Order, (game_id, hand, seat))
    return order is not None and order.dropped == decision


def sittings(session: Session, game_id: int, seat: int | None = None) -> Sequence[Sitting]:
    """Who played the seats that have changed hands, or one of them, in order."""
    rows = select(Sitting).where(Sitting.game_id == game_id).order_by(col(Sitting.seat), col(Sitting.ply))
    return session.exec(rows if seat is None else rows.where(Sitting.seat == seat)).all()


def votes(session: Session, game_id: int) -> Sequence[Vote]:
    """What players of a game wish for."""
    return session.exec(select(Vote).where(Vote.game_id == game_id).order_by(col(Vote.at))).all()
