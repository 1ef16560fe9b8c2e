"""Which bids a seat may make."""

from typing import Any

import pytest

from service.engine import ohhell
from service.engine.ohhell import Bid, Forbidden, Game
from tests.engine.playing import bid_all, bids_of, dealt, one_hand

THREE_CARDS = ("2C 3C 4C", "2D 3D 4D", "2H 3H 4H")


def three(**axes: Any) -> Game:
    return dealt(one_hand(3, **axes), *THREE_CARDS, turned="AS")


def dealer_bids(game: Game) -> list[int]:
    return bids_of(ohhell.legal(game, 2))


def test_everyone_but_the_dealer_may_bid_from_none_to_the_whole_hand() -> None:
    game = three()

    assert bids_of(ohhell.legal(game, 0)) == [0, 1, 2, 3]
    assert bids_of(ohhell.legal(bid_all(game, 3), 1)) == [0, 1, 2, 3]


def test_bidding_starts_left_of_the_dealer_and_ends_with_the_dealer() -> None:
    game = dealt(one_hand(3), *THREE_CARDS, turned="AS", dealer=1)

    turns = [ohhell.to_act(game)]
    for _ in range(2):
        game = bid_all(game, 0)
        turns.append(ohhell.to_act(game))

    assert turns == [(2,), (0,), (1,)]


@pytest.mark.parametrize(
    ("others", "allowed"),
    [((0, 0), [0, 1, 2]), ((1, 0), [0, 1, 3]), ((1, 1), [0, 2, 3]), ((2, 1), [1, 2, 3]), ((3, 0), [1, 2, 3])],
)
def test_the_dealer_may_not_make_the_bids_come_out_even(others: tuple[int, int], allowed: list[int]) -> None:
    assert dealer_bids(bid_all(three(), *others)) == allowed


@pytest.mark.parametrize("others", [(3, 1), (2, 2), (3, 3)])
def test_the_dealer_is_free_when_the_others_already_bid_more_than_the_hand(others: tuple[int, int]) -> None:
    assert dealer_bids(bid_all(three(), *others)) == [0, 1, 2, 3]


@pytest.mark.parametrize(("others", "allowed"), [((0, 0), [0]), ((1, 0), [1]), ((0, 1), [1]), ((1, 1), [0, 1])])
def test_a_one_card_hand_leaves_the_dealer_one_bid(others: tuple[int, int], allowed: list[int]) -> None:
    game = dealt(one_hand(1), "2C", "3C", "4C", turned="AS")

    assert dealer_bids(bid_all(game, *others)) == allowed


@pytest.mark.parametrize(
    ("others", "allowed"),
    [
        ((0, 0), [4]),
        ((0, 1), [3]),
        ((1, 1), [2, 3]),
        ((3, 0), [1, 2, 3]),
        ((2, 2), [0, 1, 2, 3]),
        ((3, 3), [0, 1, 2, 3]),
    ],
)
def test_the_denexa_dealer_must_take_the_bids_over_the_hand(others: tuple[int, int], allowed: list[int]) -> None:
    assert dealer_bids(bid_all(three(key="denexa"), *others)) == allowed


def test_the_denexa_dealer_may_have_to_bid_more_than_the_hand_holds() -> None:
    game = bid_all(dealt(one_hand(1, "denexa"), "2C", "3C", "4C", turned="AS"), 0, 0)

    assert dealer_bids(game) == [2]
    assert ohhell.apply(game, 2, Bid(2)).hand is not None


@pytest.mark.parametrize(("above", "allowed"), [(2, [0, 1, 2]), (3, [0, 1, 2, 3])])
def test_the_hook_can_be_kept_to_hands_above_a_size(above: int, allowed: list[int]) -> None:
    assert dealer_bids(bid_all(three(hook_above=above), 0, 0)) == allowed


def test_the_over_bid_can_be_kept_to_hands_above_a_size() -> None:
    assert dealer_bids(bid_all(three(key="denexa", hook_above=3), 0, 0)) == [0, 1, 2, 3]


def test_a_dealer_without_a_rule_is_free() -> None:
    assert dealer_bids(bid_all(three(dealer_bid="free"), 0, 0)) == [0, 1, 2, 3]


def test_a_bid_stands_where_bids_never_change() -> None:
    game = bid_all(three(), 1)

    assert ohhell.legal(game, 0) == ()
    with pytest.raises(Forbidden, match="may not be changed"):
        ohhell.apply(game, 0, Bid(2))


def test_a_bid_may_be_changed_until_the_next_bid() -> None:
    game = bid_all(three(bid_change="until_next_bids"), 1)

    assert bids_of(ohhell.legal(game, 0)) == [0, 1, 2, 3]
    changed = ohhell.apply(game, 0, Bid(3))

    assert ohhell.to_act(changed) == (1,)
    assert ohhell.view(changed, 1).hand.bids == (3, None, None)  # type: ignore[union-attr]
    assert ohhell.legal(ohhell.apply(changed, 1, Bid(0)), 0) == ()


def test_a_bid_of_zero_may_be_changed_as_any_other() -> None:
    game = bid_all(three(bid_change="until_next_bids"), 0)

    changed = ohhell.apply(ohhell.apply(game, 0, Bid(2)), 0, Bid(0))

    assert ohhell.to_act(changed) == (1,)
    assert ohhell.to_act(bid_all(changed, 1)) == (2,)
    assert changed == game


def test_changing_a_bid_is_no_further_decision() -> None:
    game = bid_all(three(bid_change="until_next_bids"), 1)

    assert ohhell.decision(game, 0) == ohhell.decision(ohhell.apply(game, 0, Bid(2)), 0) == (1, 1)


def test_the_forbidden_number_is_worked_out_from_the_changed_bid() -> None:
    game = bid_all(three(bid_change="until_next_bids"), 1, 1)
    assert dealer_bids(game) == [0, 2, 3]

    changed = ohhell.apply(game, 1, Bid(2))

    assert dealer_bids(changed) == [1, 2, 3]
    assert ohhell.view(changed, 2).forbidden_bid == 0


def test_the_dealers_bid_is_final_at_once() -> None:
    game = bid_all(three(bid_change="until_next_bids"), 1, 1, 2)

    assert [bids for seat in range(3) for bids in ohhell.legal(game, seat) if isinstance(bids, Bid)] == []
    with pytest.raises(Forbidden, match="the bidding is over"):
        ohhell.apply(game, 2, Bid(0))


def test_bids_made_at_once_come_in_any_order_and_begin_the_play_when_all_are_in() -> None:
    game = three(bid_order="simultaneous", dealer_bid="free", bid_change="until_next_bids")
    assert ohhell.to_act(game) == (0, 1, 2)

    game = ohhell.apply(ohhell.apply(game, 2, Bid(3)), 0, Bid(0))
    assert ohhell.to_act(game) == (1,)
    assert ohhell.legal(game, 0) == ohhell.legal(game, 2) == ()
    game = ohhell.apply(game, 1, Bid(0))

    assert ohhell.to_act(game) == (0,)
    assert ohhell.view(game, None).hand.bids == (0, 0, 3)  # type: ignore[union-attr]


def test_a_bid_of_zero_is_a_bid() -> None:
    game = bid_all(three(), 0)
    seen = ohhell.view(game, None).hand
    assert seen is not None

    assert seen.bids == (0, None, None)
    assert seen.has_bid == (True, False, False)
    assert ohhell.to_act(game) == (1,)
    assert ohhell.decision(game, 0) == (1, 1)
