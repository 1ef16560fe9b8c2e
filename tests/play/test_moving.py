"""Another address for a person: both sides agree, then everything goes there."""

from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta

import pytest
from sqlmodel import select

from service.mail import links, postman
from service.mail.inbox import Arrival
from service.play import moving, operating, people, replies, tables
from service.play.errors import BadField, LinkExpired, NotFound, Refused, SlowDown, TooLate
from service.store.tables import Invitation, Mail, Person
from service.world import World
from tests.support.clock import Clock
from tests.support.inbox import last_mail, reply
from tests.support.worlds import classic, contents, friends, mails, person_id, proved, rows

OLD, NEW = "ann@friends.example", "ann@elsewhere.example"


def asked(world: World, email: str = NEW) -> dict[str, str]:
    """Ann asks for another address; the tokens of the links that the old and the new one get."""
    change = moving.ask(world, person_id(proved(world, "Ann")), email).id or 0
    return {side: links.address_change_url(world, side, change).rpartition("/")[2] for side in ("old", "new")}


def moved(world: World) -> Person:
    """Ann, once both sides have agreed."""
    tokens = asked(world)
    for side, token in tokens.items():
        _change, person = moving.confirm(world, side, token)
    return person


def address_of(world: World, number: int = 1) -> str:
    return str(rows(world, select(Person.email).where(Person.id == number))[0])


@pytest.mark.parametrize("order", [("old", "new"), ("new", "old")])
def test_an_address_changes_once_both_sides_have_agreed(world: World, order: tuple[str, str]) -> None:
    tokens = asked(world)

    moving.confirm(world, order[0], tokens[order[0]])
    between = address_of(world)
    moving.confirm(world, order[1], tokens[order[1]])

    assert (between, address_of(world)) == (OLD, NEW)
    assert sorted(mail.address for mail in mails(world, "address-moved")) == [NEW, OLD]


def test_both_sides_may_agree_in_the_same_moment(world: World) -> None:
    tokens = asked(world)

    with ThreadPoolExecutor(2) as pool:
        list(pool.map(lambda side: moving.confirm(world, side, tokens[side]), tokens))

    assert address_of(world) == NEW and len(mails(world, "address-moved")) == 2


def test_a_link_of_one_side_does_not_stand_for_the_other(world: World) -> None:
    tokens = asked(world)

    for side, other in (("old", "new"), ("new", "old")):
        with pytest.raises(NotFound):
            moving.confirm(world, side, tokens[other])


def test_what_is_on_its_way_goes_to_the_new_address(world: World) -> None:
    game = friends(world)
    ann = proved(world, "Ann")
    bob = tables.open_table(
        world, person_id(proved(world, "Bob")), tables.Opening(classic(), 3, timedelta(days=1), 0, (OLD,))
    )
    unsent = {mail.id for mail in mails(world) if mail.address == OLD}

    assert moved(world).id == ann.id

    assert unsent and {mail.address for mail in mails(world) if mail.id in unsent} == {NEW}
    assert [row.email for row in rows(world, select(Invitation).where(Invitation.game_id == bob.id))] == [NEW]
    assert game.table.seat_of(ann.id) is not None


def test_replies_count_from_the_new_address_and_no_longer_from_the_old(world: World) -> None:
    game = friends(world, "Ann", bots=2, rules=classic(2))
    moved(world)
    while postman.deliver(world):
        pass
    mail = last_mail(world, game)
    assert mail.address == NEW and mail.raw is not None

    fates = [
        replies.take(world, Arrival(reply(world, mail, "1\n", sender=sender), "feed")).word for sender in (OLD, NEW)
    ]

    assert fates[0] != "played" and fates[1] == "played"


