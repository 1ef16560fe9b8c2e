"""Orders left ahead: they fire in the game, are checked again when they do, and spare their owner the mail."""

import pytest
from sqlmodel import select

from service.engine import ohhell
from service.engine.ohhell import BidOrder, HandOrder, Orders, Play, TrickOrder
from service.play import orders, turns
from service.play.errors import BadField, NotFound, NotYours, TurnOver
from service.store.tables import Order, Seat
from service.world import World
from tests.support.worlds import Friends, classic, friends, mails, person_id, proved, rows

FINISH = Orders(hand=(HandOrder("finish"),))


def mine(game: Friends, seat: int) -> orders.Door:
    """The door of a seat's player who is signed in."""
    return orders.signed_in(game.slug, game.table.seats[seat].person_id or 0)


def kept(world: World) -> list[Order]:
    return rows(world, select(Order))


def test_a_hand_left_to_the_service_is_finished_without_another_mail(world: World) -> None:
    game = friends(world, "Ann Bob Cyd", classic(4))
    seat = game.waited_for()

    turns.answer(world, game.token(), "1")
    orders.leave(world, mine(game, seat), FINISH)
    while game.table.game.hand == 1:
        game.play()

    own = [row for row in game.log if row.hand == 1 and row.seat == seat]
    assert [row.by for row in own] == ["player"] + ["order"] * 4
    assert [mail.decision for mail in mails(world, "turn") if mail.hand == 1 and mail.seat == seat] == [0]


def test_orders_are_gone_when_their_hand_is_over(world: World) -> None:
    game = friends(world, "Ann Bob Cyd", classic(2))
    seat = game.waited_for()
    turns.answer(world, game.token(), "1")
    orders.leave(world, mine(game, seat), FINISH)
    assert len(kept(world)) == 1

    while game.table.game.hand == 1:
        game.play()

    assert kept(world) == []


def test_a_bid_left_ahead_closes_the_window_of_the_bidder_before(world: World) -> None:
    game = friends(world, "Ann Bob Cyd", ohhell.rules_from({"key": "blackout", "schedule": [3, 2]}))
    first = game.waited_for()
    following = (first + 1) % 3
    orders.leave(world, mine(game, following), Orders(bid=BidOrder(2)))

    token = game.token()
    turns.answer(world, token, "1")

    assert [(row.seat, row.move, row.by) for row in game.log] == [(first, "1", "player"), (following, "2", "order")]
    with pytest.raises(TurnOver):
        turns.answer(world, token, "0")


def test_a_bid_that_is_forbidden_falls_back_or_is_dropped_and_asked_for(world: World) -> None:
    game = friends(world, "Ann Bob Cyd", classic(2))
    dealer = game.table.game.dealer or 0
    orders.leave(world, mine(game, dealer), Orders(bid=BidOrder(0, 1)))
    game.play(0)
    turns.answer(world, game.token(), "1")
    turns.answer(world, game.token(), "1")
    assert [row.move for row in game.log if row.seat == dealer][:1] == ["1"]

    other = friends(world, "Dee Eve Fay", classic(2))
    dealer = other.table.game.dealer or 0
    orders.leave(world, mine(other, dealer), Orders(bid=BidOrder(0)))
    turns.answer(world, other.token(), "1")
    turns.answer(world, other.token(), "1")

    assert other.waited_for() == dealer
    [row] = [row for row in kept(world) if row.game_id == other.table.id]
    assert row.dropped == 0 and ohhell.read_orders(row.left) == Orders()
    assert [m.seat for m in mails(world, "turn") if m.game_id == other.table.id][-1] == dealer


def test_an_order_that_fits_an_open_turn_plays_at_once_by_its_link(world: World) -> None:
    game = friends(world, "Ann Bob Cyd", classic(3))
    game.play(3)
    seat, before = game.waited_for(), len(game.log)

    left = orders.leave(world, orders.by_link(game.token()), FINISH)

    assert left.moves >= 1 and left.token is None
    assert (game.log[before].seat, game.log[before].by) == (seat, "order")


def test_a_condition_is_looked_at_when_the_turn_comes(world: World) -> None:
    game = friends(world, "Ann Bob Cyd", classic(4))
    for _ in range(3):
        bid = 0 if ohhell.Bid(0) in game.legal() else 1
        turns.answer(world, game.token(), str(bid))
    view = game.table.view(None)
    assert view.hand is not None
    seat = next(seat for seat in range(3) if seat != game.waited_for() and view.hand.bids[seat] == 0)

    orders.leave(world, mine(game, seat), Orders(hand=(HandOrder("duck", made=True),)))
    while game.table.game.hand == 1:
        game.play()

    own = [row for row in game.log if row.hand == 1 and row.seat == seat and row.decision > 0]
    state = game.table.playing.results[0]
    assert own[0].by == "order"
    if state.taken[seat] == 0:
        assert {row.by for row in own} == {"order"}


