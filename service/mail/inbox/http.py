"""The signature of what a mail provider's hook posts: an HMAC over the time and the bytes. Pure."""

import hashlib
import hmac
import re

TIMESTAMP, SIGNATURE = "X-Inbox-Timestamp", "X-Inbox-Signature"
GOOD_FOR = 300
_TIME = re.compile(r"[0-9]{1,12}")
_SIGNATURE = re.compile(r"v1=([0-9a-f]{64})")


def sign(secret: str, timestamp: int, body: bytes) -> str:
    """The value of X-Inbox-Signature: "v1=" and the hex HMAC-SHA256 of the timestamp, a dot and the body."""
    return f"v1={hmac.new(secret.encode(), b'%d.' % timestamp + body, hashlib.sha256).hexdigest()}"


def genuine(secret: str, timestamp: str, signature: str, body: bytes, now: float) -> bool:
    """Whether a post was signed with the secret within the last five minutes. "" is no secret and signs nothing."""
    given = _SIGNATURE.fullmatch(signature)
    if not secret or given is None or not _TIME.fullmatch(timestamp) or abs(now - int(timestamp)) > GOOD_FOR:
        return False
    return hmac.compare_digest(sign(secret, int(timestamp), body), signature)
