"""Bids that may be changed, and bids that are made at once."""

import pytest

from service.engine import ohhell
from service.play import turns
from service.play.errors import TurnOver
from service.store import queries
from service.store.tables import Turn
from service.world import World
from tests.support.worlds import Friends, friends, mails, posted


def changeable(world: World) -> Friends:
    return friends(world, "Ann Bob Cyd", ohhell.rules_from({"key": "blackout", "schedule": [3, 2]}))


def at_once(world: World) -> Friends:
    axes = {"key": "classic", "schedule": [2, 1], "bid_order": "simultaneous", "dealer_bid": "free"}
    return friends(world, "Ann Bob Cyd", ohhell.rules_from(axes))


def open_turns(game: Friends) -> list[Turn]:
    with game.world.reading() as session:
        return list(queries.open_turns(session, game.table.id))


def test_a_bid_may_be_changed_until_the_next_is_accepted(world: World) -> None:
    game = changeable(world)
    first, token = game.waited_for(), game.token()
    turns.answer(world, token, "1")
    assert turns.look(world, token).may_change

    turns.answer(world, token, "2")

    hand = game.table.view(None).hand
    assert hand is not None and hand.bids[first] == 2
    assert [(row.decision, row.move) for row in game.log] == [(0, "1"), (0, "2")]


def test_the_next_bidder_is_told_of_a_change_and_keeps_the_turn(world: World) -> None:
    game = changeable(world)
    token = game.token()
    turns.answer(world, token, "1")
    following = game.waited_for()
    posted(world)
    before = open_turns(game)

    turns.answer(world, token, "3")

    told = mails(world, "bid-changed")
    assert [(mail.seat, mail.details["bid"]) for mail in told] == [(following, 3)]
    assert open_turns(game) == before


def test_the_same_bid_again_by_the_same_link_plays_nothing(world: World) -> None:
    game = changeable(world)
    token = game.token()
    turns.answer(world, token, "1")

    with pytest.raises(TurnOver):
        turns.answer(world, token, "1")

    assert len(game.log) == 1


def test_the_next_bid_shuts_the_window(world: World) -> None:
    game = changeable(world)
    token = game.token()
    turns.answer(world, token, "1")
    turns.answer(world, game.token(), "0")

    with pytest.raises(TurnOver):
        turns.answer(world, token, "2")


def test_the_dealers_bid_is_final_at_once(world: World) -> None:
    game = changeable(world)
    turns.answer(world, game.token(), "1")
    turns.answer(world, game.token(), "1")
    dealers = game.token()
    turns.answer(world, dealers, "0")

    with pytest.raises(TurnOver):
        turns.look(world, dealers)


def test_the_forbidden_number_is_worked_out_at_the_dealers_turn(world: World) -> None:
    game = changeable(world)
    turns.answer(world, game.token(), "1")
    second = game.token()
    turns.answer(world, second, "0")
    assert ohhell.Bid(2) not in game.legal()

    turns.answer(world, second, "1")

    assert ohhell.Bid(2) in game.legal() and ohhell.Bid(1) not in game.legal()


def test_everybody_is_asked_at_once_and_answers_in_any_order(world: World) -> None:
    game = at_once(world)
    assert sorted(turn.seat for turn in open_turns(game)) == [0, 1, 2]
    tokens = {seat: game.token(seat) for seat in range(3)}

    for seat in (2, 0):
        turns.answer(world, tokens[seat], "1")
        hand = game.table.view(1).hand
        assert hand is not None and hand.bids == (None, None, None)
    turns.answer(world, tokens[1], "0")

    hand = game.table.view(1).hand
    assert hand is not None and hand.bids == (1, 0, 1)
    assert len(mails(world, "turn")) == 4


def test_a_bid_made_at_once_cannot_be_made_twice(world: World) -> None:
    game = at_once(world)
    token = game.token(1)
    turns.answer(world, token, "1")

    with pytest.raises(TurnOver):
        turns.answer(world, token, "0")

    assert [(row.seat, row.move) for row in game.log] == [(1, "1")]
