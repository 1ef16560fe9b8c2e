"""The engine beside hands that an independent one played (tests/data/ohhell.jsonl)."""

import json
from pathlib import Path
from typing import Any

import pytest

from service.engine import ohhell
from service.engine.ohhell import Bid, Game, Play
from tests.engine.playing import bids_of, card, cards, rules

LINES = (Path(__file__).parents[1] / "data" / "ohhell.jsonl").read_text().splitlines()
HANDS = [json.loads(line) for line in LINES]


def dealt(vector: dict[str, Any], key: str) -> Game:
    game = ohhell.start(rules(key, schedule=[vector["hand_size"]]), vector["players"], vector["dealer"])
    return ohhell.deal_hands(game, [cards(" ".join(hand)) for hand in vector["hands"]], card(vector["trump_card"]))


def bid(game: Game, vector: dict[str, Any]) -> Game:
    for seat, legal in zip(vector["bid_order"], vector["legal_bids"], strict=True):
        assert ohhell.to_act(game) == (seat,)
        assert bids_of(ohhell.legal(game, seat)) == legal
        game = ohhell.apply(game, seat, Bid(vector["bids"][seat]))
    return game


def play(game: Game, vector: dict[str, Any]) -> Game:
    legal = iter(vector["legal_cards"])
    for trick in vector["tricks"]:
        assert ohhell.to_act(game) == (trick["leader"],)
        for played in trick["cards"]:
            (seat,) = ohhell.to_act(game)
            assert sorted(map(ohhell.write_move, ohhell.legal(game, seat))) == sorted(next(legal))
            game = ohhell.apply(game, seat, Play(card(played)))
    return game


def test_all_the_hands_are_there() -> None:
    assert len(HANDS) == 216
    assert {hand["players"] for hand in HANDS} == {3, 4, 5, 6, 7}


@pytest.mark.parametrize("vector", HANDS, ids=[str(hand["id"]) for hand in HANDS])
def test_bids_cards_winners_and_tricks_are_those_of_the_other_engine(vector: dict[str, Any]) -> None:
    game = play(bid(dealt(vector, "standard"), vector), vector)

    (result,) = game.results
    assert result.trump == vector["trump"]
    assert list(result.taken) == vector["tricks_won"]
    assert list(result.points) == vector["scores"]["trick1_bonus10"]
    assert game.previous is not None
    assert [trick.winner for trick in game.previous.tricks] == [trick["winner"] for trick in vector["tricks"]]


@pytest.mark.parametrize("key", ["classic", "blackout"])
def test_exact_or_nothing_follows_from_bids_and_tricks(key: str) -> None:
    for vector in HANDS:
        if vector["hand_size"] > ohhell.limit(ohhell.PRESETS[key], vector["players"]):
            continue

        (result,) = play(bid(dealt(vector, key), vector), vector).results

        made = zip(vector["bids"], vector["tricks_won"], strict=True)
        assert list(result.points) == [10 + value if value == tricks else 0 for value, tricks in made]


@pytest.mark.parametrize("penalty", [1, 5, 10])
def test_a_price_for_each_trick_off_agrees_too(penalty: int) -> None:
    score = {"exact": [10, penalty, 0], "miss": {"per_off": -penalty}}
    by = rules("standard", score=score)

    for vector in HANDS:
        made = zip(vector["bids"], vector["tricks_won"], strict=True)
        assert [by.score.points(value, tricks) for value, tricks in made] == vector["scores"][
            f"exact_else_minus{penalty}"
        ]
