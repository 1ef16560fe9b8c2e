"""Reminders, the substitute, absence, and outages."""

from datetime import timedelta

from sqlmodel import select

from service.engine import ohhell
from service.mail import links
from service.play import deadlines, seats
from service.store.tables import Turn
from service.world import World
from tests.support.clock import Clock
from tests.support.worlds import Friends, classic, friends, mails, pass_time, posted, rows


def kinds(world: World) -> list[str]:
    return [mail.kind for mail in mails(world)]


def turn_of(game: Friends) -> Turn:
    found = rows(game.world, select(Turn))
    assert len(found) == 1
    turn: Turn = found[0]
    return turn


def back_link(game: Friends, seat: int) -> str:
    return links.seat_url(game.world, game.table.id, seat, game.table.seats[seat].generation).rpartition("/")[2]


def test_two_reminders_come_at_half_and_at_four_fifths(world: World, clock: Clock) -> None:
    friends(world, hours=10)
    posted(world)

    pass_time(world, clock, 4.9)
    assert "reminder" not in kinds(world)
    pass_time(world, clock, 0.2)
    assert [mail.details["late"] for mail in mails(world, "reminder")] == [False]
    pass_time(world, clock, 3)
    assert [mail.details["late"] for mail in mails(world, "reminder")] == [False, True]


def test_an_answer_cancels_the_reminders(world: World, clock: Clock) -> None:
    game = friends(world, hours=10)
    seat = game.waited_for()
    pass_time(world, clock, 4)
    game.play()

    pass_time(world, clock, 4)

    assert seat not in [mail.seat for mail in mails(world, "reminder")]


def test_at_the_deadline_a_substitute_plays_and_the_player_is_told(world: World, clock: Clock) -> None:
    game = friends(world, hours=10)
    seat = game.waited_for()
    posted(world)

    pass_time(world, clock, 10.1)

    assert [(row.seat, row.by) for row in game.log] == [(seat, "substitute")]
    assert [(mail.seat, mail.details["ply"], mail.details["away"]) for mail in mails(world, "played")] == [
        (seat, 0, False)
    ]


def test_no_turn_is_lost_before_its_mail_was_taken(world: World, clock: Clock) -> None:
    game = friends(world, hours=2)

    pass_time(world, clock, 6)

    assert game.log == []


def test_after_two_missed_turns_the_seat_is_played_at_once_until_its_owner_is_back(world: World, clock: Clock) -> None:
    game = friends(world, "Ann Bob Cyd", classic(5), hours=10)
    away = game.waited_for()
    for _ in range(2):
        while game.waited_for() != away:
            game.play()
        posted(world)
        pass_time(world, clock, 10.1)
    assert game.table.seats[away].away_at is not None
    assert [mail.details["away"] for mail in mails(world, "played")] == [True]
    assert [mail.details["earlier"] for mail in mails(world, "turn") if mail.details] == [[0]]

    for _ in range(4):
        assert game.waited_for() != away
        game.play()
    seats.come_back(world, back_link(game, away))
    for _ in range(6):
        if game.waited_for() == away:
            break
        game.play()

    assert game.waited_for() == away
    assert game.table.seats[away].missed == 0


def test_when_everybody_is_away_the_game_waits_for_the_first_to_come_back(world: World, clock: Clock) -> None:
    game = friends(world, "Ann Bob Cyd", classic(5), hours=2)
    for _ in range(12):
        posted(world)
        pass_time(world, clock, 2.2)
    played = len(game.log)

    pass_time(world, clock, 6)

    assert all(seat.away_at for seat in game.table.seats)
    assert len(game.log) == played and not ohhell.over(game.table.playing)
    assert turn_of(game).deadline is None
    waited = game.waited_for()
    seats.come_back(world, back_link(game, waited))
    assert turn_of(game).deadline == clock.now() + timedelta(hours=2)


def test_one_who_comes_back_first_finds_the_others_played_for(world: World, clock: Clock) -> None:
    game = friends(world, "Ann Bob Cyd", classic(5), hours=2)
    for _ in range(12):
        posted(world)
        pass_time(world, clock, 2.2)
    back = (game.waited_for() + 1) % 3

    seats.come_back(world, back_link(game, back))

    assert game.waited_for() == back


def test_answering_by_an_old_mail_brings_one_back_too(world: World, clock: Clock) -> None:
    game = friends(world, "Ann Bob Cyd", classic(5), hours=2)
    for _ in range(12):
        posted(world)
        pass_time(world, clock, 2.2)
    waited = game.waited_for()

    game.play()

    assert game.table.seats[waited].away_at is None


def test_an_outage_moves_deadlines_by_its_length(world: World, clock: Clock) -> None:
    game = friends(world, hours=10)
    posted(world)
    pass_time(world, clock, 3)
    before = turn_of(game).deadline
    assert before is not None

    clock.advance(hours=20)
    deadlines.beat(world)
    deadlines.pass_turns(world)

    after = turn_of(game).deadline
    assert after is not None and timedelta(hours=20) <= after - before <= timedelta(hours=20, minutes=5)
    assert game.log == []


def test_two_clocks_expire_a_turn_once(world: World, clock: Clock) -> None:
    game = friends(world, hours=10)
    turn = turn_of(game)
    posted(world)
    clock.advance(hours=10, minutes=1)
    key = (turn.game_id, turn.hand, turn.seat, turn.decision)

    deadlines.look_at(world, key)
    deadlines.look_at(world, key)

    assert len(game.log) == 1


def test_a_late_clock_sends_one_reminder_and_not_two(world: World, clock: Clock) -> None:
    friends(world, hours=10)
    posted(world)
    clock.advance(hours=9)

    deadlines.pass_turns(world)
    deadlines.pass_turns(world)

    assert [mail.details["late"] for mail in mails(world, "reminder")] == [True]


def test_leaving_hands_the_seat_to_the_substitute_and_tells_the_host(world: World) -> None:
    game = friends(world, "Ann Bob Cyd", classic(5))
    bob = game.table.seats[1]
    assert bob.person_id is not None

    seats.leave(world, game.slug, bob.person_id)
    game.play(6)

    assert {row.by for row in game.log if row.seat == 1} == {"substitute"}
    assert [(mail.kind, mail.seat) for mail in mails(world) if mail.kind in {"left", "farewell"}] == [
        ("farewell", 1),
        ("left", 0),
    ]
    seats.come_back(world, back_link(game, 1))
    assert game.table.seats[1].left_at is None
