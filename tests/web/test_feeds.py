"""The calendar feed: what is in it, who gets it, and what it never tells."""

import random
from collections.abc import Callable
from datetime import timedelta
from itertools import islice

from hypothesis import given
from hypothesis import strategies as st
from icalendar import Calendar
from sqlmodel import select
from werkzeug.test import TestResponse

from service.bootstrap import build
from service.config import read
from service.engine import ohhell
from service.play import feeds, hosting, seats, turns, wishes
from service.play.feeds import Deadline
from service.store.loading import STATES, state_key
from service.store.tables import Person, Turn
from service.web.feed import write_calendar
from service.world import World
from tests.mail.test_hidden_cards import otherwise
from tests.support.clock import Clock
from tests.support.worlds import KEY, Friends, classic, contents, friends, person_id, proved, rows
from tests.web.visitor import Visitor, text

PAGE = "/settings/clock"


def address(world: World, name: str) -> str:
    """The path of a new link to somebody's feed."""
    return f"/calendar/{feeds.make_feed(world, person_id(proved(world, name))).feed_code}.ics"


def waited_for(game: Friends) -> str:
    """The name of the player to act."""
    return game.table.names[game.waited_for()]


def events(answer: TestResponse) -> list[dict[str, object]]:
    """The events of a feed, read as a calendar program would."""
    assert answer.status_code == 200
    found = Calendar.from_ical(answer.data)
    assert isinstance(found, Calendar) and not found.errors
    return [{name.lower(): value for name, value in event.items()} for event in found.walk("VEVENT")]


def test_each_open_turn_is_an_event_at_its_deadline(world: World, stranger: Visitor) -> None:
    game = friends(world, "Ann Bob Cyd")
    name, page = waited_for(game), f"http://127.0.0.1:8000/g/{game.slug}"

    answer = stranger.get(address(world, name))

    (event,) = events(answer)
    assert event["dtstart"].dt == rows(world, select(Turn.deadline))[0]  # type: ignore[attr-defined]  # a vDDDTypes
    assert str(event["summary"]).startswith("Oh Hell with ") and str(event["summary"]).endswith(": your bid is due")
    assert event["url"] == page and page in str(event["description"])
    assert b"DTSTART:20260303T120000Z\r\n" in answer.data
    assert b"BEGIN:VALARM" not in answer.data and b"/t/" not in answer.data


def test_a_turn_keeps_its_uid_when_its_deadline_moves_and_is_gone_when_answered(
    world: World, stranger: Visitor
) -> None:
    game = friends(world, "Ann Bob Cyd")
    seat, path = game.waited_for(), address(world, waited_for(game))
    (before,) = events(stranger.get(path))
    hosting.extend(world, game.slug, person_id(proved(world, "Ann")), seat, 5)

    (moved,) = events(stranger.get(path))
    game.play()

    assert moved["uid"] == before["uid"]
    assert moved["dtstart"].dt - before["dtstart"].dt == timedelta(hours=5)  # type: ignore[attr-defined]
    assert events(stranger.get(path)) == []


def test_games_that_pause_or_end_and_seats_that_are_left_vanish(world: World, stranger: Visitor) -> None:
    paused, ended, left = games = [friends(world, "Ann Bob Cyd") for _ in range(3)]
    for game in games:
        while waited_for(game) != "Bob":
            game.play()
    path, bob = address(world, "Bob"), person_id(proved(world, "Bob"))
    assert len(events(stranger.get(path))) == 3

    hosting.pause(world, paused.slug, person_id(proved(world, "Ann")))
    for player in ("Ann", "Bob", "Cyd"):
        wishes.wish(world, ended.slug, person_id(proved(world, player)), "end")
    assert len(events(stranger.get(path))) == 1
    seats.leave(world, left.slug, bob)

    assert events(stranger.get(path)) == []


def test_the_link_is_made_shown_renewed_and_switched_off_on_the_clocks_page(
    world: World, visit: Callable[[], Visitor], stranger: Visitor
) -> None:
    ann = visit().sign_in(proved(world, "Ann"))
    act = f"{PAGE}/calendar"
    assert "webcal:" not in ann.get(PAGE).get_data(as_text=True)

    assert ann.post(f"{act}/make", PAGE).status_code == 303
    first = rows(world, select(Person.feed_code))[0]
    page = ann.get(PAGE).get_data(as_text=True)
    assert f'href="webcal://127.0.0.1:8000/calendar/{first}.ics"' in page
    assert f'value="http://127.0.0.1:8000/calendar/{first}.ics"' in page
    ann.post(f"{act}/renew", PAGE)
    second = rows(world, select(Person.feed_code))[0]

    assert stranger.get(f"/calendar/{first}.ics").status_code == 404
    assert stranger.get(f"/calendar/{second}.ics").status_code == 200
    assert "the old one no longer works" in text(ann.get(PAGE))
    ann.post(f"{act}/end", PAGE)
    assert stranger.get(f"/calendar/{second}.ics").status_code == 404
    assert stranger.get("/calendar/None.ics").status_code == stranger.get("/calendar/.ics").status_code == 404
    assert stranger.post(f"{act}/make").headers["Location"].startswith("/sign-in")


