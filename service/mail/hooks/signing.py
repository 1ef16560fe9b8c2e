"""Signatures of webhook messages, as Standard Webhooks has them: HMAC-SHA256 over name, time and body."""

import base64
import hashlib
import hmac
from collections.abc import Mapping
from datetime import datetime

PREFIX = "whsec_"
SECRET_BYTES = 24


def write_secret(raw: bytes) -> str:
    """A signing secret as people copy it."""
    return PREFIX + base64.b64encode(raw).decode()


def signed(secret: str, delivery: str, at: datetime, body: bytes) -> Mapping[str, str]:
    """The headers that prove where a message comes from, and when it was sent."""
    key, stamp = base64.b64decode(secret.removeprefix(PREFIX)), str(int(at.timestamp()))
    made = hmac.new(key, f"{delivery}.{stamp}.".encode() + body, hashlib.sha256).digest()
    signature = f"v1,{base64.b64encode(made).decode()}"
    return {"webhook-id": delivery, "webhook-timestamp": stamp, "webhook-signature": signature}
