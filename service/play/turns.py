"""Answering a turn: look at it, answer it, ask for a fresh link."""

from collections.abc import Callable
from typing import TypeVar

from sqlalchemy.exc import IntegrityError, OperationalError
from sqlalchemy.orm.exc import StaleDataError
from sqlmodel import Session

from service.engine import ohhell
from service.mail import links
from service.play import fields
from service.play.errors import Busy, MoveRefused, NotFound, TurnOver
from service.play.opened import OpenTurn, open_page, open_turn, page_of, stale, table_of_link
from service.play.pages import Answered, TurnPage
from service.play.settle import owe_seat, record, settle, ticket, turn_purpose
from service.store import loading, queries
from service.store.loading import STATES, Table, state_key
from service.store.outbox import is_unwritten
from service.store.tables import Seat, Talk
from service.world import World

TRIES = 20
FRESH_EVERY = 600
CROSSED = frozenset({"40001", "40P01"})  # PostgreSQL's serialization failure and deadlock: one of two must try again
T = TypeVar("T")
Leaving = Callable[[Session, Table], None]


def look(world: World, token: str, reader: int | None = None) -> TurnPage:
    """The open turn of a link, for its owner. `reader` is the person signed in, if any.

    Raises `NotFound`, `NotYours`, `LinkExpired` or `TurnOver`.
    """
    with world.reading() as session:
        return open_page(session, world, token, reader)


def answer(
    world: World,
    token: str,
    move: str | None,
    talk: str = "",
    reader: int | None = None,
    looking: bool = False,
    then: str = "",
) -> Answered:
    """Play a move for the turn of a link; the move is in the database when this returns.

    `then`: the move of the seat's next decision, where nobody else's can come in between.
    `looking`: the player is on the page now, so that a mail of their next turn may wait a little.
    Raises what `look` raises, `MoveRefused`, `BadField` for the talk, and `Busy`.
    """
    line = fields.talk(talk)

    def attempt(session: Session) -> tuple[Table, Answered]:
        table, answered = answer_within(session, world, token, move, line, reader, then)
        spot = links.read_ticket(world, token)
        if spot and looking:
            table.seats[spot.seat].seen_at = world.now()
        return table, answered

    return committed(world, attempt)


def answer_within(
    session: Session,
    world: World,
    token: str,
    move: str | None,
    line: str = "",
    reader: int | None = None,
    then: str = "",
    leave: Leaving | None = None,
) -> tuple[Table, Answered]:
    """As `answer`, in the caller's transaction. What it raises is raised before anything is written.

    `leave` writes down orders after these moves, before anything else happens in the game.
    """
    spot = open_turn(session, world, token, reader)
    seat, chosen = spot.ticket.seat, _read(session, spot, move)
    following = _second(session, spot, chosen, then) if then else None
    table = _played(session, world, spot, chosen)
    spared = bool(following and table.game.settles and ohhell.settled(table.view(None)))
    if following is not None and not spared:
        table = record(session, world, table, seat, following, "player")
    if leave:
        leave(session, table)
    if line:
        said = Talk(game_id=table.id, seat=seat, ply=table.game.ply - 1, text=line, at=world.now())
        session.add(said)
    table = settle(session, world, table)
    waited = seat in ohhell.to_act(table.playing)
    onward = links.write_ticket(world, ticket(table, seat)) if waited else None
    return table, Answered(table.game.slug, chosen, onward, following, spared)


def _second(session: Session, spot: OpenTurn, move: ohhell.Move, then: str) -> ohhell.Move:
    """The move of the next decision. Raises `MoveRefused` when it is not sure to be the seat's, or not legal then."""
    choices = ohhell.together(spot.table.playing, spot.ticket.seat, move)
    found = next((each for each in choices if ohhell.write_move(each) == then), None)
    if found is not None:
        return found
    if move not in ohhell.legal(spot.table.playing, spot.ticket.seat):
        return move  # it will be refused for itself
    if choices:
        raise MoveRefused("That cannot be played next. Choose again, or be asked then.", page_of(session, spot))
    said = ohhell.say_move(move)
    raise MoveRefused(
        f"After {said} it is not sure that it is your turn again, so nothing was played.", page_of(session, spot)
    )


