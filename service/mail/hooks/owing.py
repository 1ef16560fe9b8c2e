"""A message that is owed to a table's webhook: one row, written in the transaction of what happened."""

from datetime import timedelta

from sqlmodel import Session, col, select

from service.store.once import add_once
from service.store.tables import Call, Hook
from service.world import World

GATHERED = timedelta(seconds=30)


def owe_news(session: Session, world: World, game_id: int) -> None:
    """Owe a table's webhook, if it has one, its news; what happens until they are sent goes with them."""
    hooks = select(Hook).where(Hook.game_id == game_id, col(Hook.stopped_at).is_(None))
    hook = session.exec(hooks).first()
    if hook is not None:
        _owe(session, world, hook, "news", f"news/{hook.id}/{hook.number}", GATHERED)


def owe_test(session: Session, world: World, hook: Hook) -> None:
    """Owe a webhook a test, at most one in half a minute."""
    half_minute = int(world.now().timestamp()) // 30
    _owe(session, world, hook, "test", f"test/{hook.id}/{half_minute}", timedelta())


def _owe(session: Session, world: World, hook: Hook, kind: str, purpose: str, wait: timedelta) -> None:
    now = world.now()
    row: dict[str, object] = {"purpose": purpose, "hook_id": hook.id, "kind": kind, "tells": {}, "tries": 0}
    add_once(session, Call, "purpose", {**row, "created_at": now, "due_at": now + wait})
