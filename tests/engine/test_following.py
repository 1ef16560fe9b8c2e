"""Which cards may be played."""

from typing import Any

import pytest

from service.engine import ohhell
from service.engine.ohhell import Game
from tests.engine.playing import bid_all, codes, dealt, one_hand, play_all


def led(first: str, held: str, trump: str = "2D", **axes: Any) -> set[str]:
    """What the second seat may play to this lead, holding these."""
    fillers = {1: ("3S", "4S"), 2: ("3S 4S", "5S 6S"), 3: ("3S 4S 5S", "6S 7S 8S")}[len(held.split())]
    first_hand = " ".join([first, *fillers[0].split()[1:]])
    game = dealt(one_hand(len(held.split()), **axes), first_hand, held, fillers[1], turned=trump)
    return codes(ohhell.legal(play_all(bid_all(game, 0, 0, 0), first), 1))


def test_the_first_lead_is_any_card() -> None:
    game = bid_all(dealt(one_hand(2), "2H AS", "3C 4C", "5C 6C", turned="9S"), 0, 0, 0)

    assert ohhell.to_act(game) == (0,)
    assert codes(ohhell.legal(game, 0)) == {"2H", "AS"}


def test_the_suit_led_must_be_followed() -> None:
    assert led("KH", "2H 9H AS") == {"2H", "9H"}


def test_who_cannot_follow_may_play_anything() -> None:
    assert led("KH", "9D AS 2C") == {"9D", "AS", "2C"}


def test_who_cannot_follow_must_trump_where_the_rules_ask_it() -> None:
    assert led("KH", "9D AD 2C", void_play="must_trump") == {"9D", "AD"}


def test_who_can_follow_need_not_trump() -> None:
    assert led("KH", "9D 3H", void_play="must_trump") == {"3H"}


def test_who_has_neither_suit_nor_trump_may_play_anything() -> None:
    assert led("KH", "AS 2C", void_play="must_trump") == {"AS", "2C"}


def test_without_trump_nobody_must_trump() -> None:
    game = dealt(one_hand(1, trump="none", void_play="must_trump"), "KH", "AS", "2C")

    assert codes(ohhell.legal(play_all(bid_all(game, 0, 0, 0), "KH"), 1)) == {"AS"}


def spades(third: str, first: str, second: str, trump: str = "9H", **axes: Any) -> set[str]:
    """What the third seat may play after these two cards, where spades must be beaten."""
    by = one_hand(len(third.split()), **({"must_beat": "S"} | axes))
    rest = len(third.split()) - 1
    filler = [" ".join(["", *cards.split()[:rest]]) for cards in ("3H 4H 5H", "6H 7H 8H")]
    game = dealt(by, first + filler[0], second + filler[1], third, turned=None if trump == "-" else trump)
    return codes(ohhell.legal(play_all(bid_all(game, 0, 0, 0), f"{first} {second}"), 2))


def test_a_spade_led_must_be_beaten_if_it_can() -> None:
    assert spades("2S TS QS", "9S", "8S") == {"TS", "QS"}


def test_the_highest_spade_is_the_one_to_beat() -> None:
    assert spades("2S TS QS", "9S", "JS") == {"QS"}


def test_who_cannot_beat_follows_with_any_spade() -> None:
    assert spades("2S TS", "9S", "KS") == {"2S", "TS"}


def test_other_suits_need_not_be_beaten() -> None:
    assert spades("2C KC", "9C", "TC") == {"2C", "KC"}


def test_a_spade_thrown_off_beats_nothing_and_is_free() -> None:
    assert spades("2S KS", "9C", "TS") == {"2S", "KS"}


def test_a_spade_ruff_must_beat_the_ruff_before_it() -> None:
    assert spades("2S KS 4C", "9D", "TS", trump="3S") == {"KS", "4C"}


def test_a_lower_ruff_is_allowed_when_no_higher_is_held() -> None:
    assert spades("2S 4C", "9D", "TS", trump="3S") == {"2S", "4C"}


def test_the_first_ruff_has_nothing_to_beat() -> None:
    assert spades("2S KS", "9D", "2D", trump="3S") == {"2S", "KS"}


def test_must_trump_and_must_beat_go_together() -> None:
    assert spades("2S KS 4C", "9D", "TS", trump="3S", void_play="must_trump") == {"KS"}


@pytest.mark.parametrize(("duplicates", "allowed"), [("second_beats_first", {"9S*", "TS"}), ("first_wins", {"TS"})])
def test_an_identical_card_beats_only_where_the_second_beats_the_first(duplicates: str, allowed: set[str]) -> None:
    assert spades("2S 9S* TS", "9S", "8S", decks=2, duplicates=duplicates) == allowed


def lead_of(*hands: str, plays: str = "", **axes: Any) -> set[str]:
    """What the leader may lead after these plays, clubs being trump and not to be led until broken."""
    by = one_hand(len(hands[0].split()), **({"trump_lead": "after_broken"} | axes))
    game = play_all(bid_all(dealt(by, *hands, turned="2C"), 0, 0, 0), plays)
    return codes(ohhell.legal(game, ohhell.to_act(game)[0]))


def test_trump_may_not_be_led_before_it_is_broken() -> None:
    assert lead_of("AC 3D", "4D 5D", "6D 7D") == {"3D"}


def test_trump_may_be_led_before_it_is_broken_where_any_lead_goes() -> None:
    assert lead_of("AC 3D", "4D 5D", "6D 7D", trump_lead="any") == {"AC", "3D"}


def test_a_ruff_breaks_trump() -> None:
    assert lead_of("3D 3H 9C", "4D 4H 8C", "5C 5H 6C", plays="3D 4D 5C") == {"5H", "6C"}


def test_a_hand_without_a_ruff_leaves_trump_unbroken() -> None:
    assert lead_of("3D 3H 9C", "4D 4H 8C", "5D 5H 6C", plays="3D 4D 5D") == {"5H"}


def test_a_hand_of_nothing_but_trumps_may_lead_one() -> None:
    assert lead_of("AC KC", "4D 5D", "6D 7D") == {"AC", "KC"}


def test_a_trump_led_from_nothing_but_trumps_breaks_trump() -> None:
    hands = ("3C 4C", "KC 5D", "6D 7C")

    assert lead_of(*hands) == {"3C", "4C"}
    after = lead_of("3C 4C 5C", "KC 5D 6C", "6D 7C 8D", plays="3C KC 7C")
    assert after == {"5D", "6C"}


def test_without_trump_any_card_may_be_led() -> None:
    game = bid_all(dealt(one_hand(1, trump="none", trump_lead="after_broken"), "KH", "AS", "2C"), 0, 0, 0)

    assert codes(ohhell.legal(game, 0)) == {"KH"}


def test_identical_cards_are_two_choices() -> None:
    game: Game = bid_all(dealt(one_hand(2, decks=2), "QH QH*", "3C 4C", "5C 6C", turned="9S"), 0, 0, 0)

    assert codes(ohhell.legal(game, 0)) == {"QH", "QH*"}
    assert codes(ohhell.legal(play_all(game, "QH* 3C 5C"), 0)) == {"QH"}
