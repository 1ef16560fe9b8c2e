"""Invitations: a seat offered to an address, accepted or refused on a page."""

from sqlmodel import Session, select

from service.mail import letters, links
from service.play import calendars, fields, limits, shuffling
from service.play.errors import BadField, LinkExpired, NotFound, TooLate
from service.play.pages import InvitationPage
from service.play.people import person_of
from service.play.seating import FULL, begin, inherit, open_seat, sit
from service.play.turns import committed
from service.store import loading, queries
from service.store.loading import Table
from service.store.refusals import refuses
from service.store.rematches import lost_before
from service.store.tables import Game, Invitation, Person, Refusal, Seat
from service.world import World


def invite_to(session: Session, world: World, table: Table, email: str, field: str, chosen: Seat | None = None) -> None:
    """Offer a free seat, or the `chosen` one, to an address and owe it one mail, unless it wants none for good.

    Raises `BadField`.
    """
    address = _welcome(session, fields.address(world, email, field), field)
    seat = chosen or open_seat(session, table)
    if seat is None:
        raise BadField(field, FULL)
    seated = queries.person_at(session, address)
    if seated and table.seat_of(seated.id):
        raise BadField(field, f"{address} has a seat at this table already.")
    row = _offered(session, table, address)
    if row and row.withdrawn_at is None:
        raise BadField(field, f"{address} was invited to this table already.")
    if row and row.refused_at:
        raise BadField(field, f"{address} said no to this table.")
    row = row or Invitation(game_id=table.id, seat=seat.number, email=address, created_at=world.now())
    row.seat, row.withdrawn_at, row.accepted_at = seat.number, None, None
    session.add(row)
    session.flush()
    if not refuses(session, world.settings.keys, address):
        owe_invitation(session, world, row, "invitation")


def offer_seat(session: Session, world: World, table: Table, seat: Seat, email: str) -> None:
    """Offer a seat of a running game to an address, for whoever accepts to take it with the next hand.

    Raises `BadField`.
    """
    address = _welcome(session, fields.address(world, email), "email")
    seated = queries.person_at(session, address)
    if seated and (table.seat_of(seated.id) or any(other.heir_id == seated.id for other in table.seats)):
        raise BadField("email", f"{address} has a seat at this table already.")
    withdraw(session, world, table, seat.number)
    row = _offered(session, table, address)
    if row and row.withdrawn_at is None:
        raise BadField("email", f"{address} was invited to this table already.")
    if row is None:
        row = Invitation(game_id=table.id, seat=seat.number, email=address, created_at=world.now())
        session.add(row)
    row.seat, row.created_at = seat.number, world.now()
    row.withdrawn_at, row.accepted_at, row.refused_at = None, None, None
    session.flush()
    if not refuses(session, world.settings.keys, address):
        owe_invitation(session, world, row, "invitation", f"invitation/{row.id}/{seat.generation}")


def _welcome(session: Session, address: str, field: str) -> str:
    if queries.is_banned(session, address):
        raise BadField(field, f"{address} cannot be invited here.")
    return address


def owe_invitation(session: Session, world: World, row: Invitation, kind: str, purpose: str = "") -> None:
    """Owe an invitation or its one reminder."""
    if kind == "invitation":
        _spend(session, world, row)
    details: dict[str, object] = {"invitation": row.id}
    letters.owe(session, world, kind, purpose or f"{kind}/{row.id}", row.email, game_id=row.game_id, details=details)


def _spend(session: Session, world: World, row: Invitation) -> None:
    """Count an invitation to somebody who has not played with this host. Raises `SlowDown`."""
    host = session.get_one(Game, row.game_id).host_id
    if world.settings.mailbox or queries.have_played(session, host, row.email):
        return
    limits.spend(session, world, limits.INVITATIONS_TO_ADDRESS, row.email)
    limits.spend(session, world, limits.invitations_by_host(world), str(host))


def withdraw(session: Session, world: World, table: Table, seat: int) -> None:
    """Take back the offer of a seat."""
    rows = select(Invitation).where(Invitation.game_id == table.id, Invitation.seat == seat)
    for row in session.exec(rows):
        row.withdrawn_at = row.withdrawn_at or world.now()


def look_invitation(world: World, token: str) -> InvitationPage:
    """The invitation of a link. Raises `NotFound`, `LinkExpired` and `TooLate`."""
    with world.reading() as session:
        row, table = _open(session, world, token)
        host = next((seat.name for seat in table.seats if seat.person_id == table.game.host_id), "The host")
        known = queries.person_at(session, row.email)
        loser = lost_before(session, table.game, known.id) if known and not table.game.started_at else ""
        return InvitationPage(row, table, host, known, loser)


def accept_invitation(world: World, token: str, name: str, zone: str, word: str = "") -> tuple[Game, Person]:
    """Take the seat that was offered; its mail has proved the address. Raises also `BadField`.

    `word` goes into the shuffles, the first one included.
    """
    known_as, zone = fields.name(name), fields.zone(zone)

    def attempt(session: Session) -> tuple[Table, tuple[Game, Person]]:
        row, table = _open(session, world, token)
        person = person_of(session, world, row.email, known_as, zone)
        if table.seat_of(person.id) or any(seat.heir_id == person.id for seat in table.seats):
            raise TooLate("You have a seat at this table already.")
        person.name = known_as
        calendars.change_zone(session, world, person, zone)
        row.accepted_at = world.now()
        if table.game.started_at:
            inherit(table, table.seats[row.seat], person, known_as)
            return table, (table.game, person)
        sit(world, table, table.seats[row.seat], person, known_as)
        if word:
            shuffling.keep_word(session, world, table, table.seats[row.seat], word)
        session.flush()
        table = begin(session, world, loading.table_of(session, table.game))
        return table, (table.game, person)

    return committed(world, attempt)


def refuse_invitation(world: World, token: str, for_good: bool) -> None:
    """Say no to a seat; `for_good`: this address is never invited by anyone again."""
    with world.transaction() as session:
        row, _table = _open(session, world, token)
        row.refused_at = world.now()
        if for_good and session.get(Refusal, row.email) is None:
            session.add(Refusal(email=row.email, at=world.now()))


def _offered(session: Session, table: Table, email: str) -> Invitation | None:
    rows = select(Invitation).where(Invitation.game_id == table.id, Invitation.email == email)
    return session.exec(rows).first()


def _open(session: Session, world: World, token: str) -> tuple[Invitation, Table]:
    number = links.read_invitation(world, token)
    row = session.get(Invitation, number) if number is not None else None
    table = loading.load(session, row.game_id) if row else None
    if row is None or table is None:
        raise NotFound()
    if row.accepted_at:
        raise TooLate("You have accepted this invitation already.")
    if row.refused_at or row.withdrawn_at:
        raise LinkExpired("This invitation is no longer open.")
    game = table.game
    if game.closed_at or game.ended_at or (game.started_at and row.created_at < game.started_at):
        raise TooLate("This table has started or closed without you.")
    return row, table
