"""What is no record, or an untrue one, is refused in one sentence that names the hand, the move and the reason."""

import copy
from collections.abc import Callable
from typing import Any

import pytest

from service.engine import ohhell, records
from service.engine.ohhell import PRESETS
from service.engine.records import Malformed, Untrue
from tests.engine.playing import rules
from tests.records.games import changed, checked, play, secret_of
from tests.records.spoiling import THREE, Record, refusal


def test_the_record_these_tests_spoil_is_good() -> None:
    assert checked(THREE).places == (1, 3, 2)


# Where, what is written there instead, and words the sentence must have.
MALFORMED: list[tuple[str, Callable[[Record], object], str]] = [
    ("another format", lambda r: r.update(format="ohhell-record/2"), "format"),
    ("no format", lambda r: r.pop("format"), "no format"),
    ("no rules", lambda r: r.pop("rules"), "no rules"),
    ("no players", lambda r: r.pop("players"), "no players"),
    ("no hands", lambda r: r.pop("hands"), "no hands"),
    ("rules without a key", lambda r: r["rules"].pop("key"), "rule set"),
    ("an unknown preset", lambda r: r["rules"].update(key="whist"), "whist"),
    ("an unknown axis", lambda r: r["rules"].update(jokers=2), "jokers"),
    ("an unknown value", lambda r: r["rules"].update(trump="red"), "trump"),
    ("a fraction in the rules", lambda r: r["rules"].update(hook_above=1.0), "hook_above"),
    ("true in the rules", lambda r: r["rules"].update(decks=True), "decks"),
    ("an unknown part of the score", lambda r: r["rules"].update(score={"bonus": 3}), "bonus"),
    ("a hand size of zero", lambda r: r["rules"].update(schedule=[3, 0]), "schedule"),
    ("no hand sizes", lambda r: r["rules"].update(schedule=[]), "schedule"),
    ("18 cards for three", lambda r: r["rules"].update(schedule=[18]), "at most 17"),
    ("hook and simultaneous", lambda r: r["rules"].update(bid_order="simultaneous"), "dealer_bid"),
    ("two players", lambda r: r.update(players=["Ann", "Bob"]), "3 to 7 players, not 2"),
    ("eleven players", lambda r: r.update(players=list("ABCDEFGHIJK")), "3 to 7 players, not 11"),
    ("a name that is half a letter", lambda r: r.update(players=["Ann", "\ud800", "Cyd"]), "players"),
    ("an unknown card dealt", lambda r: r["hands"][0]["dealt"][1].__setitem__(0, "1H"), "hand 1, dealt"),
    ("an unknown card played", lambda r: r["hands"][1]["plays"].__setitem__(0, [0, "XX"]), "hand 2, plays"),
    ("a card of the second deck", lambda r: r["hands"][1]["plays"].__setitem__(0, [0, "2C*"]), "hand 2, plays"),
    ("an unknown trump", lambda r: r["hands"][0].update(trump="Z"), "hand 1, trump"),
    ("a bid that is no pair", lambda r: r["hands"][0]["bids"].__setitem__(0, [2]), "hand 1, bids"),
    ("a fraction bid", lambda r: r["hands"][0]["bids"].__setitem__(0, [2, 1.0]), "hand 1, bids"),
    ("true bid", lambda r: r["hands"][0]["bids"].__setitem__(0, [2, True]), "hand 1, bids"),
    ("a fraction of a seat", lambda r: r["hands"][0]["plays"].__setitem__(0, [2.0, "5D"]), "hand 1, plays"),
    ("a finished hand hides its cards", lambda r: r["hands"][1].pop("dealt"), "hand 2"),
    ("a hand before the last hides its cards", lambda r: r["hands"][0].pop("dealt"), "hand 1 has no dealt"),
    ("a finished hand has no bids", lambda r: r["hands"][1].pop("bids"), "hand 2 has no bids"),
    ("a finished hand has no plays", lambda r: r["hands"][1].pop("plays"), "hand 2 has no plays"),
    ("made by nobody known", lambda r: r["hands"][0]["by"].__setitem__(0, "ghost"), "by"),
    ("makers of more moves than there are", lambda r: r["hands"][0]["by"].append(None), "13 bids and plays"),
    ("a secret that is no number", lambda r: r["hands"][0].update(secret="xyz"), "hand 1, secret"),
    ("a secret that is too short", lambda r: r["hands"][0].update(secret="00" * 31), "hand 1, secret"),
    ("a commitment that is too long", lambda r: r["hands"][0].update(commitment="00" * 33), "commitment"),
    *(
        (f"a hand without its {name}", lambda r, name=name: r["hands"][0].pop(name), f"hand 1 has no {name}")
        for name in ("dealer", "size", "turned", "trump", "bids", "plays")
    ),
]

