"""What people make of many games: rates, runs and records from plain rows; it may not know cards or moves."""

from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import accumulate
from typing import NamedTuple


class Bidden(NamedTuple):
    """One player's part of a finished hand; `own` unless a substitute or a bot made the bid."""

    size: int
    bid: int
    taken: int
    points: int
    own: bool


class Sat(NamedTuple):
    """A game as one of its players had it, oldest hand first; a game that goes on has no `place`."""

    place: int | None
    players: int
    total: int
    hands: tuple[Bidden, ...]


class Rate(NamedTuple):
    """How many of so many bids came out."""

    size: int
    hands: int
    exact: int


class Career(NamedTuple):
    """A player's numbers. `places` are (place, how often); all from `hands` on counts their own bids alone.

    `over` and `under` are hands with more and with fewer tricks than bid.
    """

    games: int
    wins: int
    places: tuple[tuple[int, int], ...]
    best: int | None
    hands: int
    exact: int
    over: int
    under: int
    sizes: tuple[Rate, ...]
    longest: int
    running: int


class Joined(NamedTuple):
    """A game of a group: by member the total after each hand, their place among the members, and their bids."""

    totals: tuple[tuple[int, ...], ...]
    places: tuple[int, ...]
    hands: tuple[tuple[Bidden, ...], ...]


class Member(NamedTuple):
    """A member's line in a group's table."""

    wins: int
    points: int
    hands: int
    exact: int
    longest: int


class Record(NamedTuple):
    """The best of something: how much, by which member, in which game (None where it spans several)."""

    value: int
    member: int
    game: int | None


class Records(NamedTuple):
    """A group's records; None where nobody has one. `comeback`: how far behind a winner once was."""

    streak: Record | None
    highest: Record | None
    lowest: Record | None
    comeback: Record | None
    margin: Record | None


def career(games: Sequence[Sat]) -> Career:
    """A player's numbers over their games, oldest first."""
    ended = [game for game in games if game.place is not None]
    own = [hand for game in games for hand in game.hands if hand.own]
    sizes = sorted({hand.size for hand in own})
    longest, running = runs(hand.bid == hand.taken for hand in own)
    return Career(
        games=len(ended),
        wins=sum(game.place == 1 for game in ended),
        places=tuple(sorted(Counter(game.place for game in ended if game.place is not None).items())),
        best=max((game.total for game in ended), default=None),
        hands=len(own),
        exact=sum(hand.bid == hand.taken for hand in own),
        over=sum(hand.taken > hand.bid for hand in own),
        under=sum(hand.taken < hand.bid for hand in own),
        sizes=tuple(_rate(size, own) for size in sizes),
        longest=longest,
        running=running,
    )


def _rate(size: int, own: Iterable[Bidden]) -> Rate:
    of_size = [hand for hand in own if hand.size == size]
    return Rate(size, len(of_size), sum(hand.bid == hand.taken for hand in of_size))


def runs(made: Iterable[bool]) -> tuple[int, int]:
    """The longest unbroken run, and the one that goes on at the end."""
    longest = running = 0
    for came_out in made:
        running = running + 1 if came_out else 0
        longest = max(longest, running)
    return longest, running


def ranks(totals: Sequence[int]) -> tuple[int, ...]:
    """Places by total, 1 the first; equals share one."""
    return tuple(1 + sum(other > mine for other in totals) for mine in totals)


def running_totals(hands: Iterable[int]) -> tuple[int, ...]:
    """The total after each hand."""
    return tuple(accumulate(hands))


def member(games: Sequence[Joined], number: int) -> Member:
    """A member's line over a group's games, oldest first."""
    own = [hand for game in games for hand in game.hands[number] if hand.own]
    return Member(
        wins=sum(game.places[number] == 1 for game in games),
        points=sum(game.totals[number][-1] for game in games if game.totals[number]),
        hands=len(own),
        exact=sum(hand.bid == hand.taken for hand in own),
        longest=runs(hand.bid == hand.taken for hand in own)[0],
    )


def records(games: Sequence[Joined]) -> Records:
    """A group's records over its games, oldest first; of equals the earliest stands."""
    members = range(len(games[0].places)) if games else range(0)
    played = [(at, game) for at, game in enumerate(games) if all(game.totals)]
    finals = [Record(game.totals[number][-1], number, at) for at, game in played for number in members]
    streaks = [Record(member(games, number).longest, number, None) for number in members]
    comebacks = [found for at, game in played for found in _comebacks(at, game)]
    margins = [found for at, game in played for found in _margin(at, game)]
    return Records(
        streak=_most(record for record in streaks if record.value),
        highest=_most(finals),
        lowest=min(finals, key=lambda record: record.value, default=None),
        comeback=_most(comebacks),
        margin=_most(margins),
    )


def _most(found: Iterable[Record]) -> Record | None:
    return max(found, key=lambda record: record.value, default=None)


def _comebacks(at: int, game: Joined) -> list[Record]:
    """How far behind the leader each winner was at the worst."""
    behind = [max(after) for after in zip(*game.totals, strict=True)]
    winners = (number for number, place in enumerate(game.places) if place == 1)
    worst = [
        Record(max(lead - own for lead, own in zip(behind, game.totals[number], strict=True)), number, at)
        for number in winners
    ]
    return [record for record in worst if record.value > 0]


def _margin(at: int, game: Joined) -> list[Record]:
    """By how much a game was won."""
    finals = [line[-1] for line in game.totals]
    first, *others = sorted(finals, reverse=True)
    return [Record(first - others[0], finals.index(first), at)] if others and first > others[0] else []
