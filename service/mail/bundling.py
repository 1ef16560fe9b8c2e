"""Several games that wait for one person: their turn mails travel in one mail, the carrier."""

from collections.abc import Sequence
from datetime import timedelta

from sqlalchemy import or_
from sqlmodel import Session, col, select

from service.mail import games, links
from service.mail.desk import Desk, Letter
from service.mail.wanted import why_not
from service.mail.words import tidy
from service.store import queries
from service.store.tables import Mail
from service.world import World

MOST = 20
BODIES = ("txt", "html")


def carrier_of(session: Session, world: World, mail: Mail, claim: timedelta) -> Mail | None:
    """A claimed mail that brings a turn mail along with others due to the same person; None if it goes alone."""
    if mail.kind != "turn" or mail.raw is not None:
        return None
    others = [other for other in _waiting(session, world, mail) if why_not(session, world, other) is None]
    if not others:
        return None
    now = world.now()
    carrier = Mail(
        purpose=f"turns/{mail.id}/{int(now.timestamp())}",
        kind="turns",
        address=mail.address,
        person_id=mail.person_id,
        created_at=now,
        due_at=now,
        claimed_until=now + claim,
    )
    session.add(carrier)
    session.flush()
    for other in (mail, *others):
        other.carrier_id, other.claimed_until = carrier.id, None
    return carrier


def carried(session: Session, carrier: Mail) -> Sequence[Mail]:
    """The mails that another brings along."""
    return session.exec(select(Mail).where(Mail.carrier_id == carrier.id).order_by(col(Mail.id))).all()


def share_fate(session: Session, carrier: Mail) -> None:
    """Let what became of a carrier be what became of the mails it brings along."""
    for mail in carried(session, carrier):
        mail.sent_at, mail.failed_at, mail.dropped_at = carrier.sent_at, carrier.failed_at, carrier.dropped_at
        mail.error = carrier.error


def turns(desk: Desk) -> Letter | None:
    """It is your turn in several games; None when it is in none any more."""
    parts = [part for mail in carried(desk.session, desk.mail) if (part := _part(desk, mail)) is not None]
    if not parts:
        return None
    pause = links.unsubscribe_url(desk.world, desk.mail.person_id or 0)
    values = {"parts": parts, "settings": links.settings_url(desk.world), "pause": pause}
    return Letter(values, tidy(desk.reader.name))


def _part(desk: Desk, mail: Mail) -> dict[str, str] | None:
    """One game's turn, as its own mail would tell it."""
    if why_not(desk.session, desk.world, mail):
        return None
    letter = games.turn(Desk(desk.session, desk.world, mail))
    if letter is None:
        return None
    values = {"replies": False, "kind": "turn", **letter.values}
    render = desk.world.render
    bodies = {body: render(f"mail/turn.{body}", {**values, "layout": f"mail/_part.{body}"}) for body in BODIES}
    return {"title": render("mail/turn.subject", values).strip(), **bodies}


def _waiting(session: Session, world: World, mail: Mail) -> Sequence[Mail]:
    """The other turn mails to the same person that are due, or held back only to come together."""
    now = world.now()
    person = queries.person(session, mail.person_id) if mail.person_id is not None else None
    together = person is not None and person.measure != "at once"
    due = col(Mail.due_at) <= now
    rows = select(Mail).where(
        Mail.kind == "turn",
        Mail.person_id == mail.person_id,
        Mail.id != mail.id,
        col(Mail.raw).is_(None),
        col(Mail.carrier_id).is_(None),
        *(col(ended).is_(None) for ended in (Mail.sent_at, Mail.failed_at, Mail.dropped_at)),
        or_(col(Mail.claimed_until).is_(None), col(Mail.claimed_until) <= now),
        or_(due, col(Mail.due_at) == col(Mail.held_until)) if together else due,
    )
    return session.exec(rows.order_by(col(Mail.id)).limit(MOST).with_for_update(skip_locked=True)).all()
