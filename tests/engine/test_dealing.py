"""Who is dealt what, and what names trump."""

from typing import Any

import pytest

from service.engine import ohhell
from service.engine.ohhell import DealError, HandView, tell_apart
from tests.engine.playing import bid_all, card, cards, deal_next, dealt, finish, one_hand, play_all, rules

IN_ORDER = tuple(range(52))


def from_order(size: int, players: int = 4, dealer: int = 3, **axes: Any) -> HandView:
    """The hand dealt from an unshuffled deck, as an onlooker sees it once it is over."""
    game = ohhell.deal(ohhell.start(one_hand(size, **axes), players, dealer), IN_ORDER)
    hand = ohhell.view(game, None).hand
    assert hand is not None
    return hand


def test_cards_are_dealt_singly_from_the_dealers_left() -> None:
    game = ohhell.deal(ohhell.start(one_hand(3), 4, 1), IN_ORDER)

    assert game.hand is not None
    assert game.hand.deal.dealt == ((2, 6, 10), (3, 7, 11), (0, 4, 8), (1, 5, 9))
    assert game.hand.deal.turned == 12


def test_the_next_card_is_turned_and_its_suit_is_trump() -> None:
    hand = from_order(4)

    assert (hand.turned, hand.trump, hand.shown) == (16, "D", ())


def test_the_last_card_dealt_names_trump_and_is_shown_to_all() -> None:
    hand = from_order(4, trump="last_dealt")

    assert (hand.turned, hand.trump) == (None, "D")
    assert hand.shown == ((3, 15),)
    assert hand.seen == (None, None, None, None)


@pytest.mark.parametrize(("rule", "trump", "shown"), [("no_trump", None, ()), ("dealer_last", "S", ((3, 51),))])
def test_with_nothing_to_turn_the_rules_say_what_is_trump(rule: str, trump: str | None, shown: Any) -> None:
    hand = from_order(13, nothing_to_turn=rule)

    assert (hand.turned, hand.trump, hand.shown) == (None, trump, shown)


def test_the_dealers_last_card_names_trump_only_where_nothing_can_be_turned() -> None:
    hand = from_order(12, nothing_to_turn="dealer_last")

    assert (hand.turned, hand.trump, hand.shown) == (48, "S", ())


@pytest.mark.parametrize("suit", "SHDC")
def test_a_fixed_trump_turns_no_card(suit: str) -> None:
    hand = from_order(3, trump=f"fixed:{suit}")

    assert (hand.turned, hand.trump, hand.shown) == (None, suit, ())


def test_there_may_be_no_trump_at_all() -> None:
    assert from_order(3, trump="none").trump is None


def test_trump_cycles_from_hand_to_hand_and_through_a_hand_without() -> None:
    game = finish(rules("kachuful", trump="cycle:SDN", schedule=[1, 1, 1, 1]), 4, "cycle")

    assert [result.trump for result in game.results] == ["S", "D", None, "S"]


def test_kachuful_cycles_spades_diamonds_clubs_hearts() -> None:
    game = finish(rules("kachuful", schedule=[1] * 5), 4, "kachuful")

    assert "".join(result.trump or "" for result in game.results) == "SDCHS"


def test_the_shown_card_stays_in_the_hand_until_it_is_played() -> None:
    game = dealt(one_hand(2, trump="last_dealt", dealer_bid="free"), "3C 4C", "5C 6C", "7C 8C")
    game = bid_all(game, 0, 0, 0)
    eight = card("8C")

    assert ohhell.view(game, 0).hand.shown == ((2, eight),)  # type: ignore[union-attr]
    assert ohhell.view(game, 2).hand.seen[2] == cards("8C 7C")  # type: ignore[union-attr]
    assert ohhell.view(play_all(game, "3C 5C 7C"), 0).hand.shown == ((2, eight),)  # type: ignore[union-attr]
    assert ohhell.view(play_all(game, "3C 5C 8C"), 0).hand.shown == ()  # type: ignore[union-attr]


def test_the_deal_passes_clockwise() -> None:
    game = finish(rules(schedule=[1, 1, 1, 1, 1]), 4, "clockwise")

    assert [result.dealer for result in game.results] == [0, 1, 2, 3, 0]
    assert [result.seats for result in game.results[:2]] == [(1, 2, 3, 0), (2, 3, 0, 1)]


@pytest.mark.parametrize("deck", [(), tuple(range(51)), (0, *range(51)), tuple(range(104)), tuple(range(1, 53))])
def test_only_the_whole_pack_is_dealt(deck: tuple[int, ...]) -> None:
    with pytest.raises(DealError, match="every card once"):
        ohhell.deal(ohhell.start(one_hand(1), 3, 0), deck)


WRONG_DEALS = [
    (["2C", "3C"], "AS", "hands for 3 players"),
    (["2C", "3C", "4C 5C"], "AS", "seat 2 must be dealt 1 cards, not 2"),
    (["2C", "3C", ""], "AS", "seat 2 must be dealt 1 cards, not 0"),
    (["2C", "3C", "2C"], "AS", "the two of clubs is dealt twice"),
    (["2C", "3C", "4C"], "4C", "the four of clubs is dealt twice"),
    (["2C", "3C", "4C*"], "AS", "not in the pack"),
    (["2C", "3C", "4C"], None, "a card must be turned up"),
]


@pytest.mark.parametrize(("hands", "turned", "reason"), WRONG_DEALS)
def test_a_listed_deal_that_cannot_be_is_refused(hands: list[str], turned: str | None, reason: str) -> None:
    game = ohhell.start(one_hand(1), 3, 0)

    with pytest.raises(DealError, match=reason):
        ohhell.deal_hands(game, [cards(hand) for hand in hands], card(turned) if turned else None)


def test_a_card_turned_where_none_is_turned_is_refused() -> None:
    with pytest.raises(DealError, match="no card is turned up"):
        dealt(one_hand(1, trump="none"), "2C", "3C", "4C", turned="AS")


def test_nothing_is_dealt_while_a_hand_is_on_or_after_the_last() -> None:
    game = deal_next(ohhell.start(one_hand(1), 3, 0), "once")

    for ended in (game, finish(one_hand(1), 3, "once")):
        assert ohhell.due(ended) is None
        with pytest.raises(DealError, match="no hand is to be dealt"):
            ohhell.deal(ended, IN_ORDER)


def test_identical_cards_written_alike_are_told_apart() -> None:
    hands, turned = tell_apart([cards("QH 2C"), cards("QH 3C"), cards("4C 5C")], card("2C"))

    assert hands == (cards("QH 2C"), cards("QH* 3C"), cards("4C 5C"))
    assert turned == card("2C*")


def test_a_card_three_times_is_still_refused() -> None:
    hands, turned = tell_apart([cards("QH"), cards("QH"), cards("QH")], card("2C"))

    with pytest.raises(DealError, match="dealt twice"):
        ohhell.deal_hands(ohhell.start(one_hand(1, players=[3, 10], decks=2), 3, 0), hands, turned)
