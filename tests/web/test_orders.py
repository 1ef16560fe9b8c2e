"""The page of orders: by an open turn's link or signed in, private, and without scripts."""

import pytest
from werkzeug.test import TestResponse

from service.engine import ohhell
from service.engine.ohhell import HandOrder, Orders
from service.play import orders as play
from service.play import turns
from service.store.tables import Person
from service.world import World
from tests.support.letters import forms
from tests.support.worlds import Friends, classic, contents, friends, proved
from tests.web.visitor import Visitor, error_at, text


@pytest.fixture
def game(world: World) -> Friends:
    """Three friends in a hand of four cards, all bids made."""
    begun = friends(world, rules=classic(4))
    begun.play(3)
    return begun


def press(visitor: Visitor, path: str, **typed: str) -> TestResponse:
    """Fill in the form of orders at this address and send it."""
    return visitor.press(visitor.get(path), path, **typed)


def fields(page: TestResponse) -> dict[str, str]:
    """What the form of orders has in its fields."""
    return next(form.fields for form in forms(page) if form.id == "orders")


def owner(game: Friends, seat: int) -> Person:
    """The person in a seat."""
    return proved(game.world, game.table.names[seat])


def left(game: Friends, seat: int) -> Orders:
    """What a seat has left for the hand in play."""
    return play.look(game.world, play.signed_in(game.slug, owner(game, seat).id or 0)).orders


def test_the_page_shows_the_hand_and_asks_for_the_next_trick_and_the_rest(game: Friends, stranger: Visitor) -> None:
    page = stranger.get(f"/t/{game.token()}/orders")

    assert page.status_code == 200
    hand = game.table.view(game.waited_for()).hand
    assert hand is not None
    for card in hand.seen[game.waited_for()] or ():
        assert ohhell.say_card(card).removeprefix("the ") in text(page)
    assert "For trick 2" in text(page) and "For the bidding" not in text(page)
    assert page.headers["Cache-Control"] == "no-store"


def test_to_open_the_page_changes_nothing(game: Friends, stranger: Visitor) -> None:
    before = contents(game.world)

    stranger.get(f"/t/{game.token()}/orders")
    stranger.client.head(f"/t/{game.token()}/orders")

    assert contents(game.world) == before


def test_an_order_that_does_not_fit_yet_stands_and_is_shown_at_the_turn(game: Friends, stranger: Visitor) -> None:
    seat, token = game.waited_for(), game.token()
    view = game.table.view(seat)
    assert view.hand is not None
    made = view.hand.bids[seat] == view.hand.taken[seat]
    suit = ohhell.suit_of((view.hand.seen[seat] or ())[0])
    card = ohhell.notation((view.hand.seen[seat] or ())[0])

    answer = press(stranger, f"/t/{token}/orders", **{f"led_{suit}": card}, **({} if made else {"made": "duck"}))

    assert answer.status_code == 303 and answer.location == f"/t/{token}"
    turn = stranger.get(f"/t/{token}")
    assert "Your orders stand." in text(turn) and "Your orders for this hand" in text(turn)
    assert "be asked less" not in text(turn)
    shown = stranger.get(f"/t/{token}/orders")
    assert "In trick 2, if" in text(shown)
    assert fields(shown)[f"led_{suit}"] == card


def test_finish_the_hand_for_me_plays_at_once_and_leads_to_the_game(game: Friends, stranger: Visitor) -> None:
    seat, before = game.waited_for(), len(game.log)

    answer = press(stranger, f"/t/{game.token()}/orders", otherwise="finish")

    assert answer.location == f"/g/{game.slug}"
    assert "Done: your orders have played." in text(stranger.get(answer.location))
    assert (game.log[before].seat, game.log[before].by) == (seat, "order")


def test_who_is_signed_in_leaves_orders_out_of_turn_and_drops_them(game: Friends, stranger: Visitor) -> None:
    seat = (game.waited_for() + 1) % 3
    visitor = stranger.sign_in(owner(game, seat))
    assert "Your orders for this hand" in text(visitor.get(f"/g/{game.slug}"))

    press(visitor, f"/g/{game.slug}/orders", made="duck", short="win", otherwise="cheaply")
    ways = (HandOrder("duck", made=True), HandOrder("win", short=True), HandOrder("cheaply"))
    assert left(game, seat) == Orders(hand=ways)
    page = visitor.get(f"/g/{game.slug}/orders")
    assert "If I have my bid, duck." in text(page) and "Otherwise, win cheaply." in text(page)
    assert (fields(page)["made"], fields(page)["short"]) == ("duck", "win")
    press(visitor, f"/g/{game.slug}/orders", drop="1")

    assert not left(game, seat)


