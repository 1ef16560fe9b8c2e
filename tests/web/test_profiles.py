"""A person's page and a group's: for those who share a game, or for all with the link if their people opened them."""

from collections.abc import Callable

import pytest

from service.engine import ohhell
from service.mail import links
from service.play import forgetting, profiles, seats
from service.world import World
from tests.support.worlds import Friends, classic, friends, person_id, proved
from tests.web.visitor import Visitor, text


@pytest.fixture
def played(world: World) -> list[Friends]:
    """Two games of three friends that are over, one of them with a bot; and one of two of them with Dee."""
    games = [friends(world, "Ann Bob Cyd", classic(2)), friends(world, "Cyd Ann Bob", classic(1), bots=1)]
    games.append(friends(world, "Ann Bob Dee", classic(1)))
    for game in games:
        game.play(99)
    return games


def page_of(world: World, name: str) -> str:
    return f"/p/{links.write_profile(world, person_id(proved(world, name)))}"


def test_a_page_tells_what_the_finished_hands_tell(
    world: World, played: list[Friends], visit: Callable[[], Visitor]
) -> None:
    own = [
        (result.bids[seat.number], result.taken[seat.number])
        for game in played
        for seat in game.table.seats
        for result in game.table.playing.results
        if seat.name == "Ann"
    ]

    page = text(visit().sign_in(proved(world, "Bob")).get(page_of(world, "Ann")))

    exact = sum(bid == took for bid, took in own)
    assert "3 games to the end" in page and f"{round(100 * exact / len(own))} % of {len(own)} bids came out" in page
    assert "Bob 3 " in page and "Cyd 2 " in page and "@" not in page
    first = sum(ohhell.places(game.table.playing)[game.table.names.index("Ann")] == 1 for game in played)
    assert f"{first} won" in page


def test_others_find_nothing_in_the_same_words_as_where_nobody_is(
    world: World, played: list[Friends], stranger: Visitor, visit: Callable[[], Visitor]
) -> None:
    eve = visit().sign_in(proved(world, "Eve"))
    nobody, ann = f"/p/{links.write_profile(world, 999)}", page_of(world, "Ann")

    answers = [(one.get(path).status_code, text(one.get(path))) for one in (stranger, eve) for path in (nobody, ann)]

    assert answers[0] == answers[1] and answers[2] == answers[3] and {status for status, _ in answers} == {404}
    assert stranger.get(ann + "x").status_code == 404
    dee = visit().sign_in(proved(world, "Dee"))
    assert dee.get(page_of(world, "Cyd")).status_code == 404
    assert "1 player whose page is not open to you" in text(dee.get(ann)) and "Cyd" not in text(dee.get(ann))


def test_a_setting_opens_the_page_to_all_who_have_its_link(
    world: World, played: list[Friends], stranger: Visitor, visit: Callable[[], Visitor]
) -> None:
    ann = visit().sign_in(proved(world, "Ann"))

    ann.press(ann.get("/settings"), "/settings/profile", open="yes")

    assert stranger.get(page_of(world, "Ann")).status_code == 200
    assert page_of(world, "Ann") in stranger.get(f"/g/{played[0].slug}").get_data(as_text=True)
    assert page_of(world, "Bob") not in stranger.get(f"/g/{played[0].slug}").get_data(as_text=True)
    profiles.open_profile(world, person_id(proved(world, "Ann")), wanted=False)
    assert stranger.get(page_of(world, "Ann")).status_code == 404


def test_a_groups_page_holds_the_games_of_exactly_these_people_bots_aside(
    world: World, played: list[Friends], stranger: Visitor, visit: Callable[[], Visitor]
) -> None:
    path = f"/groups/{profiles.group_token(world, played[0].table.seats)}"
    bob = visit().sign_in(proved(world, "Bob"))

    page = text(bob.get(path))

    assert "2 games to the end" in page and "Longest exact streak" in page and "Dee" not in page
    highest = max(total for game in played[:2] for total in ohhell.totals(game.table.playing)[:3])
    assert f"Highest total {highest}" in page
    assert path in bob.get(f"/g/{played[1].slug}").get_data(as_text=True)
    assert path in bob.get("/").get_data(as_text=True)
    for other in (stranger, visit().sign_in(proved(world, "Dee"))):
        assert other.get(path).status_code == 404
    for name in ("Ann", "Bob", "Cyd"):
        profiles.open_profile(world, person_id(proved(world, name)), wanted=True)
    assert stranger.get(path).status_code == 200 and f"/g/{played[0].slug}" not in str(stranger.get(path).data)


def test_who_deleted_their_data_has_no_page_and_breaks_none(
    world: World, played: list[Friends], visit: Callable[[], Visitor]
) -> None:
    path, ann = page_of(world, "Ann"), person_id(proved(world, "Ann"))
    group = f"/groups/{profiles.group_token(world, played[0].table.seats)}"
    forgetting.forget(world, ann)
    bob = visit().sign_in(proved(world, "Bob"))

    assert bob.get(path).status_code == 404
    assert "a former player" in text(bob.get(group)) and bob.get(page_of(world, "Bob")).status_code == 200


def test_a_hand_that_a_substitute_bid_is_left_out_of_the_bids(world: World, visit: Callable[[], Visitor]) -> None:
    game = friends(world, "Ann Bob Cyd", classic(1))
    seats.leave(world, game.slug, person_id(proved(world, "Cyd")))
    game.play(99)

    page = text(visit().sign_in(proved(world, "Ann")).get(page_of(world, "Cyd")))

    assert "1 game to the end" in page and "bids came out" not in page and "bid came out" not in page
