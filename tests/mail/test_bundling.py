"""Several games that wait for one person are one mail; each turn starts its clock as by its own."""

from datetime import timedelta

from sqlmodel import select

from service.mail import postman
from service.play import calendars
from service.play.calendars import Clock as Choice
from service.store.tables import Mail, Turn
from tests.mail.conftest import Post
from tests.support.worlds import Friends, classic, friends, mails, person_id, proved, rows


def two_games(post: Post) -> tuple[Friends, Friends]:
    """Two games that wait for the same person, who gathers mails."""
    ann = proved(post.world, "Ann")
    calendars.change_clock(post.world, person_id(ann), Choice(measure="gathered"))
    found = tuple(friends(post.world, names, classic(3)) for names in ("Ann Bob Cyd", "Ann Dee Eve"))
    for game in found:
        while game.waited_for() != 0:
            game.play()
    post.deliver()
    post.clock.advance(minutes=10)
    return found[0], found[1]


def asked(post: Post) -> list[Mail]:
    return [mail for mail in mails(post.world, "turn") if mail.address == "ann@friends.example"]


def test_two_games_that_wait_are_one_mail_with_both_hands_and_links(post: Post) -> None:
    games = two_games(post)
    before = len(post.to("Ann"))

    post.deliver()

    got = [mail.message for mail in post.to("Ann")[before:]]
    assert [mail["Subject"] for mail in got] == ["Oh Hell: 2 games wait for you"]
    for kind in ("plain", "html"):
        body = got[0].get_body((kind,))
        assert body is not None
        text = body.get_content()
        assert "It is your turn in 2 games" in text
        for game in games:
            assert text.count(f"/t/{game.token(0)}") >= len(game.legal(0))
    assert "Reply-To" not in got[0] and "List-Unsubscribe" in got[0]


def test_each_turn_in_the_mail_has_its_full_time_from_then(post: Post) -> None:
    two_games(post)

    post.deliver()

    now = post.clock.now()
    own = rows(post.world, select(Turn).where(Turn.seat == 0))
    assert [turn.deadline for turn in own] == [now + timedelta(hours=24)] * 2
    assert [turn.mailed_at for turn in own] == [now] * 2
    assert {mail.sent_at for mail in asked(post) if not mail.dropped_at} == {now}


def test_a_turn_that_was_answered_meanwhile_is_not_in_the_mail(post: Post) -> None:
    first, _second = two_games(post)
    before = len(post.to("Ann"))
    first.play()

    post.deliver()

    got = [mail.message["Subject"] for mail in post.to("Ann")[before:]]
    assert got == ["Oh Hell with Dee and Eve: hand 1 of 5"]


def test_no_mail_travels_twice(post: Post) -> None:
    two_games(post)
    post.deliver()
    before = len(post.to("Ann"))

    post.clock.advance(hours=1)
    post.deliver()

    assert len(post.to("Ann")) == before
    assert postman.deliver(post.world) == 0
