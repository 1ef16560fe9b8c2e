"""A network that guesses links is refused for a while; others are not, nor is one with a link cut short."""

from collections.abc import Callable

from flask import Flask
from sqlmodel import select

from service.play import limits
from service.store.tables import Allowance
from service.web.app import create_app
from service.world import World
from tests.support.clock import Clock
from tests.support.worlds import friends, rows


def test_a_network_that_guesses_is_told_to_wait_in_every_process(world: World, app: Flask, clock: Clock) -> None:
    game = friends(world, "Ann Bob Cyd")
    real, here = f"/t/{game.token(game.waited_for())}", {"REMOTE_ADDR": "192.0.2.1"}
    clients = [app.test_client(), create_app(world).test_client()]

    for number in range(limits.GUESSES.times):
        assert clients[number % 2].get(f"/t/guess{number}", environ_base=here).status_code == 404

    refused = clients[0].get(real, environ_base=here)
    assert refused.status_code == 429 and int(refused.headers["Retry-After"]) > 0
    assert clients[1].post("/in/guess", environ_base=here).status_code in {400, 429}
    assert clients[0].get(real, environ_base={"REMOTE_ADDR": "192.0.2.2"}).status_code == 200
    assert clients[0].get("/", environ_base=here).status_code == 200
    clock.advance(hours=1)
    assert clients[1].get(real, environ_base=here).status_code == 200


def test_links_that_were_cut_short_write_nothing(world: World, visit: Callable[[], object], app: Flask) -> None:
    client = app.test_client()

    for link in ("/t/cut", "/i/cut", "/in/cut", "/u/cut", "/g/cut"):
        assert client.get(link).status_code == 404

    assert rows(world, select(Allowance)) == []
