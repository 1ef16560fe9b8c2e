"""A person's clock: it stands still at night, on days off and holidays, and cannot win back what is lost."""

from datetime import UTC, date, datetime, timedelta

import pytest
from sqlmodel import select

from service.engine import ohhell
from service.mail import postman
from service.mail.holding import held_until
from service.play import calendars, games, people, turns
from service.play.calendars import Clock as Choice
from service.play.errors import BadField
from service.store.tables import Mail, Person, Turn
from service.world import World
from tests.support.clock import Clock
from tests.support.worlds import Friends, a_world, classic, friends, mails, pass_time, posted, rows

NIGHT = (22 * 60, 7 * 60)  # in Tokyo 13:00 to 22:00 UTC; the clock of tests starts at Monday noon


def owner(game: Friends) -> int:
    found = game.table.seats[game.waited_for()].person_id
    assert found is not None
    return found


def turn(game: Friends) -> Turn:
    found: Turn = rows(game.world, select(Turn))[0]
    return found


def at(day: int, hour: int, minute: int = 0) -> datetime:
    return datetime(2026, 3, day, hour, minute, tzinfo=UTC)


def in_tokyo(world: World, hours: float = 4, names: str = "Ann Bob Cyd") -> Friends:
    """A game that waits for somebody in Tokyo."""
    game = friends(world, names, hours=hours)
    people.change_person(world, owner(game), "Bob", "Asia/Tokyo")
    return game


def test_a_deadline_moves_past_the_night_and_back_when_the_night_is_taken_back(world: World, clock: Clock) -> None:
    game = in_tokyo(world)
    assert turn(game).deadline == at(2, 16)

    calendars.change_clock(world, owner(game), Choice(NIGHT))
    assert turn(game).deadline == at(3, 1)
    calendars.change_clock(world, owner(game), Choice())

    assert turn(game).deadline == at(2, 16)


def test_what_was_used_before_a_change_stays_used(world: World, clock: Clock) -> None:
    game = in_tokyo(world)
    clock.advance(hours=2)  # an hour of what will be the night

    calendars.change_clock(world, owner(game), Choice(NIGHT))

    assert turn(game).deadline == at(3, 0)


def test_a_change_cannot_win_back_a_turn_whose_time_is_up(world: World, clock: Clock) -> None:
    game = in_tokyo(world)
    seat, person = game.waited_for(), owner(game)
    posted(world)
    clock.advance(hours=4)
    before = turn(game).deadline

    calendars.add_holiday(world, person, date(2026, 3, 3), date(2026, 3, 9))

    assert turn(game).deadline == before
    pass_time(world, clock, 0.1)
    assert [(row.seat, row.by) for row in game.log] == [(seat, "substitute")]


def test_another_zone_moves_the_night_and_the_deadline(world: World) -> None:
    game = in_tokyo(world)
    calendars.change_clock(world, owner(game), Choice(NIGHT))

    people.change_person(world, owner(game), "Bob", "UTC")

    assert turn(game).deadline == at(2, 16)


def test_holidays_stop_the_clock_as_far_as_the_table_allows(world: World) -> None:
    game = friends(world, hours=4)
    person = owner(game)
    people.change_person(world, person, "Bob", "UTC")
    with world.transaction() as session:
        session.merge(game.table.game).holidays = 2

    calendars.add_holiday(world, person, date(2026, 3, 2), date(2026, 3, 20))

    assert turn(game).deadline == at(4, 4)


def test_the_table_sees_until_when_somebody_is_away(world: World) -> None:
    game = friends(world, hours=4)
    person = owner(game)
    people.change_person(world, person, "Bob", "UTC")

    calendars.add_holiday(world, person, date(2026, 3, 2), date(2026, 3, 3))

    shown = games.game_page(world, game.slug).clocks[game.waited_for()]
    assert shown.away_until == at(4, 0) and not shown.night


def test_a_holiday_that_has_begun_can_be_ended_and_its_past_days_stay(world: World, clock: Clock) -> None:
    game = in_tokyo(world)
    person = owner(game)
    calendars.add_holiday(world, person, date(2026, 3, 2), date(2026, 3, 9))
    clock.advance(days=2)

    calendars.end_holiday(world, person, date(2026, 3, 2))

    assert rows(world, select(Person.holidays).where(Person.id == person)) == [[["2026-03-02", "2026-03-03"]]]


