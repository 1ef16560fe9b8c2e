"""Orders left ahead: what each plays, when it says nothing, and what is dropped."""

import pytest

from service.engine import ohhell
from service.engine.ohhell import Bid, BidOrder, Game, HandOrder, Move, Orders, Play, TrickOrder
from tests.engine.playing import bid_all, card, cards, dealt, one_hand, play_all, positions, rules

HANDS = ("9H 2C 3D", "8H 3C 4D", "AH 5H 2H")


def followed(game: Game, seat: int, orders: Orders) -> Move | None:
    """What these orders of this seat play now."""
    return ohhell.follow(orders, ohhell.view(game, seat))


def third_to_play(*bids: int) -> Game:
    """Hearts are led; seat 2 holds the ace, the five and the two of them, and spades are trump."""
    return play_all(bid_all(dealt(one_hand(3, dealer_bid="free"), *HANDS, turned="JS"), *(bids or (1, 1, 1))), "9H 8H")


@pytest.mark.parametrize(("way", "wanted"), [("duck", "2H"), ("cheaply", "AH"), ("win", "AH")])
def test_each_way_plays_its_card_to_a_trick(way: str, wanted: str) -> None:
    assert followed(third_to_play(), 2, Orders(hand=(HandOrder(way),))) == Play(card(wanted))


def test_win_cheaply_takes_the_lowest_that_beats_and_win_the_highest() -> None:
    game = dealt(one_hand(3), "9H 2C 3D", "8H 3C 4D", "AH TH 2H", turned="JS")
    game = play_all(bid_all(game, 1, 1, 0), "9H 8H")

    assert followed(game, 2, Orders(hand=(HandOrder("cheaply"),))) == Play(card("TH"))
    assert followed(game, 2, Orders(hand=(HandOrder("win"),))) == Play(card("AH"))


def test_who_cannot_win_throws_the_lowest() -> None:
    game = dealt(one_hand(2), "9H AC", "8C 3D", "4D 2C", turned="JS")
    game = play_all(bid_all(game, 1, 1, 1), "9H")

    assert followed(game, 1, Orders(hand=(HandOrder("win"),))) == Play(card("3D"))


def test_a_duck_that_cannot_follow_throws_the_most_dangerous_card_but_no_winning_trump() -> None:
    game = dealt(one_hand(3), "9H 2C 3D", "AS 3C AD", "4D 2H 5H", turned="JS")
    game = play_all(bid_all(game, 1, 1, 0), "9H")

    assert followed(game, 1, Orders(hand=(HandOrder("duck"),))) == Play(card("AD"))


def test_to_lead_cheaply_is_to_lead_the_lowest_that_no_higher_card_is_out_against() -> None:
    game = bid_all(dealt(one_hand(3), "AS KS 9H", "8H 3C 4D", "5H 2H 2D", turned="JC"), 1, 1, 0)

    assert followed(game, 0, Orders(hand=(HandOrder("cheaply"),))) == Play(card("KS"))
    assert followed(game, 0, Orders(hand=(HandOrder("duck"),))) == Play(card("9H"))


def test_cards_are_played_in_their_order_when_legal() -> None:
    orders = Orders(hand=(HandOrder("cards", cards("3C 2H AH")),))

    assert followed(third_to_play(), 2, orders) == Play(card("2H"))
    assert followed(third_to_play(), 2, Orders(hand=(HandOrder("cards", cards("3C")),))) is None


def test_finish_plays_as_a_substitute_would() -> None:
    game = third_to_play()

    assert followed(game, 2, Orders(hand=(HandOrder("finish"),))) == ohhell.choose(ohhell.view(game, 2))


def test_a_condition_holds_only_with_just_the_tricks_that_were_bid() -> None:
    duck = Orders(hand=(HandOrder("duck", made=True),))

    assert followed(third_to_play(1, 1, 0), 2, duck) == Play(card("2H"))
    assert followed(third_to_play(1, 1, 1), 2, duck) is None


def test_until_one_has_the_tricks_that_were_bid_another_condition_holds() -> None:
    win = Orders(hand=(HandOrder("win", short=True),))

    assert followed(third_to_play(1, 1, 1), 2, win) == Play(card("AH"))
    assert followed(third_to_play(1, 1, 0), 2, win) is None


def test_the_first_order_that_holds_counts() -> None:
    orders = Orders(hand=(HandOrder("duck", made=True), HandOrder("win")))

    assert followed(third_to_play(1, 1, 0), 2, orders) == Play(card("2H"))
    assert followed(third_to_play(1, 1, 1), 2, orders) == Play(card("AH"))


