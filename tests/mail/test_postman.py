"""The postman: every mail that is owed is sent once, however servers, workers and single mails fail."""

from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import replace
from datetime import datetime, timedelta
from itertools import count

import pytest
from sqlalchemy.exc import OperationalError
from sqlmodel import Session, select

from service.engine import ohhell
from service.mail import letters, postman
from service.mail.transports import SLOWEST, TIMEOUT, transport
from service.mail.words import local_time
from service.play import people, turns
from service.store import loading
from service.store.tables import Mail, Person, Seat, Turn
from service.world import Transport, World
from tests.mail.conftest import Post, kind_of
from tests.support.worlds import Friends, classic, friends, mails, pass_time, proved, rows

ANN, BOB = "ann@friends.example", "bob@friends.example"


class Crash(BaseException):
    """The process is killed here."""


@pytest.fixture
def post(post_anywhere: Post) -> Post:
    """Whatever a postman does must hold on SQLite and on PostgreSQL."""
    return post_anywhere


def asked(game: Friends) -> tuple[str, Mail]:
    """The address of the one who is waited for, and the row of the mail that asks."""
    row = [mail for mail in mails(game.world, "turn") if mail.seat == game.waited_for()][-1]
    return row.address, row


def again(world: World, row: Mail) -> Mail:
    """A mail's row as it is now."""
    return next(mail for mail in mails(world) if mail.id == row.id)


def turn_of(game: Friends) -> Turn:
    (turn,) = rows(game.world, select(Turn))
    assert isinstance(turn, Turn)
    return turn


def test_what_is_owed_is_sent_once(post: Post) -> None:
    game = friends(post.world)
    address, row = asked(game)

    assert post.deliver() > 0
    assert postman.deliver(post.world) == 0

    assert len([mail for mail in post.server.to(address) if kind_of(mail) == "turn"]) == 1
    sent = again(post.world, row)
    assert (sent.sent_at, sent.error, sent.claimed_until, sent.tries) == (post.clock.now(), None, None, 1)
    assert sent.message_id == post.server.to(address)[-1].message["Message-ID"]
    assert sent.subject == post.server.to(address)[-1].message["Subject"]


def test_a_mail_owed_twice_for_the_same_purpose_is_one_mail(post: Post) -> None:
    for _ in range(2):
        with post.world.transaction() as session:
            letters.owe(session, post.world, "sign-in", "sign-in/1", ANN, details={"sign_in": 1})

    assert len(mails(post.world)) == 1


def test_a_mail_of_a_kind_that_does_not_exist_cannot_be_owed(post: Post) -> None:
    with pytest.raises(ValueError, match="no mail is called"), post.world.transaction() as session:
        letters.owe(session, post.world, "spam", "spam/1", ANN)


def test_a_turn_answered_meanwhile_sends_nothing(post: Post) -> None:
    game = friends(post.world)
    address, row = asked(game)

    game.play()
    post.deliver()

    assert not [mail for mail in post.server.to(address) if kind_of(mail) == "turn"]
    dropped = again(post.world, row)
    assert dropped.dropped_at is not None and dropped.sent_at is None
    assert dropped.error == "This turn has been answered."


def test_a_turn_answered_while_its_mail_waits_for_another_try_sends_nothing(post: Post) -> None:
    game = friends(post.world)
    address, row = asked(game)
    post.server.refuse(address, 451, times=1)
    post.deliver()

    game.play()
    post.clock.advance(hours=1)
    post.deliver()

    assert not [mail for mail in post.server.to(address) if kind_of(mail) == "turn"]
    assert again(post.world, row).raw is None


def test_a_mail_lost_on_the_way_is_sent_again_with_the_same_bytes(post: Post) -> None:
    game = friends(post.world)
    post.deliver()
    game.play()
    address, row = asked(game)
    post.server.hang_up(times=1)
    postman.deliver(post.world)
    first = again(post.world, row)

    post.clock.advance(minutes=2)
    post.deliver()

    assert first.sent_at is None and first.raw is not None
    assert post.server.to(address)[-1].content == first.raw
    assert again(post.world, row).sent_at == post.clock.now()


