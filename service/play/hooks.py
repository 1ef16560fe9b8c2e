"""A table's webhook in its host's hands: set it, test it, remove it."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from sqlmodel import Session, col, delete, select

from service.mail.hooks import owing, telling
from service.mail.hooks.address import BadAddress, place
from service.mail.hooks.shapes import SHAPES
from service.mail.hooks.signing import SECRET_BYTES, write_secret
from service.play import limits
from service.play.errors import BadField, NotFound, TooLate
from service.play.tables import hosted
from service.store.loading import Table
from service.store.tables import Call, Game, Hook
from service.world import World

SHOWN = 5


@dataclass(frozen=True)
class HookPage:
    """A table's webhook as its host sees it; `url` and `secret` are empty for all but the one who set it."""

    shape: str
    host: str
    url: str
    secret: str
    stopped_at: datetime | None
    error: str
    calls: Sequence[Call]


def address(typed: str) -> str:
    """The address of a webhook as it is stored. Raises `BadField`."""
    try:
        there = place(typed.strip())
    except BadAddress as fault:
        raise BadField("url", str(fault)) from None
    port = "" if there.port == 443 else f":{there.port}"
    return f"https://{there.host}{port}{there.path}"


def look(world: World, slug: str, host_id: int) -> HookPage | None:
    """A table's webhook, for its host. Raises `NotFound` and `NotYours`, as all here."""
    with world.reading() as session:
        hook = _hook(session, hosted(session, slug, host_id))
        if hook is None:
            return None
        own, shape = hook.person_id == host_id, SHAPES[hook.shape].title
        calls = select(Call).where(Call.hook_id == hook.id, col(Call.dropped_at).is_(None))
        last = session.exec(calls.order_by(col(Call.id).desc()).limit(SHOWN)).all()
        url, secret = (hook.url, hook.secret) if own else ("", "")
        return HookPage(shape, place(hook.url).host, url, secret, hook.stopped_at, hook.error or "", last)


def keep(world: World, slug: str, host_id: int, typed: str, shape: str) -> Game:
    """Send a table's news to an address from now on, instead of an earlier one. Raises also `BadField`, `TooLate`."""
    url = address(typed)
    if shape not in SHAPES:
        raise BadField("shape", "Choose one from the list.")
    with world.transaction() as session:
        table = hosted(session, slug, host_id)
        if table.game.ended_at or table.game.closed_at:
            raise TooLate("This table is over: there will be no more news.")
        _remove(session, table)
        hook = Hook(game_id=table.id, person_id=host_id, url=url, shape=shape, secret="", created_at=world.now())
        hook.secret, hook.told = write_secret(world.new_secret(SECRET_BYTES)), dict(telling.state(session, table))
        session.add(hook)
        return table.game


def remove(world: World, slug: str, host_id: int) -> Game:
    """Forget a table's webhook, and what is owed to it."""
    with world.transaction() as session:
        table = hosted(session, slug, host_id)
        _remove(session, table)
        return table.game


def test(world: World, slug: str, host_id: int) -> Game:
    """Owe the webhook a message that only shows that messages arrive."""
    with world.transaction() as session:
        table = hosted(session, slug, host_id)
        hook = _hook(session, table)
        if hook is None:
            raise NotFound("This table has no webhook.")
        limits.spend(session, world, limits.HOOK_TESTS, slug)
        owing.owe_test(session, world, hook)
        return table.game


def _hook(session: Session, table: Table) -> Hook | None:
    return session.exec(select(Hook).where(Hook.game_id == table.id)).first()


def _remove(session: Session, table: Table) -> None:
    hook = _hook(session, table)
    if hook is not None:
        session.execute(delete(Call).where(col(Call.hook_id) == hook.id))
        session.delete(hook)
        session.flush()
