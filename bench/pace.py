"""How many questions a game asks, and what the planner's orders cost; run by `make bench`.

Every hand is played twice from the same deal: by four steady bots that are asked every time, and with one of them, in
turn each seat, leaving the planner's orders. Bids and deals depend on the hand alone, so the two can be compared hand
by hand. With the bound of a one-sided error of 2.5 %: the mean less 1.96 standard errors.
"""

import math
import statistics
import sys
from dataclasses import dataclass

from service.engine import ohhell
from service.engine.simulation import Totals, simulate

GAMES, SEED, PLAYERS = 200, 1, 4
RULES = ohhell.rules_from({"key": "classic", "start": 10})


@dataclass(frozen=True)
class Paired:
    """The difference in points a hand, and the lower end of its 95 % interval."""

    hands: int
    mean: float
    lower: float


def played(personas: list[ohhell.Persona | None], games: int = GAMES) -> Totals:
    """The totals of these games with steady bots that are asked, or leave orders."""
    return simulate(RULES, games, SEED, [ohhell.BOTS["steady"]] * PLAYERS, personas)


def paired(games: int = GAMES) -> Paired:
    """What the planner's seat gets more than the same bot asked every time, on the same deals."""
    differences: list[int] = []
    asked = points_by_hand([None] * PLAYERS, games)
    for seat in range(PLAYERS):
        personas: list[ohhell.Persona | None] = [None] * PLAYERS
        personas[seat] = ohhell.PERSONAS["planner"]
        ordered = points_by_hand(personas, games)
        differences += [mine[seat] - other[seat] for mine, other in zip(ordered, asked, strict=True)]
    mean = statistics.fmean(differences)
    return Paired(len(differences), mean, mean - 1.96 * statistics.stdev(differences) / math.sqrt(len(differences)))


def points_by_hand(personas: list[ohhell.Persona | None], games: int) -> list[tuple[int, ...]]:
    """The points of every hand, by seat."""
    results: list[tuple[int, ...]] = []
    simulate(
        RULES,
        games,
        SEED,
        [ohhell.BOTS["steady"]] * PLAYERS,
        personas,
        lambda game: results.extend(result.points for result in game.results),
    )
    return results


def main() -> int:
    """Prints the questions of a game and the paired difference."""
    alone, planned = played([None] * PLAYERS), played([ohhell.PERSONAS["planner"]] * PLAYERS)
    share = alone.prompts / alone.moves
    print(f"pace: {alone.prompts / GAMES:.1f} of {alone.moves / GAMES:.0f} moves a game are asked for ({share:.3f})")
    print(f"pace: {planned.prompts / GAMES:.1f} with the planner's orders")
    found = paired()
    print(f"pace: the planner gets {found.mean:+.3f} points a hand, at least {found.lower:+.3f} ({found.hands} hands)")
    return 0 if found.lower > -0.5 and planned.prompts < 200 * GAMES else 1


if __name__ == "__main__":
    sys.exit(main())
