"""The caller: brings webhooks the messages that are due, as the postman brings mails."""

import logging
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import partial
from typing import Any

from sqlalchemy import ColumnElement, CursorResult, Update, delete, or_
from sqlmodel import Session, col, select, update

from service.mail import letters
from service.mail.hooks import owing, telling
from service.mail.hooks.signing import signed
from service.store import loading
from service.store.loading import Table
from service.store.tables import Call, Hook, Person
from service.world import Unanswered, World

AT_ONCE = 8  # so that a server that lets us wait does not hold up the others
CLAIM = timedelta(minutes=2)
FIRST_PAUSE, LONGEST_PAUSE = timedelta(minutes=1), timedelta(hours=1)
PATIENCE = timedelta(days=1)
KEPT = timedelta(days=3)
GONE = 410
log = logging.getLogger(__name__)


@dataclass(frozen=True)
class Parcel:
    """A message ready to be sent."""

    call_id: int
    url: str
    headers: Mapping[str, str]
    body: bytes


def deliver(world: World, limit: int = 100) -> int:
    """Send the messages that are due, each by one of many callers. How many arrived."""
    waiting = select(Call.id).where(*_claimable(world.now())).order_by(col(Call.due_at)).limit(limit)
    with world.reading() as session:
        due = [call_id for call_id in session.exec(waiting) if call_id is not None]
    if not due:
        return 0
    with ThreadPoolExecutor(min(AT_ONCE, len(due))) as pool:
        return sum(pool.map(partial(_carefully, world), due))


def erase(world: World) -> int:
    """Forget messages that ended some days ago. How many."""
    old = world.now() - KEPT
    ended = or_(col(Call.sent_at) < old, col(Call.failed_at) < old, col(Call.dropped_at) < old)
    with world.transaction() as session:
        outcome = session.execute(delete(Call).where(ended))
        return outcome.rowcount if isinstance(outcome, CursorResult) else 0


def _pending() -> tuple[ColumnElement[bool], ...]:
    return tuple(col(ended).is_(None) for ended in (Call.sent_at, Call.failed_at, Call.dropped_at))


def _claimable(now: datetime) -> tuple[ColumnElement[bool], ...]:
    free = or_(col(Call.claimed_until).is_(None), col(Call.claimed_until) <= now)
    return (*_pending(), col(Call.due_at) <= now, free)


def _carefully(world: World, call_id: int) -> bool:
    try:
        return _one(world, call_id)
    except Exception as fault:  # one message, whatever is wrong with it, never stops the others
        # Never the fault's own words: they may quote the address, which is a secret.
        log.error("call %s: %s", call_id, type(fault).__name__)
        _put_off(world, call_id, "It could not be written or sent.")
        return False


def _one(world: World, call_id: int) -> bool:
    with world.transaction() as session:
        parcel = _claimed(session, world, call_id)
    if parcel is None:
        return False
    try:
        status = world.call(parcel.url, parcel.headers, parcel.body)
    except Unanswered as fault:
        _put_off(world, call_id, str(fault))
        return False
    if 200 <= status < 300:
        _mark_sent(world, call_id)
        return True
    _put_off(world, call_id, _said(status), gone=status == GONE)
    return False


def _said(status: int) -> str:
    if 300 <= status < 400:
        return f"It answered {status}, a redirect, and those are not followed."
    return f"It answered {status}." if status != GONE else "It answered 410: it is gone for good."


def _claimed(session: Session, world: World, call_id: int) -> Parcel | None:
    """Claim a message and write it as the game is now; None if it is another caller's, or tells nothing new."""
    around = _around(session, call_id)
    if around is None:
        return None
    hook, table = around
    now = world.now()
    claim = update(Call).where(col(Call.id) == call_id, *_claimable(now))
    if not _rows(session, claim.values(claimed_until=now + CLAIM)):
        return None
    call = session.get_one(Call, call_id, populate_existing=True)
    body, call.tells = _written(session, world, hook, call, table)
    if body is None:
        call.dropped_at, call.claimed_until, hook.number = now, None, hook.number + 1
        return None
    if body != call.body or call.delivery is None:
        call.body, call.delivery = body, f"msg_{world.new_secret(12).hex()}"
    headers = signed(hook.secret, call.delivery, now, body)
    sender = {"Content-Type": "application/json", "User-Agent": f"oh-hell-by-post (+{world.settings.base})"}
    return Parcel(call_id, hook.url, {**sender, **headers}, body)


