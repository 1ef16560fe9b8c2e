"""How mails say names, numbers and times."""

from datetime import UTC, datetime, timedelta

import pytest

from service.mail.words import LONGEST_NAME, apart, counted, lasting, listed, local_time, ordinal, tidy

NOON = datetime(2026, 3, 2, 12, tzinfo=UTC)


@pytest.mark.parametrize(
    ("names", "said"),
    [((), ""), (("Ann",), "Ann"), (("Ann", "Bob"), "Ann and Bob"), (("Ann", "Bob", "Cyd"), "Ann, Bob and Cyd")],
)
def test_names_are_listed_as_people_say_them(names: tuple[str, ...], said: str) -> None:
    assert listed(names) == said


def test_places_and_amounts_have_their_endings() -> None:
    assert list(map(ordinal, (1, 2, 3, 4, 11, 12, 13, 21, 22, 111))) == [
        "1st",
        "2nd",
        "3rd",
        "4th",
        "11th",
        "12th",
        "13th",
        "21st",
        "22nd",
        "111th",
    ]
    assert [counted(0, "card"), counted(1, "card"), counted(5, "card")] == ["0 cards", "1 card", "5 cards"]


def test_a_length_of_time_is_said_in_its_largest_even_unit() -> None:
    spans = (timedelta(days=1), timedelta(hours=48), timedelta(hours=36), timedelta(minutes=90))
    assert list(map(lasting, spans)) == ["1 day", "2 days", "36 hours", "90 minutes"]


@pytest.mark.parametrize(
    ("zone", "said"),
    [
        ("Europe/Berlin", "Monday 2 March, 13:00 (Europe/Berlin)"),
        ("Asia/Kathmandu", "Monday 2 March, 17:45 (Asia/Kathmandu)"),
        ("Pacific/Kiritimati", "Tuesday 3 March, 02:00 (Pacific/Kiritimati)"),
        ("Not/AZone", "Monday 2 March, 12:00 (UTC)"),
        ("", "Monday 2 March, 12:00 (UTC)"),
        ("../../etc/passwd", "Monday 2 March, 12:00 (UTC)"),
    ],
)
def test_a_time_is_told_where_the_person_is(zone: str, said: str) -> None:
    assert local_time(NOON, zone) == said


def test_long_names_are_cut_and_names_from_right_to_left_kept_apart() -> None:
    assert len(tidy("m" * 100)) == LONGEST_NAME and tidy("m" * 100).endswith("…")
    assert tidy("Ann\n\u202eBob") == "Ann Bob"
    assert apart("עדי") == "\u2068עדי\u2069"
    assert apart("Ann") == "Ann" and apart("Zoë") == "Zoë"