def committed(world: World, attempt: Callable[[Session], tuple[Table, T]]) -> T:
    """Run a change to a game in a transaction; when another change crossed it, try again on the new state.

    States are remembered only after the commit: what was rolled back must leave no trace.
    """
    for _ in range(TRIES):
        try:
            with world.transaction() as session:
                table, outcome = attempt(session)
        except (IntegrityError, StaleDataError):
            continue
        except OperationalError as fault:
            if getattr(fault.orig, "sqlstate", None) not in CROSSED:
                raise
            continue
        if table.state is not None:
            STATES.put(state_key(table.game), table.state)
        world.wake()
        return outcome
    raise Busy("The table is very busy just now and nothing was played. Please try again.")


def send_fresh(world: World, token: str) -> None:
    """Mail the seat of a link how the game stands, with a link for its turn if it has one. At most one in a while."""
    with world.transaction() as session:
        table, spot = table_of_link(session, world, token)
        turn = next((turn for turn in queries.open_turns(session, table.id) if turn.seat == spot.seat), None)
        slot = int(world.now().timestamp()) // FRESH_EVERY
        owe_seat(session, world, table, spot.seat, "fresh", f"fresh/{table.id}/{spot.seat}/{slot}", turn=turn)
    world.wake()


def my_turn(world: World, slug: str, person_id: int) -> str | None:
    """A token for the turn of someone who is signed in, or None when the game does not wait for them."""
    with world.reading() as session:
        table = loading.load_slug(session, slug)
        if table is None:
            raise NotFound()
        seat = table.seat_of(person_id)
        if seat is None or table.state is None or table.game.ended_at or seat.number not in ohhell.to_act(table.state):
            return None
        return links.write_ticket(world, ticket(table, seat.number))


def _read(session: Session, spot: OpenTurn, typed: str | None) -> ohhell.Move:
    if not typed:
        raise MoveRefused("Choose one of the moves first.", page_of(session, spot), strange=True)
    try:
        move = ohhell.read_move(typed)
    except ValueError:
        raise MoveRefused("That is not a move we know.", page_of(session, spot), strange=True) from None
    if spot.may_change and move == _bid_made(spot):
        raise TurnOver(stale(session, spot.table, spot.ticket, spot.token))
    return move


def _bid_made(spot: OpenTurn) -> ohhell.Bid | None:
    hand = spot.table.view(spot.ticket.seat).hand
    assert hand is not None
    bid = hand.bids[spot.ticket.seat]
    return None if bid is None else ohhell.Bid(bid)


def _played(session: Session, world: World, spot: OpenTurn, move: ohhell.Move) -> Table:
    seat = spot.table.seats[spot.ticket.seat]
    try:
        table = record(session, world, spot.table, seat.number, move, "player")
    except ohhell.Forbidden as fault:
        raise MoveRefused(f"{str(fault)[:1].upper()}{str(fault)[1:]}.", page_of(session, spot)) from None
    seat.missed, seat.away_at, seat.left_at = 0, None, None
    if spot.may_change:
        _tell_next(session, world, table, seat, move)
    return table


def _tell_next(session: Session, world: World, table: Table, seat: Seat, move: ohhell.Move) -> None:
    assert isinstance(move, ohhell.Bid)
    for turn in queries.open_turns(session, table.id):
        if is_unwritten(session, turn_purpose(table, turn)):
            continue  # it will tell the bid as it is then
        purpose = f"bid-changed/{table.id}/{table.game.ply}/{turn.seat}"
        details: dict[str, object] = {"seat": seat.number, "bid": move.value}
        owe_seat(session, world, table, turn.seat, "bid-changed", purpose, turn=turn, details=details)
