"""The addresses that mail comes back to: short, plain, and nobody else's to write."""

import re
from collections.abc import Iterator
from dataclasses import replace

import pytest

from service.mail import addresses
from service.mail.addresses import Place, Returned, Stop
from service.mail.links import Ticket
from service.world import World
from tests.support.clock import Clock
from tests.support.worlds import KEY, a_world

HUGE = 2**31 - 1
KEYS = (
    Ticket(1, 1, 0, 0, 0),
    Ticket(HUGE, 300, 7, 60, 9000),
    Place(HUGE, 7, 9000),
    Returned(HUGE),
    Stop(HUGE),
)


@pytest.fixture
def world(sqlite_url: str, clock: Clock) -> Iterator[World]:
    """A service with a domain for replies."""
    with a_world(sqlite_url, clock, INBOX_DOMAIN="reply.cards.example") as built:
        yield built


@pytest.mark.parametrize("key", KEYS)
def test_an_address_is_plain_short_and_good_in_any_case(world: World, key: addresses.Key) -> None:
    written = addresses.write(world, key)

    local, _, domain = written.partition("@")
    assert domain == "reply.cards.example" and len(local) <= 64
    assert re.fullmatch(r"[tsbu]1\.[a-z2-7]+\.[a-z2-7]{20}", local)
    for arrived in (written, written.upper(), written.title(), f" {written} "):
        assert addresses.read(world, arrived) == key


def test_an_altered_address_is_nobodys_whatever_sign_is_changed(world: World) -> None:
    written = addresses.write(world, Ticket(12, 3, 2, 4, 1))
    local, _, domain = written.partition("@")

    altered = {local[:at] + sign + local[at + 1 :] for at in range(len(local)) for sign in "abz27.=-é"} - {local}
    altered |= {local[:-1], f"{local}a", f"{local}.a", "", f"{local}+x", local.replace(".", "")}

    assert {addresses.read(world, f"{each}@{domain}") for each in altered} == {None}
    assert addresses.read(world, f"{local}@elsewhere.example") is None
    assert addresses.read(world, local) is None


def test_a_kind_of_address_cannot_be_turned_into_another(world: World) -> None:
    written = addresses.write(world, Returned(7))

    assert addresses.read(world, f"u{written[1:]}") is None


def test_addresses_outlive_a_change_of_the_key_and_die_with_the_old_one(world: World) -> None:
    written = addresses.write(world, Returned(7))
    newer = "another key for tests, as long as a key must be"
    rotated = replace(world, settings=replace(world.settings, secret_key=f"{newer},{KEY}"))
    gone = replace(world, settings=replace(world.settings, secret_key=newer))

    assert addresses.read(rotated, written) == Returned(7)
    assert addresses.read(gone, written) is None
    assert addresses.write(rotated, Returned(7)) != written


def test_without_a_domain_there_are_no_such_addresses(sqlite_url: str, clock: Clock) -> None:
    with a_world(sqlite_url, clock, INBOX_IMAP="imaps://cards:secret@mail.example") as world:
        assert addresses.write(world, Returned(7)) == ""
        assert addresses.read(world, "b1.a.aaaaaaaaaaaaaaaaaaaa@") is None