@pytest.mark.parametrize(
    ("field", "choice"),
    [
        ("off", Choice(off=frozenset(range(7)))),
        ("off", Choice(off=frozenset(range(6)))),
        ("quiet_to", Choice((60, 60))),
        ("quiet_to", Choice((0, 17 * 60))),
        ("measure", Choice(measure="never")),
        ("reminders", Choice(reminders="1 2 3")),
    ],
)
def test_a_clock_that_hardly_runs_is_refused_where_it_is_chosen(world: World, field: str, choice: Choice) -> None:
    game = friends(world)

    with pytest.raises(BadField) as refused:
        calendars.change_clock(world, owner(game), choice)

    assert refused.value.field == field


def test_holidays_in_the_past_are_refused(world: World) -> None:
    game = friends(world)

    with pytest.raises(BadField):
        calendars.add_holiday(world, owner(game), date(2026, 2, 27), date(2026, 3, 5))


def test_no_mail_is_sent_at_night_but_what_was_asked_for(world: World, clock: Clock) -> None:
    clock.advance(hours=2)
    game = in_tokyo(world)
    person = owner(game)
    calendars.change_clock(world, person, Choice(NIGHT))
    email = rows(world, select(Person.email).where(Person.id == person))[0]
    people.ask_sign_in(world, email)

    while postman.deliver(world):
        pass
    sent = rows(world, select(Mail.kind).where(Mail.address == email, Mail.sent_at != None))  # noqa: E711  # SQL's
    assert "sign-in" in sent and "turn" not in sent
    clock.move_to(at(2, 22))
    while postman.deliver(world):
        pass

    assert [mail.sent_at for mail in mails(world, "turn") if mail.address == email] == [at(2, 22)]
    assert turn(game).deadline == at(3, 2)


def test_reminders_come_in_waking_hours_at_the_points_a_person_chose(world: World, clock: Clock) -> None:
    game = in_tokyo(world, hours=10)
    calendars.change_clock(world, owner(game), Choice(NIGHT, reminders="25 50 75 90"))
    posted(world)

    for _ in range(5):
        pass_time(world, clock, 4.5)

    told = [mail.created_at for mail in mails(world, "reminder")]
    assert [moment.hour for moment in told] == [23, 2, 4, 6]
    assert len({mail.purpose for mail in mails(world, "reminder")}) == len(told) == 4


def test_a_daily_mail_comes_at_its_hour_unless_a_turn_would_run_out_before(world: World, clock: Clock) -> None:
    slow, quick = in_tokyo(world, hours=48), in_tokyo(world, hours=4, names="Dee Eve Fay")
    calendars.change_clock(world, owner(slow), Choice(measure="daily", digest_hour=8))
    calendars.change_clock(world, owner(quick), Choice(measure="daily", digest_hour=8))

    while postman.deliver(world):
        pass
    taken = {mail.game_id for mail in mails(world, "turn") if mail.sent_at}
    assert quick.table.id in taken
    assert slow.table.id not in taken
    clock.move_to(at(2, 23))
    while postman.deliver(world):
        pass

    assert slow.table.id in {mail.game_id for mail in mails(world, "turn") if mail.sent_at}


def test_a_gathered_mail_waits_some_minutes(world: World, clock: Clock) -> None:
    game = in_tokyo(world)
    calendars.change_clock(world, owner(game), Choice(measure="gathered"))

    postman.deliver(world)
    assert not [mail for mail in mails(world, "turn") if mail.sent_at]
    clock.advance(timedelta(minutes=10))
    postman.deliver(world)

    assert [mail for mail in mails(world, "turn") if mail.sent_at]


def test_a_mail_waits_a_little_for_a_player_who_has_just_pressed_a_button(sqlite_url: str, clock: Clock) -> None:
    with a_world(sqlite_url, clock, SMTP_URL="smtp://127.0.0.1:9", MAIL_FROM="cards@friends.example") as world:
        game = friends(world, "Ann Bob Cyd", classic(3))
        while ohhell.to_act(game.table.playing) == (game.waited_for(),) and len(game.log) < 3:
            move = ohhell.write_move(ohhell.choose(game.table.view(game.waited_for())))
            turns.answer(world, game.token(), move, looking=True)
        mail = next(mail for mail in mails(world, "turn") if mail.seat == game.waited_for() and mail.decision == 1)

        with world.transaction() as session:
            assert held_until(session, world, mail) == clock.now() + timedelta(seconds=5)
        clock.advance(seconds=5)

        with world.transaction() as session:
            assert held_until(session, world, mail) is None
