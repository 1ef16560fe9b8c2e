"""A running game in its host's hands: pause it, give more time, let the substitute play, hand on hosting or a seat."""

from collections.abc import Callable
from datetime import timedelta

from sqlmodel import Session

from service.engine import ohhell
from service.mail import letters
from service.play import fields, limits
from service.play.deadlines import expire
from service.play.errors import BadField, NotFound, NotYours, TooLate
from service.play.invitations import offer_seat
from service.play.notices import tell
from service.play.seating import bot_name
from service.play.settle import settle
from service.play.turns import committed
from service.store import loading, queries, winding
from service.store.loading import Table
from service.store.tables import Game, Seat, Sitting, Turn
from service.world import World

MOST_HOURS = 168


def pause(world: World, slug: str, host_id: int) -> Game:
    """Stop all clocks of a game; moves can still be made. Raises `NotFound`, `NotYours` and `TooLate`, as all here."""
    return _act(world, slug, host_id, lambda session, table: stop_clocks(session, world, table))


def resume(world: World, slug: str, host_id: int) -> Game:
    """Let the clocks run again, on what was left to each."""
    return _act(world, slug, host_id, lambda session, table: run_clocks(session, world, table))


def extend(world: World, slug: str, host_id: int, number: int, hours: int) -> Game:
    """Add hours to a seat's open turn; one whose time is up has these hours from now. Raises also `BadField`."""

    def more(session: Session, table: Table) -> Table:
        turn = _turn(session, table, number)
        if not 1 <= hours <= MOST_HOURS:
            raise BadField("hours", f"Give from 1 to {MOST_HOURS} hours.")
        full = timedelta(seconds=table.game.allowance + turn.extra + table.seats[number].bank)
        turn.used = min(winding.used(session, turn, world.now()), full).total_seconds()
        turn.started_at, turn.missed_at = None, None
        turn.extra += hours * 3600
        return settle(session, world, table)

    return _act(world, slug, host_id, more)


def play_on(world: World, slug: str, host_id: int, number: int) -> Game:
    """Let the substitute play a turn whose time is up, at a table that waits."""

    def play(session: Session, table: Table) -> Table:
        turn = _turn(session, table, number)
        if turn.missed_at is None:
            raise TooLate("The time for this turn is not up.")
        return expire(session, world, table, turn)

    return _act(world, slug, host_id, play)


def hand_over(world: World, slug: str, host_id: int, number: int) -> Game:
    """Make another player of the table its host. Raises also `BadField`."""

    def hand(session: Session, table: Table) -> Table:
        seat = _seat(table, number)
        if seat.person_id is None or seat.left_at is not None or seat.person_id == host_id:
            raise BadField("seat", "Choose another player who sits at the table.")
        table.game.host_id = seat.person_id
        tell(session, world, table, "hosting", number)
        return table

    return _act(world, slug, host_id, hand)


def replace(world: World, slug: str, host_id: int, number: int, email: str) -> Game:
    """Offer an absent player's seat to somebody else, from the next hand on; a bot finishes this one.

    Links of the one who sat there no longer work; the table is told. Raises also `BadField`.
    """

    def give(session: Session, table: Table) -> Table:
        seat = _seat(table, number)
        _check_absent(session, table, seat)
        return give_seat(session, world, table, number, fields.address(world, email))

    return _act(world, slug, host_id, give)


def give_seat(session: Session, world: World, table: Table, number: int, email: str) -> Table:
    """Offer a seat to an address from the next hand on; until then a bot has it. Raises `BadField` and `TooLate`."""
    seat = _seat(table, number)
    if seat.heir_id is not None:
        raise TooLate("Somebody has taken this seat already, from the next hand on.")
    if seat.bot is None:
        _remove(session, world, table, seat)
    offer_seat(session, world, table, seat, email)
    return settle(session, world, table)


