"""Two charts of a game as numbers a template draws: the totals hand by hand, and bids against tricks.

All lengths are in the drawing's own units; the page scales it. Colour is never alone: each player's line has its own
dashes, mark and label at its end, and a missed bid differs in shape.
"""

import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import accumulate

from service.engine import ohhell

WIDTH, LEFT, RIGHT, TOP, FOOT = 340, 30, 92, 12, 30
LINE = 13  # from one label to the next
LABEL = 10  # columns of a name at the end of its line; wide signs take two
PANEL, PANEL_LEFT, PANEL_TOP, PANEL_FLOOR, WIDEST = 170, 16, 8.0, 62.0, 16.0
STEPS = (1, 2, 5, 10, 20, 25, 50, 100, 200, 250, 500, 1000, 2000, 5000, 10000)


@dataclass(frozen=True)
class Curve:
    """A player's totals; `label_y` is how far down the name stands at the line's end, which may be beside it."""

    seat: int
    name: str
    total: int
    points: str
    end: tuple[float, float]
    label_y: float


@dataclass(frozen=True)
class Tick:
    """A number beside an axis."""

    at: float
    value: int


@dataclass(frozen=True)
class Totals:
    """The chart of totals: `rows` are (hand, total by seat), as in its table."""

    width: int
    height: int
    right: int
    bottom: float
    zero: float
    ups: tuple[Tick, ...]
    alongs: tuple[Tick, ...]
    curves: tuple[Curve, ...]
    rows: tuple[tuple[int, tuple[int, ...]], ...]


@dataclass(frozen=True)
class Panel:
    """A player's hands side by side, as paths: bars of tricks taken, apart for bids that came out and others, and a
    line for each bid. `rows` are (bid, taken) by hand, None where they did not play; `exact` counts bids that came out.
    """

    seat: int
    name: str
    hits: str
    misses: str
    bids: str
    rows: tuple[tuple[int, int] | None, ...]
    exact: int
    played: int


@dataclass(frozen=True)
class Bids:
    """Bids against tricks: a panel a player, all drawn to one measure."""

    width: int
    height: float
    floor: float
    ups: tuple[Tick, ...]
    hands: tuple[int, ...]
    panels: tuple[Panel, ...]


def shorten(name: str, columns: int = LABEL) -> str:
    """A name cut to so many columns, with an ellipsis if it was longer; signs of East Asia take two."""
    used = 0
    for at, sign in enumerate(name):
        used += 2 if unicodedata.east_asian_width(sign) in "WF" else 1
        if used > columns:
            return name[: max(1, at - 1)].rstrip() + "…"
    return name


@dataclass(frozen=True)
class Frame:
    """Where hands and totals lie on the drawing."""

    low: int
    high: int
    hands: int
    bottom: float

    def x(self, hand: int) -> float:
        """Where the totals after a hand stand; hand 0 is the start."""
        return round(LEFT + hand / self.hands * (WIDTH - RIGHT - LEFT), 1)

    def y(self, total: int) -> float:
        """How far down a total lies."""
        return round(self.bottom - (total - self.low) / (self.high - self.low) * (self.bottom - TOP), 1)


def totals(view: ohhell.View, names: Sequence[str]) -> Totals | None:
    """The totals after each scheduled hand; None before the first is over."""
    results = view.results[: len(view.sizes)]
    if not results:
        return None
    lines = [(0, *accumulate(result.points[seat] for result in results)) for seat in range(view.players)]
    height = max(190, view.players * LINE + TOP + FOOT)
    step, frame = _frame(lines, len(results), height - FOOT)
    every = _step(len(results), 7)
    curves = [_curve(seat, line, names[seat], frame) for seat, line in enumerate(lines)]
    return Totals(
        width=WIDTH,
        height=height,
        right=WIDTH - RIGHT,
        bottom=frame.bottom,
        zero=frame.y(0),
        ups=tuple(Tick(frame.y(value), value) for value in range(frame.low, frame.high + 1, step)),
        alongs=tuple(Tick(frame.x(hand), hand) for hand in range(every, len(results) + 1, every)),
        curves=_apart(curves, frame.bottom),
        rows=tuple((hand, tuple(line[hand] for line in lines)) for hand in range(1, len(results) + 1)),
    )


