"""The mail to somebody whose seat is given to another."""

import pytest

from service.play import hosting, operating, seats
from service.store.tables import Seat
from tests.mail.conftest import Post
from tests.support.worlds import classic, friends, person_id, proved


def test_who_is_replaced_gets_a_link_to_the_game_they_played(post: Post) -> None:
    game = friends(post.world, "Ann Bob Cyd", classic(5))
    game.play()
    seats.leave(post.world, game.slug, person_id(proved(post.world, "Bob")))

    hosting.replace(post.world, game.slug, person_id(proved(post.world, "Ann")), 1, "dee@friends.example")
    post.deliver()

    mail, page = post.last("Bob"), f"https://cards.example/g/{game.slug}"
    assert f"on the game’s page, where you can see how it goes on: {page}" in " ".join(mail.text.split())
    assert f'href="{page}"' in mail.html


@pytest.mark.parametrize(
    ("left", "said"), [(True, "You have left, so Ann has offered"), (False, "You were away, so Ann")]
)
def test_the_mail_says_why_the_seat_is_offered(post: Post, left: bool, said: str) -> None:
    game = friends(post.world, "Ann Bob Cyd", classic(5))
    with post.world.transaction() as session:
        seat = session.get_one(Seat, (game.table.id, 1))
        seat.left_at, seat.away_at = (post.world.now(), None) if left else (None, post.world.now())

    hosting.replace(post.world, game.slug, person_id(proved(post.world, "Ann")), 1, "dee@friends.example")
    post.deliver()

    assert said in " ".join(post.last("Bob").text.split())


def test_who_was_taken_from_a_seat_by_the_operator_is_not_told_that_it_is_offered(post: Post) -> None:
    game = friends(post.world, "Ann Bob Cyd", classic(5))

    operating.stand_up(post.world, game.slug, 1)
    post.deliver()

    mail = post.last("Bob")
    assert "has put a bot into your seat" in " ".join(mail.text.split()) and "offered" not in mail.text + mail.html
