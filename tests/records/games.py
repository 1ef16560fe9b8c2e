"""Whole games for the tests of records: played by loaded dice, bids changed now and then, and written down."""

import copy
import json
from dataclasses import dataclass
from typing import Any

from service.engine import ohhell, records
from service.engine.ohhell import Bid, Game, HandView, Rules
from service.engine.records import Logged
from tests.engine.playing import loaded_dice

NAMES = ("Ann", "Bob", "Cyd", "Dee", "Eve", "Fay", "Gus", "Hal", "Ida", "Jon")


@dataclass(frozen=True)
class Played:
    """A game as far as it was played: its state, its finished hands, its log and its draw."""

    game: Game
    hands: tuple[HandView, ...]
    log: tuple[Logged, ...]
    draw: ohhell.Draw | None

    def record(self, **options: Any) -> dict[str, Any]:
        """Its export, through JSON and back as from a file."""
        running = ohhell.view(self.game, None).hand
        names = NAMES[: self.game.players]
        options = {"moves": self.log, "draw": self.draw} | options
        written = records.export(self.game.rules, names, self.hands, running, **options)
        again: dict[str, Any] = json.loads(json.dumps(written))
        return again


def secret_of(seed: str) -> bytes:
    """A game's secret, of the length they have."""
    return seed.encode().rjust(32, b".")


def play(rules: Rules, players: int, seed: str, stop: int | None = None) -> Played:
    """A game by dice from this seed, to its end or to this many moves."""
    dice, secret = loaded_dice(seed), secret_of(seed)
    draw = None if ohhell.fixed_dealer(rules) is not None else ohhell.draw(secret, players)
    game = ohhell.start(rules, players, ohhell.fixed_dealer(rules) or 0 if draw is None else draw.dealer)
    hands: list[HandView] = []
    log: list[Logged] = []
    while not ohhell.over(game) and (stop is None or len(log) < stop):
        due = ohhell.due(game)
        if due is not None:
            game = ohhell.deal(game, ohhell.shuffle(ohhell.hand_secret(secret, due.number), rules.decks))
            continue
        logged = _choice(game, dice)
        log.append(logged)
        game = ohhell.apply(game, logged.seat, logged.move)
        if game.hand is None:
            previous = ohhell.view(game, None).previous
            assert previous is not None
            hands.append(previous)
    return Played(game, tuple(hands), tuple(log), draw)


def _choice(game: Game, dice: Any) -> Logged:
    """A move of someone who may act, or one time in three a bid changed while it may be."""
    number = len(game.results) + 1
    waited_for = ohhell.to_act(game)
    others = [seat for seat in range(game.players) if seat not in waited_for and ohhell.legal(game, seat)]
    seats = others if others and dice(3) == 0 else waited_for
    seat = seats[dice(len(seats))]
    choices = ohhell.legal(game, seat)
    return Logged(number, seat, choices[dice(len(choices))], ("player", "bot", "substitute", "order")[dice(4)])


def checked(record: dict[str, Any]) -> records.Checked:
    """The record read and found true."""
    return records.check(records.read(record))


def answer(record: dict[str, Any]) -> dict[str, Any]:
    """What `replay --json` says of the record."""
    return records.answer(checked(record))


def changed(record: dict[str, Any], *path: Any, to: Any) -> dict[str, Any]:
    """The record with one place in it changed."""
    other = copy.deepcopy(record)
    place = other
    for step in path[:-1]:
        place = place[step]
    place[path[-1]] = to
    return other


def bids_made(played: Played, hand: int) -> list[list[int]]:
    """The bids of a hand as its log has them."""
    return [[move.seat, move.move.value] for move in played.log if move.hand == hand and isinstance(move.move, Bid)]
