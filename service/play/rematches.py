"""A rematch: the same people at the same rules and pace, and the loser deals. A game has one at most."""

from dataclasses import dataclass, replace
from datetime import timedelta

from sqlmodel import Session, select

from service.engine import ohhell
from service.mail import links
from service.play import limits
from service.play.errors import LinkExpired, NotFound, NotYours, TooLate
from service.play.invitations import invite_to
from service.play.laying import Opening, lay
from service.play.seating import begin, pending, sit
from service.play.turns import committed
from service.store import loading, queries
from service.store.loading import Table
from service.store.rematches import rematch_of
from service.store.tables import Game, Person, Seat
from service.world import World

FEW_MAY = "Only some people may open tables here, so somebody else of this game has to press Rematch."


@dataclass(frozen=True)
class Rematch:
    """A game that is over, for one of its players: whether it is played again and where.

    `table` is the table opened already, `seated` whether the player sits there, `offered` whether a seat waits for
    them; `loser` would deal, and `may` tells whether this player may open it.
    """

    game: Game
    company: tuple[str, ...]
    loser: str
    table: Game | None
    seated: bool
    offered: bool
    may: bool


def look(world: World, slug: str, person_id: int) -> Rematch | None:
    """What a player of a game is offered when it is over; None before, and to others."""
    with world.reading() as session:
        table = loading.load_slug(session, slug)
        seat = table.seat_of(person_id) if table and table.game.ended_at else None
        return _look(session, world, table, seat) if table and seat else None


def look_link(world: World, token: str, reader: int | None = None) -> Rematch:
    """The same, for whoever has the link of a seat's mail. Raises `NotFound`, `NotYours`, `LinkExpired`, `TooLate`."""
    with world.reading() as session:
        return _look(session, world, *_linked(session, world, token, reader))


def play_again(world: World, slug: str, person_id: int) -> Game:
    """Open the rematch, or take one's seat where it is open already; the table.

    Raises `NotFound`, `NotYours`, `TooLate` and `SlowDown`.
    """

    def attempt(session: Session) -> tuple[Table, Game]:
        table = loading.load_slug(session, slug)
        if table is None or table.state is None:
            raise NotFound()
        seat = table.seat_of(person_id)
        if seat is None:
            raise NotYours("A rematch is for those who played this game.")
        return _again(session, world, table, seat)

    return committed(world, attempt)


def play_again_by_link(world: World, token: str, reader: int | None = None) -> Game:
    """The same, for whoever has the link of a seat's mail. Raises as `look_link` and `play_again`."""

    def attempt(session: Session) -> tuple[Table, Game]:
        return _again(session, world, *_linked(session, world, token, reader))

    return committed(world, attempt)


def _linked(session: Session, world: World, token: str, reader: int | None) -> tuple[Table, Seat]:
    spot = links.read_again(world, token)
    table = loading.load(session, spot[0]) if spot else None
    if spot is None or table is None or table.state is None or spot[1] >= len(table.seats):
        raise NotFound()
    seat = table.seats[spot[1]]
    if seat.generation != spot[2] or seat.person_id is None:
        raise LinkExpired("This link belonged to someone who no longer sits here.")
    if reader is not None and reader != seat.person_id and table.seat_of(reader):
        raise NotYours("This link is for another player’s seat. You are signed in as yourself.")
    _check_over(table)
    return table, seat


def _look(session: Session, world: World, table: Table, seat: Seat) -> Rematch:
    person, opened = session.get_one(Person, seat.person_id), rematch_of(session, table.id)
    there = loading.table_of(session, opened) if opened else None
    return Rematch(
        table.game,
        company=tuple(other.name for other in table.seats if other.number != seat.number),
        loser=table.names[ohhell.loser(table.playing)],
        table=opened,
        seated=there is not None and there.seat_of(person.id) is not None,
        offered=there is not None and _offer(session, there, person) is not None,
        may=world.settings.may_host(person.email),
    )


def _check_over(table: Table) -> None:
    if not table.game.ended_at:
        raise TooLate("This game is still going on; a rematch can wait until its end.")


def _again(session: Session, world: World, table: Table, seat: Seat) -> tuple[Table, Game]:
    _check_over(table)
    person, opened = session.get_one(Person, seat.person_id), rematch_of(session, table.id)
    there = loading.table_of(session, opened) if opened else _open(session, world, table, seat, person)
    offered = _offer(session, there, person)
    if opened and offered and not there.game.started_at:
        row = next(row for row in pending(session, there) if row.seat == offered.number)
        row.accepted_at = world.now()
        sit(world, there, offered, person, person.name)
    session.flush()
    there = begin(session, world, loading.table_of(session, there.game))
    return there, there.game


def _offer(session: Session, table: Table, person: Person) -> Seat | None:
    """The seat that is kept for a person."""
    kept = (row.seat for row in pending(session, table) if row.email == person.email)
    number = next(kept, None)
    return None if number is None or table.game.started_at else table.seats[number]


def _open(session: Session, world: World, table: Table, seat: Seat, host: Person) -> Table:
    """Lay the table with its host in seat 0 and the others round it as they sat."""
    if not world.settings.may_host(host.email):
        raise NotYours(FEW_MAY)
    limits.spend(session, world, limits.TABLES, str(host.id))
    for closed in session.exec(select(Game).where(Game.rematch_of == table.id)):
        closed.rematch_of = None
    session.flush()
    again = lay(session, world, host, opening(table, seat.number))
    again.game.rematch_of = table.id
    session.flush()
    for other in table.seats:
        _fill(session, world, again, again.seats[(other.number - seat.number) % len(table.seats)], other)
    return again


def like(world: World, slug: str) -> Opening:
    """What a game's table was opened with, without its people: for another one like it. Raises `NotFound`."""
    with world.reading() as session:
        table = loading.load_slug(session, slug)
        if table is None:
            raise NotFound()
        bots = sum(seat.bot is not None for seat in table.seats)
        return replace(_once_more(table), bots=bots)


def opening(table: Table, host: int) -> Opening:
    """The same rules and pace once more, with the seats counted from `host`; the loser deals."""
    dealer = (ohhell.loser(table.playing) - host) % table.game.players
    return replace(_once_more(table), rules=replace(table.rules, first_dealer=f"seat:{dealer}"))


def _once_more(table: Table) -> Opening:
    game = table.game
    return Opening(
        rules=table.rules,
        players=game.players,
        allowance=timedelta(seconds=game.allowance),
        singles=game.singles,
        settles=game.settles,
        mask=game.mask,
        bank=timedelta(seconds=game.bank),
        refill=timedelta(seconds=game.refill),
        holidays=game.holidays,
        missing=game.missing,
    )


def _fill(session: Session, world: World, again: Table, seat: Seat, before: Seat) -> None:
    """Give a seat to the bot that had it, or offer it to the person; those who are gone for good leave it free."""
    if before.person_id is None:
        seat.bot, seat.name, seat.accepted_at = before.bot or "steady", before.name, world.now()
        return
    person = session.get_one(Person, before.person_id)
    gone = "@" not in person.email or queries.is_banned(session, person.email)
    if seat.number and not gone:
        invite_to(session, world, again, person.email, "email", seat)
