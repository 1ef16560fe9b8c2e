"""Rule sets of any playable combination of axes, for Hypothesis."""

from typing import Any

from hypothesis import strategies as st

from service.engine import ohhell
from service.engine.ohhell import Rules

SUITS = "SHDC"
POINTS = st.integers(-30, 30)


def _sizes(draw: st.DrawFn, players: int, decks: int, spare: int) -> list[int]:
    most = (52 * decks - spare) // players
    return draw(st.one_of(st.lists(st.integers(1, min(most, 5)), min_size=1, max_size=3), st.just([1, most])))


def _score(draw: st.DrawFn) -> dict[str, Any]:
    three = st.lists(POINTS, min_size=3, max_size=3)
    misses = ("flat", "per_bid", "per_taken", "per_off", "per_off_squared")
    return {
        "exact": draw(three),
        "zero_made": draw(st.none() | POINTS),
        "zero_missed": draw(st.none() | POINTS),
        "tolerance": draw(st.integers(0, 3)),
        "within": draw(three),
        "miss": draw(st.dictionaries(st.sampled_from(misses), POINTS)),
    }


@st.composite
def tables(draw: st.DrawFn, /, **fixed: Any) -> tuple[Rules, int]:
    """Rules and a number of players that can play them; axes given by name stay as given."""
    players, decks = draw(st.integers(3, 10)), draw(st.sampled_from([1, 2]))
    trump = draw(st.sampled_from(["turn_up", "last_dealt", "fixed:S", "fixed:D", "cycle:SDCHN", "none"]))
    order = draw(st.sampled_from(["sequential", "simultaneous"]))
    axes: dict[str, Any] = {
        "key": "classic",
        "players": [3, 10],
        "decks": decks,
        "schedule": _sizes(draw, players, decks, 0),
        "trump": trump,
        "nothing_to_turn": draw(st.sampled_from(["no_trump", "dealer_last"])),
        "bid_order": order,
        "dealer_bid": "free" if order == "simultaneous" else draw(st.sampled_from(["free", "hook", "over"])),
        "hook_above": draw(st.integers(0, 3)),
        "bid_change": draw(st.sampled_from(["never", "until_next_bids"])),
        "void_play": draw(st.sampled_from(["free", "must_trump"])),
        "must_beat": "".join(draw(st.lists(st.sampled_from(SUITS), unique=True))),
        "trump_lead": draw(st.sampled_from(["any", "after_broken"])),
        "duplicates": draw(st.sampled_from(["second_beats_first", "first_wins"])),
        "one_card": draw(st.sampled_from(["normal", "forehead"])),
        "tie": draw(st.sampled_from(["shared", "one_card_hand"])),
        "score": _score(draw),
    }
    return ohhell.rules_from(axes | fixed), players
