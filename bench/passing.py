"""A clock pass over many running games of which ten are due, as a ratio to a pass over few with ten due."""

import time
from contextlib import ExitStack
from dataclasses import replace
from datetime import timedelta

from sqlalchemy import insert, update

from bench.world import DAY, a_game, a_world, median, tell
from service.play import deadlines
from service.store.tables import Beat, Game, Mail, Seat, Turn
from service.world import World

FEW, MANY, DUE, ROUNDS = 1_000, 100_000, 10, 9


def crowded(stack: ExitStack, games: int) -> tuple[World, list[timedelta]]:
    """A world with so many running games, ten of which fall due again whenever its clock is moved on a day."""
    world, ahead = stack.enter_context(a_world()), [timedelta(0)]
    moved = replace(world, now=lambda: world.now() + ahead[0])
    for _ in range(DUE):
        a_game(moved, 40)
    with moved.transaction() as session:
        session.execute(insert(Game), [_filler(moved, number) for number in range(games - DUE)])
        waits = moved.now() + timedelta(days=3650)
        row = {"hand": 1, "seat": 0, "decision": 0, "opened_at": moved.now(), "deadline": waits, "wake_at": waits}
        turns = [{"game_id": DUE + 1 + number, "reminded": 0, **row} for number in range(games - DUE)]
        session.execute(insert(Turn), turns)
    return moved, ahead


def _filler(world: World, number: int) -> dict[str, object]:
    common = {"host_id": 1, "rules": {"key": "classic"}, "players": 4, "allowance": 86400, "secret": b"", "dealer": 0}
    now = world.now()
    return {"id": DUE + 1 + number, "slug": f"filler-{number}", "created_at": now, "started_at": now, **common}


def pass_once(world: World, ahead: list[timedelta]) -> float:
    """Let ten turns fall due and the clock pass over them; the seconds of the pass."""
    with world.transaction() as session:
        session.execute(update(Mail).values(sent_at=world.now()))
        session.execute(update(Seat).values(missed=0))
    ahead[0] += DAY + timedelta(minutes=1)
    with world.transaction() as session:
        session.merge(Beat(name="clock", at=world.now()))
    began = time.perf_counter()
    looked_at = deadlines.pass_turns(world)
    seconds = time.perf_counter() - began
    assert looked_at == DUE, looked_at
    return seconds


def main() -> None:
    """Print the ratio."""
    with ExitStack() as stack:
        few, many = crowded(stack, FEW), crowded(stack, MANY)
        costs = [(pass_once(*few), pass_once(*many)) for _ in range(ROUNDS)]
    small, large = (median([pair[at] for pair in costs]) for at in (0, 1))
    tell(
        f"clock pass: {large / small:.2f} times as long over {MANY:,} games as over {FEW:,}, {DUE} due in each"
        f" ({small * 1000:.0f} and {large * 1000:.0f} ms)"
    )


if __name__ == "__main__":
    main()
