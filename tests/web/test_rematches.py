"""A rematch as its players press it: on the game's page and from its last mail."""

import re
from collections.abc import Callable

import pytest

from service.engine import ohhell
from service.mail import links, postman
from service.play import games
from service.store.tables import Mail
from service.world import World
from tests.support.worlds import Friends, friends, mails, person_id, proved
from tests.web.visitor import Visitor, text


@pytest.fixture
def over(world: World) -> Friends:
    """A game that is over."""
    game = friends(world, "Ann Bob Cyd", ohhell.rules_from({"key": "classic", "schedule": [2]}))
    game.play(99)
    return game


def written(world: World, mail: Mail) -> str:
    """A mail as it was sent."""
    with world.reading() as session:
        raw = session.get_one(Mail, mail.id).raw
    assert raw is not None
    return raw.replace(b"=\r\n", b"").decode()


def test_the_page_of_a_game_that_is_over_offers_a_rematch_to_its_players_alone(
    world: World, over: Friends, stranger: Visitor, visit: Callable[[], Visitor]
) -> None:
    ann, dee = (visit().sign_in(proved(world, name)) for name in ("Ann", "Dee"))
    loser = over.table.names[ohhell.loser(over.table.playing)]
    page = ann.get(f"/g/{over.slug}")
    assert f"{loser} lost, and so deals first" in text(page)
    assert not [one for one in (stranger, dee) if "ematch" in text(one.get(f"/g/{over.slug}"))]
    before = games.stamp(world, over.slug)

    pressed = ann.press(page, f"/g/{over.slug}/rematch")

    filling = text(ann.get(pressed.location))
    assert pressed.status_code == 303 and f"the loser deals: {loser}" in filling and "Your seat is kept" in filling
    assert games.stamp(world, over.slug) != before
    assert f'href="{pressed.location}"' in ann.get(f"/g/{over.slug}").get_data(as_text=True)


def test_those_invited_take_their_seats_with_one_press_on_the_old_page_or_by_their_mail(
    world: World, over: Friends, visit: Callable[[], Visitor]
) -> None:
    ann, bob = (visit().sign_in(proved(world, name)) for name in ("Ann", "Bob"))
    opened = ann.press(ann.get(f"/g/{over.slug}"), f"/g/{over.slug}/rematch").location
    postman.deliver(world)
    mail = mails(world, "invitation")[-1]
    loser = over.table.names[ohhell.loser(over.table.playing)]
    letter = written(world, mail)
    assert "Subject: Ann wants a rematch of Oh Hell" in letter and f"{loser} lost, and so deals first" in letter

    assert "your seat is kept" in text(bob.get(f"/g/{over.slug}"))
    assert bob.press(bob.get(f"/g/{over.slug}"), f"/g/{over.slug}/rematch").location == opened
    link = links.invitation_url(world, mail.details["invitation"]).removeprefix(world.settings.base)
    cyd = visit()
    assert "Ann wants a rematch" in text(cyd.get(link))
    assert cyd.press(cyd.get(link)).location == opened

    assert Friends(world, opened.rpartition("/")[2]).table.game.started_at
    assert "A rematch is on" in text(ann.get(f"/g/{over.slug}"))


def test_the_last_mail_has_a_button_that_asks_for_a_rematch_without_signing_in(
    world: World, over: Friends, stranger: Visitor
) -> None:
    postman.deliver(world)
    letter = written(world, next(mail for mail in mails(world, "over") if mail.address.startswith("bob")))
    found = re.search(r"/again/[\w.-]+", letter)
    assert found and "REMATCH" in letter

    page = stranger.get(found[0])
    pressed = stranger.press(page, found[0])

    assert f"/tables/new?like={over.slug}" in page.get_data(as_text=True)
    assert page.headers["Referrer-Policy"] == "no-referrer" and "A rematch with Ann and Cyd" in text(page)
    table = Friends(world, pressed.location.rpartition("/")[2]).table
    assert table.game.host_id == person_id(proved(world, "Bob")) and "Sign in" in text(stranger.get("/"))
    assert "A rematch is filling" in text(stranger.get(found[0]))


def test_the_mails_link_is_good_for_its_seat_alone_and_only_when_the_game_is_over(
    world: World, over: Friends, stranger: Visitor, visit: Callable[[], Visitor]
) -> None:
    running = friends(world, "Ann Bob Cyd")

    def status(visitor: Visitor, game: Friends, seat: int, generation: int = 0) -> int:
        url = links.again_url(world, game.table.id, seat, generation)
        return visitor.get(url.removeprefix(world.settings.base)).status_code

    assert (status(stranger, over, 1), status(stranger, running, 1)) == (200, 409)
    assert (status(stranger, over, 1, generation=1), stranger.get("/again/x").status_code) == (410, 404)
    assert status(visit().sign_in(proved(world, "Ann")), over, 1) == 403
