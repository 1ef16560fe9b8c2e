"""A view shows what a seat may see and nothing else."""

import dataclasses
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from service.engine import ohhell
from service.engine.ohhell import Bid, Card, Forbidden, Game, HandView, Move, Rules, View
from tests.engine.playing import bid_all, card, cards, deal_next, dealt, loaded_dice, one_hand, play_all, rules
from tests.engine.tables import tables


def hand_of(view: View) -> HandView:
    assert view.hand is not None
    return view.hand


def two_cards(**axes: Any) -> Game:
    return dealt(one_hand(2, **axes), "2C AH", "3C 4C", "KH 6C", turned="5D")


def test_a_seat_sees_its_own_hand_sorted_and_no_other() -> None:
    game = two_cards()

    assert hand_of(ohhell.view(game, 0)).seen == (cards("AH 2C"), None, None)
    assert hand_of(ohhell.view(game, 2)).seen == (None, None, cards("KH 6C"))
    assert hand_of(ohhell.view(game, None)).seen == (None, None, None)


def test_an_onlooker_has_nothing_to_do() -> None:
    game = two_cards()

    assert ohhell.view(game, None).legal == ()
    assert ohhell.view(game, None).to_act == (0,)
    assert ohhell.view(game, 0).legal == ohhell.legal(game, 0)


def test_the_tricks_are_told_in_order_with_the_one_in_play_last() -> None:
    hand = hand_of(ohhell.view(play_all(bid_all(two_cards(), 0, 0, 0), "AH 3C KH 2C"), 1))

    first, second = hand.tricks
    assert (first.leader, first.winner) == (0, 0)
    assert first.cards == tuple(zip((0, 1, 2), cards("AH 3C KH"), strict=True))
    assert (second.leader, second.winner, second.cards) == (0, None, ((0, card("2C")),))
    assert hand.taken == (1, 0, 0)


def test_there_is_no_trick_while_bids_are_made() -> None:
    assert hand_of(ohhell.view(two_cards(), 0)).tricks == ()


def test_a_finished_hand_is_open_to_all() -> None:
    view = ohhell.view(play_all(bid_all(two_cards(), 0, 0, 0), "AH 3C KH 2C 4C 6C"), None)

    assert view.hand is None
    assert view.previous is not None
    assert view.previous.dealt == (cards("2C AH"), cards("3C 4C"), cards("KH 6C"))
    assert view.previous.seen == ((), (), ())
    assert view.previous.points == (0, 10, 0)
    assert [trick.winner for trick in view.previous.tricks] == [0, 2]
    assert (view.over, view.totals, view.places) == (True, (0, 10, 0), (2, 1, 2))


def test_nobody_has_a_place_before_the_end() -> None:
    view = ohhell.view(two_cards(), 0)

    assert (view.over, view.places, view.totals) == (False, None, (0, 0, 0))
    assert hand_of(view).points is None
    assert hand_of(view).dealt is None


def test_the_dealer_is_told_the_forbidden_bid_at_their_turn_only() -> None:
    game = two_cards()
    late = bid_all(game, 0, 1)

    assert ohhell.view(game, 2).forbidden_bid is None
    assert [ohhell.view(late, seat).forbidden_bid for seat in (0, 1, 2, None)] == [None, None, 1, None]
    assert ohhell.view(bid_all(game, 2, 1), 2).forbidden_bid is None
    assert ohhell.view(bid_all(two_cards(key="denexa"), 0, 1), 2).forbidden_bid is None
    assert ohhell.view(bid_all(two_cards(hook_above=2), 0, 1), 2).forbidden_bid is None
    assert ohhell.view(bid_all(late, 2), 2).forbidden_bid is None


def test_nobody_sees_another_bid_made_at_once_before_all_are_in() -> None:
    game = two_cards(bid_order="simultaneous", dealer_bid="free")
    game = ohhell.apply(ohhell.apply(game, 1, Bid(2)), 2, Bid(0))

    assert hand_of(ohhell.view(game, 0)).bids == (None, None, None)
    assert hand_of(ohhell.view(game, 1)).bids == (None, 2, None)
    assert hand_of(ohhell.view(game, None)).has_bid == (False, True, True)
    assert hand_of(ohhell.view(ohhell.apply(game, 0, Bid(1)), None)).bids == (1, 2, 0)


def test_on_the_forehead_you_see_every_card_but_your_own() -> None:
    game = dealt(one_hand(1, one_card="forehead"), "KH", "AH", "2C", turned="AS")

    assert hand_of(ohhell.view(game, 1)).seen == (cards("KH"), None, cards("2C"))
    assert hand_of(ohhell.view(game, None)).seen == (None, None, None)


def test_on_the_forehead_the_dealers_shown_card_is_known_to_the_dealer_too() -> None:
    game = dealt(one_hand(1, one_card="forehead", trump="last_dealt"), "KH", "AH", "2C")

    assert hand_of(ohhell.view(game, 2)).seen == (cards("KH"), cards("AH"), None)
    assert hand_of(ohhell.view(game, 2)).shown == ((2, card("2C")),)


