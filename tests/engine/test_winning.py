"""Who takes a trick, and leads the next."""

from typing import Any

import pytest

from service.engine import ohhell
from service.engine.ohhell import Game
from service.engine.ohhell.hand import plays, taken
from tests.engine.playing import bid_all, cards, dealt, one_hand, play_all


def winner(trick: str, turned: str = "2D", **axes: Any) -> int:
    """The place of the card that takes this trick."""
    game = play_all(bid_all(dealt(one_hand(1, **axes), *trick.split(), turned=turned), 0, 0, 0), trick)
    assert game.previous is not None
    return game.previous.tricks[0].winner


@pytest.mark.parametrize(
    ("trick", "place"),
    [
        ("2H 9H KH", 2),
        ("AH 9H KH", 0),
        ("2H AS KC", 0),
        ("2H 3D AH", 1),
        ("AH 3D 4D", 2),
        ("AD 3D 4D", 0),
        ("KS 3D AS", 1),
        ("3D AC AS", 0),
        ("TH JH 9H", 1),
    ],
)
def test_the_highest_trump_wins_or_else_the_highest_of_the_suit_led(trick: str, place: int) -> None:
    assert winner(trick) == place


def test_the_lowest_trump_beats_every_ace() -> None:
    assert winner("AH 2D AS", turned="3D") == 1


def test_without_trump_the_suit_led_wins() -> None:
    game = dealt(one_hand(1, trump="none"), "2H", "AD", "AS")
    game = play_all(bid_all(game, 0, 0, 0), "2H AD AS")

    assert game.results[0].taken == (1, 0, 0)


@pytest.mark.parametrize(("duplicates", "place"), [("second_beats_first", 2), ("first_wins", 0)])
@pytest.mark.parametrize("trick", ["QH 9H QH*", "QH* 9H QH", "QD 3D QD*"])
def test_of_two_identical_cards_one_wins_as_the_rules_say(trick: str, duplicates: str, place: int) -> None:
    assert winner(trick, decks=2, duplicates=duplicates) == place


@pytest.mark.parametrize("duplicates", ["second_beats_first", "first_wins"])
def test_identical_cards_that_do_not_win_change_nothing(duplicates: str) -> None:
    assert winner("QH KH QH*", decks=2, duplicates=duplicates) == 1
    assert winner("2H AS AS*", decks=2, duplicates=duplicates) == 0


def two_tricks() -> Game:
    game = dealt(one_hand(2), "2H 3H", "AH 4C", "5H 6H", turned="9S")
    return play_all(bid_all(game, 1, 1, 1), "2H AH 5H")


def test_the_winner_leads_to_the_next_trick() -> None:
    assert ohhell.to_act(two_tricks()) == (1,)


def test_taken_tricks_never_return_to_a_hand() -> None:
    game = two_tricks()

    assert [ohhell.view(game, seat).hand.seen[seat] for seat in range(3)] == [  # type: ignore[union-attr]
        cards("3H"),
        cards("4C"),
        cards("6H"),
    ]


def test_plays_are_told_with_who_made_them() -> None:
    game = play_all(two_tricks(), "4C 6H 3H")
    assert game.previous is not None

    assert [(seat, ohhell.code(card)) for seat, card in plays(game.previous)] == [
        (0, "2H"),
        (1, "AH"),
        (2, "5H"),
        (1, "4C"),
        (2, "6H"),
        (0, "3H"),
    ]
    assert taken(game.previous) == game.results[0].taken == (0, 2, 0)
