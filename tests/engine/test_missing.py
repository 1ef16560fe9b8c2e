"""The trick at which a missed bid became certain."""

from itertools import product

from hypothesis import given, settings
from hypothesis import strategies as st

from service.engine import ohhell
from tests.engine.playing import bid_all, dealt, one_hand, play_all, positions
from tests.engine.tables import tables

HANDS = ("9H 2C 3C", "8H 3D 4D", "AH 2H 5S")


def test_too_many_taken_and_too_few_left_are_told_by_the_trick() -> None:
    game = bid_all(dealt(one_hand(3), *HANDS, turned="JS"), 2, 1, 1)

    game = play_all(game, "9H 8H AH 5S 2C 3D 2H 3C 4D")

    assert game.previous is not None
    hand = ohhell.view(game, None).previous
    assert hand is not None and hand.taken == (0, 0, 3)
    assert ohhell.sure_misses(hand) == (2, 3, 2)


def test_a_bid_above_the_hand_is_missed_from_the_start() -> None:
    game = bid_all(dealt(one_hand(1, "denexa"), "2C", "3C", "4C", turned="AS"), 0, 0)

    game = play_all(bid_all(game, 2), "2C 3C 4C")

    hand = ohhell.view(game, None).previous
    assert hand is not None and ohhell.sure_misses(hand) == (None, None, 0)


@settings(max_examples=40)
@given(tables(trump="turn_up", schedule=[3]), st.integers(0, 10**6))
def test_a_bid_is_sure_to_be_missed_exactly_when_no_winners_of_the_tricks_left_can_make_it(
    table: tuple[ohhell.Rules, int], seed: int
) -> None:
    rules, players = table
    *_, last = positions(rules, players, f"missing {seed}")
    hand = ohhell.view(last, None).previous
    assert hand is not None and hand.points is not None
    winners = [trick.winner for trick in hand.tricks]

    for seat, since in enumerate(ohhell.sure_misses(hand)):
        bid = hand.bids[seat]
        endings = [product(range(players), repeat=hand.size - done) for done in range(hand.size + 1)]
        open_after = [
            any((*winners[:done], *rest).count(seat) == bid for rest in left) for done, left in enumerate(endings)
        ]
        assert (since is None) == (bid is None or bid == hand.taken[seat])
        assert since is None or open_after == [True] * since + [False] * (hand.size + 1 - since)
