"""Everyone can use every page: axe finds nothing, in light, in dark and at 320 pixels, and nothing is cut off there."""

from collections.abc import Callable

import pytest
from flask import Flask
from playwright.sync_api import Page

from service.engine import ohhell
from service.play import feeds, hooks, seats
from service.world import World
from tests.support.axe import violations
from tests.support.worlds import Friends, friends, person_id, proved
from tests.web.test_browser import signed_in
from tests.web.visitor import Visitor
from tests.web.walk import every_path

pytestmark = pytest.mark.no_cover  # long walks; the tests beside measure the same lines


def a_game_with_all_there_is(world: World) -> Friends:
    """A game with a finished hand, talk, a webhook, a calendar feed of its host's, and a turn to play."""
    game = friends(world, "Ann Bob Cyd", ohhell.rules_from({"key": "classic", "start": 2}))
    game.play(10)
    seats.say(world, game.slug, person_id(proved(world, "Bob")), "My last trump!")
    ann = person_id(proved(world, "Ann"))
    feeds.make_feed(world, ann)
    hooks.keep(world, game.slug, ann, "https://hooks.example/x", "json")
    hooks.test(world, game.slug, ann)
    return game


def test_axe_finds_nothing_on_any_page(
    world: World, app: Flask, serve: Callable[..., str], desktop: Page, visit: Callable[[], Visitor]
) -> None:
    address, game = serve(app), a_game_with_all_there_is(world)
    paths, visitor = every_path(world, game), visit()
    pages = [path for path in paths if visitor.get(path).mimetype == "text/html"]

    found = [told for path in ("/", "/sign-in", "/nothing") for told in violations(desktop, address + path)]
    signed_in(desktop, address, visitor.sign_in(proved(world, "Ann")))
    for path in pages:
        if not path.endswith("/live"):  # the same as the game's page, without a frame
            found += violations(desktop, address + path)

    assert not found, "\n".join(found)


def test_axe_finds_nothing_on_a_finished_game(
    world: World, app: Flask, serve: Callable[..., str], desktop: Page
) -> None:
    game = friends(world, "Ann Bob Cyd", ohhell.rules_from({"key": "classic", "schedule": [2, 1, 1, 1, 1, 1, 2]}))
    game.play(100)

    assert not violations(desktop, f"{serve(app)}/g/{game.slug}")
