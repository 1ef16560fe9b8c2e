"""A finished hand card by card: every moment has its page, and a script that steps in place shows the same."""

from collections.abc import Callable

import pytest
from flask import Flask
from playwright.sync_api import Page, expect

from service.engine import ohhell
from service.play import turns
from service.world import World
from tests.support.clock import Clock
from tests.support.worlds import Friends, friends, pass_time, posted
from tests.web.visitor import Visitor, text


@pytest.fixture
def game(world: World, clock: Clock) -> Friends:
    """A game whose first hand of two cards is over; three hours lay before its second bid."""
    game = friends(world)
    game.play()
    clock.advance(hours=3)
    game.play(8)
    return game


def test_a_finished_hand_opens_at_its_deal_with_all_hands_open(game: Friends, stranger: Visitor) -> None:
    page = stranger.get(f"/g/{game.slug}/hands/1")

    hand = game.table.view(None).previous
    assert page.status_code == 200 and hand is not None and hand.dealt is not None
    shown = text(page).partition("Moves of the hand")[0]
    assert all(ohhell.say_card(card).removeprefix("the ") in shown for cards in hand.dealt for card in cards)
    assert "The cards are dealt." in shown and "0 of 9" in text(page)


def test_the_score_sheet_and_the_finished_tricks_lead_to_it(game: Friends, stranger: Visitor) -> None:
    page = stranger.get(f"/g/{game.slug}").get_data(as_text=True)

    assert page.count(f'href="/g/{game.slug}/hands/1"') == 2 and f"/g/{game.slug}/hands/2" not in page


def test_every_moment_has_its_page_and_links_to_those_beside_it(game: Friends, stranger: Visitor) -> None:
    base = f"/g/{game.slug}/hands/1"

    for at in range(1, 10):
        page = stranger.get(f"{base}/moves/{at}").get_data(as_text=True)
        assert f"<span data-count>{at}</span> of 9" in page
        assert f'href="{base}{f"/moves/{at - 1}" if at > 1 else ""}#board"' in page
        assert f'href="{base}/moves/{min(at + 1, 9)}#board"' in page


def test_a_moment_tells_the_move_its_wait_and_who_took_the_trick(game: Friends, stranger: Visitor) -> None:
    hand = game.table.view(None).previous
    assert hand is not None
    seat, card = hand.tricks[0].cards[-1]
    winner = game.table.names[hand.tricks[0].winner or 0]

    page = text(stranger.get(f"/g/{game.slug}/hands/1/moves/6"))

    assert f"{game.table.names[seat]} plays" in page and ohhell.say_card(card).removeprefix("the ") in page
    assert f"{winner} takes trick 1." in page.partition("Moments of the hand")[0]
    assert "after 3 hours" in page


def test_the_end_tells_the_points_and_the_trick_that_lost_each_bid(game: Friends, stranger: Visitor) -> None:
    hand = game.table.view(None).previous
    assert hand is not None and hand.points is not None
    lost = [(seat, since) for seat, since in enumerate(ohhell.sure_misses(hand)) if since]

    page = stranger.get(f"/g/{game.slug}/hands/1/moves/9")

    assert all(f"{points} points" in text(page) for points in hand.points)
    assert lost, "nobody missed"
    early = stranger.get(f"/g/{game.slug}/hands/1/moves/3").get_data(as_text=True)
    assert early.count("data-lost hidden") == len(lost)
    for seat, since in lost:
        assert f"the bid was lost with trick {since}" in text(page)
        assert f"{game.table.names[seat]} can no longer make {hand.bids[seat]}." in text(page)


def test_moves_that_others_made_are_marked(world: World, clock: Clock, stranger: Visitor) -> None:
    game = friends(world, "Ann Bob", one_hand(), hours=2, bots=1, pace="singles")
    posted(world)
    pass_time(world, clock, 2.1)
    while not ohhell.over(game.table.playing):
        game.play()

    page = text(stranger.get(f"/g/{game.slug}/hands/1"))

    assert {row.by for row in game.log} >= {"bot", "substitute"}
    assert " bot " in page and " the substitute " in page
    assert (" no choice " in page) == ("forced" in {row.by for row in game.log})


