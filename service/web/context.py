"""What a request stands in: the world, and who is signed in."""

from typing import cast

from flask import current_app, g, request, session

from service.play import limits, people
from service.play.onward import Onward, onward
from service.store.tables import Person
from service.world import World


class SignInFirst(Exception):
    """The page is for people who are signed in; `onward` is where to go afterwards."""

    def __init__(self, onward: str) -> None:
        super().__init__(onward)
        self.onward = onward


def world() -> World:
    """The outside, as handed to `create_app`."""
    return cast(World, current_app.extensions["world"])


def reader() -> Person | None:
    """The person who is signed in, if any."""
    if "reader" not in g:
        g.reader = _reader()
    return cast("Person | None", g.reader)


def _reader() -> Person | None:
    person_id, epoch = session.get("person"), session.get("epoch")
    if not isinstance(person_id, int) or not isinstance(epoch, int):
        return None
    return people.person_for(world(), person_id, epoch)


def reader_id() -> int | None:
    """The id of the person who is signed in, if any."""
    person = reader()
    return person.id if person else None


def waiting(here: str = "") -> Onward | None:
    """What waits for the person who is signed in, besides the game of this link."""
    person_id = reader_id()
    return onward(world(), person_id, here) if person_id is not None else None


def signed_in() -> Person:
    """The person who is signed in. Raises `SignInFirst`."""
    person = reader()
    if person is None:
        raise SignInFirst(request.full_path.rstrip("?") if request.method in {"GET", "HEAD"} else "/")
    return person


def signed_in_id() -> int:
    """The id of the person who is signed in. Raises `SignInFirst`."""
    person_id = signed_in().id
    assert person_id is not None
    return person_id


def network() -> str:
    """The network that the request came from."""
    return limits.network(request.remote_addr)


def begin(person: Person) -> None:
    """Sign a person in on this browser; whatever it held before is forgotten."""
    session.clear()
    session["person"], session["epoch"] = person.id, person.epoch
    session.permanent = True
    g.reader = person


def end() -> None:
    """Sign out on this browser."""
    session.clear()
    g.reader = None


def zone() -> str:
    """The time zone that times are shown in: the signed-in person's, else UTC."""
    person = reader()
    return person.zone if person else "UTC"


def local_path(typed: str) -> str:
    """A path on this site to go on to; anything else becomes the first page."""
    odd = any(sign in typed for sign in "\\\r\n\t\0")
    return typed if typed.startswith("/") and not typed.startswith("//") and not odd and len(typed) < 500 else "/"
