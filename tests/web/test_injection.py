"""Whatever people write of themselves and to each other stays text: on every page, in every mail, sheet and feed."""

import csv
import io
import json
from email import message_from_bytes, policy
from html.parser import HTMLParser

import pytest
from icalendar import Calendar
from sqlmodel import select, update

from service.mail import postman
from service.play import seats
from service.play.errors import BadField
from service.play.people import change_person
from service.store.tables import Mail, Seat
from service.web.app import create_app
from service.world import World
from tests.support.worlds import classic, friends, person_id, proved, rows
from tests.web.visitor import Visitor
from tests.web.walk import every_path

NASTY = (
    "<script>alert(1)</script>",
    '"><img src=x onerror=alert(1)>',
    "'><svg/onload=alert(1)>",
    "</title></style><b id=x>",
    '=HYPERLINK("http://x.example")',
    "@SUM(1+1)*cmd|' /C calc'!A0",
    "-1+2",
    "{{ 7*7 }}{% raw %}",
    "%s%n${7*7}",
    "a\r\nBcc: eve@evil.example",
    "END:VEVENT\nBEGIN:VALARM",
    "\u202egnp.exe\u2066\u2028x",
    "javascript:alert(1)",
    "👩‍👩‍👧‍👦" * 5,
)
OURS = {"page.js", "live.js", "table.js", "replay.js", "fair.js", "passkeys.js"}


class Tags(HTMLParser):
    """Counts what could run or lead away."""

    def __init__(self) -> None:
        super().__init__()
        self.bad: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Note handlers, strange scripts and addresses, and elements that no page of ours has."""
        given = dict(attrs)
        source = (given.get("src") or "").rpartition("/")[2].partition("?")[0]
        self.bad += [f"{tag} {name}" for name in given if name.startswith("on")]
        self.bad += (
            [tag] if tag == "script" and source not in OURS and not given.get("type", "").endswith("json") else []
        )
        self.bad += [tag] if given.get("id") == "x" or source == "x" else []
        self.bad += [tag] if (given.get("href") or "").strip().lower().startswith("javascript") else []


def bad_in(page: str) -> list[str]:
    reader = Tags()
    reader.feed(page)
    return reader.bad


@pytest.mark.no_cover  # a long walk; the tests beside measure the same lines
@pytest.mark.parametrize("nasty", [NASTY[:7], NASTY[7:]], ids=["first", "second"])
def test_what_people_write_is_nowhere_more_than_text(world: World, nasty: tuple[str, ...]) -> None:
    people = ("Ann", "Bob", "Cyd", "Dee", "Eve", "Fay", "Gus")
    game = friends(world, " ".join(people), classic(2))
    names = {named(world, person, text) for person, text in zip(people, nasty, strict=True)} - {""}
    for person, text in zip(people, nasty, strict=True):
        seats.say(world, game.slug, person_id(proved(world, person)), text)
    game.play(22)

    visitor = Visitor(create_app(world), world).sign_in(proved(world, "Ann"))
    pages = {path: visitor.get(path) for path in every_path(world, game)}
    while postman.deliver(world):
        pass

    for path, page in pages.items():
        assert page.status_code < 500, path
        if page.mimetype == "text/html":
            assert not bad_in(page.get_data(as_text=True)), path
        if page.mimetype == "text/csv":
            cells = [cell for row in csv.reader(io.StringIO(page.get_data(as_text=True))) for cell in row]
            assert not [cell for cell in cells if cell[:1] in set("=+@\t\r") or (cell[:1] == "-" and not number(cell))]
        if page.mimetype == "text/calendar":
            assert {part.name for part in Calendar.from_ical(page.data).walk()} <= {"VCALENDAR", "VEVENT"}
        if page.mimetype == "application/json":
            json.loads(page.data)
    for raw in filter(None, rows(world, select(Mail.raw))):
        letter = message_from_bytes(raw, policy=policy.default)
        assert letter["Bcc"] is None and not letter.defects
        html = letter.get_body(("html",))
        assert html is not None and not bad_in(html.get_content())
    assert len(names) > 3 and names <= {seat.name for seat in game.table.seats}


def named(world: World, called: str, nasty: str) -> str:
    """Call somebody so wherever their name stands, as far as a name may be so; the name as it was cleaned."""
    person = proved(world, called)
    try:
        name = change_person(world, person_id(person), nasty[:40], "UTC").name
    except BadField:
        return ""
    with world.transaction() as session:
        session.execute(update(Seat).where(Seat.person_id == person.id).values(name=name))
    return name


def number(cell: str) -> bool:
    return cell.lstrip("-").isdigit()
