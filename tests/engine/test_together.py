"""Decisions that follow each other with nobody else's in between, whatever the hidden cards are."""

from collections.abc import Iterator

import pytest

from service.engine import ohhell
from service.engine.ohhell import Bid, Card, Forbidden, Game, Play
from tests.engine.playing import bid_all, dealt, loaded_dice, one_hand, play_all, positions, rules

AXES = (
    {"key": "classic", "schedule": [4, 2]},
    {"key": "classic", "schedule": [4], "bid_order": "simultaneous", "dealer_bid": "free"},
    {"key": "classic", "schedule": [4], "trump_lead": "after_broken"},
    {"key": "two-decks", "schedule": [4]},
    {"key": "blackout", "schedule": [4, 1]},
)


def elsewhere(game: Game, seat: int, dice: object, times: int) -> Iterator[Game]:
    """The same position for all that the seat sees, with the cards it does not see dealt otherwise."""
    hand = game.hand
    assert hand is not None
    played = ohhell.plays(hand)
    known: list[list[Card]] = [[card for owner, card in played if owner == each] for each in range(game.players)]
    known[seat] = list(hand.deal.dealt[seat])
    seen = {card for cards in known for card in cards} | {hand.deal.turned}
    for _ in range(times):
        hidden = [card for card in range(52 * game.rules.decks) if card not in seen]
        hidden.sort(key=lambda _: dice(1 << 30))  # type: ignore[operator]
        hands = [[*cards, *(hidden.pop() for _ in range(hand.deal.size - len(cards)))] for cards in known]
        yield from replayed(game, hands)


def replayed(game: Game, hands: list[list[Card]]) -> Iterator[Game]:
    """The moves of a hand made again with these cards; nothing when one of them would have been forbidden."""
    hand = game.hand
    assert hand is not None
    other = ohhell.deal_hands(game._replace(hand=None), hands, hand.deal.turned)
    try:
        for seat in hand.deal.seats:
            bid = hand.bids[seat]
            other = other if bid is None else ohhell.apply(other, seat, Bid(bid))
        for seat, card in ohhell.plays(hand):
            other = ohhell.apply(other, seat, Play(card))
    except Forbidden:
        return
    yield other


@pytest.mark.parametrize("axes", AXES, ids=str)
def test_it_is_the_same_seats_turn_again_for_all_that_may_be_hidden_and_only_when_it_is_told(
    axes: dict[str, object],
) -> None:
    by = ohhell.rules_from(axes)
    dice, pairs, others = loaded_dice(f"together {axes}"), 0, 0
    for seed in range(12):
        for game in positions(by, max(3, by.players[0]), f"together {seed}"):
            for seat in ohhell.to_act(game):
                for move in ohhell.legal(game, seat):
                    told = ohhell.together(game, seat, move)
                    after = ohhell.apply(game, seat, move)
                    assert bool(told) == (ohhell.to_act(game) == (seat,) == ohhell.to_act(after))
                    for other in elsewhere(game, seat, dice, 4) if told else ():
                        next_one = ohhell.apply(other, seat, move)
                        assert (ohhell.to_act(next_one), ohhell.legal(next_one, seat)) == ((seat,), told)
                        others += 1
                    pairs += bool(told)

    assert pairs > 5 and others > pairs


def test_who_plays_last_and_wins_leads_next_and_who_loses_or_plays_the_last_trick_does_not() -> None:
    game = bid_all(dealt(one_hand(2, dealer_bid="free"), "9H 3D", "8H 4D", "AH 2H", turned="JS"), 1, 1, 1)
    last = play_all(game, "9H 8H")
    end = play_all(game, "9H 8H AH 2H 3D")

    assert ohhell.together(game, 0, Play(ohhell.parse_card("9H"))) == ()
    assert ohhell.together(last, 2, Play(ohhell.parse_card("AH"))) == (Play(ohhell.parse_card("2H")),)
    assert ohhell.together(last, 2, Play(ohhell.parse_card("2H"))) == ()
    assert ohhell.together(end, 1, Play(ohhell.parse_card("4D"))) == ()
    assert ohhell.together(last, 0, Play(ohhell.parse_card("3D"))) == ()


def test_a_bid_that_may_be_changed_and_a_bid_of_many_at_once_go_alone() -> None:
    changing = dealt(one_hand(2, "blackout"), "9H 3D", "8H 4D", "AH 2H", turned="JS")
    at_once = dealt(one_hand(2, bid_order="simultaneous", dealer_bid="free"), "9H 3D", "8H 4D", "AH 2H", turned="JS")
    alone = ohhell.apply(ohhell.apply(at_once, 1, Bid(1)), 2, Bid(0))

    assert ohhell.together(changing, 0, Bid(1)) == () == ohhell.together(bid_all(changing, 1), 0, Bid(0))
    assert ohhell.together(at_once, 0, Bid(1)) == ()
    assert set(ohhell.together(alone, 0, Bid(1))) == {Play(ohhell.parse_card("9H")), Play(ohhell.parse_card("3D"))}


def test_a_hand_that_plays_itself_leaves_nothing_to_decide_together() -> None:
    by = rules("blackout", schedule=[1], one_card="forehead", bid_order="simultaneous", dealer_bid="free")
    game = dealt(by, "9H", "8H", "AH", turned="JS")
    last = ohhell.apply(ohhell.apply(game, 1, Bid(1)), 2, Bid(0))

    assert ohhell.together(last, 0, Bid(1)) == ()
