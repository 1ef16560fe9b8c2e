"""Whatever axes are put together, a game is played by the rules and comes to its end."""

from collections.abc import Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st

from service.engine import ohhell
from service.engine.ohhell import Bid, Card, Forbidden, Game, Move, Play, Rules
from service.engine.ohhell.hand import Hand, held, plays
from tests.engine import plainly
from tests.engine.playing import finish, positions
from tests.engine.tables import tables

pytestmark = pytest.mark.no_cover  # long walks; the tests beside measure the same lines

SEEDS = st.integers(0, 10**6)
EVERY_MOVE: list[Move] = [*(Bid(value) for value in range(-1, 25)), *(Play(card) for card in range(-1, 105))]


def holding(hand: Hand, seat: int) -> list[Card]:
    played = {card for _, card in plays(hand)}
    return [card for card in hand.deal.dealt[seat] if card not in played]


def by_the_book(game: Game, hand: Hand, seat: int) -> set[Move]:
    """What the seat, being in turn, may do by the rules in plain words."""
    deal, trump = hand.deal, hand.deal.trump
    if hand.to_bid:
        others = sum(bid or 0 for bid in hand.bids)
        last = seat == deal.dealer and game.rules.bid_order == "sequential"
        return {Bid(value) for value in plainly.may_bid(game.rules, deal.size, others, last)}
    mine = holding(hand, seat)
    if hand.trick:
        return {Play(card) for card in plainly.may_follow(game.rules, trump, mine, hand.trick)}
    return {Play(card) for card in plainly.may_lead(game.rules, trump, mine, [card for _, card in plays(hand)])}


@given(tables(), SEEDS)
def test_who_is_in_turn_may_do_what_the_rules_say(table: tuple[Rules, int], seed: int) -> None:
    for game in positions(*table, str(seed)):
        for seat in ohhell.to_act(game):
            assert game.hand is not None
            listed = ohhell.legal(game, seat)
            assert len(set(listed)) == len(listed) > 0
            assert set(listed) == by_the_book(game, game.hand, seat)


def accepted(game: Game, seat: int) -> set[Move]:
    """The moves that `apply` takes from this seat, of all there are; a refusal must give a short reason."""
    good = set()
    for move in EVERY_MOVE:
        try:
            ohhell.apply(game, seat, move)
            good.add(move)
        except Forbidden as refusal:
            assert 5 < len(refusal.reason) < 120
    return good


@given(tables(), SEEDS, st.integers(0, 40))
def test_apply_accepts_exactly_what_legal_lists(table: tuple[Rules, int], seed: int, skip: int) -> None:
    _, players = table

    for number, game in enumerate(positions(*table, str(seed))):
        if number % 41 == skip:
            for seat in range(-2, players + 1):
                assert accepted(game, seat) == set(ohhell.legal(game, seat))


def bids_may_change(game: Game, hand: Hand) -> Iterator[int]:
    """The seats that may change a bid, by the rules in plain words."""
    if game.rules.bid_change == "until_next_bids" and game.rules.bid_order == "sequential" and hand.to_bid:
        made = [seat for seat in hand.deal.seats if hand.bids[seat] is not None]
        yield from made[-1:]


@given(tables(bid_change="until_next_bids"), SEEDS)
def test_only_the_last_bidder_may_change_a_bid_out_of_turn(table: tuple[Rules, int], seed: int) -> None:
    for game in positions(*table, str(seed)):
        if game.hand:
            out_of_turn = set(range(game.players)) - set(ohhell.to_act(game))
            changing = set(bids_may_change(game, game.hand))
            assert {seat for seat in out_of_turn if ohhell.legal(game, seat)} == changing
            for seat in changing:
                assert ohhell.legal(game, seat) == tuple(Bid(value) for value in range(game.hand.deal.size + 1))


@given(tables(), SEEDS)
def test_cards_are_neither_lost_nor_made(table: tuple[Rules, int], seed: int) -> None:
    for game in positions(*table, str(seed)):
        if game.hand:
            dealt = [card for cards in game.hand.deal.dealt for card in cards]
            in_hands = [card for seat in range(game.players) for card in holding(game.hand, seat)]
            assert sorted(in_hands + [card for _, card in plays(game.hand)]) == sorted(dealt)
            assert sum(held(game.hand, seat).bit_count() for seat in range(game.players)) == len(in_hands)


@given(tables(), SEEDS)
def test_the_winner_by_the_rules_takes_the_trick_and_leads(table: tuple[Rules, int], seed: int) -> None:
    for game in positions(*table, str(seed)):
        hand = game.hand or game.previous
        if hand is None:
            continue
        leader = hand.deal.seats[0]
        for trick in hand.tricks:
            assert trick.leader == leader
            order = hand.deal.seats[hand.deal.seats.index(leader) :] + hand.deal.seats[: hand.deal.seats.index(leader)]
            leader = order[plainly.winner(game.rules, hand.deal.trump, trick.cards)]
            assert trick.winner == leader
        if game.hand and not game.hand.to_bid and not game.hand.trick:
            assert ohhell.to_act(game) == (leader,)


@given(tables(), SEEDS)
def test_every_game_ends_with_all_its_hands_counted(table: tuple[Rules, int], seed: int) -> None:
    by, players = table

    game = finish(by, players, str(seed))

    scheduled = ohhell.sizes(by, players)
    assert ohhell.over(game)
    assert tuple(result.size for result in game.results[: len(scheduled)]) == scheduled
    assert len(game.results) <= len(scheduled) + 10
    assert by.tie == "one_card_hand" or len(game.results) == len(scheduled)
    for result in game.results:
        assert sum(result.taken) == result.size
        for seat in result.seats:
            bid = result.bids[seat]
            assert bid is not None
            assert result.points[seat] == by.score.points(bid, result.taken[seat])
    assert min(ohhell.places(game)) == 1


@given(tables(), SEEDS)
def test_a_game_resumed_between_hands_equals_the_game_played_through(table: tuple[Rules, int], seed: int) -> None:
    for game in positions(*table, str(seed)):
        if game.hand is None:
            resumed = ohhell.resume(game.rules, game.players, game.dealer, game.results)
            assert resumed == game._replace(sheet=game.sheet._replace(previous=None))
            assert ohhell.due(resumed) == ohhell.due(game)
            assert ohhell.over(resumed) == ohhell.over(game)


@given(tables(), SEEDS)
def test_the_steady_bot_always_has_a_legal_move(table: tuple[Rules, int], seed: int) -> None:
    by, players = table

    assert ohhell.over(finish(by, players, str(seed), dict.fromkeys(range(0, players, 2), "steady")))
