"""A person's traces taken out of every table: address and name go, the games they played stay readable."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from sqlalchemy import ColumnElement
from sqlmodel import Session, col, delete, func, or_, select, update

from service.store import queries
from service.store.tables import (
    AddressChange,
    Call,
    Game,
    Hook,
    Import,
    Invitation,
    Mail,
    Move,
    Passkey,
    Person,
    Refusal,
    Reply,
    Seat,
    SignIn,
    Sitting,
    Talk,
    Word,
)

FORMER = "a former player"
BEFORE, AFTER = datetime.min.replace(tzinfo=UTC), datetime.max.replace(tzinfo=UTC)


@dataclass(frozen=True)
class Traces:
    """Where somebody is found: what they were called, in which games, and in which of their seats."""

    person_id: int
    email: str
    names: frozenset[str]
    games: frozenset[int]
    seats: frozenset[tuple[int, int]]


def forget(session: Session, person: Person, at: datetime, refused: str) -> None:
    """Take a person out of all tables. `refused` is a keyed hash of their address, kept if it wants no invitations."""
    traces = _traces(session, person)
    _forget_talk(session, traces)
    _forget_seats(session, traces)
    _forget_mails(session, traces, at)
    _forget_replies(session, traces, at)
    _forget_hooks(session, traces)
    session.execute(delete(Import).where(col(Import.person_id) == person.id))
    session.execute(delete(Passkey).where(col(Passkey.person_id) == person.id))
    _forget_address_changes(session, traces, at)
    _forget_address(session, traces, at, refused)
    person.email, person.name, person.zone, person.epoch = f"former-{person.id}", FORMER, "UTC", person.epoch + 1
    person.quiet_from, person.quiet_to, person.days_off, person.holidays = None, None, "", []
    person.open_profile = False
    person.reminders, person.measure, person.digest_hour, person.feed_code = "50 80", "at once", 8, None
    person.unsubscribed_at, person.bounced_at = at, None


def without(names: Iterable[str], value: Any) -> Any:
    """The same JSON value with these names replaced wherever they stand in a text."""
    if isinstance(value, dict):
        return {key: without(names, inner) for key, inner in value.items()}
    if isinstance(value, list):
        return [without(names, inner) for inner in value]
    if not isinstance(value, str):
        return value
    for name in sorted(names, key=len, reverse=True):
        value = re.sub(rf"(?<!\w){re.escape(name)}(?!\w)", FORMER, value, flags=re.IGNORECASE)
    return value


def _traces(session: Session, person: Person) -> Traces:
    assert person.id is not None
    seats = session.exec(select(Seat).where(or_(Seat.person_id == person.id, Seat.heir_id == person.id))).all()
    sittings = session.exec(select(Sitting).where(Sitting.person_id == person.id)).all()
    hosted = session.exec(select(Game.id).where(Game.host_id == person.id)).all()
    mailed = session.exec(select(Mail.game_id).where(Mail.person_id == person.id).distinct()).all()
    names = {person.name, *(row.name for row in sittings)}
    names |= {seat.name if seat.person_id == person.id else seat.heir_name for seat in seats}
    own = {(seat.game_id, seat.number) for seat in seats if seat.person_id == person.id}
    own |= {(row.game_id, row.seat) for row in sittings}
    games = {*(game for game, _ in own), *(seat.game_id for seat in seats), *hosted, *mailed} - {None}
    return Traces(person.id, person.email, frozenset(filter(None, names)), frozenset(games), frozenset(own))


def _forget_seats(session: Session, traces: Traces) -> None:
    for seat in session.exec(select(Seat).where(Seat.person_id == traces.person_id)).all():
        others = {other.name for other in session.exec(select(Seat).where(Seat.game_id == seat.game_id))}
        numbered = (FORMER, *(f"{FORMER} {number}" for number in range(2, 13)))
        seat.name = next(name for name in numbered if name not in others)
        seat.generation += 1
    heirs = update(Seat).where(col(Seat.heir_id) == traces.person_id)
    session.execute(heirs.values(heir_id=None, heir_name=""))
    session.execute(update(Sitting).where(col(Sitting.person_id) == traces.person_id).values(name=FORMER))
    for game, seat_number in traces.seats:
        session.execute(delete(Word).where(col(Word.game_id) == game, col(Word.seat) == seat_number))


def _forget_talk(session: Session, traces: Traces) -> None:
    """What they said goes; in what others said, their name."""
    for game, seat in traces.seats:
        for begun, ended in _times(session, traces.person_id, game, seat):
            said = (col(Talk.game_id) == game, col(Talk.seat) == seat, col(Talk.at) >= begun, col(Talk.at) <= ended)
            session.execute(delete(Talk).where(*said))
    for line in session.exec(select(Talk).where(col(Talk.game_id).in_(traces.games))).all():
        line.text = without(traces.names, line.text)


def _times(session: Session, person_id: int, game: int, number: int) -> Sequence[tuple[datetime, datetime]]:
    """When somebody sat in a seat: always, or between the moves at which it changed hands."""
    sittings = queries.sittings(session, game, number)
    if not sittings:
        return [(BEFORE, AFTER)]

    def when(extreme: Any, *moves: ColumnElement[bool]) -> datetime | None:
        at: datetime | None = session.exec(select(extreme(Move.at)).where(Move.game_id == game, *moves)).one()
        return at

    found = []
    for row, following in zip(sittings, (*sittings[1:], None), strict=True):
        begun = when(func.max, col(Move.ply) < row.ply) if row.ply else None
        ended = when(func.min, col(Move.ply) >= following.ply) if following else None
        if row.person_id == person_id:
            found.append((begun or BEFORE, ended or AFTER))
    return found


def _forget_mails(session: Session, traces: Traces, at: datetime) -> None:
    own = or_(col(Mail.person_id) == traces.person_id, col(Mail.address).in_((traces.email, "")))
    pending = [col(ended).is_(None) for ended in (Mail.sent_at, Mail.failed_at, Mail.dropped_at)]
    session.execute(update(Mail).where(own, *pending).values(dropped_at=at))
    session.execute(update(Mail).where(own).values(address="", raw=None, subject=None, error=None))
    for mail in session.exec(select(Mail).where(or_(own, col(Mail.game_id).in_(traces.games)))).all():
        mail.details = without(traces.names, mail.details)
    told = update(Mail).where(col(Mail.game_id).in_(traces.games))
    session.execute(told.values(raw=None, subject=None, error=None))


def _forget_replies(session: Session, traces: Traces, at: datetime) -> None:
    own = or_(Reply.person_id == traces.person_id, func.lower(Reply.sender).contains(traces.email, autoescape=True))
    for reply in session.exec(select(Reply).where(own)).all():
        reply.message, reply.sender, reply.recipient, reply.subject = f"gone-{reply.id}", "", "", ""
        reply.reason, reply.quoted, reply.raw, reply.erased_at = "", "", None, reply.erased_at or at
    told = select(Reply).where(col(Reply.game_id).in_(traces.games))
    for reply in session.exec(told).all():
        reply.reason, reply.quoted = without(traces.names, reply.reason), without(traces.names, reply.quoted)
        reply.subject, reply.raw = without(traces.names, reply.subject), None


def _forget_hooks(session: Session, traces: Traces) -> None:
    hooks = select(Hook.id).where(Hook.person_id == traces.person_id)
    session.execute(delete(Call).where(col(Call.hook_id).in_(hooks)))
    session.execute(delete(Hook).where(col(Hook.person_id) == traces.person_id))
    others = select(Hook.id).where(col(Hook.game_id).in_(traces.games))
    session.execute(update(Call).where(col(Call.hook_id).in_(others)).values(body=None))


def _forget_address_changes(session: Session, traces: Traces, at: datetime) -> None:
    """Addresses that were theirs, unless somebody else has them by now, and those that they asked for."""
    for change in session.exec(select(AddressChange).where(AddressChange.person_id == traces.person_id)).all():
        asked = col(Mail.purpose) == f"address-new/{change.id}"
        if change.done_at and queries.person_at(session, change.old_email) is None:
            asked = or_(asked, col(Mail.address) == change.old_email)
            _forget_sign_ins(session, change.old_email, at)
        pending = [col(ended).is_(None) for ended in (Mail.sent_at, Mail.failed_at, Mail.dropped_at)]
        session.execute(update(Mail).where(asked, *pending).values(dropped_at=at))
        session.execute(update(Mail).where(asked).values(address="", raw=None, subject=None, error=None))
        change.old_email, change.new_email, change.stopped_at = "", "", change.stopped_at or at
    told = col(Mail.kind).in_(("address-moved", "passkey-added"))
    session.execute(update(Mail).where(col(Mail.person_id) == traces.person_id, told).values(details={}))


def _forget_sign_ins(session: Session, email: str, at: datetime) -> None:
    # Not deleted: SQLite would give their numbers, which mails are owed by, to those that come next.
    asked = update(SignIn).where(col(SignIn.email) == email)
    session.execute(asked.values(email="", name="", zone="", onward="", used_at=func.coalesce(SignIn.used_at, at)))


def _forget_address(session: Session, traces: Traces, at: datetime, refused: str) -> None:
    _forget_sign_ins(session, traces.email, at)
    for row in session.exec(select(Invitation).where(Invitation.email == traces.email)).all():
        row.email, row.withdrawn_at = f"former-{traces.person_id}", row.withdrawn_at or at
    if session.get(Refusal, traces.email) is not None:
        session.execute(delete(Refusal).where(col(Refusal.email) == traces.email))
        session.merge(Refusal(email=refused, at=at))