def test_a_crash_between_sending_and_writing_it_down_sends_the_same_bytes_again(post: Post) -> None:
    game = friends(post.world)
    address, row = asked(game)

    class Dying:
        """Hands the mail over; then the process dies."""

        def __init__(self, real: Transport) -> None:
            self.real = real

        def send(self, sender: str, recipient: str, raw: bytes) -> None:
            self.real.send(sender, recipient, raw)
            raise Crash

        def close(self) -> None:
            self.real.close()

    with pytest.raises(Crash):
        postman.deliver(replace(post.world, post=lambda: Dying(post.world.post())), limit=1)
    assert again(post.world, row).sent_at is None
    post.clock.advance(minutes=11)
    post.deliver()

    copies = [mail for mail in post.server.to(address) if kind_of(mail) == "turn"]
    assert len(copies) == 2
    assert copies[0].content == copies[1].content


def test_a_temporary_refusal_is_tried_again_after_longer_and_longer_pauses(post: Post) -> None:
    game = friends(post.world)
    address, row = asked(game)
    post.server.refuse(address, 450, "greylisted")
    pauses = []

    for _ in range(9):
        post.deliver()
        waits = again(post.world, row)
        pauses.append((waits.due_at - post.clock.now()) / timedelta(minutes=1))
        post.clock.move_to(waits.due_at)
        with post.world.transaction() as session:
            for turn in session.exec(select(Turn)):
                turn.deadline = post.clock.now() + timedelta(days=9)

    assert waits.error == "The mail server answered: 450 greylisted"
    factors = [pause / middle for pause, middle in zip(pauses, (1, 2, 4, 8, 16, 32, 60, 60, 60), strict=True)]
    assert all(0.74 <= factor <= 1.26 for factor in factors)
    assert len(set(factors)) > 3, "mails put off together must not come back together"

    post.server.accept_all()
    post.deliver()
    assert again(post.world, row).error is None
    assert again(post.world, row).tries == 10


def test_after_some_days_a_mail_is_given_up_and_says_why(post: Post) -> None:
    people.ask_sign_in(post.world, ANN)
    game = friends(post.world)
    address, row = asked(game)
    post.server.refuse(address, 450, "greylisted")
    post.deliver()

    post.clock.advance(days=3, minutes=1)
    post.deliver()
    post.clock.advance(days=1)

    assert post.deliver() == 0
    assert again(post.world, row).failed_at is not None
    assert "450 greylisted" in (again(post.world, row).error or "")


def test_a_mail_tried_again_tells_the_deadline_as_it_will_be(post: Post) -> None:
    game = friends(post.world, hours=5)
    address, _row = asked(game)
    post.server.refuse(address, 450, times=1)
    post.deliver()
    first = turn_of(game).deadline

    post.clock.advance(hours=4)
    mail = post.turn_mail(game)

    deadline = turn_of(game).deadline
    assert first is not None and deadline == post.clock.now() + timedelta(hours=5)
    zone = rows(post.world, select(Person).where(Person.email == address))[0].zone
    assert local_time(deadline, zone) in mail.text


def test_a_permanent_refusal_ends_the_mail_and_names_no_address(post: Post) -> None:
    game = friends(post.world)
    address, row = asked(game)
    post.server.refuse(address, 550, f"<{address}> is unknown")

    post.deliver()
    post.clock.advance(days=1)
    post.deliver()

    failed = again(post.world, row)
    assert failed.failed_at is not None and failed.sent_at is None
    assert failed.error == "The mail server answered: 550 <this address> is unknown"


@pytest.mark.parametrize("address", ["jürgen@friends.example", "ann@friends.example\r\nBcc: eve@evil.example", "ann"])
def test_one_bad_address_does_not_stop_the_others(post: Post, address: str) -> None:
    people.ask_sign_in(post.world, ANN)
    people.ask_sign_in(post.world, BOB)
    with post.world.transaction() as session:
        session.get_one(Mail, mails(post.world)[0].id).address = address

    assert post.deliver() == 1

    bad, good = mails(post.world)
    assert bad.failed_at is not None and bad.error and good.sent_at is not None
    assert [mail.recipients for mail in post.server.messages] == [(BOB,)]


