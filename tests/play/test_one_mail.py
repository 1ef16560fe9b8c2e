"""Nobody gets two mails where one would do."""

import re

from service.engine import ohhell
from service.mail.reading import read
from service.play import turns
from service.world import World
from tests.support.clock import Clock
from tests.support.inbox import deliver
from tests.support.worlds import classic, friends, mails, pass_time, posted


def test_the_turn_that_follows_at_once_tells_what_the_substitute_played(world: World, clock: Clock) -> None:
    game = friends(world, "Ann", bots=2, rules=classic(4))
    deliver(world)

    pass_time(world, clock, 25)
    deliver(world)

    assert game.log and [row.by for row in game.log if row.seat == 0] == ["substitute"]
    assert mails(world, "played") == []
    raw = mails(world, "turn")[-1].raw
    assert raw is not None and "a substitute made that move for you: bid" in read(raw).text


def test_the_turn_that_comes_while_the_mail_about_a_substitute_waits_tells_both(world: World, clock: Clock) -> None:
    game = friends(world, rules=classic(4), hours=10)
    first = game.waited_for()
    posted(world)
    pass_time(world, clock, 10.1)
    assert [mail.seat for mail in mails(world, "played")] == [first]

    while game.waited_for() != first:
        game.play()
    deliver(world)

    assert mails(world, "played") == []
    assert "a substitute made that move for you: bid" in text(world, "turn", first)


def test_a_mail_about_a_substitute_that_was_sent_is_not_told_again(world: World, clock: Clock) -> None:
    game = friends(world, rules=classic(4), hours=10)
    first = game.waited_for()
    posted(world)
    pass_time(world, clock, 10.1)
    deliver(world)

    while game.waited_for() != first:
        game.play()
    deliver(world)

    assert len(mails(world, "played")) == 1
    assert "a substitute made that move" not in text(world, "turn", first)


def test_the_mail_of_the_end_tells_what_a_substitute_played_last(world: World, clock: Clock) -> None:
    game = friends(world, "Ann", bots=2, rules=classic(1), hours=10)
    deliver(world)
    while len(game.log) < 4 or game.table.playing.hand is None:
        if ohhell.over(game.table.playing):
            break
        pass_time(world, clock, 10.1)
        deliver(world)

    assert ohhell.over(game.table.playing)
    assert [mail.kind for mail in mails(world) if mail.sent_at and mail.seat == 0][-1] == "over"
    assert "a substitute made" in text(world, "over", 0)


def test_a_bid_that_changes_before_its_mail_is_written_is_told_by_that_mail_alone(world: World) -> None:
    game = friends(world, rules=ohhell.rules_from({"key": "blackout"}))
    token = game.token()
    turns.answer(world, token, "1")
    following = game.waited_for()

    turns.answer(world, token, "3")
    deliver(world)

    assert mails(world, "bid-changed") == []
    assert re.search(r"Bids: \w+ 3\.", text(world, "turn", following))


def text(world: World, kind: str, seat: int) -> str:
    """The text of the last mail of a kind that was sent to a seat."""
    raw = [mail.raw for mail in mails(world, kind) if mail.seat == seat and mail.sent_at][-1]
    assert raw is not None
    return read(raw).text