def empty_seat(session: Session, world: World, table: Table, number: int) -> Table:
    """Put a bot into somebody's seat, for good or until it is given to somebody else; a host's task goes on."""
    seat = _seat(table, number)
    others = [other for other in table.seats if other.person_id not in (None, seat.person_id) and other.left_at is None]
    if seat.person_id == table.game.host_id and others:
        table.game.host_id = others[0].person_id or 0
        tell(session, world, table, "hosting", others[0].number)
    if seat.bot is None:
        _remove(session, world, table, seat, "removed")
    return settle(session, world, table)


def stop_clocks(session: Session, world: World, table: Table) -> Table:
    """Pause a game, once."""
    if table.game.paused_at is None:
        limits.spend(session, world, limits.PAUSES, str(table.id))
        table.game.paused_at = world.now()
        tell(session, world, table, "paused")
    return settle(session, world, table)


def run_clocks(session: Session, world: World, table: Table) -> Table:
    """End a pause, if there is one."""
    if table.game.paused_at is not None:
        table.game.paused_at = None
        tell(session, world, table, "resumed")
    return settle(session, world, table)


def _remove(session: Session, world: World, table: Table, seat: Seat, why: str = "replaced") -> None:
    """Put a bot into somebody's seat, and keep who played it until now."""
    game = table.game
    if not queries.sittings(session, table.id, seat.number):
        session.add(Sitting(game_id=table.id, seat=seat.number, ply=0, person_id=seat.person_id, name=seat.name))
        session.flush()
    person = queries.person(session, seat.person_id) if seat.person_id is not None else None
    if person is not None:
        purpose, details = (
            f"replaced/{table.id}/{seat.number}/{seat.generation}",
            {"name": seat.name, "why": _gone(seat, why)},
        )
        own = {"person_id": person.id, "game_id": table.id, "details": details}
        letters.owe(session, world, "replaced", purpose, person.email, **own)  # type: ignore[arg-type]  # ids of several kinds, by name
    tell(session, world, table, why, seat.number)
    seat.person_id, seat.bot, seat.name = None, "steady", bot_name(table)
    seat.generation, seat.missed, seat.away_at, seat.left_at = seat.generation + 1, 0, None, None
    session.merge(Sitting(game_id=table.id, seat=seat.number, ply=game.ply, name=seat.name, bot=seat.bot))


def _gone(seat: Seat, why: str) -> str:
    """Why somebody has no seat any more: "left", "away", or "removed" by the operator."""
    if why == "removed":
        return why
    return "left" if seat.left_at else "away"


def _check_absent(session: Session, table: Table, seat: Seat) -> None:
    if seat.heir_id is not None:
        raise TooLate("Somebody has taken this seat already, from the next hand on.")
    if seat.person_id == table.game.host_id:
        raise BadField("seat", "Hand over hosting first.")
    turn = next((turn for turn in queries.open_turns(session, table.id) if turn.seat == seat.number), None)
    absent = seat.away_at or seat.left_at or (turn and turn.missed_at)
    if not absent and not _vacant(session, table, seat):
        raise BadField("seat", "Only somebody who is away, has left or has run out of time can be replaced.")


def _vacant(session: Session, table: Table, seat: Seat) -> bool:
    """Whether a bot keeps the seat of someone who was replaced."""
    return seat.bot is not None and bool(queries.sittings(session, table.id, seat.number))


def _act(world: World, slug: str, host_id: int, act: Callable[[Session, Table], Table]) -> Game:
    def attempt(session: Session) -> tuple[Table, Game]:
        table = loading.load_slug(session, slug)
        if table is None or table.state is None:
            raise NotFound()
        if table.game.host_id != host_id:
            raise NotYours("Only the host of this table can do that.")
        if table.game.ended_at or ohhell.over(table.playing):
            raise TooLate("This game is over already.")
        table = act(session, table)
        return table, table.game

    return committed(world, attempt)


def _seat(table: Table, number: int) -> Seat:
    if not 0 <= number < len(table.seats):
        raise BadField("seat", "There is no such seat.")
    return table.seats[number]


def _turn(session: Session, table: Table, number: int) -> Turn:
    turn = next((turn for turn in queries.open_turns(session, table.id) if turn.seat == number), None)
    if turn is None:
        raise TooLate("This player is not to act now.")
    return turn
