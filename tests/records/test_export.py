"""What an export holds, and what it never does."""

import json
from typing import Any

import pytest

from service.engine import ohhell, records
from service.engine.ohhell import PRESETS
from tests.engine.playing import rules
from tests.records.games import play, secret_of


def hidden_cards(game: ohhell.Game) -> set[str]:
    """The cards that nobody has seen yet: what is held and not shown, and the stock."""
    view = ohhell.view(game, None).hand
    assert view is not None
    seen = {ohhell.code(card) for trick in view.tricks for _, card in trick.cards}
    seen |= {ohhell.code(card) for _, card in view.shown}
    seen |= set() if view.turned is None else {ohhell.code(view.turned)}
    pack = {ohhell.code(card) for card in range(52)}
    return pack - seen


@pytest.mark.parametrize("key", PRESETS)
@pytest.mark.parametrize("stop", [2, 9, 14])
def test_a_running_hand_names_no_card_that_nobody_has_seen(key: str, stop: int) -> None:
    played = play(PRESETS[key], PRESETS[key].players[0], f"hidden {key}", stop)
    proofs = {1 + len(played.hands): records.Proof(ohhell.hand_secret(secret_of("hidden"), 1), "some words")}
    record: dict[str, Any] = played.record(proofs=proofs)
    if played.game.hand is None:
        return

    text = json.dumps(record["hands"][-1])

    assert not [code for code in hidden_cards(played.game) if f'"{code}"' in text]
    assert ohhell.hand_secret(secret_of("hidden"), 1).hex() not in text


def test_a_bid_made_at_once_with_others_is_not_in_the_export_before_all_are_in() -> None:
    by = rules("classic", bid_order="simultaneous", dealer_bid="free")

    record = play(by, 4, "unseen", stop=3).record()

    assert record["hands"][0]["bids"] == []
    assert "by" not in record["hands"][0]


def test_an_export_writes_every_axis() -> None:
    record = play(PRESETS["simple"], 4, "axes", stop=1).record()

    assert record["rules"] == json.loads(json.dumps(ohhell.axes(PRESETS["simple"])))
    assert ohhell.rules_from(record["rules"]) == PRESETS["simple"]


def test_an_export_is_ordered_as_people_read_it() -> None:
    record = play(PRESETS["classic"], 4, "order").record()

    assert list(record) == ["format", "rules", "players", "draw", "hands", "totals"]
    names = ["dealer", "size", "turned", "trump", "dealt", "bids", "plays", "by", "taken", "points"]
    assert list(record["hands"][0]) == names


def test_cards_that_play_themselves_are_listed_and_made_by_nobody_else() -> None:
    record = play(PRESETS["boerenbridge"], 4, "forehead").record()

    first = record["hands"][0]

    assert len(first["plays"]) == 4
    assert first["by"][4:] == [None] * 4


def test_nothing_dealt_yet_is_a_record_without_hands() -> None:
    record = records.export(PRESETS["classic"], ["Ann", "Bob", "Cyd"], ())

    found = records.check(records.read(json.loads(json.dumps(record))))

    assert (record["hands"], record["totals"], found.places) == ([], [0, 0, 0], None)