def test_a_feed_is_private_and_is_not_sent_twice(world: World, stranger: Visitor) -> None:
    game = friends(world, "Ann Bob Cyd")
    path, before = address(world, waited_for(game)), contents(world)

    answer, head = stranger.get(path), stranger.client.head(path)
    again = stranger.client.get(path, headers={"If-None-Match": answer.headers["ETag"]})

    assert answer.headers["Content-Type"] == "text/calendar; charset=utf-8"
    assert answer.headers["Cache-Control"] == "private, no-cache"
    assert answer.headers["Referrer-Policy"] == "no-referrer" and answer.headers["X-Robots-Tag"] == "noindex"
    assert "Set-Cookie" not in answer.headers
    assert b"REFRESH-INTERVAL;VALUE=DURATION:PT1H\r\nX-PUBLISHED-TTL:PT1H\r\n" in answer.data
    assert head.data == b"" and head.headers["ETag"] == answer.headers["ETag"]
    assert again.status_code == 304 and again.data == b""
    assert contents(world) == before
    game.play()
    assert stranger.client.get(path, headers={"If-None-Match": answer.headers["ETag"]}).status_code == 200


def test_a_masked_single_choice_asks_for_nothing(world: World, stranger: Visitor) -> None:
    game = friends(world, "Ann Bob Cyd", classic(1), pace="singles mask")
    while not rows(world, select(Turn).where(Turn.plays_at.is_not(None))):  # type: ignore[union-attr]  # a column
        game.play()

    assert events(stranger.get(address(world, waited_for(game)))) == []


def test_no_byte_of_a_feed_depends_on_a_card(world: World, stranger: Visitor) -> None:
    game = friends(world, "Ann Bob Cyd Dee", ohhell.rules_from({"key": "classic", "schedule": [4]}))
    paths = {name: address(world, name) for name in ("Ann", "Bob", "Cyd", "Dee")}
    dice, compared = random.Random(7), 0

    while not ohhell.over(game.table.playing):
        seat, table = game.waited_for(), game.table
        real = {name: stranger.get(path).data for name, path in paths.items()}
        for twin in islice(otherwise(game, seat, dice), 2):
            STATES.put(state_key(table.game), twin)
            compared += twin != table.playing
            assert {name: stranger.get(path).data for name, path in paths.items()} == real
        STATES.put(state_key(table.game), table.playing)
        turns.answer(world, game.token(seat), ohhell.write_move(ohhell.choose(table.view(seat))))

    assert compared > 12, "hardly anything was hidden"


NAMES = st.text(min_size=1, max_size=60)
NOWHERE = build(read({"SECRET_KEY": KEY}))


@given(names=st.lists(NAMES, min_size=1, max_size=9).map(tuple))
def test_no_name_breaks_out_of_a_feed(names: tuple[str, ...]) -> None:
    now = Clock().now()
    deadline = Deadline("feed5", 3, 0, 0, names, now, now + timedelta(hours=3), False)

    raw = write_calendar(NOWHERE, [deadline, deadline])

    lines = raw.split(b"\r\n")
    assert all(len(line) <= 75 and not set(line) & {0x0D, 0x0A, 0x00} for line in lines)
    raw.decode()
    found = Calendar.from_ical(raw)
    assert isinstance(found, Calendar)
    first, second = found.walk("VEVENT")
    assert list(first) == list(second)
    assert set(first) == {
        *("UID", "DTSTAMP", "LAST-MODIFIED", "DTSTART", "SUMMARY", "DESCRIPTION", "URL", "CLASS", "TRANSP")
    }
    assert str(first["SUMMARY"]).endswith(": your bid is due")
    assert not set(str(first["SUMMARY"])) & set("\u202a\u202b\u202d\u202e\u2066\u2067")
    assert raw == write_calendar(NOWHERE, [deadline, deadline])
