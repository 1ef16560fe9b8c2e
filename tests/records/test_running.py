"""Of a running hand a record shows no cards but those played; what can be seen is checked all the same."""

import copy
from collections.abc import Callable
from typing import Any

import pytest

from service.engine import records
from service.engine.ohhell import PRESETS
from service.engine.records import Untrue
from tests.records.games import changed, checked, play
from tests.records.spoiling import THREE, Record, refusal


def running() -> Record:
    """A record that stops after the sixth card of its first hand, whose cards are hidden."""
    record = copy.deepcopy(THREE)
    record["hands"] = record["hands"][:1]
    hand = record["hands"][0]
    for name in ("dealt", "by", "points"):
        del hand[name]
    hand["plays"] = hand["plays"][:6]
    hand["taken"] = [1, 0, 1]
    record["totals"] = [0, 0, 0]
    return record


def test_of_a_running_hand_what_can_be_seen_is_checked() -> None:
    found = checked(running())

    assert found.hidden == 1
    assert [trick.winner for trick in found.hands[0].hand.tricks] == [0, 2, None]
    legal = records.answer(found)["hands"][0]["legal"]
    assert legal[:4] == [[0, 1, 2, 3], [0, 1, 2, 3], [0, 1, 2, 3], [0, 2, 3]]
    assert all(legal[4 + place] for place in range(6))


@pytest.mark.parametrize(
    ("spoil", "words"),
    [
        (lambda hand: hand.update(taken=[0, 1, 1]), "Hand 1: Ann has 1 trick, not 0"),
        (lambda hand: hand.update(points=[1, 1, 1]), "Hand 1 is not over"),
        (lambda hand: hand.update(trump="S"), "trump is hearts"),
        (lambda hand: hand.update(turned="5D", trump="D"), "Hand 1: 5D"),
        (lambda hand: hand["plays"].__setitem__(3, [0, "JD"]), "Hand 1: JD"),
        (lambda hand: hand["plays"].__setitem__(3, [1, "KC"]), "it is not your turn"),
        (lambda hand: hand["plays"].__setitem__(5, [2, "6D"]) or hand["plays"].__setitem__(0, [2, "7S"]),
         "Hand 1"),
        (lambda hand: hand["bids"].pop(), "everyone bids before"),
    ],
)  # fmt: skip
def test_of_a_running_hand_what_cannot_be_is_refused(spoil: Callable[[Any], object], words: str) -> None:
    record = running()
    spoil(record["hands"][0])

    assert words in refusal(record, Untrue)


def test_a_suit_held_back_in_a_running_hand_shows_when_it_is_played() -> None:
    record = running()
    record["hands"][0]["plays"] = [*([2, "5D"], [0, "9S"], [1, "6S"]), *([2, "QS"], [0, "JD"])]
    record["hands"][0]["taken"] = [0, 0, 1]

    assert "Hand 1, card 2: Ann may not play 9S (the nine of spades): follow suit" in refusal(record, Untrue)


def test_the_dealers_last_card_of_a_running_hand_names_some_trump() -> None:
    record = play(PRESETS["simple"], 4, "last", stop=10).record()

    assert checked(record).hidden == 1
    assert "there must be one" in refusal(changed(record, "hands", 0, "trump", to=None), Untrue)
