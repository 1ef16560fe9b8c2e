"""The page of a person's clock."""

from collections.abc import Callable

from sqlmodel import select

from service.store.tables import Person
from service.world import World
from tests.support.worlds import person_id, proved, rows
from tests.web.visitor import Visitor, error_at, text

PAGE = "/settings/clock"


def test_a_clock_is_kept_and_shown_again(world: World, visit: Callable[[], Visitor]) -> None:
    ann = visit().sign_in(proved(world, "Ann"))

    kept = ann.post(
        PAGE, PAGE, quiet_from="22:30", quiet_to="7:00", off="6", reminders="80", measure="daily", digest_hour="9"
    )

    assert kept.status_code == 303
    page = ann.get(PAGE).get_data(as_text=True)
    assert 'value="22:30"' in page and 'value="07:00"' in page
    assert "Your clock stands still from 22:30 to 07:00, on Sundays." in text(ann.get("/settings"))


def test_what_cannot_be_kept_is_told_at_its_field(world: World, visit: Callable[[], Visitor]) -> None:
    ann = visit().sign_in(proved(world, "Ann"))
    good = {"quiet_from": "22:00", "quiet_to": "07:00", "reminders": "80", "measure": "daily", "digest_hour": "9"}

    for name, typed in (("quiet_from", "25:00"), ("quiet_to", ""), ("measure", "often"), ("digest_hour", "24")):
        page = ann.post(PAGE, PAGE, **{**good, name: typed})
        assert page.status_code == 422
        assert error_at(page, name)
    assert error_at(ann.post(PAGE, PAGE, **{**good, "quiet_to": "21:00"}), "quiet_to")


def test_holidays_are_kept_and_taken_back(world: World, visit: Callable[[], Visitor]) -> None:
    person = proved(world, "Ann")
    ann = visit().sign_in(person)

    ann.post(f"{PAGE}/holidays", PAGE, first="2026-12-24", last="2026-12-26")
    assert "24 December 2026 to 26 December 2026" in text(ann.get(PAGE))
    assert error_at(ann.post(f"{PAGE}/holidays", PAGE, first="2026-12-24", last="2026-12-20"), "last")
    assert error_at(ann.post(f"{PAGE}/holidays", PAGE, first="soon", last="2026-12-20"), "first")
    ann.post(f"{PAGE}/holidays/end", PAGE, begins="2026-12-24")

    assert rows(world, select(Person.holidays).where(Person.id == person_id(person))) == [[]]


def test_the_clock_is_for_people_who_are_signed_in(stranger: Visitor) -> None:
    assert stranger.get(PAGE).status_code == 303
