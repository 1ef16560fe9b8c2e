"""How pages travel: packed for those who can unpack them, and files kept for good under a name that tells them."""

import gzip
import re

import pytest

from service.engine import ohhell
from tests.support.worlds import Friends, friends
from tests.web.visitor import Visitor

PACKED = {"Accept-Encoding": "gzip, deflate, br"}


def test_a_page_is_packed_for_a_browser_that_can_unpack_it(stranger: Visitor) -> None:
    plain = stranger.client.get("/rules", headers={"Accept-Encoding": "identity"})

    packed = stranger.client.get("/rules", headers=PACKED)

    assert packed.headers["Content-Encoding"] == "gzip" and "Content-Encoding" not in plain.headers
    assert gzip.decompress(packed.data) == plain.data and len(packed.data) * 2 < len(plain.data)
    assert int(packed.headers["Content-Length"]) == len(packed.data)
    assert "Accept-Encoding" in packed.headers["Vary"] and "Accept-Encoding" in plain.headers["Vary"]


def test_the_size_of_a_packed_page_tells_little(stranger: Visitor) -> None:
    sizes = {len(stranger.client.get("/rules", headers=PACKED).data) for _ in range(12)}

    assert len(sizes) > 1


@pytest.mark.parametrize("path", ["/static/style.css", "/static/page.js"])
def test_a_file_is_packed_too_and_asked_for_again_at_no_cost(stranger: Visitor, path: str) -> None:
    with stranger.client.get(path, headers=PACKED) as first:
        unpacked, etag = gzip.decompress(first.data), first.headers["ETag"]

    with stranger.client.get(path, headers={**PACKED, "If-None-Match": etag}) as again:
        assert unpacked and again.status_code == 304 and not again.data


def test_a_file_is_kept_for_good_under_the_name_that_pages_give_it(stranger: Visitor) -> None:
    named = re.findall(r'"(/static/[^"]+)"', stranger.get("/").get_data(as_text=True))

    kept = {path: how_kept(stranger, path) for path in named}

    assert len(kept) >= 3 and all("immutable" in how for how in kept.values()), kept


@pytest.mark.parametrize("path", ["/static/style.css", "/static/style.css?v=another"])
def test_a_file_under_another_name_is_asked_for_each_time(stranger: Visitor, path: str) -> None:
    assert how_kept(stranger, path) == "no-cache"


def how_kept(visitor: Visitor, path: str) -> str:
    """What a file's answer says of keeping it."""
    with visitor.get(path) as answer:
        return answer.headers["Cache-Control"]


def test_a_missing_file_is_missing_under_any_name(stranger: Visitor) -> None:
    assert stranger.get("/static/nothing.css?v=1").status_code == 404


def test_pages_say_what_they_are_and_who_may_list_them(stranger: Visitor, world_game: Friends) -> None:
    listed = {path: stranger.get(path).get_data(as_text=True) for path in ("/", "/rules", "/rules/classic")}
    private = [stranger.get(path).get_data(as_text=True) for path in ("/sign-in", f"/g/{world_game.slug}")]

    assert (
        len({re.findall(r'<meta name="description" content="([^"]{40,160})', page)[0] for page in listed.values()}) == 3
    )
    assert not any('content="noindex"' in page for page in listed.values())
    assert all('content="noindex"' in page for page in private)


@pytest.fixture
def world_game(stranger: Visitor) -> Friends:
    """A game that waits for one of three friends."""
    return friends(stranger.world)


def test_a_long_finished_game_is_light_with_all_it_needs(stranger: Visitor) -> None:
    rules = ohhell.rules_from({"key": "classic", "schedule": [1] * 19})
    game = friends(stranger.world, "Ann Bob Cyd", rules, pace="singles settles")
    game.play(200)
    page = stranger.get(f"/g/{game.slug}").get_data(as_text=True)
    parts = {f"/g/{game.slug}", *re.findall(r'"(/static/[^"]+)"', page), "/static/replay.js"}

    size = 0
    for part in parts:
        with stranger.client.get(part, headers=PACKED) as answer:
            size += len(answer.data)

    assert "19 hands played" in page and "Earlier hands" in page and size < 100_000
