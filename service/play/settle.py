"""What happens in a game without anyone being asked: deals and the moves that make themselves; then who is asked."""

from sqlmodel import Session, col, delete

from service.engine import ohhell
from service.mail import letters
from service.mail.hooks import owing as hooks
from service.mail.links import Ticket
from service.play import unasked
from service.play.unasked import present
from service.store import loading, outbox, queries, sealing, winding
from service.store.loading import Table, with_state
from service.store.tables import Deal, Move, Order, Points, Seat, Sitting, Turn
from service.world import World


def record(session: Session, world: World, table: Table, seat: int, move: ohhell.Move, by: str) -> Table:
    """Write a move to the log. Raises `ohhell.Forbidden`, and IntegrityError at the commit if the ply was taken."""
    before = table.playing
    after = ohhell.apply(before, seat, move)
    hand, decision = ohhell.decision(before, seat)
    if seat not in ohhell.to_act(before):
        decision = 0  # a bid changed is still the first decision
    turn = session.get(Turn, (table.id, hand, seat, decision))
    _spend(session, world, table, turn)
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
            waited=winding.waited(session, turn, world.now()) if turn and by == "player" else None,
        )
    )
    table.game.ply += 1
    for result in after.results[len(before.results) :]:
        session.add(Points(game_id=table.id, hand=result.number, result=loading.write_result(result)))
    return with_state(table, after)


def settle(session: Session, world: World, table: Table) -> Table:
    """Let the game run until people must be asked, then ask them. The same table, further on; one that ended stays."""
    hooks.owe_news(session, world, table.id)
    if table.game.ended_why:
        return table
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
    sealing.seal(session, game, world.now(), due.number)  # a tie-break's, and those of games older than seals
    words = sealing.write_words(sealing.standing(session, table))
    deal = Deal(game_id=table.id, hand=due.number, ply=game.ply, shuffle=ohhell.VERSION, words=words, at=world.now())
    session.add(deal)
    session.execute(delete(Order).where(col(Order.game_id) == table.id))
    game.hand = due.number
    for seat in table.seats:
        if seat.heir_id is not None:
            _succeed(session, world, table, seat)
        seat.bank = game.bank if due.number == 1 else max(seat.bank, min(seat.bank + game.refill, game.bank))
    return with_state(table, ohhell.deal(table.playing, loading.deck(game, deal)))


def _succeed(session: Session, world: World, table: Table, seat: Seat) -> None:
    """Let somebody who waits for a seat have it, with a fresh allowance."""
    seat.person_id, seat.name, seat.bot = seat.heir_id, seat.heir_name, None
    seat.heir_id, seat.heir_name, seat.generation, seat.bank = None, "", seat.generation + 1, table.game.bank
    seat.accepted_at, seat.missed, seat.away_at, seat.left_at, seat.seen_at = world.now(), 0, None, None, None
    row = Sitting(game_id=table.id, seat=seat.number, ply=table.game.ply, person_id=seat.person_id, name=seat.name)
    session.merge(row)
    for other in table.seats:
        details: dict[str, object] = {"what": "succeeded", "name": seat.name}
        purpose = f"notice/succeeded/{table.id}/{seat.number}/{seat.generation}/{other.number}"
        owe_seat(session, world, table, other.number, "notice", purpose, details=details)


def _ask(session: Session, world: World, table: Table) -> None:
    wanted = {(*ohhell.decision(table.playing, seat), seat) for seat in ohhell.to_act(table.playing)}
    for turn in queries.open_turns(session, table.id):
        key = (turn.hand, turn.decision, turn.seat)
        if key in wanted:
            wanted.discard(key)
            _wind(session, world, table, turn)
            if turn.plays_at is not None and unasked.single_choice(table, turn.seat) is None:
                turn.plays_at, turn.mailed_at = None, None
                owe_turn(session, world, table, turn)
        else:
            session.delete(turn)
    for hand, decision, seat in sorted(wanted):
        turn = Turn(game_id=table.id, hand=hand, seat=seat, decision=decision, opened_at=world.now())
        session.add(turn)
        _wind(session, world, table, turn)
        if unasked.single_choice(table, seat) is None:
            owe_turn(session, world, table, turn)
        else:
            turn.plays_at = winding.later(session, turn, world.now() + unasked.wait(world, table))
            if table.game.mask:
                owe_seat(session, world, table, seat, "unasked", f"un{turn_purpose(table, turn)}", turn=turn)


def _wind(session: Session, world: World, table: Table, turn: Turn) -> None:
    """Start the clock of a turn unless it runs; stop it while the game is paused, or everybody is away."""
    if not present(table.seats[turn.seat]):
        winding.halt(session, turn, world.now())
        turn.used, turn.missed_at = 0, None
    elif table.game.paused_at:
        winding.halt(session, turn, world.now())
    elif turn.started_at is None:
        winding.wind(session, turn, world.now())


def _spend(session: Session, world: World, table: Table, turn: Turn | None) -> None:
    """Take from a seat's spare time what its turn used of it."""
    seat = table.seats[turn.seat] if turn is not None else None
    if turn is not None and seat is not None and seat.bank and turn.opened_at < world.now():
        seat.bank = max(0.0, seat.bank - winding.overrun(session, turn, world.now()).total_seconds())


def owe_turn(session: Session, world: World, table: Table, turn: Turn) -> None:
    """Owe the mail that asks for a turn; it tells as well what no mail has told yet of a substitute's moves."""
    owe_seat(session, world, table, turn.seat, "turn", turn_purpose(table, turn), turn=turn)
    outbox.tell_played(session, table.seats[turn.seat], turn_purpose(table, turn))


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


def owe_host(
    session: Session, world: World, table: Table, kind: str, purpose: str, details: dict[str, object] | None = None
) -> None:
    """Owe a mail to the host, if they sit at the table."""
    seat = table.seat_of(table.game.host_id)
    if seat:
        owe_seat(session, world, table, seat.number, kind, purpose, details=details)


def ticket(table: Table, seat: int) -> Ticket:
    """The ticket of the decision that a seat is asked for now."""
    hand, decision = ohhell.decision(table.playing, seat)
    return Ticket(table.id, hand, seat, decision, table.seats[seat].generation)


def _end(session: Session, world: World, table: Table) -> None:
    table.game.ended_at = world.now()
    session.execute(delete(Order).where(col(Order.game_id) == table.id))
    for seat in table.seats:
        purpose = f"over/{table.id}/{seat.number}/{seat.generation}"
        owe_seat(session, world, table, seat.number, "over", purpose)
        outbox.tell_played(session, seat, purpose)
