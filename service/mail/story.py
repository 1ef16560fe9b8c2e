"""What happened since what a seat was told last: bids, tricks, how the hand before ended, and earlier ones in short."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import TypeAlias

from service.engine import ohhell
from service.engine.ohhell.prose import why_settled
from service.mail.words import Face, Who, face
from service.store.queries import UNASKED, LogRow

Spot: TypeAlias = tuple[int, int]
"""A hand, and the how-many-th decision of a seat in it."""
UNTOLD: Spot = (0, -1)


@dataclass(frozen=True, slots=True)
class Played:
    """A card somebody played or shows. `mark` says so if it was played for them."""

    who: Who
    face: Face
    mark: str = ""


@dataclass(frozen=True, slots=True)
class Said:
    """A bid somebody made. `mark` says so if it was made for them."""

    who: Who
    bid: int
    mark: str


@dataclass(frozen=True, slots=True)
class TrickLine:
    """A trick, its cards in the order played; no winner while it is in play, no cards before its lead."""

    number: int
    size: int
    leader: Who
    plays: tuple[Played, ...]
    winner: Who | None


@dataclass(frozen=True, slots=True)
class Outcome:
    """What a finished hand brought somebody, and their total after it."""

    who: Who
    bid: int
    taken: int
    points: int
    total: int


@dataclass(frozen=True, slots=True)
class Story:
    """A part of a hand: the bids made, the tricks taken, and how it ended if it did; `settled` is why before time."""

    number: int
    bids: tuple[Said, ...]
    tricks: tuple[TrickLine, ...]
    outcomes: tuple[Outcome, ...]
    settled: str = ""


@dataclass(frozen=True, slots=True)
class Earlier:
    """A finished hand in a line: what it brought each, and who got the most points for it."""

    number: int
    outcomes: tuple[Outcome, ...]
    best: tuple[Who, ...]


@dataclass(frozen=True)
class Past:
    """What the log knows of hands and their views do not.

    `makers` says by whom moves were made, by (hand, seat, written move); `answered` which decision of the reader in a
    hand was the last that they made, or were told of, -1 for none; `settled` after how many cards a hand was settled.
    `since` is the first hand whose end they were not told, where that is before the hands of this past.
    """

    makers: Mapping[tuple[int, int, str], str] = field(default_factory=dict)
    answered: Mapping[int, int] = field(default_factory=dict)
    settled: Mapping[int, int] = field(default_factory=dict)
    since: int | None = None


def past(hands: Iterable[int], seat: int, log: Iterable[LogRow], told: Spot = UNTOLD) -> Past:
    """What the log of these hands, in order, tells one seat, whose last mail was about the decision `told`."""
    makers: dict[tuple[int, int, str], str] = {}
    answered = dict.fromkeys(hands, -1)
    settled: dict[int, int] = {}
    cards = dict.fromkeys(answered, 0)
    for row in log:
        makers[row.hand, row.seat, row.move] = row.by
        if row.seat == seat and (row.by == "player" or (row.by not in UNASKED and (row.hand, row.decision) <= told)):
            answered[row.hand] = max(answered[row.hand], row.decision)
        if row.by == "settled":
            settled.setdefault(row.hand, cards[row.hand])
        cards[row.hand] += row.decision > 0
    return Past(makers, answered, settled)


@dataclass(frozen=True)
class Voice:
    """Whom a mail speaks to, the others' names, and what the log knows."""

    seat: int | None
    names: tuple[str, ...]
    past: Past = Past()

    def who(self, seat: int) -> Who:
        """Somebody at the table."""
        return Who(self.names[seat], seat == self.seat)

    def played(self, hand: ohhell.HandView, seat: int, card: ohhell.Card) -> Played:
        """A card on the table."""
        return Played(self.who(seat), face(card), self._mark(hand, seat, ohhell.notation(card)))

    def said(self, hand: ohhell.HandView, seat: int, bid: int) -> Said:
        """A bid that was made."""
        return Said(self.who(seat), bid, self._mark(hand, seat, str(bid)))

    def _mark(self, hand: ohhell.HandView, seat: int, move: str) -> str:
        # That a card was somebody's only one, or ordered, is told to nobody else.
        by = self.past.makers.get((hand.number, seat, move))
        own = {"order": "your order", "forced": "by itself"} if seat == self.seat else {}
        return "the substitute’s move" if by == "substitute" else own.get(by or "", "")


