"""Many games beside one another: none stops or overtakes another, and nobody loses a seat."""

import logging
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta

import pytest
from sqlmodel import col, select, update

from service import clock as clocks
from service.engine import ohhell
from service.play import deadlines, people, seats, tables, turns
from service.play.errors import Refused
from service.store import loading
from service.store.tables import Beat, Deal, Mail, Turn
from service.world import World
from tests.support.clock import Clock
from tests.support.worlds import classic, friends, mails, pass_time, person_id, posted, proved, rows


def test_a_game_that_cannot_be_opened_stops_no_other(
    world: World, clock: Clock, caplog: pytest.LogCaptureFixture
) -> None:
    broken, sound = friends(world, hours=2), friends(world, "Dee Eve Fay", hours=2)
    posted(world)
    with world.transaction() as session:
        session.execute(update(Deal).where(col(Deal.game_id) == broken.table.id).values(shuffle="shuffle/0"))
    loading.STATES.clear()

    pass_time(world, clock, 2.2)

    assert [row.by for row in sound.log] == ["substitute"]
    assert "passed over" in caplog.text and "shuffle/0" not in caplog.text


def test_an_outage_is_given_back_whichever_job_comes_first(world: World, clock: Clock) -> None:
    game = friends(world, hours=10)
    posted(world)
    deadlines.beat(world)
    clock.advance(hours=30)

    deadlines.pass_turns(world)

    assert game.log == []


def test_leaving_while_another_answers_leaves_the_game_waiting_for_the_right_one(world: World) -> None:
    for _ in range(3):
        game = friends(world, "Ann Bob Cyd Dee", classic(5))
        waited = game.waited_for()
        token, move = game.token(), ohhell.write_move(game.legal()[0])
        leaver = game.table.seats[(waited + 2) % 4].person_id or 0

        with ThreadPoolExecutor(2) as crowd:
            both = [
                crowd.submit(turns.answer, world, token, move),
                crowd.submit(seats.leave, world, game.slug, leaver),
            ]
            for done in both:
                done.result()

        open_turns = rows(world, select(Turn).where(Turn.game_id == game.table.id))
        assert [turn.seat for turn in open_turns] == list(ohhell.to_act(game.table.playing))


def test_two_who_take_the_last_seat_at_once_do_not_both_get_it(world: World) -> None:
    host = person_id(proved(world, "Ann"))
    opening = tables.Opening(classic(), 4, timedelta(days=1), bots=2)
    game = tables.open_table(world, host, opening)
    crowd_ids = [person_id(proved(world, name)) for name in ("Bob", "Cyd", "Dee", "Eve")]

    def join(person: int) -> bool:
        try:
            tables.join(world, game.join_code or "", person)
        except Refused:
            return False
        return True

    with ThreadPoolExecutor(4) as crowd:
        got = list(crowd.map(join, crowd_ids))

    with world.reading() as session:
        table = loading.load_slug(session, game.slug)
    assert table is not None and got.count(True) == 1
    assert table.seat_of(crowd_ids[got.index(True)]) is not None


def test_one_who_wants_mails_again_gets_the_one_for_the_open_turn(world: World) -> None:
    game = friends(world)
    waited = game.table.seats[game.waited_for()].person_id or 0
    with world.transaction() as session:
        session.execute(update(Mail).where(col(Mail.kind) == "turn").values(dropped_at=world.now(), error="paused"))

    people.mail_again(world, waited, wanted=True)

    assert [mail.dropped_at for mail in mails(world, "turn")] == [None]


def test_pressing_leave_again_tells_nobody_again(world: World) -> None:
    game = friends(world, "Ann Bob Cyd", classic(5))
    bob = game.table.seats[1].person_id or 0

    for _ in range(3):
        seats.leave(world, game.slug, bob)
        game.play()

    assert len(mails(world, "left")) == len(mails(world, "farewell")) == 1


def test_no_card_and_no_secret_reaches_the_log(world: World, caplog: pytest.LogCaptureFixture) -> None:
    game = friends(world)
    secret = game.table.game.secret

    def fail(world: World) -> None:
        with world.transaction() as session:
            session.add(Beat(name="clock", at=world.now()))
            session.execute(update(Mail).values(raw=secret, purpose="one for all"))

    with caplog.at_level(logging.DEBUG):
        clocks._careful(fail)(world)

    assert "failed: IntegrityError" in caplog.text
    assert repr(secret) not in caplog.text and "one for all" not in caplog.text


def test_one_who_comes_back_gets_the_mail_for_the_open_turn(world: World) -> None:
    game = friends(world, "Ann", bots=3)
    ann = game.table.seats[0].person_id or 0
    seats.leave(world, game.slug, ann)
    with world.transaction() as session:
        session.execute(update(Mail).where(col(Mail.kind) == "turn").values(dropped_at=world.now(), error="left"))

    seats.return_to(world, game.slug, ann)

    assert [mail.dropped_at for mail in mails(world, "turn")][-1] is None
