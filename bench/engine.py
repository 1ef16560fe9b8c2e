"""Moves a second through the engine's public functions, as a ratio to OpenSpiel's oh_hell stepped from Python.

Both play the same kind of hand (classic, 4 players, 7 cards, random moves) in turn in one process, so that the ratio
holds on any machine. Dealing is left out of both times: only asking for the legal moves and making one is counted.
"""

import random
import statistics
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from service.engine import ohhell

PLAYERS, CARDS, HANDS, ROUNDS = 4, 7, 200, 41


def deal_ours(dice: random.Random) -> ohhell.Game:
    """A fresh classic game with its first hand of seven dealt."""
    game = ohhell.start(ohhell.PRESETS["classic"], PLAYERS, 0)
    return ohhell.deal(game, ohhell.shuffle(dice.randbytes(32), 1))


def play_ours(game: ohhell.Game, chance: Callable[[], float]) -> int:
    """Plays the hand out at random through the functions the service uses; the number of moves made."""
    moves = 0
    while seats := ohhell.to_act(game):
        choices = ohhell.legal(game, seats[0])
        game = ohhell.apply(game, seats[0], choices[int(chance() * len(choices))])
        moves += 1
    return moves


def deal_theirs(spiel: Any, dice: random.Random) -> Any:
    """OpenSpiel's state with the same size of hand dealt."""
    state = spiel.new_initial_state()
    while state.is_chance_node():
        state.apply_action(dice.choice(state.legal_actions()))
    return state


def play_theirs(state: Any, chance: Callable[[], float]) -> int:
    """Plays OpenSpiel's hand out at random; the number of moves made."""
    moves = 0
    while not state.is_terminal():
        choices = state.legal_actions()
        state.apply_action(choices[int(chance() * len(choices))])
        moves += 1
    return moves


def speed(play: Callable[[Any, Callable[[], float]], int], hands: list[Any], chance: Callable[[], float]) -> float:
    """Moves a second of processor time over these hands."""
    began = time.process_time()
    moves = sum(play(hand, chance) for hand in hands)
    return moves / (time.process_time() - began)


def main() -> int:
    """Prints one line with the ratio; 2 when OpenSpiel is not there to compare with."""
    try:
        import pyspiel
    except ImportError:
        print("OpenSpiel is missing: install it with `pip install open_spiel==2.0.2` to compare.", file=sys.stderr)
        return 2
    dice = random.Random(1)
    spiel = pyspiel.load_game(f"oh_hell(players={PLAYERS},num_tricks_fixed={CARDS})")
    rounds = []
    for _ in range(ROUNDS):
        theirs = speed(play_theirs, [deal_theirs(spiel, dice) for _ in range(HANDS)], dice.random)
        ours = speed(play_ours, [deal_ours(dice) for _ in range(HANDS)], dice.random)
        rounds.append((ours / theirs, ours, theirs))
    ratio = statistics.median(ratio for ratio, _, _ in rounds)
    ours, theirs = (statistics.median(each[at] for each in rounds) for at in (1, 2))
    print(f"engine: {ratio:.2f} of OpenSpiel's speed (median of {ROUNDS}: {ours:,.0f} to {theirs:,.0f} moves a second)")
    return 0


if __name__ == "__main__":
    sys.exit(main())
