"""A table before its first hand: open it, fill its seats, start or close it."""

from collections.abc import Callable

from sqlmodel import Session, col, select

from service.engine import ohhell
from service.play import fields, limits, paces, shuffling
from service.play.errors import BadField, NotFound, NotYours, TooLate
from service.play.invitations import invite_to, withdraw
from service.play.laying import Opening as Opening
from service.play.laying import lay
from service.play.paces import Pace
from service.play.pages import TablePage
from service.play.seating import begin, open_seat, seat_bot, seat_person
from service.play.turns import committed
from service.store import loading, queries
from service.store.loading import Table
from service.store.tables import Game, Invitation, Mail, Person
from service.world import World


def open_table(world: World, host_id: int, opening: Opening) -> Game:
    """Open a table with its host in seat 0; with bots in all other seats it starts at once.

    Raises `BadField` and `NotYours`.
    """
    _check(opening)

    def attempt(session: Session) -> tuple[Table, Game]:
        host = session.get(Person, host_id)
        if host is None or not world.settings.may_host(host.email):
            raise NotYours("Only some people may open tables here. Ask whoever runs this service.")
        limits.spend(session, world, limits.TABLES, str(host_id))
        table = lay(session, world, host, opening)
        for email in opening.invite:
            invite_to(session, world, table, email, "invite")
        for _ in range(opening.bots):
            seat_bot(session, world, table)
        table = begin(session, world, table)
        return table, table.game

    return committed(world, attempt)


def change(world: World, slug: str, host_id: int, act: Callable[[Session, Table], object]) -> Game:
    """Let a host change a table that has not started; when it is full afterwards, it starts.

    Raises `NotFound`, `NotYours`, `TooLate` and what `act` raises.
    """

    def attempt(session: Session) -> tuple[Table, Game]:
        table = unstarted(session, slug, host_id)
        act(session, table)
        session.flush()
        table = begin(session, world, loading.table_of(session, table.game))
        return table, table.game

    return committed(world, attempt)


def invite(world: World, slug: str, host_id: int, email: str) -> Game:
    """Offer a free seat to an address. Raises also `BadField`."""
    return change(world, slug, host_id, lambda session, table: invite_to(session, world, table, email, "email"))


def add_bot(world: World, slug: str, host_id: int) -> Game:
    """Put a bot into a free seat."""
    return change(world, slug, host_id, lambda session, table: seat_bot(session, world, table))


def vacate(world: World, slug: str, host_id: int, number: int) -> Game:
    """Make a seat free again: its bot, its person or its invitation goes."""

    def free(session: Session, table: Table) -> None:
        if not 0 < number < len(table.seats):
            raise BadField("seat", "There is no such seat to free.")
        seat = table.seats[number]
        seat.person_id, seat.bot, seat.name, seat.accepted_at = None, None, "", None
        seat.generation += 1
        withdraw(session, world, table, number)

    return change(world, slug, host_id, free)


def new_join_link(world: World, slug: str, host_id: int) -> Game:
    """Make a new link to join; an earlier one is dead from now on."""

    def renew(session: Session, table: Table) -> None:
        table.game.join_code = world.new_secret(12).hex()

    return change(world, slug, host_id, renew)


def drop_join_link(world: World, slug: str, host_id: int) -> Game:
    """Revoke the link to join."""

    def drop(session: Session, table: Table) -> None:
        table.game.join_code = None

    return change(world, slug, host_id, drop)


def start(world: World, slug: str, host_id: int) -> Game:
    """Start now: bots take the seats that are still free."""

    def fill(session: Session, table: Table) -> None:
        for seat in table.seats:
            if seat.person_id is None and seat.bot is None:
                withdraw(session, world, table, seat.number)
        while open_seat(session, table, reserved=True) is not None:
            seat_bot(session, world, table)

    return change(world, slug, host_id, fill)


def close(world: World, slug: str, host_id: int) -> Game:
    """Close a table before its start; who was invited or seated is not written to again."""
    with world.transaction() as session:
        table = unstarted(session, slug, host_id)
        table.game.closed_at, table.game.join_code = world.now(), None
        return table.game


def look_join(world: World, code: str) -> Table:
    """The table that a link to join leads to. Raises `NotFound`."""
    with world.reading() as session:
        return _joinable(session, code)


def join(world: World, code: str, person_id: int, word: str = "") -> Game:
    """Sit down at a table by its link to join; `word` goes into the shuffles.

    Raises `NotFound`, `TooLate` and `BadField`.
    """

    def attempt(session: Session) -> tuple[Table, Game]:
        table = _joinable(session, code)
        person = session.get_one(Person, person_id)
        if table.seat_of(person_id) is None:
            seat = seat_person(session, world, table, person, person.name)
            if word:
                shuffling.keep_word(session, world, table, seat, word)
        session.flush()
        table = begin(session, world, loading.table_of(session, table.game))
        return table, table.game

    return committed(world, attempt)


def table_page(world: World, slug: str, host_id: int) -> TablePage:
    """A table as its host sees it. Raises `NotFound` and `NotYours`."""
    with world.reading() as session:
        table = hosted(session, slug, host_id)
        offered = select(Invitation).where(Invitation.game_id == table.id, col(Invitation.withdrawn_at).is_(None))
        failed = select(Mail).where(Mail.game_id == table.id, col(Mail.failed_at).is_not(None))
        people = [session.get_one(Person, seat.person_id) for seat in table.seats if seat.person_id is not None]
        return TablePage(
            table,
            host=session.get_one(Person, table.game.host_id),
            invitations=session.exec(offered.order_by(col(Invitation.seat))).all(),
            failed=session.exec(failed.order_by(col(Mail.id))).all(),
            emails={person.id: person.email for person in people if person.id is not None},
            turns=queries.open_turns(session, table.id),
            replaced=frozenset(row.seat for row in queries.sittings(session, table.id) if table.seats[row.seat].bot),
        )


def unstarted(session: Session, slug: str, host_id: int) -> Table:
    """A host's table that may still be changed. Raises `NotFound`, `NotYours` and `TooLate`."""
    table = hosted(session, slug, host_id)
    if table.game.started_at:
        raise TooLate("The game has started already.")
    if table.game.closed_at:
        raise TooLate("This table was closed.")
    return table


def hosted(session: Session, slug: str, host_id: int) -> Table:
    """The table of this host. Raises `NotFound` and `NotYours`."""
    table = loading.load_slug(session, slug)
    if table is None:
        raise NotFound()
    if table.game.host_id != host_id:
        raise NotYours("Only the host of this table can do that.")
    return table


def _joinable(session: Session, code: str) -> Table:
    game = queries.game_to_join(session, code)
    if game is None or game.started_at or game.closed_at:
        raise NotFound("This link to join is no longer good. Ask your host for the present one.")
    return loading.table_of(session, game)


def _check(opening: Opening) -> None:
    try:
        ohhell.check_playable(opening.rules, opening.players)
    except ohhell.RulesError as fault:
        raise BadField(getattr(fault, "axis", None) or "rules", str(fault)) from None
    pace = Pace(fields.allowance(opening.allowance), opening.bank, opening.refill)
    paces.check(pace, opening.holidays, opening.missing)
    if not 0 <= opening.bots < opening.players:
        raise BadField("bots", f"There are {opening.players - 1} seats beside yours for bots.")
    if len(opening.invite) > opening.players - 1 - opening.bots:
        raise BadField("invite", f"There are only {opening.players - 1 - opening.bots} seats to invite people to.")
