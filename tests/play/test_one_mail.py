"""Nobody gets two mails where one would do."""

from service.mail.reading import read
from service.world import World
from tests.support.clock import Clock
from tests.support.inbox import deliver
from tests.support.worlds import classic, friends, mails, pass_time


def test_the_turn_that_follows_at_once_tells_what_the_substitute_played(world: World, clock: Clock) -> None:
    game = friends(world, "Ann", bots=2, rules=classic(4))
    deliver(world)

    pass_time(world, clock, 25)
    deliver(world)

    assert game.log and [row.by for row in game.log if row.seat == 0] == ["substitute"]
    assert mails(world, "played") == []
    raw = mails(world, "turn")[-1].raw
    assert raw is not None and "a substitute made that move for you: bid" in read(raw).text
