"""Links: read back as they were written, and by nothing that was changed or meant for something else."""

import re
from dataclasses import replace
from urllib.parse import urlsplit

import pytest

from service.bootstrap import signatures
from service.mail import links
from service.mail.links import Ticket
from service.world import World
from tests.support.clock import Clock
from tests.support.worlds import KEY, a_world

TICKET = Ticket(12, 3, 0, 5, 1)


def tail(url: str) -> str:
    return urlsplit(url).path.rpartition("/")[2]


def test_every_link_is_read_back_as_it_was_written(world: World) -> None:
    assert links.read_ticket(world, tail(links.turn_url(world, TICKET, "10"))) == TICKET
    assert links.read_invitation(world, tail(links.invitation_url(world, 7))) == 7
    assert links.read_sign_in(world, tail(links.sign_in_url(world, 8))) == 8
    assert links.read_person(world, tail(links.unsubscribe_url(world, 9))) == 9
    assert links.read_seat(world, tail(links.seat_url(world, 1, 2, 3))) == (1, 2, 3)


def test_a_link_for_one_thing_opens_nothing_else(world: World) -> None:
    tokens = [
        tail(links.invitation_url(world, 7)),
        tail(links.sign_in_url(world, 7)),
        tail(links.unsubscribe_url(world, 7)),
    ]
    readers = [links.read_invitation, links.read_sign_in, links.read_person]

    for right, token in enumerate(tokens):
        assert [read(world, token) for read in readers] == [7 if right == at else None for at in range(3)]
        assert links.read_ticket(world, token) is None and links.read_seat(world, token) is None


def test_no_changed_sign_of_a_token_is_accepted(world: World) -> None:
    token = links.write_ticket(world, TICKET)

    for at, sign in enumerate(token):
        for other in "A1-._~é":
            if other != sign:
                assert links.read_ticket(world, token[:at] + other + token[at + 1 :]) is None


@pytest.mark.parametrize("token", ["", ".", "..", "1-2-3-4-5", "1-2-3-4-5.x.y", "x" * 5000, "\x00", "１-2-3-4-5.a.b"])
def test_what_was_never_a_token_is_read_as_nothing(world: World, token: str) -> None:
    assert links.read_ticket(world, token) is None


def test_a_move_is_escaped_in_its_link(world: World) -> None:
    assert links.turn_url(world, TICKET, "QH*").endswith("?m=QH%2A")
    assert re.fullmatch(r"[!-~]+", links.game_url(world, "a b/ü?#"))


def test_old_keys_are_still_read_and_new_links_use_the_newest(world: World) -> None:
    old = links.write_ticket(world, TICKET)
    new_key = "another key for tests that is long enough"
    sign, verify = signatures((new_key, KEY))
    rotated = replace(world, sign=sign, verify=verify)
    forgotten = replace(world, **dict(zip(("sign", "verify"), signatures((new_key,)), strict=True)))

    assert links.read_ticket(rotated, old) == TICKET
    assert links.write_ticket(rotated, TICKET) != old
    assert links.read_ticket(world, links.write_ticket(rotated, TICKET)) is None
    assert links.read_ticket(forgotten, old) is None


def test_an_international_host_is_written_in_ascii(sqlite_url: str, clock: Clock) -> None:
    settings = {"BASE_URL": "https://kärten.example:8443", "SMTP_URL": "smtp://127.0.0.1", "MAIL_FROM": "a@b.example"}
    with a_world(sqlite_url, clock, **settings) as world:
        assert links.game_url(world, "x") == "https://xn--krten-gra.example:8443/g/x"
        assert links.orders_url(world, TICKET).startswith("https://xn--krten-gra.example:8443/t/12-3-0-5-1.")
        assert links.host_of(world) == "xn--krten-gra.example"
