"""A game under way: paused, extended, its hosting and its seats handed on, ended when all agree."""

from datetime import timedelta

import pytest
from sqlmodel import select

from service.mail import postman
from service.play import games, hosting, tables, turns, wishes
from service.play.errors import BadField, LinkExpired, NotYours, TooLate
from service.play.invitations import accept_invitation
from service.store.tables import Game, Sitting, Turn
from service.world import World
from tests.support.clock import Clock
from tests.support.worlds import Friends, classic, friends, invitation_token, mails, pass_time, posted, rows

FIVE = classic(5)


def host(game: Friends) -> int:
    return game.table.game.host_id


def turn(game: Friends) -> Turn:
    found: Turn = rows(game.world, select(Turn))[0]
    return found


def person(game: Friends, seat: int) -> int:
    found = game.table.seats[seat].person_id
    assert found is not None
    return found


def told(world: World) -> set[str]:
    return {mail.details["what"] for mail in mails(world, "notice")}


def absent(world: World, clock: Clock) -> tuple[Friends, int]:
    """A game in which one who is not the host has missed two turns."""
    game = friends(world, "Ann Bob Cyd", FIVE, hours=10)
    while game.waited_for() == 0:
        game.play()
    away = game.waited_for()
    while game.table.seats[away].away_at is None:
        while game.waited_for() != away:
            game.play()
        posted(world)
        pass_time(world, clock, 10.1)
    return game, away


def test_a_pause_stops_the_clock_and_gives_back_what_was_left(world: World, clock: Clock) -> None:
    game = friends(world, hours=10)
    posted(world)
    pass_time(world, clock, 4)

    hosting.pause(world, game.slug, host(game))
    assert turn(game).deadline is None
    pass_time(world, clock, 100)
    hosting.resume(world, game.slug, host(game))

    assert game.log == []
    assert turn(game).deadline == clock.now() + timedelta(hours=6)
    assert told(world) == {"paused", "resumed"}


def test_moves_can_be_made_in_a_pause_and_no_clock_starts(world: World, clock: Clock) -> None:
    game = friends(world, hours=10)
    hosting.pause(world, game.slug, host(game))

    game.play()

    assert turn(game).deadline is None


def test_a_host_gives_a_turn_more_time_and_old_reminders_are_dropped(world: World, clock: Clock) -> None:
    game = friends(world, hours=10)
    posted(world)
    pass_time(world, clock, 5.1)
    before = turn(game).deadline
    assert before is not None

    hosting.extend(world, game.slug, host(game), game.waited_for(), 12)
    while postman.deliver(world):
        pass

    assert turn(game).deadline == before + timedelta(hours=12)
    assert [mail.sent_at for mail in mails(world, "reminder")] == [None]


def test_a_turn_whose_time_is_up_is_given_hours_from_now_or_played_on(world: World, clock: Clock) -> None:
    game = friends(world, hours=10)
    with world.transaction() as session:
        session.get_one(Game, game.table.id).missing = "wait"
    posted(world)
    pass_time(world, clock, 15)
    seat = game.waited_for()

    hosting.extend(world, game.slug, host(game), seat, 3)
    assert turn(game).deadline == clock.now() + timedelta(hours=3)
    with pytest.raises(TooLate):
        hosting.play_on(world, game.slug, host(game), seat)
    pass_time(world, clock, 3.1)
    hosting.play_on(world, game.slug, host(game), seat)

    assert [(row.seat, row.by) for row in game.log] == [(seat, "substitute")]
    assert len(mails(world, "waiting")) == 2


def test_hosting_is_handed_on_and_the_old_host_may_do_nothing_more(world: World) -> None:
    game = friends(world)
    ann = host(game)

    hosting.hand_over(world, game.slug, ann, 1)

    assert host(game) == person(game, 1)
    with pytest.raises(NotYours):
        hosting.pause(world, game.slug, ann)


def test_only_the_absent_are_replaced(world: World) -> None:
    game = friends(world)

    with pytest.raises(BadField):
        hosting.replace(world, game.slug, host(game), 1, "dee@friends.example")


def test_an_absent_player_is_replaced_from_the_next_hand_on(world: World, clock: Clock) -> None:
    game, away = absent(world, clock)
    old, hand = game.table.seats[away], game.table.game.hand
    generation, bob = old.generation, old.name

    hosting.replace(world, game.slug, host(game), away, "dee@friends.example")
    accept_invitation(world, invitation_token(world, game.table.game, "dee@friends.example"), "Dee", "UTC")
    assert game.table.seats[away].person_id is None and game.table.seats[away].bot
    while game.table.game.hand == hand:
        game.play()

    seat = game.table.seats[away]
    assert (seat.name, seat.bot, seat.generation) == ("Dee", None, generation + 2)
    assert [row.name for row in rows(world, select(Sitting).order_by(Sitting.ply))][::2] == [bob, "Dee"]  # type: ignore[arg-type]
    assert told(world) >= {"replaced", "succeeded"} and len(mails(world, "replaced")) == 1
    assert {row.by for row in game.log if row.seat == away and row.hand == hand} >= {"substitute"}
    assert [name for number, name, _hand in games.game_page(world, game.slug).sittings if number == away][-1] == "Dee"


def test_links_of_the_one_who_was_replaced_no_longer_work(world: World, clock: Clock) -> None:
    game = friends(world, "Ann Bob Cyd", FIVE, hours=10)
    while game.waited_for() == 0:
        game.play()
    away, token = game.waited_for(), game.token()
    with world.transaction() as session:
        session.get_one(Game, game.table.id).missing = "wait"
    posted(world)
    pass_time(world, clock, 10.1)

    hosting.replace(world, game.slug, host(game), away, "dee@friends.example")

    with pytest.raises(LinkExpired):
        turns.look(world, token)


def test_a_game_ends_when_all_agree_and_not_before(world: World) -> None:
    game = friends(world)
    token = game.token()

    assert not wishes.wish(world, game.slug, person(game, 0), "end")
    assert not wishes.wish(world, game.slug, person(game, 1), "end")
    assert not wishes.wish(world, game.slug, person(game, 1), "end")  # taken back
    assert not wishes.wish(world, game.slug, person(game, 2), "end")
    assert wishes.wish(world, game.slug, person(game, 1), "end")

    assert game.table.game.ended_at is not None and rows(world, select(Turn)) == []
    assert told(world) == {"wish-end", "ended"}
    with pytest.raises(TooLate):
        turns.answer(world, token, "1")
    while postman.deliver(world):
        pass
    assert {mail.kind for mail in mails(world) if mail.failed_at or (mail.error and not mail.dropped_at)} == set()


def test_all_can_agree_to_pause_and_to_go_on(world: World, clock: Clock) -> None:
    game = friends(world, hours=10)
    for seat in range(3):
        wishes.wish(world, game.slug, person(game, seat), "pause")
    assert game.table.game.paused_at == clock.now()

    for seat in range(3):
        wishes.wish(world, game.slug, person(game, seat), "resume")

    assert game.table.game.paused_at is None and turn(game).deadline is not None


def test_a_game_that_has_ended_takes_no_orders_from_its_host(world: World) -> None:
    game = friends(world, "Ann", bots=2)
    assert wishes.wish(world, game.slug, person(game, 0), "end")

    for act in (hosting.pause, hosting.resume):
        with pytest.raises(TooLate):
            act(world, game.slug, host(game))
    with pytest.raises(TooLate):
        tables.start(world, game.slug, host(game))
