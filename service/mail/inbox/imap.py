"""Reads replies from an ordinary mail account by IMAP. Nothing there is changed: no flag set, no mail moved.

How far each folder was read is kept in the database: the highest UID under its UIDVALIDITY (RFC 3501, 2.3.1.1).
"""

import imaplib
import logging
import re
import ssl
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime, timedelta
from urllib.parse import unquote, urlsplit

from service.mail.inbox.arrival import Arrival, Later, Take
from service.store.tables import Folder
from service.world import World

PORTS = {"imap": 143, "imap+starttls": 143, "imaps": 993}
TIMEOUT = 30.0
FIRST_LOOK = timedelta(days=3)
MONTHS = ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")
PATIENCE = 10
_FAILED: Counter[tuple[str, int]] = Counter()
_SIZE = re.compile(rb"RFC822\.SIZE (\d+)")
log = logging.getLogger(__name__)


class Unread(Exception):
    """The account could not be read; the text says why, without the password."""


def poll(world: World, take: Take) -> int:
    """Take what came since the last look, in each folder of INBOX_IMAP. How many messages were taken.

    A message that cannot be taken now ends the pass and is tried again at the next, a few times. Raises `Unread`.
    """
    url = urlsplit(world.settings.inbox_imap)
    folders = unquote(url.path.strip("/")) or "INBOX"
    taken = 0
    with _account(world.settings.inbox_imap) as account:
        for folder in folders.split(","):
            taken += _read_folder(world, account, folder.strip(), take)
    return taken


@contextmanager
def _account(address: str) -> Iterator[imaplib.IMAP4]:
    """The account, logged in."""
    url = urlsplit(address)
    host, port = url.hostname or "", url.port or PORTS[url.scheme]
    account: imaplib.IMAP4 | None = None
    try:
        if url.scheme == "imaps":
            account = imaplib.IMAP4_SSL(host, port, ssl_context=ssl.create_default_context(), timeout=TIMEOUT)
        else:
            account = imaplib.IMAP4(host, port, timeout=TIMEOUT)
        if url.scheme == "imap+starttls":
            account.starttls(ssl.create_default_context())
        account.login(unquote(url.username or ""), unquote(url.password or ""))
        yield account
    except (imaplib.IMAP4.error, OSError) as fault:
        raise Unread(f"The mail account at {host} could not be read ({type(fault).__name__}).") from None
    finally:
        _leave(account)


def _leave(account: imaplib.IMAP4 | None) -> None:
    try:
        if account is not None:
            account.logout()
    except (imaplib.IMAP4.error, OSError):
        pass  # it is gone already


def _read_folder(world: World, account: imaplib.IMAP4, folder: str, take: Take) -> int:
    quoted = '"{}"'.format(folder.replace("\\", "\\\\").replace('"', '\\"'))
    if account.select(quoted, readonly=True)[0] != "OK":
        raise Unread(f"The mail account has no folder {folder!r}.")
    validity = int(_said(account.response("UIDVALIDITY")[1]) or b"0")
    name = f"{urlsplit(world.settings.inbox_imap).hostname}/{account_user(world)}/{folder}"
    taken, waits = 0, False
    for uid in _new(account, world.now(), _remembered(world, name, validity)):
        try:
            _take_one(world, account, uid, take)
        except (imaplib.IMAP4.error, OSError):
            raise
        except Later:  # it is read again at the next pass; those behind it are taken all the same, each once
            waits = True
        except Exception as fault:  # one message, whatever is wrong with it, never stops the folder
            _FAILED[name, uid] += 1
            if _FAILED[name, uid] < PATIENCE:
                raise
            log.error("mail %s of %s is left out: it cannot be taken (%s)", uid, folder, type(fault).__name__)
        if not waits:
            _remember(world, name, validity, uid)
        taken += 1
    return taken


def account_user(world: World) -> str:
    """The user name of the account."""
    return unquote(urlsplit(world.settings.inbox_imap).username or "")


def _new(account: imaplib.IMAP4, now: datetime, last: int | None) -> list[int]:
    """The UIDs after the last one that was read; at the first look those of the last days."""
    since = now - FIRST_LOOK
    wanted = f"UID {last + 1}:*" if last is not None else f"SINCE {since.day}-{MONTHS[since.month - 1]}-{since.year}"
    kind, found = account.uid("SEARCH", wanted)
    if kind != "OK":
        raise imaplib.IMAP4.error("no search")
    # "9:*" gives the newest mail even when its UID is below 9.
    return sorted(uid for uid in map(int, _said(found).split()) if uid > (last or 0))


def _take_one(world: World, account: imaplib.IMAP4, uid: int, take: Take) -> None:
    """Hand one message in; of one that is too long, only as much as says so."""
    limit = int(world.settings.inbox_size)
    size = _SIZE.search(_said(account.uid("FETCH", str(uid), "(RFC822.SIZE)")[1]))
    too_long = size is not None and int(size[1]) > limit
    answer = account.uid("FETCH", str(uid), "(BODY.PEEK[HEADER])" if too_long else "(BODY.PEEK[])")[1]
    raw = next((part[1] for part in answer if isinstance(part, tuple)), None)
    if raw is None:
        return  # deleted meanwhile
    fate = take(Arrival(raw, "imap", size=int(size[1]) if size else 0))
    log.info("a message came in: %s", fate.word)


def _said(answer: object) -> bytes:
    """The first line of an answer, whichever way imaplib packs it."""
    first = answer[0] if isinstance(answer, list) and answer else b""
    return first[0] if isinstance(first, tuple) else first if isinstance(first, bytes) else b""


def _remembered(world: World, name: str, validity: int) -> int | None:
    with world.reading() as session:
        folder = session.get(Folder, name)
        return folder.uid if folder and folder.validity == validity else None


def _remember(world: World, name: str, validity: int, uid: int) -> None:
    with world.transaction() as session:
        folder = session.get(Folder, name)
        if folder is None:
            session.add(Folder(name=name, validity=validity, uid=uid))
        else:
            folder.uid = max(uid, folder.uid) if folder.validity == validity else uid
            folder.validity = validity
