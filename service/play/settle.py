"""What happens in a game without anyone being asked: deals and the moves that make themselves; then who is asked."""

from datetime import timedelta

from sqlmodel import Session, col, delete

from service.engine import ohhell
from service.mail import letters
from service.mail.links import Ticket
from service.play import unasked
from service.play.unasked import present
from service.store import loading, queries
from service.store.clockwork import timings
from service.store.loading import Table, with_state
from service.store.tables import Deal, Move, Order, Points, Turn
from service.world import World


def record(session: Session, world: World, table: Table, seat: int, move: ohhell.Move, by: str) -> Table:
    """Write a move to the log. Raises `ohhell.Forbidden`, and IntegrityError at the commit if the ply was taken."""
    before = table.playing
    after = ohhell.apply(before, seat, move)
    hand, decision = ohhell.decision(before, seat)
    if seat not in ohhell.to_act(before):
        decision = 0  # a bid changed is still the first decision
    session.add(
        Move(
            game_id=table.id,
            ply=table.game.ply,
            hand=hand,
            seat=seat,
            decision=decision,
            move=ohhell.write_move(move),
            by=by,
            at=world.now(),
        )
    )
    table.game.ply += 1
    for result in after.results[len(before.results) :]:
        session.add(Points(game_id=table.id, hand=result.number, result=loading.write_result(result)))
    return with_state(table, after)


def settle(session: Session, world: World, table: Table) -> Table:
    """Let the game run until people must be asked, then ask them. The same table, further on."""
    while True:
        table = _deal(session, world, table)
        step = unasked.next_step(session, world, table)
        if step is None:
            break
        table = record(session, world, table, *step)
    _ask(session, world, table)
    if ohhell.over(table.playing) and table.game.ended_at is None:
        _end(session, world, table)
    session.flush()  # a ply that was taken meanwhile shows here
    return table


def _deal(session: Session, world: World, table: Table) -> Table:
    due = ohhell.due(table.playing)
    if due is None:
        return table
    game = table.game
    deal = Deal(game_id=table.id, hand=due.number, ply=game.ply, shuffle=ohhell.VERSION, at=world.now())
    session.add(deal)
    session.execute(delete(Order).where(col(Order.game_id) == table.id))
    game.hand = due.number
    return with_state(table, ohhell.deal(table.playing, loading.deck(game, deal)))


def _ask(session: Session, world: World, table: Table) -> None:
    wanted = {(*ohhell.decision(table.playing, seat), seat) for seat in ohhell.to_act(table.playing)}
    for turn in queries.open_turns(session, table.id):
        key = (turn.hand, turn.decision, turn.seat)
        if key in wanted:
            wanted.discard(key)
            _wind(world, table, turn)
            if turn.plays_at is not None and unasked.single_choice(table, turn.seat) is None:
                turn.plays_at = None
                owe_turn(session, world, table, turn)
        else:
            session.delete(turn)
    for hand, decision, seat in sorted(wanted):
        turn = Turn(game_id=table.id, hand=hand, seat=seat, decision=decision, opened_at=world.now())
        _wind(world, table, turn)
        session.add(turn)
        if unasked.single_choice(table, seat) is None:
            owe_turn(session, world, table, turn)
        else:
            turn.plays_at = world.now() + unasked.wait(world, table)


def _wind(world: World, table: Table, turn: Turn) -> None:
    """Start the clock of a turn unless it runs; stop it while everybody is away, as there is nobody to play on for."""
    if not present(table.seats[turn.seat]):
        turn.deadline, turn.wake_at = None, None
    elif turn.deadline is None:
        start(turn, world, timedelta(seconds=table.game.allowance))


def start(turn: Turn, world: World, allowance: timedelta) -> None:
    """Give a turn its full allowance from now."""
    moments = timings(world.now(), allowance)
    turn.deadline, turn.wake_at, turn.reminded = moments.deadline, moments.half, 0


def owe_turn(session: Session, world: World, table: Table, turn: Turn) -> None:
    """Owe the mail that asks for a turn."""
    owe_seat(session, world, table, turn.seat, "turn", turn_purpose(table, turn), turn=turn)


def turn_purpose(table: Table, turn: Turn) -> str:
    """What the mail that asks for a turn is owed for."""
    return f"turn/{table.id}/{turn.hand}/{turn.seat}/{turn.decision}/{table.seats[turn.seat].generation}"


def owe_seat(
    session: Session,
    world: World,
    table: Table,
    number: int,
    kind: str,
    purpose: str,
    turn: Turn | None = None,
    details: dict[str, object] | None = None,
) -> None:
    """Owe a mail to the person in a seat; nothing if no person sits there."""
    person_id = table.seats[number].person_id
    person = queries.person(session, person_id) if person_id is not None else None
    if person is None:
        return
    letters.owe(
        session,
        world,
        kind,
        purpose,
        person.email,
        person_id=person.id,
        game_id=table.id,
        hand=turn.hand if turn else table.game.hand,
        seat=number,
        decision=turn.decision if turn else None,
        details=details or {},
    )


def ticket(table: Table, seat: int) -> Ticket:
    """The ticket of the decision that a seat is asked for now."""
    hand, decision = ohhell.decision(table.playing, seat)
    return Ticket(table.id, hand, seat, decision, table.seats[seat].generation)


def _end(session: Session, world: World, table: Table) -> None:
    table.game.ended_at = world.now()
    session.execute(delete(Order).where(col(Order.game_id) == table.id))
    for seat in table.seats:
        owe_seat(session, world, table, seat.number, "over", f"over/{table.id}/{seat.number}/{seat.generation}")
