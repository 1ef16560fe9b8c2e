"""What holds for every page: its guards, and that looking changes nothing."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from flask import Flask
from sqlmodel import select

from service.engine import ohhell
from service.mail import links, postman
from service.store.tables import Turn
from service.web.app import create_app
from service.world import World
from tests.support.clock import Clock
from tests.support.databases import sqlite_url
from tests.support.worlds import Friends, a_world, contents, friends, mails, proved, rows
from tests.web.visitor import Visitor, text
from tests.web.walk import every_path

MISSING = ("/nothing", "/g/nothing", "/g/nothing/record.txt", "/t/x", "/in/x", "/i/x", "/u/x", "/back/x", "/join/x")
MISSING += ("/rules/nothing", "/mailbox/99", "/mailbox/99.eml", "/mailbox/99/html", "/g/a%00b", "/join/a%00b")


@pytest.fixture
def game(world: World) -> Friends:
    """A game that waits for one of three friends."""
    return friends(world)


@pytest.fixture
def paths(world: World, game: Friends) -> list[str]:
    """An address for every page that can be looked at."""
    return every_path(world, game)


def test_looking_changes_nothing_anywhere(
    world: World, paths: list[str], stranger: Visitor, visit: Callable[[], Visitor]
) -> None:
    ann = visit().sign_in(proved(world, "Ann"))
    before = contents(world)

    for path in paths:
        for visitor in (stranger, ann):
            assert visitor.client.get(path).status_code < 500, path
            assert visitor.client.head(path).status_code < 500, path

    assert contents(world) == before


def test_every_route_that_can_be_looked_at_is_among_those_walked(app: Flask, paths: list[str]) -> None:
    urls = app.url_map.bind("127.0.0.1")
    walked = {urls.match(path.partition("?")[0])[0] for path in paths}

    shown = {rule.endpoint for rule in app.url_map.iter_rules() if "GET" in (rule.methods or ())} - {"static"}
    assert not shown - walked, f"give tests/web/walk.py an address for {', '.join(sorted(shown - walked))}"


def test_every_answer_is_guarded(paths: list[str], stranger: Visitor) -> None:
    for path in (*paths, "/nothing", "/static/style.css"):
        with stranger.get(path) as page:
            headers = page.headers
        policy = headers["Content-Security-Policy"]
        assert "'unsafe-inline'" not in policy.partition("script-src")[2].partition(";")[0]
        assert "frame-ancestors" in policy and "object-src" not in policy and "default-src 'none'" in policy
        assert headers["X-Content-Type-Options"] == "nosniff"
        assert headers["Referrer-Policy"] in {"no-referrer", "same-origin"}


def test_pages_with_a_secret_in_their_address_tell_nobody_and_are_not_kept(
    world: World, game: Friends, stranger: Visitor
) -> None:
    back = links.seat_url(world, game.table.id, 0, 0).removeprefix(world.settings.base)
    for path in (f"/t/{game.token()}", back, "/t/forged", "/join/forged"):
        headers = stranger.get(path).headers
        assert headers["Referrer-Policy"] == "no-referrer" and headers["Cache-Control"] == "no-store"


def test_pages_of_someone_signed_in_are_not_kept(world: World, visit: Callable[[], Visitor]) -> None:
    ann = visit().sign_in(proved(world, "Ann"))

    assert {ann.get(path).headers["Cache-Control"] for path in ("/", "/settings", "/rules")} == {"no-store"}


def test_pages_hold_no_inline_style_or_script(paths: list[str], world: World, visit: Callable[[], Visitor]) -> None:
    ann = visit().sign_in(proved(world, "Ann"))
    for path in paths:
        page = ann.get(path)
        if page.mimetype == "text/html" and not path.endswith("/html"):
            body = page.get_data(as_text=True)
            assert " style=" not in body and "<style" not in body and "onclick" not in body, path
            assert body.count("<script") == body.count("<script src="), path


@pytest.mark.parametrize("path", MISSING)
def test_a_missing_page_says_so_kindly(stranger: Visitor, path: str) -> None:
    page = stranger.get(path)

    assert page.status_code == 404 and "<h1>" in page.get_data(as_text=True)
    assert stranger.client.head(path).status_code == 404


def test_the_wrong_method_has_its_page_too(stranger: Visitor) -> None:
    page = stranger.post("/rules")

    assert page.status_code == 405 and "Not this way" in text(page) and "GET" in page.headers["Allow"]


def test_a_page_that_breaks_says_so_and_shows_nothing_of_it(app: Flask, world: World) -> None:
    app.config["PROPAGATE_EXCEPTIONS"] = False
    app.add_url_rule("/broken", view_func=lambda: 1 // 0)

    page = app.test_client().get("/broken")

    assert page.status_code == 500 and "Our mistake" in text(page) and "ZeroDivision" not in text(page)


def test_the_cookie_is_kept_from_scripts_and_other_sites(stranger: Visitor) -> None:
    cookie = stranger.get("/").headers["Set-Cookie"]

    assert "HttpOnly" in cookie and "SameSite=Lax" in cookie and "Secure" not in cookie


@pytest.fixture
def public(request: pytest.FixtureRequest, clock: Clock) -> Iterator[Visitor]:
    """A visitor of the service as it is in production."""
    settings = {"BASE_URL": "https://cards.example", "SMTP_URL": "smtp://mail.example", "TRUSTED_PROXIES": "1"}
    with a_world(request.getfixturevalue("sqlite_url"), clock, **settings) as world:
        yield Visitor(create_app(world), world)


def test_under_https_the_cookie_is_secure(public: Visitor) -> None:
    assert "Secure" in public.get("/").headers["Set-Cookie"]


def test_under_https_a_form_needs_no_referrer(public: Visitor) -> None:
    page = public.client.get("/sign-in", base_url="https://cards.example")
    token = page.get_data(as_text=True).partition('csrf_token" value="')[2].partition('"')[0]
    typed = {"csrf_token": token, "email": "ann@gmail.com"}

    assert public.client.post("/sign-in", data=typed, base_url="https://cards.example").status_code == 200


@pytest.mark.parametrize("path", ["/mailbox", "/mailbox/1", "/mailbox/1.eml", "/mailbox/1/html"])
def test_the_mailbox_is_off_when_mail_goes_to_a_server(public: Visitor, path: str) -> None:
    assert public.get(path).status_code == 404
    assert "ailbox" not in text(public.get("/"))


def test_the_mailbox_shows_a_mail_as_its_reader_sees_it(world: World, stranger: Visitor) -> None:
    stranger.post("/sign-in", email="ann@friends.example")
    waiting = stranger.get("/mailbox")
    postman.deliver(world)
    number = mails(world)[0].id

    listed, shown = stranger.get("/mailbox"), stranger.get(f"/mailbox/{number}")
    framed, raw = stranger.get(f"/mailbox/{number}/html"), stranger.get(f"/mailbox/{number}.eml")

    assert "on the way" in text(waiting) and waiting.headers["Refresh"]
    assert "ann@friends.example" in text(listed) and "Refresh" not in listed.headers
    assert f'src="/mailbox/{number}/html" sandbox="' in shown.get_data(as_text=True)
    assert '<a href="http://127.0.0.1:8000/in/' in shown.get_data(as_text=True)
    assert '<base target="_top">' in framed.get_data(as_text=True)
    assert "sandbox" in framed.headers["Content-Security-Policy"] and framed.headers["X-Frame-Options"] == "SAMEORIGIN"
    assert raw.mimetype == "message/rfc822" and raw.data == mails(world)[0].raw


def test_health_tells_whether_the_database_answers(stranger: Visitor, tmp_path: Path, clock: Clock) -> None:
    well = stranger.get("/healthz")
    with a_world(sqlite_url(tmp_path / "empty.db"), clock) as world:
        unwell = create_app(world).test_client().get("/healthz")

    assert (well.status_code, well.json["status"], well.json["migrations"]) == (200, "ok", "ok")
    assert unwell.status_code == 503 and unwell.json["status"] == "unwell" and unwell.json["migrations"] == "behind"


@pytest.mark.parametrize("key", list(ohhell.PRESETS))
def test_each_rule_set_has_its_page(stranger: Visitor, key: str) -> None:
    page = stranger.get(f"/rules/{key}")

    assert page.status_code == 200 and ohhell.preset_name(key) in text(page)
    assert f'href="/rules/{key}"' in stranger.get("/rules").get_data(as_text=True)


def test_a_page_with_a_link_only_is_not_indexed(game: Friends, stranger: Visitor) -> None:
    assert stranger.get(f"/g/{game.slug}").headers["X-Robots-Tag"] == "noindex"
    assert "X-Robots-Tag" not in stranger.get("/").headers


def test_the_game_page_shows_no_card_that_is_held(game: Friends, stranger: Visitor) -> None:
    game.play(4)
    held = [card for seat in range(3) for card in game.table.view(seat).hand.seen[seat] or ()]  # type: ignore[union-attr]
    shown = text(stranger.get(f"/g/{game.slug}")).partition("The draw for first deal")[0]

    assert held and not any(ohhell.say_card(card).removeprefix("the ") in shown for card in held)


def test_whose_turn_it_is_stands_on_the_game_page(game: Friends, world: World, stranger: Visitor) -> None:
    page = text(stranger.get(f"/g/{game.slug}"))

    assert f"{game.table.names[game.waited_for()]} is to bid, since Mon 2 Mar, 12:00" in page
    assert "until Tue 3 Mar, 12:00" in page
    assert len(rows(world, select(Turn))) == 1
