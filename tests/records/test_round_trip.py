"""A game that was played, written down and replayed is the same game."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from service.engine import ohhell, records
from service.engine.ohhell import PRESETS, Rules
from tests.engine.playing import rules
from tests.engine.tables import tables
from tests.records.games import answer, bids_made, checked, play, secret_of

TABLES = [
    (key, players)
    for key, preset in PRESETS.items()
    for players in sorted({preset.players[0], *preset.players[1:], 4})
    if preset.players[0] <= players <= preset.players[1]
]


def plain(hands: tuple[ohhell.HandView, ...]) -> list[object]:
    """Tricks by their letters: a record cannot tell two identical cards apart."""
    return [
        [[(seat, ohhell.code(card)) for seat, card in trick.cards] + [trick.winner] for trick in hand.tricks]
        for hand in hands
    ]


@pytest.mark.parametrize(("key", "players"), TABLES)
def test_every_preset_replays_to_the_same_points_totals_and_places(key: str, players: int) -> None:
    played = play(PRESETS[key], players, f"{key} {players}")

    found = checked(played.record())

    assert plain(tuple(told.hand for told in found.hands)) == plain(played.hands)
    assert [told.hand.points for told in found.hands] == [hand.points for hand in played.hands]
    assert found.totals == ohhell.totals(played.game)
    assert found.places == ohhell.places(played.game)
    assert found.hidden is None


@pytest.mark.parametrize("key", PRESETS)
def test_every_move_is_among_the_legal_ones_listed_before_it(key: str) -> None:
    played = play(PRESETS[key], PRESETS[key].players[1], key)
    record = played.record()

    hands = answer(record)["hands"]

    for hand, told in zip(record["hands"], hands, strict=True):
        moves = [move for _, move in hand["bids"] + hand["plays"]]
        assert len(moves) == len(told["legal"])
        assert all(move in legal for move, legal in zip(moves, told["legal"], strict=True))
        assert (told["taken"], told["points"]) == (hand["taken"], hand["points"])
        assert len(told["winners"]) == hand["size"]


@settings(max_examples=max(60, settings().max_examples))
@given(tables(), st.integers(0, 10**6))
def test_any_rules_replay_to_the_same_totals(table: tuple[Rules, int], seed: int) -> None:
    played = play(*table, str(seed))

    found = checked(played.record())

    assert found.totals == ohhell.totals(played.game)
    assert found.places == ohhell.places(played.game)
    assert plain(tuple(told.hand for told in found.hands)) == plain(played.hands)


@settings(max_examples=max(60, settings().max_examples))
@given(tables(), st.integers(0, 10**6), st.integers(0, 60))
def test_a_running_game_shows_no_hidden_card_and_replays(table: tuple[Rules, int], seed: int, stop: int) -> None:
    played = play(*table, str(seed), stop)
    record = played.record()

    found = checked(record)

    running = ohhell.view(played.game, None).hand
    assert found.hidden == (None if running is None else running.number)
    assert found.totals == ohhell.totals(played.game)
    if running is not None:
        last = record["hands"][-1]
        assert "dealt" not in last and "points" not in last and "secret" not in last
        assert last["taken"] == list(running.taken)
        shown = sum(bid is not None for bid in running.bids)
        assert len({seat for seat, _ in last["bids"]}) == shown
        assert all(seat in running.seats for seat, _ in last["plays"])


@settings(max_examples=max(60, settings().max_examples))
@given(tables(), st.integers(0, 10**6), st.data())
def test_a_record_may_stop_after_any_move(table: tuple[Rules, int], seed: int, data: st.DataObject) -> None:
    record = play(*table, str(seed)).record()
    del record["totals"]
    keep = data.draw(st.integers(1, len(record["hands"])))
    record["hands"] = record["hands"][:keep]
    last = record["hands"][-1]
    moves = len(last["bids"]) + len(last["plays"])
    made = data.draw(st.integers(0, moves - 1))
    last["bids"], last["plays"] = last["bids"][:made], last["plays"][: max(0, made - len(last["bids"]))]
    for name in ("taken", "points", "by"):
        last.pop(name, None)

    hands = answer(record)["hands"]

    assert [hand["points"] is None for hand in hands] == [False] * (keep - 1) + [True]
    assert len(hands[-1]["legal"]) == made


def test_bids_that_were_changed_are_written_each_time() -> None:
    played = play(PRESETS["standard"], 5, "changing")
    record = played.record()

    changed = [number for number, hand in enumerate(record["hands"], 1) if len(hand["bids"]) > 5]

    assert changed
    assert all(record["hands"][number - 1]["bids"] == bids_made(played, number) for number in changed)
    assert all(
        len(told.moves) == 5 * (told.hand.size + 1) + len(record["hands"][number]["bids"]) - 5
        for number, told in enumerate(checked(record).hands)
    )


def test_without_the_log_the_bids_that_stood_are_written() -> None:
    played = play(PRESETS["standard"], 5, "changing")

    record = played.record(moves=())

    assert all(len(hand["bids"]) == 5 and "by" not in hand for hand in record["hands"])
    assert checked(record).totals == ohhell.totals(played.game)


def test_simultaneous_bids_are_written_by_seat_and_only_when_all_are_in() -> None:
    by = rules("classic", bid_order="simultaneous", dealer_bid="free", start=3)

    waiting, all_in = (play(by, 4, "at once", stop).record() for stop in (3, 4))

    assert waiting["hands"][0]["bids"] == []
    assert [seat for seat, _ in all_in["hands"][0]["bids"]] == [0, 1, 2, 3]


def test_a_tie_break_hand_names_its_seats_and_changes_no_total() -> None:
    level = rules("denexa", start=1, score={"exact": [0, 0, 0], "zero_made": 0, "miss": {}})
    played = play(level, 3, "level")
    record = played.record()

    breaks = record["hands"][1:]

    assert len(breaks) == 10
    assert all(hand["seats"] == [0, 1, 2] for hand in breaks)
    assert "seats" not in record["hands"][0]
    assert record["totals"] == [0, 0, 0]
    assert checked(record).places == (1, 1, 1)


def test_those_not_in_a_tie_break_have_no_cards_and_no_points() -> None:
    for seed in range(40):
        record = play(rules("denexa", schedule=[1]), 4, f"part {seed}").record()
        some = [hand for hand in record["hands"][1:] if len(hand["seats"]) < 4]
        if some:
            break

    outside = [seat for seat in range(4) if seat not in some[0]["seats"]]
    assert all(some[0]["dealt"][seat] == [] and some[0]["points"][seat] == 0 for seat in outside)
    assert checked(record).places is not None


def test_identical_cards_are_written_alike_and_told_apart_again() -> None:
    played = play(PRESETS["two-decks"], 8, "twice")
    record = played.record()

    text = str(record)

    assert "*" not in text
    twice = [told for told in answer(record)["hands"] for cards in told["legal"][8:] if len(set(cards)) < len(cards)]
    assert twice


def test_a_proof_is_checked_and_a_running_hand_keeps_its_secret() -> None:
    played = play(PRESETS["classic"], 4, "proved", stop=50)
    proofs = {
        number: records.Proof(ohhell.hand_secret(secret_of("proved"), number))
        for number in range(1, len(played.hands) + 2)
    }

    record = played.record(proofs=proofs)

    assert ["secret" in hand for hand in record["hands"]] == [True] * len(played.hands) + [False]
    assert all("commitment" in hand for hand in record["hands"])
    assert checked(record).totals == ohhell.totals(played.game)


def test_a_whole_game_may_be_proved_by_its_one_secret() -> None:
    record = play(PRESETS["two-decks"], 8, "whole").record()

    record["secret"] = secret_of("whole").hex()
    record["commitment"] = records.commitment(secret_of("whole")).hex()

    assert checked(record).places is not None


def test_fields_outside_the_rules_that_nobody_knows_are_ignored() -> None:
    record = play(PRESETS["classic"], 3, "more", stop=30).record()
    expected = answer(record)

    record["comment"] = {"a": [1.5, True, None]}
    record["hands"][0]["weather"] = "rain"

    assert answer(record) == expected


def test_cards_may_be_written_as_people_write_them() -> None:
    record = play(PRESETS["classic"], 4, "signs").record()
    signs = str.maketrans({"S": "♠", "H": "♥", "D": "♦", "C": "♣"})
    expected = answer(record)

    for hand in record["hands"]:
        hand["dealt"] = [[card.lower().replace("t", "10") for card in cards] for cards in hand["dealt"]]
        hand["plays"] = [[seat, card[0] + card[1:].translate(signs)] for seat, card in hand["plays"]]

    assert answer(record) == expected


def test_a_third_entry_of_a_move_may_say_who_made_it() -> None:
    record = play(PRESETS["classic"], 4, "by").record()
    expected = [[made.by for made in told.moves] for told in checked(record).hands]

    for hand in record["hands"]:
        makers = hand.pop("by", [None] * len(hand["bids"] + hand["plays"]))
        hand["bids"] = [[*bid, maker] for bid, maker in zip(hand["bids"], makers, strict=False)]
        hand["plays"] = [[*card, maker] for card, maker in zip(hand["plays"], makers[4:], strict=True)]

    assert [[made.by for made in told.moves] for told in checked(record).hands] == expected
