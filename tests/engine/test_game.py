"""A game from its start to its places: the order of things, resuming, ties and tie-breaks."""

import json
from typing import Any

import pytest

from service.engine import ohhell
from service.engine.ohhell import PRESETS, Bid, Game, Play, Result
from service.engine.ohhell.standings import places_of, tied_for_first, totals_of
from tests.engine.playing import bid_all, card, cards, deal_next, dealt, finish, one_hand, play_all, positions, rules

TIE = "denexa"


def result(number: int, points: tuple[int, ...], seats: tuple[int, ...] | None = None, dealer: int = 0) -> Result:
    nothing = (0,) * len(points)
    return Result(number, 1, dealer, seats or tuple(range(len(points))), None, None, nothing, nothing, points)


def test_a_whole_hand_is_counted_by_hand() -> None:
    game = dealt(one_hand(3), "2C 3H AS", "2D AH 4D", "9C 4H 5H", turned="AC")
    game = play_all(bid_all(game, 1, 1, 0), "AS 2D 9C 4H 3H AH 4D 5H 2C")

    assert game.results == (Result(1, 3, 2, (0, 1, 2), card("AC"), "C", (1, 1, 0), (1, 1, 1), (11, 11, 0)),)
    assert ohhell.over(game)
    assert ohhell.totals(game) == (11, 11, 0)
    assert ohhell.places(game) == (1, 1, 3)


def test_nothing_is_waited_for_before_the_deal_and_after_the_end() -> None:
    game = ohhell.start(rules(), 4, 2)

    assert ohhell.to_act(game) == ()
    assert ohhell.legal(game, 3) == ()
    assert ohhell.due(game) == (1, 7, 2, (3, 0, 1, 2), False)
    assert ohhell.to_act(finish(one_hand(1), 3, "end")) == ()


def test_decisions_are_counted_by_seat_and_hand() -> None:
    game = ohhell.start(rules(schedule=[2, 1]), 3, 2)
    assert ohhell.decision(game, 0) == (1, 0)
    game = ohhell.deal_hands(game, [cards("2C 3C"), cards("4C 5C"), cards("6C 7C")], card("AS"))
    assert ohhell.decision(game, 0) == (1, 0)
    game = bid_all(game, 0, 0, 0)
    assert ohhell.decision(game, 0) == (1, 1)
    game = play_all(game, "2C")
    assert (ohhell.decision(game, 0), ohhell.decision(game, 1)) == ((1, 2), (1, 1))
    game = play_all(game, "4C 6C 7C 3C 5C")
    assert ohhell.decision(game, 0) == (2, 0)


def test_a_game_never_changes_under_a_move() -> None:
    game = dealt(one_hand(1), "2C", "3C", "4C", turned="AS")
    before = repr(game)

    later = ohhell.apply(game, 0, Bid(1))

    assert repr(game) == before
    assert later != game
    assert later == ohhell.apply(game, 0, Bid(1))
    assert hash(later) == hash(ohhell.apply(game, 0, Bid(1)))


@pytest.mark.parametrize("key", ["classic", "denexa", "boerenbridge"])
def test_a_game_resumed_from_its_results_goes_on_as_it_would_have(key: str) -> None:
    whole = list(positions(rules(key, schedule=[2, 1, 3]), 4, "resume"))
    between = [game for game in whole if game.hand is None and game.results]

    for game in between:
        resumed = ohhell.resume(game.rules, game.players, game.dealer, game.results)
        assert resumed == game._replace(sheet=game.sheet._replace(previous=None))
        assert ohhell.due(resumed) == ohhell.due(game)
        if ohhell.due(game):
            assert deal_next(resumed, "on").hand == deal_next(game, "on").hand


def test_results_may_pass_through_json() -> None:
    results = finish(rules(schedule=[2, 1]), 3, "json").results

    rows: list[list[Any]] = json.loads(json.dumps(results))

    assert (
        tuple(Result._make(tuple(part) if isinstance(part, list) else part for part in row) for row in rows) == results
    )


def test_equal_totals_share_the_place() -> None:
    assert places_of((result(1, (10, 20, 20, 5)),), 4, 1) == (3, 1, 1, 4)


def test_the_highest_total_wins_even_a_negative_one() -> None:
    assert places_of((result(1, (-10, -30, -20)),), 3, 1) == (1, 3, 2)


def test_a_shared_first_place_stays_shared_without_a_tiebreak_rule() -> None:
    assert tied_for_first(PRESETS["classic"], (result(1, (5, 5, 0)),), 3, 1) == ()


