"""The rules in words say what the engine does."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from service.engine import ohhell
from service.engine.ohhell import PRESETS, Rules, RulesError
from service.engine.ohhell.bidding import dealer_bids
from service.engine.ohhell.moves import bids_in
from service.engine.ohhell.prose import AXIS_LABELS, GLOSSARY, MISTAKES, NAMES, axis_words, describe, summary
from service.engine.ohhell.prose.numbers import signed
from service.engine.ohhell.prose.sections import Section
from tests.engine.playing import rules
from tests.engine.tables import tables


def section(by: Rules, title: str, players: int | None = None) -> Section:
    """The section of this title."""
    return next(part for part in describe(by, players) if part.title == title)


def said(by: Rules, title: str, players: int | None = None) -> str:
    """All that a section says, in a line."""
    part = section(by, title, players)
    return " ".join((*part.paragraphs, *part.decisions))


@given(tables())
def test_the_scoring_table_is_what_the_engine_scores(table: tuple[Rules, int]) -> None:
    by, _ = table

    shown = section(by, "Scoring", table[1]).table

    assert shown is not None
    for bid, row in enumerate(shown.rows):
        assert row == (str(bid), *(signed(by.score.points(bid, taken)) for taken in range(len(row) - 1)))


@given(tables())
def test_any_rules_can_be_told_in_whole_sentences(table: tuple[Rules, int]) -> None:
    for part in describe(*table):
        assert part.title and part.paragraphs
        for sentence in part.paragraphs:
            assert sentence[0].isupper() and sentence.endswith(".") and "  " not in sentence
        for sentence in part.decisions:
            assert not sentence[0].isupper() and sentence.endswith(".")
    assert "_" not in summary(*table) and "None" not in summary(*table)


@pytest.mark.parametrize("key", PRESETS)
def test_the_table_of_hands_is_the_engines_schedule(key: str) -> None:
    by = PRESETS[key]

    shown = section(by, "The hands").table

    assert shown is not None
    counts = range(by.players[0], by.players[1] + 1)
    assert [int(row[0]) for row in shown.rows] == list(counts)
    assert [tuple(map(int, row[2].split())) for row in shown.rows] == [ohhell.sizes(by, count) for count in counts]
    assert [int(row[1]) for row in shown.rows] == [len(ohhell.sizes(by, count)) for count in counts]


@pytest.mark.parametrize(
    ("key", "players", "words"),
    [
        ("classic", 4, "13 hands from 7 cards down to 1 and back; the dealer may not let the bids come out even; "
                       "10 + bid for an exact bid, else nothing"),
        ("standard", 6, "15 hands from 8 cards down to 1 and back; the dealer may not let the bids come out even; "
                        "10 + bid for an exact bid, else 1 for each trick taken"),
        ("denexa", None, "hands from 7–10 cards down to 1 and back; the dealer must bid the sum above the tricks; "
                         "10 × bid for an exact bid, 10 for an exact 0, else −10 for each trick off"),
        ("up-down-double", 3, "20 hands from 1 card up to 10, which comes twice, and back; the dealer may not let the "
                              "bids come out even; 10 + bid for an exact bid, else 1 for each trick taken"),
        ("kachuful", 7, "13 hands from 7 cards down to 1 and back; trump goes round spades, diamonds, clubs and "
                        "hearts; the dealer may not let the bids come out even; 10 + bid for an exact bid, else 1 for "
                        "each trick taken"),
    ],
)  # fmt: skip
def test_a_summary_says_it_in_a_line(key: str, players: int | None, words: str) -> None:
    assert summary(PRESETS[key], players) == words


def test_hands_of_other_sizes_are_listed() -> None:
    assert summary(rules(schedule=[3]), 4).startswith("1 hand of 3 cards;")
    assert summary(rules(schedule=[3, 3]), 4).startswith("2 hands of 3 cards each;")
    assert summary(rules(schedule=[5, 2, 1]), 4).startswith("3 hands of 5, 2 and 1 cards;")
    assert summary(rules(start=1), 4).startswith("1 hand of 1 card;")


def test_the_examples_of_the_hook_are_worked_out() -> None:
    words = said(PRESETS["classic"], "Bidding")

    assert "in a hand of 5 cards, when the others have bid 2 together, the dealer may not bid 3" in words
    assert "when the others have bid 6 together, the dealer may bid anything from 0 to 5" in words
    assert "in a hand of 1 card, when the others have bid 0 together, the dealer must bid 0" in words


def test_the_examples_of_the_over_bid_are_worked_out_and_warn_of_a_certain_miss() -> None:
    words = said(PRESETS["denexa"], "Bidding")

    assert [bid.value for bid in bids_in(dealer_bids("over", 0, 5)(5, 0))] == [6]
    assert "when the others have bid 0 together, the dealer must bid 6, which is more than there are" in words
    assert "a certain miss" in words


@pytest.mark.parametrize(
    ("key", "title", "words"),
    [
        ("classic", "The game", "the source seats four; 3 to 7 may play"),
        ("classic", "Scoring", "a bid of 2 scores 12 with 2, 0 with 1 and 0 with 3 tricks"),
        ("standard", "Scoring", "a bid of 2 scores 12 with 2, 1 with 1 and 3 with 3 tricks"),
        ("standard", "Bidding", "A bid may be changed until the next player to the left has bid"),
        ("denexa", "The end", "the highest total wins, even when it is below zero"),
        ("denexa", "The end", "only those tied for first play the tie-break"),
        ("simple", "Trump", "the dealer keeps that card in hand"),
        ("simple", "The play", "Without one you must play a trump if you hold any"),
        ("simple", "The play", "Who plays spades must, if able, beat"),
        ("simple", "The play", "nothing but trumps may lead one"),
        ("simple", "Scoring", "Up to 2 tricks more than a bid above 0 is forgiven"),
        ("simple-spades", "Trump", "Trump is always spades"),
        ("kachuful", "Trump", "spades, diamonds, clubs and hearts"),
        ("boerenbridge", "Bidding", "you see everyone's card but your own"),
        ("boerenbridge", "Bidding", "hands of more than 3 cards"),
        ("two-decks", "The play", "Of two identical cards in a trick the second one played is the higher"),
        ("german-bridge", "Scoring", "−1 times the square of the tricks off"),
    ],
)
def test_what_is_particular_to_a_rule_set_is_said(key: str, title: str, words: str) -> None:
    assert words in said(PRESETS[key], title)


def test_a_hand_with_nothing_left_to_turn_is_told_only_where_there_is_one() -> None:
    full = rules(start=13)

    assert "With 13 cards each with 4 players no card is left to turn up" in said(full, "Trump", 4)
    assert "no card is left" not in said(PRESETS["podrida"], "Trump")
    assert "names trump" in said(rules(start=13, nothing_to_turn="dealer_last"), "Trump", 4)


def test_a_decision_about_an_axis_goes_when_the_axis_is_changed() -> None:
    assert "Blackout" in said(PRESETS["boerenbridge"], "The game")
    assert "Blackout" not in said(rules("boerenbridge", score={"exact": [5, 1, 0]}), "The game")


def test_rules_nobody_can_play_are_refused() -> None:
    with pytest.raises(RulesError):
        describe(rules(start=17, players=[4, 7]))
    with pytest.raises(RulesError):
        summary(PRESETS["simple"], 3)


CHOICES: list[tuple[str, Any]] = [
    *(("schedule", name) for name in ("down_up", "up_down", "down", "up", "down_up_double", "up_down_double", [3, 2])),
    *(("start", value) for value in (7, "most", {"3": 10, "4": 12})),
    *(("first_dealer", value) for value in ("draw", "seat:2")),
    *(("trump", value) for value in ("turn_up", "last_dealt", "none", "fixed:S", "cycle:SDCHN")),
    *(("nothing_to_turn", value) for value in ("no_trump", "dealer_last", "reject")),
    *(("bid_order", value) for value in ("sequential", "simultaneous")),
    *(("dealer_bid", value) for value in ("free", "hook", "over")),
    *(("hook_above", value) for value in (0, 1, 3)),
    *(("bid_change", value) for value in ("never", "until_next_bids")),
    *(("void_play", value) for value in ("free", "must_trump")),
    *(("must_beat", value) for value in ("", "S", "SHDC")),
    *(("trump_lead", value) for value in ("any", "after_broken")),
    *(("duplicates", value) for value in ("second_beats_first", "first_wins")),
    *(("one_card", value) for value in ("normal", "forehead")),
    *(("tie", value) for value in ("shared", "one_card_hand")),
    *(("players", value) for value in ([3, 7], (4, 4))),
    *(("decks", value) for value in (1, 2)),
    ("score", {"exact": [0, 10, 0], "miss": {"per_off": -10}}),
]


@pytest.mark.parametrize(("axis", "value"), CHOICES, ids=str)
def test_every_value_of_every_axis_has_plain_words(axis: str, value: Any) -> None:
    words = axis_words(axis, value)

    assert (
        words
        and "_" not in words
        and ":" not in words.removeprefix("the hook:").removeprefix("free:").removeprefix("on the forehead:")
    )
    assert {axis for axis, _ in CHOICES} == set(AXIS_LABELS) == set(ohhell.axes(PRESETS["classic"])) - {"key"}


@given(tables(), st.sampled_from(sorted(AXIS_LABELS)))
def test_axes_are_said_alike_from_rules_and_from_json(table: tuple[Rules, int], axis: str) -> None:
    by, _ = table

    assert axis_words(axis, getattr(by, axis)) == axis_words(axis, ohhell.axes(by)[axis])


def test_the_help_page_has_its_words_its_names_and_its_mistakes() -> None:
    assert set(GLOSSARY) == {"Trick", "Trump", "Bid", "The hook", "Exact bid", "Ruff", "Ducking"}
    assert {"Oh Hell", "Nomination Whist", "Contract Whist", "Elevator", "German Bridge", "Kachuful"} <= set(NAMES)
    assert len(NAMES) == 13 and len(MISTAKES) == 3
