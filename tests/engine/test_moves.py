"""How moves are written, read and said."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from service.engine.ohhell import Bid, Move, Play, parse_card, read_move, say_move, twin, write_move
from service.engine.ohhell.cards import ALL_CARDS
from service.engine.ohhell.moves import bids_in, plays_in

MOVES: st.SearchStrategy[Move] = st.builds(Bid, st.integers(0, 63)) | st.builds(Play, st.sampled_from(ALL_CARDS))


@given(MOVES)
def test_a_move_is_read_back_as_it_was_written(move: Move) -> None:
    assert read_move(write_move(move)) == move


@pytest.mark.parametrize("text", ["", "-1", "02", "+1", "1.0", "64", "100", "²", "qh", "10H", "QH**", "QH ", "QX", "٢"])
def test_only_what_was_written_is_read(text: str) -> None:
    with pytest.raises(ValueError, match="neither a bid nor a card"):
        read_move(text)


@given(MOVES, MOVES)
def test_a_bid_never_equals_a_play(one: Move, other: Move) -> None:
    assert (one == other) == (write_move(one) == write_move(other))


def test_moves_are_said_in_words() -> None:
    assert say_move(Bid(2)) == "bid 2"
    assert say_move(Play(parse_card("QH"))) == "the queen of hearts"


@given(st.sets(st.sampled_from(ALL_CARDS)))
def test_identical_cards_are_two_plays(chosen: set[int]) -> None:
    plays = plays_in(sum(1 << card for card in chosen | {twin(card) for card in chosen}))

    assert {play.card for play in plays} == chosen | {twin(card) for card in chosen}
    assert len(plays) == len(set(plays))


def test_bids_are_listed_from_the_lowest() -> None:
    assert bids_in(0b1011) == (Bid(0), Bid(1), Bid(3))
