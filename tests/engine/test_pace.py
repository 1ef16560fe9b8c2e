"""What plays itself: a single choice, the last trick, a hand whose points are sure."""

from collections.abc import Iterator

import pytest

from service.engine import ohhell
from service.engine.ohhell import PRESETS, Bid, Game, Play
from service.engine.ohhell.prose import why_settled
from tests.engine.playing import bid_all, card, dealt, one_hand, play_all, positions, rules

HANDS = ("9H 2C 3C", "8H 3D 4D", "AH 2H 5S")


def endings(game: Game) -> Iterator[ohhell.Result]:
    """Every way in which the hand in play can end."""
    if game.hand is None:
        yield game.results[-1]
        return
    seat = ohhell.to_act(game)[0]
    for move in ohhell.legal(game, seat):
        yield from endings(ohhell.apply(game, seat, move))


def test_a_seat_with_one_legal_card_is_forced_and_only_at_its_turn() -> None:
    game = play_all(bid_all(dealt(one_hand(3), *HANDS, turned="JS"), 1, 1, 0), "9H")

    assert ohhell.forced(game, 1) == Play(card("8H"))
    assert ohhell.forced(game, 0) is None and ohhell.forced(game, 2) is None


def test_a_seat_with_a_choice_is_not_forced() -> None:
    game = play_all(bid_all(dealt(one_hand(3), *HANDS, turned="JS"), 1, 1, 0), "9H 8H")

    assert ohhell.forced(game, 2) is None


def test_a_dealer_with_one_legal_bid_is_forced() -> None:
    game = bid_all(dealt(one_hand(1), "2C", "3C", "4C", turned="AS"), 0, 0)

    assert ohhell.forced(game, 2) == Bid(0)


def test_every_card_of_the_last_trick_is_forced() -> None:
    for game in positions(rules(schedule=[3]), 4, "last"):
        hand = game.hand
        if hand is not None and not hand.to_bid and len(hand.tricks) == 2:
            assert ohhell.forced(game, hand.turn) is not None


def test_a_hand_that_all_have_missed_is_settled_and_says_for_whom_and_why() -> None:
    game = bid_all(dealt(one_hand(3), "9H AC 3C", "8H 3D 4D", "AH 2H 5S", turned="JS"), 0, 3, 3)
    game = play_all(game, "9H 8H 2H")

    settlement = ohhell.settled(ohhell.view(game, None))

    assert settlement is not None and settlement.fates == ("over", "short", "short")
    assert why_settled(settlement, ("Ann", "Bob", "Cyd")) == (
        "Nobody’s points could change any more: Ann already took more tricks than bid and"
        " too few tricks were left for Bob and Cyd."
    )


def test_a_hand_goes_on_while_somebody_may_still_miss() -> None:
    game = bid_all(dealt(one_hand(3), "9H AC 3C", "8H 3D 4D", "AH 2H 5S", turned="JS"), 1, 3, 3)

    assert ohhell.settled(ohhell.view(play_all(game, "9H 8H 2H"), None)) is None


def test_a_hand_goes_on_where_every_trick_counts() -> None:
    game = bid_all(dealt(one_hand(3, "standard"), "9H AC 3C", "8H 3D 4D", "AH 2H 5S", turned="JS"), 0, 3, 3)

    assert ohhell.settled(ohhell.view(play_all(game, "9H 8H 2H"), None)) is None


def test_a_beaten_card_on_the_table_is_out_of_its_trick() -> None:
    game = bid_all(dealt(one_hand(2), "9H 2C", "8S 3D", "AH 4D", turned="JC"), 2, 2, 1)
    game = play_all(game, "9H 8S AH")

    assert ohhell.settled(ohhell.view(game, None)) is None
    assert ohhell.settled(ohhell.view(play_all(game, "4D"), None)) is None
    decided = ohhell.settled(ohhell.view(play_all(game, "4D 2C"), None))
    assert decided is not None and decided.fates == ("short", "short", "made")


def test_nothing_is_settled_before_the_first_card_and_after_the_last() -> None:
    game = dealt(one_hand(1), "2C", "3C", "4C", turned="AS")

    assert ohhell.settled(ohhell.view(game, None)) is None
    game = bid_all(game, 1, 1, 0)
    assert ohhell.settled(ohhell.view(play_all(game, "2C 3C 4C"), None)) is None


@pytest.mark.parametrize("key", ["classic", "denexa", "simple", "plump", "german-bridge", "boerenbridge"])
def test_a_settled_hand_ends_with_the_same_points_whatever_is_played(key: str) -> None:
    by, found = rules(key, schedule=[4] * 12), 0
    for game in positions(by, 4, f"settled {key}"):
        settlement = ohhell.settled(ohhell.view(game, None))
        if settlement is not None and game.hand is not None and len(game.hand.tricks) >= 2:
            found += 1
            ends = {
                (end.points, tuple(t == b for t, b in zip(end.taken, end.bids, strict=True))) for end in endings(game)
            }
            assert len(ends) == 1
    assert found or PRESETS[key].score.miss.per_off or key in {"plump", "german-bridge", "simple"}


def test_that_a_hand_is_settled_is_the_same_for_every_seat_and_can_be_told_afterwards() -> None:
    settlements = {}
    for game in positions(rules(schedule=[5] * 8), 4, "public"):
        told = {ohhell.settled(ohhell.view(game, seat)) for seat in (None, 0, 1, 2, 3)}
        assert len(told) == 1
        if (settlement := told.pop()) is not None:
            settlements.setdefault(len(game.results), settlement)
        finished = ohhell.view(game, None).previous
        if finished and game.hand and not any(game.hand.bids) and (known := settlements.get(len(game.results) - 1)):
            assert ohhell.settlement(game.rules, finished, known.plays) == known
    assert settlements


def test_a_settled_hand_is_played_out_from_the_first_legal_card() -> None:
    game = bid_all(dealt(one_hand(3), "9H AC 3C", "8H 3D 4D", "AH 2H 5S", turned="JS"), 0, 3, 3)
    game = play_all(game, "9H 8H 2H")

    assert ohhell.settled_play(ohhell.view(game, 0)) == Play(card("3C"))
