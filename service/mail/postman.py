"""The postman: sends what is due, once, whatever happens to a single mail."""

import logging
from collections.abc import Callable, Sequence
from datetime import timedelta
from functools import partial
from typing import TypeAlias, TypeVar

from sqlalchemy.exc import OperationalError

from service.mail import addresses, outbox
from service.mail.addresses import Returned
from service.mail.bag import pack
from service.mail.compose import compose
from service.mail.faults import note
from service.mail.message import wire_address
from service.mail.outcomes import Outcome, Refused, Taken, Untried, Waits, Written
from service.mail.starting import ASKING
from service.mail.transports import Lost, Unreachable
from service.mail.wanted import with_all_around
from service.store.tables import Mail
from service.world import Permanent, Temporary, Transport, World

__all__ = ["ASKING", "deliver", "erase"]

BATCH = 20
SPELL = timedelta(seconds=1)  # what a batch has not handed over by then goes back, for what is more urgent
KEPT = timedelta(days=3)
PATIENCE = (0.1, 1, *[3] * 1200)  # seconds to wait, again and again, for a database that is away
T = TypeVar("T")
Unwanted: TypeAlias = Callable[[World, int, str], None]
log = logging.getLogger(__name__)


def deliver(world: World, limit: int = 100, refused: Unwanted | None = None) -> int:
    """Send up to `limit` mails that are due: turns and sign-ins first. How many were taken by the mail server.

    May run in many places at once. Mails go by small batches: each is claimed, written, kept, handed over and written
    down as taken. So what is urgent waits for one batch at most, and a postman who dies leaves at most one to be sent
    again, with the same bytes. A fault of one mail is written on its row; when the mail server cannot be used at all,
    the rest waits for the next pass. `refused` is told of each mail whose recipient was refused, and with which code.
    """
    if outbox.is_empty(world):
        return 0
    transport, taken, size = world.post(), 0, BATCH
    try:
        while limit > 0 and (batch := outbox.claim(world, min(limit, size))) is not None:
            outcomes = _passed_on(world, transport, batch)
            taken += sum(isinstance(outcome, Taken) for outcome in outcomes)
            for outcome in outcomes:
                if refused is not None and isinstance(outcome, Refused) and outcome.status:
                    _patiently(world, partial(refused, world, outcome.id, outcome.status))
            untried = sum(isinstance(outcome, Untried) for outcome in outcomes)
            limit, size = limit - len(batch), max(1, len(batch) - untried) if untried else BATCH
            if any(isinstance(outcome, Waits) and outcome.away for outcome in outcomes):
                break
    finally:
        transport.close()
    return taken


def erase(world: World) -> int:
    """Erase the bytes of mails that ended some days ago: they hold hands and live links. How many."""
    return outbox.erase(world, world.now() - KEPT)


def _passed_on(world: World, transport: Transport, batch: Sequence[Mail]) -> list[Outcome]:
    """Write and hand over a claimed batch, and write down what came of it."""
    written, outcomes = _patiently(world, partial(_written, world, batch))
    outcomes += _handed_over(world, transport, _patiently(world, partial(outbox.keep, world, written)))
    # What was taken must be written down, or it is sent again.
    _patiently(world, partial(outbox.write_down, world, outcomes))
    return outcomes


def _patiently(world: World, act: Callable[[], T]) -> T:
    """Do what may be done twice; while the database is away, wait and try again."""
    for pause in PATIENCE:
        try:
            return act()
        except OperationalError:
            world.rest(pause)
    return act()


def _written(world: World, batch: Sequence[Mail]) -> tuple[list[Written], list[Outcome]]:
    """A batch as bytes, and what came of those that cannot be written; after a fault, one by one."""
    ids = [mail.id or 0 for mail in batch]
    try:
        return _composed(world, ids), []
    except OperationalError:
        raise
    except Exception:  # one mail, whatever is wrong with it, never stops the queue
        alone = [_composed_alone(world, mail_id) for mail_id in ids]
    return [one for one in alone if isinstance(one, Written)], [one for one in alone if not isinstance(one, Written)]


def _composed_alone(world: World, mail_id: int) -> Written | Outcome:
    try:
        return _composed(world, [mail_id])[0]
    except Permanent as fault:
        return Refused(mail_id, str(fault))
    except OperationalError:
        raise
    except Exception as fault:  # noted on its row
        return Waits(mail_id, outbox.unwritten(mail_id, fault), anew=True)


def _composed(world: World, ids: Sequence[int]) -> list[Written]:
    with world.reading() as session:
        mails = with_all_around(session, ids)
        bag, written = pack(session, [mail for mail in mails if mail.raw is None]), []
        for mail in mails:
            anew = mail.raw is None
            composed = compose(session, world, mail, bag) if anew else None
            if composed is not None:
                mail.subject, mail.message_id, mail.raw = composed.subject, composed.message_id, composed.raw
            written.append(Written(mail, anew))
        return written


def _handed_over(world: World, transport: Transport, parcels: Sequence[Written]) -> list[Outcome]:
    """Give mails to the mail server, as long as it can be used and this does not take too long."""
    outcomes: list[Outcome] = []
    end, away = world.now() + SPELL, False
    for parcel in parcels:
        if away or (outcomes and world.now() >= end):
            outcomes.append(Untried(parcel.id, parcel.mail.claimed_until, parcel.anew))
            continue
        outcomes.append(outcome := _outcome(world, transport, parcel.mail))
        if away := isinstance(outcome, Waits) and outcome.away:
            log.warning("mails wait: %s", outcome.reason)
    return outcomes


def _outcome(world: World, transport: Transport, mail: Mail) -> Outcome:
    """Give a mail to the mail server; what came of it."""
    assert mail.id is not None and mail.raw is not None
    try:
        transport.send(_return_address(world, mail.id), wire_address(mail.address), mail.raw)
    except Permanent as fault:
        return Refused(mail.id, _without(str(fault), mail.address), fault.status)
    except Temporary as fault:
        away, lost = isinstance(fault, Unreachable), isinstance(fault, Lost)
        return Waits(mail.id, _without(str(fault), mail.address), anew=not lost, away=away)
    except Exception as fault:  # one mail, whatever is wrong with it, never stops the queue
        note(mail.id, fault)
        return Waits(mail.id, f"This mail could not be handed over ({type(fault).__name__}).")
    return Taken(mail.id)


def _return_address(world: World, mail_id: int) -> str:
    """Where a bounce goes: to an address that names the mail, where the service has a domain for such addresses."""
    own = addresses.write(world, Returned(mail_id)) if world.settings.inbox_domain else ""
    return own or wire_address(world.settings.mail_from)


def _without(sentence: str, address: str) -> str:
    """The sentence without the address: a host reads it, and may not know where the others' mail goes."""
    return sentence.replace(wire_address(address), "this address")
