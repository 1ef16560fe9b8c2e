"""The outbox: claim mails that are due, keep what was written of them, write down what became of them."""

from collections.abc import Collection, Iterable, Sequence
from datetime import datetime, timedelta
from typing import Any, assert_never

from sqlalchemy import ColumnElement, CursorResult, Update, or_
from sqlalchemy.exc import OperationalError
from sqlmodel import Session, col, delete, select, update

from service.mail import bundling, starting
from service.mail.faults import note
from service.mail.holding import held_until
from service.mail.outcomes import Outcome, Refused, Taken, Untried, Waits, Written
from service.mail.wanted import why_not, with_all_around
from service.store.database import LOCKS
from service.store.tables import Mail
from service.world import World

CLAIM = timedelta(minutes=3)  # longer than a mail server may take over one mail; so long a dead postman's mails wait
FIRST_PAUSE, LONGEST_PAUSE = timedelta(minutes=1), timedelta(hours=1)
LONGEST_OUTAGE_PAUSE = timedelta(minutes=5)  # so that all goes out soon after the mail server is back
PATIENCE = timedelta(days=3)
UNWANTED = "This mail is no longer wanted."
OWN = frozenset({"raw", "tries"})  # what a mail does not share with those it brings along


def is_empty(world: World) -> bool:
    """Whether no mail is due."""
    with world.reading() as session:
        return session.exec(select(Mail.id).where(*_claimable(world.now())).limit(1)).first() is None


def claim(world: World, limit: int) -> Sequence[Mail] | None:
    """Claim up to `limit` mails that are due, urgent ones first, and give those to be sent now; None if none is due.

    What is no longer wanted is dropped, what its reader is spared for now is put off, and turns of several games that
    wait for one person get a mail that carries them. One transaction, unless one of the mails breaks it.
    """
    ids: list[int] = []
    try:
        with world.transaction() as session:
            ids += _claimed(session, world.now(), limit)
            return _ready(session, world, ids) if ids else None
    except OperationalError:
        raise
    except Exception:  # one of them, whatever is wrong with it, never stops the queue
        return [mail for mail_id in ids for mail in _claimed_alone(world, mail_id)]


def keep(world: World, written: Sequence[Written]) -> Sequence[Written]:
    """Keep what was composed before any of it is sent. Gives what may be sent: what is still claimed by us."""
    ids, claims = [one.id for one in written], {one.mail.claimed_until for one in written}
    ours = select(Mail.id).where(col(Mail.id).in_(ids), col(Mail.claimed_until).in_(claims), *_pending())
    with world.transaction() as session:
        mine = set(session.exec(ours.with_for_update()).all())
        still = [one for one in written if one.id in mine]
        if made := [_columns(one.mail) for one in still if one.anew and one.mail.raw is not None]:
            session.execute(update(Mail), made)
        _drop(session, world.now(), [one.id for one in still if one.mail.raw is None])
    return [one for one in still if one.mail.raw is not None]


def write_down(world: World, outcomes: Iterable[Outcome]) -> None:
    """Write down what became of mails, in one transaction."""
    now = world.now()
    with world.transaction() as session:
        taken = []
        for outcome in outcomes:
            match outcome:
                case Taken(mail_id):
                    taken.append(mail_id)
                case Refused(mail_id, reason):
                    _end(session, [mail_id], failed_at=now, error=reason)
                case Waits():
                    _put_off(session, world, outcome)
                case Untried():
                    _give_back(session, outcome)
                case _:
                    assert_never(outcome)
        if taken:
            starting.start_clocks(session, taken, now, CLAIM)
            _end(session, taken, sent_at=now, error=None, tries=Mail.tries + 1)


def erase(world: World, before: datetime) -> int:
    """Erase the bytes of mails that ended before a moment. How many."""
    ended = or_(col(Mail.sent_at) < before, col(Mail.failed_at) < before, col(Mail.dropped_at) < before)
    with world.transaction() as session:
        return _rows(session, update(Mail).where(ended, col(Mail.raw).is_not(None)).values(raw=None))


def _pending() -> tuple[ColumnElement[bool], ...]:
    return tuple(col(ended).is_(None) for ended in (Mail.sent_at, Mail.failed_at, Mail.dropped_at))


def _claimable(now: datetime) -> tuple[ColumnElement[bool], ...]:
    free = or_(col(Mail.claimed_until).is_(None), col(Mail.claimed_until) <= now)
    return (*_pending(), col(Mail.due_at) <= now, free, col(Mail.carrier_id).is_(None))


