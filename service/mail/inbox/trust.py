"""Whether a receiving server vouches for the sender of a message, from its Authentication-Results (RFC 8601). Pure."""

from collections.abc import Sequence

from service.mail.message import wire_address
from service.mail.reading import Check, Verdict
from service.world import Permanent

DOMAINS = {"dmarc": "header.from", "dkim": "header.d", "spf": "smtp.mailfrom"}


def vouched(sender: str, verdicts: Sequence[Verdict], authserv: str) -> bool | None:
    """True for a pass that concerns the sender's own domain, False for a fail, None when nobody says.

    Only what `authserv` wrote counts; where it wrote a method twice, the topmost. "" trusts nobody.
    """
    own = sender.rpartition("@")[2].lower()
    results: dict[str, set[str]] = {}
    for verdict in verdicts if authserv else ():
        if verdict.authserv_id == authserv.lower():
            for method in {check.method for check in verdict.checks} - set(results):
                results[method] = {_result(check, own) for check in verdict.checks if check.method == method}
    if "fail" in results.get("dmarc", ()):
        return False
    told = set().union(*(results.get(method, set()) for method in DOMAINS))
    return True if "pass" in told else False if "fail" in told else None


def same_address(one: str, other: str) -> bool:
    """Whether two addresses are the same mailbox: no case, and a domain in either of its forms."""
    try:
        return wire_address(one.casefold()) == wire_address(other.casefold())
    except Permanent:
        return one.casefold() == other.casefold()


def _result(check: Check, own: str) -> str:
    """How a check went; a pass for somebody else's domain says nothing."""
    domain = dict(check.properties).get(DOMAINS.get(check.method, ""), "").rpartition("@")[2]
    return check.result if check.result != "pass" or _aligned(own, domain) else "none"


def _aligned(own: str, checked: str) -> bool:
    """Whether a domain that was checked speaks for the sender's: the same, or one above or below it."""
    if not own or not checked or "." not in checked:
        return False
    return own == checked or own.endswith(f".{checked}") or checked.endswith(f".{own}")
