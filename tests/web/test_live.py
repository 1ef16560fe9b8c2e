"""A game's page that lies open: it asks at little cost, and takes in what changed without disturbing its reader."""

from collections.abc import Callable
from itertools import pairwise

import pytest
from flask import Flask
from playwright.sync_api import Page, expect
from sqlmodel import update
from werkzeug.test import TestResponse

from service.engine import ohhell
from service.play import hosting, seats
from service.store import loading
from service.store.tables import Seat
from service.world import World
from tests.support.clock import Clock
from tests.support.worlds import Friends, friends, person_id, proved
from tests.web.test_browser import signed_in
from tests.web.visitor import Visitor, text

TOGETHER = {"key": "classic", "start": 3, "bid_order": "simultaneous", "dealer_bid": "free"}
WHERE = "document.activeElement.getBoundingClientRect().top"
LOOK = "document.dispatchEvent(new Event('visibilitychange'))"


@pytest.fixture
def game(world: World) -> Friends:
    """A game that waits for one of three friends."""
    return friends(world)


def asked(visitor: Visitor, game: Friends, stamp: str | None = None) -> TestResponse:
    """What an open page gets when it asks, with the stamp it has."""
    return visitor.client.get(f"/g/{game.slug}/live", headers={"If-None-Match": f'"{stamp}"'} if stamp else {})


def stamp_of(visitor: Visitor, game: Friends) -> str:
    """The stamp of a page fetched now."""
    return asked(visitor, game).get_etag()[0] or ""


def test_a_page_that_is_up_to_date_is_told_so_without_replaying_or_drawing(game: Friends, stranger: Visitor) -> None:
    stamp, key = stamp_of(stranger, game), loading.state_key(game.table.game)
    loading.STATES.clear()

    answer = asked(stranger, game, stamp)

    assert answer.status_code == 304 and not answer.data and loading.STATES.get(key) is None
    assert f'data-stamp="{stamp}"' in stranger.get(f"/g/{game.slug}").get_data(as_text=True)


def test_whatever_is_shown_changes_the_stamp(game: Friends, world: World, stranger: Visitor, clock: Clock) -> None:
    ann, cyd = person_id(proved(world, "Ann")), person_id(proved(world, "Cyd"))
    changes: list[Callable[[], object]] = [
        game.play,
        lambda: seats.say(world, game.slug, ann, "Good luck!"),
        lambda: hosting.pause(world, game.slug, game.table.game.host_id),
        lambda: hosting.resume(world, game.slug, game.table.game.host_id),
        lambda: seats.leave(world, game.slug, cyd),
        lambda: clock.advance(hours=1),
    ]

    seen = [stamp_of(stranger, game)]
    for change in changes:
        change()
        seen.append(stamp_of(stranger, game))

    assert all(before != after for before, after in pairwise(seen))


def test_what_is_not_shown_leaves_the_stamp_alone(game: Friends, world: World, stranger: Visitor, clock: Clock) -> None:
    before = stamp_of(stranger, game)
    with world.transaction() as session:
        session.execute(update(Seat).values(seen_at=clock.now(), missed=1))

    assert stamp_of(stranger, game) == before


def test_a_fresh_page_comes_without_its_frame(game: Friends, stranger: Visitor) -> None:
    stale = stamp_of(stranger, game)
    game.play()

    answer = asked(stranger, game, stale)

    body = answer.get_data(as_text=True)
    assert answer.status_code == 200 and 'id="now"' in body and "<header" not in body and "<script" not in body
    assert "Oh Hell with" in text(answer)


def test_an_unknown_game_is_not_followed(stranger: Visitor) -> None:
    assert stranger.get("/g/nothing/live").status_code == 404


def test_a_hidden_bid_is_not_told_to_those_who_listen(world: World, stranger: Visitor) -> None:
    game = friends(world, rules=ohhell.rules_from(TOGETHER))

    game.play()

    page = asked(stranger, game).get_data(as_text=True)
    assert f'data-news="{game.table.names[game.log[0].seat]} has bid. ' in page


def test_a_page_takes_in_a_move_and_keeps_what_its_reader_does(
    world: World, game: Friends, app: Flask, serve: Callable[..., str], phone: Page, visit: Callable[[], Visitor]
) -> None:
    game.play(9)
    address = serve(app)
    signed_in(phone, address, visit().sign_in(proved(world, "Ann")))
    phone.goto(f"{address}/g/{game.slug}")
    phone.locator("#hand-1 > summary").click()
    phone.locator("#score-scroll").scroll_into_view_if_needed()
    phone.locator("#say input[type=text]").press_sequentially("I will")
    where = phone.evaluate(WHERE)
    game.play(2)
    seats.say(world, game.slug, person_id(proved(world, "Bob")), "Hear, hear")

    phone.evaluate(LOOK)

    expect(phone.locator("#said")).to_contain_text("Bob said: Hear, hear")
    expect(phone.locator("#said")).to_contain_text("is to")
    expect(phone.locator("#talk-list")).to_contain_text("Hear, hear")
    phone.keyboard.type(" win")
    expect(phone.locator("#say input[type=text]")).to_have_value("I will win")
    expect(phone.locator("#hand-1")).to_have_attribute("open", "")
    assert abs(phone.evaluate(WHERE) - where) < 2