def _claimed(session: Session, now: datetime, limit: int, only: int | None = None) -> list[int]:
    """Claim mails that no other postman has, or one mail; their ids, urgent ones first."""
    session.info.pop(LOCKS, None)  # the postman looks at games and must not hold up those who play
    due = select(Mail.id).where(*_claimable(now)).order_by(col(Mail.due_at), col(Mail.id))
    due = due.with_for_update(skip_locked=True)
    if only is not None:
        due = due.where(Mail.id == only)
    ids: list[int] = []
    for urgent in (True, False):
        if room := limit - len(ids):
            ids += [mail_id or 0 for mail_id in session.exec(due.where(Mail.urgent == urgent).limit(room))]
    _rows(session, update(Mail).where(col(Mail.id).in_(ids)).values(claimed_until=now + CLAIM))
    return ids


def _claimed_alone(world: World, mail_id: int) -> Sequence[Mail]:
    try:
        with world.transaction() as session:
            return _ready(session, world, _claimed(session, world.now(), 1, mail_id))
    except OperationalError:
        raise
    except Exception as fault:  # noted on its row
        write_down(world, [Waits(mail_id, unwritten(mail_id, fault))])
        return ()


def unwritten(mail_id: int, fault: Exception) -> str:
    """Note why a mail could not be written; the sentence that says so."""
    note(mail_id, fault)
    return f"This mail could not be written ({type(fault).__name__})."


def _ready(session: Session, world: World, ids: Sequence[int]) -> Sequence[Mail]:
    now, ready, silent = world.now(), [], []
    for mail in with_all_around(session, ids):
        reason = why_not(session, world, mail)
        held = held_until(session, world, mail) if reason is None else None
        if reason is not None:
            _drop(session, now, [mail.id or 0], reason)
        elif held is not None:
            mail.due_at, mail.held_until, mail.claimed_until = held, held, None
        elif mail.kind == "unasked":
            silent.append(mail.id or 0)
        else:
            ready.append(mail)
    if silent:
        starting.start_clocks(session, silent, now, CLAIM)
        session.execute(delete(Mail).where(col(Mail.id).in_(silent)))
    return bundling.together(session, world, ready, CLAIM)


def _columns(mail: Mail) -> dict[str, object]:
    """What composing has set."""
    return {name: getattr(mail, name) for name in ("id", "hand", "decision", "subject", "message_id", "raw")}


def _drop(session: Session, now: datetime, ids: Collection[int], reason: str = UNWANTED) -> None:
    if ids:
        _end(session, ids, dropped_at=now, error=reason, raw=None)


def _put_off(session: Session, world: World, waits: Waits) -> None:
    """Try again later, each time after a longer pause; give up after some days."""
    now, mail = world.now(), session.get_one(Mail, waits.id)
    if max(mail.created_at, mail.held_until or mail.created_at) + PATIENCE <= now:
        _end(session, [waits.id], failed_at=now, error=waits.reason)
        return
    longest = LONGEST_OUTAGE_PAUSE if waits.away else LONGEST_PAUSE
    pause = min(FIRST_PAUSE * 2 ** min(mail.tries, 10), longest) * _jitter(world)
    again = {"due_at": now + pause, "tries": mail.tries + 1, "error": waits.reason}
    _change(session, [waits.id], claimed_until=None, **again, **({"raw": None} if waits.anew else {}))


def _give_back(session: Session, untried: Untried) -> None:
    raw = {"raw": None} if untried.anew else {}
    given = update(Mail).where(col(Mail.id) == untried.id, col(Mail.claimed_until) == untried.until, *_pending())
    _rows(session, given.values(claimed_until=None, **raw))


def _jitter(world: World) -> float:
    """A factor between 0.75 and 1.25, so that mails put off together do not come back together."""
    return 0.75 + world.new_secret(1)[0] / 510


def _end(session: Session, ids: Collection[int], **values: Any) -> None:
    """End mails, and those they bring along."""
    _change(session, ids, claimed_until=None, **values)
    shared = {name: value for name, value in values.items() if name not in OWN}
    _rows(session, update(Mail).where(col(Mail.carrier_id).in_(ids), *_pending()).values(**shared))


def _change(session: Session, ids: Collection[int], **values: Any) -> None:
    _rows(session, update(Mail).where(col(Mail.id).in_(ids), *_pending()).values(**values))


def _rows(session: Session, statement: Update) -> int:
    outcome = session.execute(statement, execution_options={"synchronize_session": False})
    return outcome.rowcount if isinstance(outcome, CursorResult) else 0
