"""Addresses that want no invitations: as they are, or as a keyed hash once their owner has had them deleted."""

import hashlib
import hmac
from collections.abc import Iterable

from sqlmodel import Session, col, select

from service.store.tables import Refusal


def hashed(key: str, email: str) -> str:
    """What is kept of an address that may not be kept itself."""
    return "hmac-sha256:" + hmac.digest(key.encode(), b"refusal\n" + email.encode(), hashlib.sha256).hex()


def refuses(session: Session, keys: Iterable[str], email: str) -> bool:
    """Whether an address wants no invitations, by any key that is in use."""
    forms = [email, *(hashed(key, email) for key in keys)]
    return session.exec(select(Refusal).where(col(Refusal.email).in_(forms))).first() is not None
