"""Proving an address, and what a person can change."""

import pytest

from service.mail import links
from service.play import people
from service.play.errors import BadField, LinkExpired, NotFound
from service.world import World
from tests.support.clock import Clock
from tests.support.worlds import mails, person_id, proved


def token(world: World) -> str:
    number = mails(world, "sign-in")[-1].details["sign_in"]
    return links.sign_in_url(world, number).rpartition("/")[2]


def test_a_mailed_link_proves_an_address_once(world: World) -> None:
    people.ask_sign_in(world, " Ann@Friends.example ", "/tables/new", "Ann", "Europe/Berlin")
    link = token(world)
    assert people.look_sign_in(world, link).email == "ann@friends.example"

    person, onward = people.sign_in(world, link)

    assert (person.email, person.name, person.zone, onward) == (
        "ann@friends.example",
        "Ann",
        "Europe/Berlin",
        "/tables/new",
    )
    with pytest.raises(LinkExpired):
        people.sign_in(world, link)


def test_a_link_to_sign_in_dies_after_a_day(world: World, clock: Clock) -> None:
    people.ask_sign_in(world, "ann@friends.example")
    link = token(world)

    clock.advance(hours=25)

    with pytest.raises(LinkExpired):
        people.look_sign_in(world, link)


def test_a_returning_person_keeps_their_name(world: World) -> None:
    ann = proved(world, "Ann")

    people.ask_sign_in(world, "ann@friends.example", name="Somebody Else")
    person, _onward = people.sign_in(world, token(world))

    assert (person.id, person.name) == (ann.id, "Ann")


def test_an_address_gets_five_such_mails_an_hour_at_most(world: World, clock: Clock) -> None:
    for _ in range(9):
        people.ask_sign_in(world, "ann@friends.example")
    assert len(mails(world, "sign-in")) == 5

    clock.advance(minutes=61)
    people.ask_sign_in(world, "ann@friends.example")

    assert len(mails(world, "sign-in")) == 6


def test_signing_out_everywhere_ends_every_session(world: World) -> None:
    ann = proved(world, "Ann")
    assert people.person_for(world, person_id(ann), ann.epoch) is not None

    people.sign_out_everywhere(world, person_id(ann))

    assert people.person_for(world, person_id(ann), ann.epoch) is None


def test_turn_mails_stop_and_start_by_the_link_of_any_mail(world: World) -> None:
    ann = proved(world, "Ann")
    link = links.unsubscribe_url(world, person_id(ann)).rpartition("/")[2]

    assert people.unsubscribe(world, link).unsubscribed_at is not None
    assert people.resubscribe(world, link).unsubscribed_at is None


@pytest.mark.parametrize("link", ["", "x", "1.2.3", "é", "a" * 5000])
def test_links_that_were_never_written_lead_nowhere(world: World, link: str) -> None:
    for look in (people.look_sign_in, people.look_unsubscribe):
        with pytest.raises(NotFound):
            look(world, link)


@pytest.mark.parametrize(
    ("name", "zone", "field"),
    [
        ("", "UTC", "name"),
        ("   ", "UTC", "name"),
        ("x" * 41, "UTC", "name"),
        ("Ann\x00", "UTC", "name"),
        ("Ann", "Mars/Olympus", "zone"),
        ("Ann", "", "zone"),
        ("Ann", "../../etc/passwd", "zone"),
    ],
)
def test_a_name_or_zone_that_cannot_be_used_is_refused_at_its_field(
    world: World, name: str, zone: str, field: str
) -> None:
    ann = proved(world, "Ann")

    with pytest.raises(BadField) as bad:
        people.change_person(world, person_id(ann), name, zone)

    assert bad.value.field == field and bad.value.sentence


@pytest.mark.parametrize("name", ["Zoë", "Łukasz", "田中", "أحمد", "Ann 🂡", "O'Brien-Smith"])
def test_names_can_be_in_any_script(world: World, name: str) -> None:
    ann = proved(world, "Ann")

    assert people.change_person(world, person_id(ann), f"  {name}\n", "Asia/Tokyo").name == name


def test_a_name_cannot_turn_round_what_stands_after_it(world: World) -> None:
    ann = proved(world, "Ann")

    assert people.change_person(world, person_id(ann), "\u202eevil\u2069 Ann", "UTC").name == "evil Ann"


def test_an_address_may_be_pasted_from_an_address_book(world: World) -> None:
    people.ask_sign_in(world, "Ann of Cards <Ann@Friends.example>")

    assert mails(world, "sign-in")[0].address == "ann@friends.example"


@pytest.mark.parametrize(
    "address",
    [
        "",
        "ann",
        "ann@",
        "@friends.example",
        "a b@c.example",
        "ann@b.example\nBcc: c@d.example",
        "x" * 400,
        "a@b.example, c@d.example",
    ],
)
def test_what_is_no_address_is_refused_and_nothing_is_mailed(world: World, address: str) -> None:
    with pytest.raises(BadField):
        people.ask_sign_in(world, address)

    assert mails(world) == []
