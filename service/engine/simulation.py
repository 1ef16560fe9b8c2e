"""Whole games between bots, counted; pure: the same seed gives the same games for ever.

Game number g (from 1) of seed S has the secret SHA-256("simulate/1 seed S game g"); its draw and its decks follow from
that as `shuffle/1` says, so any of them can be dealt again. The dice a bot may throw are a stream of their own:
SHA-256(the secret, then the throw's number as 8 bytes, big end first), its first 8 bytes taken modulo the sides.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from hashlib import sha256
from itertools import count
from typing import TypeAlias

from service.engine import ohhell

Bot: TypeAlias = Callable[[ohhell.View, Callable[[int], int]], ohhell.Move]


@dataclass(slots=True)
class Totals:
    """Counts over all games. `moves` are bids and cards played, as records list them; lists are by seat.

    `forced` moves have one legal choice; a card that plays itself is one. `settled` are the other cards of hands whose
    points were sure, `ordered` the other moves that orders made. `prompts` are the decisions that are left, which a
    person would have been asked for.
    """

    games: int
    hands: int
    moves: int
    forced: int
    settled: int
    ordered: int
    dealt_in: list[int]
    exact: list[int]
    points: list[int]

    @property
    def prompts(self) -> int:
        """How often a person would have been asked."""
        return self.moves - self.forced - self.settled - self.ordered

    @property
    def exact_rate(self) -> list[float]:
        """By seat, which part of its hands ended as bid."""
        return [exact / hands for exact, hands in zip(self.exact, self.dealt_in, strict=True)]

    @property
    def points_per_hand(self) -> list[float]:
        """By seat, over all hands it was dealt in, tie-breaks too."""
        return [points / hands for points, hands in zip(self.points, self.dealt_in, strict=True)]


@dataclass(frozen=True, slots=True)
class Company:
    """Who plays: a bot in each seat answers what is asked of it, and whose seat has a persona leaves orders then."""

    bots: Sequence[Bot]
    personas: Sequence[ohhell.Persona | None]
    throw: Callable[[int], int]


def simulate(
    rules: ohhell.Rules,
    games: int,
    seed: int,
    bots: Sequence[Bot],
    personas: Sequence[ohhell.Persona | None] | None = None,
    told: Callable[[ohhell.Game], object] = lambda game: None,
) -> Totals:
    """The counts of `games` games, at least one, with a bot in each seat, and a persona where one leaves orders.

    `told` gets each game when it is over. Raises RulesError when so many cannot play these rules.
    """
    nobody = [0] * len(bots)
    totals = Totals(games, 0, 0, 0, 0, 0, nobody.copy(), nobody.copy(), nobody.copy())
    for number in range(1, games + 1):
        secret = sha256(f"simulate/1 seed {seed} game {number}".encode()).digest()
        company = Company(bots, personas or [None] * len(bots), _dice(secret))
        game = _play(totals, rules, company, secret)
        _count(totals, game)
        told(game)
    return totals


def _play(totals: Totals, rules: ohhell.Rules, company: Company, secret: bytes) -> ohhell.Game:
    fixed, players = ohhell.fixed_dealer(rules), len(company.bots)
    game = ohhell.start(rules, players, ohhell.draw(secret, players).dealer if fixed is None else fixed)
    while (due := ohhell.due(game)) is not None:
        deck = ohhell.shuffle(ohhell.hand_secret(secret, due.number), rules.decks)
        game = ohhell.deal(game, deck)
        if ohhell.automatic(rules, due.size):
            totals.moves += len(due.seats)
            totals.forced += len(due.seats)
        left = [ohhell.Orders()] * players
        while game.hand is not None:
            game = _move(totals, game, company, left)
    return game


def _move(totals: Totals, game: ohhell.Game, company: Company, left: list[ohhell.Orders]) -> ohhell.Game:
    seat = ohhell.to_act(game)[0]
    view = ohhell.view(game, seat)
    totals.moves += 1
    if len(view.legal) == 1:
        totals.forced += 1
        # The dice are thrown all the same, so that games with random bots are those they have always been.
        return ohhell.apply(game, seat, company.bots[seat](view, company.throw))
    if ohhell.settled(view):
        totals.settled += 1
        return ohhell.apply(game, seat, ohhell.settled_play(view))
    move = ohhell.follow(left[seat], view)
    if move is not None:
        totals.ordered += 1
        return ohhell.apply(game, seat, move)
    game = ohhell.apply(game, seat, company.bots[seat](view, company.throw))
    persona = company.personas[seat]
    if persona is not None and game.hand is not None:
        left[seat] = persona(ohhell.view(game, seat))
    return game


def _count(totals: Totals, game: ohhell.Game) -> None:
    totals.hands += len(game.results)
    for result in game.results:
        for seat in result.seats:
            totals.dealt_in[seat] += 1
            totals.exact[seat] += result.bids[seat] == result.taken[seat]
            totals.points[seat] += result.points[seat]


def _dice(secret: bytes) -> Callable[[int], int]:
    throws: Iterator[int] = count()

    def throw(sides: int) -> int:
        digest = sha256(secret + next(throws).to_bytes(8, "big")).digest()
        return int.from_bytes(digest[:8], "big") % sides

    return throw
