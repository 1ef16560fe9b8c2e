"""How long a game is likely to take, as the table form and the game's page say it."""

import re
from collections.abc import Callable
from datetime import UTC, datetime, timedelta

import pytest

from service.clockwork import Span
from service.web import forecast
from service.world import World
from tests.support.worlds import classic, friends, proved
from tests.web.visitor import Visitor, text

START = datetime(2026, 12, 1, 12, tzinfo=UTC)
GOOD = {"preset": "classic", "players": "4", "pace": "daily", "bots": "0", "show": "time"}


@pytest.fixture
def host(world: World, visit: Callable[[], Visitor]) -> Visitor:
    """Ann, signed in."""
    return visit().sign_in(proved(world, "Ann"))


def told(host: Visitor, **chosen: str) -> str:
    """What the form says about the time when "How long?" was pressed."""
    page = host.post("/tables/new", **GOOD | chosen)
    found = re.search(r'id="forecast"[^>]*>(.*?)</p>', page.get_data(as_text=True))
    assert found
    return re.sub("<[^>]*>", "", found[1])


@pytest.mark.parametrize(
    ("soonest", "latest", "words"),
    [
        (timedelta(minutes=5), timedelta(minutes=40), "less than an hour"),
        (timedelta(hours=2), timedelta(hours=5), "about 2 to 5 hours, likely over today"),
        (timedelta(days=1), timedelta(days=3), "about 1 to 3 days, likely over by Friday"),
        (timedelta(days=4), timedelta(days=16), "about 4 to 16 days, likely over by 17 December"),
        (timedelta(weeks=3), timedelta(weeks=6.3), "about 3 to 6 weeks, likely over by mid-January"),
        (timedelta(weeks=9), timedelta(weeks=40), "about 2 to 9 months, likely over by early September"),
        (timedelta(days=360), timedelta(days=400), "about 12 to 13 months, likely over by early January 2028"),
        (timedelta(days=800), timedelta(days=1200), "about 2 to 3 years, likely over by mid-March 2030"),
        (timedelta(days=900), timedelta(days=1800), "years, at this pace"),
    ],
)
def test_a_forecast_is_said_in_words(soonest: timedelta, latest: timedelta, words: str) -> None:
    assert forecast.say(Span(START, START + soonest, START + latest), "Europe/Berlin") == words


def test_the_form_says_how_long_such_a_game_takes(host: Visitor) -> None:
    page = text(host.get("/tables/new"))

    assert re.search(r"Such a game is likely to take about \d+ to \d+ weeks, likely over by", page)


def test_the_time_follows_rules_hands_pace_and_bots(host: Visitor) -> None:
    said = [
        told(host),
        told(host, pace="relaxed"),
        told(host, own_schedule="4 3 2 1"),
        told(host, bots="3"),
        told(host, preset="blackout", players="5", pace="weekly"),
        told(host, singles="asked", pace="brisk"),
        told(host, pace="own", hours="9"),
    ]

    assert all(words.startswith("Such a game is likely to take") for words in said)
    assert len(set(said)) == len(said)


@pytest.mark.parametrize(
    "odd",
    [
        {"players": "x"},
        {"players": "9"},
        {"pace": "own", "hours": ""},
        {"pace": "never"},
        {"preset": "nothing"},
        {"own_schedule": "40 2"},
        {"own_schedule": "5 " * 4000},
        {"bots": "-1"},
        {"bots": "9"},
        {"spare": "1e9"},
        {"first_dealer": "seat:7"},
    ],
)
def test_choices_that_do_not_go_together_have_no_time_yet(host: Visitor, odd: dict[str, str]) -> None:
    page = host.post("/tables/new", **GOOD | odd)

    assert page.status_code in {200, 422}
    assert page.status_code == 200 or "can be said once the choices go together" in text(page)


def test_the_pages_of_a_table_and_of_a_game_say_it_until_the_game_is_over(
    host: Visitor, world: World, stranger: Visitor
) -> None:
    waiting = host.post("/tables/new", preset="classic", players="4", pace="daily", bots="0")
    game = friends(world, "Bob Cyd Dee", classic(2))
    slug = waiting.location.split("/")[2]

    assert "Such a game is likely to take about" in text(stranger.get(f"/g/{slug}"))
    assert "To the end: about" in text(stranger.get(f"/g/{game.slug}"))

    game.play(100)
    assert "To the end" not in text(stranger.get(f"/g/{game.slug}"))