def test_a_move_forgives_bounces_ends_sessions_and_kills_old_links(world: World) -> None:
    ann = proved(world, "Ann")
    people.ask_sign_in(world, OLD)
    token = links.sign_in_url(world, mails(world, "sign-in")[0].details["sign_in"]).rpartition("/")[2]
    with world.transaction() as session:
        session.get_one(Person, ann.id).bounced_at = world.now()

    person = moved(world)

    assert person.bounced_at is None and people.person_for(world, person_id(ann), ann.epoch) is None
    with pytest.raises(LinkExpired):
        people.sign_in(world, token)


def test_an_address_that_is_taken_learns_of_it_and_nobody_else(world: World) -> None:
    proved(world, "Bob")
    tokens = asked(world, "bob@friends.example")
    while postman.deliver(world):
        pass

    moving.confirm(world, "old", tokens["old"])

    told = mails(world, "address-new")[0]
    assert told.subject == "Somebody gave your address" and b"/address/" not in (told.raw or b"")
    assert told.address == "bob@friends.example" and moving.look(world, "old", tokens["old"]).allowed_at
    assert proved(world, "Ann").email == OLD
    with pytest.raises(TooLate):
        moving.confirm(world, "new", tokens["new"])


def test_an_address_taken_in_between_stays_with_who_came_first(world: World) -> None:
    tokens = asked(world)
    moving.confirm(world, "new", tokens["new"])
    with world.transaction() as session:
        people.person_of(session, world, NEW)

    with pytest.raises(TooLate):
        moving.confirm(world, "old", tokens["old"])

    assert address_of(world) == OLD


def test_the_old_address_can_stop_it_and_all_sessions(world: World) -> None:
    ann, tokens = proved(world, "Ann"), asked(world)

    moving.stop(world, tokens["old"])

    assert people.person_for(world, person_id(ann), ann.epoch) is None
    for side, token in tokens.items():
        with pytest.raises(LinkExpired):
            moving.confirm(world, side, token)


def test_a_change_waits_three_days_and_a_newer_one_takes_its_place(world: World, clock: Clock) -> None:
    first = asked(world)
    second = asked(world, "ann@third.example")
    with pytest.raises(LinkExpired):
        moving.look(world, "old", first["old"])

    clock.advance(hours=73)

    with pytest.raises(LinkExpired):
        moving.confirm(world, "old", second["old"])
    assert moving.pending(world, 1) is None


def test_nobody_moves_to_or_from_a_banned_address(world: World) -> None:
    tokens = asked(world)
    operating.ban(world, NEW)
    postman.deliver(world)

    for side, token in tokens.items():
        with pytest.raises(LinkExpired):
            moving.confirm(world, side, token)
    assert rows(world, select(Mail).where(Mail.address == NEW))[0].sent_at is None


def test_asking_is_limited_by_person_and_quietly_by_address(world: World) -> None:
    for name in ("Ann", "Bob", "Cyd", "Dee"):
        moving.ask(world, person_id(proved(world, name)), NEW)
    assert len([mail for mail in mails(world, "address-new") if mail.address == NEW]) == moving.MAILS_A_DAY

    for _ in range(4):
        moving.ask(world, 1, NEW)
    with pytest.raises(SlowDown):
        moving.ask(world, 1, NEW)


@pytest.mark.parametrize("email", ["", "ann", OLD.upper(), "a@b.example, c@d.example"])
def test_an_address_that_will_not_do_is_refused_and_nothing_is_mailed(world: World, email: str) -> None:
    with pytest.raises(BadField):
        asked(world, email)

    assert mails(world) == []


def test_looking_at_a_link_changes_nothing(world: World) -> None:
    tokens = asked(world)
    before = contents(world)

    for side, token in tokens.items():
        moving.look(world, side, token)

    assert contents(world) == before


def test_an_operator_moves_who_lost_the_old_mailbox(world: World) -> None:
    proved(world, "Ann"), proved(world, "Bob")

    operating.move(world, OLD, NEW)

    assert address_of(world) == NEW and len(mails(world, "address-moved")) == 2
    for old, new in ((OLD, "x@friends.example"), (NEW, "bob@friends.example")):
        with pytest.raises(Refused):
            operating.move(world, old, new)
