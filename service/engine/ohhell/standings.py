"""Totals, places and who must still break a tie; it may not know cards, bids or moves."""

from typing import NamedTuple

from service.engine.ohhell.cards import Card, Suit
from service.engine.ohhell.rules import Rules

MOST_TIEBREAKS = 10


class Result(NamedTuple):
    """A finished hand, by seat where there is one for each; hands numbered beyond the schedule broke a tie."""

    number: int
    size: int
    dealer: int
    seats: tuple[int, ...]
    turned: Card | None
    trump: Suit | None
    bids: tuple[int | None, ...]
    taken: tuple[int, ...]
    points: tuple[int, ...]


def totals_of(results: tuple[Result, ...], players: int, scheduled: int) -> tuple[int, ...]:
    """Points by seat over the scheduled hands: a tie-break's points order the tied and change no total."""
    counted = [result.points for result in results[:scheduled]]
    return tuple(sum(points[seat] for points in counted) for seat in range(players))


def _standings(results: tuple[Result, ...], players: int, scheduled: int) -> list[tuple[int, ...]]:
    totals = totals_of(results, players, scheduled)
    breaks = results[scheduled:]
    # Those left out of a tie-break have all lost an earlier one or were never tied, so their 0 there decides nothing.
    return [(totals[seat], *(result.points[seat] for result in breaks)) for seat in range(players)]


def places_of(results: tuple[Result, ...], players: int, scheduled: int) -> tuple[int, ...]:
    """The place of each seat, 1 the first; equals share it, unless a tie-break parted them."""
    standings = _standings(results, players, scheduled)
    return tuple(1 + sum(other > mine for other in standings) for mine in standings)


def tied_for_first(rules: Rules, results: tuple[Result, ...], players: int, scheduled: int) -> tuple[int, ...]:
    """Who must play another one-card hand (denexa.txt, Game play), in seat order; () when nobody must."""
    if rules.tie == "shared" or len(results) - scheduled >= MOST_TIEBREAKS:
        return ()
    places = places_of(results, players, scheduled)
    first = tuple(seat for seat in range(players) if places[seat] == 1)
    return first if len(first) > 1 else ()
