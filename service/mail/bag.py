"""What a batch of mails is about, read for all of them in a few questions before they are written one by one."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from sqlalchemy import and_, func, not_
from sqlalchemy.orm import aliased
from sqlmodel import Session, col, select

from service.store import loading, queries
from service.store.loading import Table
from service.store.queries import LogRow
from service.store.tables import Game, Mail, Order, Talk

TELLING = frozenset({"turn", "reminder", "fresh", "bid-changed", "played", "answer"})  # that tell what happened
CARRIER = "turns"  # the kind of a mail that brings others along


@dataclass
class Bag:
    """Tables by game, the ends of their logs, and what else the letters ask for.

    `previous` are the Message-IDs that mails follow in their thread, by mail; `told` the last mails that told the same
    reader of the same game, but for those about the same decision, by mail; `talking` the games with table talk.
    `rows` are held here, as a session forgets what nobody holds.
    """

    session: Session
    rows: Sequence[object]
    tables: Mapping[int, Table]
    logs: Mapping[int, Sequence[LogRow]]
    previous: Mapping[int, str]
    told: Mapping[int, Mail]
    talking: frozenset[int]
    brought: Mapping[int, Sequence[Mail]]
    orders: Mapping[tuple[int, int, int], Order]
    _known: dict[int, Table] = field(default_factory=dict)

    def table(self, game_id: int) -> Table:
        """A game's table as it stands in this session."""
        if game_id not in self._known:
            table = self.tables[game_id]
            started = table.game.started_at is not None
            state = loading.state_of(self.session, table.game, self.logs[game_id]) if started else None
            self._known[game_id] = replace(table, state=state)
        return self._known[game_id]


def pack(session: Session, mails: Sequence[Mail]) -> Bag:
    """Read what these mails, and those that they bring along, are about."""
    brought = _carried(session, [mail.id or 0 for mail in mails if mail.kind == CARRIER])
    told = [*mails, *(mail for parts in brought.values() for mail in parts)]
    ids = {mail.game_id for mail in told if mail.game_id is not None}
    games = session.exec(select(Game).where(col(Game.id).in_(ids))).all() if ids else ()
    tables = loading.tables(session, games)
    orders = session.exec(select(Order).where(col(Order.game_id).in_(ids))).all() if ids else ()
    talking = session.exec(select(Talk.game_id).where(col(Talk.game_id).in_(ids)).distinct()).all() if ids else ()
    return Bag(
        session,
        (told, tables),
        tables,
        queries.recent_logs(session, ids) if ids else {},
        _previous(session, told) if ids else {},
        _told(session, told) if ids else {},
        frozenset(talking),
        brought,
        {(order.game_id, order.hand, order.seat): order for order in orders},
    )


def _carried(session: Session, carriers: Collection[int]) -> dict[int, list[Mail]]:
    """The mails that others bring along, by the carrier's id."""
    found: dict[int, list[Mail]] = {carrier: [] for carrier in carriers}
    rows = select(Mail).where(col(Mail.carrier_id).in_(carriers)).order_by(col(Mail.id))
    for mail in session.exec(rows) if carriers else ():
        found[mail.carrier_id or 0].append(mail)
    return found


def _previous(session: Session, mails: Sequence[Mail]) -> dict[int, str]:
    """The Message-ID of the last mail that was sent about the same game to the same address, by mail."""
    earlier = aliased(Mail)
    return dict(_last_before(session, mails, earlier, col(earlier.message_id)))


def _told(session: Session, mails: Sequence[Mail]) -> dict[int, Mail]:
    earlier = aliased(Mail)
    same = and_(col(earlier.hand) == Mail.hand, func.coalesce(earlier.decision, -1) == func.coalesce(Mail.decision, -1))
    tells = (col(earlier.kind).in_(TELLING), col(earlier.hand).is_not(None), not_(same))
    found = dict(_last_before(session, mails, earlier, col(earlier.id), *tells))
    rows = session.exec(select(Mail).where(col(Mail.id).in_(set(found.values())))).all() if found else ()
    by_id = {mail.id: mail for mail in rows}
    return {mail_id: by_id[last] for mail_id, last in found.items()}


def _last_before(
    session: Session, mails: Sequence[Mail], earlier: Any, wanted: Any, *such: Any
) -> Iterator[tuple[int, Any]]:
    """What is wanted of the last mail sent to the same address about the same game, by mail, where there is one."""
    around = (earlier.game_id == Mail.game_id, earlier.address == Mail.address, earlier.sent_at.is_not(None))
    last = select(wanted).where(*around, earlier.id != Mail.id, *such)
    last = last.order_by(earlier.sent_at.desc(), earlier.id.desc()).limit(1)
    ids = [mail.id for mail in mails if mail.game_id is not None]
    rows: Sequence[Any] = session.exec(select(Mail.id, last.scalar_subquery()).where(col(Mail.id).in_(ids))).all()
    return ((mail_id, found) for mail_id, found in rows if found)
