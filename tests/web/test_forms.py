"""Forms with bad input: the form again, a sentence at the field, what was typed kept."""

from collections.abc import Callable

import pytest
from sqlmodel import select

from service.mail import links
from service.store.tables import Game, Person
from service.world import World
from tests.support.worlds import Friends, contents, friends, invitation_token, mails, proved, rows
from tests.web.visitor import Visitor, error_at, text

GOOD = {"preset": "classic", "start": "", "players": "4", "pace": "24", "bots": "1", "invite": "bob@friends.example"}
NAMES = ["", "   ", "x" * 41, "a\0b", "\u200b\u200b", "bell\x07"]
ADDRESSES = [
    "",
    "ann",
    "ann@",
    "@b.example",
    "a b@c.example",
    "ann@b.example\r\nBcc: eve@x.example",
    "a" * 400 + "@b.cd",
]


@pytest.fixture
def host(world: World, visit: Callable[[], Visitor]) -> Visitor:
    """Ann, signed in."""
    return visit().sign_in(proved(world, "Ann"))


@pytest.mark.parametrize("typed", NAMES)
def test_a_name_that_cannot_be_shown_is_refused(stranger: Visitor, typed: str) -> None:
    page = stranger.post("/", "/", name=typed, email="ann@friends.example", zone="UTC")

    assert page.status_code == 422 and error_at(page, "name")
    assert 'value="ann@friends.example"' in page.get_data(as_text=True)


@pytest.mark.parametrize("typed", ["Zoë", "Дмитрий", "宫本", "محمد", "O’Brien-Ng", "🂡 Ace"])
def test_names_in_any_script_are_taken(stranger: Visitor, world: World, typed: str) -> None:
    page = stranger.post("/", "/", name=typed, email="ann@friends.example", zone="UTC")

    assert page.status_code == 200 and len(mails(world, "sign-in")) == 1


@pytest.mark.parametrize("typed", ADDRESSES)
def test_an_address_that_is_none_is_refused_and_kept(stranger: Visitor, world: World, typed: str) -> None:
    page = stranger.post("/sign-in", email=typed)

    assert page.status_code == 422 and error_at(page, "email")
    assert mails(world) == []


def test_an_unknown_time_zone_is_refused_and_kept(stranger: Visitor) -> None:
    page = stranger.post("/", "/", name="Ann", email="ann@friends.example", zone="Mars/Base")

    assert page.status_code == 422 and "time zone" in error_at(page, "zone")
    assert "Mars/Base" in page.get_data(as_text=True)


def test_the_answer_to_a_sign_in_is_the_same_for_every_address(stranger: Visitor, world: World) -> None:
    proved(world, "Ann")

    known = stranger.post("/sign-in", email="ann@friends.example").get_data(as_text=True)
    unknown = stranger.post("/sign-in", email="eve@friends.example").get_data(as_text=True)

    assert known.replace("ann@", "eve@") == unknown


@pytest.mark.parametrize(
    ("field", "typed"),
    [
        ("preset", "no-such"),
        ("preset", ""),
        ("start", "99"),
        ("start", "zwölf"),
        ("players", ""),
        ("players", "2"),
        ("players", "11"),
        ("players", "4.5"),
        ("players", "9" * 5000),
        ("bots", "-1"),
        ("bots", "many"),
        ("pace", "1"),
        ("pace", ""),
        ("invite", "not an address"),
        ("invite", "bob@friends.example\nbob@friends.example"),
        ("invite", "a@b.example\nc@d.example\ne@f.example"),
        ("own_schedule", "5, four"),
        ("own_schedule", "0"),
        ("trump", "fixed:X"),
        ("dealer_bid", "never"),
        ("hook_above", "99"),
        ("must_beat", "X"),
        ("exact_0", "1e9"),
        ("zero_made", "lots"),
        ("tolerance", "-1"),
        ("fewest", "1"),
    ],
)
def test_each_field_of_a_table_out_of_range_is_refused_at_the_field(
    host: Visitor, world: World, field: str, typed: str
) -> None:
    before = rows_of_games(world)

    page = host.post("/tables/new", **{**GOOD, field: typed})

    assert page.status_code == 422 and error_at(page, field)
    assert rows_of_games(world) == before


def rows_of_games(world: World) -> list[object]:
    """The tables and invitations there are."""
    kept = contents(world)
    return [kept["games"], kept["seats"], kept["invitations"], kept["mails"]]


@pytest.mark.parametrize(
    ("field", "typed"),
    [
        ("start", {"players": "7", "start": "13"}),
        ("own_schedule", {"players": "7", "own_schedule": "13 1"}),
        ("bid_order", {"bid_order": "simultaneous"}),
        ("players", {"preset": "simple", "players": "5"}),
        ("hours", {"pace": "own", "hours": ""}),
        ("hours", {"pace": "own", "hours": "169"}),
        ("start", {"players": "4", "start": "13", "nothing_to_turn": "reject"}),
    ],
)
def test_what_cannot_be_played_is_refused_where_it_is_chosen(host: Visitor, field: str, typed: dict[str, str]) -> None:
    page = host.post("/tables/new", **{**GOOD, **typed})

    assert page.status_code == 422 and error_at(page, field).endswith(".")


