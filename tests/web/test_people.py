"""Coming in, going out, and a newcomer's first minute."""

from collections.abc import Callable

from sqlmodel import select

from service.mail import links, postman
from service.store.tables import Game, Person
from service.world import World
from tests.support.clock import Clock
from tests.support.letters import forms
from tests.support.worlds import contents, friends, mails, person_id, proved, rows
from tests.web.visitor import Visitor, text


def link_in_mail(world: World) -> str:
    """The path of the newest sign-in link."""
    return links.sign_in_url(world, mails(world, "sign-in")[-1].details["sign_in"]).removeprefix(world.settings.base)


def test_a_newcomer_bids_in_a_quick_game_after_six_presses(world: World, stranger: Visitor) -> None:
    written = stranger.press(stranger.get("/"), name="Ann", email="ann@friends.example", zone="Europe/Berlin")
    assert 'href="/mailbox"' in written.get_data(as_text=True)
    postman.deliver(world)
    home = stranger.press(stranger.get(link_in_mail(world)))
    begun = stranger.press(stranger.get(home.location), "/tables/quick")
    turn = stranger.get(stranger.get(begun.location).location)

    answer = stranger.press(turn, move="1")

    game = rows(world, select(Game))[0]
    assert (game.rules["key"], game.rules["start"], game.players) == ("classic", 5, 4)
    assert answer.status_code == 303
    assert [(person.name, person.zone) for person in rows(world, select(Person))] == [("Ann", "Europe/Berlin")]


def test_a_sign_in_link_is_good_once(world: World, stranger: Visitor, visit: Callable[[], Visitor]) -> None:
    stranger.post("/sign-in", email="ann@friends.example")
    link = link_in_mail(world)
    shown = visit()
    page = shown.get(link)
    stranger.press(stranger.get(link))

    late = shown.press(page)

    assert late.status_code == 410 and shown.get(link).status_code == 410
    assert shown.get("/settings").status_code == 303


def test_after_signing_in_one_is_where_one_wanted_to_be(world: World, stranger: Visitor) -> None:
    asked = stranger.get("/settings")
    assert asked.location == "/sign-in?onward=/settings"

    stranger.press(stranger.get(asked.location), email="ann@friends.example")

    assert stranger.press(stranger.get(link_in_mail(world))).location == "/settings"


def test_a_used_link_offers_a_fresh_one_to_the_same_address_and_page(world: World, stranger: Visitor) -> None:
    stranger.get("/settings")
    stranger.press(stranger.get("/sign-in?onward=/settings/clock"), email="ann@friends.example")
    used = link_in_mail(world)
    stranger.press(stranger.get(used))
    stranger.post("/sign-out", "/settings")

    spent = stranger.get(used)
    stranger.press(spent, "/sign-in")

    assert spent.status_code == 410 and "good once" in text(spent)
    assert [mail.address for mail in mails(world, "sign-in")] == ["ann@friends.example"] * 2
    assert stranger.press(stranger.get(link_in_mail(world))).location == "/settings/clock"


def test_a_link_opened_again_where_it_signed_in_leads_on(world: World, stranger: Visitor) -> None:
    stranger.press(stranger.get("/sign-in?onward=/settings"), email="ann@friends.example")
    page = stranger.get(link_in_mail(world))
    stranger.press(page)

    again = stranger.get(link_in_mail(world))

    assert (again.status_code, again.location) == (303, "/settings")


def test_a_link_too_old_says_so_and_offers_a_fresh_one(world: World, clock: Clock, stranger: Visitor) -> None:
    stranger.post("/sign-in", email="ann@friends.example")
    clock.advance(hours=25)

    page = stranger.get(link_in_mail(world))

    assert page.status_code == 410 and "more than a day old" in text(page)
    assert 'value="ann@friends.example"' in page.get_data(as_text=True)


def test_a_link_for_somebody_else_says_whom_it_signs_out(world: World, visit: Callable[[], Visitor]) -> None:
    ann = visit().sign_in(proved(world, "Ann"))
    ann.post("/sign-in", email="bob@friends.example")

    page = ann.get(link_in_mail(world))

    assert "signed in here as ann@friends.example" in text(page)


def test_signing_out_everywhere_ends_the_other_browser_too(world: World, visit: Callable[[], Visitor]) -> None:
    phone, desk = (visit().sign_in(proved(world, "Ann")) for _ in range(2))

    desk.post("/sign-out", everywhere="yes")

    assert phone.get("/settings").status_code == 303 and desk.get("/settings").status_code == 303


def test_signing_out_here_leaves_the_other_browser_alone(world: World, visit: Callable[[], Visitor]) -> None:
    phone, desk = (visit().sign_in(proved(world, "Ann")) for _ in range(2))

    desk.post("/sign-out")

    assert phone.get("/settings").status_code == 200 and desk.get("/settings").status_code == 303


def test_settings_change_name_zone_and_mails(world: World, visit: Callable[[], Visitor]) -> None:
    ann = visit().sign_in(proved(world, "Ann"))

    ann.post("/settings", name="Änne", zone="Asia/Tokyo")
    ann.post("/settings/mails", wanted="no")

    kept = rows(world, select(Person))[0]
    assert (kept.name, kept.zone) == ("Änne", "Asia/Tokyo") and kept.unsubscribed_at is not None


def test_one_click_of_a_mail_program_stops_the_mails(world: World, stranger: Visitor) -> None:
    path = links.unsubscribe_url(world, person_id(proved(world, "Ann"))).removeprefix(world.settings.base)

    answer = stranger.client.post(path, data={"List-Unsubscribe": "One-Click"})

    assert answer.status_code == 200
    assert rows(world, select(Person))[0].unsubscribed_at is not None


def test_mails_that_were_stopped_can_be_had_again(world: World, stranger: Visitor) -> None:
    path = links.unsubscribe_url(world, person_id(proved(world, "Ann"))).removeprefix(world.settings.base)
    stopped = stranger.press(stranger.get(path))

    stranger.press(stopped)

    assert rows(world, select(Person))[0].unsubscribed_at is None


def test_the_games_that_wait_come_first(world: World, visit: Callable[[], Visitor]) -> None:
    games = [friends(world, "Ann Bob Cyd") for _ in range(3)]
    for game in games[1:]:
        while game.table.names[game.waited_for()] == "Ann":
            game.play()
    ann = visit().sign_in(proved(world, "Ann"))

    said = text(ann.get("/"))

    waiting = [game for game in games if game.table.names[game.waited_for()] == "Ann"]
    assert ("Waiting for you" in said) == bool(waiting)
    assert said.index("Under way") > (said.index("Waiting for you") if waiting else 0)


def test_five_mails_an_hour_is_all_an_address_gets(world: World, clock: Clock, stranger: Visitor) -> None:
    answers = {stranger.post("/sign-in", email="ann@friends.example").status_code for _ in range(8)}

    assert answers == {200} and len(mails(world, "sign-in")) == 5


def test_a_sign_in_page_has_one_button(world: World, stranger: Visitor) -> None:
    stranger.post("/sign-in", email="ann@friends.example")
    before = contents(world)

    page = stranger.get(link_in_mail(world))

    assert len(forms(page)) == 1 and contents(world) == before
