"""Who wins, in words."""

from service.engine.ohhell.prose.numbers import spelled
from service.engine.ohhell.prose.sections import Section
from service.engine.ohhell.rules import Rules
from service.engine.ohhell.scoring import Miss, Score
from service.engine.ohhell.standings import MOST_TIEBREAKS


def ending_section(rules: Rules) -> Section:
    """How the game ends, and what a tie is worth."""
    even = ", even when it is below zero" if _can_lose(rules.score) else ""
    wins = f"Points are added up hand by hand. After the last hand the highest total wins{even}."
    if rules.tie == "shared":
        return Section("The end", (wins,), ("equal totals share their place.",))
    return Section(
        "The end",
        (f"{wins} A tie for first is broken by another hand of one card.",),
        (
            "only those tied for first play the tie-break; the next of them clockwise deals.",
            "its points only put the tied in order, and no total changes.",
            "it is played again among those still tied; "
            f"after {spelled(MOST_TIEBREAKS)} such hands they share the place. Other equal totals share theirs.",
        ),
    )


def _can_lose(score: Score) -> bool:
    return (score.zero_missed is not None and score.zero_missed < 0) or _negative(score.miss)


def _negative(miss: Miss) -> bool:
    return min(miss.flat, miss.per_bid, miss.per_taken, miss.per_off, miss.per_off_squared) < 0
