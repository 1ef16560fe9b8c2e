"""A published rule set never changes its meaning: running games would replay differently.

`published.json` holds, for each, how many ways the first moves of a known deal can go and a digest of whole games.
When one differs, mend the engine; rules that are meant to differ get a new key and a new line.
"""

import hashlib
import json
from dataclasses import replace
from pathlib import Path

import pytest

from service.engine import ohhell
from service.engine.ohhell import PRESETS, Game
from tests.engine.playing import deal_next, finish, positions

PUBLISHED = json.loads((Path(__file__).parent / "published.json").read_text())


def ways(games: list[Game], depth: int) -> list[int]:
    """How many positions there are after each further move, by whichever seat may make one."""
    counts = []
    for _ in range(depth):
        games = [
            ohhell.apply(game, seat, move)
            for game in games
            for seat in range(game.players)
            for move in ohhell.legal(game, seat)
        ]
        counts.append(len(games))
    return counts


def ways_to_bid(key: str) -> list[int]:
    """The ways of the first bids of a three-card hand, changed ones too."""
    by = replace(PRESETS[key], schedule=(3,))
    return ways([deal_next(ohhell.start(by, by.players[0], 0), key)], 4)


def ways_to_play(key: str) -> list[int]:
    """The ways of the first cards of a six-card hand, after some bids."""
    by = replace(PRESETS[key], schedule=(6,))
    return ways([next(game for game in positions(by, by.players[0], key) if game.hand and not game.hand.to_bid)], 6)


def digest(key: str) -> str:
    """A whole game for each number of players, as a digest of its results and places."""
    counts = range(PRESETS[key].players[0], PRESETS[key].players[1] + 1)
    games = [finish(PRESETS[key], players, f"{key} {players}") for players in counts]
    told = json.dumps([[game.results, ohhell.totals(game), ohhell.places(game)] for game in games])
    return hashlib.sha256(told.encode()).hexdigest()[:32]


def fingerprint(key: str) -> dict[str, object]:
    return {"bid": ways_to_bid(key), "play": ways_to_play(key), "games": digest(key)}


def test_every_published_rule_set_is_pinned() -> None:
    assert set(PUBLISHED) == set(PRESETS)


@pytest.mark.parametrize("key", PRESETS)
def test_a_published_rule_set_means_what_it_always_meant(key: str) -> None:
    assert fingerprint(key) == PUBLISHED[key]