def test_one_mail_that_cannot_be_written_does_not_stop_the_others(post: Post, caplog: pytest.LogCaptureFixture) -> None:
    people.ask_sign_in(post.world, ANN)
    people.ask_sign_in(post.world, BOB)
    with post.world.transaction() as session:
        session.get_one(Mail, mails(post.world)[0].id).details = {"secret QH": 1}

    assert post.deliver() == 1

    bad, good = mails(post.world)
    assert bad.error == "This mail could not be written (KeyError)."
    assert bad.failed_at is None and bad.due_at > post.clock.now() and good.sent_at is not None
    assert "KeyError" in caplog.text and "QH" not in caplog.text


def test_one_mail_that_breaks_the_transport_does_not_stop_the_others(post: Post) -> None:
    people.ask_sign_in(post.world, ANN)
    people.ask_sign_in(post.world, BOB)

    class Picky:
        """Breaks on one recipient, as a bug would."""

        def __init__(self, real: Transport) -> None:
            self.real = real

        def send(self, sender: str, recipient: str, raw: bytes) -> None:
            if recipient == ANN:
                raise ZeroDivisionError
            self.real.send(sender, recipient, raw)

        def close(self) -> None:
            self.real.close()

    assert postman.deliver(replace(post.world, post=lambda: Picky(post.world.post()))) == 1

    bad, good = mails(post.world)
    assert bad.error == "This mail could not be handed over (ZeroDivisionError)."
    assert bad.sent_at is None and good.sent_at is not None


def test_without_a_mail_server_a_pass_ends_at_once_and_nothing_is_lost(post: Post) -> None:
    for number in range(5):
        people.ask_sign_in(post.world, f"friend{number}@friends.example")
    gone = replace(post.world.settings, smtp_url="smtp://127.0.0.1:1")

    assert postman.deliver(replace(post.world, post=lambda: transport(gone))) == 0
    waiting = [mail for mail in mails(post.world) if mail.tries == 0]
    post.clock.advance(minutes=2)

    assert len(waiting) == 4
    assert post.deliver() == 5


def test_after_a_long_outage_of_the_mail_server_all_goes_out_within_minutes(post: Post) -> None:
    people.ask_sign_in(post.world, ANN)
    gone = replace(post.world.settings, smtp_url="smtp://127.0.0.1:1")
    while mails(post.world)[0].tries < 12:
        postman.deliver(replace(post.world, post=lambda: transport(gone)))
        waits = mails(post.world)[0].due_at - post.clock.now()
        post.clock.move_to(mails(post.world)[0].due_at)

    assert waits < timedelta(minutes=7)
    assert post.deliver() == 1


def test_two_postmen_send_nothing_twice(post: Post) -> None:
    for number in range(30):
        people.ask_sign_in(post.world, f"friend{number}@friends.example")

    with ThreadPoolExecutor(3) as pool:
        taken = sum(pool.map(lambda _: postman.deliver(post.world), range(3)))

    assert taken == 30
    assert sorted(mail.recipients for mail in post.server.messages) == sorted(
        (mail.address,) for mail in mails(post.world)
    )


def test_a_mail_in_another_postmans_hands_is_left_alone_for_a_while(post: Post) -> None:
    people.ask_sign_in(post.world, ANN)
    with post.world.transaction() as session:
        session.get_one(Mail, mails(post.world)[0].id).claimed_until = post.clock.now() + timedelta(minutes=10)

    assert postman.deliver(post.world) == 0
    post.clock.advance(minutes=10)
    assert postman.deliver(post.world) == 1


def test_turns_and_sign_ins_go_before_reminders_and_the_rest(post: Post) -> None:
    game = friends(post.world, hours=4)
    post.deliver()
    post.server.messages.clear()
    pass_time(post.world, post.clock, 2.1)
    people.ask_sign_in(post.world, ANN)

    postman.deliver(post.world)

    assert game.table.game.started_at
    assert [kind_of(mail) for mail in post.server.messages] == ["sign-in", "reminder"]


def test_the_clock_of_a_turn_starts_anew_when_its_first_mail_is_taken(post: Post) -> None:
    game = friends(post.world, hours=10)
    opened = post.clock.now()
    post.clock.advance(hours=3)

    post.deliver()

    turn = turn_of(game)
    assert (turn.opened_at, turn.mailed_at) == (opened, post.clock.now())
    assert turn.deadline == post.clock.now() + timedelta(hours=10)
    assert turn.wake_at == post.clock.now() + timedelta(hours=5)


