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

    `forced` moves have one legal choice; a card that plays itself is one. `prompts` are the decisions a person would
    have been asked for: all moves, as long as nothing spares anyone a question.
    """

    games: int
    hands: int
    moves: int
    forced: int
    dealt_in: list[int]
    exact: list[int]
    points: list[int]

    @property
    def prompts(self) -> int:
        """How often a person would have been asked."""
        return self.moves

    @property
    def exact_rate(self) -> list[float]:
        """By seat, which part of its hands ended as bid."""
        return [exact / hands for exact, hands in zip(self.exact, self.dealt_in, strict=True)]

    @property
    def points_per_hand(self) -> list[float]:
        """By seat, over all hands it was dealt in, tie-breaks too."""
        return [points / hands for points, hands in zip(self.points, self.dealt_in, strict=True)]


def simulate(rules: ohhell.Rules, games: int, seed: int, bots: Sequence[Bot]) -> Totals:
    """The counts of `games` games, at least one, with a bot in each seat.

    Raises RulesError when so many cannot play these rules.
    """
    nobody = [0] * len(bots)
    totals = Totals(games, 0, 0, 0, nobody.copy(), nobody.copy(), nobody.copy())
    for number in range(1, games + 1):
        secret = sha256(f"simulate/1 seed {seed} game {number}".encode()).digest()
        _count(totals, _play(totals, rules, bots, secret))
    return totals


def _play(totals: Totals, rules: ohhell.Rules, bots: Sequence[Bot], secret: bytes) -> ohhell.Game:
    fixed, throw = ohhell.fixed_dealer(rules), _dice(secret)
    dealer = ohhell.draw(secret, len(bots)).dealer if fixed is None else fixed
    game = ohhell.start(rules, len(bots), dealer)
    while (due := ohhell.due(game)) is not None:
        deck = ohhell.shuffle(ohhell.hand_secret(secret, due.number), rules.decks)
        game = ohhell.deal(game, deck)
        if ohhell.automatic(rules, due.size):
            totals.moves += len(due.seats)
            totals.forced += len(due.seats)
        while game.hand is not None:
            game = _move(totals, game, bots, throw)
    return game


def _move(totals: Totals, game: ohhell.Game, bots: Sequence[Bot], throw: Callable[[int], int]) -> ohhell.Game:
    seat = ohhell.to_act(game)[0]
    view = ohhell.view(game, seat)
    totals.moves += 1
    totals.forced += len(view.legal) == 1
    return ohhell.apply(game, seat, bots[seat](view, throw))


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
