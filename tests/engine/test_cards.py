"""How cards are written, read, said and sorted."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from service.engine.ohhell import CardError, code, notation, parse_card, say_card, sort_hand, suit_of, twin
from service.engine.ohhell.cards import ABOVE, ALL_CARDS, SUIT_MASK_OF, TWIN, cards_of, mask_of, rank_of
from tests.engine.playing import cards


@pytest.mark.parametrize("text", ["TS", "ts", "10S", "10s", "T♠", "10♠\ufe0e", "t♤", " TS "])
def test_a_ten_of_spades_can_be_written_in_many_ways(text: str) -> None:
    assert code(parse_card(text)) == "TS"


@pytest.mark.parametrize("text", ["", "S", "1S", "11S", "TSS", "SS", "0S", "QX", "🂡", "Q H", "*", "TS**", "١٠S"])
def test_what_is_no_card_is_refused_in_a_sentence(text: str) -> None:
    with pytest.raises(CardError, match="rank then suit"):
        parse_card(text)


def test_only_text_is_read_as_a_card() -> None:
    with pytest.raises(CardError, match="rank then suit"):
        parse_card(12)  # type: ignore[arg-type]  # a record may hold anything


@given(st.sampled_from(ALL_CARDS))
def test_every_card_is_read_back_from_its_notation(card: int) -> None:
    assert parse_card(notation(card)) == card
    assert parse_card(notation(card).lower()) == card


def test_identical_cards_share_a_code_but_no_notation() -> None:
    queen = parse_card("QH")

    assert code(twin(queen)) == "QH"
    assert notation(twin(queen)) == "QH*"
    assert twin(twin(queen)) == queen


def test_a_card_is_said_in_words() -> None:
    assert say_card(parse_card("QH")) == "the queen of hearts"
    assert say_card(parse_card("2C*")) == "the two of clubs"


def test_cards_rank_from_the_ace_down_to_the_two() -> None:
    ranks = [rank_of(card) for card in cards("AS KS QS JS TS 9S 8S 7S 6S 5S 4S 3S 2S")]

    assert ranks == list(range(12, -1, -1))


@given(st.sets(st.sampled_from(ALL_CARDS)))
def test_a_mask_holds_just_the_cards_put_in(chosen: set[int]) -> None:
    listed = cards_of(mask_of(chosen))

    assert set(listed) == chosen
    assert len(listed) == len(chosen)


@given(st.sampled_from(ALL_CARDS), st.sampled_from(ALL_CARDS))
def test_masks_by_card_agree_with_suits_and_ranks(card: int, other: int) -> None:
    same_suit = suit_of(card) == suit_of(other)

    assert bool(SUIT_MASK_OF[card] >> other & 1) == same_suit
    assert bool(ABOVE[card] >> other & 1) == (same_suit and rank_of(other) > rank_of(card))
    assert bool(TWIN[card] >> other & 1) == (same_suit and rank_of(other) == rank_of(card) and other != card)


def test_a_hand_is_sorted_with_trump_first_and_colours_alternating() -> None:
    hand = cards("2C AC 3D KD 4H 5S")

    assert [code(card) for card in sort_hand(hand, "D")] == ["KD", "3D", "5S", "4H", "AC", "2C"]
    assert [code(card) for card in sort_hand(hand, None)] == ["5S", "4H", "AC", "2C", "KD", "3D"]
