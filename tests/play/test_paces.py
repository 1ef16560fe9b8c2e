"""Spare time: used before a turn is lost, refilled a little; tables that wait instead of playing on."""

from datetime import timedelta

from sqlmodel import select

from service.play import tables
from service.play.invitations import accept_invitation
from service.play.tables import Opening
from service.store.tables import Turn
from service.world import World
from tests.support.clock import Clock
from tests.support.worlds import Friends, classic, invitation_token, mails, pass_time, person_id, posted, proved, rows

HOUR = timedelta(hours=1)


def table(world: World, **options: object) -> Friends:
    """Ann, Bob and Cyd with ten hours a turn."""
    invite = ("bob@friends.example", "cyd@friends.example")
    opening = Opening(classic(3), 3, 10 * HOUR, invite=invite, singles=False, settles=False, **options)  # type: ignore[arg-type]
    game = tables.open_table(world, person_id(proved(world, "Ann")), opening)
    for name, email in zip(("Bob", "Cyd"), invite, strict=True):
        accept_invitation(world, invitation_token(world, game, email), name, "Asia/Tokyo")
    return Friends(world, game.slug)


def turn(game: Friends) -> Turn:
    found: Turn = rows(game.world, select(Turn))[0]
    return found


def test_spare_time_is_used_before_a_turn_is_lost(world: World, clock: Clock) -> None:
    game = table(world, bank=5 * HOUR)
    seat = game.waited_for()
    posted(world)

    pass_time(world, clock, 14.9)
    assert game.log == []
    pass_time(world, clock, 0.2)

    assert [(row.seat, row.by) for row in game.log] == [(seat, "substitute")]
    assert game.table.seats[seat].bank == 0


def test_what_a_late_answer_took_of_spare_time_is_gone(world: World, clock: Clock) -> None:
    game = table(world, bank=5 * HOUR)
    seat = game.waited_for()
    posted(world)
    pass_time(world, clock, 12)

    game.play()

    assert game.table.seats[seat].bank == 3 * 3600


def test_an_answer_in_time_takes_nothing_of_spare_time(world: World, clock: Clock) -> None:
    game = table(world, bank=5 * HOUR)
    seat = game.waited_for()
    posted(world)
    pass_time(world, clock, 9.9)

    game.play()

    assert game.table.seats[seat].bank == 5 * 3600


def test_who_ends_a_hand_on_spare_time_gets_the_refill_all_the_same(world: World, clock: Clock) -> None:
    game = table(world, bank=5 * HOUR, refill=1 * HOUR)
    game.play(3 + 8)
    seat = game.waited_for()
    posted(world)
    pass_time(world, clock, 12)

    game.play()

    assert game.table.game.hand == 2
    assert game.table.seats[seat].bank == 4 * 3600


def test_each_hand_gives_a_little_spare_time_back_and_never_more_than_there_was(world: World, clock: Clock) -> None:
    game = table(world, bank=5 * HOUR, refill=1 * HOUR)
    seat = game.waited_for()
    posted(world)
    pass_time(world, clock, 12)

    game.play(3 + 9)

    assert game.table.game.hand == 2
    assert [player.bank / 3600 for player in game.table.seats] == [4 if n == seat else 5 for n in range(3)]


def test_a_table_that_waits_tells_its_host_once_and_plays_nothing(world: World, clock: Clock) -> None:
    game = table(world, missing="wait")
    seat = game.waited_for()
    posted(world)

    pass_time(world, clock, 15)

    assert game.log == []
    assert [(mail.seat, mail.details["seat"]) for mail in mails(world, "waiting")] == [(0, seat)]
    game.play()
    assert [row.by for row in game.log] == ["player"]
