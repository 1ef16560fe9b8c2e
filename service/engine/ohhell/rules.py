"""A rule set as a row of small values; it may not know a game, and nothing asks which rule set it is."""

from dataclasses import dataclass, field
from typing import TypeAlias

from service.engine.ohhell.cards import DECK
from service.engine.ohhell.scoring import Score

Start: TypeAlias = int | str | tuple[tuple[int, int], ...]
Schedule: TypeAlias = str | tuple[int, ...]

FEWEST_PLAYERS = 3
MOST_PLAYERS = 10


class RulesError(ValueError):
    """Rules that cannot be: a sentence for people, and the `axis` it concerns."""

    def __init__(self, sentence: str, axis: str) -> None:
        super().__init__(sentence)
        self.axis = axis


@dataclass(frozen=True, slots=True)
class Rules:
    """Every axis by its name in records; the values are listed in `axes.py`.

    `start` is a number, "most", or (players, cards) pairs; `schedule` a name or the hand sizes.
    """

    key: str = "classic"
    players: tuple[int, int] = (3, 7)
    decks: int = 1
    schedule: Schedule = "down_up"
    start: Start = ((3, 10), (4, 10), (5, 10), (6, 8), (7, 7))
    first_dealer: str = "draw"
    trump: str = "turn_up"
    nothing_to_turn: str = "no_trump"
    bid_order: str = "sequential"
    dealer_bid: str = "hook"
    hook_above: int = 0
    bid_change: str = "never"
    void_play: str = "free"
    must_beat: str = ""
    trump_lead: str = "any"
    duplicates: str = "second_beats_first"
    one_card: str = "normal"
    tie: str = "shared"
    score: Score = field(default=Score())


def limit(rules: Rules, players: int) -> int:
    """The most cards a hand can have: the whole pack shared out evenly."""
    return DECK * rules.decks // players


def automatic(rules: Rules, size: int) -> bool:
    """Whether hands of this size play themselves: one card, held where only its owner cannot see it."""
    return size == 1 and rules.one_card == "forehead"


def fixed_dealer(rules: Rules) -> int | None:
    """The seat that deals first by the rules, or None when the players draw for it (standard.txt, Setup)."""
    return None if rules.first_dealer == "draw" else int(rules.first_dealer.removeprefix("seat:"))
