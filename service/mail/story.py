"""What happened since a seat's last move: bids, tricks, and the end of the hand before, told from its view."""

from collections.abc import Callable
from dataclasses import dataclass

from service.engine import ohhell
from service.mail.words import Face, Who, face


@dataclass(frozen=True, slots=True)
class Played:
    """A card somebody played or shows. `substitute`: it was played for them."""

    who: Who
    face: Face
    substitute: bool = False


@dataclass(frozen=True, slots=True)
class Said:
    """A bid somebody made. `substitute`: it was made for them."""

    who: Who
    bid: int
    substitute: bool


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
    """A part of a hand: the bids made, the tricks taken, and how it ended if it did."""

    number: int
    bids: tuple[Said, ...]
    tricks: tuple[TrickLine, ...]
    outcomes: tuple[Outcome, ...]


@dataclass(frozen=True)
class Voice:
    """Whom a mail speaks to, the others' names, and which moves a substitute made, as (hand, seat, written move)."""

    seat: int | None
    names: tuple[str, ...]
    substituted: frozenset[tuple[int, int, str]] = frozenset()

    def who(self, seat: int) -> Who:
        """Somebody at the table."""
        return Who(self.names[seat], seat == self.seat)

    def played(self, hand: ohhell.HandView, seat: int, card: ohhell.Card) -> Played:
        """A card on the table."""
        return Played(self.who(seat), face(card), (hand.number, seat, ohhell.notation(card)) in self.substituted)

    def said(self, hand: ohhell.HandView, seat: int, bid: int) -> Said:
        """A bid that was made."""
        return Said(self.who(seat), bid, (hand.number, seat, str(bid)) in self.substituted)


def story_since(view: ohhell.View, voice: Voice) -> tuple[Story, ...]:
    """What happened since the last move of the view's seat; the trick of that move is told whole."""
    hand = view.hand
    parts: list[Story | None]
    if hand is None or view.seat not in hand.seats or not hand.has_bid[view.seat]:
        parts = [_ending(view, voice), _opening(hand, voice, lambda seat: True) if hand else None]
    else:
        parts = [_middle(view, hand, voice)]
    return tuple(part for part in parts if part and (part.bids or part.tricks or part.outcomes))


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


def _ending(view: ohhell.View, voice: Voice) -> Story | None:
    """The last trick of the hand before, and what it brought."""
    hand = view.previous
    if hand is None:
        return None
    return Story(hand.number, (), _tricks(hand, len(hand.tricks) - 1, voice), outcomes(view, hand, voice))


def _opening(hand: ohhell.HandView, voice: Voice, told: Callable[[int], bool]) -> Story:
    """The bids of a hand, and its tricks so far."""
    seats = [seat for seat in hand.seats if told(seat)]
    bids = tuple(voice.said(hand, seat, bid) for seat in seats if (bid := hand.bids[seat]) is not None)
    return Story(hand.number, bids, _tricks(hand, 0, voice), ())


def _middle(view: ohhell.View, hand: ohhell.HandView, voice: Voice) -> Story:
    """The hand since the seat's last card, or since its bid."""
    own = [index for index, trick in enumerate(hand.tricks) if any(seat == view.seat for seat, _ in trick.cards)]
    if own:
        return Story(hand.number, (), _tricks(hand, own[-1], voice), ())
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
