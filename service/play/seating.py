"""Who sits where before a game, and its beginning once every seat is taken."""

from sqlmodel import Session, col, select

from service.engine import ohhell
from service.play.errors import BadField, TooLate
from service.play.settle import owe_seat, settle
from service.store import queries, sealing
from service.store.loading import Table, with_state
from service.store.tables import Invitation, Person, Seat
from service.world import World

BOT_NAMES = ("Pip", "Ruff", "Deuce", "Trey", "Knave", "Tenace", "Finesse", "Void", "Stiff", "Singleton")
FULL = "Every seat at this table is taken."


def open_seat(session: Session, table: Table, reserved: bool = False) -> Seat | None:
    """The first seat that nobody has; those offered to someone only if `reserved`."""
    offered = set() if reserved else {invitation.seat for invitation in pending(session, table)}
    free = (seat for seat in table.seats if seat.person_id is None and seat.bot is None)
    return next((seat for seat in free if seat.number not in offered), None)


def pending(session: Session, table: Table) -> list[Invitation]:
    """The invitations to a table that wait for an answer."""
    rows = select(Invitation).where(Invitation.game_id == table.id)
    for ended in (Invitation.accepted_at, Invitation.refused_at, Invitation.withdrawn_at):
        rows = rows.where(col(ended).is_(None))
    return list(session.exec(rows))


def seat_bot(session: Session, world: World, table: Table) -> Seat:
    """Put a bot into a free seat. Raises `TooLate`."""
    seat = open_seat(session, table)
    if seat is None:
        raise TooLate(FULL)
    seat.bot, seat.name = "steady", bot_name(table)
    seat.accepted_at = world.now()
    return seat


def bot_name(table: Table) -> str:
    """A name for a bot that nobody at the table has."""
    taken = {name.casefold() for name in table.names}
    return next(name for name in BOT_NAMES if name.casefold() not in taken)


def seat_person(session: Session, world: World, table: Table, person: Person, name: str) -> Seat:
    """Give a free seat to a person; a name that is taken gets a number. Raises `TooLate`."""
    seat = open_seat(session, table)
    if seat is None:
        raise TooLate(FULL)
    sit(world, table, seat, person, name)
    return seat


def sit(world: World, table: Table, seat: Seat, person: Person, name: str) -> None:
    """Put a person into a seat under a name that nobody else at the table has."""
    seat.name = _free_name(table, seat, name)
    seat.person_id, seat.accepted_at = person.id, world.now()


def inherit(table: Table, seat: Seat, person: Person, name: str) -> None:
    """Let a person have a seat of a running game from the next hand on."""
    seat.heir_id, seat.heir_name = person.id, _free_name(table, seat, name)


def _free_name(table: Table, seat: Seat, name: str) -> str:
    taken = {other.name.casefold() for other in table.seats if other.number != seat.number}
    numbered = (f"{name} {number}" for number in range(2, 12))
    return name if name.casefold() not in taken else next(n for n in numbered if n.casefold() not in taken)


def begin(session: Session, world: World, table: Table) -> Table:
    """Start the game if every seat is taken; else the table as it is."""
    if table.game.started_at or any(seat.person_id is None and seat.bot is None for seat in table.seats):
        return table
    game = table.game
    game.started_at, game.join_code = world.now(), None
    words = sealing.write_words(sealing.standing(session, table))
    game.dealer = first_dealer(table, words)
    table = settle(session, world, with_state(table, ohhell.start(table.rules, game.players, game.dealer)))
    asked = {turn.seat for turn in queries.open_turns(session, table.id)}
    for seat in table.seats:
        if seat.number not in asked and not game.ended_at:
            owe_seat(session, world, table, seat.number, "started", f"started/{table.id}/{seat.number}")
    return table


def first_dealer(table: Table, words: str = "") -> int:
    """The first dealer: the seat that the rules name, or the highest card drawn (standard.txt, Setup)."""
    match table.rules.first_dealer.partition(":"):
        case ("draw", _, _):
            return ohhell.draw(table.game.secret, table.game.players, words.encode()).dealer
        case ("seat", _, number) if int(number) < table.game.players:
            return int(number)
        case _:
            raise BadField("first_dealer", "The first dealer must be one of the seats.")
