"""Another address, as a person asks for it, allows it and proves it on the pages."""

from collections.abc import Callable

import pytest
from sqlmodel import select

from service.commands import main
from service.mail import links, postman
from service.store.tables import Person
from service.world import World
from tests.support.letters import forms
from tests.support.worlds import KEY, mails, proved, rows
from tests.web.visitor import Visitor, error_at, text

OLD, NEW = "ann@friends.example", "ann@elsewhere.example"


def paths(world: World) -> dict[str, str]:
    """Where the links in the two mails lead."""
    number = mails(world, "address-old")[-1].details["change"]
    found = {side: links.address_change_url(world, side, number) for side in ("old", "new")}
    return {side: url.removeprefix(world.settings.base) for side, url in found.items()}


@pytest.fixture
def ann(world: World, visit: Callable[[], Visitor]) -> Visitor:
    """Ann, signed in, who has asked for another address."""
    visitor = visit().sign_in(proved(world, "Ann"))
    answer = visitor.press(visitor.get("/settings/address"), email=NEW)
    assert answer.location == "/settings/address"
    return visitor


def test_a_person_moves_to_another_address_by_two_links(
    world: World, ann: Visitor, visit: Callable[[], Visitor], stranger: Visitor
) -> None:
    desk, there = visit().sign_in(proved(world, "Ann")), paths(world)
    assert "not allowed yet" in text(ann.get("/settings/address"))
    postman.deliver(world)
    for side, path in there.items():
        assert path.encode() in (mails(world, f"address-{side}")[0].raw or b"").replace(b"=\r\n", b"")

    stranger.press(stranger.get(there["new"]))
    allowed = ann.press(ann.get(there["old"]))

    assert "Your address has changed" in text(ann.get(allowed.location))
    assert NEW in text(ann.get("/settings")) and desk.get("/settings").status_code == 303


def test_the_pages_tell_what_is_still_missing(world: World, ann: Visitor, stranger: Visitor) -> None:
    there = paths(world)

    told = [text(stranger.get(stranger.press(stranger.get(path)).location)) for path in list(there.values())[:1]]

    assert "Allowed" in told[0] and NEW in told[0]
    assert "allowed" in text(ann.get("/settings/address")) and "not proved yet" in text(ann.get("/settings/address"))


def test_who_did_not_ask_stops_it_and_signs_out_everywhere(world: World, ann: Visitor, stranger: Visitor) -> None:
    there = paths(world)
    stop = next(form for form in forms(stranger.get(there["old"])) if "stop" in form.fields)

    stranger.client.post(stop.action, data=stop.fields)

    assert ann.get("/settings").status_code == 303
    assert [stranger.get(path).status_code for path in there.values()] == [410, 410]


def test_one_takes_back_what_one_asked_for(world: World, ann: Visitor) -> None:
    ann.press(ann.get("/settings/address"), "/settings/address/stop")

    assert "Asked for" not in text(ann.get("/settings/address")) and ann.get(paths(world)["new"]).status_code == 410


def test_a_page_says_the_same_whoever_has_the_address(world: World, ann: Visitor) -> None:
    proved(world, "Bob")

    free, taken = (
        text(ann.get(ann.post("/settings/address", "/settings", email=email).location)).replace(email, "")
        for email in ("zoe@friends.example", "bob@friends.example")
    )

    assert free == taken


def test_ones_own_address_is_refused_at_its_field(ann: Visitor) -> None:
    page = ann.post("/settings/address", "/settings", email=OLD)

    assert page.status_code == 422 and error_at(page, "email") == "This is your address already."


def test_the_operator_moves_somebody_from_the_shell(
    world: World, sqlite_url: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    proved(world, "Ann")
    monkeypatch.setenv("DATABASE_URL", sqlite_url)
    monkeypatch.setenv("SECRET_KEY", KEY)

    codes = [main(["people", "move", *words]) for words in ((OLD, NEW), (OLD, NEW), (NEW, "odd"))]

    assert codes == [0, 1, 2] and [row.email for row in rows(world, select(Person))] == [NEW]
    assert "Nobody has the address" in capsys.readouterr().err
