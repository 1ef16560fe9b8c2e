"""Limits: how often an address, a person or a network may ask for something, counted for all processes together.

Each use of a limit of so many times within a span puts a share of the span on the account; an account that would reach
beyond the span refuses. So all may be used at once, and comes back little by little (a leaky bucket).
"""

import hashlib
import hmac
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import timedelta
from ipaddress import ip_address, ip_network

from sqlalchemy import case, delete
from sqlalchemy.exc import IntegrityError
from sqlmodel import Session, col, update

from service.play.errors import SlowDown
from service.store.tables import Allowance
from service.world import World


@dataclass(frozen=True)
class Limit:
    """So many `times` within a span; `sentence` tells who asks more often."""

    name: str
    times: int
    within: timedelta
    sentence: str

    @property
    def share(self) -> float:
        """What one use takes, in seconds."""
        return self.within.total_seconds() / self.times


HOUR, DAY = timedelta(hours=1), timedelta(days=1)
SIGN_INS = Limit(
    "sign-ins of a network", 120, HOUR, "Too many people asked for a link from your network. Try again in a while."
)
_INVITATIONS_BY_HOST = Limit(
    "invitations of a host",
    100,
    DAY,
    "That is a lot of new people for one day. Invite more tomorrow, or share the link to join.",
)
INVITATIONS_TO_ADDRESS = Limit(
    "invitations to an address", 10, DAY, "This address had many invitations today. Share the link to join instead."
)
TABLES = Limit("tables of a host", 300, HOUR, "That is a lot of tables for one hour. Open the next one a little later.")
ADDRESS_CHANGES = Limit(
    "address changes of a person", 5, DAY, "You asked for a lot of addresses today. Try again tomorrow."
)
PASSKEYS = Limit(
    "failed passkeys of a network",
    30,
    HOUR,
    "Too many passkeys failed from your network. Sign in with a link, or try again in a while.",
)
GUESSES = Limit(
    "guesses of a network", 200, HOUR, "Too many links that lead nowhere came from your network. Try again in a while."
)

REPLIES = Limit("replies of a turn", 20, HOUR, "Too many replies came to one mail. The next is taken in a few minutes.")
REPLIES_OF_PERSON = Limit(
    "replies of a person", 120, HOUR, "Too many replies came from one player. The next is taken in a minute."
)
UNKNOWN = Limit("messages about nothing", 200, HOUR, "Too many messages came that answer nothing of ours.")
TALK = Limit("talk of a person", 60, HOUR, "That is a lot of talk for one hour. Say the rest a little later.")
WISHES = Limit("wishes of a person", 30, HOUR, "You changed your mind very often. Wait a little with the next wish.")
HOOK_TESTS = Limit("tests of a webhook", 20, HOUR, "That is a lot of tests for one hour. Send the next a little later.")
PAUSES = Limit("pauses of a game", 20, HOUR, "This game was paused and resumed very often. Wait a little.")


def invitations_by_host(world: World) -> Limit:
    """How many strangers a host may invite, as the operator chose."""
    return replace(_INVITATIONS_BY_HOST, times=int(world.settings.invitations_a_day))


def spend(session: Session, world: World, limit: Limit, who: str, times: int = 1) -> None:
    """Use a limit so many times, in the caller's transaction. Raises `SlowDown` when it is used up."""
    key, now, most = _key(world, limit, who), world.now().timestamp(), limit.within.total_seconds()
    used = limit.share * times
    account = update(Allowance).where(col(Allowance.key) == key, col(Allowance.full_at) <= now + most - used)
    begun = case((col(Allowance.full_at) > now, col(Allowance.full_at)), else_=now)
    if session.execute(account.values(full_at=begun + used)).rowcount:  # type: ignore[attr-defined]  # a cursor's
        return
    if session.get(Allowance, key) is not None:
        raise SlowDown(limit.sentence, after=timedelta(seconds=limit.share))
    try:
        with session.begin_nested():
            session.add(Allowance(key=key, full_at=now + used))
    except IntegrityError:  # another process opened the same account
        spend(session, world, limit, who, times)


def spend_alone(world: World, limit: Limit, who: str, times: int = 1) -> None:
    """Use a limit in a transaction of its own. Raises `SlowDown` when it is used up."""
    with world.transaction() as session:
        spend(session, world, limit, who, times)


def note(world: World, limit: Limit, who: str, times: int) -> None:
    """Use a limit so many times, whether or not that is too often."""
    with suppress(SlowDown):
        spend_alone(world, limit, who, times)


def used_up(world: World, limit: Limit, who: str, times: int = 1) -> bool:
    """Whether the limit would refuse so many uses now. Changes nothing."""
    with world.reading() as session:
        account = session.get(Allowance, _key(world, limit, who))
    room = limit.within.total_seconds() - limit.share * times
    return account is not None and account.full_at > world.now().timestamp() + room


def network(address: str | None) -> str:
    """The network of an internet address, as one customer has it: the address, or the first half of an IPv6 one."""
    try:
        parsed = ip_address((address or "").partition("%")[0])
    except ValueError:
        return "unknown"
    parsed = getattr(parsed, "ipv4_mapped", None) or parsed
    return str(parsed if parsed.version == 4 else ip_network(f"{parsed}/64", strict=False))


def erase(world: World) -> int:
    """Forget accounts of which nothing is used any more. How many."""
    with world.transaction() as session:
        gone = session.execute(delete(Allowance).where(col(Allowance.full_at) < world.now().timestamp()))
        return int(gone.rowcount)  # type: ignore[attr-defined]  # a cursor's


def _key(world: World, limit: Limit, who: str) -> str:
    named = f"{limit.name}\n{who}".encode()
    return hmac.digest(world.settings.keys[0].encode(), named, hashlib.sha256).hex()[:32]
