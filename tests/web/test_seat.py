"""One's own seat in a browser: a hand played by taps only, and one by the keyboard only; cards as one likes them."""

import socket
from collections.abc import Callable, Iterator
from dataclasses import dataclass

import pytest
from flask import Flask
from playwright.sync_api import Page, expect

from service.engine import ohhell
from service.mail import postman
from service.play import people
from service.web.app import create_app
from service.world import World
from tests.support.clock import Clock
from tests.support.web import serving
from tests.support.worlds import Friends, a_world, friends, mails, person_id, proved
from tests.web.test_browser import signed_in
from tests.web.visitor import Visitor


@dataclass
class Place:
    """A service whose mails lead to where it is served."""

    world: World
    app: Flask
    address: str

    def mail(self) -> str:
        """The address of the last turn mail, as its reader sees it."""
        postman.deliver(self.world)
        return f"{self.address}/mailbox/{mails(self.world, 'turn')[-1].id}/html"


@pytest.fixture
def place(sqlite_url: str, clock: Clock) -> Iterator[Place]:
    """Such a service, with a port of its own."""
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    with a_world(sqlite_url, clock, BASE_URL=f"http://127.0.0.1:{port}") as world:
        app = create_app(world)
        with serving(app, port) as address:
            yield Place(world, app, address)


def short_game(world: World) -> Friends:
    """A game of one hand of two cards with two bots; Ann is asked for everything."""
    rules = ohhell.rules_from({"key": "classic", "schedule": [2]})
    return friends(world, "Ann", rules, bots=2)


def own_moves(game: Friends) -> list[str]:
    return [row.move for row in game.log if row.seat == 0]


def test_a_hand_is_played_on_a_phone_from_the_mail_to_the_score_sheet_with_taps_only(place: Place, phone: Page) -> None:
    game = short_game(place.world)
    phone.goto(place.mail())

    phone.locator("a[href*='m=1']").first.tap()
    expect(phone.locator("#confirm button")).to_be_in_viewport(ratio=1)
    phone.locator("#confirm button").tap()
    for trick, done in ((1, "bid 1"), (2, "played")):
        expect(phone.get_by_role("status")).to_contain_text(f"Done: you {done}")
        first = phone.locator("#confirm .pick:has(input)").first
        first.tap()
        expect(phone.locator("#confirm button")).to_contain_text("Play the")
        phone.get_by_role("link", name="Undo").tap()
        expect(phone.locator("#confirm button")).to_have_text("Play this card")
        assert len(own_moves(game)) == trick
        first.tap()
        expect(phone.locator("#confirm button")).to_be_in_viewport(ratio=1)
        phone.locator("#confirm button").tap()

    expect(phone.get_by_role("region", name="Score sheet")).to_contain_text("Total")
    assert ohhell.over(game.table.playing)
    phone.get_by_role("link", name="1 card by card").tap()
    phone.get_by_role("link", name="To the end").tap()
    expect(phone.locator("[data-points]").first).to_be_visible()


def test_a_hand_is_played_with_the_keyboard_only(place: Place, desktop: Page) -> None:
    game = short_game(place.world)
    desktop.goto(place.mail())

    tab_to(desktop, "a[href*='m=1']")
    desktop.keyboard.press("Enter")
    desktop.wait_for_url("**/t/*m=1")
    tab_to(desktop, "#confirm button")
    desktop.keyboard.press("Enter")
    for trick, done in ((1, "bid 1"), (2, "played")):
        expect(desktop.get_by_role("status")).to_contain_text(f"Done: you {done}")
        tab_to(desktop, "#confirm input[type=radio]")
        desktop.keyboard.press("Space")
        tab_to(desktop, "#confirm button")
        assert len(own_moves(game)) == trick
        desktop.keyboard.press("Enter")

    expect(desktop.get_by_role("region", name="Score sheet")).to_contain_text("Total")
    tab_to(desktop, "a.to-replay")
    desktop.keyboard.press("Enter")
    desktop.wait_for_url("**/hands/1")
    desktop.keyboard.press("End")
    desktop.wait_for_url(f"**/moves/{len(game.log)}")


def tab_to(page: Page, wanted: str) -> None:
    """Press Tab until this has the focus; what has it must be seen."""
    for _ in range(60):
        page.keyboard.press("Tab")
        if page.evaluate("wanted => document.activeElement.matches(wanted)", wanted):
            shown = page.evaluate("document.activeElement.closest('.pick, a, button').getBoundingClientRect().height")
            assert shown > 20, "nobody sees where the focus is"
            return
    raise AssertionError(f"Tab never reaches {wanted}")


def test_cards_are_drawn_as_their_player_likes_them_signed_in_or_by_a_link(
    world: World, app: Flask, serve: Callable[..., str], visit: Callable[[], Visitor], phone: Page
) -> None:
    game = friends(world)
    address = serve(app)
    signed_in(phone, address, visit().sign_in(proved(world, game.table.names[game.waited_for()])))
    phone.goto(f"{address}/settings")
    plain = phone.locator("#cards .card.tall").first.bounding_box()

    phone.get_by_label("A colour for each suit").uncheck()
    phone.get_by_label("Large cards").check()
    phone.locator("#cards").get_by_role("button", name="Keep these").click()

    large = phone.locator("#cards .card.tall").first.bounding_box()
    assert plain and large and large["width"] > plain["width"] * 1.3
    colours = phone.locator("#cards .card").evaluate_all("cards => cards.map(card => getComputedStyle(card).color)")
    assert len(set(colours)) == 2
    seen = [visit().get(f"/t/{game.token()}{rest}").get_data(as_text=True) for rest in ("", "/orders")]
    assert all('<body class="two-colours large-cards"' in page for page in seen)


def test_another_players_likings_are_not_shown_to_onlookers(world: World, stranger: Visitor) -> None:
    game = friends(world)
    people.draw_cards(world, person_id(proved(world, "Ann")), False, True)

    assert '<body class=""' in stranger.get(f"/g/{game.slug}").get_data(as_text=True)
