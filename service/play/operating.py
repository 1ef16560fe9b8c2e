"""What the operator may do to any game or address: list and end games, give a seat to somebody else, ban an address."""

from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import TypeVar

from sqlmodel import Session, col, func, select, update

from service.engine import ohhell
from service.play import fields, hosting, moving, wishes
from service.play.errors import BadField, NotFound, TooLate
from service.play.turns import committed
from service.store import loading, queries
from service.store.loading import Table
from service.store.tables import AddressChange, Ban, Game, Invitation, Mail, Person, Seat, Turn
from service.world import World

MOST = 1000  # games in a list
OfGame = TypeVar("OfGame", Seat, Turn)


@dataclass(frozen=True)
class Listed:
    """A game as the operator sees it in a list; no card and no secret is in it."""

    slug: str
    players: tuple[str, ...]
    state: str
    hand: int
    ply: int
    since: datetime
    waits_for: tuple[str, ...]
    deadline: datetime | None
    failed: int


def listed(world: World, ended: bool = False) -> list[Listed]:
    """The newest games that are open or run, or those that ended or closed."""
    over = col(Game.ended_at).is_not(None) | col(Game.closed_at).is_not(None)
    with world.reading() as session:
        newest = select(Game).where(over if ended else ~over).order_by(col(Game.id).desc()).limit(MOST)
        games = session.exec(newest).all()
        ids = [game.id for game in games]
        seats = _by_game(session.exec(select(Seat).where(col(Seat.game_id).in_(ids)).order_by(col(Seat.number))))
        turns = _by_game(session.exec(select(Turn).where(col(Turn.game_id).in_(ids))))
        failures = select(Mail.game_id, func.count()).where(
            col(Mail.game_id).in_(ids), col(Mail.failed_at).is_not(None)
        )
        failed = dict(session.exec(failures.group_by(col(Mail.game_id))).all())
    return [_listed(game, seats[game.id], turns[game.id], failed.get(game.id, 0)) for game in games]


def end(world: World, slug: str) -> Game:
    """End a running game, or close a table that has not started. Raises `NotFound` and `TooLate`."""

    def attempt(session: Session) -> tuple[Table, Game]:
        table = _table(session, slug)
        if table.state is None:
            table.game.closed_at, table.game.join_code = world.now(), None
        else:
            table = wishes.end(session, world, table, "operator")
        return table, table.game

    return committed(world, attempt)


def replace(world: World, slug: str, number: int, email: str) -> Game:
    """Give a player's seat to an address, from the next hand on; a bot finishes this one.

    Raises `NotFound`, `TooLate` and `BadField`.
    """

    def give(session: Session, table: Table) -> Table:
        return hosting.give_seat(session, world, table, number, fields.address(world, email))

    return _running(world, slug, give)


def seat_called(world: World, slug: str, called: str) -> int:
    """The number, from 0, of a seat that is called by its number from 1 or by its player's name.

    Raises `NotFound` and `BadField`.
    """
    with world.reading() as session:
        seats = _table(session, slug).seats
    named = [seat.number for seat in seats if called in (str(seat.number + 1), seat.name)]
    if len(named) != 1:
        raise BadField("seat", f"There is no single seat {called}; the seats are 1 to {len(seats)}.")
    return named[0]


def ban(world: World, email: str) -> int:
    """Ban an address: no mail goes to it, its sign-ins end, bots take its seats. At how many tables it sat.

    Raises `BadField`.
    """
    address, now = fields.address(world, email), world.now()
    with world.transaction() as session:
        session.merge(Ban(email=address, at=now))
        person = queries.person_at(session, address)
        if person is not None:
            person.epoch += 1
        offered = update(Invitation).where(col(Invitation.email) == address, col(Invitation.withdrawn_at).is_(None))
        session.execute(offered.values(withdrawn_at=now))
        seats = seats_of(session, person)
    for slug, number in seats:
        stand_up(world, slug, number)
    with world.transaction() as session:
        pending = (col(ended).is_(None) for ended in (Mail.sent_at, Mail.failed_at, Mail.dropped_at))
        owed = update(Mail).where(col(Mail.address) == address, *pending)
        session.execute(owed.values(dropped_at=now, error="This address is banned."))
    return len(seats)


