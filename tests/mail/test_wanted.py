"""Mails that nobody wants any more are dropped when their turn to be sent comes."""

from collections.abc import Callable
from datetime import timedelta

import pytest
from sqlmodel import col, select, update

from service.play import invitations, people, seats, tables
from service.store.tables import Game, Invitation, Mail, SignIn, Turn
from service.world import World
from tests.mail.conftest import Post
from tests.support.worlds import classic, friends, invitation_token, mails, pass_time, person_id, proved, rows


def open_table(world: World) -> Game:
    opening = tables.Opening(classic(), 3, timedelta(days=1), 0, ("bob@friends.example",))
    return tables.open_table(world, person_id(proved(world, "Ann")), opening)


def end_invitation(column: str) -> Callable[[World, Game], None]:
    def end(world: World, game: Game) -> None:
        with world.transaction() as session:
            session.execute(update(Invitation).values({column: world.now()}))

    return end


def refuse_for_good(world: World, game: Game) -> None:
    invitations.refuse_invitation(world, invitation_token(world, game, "bob@friends.example"), True)


def close(world: World, game: Game) -> None:
    with world.transaction() as session:
        session.execute(update(Game).values(closed_at=world.now()))


@pytest.mark.parametrize(
    "event", [end_invitation("accepted_at"), end_invitation("withdrawn_at"), refuse_for_good, close]
)
def test_an_invitation_that_is_no_longer_open_is_not_sent(post: Post, event: Callable[[World, Game], None]) -> None:
    event(post.world, open_table(post.world))

    post.deliver()

    (invitation,) = mails(post.world, "invitation")
    assert invitation.dropped_at and invitation.error and not invitation.raw
    assert not [mail for mail in post.to("Bob") if "<invitation" in mail.message["Message-ID"]]


def test_who_refused_for_good_gets_no_invitation_to_another_table(post: Post) -> None:
    refuse_for_good(post.world, open_table(post.world))
    with post.world.transaction() as session:
        session.execute(update(Mail).values(dropped_at=post.clock.now()))
    open_table(post.world)

    post.deliver()

    assert not post.to("Bob")


@pytest.mark.parametrize("late", ["used", "old"])
def test_a_sign_in_that_is_used_or_too_old_is_not_sent(post: Post, late: str) -> None:
    people.ask_sign_in(post.world, "ann@friends.example")
    if late == "used":
        with post.world.transaction() as session:
            session.execute(update(SignIn).values(used_at=post.clock.now()))
    else:
        post.clock.advance(hours=24)

    post.deliver()

    assert mails(post.world)[0].error == "This sign-in was used already, or is too old."
    assert not post.server.messages


def test_a_reminder_is_not_sent_when_the_deadline_has_moved(post: Post) -> None:
    friends(post.world, hours=10)
    post.deliver()
    pass_time(post.world, post.clock, 5.1)
    with post.world.transaction() as session:
        for turn in session.exec(select(Turn)):
            assert turn.deadline
            turn.deadline += timedelta(hours=1)

    post.deliver()

    assert mails(post.world, "reminder")[0].error == "The deadline has moved since."


def test_who_has_left_is_asked_no_more(post: Post) -> None:
    game = friends(post.world)
    person = game.table.seats[game.waited_for()].person_id
    assert person is not None
    seats.leave(post.world, game.slug, person)

    post.deliver()

    (first, *_) = mails(post.world, "turn")
    assert first.dropped_at
    assert [mail.kind for mail in mails(post.world) if mail.person_id == person and mail.sent_at] != []
    assert "turn" not in [mail.kind for mail in mails(post.world) if mail.person_id == person and mail.sent_at]


def test_a_person_who_is_gone_from_the_database_stops_nothing(post: Post) -> None:
    friends(post.world)
    with post.world.transaction() as session:
        session.execute(update(Mail).where(col(Mail.kind) == "turn").values(person_id=None))

    post.deliver()

    assert mails(post.world, "turn")[0].error == "Nobody is known at this address."
    assert all(mail.sent_at for mail in rows(post.world, select(Mail).where(Mail.kind == "started")))
