"""A table from its opening to its start, as its host and guests see it; leaving and coming back."""

from collections.abc import Callable

import pytest
from flask import Flask
from sqlmodel import select

from service.engine import ohhell
from service.mail import links
from service.store.tables import Game, Refusal, SignIn
from service.web.app import create_app
from service.world import World
from tests.support.clock import Clock
from tests.support.worlds import a_world, friends, invitation_token, pass_time, posted, proved, rows
from tests.web.visitor import Visitor, text

OPEN = {"preset": "classic", "players": "4", "pace": "24", "bots": "1", "invite": "bob@friends.example"}


@pytest.fixture
def host(world: World, visit: Callable[[], Visitor]) -> Visitor:
    """Ann, signed in, with a table open: a bot sits there and Bob is invited."""
    ann = visit().sign_in(proved(world, "Ann"))
    assert ann.post("/tables/new", **OPEN).status_code == 303
    return ann


@pytest.fixture
def game(host: Visitor, world: World) -> Game:
    """That table's row."""
    return the_game(world)


def the_game(world: World) -> Game:
    """The only table, as it is now."""
    found: Game = rows(world, select(Game))[0]
    return found


def test_the_host_sees_who_is_still_missing(host: Visitor, game: Game) -> None:
    said = text(host.get(f"/g/{game.slug}/table"))

    assert "bob@friends.example invited, no answer yet" in said
    assert (
        "Pip a bot" in said and "free" in said and "/join/" in host.get(f"/g/{game.slug}/table").get_data(as_text=True)
    )


def test_others_see_neither_addresses_nor_the_link_to_join(game: Game, stranger: Visitor) -> None:
    page = stranger.get(f"/g/{game.slug}")

    assert "invited, no answer yet" in text(page)
    assert "bob@" not in page.get_data(as_text=True) and (game.join_code or "") not in page.get_data(as_text=True)


def test_only_the_host_may_manage_a_table(game: Game, world: World, visit: Callable[[], Visitor]) -> None:
    eve = visit().sign_in(proved(world, "Eve"))

    answers = [eve.get(f"/g/{game.slug}/table"), eve.post(f"/g/{game.slug}/table/start")]

    assert [answer.status_code for answer in answers] == [403, 403]
    assert the_game(world).started_at is None


def test_an_accepted_invitation_is_a_seat(game: Game, world: World, stranger: Visitor) -> None:
    token = invitation_token(world, game, "bob@friends.example")

    answer = stranger.press(stranger.get(f"/i/{token}"), name="Bob", zone="Asia/Tokyo")

    assert answer.location == f"/g/{game.slug}"
    assert "Bob has accepted" in text(stranger.get(answer.location))
    assert stranger.get(f"/i/{token}").status_code == 409


def test_an_invitation_can_be_refused_for_good(game: Game, world: World, host: Visitor, stranger: Visitor) -> None:
    token = invitation_token(world, game, "bob@friends.example")

    page = stranger.press(stranger.get(f"/i/{token}"), f"/i/{token}/refuse", for_good="y")

    assert page.status_code == 200 and len(rows(world, select(Refusal))) == 1
    assert "said no" in text(host.get(f"/g/{game.slug}/table"))


def test_a_shared_link_seats_whoever_signs_in(game: Game, world: World, visit: Callable[[], Visitor]) -> None:
    cyd = visit().sign_in(proved(world, "Cyd"))

    answer = cyd.press(cyd.get(f"/join/{game.join_code}"))

    assert answer.location == f"/g/{game.slug}" and "Cyd has accepted" in text(cyd.get(answer.location))


def test_a_shared_link_asks_a_stranger_who_they_are(game: Game, world: World, stranger: Visitor) -> None:
    page = stranger.get(f"/join/{game.join_code}")

    stranger.press(page, name="Cyd", email="cyd@friends.example", zone="Asia/Tokyo")

    asked = rows(world, select(SignIn))[-1]
    assert (asked.name, asked.zone, asked.onward) == ("Cyd", "Asia/Tokyo", f"/join/{game.join_code}")


def test_a_revoked_link_is_dead(game: Game, host: Visitor, stranger: Visitor) -> None:
    host.post(f"/g/{game.slug}/table/unlink")

    assert stranger.get(f"/join/{game.join_code}").status_code == 404


def test_a_new_link_replaces_the_old_one(game: Game, host: Visitor, world: World, stranger: Visitor) -> None:
    host.post(f"/g/{game.slug}/table/link")

    assert stranger.get(f"/join/{game.join_code}").status_code == 404
    assert stranger.get(f"/join/{the_game(world).join_code}").status_code == 200


