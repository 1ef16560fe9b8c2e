"""The postman: sends what is due, once, whatever happens to a single mail."""

import logging
import traceback
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from sqlalchemy import ColumnElement, CursorResult, Update, or_
from sqlalchemy.exc import OperationalError
from sqlmodel import Session, col, select, update

from service.mail import addresses, bundling
from service.mail.addresses import Returned
from service.mail.compose import compose
from service.mail.holding import held_until
from service.mail.message import wire_address
from service.mail.transports import Lost, Unreachable
from service.mail.wanted import why_not, with_all_around
from service.store import winding
from service.store.database import LOCKS
from service.store.tables import Mail, Turn
from service.world import Permanent, Temporary, Transport, World

URGENT = ("sign-in", "turn", "turns", "fresh", "answer", "bid-changed")
ASKING = frozenset({"turn", "reminder", "fresh", "bid-changed"})
CLAIM = timedelta(minutes=10)  # longer than a mail server may take over one mail
FIRST_PAUSE, LONGEST_PAUSE = timedelta(minutes=1), timedelta(hours=1)
LONGEST_OUTAGE_PAUSE = timedelta(minutes=5)  # so that all goes out soon after the mail server is back
PATIENCE = timedelta(days=3)
KEPT = timedelta(days=3)
log = logging.getLogger(__name__)


@dataclass(frozen=True)
class Parcel:
    """A mail ready to be handed over."""

    id: int
    recipient: str
    raw: bytes


def deliver(world: World, limit: int = 100) -> int:
    """Send up to `limit` mails that are due: turns and sign-ins first. How many were taken by the mail server.

    May run in many places at once. A fault of one mail is written on its row; when the mail server cannot be used at
    all, the rest waits for the next pass.
    """
    due = _due(world, limit)
    if not due:
        return 0
    transport, taken = world.post(), 0
    try:
        for mail_id in due:
            parcel = _prepared(world, mail_id)
            taken += parcel is not None and _hand_over(world, transport, parcel)
    except Unreachable as fault:
        log.warning("mails wait: %s", fault)
    finally:
        transport.close()
    return taken


def erase(world: World) -> int:
    """Erase the bytes of mails that ended some days ago: they hold hands and live links. How many."""
    old = world.now() - KEPT
    ended = or_(col(Mail.sent_at) < old, col(Mail.failed_at) < old, col(Mail.dropped_at) < old)
    with world.transaction() as session:
        return _rows(session, update(Mail).where(ended, col(Mail.raw).is_not(None)).values(raw=None))


def _pending() -> tuple[ColumnElement[bool], ...]:
    return tuple(col(ended).is_(None) for ended in (Mail.sent_at, Mail.failed_at, Mail.dropped_at))


def _claimable(now: datetime) -> tuple[ColumnElement[bool], ...]:
    free = or_(col(Mail.claimed_until).is_(None), col(Mail.claimed_until) <= now)
    return (*_pending(), col(Mail.due_at) <= now, free, col(Mail.carrier_id).is_(None))


def _due(world: World, limit: int) -> list[int]:
    waiting = select(Mail.id).where(*_claimable(world.now())).order_by(col(Mail.due_at), col(Mail.id)).limit(limit)
    with world.reading() as session:
        urgent = session.exec(waiting.where(col(Mail.kind).in_(URGENT))).all()
        rest = session.exec(waiting.where(col(Mail.kind).not_in(URGENT))).all() if len(urgent) < limit else []
    return [mail_id for mail_id in (*urgent, *rest) if mail_id is not None][:limit]


def _prepared(world: World, mail_id: int) -> Parcel | None:
    """Claim a mail and have its bytes; None if it is another postman's, or not wanted, or cannot be written."""
    try:
        with world.transaction() as session:
            session.info.pop(LOCKS, None)  # a letter looks at its game and must not hold up those who play
            return _claimed(session, world, mail_id)
    except Permanent as fault:
        _fail(world, mail_id, str(fault))
    except OperationalError:
        raise
    except Exception as fault:  # one mail, whatever is wrong with it, never stops the queue
        _note(mail_id, fault)
        _put_off(world, mail_id, f"This mail could not be written ({type(fault).__name__}).")
    return None


def _claimed(session: Session, world: World, mail_id: int) -> Parcel | None:
    now = world.now()
    claim = update(Mail).where(col(Mail.id) == mail_id, *_claimable(now))
    if not _rows(session, claim.values(claimed_until=now + CLAIM)):
        return None
    mail = with_all_around(session, mail_id)
    reason = why_not(session, world, mail)
    held = held_until(session, world, mail) if reason is None else None
    if held is not None:
        mail.due_at, mail.held_until, mail.claimed_until = held, held, None
        return None
    if reason is None:
        mail = bundling.carrier_of(session, world, mail, CLAIM) or mail
    if reason is None and mail.raw is None:
        composed = compose(session, world, mail)
        if composed is None:
            reason = "This mail is no longer wanted."
        else:
            mail.subject, mail.message_id, mail.raw = composed.subject, composed.message_id, composed.raw
    if reason is not None or mail.raw is None:
        mail.dropped_at, mail.error, mail.raw, mail.claimed_until = now, reason, None, None
        bundling.share_fate(session, mail)
        return None
    return Parcel(mail.id or mail_id, wire_address(mail.address), mail.raw)


