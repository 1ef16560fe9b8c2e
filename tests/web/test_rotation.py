"""A new signing key beside the old one breaks no link that was mailed; without the old one they are all dead."""

from flask import Flask

from service.web.app import create_app
from service.world import World
from tests.support.clock import Clock
from tests.support.worlds import KEY, a_world, friends, proved
from tests.web.visitor import Visitor
from tests.web.walk import every_path

NEW = "another key for tests that is long enough"
SIGNED = ("/t/", "/in/", "/i/", "/u/", "/back/", "/address/", "/again/")


def answers(app: Flask, paths: list[str], cookie: str) -> dict[str, int]:
    client = app.test_client()
    client.set_cookie("ohhell", cookie)
    return {path: client.get(path).status_code for path in paths}


def test_links_and_sessions_outlive_a_new_key_and_not_the_end_of_the_old_one(
    world: World, sqlite_url: str, clock: Clock
) -> None:
    game = friends(world, "Ann Bob Cyd")
    paths = every_path(world, game)
    ann = Visitor(create_app(world), world).sign_in(proved(world, "Ann")).client.get_cookie("ohhell")
    assert ann is not None
    before = answers(create_app(world), paths, ann.value)

    with a_world(sqlite_url, clock, SECRET_KEY=f"{NEW},{KEY}") as rotated:
        after = answers(create_app(rotated), paths, ann.value)
    with a_world(sqlite_url, clock, SECRET_KEY=NEW) as forgotten:
        dead = answers(create_app(forgotten), paths, ann.value)

    assert after == before
    signed = [path for path in paths if path.startswith(SIGNED)]
    assert len(signed) > 8 and {dead[path] for path in signed} == {404}
    assert before["/settings"] == 200 and dead["/settings"] == 303
