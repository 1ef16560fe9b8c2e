"""The next game that waits, offered on every page to whoever is signed in."""

from collections.abc import Callable

from service.play import hosting
from service.world import World
from tests.support.clock import Clock
from tests.support.worlds import Friends, classic, friends, person_id, proved
from tests.web.visitor import Visitor, text
from tests.web.walk import every_path

RULES = classic(3)


def waits_for(game: Friends, seat: int) -> Friends:
    """The game, played until it waits for a seat."""
    while game.waited_for() != seat:
        game.play()
    return game


def test_every_page_tells_how_many_other_games_wait_and_leads_to_the_most_urgent(
    world: World, clock: Clock, visit: Callable[[], Visitor]
) -> None:
    urgent = waits_for(friends(world, "Ann Bob Cyd", RULES), 0)
    clock.advance(hours=2)
    later, third = (waits_for(friends(world, "Ann Bob Cyd", RULES), 0) for _ in range(2))
    ann = visit().sign_in(proved(world, "Ann"))

    rules, game = ann.get("/rules"), ann.get(f"/g/{urgent.slug}")
    turn = ann.get(f"/t/{later.token(0)}")

    assert "3 games wait for you" in text(rules) and f'href="/g/{urgent.slug}/play"' in rules.get_data(as_text=True)
    assert "2 other games wait for you" in text(game) and f"/g/{later.slug}/play" in game.get_data(as_text=True)
    assert "2 other games wait for you" in text(turn) and f"/g/{urgent.slug}/play" in turn.get_data(as_text=True)
    waits_for(third, 1)
    hosting.pause(world, urgent.slug, person_id(proved(world, "Ann")))
    assert "A game waits for you" in text(ann.get("/rules"))
    assert "waits for you" not in text(ann.get(f"/g/{later.slug}"))


def test_nothing_is_offered_to_whoever_is_not_signed_in(
    world: World, stranger: Visitor, visit: Callable[[], Visitor]
) -> None:
    game = waits_for(friends(world, "Ann Bob Cyd", RULES), 0)
    other = waits_for(friends(world, "Ann Bob Cyd", RULES), 0)

    for path in every_path(world, game):
        page = stranger.get(path)
        assert "next-game" not in page.get_data(as_text=True) and f"/g/{other.slug}/play" not in str(page.headers), path

    assert "waits for you" not in text(visit().sign_in(proved(world, "Bob")).get("/rules"))