def test_who_is_not_in_a_tiebreak_looks_on() -> None:
    by = rules("denexa", schedule=[1], one_card="forehead")
    tied = (ohhell.Result(1, 1, 0, (1, 2, 0), None, None, (0,) * 3, (0,) * 3, (10, 0, 10)),)
    game = ohhell.deal_hands(ohhell.resume(by, 3, 0, tied), [cards("2C"), (), cards("3C")], card("AS"))

    hand = hand_of(ohhell.view(game, 1))

    assert hand.tiebreak
    assert hand.seen == (None, (), None)
    assert hand_of(ohhell.view(game, 0)).seen == (None, (), cards("3C"))


def test_a_view_holds_no_more_than_it_names() -> None:
    assert {field.name for field in dataclasses.fields(View)} == {
        *("seat", "rules", "players", "sizes", "results", "previous", "hand", "to_act", "legal", "forbidden_bid"),
        *("totals", "places", "over"),
    }
    with pytest.raises((AttributeError, TypeError)):
        ohhell.view(two_cards(), 0).secret = 1  # type: ignore[attr-defined]  # a view is frozen and has no other place


Script = list[tuple[int, Move]]


def running(by: Rules, players: int, seed: str, moves: int) -> tuple[Game, Game, Script]:
    """A first hand as dealt and after some random moves, and those moves; a hand that is over is no use here."""
    dice = loaded_dice(seed)
    fresh = game = deal_next(ohhell.start(by, players, dice(players)), seed)
    script: Script = []
    while game.hand and len(script) < moves:
        seats = ohhell.to_act(game)
        seat = seats[dice(len(seats))]
        choices = ohhell.legal(game, seat)
        script.append((seat, choices[dice(len(choices))]))
        later = ohhell.apply(game, *script[-1])
        if later.hand is None:
            return fresh, game, script[:-1]
        game = later
    return fresh, game, script


def hidden(game: Game, viewer: int | None) -> list[Card]:
    """The cards of this position that the viewer may not see, by the rules and not by the view."""
    assert game.hand is not None
    deal = game.hand.deal
    played = {played for trick in game.hand.tricks for played in trick.cards} | set(game.hand.trick)
    blind = deal.size == 1 and game.rules.one_card == "forehead"
    mine = [viewer] if not blind else [seat for seat in deal.seats if seat != viewer and viewer in deal.seats]
    visible = {held for seat in mine if seat is not None for held in deal.dealt[seat]}
    public = played | visible | {deal.turned, deal.shown}
    return [each for each in range(52 * game.rules.decks) if each not in public]


def twins(fresh: Game, script: Script, swaps: list[tuple[Card, Card]]) -> Iterator[Game]:
    """The same public history over deals with two cards exchanged, where the rules allow that history."""
    assert fresh.hand is not None
    deal = fresh.hand.deal
    for one, other in swaps:
        exchange = {one: other, other: one}
        hands = [[exchange.get(held, held) for held in hand] for hand in deal.dealt]
        twin = ohhell.deal_hands(fresh._replace(hand=None), hands, deal.turned)
        try:
            for seat, move in script:
                twin = ohhell.apply(twin, seat, move)
        except Forbidden:
            continue
        if twin.hand is not None:
            yield twin


@given(tables(), st.integers(0, 10**6), st.integers(0, 60))
def test_games_that_differ_only_in_hidden_cards_look_the_same(table: tuple[Rules, int], seed: int, moves: int) -> None:
    by, players = table
    fresh, game, script = running(by, players, str(seed), moves)
    assert game.hand is not None
    dice = loaded_dice(f"twin {seed}")

    for viewer in [None, *range(players)]:
        unknown = hidden(game, viewer)
        swaps = [(unknown[dice(len(unknown))], unknown[dice(len(unknown))]) for _ in range(4) if unknown]
        for twin in twins(fresh, script, swaps):
            assert ohhell.view(twin, viewer) == ohhell.view(game, viewer)
            assert repr(ohhell.view(twin, viewer)) == repr(ohhell.view(game, viewer))


@given(tables(bid_order="simultaneous", dealer_bid="free"), st.integers(0, 10**6), st.integers(1, 9))
def test_games_that_differ_only_in_sealed_bids_look_the_same(table: tuple[Rules, int], seed: int, moves: int) -> None:
    by, players = table
    assume(moves < players)
    fresh, game, script = running(by, players, str(seed), moves)
    other = fresh
    for seat, move in script:
        assert isinstance(move, Bid)
        other = ohhell.apply(other, seat, Bid(0 if move.value else 1))

    for viewer in [None, *range(players)]:
        if viewer not in {seat for seat, _ in script}:
            assert ohhell.view(other, viewer) == ohhell.view(game, viewer)
        else:
            assert ohhell.view(other, viewer) != ohhell.view(game, viewer)
