"""The host's page of a running game, and the wishes on the game's page."""

from collections.abc import Callable

from sqlmodel import select

from service.play import seats
from service.store.tables import Game, Turn
from service.world import World
from tests.support.worlds import classic, friends, person_id, proved, rows
from tests.web.visitor import Visitor, text


def test_a_host_pauses_extends_and_hands_over(world: World, visit: Callable[[], Visitor]) -> None:
    game = friends(world)
    ann, page = visit().sign_in(proved(world, "Ann")), f"/g/{game.slug}/table"
    before = rows(world, select(Turn.deadline))[0]

    assert ann.post(f"{page}/extend", page, seat=str(game.waited_for()), hours="5").status_code == 303
    assert rows(world, select(Turn.deadline))[0] > before
    assert ann.post(f"{page}/pause", page).status_code == 303
    assert "Paused since" in text(ann.get(page))
    assert "The game is paused" in text(ann.get(f"/g/{game.slug}"))
    assert ann.post(f"{page}/resume", page).status_code == 303
    assert ann.post(f"{page}/hand-over", page, seat="1").status_code == 303

    assert ann.get(page).status_code == 403
    assert rows(world, select(Game.host_id))[0] == person_id(proved(world, "Bob"))


def test_an_absent_player_is_replaced_on_the_hosts_page(world: World, visit: Callable[[], Visitor]) -> None:
    game = friends(world, "Ann Bob Cyd", classic(5))
    game.play()
    seats.leave(world, game.slug, person_id(proved(world, "Bob")))
    ann, page = visit().sign_in(proved(world, "Ann")), f"/g/{game.slug}/table"
    assert "Offer this seat" in text(ann.get(page))

    done = ann.post(f"{page}/replace", page, seat="1", email="dee@friends.example")

    assert done.status_code == 303
    assert "Seat 2: Bob from hand 1" in text(ann.get(f"/g/{game.slug}"))


def test_what_makes_no_sense_is_refused(world: World, visit: Callable[[], Visitor]) -> None:
    game = friends(world)
    ann, bob = (visit().sign_in(proved(world, name)) for name in ("Ann", "Bob"))
    page = f"/g/{game.slug}/table"

    assert ann.post(f"{page}/extend", page, seat="x", hours="5").status_code == 422
    assert ann.post(f"{page}/extend", page, seat=str(game.waited_for()), hours="500").status_code == 422
    assert ann.post(f"{page}/hand-over", page, seat="9").status_code == 422
    assert ann.post(f"/g/{game.slug}/wish", page, wish="gold").status_code == 422
    assert bob.post(f"{page}/pause").status_code == 403


def test_what_a_host_typed_wrong_is_told_on_the_page_it_was_typed_on(
    world: World, visit: Callable[[], Visitor]
) -> None:
    game = friends(world, "Ann Bob Cyd", classic(5))
    game.play()
    seats.leave(world, game.slug, person_id(proved(world, "Bob")))
    ann, page = visit().sign_in(proved(world, "Ann")), f"/g/{game.slug}/table"

    late = ann.post(f"{page}/extend", page, seat=str(game.waited_for()), hours="500")
    nobody = ann.post(f"{page}/replace", page, seat="1", email="dee")

    assert "Give from 1 to 168 hours." in text(late) and "Give more time" in text(late)
    assert "address" in text(nobody) and "Offer this seat" in text(nobody)


def test_a_game_ends_by_its_players_wishes(world: World, visit: Callable[[], Visitor]) -> None:
    game = friends(world)
    page = f"/g/{game.slug}"
    for name in ("Ann", "Bob", "Cyd"):
        assert visit().sign_in(proved(world, name)).post(f"{page}/wish", page, wish="end").status_code == 303

    assert "The players agreed to end this game" in text(visit().get(page))