def test_house_rules_are_stored_with_the_game(host: Visitor, world: World) -> None:
    typed = {"start": "5", "dealer_bid": "free", "exact_1": "2", "zero_made": "5", "miss_per_off": "-1"}

    answer = host.post("/tables/new", **{**GOOD, **typed})

    assert answer.status_code == 303
    kept = rows(world, select(Game))[0].rules
    assert kept["start"] == 5 and kept["dealer_bid"] == "free" and kept["trump"] == "turn_up"
    assert kept["score"]["exact"] == [10, 2, 0] and kept["score"]["zero_made"] == 5
    assert kept["score"]["miss"] == {"per_off": -1}


def test_the_rules_can_be_shown_before_the_table_is_opened(host: Visitor, world: World) -> None:
    before = rows_of_games(world)

    page = host.post("/tables/new", **GOOD, show="1", dealer_bid="free")

    assert (page.status_code == 200 and "may bid anything" in text(page)) or "bid what they like" in text(page)
    assert rows_of_games(world) == before


@pytest.mark.parametrize("field", ["name", "zone"])
def test_the_settings_refuse_what_they_cannot_keep(host: Visitor, field: str) -> None:
    page = host.post("/settings", **{"name": "Ann", "zone": "UTC", field: "\0"})

    assert page.status_code == 422 and error_at(page, field)


def test_an_invitation_is_not_accepted_under_an_empty_name(host: Visitor, stranger: Visitor, world: World) -> None:
    host.post("/tables/new", **GOOD)
    token = invitation_token(world, rows(world, select(Game))[0], "bob@friends.example")

    page = stranger.post(f"/i/{token}", f"/i/{token}", name=" ", zone="Europe/Paris")

    assert page.status_code == 422 and error_at(page, "name")
    assert "Europe/Paris" in page.get_data(as_text=True)


def test_an_invited_address_at_the_table_already_is_refused_at_the_field(host: Visitor, world: World) -> None:
    host.post("/tables/new", **{**GOOD, "players": "5"})
    slug = rows(world, select(Game))[0].slug

    page = host.post(f"/g/{slug}/table/invite", email="bob@friends.example")

    assert page.status_code == 422 and "invited" in error_at(page, "email")


@pytest.mark.parametrize("seat", ["", "0", "9", "x", "-1"])
def test_a_seat_that_cannot_be_freed_is_refused(host: Visitor, world: World, seat: str) -> None:
    host.post("/tables/new", **GOOD)
    slug = rows(world, select(Game))[0].slug

    page = host.post(f"/g/{slug}/table/vacate", seat=seat)

    assert page.status_code == 422 and "seat" in text(page).lower()


def test_a_form_without_its_csrf_token_does_nothing(host: Visitor, world: World) -> None:
    before = contents(world)

    answers = [host.client.post(path, data={}) for path in ("/tables/quick", "/settings", "/sign-in", "/sign-out")]

    assert {answer.status_code for answer in answers} == {400}
    assert contents(world) == before
    assert host.get("/settings").status_code == 200


def test_a_confirmation_whose_cookie_was_lost_leads_back_to_the_chosen_move(world: World, stranger: Visitor) -> None:
    game = friends(world)
    path = f"/t/{game.token()}"

    page = stranger.client.post(path, data={"move": "1"})

    assert page.status_code == 400 and f'href="{path}?m=1"' in page.get_data(as_text=True)
    assert game.log == []


def test_more_than_a_form_can_hold_is_refused(stranger: Visitor) -> None:
    page = stranger.client.post("/sign-in", data={"email": "x" * 400_000})

    assert page.status_code == 413 and "more than we can take" in text(page)


def test_strange_names_are_shown_as_text(world: World, visit: Callable[[], Visitor], stranger: Visitor) -> None:
    game: Friends = friends(world, "Ann Bob Cyd")
    with world.transaction() as session:
        for number, name in enumerate(("<script>alert(1)</script>", "שלום\u202eabc", 'x" onload="y')):
            session.merge(game.table.seats[number]).name = name

    body = stranger.get(f"/g/{game.slug}").get_data(as_text=True)

    assert "<script>alert" not in body and 'onload="y' not in body
    assert "<bdi>שלום" in body


def test_a_sign_in_goes_on_only_to_a_page_of_this_site(world: World, visit: Callable[[], Visitor]) -> None:
    person: Person = proved(world, "Ann")
    for typed in ("https://evil.example/", "//evil.example", "/\\evil.example", "javascript:alert(1)"):
        visitor = visit()
        visitor.post("/sign-in", email=person.email, onward=typed)
        number = mails(world, "sign-in")[-1].details["sign_in"]
        page = visitor.get("/in/" + links.sign_in_url(world, number).rpartition("/")[2])
        assert visitor.press(page).location == "/"


def test_no_suit_does_not_go_together_with_suits(host: Visitor) -> None:
    page = host.post("/tables/new", **GOOD, must_beat=["-", "S"])  # type: ignore[arg-type]  # ticked boxes

    assert page.status_code == 422 and "not both" in error_at(page, "must_beat")
