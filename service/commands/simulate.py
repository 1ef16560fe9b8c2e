"""`simulate`: whole games between bots, and what they add up to."""

import argparse
import json
import re
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

from service.commands.showing import columns, complain, show
from service.engine import ohhell
from service.engine.simulation import Bot, Totals, simulate

MOST_GAMES = 1_000_000
_STEADY = "steady"


class _BadArgument(ValueError):
    """An argument that cannot be taken; the message is a sentence."""


@dataclass(frozen=True)
class _Asked:
    rules: ohhell.Rules
    games: int
    seed: int
    bots: Sequence[str]
    orders: str | None


def declare(command: argparse.ArgumentParser) -> None:
    """What is played, how often, and by whom."""
    command.add_argument("--rules", metavar="KEY", default="classic", help=f"one of {', '.join(ohhell.PRESETS)}")
    command.add_argument("--players", metavar="N", default="4", help="how many play (4 if not given)")
    command.add_argument("--games", metavar="G", default="100", help="how many games (100 if not given)")
    command.add_argument("--seed", metavar="S", default="1", help="a whole number; the same one deals the same games")
    command.add_argument("--start", metavar="K", help="the most cards a hand, instead of the rule set's")
    command.add_argument(
        "--bots",
        metavar="NAME,NAME,...",
        default=_STEADY,
        help=f"one bot for all seats or one for each, of {', '.join(ohhell.BOTS)}",
    )
    command.add_argument(
        "--orders",
        metavar="NAME",
        help=f"who leaves orders ahead in every seat: {', '.join(ohhell.PERSONAS)} (nobody if not given)",
    )
    command.add_argument("--json", action="store_true", help="print one JSON object")


def run(given: argparse.Namespace) -> int:
    """Play the games and print their totals; 2 and a sentence for what cannot be played."""
    try:
        asked = _asked(given)
    except _BadArgument as fault:
        complain(str(fault))
        return 2
    bots: list[Bot] = [ohhell.BOTS[name] for name in asked.bots]
    began = time.perf_counter()
    personas = [ohhell.PERSONAS[asked.orders] if asked.orders else None] * len(bots)
    totals = simulate(asked.rules, asked.games, asked.seed, bots, personas)
    speed = totals.hands / (time.perf_counter() - began)
    show([json.dumps(_answer(totals, speed))] if given.json else _table(asked, totals, speed))
    return 0


def _asked(given: argparse.Namespace) -> _Asked:
    if given.orders is not None and given.orders not in ohhell.PERSONAS:
        known = ", ".join(ohhell.PERSONAS)
        raise _BadArgument(f"--orders: nobody called {given.orders[:40]!r} leaves orders; choose from {known}")
    players = _number("--players", given.players, 1, 99)
    rules = _rules(given.rules, players, given.start)
    games = _number("--games", given.games, 1, MOST_GAMES)
    seed = _number("--seed", given.seed, -(10**18), 10**18)
    return _Asked(rules, games, seed, _bots(given.bots, players), given.orders)


def _number(option: str, text: str, least: int, most: int) -> int:
    if not re.fullmatch(r"[+-]?[0-9]{1,19}", text, re.ASCII) or not least <= int(text) <= most:
        raise _BadArgument(f"{option} must be a whole number from {least} to {most}, not {text[:40]!r}")
    return int(text)


def _rules(key: str, players: int, start: str | None) -> ohhell.Rules:
    try:
        rules = ohhell.rules_from({"key": key})
        if start is not None:
            rules = _started(rules, players, start)
        ohhell.check_playable(rules, players)
    except ohhell.RulesError as fault:
        raise _BadArgument(f"{key[:40]}: {fault}" if key in ohhell.PRESETS else str(fault)) from None
    return rules


def _started(rules: ohhell.Rules, players: int, start: str) -> ohhell.Rules:
    # How many may play is asked first: the limit of a table that cannot be is of no use to anyone.
    ohhell.check_playable(rules, players)
    most = ohhell.limit(rules, players)
    digits = re.fullmatch("[0-9]+", start, re.ASCII)
    if digits is None or not start.strip("0"):
        raise _BadArgument(f"--start must be a number of cards from 1 to {most}, not {start[:40]!r}")
    if len(start) > 4 or int(start) > most:
        packs = "one deck" if rules.decks == 1 else "two decks"
        given = start[:20]
        raise _BadArgument(f"--start: {players} players with {packs} can have at most {most} cards each, not {given}")
    return replace(rules, start=int(start))


def _bots(names: str, players: int) -> Sequence[str]:
    chosen = [name.strip() for name in names.split(",")]
    for name in chosen:
        if name not in ohhell.BOTS:
            raise _BadArgument(f"--bots: {name[:40]!r} is not a bot; choose from {', '.join(ohhell.BOTS)}")
    if len(chosen) not in (1, players):
        raise _BadArgument(f"--bots must name one bot for all seats, or one for each of the {players}")
    return chosen * players if len(chosen) == 1 else chosen


def _answer(totals: Totals, speed: float) -> dict[str, Any]:
    return {
        "games": totals.games,
        "hands": totals.hands,
        "moves": totals.moves,
        "forced": totals.forced,
        "settled": totals.settled,
        "ordered": totals.ordered,
        "prompts": totals.prompts,
        "exact_rate": [round(rate, 6) for rate in totals.exact_rate],
        "points_per_hand": [round(points, 6) for points in totals.points_per_hand],
        "hands_per_second": round(speed, 1),
    }


def _table(asked: _Asked, totals: Totals, speed: float) -> Iterator[str]:
    yield f"{ohhell.preset_name(asked.rules.key)}, {len(asked.bots)} players, seed {asked.seed}."
    counts = {"Games": totals.games, "Hands": totals.hands, "Moves": totals.moves}
    counts |= {"Moves with one choice": totals.forced, "Cards of settled hands": totals.settled}
    counts |= {"Moves by orders": totals.ordered, "Questions asked": totals.prompts}
    yield from columns([[name, str(count)] for name, count in counts.items()], frozenset({1}))
    yield from columns([["Hands a second", f"{speed:.0f}"]])
    yield ""
    rows = [["Seat", "Bot", "Exact", "Points a hand"]]
    for seat, bot in enumerate(asked.bots):
        rows.append([str(seat), bot, f"{totals.exact_rate[seat]:.1%}", f"{totals.points_per_hand[seat]:.2f}"])
    yield from columns(rows, frozenset({2, 3}))