def test_starting_now_fills_the_seats_with_bots(game: Game, host: Visitor, world: World) -> None:
    answer = host.post(f"/g/{game.slug}/table/start")

    assert answer.location == f"/g/{game.slug}" and the_game(world).started_at is not None
    assert host.post(f"/g/{game.slug}/table/bot").status_code == 409


def test_the_last_bot_starts_the_game(game: Game, host: Visitor, world: World) -> None:
    host.post(f"/g/{game.slug}/table/vacate", seat="1")
    for _ in range(3):
        host.post(f"/g/{game.slug}/table/vacate", seat="2")
        host.post(f"/g/{game.slug}/table/bot")
    while the_game(world).started_at is None:
        assert host.post(f"/g/{game.slug}/table/bot").status_code == 303

    assert "is to bid" in text(host.get(f"/g/{game.slug}")) or "your turn" in text(host.get(f"/g/{game.slug}"))


def test_a_closed_table_says_so(game: Game, host: Visitor, stranger: Visitor) -> None:
    host.post(f"/g/{game.slug}/table/close")

    assert "This table was closed" in text(stranger.get(f"/g/{game.slug}"))


def test_who_may_not_host_gets_no_form(sqlite_url: str, clock: Clock) -> None:
    with a_world(sqlite_url, clock, HOSTS="boss@friends.example") as world:
        app: Flask = create_app(world)
        ann = Visitor(app, world).sign_in(proved(world, "Ann"))

        answers = [ann.get("/tables/new"), ann.post("/tables/quick")]

        assert [answer.status_code for answer in answers] == [403, 403]
        assert "Quick game" not in text(ann.get("/"))


def test_someone_who_leaves_is_marked_and_can_come_back(world: World, visit: Callable[[], Visitor]) -> None:
    game = friends(world)
    bob = visit().sign_in(proved(world, "Bob"))

    bob.press(bob.get(f"/g/{game.slug}/leave"), f"/g/{game.slug}/leave")
    away = text(bob.get(f"/g/{game.slug}"))
    bob.press(bob.get(f"/g/{game.slug}"), f"/g/{game.slug}/back")

    assert "Bob has left" in away
    assert "Bob has left" not in text(bob.get(f"/g/{game.slug}"))


def test_the_link_back_is_a_page_with_a_button(world: World, clock: Clock, stranger: Visitor) -> None:
    game = friends(world)
    posted(world)
    pass_time(world, clock, 60)
    seat = next(seat for seat in game.table.seats if seat.missed or seat.away_at)
    path = links.seat_url(world, game.table.id, seat.number, seat.generation).removeprefix(world.settings.base)

    answer = stranger.press(stranger.get(path))

    assert answer.location == f"/g/{game.slug}"
    assert game.table.seats[seat.number].away_at is None


def test_moves_of_the_substitute_are_marked(world: World, clock: Clock, stranger: Visitor) -> None:
    game = friends(world)
    posted(world)
    pass_time(world, clock, 80)

    assert "(substitute)" in text(stranger.get(f"/g/{game.slug}"))


def test_talk_is_for_those_who_sit_there(world: World, visit: Callable[[], Visitor]) -> None:
    game = friends(world)
    bob, eve = visit().sign_in(proved(world, "Bob")), visit().sign_in(proved(world, "Eve"))

    said, heard = bob.post(f"/g/{game.slug}/talk", talk="Hi"), eve.post(f"/g/{game.slug}/talk", talk="Ho")

    assert (said.status_code, heard.status_code) == (303, 403)
    assert "Hi" in text(eve.get(f"/g/{game.slug}")) and "Ho" not in text(eve.get(f"/g/{game.slug}"))


@pytest.mark.parametrize("key", list(ohhell.PRESETS))
def test_every_rule_set_can_be_opened_and_played_on_its_pages(
    world: World, visit: Callable[[], Visitor], key: str
) -> None:
    ann = visit().sign_in(proved(world, "Ann"))
    players = max(4, ohhell.PRESETS[key].players[0])
    typed = {"preset": key, "players": str(players), "pace": "24", "bots": str(players - 1), "own_schedule": "2 1 1"}
    page = ann.post("/tables/new", **typed)
    assert page.status_code == 303
    while (page := ann.get(page.location)).status_code == 303 or "/t/" in page.request.path:
        if page.status_code == 200:
            chosen = page.get_data(as_text=True).partition('type="radio" name="move" value="')[2].partition('"')[0]
            page = ann.press(page, move=chosen)

    assert "won" in text(page)
    assert text(page).count("took") >= players


def test_a_table_that_was_closed_waits_for_nobody(host: Visitor, game: Game, stranger: Visitor) -> None:
    host.post(f"/g/{game.slug}/table/close", f"/g/{game.slug}/table")

    said = text(stranger.get(f"/g/{game.slug}")) + text(host.get(f"/g/{game.slug}/table"))
    assert "This table was closed" in said and "no answer yet" not in said