def test_an_order_for_a_trick_goes_by_the_suit_that_is_led_and_before_those_for_the_hand() -> None:
    hand = (HandOrder("duck"),)

    assert followed(third_to_play(), 2, Orders(trick=TrickOrder(1, (("H", card("5H")),)), hand=hand)) == Play(
        card("5H")
    )
    assert followed(third_to_play(), 2, Orders(trick=TrickOrder(1, (("C", card("5H")),)), hand=hand)) == Play(
        card("2H")
    )
    assert followed(third_to_play(), 2, Orders(trick=TrickOrder(2, (("H", card("5H")),)))) is None


def test_a_bid_is_made_ahead_with_another_where_it_is_forbidden() -> None:
    game = bid_all(dealt(one_hand(3), *HANDS, turned="JS"), 1, 1)

    assert followed(game, 2, Orders(bid=BidOrder(2))) == Bid(2)
    assert followed(game, 2, Orders(bid=BidOrder(1, 0))) == Bid(0)
    assert followed(game, 2, Orders(bid=BidOrder(1))) is None


def test_orders_say_nothing_out_of_turn() -> None:
    game = dealt(one_hand(3), *HANDS, turned="JS")

    assert followed(game, 2, Orders(bid=BidOrder(1))) is None
    assert ohhell.follow(Orders(bid=BidOrder(1)), ohhell.view(game, None)) is None


def test_what_does_not_fit_is_dropped_and_the_rest_kept() -> None:
    duck = HandOrder("duck", made=True)
    forbidden = bid_all(dealt(one_hand(3), *HANDS, turned="JS"), 1, 1)
    other_suit = Orders(trick=TrickOrder(1, (("H", card("4D")),)), hand=(duck,))

    assert ohhell.fitting(Orders(bid=BidOrder(1), hand=(duck,)), ohhell.view(forbidden, 2)) == Orders(hand=(duck,))
    assert ohhell.fitting(other_suit, ohhell.view(third_to_play(), 2)) == Orders(hand=(duck,))
    played = Orders(hand=(HandOrder("cards", cards("KS")), duck))
    assert ohhell.fitting(played, ohhell.view(third_to_play(), 2)) == Orders(hand=(duck,))


def test_what_may_still_fit_is_kept() -> None:
    game = dealt(one_hand(3), *HANDS, turned="JS")
    ahead = Orders(BidOrder(1), TrickOrder(2, (("H", card("5H")),)), (HandOrder("cards", cards("AH")),))

    assert ohhell.fitting(ahead, ohhell.view(game, 2)) == ahead


@pytest.mark.parametrize("key", ["classic", "simple", "two-decks", "boerenbridge"])
@pytest.mark.parametrize("way", ["duck", "cheaply", "win", "finish"])
def test_orders_play_legal_moves_only_by_every_rule_set(key: str, way: str) -> None:
    by = rules(key, schedule=[4, 1])
    for game in positions(by, max(4, by.players[0]), f"orders {way}"):
        for seat in ohhell.to_act(game):
            orders = Orders(BidOrder(0, 1), hand=(HandOrder(way),))
            move = followed(game, seat, orders)
            assert move is None or move in ohhell.legal(game, seat)
            assert move is not None or isinstance(ohhell.legal(game, seat)[0], Bid)


def test_the_planner_leaves_orders_that_fit_its_bid() -> None:
    planner = ohhell.PERSONAS["planner"]
    hands = ("AS KS 2C 3C 4C 5C", "8H 3D 4D 6C 7C 8C", "AH 5H 2H 9C TC JC")
    bids = {0: HandOrder("duck", made=True), 2: HandOrder("cards", cards("AS KS")), 6: HandOrder("win"), 7: None}

    for bid, wanted in bids.items():
        game = dealt(one_hand(6, dealer_bid="free"), *hands, turned="QS")
        game = bid_all(game, min(bid, 6))
        left = planner(ohhell.view(game, 0)).hand
        assert wanted is None or wanted in left


def test_the_planner_leaves_a_lost_or_a_short_hand_to_others() -> None:
    game = bid_all(dealt(one_hand(3), *HANDS, turned="JS"), 1)

    assert ohhell.PERSONAS["planner"](ohhell.view(game, 0)) == Orders(hand=(HandOrder("finish"),))
    assert ohhell.PERSONAS["planner"](ohhell.view(game, 1)) == Orders()
