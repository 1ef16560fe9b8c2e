"""What the clock does to turns: reminders, the substitute at the deadline, and time given back after an outage."""

from datetime import datetime, timedelta

from sqlalchemy import CursorResult, Update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm.exc import StaleDataError
from sqlmodel import Session, col, select, update

from service.engine import ohhell
from service.mail.rewinding import put_back
from service.play.passing import one_by_one
from service.play.settle import owe_host, owe_seat, record, settle
from service.play.turns import TRIES, committed
from service.store import loading, winding
from service.store.loading import Table
from service.store.outbox import tell_played, waits_for_mail
from service.store.tables import Beat, Game, Person, Seat, Turn
from service.world import World

AT_ONCE = 200
OFTEN, OUTAGE = timedelta(seconds=20), timedelta(minutes=5)
MAIL_PATIENCE = timedelta(minutes=5)
MISSES_TO_AWAY = 2
LATE = 0.75  # of the allowance: from there on a reminder says that the time is nearly up
Key = tuple[int, int, int, int]


def pass_turns(world: World) -> int:
    """Remind of, or play, the turns that are due. Safe to run in many places at once. How many were looked at.

    The time of an outage is given back before any turn is looked at.
    """
    beat(world)
    with world.reading() as session:
        due = select(Turn).where(col(Turn.wake_at) <= world.now()).order_by(col(Turn.wake_at)).limit(AT_ONCE)
        keys = [(turn.game_id, turn.hand, turn.seat, turn.decision) for turn in session.exec(due)]
    one_by_one(world, lambda key: look_at(world, key), keys, game_of=lambda key: key[0])
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
        elif table.game.missing == "wait":
            _wait(session, world, table, turn)
        elif turn.seat in ohhell.to_act(table.playing):
            table = expire(session, world, table, turn)
        else:
            table = settle(session, world, table)
        return table, None

    committed(world, attempt)


def beat(world: World) -> timedelta:
    """Note that the clock is at work; after an outage, move all deadlines by its length. The time given back.

    The same when the machine's clock was put forward or back: everyone keeps the time they had left.
    """
    for _ in range(TRIES):
        with world.reading() as session:
            last = session.get(Beat, "clock")
        if last is not None and -OUTAGE < world.now() - last.at < OFTEN:
            return timedelta(0)
        try:
            with world.transaction() as session:
                return _beat(session, world.now())
        except (IntegrityError, StaleDataError):
            continue  # another clock beat first, or a turn was answered meanwhile
    return timedelta(0)


def _beat(session: Session, now: datetime) -> timedelta:
    last = session.get(Beat, "clock")
    if last is None:
        session.add(Beat(name="clock", at=now))
        return timedelta(0)
    since = last.at
    gap = now - since
    claim = update(Beat).where(col(Beat.name) == "clock", col(Beat.at) == since).values(at=now)
    if not _changed(session, claim) or abs(gap) < OUTAGE:
        return timedelta(0)
    _shift(session, since, now)
    if gap < timedelta(0):
        put_back(session, now, -gap)
    return gap


def _shift(session: Session, since: datetime, now: datetime) -> None:
    """Wind all running clocks again as if they had stood still since then."""
    around = select(Turn, Seat, Game, Person).where(col(Turn.started_at).is_not(None), col(Turn.missed_at).is_(None))
    around = around.join(Seat, (col(Seat.game_id) == Turn.game_id) & (col(Seat.number) == Turn.seat))
    around = around.join(Game, col(Game.id) == Turn.game_id).join(
        Person, col(Person.id) == Seat.person_id, isouter=True
    )
    for turn, *_kept in session.exec(around.execution_options(yield_per=1000)):
        winding.halt(session, turn, since)
        winding.wind(session, turn, now)


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
    moments = winding.running_moments(session, turn)
    turn.reminded = moments.reminded(world.now())
    turn.wake_at = moments.next(turn.reminded)
    if turn.reminded == 0 or (turn.mailed_at is None and _mail_waits(session, turn)):
        return
    late = winding.used(session, turn, world.now()).total_seconds() >= LATE * (table.game.allowance + turn.extra)
    stamp = f"{table.id}/{turn.hand}/{turn.seat}/{turn.decision}/{turn.deadline.isoformat()}"
    details: dict[str, object] = {"deadline": turn.deadline.isoformat(), "late": late}
    purpose = f"reminder/{stamp}/{turn.reminded}"
    owe_seat(session, world, table, turn.seat, "reminder", purpose, turn=turn, details=details)


def _mail_waits(session: Session, turn: Turn) -> bool:
    """Whether the turn's mail has not been taken by the mail server yet, so that its time has not begun."""
    if turn.mailed_at is not None:
        return False
    return waits_for_mail(session, turn)


def _wait(session: Session, world: World, table: Table, turn: Turn) -> None:
    """Let the table wait for a turn whose time is up, and tell the host."""
    turn.missed_at, turn.wake_at = world.now(), None
    details: dict[str, object] = {"seat": turn.seat}
    purpose = f"waiting/{table.id}/{turn.hand}/{turn.seat}/{turn.decision}/{turn.extra}"
    owe_host(session, world, table, "waiting", purpose, details)


def expire(session: Session, world: World, table: Table, turn: Turn) -> Table:
    """Let the substitute play one turn, and count it as missed."""
    seat = table.seats[turn.seat]
    ply, purpose = table.game.ply, f"played/{table.id}/{table.game.ply}"
    table = record(session, world, table, turn.seat, ohhell.choose(table.view(turn.seat)), "substitute")
    seat.missed += 1
    away = seat.missed >= MISSES_TO_AWAY
    if away:
        seat.away_at = world.now()
    details: dict[str, object] = {"ply": ply, "away": away}
    owe_seat(session, world, table, turn.seat, "played", purpose, turn=turn, details=details)
    tell_played(session, seat, purpose)
    return settle(session, world, table)
