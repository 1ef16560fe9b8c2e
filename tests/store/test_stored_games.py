"""Games that older code played replay to the same state, hand by hand and to the same places.

`stored-games.json` was written once: for every preset a whole game, with its secret, its log (bids that were changed
among it), and what every hand brought. A line that no longer holds means that running games would change.
"""

import json
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from sqlmodel import Session

from service.engine import ohhell
from service.engine.ohhell import PRESETS
from service.store import loading
from service.store.rebuilding import rebuild
from service.store.tables import Deal, Game, Move, Seat
from service.world import World
from tests.support.clock import Clock
from tests.support.worlds import a_world, person_id, proved

STORED = {game["key"]: game for game in json.loads((Path(__file__).parents[1] / "data/stored-games.json").read_text())}
AT = datetime(2026, 3, 2, 12, tzinfo=UTC)


def stored(session: Session, host: int, game: dict[str, Any], hands: int) -> Game:
    """The rows of a game's first hands, and no more than these, as they stand in a database."""
    row = Game(
        slug=game["key"],
        host_id=host,
        rules=ohhell.axes(PRESETS[game["key"]]),
        players=game["players"],
        allowance=86400,
        secret=bytes.fromhex(game["secret"]),
        dealer=game["dealer"],
        created_at=AT,
        started_at=AT,
    )
    session.add(row)
    session.flush()
    assert row.id is not None
    session.add_all(Seat(game_id=row.id, number=number, name=f"Seat {number}") for number in range(row.players))
    for number, log in enumerate(game["hands"][:hands], 1):
        words = "luck" if number % 2 else ""
        session.add(Deal(game_id=row.id, hand=number, ply=row.ply, shuffle="shuffle/1", words=words, at=AT))
        for spot in log.split():
            seat, move = spot.split(":")
            session.add(_move(row, number, int(seat), move))
            row.ply += 1
    row.hand = hands
    session.flush()
    return row


def _move(row: Game, hand: int, seat: int, move: str) -> Move:
    assert row.id is not None
    return Move(game_id=row.id, ply=row.ply, hand=hand, seat=seat, decision=0, move=move, by="player", at=AT)


@pytest.fixture
def world(sqlite_url: str, clock: Clock) -> Any:
    """A world on SQLite: what is replayed is the same on either database."""
    with a_world(sqlite_url, clock) as built:
        yield built


def test_a_game_of_every_preset_is_stored() -> None:
    assert set(STORED) == set(PRESETS)


@pytest.mark.parametrize("key", STORED)
def test_a_stored_game_replays_to_the_same_scores(world: World, key: str) -> None:
    game, host = STORED[key], person_id(proved(world, "Ann"))
    with world.transaction() as session:
        row = stored(session, host, game, len(game["hands"]))

        state = rebuild(session, row).playing
        loading.STATES.clear()
        again = loading.state_of(session, row)

    assert [list(result.points) for result in state.results] == game["points"]
    assert [list(result.taken) for result in state.results] == game["taken"]
    assert list(ohhell.totals(state)) == game["totals"]
    assert list(ohhell.places(state)) == game["places"]
    assert (again.results, ohhell.places(again)) == (state.results, ohhell.places(state))