def _hand_over(world: World, transport: Transport, parcel: Parcel) -> bool:
    """Give a mail to the mail server and write down what came of it. Raises `Unreachable` after writing it down."""
    try:
        transport.send(_return_address(world, parcel), parcel.recipient, parcel.raw)
    except Permanent as fault:
        _fail(world, parcel.id, _without(str(fault), parcel.recipient))
    except Temporary as fault:
        away, reason = isinstance(fault, Unreachable), _without(str(fault), parcel.recipient)
        longest = LONGEST_OUTAGE_PAUSE if away else LONGEST_PAUSE
        _put_off(world, parcel.id, reason, refused=not isinstance(fault, Lost), longest=longest)
        if away:
            raise
    except Exception as fault:  # one mail, whatever is wrong with it, never stops the queue
        _note(parcel.id, fault)
        _put_off(world, parcel.id, f"This mail could not be handed over ({type(fault).__name__}).")
    else:
        _mark_taken(world, parcel.id)
        return True
    return False


def _return_address(world: World, parcel: Parcel) -> str:
    """Where a bounce goes: to an address that names the mail, where the service has a domain for such addresses."""
    own = addresses.write(world, Returned(parcel.id)) if world.settings.inbox_domain else ""
    return own or wire_address(world.settings.mail_from)


def _mark_taken(world: World, mail_id: int) -> None:
    now = world.now()
    with world.transaction() as session:
        mail = with_all_around(session, mail_id)
        mail.sent_at, mail.claimed_until, mail.error, mail.tries = now, None, None, mail.tries + 1
        bundling.share_fate(session, mail)
        for told in (mail, *bundling.carried(session, mail)):
            if told.kind in ASKING and told.decision is not None:
                _start_clock(session, told, now)


def _start_clock(session: Session, mail: Mail, now: datetime) -> None:
    """Give a turn its full allowance from the moment its first mail was taken."""
    spot = (mail.game_id, mail.hand, mail.seat, mail.decision)
    turn = session.get(Turn, spot, with_for_update=True, populate_existing=True)
    if turn is None or turn.mailed_at is not None:
        return
    turn.mailed_at = now
    if turn.deadline is not None and turn.deadline < winding.moments(session, turn, now).deadline:
        winding.restart(session, turn, now)


def _put_off(
    world: World, mail_id: int, reason: str, refused: bool = False, longest: timedelta = LONGEST_PAUSE
) -> None:
    """Try again later, each time after a longer pause; give up after some days.

    `refused`: the mail was certainly not taken, so it is composed anew, with the deadline as it will be then. Else its
    bytes stay as they are, in case it was taken after all.
    """
    now = world.now()
    with world.transaction() as session:
        mail = session.get_one(Mail, mail_id)
        if max(mail.created_at, mail.held_until or mail.created_at) + PATIENCE <= now:
            _end_failed(session, mail_id, now, reason)
            return
        pause = min(FIRST_PAUSE * 2 ** min(mail.tries, 10), longest) * _jitter(world)
        anew = {"raw": None} if refused else {}
        _change(session, mail_id, claimed_until=None, due_at=now + pause, tries=mail.tries + 1, error=reason, **anew)


def _jitter(world: World) -> float:
    """A factor between 0.75 and 1.25, so that mails put off together do not come back together."""
    return 0.75 + world.new_secret(1)[0] / 510


def _fail(world: World, mail_id: int, reason: str) -> None:
    with world.transaction() as session:
        _end_failed(session, mail_id, world.now(), reason)


def _end_failed(session: Session, mail_id: int, now: datetime, reason: str) -> None:
    _change(session, mail_id, claimed_until=None, failed_at=now, error=reason)
    brought = update(Mail).where(col(Mail.carrier_id) == mail_id, *_pending())
    _rows(session, brought.values(failed_at=now, error=reason))


def _change(session: Session, mail_id: int, **values: Any) -> None:
    _rows(session, update(Mail).where(col(Mail.id) == mail_id, *_pending()).values(**values))


def _rows(session: Session, statement: Update) -> int:
    outcome = session.execute(statement, execution_options={"synchronize_session": False})
    return outcome.rowcount if isinstance(outcome, CursorResult) else 0


def _without(sentence: str, address: str) -> str:
    """The sentence without the address: a host reads it, and may not know where the others' mail goes."""
    return sentence.replace(address, "this address")


def _note(mail_id: int, fault: Exception) -> None:
    """Log where something broke, without its message: that might quote a card."""
    frames = "".join(traceback.format_tb(fault.__traceback__))
    log.error("mail %s: %s\n%s", mail_id, type(fault).__name__, frames)
