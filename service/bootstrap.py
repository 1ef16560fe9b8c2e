"""The only place that picks the real parts: the database, the clock on the wall, the dice, the post."""

import hashlib
import hmac
import secrets
import threading
import time
from collections.abc import Callable
from datetime import UTC, datetime

from itsdangerous import Signer
from sqlalchemy import Engine

from service.config import Settings
from service.mail.hooks.line import Line
from service.mail.rendering import render
from service.mail.transports import transport
from service.store.database import connect, scopes
from service.world import World


def build(
    settings: Settings,
    engine: Engine | None = None,
    now: Callable[[], datetime] = lambda: datetime.now(UTC),
    wake: Callable[[], None] = lambda: None,
    rest: Callable[[float], object] = time.sleep,
) -> World:
    """The world that the settings describe.

    Tests hand in their own clock and rest, `serve` and `worker` their own way to wake the postman and to end its rest.
    """
    transaction, reading = scopes(engine or connect(settings.database_url))
    sign, verify = signatures(settings.keys)
    return World(
        settings=settings,
        now=now,
        new_secret=secrets.token_bytes,
        transaction=transaction,
        reading=reading,
        sign=sign,
        verify=verify,
        render=render,
        post=lambda: transport(settings),
        wake=wake,
        call=Line().post,
        rest=rest,
    )


def signatures(keys: tuple[str, ...]) -> tuple[Callable[[str, str], str], Callable[[str, str], str | None]]:
    """`sign` and `verify` with the newest of the keys and with any of them.

    A token is payload.version.signature: the version tells by which key it was signed, so that keys can be rotated.
    """
    by_version = {hashlib.sha256(key.encode()).hexdigest()[:4]: key for key in reversed(keys)}
    newest = hashlib.sha256(keys[0].encode()).hexdigest()[:4]

    def signature(version: str, purpose: str, payload: str) -> str:
        signer = Signer(by_version[version], salt=purpose, key_derivation="hmac", digest_method=hashlib.sha256)
        return signer.get_signature(f"{payload}.{version}").decode()

    def sign(purpose: str, payload: str) -> str:
        return f"{payload}.{newest}.{signature(newest, purpose, payload)}"

    def verify(purpose: str, token: str) -> str | None:
        payload, version, given = (*token.rsplit(".", 2), "", "")[:3]
        if version not in by_version or not token.isascii():
            return None
        # Compared as text: base64 has spare bits, so that several texts stand for the same bytes.
        good = hmac.compare_digest(signature(version, purpose, payload), given)
        return payload if good else None

    return sign, verify


class Bell:
    """Wakes the postman of the same process when a mail is owed."""

    def __init__(self) -> None:
        self._event = threading.Event()

    def ring(self) -> None:
        """Say that a mail may be owed."""
        self._event.set()

    def wait(self, seconds: float) -> None:
        """Wait until the bell rings, or so long."""
        self._event.wait(seconds)
        self._event.clear()
