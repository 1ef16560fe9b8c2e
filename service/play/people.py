"""People: proving an address, signing in and out, name and zone, mails on and off."""

from datetime import timedelta

from sqlalchemy import func
from sqlmodel import Session, col, select, update

from service.mail import letters, links
from service.mail.wanted import SIGN_IN_LASTS
from service.play import calendars, fields, limits
from service.play.errors import NotFound, SignInOver
from service.store import queries
from service.store.tables import Person, SignIn
from service.world import World

MAILS_AN_HOUR = 5
USED = "This link has signed somebody in already, and each is good once."
TOO_OLD = "This link is more than a day old, and each is good for a day."


def ask_sign_in(world: World, email: str, onward: str = "", name: str = "", zone: str = "", network: str = "") -> None:
    """Mail a link to sign in with. The same answer for every address; at most five mails an hour go to one.

    `name` and `zone` are kept for someone who comes for the first time; `network` is where the request came from.
    Raises `BadField`, and `SlowDown` when that network asks too often.
    """
    address = fields.address(world, email)
    known_as = fields.name(name) if name.strip() else ""
    zone = fields.zone(zone) if zone.strip() else ""
    if network and not world.settings.mailbox:
        limits.spend_alone(world, limits.SIGN_INS, network)
    with world.transaction() as session:
        if queries.is_banned(session, address) or _asked_lately(session, world, address) >= MAILS_AN_HOUR:
            return
        row = SignIn(email=address, name=known_as, zone=zone, onward=onward, created_at=world.now())
        session.add(row)
        session.flush()
        letters.owe(session, world, "sign-in", f"sign-in/{row.id}", address, details={"sign_in": row.id})
    world.wake()


def look_sign_in(world: World, token: str) -> SignIn:
    """The sign-in of a link that is still good. Raises `NotFound` or `SignInOver`."""
    with world.reading() as session:
        return _sign_in(session, world, token)


def sign_in(world: World, token: str) -> tuple[Person, str]:
    """The person whose address the link proves, made if new, and the page to go on to. Good once.

    Raises `NotFound` or `SignInOver`.
    """
    with world.transaction() as session:
        row = _sign_in(session, world, token)
        claim = update(SignIn).where(col(SignIn.id) == row.id, col(SignIn.used_at).is_(None))
        if session.execute(claim.values(used_at=world.now())).rowcount != 1:  # type: ignore[attr-defined]  # a cursor's
            raise SignInOver(USED, row.email, row.onward)
        return person_of(session, world, row.email, row.name, row.zone), row.onward


def person_of(session: Session, world: World, email: str, name: str = "", zone: str = "") -> Person:
    """The person at a proved address; a new one is called `name`, or else what stands before the @."""
    person = queries.person_at(session, email)
    if person is None:
        called = name or email.partition("@")[0][: fields.LONGEST_NAME]
        person = Person(email=email, name=called, zone=zone or "UTC", created_at=world.now())
        session.add(person)
        session.flush()
    return person


def person_for(world: World, person_id: int, epoch: int) -> Person | None:
    """The person of a session, unless they have signed out everywhere since."""
    with world.reading() as session:
        person = queries.person(session, person_id)
        return person if person and person.epoch == epoch else None


def change_person(world: World, person_id: int, name: str, zone: str) -> Person:
    """Change what others call a person and the zone their times are shown in. Raises `BadField`."""
    known_as, zone = fields.name(name), fields.zone(zone)
    with world.transaction() as session:
        person = _person(session, person_id)
        person.name = known_as
        calendars.change_zone(session, world, person, zone)
        return person


def draw_cards(world: World, person_id: int, four_colours: bool, large: bool) -> Person:
    """Draw a person's cards in four colours or in two, large or not."""
    with world.transaction() as session:
        person = _person(session, person_id)
        person.four_colours, person.large_cards = four_colours, large
        return person


def sign_out_everywhere(world: World, person_id: int) -> None:
    """End all of a person's sessions."""
    with world.transaction() as session:
        _person(session, person_id).epoch += 1


def look_unsubscribe(world: World, token: str) -> Person:
    """The person whose turn mails a link stops. Raises `NotFound`."""
    with world.reading() as session:
        return _subscriber(session, world, token)


def unsubscribe(world: World, token: str) -> Person:
    """Stop turn mails to a person. Mails to sign in are never stopped. Raises `NotFound`."""
    with world.transaction() as session:
        person = _subscriber(session, world, token)
        person.unsubscribed_at = person.unsubscribed_at or world.now()
        return person


def resubscribe(world: World, token: str) -> Person:
    """Send turn mails to a person again, on the link of an earlier mail. Raises `NotFound`."""
    with world.transaction() as session:
        person = _subscriber(session, world, token)
        person.unsubscribed_at = None
        letters.revive(session, world, person.id or 0)
        return person


def mail_again(world: World, person_id: int, wanted: bool) -> Person:
    """Turn a signed-in person's turn mails on or off; on also forgives an address that bounced."""
    with world.transaction() as session:
        person = _person(session, person_id)
        person.unsubscribed_at = None if wanted else person.unsubscribed_at or world.now()
        person.bounced_at = None if wanted else person.bounced_at
        if wanted:
            letters.revive(session, world, person_id)
        return person


def _asked_lately(session: Session, world: World, email: str) -> int:
    since = world.now() - timedelta(hours=1)
    asked = select(func.count()).select_from(SignIn).where(SignIn.email == email, col(SignIn.created_at) > since)
    return session.exec(asked).one()


def _sign_in(session: Session, world: World, token: str) -> SignIn:
    number = links.read_sign_in(world, token)
    row = session.get(SignIn, number) if number is not None else None
    if row is None:
        raise NotFound()
    if row.used_at:
        raise SignInOver(USED, row.email, row.onward)
    if queries.is_banned(session, row.email) or row.created_at + SIGN_IN_LASTS < world.now():
        raise SignInOver(TOO_OLD, row.email, row.onward)
    return row


def _subscriber(session: Session, world: World, token: str) -> Person:
    number = links.read_person(world, token)
    if number is None:
        raise NotFound()
    return _person(session, number)


def _person(session: Session, person_id: int) -> Person:
    person = queries.person(session, person_id)
    if person is None:
        raise NotFound()
    return person
