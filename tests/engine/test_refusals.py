"""A move that is not legal is refused in a player's words, naming the rule."""

from typing import Any

import pytest

from service.engine import ohhell
from service.engine.kernel import Refused
from service.engine.ohhell import Bid, Forbidden, Game, Move, Play
from tests.engine.playing import bid_all, card, dealt, finish, one_hand, play_all, rules


def refused(game: Game, seat: int, move: Move) -> str:
    with pytest.raises(Forbidden) as refusal:
        ohhell.apply(game, seat, move)
    assert isinstance(refusal.value, Refused)
    assert refusal.value.reason == str(refusal.value)
    return refusal.value.reason


def at_bids(**axes: Any) -> Game:
    return dealt(one_hand(3, **axes), "2C 3H AS", "2D 3C 4D", "2H 4H 5H", turned="AC")


def at_lead(**axes: Any) -> Game:
    return bid_all(at_bids(**axes), 0, 0, 0)


@pytest.mark.parametrize("value", [-1, 4, 99])
def test_a_bid_out_of_range_is_told_the_range(value: int) -> None:
    assert refused(at_bids(), 0, Bid(value)) == "bid from 0 to 3, the cards in a hand"


def test_the_hook_names_the_bid_and_the_tricks() -> None:
    game = bid_all(at_bids(), 1, 0)

    assert refused(game, 2, Bid(2)) == "the hook: the dealer may not bid 2, the bids would add up to the 3 tricks"
    assert refused(game, 2, Bid(4)) == "bid from 0 to 3, the cards in a hand"


def test_the_hook_speaks_of_one_trick_in_the_singular() -> None:
    game = bid_all(dealt(one_hand(1), "2C", "3C", "4C", turned="AC"), 0, 0)

    assert refused(game, 2, Bid(1)).endswith("would add up to the 1 trick")


def test_an_under_bid_where_the_dealer_must_go_over_names_the_bids() -> None:
    game = at_bids(key="denexa")

    assert "must bid 2 to 3: the bids must add up to more than the 3 tricks" in refused(bid_all(game, 1, 1), 2, Bid(1))
    assert "must bid 4:" in refused(bid_all(game, 0, 0), 2, Bid(3))


def test_a_bid_out_of_turn_is_refused() -> None:
    assert refused(at_bids(), 1, Bid(1)) == "it is not your turn to bid"


def test_a_second_bid_is_refused_with_the_reason_it_stands() -> None:
    assert refused(bid_all(at_bids(), 1), 0, Bid(1)) == "you have bid, and a bid may not be changed"
    late = bid_all(at_bids(bid_change="until_next_bids"), 1, 1)
    assert refused(late, 0, Bid(1)) == "your bid stands: the next player has bid"
    sealed = bid_all(at_bids(bid_order="simultaneous", dealer_bid="free", bid_change="until_next_bids"), 1)
    assert refused(sealed, 0, Bid(1)) == "you have bid, and a bid may not be changed"


def test_a_card_before_the_bids_are_in_is_refused() -> None:
    assert refused(at_bids(), 0, Play(card("2C"))) == "everyone bids before the first card is played"


def test_a_bid_after_the_bidding_is_refused() -> None:
    assert refused(at_lead(), 0, Bid(0)) == "the bidding is over: play a card"


def test_a_card_out_of_turn_is_refused() -> None:
    assert refused(at_lead(), 1, Play(card("2D"))) == "it is not your turn"


def test_a_card_not_held_is_refused() -> None:
    assert refused(at_lead(), 0, Play(card("QH"))) == "you do not hold the queen of hearts"
    assert refused(play_all(at_lead(), "3H 3C 2H"), 1, Play(card("3C"))) == "you do not hold the three of clubs"


@pytest.mark.parametrize("number", [-1, 52, 1000])
def test_a_number_that_is_no_card_here_is_refused(number: int) -> None:
    refused(at_lead(), 0, Play(number))


def test_not_following_suit_names_the_suit() -> None:
    game = play_all(at_lead(), "2C")

    assert refused(game, 1, Play(card("2D"))) == "follow suit: you still hold a club"


def test_not_trumping_names_trump() -> None:
    game = play_all(at_lead(void_play="must_trump"), "AS")

    assert refused(game, 1, Play(card("2D"))) == "you must trump: you hold no spade but a club, which is trump"


def test_not_beating_names_the_card_to_beat() -> None:
    game = dealt(one_hand(2, must_beat="S"), "9S 2C", "3S KS", "4S 5S", turned="AC")
    game = play_all(bid_all(game, 0, 0, 0), "9S")

    assert refused(game, 1, Play(card("3S"))) == "beat the nine of spades if you can: you hold a higher spade"


def test_leading_trump_too_soon_names_the_suit() -> None:
    assert refused(at_lead(trump_lead="after_broken"), 0, Play(card("2C"))) == (
        "trump is not broken: lead another suit than clubs"
    )


def test_between_hands_and_after_the_game_nothing_is_played() -> None:
    assert refused(ohhell.start(rules(), 3, 0), 0, Bid(0)) == "the next hand has not been dealt yet"
    assert refused(finish(one_hand(1), 3, "over"), 0, Bid(0)) == "the game is over"


def test_a_seat_that_is_not_there_is_refused() -> None:
    assert refused(at_bids(), 7, Bid(0)) == "you are not in this hand"
    assert refused(at_bids(), -1, Bid(0)) == "you are not in this hand"
    assert ohhell.legal(at_bids(), 7) == ohhell.legal(at_bids(), -1) == ohhell.legal(at_bids(), -2) == ()
