"""What a webhook's message says: whose turn it is, what is over, what began. It is made of what an onlooker sees.

A message tells the game as it is when it is sent, against what was told last: a burst of moves is one message.
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from sqlmodel import Session

from service.engine import ohhell
from service.mail import links
from service.mail.hooks.shapes import SHAPES, Shape, fitted
from service.mail.sheet import hand_name
from service.mail.words import listed
from service.store import queries
from service.store.loading import Table
from service.store.tables import Hook, Turn
from service.world import World

MOST_HANDS = 3
State = Mapping[str, Any]


@dataclass(frozen=True)
class News:
    """A message's body, and the state of the game that it tells."""

    body: bytes
    tells: State


@dataclass(frozen=True)
class Teller:
    """A table, the turns it waits for, and the shape in which to tell of them."""

    table: Table
    turns: tuple[Turn, ...]
    shape: Shape

    def name(self, seat: int) -> str:
        """A player's name, as the shape needs it."""
        return self.shape.name(self.table.names[seat])

    def until(self, turn: Turn) -> datetime | None:
        """A turn's deadline to the minute, if there is one.

        Where single choices are masked none is told: a mail moves a deadline a little, and such a turn has no mail.
        """
        if turn.deadline is None or self.table.game.mask:
            return None
        return turn.deadline.replace(second=0, microsecond=0)

    def all(self) -> str:
        """All names."""
        return listed([self.name(seat) for seat in range(len(self.table.seats))])


def state(session: Session, table: Table) -> State:
    """What there is to tell of a game. It is kept as JSON, to be compared."""
    if table.state is None:
        return {}
    turns = [] if _still(table) else queries.open_turns(session, table.id)
    return {
        "hands": len(table.playing.results),
        "paused": table.game.paused_at is not None,
        "ended": table.game.ended_at is not None,
        "turns": [[turn.hand, turn.seat, turn.decision, turn.missed_at is not None] for turn in turns],
    }


def news(session: Session, world: World, hook: Hook, table: Table) -> News | None:
    """The news of a table since the last message; None if there are none."""
    now = state(session, table)
    if not now or now == hook.told:
        return None
    turns = () if _still(table) else tuple(queries.open_turns(session, table.id))
    teller = Teller(table, turns, SHAPES[hook.shape])
    lines = [*_begun(teller, hook.told), *_hands(teller, hook.told), *_stops(teller, hook.told), *_waits(teller)]
    if not lines:
        return None
    facts = {"happened": _happened(teller, hook.told), **_facts(world, teller)}
    return News(_written(world, teller, lines, facts), now)


def test(world: World, hook: Hook, table: Table) -> bytes:
    """A message that only shows that messages arrive."""
    teller = Teller(table, (), SHAPES[hook.shape])
    line = "This is a test: news of your table will come here."
    return _written(world, teller, [line], {"happened": ["test"], "game": links.game_url(world, table.game.slug)})


def _written(world: World, teller: Teller, lines: list[str], facts: Mapping[str, object]) -> bytes:
    text = fitted(lines, links.game_url(world, teller.table.game.slug))
    return json.dumps(teller.shape.wrap(text, facts), ensure_ascii=False).encode()


def _still(table: Table) -> bool:
    """Whether nobody is waited for."""
    return table.game.paused_at is not None or table.game.ended_at is not None


def _begun(teller: Teller, told: State) -> list[str]:
    return [] if told else [f"The game has begun: {teller.all()} play {ohhell.rules_name(teller.table.rules)}."]


def _hands(teller: Teller, told: State) -> list[str]:
    view, lines = teller.table.view(None), []
    for result in view.results[told.get("hands", 0) :][-MOST_HANDS:]:
        points = ", ".join(f"{teller.name(seat)} {result.points[seat]:+}" for seat in result.seats)
        named = hand_name(view, result.number)
        lines.append(f"{named[:1].upper()}{named[1:]} is over: {points.replace('-', '−')}.")
    return lines


def _stops(teller: Teller, told: State) -> list[str]:
    game = teller.table.game
    if game.ended_at is not None:
        return [] if told.get("ended") else [_end(teller)]
    paused = game.paused_at is not None
    if paused == told.get("paused", False):
        return []
    return ["The game is paused: all clocks stand still." if paused else "The game goes on."]


def _end(teller: Teller) -> str:
    view = teller.table.view(None)
    if teller.table.game.ended_why or view.places is None:
        return "The game has ended before its last hand."
    best = [seat for seat in range(view.players) if view.places[seat] == 1]
    won = "wins" if len(best) == 1 else "win"
    points = str(view.totals[best[0]]).replace("-", "−")
    return f"The game is over: {listed([teller.name(seat) for seat in best])} {won} with {points} points."


def _waits(teller: Teller) -> list[str]:
    lines = []
    for turn in teller.turns:
        who, act = teller.name(turn.seat), "bid" if turn.decision == 0 else "play"
        if turn.missed_at is not None:
            lines.append(f"The time is up for {who}, and the table waits.")
        elif (until := teller.until(turn)) is not None:
            lines.append(f"It is for {who} to {act}, until {teller.shape.moment(until)}.")
        else:
            lines.append(f"It is for {who} to {act}.")
    return lines


def _happened(teller: Teller, told: State) -> list[str]:
    """The news in single words, for programs."""
    game, hands = teller.table.game, len(teller.table.playing.results)
    paused = game.paused_at is not None
    found = {
        "started": not told,
        "hand": hands > told.get("hands", 0),
        "paused": paused and not told.get("paused", False),
        "resumed": told.get("paused", False) and not paused,
        "over": game.ended_at is not None and not told.get("ended", False),
        "turn": bool(teller.turns),
    }
    return [word for word, so in found.items() if so]


def _facts(world: World, teller: Teller) -> Mapping[str, object]:
    """The game for programs: what its page shows to onlookers, less its cards."""
    table, view = teller.table, teller.table.view(None)
    return {
        "game": links.game_url(world, table.game.slug),
        "players": [teller.name(seat) for seat in range(view.players)],
        "totals": list(view.totals),
        "hands": [
            {"number": r.number, "size": r.size, "bids": list(r.bids), "taken": list(r.taken), "points": list(r.points)}
            for r in view.results[-MOST_HANDS:]
        ],
        "places": list(view.places) if view.places and table.game.ended_at else None,
        "waits_for": [
            {
                "seat": turn.seat,
                "hand": turn.hand,
                "to": "bid" if turn.decision == 0 else "play",
                "until": until.isoformat() if (until := teller.until(turn)) else None,
            }
            for turn in teller.turns
        ],
    }