def resumed(*results: Result) -> Game:
    """A game of one scheduled hand that these results have come from, with ties to be broken."""
    return ohhell.resume(one_hand(1, TIE), len(results[0].points), 0, results)


def test_only_those_tied_for_first_play_a_one_card_hand() -> None:
    due = ohhell.due(resumed(result(1, (10, -10, 10, 10))))

    assert due is not None
    assert due == (2, 1, 2, (3, 0, 2), True)


@pytest.mark.parametrize(("last", "dealer"), [(0, 2), (1, 2), (2, 3), (3, 0)])
def test_the_next_of_them_clockwise_deals_the_tiebreak(last: int, dealer: int) -> None:
    due = ohhell.due(resumed(result(1, (10, -10, 10, 10), dealer=last)))

    assert due is not None
    assert due.dealer == dealer
    assert due.seats[-1] == dealer


def test_no_tie_for_first_means_no_more_hands() -> None:
    game = resumed(result(1, (10, -10, -10)))

    assert ohhell.over(game)
    assert ohhell.places(game) == (1, 2, 2)


def test_a_tiebreak_hand_is_played_by_the_tied_alone() -> None:
    game = ohhell.deal_hands(resumed(result(1, (10, -10, 10))), [cards("2C"), (), cards("3C")], card("AS"))

    assert ohhell.to_act(game) == (0,)
    assert ohhell.legal(game, 1) == ()
    assert ohhell.decision(game, 1) == (2, 0)
    game = play_all(bid_all(game, 0, 2), "2C 3C")
    assert game.results[1] == Result(2, 1, 2, (0, 2), card("AS"), "S", (0, None, 2), (0, 0, 1), (10, 0, -10))
    assert ohhell.over(game)
    assert ohhell.totals(game) == (10, -10, 10)
    assert ohhell.places(game) == (1, 3, 2)


def test_a_tiebreak_is_repeated_among_those_still_tied() -> None:
    due = ohhell.due(resumed(result(1, (10, 10, 10, 0)), result(2, (0, 10, 10, 0), (2, 0, 1), dealer=1)))

    assert due == (3, 1, 2, (1, 2), True)


def test_who_lost_a_tiebreak_stands_behind_the_tied_and_before_the_rest() -> None:
    game = resumed(
        result(1, (10, 10, 10, 0)), result(2, (-30, 10, 10, 0), (2, 0, 1)), result(3, (0, -20, -10, 0), (1, 2))
    )

    assert ohhell.over(game)
    assert ohhell.places(game) == (3, 2, 1, 4)
    assert ohhell.totals(game) == (10, 10, 10, 0)


def test_after_ten_tiebreaks_the_place_is_shared() -> None:
    breaks = [result(number, (10, 10, 0), (0, 1)) for number in range(2, 12)]
    first = result(1, (10, 10, 0))

    assert ohhell.due(resumed(first, *breaks[:9])) is not None
    game = resumed(first, *breaks)
    assert ohhell.over(game)
    assert ohhell.places(game) == (1, 1, 3)


def test_tiebreak_points_change_no_total() -> None:
    assert totals_of((result(1, (1, 2)), result(2, (100, 0))), 2, 1) == (1, 2)


def forehead(**axes: Any) -> Game:
    return dealt(one_hand(1, one_card="forehead", dealer_bid="free", **axes), "KH", "AH", "2C", turned="AS")


def test_a_one_card_hand_on_the_forehead_plays_itself() -> None:
    game = bid_all(forehead(), 0, 1, 0)

    assert ohhell.over(game)
    assert game.results[0].taken == (0, 1, 0)
    assert game.previous is not None
    assert ohhell.plays(game.previous) == ((0, card("KH")), (1, card("AH")), (2, card("2C")))


def test_nobody_plays_a_card_of_such_a_hand_by_a_move() -> None:
    game = bid_all(forehead(), 0, 1)

    assert ohhell.automatic(game.rules, 1)
    assert not ohhell.automatic(game.rules, 2)
    assert all(isinstance(move, Bid) for seat in range(3) for move in ohhell.legal(game, seat))
    with pytest.raises(ohhell.Forbidden):
        ohhell.apply(game, 2, Play(card("2C")))


def test_longer_hands_are_held_as_ever() -> None:
    by = one_hand(2, one_card="forehead")
    game = bid_all(dealt(by, "KH 2H", "AH 3H", "2C 3C", turned="AS"), 0, 0, 0)

    assert ohhell.to_act(game) == (0,)