def one_hand() -> ohhell.Rules:
    return ohhell.rules_from({"key": "classic", "schedule": [2]})


def test_a_card_held_to_the_forehead_is_shown_once_its_hand_is_over(world: World, stranger: Visitor) -> None:
    rules = ohhell.rules_from({"key": "classic", "schedule": [1, 2], "one_card": "forehead"})
    game = friends(world, rules=rules)
    game.play(3)

    page = text(stranger.get(f"/g/{game.slug}/hands/1/moves/6"))

    assert "6 of 6" in page and "by itself" in page and "takes trick 1." in page


@pytest.mark.parametrize("rest", ["/hands/2", "/hands/2/moves/1", "/hands/0", "/hands/99", "/hands/1/moves/10"])
def test_what_is_not_over_or_not_there_cannot_be_replayed(game: Friends, stranger: Visitor, rest: str) -> None:
    page = stranger.get(f"/g/{game.slug}{rest}")

    assert page.status_code == 404 and "<h1>" in page.get_data(as_text=True)
    assert ("still being played" in text(page)) == ("/hands/2" in rest)


def test_two_decks_and_changed_bids_are_told_move_by_move(world: World, stranger: Visitor) -> None:
    rules = ohhell.rules_from({"key": "blackout", "players": [3, 10], "decks": 2, "schedule": [1]})
    game = friends(world, rules=rules)
    first, token = game.waited_for(), game.token()
    game.play()
    bid = game.table.view(None).hand.bids[first]  # type: ignore[union-attr]
    turns.answer(world, token, str(1 - (bid or 0)))
    game.play(5)

    page = text(stranger.get(f"/g/{game.slug}/hands/1/moves/7"))

    assert f"{game.table.names[first]} changes the bid to {1 - (bid or 0)}" in page and "7 of 7" in page


def state(page: Page) -> list[str]:
    """What a reader of the page finds at this moment."""
    tiles = page.locator("#board .open-seat").all()
    cards = [page.locator("#board .gone").all_text_contents()]
    return [*(tile.inner_text() for tile in tiles), page.locator("[data-status]").inner_text(), *map(str, cards)]


def test_stepping_in_place_shows_what_each_moments_own_page_shows(
    game: Friends, app: Flask, serve: Callable[..., str], phone: Page
) -> None:
    address = f"{serve(app)}/g/{game.slug}/hands/1"
    own = {}
    for at in (0, 4, 6, 9):
        phone.goto(address + (f"/moves/{at}" if at else ""))
        own[at] = state(phone)
    assert not any("the bid was lost" in tile for tile in own[4]) and any("the bid was lost" in tile for tile in own[9])
    loads = []
    phone.goto(address)
    phone.on("request", lambda request: loads.append(request.url) if "icon" not in request.url else None)

    for at in range(1, 10):
        phone.keyboard.press("ArrowRight")
        expect(phone).to_have_url(f"{address}/moves/{at}")
        assert at not in own or state(phone) == own[at]
    phone.keyboard.press("ArrowRight")
    phone.locator("[data-move='4'] a").tap()
    expect(phone).to_have_url(f"{address}/moves/4")
    assert state(phone) == own[4]
    phone.get_by_role("link", name="To the deal").tap()
    expect(phone).to_have_url(address)
    assert state(phone) == own[0]
    swipe(phone, 300, 60)
    expect(phone).to_have_url(f"{address}/moves/1")
    swipe(phone, 60, 300)
    phone.keyboard.press("End")
    expect(phone.locator("[data-points]").first).to_be_visible()
    assert (state(phone), loads) == (own[9], [])


def swipe(page: Page, start: int, end: int) -> None:
    """Move a finger across the hands."""
    page.locator(".felt.open").evaluate(
        """(felt, [start, end]) => {
          const touch = (x) => new Touch({ identifier: 1, target: felt, clientX: x, clientY: 300 });
          const send = (kind, x, touches) =>
            felt.dispatchEvent(new TouchEvent(kind, { bubbles: true, touches, changedTouches: [touch(x)] }));
          send("touchstart", start, [touch(start)]);
          send("touchend", end, []);
        }""",
        [start, end],
    )