def story_since(view: ohhell.View, voice: Voice) -> tuple[Story, ...]:
    """What happened since the view's seat was last asked; the trick of its answer is told whole."""
    hand = view.hand
    parts: list[Story | None]
    if hand is None or view.seat not in hand.seats or not _answered(hand, view.seat, voice):
        parts = [ending(view, voice), _opening(hand, voice, lambda seat: True) if hand else None]
    else:
        parts = [_middle(view, hand, voice)]
    return tuple(part for part in parts if part and (part.bids or part.tricks or part.outcomes))


def _answered(hand: ohhell.HandView, seat: int, voice: Voice) -> bool:
    """Whether the seat has been asked for anything in this hand and has answered."""
    return hand.has_bid[seat] and voice.past.answered.get(hand.number, 0) >= 0


def trick_line(hand: ohhell.HandView, index: int, voice: Voice) -> TrickLine:
    """One trick of a hand, by its place from 0."""
    trick = hand.tricks[index]
    return TrickLine(
        number=index + 1,
        size=hand.size,
        leader=voice.who(trick.leader),
        plays=tuple(voice.played(hand, seat, card) for seat, card in trick.cards),
        winner=None if trick.winner is None else voice.who(trick.winner),
    )


def ending(view: ohhell.View, voice: Voice) -> Story | None:
    """The hand before, from the trick of the reader's last answer on, and what it brought."""
    hand = view.previous
    if hand is None:
        return None
    first = voice.past.answered.get(hand.number, len(hand.tricks)) - 1
    plays = voice.past.settled.get(hand.number)
    settlement = None if plays is None else ohhell.settlement(view.rules, hand, plays)
    last = len(hand.tricks) if settlement is None else settlement.plays // len(hand.seats)
    why = why_settled(settlement, [voice.who(seat).text for seat in range(view.players)]) if settlement else ""
    return Story(hand.number, (), _tricks(hand, first, voice)[: last - max(first, 0)], outcomes(view, hand, voice), why)


def earlier(view: ohhell.View, voice: Voice) -> tuple[Earlier, ...]:
    """The hands before the last one whose end the reader was not told, each in short."""
    first, last = voice.past.since, view.previous.number if view.previous else 0
    return tuple(_in_short(result, voice) for result in view.results if first and first <= result.number < last)


def _in_short(result: ohhell.Result, voice: Voice) -> Earlier:
    bids, points = result.bids, result.points
    brought = tuple(
        Outcome(voice.who(seat), bid, result.taken[seat], points[seat], 0)
        for seat in result.seats
        if (bid := bids[seat]) is not None
    )
    most = max(points[seat] for seat in result.seats)
    return Earlier(result.number, brought, tuple(voice.who(seat) for seat in result.seats if points[seat] == most))


def _opening(hand: ohhell.HandView, voice: Voice, told: Callable[[int], bool]) -> Story:
    """The bids of a hand, and its tricks so far."""
    seats = [seat for seat in hand.seats if told(seat)]
    bids = tuple(voice.said(hand, seat, bid) for seat in seats if (bid := hand.bids[seat]) is not None)
    return Story(hand.number, bids, _tricks(hand, 0, voice), ())


def _middle(view: ohhell.View, hand: ohhell.HandView, voice: Voice) -> Story:
    """The hand since the seat's last card, or since its bid."""
    own = [index for index, trick in enumerate(hand.tricks) if any(seat == view.seat for seat, _ in trick.cards)]
    first = voice.past.answered.get(hand.number, own[-1] + 1 if own else 0) - 1
    if first >= 0:
        return Story(hand.number, (), _tricks(hand, first, voice), ())
    order, together = hand.seats, view.rules.bid_order == "simultaneous"
    mine = order.index(view.seat) if view.seat is not None else -1
    return _opening(hand, voice, lambda seat: seat != view.seat and (together or order.index(seat) > mine))


def _tricks(hand: ohhell.HandView, first: int, voice: Voice) -> tuple[TrickLine, ...]:
    finished = (index for index in range(max(first, 0), len(hand.tricks)) if hand.tricks[index].winner is not None)
    return tuple(trick_line(hand, index, voice) for index in finished)


def outcomes(view: ohhell.View, hand: ohhell.HandView, voice: Voice) -> tuple[Outcome, ...]:
    """What a finished hand brought to each who played it."""
    return tuple(
        Outcome(voice.who(seat), bid, hand.taken[seat], hand.points[seat], view.totals[seat])
        for seat in hand.seats
        if hand.points is not None and (bid := hand.bids[seat]) is not None
    )