UNTRUE: list[tuple[str, Callable[[Record], object], str]] = [
    ("a dealer who is not there", lambda r: r["hands"][0].update(dealer=3), "Hand 1"),
    ("a dealer who did not win the draw", lambda r: r["hands"][0].update(dealer=0), "Hand 1: Bob won the draw"),
    ("a dealer who does not follow", lambda r: r["hands"][1].update(dealer=0), "Hand 2: Cyd (seat 2) deals, not Ann"),
    ("a first dealer against the rules", lambda r: r["rules"].update(first_dealer="seat:0"), "Hand 1: Ann"),
    ("a size off the schedule", lambda r: r["hands"][1].update(size=1), "Hand 2 has 2 cards each, not 1"),
    ("the seats of another hand", lambda r: r["hands"][1].update(seats=[0, 1]), "Hand 2: the seats"),
    ("a hand too many", lambda r: r["hands"].append(r["hands"][1]), "Hand 3 is one too many"),
    (
        "a hand before the last is finished",
        lambda r: r["hands"][0].update(plays=[], by=[None] * 4, taken=[0, 0, 0], points=None),
        "Hand 2 cannot begin before hand 1",
    ),
    (
        "a card dealt twice",
        lambda r: r["hands"][0]["dealt"][1].__setitem__(0, "QS"),
        "Hand 1: QS (the queen of spades)",
    ),
    ("the turned card dealt", lambda r: r["hands"][0]["dealt"][1].__setitem__(0, "5H"), "Hand 1: 5H"),
    ("a card too few", lambda r: r["hands"][0]["dealt"][1].pop(), "Hand 1: Bob must be dealt 3 cards, not 2"),
    ("a hand too few", lambda r: r["hands"][0]["dealt"].pop(), "Hand 1: 2 hands"),
    ("no card turned", lambda r: r["hands"][0].update(turned=None), "Hand 1: a card must be turned"),
    ("a card turned for nothing", lambda r: r["rules"].update(trump="fixed:H"), "Hand 1: no card is turned up"),
    ("a trump nobody turned", lambda r: r["hands"][0].update(trump="S"), "Hand 1: trump is hearts, not spades"),
    ("no trump", lambda r: r["hands"][0].update(trump=None), "Hand 1: trump is hearts, not no suit"),
    ("a bid out of turn", lambda r: r["hands"][0]["bids"].__setitem__(0, [0, 1]), "Hand 1, bid 1: Ann may not bid 1"),
    ("the hook", lambda r: r["hands"][0]["bids"].__setitem__(3, [1, 1]), "Hand 1, bid 4: Bob may not bid 1: the hook"),
    (
        "a bid above the hand",
        lambda r: r["hands"][0]["bids"].__setitem__(0, [2, 4]),
        "Hand 1, bid 1: Cyd may not bid 4",
    ),
    ("a bid below none", lambda r: r["hands"][0]["bids"].__setitem__(0, [2, -1]), "Hand 1, bid 1: Cyd may not bid -1"),
    ("a huge bid", lambda r: r["hands"][0]["bids"].__setitem__(0, [2, 10**4000]), "Hand 1, bid 1"),
    (
        "a bid changed too late",
        lambda r: r["hands"][0]["bids"].insert(3, [2, 0]) or r["hands"][0]["by"].append(None),
        "Hand 1, bid 4: Cyd may not bid 0",
    ),
    ("a bid of nobody", lambda r: r["hands"][0]["bids"].__setitem__(0, [-1, 0]), "Hand 1, bid 1: there is no seat -1"),
    ("a bid too many", lambda r: r["hands"][1]["bids"].append([0, 1]), "Hand 2, bid 4: Ann may not bid 1"),
    ("a bid too few", lambda r: r["hands"][1]["bids"].pop(), "Hand 2, card 1: Ann may not play 2C"),
    ("a card out of turn", lambda r: r["hands"][0]["plays"].__setitem__(0, [0, "JD"]), "Hand 1, card 1: Ann"),
    (
        "a suit not followed",
        lambda r: r["hands"][0]["plays"].__setitem__(1, [0, "9S"]),
        "Hand 1, card 2: Ann may not play 9S (the nine of spades): follow suit: you still hold a diamond",
    ),
    (
        "a card not held",
        lambda r: r["hands"][0]["plays"].__setitem__(1, [0, "AD"]),
        "you do not hold the ace of diamonds",
    ),
    ("a card played twice", lambda r: r["hands"][0]["plays"].__setitem__(3, [0, "JD"]), "Hand 1, card 4: Ann"),
    ("a card too many", lambda r: r["hands"][1]["plays"].append([1, "4D"]), "Hand 2, card 7: Bob"),
    ("a card of nobody", lambda r: r["hands"][1]["plays"].__setitem__(0, [9, "2C"]), "there is no seat 9"),
    ("wrong tricks", lambda r: r["hands"][0].update(taken=[0, 2, 1]), "Hand 1: Ann has 1 trick, not 0"),
    ("tricks of too few", lambda r: r["hands"][0].update(taken=[1, 1]), "Hand 1: tricks of 2 players"),
    ("wrong points", lambda r: r["hands"][1].update(points=[10, 0, 12]), "Hand 2: Cyd has 2 points, not 12"),
    ("points of too many", lambda r: r["hands"][1].update(points=[10, 0, 2, 0]), "Hand 2: points of 4 players"),
    (
        "a wrong total",
        lambda r: r.update(totals=[11, 1, 4]),
        "The totals: Cyd has 3 points, not 4",
    ),
    (
        "points before the end",
        lambda r: r["hands"][1]["plays"].pop() and r["hands"][1].update(taken=[0, 0, 1]),
        "Hand 2 is not over",
    ),
    ("a draw the wrong seats made", lambda r: r["draw"].pop(), "draw"),
    ("a card drawn twice", lambda r: r["draw"][1].__setitem__(0, [1, "KH"]), "KH twice"),
    ("a draw lost by the dealer", lambda r: r["draw"][1].__setitem__(0, [1, "2C"]), "draw"),
    (
        "a secret that deals other cards",
        lambda r: r["hands"][0].update(secret="00" * 32),
        "Hand 1: the secret deals Ann",
    ),
    (
        "a secret that was not promised",
        lambda r: r["hands"][0].update(secret="00" * 32, commitment="00" * 32),
        "Hand 1: the secret is not the one",
    ),
    ("a game's secret that was not promised", lambda r: r.update(secret="00" * 32, commitment="00" * 32), "promised"),
    ("a game's secret that draws other cards", lambda r: r.update(secret="00" * 32), "draw"),
]


