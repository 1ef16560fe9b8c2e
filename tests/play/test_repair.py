"""What stands beside the log follows from the log."""

import pytest
from sqlmodel import delete

from service.play.errors import NotFound
from service.play.repair import repair
from service.store import loading
from service.store.tables import Game, Points, Turn
from service.world import World
from tests.support.worlds import classic, contents, friends

pytestmark = pytest.mark.no_cover  # long walks; the tests beside measure the same lines


@pytest.mark.parametrize("moves", [0, 1, 7, 12, 30, 1000])
def test_a_rebuilt_game_is_the_game_that_was_kept(world: World, moves: int) -> None:
    game = friends(world, "Ann Bob Cyd", classic(3))
    game.play(moves)
    before, state = contents(world), game.table.playing

    assert repair(world, game.slug).playing == state

    assert contents(world) == before


def test_lost_turns_and_points_come_back(world: World) -> None:
    game = friends(world, "Ann Bob Cyd", classic(3))
    game.play(15)
    state = game.table.playing
    with world.transaction() as session:
        session.execute(delete(Points))
        session.execute(delete(Turn))
        session.get_one(Game, game.table.id).ply = 1

    repair(world, game.slug)

    assert game.table.playing == state
    game.play(1000)
    assert game.table.game.ended_at is not None


@pytest.mark.parametrize("moves", [0, 1, 7, 12, 13, 14, 30, 1000])
def test_a_process_that_does_not_know_the_game_reads_the_same_state(world: World, moves: int) -> None:
    game = friends(world, "Ann Bob Cyd", classic(3))
    game.play(moves)

    with world.reading() as session:
        assert loading.replay(session, session.get_one(Game, game.table.id)) == game.table.playing


def test_there_is_nothing_to_repair_at_an_unknown_table(world: World) -> None:
    with pytest.raises(NotFound):
        repair(world, "nowhere")
