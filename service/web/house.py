"""House rules in plain words: what each axis of a rule set is called, and what its values mean to people."""

from collections.abc import Mapping
from dataclasses import dataclass

from service.engine import ohhell
from service.web.cards import say_points

MISSES = ((0, 1), (2, 1), (2, 3), (2, 5))
SUITS = {"S": "spades", "H": "hearts", "D": "diamonds", "C": "clubs", "N": "no trump"}


@dataclass(frozen=True)
class Axis:
    """An axis with a fixed set of values, each in words."""

    title: str
    values: Mapping[str, str]


AXES: Mapping[str, Axis] = {
    "schedule": Axis(
        "How the hands grow and shrink",
        {
            "down_up": "down to one card, then up again",
            "up_down": "up from one card, then down again",
            "down": "only down, to one card",
            "up": "only up, from one card",
            "down_up_double": "down and up, with two hands of one card",
            "up_down_double": "up and down, with two of the longest hands",
        },
    ),
    "decks": Axis("Decks", {"1": "one deck", "2": "two decks"}),
    "first_dealer": Axis(
        "Who deals first",
        {"draw": "everyone draws a card, the highest deals", "seat:0": "the host"},
    ),
    "trump": Axis(
        "How trump is found",
        {
            "turn_up": "the next card after the deal is turned up",
            "last_dealt": "the dealer’s last card, shown to all",
            "fixed:S": "always spades",
            "fixed:H": "always hearts",
            "fixed:D": "always diamonds",
            "fixed:C": "always clubs",
            "cycle:SDCH": "spades, diamonds, clubs, hearts, hand by hand",
            "cycle:SHDCN": "spades, hearts, diamonds, clubs, none, hand by hand",
            "none": "there is no trump",
        },
    ),
    "nothing_to_turn": Axis(
        "When every card is dealt and none is left to turn",
        {
            "no_trump": "that hand has no trump",
            "dealer_last": "the dealer’s last card names trump",
            "reject": "such hands are not played",
        },
    ),
    "bid_order": Axis(
        "Bidding",
        {"sequential": "one after the other, the dealer last", "simultaneous": "all at once, unseen"},
    ),
    "dealer_bid": Axis(
        "The dealer’s bid",
        {
            "free": "any bid",
            "hook": "the bids may not add up to the tricks (the hook)",
            "over": "the bids must add up to more than the tricks",
        },
    ),
    "bid_change": Axis(
        "Changing a bid",
        {"never": "a bid stands", "until_next_bids": "until the next player has bid"},
    ),
    "void_play": Axis(
        "When you cannot follow suit",
        {"free": "play any card", "must_trump": "a trump must be played"},
    ),
    "trump_lead": Axis(
        "Leading trump",
        {"any": "at any time", "after_broken": "only once a trump has been played"},
    ),
    "duplicates": Axis(
        "Two identical cards in a trick",
        {"second_beats_first": "the second beats the first", "first_wins": "the first wins"},
    ),
    "one_card": Axis(
        "Hands of one card",
        {"normal": "like any other", "forehead": "held to the forehead: you see all cards but yours"},
    ),
    "tie": Axis(
        "A tie for first place",
        {"shared": "the place is shared", "one_card_hand": "the tied play one more hand of one card"},
    ),
}

SCORE: Mapping[str, str] = {
    "exact_0": "An exact bid: points",
    "exact_1": "… and for each trick bid",
    "exact_2": "… and for each trick bid, squared",
    "tolerance": "Overtricks forgiven to a bid above zero",
    "within_0": "A forgiven bid: points",
    "within_1": "… and for each trick bid",
    "within_2": "… and for each overtrick",
    "miss_flat": "A missed bid: points",
    "miss_per_bid": "… and for each trick bid",
    "miss_per_taken": "… and for each trick taken",
    "miss_per_off": "… and for each trick off",
    "miss_per_off_squared": "… and for the tricks off, squared",
}
ZERO: Mapping[str, str] = {
    "zero_made": "Bidding nothing and taking nothing",
    "zero_missed": "Bidding nothing and taking something",
}


def words(axis: str, rules: ohhell.Rules) -> str:
    """The value of an axis in words."""
    value = str(getattr(rules, axis))
    known = AXES[axis].values.get(value)
    if known:
        return known
    match axis, value.partition(":"):
        case "trump", ("cycle", _, suits):
            return f"{', '.join(SUITS[suit] for suit in suits)}, hand by hand"
        case "first_dealer", ("seat", _, seat):
            return f"seat {int(seat) + 1}"
        case "schedule", _:
            return "hands of " + ", ".join(str(size) for size in ohhell.sizes(rules, rules.players[0])) + " cards"
    return value


def start_words(rules: ohhell.Rules) -> str:
    """The longest hand in words."""
    match rules.start:
        case int(size):
            return f"{size} cards"
        case str():
            return "as many cards as the deck allows"
        case by_players:
            return ", ".join(f"{size} with {players}" for players, size in by_players) + " players"


def beat_words(rules: ohhell.Rules) -> str:
    """The suits in which a card must beat those before it."""
    return " and ".join(SUITS[suit] for suit in rules.must_beat) or "no suit"


def score_number(part: str, score: ohhell.Score) -> int:
    """The number that a score field stands for: `exact_1`, `miss_per_off`, `tolerance`."""
    name, _, rest = part.partition("_")
    if name == "miss":
        return int(getattr(score.miss, rest))
    return int(getattr(score, name)[int(rest)]) if rest else score.tolerance


def zero_words(part: str, score: ohhell.Score) -> str:
    """What a bid of zero is worth, in words."""
    points = getattr(score, part)
    return "like any other bid" if points is None else f"{say_points(points)} points"


def summary(rules: ohhell.Rules, players: int) -> tuple[tuple[str, str], ...]:
    """A rule set for a number of players, as pairs of a title and a sentence's worth of words."""
    sizes = ohhell.sizes(rules, players)
    told = [(AXES[axis].title, words(axis, rules)) for axis in _shown(rules)]
    if rules.must_beat:
        told.append(("Must beat the cards before it", beat_words(rules)))
    return (("Hands", f"{len(sizes)}: {_run(sizes)} cards"), *told, *_scoring(rules.score))


def _shown(rules: ohhell.Rules) -> tuple[str, ...]:
    quiet = {"schedule", "decks"} | ({"duplicates"} if rules.decks == 1 else set())
    quiet |= {"nothing_to_turn"} if rules.trump != "turn_up" else set()
    return tuple(axis for axis in AXES if axis not in quiet)


def _run(sizes: tuple[int, ...]) -> str:
    return ", ".join(str(size) for size in sizes)


def _scoring(score: ohhell.Score) -> tuple[tuple[str, str], ...]:
    made = [f"bid {bid}: {say_points(score.points(bid, bid))}" for bid in range(4)]
    missed = [
        f"bid {bid}, took {taken}: {say_points(score.points(bid, taken))}"
        for bid, taken in ((0, 1), (2, 1), (2, 3), (2, 5))
    ]
    return (("Points for an exact bid", ", ".join(made)), ("Points for a missed bid", ", ".join(missed)))
