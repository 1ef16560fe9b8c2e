"""Deleting one's data: out of every running game first, then out of every table."""

from collections.abc import Sequence

from sqlmodel import col, select

from service.play.errors import NotFound
from service.play.operating import seats_of, stand_up
from service.store import forgetting, queries
from service.store.refusals import hashed
from service.store.tables import Game, Seat
from service.world import World


def forget(world: World, person_id: int) -> None:
    """Delete a person's address and name, and all that only they need. Raises `NotFound`.

    A bot plays on in their seats and the tables are told; their own tables that have not begun are closed; another
    player becomes host of those that have. Pressed again after something went wrong, it goes on where it stopped.
    """
    with world.transaction() as session:
        person = queries.person(session, person_id)
        if person is None:
            raise NotFound()
        person.epoch += 1
        seats = seats_of(session, person)
    for slug, number in seats:
        stand_up(world, slug, number)
    with world.transaction() as session:
        for game in session.exec(select(Game).where(Game.host_id == person_id)).all():
            _hand_on(session.exec(select(Seat).where(Seat.game_id == game.id).order_by(col(Seat.number))).all(), game)
        person = queries.person(session, person_id)
        if person is not None:
            refused = hashed(world.settings.keys[0], person.email)
            forgetting.forget(session, person, world.now(), refused)


def _hand_on(seats: Sequence[Seat], game: Game) -> None:
    heirs = [seat.person_id for seat in seats if seat.person_id not in (None, game.host_id) and seat.left_at is None]
    if heirs and game.started_at:
        game.host_id = heirs[0]
