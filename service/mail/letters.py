"""A mail that is owed: one row, written in the transaction of what happened. Nothing is composed or sent here."""

from collections.abc import Mapping

from sqlalchemy import exists
from sqlmodel import Session, col, select, update

from service.store.once import add_once
from service.store.tables import Mail, Seat, Turn
from service.world import World

KINDS = (
    "sign-in",
    "invitation",
    "invitation-reminder",
    "table-reminder",
    "table-closed",
    "started",
    "turn",
    "turns",
    "reminder",
    "fresh",
    "played",
    "bid-changed",
    "over",
    "left",
    "farewell",
    "answer",
    "bounced",
    "waiting",
    "notice",
    "replaced",
    "hook-stopped",
    "passkey-added",
    "address-old",
    "address-new",
    "address-moved",
    "alarm",
    "unasked",  # is never sent: it stands for a turn's mail, so that a table that masks sees the same times
)
URGENT = frozenset(
    {"sign-in", "address-old", "address-new", "turn", "unasked", "turns", "fresh", "answer", "bid-changed"}
)


def revive(session: Session, world: World, person_id: int) -> None:
    """Owe a person the turn mails again that were dropped while they took none, where the turn is still open."""
    is_open = exists().where(
        col(Turn.game_id) == Mail.game_id,
        col(Turn.hand) == Mail.hand,
        col(Turn.seat) == Mail.seat,
        col(Turn.decision) == Mail.decision,
    )
    own = col(Mail.game_id).in_(select(Seat.game_id).where(Seat.person_id == person_id))
    dropped = (own, col(Mail.person_id) == person_id, col(Mail.kind) == "turn", col(Mail.dropped_at).is_not(None))
    again = {"dropped_at": None, "error": None, "due_at": world.now()}
    session.execute(update(Mail).where(*dropped, is_open).values(again).execution_options(synchronize_session=False))


def owe(
    session: Session,
    world: World,
    kind: str,
    purpose: str,
    address: str,
    person_id: int | None = None,
    game_id: int | None = None,
    hand: int | None = None,
    seat: int | None = None,
    decision: int | None = None,
    details: Mapping[str, object] | None = None,
) -> None:
    """Owe a mail; nothing happens if one is owed, or was sent, for the same purpose.

    The row is part of the caller's transaction. `details` must be JSON-ready and hold no card.
    """
    if kind not in KINDS:
        raise ValueError(f"no mail is called {kind}")
    now = world.now()
    row = {
        "purpose": purpose,
        "kind": kind,
        "address": address,
        "person_id": person_id,
        "game_id": game_id,
        "hand": hand,
        "seat": seat,
        "decision": decision,
        "details": dict(details or {}),
        "urgent": kind in URGENT,
        "created_at": now,
        "due_at": now,
        "tries": 0,
    }
    add_once(session, Mail, "purpose", row)