def test_a_later_mail_of_the_same_turn_gives_no_more_time(post: Post) -> None:
    game = friends(post.world, hours=10)
    post.deliver()
    deadline = turn_of(game).deadline

    pass_time(post.world, post.clock, 5.1)
    turns.send_fresh(post.world, game.token())
    assert post.deliver() == 2

    assert turn_of(game).deadline == deadline


def test_a_reminder_of_a_deadline_that_has_moved_is_not_sent(post: Post) -> None:
    game = friends(post.world, hours=10)
    post.deliver()
    pass_time(post.world, post.clock, 5.1)
    with post.world.transaction() as session:
        for turn in session.exec(select(Turn)):
            assert isinstance(turn.deadline, datetime)
            turn.deadline += timedelta(hours=1)

    assert post.deliver() == 0

    assert mails(post.world, "reminder")[0].error == "The deadline has moved since."
    assert game.table.game.started_at


@pytest.mark.parametrize("state", ["unsubscribed_at", "bounced_at"])
def test_who_wants_no_mails_gets_none_but_to_sign_in(post: Post, state: str) -> None:
    game = friends(post.world)
    address, row = asked(game)
    with post.world.transaction() as session:
        for person in session.exec(select(Person).where(Person.email == address)):
            setattr(person, state, post.clock.now())
    people.ask_sign_in(post.world, address)

    post.deliver()

    assert [kind_of(mail) for mail in post.server.to(address)] == ["sign-in"]
    assert again(post.world, row).dropped_at is not None
    assert again(post.world, row).error in {
        "This person has paused all mails but those to sign in.",
        "Mails to this address came back.",
    }


def test_a_mail_for_someone_who_no_longer_sits_there_is_not_sent(post: Post) -> None:
    game = friends(post.world)
    address, row = asked(game)
    eve = proved(post.world, "Eve")
    with post.world.transaction() as session:
        seat = session.get_one(Seat, (game.table.id, game.waited_for()))
        seat.person_id, seat.generation = eve.id, seat.generation + 1

    post.deliver()

    assert "turn" not in {kind_of(mail) for mail in post.server.to(address)}
    assert again(post.world, row).error == "Somebody else sits here now."


def test_a_used_or_old_sign_in_is_not_mailed(post: Post) -> None:
    people.ask_sign_in(post.world, ANN)
    post.clock.advance(hours=24)

    assert post.deliver() == 0
    assert mails(post.world)[0].error == "This sign-in was used already, or is too old."


def test_bytes_are_erased_some_days_after_their_end_and_the_subject_stays(post: Post) -> None:
    friends(post.world)
    post.deliver()
    post.clock.advance(days=2)
    assert postman.erase(post.world) == 0

    post.clock.advance(days=1, minutes=1)
    assert postman.erase(post.world) > 0

    assert all(mail.raw is None for mail in mails(post.world))
    assert all(mail.subject and mail.message_id for mail in mails(post.world) if mail.sent_at)


def test_a_mail_owed_late_is_still_written_from_the_game_as_it_is(post: Post) -> None:
    game = friends(post.world)
    game.play(2)

    mail = post.turn_mail(game)

    bids = [row.move for row in game.log]
    for name, bid in zip((game.table.names[row.seat] for row in game.log), bids, strict=True):
        assert f"{name}: bid {bid}, took 0" in mail.text.replace(" (dealer)", "")
    assert ohhell.to_act(game.table.playing)


class Handed:
    """Hands mails over, and does something after each."""

    def __init__(self, post: Post, after: Callable[[], None]) -> None:
        self.real = post.world.post()
        self.after = after

    def send(self, sender: str, recipient: str, raw: bytes) -> None:
        self.real.send(sender, recipient, raw)
        self.after()

    def close(self) -> None:
        self.real.close()


def test_what_a_slow_mail_server_leaves_of_a_batch_waits_for_what_is_more_urgent(post: Post) -> None:
    game = friends(post.world, hours=4)
    post.deliver()
    pass_time(post.world, post.clock, 2.1)
    with post.world.transaction() as session:
        for number in range(3):
            spot = {"person_id": game.table.seats[0].person_id, "game_id": game.table.id, "seat": 0}
            letters.owe(session, post.world, "farewell", f"farewell/{number}", ANN, **spot)
    post.server.messages.clear()

    def slowly() -> None:
        post.clock.advance(seconds=2)
        if len(post.server.messages) == 1:
            people.ask_sign_in(post.world, BOB)

    assert postman.deliver(replace(post.world, post=lambda: Handed(post, slowly))) == 5

    assert [kind_of(mail) for mail in post.server.messages] == ["reminder", "sign-in", *["farewell"] * 3]
    assert {mail.tries for mail in mails(post.world, "farewell")} == {1}