def _frame(lines: Sequence[Sequence[int]], hands: int, bottom: float) -> tuple[int, Frame]:
    low, high = min(map(min, lines)), max(map(max, lines))
    step = _step(high - low, 5)
    low, high = low // step * step, -(-high // step) * step
    return step, Frame(low, max(high, low + step), hands, bottom)


def _step(span: int, most: int) -> int:
    """The round number by which to count so that a span has so many steps at most."""
    return next((step for step in STEPS if span / step <= most), STEPS[-1])


def _curve(seat: int, line: Sequence[int], name: str, frame: Frame) -> Curve:
    points = [(frame.x(hand), frame.y(total)) for hand, total in enumerate(line)]
    drawn = " ".join(f"{x:g},{y:g}" for x, y in points)
    return Curve(seat, shorten(name), line[-1], drawn, end=points[-1], label_y=points[-1][1])


def _apart(curves: Sequence[Curve], bottom: float) -> tuple[Curve, ...]:
    """The same lines with their labels far enough apart to be read, in the order of the totals."""
    order = sorted(curves, key=lambda curve: curve.label_y)
    room = [curve.label_y for curve in order]
    for at in range(1, len(room)):
        room[at] = max(room[at], room[at - 1] + LINE)
    room[-1] = min(room[-1], bottom)
    for at in reversed(range(len(room) - 1)):
        room[at] = min(room[at], room[at + 1] - LINE)
    moved = (replace(curve, label_y=round(y, 1)) for curve, y in zip(order, room, strict=True))
    return tuple(sorted(moved, key=lambda curve: curve.seat))


def bids(view: ohhell.View, names: Sequence[str]) -> Bids | None:
    """Every finished hand's bid against what was taken, tie-breaks included; None before the first is over."""
    if not view.results:
        return None
    most = max(max(*result.taken, *(bid or 0 for bid in result.bids)) for result in view.results)
    unit = (PANEL_FLOOR - PANEL_TOP) / max(most, 1)
    every = _step(most, 3)
    return Bids(
        width=PANEL,
        height=PANEL_FLOOR + 4,
        floor=PANEL_FLOOR,
        ups=tuple(Tick(round(PANEL_FLOOR - value * unit, 1), value) for value in range(0, most + 1, every)),
        hands=tuple(result.number for result in view.results),
        panels=tuple(_panel(view, seat, names[seat], unit) for seat in range(view.players)),
    )


def _panel(view: ohhell.View, seat: int, name: str, unit: float) -> Panel:
    breadth = min(WIDEST, (PANEL - PANEL_LEFT) / len(view.results))
    rows = tuple(_row(result, seat) for result in view.results)
    drawn = {True: "", False: ""}
    lines = ""
    for left, row in ((PANEL_LEFT + at * breadth, row) for at, row in enumerate(rows)):
        if row is not None:
            bid, taken = row
            drawn[bid == taken] += _bar(left + breadth * 0.15, breadth * 0.7, taken * unit)
            lines += f"M{left:.1f},{PANEL_FLOOR - bid * unit:.1f}h{breadth:.1f}"
    played = [row for row in rows if row]
    exact = sum(bid == taken for bid, taken in played)
    return Panel(seat, name, drawn[True], drawn[False], lines, rows, exact, len(played))


def _row(result: ohhell.Result, seat: int) -> tuple[int, int] | None:
    bid = result.bids[seat]
    return (bid, result.taken[seat]) if seat in result.seats and bid is not None else None


def _bar(left: float, breadth: float, high: float) -> str:
    """A bar on the floor; of no tricks a thin one, to be seen at all."""
    return f"M{left:.1f},{PANEL_FLOOR:g}v{-max(high, 1.0):.1f}h{breadth:.1f}V{PANEL_FLOOR:g}z"
