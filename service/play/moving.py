"""Another address for a person: it changes once the old one has allowed it and the new one is proved."""

from datetime import timedelta

from sqlalchemy import ColumnElement, func
from sqlalchemy.exc import IntegrityError
from sqlmodel import Session, col, select, update

from service.mail import letters, links
from service.play import fields, limits
from service.play.errors import BadField, LinkExpired, NotFound, TooLate
from service.store import queries
from service.store.database import LOCKS
from service.store.tables import AddressChange, Invitation, Mail, Person, SignIn
from service.world import World

LASTS = links.ADDRESS_CHANGE_LASTS
MAILS_A_DAY = 3
OLD, NEW = "old", "new"
TAKEN = "This address has an account of its own here, so no other can move to it."
OFFERS = ("invitation", "invitation-reminder")


def ask(world: World, person_id: int, email: str) -> AddressChange:
    """Write to a person's address and to the one they want; both must agree. An earlier wish is forgotten.

    Nothing here tells whether somebody has that address: the mail to it does. Raises `BadField` and `SlowDown`.
    """
    address = fields.address(world, email)
    limits.spend_alone(world, limits.ADDRESS_CHANGES, str(person_id))
    with world.transaction() as session:
        person = session.get_one(Person, person_id)
        if address == person.email:
            raise BadField("email", "This is your address already.")
        _stop_all(session, world, person_id)
        flooded = _asked_lately(session, world, address) >= MAILS_A_DAY
        row = AddressChange(person_id=person_id, old_email=person.email, new_email=address, created_at=world.now())
        session.add(row)
        session.flush()
        details = {"change": row.id}
        letters.owe(session, world, "address-old", f"address-old/{row.id}", person.email, person_id, details=details)
        if not flooded:
            letters.owe(session, world, "address-new", f"address-new/{row.id}", address, details=details)
    world.wake()
    return row


def pending(world: World, person_id: int) -> AddressChange | None:
    """The change that a person has asked for and that can still come about."""
    own = select(AddressChange).where(AddressChange.person_id == person_id, *_open_since(world))
    with world.reading() as session:
        return session.exec(own).first()


def cancel(world: World, person_id: int) -> None:
    """Take back what was asked for."""
    with world.transaction() as session:
        _stop_all(session, world, person_id)


def look(world: World, side: str, token: str) -> AddressChange:
    """The change that a link of the old or the new address is for. Raises `NotFound`, `LinkExpired`, `TooLate`."""
    with world.reading() as session:
        return _change(session, world, side, token)


def confirm(world: World, side: str, token: str) -> tuple[AddressChange, Person]:
    """Allow a change from the old address, or prove the new one; with both it is carried out, and both are told.

    Raises `NotFound`, `LinkExpired` and `TooLate`.
    """
    try:
        with world.transaction() as session:
            row, now = _change(session, world, side, token), world.now()
            person = session.get_one(Person, row.person_id)
            if side == OLD:
                row.allowed_at = row.allowed_at or now
            else:
                row.proved_at = row.proved_at or now
            if row.allowed_at and row.proved_at and not row.done_at:
                row.done_at = now
                move(session, world, person, row.new_email)
    except IntegrityError:  # somebody came in by that address just now
        raise TooLate(TAKEN) from None
    world.wake()
    return row, person


def stop(world: World, token: str) -> None:
    """Stop a change from the old address, and sign its person out everywhere: somebody else may have asked.

    Raises `NotFound`, and `TooLate` when it is done.
    """
    with world.transaction() as session:
        row = _change(session, world, OLD, token)
        if row.done_at:
            raise TooLate("Your address has changed already.")
        row.stopped_at = world.now()
        session.get_one(Person, row.person_id).epoch += 1


def move(session: Session, world: World, person: Person, email: str) -> None:
    """Give a person another address, with all that is on its way to the old one; their sessions end. Both are told."""
    old, now, person_id = person.email, world.now(), person.id or 0
    person.email, person.bounced_at, person.epoch = email, None, person.epoch + 1
    session.flush()
    _stop_all(session, world, person_id)
    session.execute(update(SignIn).where(col(SignIn.email) == old, col(SignIn.used_at).is_(None)).values(used_at=now))
    waiting = (col(ended).is_(None) for ended in (Mail.sent_at, Mail.failed_at, Mail.dropped_at))
    theirs = (col(Mail.person_id) == person_id) | col(Mail.kind).in_(OFFERS)
    session.execute(update(Mail).where(col(Mail.address) == old, theirs, *waiting).values(address=email, raw=None))
    _move_invitations(session, world, old, email)
    letters.revive(session, world, person_id)
    for side, address in ((OLD, old), (NEW, email)):
        purpose = f"address-moved/{person_id}/{person.epoch}/{side}"
        details = {"side": side, "email": email}
        letters.owe(session, world, "address-moved", purpose, address, person_id, details=details)


def _move_invitations(session: Session, world: World, old: str, new: str) -> None:
    there = set(session.exec(select(Invitation.game_id).where(Invitation.email == new)).all())
    for row in session.exec(select(Invitation).where(Invitation.email == old)).all():
        if row.game_id not in there:
            row.email = new
        elif not (row.accepted_at or row.refused_at):
            row.withdrawn_at = row.withdrawn_at or world.now()


def _stop_all(session: Session, world: World, person_id: int) -> None:
    own = update(AddressChange).where(col(AddressChange.person_id) == person_id, *_open_since(world))
    session.execute(own.values(stopped_at=world.now()))


def _open_since(world: World) -> tuple[ColumnElement[bool], ...]:
    ended = (AddressChange.done_at, AddressChange.stopped_at)
    return (*(col(each).is_(None) for each in ended), col(AddressChange.created_at) > world.now() - LASTS)


def _asked_lately(session: Session, world: World, email: str) -> int:
    lately = (AddressChange.new_email == email, col(AddressChange.created_at) > world.now() - timedelta(days=1))
    return session.exec(select(func.count()).select_from(AddressChange).where(*lately)).one()


def _change(session: Session, world: World, side: str, token: str) -> AddressChange:
    number = links.read_address_change(world, side, token)
    own = select(AddressChange).where(AddressChange.id == number)
    own = own.with_for_update() if session.info.get(LOCKS) else own  # both addresses may agree at once
    row = session.exec(own).first() if number is not None else None
    if row is None:
        raise NotFound()
    if row.done_at:
        return row
    banned = queries.is_banned(session, row.old_email) or queries.is_banned(session, row.new_email)
    if row.stopped_at or banned or row.created_at + LASTS <= world.now():
        raise LinkExpired("This change of address was stopped, or is more than three days old. Nothing has changed.")
    if (side == NEW or row.proved_at) and queries.person_at(session, row.new_email):
        raise TooLate(TAKEN)
    return row
