"""The mail to somebody whose seat is given to another."""

from service.play import hosting, seats
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
