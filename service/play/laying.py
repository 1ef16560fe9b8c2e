"""A table as it is laid: what its host asks for, its row, its empty seats and the seals of its hands."""

from dataclasses import dataclass
from datetime import timedelta

from sqlmodel import Session

from service.engine import ohhell
from service.store import sealing
from service.store.loading import Table
from service.store.tables import Game, Person, Seat
from service.world import World


@dataclass(frozen=True)
class Opening:
    """What a host asks for: rules, number of players, time for a turn, how many bots, and addresses to invite.

    All from `singles` on are as in `store.tables.Game`.
    """

    rules: ohhell.Rules
    players: int
    allowance: timedelta
    bots: int = 0
    invite: tuple[str, ...] = ()
    singles: bool = True
    settles: bool = True
    mask: bool = False
    bank: timedelta = timedelta()
    refill: timedelta = timedelta()
    holidays: int = 28
    missing: str = "substitute"


def lay(session: Session, world: World, host: Person, opening: Opening) -> Table:
    """A new table with its host in seat 0, its hands sealed."""
    assert host.id is not None
    game = Game(
        slug=world.new_secret(9).hex(),
        join_code=world.new_secret(12).hex(),
        host_id=host.id,
        rules=ohhell.axes(opening.rules),
        players=opening.players,
        allowance=int(opening.allowance.total_seconds()),
        singles=opening.singles,
        settles=opening.settles,
        mask=opening.singles and opening.mask,
        bank=int(opening.bank.total_seconds()),
        refill=int(opening.refill.total_seconds()),
        holidays=opening.holidays,
        missing=opening.missing,
        secret=world.new_secret(32),
        created_at=world.now(),
    )
    session.add(game)
    session.flush()
    assert game.id is not None
    seats = tuple(Seat(game_id=game.id, number=number) for number in range(opening.players))
    seats[0].person_id, seats[0].name, seats[0].accepted_at = host.id, host.name, world.now()
    session.add_all(seats)
    sealing.seal(session, game, world.now())
    session.flush()
    return Table(game, seats, None)