def test_a_card_for_a_trick_is_played_if_its_suit_is_led(world: World) -> None:
    game = friends(world, "Ann Bob Cyd", classic(5))
    game.play(3)
    leader = game.waited_for()
    following = (leader + 1) % 3
    page = orders.look(world, mine(game, following))
    assert page.trick == 1 and not page.waited
    hand = page.hand.seen[following] or ()
    by_suit = {ohhell.suit_of(card): card for card in hand}
    plan = tuple((suit, by_suit.get(suit, hand[0])) for suit in "CDHS")

    orders.leave(world, mine(game, following), Orders(trick=TrickOrder(1, plan)))
    led = next(move for move in game.legal() if isinstance(move, Play))
    turns.answer(world, game.token(), ohhell.write_move(led))

    made = game.log[-1] if game.log[-1].seat == following else game.log[-2]
    assert (made.by, made.move) == ("order", ohhell.notation(dict(plan)[ohhell.suit_of(led.card)]))


def test_orders_are_changed_and_dropped_until_they_are_used(world: World) -> None:
    game = friends(world, "Ann Bob Cyd", classic(3))
    seat = (game.waited_for() + 1) % 3
    door = mine(game, seat)

    orders.leave(world, door, FINISH)
    orders.leave(world, door, Orders(hand=(HandOrder("duck"),)))
    assert orders.look(world, door).orders == Orders(hand=(HandOrder("duck"),))
    orders.drop(world, door)

    assert not orders.look(world, door).orders and kept(world) == []


def test_nobody_else_sees_or_leaves_orders_of_a_seat(world: World) -> None:
    game = friends(world, "Ann Bob Cyd", classic(3))
    seat = game.waited_for()
    token = game.token()
    orders.leave(world, mine(game, (seat + 1) % 3), FINISH)

    assert not orders.look(world, orders.by_link(token)).orders
    with pytest.raises(NotYours):
        orders.look(world, orders.signed_in(game.slug, person_id(proved(world, "Eve"))))
    with pytest.raises(NotYours):
        orders.look(world, orders.by_link(token, reader=game.table.seats[(seat + 1) % 3].person_id))
    with pytest.raises(NotFound):
        orders.look(world, orders.by_link(token[:-1]))


def test_orders_that_can_never_be_followed_are_refused_in_a_sentence(world: World) -> None:
    game = friends(world, "Ann Bob Cyd", classic(3))
    game.play(1)
    seat = (game.waited_for() + 2) % 3
    held = (game.table.view(seat).hand or pytest.fail()).seen[seat] or ()
    strange = next(card for card in range(52) if card not in held)
    wrong = [
        Orders(bid=BidOrder(1)),
        Orders(hand=(HandOrder("cards", (strange,)),)),
        Orders(hand=(HandOrder("cards"),)),
        Orders(hand=(HandOrder("peek"),)),
        Orders(hand=(HandOrder("duck"),) * 5),
        Orders(trick=TrickOrder(4, (("H", held[0]),))),
        Orders(trick=TrickOrder(1, (("H", strange),))),
    ]

    for each in wrong:
        with pytest.raises(BadField) as fault:
            orders.leave(world, mine(game, seat), each)
        assert fault.value.sentence.endswith(".")
    assert kept(world) == []


def test_a_leaver_takes_the_orders_along_when_somebody_else_sits_down(world: World) -> None:
    game = friends(world, "Ann Bob Cyd", classic(3))
    seat = (game.waited_for() + 1) % 3
    orders.leave(world, mine(game, seat), Orders(bid=BidOrder(3)))
    with world.transaction() as session:
        session.get_one(Seat, (game.table.id, seat)).generation += 1

    turns.answer(world, game.token(), "0")

    assert len(game.log) == 1


def test_written_orders_are_read_back_and_said_in_words() -> None:
    by_hand = (HandOrder("duck", made=True), HandOrder("win", short=True), HandOrder("cards", (38, 51)))
    all_of_them = Orders(BidOrder(2, 1), TrickOrder(3, (("H", 37),)), by_hand)

    assert ohhell.read_orders(ohhell.write_orders(all_of_them)) == all_of_them
    assert ohhell.say_orders(all_of_them) == (
        "Bid 2, or 1 if that is forbidden.",
        "In trick 3, if hearts are led: the king of hearts.",
        "If I have my bid, duck.",
        "Until I have my bid, win.",
        "Otherwise, play these when legal: the ace of hearts, the ace of spades.",
    )


def test_orders_that_were_written_before_a_condition_existed_are_still_read() -> None:
    written = {"bid": None, "trick": None, "hand": [["duck", [], True]]}

    assert ohhell.read_orders(written) == Orders(hand=(HandOrder("duck", made=True),))
