"""Records from elsewhere: checked, shown, marked as not played here, and gone when whoever brought them says so."""

import copy
import json
from collections.abc import Callable
from io import BytesIO
from typing import Any

import pytest
from sqlmodel import select

from service.engine import ohhell
from service.play import imports
from service.store.tables import Game, Import
from service.world import World
from tests.records.games import play
from tests.support.worlds import person_id, proved, rows
from tests.web.visitor import Visitor, error_at, text


@pytest.fixture(scope="module")
def record() -> dict[str, Any]:
    """A game of three hands that ended elsewhere."""
    return play(ohhell.rules_from({"key": "classic", "schedule": [2, 1, 2]}), 3, "elsewhere").record()


@pytest.fixture
def ann(world: World, stranger: Visitor) -> Visitor:
    """Ann, signed in."""
    return stranger.sign_in(proved(world, "Ann"))


def bring(visitor: Visitor, content: Any) -> Any:
    """Paste a record."""
    pasted = content if isinstance(content, str) else json.dumps(content)
    return visitor.press(visitor.get("/imports"), "/imports", record=pasted)


def test_a_pasted_record_is_shown_with_its_score_and_hands_and_is_no_game(
    world: World, ann: Visitor, record: dict[str, Any], visit: Callable[[], Visitor]
) -> None:
    answer = bring(ann, record)

    shown = visit().get(answer.location)
    assert shown.status_code == 200 and "Not played here." in text(shown) and "3 hands played" in text(shown)
    hand = visit().get(f"{answer.location}/hands/2/moves/3")
    assert hand.status_code == 200 and "Not played here" in text(hand) and f"{answer.location}/hands/3" in hand.text
    assert not rows(world, select(Game))
    assert answer.location in ann.get("/imports").text


def test_a_record_comes_as_a_file_too(ann: Visitor, record: dict[str, Any]) -> None:
    page = ann.get("/imports")
    token = page.text.split('name="csrf_token" value="')[1].split('"')[0]
    file = (BytesIO(b"\xef\xbb\xbf" + json.dumps(record).encode()), "game.json")

    answer = ann.client.post("/imports", data={"csrf_token": token, "file": file})

    assert answer.status_code == 303


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        ("", "Choose a file, or paste"),
        ("{", "is not JSON"),
        ('{"format": "another"}', "format must be"),
        ("[" * 5000, "too deep"),
        ("1" * 150_000, "digits"),
        ("x" * 200_001, "200 kB at most"),
    ],
)
def test_what_is_no_record_is_refused_at_its_field(ann: Visitor, content: str, reason: str) -> None:
    answer = bring(ann, content)

    assert answer.status_code == 422 and reason in error_at(answer, "record")


def test_a_record_of_what_cannot_have_been_is_refused_with_the_reason(ann: Visitor, record: dict[str, Any]) -> None:
    untrue = copy.deepcopy(record)
    untrue["totals"][0] += 1

    answer = bring(ann, untrue)

    assert answer.status_code == 422 and "has" in error_at(answer, "record")


def test_names_in_a_record_are_only_names(ann: Visitor, record: dict[str, Any]) -> None:
    named = record | {"players": ['<script>alert("1")</script>', "\u202eAnn\u0000", "x" * 5000]}

    answer = bring(ann, named)

    page = ann.get(answer.location).text
    assert "<script>alert" not in page and "\u202e" not in page and "x" * 41 not in page


def test_only_people_who_are_signed_in_bring_records_and_only_they_delete_theirs(
    world: World, ann: Visitor, record: dict[str, Any], visit: Callable[[], Visitor]
) -> None:
    slug = bring(ann, record).location.rpartition("/")[2]
    bob = visit().sign_in(proved(world, "Bob"))
    assert visit().get("/imports").status_code == 303 and visit().post("/imports", record="x").status_code == 303
    assert (
        bob.post(f"/imports/{slug}/delete").status_code == 403
        and "Delete this record" not in bob.get(f"/imports/{slug}").text
    )

    assert ann.press(ann.get(f"/imports/{slug}"), f"/imports/{slug}/delete").status_code == 303

    assert ann.get(f"/imports/{slug}").status_code == 404 and not rows(world, select(Import))


def test_a_person_keeps_twenty(world: World, ann: Visitor, record: dict[str, Any]) -> None:
    number = person_id(proved(world, "Ann"))
    for _ in range(imports.MOST):
        imports.bring(world, number, json.dumps(record).encode())

    assert "Delete one of them first." in error_at(bring(ann, record), "record")


def test_a_record_of_a_running_game_shows_what_is_open(ann: Visitor) -> None:
    running = play(ohhell.rules_from({"key": "classic", "schedule": [2, 3]}), 3, "stopped", stop=13).record()

    page = ann.get(bring(ann, running).location)

    assert page.status_code == 200 and "The cards of hand 2 are hidden" in text(page)
