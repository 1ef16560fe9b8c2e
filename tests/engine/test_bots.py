"""Bots are sensible, see only a view, and say the same to the same view."""

import pytest

from service.engine import ohhell
from service.engine.ohhell import PRESETS, Bid, Play
from tests.engine.playing import bid_all, card, dealt, finish, one_hand, play_all, positions, rules


def points_a_hand(key: str, bots: dict[int, str], games: int = 6) -> tuple[float, float]:
    """Points a hand of the steady seats and of the random ones, over some games."""
    players = max(4, PRESETS[key].players[0])
    sums, hands = [0] * players, 0
    for number in range(games):
        results = finish(PRESETS[key], players, f"bots {number}", bots).results
        hands += len(results)
        sums = [total + sum(result.points[seat] for result in results) for seat, total in enumerate(sums)]
    steady = [total / hands for seat, total in enumerate(sums) if bots.get(seat) == "steady"]
    others = [total / hands for seat, total in enumerate(sums) if bots.get(seat) != "steady"]
    return sum(steady) / len(steady), sum(others) / len(others)


def test_the_steady_bot_scores_twice_what_random_play_does() -> None:
    steady, others = points_a_hand("classic", {0: "steady", 2: "steady"}, games=20)

    assert steady > 5
    assert steady > 2 * others


@pytest.mark.no_cover  # long walks; the tests beside measure the same lines
@pytest.mark.parametrize("key", PRESETS)
def test_the_steady_bot_beats_random_play_by_every_rule_set(key: str) -> None:
    steady, others = points_a_hand(key, {0: "steady", 2: "steady"})

    assert steady > others + 1.5


def test_a_bot_says_the_same_to_the_same_view() -> None:
    for game in positions(rules(schedule=[4]), 4, "same"):
        for seat in ohhell.to_act(game):
            assert ohhell.choose(ohhell.view(game, seat)) == ohhell.choose(ohhell.view(game, seat))


def test_a_bot_bids_high_on_high_trumps() -> None:
    game = dealt(one_hand(3), "AS KS QS", "2D 3D 4D", "5D 6D 7D", turned="JS")

    assert ohhell.choose(ohhell.view(game, 0)) == Bid(3)


def test_a_bot_bids_nothing_on_nothing() -> None:
    game = dealt(one_hand(3), "2C 3D 2D", "4D 5D 6D", "7D 8D 9D", turned="JS")

    assert ohhell.choose(ohhell.view(game, 0)) == Bid(0)


def test_a_bot_that_still_needs_a_trick_wins_it() -> None:
    game = dealt(one_hand(2, dealer_bid="free"), "9H 2C", "8H 3C", "AH 2H", turned="JS")
    game = play_all(bid_all(game, 0, 0, 2), "9H 8H")

    assert ohhell.choose(ohhell.view(game, 2)) == Play(card("AH"))


def test_a_bot_that_wants_no_trick_ducks() -> None:
    game = dealt(one_hand(2), "9H 2C", "8H 3C", "AH 2H", turned="JS")
    game = play_all(bid_all(game, 1, 0, 0), "9H 8H")

    assert ohhell.choose(ohhell.view(game, 2)) == Play(card("2H"))


def test_a_bot_on_the_forehead_bids_by_the_cards_it_sees() -> None:
    by = one_hand(1, one_card="forehead", dealer_bid="free")

    assert ohhell.choose(ohhell.view(dealt(by, "2C", "3D", "4D", turned="5S"), 0)) == Bid(1)
    assert ohhell.choose(ohhell.view(dealt(by, "2C", "AS", "4D", turned="5S"), 0)) == Bid(0)


def test_a_bot_that_sees_its_shown_card_bids_by_it() -> None:
    by = one_hand(1, one_card="forehead", dealer_bid="free", trump="last_dealt")

    assert ohhell.choose(ohhell.view(bid_all(dealt(by, "2C", "3D", "2S"), 0, 0), 2)) == Bid(1)
    assert ohhell.choose(ohhell.view(bid_all(dealt(by, "2C", "4S", "2S"), 0, 0), 2)) == Bid(0)


def test_a_bot_leaves_the_bid_it_could_change() -> None:
    game = bid_all(dealt(one_hand(1, bid_change="until_next_bids"), "2C", "3C", "4C", turned="AS"), 1)

    assert ohhell.choose(ohhell.view(game, 0)) == Bid(1)


def test_a_bot_with_nothing_to_do_says_so() -> None:
    game = dealt(one_hand(1), "2C", "3C", "4C", turned="AS")

    for view in (ohhell.view(game, 1), ohhell.view(game, None), ohhell.view(ohhell.start(rules(), 4, 0), 0)):
        with pytest.raises(ValueError, match="nothing to choose"):
            ohhell.choose(view)


def test_the_random_bot_takes_what_the_dice_say() -> None:
    view = ohhell.view(dealt(one_hand(1), "2C", "3C", "4C", turned="AS"), 0)

    assert ohhell.BOTS["random"](view, lambda sides: 0) == Bid(0)
    assert ohhell.BOTS["random"](view, lambda sides: sides - 1) == Bid(1)