def names(cases: list[tuple[str, Callable[[Record], object], str]]) -> list[str]:
    """What each case is called."""
    return [name for name, *_ in cases]


@pytest.mark.parametrize(("name", "spoil", "words"), MALFORMED, ids=names(MALFORMED))
def test_what_is_no_record_is_refused(name: str, spoil: Callable[[Record], object], words: str) -> None:
    record = copy.deepcopy(THREE)
    spoil(record)

    assert words in refusal(record, Malformed)


@pytest.mark.parametrize(("name", "spoil", "words"), UNTRUE, ids=names(UNTRUE))
def test_what_cannot_have_been_is_refused(name: str, spoil: Callable[[Record], object], words: str) -> None:
    record = copy.deepcopy(THREE)
    spoil(record)

    assert words in refusal(record, Untrue)


PLACES: list[tuple[Any, ...]] = [
    ("format",), ("rules",), ("rules", "key"), ("rules", "schedule"), ("players",), ("players", 0), ("draw",),
    ("draw", 0), ("draw", 0, 0), ("draw", 0, 0, 0), ("draw", 0, 0, 1), ("hands",), ("hands", 0), ("totals",),
    ("totals", 0), ("secret",), ("commitment",),
    *(("hands", 1, name) for name in ("dealer", "size", "turned", "trump", "dealt", "bids", "plays", "taken", "points",
                                      "seats", "secret", "commitment", "words", "by")),
    *(("hands", 0, *path) for path in (("dealt", 0), ("dealt", 0, 0), ("bids", 0), ("bids", 0, 0), ("bids", 0, 1),
                                       ("plays", 0), ("plays", 0, 0), ("plays", 0, 1), ("taken", 0), ("points", 0))),
]  # fmt: skip
VALUES: list[Any] = [None, True, 1.0, 1.5, 7, "word", [], {}, [None], [[None]], {"a": 1}]
MAY_BE_NULL = {("hands", 1, "turned"), ("hands", 1, "trump"), ("hands", 1, "points")}


