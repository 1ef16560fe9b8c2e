"""Each axis of the rules and each of its values in plain words, for the form that changes them."""

from collections.abc import Callable, Mapping
from typing import Any

from service.engine.ohhell.axes import READERS
from service.engine.ohhell.presets import DEFAULTS
from service.engine.ohhell.prose.dealing import trump_name
from service.engine.ohhell.prose.numbers import counted, listed, suits
from service.engine.ohhell.prose.scoring import short_score

AXIS_LABELS: Mapping[str, str] = {
    "players": "Players",
    "decks": "Decks",
    "schedule": "Order of hands",
    "start": "Most cards in a hand",
    "first_dealer": "First dealer",
    "trump": "Trump",
    "nothing_to_turn": "If no card is left to turn up",
    "bid_order": "Order of bidding",
    "dealer_bid": "The dealer's bid",
    "hook_above": "The dealer is bound",
    "bid_change": "Changing a bid",
    "void_play": "When you cannot follow suit",
    "must_beat": "Suits that must be beaten",
    "trump_lead": "Leading trump",
    "duplicates": "Two identical cards in a trick",
    "one_card": "Hands of one card",
    "tie": "A tie for first place",
    "score": "Scoring",
}

_CHOICES: Mapping[tuple[str, str], str] = {
    ("schedule", "down_up"): "down to one card and back up",
    ("schedule", "up_down"): "up from one card and back down",
    ("schedule", "down"): "down to one card",
    ("schedule", "up"): "up from one card",
    ("schedule", "down_up_double"): "down and back up, the one-card hand twice",
    ("schedule", "up_down_double"): "up and back down, the longest hand twice",
    ("start", "most"): "as many as the deck allows",
    ("first_dealer", "draw"): "whoever draws the highest card",
    ("trump", "turn_up"): "the next card is turned up",
    ("trump", "last_dealt"): "the dealer's last card",
    ("trump", "none"): "no trump",
    ("nothing_to_turn", "no_trump"): "there is no trump",
    ("nothing_to_turn", "dealer_last"): "the dealer's last card names trump",
    ("nothing_to_turn", "reject"): "such hands are not allowed",
    ("bid_order", "sequential"): "one after another, the dealer last",
    ("bid_order", "simultaneous"): "all at once, unseen",
    ("dealer_bid", "free"): "free: the bids may come out even",
    ("dealer_bid", "hook"): "the hook: the bids may not come out even",
    ("dealer_bid", "over"): "the bids must add up to more than the tricks",
    ("bid_change", "never"): "not allowed",
    ("bid_change", "until_next_bids"): "allowed until the next player has bid",
    ("void_play", "free"): "play anything",
    ("void_play", "must_trump"): "you must trump if you can",
    ("trump_lead", "any"): "allowed at any time",
    ("trump_lead", "after_broken"): "only once trump has been broken",
    ("duplicates", "second_beats_first"): "the second beats the first",
    ("duplicates", "first_wins"): "the first stays ahead",
    ("one_card", "normal"): "played like any other",
    ("one_card", "forehead"): "on the forehead: you see every card but your own",
    ("tie", "shared"): "the place is shared",
    ("tie", "one_card_hand"): "those tied play a hand of one card",
}


def axis_words(axis: str, value: object) -> str:
    """A value of an axis in plain words, as `Rules` holds it or as JSON writes it.

    Raises RulesError for a value the axis cannot have, and KeyError for an axis there is none of.
    """
    if isinstance(value, list | dict):
        value = READERS[axis](axis, value, DEFAULTS)
    if isinstance(value, str) and (axis, value) in _CHOICES:
        return _CHOICES[axis, value]
    return _FREE[axis](value)


def _players(value: Any) -> str:
    fewest, most = value
    return str(fewest) if fewest == most else f"{fewest} to {most}"


def _start(value: Any) -> str:
    if isinstance(value, int):
        return counted(value, "card")
    return listed(f"{size} with {players} players" for players, size in value)


def _trump(value: Any) -> str:
    kind, _, letters = value.partition(":")
    named = listed(map(trump_name, letters))
    return f"always {named}" if kind == "fixed" else f"in turn {named}"


_FREE: Mapping[str, Callable[[Any], str]] = {
    "players": _players,
    "decks": lambda value: counted(value, "deck"),
    "schedule": lambda value: f"hands of {listed(map(str, value))} cards",
    "start": _start,
    "first_dealer": lambda value: f"the player in seat {value.removeprefix('seat:')}",
    "trump": _trump,
    "hook_above": lambda value: f"in hands of more than {counted(value, 'card')}" if value else "in every hand",
    "must_beat": lambda value: suits(value) if value else "none",
    "score": short_score,
}