def test_a_turn_answered_while_a_slow_mail_server_keeps_its_batch_waiting_sends_nothing(post: Post) -> None:
    people.ask_sign_in(post.world, ANN)
    game = friends(post.world)
    address, _row = asked(game)

    def slowly() -> None:
        post.clock.advance(seconds=2)
        if len(post.server.messages) == 1:
            game.play()

    postman.deliver(replace(post.world, post=lambda: Handed(post, slowly)))

    assert not [mail for mail in post.server.to(address) if kind_of(mail) == "turn"]


def test_a_postman_killed_in_the_middle_of_a_batch_loses_nothing_and_repeats_the_same_bytes(post: Post) -> None:
    for number in range(5):
        people.ask_sign_in(post.world, f"friend{number}@friends.example")

    def dying() -> None:
        if len(post.server.messages) == 3:
            raise Crash

    with pytest.raises(Crash):
        postman.deliver(replace(post.world, post=lambda: Handed(post, dying)))
    assert postman.deliver(post.world) == 0
    post.clock.advance(minutes=11)
    assert post.deliver() == 5

    sent = [(mail.recipients, mail.content) for mail in post.server.messages]
    assert len(sent) == 8 and len(set(sent)) == 5


def test_a_claim_that_ran_out_while_mails_were_written_sends_none_of_them(post: Post) -> None:
    people.ask_sign_in(post.world, ANN)

    def stopped(name: str, values: Mapping[str, object]) -> str:
        if post.clock.now() < started + timedelta(minutes=1):
            post.clock.advance(minutes=11)
            assert postman.deliver(post.world) == 1
        return post.world.render(name, values)

    started = post.clock.now()
    postman.deliver(replace(post.world, render=stopped))

    assert len(post.server.messages) == 1


def test_a_database_that_goes_away_for_a_moment_while_mails_are_sent_makes_no_second_mail(post: Post) -> None:
    people.ask_sign_in(post.world, ANN)
    calls = count(1)

    @contextmanager
    def faltering() -> Iterator[Session]:
        if next(calls) in {2, 4}:  # when what was written is kept, and when it is written down as taken
            raise OperationalError("COMMIT", {}, Exception("the server closed the connection"))
        with post.world.transaction() as session:
            yield session

    rests: list[float] = []
    assert postman.deliver(replace(post.world, transaction=faltering, rest=rests.append)) == 1

    assert len(post.server.messages) == 1
    assert mails(post.world)[0].sent_at == post.clock.now()
    assert len(rests) == 2


def test_mails_in_the_hands_of_a_postman_who_died_wait_for_a_few_minutes_only(post: Post) -> None:
    people.ask_sign_in(post.world, ANN)

    with pytest.raises(Crash):
        postman.deliver(replace(post.world, post=lambda: Handed(post, dies)))
    waits = mails(post.world)[0].claimed_until
    assert waits is not None

    assert timedelta(seconds=SLOWEST + TIMEOUT) < waits - post.clock.now() <= timedelta(minutes=3)


def dies() -> None:
    raise Crash


def test_two_games_at_once_are_written_each_from_its_own_log(post: Post) -> None:
    games = [friends(post.world, names) for names in ("Ann Bob Cyd", "Dee Eve Fay")]
    for game in games:
        game.play(4)
    loading.STATES.clear()

    post.deliver()

    for game in games:
        mail = post.turn_mail(game)
        assert game.token() in mail.text
        other = next(each for each in games if each is not game)
        assert not any(name in mail.text for name in other.table.names)


def test_a_state_is_played_on_from_one_that_is_remembered(post: Post) -> None:
    game = friends(post.world, rules=classic(2))
    early = game.table
    while game.table.game.hand == early.game.hand:
        game.play()
    late = game.table
    loading.STATES.clear()
    loading.STATES.put(loading.state_key(early.game), early.playing)

    assert game.table.playing == late.playing
    assert late.game.hand > early.game.hand