@pytest.mark.parametrize("path", PLACES, ids=lambda path: ".".join(map(str, path)))
def test_every_field_refuses_every_type_that_is_not_its_own(path: tuple[Any, ...]) -> None:
    full = copy.deepcopy(THREE) | {"secret": "00" * 32, "commitment": "00" * 32}
    full["hands"][1] |= {"seats": [0, 1, 2], "secret": "", "commitment": "", "words": "", "by": [None] * 9}
    own = type(at(full, path))

    for value in VALUES:
        if type(value) is not own and value != [] and not (value is None and path in MAY_BE_NULL):
            refusal(changed(full, *path, to=value), Malformed)


def at(record: Any, path: tuple[Any, ...]) -> Any:
    """What the record has in this place."""
    for step in path:
        record = record[step]
    return record


@pytest.mark.parametrize("value", [None, True, 1.5, 7, "word", []], ids=str)
def test_what_is_not_even_an_object_is_no_record(value: object) -> None:
    with pytest.raises(Malformed):
        records.read(value)


def test_lists_too_deep_in_each_other_are_no_record() -> None:
    deep: list[Any] = []
    for _ in range(600):
        deep = [deep]

    with pytest.raises(Malformed, match="deep"):
        records.read(THREE | {"comment": deep})


def test_a_trump_led_before_it_is_broken_is_refused() -> None:
    by = {"key": "simple", "players": [3, 3], "schedule": [2], "trump": "fixed:S"}
    hand = {"dealer": 2, "size": 2, "turned": None, "trump": "S", "dealt": [["AS", "2C"], ["3C", "4C"], ["5C", "6C"]],
            "bids": [[0, 1], [1, 1], [2, 1]], "plays": [[0, "AS"]]}  # fmt: skip

    sentence = refusal(
        {**THREE, "rules": by, "hands": [hand], "totals": [0, 0, 0], "draw": [[[0, "2S"], [1, "3S"], [2, "4S"]]]},
        Untrue,
    )

    assert (
        sentence
        == "Hand 1, card 1: Ann may not play AS (the ace of spades): trump is not broken: lead another suit than spades"
    )


def test_simultaneous_bids_out_of_seat_order_are_refused() -> None:
    by = rules("classic", bid_order="simultaneous", dealer_bid="free", start=2)
    record = play(by, 4, "order").record()
    bids = record["hands"][0]["bids"]

    record["hands"][0]["bids"] = [bids[1], bids[0], *bids[2:]]

    assert "Hand 1, bid 2: bids made at once are listed by seat" in refusal(record, Untrue)


def test_a_tie_break_for_other_seats_is_refused() -> None:
    level = rules("denexa", start=1, score={"exact": [0, 0, 0], "zero_made": 0, "miss": {}})
    record = play(level, 3, "level").record()

    assert "Hand 2: the seats" in refusal(changed(record, "hands", 1, "seats", to=[0, 2]), Untrue)
    assert "Hand 12 is one too many" in refusal(
        {**record, "hands": [*record["hands"], record["hands"][-1] | {"dealer": 1}]}, Untrue
    )


def test_three_of_a_card_are_too_many_for_two_decks() -> None:
    record = play(PRESETS["two-decks"], 8, "three").record()
    dealt = record["hands"][0]["dealt"]

    for seat in range(3):
        dealt[seat][0] = "QH"

    assert "Hand 1" in refusal(record, Untrue)


def test_a_secret_of_another_hand_is_refused() -> None:
    played = play(PRESETS["classic"], 4, "mixed")
    record = played.record(proofs={1: records.Proof(ohhell.hand_secret(secret_of("mixed"), 1))})
    record["hands"][1]["secret"] = record["hands"][0]["secret"]

    assert "Hand 2: the secret deals" in refusal(record, Untrue)


def test_words_the_players_did_not_add_are_refused() -> None:
    played = play(PRESETS["classic"], 4, "words")
    record = played.record(proofs={1: records.Proof(ohhell.hand_secret(secret_of("words"), 1))})

    assert "Hand 1: the secret deals" in refusal(changed(record, "hands", 0, "words", to="abracadabra"), Untrue)


def test_a_hands_secret_must_follow_from_the_games() -> None:
    record = play(PRESETS["classic"], 4, "both").record()
    record["secret"] = secret_of("both").hex()
    record["hands"][0]["secret"] = "11" * 32

    assert "Hand 1: its secret does not follow" in refusal(record, Untrue)


def test_a_long_or_strange_name_cannot_make_a_long_or_strange_sentence() -> None:
    record = changed(THREE, "players", 0, to="A\x1b[31m\nnn" * 1000)
    record = changed(record, "hands", 0, "taken", to=[0, 1, 1])

    sentence = refusal(record, Untrue)

    assert sentence.isprintable() and len(sentence) < 100
