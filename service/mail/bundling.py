"""Several games that wait for one person: their turn mails travel in one mail, the carrier."""

from collections.abc import Collection, Sequence
from datetime import timedelta

from sqlalchemy import and_, or_
from sqlmodel import Session, col, select

from service.mail import games, links
from service.mail.bag import CARRIER
from service.mail.desk import Desk, Letter
from service.mail.wanted import why_not
from service.mail.words import tidy
from service.store.tables import Mail, Person
from service.world import World

MOST = 20
BODIES = ("txt", "html")


def together(session: Session, world: World, claimed: Sequence[Mail], claim: timedelta) -> list[Mail]:
    """Claimed mails as they go out: turn mails to one person, with others that are due to them, by a carrier."""
    alone = {mail.id: mail for mail in claimed}
    turns = [mail for mail in claimed if mail.kind == "turn" and mail.raw is None and mail.person_id is not None]
    others = _waiting(session, world, {mail.person_id or 0 for mail in turns}) if turns else []
    for person_id in dict.fromkeys(mail.person_id for mail in turns):
        own = [mail for mail in turns if mail.person_id == person_id]
        rest = [mail for mail in others if mail.person_id == person_id and why_not(session, world, mail) is None]
        parts = [*own, *rest][: MOST + 1]
        if len(parts) > 1:
            carrier = _carrier(session, world, parts, claim)
            brought = {mail.id for mail in parts}
            alone = {mail_id: mail for mail_id, mail in alone.items() if mail_id not in brought}
            alone[carrier.id] = carrier
    return list(alone.values())


def _carrier(session: Session, world: World, parts: Sequence[Mail], claim: timedelta) -> Mail:
    """A new mail, claimed, that brings others along."""
    now, first = world.now(), parts[0]
    carrier = Mail(
        purpose=f"turns/{first.id}/{int(now.timestamp())}",
        kind=CARRIER,
        address=first.address,
        person_id=first.person_id,
        urgent=True,
        created_at=now,
        due_at=now,
        claimed_until=now + claim,
    )
    session.add(carrier)
    session.flush()
    for mail in parts:
        mail.carrier_id, mail.claimed_until = carrier.id, None
    return carrier


def turns(desk: Desk) -> Letter | None:
    """It is your turn in several games; None when it is in none any more."""
    parts = [part for mail in desk.bag.brought[desk.mail.id or 0] if (part := _part(desk, mail)) is not None]
    if not parts:
        return None
    pause = links.unsubscribe_url(desk.world, desk.mail.person_id or 0)
    values = {"parts": parts, "settings": links.settings_url(desk.world), "pause": pause}
    return Letter(values, tidy(desk.reader.name))


def _part(desk: Desk, mail: Mail) -> dict[str, str] | None:
    """One game's turn, as its own mail would tell it."""
    if why_not(desk.session, desk.world, mail):
        return None
    letter = games.turn(Desk(desk.session, desk.world, mail, desk.bag))
    if letter is None:
        return None
    values = {"replies": False, "kind": "turn", **letter.values}
    render = desk.world.render
    bodies = {body: render(f"mail/turn.{body}", {**values, "layout": f"mail/_part.{body}"}) for body in BODIES}
    return {"title": render("mail/turn.subject", values).strip(), **bodies}


def _waiting(session: Session, world: World, people: Collection[int]) -> Sequence[Mail]:
    """The turn mails to these people that are due, or held back only to come together, and in no postman's hands."""
    now = world.now()
    apart = select(Person.id).where(col(Person.id).in_(people), Person.measure == "at once")
    together = and_(col(Mail.due_at) == col(Mail.held_until), col(Mail.person_id).not_in(apart))
    rows = select(Mail).where(
        Mail.kind == "turn",
        col(Mail.person_id).in_(people),
        col(Mail.raw).is_(None),
        col(Mail.carrier_id).is_(None),
        *(col(ended).is_(None) for ended in (Mail.sent_at, Mail.failed_at, Mail.dropped_at)),
        or_(col(Mail.claimed_until).is_(None), col(Mail.claimed_until) <= now),
        or_(col(Mail.due_at) <= now, together),
    )
    limit = MOST * len(people)
    return session.exec(rows.order_by(col(Mail.id)).limit(limit).with_for_update(skip_locked=True)).all()
