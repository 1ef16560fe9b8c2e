"""What the clock does to turns: reminders, the substitute at the deadline, and time given back after an outage."""

from datetime import datetime, timedelta

from sqlalchemy import CursorResult, Update
from sqlmodel import Session, col, select, update

from service.engine import ohhell
from service.play.settle import owe_seat, record, settle
from service.play.turns import committed
from service.store import loading
from service.store.clockwork import timings_until
from service.store.loading import Table
from service.store.tables import Beat, Mail, Turn
from service.world import World

AT_ONCE = 200
OUTAGE = timedelta(minutes=5)
MAIL_PATIENCE = timedelta(minutes=5)
MISSES_TO_AWAY = 2
Key = tuple[int, int, int, int]


def pass_turns(world: World) -> int:
    """Remind of, or play, the turns that are due. Safe to run in many places at once. How many were looked at."""
    with world.reading() as session:
        due = select(Turn).where(col(Turn.wake_at) <= world.now()).order_by(col(Turn.wake_at)).limit(AT_ONCE)
        keys = [(turn.game_id, turn.hand, turn.seat, turn.decision) for turn in session.exec(due)]
    for key in keys:
        look_at(world, key)
    return len(keys)


def look_at(world: World, key: Key) -> None:
    """Do what is due for one turn: nothing if it was answered, or if another clock was here first."""

    def attempt(session: Session) -> tuple[Table, None]:
        table = loading.load(session, key[0])
        assert table is not None
        turn = session.get(Turn, key)
        if turn is None or turn.wake_at is None or turn.wake_at > world.now() or not _claimed(session, turn):
            return table, None
        assert turn.deadline is not None
        if turn.deadline > world.now():
            _remind(session, world, table, turn)
        elif _mail_waits(session, turn):
            turn.wake_at = world.now() + MAIL_PATIENCE
        else:
            table = _expire(session, world, table, turn)
        return table, None

    committed(world, attempt)


def beat(world: World) -> timedelta:
    """Note that the clock is at work; after an outage, move all deadlines by its length. The time given back."""
    with world.transaction() as session:
        last = session.get(Beat, "clock")
        now = world.now()
        if last is None:
            session.add(Beat(name="clock", at=now))
            return timedelta(0)
        gap = now - last.at
        claim = update(Beat).where(col(Beat.name) == "clock", col(Beat.at) == last.at).values(at=now)
        if not _changed(session, claim) or gap < OUTAGE:
            return timedelta(0)
        _shift(session, gap, last.at)
        return gap


def _shift(session: Session, gap: timedelta, since: datetime) -> None:
    running = select(Turn).where(col(Turn.deadline).is_not(None))
    for turn in session.exec(running.execution_options(yield_per=1000)):
        lost = gap - max(turn.opened_at - since, timedelta(0))
        if turn.deadline is not None and turn.wake_at is not None:
            turn.deadline, turn.wake_at = turn.deadline + lost, turn.wake_at + lost


def _claimed(session: Session, turn: Turn) -> bool:
    """Take a due turn for this clock: only one of many succeeds in moving its `wake_at`."""
    mine = (
        col(Turn.game_id) == turn.game_id,
        col(Turn.hand) == turn.hand,
        col(Turn.seat) == turn.seat,
        col(Turn.decision) == turn.decision,
        col(Turn.wake_at) == turn.wake_at,
    )
    return _changed(session, update(Turn).where(*mine).values(wake_at=turn.deadline, reminded=turn.reminded))


def _changed(session: Session, statement: Update) -> bool:
    outcome = session.execute(statement)
    return isinstance(outcome, CursorResult) and outcome.rowcount == 1


def _remind(session: Session, world: World, table: Table, turn: Turn) -> None:
    assert turn.deadline is not None
    moments = timings_until(turn.deadline, timedelta(seconds=table.game.allowance))
    late = world.now() >= moments.late
    stamp = f"{table.id}/{turn.hand}/{turn.seat}/{turn.decision}/{turn.deadline.isoformat()}"
    details: dict[str, object] = {"deadline": turn.deadline.isoformat(), "late": late}
    purpose = f"reminder/{stamp}/{'late' if late else 'half'}"
    owe_seat(session, world, table, turn.seat, "reminder", purpose, turn=turn, details=details)
    turn.reminded = 2 if late else 1
    turn.wake_at = moments.next(turn.reminded)


def _mail_waits(session: Session, turn: Turn) -> bool:
    """Whether the turn's mail has not been taken by the mail server yet, so that its time has not begun."""
    if turn.mailed_at is not None:
        return False
    owed = select(Mail.id).where(
        Mail.game_id == turn.game_id,
        Mail.kind == "turn",
        Mail.hand == turn.hand,
        Mail.seat == turn.seat,
        Mail.decision == turn.decision,
        col(Mail.sent_at).is_(None),
        col(Mail.failed_at).is_(None),
        col(Mail.dropped_at).is_(None),
    )
    return session.exec(owed).first() is not None


def _expire(session: Session, world: World, table: Table, turn: Turn) -> Table:
    seat = table.seats[turn.seat]
    ply = table.game.ply
    table = record(session, world, table, turn.seat, ohhell.choose(table.view(turn.seat)), "substitute")
    seat.missed += 1
    away = seat.missed >= MISSES_TO_AWAY
    if away:
        seat.away_at = world.now()
    details: dict[str, object] = {"ply": ply, "away": away}
    owe_seat(session, world, table, turn.seat, "played", f"played/{table.id}/{ply}", turn=turn, details=details)
    return settle(session, world, table)
