"""`python -m service simulate`: whole games between bots, counted."""

import json
from typing import Any

import pytest

from service.commands import main
from service.engine import ohhell, simulation
from service.engine.ohhell import PRESETS

TABLES = [(key, players) for key, by in PRESETS.items() for players in range(by.players[0], by.players[1] + 1)]
KEYS = ["games", "hands", "moves", "forced", "prompts", "exact_rate", "points_per_hand", "hands_per_second"]


def simulated(capsys: pytest.CaptureFixture[str], *words: str) -> dict[str, Any]:
    """What `simulate --json` prints."""
    assert main(["simulate", *words, "--json"]) == 0
    told = capsys.readouterr()
    assert told.err == ""
    found: dict[str, Any] = json.loads(told.out)
    return found


@pytest.mark.parametrize(("key", "players"), TABLES)
def test_every_preset_plays_with_every_number_of_players(
    key: str, players: int, capsys: pytest.CaptureFixture[str]
) -> None:
    by, sizes = PRESETS[key], ohhell.sizes(PRESETS[key], players)

    told = simulated(
        capsys, "--rules", key, "--players", str(players), "--games", "1", "--seed", "7", "--bots", "random"
    )

    assert list(told) == KEYS
    assert len(told["exact_rate"]) == len(told["points_per_hand"]) == players
    assert told["hands_per_second"] > 0
    if by.tie == "shared" or told["hands"] == len(sizes):
        assert told["hands"] == len(sizes)
        assert told["moves"] == told["prompts"] == players * (len(sizes) + sum(sizes))
    # The last card of every hand is always forced.
    assert told["forced"] >= players * len(sizes)


def test_the_same_seed_gives_the_same_output_apart_from_the_speed(capsys: pytest.CaptureFixture[str]) -> None:
    words = ("--rules", "standard", "--players", "3", "--games", "2", "--bots", "steady,random,random")

    first, again, other = (simulated(capsys, *words, "--seed", seed) for seed in ("5", "5", "6"))

    for told in (first, again, other):
        del told["hands_per_second"]
    assert first == again != other


def test_a_classic_game_of_seven_cards_asks_272_decisions_and_of_ten_512(capsys: pytest.CaptureFixture[str]) -> None:
    words = ("--rules", "classic", "--players", "4", "--games", "1", "--seed", "1", "--bots", "random")

    assert simulated(capsys, *words)["prompts"] == 272
    assert simulated(capsys, *words, "--start", "10")["prompts"] == 512


PINNED = {
    "games": 2,
    "hands": 38,
    "moves": 1280,
    "forced": 397,
    "prompts": 1280,
    "exact_rate": [0.105263, 0.184211, 0.184211, 0.131579, 0.210526],
    "points_per_hand": [-26.842105, -21.315789, -18.684211, -23.157895, -19.210526],
}


def test_these_games_never_change(capsys: pytest.CaptureFixture[str]) -> None:
    words = ("--rules", "denexa", "--players", "5", "--games", "2", "--seed", "-3", "--bots", "random")

    told = simulated(capsys, *words)

    del told["hands_per_second"]
    assert told == PINNED


def test_the_counts_are_those_of_the_games_played() -> None:
    by, random = PRESETS["plump"], ohhell.BOTS["random"]

    totals = simulation.simulate(by, 3, 11, [random] * 4)

    one = simulation.simulate(by, 1, 11, [random] * 4)
    assert (totals.games, totals.hands) == (3, 3 * 19)
    assert one.moves * 3 == totals.moves == totals.prompts
    assert all(0 <= rate <= 1 for rate in totals.exact_rate)
    assert totals.dealt_in == [57] * 4


def test_moves_with_one_choice_are_counted_bids_included() -> None:
    by = ohhell.rules_from({"key": "classic", "schedule": [1, 1, 1]})

    totals = simulation.simulate(
        by, 10, 1, [lambda view, dice: ohhell.Bid(0) if ohhell.Bid(0) in view.legal else view.legal[0]] * 3
    )

    assert totals.moves == 10 * 3 * 6
    # Everyone bids 0, so the dealer has one bid; and each of the three has one card.
    assert totals.forced == 10 * 3 * (1 + 3)


def test_cards_that_play_themselves_are_moves_with_one_choice() -> None:
    by = ohhell.rules_from({"key": "boerenbridge", "schedule": [1]})

    totals = simulation.simulate(by, 2, 1, [ohhell.BOTS["random"]] * 4)

    assert (totals.moves, totals.forced) == (2 * 8, 2 * 4)


def test_without_json_it_prints_a_table(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["simulate", "--rules", "simple", "--games", "1", "--bots", "random"]) == 0

    told = capsys.readouterr().out
    assert told.startswith("Simple, 4 players, seed 1.\n")
    assert "Moves with one choice" in told and "Points a hand" in told


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        ("--rules whist", "is not a rule set"),
        ("--players 2", "3 to 7 players, not 2"),
        ("--players 11", "3 to 7 players, not 11"),
        ("--players 1.5", "--players must be a whole number"),
        ("--players four", "--players must be a whole number"),
        ("--rules simple --players 5", "for 4 players, not 5"),
        ("--rules two-decks --players 7", "8 to 10 players, not 7"),
        ("--games 0", "--games must be a whole number from 1"),
        ("--games -3", "--games must be a whole number from 1"),
        ("--games 10000000", "--games must be"),
        ("--seed x", "--seed must be a whole number"),
        ("--start 14", "4 players with one deck can have at most 13 cards each, not 14"),
        ("--start 99999999999999999999", "at most 13"),
        ("--start 0", "--start must be"),
        ("--start ten", "--start must be"),
        ("--players 7 --start 8", "at most 7 cards"),
        ("--bots clever", "'clever' is not a bot; choose from steady, random"),
        ("--bots steady,random", "one bot for all seats, or one for each of the 4"),
        ("--bots ,", "is not a bot"),
        ("--orders planner", "no orders called 'planner'"),
    ],
)
def test_bad_arguments_are_refused_in_a_sentence(words: str, reason: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["simulate", *words.split(), "--json"]) == 2

    told = capsys.readouterr()
    assert reason in told.err and told.err.count("\n") == 1 and len(told.err) <= 600
    assert told.out == ""


def test_orders_exist_only_once_they_do(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["simulate", "--orders", ""]) == 2
    assert capsys.readouterr().err.endswith("there are none yet.\n")
