"""The pages in a real browser: with scripts, without them, and a mail's link followed from the mailbox."""

from collections.abc import Callable

from flask import Flask
from playwright.sync_api import Page, expect

from service.mail import postman
from service.world import World
from tests.support.worlds import Friends, friends, proved
from tests.web.visitor import Visitor


def signed_in(page: Page, address: str, visitor: Visitor) -> None:
    """Give a browser the cookie of a visitor who is signed in."""
    cookie = visitor.client.get_cookie("ohhell")
    assert cookie is not None
    page.context.add_cookies([{"name": "ohhell", "value": cookie.value, "url": address}])


def test_a_card_is_chosen_and_confirmed_without_scripts(
    world: World, app: Flask, serve: Callable[..., str], plain_phone: Page
) -> None:
    game: Friends = friends(world)
    address = serve(app)
    plain_phone.goto(f"{address}/t/{game.token()}")

    plain_phone.get_by_label("1", exact=True).check()
    plain_phone.locator("#confirm button").click()

    expect(plain_phone.get_by_role("status")).to_have_text("Done: you bid 1.")
    assert [row.move for row in game.log] == ["1"]


def test_the_button_says_what_it_confirms(world: World, app: Flask, serve: Callable[..., str], phone: Page) -> None:
    game = friends(world)
    phone.goto(f"{serve(app)}/t/{game.token()}")

    phone.get_by_label("2", exact=True).check()

    expect(phone.locator("#confirm button")).to_have_text("Bid 2")


def test_the_button_is_seen_without_scrolling_on_a_phone(
    world: World, app: Flask, serve: Callable[..., str], phone: Page
) -> None:
    game = friends(world, "Ann Bob Cyd Dee")
    game.play(4)

    phone.goto(f"{serve(app)}/t/{game.token()}")

    expect(phone.locator("#confirm button")).to_be_in_viewport(ratio=1)


def test_the_time_zone_is_guessed(app: Flask, serve: Callable[..., str], phone: Page) -> None:
    phone.goto(serve(app))
    here = phone.evaluate("Intl.DateTimeFormat().resolvedOptions().timeZone")

    assert phone.input_value("select[name=zone]") == (here if "/" in here and not here.startswith("Etc/") else "UTC")


def test_the_rules_shown_follow_the_choice(
    world: World, app: Flask, serve: Callable[..., str], desktop: Page, visit: Callable[[], Visitor]
) -> None:
    address = serve(app)
    signed_in(desktop, address, visit().sign_in(proved(world, "Ann")))
    desktop.goto(f"{address}/tables/new")
    desktop.get_by_text("The rules as chosen").click()

    desktop.get_by_label("Rules").select_option("denexa")

    expect(desktop.locator("#rules-shown")).to_contain_text("another hand of one card")
    expect(desktop.locator("#start-as")).to_contain_text("as in Denexa")


def test_a_link_in_a_mail_opens_from_the_mailbox(
    world: World, app: Flask, serve: Callable[..., str], phone: Page
) -> None:
    address = serve(app)
    phone.goto(f"{address}/sign-in")
    phone.get_by_label("Your mail address").fill("ann@friends.example")
    phone.get_by_role("button", name="Send me a link").click()
    postman.deliver(world)
    phone.route("http://127.0.0.1:8000/**", lambda route: route.fulfill(body="arrived", content_type="text/plain"))
    phone.goto(f"{address}/mailbox")
    phone.locator("main a").first.click()

    phone.frame_locator("iframe").get_by_role("link", name="Sign in").click()

    phone.wait_for_url("http://127.0.0.1:8000/in/**")
