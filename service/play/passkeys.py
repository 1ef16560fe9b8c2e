"""Passkeys: adding one, signing in with one, removing one. A challenge is good once, for a while, in one browser."""

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from sqlalchemy import delete
from sqlalchemy.exc import IntegrityError
from sqlmodel import Session, col, select, update

from service.mail import letters
from service.play import ceremonies, fields, limits
from service.play.ceremonies import UNKNOWN, Site
from service.play.errors import LinkExpired, NotFound, NotYours, Refused, SlowDown
from service.store import queries
from service.store.tables import Passkey, Person, SpentChallenge
from service.world import World

LASTS = timedelta(minutes=10)
MOST = 20
SIZE = 32
STALE = "That took too long, or was answered already. Try again."
ADD, ENTER = "add", "enter"


@dataclass(frozen=True)
class Challenge:
    """What an authenticator is asked to sign, and for which of `ADD` and `ENTER`; the browser's session holds it."""

    kind: str
    secret: bytes
    at: datetime
    handle: bytes = b""


def passkeys_of(world: World, person_id: int) -> Sequence[Passkey]:
    """A person's passkeys, oldest first."""
    with world.reading() as session:
        return _own(session, person_id)


def begin_adding(world: World, person_id: int) -> tuple[Challenge, str]:
    """A challenge, and the options for the browser to make a passkey by. Raises `Refused` where or when none can be."""
    site = _site(world)
    with world.reading() as session:
        own, person = _own(session, person_id), session.get_one(Person, person_id)
    if len(own) >= MOST:
        raise Refused(f"{MOST} passkeys are enough. Remove one that you no longer use first.")
    handle = own[0].handle if own else world.new_secret(SIZE)
    challenge = Challenge(ADD, world.new_secret(SIZE), world.now(), handle)
    known = [key.credential_id for key in own]
    return challenge, ceremonies.ask_to_make(site, challenge.secret, handle, person.email, person.name, known)


def add(world: World, person_id: int, held: Sequence[Challenge], raw: bytes) -> Passkey:
    """Keep a passkey that the browser has made for one of the challenges it holds, and tell its person by mail.

    Raises `BadField`, `LinkExpired`, `NotYours`, and `Refused` for a passkey that is here already.
    """
    site, posted = _site(world), ceremonies.read(raw)
    credential = ceremonies.made(posted)
    challenge = _spend(world, ADD, held, ceremonies.challenge_in(credential))
    made = ceremonies.check_made(site, challenge.secret, credential)
    typed = posted.get("name")
    name = fields.name(typed) if isinstance(typed, str) and typed.strip() else "Passkey"
    row = Passkey(
        person_id=person_id,
        credential_id=made.credential_id,
        public_key=made.credential_public_key,
        handle=challenge.handle,
        sign_count=made.sign_count,
        name=name,
        created_at=world.now(),
    )
    try:
        _keep(world, row)
    except IntegrityError:
        raise Refused("This passkey is here already.") from None
    return row


def _keep(world: World, row: Passkey) -> None:
    with world.transaction() as session:
        session.add(row)
        session.flush()
        person = session.get_one(Person, row.person_id)
        details = {"name": row.name}
        # Not by the row's id, which SQLite gives again once a passkey is removed.
        purpose = f"passkey-added/{hashlib.sha256(row.credential_id).hexdigest()}"
        letters.owe(session, world, "passkey-added", purpose, person.email, row.person_id, details=details)
    world.wake()


def begin_entering(world: World) -> tuple[Challenge, str]:
    """A challenge, and the options for the browser to use a passkey by. Raises `Refused` where there are none."""
    challenge = Challenge(ENTER, world.new_secret(SIZE), world.now())
    return challenge, ceremonies.ask_to_use(_site(world), challenge.secret)


def enter(world: World, held: Sequence[Challenge], raw: bytes, network: str) -> Person:
    """The person whose passkey has signed one of the challenges that the browser holds.

    Raises `BadField`, `LinkExpired`, `NotYours`, and `SlowDown` when too many of that network's have failed.
    """
    limit = limits.PASSKEYS
    if limits.used_up(world, limit, network):
        raise SlowDown(limit.sentence, timedelta(seconds=limit.share))
    try:
        return _enter(world, held, raw)
    except Refused:
        limits.note(world, limit, network, 1)
        raise


def _enter(world: World, held: Sequence[Challenge], raw: bytes) -> Person:
    site, credential = _site(world), ceremonies.used(ceremonies.read(raw))
    challenge = _spend(world, ENTER, held, ceremonies.challenge_in(credential))
    with world.transaction() as session:
        key = session.exec(select(Passkey).where(Passkey.credential_id == credential.raw_id)).first()
        person = queries.person(session, key.person_id) if key else None
        if key is None or person is None or queries.is_banned(session, person.email):
            raise NotYours(UNKNOWN)
        if credential.response.user_handle != key.handle:
            raise NotYours(UNKNOWN)
        use = ceremonies.check_used(site, challenge.secret, credential, key.public_key, key.sign_count)
        same = update(Passkey).where(col(Passkey.id) == key.id, col(Passkey.sign_count) == key.sign_count)
        counted = same.values(sign_count=use.new_sign_count, used_at=world.now())
        if session.execute(counted).rowcount != 1:  # type: ignore[attr-defined]  # a cursor's
            raise NotYours(UNKNOWN)
        return person


def remove(world: World, person_id: int, passkey_id: int) -> None:
    """Forget one of a person's passkeys. Raises `NotFound`."""
    with world.transaction() as session:
        key = session.get(Passkey, passkey_id)
        if key is None or key.person_id != person_id:
            raise NotFound("You have no such passkey.")
        session.delete(key)


def erase(world: World) -> int:
    """Forget answered challenges that are too old to be answered again. How many."""
    with world.transaction() as session:
        gone = session.execute(delete(SpentChallenge).where(col(SpentChallenge.at) < world.now() - LASTS))
        return int(gone.rowcount)  # type: ignore[attr-defined]  # a cursor's


def _own(session: Session, person_id: int) -> Sequence[Passkey]:
    return session.exec(select(Passkey).where(Passkey.person_id == person_id).order_by(col(Passkey.id))).all()


def _site(world: World) -> Site:
    site = ceremonies.site(world.settings)
    if site is None:
        raise Refused("Browsers offer no passkeys at this address. Sign in with a link instead.")
    return site


def _spend(world: World, kind: str, held: Sequence[Challenge], answered: bytes) -> Challenge:
    """The challenge that was answered, for the first and last time. Raises `LinkExpired`."""
    found = next((each for each in held if each.kind == kind and each.secret == answered), None)
    if found is None or found.at + LASTS < world.now():
        raise LinkExpired(STALE)
    try:
        with world.transaction() as session:
            session.add(SpentChallenge(digest=hashlib.sha256(answered).hexdigest(), at=world.now()))
    except IntegrityError:
        raise LinkExpired(STALE) from None
    return found