def _written(
    session: Session, world: World, hook: Hook, call: Call, table: Table
) -> tuple[bytes | None, dict[str, Any]]:
    if call.kind == "test":
        return telling.test(world, hook, table), {}
    news = None if hook.stopped_at else telling.news(session, world, hook, table)
    return (news.body, dict(news.tells)) if news else (None, {})


def _around(session: Session, call_id: int) -> tuple[Hook, Table] | None:
    """A message's hook and table. The game comes first and is kept from others: so nobody waits in a circle."""
    game_id = session.exec(select(Hook.game_id).join(Call, col(Call.hook_id) == Hook.id).where(Call.id == call_id))
    found = game_id.first()
    table = loading.load(session, found) if found is not None else None
    if table is None:
        return None
    hook = session.exec(select(Hook).where(Hook.game_id == found)).first()
    return (hook, table) if hook else None


def _mark_sent(world: World, call_id: int) -> None:
    with world.transaction() as session:
        around = _around(session, call_id)
        if around is None or not _end(session, call_id, sent_at=world.now(), error=None):
            return
        hook, table = around
        call = session.get_one(Call, call_id, populate_existing=True)
        if call.kind == "test":
            hook.stopped_at, hook.error = None, None
        else:
            hook.told, hook.number = call.tells, hook.number + 1
        session.flush()
        if telling.state(session, table) not in ({}, hook.told):
            owing.owe_news(session, world, table.id)


def _put_off(world: World, call_id: int, reason: str, gone: bool = False) -> None:
    """Try again later, each time after a longer pause; a test is tried once. After a day the hook rests."""
    now = world.now()
    with world.transaction() as session:
        around = _around(session, call_id)
        if around is None:
            return
        hook, table = around
        call = session.get_one(Call, call_id, populate_existing=True)
        last = gone or call.created_at + PATIENCE <= now
        if call.kind == "test" or last:
            if _end(session, call_id, failed_at=now, error=reason) and last:
                _stop(session, world, hook, table, reason)
            return
        pause = min(FIRST_PAUSE * 2 ** min(call.tries, 10), LONGEST_PAUSE)
        again = {"claimed_until": None, "due_at": now + pause, "tries": call.tries + 1, "error": reason}
        _rows(session, update(Call).where(col(Call.id) == call_id, *_pending()).values(again))


def _stop(session: Session, world: World, hook: Hook, table: Table, reason: str) -> None:
    """Let a hook rest, and tell the host once."""
    hook.number += 1
    if hook.stopped_at is not None:
        return
    hook.stopped_at, hook.error = world.now(), reason
    seat = table.seat_of(table.game.host_id)
    host = session.get(Person, table.game.host_id)
    if seat is None or host is None or table.state is None:
        return
    letters.owe(
        session,
        world,
        "hook-stopped",
        f"hook-stopped/{table.id}/{int(world.now().timestamp())}",
        host.email,
        person_id=host.id,
        game_id=table.id,
        hand=table.game.hand,
        seat=seat.number,
        details={"why": reason},
    )


def _end(session: Session, call_id: int, **values: Any) -> bool:
    ending = update(Call).where(col(Call.id) == call_id, *_pending())
    return _rows(session, ending.values(claimed_until=None, tries=Call.tries + 1, **values)) == 1


def _rows(session: Session, statement: Update) -> int:
    outcome = session.execute(statement, execution_options={"synchronize_session": False})
    return outcome.rowcount if isinstance(outcome, CursorResult) else 0
