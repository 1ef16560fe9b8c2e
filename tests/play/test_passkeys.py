"""Adding a passkey and signing in with it, on each kind of database."""

import json
from collections.abc import Iterator

import pytest

from service.play import passkeys
from service.play.errors import LinkExpired, Refused
from service.world import World
from tests.support.authenticator import Authenticator
from tests.support.clock import Clock
from tests.support.worlds import a_world, person_id, proved

HERE = "http://localhost:8000"


@pytest.fixture
def world(database_url: str, clock: Clock) -> Iterator[World]:
    """A world whose address has a name, as passkeys need."""
    with a_world(database_url, clock, BASE_URL=HERE) as built:
        yield built


def body(credential: object) -> bytes:
    return json.dumps({"credential": credential}).encode()


def test_a_passkey_is_kept_once_and_an_answer_taken_once(world: World) -> None:
    ann, device = person_id(proved(world, "Ann")), Authenticator(HERE)
    asked, options = passkeys.begin_adding(world, ann)
    passkeys.add(world, ann, [asked], body(device.make(json.loads(options))))
    asked, options = passkeys.begin_adding(world, ann)
    with pytest.raises(Refused):
        passkeys.add(world, ann, [asked], body(device.make(json.loads(options))))

    asked, options = passkeys.begin_entering(world)
    answer = body(device.use(json.loads(options)))

    assert passkeys.enter(world, [asked], answer, "192.0.2.1").id == ann
    with pytest.raises(LinkExpired):
        passkeys.enter(world, [asked], answer, "192.0.2.1")
    assert [(key.name, key.sign_count) for key in passkeys.passkeys_of(world, ann)] == [("Passkey", 1)]
