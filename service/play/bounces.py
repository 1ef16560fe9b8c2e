"""Mail of ours that came back, and mail to the addresses that stop ours."""

from collections.abc import Callable

from sqlalchemy.exc import IntegrityError
from sqlmodel import Session, col, select

from service.mail import postman
from service.mail.addresses import Returned, Stop
from service.mail.inbox import Fate
from service.mail.reading import Bounce
from service.play.incoming import Incoming, note, seen, written
from service.play.settle import owe_seat
from service.store import loading, queries
from service.store.tables import Game, Mail, Person, Seat
from service.world import World

ABOUT_OUR_SENDER = frozenset({"5.1.7", "5.1.8"})


def take(world: World, incoming: Incoming) -> Fate:
    """What a bounce or a request to stop asks for, once."""
    match incoming.key:
        case Stop(person_id) if incoming.letter.bounce is None:
            return _once(world, incoming, lambda session: _stop(session, world, person_id))
        case Returned(mail_id) if (bounce := incoming.letter.bounce) is not None:
            return _once(world, incoming, lambda session: _returned(session, world, mail_id, bounce))
        case _:
            return note(world, incoming, "auto", "Nobody wrote this by hand, so nothing was done.")


def deliver(world: World) -> int:
    """Send what is due. An address that the mail server refuses at once is treated as one that a bounce tells of."""
    return postman.deliver(world, refused=_refused)


def _refused(world: World, mail_id: int, status: str) -> None:
    with world.transaction() as session:
        _condemned(session, world, session.get_one(Mail, mail_id), Bounce("failed", status))


def condemns(bounce: Bounce) -> bool:
    """Whether a bounce says that there is no such mailbox (RFC 3463, 3.2), and not that a mail was not liked."""
    return bounce.permanent and bounce.status.startswith("5.1.") and bounce.status not in ABOUT_OUR_SENDER


def _once(world: World, incoming: Incoming, act: Callable[[Session], Fate]) -> Fate:
    try:
        with world.transaction() as session:
            known = seen(session, incoming)
            if known is not None:
                return known
            fate = act(session)
            written(session, world, incoming, fate.word)
    except IntegrityError:
        return Fate("duplicate", "This message was taken before.")
    world.wake()
    return fate


def _stop(session: Session, world: World, person_id: int) -> Fate:
    person = queries.person(session, person_id)
    if person is None:
        return Fate("unknown", "There is no such person.")
    person.unsubscribed_at = person.unsubscribed_at or world.now()
    return Fate("paused", "No more game mails go to this person.")


def _returned(session: Session, world: World, mail_id: int, bounce: Bounce) -> Fate:
    mail = session.get(Mail, mail_id)
    if mail is None:
        return Fate("unknown", "There is no such mail.")
    if not bounce.permanent:
        return Fate("bounce", "This mail waits on its way; nothing needs to be done.")
    mail.failed_at = mail.failed_at or world.now()
    mail.error = _why(bounce)
    if not _condemned(session, world, mail, bounce):
        return Fate("bounce", "This mail did not arrive.")
    return Fate("bounce", "There is no such mailbox, so no more mail goes to it.")


def _condemned(session: Session, world: World, mail: Mail, bounce: Bounce) -> bool:
    """Stop the mails to an address that does not exist, and tell the hosts; whether it is such a one."""
    person = queries.person_at(session, mail.address)  # nobody, if they have another address by now
    if person is None or not condemns(bounce):
        return False
    if person.bounced_at is None:
        person.bounced_at = world.now()
        _tell_hosts(session, world, person, mail.id or 0)
    return True


def _why(bounce: Bounce) -> str:
    if condemns(bounce):
        return f"This mail came back: there is no such mailbox ({bounce.status})."
    if bounce.status.startswith("5.7."):
        return f"This mail came back: a mail server on the way refused it ({bounce.status})."
    return f"This mail came back ({bounce.status or 'no code was given'})."


def _tell_hosts(session: Session, world: World, person: Person, mail_id: int) -> None:
    running = (
        select(Seat.game_id)
        .join(Game, col(Game.id) == Seat.game_id)
        .where(Seat.person_id == person.id, col(Game.started_at).is_not(None), col(Game.ended_at).is_(None))
    )
    for game_id in session.exec(running).all():
        table = loading.load(session, game_id)
        seat = table.seat_of(person.id) if table else None
        host = table.seat_of(table.game.host_id) if table else None
        if table and seat and host and host.number != seat.number:
            details: dict[str, object] = {"seat": seat.number}
            owe_seat(session, world, table, host.number, "bounced", f"bounced/{table.id}/{mail_id}", details=details)