def test_a_bid_is_left_ahead_with_another(world: World, stranger: Visitor) -> None:
    game = friends(world, rules=classic(4))
    seat = (game.waited_for() + 1) % 3
    visitor = stranger.sign_in(owner(game, seat))

    press(visitor, f"/g/{game.slug}/orders", bid="2", bid_other="1")
    turns.answer(world, game.token(), "0")

    assert [(row.move, row.by) for row in game.log] == [("0", "player"), ("2", "order")]


@pytest.mark.parametrize(
    ("typed", "field", "reason"),
    [
        ({"otherwise": "cards", "cards": ""}, "cards", "Write which cards to play"),
        ({"otherwise": "cards", "cards": "QQ"}, "cards", "is not a card"),
        ({"otherwise": "peek"}, "otherwise", "Choose one from the list."),
        ({"made": "cards"}, "made", "Choose one from the list."),
        ({"led_S": "1"}, "led_S", "Choose one from the list."),
    ],
)
def test_what_cannot_be_used_is_told_at_its_field(
    game: Friends, stranger: Visitor, typed: dict[str, str], field: str, reason: str
) -> None:
    answer = press(stranger, f"/t/{game.token()}/orders", **typed)

    assert answer.status_code == 422 and reason in error_at(answer, field)


def test_a_card_that_is_not_held_is_refused_above_the_form(game: Friends, stranger: Visitor) -> None:
    seat = game.waited_for()
    hand = game.table.view(seat).hand
    assert hand is not None
    strange = next(card for card in range(52) if card not in (hand.seen[seat] or ()))

    answer = press(stranger, f"/t/{game.token()}/orders", otherwise="cards", cards=ohhell.notation(strange))

    assert answer.status_code == 422 and f"You do not hold {ohhell.say_card(strange)}." in text(answer)


def test_an_old_a_forged_and_a_foreign_link_show_no_orders(game: Friends, stranger: Visitor) -> None:
    token, seat = game.token(), game.waited_for()
    game.play()

    old = stranger.get(f"/t/{token}/orders")
    assert old.status_code == 200 and "Leave these orders" not in text(old)
    assert stranger.get(f"/t/{token[:-1]}/orders").status_code == 404
    assert stranger.get(f"/g/{game.slug}/orders").status_code == 303
    stranger.sign_in(owner(game, seat))
    foreign = stranger.get(f"/t/{game.token()}/orders")
    assert foreign.status_code == (200 if game.waited_for() == seat else 403)


def test_someone_without_a_seat_has_no_orders_to_leave(game: Friends, stranger: Visitor) -> None:
    stranger.sign_in(proved(game.world, "Eve"))

    assert stranger.get(f"/g/{game.slug}/orders").status_code == 403


def test_a_settled_hand_says_so_on_the_games_page_and_in_its_record(world: World, stranger: Visitor) -> None:
    game = friends(world, rules=classic(5), pace="settles singles")
    for _ in range(3):
        turns.answer(world, game.token(), str(max(m.value for m in game.legal() if isinstance(m, ohhell.Bid))))
    while game.table.game.hand == 1:
        turns.answer(world, game.token(), ohhell.write_move(game.legal()[0]))

    assert "Then the hand was settled. Nobody’s points could change any more" in text(stranger.get(f"/g/{game.slug}"))
    first = stranger.get(f"/g/{game.slug}/record.json").get_json()["hands"][0]
    assert set(first["by"]) == {None, "settled"}


def test_a_table_is_opened_with_what_plays_itself(world: World, stranger: Visitor) -> None:
    visitor = stranger.sign_in(proved(world, "Ann"))
    chosen = {
        "": (True, True, False),
        "asked": (False, True, False),
        "masked": (True, True, True),
    }

    for singles, wanted in chosen.items():
        typed = {"singles": singles} if singles else {}
        answer = visitor.press(visitor.get("/tables/new"), "/tables/new", bots="2", players="4", **typed)
        game = Friends(world, answer.location.split("/g/")[1].split("/")[0]).table.game
        assert (game.singles, game.settles, game.mask) == wanted
