"""`python -m service simulate`: whole games between bots, counted."""

import json
from typing import Any

import pytest

from service.commands import main
from service.engine import ohhell, simulation
from service.engine.ohhell import PRESETS

TABLES = [(key, players) for key, by in PRESETS.items() for players in range(by.players[0], by.players[1] + 1)]
KEYS = ["games", "hands", "moves", "forced", "settled", "ordered", "prompts"]
KEYS += ["exact_rate", "points_per_hand", "hands_per_second"]


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
        assert told["moves"] == players * (len(sizes) + sum(sizes))
    assert told["prompts"] == told["moves"] - told["forced"] - told["settled"]
    # The last card of every hand is always forced.
    assert told["forced"] >= players * len(sizes)


def test_the_same_seed_gives_the_same_output_apart_from_the_speed(capsys: pytest.CaptureFixture[str]) -> None:
    words = ("--rules", "standard", "--players", "3", "--games", "2", "--bots", "steady,random,random")

    first, again, other = (simulated(capsys, *words, "--seed", seed) for seed in ("5", "5", "6"))

    for told in (first, again, other):
        del told["hands_per_second"]
    assert first == again != other


def test_a_classic_game_of_seven_cards_has_272_decisions_and_of_ten_512(capsys: pytest.CaptureFixture[str]) -> None:
    words = ("--rules", "classic", "--players", "4", "--games", "1", "--seed", "1", "--bots", "random")

    assert simulated(capsys, *words)["moves"] == 272
    assert simulated(capsys, *words, "--start", "10")["moves"] == 512


def test_single_choices_and_settled_hands_spare_more_than_a_quarter_of_the_questions(
    capsys: pytest.CaptureFixture[str],
) -> None:
    words = ("--rules", "classic", "--players", "4", "--games", "5", "--seed", "1", "--start", "10")

    told = simulated(capsys, *words)

    assert told["ordered"] == 0
    assert told["prompts"] == told["moves"] - told["forced"] - told["settled"] < 0.72 * told["moves"]


def test_the_planner_is_asked_fewer_than_200_times_a_game(capsys: pytest.CaptureFixture[str]) -> None:
    words = ("--rules", "classic", "--players", "4", "--games", "5", "--seed", "1", "--start", "10")

    told = simulated(capsys, *words, "--orders", "planner")

    assert told["moves"] == 5 * 512
    assert told["prompts"] == told["moves"] - told["forced"] - told["settled"] - told["ordered"] < 5 * 200


def test_the_planner_loses_little_against_the_same_bot_asked_every_time() -> None:
    by, steady = ohhell.rules_from({"key": "classic", "start": 10}), [ohhell.BOTS["steady"]] * 4

    asked = simulation.simulate(by, 6, 1, steady)
    ordered = simulation.simulate(by, 6, 1, steady, [ohhell.PERSONAS["planner"], None, None, None])

    assert ordered.prompts < asked.prompts
    assert ordered.points_per_hand[0] > asked.points_per_hand[0] - 0.5


def test_hands_that_random_bots_have_lost_already_are_settled() -> None:
    totals = simulation.simulate(PRESETS["classic"], 10, 1, [ohhell.BOTS["random"]] * 4)

    assert totals.settled > 0
    assert totals.prompts == totals.moves - totals.forced - totals.settled


PINNED = {
    "games": 2,
    "hands": 38,
    "moves": 1280,
    "forced": 397,
    "settled": 0,
    "ordered": 0,
    "prompts": 883,
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
    assert one.moves * 3 == totals.moves
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
        ("--orders lazy", "nobody called 'lazy' leaves orders; choose from planner"),
    ],
)
def test_bad_arguments_are_refused_in_a_sentence(words: str, reason: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["simulate", *words.split(), "--json"]) == 2

    told = capsys.readouterr()
    assert reason in told.err and told.err.count("\n") == 1 and len(told.err) <= 600
    assert told.out == ""