def move(world: World, old: str, new: str) -> None:
    """Move the person at an address to another, which nobody has; the operator vouches for both. Both are told.

    Raises `NotFound`, `TooLate` and `BadField`.
    """
    before, after = fields.address(world, old, "old"), fields.address(world, new, "new")
    with world.transaction() as session:
        person = queries.person_at(session, before)
        if person is None:
            raise NotFound(f"Nobody has the address {before}.")
        if queries.person_at(session, after):
            raise TooLate(f"Somebody has the address {after} already, and two accounts cannot become one.")
        if queries.is_banned(session, before) or queries.is_banned(session, after):
            raise BadField("new", "One of these addresses is banned. Lift that first.")
        now, number = world.now(), person.id or 0
        row = AddressChange(person_id=number, old_email=before, new_email=after, created_at=now, done_at=now)
        session.add(row)
        moving.move(session, world, person, after)


def unban(world: World, email: str) -> bool:
    """Lift a ban; whether there was one. Raises `BadField`."""
    address = fields.address(world, email)
    with world.transaction() as session:
        row = session.get(Ban, address)
        if row is not None:
            session.delete(row)
        return row is not None


def banned(world: World) -> Sequence[str]:
    """The addresses that are banned."""
    with world.reading() as session:
        return session.exec(select(Ban.email).order_by(Ban.email)).all()


def stand_up(world: World, slug: str, number: int) -> None:
    """Take somebody from a seat: a bot plays it on; before the start it is free again, and a host's table is closed."""

    def attempt(session: Session) -> tuple[Table, None]:
        table = _table(session, slug)
        seat = table.seats[number]
        if table.state is not None:
            return hosting.empty_seat(session, world, table, number), None
        if seat.person_id == table.game.host_id:
            table.game.closed_at, table.game.join_code = world.now(), None
        else:
            seat.person_id, seat.name, seat.accepted_at, seat.generation = None, "", None, seat.generation + 1
        return table, None

    committed(world, attempt)


def seats_of(session: Session, person: Person | None) -> list[tuple[str, int]]:
    """Where somebody sits at tables that are still open: slug and seat."""
    if person is None:
        return []
    open_still = (col(Game.closed_at).is_(None), col(Game.ended_at).is_(None))
    own = select(Game.slug, Seat.number).join(Seat, col(Seat.game_id) == Game.id)
    return [(slug, number) for slug, number in session.exec(own.where(Seat.person_id == person.id, *open_still)).all()]


def _by_game(rows: Iterable[OfGame]) -> defaultdict[int | None, list[OfGame]]:
    found = defaultdict[int | None, list[OfGame]](list)
    for row in rows:
        found[row.game_id].append(row)
    return found


def _listed(game: Game, seats: Sequence[Seat], turns: Sequence[Turn], failed: int) -> Listed:
    names = {seat.number: seat.name or "free" for seat in seats}
    return Listed(
        game.slug,
        tuple(names.values()),
        _state(game),
        game.hand,
        game.ply,
        game.started_at or game.created_at,
        tuple(names[turn.seat] for turn in turns),
        min((turn.deadline for turn in turns if turn.deadline), default=None),
        failed,
    )


def _state(game: Game) -> str:
    if game.closed_at:
        return "closed"
    if game.ended_at:
        return "ended"
    if game.started_at is None:
        return "open"
    return "paused" if game.paused_at else "running"


def _table(session: Session, slug: str) -> Table:
    table = loading.load_slug(session, slug)
    if table is None:
        raise NotFound(f"There is no game {slug}.")
    if table.game.ended_at or table.game.closed_at:
        raise TooLate("This game is over already.")
    return table


def _running(world: World, slug: str, act: Callable[[Session, Table], Table]) -> Game:
    def attempt(session: Session) -> tuple[Table, Game]:
        table = _table(session, slug)
        if table.state is None or ohhell.over(table.playing):
            raise TooLate("This game is not running.")
        table = act(session, table)
        return table, table.game

    return committed(world, attempt)
