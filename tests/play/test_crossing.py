"""Changes that cross one another: answers, deadlines and returns at the same moment."""

from concurrent.futures import ThreadPoolExecutor

from sqlmodel import select

from service.engine import ohhell
from service.play import deadlines, turns
from service.play.errors import TurnOver
from service.store.tables import Turn
from service.world import World
from tests.support.clock import Clock
from tests.support.worlds import classic, friends, posted, rows


def test_an_answer_at_the_very_deadline_is_played_or_told_and_never_both(world: World, clock: Clock) -> None:
    game = friends(world, "Ann Bob Cyd", classic(3), hours=2)
    for _ in range(5):
        turn = rows(world, select(Turn))[0]
        token, move, before = game.token(), ohhell.write_move(game.legal()[0]), len(game.log)
        posted(world)
        clock.advance(hours=2, minutes=1)
        key = (turn.game_id, turn.hand, turn.seat, turn.decision)

        def press(token: str = token, move: str = move) -> str:
            try:
                turns.answer(world, token, move)
            except TurnOver:
                return "over"
            return "played"

        with ThreadPoolExecutor(4) as crowd:
            answers = [crowd.submit(press) for _ in range(2)]
            clocks = [crowd.submit(deadlines.look_at, world, key) for _ in range(2)]
            for clocked in clocks:
                clocked.result()
            said = sorted(answer.result() for answer in answers)

        made = [row for row in game.log[before:] if (row.hand, row.seat, row.decision) == key[1:]]
        assert len(made) == 1
        assert said.count("played") == (made[0].by == "player")
        with world.transaction() as session:
            for seat in game.table.seats:
                session.merge(seat).missed = 0


def test_bids_made_at_once_at_the_same_moment_are_all_there(world: World) -> None:
    axes = {"key": "classic", "schedule": [3, 3], "bid_order": "simultaneous", "dealer_bid": "free"}
    names = "Ann Bob Cyd Dee Eve Fay"
    game = friends(world, names, ohhell.rules_from(axes))
    tokens = {seat: game.token(seat) for seat in range(6)}

    with ThreadPoolExecutor(6) as crowd:
        list(crowd.map(lambda seat: turns.answer(world, tokens[seat], "1"), range(6)))

    assert sorted(row.seat for row in game.log if row.decision == 0) == list(range(6))
